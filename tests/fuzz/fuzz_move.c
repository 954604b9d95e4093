// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a move; the first byte chooses the position. The rest may be several moves of a game,
// a word each.
#include <string.h>

#include "fuzz.h"
#include "notation.h"

struct position_of {
    int game; // as fuzz_tables counts
    const char *fen;
};

static const struct position_of positions[] = {
    {0, NULL},
    {1, NULL},
    {2, NULL},
    {3, NULL},
    {4, NULL},
    {2, "l3g1k1s1I1/+N4i2u1c1/yP3o6/T1p3d1P2U/1y5e3S/2r7N1/6PS2N1/6s2lG1/1B2+a4+xP1/4+a2a1g1Y/l11/"
        "6K3wL[PPPPPPPPAGUDWEQppppppppppptttnycccuoxbrq] w - - 0 1"},
};

// From a on: two-step moves, counter-strike, declined promotions, two royals.
static const struct position_of chu_positions[] = {
    {'a', NULL},
    {'a', "k11/12/12/12/6+o1r3/4gi6/6N5/7s4/8n3/12/12/11K[] w - - 0 1"},
    {'a', "k11/12/12/12/12/4r7/12/12/5o3n1n/4N6P/12/6B4K[] b - - 0 1"},
    {'b', "12/1+X10/12/4E7/2E8k/6q1N3/12/7q4/7V4/3+t2n5/6+I5/4F1oK4[] w - - 0 3"},
    {'c', "k11/4PLI5/5+H6/4p2S4/12/12/4n7/12/3+o3S4/2e2P6/12/5K6[] w - d4 0 1 ~h9"},
    {'d', "k3+e7/12/4+D+H6/4pp6/12/5n6/5p6/4N7/12/12/2E9/K11[] w - - 0 1"},
};

// A way through empty squares has several texts, of which one is printed; so has a pass.
static bool has_three_squares(const char *word) {
    int squares = 0;
    for (; *word != '\0'; word++)
        squares += *word >= 'a' && *word <= 'l';
    return squares == 3;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    bool chu = data[0] >= 'a' && data[0] < 'a' + ARRAY_LENGTH(chu_positions);
    const struct position_of *start =
        chu ? &chu_positions[data[0] - 'a'] : &positions[data[0] % ARRAY_LENGTH(positions)];
    const struct tables *tables = fuzz_tables(start->game);
    const char *fen = start->fen;
    if (fen == NULL)
        fen = variant_start_fen(&tables->variant, &tables->rules);
    struct position position;
    struct error error = {""};
    FUZZ_CHECK(fen_parse(fen, tables, &position, &error));
    char *text = fuzz_text(data + 1, size - 1), *rest = text;
    for (char *word = strtok_r(rest, " ", &rest); word != NULL; word = strtok_r(rest, " ", &rest)) {
        Move move, again;
        char printed[MOVE_TEXT];
        error.text[0] = '\0';
        if (!move_parse(word, &position, &move, &error)) {
            FUZZ_CHECK(error.text[0] != '\0');
            continue;
        }
        FUZZ_CHECK(movegen_is_legal(&position, move));
        FUZZ_CHECK(strcmp(move_print(move, printed), word) == 0 || has_three_squares(word));
        FUZZ_CHECK(move_parse(printed, &position, &again, &error) && again == move);
        struct undo undo;
        position_make(&position, move, &undo);
        FUZZ_CHECK(position_check(&position, &error));
    }
    free(text);
    return 0;
}
