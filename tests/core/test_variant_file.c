// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a variant file: what is refused, with which line, and what looks odd and is right.
#include "setup_game.h"

#include <stdio.h>
#include <string.h>

#include "variant.h"

static void unknown_names_list_what_there_is(void **state) {
    (void)state;
    static struct variant variant;
    struct error error = {""};
    assert_false(variant_load("kagamgi", &variant, &error));
    assert_non_null(strstr(error.text, "did you mean 'kagamigi'?"));
    for (int i = 0; variant_builtin_name(i); i++)
        assert_non_null(strstr(error.text, variant_builtin_name(i)));
    assert_false(variant_load("no/such/file.ini", &variant, &error));
    assert_non_null(strstr(error.text, "no/such/file.ini: No such file"));
    assert_false(variant_load("/", &variant, &error));
}

// The file of kagamigi with one text replaced by another must fail at a line, for a reason.
static const struct {
    const char *from, *to;
    int line; // counted from the first line of `from`; -1 = that of [variant]
    const char *reason;
} faults[] = {
    // splitting
    {"[arrays]", "[array]", 0, "there are [variant] [rules] [arrays]"},
    {"[arrays]", "[]", 0, "no such section"},
    {"nifu = on", "nifu", 0, "neither a comment"},
    {"nifu = on", "[rules", 0, "neither a comment"},
    {"nifu = on", "nifu = on\nnifu = off", 1, "stands twice in [rules]"},
    // flags
    {"pawn = P", "pawn = P\nflag = K", 1, "flag-squares is missing"},
    {"pawn = P", "pawn = P\nflag-squares = *9", 1, "flag is missing"},
    {"nifu = on", "nifu = on\nflag = reach", 1, "needs both keys"},
    {"pawn = P", "pawn = P\nflag = Y\nflag-squares = *9", 1, "must be letters"},
    {"pawn = P", "pawn = P\nflag = K\nflag-squares = *10", 2, "'*10' is no square"},
    {"pawn = P", "pawn = P\nflag = K\nflag-squares = a1 j2", 2, "'j2' is no square"},
    {"pawn = P", "pawn = P\nflag = K\nflag-squares = a0", 2, "'a0' is no square"},
    {"pawn = P", "pawn = P\nflag = K\nflag-squares = a1x", 2, "'a1x' is no square"},
    {"pawn = P", "pawn = P\nflag = K\nflag-squares = a1111", 2, "'a1111' is no square"},
    {"pawn = P", "pawn = P\nflag = K\nflag-squares = **", 2, "'**' is no square"},
    {"pawn = P", "pawn = P\nflag = K\nflag-squares = a", 2, "'a' is no square"},
    {"nifu = on", "  nifu = on\n  nifu = off", 1, "stands twice"},
    {"[variant]", "files = 9\n[variant]", 0, "before the first [section]"},
    {"pawn = P", "pawn = P\na-key-of-sixty-letters-which-is-more-than-any-of-ours-will-ever = x", 1,
     "key or value too long"},
    {"[rules]\n", "[rules] nifu = off\n", 0, "nor KEY = VALUE"},
    // [variant]
    {"pawn = P", "pwan = P", 0, "did you mean 'pawn'?"},
    {"[variant]\nname = kagamigi", "[variant]", 0, "[variant] lacks 'name'"},
    {"royal = K\n", "", -1, "[variant] lacks 'royal'"},
    {"name = kagamigi", "name = kaga migi", 0, "letters, digits"},
    {"name = kagamigi", "name =", 0, "a text is missing"},
    {"title = Kagamigi",
     "title = Stra\xdf"
     "e",
     0, "UTF-8 text"},
    {"title = Kagamigi", "title = Kagamigi and a very long title that does not end at all soon", 0,
     "at most 47"},
    {"files = 9", "files = 2", 0, "from 3 to 12"},
    {"files = 9", "files = 13", 0, "from 3 to 12"},
    {"files = 9", "files = nine", 0, "from 3 to 12"},
    {"ranks = 9", "ranks = 9x", 0, "from 3 to 12"},
    {"ranks = 9", "ranks = -9", 0, "from 3 to 12"},
    {"royal = K", "royal = K C", 0, "royal = K C: must be letters"},
    {"royal = K", "royal = +K", 0, "must be letters"},
    {"royal = K", "royal =", 0, "needs a royal"},
    {"royal = K", "royal = P", 0, "must stay royal"},
    {"yardstick = P", "yardstick = PP", 0, "the letter of one of the [pieces]"},
    {"yardstick = P", "yardstick = K", 0, "no value to compare"},
    {"yardstick = P", "yardstick = +P", 0, "the letter of one of the [pieces]"},
    {"pawn = P", "pawn = D", 0, "the letter of one of the [pieces]"},
    {"impasse-major = R B", "impasse-major = R,B", 0, "letters of the [pieces]"},
    {"stranded-literal = P", "stranded-literal = P +P", 0, "letters of the [pieces]"},
    {"inferred = promotion-trigger impasse", "inferred = impase", 0, "did you mean 'impasse'?"},
    {"aliases = +F:DS S:SG", "aliases = +K:DS", 0, "must be LETTER:ID"},
    {"aliases = +F:DS S:SG", "aliases = S:SilverGeneral", 0, "must be LETTER:ID"},
    {"pawn = P", "lion = P C", 0, "letters of the [pieces], + before a promoted one"},
    {"pawn = P", "pawn = P\npictures = R=rook", 1, "must be LETTER:PICTURE"},
    {"pawn = P", "pawn = P\npictures = !:rook", 1, "must name letters of the [pieces]"},
    {"pawn = P", "pawn = P\npictures = R:rook R:zebra", 1, "a piece has two pictures"},
    {"pawn = P", "lion = +K", 0, "letters of the [pieces], + before a promoted one"},
    {"pawn = P", "lion-minor = P +P", 0, "letters of the [pieces]"},
    {"pawn = P", "last-rank = P K", 0, "letters of promoting [pieces]"},
    {"pawn = P", "last-rank = P +P", 0, "letters of promoting [pieces]"},
    {"pawn = P", "last-rank = P P P P P", 0, "at most 3"},
    {"royal = K", "royal = K Q", 0, "must stay royal"},
    {"pawn = P", "pawn = P\nuneven = standart", 1, "names of [arrays]"},
    {"pawn = P", "pawn = P\nurl = javascript:alert(1)", 1, "begins with https:// or http://"},
    {"pawn = P", "pawn = P\nurl = https://a.b/<c>", 1, "begins with https:// or http://"},
    {"pawn = P", "pawn = P\nurl = https://a b", 1, "begins with https:// or http://"},
    // continued lines
    {"pawn = P", "about = a sentence \\\n  pwan = P", 0, "stands twice"},
    {"pawn = P", "paw \\\n  n = P", 0, "neither"},
    {"pawn = P", "pawn = \\\n  PP", 0, "the letter of one of the [pieces]"},
    // [rules]
    {"nifu = on", "nifo = on", 0, "did you mean 'nifu'?"},
    {"nifu = on", "nifu = yes", 0, "there are on, off"},
    {"repetition = fourfold", "repetition = forfold", 0, "did you mean 'fourfold'?"},
    {"zone = 3", "zone = 10", 0, "from 0 to 9"},
    {"zone = 3", "zone = ", 0, "from 0 to 9"},
    {"array = standard", "array = other", 0, "there are standard"},
    {"nifu = on", "nifu = on\nroyal = alive", 1, "there are mate, capture"},
    {"nifu = on", "nifu = on\nlion-kirin-exeption = on", 1, "'lion-kirin-exception'?"},
    // [arrays]
    {"/w2jsi2q/", "/w2jsi3q/", 0, "column 18: the rank before"},
    {"/w2jsi2q/", "/w2jsi2/", 0, "column 17: the rank before"},
    {"/w2jsi2q/", "/w2jsi2q/9/", 0, "number of ranks"},
    {"/w2jsi2q/", "/", 0, "number of ranks"},
    {"/w2jsi2q/", "/w2jdi2q/", 0, "column 14: no such piece"},
    {"/w2jsi2q/", "/w2j+ki2q/", 0, "no such promoted piece"},
    {"/w2jsi2q/", "/w2jsi2q+/", 0, "'+' without a piece"},
    {"/w2jsi2q/", "/w2j si2q/", 0, "the last rank"},
    {"[] w - - 0 1", " w - 1", 0, "standard: this is an SFEN; expected a FEN"},
    {"standard = z", "st/ndard = z", 0, "letters, digits"},
    {"standard = z", "a-very-long-array-name = z", 0, "at most 15"},
    // [presets]
    {"[pieces]", "[presets]\nfast = nifu=off drop=off\n[pieces]", 1, "did you mean 'drops'?"},
    {"[pieces]", "[presets]\nfast =\n[pieces]", 1, "needs RULE=VALUE"},
    {"[pieces]", "[presets]\nfast = nifu\n[pieces]", 1, "NAME=VALUE"},
    {"[pieces]", "[presets]\nfast = nifu=of?\n[pieces]", 1, "there are on, off"},
    {"[pieces]", "[presets]\nfast = royal=mate\n[pieces]", 1, "has no rule 'royal'"},
    // [pieces]
    {"K = K, King, K", "K = K, King, KX", 0, "King: 'KX': column 2"},
    {"K = K, King, K", "K = K, King, [K-N]", 0, "King: '[K-N]': column 4"},
    {"K = K, King, K", "K = K, King", 0, "must be ID, name, Betza"},
    {"K = K, King, K", "K = K, King, K, +K", 0, "must be ID, name, Betza"},
    {"K = K, King, K", "K = K, King, K, a, b, K, d", 0, "more than 6 fields"},
    {"K = K, King, K", "K = K, , K", 0, "a text is missing"},
    {"K = K, King, K", "K = K K, King, K", 0, "an ID has"},
    {"K = K, King, K", "K = Kingship, King, K", 0, "at most 7"},
    {"K = K, King, K", "k = K, King, K", 0, "one of A to Z"},
    {"K = K, King, K", "KK = K, King, K", 0, "one of A to Z"},
    {"K = K, King, K", "+K = K, King, K", 0, "one of A to Z"},
    {"B, Bishop, B, DH,", "B, Bishop, B, K,", 0, "ID 'K' belongs to the King and the Dragon Horse"},
    {"B, Bishop, B, DH,", "B, Bishop, B, B,", 0, "ID 'B' belongs to the"},
    {"B, Bishop, B, DH,", "B, Bishop, \"B\", DH,", 0, "quotes"},
};

