// SPDX-License-Identifier: GPL-3.0-or-later
// What export-fairy writes says the same about every piece as the variant does: read back by our
// own Betza, which its longhand is a part of.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "notation.h"

static struct tables *load(const char *text, const char *name) {
    struct tables *tables = malloc(sizeof *tables);
    struct variant variant;
    struct error error = {""};
    assert_non_null(tables);
    if (!(text ? variant_parse(text, "text", &variant, &error)
               : variant_load(name, &variant, &error)))
        fail_msg("%s", error.text);
    if (!tables_build(tables, &variant, &variant.rules, &error))
        fail_msg("%s", error.text);
    return tables;
}

static const struct {
    const char *name, *betza;
} builtin[] = {{"king", "K"},         {"shogiPawn", "fW"}, {"lance", "fR"}, {"shogiKnight", "ffN"},
               {"silver", "FfW"},     {"gold", "WfF"},     {"bishop", "B"}, {"rook", "R"},
               {"dragonHorse", "BW"}, {"bers", "RF"},      {"knight", "N"}, {"queen", "Q"},
               {"commoner", "K"},     {"wazir", "W"},      {"fers", "F"},   {"alfil", "A"},
               {"soldier", "fsW"},    {"fersAlfil", "FA"}};

// The Betza of the piece that the section gives this letter.
static void find(const char *section, char letter, char betza[256]) {
    char copy[8192], *rest = copy;
    snprintf(copy, sizeof copy, "%s", section);
    for (char *line; (line = strtok_r(rest, "\n", &rest));) {
        char *equals = strstr(line, " = ");
        if (!equals || equals[3] != letter || (equals[4] && equals[4] != ':'))
            continue;
        if (equals[4]) {
            snprintf(betza, 256, "%s", equals + 5);
            return;
        }
        *equals = '\0';
        for (size_t i = 0; i < sizeof builtin / sizeof builtin[0]; i++)
            if (strcmp(builtin[i].name, line) == 0) {
                snprintf(betza, 256, "%s", builtin[i].betza);
                return;
            }
        fail_msg("%s", line);
    }
    fail_msg("no piece '%c' in %s", letter, section);
}

static char promoted_letter(const char *section, char letter) {
    const char *at = strstr(section, "\npromotedPieceType = ");
    assert_non_null(at);
    char wanted[] = {' ', letter, ':', '\0'};
    const char *found = strstr(at, wanted);
    assert_true(found && found < strchr(at + 1, '\n'));
    return found[3];
}

// An unlimited slide and one that always reaches the rim are the same.
static void assert_moves_alike(const struct variant *variant, Type type, const char *betza) {
    struct movement written, meant = variant->piece[type].movement;
    struct error error = {""};
    if (!betza_parse(betza, &written, &error))
        fail_msg("%s: %s", betza, error.text);
    int far = (variant->files > variant->ranks ? variant->files : variant->ranks) - 1;
    for (int d = 0; d < DIRECTIONS; d++) {
        if (meant.move_range[d] > 1 && meant.move_range[d] >= far)
            meant.move_range[d] = RANGE_UNLIMITED;
        if (meant.capture_range[d] > 1 && meant.capture_range[d] >= far)
            meant.capture_range[d] = RANGE_UNLIMITED;
    }
    if (memcmp(&written, &meant, sizeof meant) != 0)
        fail_msg("%s: %s is written as %s", variant->piece[type].name, variant->piece[type].betza,
                 betza);
}

static void check_pieces(const struct tables *tables) {
    struct error error = {""};
    bool odd;
    char *section = fairy_export(tables, "x", &odd, &error), betza[256];
    if (!section)
        fail_msg("%s", error.text);
    const struct variant *variant = &tables->variant;
    for (int i = 0; i < variant->base_count; i++) {
        Type base = variant->bases[i];
        char letter = type_letter(base) | 32;
        find(section, letter, betza);
        assert_moves_alike(variant, base, betza);
        if (!variant->promotes[base])
            continue;
        char other = promoted_letter(section, letter);
        find(section, other, betza);
        assert_moves_alike(variant, base | TYPE_PROMOTED, betza);
        assert_true(odd || other != '!');
    }
    free(section);
}

