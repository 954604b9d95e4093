// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a list of rules ("name=value;..."); the first byte chooses the game.
#include <string.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    const struct variant *variant = &fuzz_tables(data[0])->variant;
    char *text = fuzz_text(data + 1, size - 1), printed[RULES_TEXT], twice[RULES_TEXT];
    struct rules rules = variant->rules, again = variant->rules;
    struct error error = {""};
    if (rules_parse(&rules, variant, text, &error)) {
        rules_text(&rules, variant, printed);
        FUZZ_CHECK(strlen(printed) < RULES_TEXT);
        FUZZ_CHECK(rules_parse(&again, variant, printed, &error));
        FUZZ_CHECK(strcmp(rules_text(&again, variant, twice), printed) == 0);
        FUZZ_CHECK(memcmp(rules.value, again.value, sizeof rules.value) == 0);
        FUZZ_CHECK(strcmp(rules.fen, again.fen) == 0);
    } else {
        FUZZ_CHECK(error.text[0] != '\0');
    }
    free(text);
    return 0;
}
