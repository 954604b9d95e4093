// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "number.h"

enum { ROWS_MAX = 160, WHAT = 120 };

// Setting one row

// "a, b or c" of "a|b|c".
static const char *spoken(const char *choices, char text[WHAT]) {
    int length = 0;
    for (const char *at = choices; *at && length < WHAT - 1;) {
        int size = (int)strcspn(at, "|");
        const char *behind = !at[size] ? "" : strchr(at + size + 1, '|') ? ", " : " or ";
        length += snprintf(text + length, (size_t)(WHAT - length), "%.*s%s", size, at, behind);
        at += size + (at[size] == '|');
    }
    return text;
}

static bool set_choice(const struct option_row *row, const char *what, void *member,
                       const char *text, struct error *error) {
    char choices[WHAT];
    int index = 0;
    for (const char *at = row->choices;; index++) {
        size_t length = strcspn(at, "|");
        if (strlen(text) == length && strncmp(text, at, length) == 0)
            break;
        at += length;
        if (!*at++)
            return error_set(error, "%s must be %s, not '%s'", what, spoken(row->choices, choices),
                             text);
    }
    if (row->size == sizeof(bool))
        *(bool *)member = index != 0;
    else
        *(int *)member = index;
    return true;
}

static bool set_count(const struct option_row *row, const char *what, void *member,
                      const char *text, struct error *error) {
    long long value, low = (long long)row->low, high = (long long)row->high;
    if (!number_count(text, low, high, &value))
        return error_set(error, "%s must be a whole number from %lld to %lld, not '%s'", what, low,
                         high, text);
    if (row->size == sizeof(int))
        *(int *)member = (int)value;
    else
        *(long long *)member = value;
    return true;
}

static bool set_real(const struct option_row *row, const char *what, double *member,
                     const char *text, struct error *error) {
    double value;
    if (!number_decimal(text, &value) || value < row->low || value > row->high)
        return error_set(error, "%s must be a number from %.9g to %.9g, not '%s'", what, row->low,
                         row->high, text);
    *member = value;
    return true;
}

static bool set_flag(const char *what, bool *member, const char *text, struct error *error) {
    *member = strcmp(text, "on") == 0;
    return *member || strcmp(text, "off") == 0 ||
           error_set(error, "%s must be on or off, not '%s'", what, text);
}

// `what` names the row in messages.
static bool set_row(const struct option_row *row, const char *what, void *base, const char *text,
                    struct error *error) {
    void *member = (char *)base + row->offset;
    struct error cause = {""};
    switch (row->kind) {
    case ROW_FLAG:
        return set_flag(what, member, text, error);
    case ROW_TEXT:
        *(const char **)member = text;
        return true;
    case ROW_COUNT:
        return set_count(row, what, member, text, error);
    case ROW_SEED:
        return number_unsigned(text, member) ||
               error_set(error, "%s must be a whole number from 0 to 2^64-1, not '%s'", what, text);
    case ROW_REAL:
        return set_real(row, what, member, text, error);
    case ROW_CHOICE:
        return set_choice(row, what, member, text, error);
    case ROW_TEXTS:
        return option_texts_add(member, text, &cause) ||
               error_set(error, "%s: %s", what, cause.text);
    case ROW_OWN:
        return row->set(member, text, &cause) || error_set(error, "%s %s", what, cause.text);
    }
    return false;
}

static bool give_row(const struct option_row *row, const char *what, void *base, const char *text,
                     struct error *error) {
    if (row->given)
        *(bool *)((char *)base + row->given) = true;
    return set_row(row, what, base, text, error);
}

bool option_texts_add(struct option_texts *texts, const char *text, struct error *error) {
    if (texts->count == OPTION_TEXTS_MAX)
        return error_set(error, "more than %d of them", OPTION_TEXTS_MAX);
    texts->text[texts->count++] = text;
    return true;
}

