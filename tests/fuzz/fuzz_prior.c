// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a table of likelihoods of moves; the first byte chooses the game. What is read and
// written again is the same.
#include <string.h>

#include "file.h"
#include "fuzz.h"
#include "move_prior.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct move_prior prior, again; // large
    if (size == 0)
        return 0;
    const struct tables *tables = fuzz_tables(data[0]);
    char *text = fuzz_text(data + 1, size - 1);
    struct error error = {""};
    if (move_prior_parse(text, "moves.csv", tables, data[0] >= 'a', &prior, &error)) {
        const char *path = fuzz_file("again.csv", "", 0);
        FUZZ_CHECK(move_prior_write(path, tables, &prior, &error));
        char *written = file_read(path, 1 << 24, &error);
        FUZZ_CHECK(written != NULL);
        FUZZ_CHECK(move_prior_parse(written, path, tables, false, &again, &error));
        FUZZ_CHECK(memcmp(&prior, &again, sizeof prior) == 0);
        free(written);
    } else {
        FUZZ_CHECK(strstr(error.text, "moves.csv") != NULL);
    }
    free(text);
    return 0;
}
