// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a variants.ini or an Interactive Diagram: what is taken is a variant file that can be
// played, and what is said of it obeys no terminal.
#include <string.h>

#include "fuzz.h"
#include "import.h"
#include "notation.h"

// Whole lines of printable characters, as many as counted (up to what is kept of them) and at most
// `hints` that are not counted.
static void check_lines(const struct buffer *lines, int count, int hints) {
    int found = 0;
    for (size_t i = 0; i < lines->length; i++) {
        unsigned char c = (unsigned char)lines->data[i];
        FUZZ_CHECK(c == '\n' || (c >= ' ' && c != 0x7F));
        FUZZ_CHECK(c != 0xC2 || (unsigned char)lines->data[i + 1] >= 0xA0); // C1
        found += c == '\n';
    }
    FUZZ_CHECK(lines->length == 0 || lines->data[lines->length - 1] == '\n');
    FUZZ_CHECK(found <= count + hints && (found >= count || count > 100));
}

static void check_game(const struct import *import) {
    struct variant *variant = malloc(sizeof *variant);
    struct tables *tables = malloc(sizeof *tables);
    FUZZ_CHECK(variant != NULL && tables != NULL);
    struct error error = {""};
    struct position position;
    FUZZ_CHECK(variant_parse(import->ini.data, "fuzz", variant, &error));
    FUZZ_CHECK(strcmp(variant->name, import->name) == 0);
    FUZZ_CHECK(tables_build(tables, variant, &variant->rules, &error));
    FUZZ_CHECK(fen_parse(variant->arrays[0].fen, tables, &position, &error));
    Move list[MOVES_MAX];
    long count = movegen(&position, MOVES_ALL, list) - list;
    FUZZ_CHECK(count >= 0 && count <= MOVES_MAX);
    free(tables);
    free(variant);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    static const char *const names[] = {NULL, "game", "shogi"};
    struct import_options options = {.file = "fuzz.ini", .name = names[size % 3]};
    struct option_texts *without = calloc(1, sizeof *without);
    FUZZ_CHECK(without != NULL);
    if (size % 2 == 0) {
        without->text[without->count++] = "castling";
        without->text[without->count++] = "promotedPieceType";
        options.without = without;
    }
    struct import import;
    struct error error = {""};
    bool taken = import_text(text, &options, &import, &error);
    FUZZ_CHECK(taken == (import.ini.length > 0));
    FUZZ_CHECK(taken || import.refusals > 0 || error.text[0] != '\0');
    check_lines(&import.refused, import.refusals, options.without ? options.without->count : 0);
    check_lines(&import.check, import.checks, 0);
    if (taken)
        check_game(&import);
    import_destroy(&import);
    free(without);
    free(text);
    return 0;
}
