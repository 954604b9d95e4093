// SPDX-License-Identifier: GPL-3.0-or-later
#include "import_internal.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_text.h"
#include "memory.h"
#include "notation.h"

// Length of the UTF-8 character at `text` and its code; 0 when there is none.
static int character(const unsigned char *text, uint32_t *code) {
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } forms[] = {{0x80, 0, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};
    for (int extra = 0; extra < ARRAY_LENGTH(forms); extra++) {
        if ((*text & forms[extra].mask) != forms[extra].lead)
            continue;
        *code = *text & (unsigned char)~forms[extra].mask;
        for (int i = 1; i <= extra; i++) {
            if ((text[i] & 0xC0) != 0x80)
                return 0;
            *code = *code << 6 | (text[i] & 0x3F);
        }
        bool whole = *code >= forms[extra].least && *code <= 0x10FFFF &&
                     !(*code >= 0xD800 && *code <= 0xDFFF);
        return whole ? extra + 1 : 0;
    }
    return 0;
}

// Characters that a terminal obeys or that make a text look like another one.
static bool is_control(uint32_t code) {
    return code < ' ' || (code >= 0x7F && code < 0xA0) || code == 0xAD ||
           (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF ||
           (code >= 0xFFF0 && code <= 0xFFFB) || code >= 0xE0000;
}

char *import_quote(const char *text, char safe[IMPORT_QUOTE]) {
    enum { DOTS = 4, LONGEST = 12 };
    const unsigned char *at = (const unsigned char *)text;
    char *out = safe;
    while (*at) {
        if (out - safe > IMPORT_QUOTE - DOTS - LONGEST) {
            strcpy(out, "...");
            return safe;
        }
        uint32_t code;
        int length = character(at, &code);
        if (length == 0)
            out += sprintf(out, "\\x%02X", *at++);
        else if (is_control(code)) {
            out += sprintf(out, code < 0x100 ? "\\x%02X" : "\\u{%X}", (unsigned)code);
            at += length;
        } else {
            memcpy(out, at, (size_t)length);
            out += length;
            at += length;
        }
    }
    *out = 0;
    return safe;
}

// The number of the first line that is not UTF-8, or 0.
static int text_bad_line(const char *text) {
    int line = 1;
    uint32_t code;
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        int length = character(at, &code);
        if (length == 0)
            return line;
        line += *at == '\n';
        at += length;
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

// Whoever forgot to quote what comes from a file: no terminal obeys it all the same.
static void disarm(char *text) {
    for (unsigned char *c = (unsigned char *)text; *c; c++)
        if (*c < ' ' || *c == 0x7F || (*c == 0xC2 && c[1] < 0xA0))
            *c = '?';
}

bool draft_refuse(struct draft *draft, struct place place, const char *key, const char *value,
                  const char *reason, ...) {
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
    snprintf(refusal->key, sizeof refusal->key, "%s", safe_key);
    char text[256];
    va_list arguments;
    va_start(arguments, reason);
    vsnprintf(text, sizeof text, reason, arguments);
    va_end(arguments);
    disarm(text);
    const char *mark = !key && value ? "'" : "";
    snprintf(refusal->text, sizeof refusal->text, "%s%s%s%s%s%s%s%s%s%s", *from ? "from " : "",
             from, *from ? ": " : "", safe_key, key && value ? " = " : "", mark, safe, mark,
             key || value ? ": " : "", text);
    return false;
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
    char line[512];
    va_start(arguments, text);
    vsnprintf(line, sizeof line, text, arguments);
    va_end(arguments);
    disarm(line);
    const char *said = draft->import->check.length ? draft->import->check.data : "";
    for (; *said; said += strcspn(said, "\n") + 1)
        if (strcspn(said, "\n") == strlen(line) && strncmp(said, line, strlen(line)) == 0)
            return; // once is enough
    if (++draft->import->checks > DRAFT_LINES)
        return;
    buffer_text(&draft->import->check, line);
    buffer_char(&draft->import->check, '\n');
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
    char safe[IMPORT_QUOTE];
    draft->inferred[rule] = true;
    draft->value[rule] = value;
    draft_check(draft, "rule %s: %s; so %s = %s is read", rule_name(rule),
                rule_value_name(rule, value), key, import_quote(word, safe));
}

bool draft_name(const char *text, size_t length, char name[NAME_TEXT]) {
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    char *out = name;
    while (at < end) {
        uint32_t code;
        int bytes = character(at, &code);
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

bool draft_game_name(const char *text, char name[NAME_TEXT]) {
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

void draft_title(const char *name, char title[NAME_TEXT]) {
    bool first = true;
    size_t i = 0;
    for (; name[i] && i < NAME_TEXT - 1; i++) {
        title[i] = name[i] == '-' ? ' ' : first ? (char)toupper((unsigned char)name[i]) : name[i];
        first = name[i] == '-';
    }
    title[i] = 0;
}

// Writing

enum { BETZA_ABREAST = 80 }; // characters of moves that two forms of a piece have in one line

static void check_length(struct draft *draft, const struct draft_form *form) {
    int most = (int)sizeof((struct piece *)NULL)->betza - 1, length = (int)strlen(form->betza);
    if (length > most)
        draft_refuse(draft, (struct place){0}, NULL, form->name,
                     "%d characters of moves; %d at most are read here", length, most);
}

// Refuses moves that are longer than a variant file's may be.
static void draft_check_lengths(struct draft *draft) {
    for (int i = 0; i < draft->count; i++) {
        check_length(draft, &draft->pieces[i].plain);
        if (draft->pieces[i].promotes)
            check_length(draft, &draft->pieces[i].promoted);
    }
}

static void write_royals(const struct draft *draft, struct buffer *ini) {
    buffer_text(ini, "royal =");
    for (int i = 0; i < draft->count; i++) {
        const struct draft_piece *piece = &draft->pieces[i];
        if (piece->royal)
            buffer_printf(ini, " %c", piece->letter);
        if (piece->promotes && piece->promoted_royal)
            buffer_printf(ini, " +%c", piece->letter);
    }
    buffer_char(ini, '\n');
}

static void write_aliases(const struct draft *draft, struct buffer *ini) {
    bool any = false;
    for (int i = 0; i < 2 * draft->count; i++) {
        const struct draft_piece *piece = &draft->pieces[i / 2];
        const char *alias = i % 2 ? piece->promoted_alias : piece->alias;
        if (!*alias)
            continue;
        buffer_printf(ini, "%s%s%c:%s", any ? " " : "aliases = ", i % 2 ? "+" : "", piece->letter,
                      alias);
        any = true;
    }
    if (any)
        buffer_char(ini, '\n');
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

static void write_pieces(const struct draft *draft, struct buffer *ini) {
    buffer_text(ini, "\n[pieces]\n");
    for (int i = 0; i < draft->count; i++) {
        const struct draft_piece *piece = &draft->pieces[i];
        char id[sizeof piece->id];
        snprintf(id, sizeof id, "%s", piece->id);
        if (!*id)
            snprintf(id, sizeof id, "%c", piece->letter);
        buffer_printf(ini, "%c = %s, %s, %s", piece->letter, id, piece->plain.name,
                      piece->plain.betza);
        // Moves of any length go on in a line of their own: lines are read up to a length.
        bool breaks = strlen(piece->plain.betza) + strlen(piece->promoted.betza) > BETZA_ABREAST;
        if (piece->promotes)
            buffer_printf(ini, ",%s %s%.6s, %s, %s", breaks ? " \\\n   " : "",
                          *piece->promoted_id ? "" : "+",
                          *piece->promoted_id ? piece->promoted_id : id, piece->promoted.name,
                          piece->promoted.betza);
        buffer_char(ini, '\n');
    }
}

static void draft_write(const struct draft *draft, struct buffer *ini) {
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
    buffer_printf(ini, "\n[variant]\nname = %s\ntitle = %s\nabout = %s\n", draft->name,
                  draft->title, draft->about);
    buffer_printf(ini, "files = %d\nranks = %d\n", draft->files, draft->ranks);
    write_royals(draft, ini);
    char letter = yardstick(draft);
    if (letter)
        buffer_printf(ini, "yardstick = %c\n", letter);
    if (draft->pawn)
        buffer_printf(ini, "pawn = %c\n", draft->pawn);
    if (*draft->flag) {
        char squares[SIDES][SQUARES_TEXT];
        for (enum side side = FIRST; side < SIDES; side++)
            squares_print(draft->flag_squares[side], draft->files, draft->ranks, squares[side]);
        buffer_printf(ini, "flag = %s\nflag-squares = %s / %s\n", draft->flag, squares[FIRST],
                      squares[SECOND]);
    }
    write_aliases(draft, ini);
    buffer_text(ini, "inferred =");
    for (int rule = 0; rule < RULES; rule++)
        if (draft->inferred[rule])
            buffer_printf(ini, " %s", rule_name((enum rule)rule));
    buffer_text(ini, "\n\n[rules]\n");
    for (int rule = 0; rule < RULES; rule++) {
        if (!rule_is_needed((enum rule)rule) && !draft->stated[rule] && !draft->inferred[rule])
            continue;
        if ((rule == RULE_NIFU || rule == RULE_PAWN_DROP_MATE) && !draft->pawn &&
            !draft->stated[rule])
            continue; // of no piece
        if (rule == RULE_ARRAY)
            buffer_text(ini, "array = standard\n");
        else if (rule == RULE_ZONE)
            buffer_printf(ini, "zone = %d\n", draft->value[RULE_ZONE]);
        else
            buffer_printf(ini, "%s = %s\n", rule_name((enum rule)rule),
                          rule_value_name((enum rule)rule, draft->value[rule]));
    }
    buffer_printf(ini, "\n[arrays]\nstandard = %s\n", draft->fen);
    write_pieces(draft, ini);
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

// What is written must be a game that can be played: read it as everybody will.
static void prove(struct draft *draft) {
    struct import *import = draft->import;
    struct variant *variant = mem_alloc(sizeof *variant);
    struct tables *tables = mem_alloc(sizeof *tables);
    struct position *position = mem_alloc(sizeof *position);
    struct error fault = {""};
    char safe[sizeof fault.text], *out = safe;
    bool read = variant_parse(import->ini.data, "as a variant file", variant, &fault) &&
                tables_build(tables, variant, &variant->rules, &fault) &&
                fen_parse(variant->arrays[0].fen, tables, position, &fault);
    for (const char *c = fault.text; *c; c++)
        *out++ = (unsigned char)*c < ' ' ? '?' : *c;
    *out = 0;
    if (!read && *safe)
        draft_refuse(draft, (struct place){0}, NULL, NULL, "%s", safe);
    free(position);
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
        draft_check_lengths(draft);
        if (!import->refusals) {
            draft_write(draft, &import->ini);
            prove(draft);
        }
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