static const char *kagamigi_text(void) {
    for (int i = 0; variant_builtins[i].name; i++)
        if (strcmp(variant_builtins[i].name, "kagamigi") == 0)
            return variant_builtins[i].text;
    fail_msg("kagamigi is not built in");
    return NULL;
}

static int line_of(const char *text, const char *place) {
    int line = 1;
    for (; text < place; text++)
        line += *text == '\n';
    return line;
}

// The place of `part` where a line begins with it, or else where it first stands.
static const char *place_of(const char *text, const char *part) {
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, part, strlen(part)) == 0)
            return line;
    }
    return strstr(text, part);
}

// The text with `to` for the `from` that stands at `place`; freed by the caller.
static char *exchanged(const char *text, const char *place, const char *from, const char *to) {
    size_t size = strlen(text) + strlen(to) + 1;
    char *changed = malloc(size);
    assert_non_null(changed);
    snprintf(changed, size, "%.*s%s%s", (int)(place - text), text, to, place + strlen(from));
    return changed;
}

static void faults_name_their_line(void **state) {
    (void)state;
    static struct variant variant;
    const char *text = kagamigi_text();
    for (int i = 0; i < ARRAY_LENGTH(faults); i++) {
        const char *place = place_of(text, faults[i].from);
        if (!place)
            fail_msg("'%s' is not in kagamigi.ini", faults[i].from);
        char *changed = exchanged(text, place, faults[i].from, faults[i].to), expected[64];
        int line = faults[i].line < 0 ? line_of(text, place_of(text, "[variant]"))
                                      : line_of(text, place) + faults[i].line;
        snprintf(expected, sizeof expected, "x.ini:%d: ", line);
        struct error error = {""};
        if (variant_parse(changed, "x.ini", &variant, &error))
            fail_msg("'%s' was read", faults[i].to);
        if (strncmp(error.text, expected, strlen(expected)) != 0 ||
            !strstr(error.text, faults[i].reason))
            fail_msg("'%s': '%s'; expected '%s' and '%s'", faults[i].to, error.text, expected,
                     faults[i].reason);
        assert_false(variant_parse(changed, "x.ini", &variant, NULL));
        free(changed);
    }
}

