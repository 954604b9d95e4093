// SPDX-License-Identifier: GPL-3.0-or-later
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "answer.h"
#include "json_file.h"

enum { KEY = 128, DEPTH = 16 };

static void add_number(cJSON *object, const char *key, double number) {
    json_add(object, key, isfinite(number) ? cJSON_CreateNumber(number) : cJSON_CreateNull());
}

// The value of a key "value" stands in the object itself.
static void add_interval(cJSON *object, const char *key, const struct answer_cell *cell) {
    if (strcmp(key, "value") != 0)
        object = json_add_object(object, key);
    if (!isnan(cell->n) && !cJSON_HasObjectItem(object, "n"))
        add_number(object, "n", cell->n);
    add_number(object, "value", cell->number);
    add_number(object, "lo95", cell->low);
    add_number(object, "hi95", cell->high);
    json_add_text(object, "word", cell->text);
}

// The object that "a.b" of `object` stands in, made where it is missing; *key becomes "b".
static cJSON *inside(cJSON *object, const char **key) {
    for (const char *dot; (dot = strchr(*key, '.')); *key = dot + 1) {
        char name[KEY];
        snprintf(name, sizeof name, "%.*s", (int)(dot - *key), *key);
        cJSON *child = cJSON_GetObjectItemCaseSensitive(object, name);
        if (cJSON_IsNull(child)) { // "a" was said to be missing
            cJSON_DeleteItemFromObjectCaseSensitive(object, name);
            child = NULL;
        }
        object = child ? child : json_add_object(object, name);
    }
    return object;
}

static void add_cell(cJSON *object, const struct answer_column *column,
                     const struct answer_cell *cell) {
    const char *key = column->key;
    bool nested = key && strchr(key, '.');
    bool missing = cell->kind == CELL_MISSING ||
                   (cell->kind == CELL_NUMBER && isnan(cell->number) && isnan(cell->low));
    if (!key || (missing && (nested || column->flags & ANSWER_OMIT)))
        return;
    object = inside(object, &key);
    bool interval = column->flags & ANSWER_INTERVAL;
    if (missing && interval && !cell->text && strcmp(key, "value") != 0)
        json_add_null(object, key);
    else if (cell->kind == CELL_TEXT)
        json_add_text(object, key, cell->text ? cell->text : "");
    else if (cell->kind == CELL_FLAG)
        json_add_flag(object, key, cell->number != 0);
    else if (interval)
        add_interval(object, key, cell);
    else
        add_number(object, key, cell->number);
}

static void add_row(cJSON *object, const struct answer_item *item, int row) {
    for (int i = 0; i < item->columns; i++)
        add_cell(object, &item->column[i], &item->cell[row * item->columns + i]);
}

static cJSON *add_entry(cJSON *object, const char *key, cJSON *entry) {
    cJSON *list = cJSON_GetObjectItemCaseSensitive(object, key);
    return json_append(list ? list : json_add_array(object, key), entry);
}

static void add_table(cJSON *object, const struct answer_item *item) {
    const char *key = item->key;
    if (!key)
        return;
    object = inside(object, &key);
    if (!cJSON_HasObjectItem(object, key)) // a table without rows, too, is a list
        json_add_array(object, key);
    for (int row = 0; row < item->rows; row++)
        add_row(add_entry(object, key, cJSON_CreateObject()), item, row);
}

static void add_members(cJSON *object, const cJSON *members) {
    const cJSON *member;
    cJSON_ArrayForEach(member, members) {
        json_add_copy(object, member->string, member);
    }
}

struct cJSON *answer_json_tree(const struct answer *answer) {
    cJSON *object = cJSON_CreateObject();
    json_add_number(object, "schema", ANSWER_SCHEMA);
    answer_json_into(answer, object);
    return object;
}

void answer_json_into(const struct answer *answer, struct cJSON *parent) {
    cJSON *object[DEPTH] = {parent}, *warnings = cJSON_CreateArray();
    int depth = 0;
    for (int i = 0; i < answer->items; i++) {
        const struct answer_item *item = &answer->item[i];
        if (item->kind == ITEM_FACT && item->rows)
            add_cell(object[depth], item->column, item->cell);
        else if (item->kind == ITEM_TABLE)
            add_table(object[depth], item);
        else if (item->kind == ITEM_RECORD && item->rows)
            add_row(item->key ? json_add_object(object[depth], item->key) : object[depth], item, 0);
        else if (item->kind == ITEM_OPEN && depth + 1 < DEPTH)
            object[depth + 1] = json_add_object(object[depth], item->key), depth++;
        else if (item->kind == ITEM_ENTRY && depth + 1 < DEPTH)
            object[depth + 1] = add_entry(object[depth], item->key, cJSON_CreateObject()), depth++;
        else if (item->kind == ITEM_CLOSE && depth > 0)
            depth--;
        else if (item->kind == ITEM_JSON && item->key)
            json_add_copy(object[depth], item->key, item->json);
        else if (item->kind == ITEM_JSON)
            add_members(object[depth], item->json);
        else if (item->kind == ITEM_SENTENCE && item->key && item->text)
            add_entry(object[depth], item->key, cJSON_CreateString(item->text));
        else if (item->kind == ITEM_WARNING && item->text)
            json_append(warnings, cJSON_CreateString(item->text));
    }
    if (answer->warns || cJSON_GetArraySize(warnings) > 0)
        json_add(object[0], "warnings", warnings);
    else
        cJSON_Delete(warnings);
}

void answer_json(const struct answer *answer, struct buffer *out) {
    cJSON *tree = answer_json_tree(answer);
    char *text = cJSON_Print(tree);
    buffer_text(out, text);
    buffer_char(out, '\n');
    cJSON_free(text);
    cJSON_Delete(tree);
}
