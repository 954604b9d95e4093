// SPDX-License-Identifier: GPL-3.0-or-later
// Sections "values": { kind, source, variant, title, unit: {man, value}, fitted,
//   men: [{ id, name, promoted_id, pair, board, hand, promoted }], terms: [{ parameter, meaning }],
//   tuning: the answer of `kagami tune --json`, where that is the source }
// board, hand, promoted and each term: { value, lo95, hi95, games, measured, kept }, where `kept`
// is what nobody tuned, or whose games did not suffice; neither: tuned, without an interval. `pair`
// is above 0, and the same, for two men that mirror each other. Values are centi-values.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_sections.h"

struct entry {
    bool there, tuned;              // `tuned`: even where it has no interval
    double value, low, high, games; // low: NAN unless measured
};

static void add_entry(cJSON *object, const struct entry *entry) {
    report_number(object, "value", entry->value);
    report_number(object, "lo95", entry->low);
    report_number(object, "hi95", entry->high);
    report_number(object, "games", entry->games);
    cJSON_AddBoolToObject(object, "measured", !isnan(entry->low));
    cJSON_AddBoolToObject(object, "kept", isnan(entry->low) && !entry->tuned);
}

static void add_form(cJSON *man, const char *key, const struct entry *entry) {
    if (entry->there)
        add_entry(cJSON_AddObjectToObject(man, key), entry);
}

static void add_man(cJSON *list, const struct variant *variant, Type base, int pair,
                    const struct entry entries[VALUES]) {
    cJSON *man = cJSON_CreateObject();
    cJSON_AddItemToArray(list, man);
    cJSON_AddStringToObject(man, "id", variant->man[base].id);
    cJSON_AddStringToObject(man, "name", variant->man[base].name);
    if (variant->promotes[base])
        cJSON_AddStringToObject(man, "promoted_id", variant->man[base | TYPE_PROMOTED].id);
    cJSON_AddNumberToObject(man, "pair", pair);
    add_form(man, "board", &entries[VALUE_BOARD + base]);
    add_form(man, "hand", &entries[VALUE_HAND + base]);
    add_form(man, "promoted", &entries[VALUE_BOARD + (base | TYPE_PROMOTED)]);
}

struct worth {
    Type base;
    double key, value; // `key` orders: of a mirror pair the larger value
    int pair;
};

static int by_worth(const void *left, const void *right) {
    const struct worth *a = left, *b = right;
    if (a->key != b->key)
        return a->key > b->key ? -1 : 1;
    if (a->pair != b->pair)
        return a->pair < b->pair ? -1 : 1;
    if (a->value != b->value)
        return a->value > b->value ? -1 : 1;
    return a->base < b->base ? -1 : 1;
}

// The most valuable first, mirror pairs beside each other.
static void add_men(cJSON *section, const struct tables *tables,
                    const struct entry entries[VALUES]) {
    Type pairs[BASE_TYPES][2];
    struct worth men[BASE_TYPES];
    int pair_count = variant_mirror_pairs(&tables->variant, pairs, BASE_TYPES), count = 0;
    for (Type base = 1; base < BASE_TYPES; base++) {
        const struct entry *entry = &entries[VALUE_BOARD + base];
        if (entry->there)
            men[count++] = (struct worth){base, entry->value, entry->value, 0};
    }
    for (int i = 0; i < count; i++)
        for (int p = 0; p < pair_count; p++)
            for (int side = 0; side < 2; side++)
                if (men[i].base == pairs[p][side] &&
                    entries[VALUE_BOARD + pairs[p][1 - side]].there) {
                    men[i].pair = p + 1;
                    men[i].key =
                        fmax(men[i].value, entries[VALUE_BOARD + pairs[p][1 - side]].value);
                }
    qsort(men, (size_t)count, sizeof *men, by_worth);
    cJSON *list = cJSON_AddArrayToObject(section, "men");
    for (int i = 0; i < count; i++)
        add_man(list, &tables->variant, men[i].base, men[i].pair, entries);
}

