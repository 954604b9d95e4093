// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as Betza: what is read is printed as something that reads the same.
#include <string.h>

#include "betza.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), printed[BETZA_TEXT], twice[BETZA_TEXT];
    struct movement movement, again;
    struct error error = {""};
    if (betza_parse(text, &movement, &error)) {
        betza_print(&movement, printed);
        FUZZ_CHECK(strlen(printed) < BETZA_TEXT);
        FUZZ_CHECK(betza_parse(printed, &again, &error));
        FUZZ_CHECK(memcmp(&movement, &again, sizeof movement) == 0);
        FUZZ_CHECK(strcmp(betza_print(&again, twice), printed) == 0);
        struct movement turned = movement_rotate(&movement);
        turned = movement_rotate(&turned);
        FUZZ_CHECK(memcmp(&movement, &turned, sizeof movement) == 0);
    } else {
        FUZZ_CHECK(strncmp(error.text, "column ", strlen("column ")) == 0);
    }
    free(text);
    return 0;
}
