// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a file of openings for minishogi: every position of an accepted list can be played.
#include <string.h>

#include "fuzz.h"
#include "notation.h"
#include "openings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct tables *tables = fuzz_tables('E');
    struct opening_list list;
    struct error error = {""};
    if (!opening_list_load(fuzz_file("openings.txt", data, size), tables, &list, &error)) {
        FUZZ_CHECK(strstr(error.text, "openings.txt") != NULL);
        return 0;
    }
    FUZZ_CHECK(list.count > 0);
    for (int i = 0; i < list.count; i++) {
        struct position position;
        FUZZ_CHECK(((const size_t *)list.at.data)[i] < list.text.length);
        FUZZ_CHECK(fen_parse(list.text.data + ((const size_t *)list.at.data)[i], tables, &position,
                             &error));
        FUZZ_CHECK(movegen_any(&position));
    }
    opening_list_destroy(&list);
    return 0;
}
