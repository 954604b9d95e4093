// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a move; the first byte chooses the position. The rest may be several moves of a game,
// a word each.
#include <string.h>

#include "fuzz.h"
#include "notation.h"

static const struct {
    int game; // as fuzz_tables counts
    const char *fen;
} positions[] = {
    {0, NULL},
    {1, NULL},
    {2, NULL},
    {3, NULL},
    {4, NULL},
    {2, "l3g1k1s1I1/+N4i2u1c1/yP3o6/T1p3d1P2U/1y5e3S/2r7N1/6PS2N1/6s2lG1/1B2+a4+xP1/4+a2a1g1Y/l11/"
        "6K3wL[PPPPPPPPAGUDWEQppppppppppptttnycccuoxbrq] w - - 0 1"},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    int number = data[0] % ARRAY_LENGTH(positions);
    const struct tables *tables = fuzz_tables(positions[number].game);
    const char *fen = positions[number].fen;
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
        FUZZ_CHECK(strcmp(move_print(move, printed), word) == 0);
        FUZZ_CHECK(move_parse(printed, &position, &again, &error) && again == move);
        struct undo undo;
        position_make(&position, move, &undo);
        FUZZ_CHECK(position_check(&position, &error));
    }
    free(text);
    return 0;
}