static void pieces_move_as_they_should(void **state) {
    (void)state;
    static const char *const names[] = {"kagamigi", "shogi", "minishogi"};
    for (int i = 0; i < 3; i++) {
        struct tables *tables = load(NULL, names[i]);
        check_pieces(tables);
        free(tables);
    }
}

static void write_game(const char *betza, char *text, size_t size) {
    snprintf(text, size,
             "[variant]\nname = odd\ntitle = Odd\nabout = Odd.\nfiles = 7\nranks = 6\n"
             "royal = K\nyardstick = P\npawn = P\nimpasse-major = X\n"
             "[rules]\npromotion-trigger = touch\nstranded = allow\nnifu = on\n"
             "pawn-drop-mate = legal\nrepetition = fourfold\nstalemate = loss\n"
             "impasse = off\ndrops = on\narray = a\nzone = 1\n"
             "[arrays]\na = 3k3/x6/p6/P6/X6/3K3[] w - - 0 1\n"
             "[pieces]\nK = K, King, FfbW\nP = P, Pawn, fW, +P, Tokin, WfF\n"
             "X = X, Odd, %s, +X, Odder, W\n",
             betza);
}

// Everything that Betza has here: modalities, lame leaps, oblique ones, ranges, a royal of its own.
static void odd_pieces_too(void **state) {
    (void)state;
    static const char *const betzas[] = {
        "mWcF", "mfW2cfF", "nNmnD",  "cnAfW", "ffbbN", "rfNlbNflN", "vDsA",  "B4sW2", "W4",
        "fhQ",  "rhQ",     "mQ2cK3", "R3F2",  "nDnA",  "mNcD",      "frblB", "NN",    "mRcpR",
        "gQ",   "RpR",     "fC",     "ZvH",   "nZ",    "N3",        "frG",   "mNNcN"};
    for (size_t i = 0; i < sizeof betzas / sizeof betzas[0]; i++) {
        char text[2048];
        write_game(betzas[i], text, sizeof text);
        struct tables *tables = load(text, NULL);
        check_pieces(tables);
        free(tables);
    }
}

// Where a piece jumps it is not lame: there the later word would stand alone.
static void jumps_are_not_lame(void **state) {
    (void)state;
    char text[2048];
    struct error error = {""};
    bool odd;
    write_game("DnDnA", text, sizeof text);
    struct tables *tables = load(text, NULL);
    char *section = fairy_export(tables, "odd", &odd, &error);
    assert_non_null(strstr(section, "nfrA"));
    assert_null(strstr(section, "nfD"));
    free(section);
    free(tables);
}

// What Fairy-Stockfish does not play is refused, not left out.
static void others_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *betza, *what;
    } cases[] = {
        {"t[FR]", "moves that bend"},
        {"RasR", "moves that bend"},
        {"jR", "slides that skip"},
        {"inC", "lame leaps but"},
        {"DD", "riders but"},
        {"nNN", "lame leaps but"},
        {"pNN", "hops but along"},
        {"nC", "lame leaps but"},
        {"KNADcaKmcabK", "no lion power"},
        {"cCC", "riders but"},
        {"W2pR", "slides and hops that differ"},
        {"RfpR", "slides and hops that differ"},
        {"pB3", "hops of a limited range"},
        {"mfWcF", "bars the Odd"}, // on the last rank
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[2048];
        struct error error = {""};
        bool odd;
        write_game(cases[i].betza, text, sizeof text);
        memcpy(strstr(text, "stranded = allow"), "stranded=barred ", 16);
        struct tables *tables = load(text, NULL);
        assert_null(fairy_export(tables, "x", &odd, &error));
        if (!strstr(error.text, cases[i].what) || !strstr(error.text, "Odd"))
            fail_msg("%s: %s", cases[i].betza, error.text);
        free(tables);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_move_as_they_should),
        cmocka_unit_test(odd_pieces_too),
        cmocka_unit_test(jumps_are_not_lame),
        cmocka_unit_test(others_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
