// SPDX-License-Identifier: GPL-3.0-or-later
// The variants that come along: every piece against its hand-written moves, rules, presets, every
// start position.
#include "describe.h"

#include <stdlib.h>

#include "notation.h"

static void load(const char *name, struct variant *variant) {
    struct error error = {""};
    if (!variant_load(name, variant, &error))
        fail_msg("%s", error.text);
}

struct piece_moves {
    char token[3]; // letter, + before it when promoted
    const char *id, *name, *moves;
};

#define STEP8 "F1 FR1 R1 BR1 B1 BL1 L1 FL1"
#define ORTHOGONAL "F* R* B* L*"
#define DIAGONAL "FR* BR* BL* FL*"
#define GOLD "F1 R1 B1 L1 FL1 FR1"
#define SILVER "F1 FL1 FR1 BL1 BR1"
#define JUMP_ORTHOGONAL "(0,2) (0,-2) (2,0) (-2,0)"
#define JUMP_DIAGONAL "(2,2) (-2,2) (2,-2) (-2,-2)"

// The 27 pieces of Kagamigi, which Chu Kagamigi has as well.
#define KAGAMIGI_PIECES                                                                            \
    {"K", "K", "King", STEP8}, {"A", "LC", "Left Chariot", "F* FL* BR* B1"},                       \
        {"Z", "RC", "Right Chariot", "F* FR* BL* B1"}, {"B", "B", "Bishop", DIAGONAL},             \
        {"+B", "DH", "Dragon Horse", DIAGONAL " F1 R1 B1 L1"}, {"R", "R", "Rook", ORTHOGONAL},     \
        {"+R", "DK", "Dragon King", ORTHOGONAL " FL1 FR1 BL1 BR1"},                                \
        {"X", "PH", "Phoenix", "F1 R1 B1 L1 " JUMP_DIAGONAL},                                      \
        {"+X", "GD", "Great Dove", DIAGONAL " F3 R3 B3 L3"},                                       \
        {"O", "KR", "Kirin", "FL1 FR1 BL1 BR1 " JUMP_ORTHOGONAL},                                  \
        {"+O", "CS", "Center Standard", ORTHOGONAL " FL3 FR3 BL3 BR3"},                            \
        {"E", "BG", "Blue Gecko", "FR4 B2 L2 F1 FL1 BR1"},                                         \
        {"+E", "DT", "Divine Turtle", "FR* BR* BL* F1 R1 B1 L1 FL1"},                              \
        {"F", "PF", "Purple Finch", "FL4 B2 R2 F1 FR1 BL1"},                                       \
        {"+F", "+PF", "Divine Sparrow", "FL* BL* BR* F1 R1 B1 L1 FR1"},                            \
        {"S", "S", "Silver General", SILVER},                                                      \
        {"+S", "+S", "Silver Pashtun", SILVER " " JUMP_DIAGONAL " (0,2)"},                         \
        {"I", "LG", "Left General", "F1 FR1 R1 BR1 B1 BL1 FL1"},                                   \
        {"+I", "LA", "Left Army", "R* FR* BR* F1 B1 L1 FL1 BL1"},                                  \
        {"J", "RG", "Right General", "F1 FL1 L1 BL1 B1 BR1 FR1"},                                  \
        {"+J", "RA", "Right Army", "L* FL* BL* F1 B1 R1 FR1 BR1"},                                 \
        {"Q", "LQ", "Left Quail", "F* BR* BL1"}, {"+Q", "LT", "Left Tiger", "R* FR* BR* FL1 BL1"}, \
        {"W", "RQ", "Right Quail", "F* BL* BR1"},                                                  \
        {"+W", "RT", "Right Tiger", "L* FL* BL* FR1 BR1"}, {"P", "P", "Pawn", "F1"}, {             \
        "+P", "+P", "Tokin", GOLD                                                                  \
    }