bool options_defaults(const struct option_use *uses, void *options, struct error *error) {
    for (const struct option_use *use = uses; use->set; use++) {
        void *base = (char *)options + use->offset;
        if (use->set->defaults && !use->set->defaults(base, error))
            return false;
        for (const struct option_row *row = use->set->rows; row < use->set->rows + use->set->count;
             row++)
            if (row->standard && !set_row(row, row->name, base, row->standard, error))
                return false;
    }
    return true;
}

// Finding one by name

static const struct option_row help_rows[] = {
    {.name = "help", .letter = 'h', .line_only = true},
    {.name = "version", .letter = 'V', .line_only = true},
};
const struct option_set help_option_set = {NULL, help_rows, ARRAY_LENGTH(help_rows), NULL, NULL};

bool options_row(const struct option_use *uses, int number, struct option_place *place) {
    for (const struct option_use *use = uses; use->set; number -= use++->set->count)
        if (number < use->set->count) {
            *place = (struct option_place){&use->set->rows[number], use};
            return true;
        }
    if (number >= ARRAY_LENGTH(help_rows))
        return false;
    *place = (struct option_place){&help_rows[number], NULL};
    return true;
}

// What people ask for by a name that is none, and what they mean: HINT(name, "what to say").
const char *options_hint(const char *name) {
    static const char *const hints[][2] = {
#define HINT(name, said) {name, said},
#include "hints.def"
#undef HINT
    };
    for (int i = 0; i < ARRAY_LENGTH(hints); i++)
        if (strcmp(hints[i][0], name) == 0)
            return hints[i][1];
    return NULL;
}

static bool unknown(const struct option_use *uses, const char *dashes, const char *name,
                    bool in_file, struct error *error) {
    const char *names[ROWS_MAX];
    int count = 0;
    struct option_place at;
    for (int i = 0; count < ROWS_MAX && options_row(uses, i, &at); i++)
        if (!in_file || !at.row->line_only)
            names[count++] = at.row->name;
    char asked[WHAT];
    snprintf(asked, sizeof asked, "--%s", name);
    const char *close = nearest_word(name, names, count), *hint = options_hint(asked);
    if (hint)
        return error_set(error, "no option '%s%s'; %s", dashes, name, hint);
    return close ? error_set(error, "no option '%s%s'; did you mean '%s%s'?", dashes, name, dashes,
                             close)
                 : error_set(error, "no option '%s%s'", dashes, name);
}

// The row of that name or unambiguous beginning, `length` letters of `name`.
static bool find_long(const struct option_use *uses, const char *name, size_t length,
                      struct option_place *match, struct error *error) {
    const char *other = NULL;
    struct option_place at;
    match->row = NULL;
    for (int i = 0; options_row(uses, i, &at); i++) {
        if (strncmp(at.row->name, name, length) != 0)
            continue;
        other = match->row ? match->row->name : other;
        *match = at;
        if (!at.row->name[length])
            return true;
    }
    if (other && length)
        return error_set(error, "option '--%.*s' may be '--%s' or '--%s'", (int)length, name, other,
                         match->row->name);
    if (match->row && length)
        return true;
    char text[WHAT];
    snprintf(text, sizeof text, "%.*s", (int)length, name);
    return unknown(uses, "--", text, false, error);
}

bool options_set(const struct option_use *uses, void *options, const char *name, const char *text,
                 struct error *error) {
    bool known = false;
    struct option_place at;
    for (int i = 0; options_row(uses, i, &at); i++) {
        if (at.row->line_only || strcmp(at.row->name, name) != 0)
            continue;
        known = true;
        if (!give_row(at.row, name, (char *)options + at.use->offset, text, error))
            return false;
    }
    return known || unknown(uses, "", name, true, error);
}

bool options_set_key(const struct option_use *uses, void *options, const char *name, char *text,
                     struct error *error) {
    struct option_place at;
    bool several = false;
    for (int i = 0; options_row(uses, i, &at); i++)
        several |=
            strcmp(at.row->name, name) == 0 && (at.row->kind == ROW_TEXTS || at.row->several);
    if (!several)
        return options_set(uses, options, name, text, error);
    for (char *rest = text, *one; (one = strtok_r(rest, ", ", &rest));)
        if (!options_set(uses, options, name, one, error))
            return false;
    return true;
}

