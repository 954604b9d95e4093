// SPDX-License-Identifier: GPL-3.0-or-later
// kagami show without VARIANT: lists the games that are compiled in.
#include "cmd_show.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_terminal.h"

static void print_variant(const struct variant *variant, struct diagram_style style) {
    const char *bold = style.colour ? "\033[1m" : "", *plain = style.colour ? "\033[0m" : "";
    char board[16];
    snprintf(board, sizeof board, "%dx%d", variant->files, variant->ranks);
    printf("%s%-14s%s %-14s %-6s %2d kinds of men   ", bold, variant->name, plain, variant->title,
           board, variant->base_count);
    if (variant->array_count == 1)
        printf("1 start position");
    else
        printf("%d start positions", variant->array_count);
    if (variant->inferred[RULE_ARRAY])
        printf(" (inferred)");
    if (variant->preset_count)
        printf(", %d presets", variant->preset_count);
    printf("\n%-14s %s\n", "", variant->about);
}

static bool add_json(cJSON *list, const struct variant *variant) {
    cJSON *object = cJSON_CreateObject();
    if (!object || !cJSON_AddItemToArray(list, object))
        return false;
    cJSON *arrays;
    if (!cJSON_AddStringToObject(object, "name", variant->name) ||
        !cJSON_AddStringToObject(object, "title", variant->title) ||
        !cJSON_AddStringToObject(object, "about", variant->about) ||
        !cJSON_AddNumberToObject(object, "files", variant->files) ||
        !cJSON_AddNumberToObject(object, "ranks", variant->ranks) ||
        !cJSON_AddNumberToObject(object, "men", variant->base_count) ||
        !(arrays = cJSON_AddArrayToObject(object, "arrays")))
        return false;
    for (int i = 0; i < variant->array_count; i++)
        if (!cJSON_AddItemToArray(arrays, cJSON_CreateString(variant->arrays[i].name)))
            return false;
    cJSON *presets = cJSON_AddArrayToObject(object, "presets");
    for (int i = 0; i < variant->preset_count; i++)
        if (!presets ||
            !cJSON_AddItemToArray(presets, cJSON_CreateString(variant->presets[i].name)))
            return false;
    return presets != NULL;
}

static int print_json(cJSON *list, bool complete) {
    char *text = complete ? cJSON_Print(list) : NULL;
    cJSON_Delete(list);
    if (!text)
        return fail(EXIT_ERROR, "out of memory");
    puts(text);
    free(text);
    return terminal_finish();
}

int show_list(bool json) {
    struct diagram_style style = terminal_style();
    struct variant *variant = malloc(sizeof *variant);
    cJSON *list = json ? cJSON_CreateArray() : NULL;
    bool complete = variant && (list || !json);
    for (int i = 0; complete && variant_builtin_name(i); i++) {
        struct error error;
        if (!variant_load(variant_builtin_name(i), variant, &error)) {
            cJSON_Delete(list);
            free(variant);
            return fail(EXIT_ERROR, "%s", error.text);
        }
        if (json)
            complete = add_json(list, variant);
        else
            print_variant(variant, style);
    }
    free(variant);
    if (json)
        return print_json(list, complete);
    return complete ? terminal_finish() : fail(EXIT_ERROR, "out of memory");
}
