// SPDX-License-Identifier: GPL-3.0-or-later
#include "import_internal.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "notation.h"
#include "text.h"
#include "variant_print.h"

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
    va_list arguments;
    char bytes[512], line[544];
    va_start(arguments, text);
    vsnprintf(bytes, sizeof bytes, text, arguments);
    va_end(arguments);
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
    draft->stated[rule] = true;
    draft->inferred[rule] = false;
    draft->value[rule] = value;
}

void draft_infer(struct draft *draft, enum rule rule, int value) {
    if (draft->stated[rule])
        return;
    draft->inferred[rule] = true;
    draft->value[rule] = value;
    if (rule_value_count(rule))
        draft_check(draft, "rule %s: %s; the text does not say it", rule_name(rule),
                    rule_value_name(rule, value));
}

void draft_guess(struct draft *draft, enum rule rule, int value, const char *key,
                 const char *word) {
    draft->inferred[rule] = true;
    draft->value[rule] = value;
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
    bool named = take_name(name, draft->name);
    if (!named)
        draft_refuse(draft, (struct place){.line = line}, NULL, name,
                     "a name needs letters or digits; give --name");
    take_title(draft->name, draft->title);
    strcpy(draft->about, about);
    return named;
}

// Writing

// Refuses moves that are longer than a variant file's may be.
static void check_lengths(struct draft *draft) {
    const int most = (int)sizeof((struct piece *)NULL)->betza - 1;
    for (int i = 0; i < 2 * draft->count; i++) {
        const struct draft_piece *piece = &draft->pieces[i / 2];
        const struct draft_form *form = i % 2 ? &piece->promoted : &piece->plain;
        int length = (int)strlen(form->betza);
        if (length > most && (i % 2 == 0 || piece->promotes))
            draft_refuse(draft, (struct place){0}, NULL, form->name,
                         "%d characters of moves; %d at most are read here", length, most);
    }
}

// The pieces that stand on the board at the start: how many a letter.
static int standing(const struct draft *draft, char letter) {
    int count = 0;
    for (const char *c = draft->fen; *c && !strchr(" [", *c); c++)
        count += toupper((unsigned char)*c) == letter;
    return count;
}

// The pawn where there is one, otherwise what there is most of.
static char yardstick(const struct draft *draft) {
    int most = -1;
    char letter = draft->pawn;
    for (int i = 0; i < draft->count && !draft->pawn; i++) {
        const struct draft_piece *piece = &draft->pieces[i];
        if (!piece->royal && standing(draft, piece->letter) > most) {
            most = standing(draft, piece->letter);
            letter = piece->letter;
        }
    }
    return letter;
}

static void fill_form(const struct draft_form *form, bool royal, struct piece *piece) {
    strcpy(piece->name, form->name);
    strcpy(piece->betza, form->betza);
    piece->royal = royal;
}

static void fill_piece(const struct draft_piece *piece, struct variant *variant) {
    Type base = type_of_letter(piece->letter), promoted = base | TYPE_PROMOTED;
    char *id = variant->piece[base].id;
    variant->bases[variant->base_count++] = base;
    variant->exists[base] = true;
    variant->promotes[base] = piece->promotes;
    fill_form(&piece->plain, piece->royal, &variant->piece[base]);
    strcpy(id, *piece->id ? piece->id : (char[]){piece->letter, 0});
    strcpy(variant->alias[base], piece->alias);
    strcpy(variant->alias[promoted], piece->promoted_alias);
    if (!piece->promotes)
        return;
    fill_form(&piece->promoted, piece->promoted_royal, &variant->piece[promoted]);
    snprintf(variant->piece[promoted].id, sizeof variant->piece->id, "%s%.6s",
             *piece->promoted_id ? "" : "+", *piece->promoted_id ? piece->promoted_id : id);
}

// The draft as a variant, as far as a file tells it.
static void fill_variant(const struct draft *draft, struct variant *variant) {
    char letter = yardstick(draft);
    memset(variant, 0, sizeof *variant);
    strcpy(variant->title, draft->title);
    strcpy(variant->about, draft->about);
    variant->files = draft->files;
    variant->ranks = draft->ranks;
    for (int i = 0; i < draft->count; i++)
        fill_piece(&draft->pieces[i], variant);
    variant->yardstick = letter ? type_of_letter(letter) : 0;
    variant->pawn = draft->pawn ? type_of_letter(draft->pawn) : 0;
    memcpy(variant->flag, draft->flag, sizeof variant->flag);
    if (draft->wins_by_squares)
        memcpy(variant->flag_squares, draft->flag_squares, sizeof variant->flag_squares);
    for (int rule = 0; rule < RULES; rule++) {
        bool of_pawns = rule == RULE_NIFU || rule == RULE_PAWN_DROP_MATE;
        variant->rules.value[rule] = draft->value[rule];
        variant->has_rule[rule] =
            draft->stated[rule] || ((draft->inferred[rule] || rule_is_needed((enum rule)rule)) &&
                                    (draft->pawn || !of_pawns));
    }
    variant->array_count = 1;
    strcpy(variant->arrays->name, "standard");
    strcpy(variant->arrays->fen, draft->fen);
}

static void draft_write(const struct draft *draft, struct variant *variant, struct buffer *ini) {
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
    fill_variant(draft, variant);
    variant_print(variant, &variant->rules, draft->inferred, draft->name, ini, NULL);
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

// Writes the file. It must be a game that can be played: it is read as everybody will.
static void write_and_prove(struct draft *draft) {
    struct buffer *ini = &draft->import->ini;
    struct variant *variant = mem_alloc(sizeof *variant);
    struct tables *tables = mem_alloc(sizeof *tables);
    struct position position;
    struct error fault = {""};
    draft_write(draft, variant, ini);
    if (!variant_parse(ini->data, "as a variant file", variant, &fault) ||
        !tables_build(tables, variant, &variant->rules, &fault) ||
        !fen_parse(variant->arrays[0].fen, tables, &position, &fault))
        draft_refuse(draft, (struct place){0}, NULL, NULL, "%s", fault.text);
    free(tables);
    free(variant);
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
    bool read = true;
    if (bad)
        draft_refuse(draft, (struct place){.line = bad}, NULL, NULL, "is not UTF-8 text");
    else if (!has_section(text))
        diagram_read(text, draft);
    else
        read = fairy_read(text, draft, error);
    if (!bad && read) {
        memcpy(import->name, draft->name, sizeof import->name);
        check_lengths(draft);
        if (!import->refusals)
            write_and_prove(draft);
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
