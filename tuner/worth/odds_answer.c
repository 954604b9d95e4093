// SPDX-License-Identifier: GPL-3.0-or-later
#include "odds_answer.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>

#include "measured_cell.h"

enum { MIRRORS_MAX = BASE_TYPES / 2, TITLE = 128 };

// What is in JSON alone has the name "" in CSV, what is in CSV alone no key.
static const struct answer_column odds_columns[] = {
    {"piece"},
    {NULL, "ahead by", .csv = ""},
    {"name", .csv = ""},
    {"kind"},
    {.csv = "against"},
    {.csv = "yardstick"},
    {"run", .csv = ""},
    {"games", .csv = ""},
    {"pairs", "pairs", ANSWER_COUNT},
    {"score", "its score", ANSWER_SHARE, 1, ANSWER_FLAT | ANSWER_STRONG},
    {"worth", "linear", ANSWER_NUMBER, 2, ANSWER_OBJECT, "worth"},
    {"worth.se", .csv = ""},
    {"worth_elo", "by Elo", ANSWER_NUMBER, 2, ANSWER_OBJECT, "worth"},
    {"worth_elo.se", .csv = ""},
};
static const struct answer_column mirror_columns[] = {
    {NULL, "mirror pair"},
    {"left"},
    {"right"},
    {"difference"},
    {"lo95"},
    {"hi95"},
    {NULL, "difference of the scores", ANSWER_SHARE, 1, ANSWER_FLAT | ANSWER_PLUS},
    {"p_holm", "p (Holm)", ANSWER_NUMBER, 3},
    {NULL, ""},
};
static const struct answer_column worth_columns[] = {
    {"parameter"},
    {NULL, "piece"},
    {"prior", "moves", ANSWER_NUMBER, 2},
    {"regression", "regression", ANSWER_NUMBER, 2, ANSWER_OBJECT},
    {"odds", "odds", ANSWER_NUMBER, 2, ANSWER_OBJECT},
    {"p_agree_holm", "p (Holm)", ANSWER_NUMBER, 3, ANSWER_WIDE},
    {"prior_outside"},
    {NULL, ""},
};

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

static char *title(const struct odds *odds, const struct variant *variant, char text[TITLE]) {
    snprintf(text, TITLE, "%s%s%s%s", variant->piece[odds->type].name, odds->hand ? " in hand" : "",
             odds->against ? " less " : "",
             odds->against ? variant->piece[odds->against].name : "");
    return text;
}

static struct answer_cell cell_ratio(bool known, const struct ratio *ratio) {
    return known ? cell_interval(ratio->value, ratio->low, ratio->high) : cell_missing();
}

static struct answer_cell cell_error(bool known, const struct ratio *ratio) {
    return known ? cell_number(ratio->se) : cell_missing();
}

static void add_odds(struct answer *answer, const struct odds_list *list,
                     const struct variant *variant) {
    answer_table(answer, "odds", NULL, odds_columns, ARRAY_LENGTH(odds_columns));
    for (int i = 0; i < list->count; i++) {
        const struct odds_entry *entry = &list->entry[i];
        const struct odds *odds = &entry->odds;
        bool known = entry->worth.known;
        char what[TITLE], run[ODDS_NAME],
            letter[2] = {type_letter(odds->type)},
            against[2] = {odds->against ? type_letter(odds->against) : 0},
            yardstick[2] = {type_letter(list->entry[0].odds.type)};
        const struct answer_cell row[] = {
            cell_text(letter),
            cell_text(title(odds, variant, what)),
            cell_text(variant->piece[odds->type].name),
            cell_text(odds->hand      ? "hand"
                      : odds->against ? "exchange"
                                      : "board"),
            cell_text(against),
            cell_text(yardstick),
            cell_text(odds_name(odds, run)),
            cell_number((double)entry->games),
            cell_number(entry->score.n),
            cell_observed(entry->score),
            cell_ratio(known, &entry->worth.linear),
            cell_error(known, &entry->worth.linear),
            cell_ratio(known, &entry->worth.logistic),
            cell_error(known, &entry->worth.logistic),
        };
        answer_row(answer, row);
    }
}

