// SPDX-License-Identifier: GPL-3.0-or-later
#include "import_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_text.h"
#include "error.h"
#include "memory.h"
#include "notation.h"

// Characters that a terminal obeys or that make a text look like another one.
static bool is_control(uint32_t code) {
    return code < ' ' || (code >= 0x7F && code < 0xA0) || code == 0xAD ||
           (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF ||
           (code >= 0xFFF0 && code <= 0xFFFB) || code >= 0xE0000;
}

// The same as import_quote, into `room` bytes.
static char *quote(const char *text, char *safe, size_t room) {
    enum { DOTS = 4, LONGEST = 12 };
    char *out = safe;
    while (*text) {
        if (out - safe > (ptrdiff_t)room - DOTS - LONGEST) {
            strcpy(out, "...");
            return safe;
        }
        uint32_t code;
        int length = text_character(text, &code);
        if (length == 0)
            out += sprintf(out, "\\x%02X", (unsigned char)*text);
        else if (is_control(code))
            out += sprintf(out, code < 0x100 ? "\\x%02X" : "\\u{%X}", (unsigned)code);
        else
            out = (char *)memcpy(out, text, (size_t)length) + length;
        text += length ? length : 1;
    }
    *out = 0;
    return safe;
}

char *import_quote(const char *text, char safe[IMPORT_QUOTE]) {
    return quote(text, safe, IMPORT_QUOTE);
}

// The number of the first line that is not UTF-8, or 0.
static int text_bad_line(const char *text) {
    int line = 1, length;
    uint32_t code;
    for (; *text; text += length) {
        length = text_character(text, &code);
        if (length == 0)
            return line;
        line += *text == '\n';
    }
    return 0;
}

bool draft_without(struct draft *draft, const char *key) {
    const struct option_texts *without = draft->options->without;
    bool found = false;
    for (int i = 0; without && i < without->count; i++)
        if (strcmp(without->text[i], key) == 0) {
            found = true;
            if (i < 64)
                draft->left_out |= 1ull << i;
        }
    return found;
}

bool draft_vrefuse(struct draft *draft, struct place place, const char *key, const char *value,
                   const char *reason, va_list arguments) {
    char safe_key[IMPORT_QUOTE] = "", safe[IMPORT_QUOTE] = "", from[IMPORT_QUOTE] = "";
    const char *other = key && place.key ? key : NULL;
    if (other)
        key = place.key;
    if (key)
        import_quote(key, safe_key);
    if (value)
        import_quote(value, safe);
    if (place.from)
        import_quote(place.from, from);
    bool without = key && draft_without(draft, key);
    if (other)
        without |= draft_without(draft, other);
    if (without) {
        draft_check(draft, "%s%s%s is left out, as asked for", safe_key, value ? " = " : "", safe);
        return true;
    }
    draft->import->keyed |= key != NULL;
    if (++draft->import->refusals > DRAFT_LINES)
        return false;
    struct refusal *refusal = &draft->refused[draft->import->refusals - 1];
    refusal->line = place.line;
    strcpy(refusal->key, safe_key);
    char text[256], safe_text[300];
    vsnprintf(text, sizeof text, reason, arguments);
    const char *mark = !key && value ? "'" : "";
    snprintf(refusal->text, sizeof refusal->text, "%s%s%s%s%s%s%s%s%s%s", *from ? "from " : "",
             from, *from ? ": " : "", safe_key, key && value ? " = " : "", mark, safe, mark,
             key || value ? ": " : "", quote(text, safe_text, sizeof safe_text));
    return false;
}

bool draft_refuse(struct draft *draft, struct place place, const char *key, const char *value,
                  const char *reason, ...) {
    va_list arguments;
    va_start(arguments, reason);
    bool without = draft_vrefuse(draft, place, key, value, reason, arguments);
    va_end(arguments);
    return without;
}

static int by_line(const void *a, const void *b) {
    const struct refusal *one = a, *two = b;
    return one->line != two->line ? (one->line > two->line) - (one->line < two->line)
                                  : strcmp(one->text, two->text);
}

// Puts the refusals into the import, by their lines; and what was to be left out and is not there.
static void draft_finish(struct draft *draft) {
    struct import *import = draft->import;
    const struct option_texts *without = draft->options->without;
    int count = import->refusals < DRAFT_LINES ? import->refusals : DRAFT_LINES;
    char safe[IMPORT_QUOTE];
    qsort(draft->refused, (size_t)count, sizeof *draft->refused, by_line);
    for (int i = 0; i < count; i++) {
        buffer_text(&import->refused, import_quote(draft->options->file, safe));
        if (draft->refused[i].line)
            buffer_printf(&import->refused, ":%d", draft->refused[i].line);
        buffer_printf(&import->refused, ": %s\n", draft->refused[i].text);
    }
    for (int i = 0; without && i < without->count && i < 64; i++) {
        if (draft->left_out >> i & 1)
            continue;
        const char *names[DRAFT_LINES];
        char hint[NEAREST_TEXT];
        int named = 0;
        for (int k = 0; k < count; k++)
            if (*draft->refused[k].key)
                names[named++] = draft->refused[k].key;
        nearest_hint(without->text[i], names, named, hint);
        import_quote(without->text[i], safe);
        if (import->refusals) // where people look: with what is still refused
            buffer_printf(&import->refused, "--without %s: there is nothing to be left out%s\n",
                          safe, hint);
        else
            draft_check(draft, "%s: there is nothing to be left out", safe);
    }
}

void draft_check(struct draft *draft, const char *text, ...) {
    char bytes[512], line[544];
    FORMAT_ARGUMENTS(bytes, sizeof bytes, text);
    quote(bytes, line, sizeof line);
    const char *said = draft->import->check.length ? draft->import->check.data : "";
    for (; *said; said += strcspn(said, "\n") + 1)
        if (strcspn(said, "\n") == strlen(line) && strncmp(said, line, strlen(line)) == 0)
            return; // once is enough
    if (++draft->import->checks > DRAFT_LINES)
        return;
    buffer_printf(&draft->import->check, "%s\n", line);
}

void draft_rule(struct draft *draft, enum rule rule, int value) {
    draft->variant.has_rule[rule] = true;
    draft->variant.inferred[rule] = false;
    draft->variant.rules.value[rule] = value;
}

void draft_infer(struct draft *draft, enum rule rule, int value) {
    if (draft->variant.has_rule[rule])
        return;
    draft->variant.inferred[rule] = true;
    draft->variant.rules.value[rule] = value;
    if (rule_value_count(rule))
        draft_check(draft, "rule %s: %s; the text does not say it", rule_name(rule),
                    rule_value_name(rule, value));
}

void draft_guess(struct draft *draft, enum rule rule, int value, const char *key,
                 const char *word) {
    draft->variant.inferred[rule] = true;
    draft->variant.rules.value[rule] = value;
    draft_check(draft, "rule %s: %s; so %s = %.90s is read", rule_name(rule),
                rule_value_name(rule, value), key, word);
}

bool draft_name(const char *text, size_t length, char name[NAME_TEXT]) {
    const char *at = text, *end = at + length;
    char *out = name;
    while (at < end) {
        uint32_t code;
        int bytes = text_character(at, &code);
        bool fits = bytes > 0 && at + bytes <= end && !is_control(code) && code != ' ' &&
                    !(code < 0x80 && strchr("\",;<>=[]", (int)code));
        if (out - name + (fits ? bytes : 1) >= NAME_TEXT)
            break;
        if (fits) {
            memcpy(out, at, (size_t)bytes);
            out += bytes;
        } else if (out > name && out[-1] != ' ')
            *out++ = ' ';
        at += bytes > 0 ? bytes : 1;
    }
    while (out > name && out[-1] == ' ')
        out--;
    *out = 0;
    return out > name;
}

void draft_moves(struct draft *draft, Type type, const char *betza) {
    struct piece *piece = &draft->variant.piece[type];
    if (strlen(betza) < sizeof piece->betza)
        strcpy(piece->betza, betza);
    else
        draft_refuse(draft, (struct place){0}, NULL, piece->name,
                     "%zu characters of moves; %zu at most are read here", strlen(betza),
                     sizeof piece->betza - 1);
}

Type draft_piece(struct draft *draft, char letter) {
    Type base = type_of_letter(letter);
    draft->variant.bases[draft->variant.base_count++] = base;
    draft->variant.exists[base] = true;
    return base;
}

// A name of a game: a-z, 0-9 and -.
static bool take_name(const char *text, char name[NAME_TEXT]) {
    size_t length = 0;
    for (; *text && length < NAME_TEXT - 1; text++) {
        int c = tolower((unsigned char)*text);
        bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (plain)
            name[length++] = (char)c;
        else if (length > 0 && name[length - 1] != '-')
            name[length++] = '-';
    }
    while (length > 0 && name[length - 1] == '-')
        length--;
    name[length] = 0;
    return length > 0;
}

// "choshi-shogi": "Choshi Shogi".
static void take_title(const char *name, char title[NAME_TEXT]) {
    bool first = true;
    size_t i = 0;
    for (; name[i] && i < NAME_TEXT - 1; i++) {
        title[i] = name[i] == '-' ? ' ' : first ? (char)toupper((unsigned char)name[i]) : name[i];
        first = name[i] == '-';
    }
    title[i] = 0;
}

bool draft_names(struct draft *draft, int line, const char *name, const char *about) {
    bool named = take_name(name, draft->variant.name);
    take_title(draft->variant.name, draft->variant.title);
    strcpy(draft->variant.about, about);
    return named || draft_refuse(draft, (struct place){.line = line}, NULL, name,
                                 "a name needs letters or digits; give --name");
}

// Writing

// How many pieces of a type stand unpromoted or promoted on the board at the start.
static int standing(const struct variant *variant, Type base) {
    int count = 0;
    struct fen_walk walk = fen_walk(variant->arrays->fen, variant->ranks);
    while (fen_next(&walk))
        count += toupper((unsigned char)walk.letter) == type_letter(base);
    return count;
}

// The pawn where there is one, otherwise what there is most of.
static Type yardstick(const struct variant *variant) {
    int most = -1;
    Type found = variant->pawn;
    for (int i = 0; i < variant->base_count && !variant->pawn; i++) {
        Type base = variant->bases[i];
        if (!variant->piece[base].royal && standing(variant, base) > most) {
            most = standing(variant, base);
            found = base;
        }
    }
    return found;
}

// What the text did not say of the variant that a file needs.
static void complete(struct draft *draft) {
    struct variant *variant = &draft->variant;
    variant->yardstick = yardstick(variant);
    for (int i = 0; i < variant->base_count; i++) {
        Type base = variant->bases[i];
        struct piece *piece = &variant->piece[base];
        struct piece *promoted = &variant->piece[base | TYPE_PROMOTED];
        if (!*piece->id)
            strcpy(piece->id, (char[]){type_letter(base), 0});
        if (!*promoted->id)
            strncat(strcpy(promoted->id, "+"), piece->id, sizeof promoted->id - 2);
    }
    if (!draft->wins_by_squares)
        memset(variant->flag_squares, 0, sizeof variant->flag_squares);
    for (enum rule rule = 0; rule < RULES; rule++) {
        bool of_pawns = rule == RULE_NIFU || rule == RULE_PAWN_DROP_MATE;
        variant->has_rule[rule] |=
            (variant->inferred[rule] || rule_is_needed(rule)) && (variant->pawn || !of_pawns);
    }
    variant->array_count = 1;
    strcpy(variant->arrays->name, "standard");
}

static void draft_write(struct draft *draft, struct buffer *ini) {
    char file[IMPORT_QUOTE];
    buffer_printf(ini, "# Imported by `kagami import` from %s.\n",
                  import_quote(draft->options->file, file));
    const char *line = draft->import->check.data;
    if (line && *line)
        buffer_text(ini, "# To be checked by a person:\n");
    while (line && *line) {
        size_t length = strcspn(line, "\n");
        size_t shown = length < 180 ? length : 180;
        while (shown < length && ((unsigned char)line[shown] & 0xC0) == 0x80)
            shown--; // not within a character
        buffer_printf(ini, "# * %.*s\n", (int)shown, line);
        line += length + (line[length] == '\n');
    }
    buffer_char(ini, '\n');
    complete(draft);
    const struct variant *variant = &draft->variant;
    variant_print(variant, &variant->rules, variant->inferred, variant->name, ini, NULL);
}

// A line that begins with [: no line of a diagram does.
static bool has_section(const char *text) {
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *first = line + strspn(line, " \t");
        if (*first == '[' && memchr(first, ']', strcspn(first, "\n")))
            return true;
    }
    return false;
}

