// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "memory.h"
#include "number.h"

struct experiment *experiment_create(const struct tables *base) {
    struct experiment *experiment = mem_calloc(1, sizeof *experiment);
    struct tables *tables = mem_alloc(sizeof *tables);
    struct variant *variant = mem_alloc(sizeof *variant);
    *tables = *base;
    *variant = base->variant;
    experiment->variant = variant;
    experiment->rules = base->rules;
    experiment->arm_count = 1;
    experiment->arm[0] = (struct arm){.name = "base", .tables = tables};
    return experiment;
}

void experiment_destroy(struct experiment *experiment) {
    if (!experiment)
        return;
    for (int i = 0; i < experiment->arm_count; i++)
        free(experiment->arm[i].tables);
    free(experiment->variant);
    free(experiment);
}

// Applies "rule=value,rule=value".
static bool apply(const struct variant *variant, const char *changes, struct rules *rules,
                  struct error *error) {
    char text[FEN_TEXT + NAME_TEXT], *rest = text;
    if (snprintf(text, sizeof text, "%s", changes) >= (int)sizeof text)
        return error_set(error, "'%.40s...': too long", changes);
    for (char *change; *changes && (change = strsep(&rest, ","));) {
        if (!*change)
            return error_set(error, "a comma at the end");
        bool preset = strncmp(change, "preset=", 7) == 0;
        if (preset ? !rules_apply_preset(rules, variant, change + 7, error)
                   : !rules_set(rules, variant, change, error))
            return false;
    }
    return true;
}

// Builds the tables of an arm at `arm`; they are the experiment's.
static bool build(struct experiment *experiment, struct arm *arm, const struct rules *rules,
                  struct error *error) {
    char text[RULES_TEXT], other[RULES_TEXT];
    rules_text(rules, experiment->variant, text);
    for (int i = 0; i < experiment->arm_count; i++)
        if (arm != &experiment->arm[i] &&
            strcmp(rules_text(&experiment->arm[i].tables->rules, experiment->variant, other),
                   text) == 0)
            return error_set(error, "'%s' has the same rules as '%s': '%s'", arm->name,
                             experiment->arm[i].name, *text ? text : "default");
    if (!arm->tables)
        arm->tables = mem_alloc(sizeof *arm->tables);
    return tables_build(arm->tables, experiment->variant, rules, error);
}

static bool check_name(const struct experiment *experiment, const char *name, struct error *error) {
    if (!file_check_name("an arm's name", name, ARM_NAME, error))
        return false;
    for (int i = 0; i < experiment->arm_count; i++)
        if (strcmp(experiment->arm[i].name, name) == 0)
            return error_set(error, "'%s': there are two arms of that name", name);
    return true;
}

static bool add(struct experiment *experiment, const char *name, const struct rules *rules,
                unsigned toggles, struct error *error) {
    if (experiment->arm_count == ARMS_MAX)
        return error_set(error, "'%s': more than %d arms", name, ARMS_MAX);
    if (!check_name(experiment, name, error))
        return false;
    struct arm *arm = &experiment->arm[experiment->arm_count];
    *arm = (struct arm){.toggles = toggles};
    snprintf(arm->name, sizeof arm->name, "%s", name);
    if (!build(experiment, arm, rules, error)) {
        free(arm->tables);
        return false;
    }
    experiment->arm_count++;
    return true;
}

bool experiment_add_arm(struct experiment *experiment, const char *name, const char *changes,
                        struct error *error) {
    if (experiment->toggle_count)
        return error_set(error, "arms or toggles, not both");
    struct rules rules = experiment->rules;
    struct error cause = {""};
    if (!apply(experiment->variant, changes, &rules, &cause))
        return error_set(error, "arm '%s': %s", name, cause.text);
    if (strcmp(name, "base") != 0)
        return add(experiment, name, &rules, 0, error);
    if (experiment->arm_count > 1)
        return error_set(error, "the base arm comes first");
    experiment->rules = rules;
    return build(experiment, &experiment->arm[0], &rules, error);
}

void experiment_add_game(struct experiment *experiment, const char *name, const char *about,
                         struct tables *tables) {
    assert(experiment->arm_count < ARMS_MAX && !experiment->toggle_count);
    struct arm *arm = &experiment->arm[experiment->arm_count++];
    *arm = (struct arm){.tables = tables};
    snprintf(arm->name, sizeof arm->name, "%s", name);
    snprintf(arm->about, sizeof arm->about, "%s", about);
}

const char *experiment_about(const struct experiment *experiment, int arm, char text[RULES_TEXT]) {
    const struct arm *of = &experiment->arm[arm];
    return *of->about ? of->about : rules_text(&of->tables->rules, experiment->variant, text);
}

bool experiment_add_toggle(struct experiment *experiment, const char *toggle, struct error *error) {
    int count = experiment->arm_count, number = experiment->toggle_count;
    if (number == 0 && count > 1)
        return error_set(error, "arms or toggles, not both");
    if (number == TOGGLES_MAX)
        return error_set(error, "'%s': more than %d toggles", toggle, TOGGLES_MAX);
    if (strlen(toggle) >= ARM_NAME)
        return error_set(error, "'%.40s...': too long", toggle);
    for (int i = 0; i < count; i++) { // every arm there is, once more with the other value
        struct rules rules = experiment->arm[i].tables->rules;
        char name[2 * ARM_NAME + 1];
        struct error cause = {""};
        if (!apply(experiment->variant, toggle, &rules, &cause))
            return error_set(error, "toggle '%s': %s", toggle, cause.text);
        snprintf(name, sizeof name, "%s%s%s", i ? experiment->arm[i].name : "", i ? "+" : "",
                 toggle);
        if (!add(experiment, name, &rules, experiment->arm[i].toggles | 1U << number, error))
            return false;
    }
    snprintf(experiment->toggle[number], ARM_NAME, "%s", toggle);
    experiment->toggle_count++;
    return true;
}

bool experiment_set_ladder(struct experiment *experiment, const char *text, struct error *error) {
    long long nodes[LADDER_MAX];
    int count = number_counts(text, 1, 1000000000000, LADDER_MAX, nodes);
    if (!count)
        return error_set(error,
                         "'%s': expected up to %d node limits with commas between, 100,400,1600",
                         text, LADDER_MAX);
    for (int i = 0; i < count; i++) {
        if (i > 0 && nodes[i] <= nodes[i - 1])
            return error_set(error, "'%s': the node limits must rise", text);
        experiment->ladder[i] = (uint64_t)nodes[i];
    }
    experiment->ladder_count = count;
    return true;
}
