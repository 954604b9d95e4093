// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_odds_report.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "csv_file.h"

enum { MIRRORS_MAX = BASE_TYPES / 2 };

static int find(const struct odds_list *list, Type type, const struct odds *like) {
    for (int i = 0; i < list->count; i++)
        if (list->entry[i].odds.type == type && list->entry[i].odds.hand == like->hand &&
            list->entry[i].odds.against == like->against)
            return i;
    return -1;
}

static void pair_mirrors(struct odds_list *list, const struct variant *variant) {
    Type pairs[MIRRORS_MAX][2];
    int count = variant_mirror_pairs(variant, pairs, MIRRORS_MAX);
    double p[BASE_TYPES];
    for (int i = 0; i < count; i++)
        for (int left = 0; left < list->count && list->mirror_count < BASE_TYPES; left++) {
            const struct odds *odds = &list->entry[left].odds;
            int right = odds->type == pairs[i][0] ? find(list, pairs[i][1], odds) : -1;
            if (right < 0)
                continue;
            struct odds_mirror mirror = {
                left, right, measured_difference(list->entry[left].score, list->entry[right].score),
                1};
            p[list->mirror_count] = measured_p(mirror.difference);
            list->mirror[list->mirror_count++] = mirror;
        }
    holm(p, list->mirror_count);
    for (int i = 0; i < list->mirror_count; i++)
        list->mirror[i].p_holm = p[i];
}

void odds_list_finish(struct odds_list *list, const struct tables *tables) {
    for (int i = 0; i < list->count; i++)
        list->entry[i].worth = odds_worth(list->entry[i].score, list->entry[0].score, i == 0);
    list->mirror_count = 0;
    pair_mirrors(list, &tables->variant);
}

static const char *bold(struct diagram_style style) {
    return style.colour ? "\033[1m" : "";
}
static const char *faint(struct diagram_style style) {
    return style.colour ? "\033[2m" : "";
}
static const char *plain(struct diagram_style style) {
    return style.colour ? "\033[0m" : "";
}

static char *title(const struct odds *odds, const struct variant *variant, char text[128]) {
    snprintf(text, 128, "%s%s%s%s", variant->man[odds->type].name, odds->hand ? " in hand" : "",
             odds->against ? " less " : "", odds->against ? variant->man[odds->against].name : "");
    return text;
}

static void print_ratio(const struct ratio *ratio, FILE *out) {
    fprintf(out, "  %6.2f %6.2f ..%6.2f", ratio->value, ratio->low, ratio->high);
}

static void print_warnings(const struct odds_list *list, const struct variant *variant, FILE *out) {
    const char *yardstick = variant->man[list->entry[0].odds.type].name;
    bool saturated = false;
    if (list->entry[0].score.low <= 0.5)
        fprintf(out,
                "  A %s more is no advantage that these games show: worth cannot be told in it. "
                "Play more games, or choose a larger --yardstick.\n",
                yardstick);
    else if (!list->entry[0].worth.known)
        fprintf(out, "  The %s's odds are too uncertain to divide by.\n", yardstick);
    for (int i = 0; i < list->count; i++)
        saturated |= list->entry[i].score.value > 0.85;
    if (saturated)
        fputs("  A side that scores above 85% could not score much more: there the linear worth is "
              "too small. Compare such men with --against each other.\n",
              out);
}

void odds_list_text(const struct odds_list *list, const struct tables *tables, uint64_t seed,
                    struct diagram_style style, FILE *out) {
    const struct variant *variant = &tables->variant;
    char text[128];
    fprintf(out, "\n%s%s%s   worth by material odds, seed %" PRIu64 "; 1 = a %s on the board\n\n",
            bold(style), variant->title, plain(style), seed,
            variant->man[list->entry[0].odds.type].name);
    fprintf(out, "%s  %-28s %6s  %-20s  %-23s  %s%s\n", faint(style), "ahead by", "pairs",
            "its score, 95%", "worth, linear", "worth, by Elo", plain(style));
    for (int i = 0; i < list->count; i++) {
        const struct odds_entry *entry = &list->entry[i];
        fprintf(out, "  %-28s %6.0f", title(&entry->odds, variant, text), entry->score.n);
        if (entry->score.n > 0)
            fprintf(out, "  %s%5.1f%s %5.1f ..%5.1f", bold(style), 100 * entry->score.value,
                    plain(style), 100 * entry->score.low, 100 * entry->score.high);
        if (entry->worth.known) {
            print_ratio(&entry->worth.linear, out);
            print_ratio(&entry->worth.logistic, out);
        }
        putc('\n', out);
    }
    if (list->mirror_count)
        fprintf(out, "\n%s  mirror pairs: difference of the scores, 95%%, p after Holm%s\n",
                faint(style), plain(style));
    for (int i = 0; i < list->mirror_count; i++) {
        const struct odds_mirror *mirror = &list->mirror[i];
        char pair[260], right[128];
        snprintf(pair, sizeof pair, "%s, %s", title(&list->entry[mirror->left].odds, variant, text),
                 title(&list->entry[mirror->right].odds, variant, right));
        if (mirror->difference.n > 0)
            fprintf(out, "  %-34s %+5.1f  %+5.1f ..%+5.1f  p %.3f%s\n", pair,
                    100 * mirror->difference.value, 100 * mirror->difference.low,
                    100 * mirror->difference.high, mirror->p_holm,
                    mirror->p_holm < 0.05 ? "  not equal" : "");
    }
    putc('\n', out);
    print_warnings(list, variant, out);
}

