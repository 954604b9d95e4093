// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a variant file: what is accepted can be played.
#include <string.h>

#include "fuzz.h"
#include "notation.h"

static void check_pieces(const struct variant *variant) {
    for (int type = 0; type < TYPES; type++) {
        const struct piece *piece = &variant->piece[type];
        FUZZ_CHECK(memchr(piece->id, '\0', sizeof piece->id) != NULL);
        FUZZ_CHECK(memchr(piece->name, '\0', sizeof piece->name) != NULL);
        FUZZ_CHECK(memchr(piece->betza, '\0', sizeof piece->betza) != NULL);
        if (piece->betza[0] == '\0')
            continue;
        struct movement movement;
        FUZZ_CHECK(betza_parse(piece->betza, &movement, NULL));
        FUZZ_CHECK(memcmp(&movement, &piece->movement, sizeof movement) == 0);
    }
    Type pairs[BASE_TYPES][2];
    int count = variant_mirror_pairs(variant, pairs, BASE_TYPES);
    FUZZ_CHECK(count >= 0 && count <= BASE_TYPES / 2);
}

// Every start position and the first moves from it.
static void check_arrays(const struct variant *variant, struct tables *tables) {
    FUZZ_CHECK(variant->array_count >= 1 && variant->array_count <= ARRAYS_MAX);
    for (int array = 0; array < variant->array_count; array++) {
        struct rules rules = variant->rules;
        rules.value[RULE_ARRAY] = array;
        struct error error = {""};
        if (!tables_build(tables, variant, &rules, &error)) {
            FUZZ_CHECK(error.text[0] != '\0');
            continue;
        }
        struct position position;
        if (!fen_parse(variant_start_fen(variant, &rules), tables, &position, &error))
            continue;
        FUZZ_CHECK(position_check(&position, &error));
        Move list[MOVES_MAX];
        long count = movegen(&position, MOVES_ALL, list) - list;
        FUZZ_CHECK(count >= 0 && count <= MOVES_MAX);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), printed[RULES_TEXT];
    struct variant *variant = malloc(sizeof *variant);
    struct tables *tables = malloc(sizeof *tables);
    FUZZ_CHECK(variant != NULL && tables != NULL);
    struct error error = {""};
    if (variant_parse(text, "fuzz.ini", variant, &error)) {
        FUZZ_CHECK(variant->files >= 1 && variant->files <= BOARD_MAX);
        FUZZ_CHECK(variant->ranks >= 1 && variant->ranks <= BOARD_MAX);
        check_pieces(variant);
        check_arrays(variant, tables);
        FUZZ_CHECK(strcmp(rules_text(&variant->rules, variant, printed), "") == 0);
        for (int i = 0; i < variant->preset_count; i++) {
            struct rules rules = variant->rules;
            FUZZ_CHECK(rules_parse(&rules, variant, variant->presets[i].rules, &error));
        }
    } else {
        FUZZ_CHECK(strncmp(error.text, "fuzz.ini", strlen("fuzz.ini")) == 0);
    }
    free(tables);
    free(variant);
    free(text);
    return 0;
}