// What looks odd and is right.
static void accepted(void **state) {
    (void)state;
    static const char *const changes[][2] = {
        {"pawn = P\n", ""},
        {"yardstick = P\n", ""},
        {"title = Kagamigi\n", ""},
        {"stalemate = loss\n", ""},
        {"zone = 3\n", ""},
        {"nifu = on", "nifu = \\\n   on"},
        {"stranded-literal = P", "stranded-literal = P \\\n   B \\\n R"},
        {"pawn = P", "pawn = P\nuneven = standard"},
        {"stranded-literal = P\n", ""},
        {"stranded-literal = P", "stranded-literal ="},
        {"inferred = promotion-trigger impasse", "inferred ="},
        {"aliases = +F:DS S:SG", "aliases = P:!p"},
        {"royal = K", "royal = K  Q +Q"},
        {"royal = K", "royal = K +P"},
        {"nifu = on", "   nifu=on   ; as in shogi"},
        {"nifu = on", "nifu : on\r"},
        {"nifu = on", "\n\n# a comment\nnifu = on"},
        {"[pieces]", "[presets]\nquick = drops=off   nifu=off\n[pieces]"},
        {"[pieces]", "[presets]\n[pieces]"},
        {"[pieces]", "[presets]\nslow = drops=off? nifu=off\n[pieces]"},
        {"nifu = on", "nifu = on\nroyal = capture\nbare-royal = jcsa"},
        {"pawn = P", "pawn = P\nlion = Q +Q\nlion-minor = P B\nlast-rank = P W"},
        {"K = K, King, K", "K = K, King, fW[K-K]"},
        {"pawn = P", "pawn = P\nflag = K +P\nflag-squares = *9 a8 / c* -"},
        {"pawn = P", "pawn = P\nflag = K\nflag-squares = e5"},
    };
    static struct variant variant;
    const char *text = kagamigi_text();
    for (int i = 0; i < ARRAY_LENGTH(changes); i++) {
        const char *place = place_of(text, changes[i][0]);
        assert_non_null(place);
        char *changed = exchanged(text, place, changes[i][0], changes[i][1]);
        struct error error = {""};
        if (!variant_parse(changed, "x.ini", &variant, &error))
            fail_msg("%s", error.text);
        if (strstr(changes[i][1], "quick"))
            assert_string_equal(variant.presets[0].rules, "drops=off;nifu=off");
        if (strstr(changes[i][1], "slow")) {
            assert_string_equal(variant.presets[0].rules, "drops=off;nifu=off");
            assert_true(variant.presets[0].guessed[RULE_DROPS]);
            assert_false(variant.presets[0].guessed[RULE_NIFU]);
        }
        free(changed);
    }
    struct error error = {""};
    assert_false(variant_parse("", "empty.ini", &variant, &error));
    assert_string_equal(error.text, "empty.ini: [variant] lacks 'name'\n"
                                    "empty.ini: [variant] lacks 'files'\n"
                                    "empty.ini: [variant] lacks 'ranks'\n"
                                    "empty.ini: [variant] lacks 'royal'\n"
                                    "empty.ini: [arrays] lacks a start position, NAME = FEN\n"
                                    "empty.ini: [pieces] lacks pieces, LETTER = ID, name, moves\n"
                                    "`kagami show --formats` explains variant files");
    assert_false(
        variant_parse("[pieces]\n\n[variant]\nfiles = 3\nname = x\n", "x.ini", &variant, &error));
    assert_string_equal(error.text, "x.ini:3: [variant] lacks 'ranks'\n"
                                    "x.ini:3: [variant] lacks 'royal'\n"
                                    "x.ini: [arrays] lacks a start position, NAME = FEN\n"
                                    "x.ini:1: [pieces] lacks pieces, LETTER = ID, name, moves\n"
                                    "`kagami show --formats` explains variant files");
}