static const struct piece_moves kagamigi[] = {KAGAMIGI_PIECES, {"", NULL, NULL, NULL}};

static const struct piece_moves chu_kagamigi[] = {
    KAGAMIGI_PIECES,
    {"C", "BC", "Burning Chariot", "F* B* FL* FR* L1 R1"},
    {"V", "DV", "Deva", "L1 FL1 FR1 BR1"},
    {"+V", "SW", "Side Wolf", "L* R* FL1 BR1"},
    {"D", "DS", "Dark Spirit", "R1 FL1 FR1 BL1"},
    {"+D", "SO", "Side Ox", "L* R* FR1 BL1"},
    {"G", "G", "Gold General", GOLD},
    {"+G", "+G", "Gold Pashtun", GOLD " " JUMP_ORTHOGONAL " (2,2) (-2,2)"},
    {"T", "LD", "Left Dog", "F* BR* B1"},
    {"+T", "+LD", "Left Dragon", "R* FR* BR* L2"},
    {"U", "RD", "Right Dog", "F* BL* B1"},
    {"+U", "+RD", "Right Dragon", "L* FL* BL* R2"},
    {"N", "N", "Knight", "(1,2) (-1,2)"},
    {"+N", "HF", "Heavenly Fortress", DIAGONAL " L* R*"},
    {"H", "FH", "Flying Horse", "FL2 FR2 F1 R1 B1 L1"},
    {"+H", "MW", "Mountain Witch", DIAGONAL " B* F1"},
    {"Y", "Y", "Yaksha", "L4 R4 B1 FL1 FR1"},
    {"+Y", "SB", "Side Boar", "L* R* F1 B1 FL1 FR1 BL1 BR1"},
    {"L", "L", "Lance", "F*"},
    {"+L", "PO", "Plodding Ox", "F* B* FL1 FR1 BL1 BR1"},
    {"", NULL, NULL, NULL},
};

static const struct piece_moves chu_seireigi[] = {
    {"K", "K", "King", STEP8},
    {"Q", "Q", "Queen", ORTHOGONAL " " DIAGONAL},
    {"I", "I", "Lion Hawk",
     DIAGONAL " " JUMP_ORTHOGONAL " " JUMP_DIAGONAL
              " (1,2) (-1,2) (2,1) (-2,1) (2,-1) (-2,-1) (1,-2) (-1,-2)"},
    {"R", "R", "Rook", ORTHOGONAL},
    {"+R", "+R", "Dragon King", ORTHOGONAL " FL1 FR1 BL1 BR1"},
    {"B", "B", "Bishop", DIAGONAL},
    {"+B", "+B", "Dragon Horse", DIAGONAL " F1 R1 B1 L1"},
    {"X", "X", "Phoenix", "F1 R1 B1 L1 " JUMP_DIAGONAL},
    {"+X", "+X", "Rook", ORTHOGONAL},
    {"O", "O", "Kirin", "FL1 FR1 BL1 BR1 " JUMP_ORTHOGONAL},
    {"+O", "+O", "Bishop", DIAGONAL},
    {"E", "E", "Great Elephant", "FL* FR* F1 L1 R1 BL1 BR1"},
    {"+E", "+E", "Teaching King", "F* B* FL* FR* L1 R1 BL1 BR1"},
    {"W", "W", "Running Wolf", "F* B* L1 R1 FL1 FR1"},
    {"+W", "+W", "Free Boar", DIAGONAL " L* R*"},
    {"D", "D", "Great Leopard", "L* R* B1 FL1 FR1"},
    {"+D", "+D", "Flying Ox", DIAGONAL " F* B*"},
    {"U", "U", "Strong Bear", "F1 L1 R1 FL1 FR1 BL1 BR1"},
    {"+U", "+U", "Whale", "B* FL* FR* F1 BL1 BR1 (2,-1) (-2,-1)"},
    {"G", "G", "Gold General", GOLD},
    {"+G", "+G", "Great Elephant", "FL* FR* F1 L1 R1 BL1 BR1"},
    {"S", "S", "Silver General", SILVER},
    {"+S", "+S", "Running Wolf", "F* B* L1 R1 FL1 FR1"},
    {"C", "C", "Copper General", "F1 B1 FL1 FR1"},
    {"+C", "+C", "Great Leopard", "L* R* B1 FL1 FR1"},
    {"T", "T", "Running Rabbit", "F* FL* FR*"},
    {"+T", "+T", "Prancing Stag", "L* R* FL* FR* F1 B1"},
    {"A", "A", "Ram's-Head Soldier", "FL* FR*"},
    {"+A", "+A", "Treacherous Fox", "F* B* L1 R1 (1,2) (-1,2) (1,-2) (-1,-2)"},
    {"L", "L", "Lance", "F*"},
    {"+L", "+L", "Free Tiger", "L* R* F1 B1 (2,1) (2,-1) (-2,1) (-2,-1)"},
    {"N", "N", "Knight", "(1,2) (-1,2)"},
    {"+N", "+N", "Heavenly Horse", "F1 FL1 FR1 BL1 BR1 (0,2) (2,2) (-2,2) (1,-2) (-1,-2)"},
    {"Y", "Y", "Flying Swallow", "(0,2) (2,2) (-2,2)"},
    {"+Y", "+Y", "Golden Bird",
     "F1 B1 FL1 FR1 (1,2) (-1,2) (2,1) (-2,1) (2,0) (-2,0) (0,-2) (2,-2) (-2,-2)"},
    {"P", "P", "Pawn", "F1"},
    {"+P", "+P", "Tokin", GOLD},
    {"", NULL, NULL, NULL},
};

