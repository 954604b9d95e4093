// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a FEN; the first byte chooses the game.
#include <string.h>

#include "fuzz.h"
#include "notation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    const struct tables *tables = fuzz_tables(data[0]);
    char *text = fuzz_text(data + 1, size - 1), printed[FEN_TEXT], twice[FEN_TEXT];
    struct position position, again;
    struct error error = {""};
    if (fen_parse(text, tables, &position, &error)) {
        FUZZ_CHECK(position_check(&position, &error));
        fen_print(&position, printed);
        FUZZ_CHECK(strlen(printed) < FEN_TEXT);
        FUZZ_CHECK(fen_parse(printed, tables, &again, &error));
        FUZZ_CHECK(memcmp(&position, &again, sizeof position) == 0);
        FUZZ_CHECK(strcmp(fen_print(&again, twice), printed) == 0);
        Move list[MOVES_MAX];
        long count = movegen(&position, MOVES_ALL, list) - list;
        FUZZ_CHECK(count >= 0 && count <= MOVES_MAX);
        FUZZ_CHECK(movegen_count(&position) == count);
        for (long i = 0; i < count; i += 1 + count / 8) {
            struct undo undo;
            position_make(&position, list[i], &undo);
            FUZZ_CHECK(position_check(&position, &error));
            position_unmake(&position, list[i], &undo);
            FUZZ_CHECK(memcmp(&position, &again, sizeof position) == 0);
        }
    } else {
        FUZZ_CHECK(error.text[0] != '\0');
    }
    free(text);
    return 0;
}