// Cuts the next part of "a,b\,c,d" off at its comma and takes its backslashes out.
static char *cut_part(char **rest) {
    char *part = *rest, *to = part, *at = part;
    for (; *at && *at != ','; at++) {
        if (*at == '\\' && (at[1] == ',' || at[1] == '\\'))
            at++;
        *to++ = *at;
    }
    *rest = *at ? at + 1 : NULL;
    *to = 0;
    return part;
}

bool options_set_list(const struct option_set *set, void *base, char *text,
                      struct option_texts *rest, struct error *error) {
    const struct option_use uses[] = {{set, 0, NULL}, {0}};
    const char *names[32];
    char hint[NEAREST_TEXT];
    unsigned seen = 0; // rows, by bits
    assert(set->count <= ARRAY_LENGTH(names));
    for (int i = 0; i < set->count; i++)
        names[i] = set->rows[i].name;
    while (text) {
        char *part = cut_part(&text), *equals = strchr(part, '=');
        const struct option_row *row = NULL;
        for (int i = 0; i < set->count && !row; i++)
            if (strlen(set->rows[i].name) == strcspn(part, "=") &&
                strncmp(set->rows[i].name, part, strcspn(part, "=")) == 0)
                row = &set->rows[i];
        if (!row && rest && equals) {
            if (!option_texts_add(rest, part, error))
                return false;
            continue;
        }
        if (equals)
            *equals = 0;
        if (!row)
            return error_set(error, "no key '%s'%s", part,
                             nearest_hint(part, names, set->count, hint));
        if (row->kind != ROW_TEXTS && !row->several && seen & 1U << (row - set->rows))
            return error_set(error, "'%s' stands twice", part);
        seen |= 1U << (row - set->rows);
        if (!equals && row->kind != ROW_FLAG)
            return error_set(error, "'%s' needs a value: %s=%s", part, part,
                             row->argument ? row->argument : row->choices);
        if (!options_set(uses, base, part, equals ? equals + 1 : "on", error))
            return false;
    }
    return true;
}

// Command lines

struct line {
    const struct command *command;
    const char *const *words;
    int count, at; // of the words
    int arguments; // seen
    void *options;
    struct error *error;
};

// Sets the row from its word: `value` is what stood behind '=' or the letter, NULL: nothing did.
static enum options_outcome take(struct line *line, struct option_place found, const char *value,
                                 const char *what) {
    const struct option_row *row = found.row;
    if (row == &help_rows[0] && value && strcmp(value, "all") == 0)
        return OPTIONS_HELP_ALL;
    if (row->kind == ROW_FLAG && value)
        return error_set(line->error,
                         row == &help_rows[0] ? "%s takes 'all' or nothing" : "%s takes no value",
                         what),
               OPTIONS_FAULT;
    if (row == &help_rows[0])
        return OPTIONS_HELP;
    if (row == &help_rows[1])
        return OPTIONS_VERSION;
    if (row->kind == ROW_FLAG)
        value = "on";
    else if (!value && line->at < line->count)
        value = line->words[line->at++];
    if (!value)
        return error_set(line->error, "%s needs a value: %s", what,
                         row->argument ? row->argument : row->choices),
               OPTIONS_FAULT;
    void *base = (char *)line->options + found.use->offset;
    return give_row(row, what, base, value, line->error) ? OPTIONS_READY : OPTIONS_FAULT;
}

static enum options_outcome take_long(struct line *line, const char *word) {
    const char *name = word + 2;
    size_t length = strcspn(name, "=");
    char what[WHAT];
    struct option_place found;
    if (!find_long(line->command->uses, name, length, &found, line->error))
        return OPTIONS_FAULT;
    snprintf(what, sizeof what, "--%s", found.row->name);
    return take(line, found, name[length] ? name + length + 1 : NULL, what);
}