static const struct piece_moves shogi[] = {
    {"K", "K", "King", STEP8},
    {"R", "R", "Rook", ORTHOGONAL},
    {"+R", "+R", "Dragon King", ORTHOGONAL " FL1 FR1 BL1 BR1"},
    {"B", "B", "Bishop", DIAGONAL},
    {"+B", "+B", "Dragon Horse", DIAGONAL " F1 R1 B1 L1"},
    {"G", "G", "Gold General", GOLD},
    {"S", "S", "Silver General", SILVER},
    {"+S", "+S", "Promoted Silver", GOLD},
    {"P", "P", "Pawn", "F1"},
    {"+P", "+P", "Tokin", GOLD},
    {"N", "N", "Knight", "(1,2) (-1,2)"},
    {"+N", "+N", "Promoted Knight", GOLD},
    {"L", "L", "Lance", "F*"},
    {"+L", "+L", "Promoted Lance", GOLD},
    {"", NULL, NULL, NULL},
};

#define LION                                                                                       \
    STEP8 " " JUMP_ORTHOGONAL " " JUMP_DIAGONAL                                                    \
          " (1,2) (-1,2) (2,1) (-2,1) (2,-1) (-2,-1) (1,-2) (-1,-2) */*"

static const struct piece_moves chu_shogi[] = {
    {"K", "K", "King", STEP8},
    {"Q", "Q", "Free King", ORTHOGONAL " " DIAGONAL},
    {"N", "N", "Lion", LION},
    {"D", "D", "Dragon King", ORTHOGONAL " FL1 FR1 BL1 BR1"},
    {"+D", "SE", "Soaring Eagle",
     ORTHOGONAL " BL* BR* FL1 FR1 (-2,2) (2,2) FL/FL FL/BR FR/FR FR/BL"},
    {"H", "H", "Dragon Horse", DIAGONAL " F1 R1 B1 L1"},
    {"+H", "HF", "Horned Falcon", DIAGONAL " R* B* L* F1 (0,2) F/F F/B"},
    {"R", "R", "Rook", ORTHOGONAL},
    {"+R", "+R", "Dragon King", ORTHOGONAL " FL1 FR1 BL1 BR1"},
    {"B", "B", "Bishop", DIAGONAL},
    {"+B", "+B", "Dragon Horse", DIAGONAL " F1 R1 B1 L1"},
    {"O", "O", "Kirin", "FL1 FR1 BL1 BR1 " JUMP_ORTHOGONAL},
    {"+O", "+O", "Lion", LION},
    {"X", "X", "Phoenix", "F1 R1 B1 L1 " JUMP_DIAGONAL},
    {"+X", "+X", "Free King", ORTHOGONAL " " DIAGONAL},
    {"E", "E", "Drunk Elephant", "F1 FR1 R1 BR1 BL1 L1 FL1"},
    {"+E", "CP", "Prince", STEP8},
    {"T", "T", "Blind Tiger", "FR1 R1 BR1 B1 BL1 L1 FL1"},
    {"+T", "FS", "Flying Stag", "F* B* FR1 R1 BR1 BL1 L1 FL1"},
    {"F", "F", "Ferocious Leopard", "F1 FR1 BR1 B1 BL1 FL1"},
    {"+F", "+F", "Bishop", DIAGONAL},
    {"G", "G", "Gold General", GOLD},
    {"+G", "+G", "Rook", ORTHOGONAL},
    {"S", "S", "Silver General", SILVER},
    {"+S", "+S", "Vertical Mover", "F* B* L1 R1"},
    {"C", "C", "Copper General", "F1 FL1 FR1 B1"},
    {"+C", "+C", "Side Mover", "L* R* F1 B1"},
    {"V", "V", "Vertical Mover", "F* B* L1 R1"},
    {"+V", "FO", "Flying Ox", DIAGONAL " F* B*"},
    {"M", "M", "Side Mover", "L* R* F1 B1"},
    {"+M", "FB", "Free Boar", DIAGONAL " L* R*"},
    {"A", "A", "Reverse Chariot", "F* B*"},
    {"+A", "W", "Whale", "F* B* BL* BR*"},
    {"L", "L", "Lance", "F*"},
    {"+L", "WH", "White Horse", "F* B* FL* FR*"},
    {"I", "I", "Go-Between", "F1 B1"},
    {"+I", "+I", "Drunk Elephant", "F1 FR1 R1 BR1 BL1 L1 FL1"},
    {"P", "P", "Pawn", "F1"},
    {"+P", "+P", "Gold General", GOLD},
    {"", NULL, NULL, NULL},
};