// Writes the file. It must be a game that can be played: it is read as everybody will. A game of
// Fairy-Stockfish that cannot be exported back may be another one there.
static void write_and_prove(struct draft *draft, bool fairy) {
    struct buffer *ini = &draft->import->ini;
    struct variant *variant = &draft->variant;
    struct tables *tables = mem_alloc(sizeof *tables);
    struct position position;
    struct error fault = {""};
    draft_write(draft, ini);
    if (!variant_parse(ini->data, "as a variant file", variant, &fault) ||
        !tables_build(tables, variant, &variant->rules, &fault) ||
        !fen_parse(variant->arrays[0].fen, tables, &position, &fault))
        draft_refuse(draft, (struct place){0}, NULL, NULL, "%s", fault.text);
    bool odd;
    char *back = fairy && !*fault.text ? fairy_export(tables, "x", &odd, &fault) : NULL;
    if (fairy && !draft->import->refusals && !back) {
        draft_check(draft, "%s; it may play this otherwise", fault.text);
        buffer_clear(ini);
        draft_write(draft, ini);
    }
    free(back);
    free(tables);
}

bool import_text(const char *text, const struct import_options *options, struct import *import,
                 struct error *error) {
    *import =
        (struct import){.ini = buffer_init(), .refused = buffer_init(), .check = buffer_init()};
    error_set(error, "%s", "");
    struct draft *draft = mem_calloc(1, sizeof *draft);
    draft->options = options;
    draft->import = import;
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
        text += 3;
    int bad = text_bad_line(text);
    bool read = true, fairy = has_section(text);
    if (bad)
        draft_refuse(draft, (struct place){.line = bad}, NULL, NULL, "is not UTF-8 text");
    else if (!fairy)
        diagram_read(text, draft);
    else
        read = fairy_read(text, draft, error);
    if (!bad && read) {
        strcpy(import->name, draft->variant.name);
        if (!import->refusals)
            write_and_prove(draft, fairy);
    }
    draft_finish(draft);
    free(draft);
    if (error->text[0] || import->refusals)
        buffer_clear(&import->ini);
    return !error->text[0] && !import->refusals;
}

void import_destroy(struct import *import) {
    buffer_destroy(&import->ini);
    buffer_destroy(&import->refused);
    buffer_destroy(&import->check);
}