// The shortest file: everything else is as rules.def and `kagami show --formats` say.
static const char shortest[] = "[variant]\nname = tiny\nfiles = 4\nranks = 7\nroyal = K\n"
                               "[arrays]\nstart = kr2/4/4/4/4/4/2RK\n"
                               "[pieces]\nK = K, King, K\nR = R, Rook, R, +R, Dragon, RF\n";

static void defaults(void **state) {
    (void)state;
    static struct variant variant, other;
    struct error error = {""};
    char text[RULES_TEXT];
    assert_true(variant_parse(shortest, "tiny.ini", &variant, &error));
    assert_string_equal(variant.title, "tiny");
    assert_string_equal(variant.about, "");
    assert_string_equal(variant.author, "");
    assert_int_equal(variant.yardstick, type_of_letter('R'));
    assert_int_equal(variant.rules.value[RULE_ZONE], 2);
    for (int i = 0; i < RULES; i++) {
        bool of_pawns = i == RULE_NIFU || i == RULE_PAWN_DROP_MATE; // it has none
        assert_int_equal(variant.has_rule[i], rule_is_needed((enum rule)i) && !of_pawns);
        if (i != RULE_ZONE)
            assert_int_equal(variant.rules.value[i], 0);
    }
    // They are the rules of shogi.
    assert_true(variant_load("shogi", &other, &error));
    for (int i = 0; i < RULES; i++)
        if (i != RULE_ZONE)
            assert_int_equal(variant.rules.value[i], other.rules.value[i]);
    assert_int_equal(rule_default(RULE_ZONE, &other), other.rules.value[RULE_ZONE]);
    assert_string_equal(rules_text(&variant.rules, &variant, text), "");
    // The pawn is the yardstick, where there is one.
    char longer[sizeof shortest + 64];
    snprintf(longer, sizeof longer, "%s%s", shortest, "P = P, Pawn, fW\n[variant]\npawn = P\n");
    assert_true(variant_parse(longer, "tiny.ini", &variant, &error));
    assert_int_equal(variant.yardstick, type_of_letter('P'));
    assert_false(variant_parse("[variant]\nname = x\nfiles = 3\nranks = 3\nroyal = K\n[arrays]\n"
                               "a = k2/3/2K\n[pieces]\nK = K, King, K\n",
                               "x.ini", &variant, &error));
    assert_string_equal(error.text, "x.ini:5: a game needs a piece that is not royal");
}