static cJSON *add_section(struct report_folder *folder, const char *source,
                          const struct tables *tables, const struct entry entries[VALUES]) {
    const struct variant *variant = &tables->variant;
    const struct man *yardstick = &variant->man[variant->yardstick];
    cJSON *section = report_section(folder, "values");
    cJSON_AddStringToObject(section, "source", source);
    cJSON_AddStringToObject(section, "variant", variant->name);
    cJSON_AddStringToObject(section, "title", variant->title);
    const struct entry *one = &entries[VALUE_BOARD + variant->yardstick];
    cJSON *unit = cJSON_AddObjectToObject(section, "unit");
    cJSON_AddStringToObject(unit, "man", yardstick->name);
    report_number(unit, "value", one->there ? one->value : NAN);
    add_men(section, tables, entries);
    cJSON *terms = cJSON_AddArrayToObject(section, "terms");
    for (int i = VALUE_TERM; i < VALUES; i++) {
        if (!entries[i].there)
            continue;
        char name[VALUE_NAME];
        cJSON *term = cJSON_CreateObject();
        cJSON_AddItemToArray(terms, term);
        cJSON_AddStringToObject(term, "parameter", values_name(i, name));
        cJSON_AddStringToObject(term, "meaning", values_meaning(i));
        add_entry(term, &entries[i]);
    }
    return section;
}

// SPSA notes its games with what it tuned alone; a fit notes those of all values, fitted or not.
static bool is_by_spsa(const struct report_folder *folder, const struct values_file *file) {
    const cJSON *section;
    cJSON_ArrayForEach(section, cJSON_GetObjectItemCaseSensitive(folder->json, "sections")) {
        if (strcmp(report_text(section, "kind"), "spsa") == 0)
            return true;
    }
    for (int i = 0; i < file->count; i++)
        if (file->row[i].index < VALUES && file->row[i].games < 0)
            return true;
    return false;
}

bool report_values(struct report_folder *folder, const char *path, const struct tables *tables,
                   struct error *error) {
    struct values_file *file = malloc(sizeof *file);
    struct entry entries[VALUES] = {{0}};
    if (!file)
        return error_set(error, "out of memory");
    bool done = values_file_read(path, tables, file, error);
    bool spsa = done && is_by_spsa(folder, file);
    for (int i = 0; done && i < file->count; i++) {
        const struct values_row *row = &file->row[i];
        if (row->index >= VALUES)
            continue; // of the search
        // The yardstick has an interval of no width: it is given, not measured.
        bool measured = row->se > 0 && row->hi95 > row->lo95;
        entries[row->index] = (struct entry){true,
                                             spsa && row->games >= 0 && isnan(row->se),
                                             row->value,
                                             measured ? row->lo95 : NAN,
                                             measured ? row->hi95 : NAN,
                                             row->games < 0 ? NAN : (double)row->games};
    }
    free(file);
    if (done)
        add_section(folder, path, tables, entries);
    return done;
}

bool report_tuning(struct report_folder *folder, const char *source, const cJSON *answer,
                   struct error *error) {
    struct entry entries[VALUES] = {{0}};
    struct tables *tables =
        report_tables(NULL, report_text(answer, "variant"), report_text(answer, "rules"), error);
    if (!tables)
        return false;
    const cJSON *row;
    cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(answer, "values")) {
        int index = values_find(report_text(row, "parameter"));
        if (index < 0 || !values_uses(tables, index) || isnan(report_get(row, "value"))) {
            error_at(error, source, 0, "'%.40s': no value of %s", report_text(row, "parameter"),
                     tables->variant.name);
            free(tables);
            return false;
        }
        bool measured =
            strcmp(report_text(row, "verdict"), "measured") == 0 && report_get(row, "se") > 0;
        entries[index] = (struct entry){true,
                                        false,
                                        report_get(row, "value"),
                                        measured ? report_get(row, "lo95") : NAN,
                                        measured ? report_get(row, "hi95") : NAN,
                                        report_get(row, "games")};
    }
    cJSON *section = add_section(folder, source, tables, entries);
    report_origin(section, answer);
    cJSON_AddItemToObject(section, "tuning", cJSON_Duplicate(answer, true));
    free(tables);
    return true;
}
