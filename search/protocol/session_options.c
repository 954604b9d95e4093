// SPDX-License-Identifier: GPL-3.0-or-later
// The options of a session by name: rows of options.def, and rules.
#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "number.h"
#include "session_internal.h"

static const struct row {
    const char *name;
    enum option_kind kind;
    const char *value;
    int low, high;
} rows[OPTION_ROWS] = {
#define OPTION(id, name, kind, value, low, high) {name, OPTION_##kind, value, low, high},
#include "options.def"
#undef OPTION
};

void session_default_options(struct session *session) {
    for (int i = 0; i < OPTION_ROWS; i++)
        if (rows[i].kind == OPTION_SPIN)
            session->number[i] = atoi(rows[i].value);
}

static void row_option(const struct session *session, int row, struct session_option *option) {
    *option = (struct session_option){.name = rows[row].name,
                                      .kind = rows[row].kind,
                                      .low = rows[row].low,
                                      .high = rows[row].high,
                                      .applies = true};
    const char *text = session->text[row];
    if (row == OPTION_ROW_VARIANT) {
        const char *name, *own = session->own->name;
        text = session->tables->variant.name;
        while ((name = variant_builtin_name(option->choice_count))) {
            assert(option->choice_count + 1 < ARRAY_LENGTH(option->choices));
            option->choices[option->choice_count++] = name;
            own = own && strcmp(own, name) == 0 ? NULL : own;
        }
        if (own)
            option->choices[option->choice_count++] = own;
    }
    if (option->kind == OPTION_CHECK)
        text = session->number[row] ? "true" : "false";
    if (option->kind == OPTION_SPIN)
        snprintf(option->value, sizeof option->value, "%d", session->number[row]);
    else
        snprintf(option->value, sizeof option->value, "%s", text);
}

static void rule_option(const struct session *session, enum rule rule,
                        struct session_option *option) {
    const struct variant *variant = &session->tables->variant;
    *option = (struct session_option){.name = rule_name(rule),
                                      .kind = rule == RULE_ZONE    ? OPTION_SPIN
                                              : rule == RULE_ARRAY ? OPTION_STRING
                                                                   : OPTION_COMBO,
                                      .high = rule == RULE_ZONE ? BOARD_MAX : 0,
                                      .choice_count = rule_value_count(rule),
                                      .applies = variant->has_rule[rule]};
    for (int i = 0; i < option->choice_count; i++)
        option->choices[i] = rule_value_name(rule, i);
    char number[RULE_NUMBER];
    snprintf(option->value, sizeof option->value, "%s",
             rules_value_text(&session->tables->rules, variant, rule, number));
}

bool session_option(const struct session *session, int index, struct session_option *option) {
    if (index < OPTION_ROWS)
        row_option(session, index, option);
    else if (index < OPTION_ROWS + RULES)
        rule_option(session, (enum rule)(index - OPTION_ROWS), option);
    return index < OPTION_ROWS + RULES;
}

static bool set_spin(struct session *session, int row, const char *value, struct error *error) {
    int64_t number;
    if (!number_integer(value, &number) || number < rows[row].low || number > rows[row].high)
        return error_set(error, "%s must be a whole number from %d to %d, not '%.40s'",
                         rows[row].name, rows[row].low, rows[row].high, value);
    // The system would give more, and end the program when it is used.
    int64_t memory = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) >> 20;
    if (row == OPTION_ROW_HASH && memory > 0 && number > memory)
        return error_set(error, "%s: %" PRId64 " MiB; this machine has %" PRId64, rows[row].name,
                         number, memory);
    session->number[row] = (int)number;
    return true;
}

static bool set_check(struct session *session, int row, const char *value, struct error *error) {
    session->number[row] = strcmp(value, "true") == 0 || strcmp(value, "1") == 0; // 1, 0: CECP
    return session->number[row] || strcmp(value, "false") == 0 || strcmp(value, "0") == 0 ||
           error_set(error, "%s must be true or false, not '%.40s'", rows[row].name, value);
}