static const struct {
    const char *name;
    const struct piece_moves *pieces;
    int first, count; // part of `pieces`
    int kinds, files, ranks, zone, arrays;
    const char *pawn_like; // stranded-literal
    const char *royals;
} games[] = {
    {"kagamigi", kagamigi, 0, 27, 15, 9, 9, 3, 1, "P", "K"},
    {"chu-kagamigi", chu_kagamigi, 0, 46, 25, 12, 12, 4, 3, "LP", "K"},
    {"chu-seireigi", chu_seireigi, 0, 37, 20, 12, 12, 4, 1, "ALNPTY", "K"},
    {"shogi", shogi, 0, 14, 8, 9, 9, 3, 1, "LNP", "K"},
    {"minishogi", shogi, 0, 10, 6, 5, 5, 1, 1, "P", "K"},
    {"chu-shogi", chu_shogi, 0, 39, 21, 12, 12, 4, 1, "", "K +E"},
};
enum { DROP_GAMES = 5 }; // the first ones

static Type type_of_token(const char *token) {
    bool promoted = *token == '+';
    return type_of_letter(token[promoted]) | (promoted ? TYPE_PROMOTED : 0);
}

static void every_piece_moves_as_the_rule_pages_say(void **state) {
    (void)state;
    static struct variant variant;
    for (int game = 0; game < ARRAY_LENGTH(games); game++) {
        load(games[game].name, &variant);
        int forms = 0, kinds = 0;
        for (Type base = 1; base < BASE_TYPES; base++) {
            kinds += variant.exists[base];
            forms += variant.exists[base] + variant.promotes[base];
        }
        assert_int_equal(kinds, games[game].kinds);
        assert_int_equal(variant.base_count, kinds);
        assert_int_equal(forms, games[game].count); // none is left out below
        for (int i = 0; i < games[game].count; i++) {
            const struct piece_moves *expected = &games[game].pieces[i];
            const struct piece *piece = &variant.piece[type_of_token(expected->token)];
            struct movement movement = describe(expected->moves);
            assert_string_equal(piece->id, expected->id);
            assert_string_equal(piece->name, expected->name);
            assert_same_movement(piece->name, &piece->movement, &movement);
            bool royal = false;
            char royals[16], *rest = royals;
            strcpy(royals, games[game].royals);
            for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
                royal |= strcmp(expected->token, word) == 0;
            assert_int_equal(piece->royal, royal);
        }
    }
}

