// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_worth_replace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "memory.h"
#include "values_file.h"
#include "variant_print.h"

static bool find_old(const char *text, const char *file, const char *name, Type *old,
                     struct error *error) {
    struct variant *variant = mem_alloc(sizeof *variant);
    bool done = variant_parse(text, file, variant, error);
    Type type = done ? variant_find_piece(variant, name, error) : 0;
    free(variant);
    *old = type & (Type)~TYPE_PROMOTED;
    return type && (type == *old ||
                    error_set(error,
                              "'%s' is a promoted piece: those of the start position can be "
                              "replaced",
                              name));
}

// Adds the new piece of "LC=fRfF" to the game's text, which is replaced.
static bool add(const char *file, const char *assignment, char **text, struct replaced *replaced,
                struct error *error) {
    char name[NAME_TEXT];
    const char *betza = strchr(assignment, '=');
    Type old;
    if (!betza || betza - assignment >= NAME_TEXT)
        return error_set(error, "takes PIECE=BETZA, not '%s'", assignment);
    if (replaced->count == REPLACED_MAX)
        return error_set(error, "at most %d pieces", REPLACED_MAX);
    snprintf(name, sizeof name, "%.*s", (int)(betza - assignment), assignment);
    if (!find_old(*text, file, name, &old, error))
        return false;
    for (int i = 0; i < replaced->count; i++)
        if (replaced->old[i] == old)
            return error_set(error, "'%s': it is replaced already", name);
    struct buffer twin = buffer_init();
    Type new = variant_add_twin(*text, file, old, betza + 1, &twin, error);
    if (!new) {
        buffer_destroy(&twin);
        return false;
    }
    free(*text);
    *text = twin.data;
    replaced->old[replaced->count] = old;
    replaced->new[replaced->count++] = new;
    return true;
}

char *replaced_text(const char *variant_name, const struct option_texts *texts,
                    struct replaced *replaced, struct error *error) {
    char *text = config_variant_text(variant_name, error);
    for (int i = 0; text && i < texts->count; i++) {
        struct error cause = {""};
        if (add(variant_name, texts->text[i], &text, replaced, &cause))
            continue;
        error_set(error, "--replace %s", cause.text);
        free(text);
        text = NULL;
    }
    return text;
}

bool replaced_values(const struct replaced *replaced, const struct tables *tables,
                     const struct option_texts *param, struct values *values, struct error *error) {
    static const int places[] = {VALUE_BOARD, VALUE_BOARD + TYPE_PROMOTED, VALUE_HAND};
    struct values estimate;
    values_estimate(tables, &estimate);
    for (int i = 0; i < replaced->count; i++)
        for (int place = 0; place < ARRAY_LENGTH(places); place++) {
            int old = places[place] + replaced->old[i], new = places[place] + replaced->new[i];
            double value = values->value[old];
            if (estimate.value[old])
                value *= (double)estimate.value[new] / estimate.value[old];
            values->value[new] = (int)lround(fmin(value, VALUE_LIMIT));
        }
    for (int i = 0; i < param->count; i++)
        if (!values_assign(param->text[i], tables, values, error))
            return false;
    return true;
}