static enum options_outcome take_letters(struct line *line, const char *word) {
    for (const char *letter = word + 1; *letter; letter++) {
        struct option_place at;
        bool known;
        for (int i = 0; (known = options_row(line->command->uses, i, &at)); i++)
            if (at.row->letter == *letter)
                break;
        if (!known)
            return error_set(line->error, "no option '-%c'", *letter), OPTIONS_FAULT;
        bool takes = at.row->kind != ROW_FLAG;
        char what[WHAT];
        snprintf(what, sizeof what, "-%c", *letter);
        enum options_outcome outcome = take(line, at, takes && letter[1] ? letter + 1 : NULL, what);
        if (outcome != OPTIONS_READY || takes)
            return outcome;
    }
    return OPTIONS_READY;
}

static enum options_outcome take_argument(struct line *line, const char *word) {
    const struct command *command = line->command;
    int last = command->argument_count - 1, number = line->arguments++;
    if (last >= 0 && number > last && command->arguments[last].kind == ROW_TEXTS)
        number = last;
    if (number > last)
        return error_set(line->error, "'%s' is one argument too many", word), OPTIONS_FAULT;
    const struct option_row *row = &command->arguments[number];
    return give_row(row, row->name, line->options, word, line->error) ? OPTIONS_READY
                                                                      : OPTIONS_FAULT;
}

static bool check_all(const struct line *line) {
    const struct command *command = line->command;
    for (const struct option_use *use = command->uses; use->set; use++)
        if (use->set->check && !use->set->check((char *)line->options + use->offset, line->error))
            return false;
    return !command->check || command->check(line->options, line->error);
}

static enum options_outcome take_words(struct line *line) {
    bool only_arguments = false;
    while (line->at < line->count) {
        const char *word = line->words[line->at++];
        enum options_outcome outcome = OPTIONS_READY;
        if (only_arguments || word[0] != '-' || !word[1])
            outcome = take_argument(line, word);
        else if (strcmp(word, "--") == 0)
            only_arguments = true;
        else
            outcome = word[1] == '-' ? take_long(line, word) : take_letters(line, word);
        if (outcome != OPTIONS_READY)
            return outcome;
    }
    return OPTIONS_READY;
}

// Reads the words beforehand, into nothing, to know the argument that is a file.
static bool read_file(struct line line) {
    const struct command *command = line.command;
    struct error ignored, *error = line.error;
    void *options = line.options;
    line.options = mem_alloc(command->size);
    line.error = &ignored;
    memcpy(line.options, options, command->size);
    bool fine = take_words(&line) == OPTIONS_READY && line.arguments > 0;
    const char *path;
    memcpy(&path, (char *)line.options + command->arguments[0].offset, sizeof path);
    free(line.options);
    return !fine || command->read(options, path, error);
}

enum options_outcome options_parse(const struct command *command, int count,
                                   const char *const *words, void *options, struct error *error) {
    struct line line = {command, words, count, 0, 0, options, error};
    if (command->read && !read_file(line))
        return OPTIONS_FAULT;
    enum options_outcome outcome = take_words(&line);
    if (outcome != OPTIONS_READY)
        return outcome;
    if (line.arguments < command->arguments_needed) {
        const struct option_row *row = &command->arguments[line.arguments];
        struct buffer meaning = buffer_init();
        options_meaning(command, row, true, &meaning);
        if (meaning.data)
            meaning.data[0] = (char)tolower(meaning.data[0]);
        error_set(error, "%s is missing: %s", row->name, meaning.data ? meaning.data : "");
        buffer_destroy(&meaning);
        return OPTIONS_FAULT;
    }
    return check_all(&line) ? OPTIONS_READY : OPTIONS_FAULT;
}

const struct command *options_command(const struct command *const *commands, int count,
                                      const char *name, struct error *error) {
    const char *names[ROWS_MAX];
    for (int i = 0; i < count; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
        names[i] = commands[i]->name;
    }
    char hint[NEAREST_TEXT];
    nearest_hint(name, names, count, hint);
    const char *meant = options_hint(name);
    if (meant)
        error_set(error, "no command '%s'; %s", name, meant);
    else
        error_set(error, "no command '%s'%s", name, *hint ? hint : "; `kagami --help` lists them");
    return NULL;
}
