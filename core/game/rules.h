// SPDX-License-Identifier: GPL-3.0-or-later
// Rule toggles as a small value: one number per toggle. Read once, folded into `struct tables`.
#pragma once

#include "error.h"

struct variant;

enum rule {
#define RULE(id, name, question) RULE_##id,
#define VALUE(rule, id, name, meaning)
#include "rules.def"
#undef RULE
#undef VALUE
    RULES
};

// The values of each toggle are numbered from 0 in the order of rules.def:
// PROMOTION_TRIGGER_TOUCH = 0, PROMOTION_TRIGGER_END = 1, ...
// (one enum per rule is generated below by counting within the list)
enum rule_value {
#define RULE(id, name, question) RULE_BASE_##id, RULE_BEFORE_##id = RULE_BASE_##id - 1,
#define VALUE(rule, id, name, meaning) RULE_ENTRY_##rule##_##id,
#include "rules.def"
#undef RULE
#undef VALUE
};

enum {
#define RULE(id, name, question)
#define VALUE(rule, id, name, meaning) rule##_##id = RULE_ENTRY_##rule##_##id - RULE_BASE_##rule,
#include "rules.def"
#undef RULE
#undef VALUE
};

enum { FEN_TEXT = 640, RULES_TEXT = 1280 };

struct rules {
    int value[RULES];   // value number; RULE_ZONE: ranks; RULE_ARRAY: index into the arrays
    char fen[FEN_TEXT]; // start position when value[RULE_ARRAY] == ARRAY_CUSTOM, else ""
};

enum { ARRAY_CUSTOM = -1 };

// Number of named values of a rule; 0 for `array` and `zone`.
int rule_value_count(enum rule rule);

// Names and meanings from rules.def; 0 <= value < rule_value_count(rule).
const char *rule_name(enum rule rule);
const char *rule_question(enum rule rule);
bool rule_is_needed(enum rule rule); // every game has it, also where its file is silent
// What the rule is where a variant file is silent: its first value; the first of the arrays, a
// third of the board's ranks, rounded down, as the zone.
int rule_default(enum rule rule, const struct variant *variant);
const char *rule_value_name(enum rule rule, int value);
const char *rule_value_meaning(enum rule rule, int value);

// The value of any rule as people write it: its name, that of an array or the own FEN, or a number
// of ranks, which stands in `number`.
enum { RULE_NUMBER = 12 };
const char *rules_value_text(const struct rules *rules, const struct variant *variant,
                             enum rule rule, char number[RULE_NUMBER]);

// The rule called `name`, or RULES when there is none.
enum rule rule_find(const char *name);

// Sets one toggle from "name=value". `variant` supplies array names and board size (zone 0..ranks).
// Errors: no such rule or value; lists what would have been right and leaves `rules` alone.
bool rules_set(struct rules *rules, const struct variant *variant, const char *assignment,
               struct error *error);

// Writes "name=value;name=value" of everything that differs from the variant's defaults, in the
// order of rules.def ("" when nothing does), and returns `text`. rules_parse reads it back.
char *rules_text(const struct rules *rules, const struct variant *variant, char text[RULES_TEXT]);

// Applies "name=value;..." to `rules`. "" changes nothing. On an error those before it are applied.
bool rules_parse(struct rules *rules, const struct variant *variant, const char *text,
                 struct error *error);

// Applies the variant's preset called `name`. An unknown one is an error that lists those there
// are.
bool rules_apply_preset(struct rules *rules, const struct variant *variant, const char *name,
                        struct error *error);