static void add_number(struct buffer *csv, bool known, double value) {
    buffer_char(csv, ',');
    if (known && isfinite(value))
        buffer_printf(csv, "%.6g", value);
}

static const char *kind(const struct odds *odds) {
    return odds->hand ? "hand" : odds->against ? "exchange" : "board";
}

void odds_list_csv(const struct odds_list *list, struct buffer *csv) {
    buffer_text(csv,
                "man,kind,against,yardstick,pairs,score,score_lo95,score_hi95,worth,worth_lo95,"
                "worth_hi95,worth_elo,worth_elo_lo95,worth_elo_hi95\n");
    for (int i = 0; i < list->count; i++) {
        const struct odds_entry *entry = &list->entry[i];
        char against[2] = "";
        if (entry->odds.against)
            against[0] = type_letter(entry->odds.against);
        buffer_printf(csv, "%c,%s,%s,%c,%.0f", type_letter(entry->odds.type), kind(&entry->odds),
                      against, type_letter(list->entry[0].odds.type), entry->score.n);
        bool scored = entry->score.n > 0, known = entry->worth.known;
        const double numbers[] = {
            entry->score.value,          entry->score.low,          entry->score.high,
            entry->worth.linear.value,   entry->worth.linear.low,   entry->worth.linear.high,
            entry->worth.logistic.value, entry->worth.logistic.low, entry->worth.logistic.high};
        for (int k = 0; k < ARRAY_LENGTH(numbers); k++)
            add_number(csv, k < 3 ? scored : known, numbers[k]);
        buffer_char(csv, '\n');
    }
}

static void add_ratio(cJSON *object, const char *key, bool known, const struct ratio *ratio) {
    cJSON *json = known ? cJSON_AddObjectToObject(object, key) : NULL;
    if (!known) {
        cJSON_AddNullToObject(object, key);
        return;
    }
    cJSON_AddNumberToObject(json, "value", ratio->value);
    cJSON_AddNumberToObject(json, "se", ratio->se);
    cJSON_AddNumberToObject(json, "lo95", ratio->low);
    cJSON_AddNumberToObject(json, "hi95", ratio->high);
}

static cJSON *json_entry(const struct odds_entry *entry, const struct variant *variant) {
    cJSON *json = cJSON_CreateObject();
    char name[ODDS_NAME], letter[2] = {type_letter(entry->odds.type)};
    cJSON_AddStringToObject(json, "man", letter);
    cJSON_AddStringToObject(json, "name", variant->man[entry->odds.type].name);
    cJSON_AddStringToObject(json, "kind", kind(&entry->odds));
    cJSON_AddStringToObject(json, "run", odds_name(&entry->odds, name));
    cJSON_AddNumberToObject(json, "games", (double)entry->games);
    cJSON_AddNumberToObject(json, "pairs", entry->score.n);
    cJSON_AddNumberToObject(json, "score", entry->score.value);
    cJSON_AddNumberToObject(json, "score_lo95", entry->score.low);
    cJSON_AddNumberToObject(json, "score_hi95", entry->score.high);
    add_ratio(json, "worth", entry->worth.known, &entry->worth.linear);
    add_ratio(json, "worth_elo", entry->worth.known, &entry->worth.logistic);
    return json;
}

void odds_list_json(const struct odds_list *list, const struct tables *tables, uint64_t seed,
                    cJSON *json) {
    const struct variant *variant = &tables->variant;
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, seed);
    cJSON_AddStringToObject(json, "variant", variant->name);
    cJSON_AddStringToObject(json, "seed", text);
    cJSON_AddStringToObject(json, "yardstick", variant->man[list->entry[0].odds.type].name);
    cJSON *men = cJSON_AddArrayToObject(json, "odds");
    for (int i = 0; i < list->count; i++)
        cJSON_AddItemToArray(men, json_entry(&list->entry[i], variant));
    cJSON *mirrors = cJSON_AddArrayToObject(json, "mirrors");
    for (int i = 0; i < list->mirror_count; i++) {
        const struct odds_mirror *mirror = &list->mirror[i];
        char name[ODDS_NAME];
        if (mirror->difference.n <= 0)
            continue;
        cJSON *item = cJSON_CreateObject();
        cJSON_AddItemToArray(mirrors, item);
        cJSON_AddStringToObject(item, "left", odds_name(&list->entry[mirror->left].odds, name));
        cJSON_AddStringToObject(item, "right", odds_name(&list->entry[mirror->right].odds, name));
        cJSON_AddNumberToObject(item, "difference", mirror->difference.value);
        cJSON_AddNumberToObject(item, "lo95", mirror->difference.low);
        cJSON_AddNumberToObject(item, "hi95", mirror->difference.high);
        cJSON_AddNumberToObject(item, "p_holm", mirror->p_holm);
    }
}