static void boards_and_defaults(void **state) {
    (void)state;
    static struct variant variant;
    for (int game = 0; game < DROP_GAMES; game++) {
        load(games[game].name, &variant);
        assert_string_equal(variant.name, games[game].name);
        assert_int_equal(variant.files, games[game].files);
        assert_int_equal(variant.ranks, games[game].ranks);
        assert_int_equal(variant.array_count, games[game].arrays);
        for (int i = 0; i < RULES; i++)
            if (i == RULE_ZONE)
                assert_int_equal(variant.rules.value[i], games[game].zone);
            else // the first value of every rule is the drop games' default
                assert_int_equal(variant.rules.value[i], 0);
        assert_int_equal(variant.pawn, type_of_letter('P'));
        assert_int_equal(variant.yardstick, type_of_letter('P'));
        for (Type base = 1; base < BASE_TYPES; base++) {
            bool literal = base <= 26 && strchr(games[game].pawn_like, type_letter(base)) != NULL;
            assert_int_equal(variant.stranded_literal[base], literal);
            assert_int_equal(variant.impasse_major[base],
                             base == type_of_letter('R') || base == type_of_letter('B'));
        }
    }
    load("chu-kagamigi", &variant);
    assert_true(variant.inferred[RULE_ARRAY] && variant.inferred[RULE_IMPASSE]);
    assert_false(variant.inferred[RULE_NIFU]);
    load("kagamigi", &variant);
    assert_false(variant.inferred[RULE_ARRAY]);
}

