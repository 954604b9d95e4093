// SPDX-License-Identifier: GPL-3.0-or-later
// Which rule settings (arms) are compared, at which node limits. The first arm is the base.
#pragma once

#include "error.h"
#include "tables.h"

enum {
    ARMS_MAX = 32,
    TOGGLES_MAX = 5, // 2^5 arms
    LADDER_MAX = 8,
    ARM_NAME = 64,
    ARM_ABOUT = 192
};

struct arm {
    char name[ARM_NAME];
    struct tables *tables; // owned
    unsigned toggles;      // of a factorial: bit i is set where toggle i has its other value
    char about[ARM_ABOUT]; // how another game differs from the base; "": an arm of its rules
};

struct experiment {
    struct variant *variant; // owned
    struct rules rules;      // of the base
    int arm_count;
    struct arm arm[ARMS_MAX];
    int toggle_count; // above 0: the arms are all their combinations
    char toggle[TOGGLES_MAX][ARM_NAME];
    int ladder_count;
    uint64_t ladder[LADDER_MAX]; // nodes a move, upwards
};

// The base arm alone, by these tables; no ladder yet.
struct experiment *experiment_create(const struct tables *base);
void experiment_destroy(struct experiment *experiment);

// Adds an arm: the base's rules changed by "rule=value,rule=value", where "preset=NAME" is a
// preset. The name "base" changes the base itself, before any other arm. Errors: unknown rules, a
// name that is taken or cannot be a folder's, rules that another arm has, too many arms.
bool experiment_add_arm(struct experiment *experiment, const char *name, const char *changes,
                        struct error *error);

// Adds an arm that is another game, and takes over its tables; `about` says how it differs.
void experiment_add_game(struct experiment *experiment, const char *name, const char *about,
                         struct tables *tables);

// What is said of an arm beside its name: how it differs from the base, "" where it does not.
const char *experiment_about(const struct experiment *experiment, int arm, char text[RULES_TEXT]);

// Adds a toggle "rule=value", the other value of a rule than the base's: the arms become all
// combinations of the toggles. Not together with other arms.
bool experiment_add_toggle(struct experiment *experiment, const char *toggle, struct error *error);

// Sets the node limits from "100,400,1600": rising, at least 1.
bool experiment_set_ladder(struct experiment *experiment, const char *text, struct error *error);