// A value may go on for several lines; a blank before the backslash stays one.
static void continued_lines(void **state) {
    (void)state;
    static struct variant variant;
    struct error error = {""};
    char text[4096], fen[FEN_TEXT] = "";
    for (int i = 0; i < 7; i++)
        strcat(fen, i ? "/+r+r+r+r\\\n  " : "+r+r+r+r");
    snprintf(text, sizeof text,
             "%s[variant]\nabout = one \\\n  two\\\n\tthree ; a remark\n[arrays]\n"
             "long = %s[RRRR] \\\n w\n",
             shortest, fen);
    if (!variant_parse(text, "tiny.ini", &variant, &error))
        fail_msg("%s", error.text);
    assert_string_equal(variant.about, "one twothree");
    assert_string_equal(variant.arrays[1].fen,
                        "+r+r+r+r/+r+r+r+r/+r+r+r+r/+r+r+r+r/+r+r+r+r/+r+r+r+r/+r+r+r+r[RRRR] w");
    assert_false(variant_parse("\\\nname = x", "x.ini", &variant, &error));
}

// Cut off anywhere, the file is refused or read, never crashes; sections come in any order.
static void torn_files(void **state) {
    (void)state;
    static struct variant variant;
    const char *text = kagamigi_text();
    size_t length = strlen(text);
    char *torn = malloc(length + 1);
    assert_non_null(torn);
    int refused = 0;
    for (size_t cut = 0; cut < length; cut += 7) {
        memcpy(torn, text, cut);
        torn[cut] = 0;
        struct error error = {""};
        if (!variant_parse(torn, "torn.ini", &variant, &error)) {
            refused++;
            assert_int_equal(strncmp(error.text, "torn.ini:", 9), 0);
        }
    }
    assert_true(refused > (int)length / 7 - 20);
    free(torn);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_names_list_what_there_is),
        cmocka_unit_test(faults_name_their_line),
        cmocka_unit_test(accepted),
        cmocka_unit_test(defaults),
        cmocka_unit_test(continued_lines),
        cmocka_unit_test(torn_files),
    };
    return cmocka_run_group_tests_name("variant files", tests, NULL, NULL);
}