// Chu Shogi: what the drop games leave at the first value, and its presets.
static void chu_shogi_rules(void **state) {
    (void)state;
    static const struct {
        const char *rule, *value;
    } rules[] = {
        {"promotion-trigger", "enter-or-capture"},
        {"last-rank-promotion", "pawn+lance"},
        {"stranded", "allow"},
        {"nifu", "off"},
        {"pawn-drop-mate", "legal"},
        {"repetition", "chu-lishogi"},
        {"stalemate", "loss"},
        {"impasse", "off"},
        {"drops", "off"},
        {"royal", "capture"},
        {"bare-royal", "lishogi"},
        {"lion-counterstrike", "edo"},
        {"lion-kirin-exception", "on"},
        {"lion-midpoint-protection", "on"},
        {"lion-captures-lion-counterstrike", "off"},
        {"lion-protection", "plain"},
    };
    static struct variant variant;
    load("chu-shogi", &variant);
    int has = 0;
    for (int i = 0; i < RULES; i++)
        has += variant.has_rule[i];
    assert_int_equal(ARRAY_LENGTH(rules), has - 2); // array and zone
    for (int i = 0; i < ARRAY_LENGTH(rules); i++) {
        enum rule rule = rule_find(rules[i].rule);
        assert_true(rule < RULES);
        assert_string_equal(rule_value_name(rule, variant.rules.value[rule]), rules[i].value);
    }
    assert_int_equal(variant.rules.value[RULE_ZONE], 4);
    for (Type type = 1; type < TYPES; type++) {
        bool lion = type == type_of_letter('N') || type == (type_of_letter('O') | TYPE_PROMOTED);
        assert_int_equal(variant.lion[type], lion);
    }
    for (Type base = 1; base < BASE_TYPES; base++)
        assert_int_equal(variant.lion_minor[base],
                         base == type_of_letter('P') || base == type_of_letter('I'));
    assert_int_equal(variant.last_rank_count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(variant.last_rank[i], type_of_letter("PLI"[i]));
}

// The named rule sets as documents have them: each rule that differs from the default, and which of
// them are our guess.
static void chu_shogi_presets(void **state) {
    (void)state;
#define OKAZAKI_LIONS                                                                              \
    "lion-counterstrike=okazaki;lion-kirin-exception=off;lion-captures-lion-counterstrike=on"
    static const struct {
        const char *name, *rules, *guessed;
    } presets[] = {
        {"lishogi", "", ""},
        {"wikipedia", "repetition=forbidden;bare-royal=plain;lion-kirin-exception=always",
         "repetition lion-midpoint-protection "},
        {"jcsa", "last-rank-promotion=pawn;royal=mate;bare-royal=jcsa;" OKAZAKI_LIONS,
         "repetition "},
        {"cvp",
         "last-rank-promotion=pawn;repetition=forbidden;bare-royal=off;"
         "lion-midpoint-protection=off",
         ""},
        {"edo", "last-rank-promotion=pawn;repetition=forbidden;bare-royal=off",
         "last-rank-promotion repetition royal bare-royal lion-midpoint-protection "},
        {"okazaki", "last-rank-promotion=pawn+gobetween;royal=mate;bare-royal=jcsa;" OKAZAKI_LIONS,
         "repetition "},
        {"msm",
         "promotion-trigger=regain;last-rank-promotion=pawn;repetition=forbidden;bare-royal=off;"
         "lion-midpoint-protection=off",
         "last-rank-promotion repetition bare-royal lion-midpoint-protection "},
        {"hachu",
         "last-rank-promotion=none;repetition=forbidden;bare-royal=off;lion-kirin-exception=off;"
         "lion-midpoint-protection=off",
         ""},
    };
#undef OKAZAKI_LIONS
    static struct variant variant;
    load("chu-shogi", &variant);
    assert_int_equal(variant.preset_count, ARRAY_LENGTH(presets));
    for (int i = 0; i < ARRAY_LENGTH(presets); i++) {
        const struct preset *preset = &variant.presets[i];
        struct rules rules = variant.rules;
        struct error error = {""};
        char text[RULES_TEXT], guessed[RULES_TEXT] = "";
        assert_string_equal(preset->name, presets[i].name);
        if (!rules_parse(&rules, &variant, preset->rules, &error))
            fail_msg("%s: %s", preset->name, error.text);
        assert_string_equal(rules_text(&rules, &variant, text), presets[i].rules);
        for (int rule = 0; rule < RULES; rule++)
            if (preset->guessed[rule]) {
                strcat(guessed, rule_name((enum rule)rule));
                strcat(guessed, " ");
            }
        assert_string_equal(guessed, presets[i].guessed);
    }
}

// Every array is a position, looks the same from both sides, and has the pieces that the pages
// count.
static void every_array_is_a_position(void **state) {
    (void)state;
    static const struct {
        const char *name;
        int pieces; // a side
    } counts[] = {{"kagamigi", 23}, {"chu-kagamigi", 42}, {"chu-seireigi", 40},
                  {"shogi", 20},    {"minishogi", 6},     {"chu-shogi", 46}};
    static struct variant variant;
    static struct tables tables;
    for (int game = 0; game < ARRAY_LENGTH(counts); game++) {
        load(counts[game].name, &variant);
        for (int array = 0; array < variant.array_count; array++) {
            struct rules rules = variant.rules;
            rules.value[RULE_ARRAY] = array;
            struct error error = {""};
            struct position position;
            if (!tables_build(&tables, &variant, &rules, &error) ||
                !fen_parse(variant_start_fen(&variant, &rules), &tables, &position, &error))
                fail_msg("%s %d: %s", counts[game].name, array, error.text);
            int pieces = 0;
            for (int file = 0; file < variant.files; file++)
                for (int rank = 0; rank < variant.ranks; rank++) {
                    Piece piece = position.board[square_at(file, rank)];
                    Piece other =
                        position
                            .board[square_at(variant.files - 1 - file, variant.ranks - 1 - rank)];
                    assert_int_equal(piece_type(piece), piece_type(other));
                    if (piece != PIECE_EMPTY)
                        assert_int_equal(piece_side(piece), 1 - piece_side(other));
                    pieces += piece_of(piece, FIRST);
                }
            assert_int_equal(pieces, counts[game].pieces);
        }
    }
}

static void mirror_pairs(void **state) {
    (void)state;
    static const struct {
        const char *name, *pairs;
    } cases[] = {{"kagamigi", "AZ EF IJ QW "},
                 {"chu-kagamigi", "AZ DV EF IJ QW TU "},
                 {"chu-seireigi", ""},
                 {"shogi", ""},
                 {"minishogi", ""},
                 {"chu-shogi", ""}};
    static struct variant variant;
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        load(cases[i].name, &variant);
        Type pairs[13][2];
        char text[64] = "";
        int count = variant_mirror_pairs(&variant, pairs, ARRAY_LENGTH(pairs));
        for (int pair = 0; pair < count; pair++) {
            char word[4] = {type_letter(pairs[pair][0]), type_letter(pairs[pair][1]), ' ', 0};
            strcat(text, word);
        }
        assert_string_equal(text, cases[i].pairs);
    }
    load("kagamigi", &variant);
    Type pairs[2][2];
    assert_int_equal(variant_mirror_pairs(&variant, pairs, 2), 2);
    assert_int_equal(variant_mirror_pairs(&variant, pairs, 0), 0);
}

