// SPDX-License-Identifier: GPL-3.0-or-later
// Betza notation: what is read, where faults are found, and that printing loses nothing.
#include "describe.h"

#include "random.h"

static struct movement read_betza(const char *text) {
    struct movement movement;
    struct error error;
    if (!betza_parse(text, &movement, &error))
        fail_msg("%s: %s", text, error.text);
    return movement;
}

// One line for every atom, modifier and way to combine them. The pieces of the games, all of them,
// are in test_variant.c.
static void reads_every_form(void **state) {
    (void)state;
    static const struct {
        const char *betza, *moves;
    } cases[] = {
        // atoms and their ranges
        {"W", "F1 R1 B1 L1"},
        {"F", "FR1 BR1 BL1 FL1"},
        {"K", "F1 FR1 R1 BR1 B1 BL1 L1 FL1"},
        {"R", "F* R* B* L*"},
        {"B", "FR* BR* BL* FL*"},
        {"Q", "F* FR* R* BR* B* BL* L* FL*"},
        {"W3", "F3 R3 B3 L3"},
        {"F2", "FR2 BR2 BL2 FL2"},
        {"B4", "FR4 BR4 BL4 FL4"},
        {"R1", "F1 R1 B1 L1"},
        {"K2", "F2 FR2 R2 BR2 B2 BL2 L2 FL2"},
        {"Q5", "F5 FR5 R5 BR5 B5 BL5 L5 FL5"},
        {"D", "(0,2) (2,0) (0,-2) (-2,0)"},
        {"A", "(2,2) (2,-2) (-2,-2) (-2,2)"},
        {"N", "(1,2) (2,1) (2,-1) (1,-2) (-1,-2) (-2,-1) (-2,1) (-1,2)"},
        // orthogonal directions are a union
        {"fW", "F1"},
        {"bW", "B1"},
        {"lW", "L1"},
        {"rW", "R1"},
        {"vW", "F1 B1"},
        {"sW", "L1 R1"},
        {"flW", "F1 L1"},
        {"lbW2", "L2 B2"},
        {"brW2", "B2 R2"},
        {"vlW", "F1 B1 L1"},
        {"fsW", "F1 L1 R1"},
        {"fblrW", "F1 B1 L1 R1"},
        {"fD", "(0,2)"},
        {"sbD", "(-2,0) (2,0) (0,-2)"},
        // diagonal directions: halves and quarters
        {"fF", "FL1 FR1"},
        {"bB", "BL* BR*"},
        {"lB", "FL* BL*"},
        {"rB", "FR* BR*"},
        {"vF", "FL1 FR1 BL1 BR1"},
        {"sF", "FL1 FR1 BL1 BR1"},
        {"fbF", "FL1 FR1 BL1 BR1"},
        {"flB", "FL*"},
        {"lfB", "FL*"},
        {"frB4", "FR4"},
        {"brF", "BR1"},
        {"rbF", "BR1"},
        {"blF", "BL1"},
        {"flbrF", "FL1 BR1"},
        {"fA", "(2,2) (-2,2)"},
        {"lbA", "(-2,-2)"},
        // both at once
        {"fK", "F1 FL1 FR1"},
        {"rK", "R1 FR1 BR1"},
        {"flQ", "F* L* FL*"},
        {"vK", "F1 B1 FL1 FR1 BL1 BR1"},
        {"fhQ", "FL* F* FR*"},
        {"bhK", "BL1 B1 BR1"},
        {"lhQ", "FL* L* BL*"},
        {"rhQ3", "FR3 R3 BR3"},
        {"fhrhK", "FL1 F1 FR1 R1 BR1"},
        // oblique: the last letter of a pair is the long leg
        {"ffN", "(1,2) (-1,2)"},
        {"bbN", "(1,-2) (-1,-2)"},
        {"llN", "(-2,1) (-2,-1)"},
        {"rrN", "(2,1) (2,-1)"},
        {"fN", "(1,2) (-1,2)"},
        {"lN", "(-2,1) (-2,-1)"},
        {"vN", "(1,2) (-1,2) (1,-2) (-1,-2)"},
        {"sN", "(2,1) (2,-1) (-2,1) (-2,-1)"},
        {"flN", "(-2,1)"},
        {"frN", "(2,1)"},
        {"blN", "(-2,-1)"},
        {"brN", "(2,-1)"},
        {"lfN", "(-1,2)"},
        {"rfN", "(1,2)"},
        {"lbN", "(-1,-2)"},
        {"rbN", "(1,-2)"},
        {"fsN", "(2,1) (-2,1)"},
        {"bsN", "(2,-1) (-2,-1)"},
        {"vlN", "(-2,1) (-2,-1)"},
        {"vrN", "(2,1) (2,-1)"},
        {"lvN", "(-1,2) (-1,-2)"},
        {"rvN", "(1,2) (1,-2)"},
        {"sfN", "(1,2) (-1,2)"},
        {"sbN", "(1,-2) (-1,-2)"},
        {"fhN", "(1,2) (-1,2) (2,1) (-2,1)"},
        {"bhN", "(1,-2) (-1,-2) (2,-1) (-2,-1)"},
        {"lhN", "(-1,2) (-1,-2) (-2,1) (-2,-1)"},
        {"rhN", "(1,2) (1,-2) (2,1) (2,-1)"},
        {"flbrN", "(-2,1) (2,-1)"},
        // atoms add up; the larger range wins
        {"WF", "F1 FR1 R1 BR1 B1 BL1 L1 FL1"},
        {"KrBlbB", "F1 FR* R1 BR* B1 BL* L1 FL1"},
        {"RW", "F* R* B* L*"},
        {"W3fW", "F3 R3 B3 L3"},
        {"fWbWW", "F1 B*"},
        // written twice: a rider
        {"WW", "F* R* B* L*"},
        {"fFF", "FL* FR*"},
        {"WWW", "F* R* B* L*"},
        {"KK", "F* FR* R* BR* B* BL* L* FL*"},
        {"W0", "F* R* B* L*"},
        {"fF0", "FL* FR*"},
        // pairs and single letters in one list
        {"flrF", "FL1 FR1 BR1"},
        {"rbfF", "BR1 FL1 FR1"},
        {"fbrF", "FL1 FR1 BR1"},
        {"lfrbB", "FL* BR*"},
        {"rbfFlW", "BR1 FL1 FR1 L1"},
        {"flrN", "(-2,1) (2,1) (2,-1)"},
        {"hrN", "(1,2) (2,-1) (-1,-2) (-2,1)"},
        {"hlN", "(2,1) (1,-2) (-2,-1) (-1,2)"},
        {"BNAD", "FR* BR* BL* FL* (0,2) (1,2) (2,2) (2,1) (2,0) (2,-1) (2,-2) (1,-2) (0,-2) "
                 "(-1,-2) (-2,-2) (-2,-1) (-2,0) (-2,1) (-2,2) (-1,2)"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct movement got = read_betza(cases[i].betza), expected = describe(cases[i].moves);
        assert_same_movement(cases[i].betza, &got, &expected);
    }
}

static void reads_modalities(void **state) {
    (void)state;
    struct movement pawn = read_betza("mfWcfF");
    struct movement expected;
    memset(&expected, 0, sizeof expected);
    expected.move_range[0] = 1;
    expected.capture_range[1] = expected.capture_range[7] = 1;
    assert_same_movement("mfWcfF", &pawn, &expected);

    struct movement mixed = read_betza("mQ2cRcDmN"); // parts with different reach
    memset(&expected, 0, sizeof expected);
    for (int d = 0; d < DIRECTIONS; d++) {
        expected.move_range[d] = 2;
        expected.capture_range[d] = d % 2 ? 0 : RANGE_UNLIMITED;
    }
    expected.capture_leaps = 0x1111;
    expected.move_leaps = 0xAAAA;
    assert_same_movement("mQ2cRcDmN", &mixed, &expected);

    struct movement both = read_betza("mcW"), plain = read_betza("W");
    assert_same_movement("mcW", &both, &plain);

    struct movement lame = read_betza("nNnmDfnA"); // letters in any order
    memset(&expected, 0, sizeof expected);
    expected.lame_move_leaps = 0xAAAA | 0x1111 | 1u << 2 | 1u << 14;
    expected.lame_capture_leaps = 0xAAAA | 1u << 2 | 1u << 14;
    assert_same_movement("nNnmDfnA", &lame, &expected);
}

// A Lion and what else can be put into brackets: the second steps after each first one, and the
// moves that come with them.
static void reads_lion_power(void **state) {
    (void)state;
    struct movement lion = read_betza("[K-K]");
    struct movement expected = describe("F1 FR1 R1 BR1 B1 BL1 L1 FL1 (0,2) (1,2) (2,2) (2,1) (2,0) "
                                        "(2,-1) (2,-2) (1,-2) (0,-2) (-1,-2) (-2,-2) (-2,-1) "
                                        "(-2,0) (-2,1) (-2,2) (-1,2)");
    memset(expected.second_steps, 0xFF, DIRECTIONS);
    assert_same_movement("[K-K]", &lion, &expected);

    // A Falcon goes on or back along its own file only.
    struct movement falcon = read_betza("BrlbR[fW-vW]");
    expected = describe("F1 FR* R* BR* B* BL* L* FL* (0,2)");
    expected.second_steps[0] = 1u << 0 | 1u << 4;
    assert_same_movement("Horned Falcon", &falcon, &expected);

    // An Eagle does so along each of two diagonals.
    struct movement eagle = read_betza("RbB[flF-flFbrF][frF-frFblF]");
    expected = describe("F* FR1 R* BR* B* BL* L* FL1 (-2,2) (2,2)");
    expected.second_steps[7] = 1u << 7 | 1u << 3;
    expected.second_steps[1] = 1u << 1 | 1u << 5;
    assert_same_movement("Soaring Eagle", &eagle, &expected);

    // A slide swallows the step and the square behind it is jumped to as well.
    struct movement rook = read_betza("R[fW-fW]"), other_way = read_betza("[fW-fW]R");
    expected = describe("F* R* B* L* (0,2)");
    expected.second_steps[0] = 1;
    assert_same_movement("R[fW-fW]", &rook, &expected);
    assert_same_movement("[fW-fW]R", &other_way, &expected);

    // Brackets add up; a second leg to the side leads to a Knight's square or a diagonal one.
    struct movement both = read_betza("[fW-sW][fW-frF][lF-K]");
    expected = describe("F1 FL1 BL1 FR1 (1,2) (-2,2) (-1,2) (0,2) (-2,1) (-2,0) "
                        "(-2,-1) (-2,-2) (-1,-2) (0,-2)");
    expected.move_range[6] = expected.capture_range[6] = 1; // two diagonal steps, L1
    expected.move_range[0] = expected.capture_range[0] = 1;
    expected.move_range[4] = expected.capture_range[4] = 1; // BL then R
    expected.second_steps[0] = 1u << 2 | 1u << 6 | 1u << 1;
    expected.second_steps[5] = expected.second_steps[7] = 0xFF;
    assert_same_movement("[fW-sW][fW-frF][lF-K]", &both, &expected);
}

// "(1,2)x15 mc", leg after leg with what the square of the turn must be: e(mpty), p(iece).
static void describe_walk(const struct walk *walk, char text[128]) {
    static const char letters[] = "mcnpji"; // of enum walk_flags
    *text = '\0';
    for (int leg = 0; leg < WALK_LEGS && walk->leg[leg].most; leg++) {
        const struct leg *l = &walk->leg[leg];
        char part[40];
        snprintf(part, sizeof part, "(%d,%d)x%d%s%s ", l->dx, l->dy, l->most,
                 l->turn & TURN_EMPTY ? "e" : "", l->turn & TURN_PIECE ? "p" : "");
        strcat(text, part);
    }
    for (int i = 0; letters[i]; i++)
        if (walk->flags >> i & 1)
            sprintf(text + strlen(text), "%c", letters[i]);
}

// Every walk of a text is in the list, and as many.
static void reads_walks(void **state) {
    (void)state;
    static const struct {
        const char *betza, *walks[9];
    } cases[] = {
        {"rfNN", {"(1,2)x15 mc"}},
        {"vDD", {"(0,2)x15 mc", "(0,-2)x15 mc"}},
        {"mlD2", {"(-2,0)x2 m"}},
        {"flAA", {"(-2,2)x15 mc"}},
        {"rfC", {"(1,3)x1 mc"}},
        {"blZ", {"(-3,-2)x1 mc"}},
        {"cbH", {"(0,-3)x1 c"}},
        {"mG2cfrG", {"(3,3)x2 m", "(3,-3)x2 m", "(-3,-3)x2 m", "(-3,3)x2 m", "(3,3)x1 c"}},
        {"nfH", {"(0,3)x1 mcn"}},
        {"nrfNN", {"(1,2)x15 mcn"}},
        {"rpR", {"(1,0)x15 mcp"}},
        {"cfpR2", {"(0,1)x2 cp"}},
        {"mfgR", {"(0,1)x1 mp"}},
        {"blgB", {"(-1,-1)x1 mcp"}},
        {"rfpNN", {"(1,2)x15 mcp"}},
        {"fjR", {"(0,1)x15 mcj"}},
        {"frjB3", {"(1,1)x3 mcj"}},
        {"ifmnD", {"(0,2)x1 mni"}},
        {"fiW2", {"(0,1)x2 mci"}},
        {"mfWcfFifmW2", {"(0,1)x2 mi"}},
        {"flyafsF", {"(-1,1)x1e (0,1)x15 mc", "(-1,1)x1e (-1,0)x15 mc"}},
        {"flyafsB", {"(-1,1)x15e (0,1)x1 mc", "(-1,1)x15e (-1,0)x1 mc"}},
        {"t[fWR]", {"(0,1)x1e (0,1)x15 mc"}},
        {"t[fWB]", {"(0,1)x1e (1,1)x15 mc", "(0,1)x1e (-1,1)x15 mc"}},
        {"m[fW-fsB]", {NULL}},
        {"[fW-mfsB]", {"(0,1)x1e (1,1)x15 m", "(0,1)x1e (-1,1)x15 m"}},
        {"frasB", {"(1,1)x15e (1,-1)x15 mc", "(1,1)x15e (-1,1)x15 mc"}},
        {"(fR-sR)", {"(0,1)x15e (1,0)x15 mc", "(0,1)x15e (-1,0)x15 mc"}},
        {"[fR2-cflB]", {"(0,1)x2e (-1,1)x15 c"}},
        {"[fW-bgR]", {"(0,1)x1e (0,-1)x1 mcp"}},
        {"fpabWrfC", {"(1,3)x1 mc"}},
        {"fmpafW", {"(0,1)x1ep (0,1)x1 mc"}},
        {"[pfW-fR]", {"(0,1)x1p (0,1)x15 mc"}},
        {"[fR-frgB]", {"(0,1)x15e (1,1)x1 mcp"}},
        {"ifafW", {"(0,1)x1e (0,1)x1 mci"}},
        {"fafsafW", {"(0,1)x1e (1,1)x1e (1,1)x1 mc", "(0,1)x1e (-1,1)x1e (-1,1)x1 mc"}},
        {"[fW?fF]", {NULL}},
        {"[fW?fsF]", {"(0,1)x1e (1,1)x1 mc", "(0,1)x1e (-1,1)x1 mc"}},
        {"ffafW", {NULL}},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct movement movement;
        int wanted = 0;
        if (!cases[i].walks[0]) { // a fault
            assert_false(betza_parse(cases[i].betza, &movement, NULL));
            continue;
        }
        movement = read_betza(cases[i].betza);
        for (; cases[i].walks[wanted]; wanted++) {
            bool found = false;
            for (int k = 0; k < movement.walk_count && !found; k++) {
                char text[128];
                describe_walk(&movement.walks[k], text);
                found = strcmp(text, cases[i].walks[wanted]) == 0;
            }
            if (!found)
                fail_msg("%s has no walk %s", cases[i].betza, cases[i].walks[wanted]);
        }
        if (movement.walk_count != wanted)
            fail_msg("%s has %d walks", cases[i].betza, movement.walk_count);
    }
    struct movement griffon = read_betza("t[FR]"), ferz = read_betza("F");
    assert_memory_equal(griffon.move_range, ferz.move_range, sizeof ferz.move_range);
    struct movement wolf = read_betza("KAD(mcK-vK)K3"), same = read_betza("K3[vW-vW][sW-sW]"
                                                                          "[frblF-frblF]"
                                                                          "[flbrF-flbrF]");
    assert_same_movement("KAD(mcK-vK)K3", &wolf, &same);
}

static void faults_name_their_column(void **state) {
    (void)state;
    static const struct {
        const char *betza;
        int column;
    } cases[] = {
        {"", 1},
        {"x", 1},
        {"w", 1},
        {"W-", 2},
        {"WX", 2},
        {" W", 1},
        {"W F", 2},
        {"W13", 2},
        {"f", 2},
        {"Wfr", 4},
        {"W99999999999999999999", 2},
        {"fhW", 2},
        {"fhF", 2},
        {"hQ", 1},
        {"fflF", 2},
        {"ffW", 2},
        {"fvfW", 3},
        {"fvF2x", 5},
        {"flflF", 3},
        {"hN", 1},
        {"hhN", 1},
        {"fhlQ", 3},
        {"mmW", 2},
        {"WccF", 3},
        {"nW", 1},
        {"fnB", 2},
        {"nnN", 2},
        {"nK", 1},
        {"fWW3", 4},
        {"DD2", 3},
        {"W03", 2},
        {"fW00", 3},
        // what others play
        {"fmWfceFifmnD", 6},
        {"KisO2", 4},
        {"zB", 1},
        {"KU", 2},
        // hops, skips
        {"pW", 1},
        {"pN", 1},
        {"gK", 1},
        {"gQ3", 1},
        {"pgR", 2},
        {"pnNN", 2},
        {"jW", 1},
        {"jpR", 2},
        {"yF", 1},
        // legs
        {"aN", 1},
        {"Wafafaf", 6},
        {"yafW2", 3},
        {"abD", 1},
        {"caR", 2},
        {"caK", 2},
        {"KcabK", 3},
        {"KNADcamK", 7},
        {"KADGHcavKabKcmpafcavKcafcmpafK", 16},
        {"fcafmF", 4},
        {"(K", 1},
        {"(K)", 2},
        {"(K-", 1},
        {"[F?R", 1},
        {"[F?R?F?R]", 8},
        {"[F+R]", 3},
        {"[F-lR]", 4},
        {"[gR-R]", 2},
        {"[F-iR]", 4},
        {"[jF-R]", 2},
        {"[yF-R]", 2},
        {"t", 1},
        {"Wt[", 3},
        {"tW", 1},
        {"W\xC3", 2},
        {"3W", 1},
        {"jN", 1},
        // lion power
        {"[", 1},
        {"[]", 2},
        {"[W]", 3},
        {"[W-", 1},
        {"[W-F", 1},
        {"[-W]", 2},
        {"[W-]", 4},
        {"[W-F]]", 6},
        {"]", 1},
        {"W-F", 2},
        {"[W-F-K]", 5},
        {"[[W-F]]", 2},
        {"[K-N]", 4},
        {"[fW-hK]", 5},
        {"fW[fF-x]", 7},
        {"[K-K]3", 6},
        {"f[K-K]", 2},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct movement movement;
        struct error error = {""};
        if (betza_parse(cases[i].betza, &movement, &error))
            fail_msg("'%s' was read", cases[i].betza);
        int column = 0;
        if (sscanf(error.text, "column %d: ", &column) != 1 || column != cases[i].column)
            fail_msg("'%s': '%s', expected column %d", cases[i].betza, error.text, cases[i].column);
        assert_false(betza_parse(cases[i].betza, &movement, NULL)); // nobody asks why
    }
}

// The form that people know is the one that is printed.
static void prints_usual_forms(void **state) {
    (void)state;
    static const char *const same[] = {
        "K",      "Q",         "R",        "B",           "W",        "F",      "D",
        "A",      "N",         "BW",       "RF",          "WA",       "FD",     "BW3",
        "RF3",    "FfW",       "fW",       "WfF",         "ffN",      "fR",     "WfF2",
        "sRbWfF", "KrhQ",      "KlhQ",     "vR",          "fhQ",      "lhQrW2", "rhQlW2",
        "mfWcfF", "nN",        "mNcD",     "vN",          "sN",       "FvrW",   "FvlW",
        "FfWAfD", "bsN",       "fRbrBbW",  "nvN",         "W12",      "F4",     "flbrF",
        "fFblF",  "[K-K]",     "[fW-vW]",  "BbsR[fW-vW]", "R[fW-fW]", "D[F-W]", "NN",
        "HCZG",   "N2",        "cpR3",     "mRcpR",       "gRgB",     "RjB3",   "nZ",
        "imnfD",  "F[mF-fsR]", "R[mR-sR]", "[mpW-fsF]",   "hrN",      "hlCC",   "[mF-gfB]",
        "KDD",
    };
    for (int i = 0; i < ARRAY_LENGTH(same); i++) {
        struct movement movement = read_betza(same[i]);
        char text[BETZA_TEXT];
        assert_string_equal(betza_print(&movement, text), same[i]);
    }
    static const char *const shorter[][2] = {
        {"WF", "K"},
        {"RB", "Q"},
        {"rWlWfWbW", "W"},
        {"fFbF", "F"},
        {"flFfrFblFbrF", "F"},
        {"WW", "R"},
        {"vRsR", "R"},
        {"ffNbbN", "vN"},
        {"lfNrfN", "ffN"},
        {"cWmW", "W"},
        {"K[K-K]", "[K-K]"},
        {"[K-K]WAND", "[K-K]"},
        {"[fW-fW][fW-bW]", "[fW-vW]"},
        {"NNN", "NN"},
        {"fDDD", "bsDfDD"},
        {"nN3NN", "NN"},
        {"iN3NN", "NN"},
        {"KNADcaKmcabK", "[K-K]"},
        {"KNAD(cK-aK)(mK-bK)", "[K-K]"},
        {"t[FR]", "F[mF-fsR]"},
        {"[F?R]", "F[mF-fsR]"},
        {"FyafsF", "F[mF-fsR]"},
        {"R(R-sR)", "R[mR-sR]"},
        {"RasR", "R[mR-sR]"},
        {"LJ", "CZ"},
        {"NafsW", "N"},
    };
    for (int i = 0; i < ARRAY_LENGTH(shorter); i++) {
        struct movement movement = read_betza(shorter[i][0]);
        char text[BETZA_TEXT];
        assert_string_equal(betza_print(&movement, text), shorter[i][1]);
    }
}

static struct movement random_movement(struct random *random) {
    static const uint8_t ranges[] = {0, 0, 0, 1, 1, 1, 2, 3, 4, 11, 12, RANGE_UNLIMITED};
    struct movement movement;
    memset(&movement, 0, sizeof movement);
    bool same = random_below(random, 2); // pieces usually capture as they move
    for (int d = 0; d < DIRECTIONS; d++) {
        movement.move_range[d] = ranges[random_below(random, ARRAY_LENGTH(ranges))];
        movement.capture_range[d] =
            same ? movement.move_range[d] : ranges[random_below(random, ARRAY_LENGTH(ranges))];
    }
    uint16_t *leaps[] = {&movement.move_leaps, &movement.capture_leaps, &movement.lame_move_leaps,
                         &movement.lame_capture_leaps};
    for (int i = 0; i < 4; i++) {
        uint16_t dense = (uint16_t)random_u32(random),
                 sparse = dense & (uint16_t)random_u32(random);
        switch (random_below(random, 4)) {
        case 0:
            *leaps[i] = dense;
            break;
        case 1:
            *leaps[i] = sparse;
            break;
        case 2:
            *leaps[i] = same && i % 2 ? *leaps[i - 1] : 0;
            break;
        default:
            break;
        }
    }
    return movement;
}

// Adds lion power in random directions by reading one bracket after the other.
static struct movement with_lion_power(const struct movement *movement, struct random *random) {
    static const char *const steps[] = {"fW", "frF", "rW", "brF", "bW", "blF", "lW", "flF"};
    char text[2 * BETZA_TEXT];
    betza_print(movement, text);
    for (int count = (int)random_below(random, 4); count >= 0; count--) {
        uint32_t legs[2] = {random_below(random, 255) + 1, random_below(random, 255) + 1};
        if (random_below(random, 2) == 0)
            legs[0] = 1u << random_below(random, 8);
        for (int leg = 0; leg < 2; leg++) {
            strcat(text, leg == 0 ? "[" : "-");
            for (int d = 0; d < DIRECTIONS; d++)
                if (legs[leg] >> d & 1)
                    strcat(text, steps[d]);
        }
        strcat(text, "]");
    }
    return read_betza(text);
}

// Adds walks by reading some more parts.
static struct movement with_walks(const struct movement *movement, struct random *random) {
    static const char *const parts[] = {
        "NN",  "cDD",  "fC",      "mG",       "hlZ",    "nrfN3",     "cpR",      "pB3",
        "gQ",  "mfjR", "imfW2",   "yafsF",    "(R-sR)", "[mW-fsB]",  "afsW",     "mpafK",
        "inD", "cAA",  "mD2cD3",  "[F?R]",    "t[WB]",  "asB",       "mafsmafW", "[R2-gB]",
        "iH",  "mHH",  "nC2cfCC", "[pW-cfR]", "ilrW4",  "frblAmfA2", "jK3",      "pDD",
    };
    char text[2 * BETZA_TEXT];
    betza_print(movement, text);
    for (int count = (int)random_below(random, 4); count >= 0; count--) {
        const char *part = parts[random_below(random, ARRAY_LENGTH(parts))];
        strcat(text, part);
        strcat(text, "(W-cfW)"); // so that no letter is next to its like
    }
    return read_betza(text);
}

static void printing_and_reading_is_the_identity(void **state) {
    (void)state;
    struct random random = random_init(1, 0, RANDOM_TEST);
    int read = 0;
    for (int i = 0; i < 20000; i++) {
        struct movement movement = random_movement(&random);
        if (i % 4 == 0)
            movement = with_lion_power(&movement, &random);
        if (i % 4 == 1)
            movement = with_walks(&movement, &random);
        char text[BETZA_TEXT], again[BETZA_TEXT];
        if (!*betza_print(&movement, text))
            continue;
        assert_true(strlen(text) < BETZA_TEXT - 1);
        struct movement back = read_betza(text);
        assert_same_movement(text, &back, &movement);
        assert_string_equal(betza_print(&back, again), text);
        read++;
    }
    assert_true(read > 15000);
}

// The longest text there can be fits: every direction and leap in another way.
static void the_longest_text_fits(void **state) {
    (void)state;
    static const char *const first[] = {"fW", "frF", "rW", "brF", "bW", "blF", "lW", "flF"};
    static const char *const second[] = {"vrWfFblF", "vlWfFblF", "fsWbFflF", "bsWbFflF",
                                         "vrWlFbrF", "vlWlFbrF", "fsWrFblF", "bsWrFblF"};
    struct movement movement;
    memset(&movement, 0, sizeof movement);
    for (int d = 0; d < DIRECTIONS; d++) {
        movement.move_range[d] = (uint8_t)(5 + d);
        movement.capture_range[d] = (uint8_t)(12 - d == 5 + d ? 4 : 12 - d);
    }
    movement.move_leaps = 0x1245 ^ 0x8A20;
    movement.capture_leaps = 0x4511 ^ 0x2A08;
    movement.lame_move_leaps = 0x4511 ^ 0xA880;
    movement.lame_capture_leaps = 0x1054 ^ 0x220A;
    char text[BETZA_TEXT];
    betza_print(&movement, text);
    struct movement back = read_betza(text);
    assert_same_movement(text, &back, &movement);

    // And every first step goes on in its own way, by five of eight steps.
    for (int d = 0; d < DIRECTIONS; d++) {
        char more[2 * BETZA_TEXT];
        snprintf(more, sizeof more, "%s[%s-%s]", text, first[d], second[d]);
        movement = read_betza(more);
        betza_print(&movement, text);
        back = read_betza(text);
        assert_same_movement(text, &back, &movement);
    }
    assert_true(strlen(text) < BETZA_TEXT - 1);
}

static void turning_and_mirroring(void **state) {
    (void)state;
    struct movement lance = read_betza("fR"), back_lance = read_betza("bR");
    struct movement turned = movement_rotate(&lance);
    assert_same_movement("fR turned", &turned, &back_lance);
    struct movement eagle = read_betza("[flF-flFbrF][frF-rWbW]");
    struct movement back_eagle = read_betza("[brF-brFflF][blF-lWfW]");
    turned = movement_rotate(&eagle);
    assert_same_movement("[flF-flFbrF][frF-rWbW] turned", &turned, &back_eagle);

    static const char *const pairs[][2] = {
        {"fRflBbrBbW", "fRfrBblBbW"},
        {"FvrW", "FvlW"},
        {"KrhQ", "KlhQ"},
        {"flN", "frN"},
        {"frB4lbW2flFbrFfW", "flB4rbW2frFblFfW"},
        {"K", "K"},
        {"nlhN", "nrhN"},
        {"mflAcrD", "mfrAclD"},
        {"[flF-flFbrF]", "[frF-frFblF]"},
        {"[fW-lW]", "[fW-rW]"},
        {"rfNNifrC", "lfNNiflC"},
        {"[W-mflB]", "[W-mfrB]"},
        {"hlZ", "hrZ"},
        {"[lW-fhK]", "[rW-fhK]"},
        {"[K-K]", "[K-K]"},
    };
    for (int i = 0; i < ARRAY_LENGTH(pairs); i++) {
        struct movement a = read_betza(pairs[i][0]), b = read_betza(pairs[i][1]);
        assert_true(movement_is_mirror(&a, &b));
        assert_true(movement_is_mirror(&b, &a));
        assert_int_equal(movement_is_mirror(&a, &a), strcmp(pairs[i][0], pairs[i][1]) == 0);
    }

    struct random random = random_init(2, 0, RANDOM_TEST);
    for (int i = 0; i < 1000; i++) {
        struct movement movement = random_movement(&random);
        if (i % 2 == 0)
            movement = with_lion_power(&movement, &random);
        struct movement once = movement_rotate(&movement), twice = movement_rotate(&once);
        assert_same_movement("turned twice", &twice, &movement);
        for (int leap = 0; leap < LEAPS; leap++) // turning negates both coordinates
            for (int other = 0; other < LEAPS; other++)
                if (leap_dx[leap] == -leap_dx[other] && leap_dy[leap] == -leap_dy[other])
                    assert_int_equal(movement.move_leaps >> leap & 1, once.move_leaps >> other & 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_form),
        cmocka_unit_test(reads_modalities),
        cmocka_unit_test(reads_lion_power),
        cmocka_unit_test(reads_walks),
        cmocka_unit_test(faults_name_their_column),
        cmocka_unit_test(prints_usual_forms),
        cmocka_unit_test(printing_and_reading_is_the_identity),
        cmocka_unit_test(the_longest_text_fits),
        cmocka_unit_test(turning_and_mirroring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