// Whether two names are the same but for case and what stands between their words: "Move_Overhead",
// "chushogi".
static bool same_name(const char *one, const char *other, const char *between) {
    for (;;) {
        one += strspn(one, between);
        other += strspn(other, between);
        if (tolower((unsigned char)*one) != tolower((unsigned char)*other))
            return false;
        if (!*one)
            return true;
        one++;
        other++;
    }
}

// Lishogi and its bots know chu-shogi as chushogi. Programs that play matches name the game that is
// there already: its rules and values stay.
static bool set_variant(struct session *session, const char *value, struct error *error) {
    bool own = same_name(session->own->name, value, "-_ ");
    for (int i = 0; variant_builtin_name(i); i++)
        if (same_name(variant_builtin_name(i), value, "-_ "))
            value = variant_builtin_name(i);
    if (own)
        value = session->own->name;
    if (strcmp(value, session->tables->variant.name) == 0)
        return session_start(session, NULL, error);
    struct variant *loaded = mem_alloc(sizeof *loaded);
    const struct variant *variant = own ? session->own : loaded;
    bool done = (own || variant_load(value, loaded, error)) &&
                session_rebuild(session, variant, &variant->rules, error);
    free(loaded);
    if (done)
        session->text[OPTION_ROW_VALUES][0] = session->text[OPTION_ROW_PRESET][0] = 0;
    return done;
}

// Applies `change` (an assignment, or a preset's name) to a copy of the rules and takes it over.
static bool set_rules(struct session *session, const char *change, bool preset,
                      struct error *error) {
    struct rules rules = session->tables->rules;
    const struct variant *variant = &session->tables->variant;
    return (preset ? rules_apply_preset(&rules, variant, change, error)
                   : rules_set(&rules, variant, change, error)) &&
           session_rebuild(session, variant, &rules, error);
}

static bool set_text(struct session *session, int row, const char *value, struct error *error) {
    if (strcmp(value, "<empty>") == 0)
        value = "";
    if (strlen(value) >= OPTION_TEXT)
        return error_set(error, "%s: longer than %d characters", rows[row].name, OPTION_TEXT - 1);
    if (row == OPTION_ROW_PRESET && *value && !set_rules(session, value, true, error))
        return false;
    struct values values;
    if (row == OPTION_ROW_VALUES &&
        !session->load(*value ? value : NULL, session->tables, &values, error))
        return false;
    strcpy(session->text[row], value);
    return true;
}

static bool set_row(struct session *session, int row, const char *value, struct error *error) {
    if (row == OPTION_ROW_VARIANT)
        return set_variant(session, value, error);
    enum option_kind kind = rows[row].kind;
    bool done = kind == OPTION_SPIN    ? set_spin(session, row, value, error)
                : kind == OPTION_CHECK ? set_check(session, row, value, error)
                                       : set_text(session, row, value, error);
    // Table, threads and values are fixed when the engine is made.
    if (done && (row == OPTION_ROW_HASH || row == OPTION_ROW_THREADS || row == OPTION_ROW_VALUES))
        session_dismiss(session);
    return done;
}

bool session_set_option(struct session *session, const char *name, const char *value,
                        struct error *error) {
    assert(!session_thinking(session));
    for (int i = 0; i < OPTION_ROWS; i++)
        if (same_name(name, rows[i].name, "_ "))
            return set_row(session, i, value, error);
    enum rule rule = rule_find(name);
    if (rule != RULES) {
        char assignment[FEN_TEXT + 64];
        if (snprintf(assignment, sizeof assignment, "%s=%s", name, value) >= (int)sizeof assignment)
            return error_set(error, "%s: longer than %d characters", name, FEN_TEXT);
        return set_rules(session, assignment, false, error);
    }
    const char *names[OPTION_ROWS + RULES];
    for (int i = 0; i < OPTION_ROWS; i++)
        names[i] = rows[i].name;
    for (int i = 0; i < RULES; i++)
        names[OPTION_ROWS + i] = rule_name((enum rule)i);
    char hint[NEAREST_TEXT];
    return error_set(error, "no option '%.40s'%s", name,
                     nearest_hint(name, names, ARRAY_LENGTH(names), hint));
}