static void add_mirrors(struct answer *answer, const struct odds_list *list,
                        const struct variant *variant) {
    bool any = false;
    for (int i = 0; i < list->mirror_count; i++)
        any |= list->mirror[i].difference.n > 0;
    struct answer_column columns[ARRAY_LENGTH(mirror_columns)];
    for (int i = 0; i < ARRAY_LENGTH(columns); i++) {
        columns[i] = mirror_columns[i];
        columns[i].label = any ? columns[i].label : NULL;
    }
    answer_table(answer, "mirrors", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < list->mirror_count; i++) {
        const struct odds_mirror *mirror = &list->mirror[i];
        const struct odds *left = &list->entry[mirror->left].odds,
                          *right = &list->entry[mirror->right].odds;
        char titles[2][TITLE], names[2][ODDS_NAME], both[2 * TITLE + 2];
        if (mirror->difference.n <= 0)
            continue;
        snprintf(both, sizeof both, "%s, %s", title(left, variant, titles[0]),
                 title(right, variant, titles[1]));
        const struct answer_cell row[] = {
            cell_text(both),
            cell_text(odds_name(left, names[0])),
            cell_text(odds_name(right, names[1])),
            cell_number(mirror->difference.value),
            cell_number(mirror->difference.low),
            cell_number(mirror->difference.high),
            cell_measured(mirror->difference),
            cell_number(mirror->p_holm),
            cell_text(mirror->p_holm < 0.05 ? "not equal" : NULL),
        };
        answer_row(answer, row);
    }
}

static const char *remark(const struct worth_row *row) {
    if (row->p_holm < 0.05)
        return row->prior_outside ? "regression and odds differ; the prior is neither"
                                  : "regression and odds differ";
    return row->prior_outside ? "the prior is outside" : NULL;
}

static void add_worth(struct answer *answer, const struct worth *worth,
                      const struct variant *variant) {
    answer_table(answer, "pieces", "Three methods side by side", worth_columns,
                 ARRAY_LENGTH(worth_columns));
    for (int i = 0; i < worth->count; i++) {
        const struct worth_row *row = &worth->row[i];
        bool hand = row->index >= VALUE_HAND;
        struct odds as = {.type = (Type)(row->index - (hand ? VALUE_HAND : VALUE_BOARD)),
                          .hand = hand};
        char name[VALUE_NAME], what[TITLE];
        const struct answer_cell cells[] = {
            cell_text(values_name(row->index, name)),
            cell_text(title(&as, variant, what)),
            cell_number(row->prior),
            cell_observed(row->regression),
            cell_observed(row->odds),
            cell_number(row->p_holm),
            cell_flag(row->prior_outside),
            cell_text(remark(row)),
        };
        answer_row(answer, cells);
    }
}

static void add_warnings(struct answer *answer, const struct odds_list *list,
                         const struct variant *variant) {
    const struct odds_entry *yardstick = &list->entry[0];
    const char *name = variant->piece[yardstick->odds.type].name;
    bool saturated = false;
    if (yardstick->score.low <= 0.5)
        answer_warning(answer,
                       "A %s more is no advantage that these games show: worth cannot be told in "
                       "it. Play more games, or choose a larger --yardstick.",
                       name);
    else if (!yardstick->worth.known)
        answer_warning(answer, "The %s's odds are too uncertain to divide by.", name);
    for (int i = 0; i < list->count; i++)
        saturated |= list->entry[i].score.value > 0.85;
    if (saturated)
        answer_warning(answer,
                       "A side that scores above 85%% could not score much more: there the linear "
                       "worth is too small. Compare such pieces with --against each other.");
}

struct answer odds_answer(const struct odds_list *list, const struct tables *tables, uint64_t seed,
                          const struct worth *worth, struct cJSON *origin) {
    const struct variant *variant = &tables->variant;
    struct answer answer = answer_init(variant->title);
    const char *yardstick = variant->piece[list->entry[0].odds.type].name;
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, seed);
    answer_head(&answer, "worth by material odds");
    answer_head(&answer, "seed %s", text);
    answer_head(&answer, "1 = a %s on the board", yardstick);
    answer_json_add(&answer, NULL, origin);
    answer_key(&answer, "variant", cell_text(variant->name));
    answer_key(&answer, "seed", cell_text(text));
    answer_key(&answer, "yardstick", cell_text(yardstick));
    add_odds(&answer, list, variant);
    add_mirrors(&answer, list, variant);
    if (worth)
        add_worth(&answer, worth, variant);
    add_warnings(&answer, list, variant);
    return answer;
}
