// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as tables of places near Kings; the first byte chooses the game. What is read and
// written again is the same.
#include <string.h>

#include "file.h"
#include "fuzz.h"
#include "king_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct king_table table, again; // large
    if (size == 0)
        return 0;
    const struct tables *tables = fuzz_tables(data[0]);
    char *text = fuzz_text(data + 1, size - 1);
    struct error error = {""};
    if (king_table_parse(text, "kings.csv", tables, data[0] >= 'a', &table, &error)) {
        const char *path = fuzz_file("again.csv", "", 0);
        FUZZ_CHECK(king_table_write(path, tables, &table, &error));
        char *written = file_read(path, 1 << 24, &error);
        FUZZ_CHECK(written != NULL);
        FUZZ_CHECK(king_table_parse(written, path, tables, false, &again, &error));
        FUZZ_CHECK(memcmp(&table, &again, sizeof table) == 0);
        free(written);
    } else {
        FUZZ_CHECK(strstr(error.text, "kings.csv") != NULL);
    }
    free(text);
    return 0;
}