static void pieces_are_found_by_letter_id_and_name(void **state) {
    (void)state;
    static const struct {
        const char *text, *token; // NULL: no such piece
    } cases[] = {{"B", "B"},
                 {"b", "B"},
                 {"+B", "+B"},
                 {"DH", "+B"},
                 {"Dragon Horse", "+B"},
                 {"dragon horse", "+B"},
                 {"LC", "A"},
                 {"A", "A"},
                 {"Left Chariot", "A"},
                 {"+PF", "+F"},
                 {"+S", "+S"},
                 {"S", "S"},
                 {"C", NULL},
                 {"+K", NULL},
                 {"+", NULL},
                 {"", NULL},
                 {"lc", NULL},
                 {"Left", NULL},
                 {"+LC", NULL}};
    static struct variant variant;
    load("kagamigi", &variant);
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct error error = {""};
        Type type = variant_find_piece(&variant, cases[i].text, &error);
        assert_int_equal(type, cases[i].token ? type_of_token(cases[i].token) : 0);
        if (!type)
            assert_non_null(strstr(error.text, "there are K, LC, RC, B"));
    }
    struct error error;
    variant_find_piece(&variant, "Left Chriot", &error);
    assert_non_null(strstr(error.text, "did you mean 'Left Chariot'?"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_piece_moves_as_the_rule_pages_say),
        cmocka_unit_test(boards_and_defaults),
        cmocka_unit_test(chu_shogi_rules),
        cmocka_unit_test(chu_shogi_presets),
        cmocka_unit_test(every_array_is_a_position),
        cmocka_unit_test(mirror_pairs),
        cmocka_unit_test(pieces_are_found_by_letter_id_and_name),
    };
    return cmocka_run_group_tests_name("variants", tests, NULL, NULL);
}
