// SPDX-License-Identifier: GPL-3.0-or-later
// What a lab says: one paragraph a question, the answer first, then what more games would tell.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare_answer.h"
#include "file.h"
#include "lab.h"
#include "measured_cell.h"
#include "memory.h"
#include "runmeta.h"

// ENOUGH: distinct games, below which nothing is said of a rule.
enum { HIGH = LAB_LIMITS - 1, NAMED_MOST = 4, ENOUGH = 30, ARMIES_LOOKED_AT = 2000 };

// What a rule does is told of these.
static const struct {
    const char *metric, *unit;
    double scale;
} effects[] = {{"first-score", " points", 100}, {"draws", " points", 100}, {"length", " plies", 1}};
enum { EFFECTS = ARRAY_LENGTH(effects) };

static struct measured value_of(const struct lab *lab, const char *metric, int rung) {
    return findings_of(lab->comparison, metric_find(metric), rung)->cell[0].value;
}

// Says sentences, each with a blank behind it, and destroys the text.
static void say(struct answer *answer, struct buffer *text) {
    answer_summary(answer, "%.*s", (int)(text->length - 1), text->data);
    buffer_destroy(text);
}

// --- Is it balanced? -----------------------------------------------------------------------------

#define LIMIT_KNOWN 0.1 // half width from which on the limit x -> 0 is worth a sentence

static void add_score(struct buffer *text, struct measured of) {
    buffer_printf(text, "%.1f%% [%.1f, %.1f]", 100 * of.value, 100 * of.low, 100 * of.high);
}

// "t 400 nodes a move (median depth 3 plies)".
static void add_players(struct buffer *text, const struct lab *lab, int rung) {
    int depth = depths_median(&lab->comparison->run[rung][0].depths);
    buffer_printf(text, "t %" PRIu64 " nodes a move (median depth %d pl%s)", lab->limit[rung],
                  depth, depth == 1 ? "y" : "ies");
}

static void say_balance(struct answer *answer, const struct lab *lab) {
    struct measured of = value_of(lab, "first-score", HIGH);
    struct measured limit = lab->comparison->run[HIGH][0].first.score;
    struct buffer text = buffer_init();
    if (value_of(lab, "draws", HIGH).value > 0.5)
        buffer_text(&text, "Most games are drawn. ");
    buffer_printf(&text,
                  "%s: from the start position, by moves near the best, the first player scores ",
                  tally_first_move(of));
    add_score(&text, of);
    buffer_text(&text, " a");
    add_players(&text, lab, HIGH);
    buffer_text(&text, ". A");
    add_players(&text, lab, 0);
    buffer_text(&text, " it is ");
    add_score(&text, value_of(lab, "first-score", 0));
    if (limit.n > 0 && limit.high - limit.low < 2 * LIMIT_KNOWN) {
        buffer_text(&text, ". The nearer players keep to their best moves, the nearer it is to ");
        add_score(&text, limit);
    }
    buffer_printf(&text, ". %.1f%% of the games are drawn; the mean length is %.0f plies. ",
                  100 * value_of(lab, "draws", HIGH).value, value_of(lab, "length", HIGH).value);
    say(answer, &text);
}

// --- What is worth most and least? ---------------------------------------------------------------

// "Rook (1.23 ±0.15), Bishop (...) and 2 more"; of Elo where the mean piece is not known.
static void add_pieces(struct buffer *text, const struct worths *worths,
                       const struct worths_scaled *scaled, const int *place, int count) {
    for (int i = 0; i < count; i++) {
        const int at = place[i];
        char name[WORTH_NAME];
        if (i == NAMED_MOST && count > NAMED_MOST + 1) {
            buffer_printf(text, " and %d more", count - i);
            return;
        }
        double variance = worths->covariance[at * worths->count + at];
        buffer_printf(text, "%s%s (", i ? ", " : "", worths_name(worths, at, name));
        if (scaled)
            buffer_printf(text, "%.2f \u00b1%.2f)", scaled->value[at], worths_half(scaled, at));
        else
            buffer_printf(text, "%.0f \u00b1%.0f Elo)", worths->of[at].value,
                          NORMAL_975 * sqrt(fmax(variance, 0)));
    }
}

// One end of the order: its first piece, and those that are not significantly apart from it.
static void add_end(struct buffer *text, const struct worths *worths,
                    const struct worths_scaled *scaled, const int *place, int count,
                    const char *end, const char *like) {
    buffer_printf(text, "%s on the board: ", end);
    add_pieces(text, worths, scaled, place, 1);
    if (count > 1) {
        buffer_printf(text, "; not significantly %s: ", like);
        add_pieces(text, worths, scaled, place + 1, count - 1);
    }
    buffer_text(text, ". ");
}

// Places on the board, the most valuable first; returns how many.
static int order_board(const struct worths *worths, int place[WORTHS_MAX]) {
    int count = 0;
    for (int i = 0; i < worths->count; i++) {
        int at = count;
        if (worths->of[i].mark != WORTH_MEASURED || strcmp(worths_where(worths, i), "board") != 0)
            continue;
        for (; at > 0 && worths->of[place[at - 1]].value < worths->of[i].value; at--)
            place[at] = place[at - 1];
        place[at] = i;
        count++;
    }
    return count;
}

void lab_groups(const struct worths *worths, struct lab_groups *groups) {
    int place[WORTHS_MAX], count = order_board(worths, place);
    size_t size = (size_t)count * (size_t)count + 1;
    double *p = mem_alloc(size * sizeof *p);
    *groups = (struct lab_groups){.measured = count};
    for (int i = 0, pair = 0; i < count; i++) // of each the pairs with those below it
        for (int j = i + 1; j < count; j++)
            p[pair++] = contrast_of(worths, place[i], place[j]).p_holm;
    holm(p, count * (count - 1) / 2);
    // Pair of the best with i: i - 1; of i with the last: the last one of i's.
    bool apart = count > 1 && p[count - 2] < 0.05;
    for (int i = 0, end = -1; apart && i < count; i++) {
        end += count - 1 - i;
        bool most = i == 0 || p[i - 1] >= 0.05, least = i == count - 1 || p[end] >= 0.05;
        if (most && !least)
            groups->most[groups->most_count++] = place[i];
        if (least && !most)
            groups->least[groups->least_count++] = place[i];
    }
    for (int i = 0; i < groups->least_count / 2; i++) { // the least first
        int other = groups->least_count - 1 - i, swapped = groups->least[i];
        groups->least[i] = groups->least[other];
        groups->least[other] = swapped;
    }
    free(p);
}

static void add_groups(struct buffer *text, const struct worths *worths,
                       const struct worths_scaled *scaled) {
    struct lab_groups groups;
    lab_groups(worths, &groups);
    if (groups.measured < 2) {
        buffer_text(text, "The worth on the board is known of fewer than two pieces. ");
    } else if (groups.most_count == 0) {
        buffer_text(text, "No difference in worth is significant between pieces on the board. ");
    } else {
        add_end(text, worths, scaled, groups.most, groups.most_count, "Worth most", "less");
        add_end(text, worths, scaled, groups.least, groups.least_count, "Least", "more");
    }
    if (scaled)
        buffer_printf(text, "The unit is the mean piece, %.0f \u00b1%.0f Elo. ", scaled->unit,
                      NORMAL_975 * scaled->unit_se);
}

// Of a game whose worths are published these, which no lab's games come near.
static bool add_published(struct buffer *text, const struct lab *lab) {
    struct worths worths = {0};
    struct worths_scaled scaled = {0};
    double part[WORTHS_MAX], width = lab->share[LAB_WORTH].width;
    bool done = worths_published(lab->tables, &worths, NULL) && worths_unit(&worths, 0, part) &&
                worths_scale(&worths, part, &scaled, NULL);
    if (done) {
        add_groups(text, &worths, &scaled);
        buffer_printf(text, "That is the published table, kagami worth %s --published. ",
                      lab->tables->variant.name);
    }
    if (done && isfinite(width))
        buffer_printf(text,
                      "The armies of this lab alone know the median piece to \u00b1%.2f mean "
                      "pieces, by players of %" PRIu64 " nodes a move. ",
                      width, lab->limit[LAB_ARMIES_LIMIT]);
    worths_scaled_destroy(&scaled);
    worths_destroy(&worths);
    return done;
}

static void say_worth(struct answer *answer, const struct lab *lab) {
    struct buffer text = buffer_init();
    const struct army_run *run = lab->armies ? &lab->armies->run[0] : NULL;
    if (!add_published(&text, lab) && run) {
        add_groups(&text, &run->estimate.worths, run->in_units ? &run->scaled : NULL);
        buffer_printf(&text, "Players have %" PRIu64 " nodes a move, armies are drawn by lot. ",
                      lab->limit[LAB_ARMIES_LIMIT]);
    }
    if (text.length == 0)
        buffer_printf(&text, "What the pieces are worth is not known yet: %s. ", lab->why_not.text);
    say(answer, &text);
}

// --- What does the clearest rule do? -------------------------------------------------------------

struct effect_of {
    struct measured difference;
    double p; // by Holm, over all rules and all of `effects`
};

static void find_effects(const struct lab *lab, struct effect_of of[ARMS_MAX][EFFECTS]) {
    double *p[ARMS_MAX * EFFECTS];
    int arms = lab->experiment->arm_count, count = 0;
    for (int arm = 1; arm < arms; arm++)
        for (int i = 0; i < EFFECTS; i++) {
            int metric = metric_find(effects[i].metric);
            const struct cell *cell = &findings_of(lab->comparison, metric, HIGH)->cell[arm];
            of[arm][i] =
                (struct effect_of){cell->difference, cell->difference.n < ENOUGH ? 1 : cell->p};
            p[count++] = &of[arm][i].p;
        }
    holm_at(p, count);
}

// The surest effect of a rule in widths of its interval; 0: none is significant.
static double surest(const struct effect_of of[EFFECTS]) {
    double most = 0;
    for (int i = 0; i < EFFECTS; i++)
        if (of[i].p < 0.05)
            most = fmax(most, fabs(of[i].difference.value) /
                                  (of[i].difference.high - of[i].difference.low));
    return most;
}

// "draws +39.3 ±8.0 points, length +41.0 ±8.0 plies".
static void add_effects(struct buffer *text, const struct effect_of of[EFFECTS]) {
    int count = 0;
    for (int i = 0; i < EFFECTS; i++) {
        struct measured by = of[i].difference;
        double half = fmax(by.high - by.value, by.value - by.low);
        if (of[i].p < 0.05)
            buffer_printf(text, "%s%s %+.1f \u00b1%.1f%s", count++ ? ", " : "", effects[i].metric,
                          effects[i].scale * by.value, effects[i].scale * half, effects[i].unit);
    }
}

static void say_rules(struct answer *answer, const struct lab *lab) {
    struct effect_of of[ARMS_MAX][EFFECTS];
    struct buffer text = buffer_init(), alike = buffer_init(), few = buffer_init();
    const struct experiment *experiment = lab->experiment;
    int clearest = 0, arms = experiment->arm_count;
    find_effects(lab, of);
    for (int arm = 1; arm < arms; arm++)
        if (surest(of[arm]) > (clearest ? surest(of[clearest]) : 0))
            clearest = arm;
    if (clearest) {
        buffer_printf(&text, "The clearest rule is %s against the game's own: ",
                      experiment->arm[clearest].name);
        add_effects(&text, of[clearest]);
        buffer_printf(&text, ", %" PRIu64 " nodes. ", lab->limit[HIGH]);
    }
    for (int arm = 1; arm < arms; arm++) {
        struct buffer *list = of[arm][0].difference.n < ENOUGH ? &few : &alike;
        if (arm == clearest)
            continue;
        if (surest(of[arm]) > 0) {
            buffer_printf(&text, "Under %s: ", experiment->arm[arm].name);
            add_effects(&text, of[arm]);
            buffer_text(&text, ". ");
        } else
            buffer_printf(list, "%s%s", list->length ? ", " : "", experiment->arm[arm].name);
    }
    if (alike.length)
        buffer_printf(&text, "No significant effect on first-score, draws or length: %s. ",
                      alike.data);
    if (few.length)
        buffer_printf(&text, "Too few different games yet for %s. ", few.data);
    if (arms == 1)
        buffer_text(&text, "No other rule suggests itself, none was tried. ");
    say(answer, &text);
    buffer_destroy(&alike);
    buffer_destroy(&few);
}

// --- What would more tell? -----------------------------------------------------------------------

static void say_more(struct answer *answer, const struct lab *lab) {
    static const struct {
        const char *what, *unit;
        double scale;
        int decimals;
    } of[LAB_QUESTIONS] = {
        [LAB_LOW] = {"the first player's score at the lower node limit", " points", 100, 1},
        [LAB_HIGH] = {"the first player's score", " points", 100, 1},
        [LAB_WORTH] = {"the worth of the median piece on the board", " mean pieces", 1, 2},
        [LAB_RULES] = {"the effect of a rule on the first player's score", " points", 100, 1}};
    struct lab_share share[LAB_QUESTIONS];
    int widest = lab_widest(lab->share);
    if (widest < 0)
        return;
    memcpy(share, lab->share, sizeof share);
    lab_share(share, lab->games > 0 ? (double)lab->games : lab->seconds);
    double now = of[widest].scale * share[widest].width;
    double then = now * sqrt(share[widest].games / (share[widest].games + share[widest].more));
    char more[64];
    if (lab->games > 0)
        snprintf(more, sizeof more, "%" PRId64 " more games", lab->games);
    else
        snprintf(more, sizeof more, "%.3g more minute%s", lab->seconds / 60,
                 lab->seconds == 60 ? "" : "s");
    answer_summary(
        answer,
        "Furthest from what is wanted is the interval of %s, \u00b1%.*f%s: %s would bring it to "
        "about \u00b1%.*f.",
        of[widest].what, of[widest].decimals, now, of[widest].unit, more, of[widest].decimals,
        then);
}

// --- The whole -----------------------------------------------------------------------------------

static void add_rules(struct answer *answer, const struct lab *lab) {
    static const struct answer_column columns[] = {
        {"rule", "rule set", ANSWER_TEXT},
        {"games", "games", ANSWER_COUNT},
        {"first_score", "first-score", ANSWER_SHARE, 1,
         ANSWER_INTERVAL | ANSWER_PLUS | ANSWER_HALF},
        {"draws", "draws", ANSWER_SHARE, 1, ANSWER_INTERVAL | ANSWER_PLUS | ANSWER_HALF},
        {"length", "length", ANSWER_NUMBER, 1, ANSWER_INTERVAL | ANSWER_PLUS | ANSWER_HALF},
        {"why", "why it was tried", ANSWER_TEXT, .flags = ANSWER_WIDE}};
    const struct experiment *experiment = lab->experiment;
    struct effect_of of[ARMS_MAX][EFFECTS];
    find_effects(lab, of);
    answer_table(answer, "rules", "Rules that were tried: differences from the game's own", columns,
                 ARRAY_LENGTH(columns));
    for (int arm = 1; arm < experiment->arm_count; arm++)
        ANSWER_ROW(answer, cell_text(experiment->arm[arm].name),
                   cell_count(lab->comparison->run[HIGH][arm].games),
                   cell_observed(of[arm][0].difference), cell_observed(of[arm][1].difference),
                   cell_observed(of[arm][2].difference),
                   cell_text(lab_rule_why(experiment->arm[arm].name)));
}

static void add_balance(struct answer *answer, const struct lab *lab) {
    static const struct answer_column columns[] = {{"nodes"},
                                                   {"games"},
                                                   {"first_score", .flags = ANSWER_INTERVAL},
                                                   {"limit", .flags = ANSWER_INTERVAL},
                                                   {"draws", .flags = ANSWER_INTERVAL},
                                                   {"length", .flags = ANSWER_INTERVAL},
                                                   {"median_plies"}};
    answer_table(answer, "balance", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < LAB_LIMITS; i++) {
        const struct arm_run *run = &lab->comparison->run[i][0];
        ANSWER_ROW(answer, cell_count(lab->limit[i]), cell_count(run->games + run->copies),
                   cell_observed(value_of(lab, "first-score", i)), cell_observed(run->first.score),
                   cell_observed(value_of(lab, "draws", i)),
                   cell_observed(value_of(lab, "length", i)),
                   cell_number(depths_median(&run->depths)));
    }
}

struct answer lab_answer(const struct lab *lab) {
    const struct variant *variant = &lab->tables->variant;
    struct answer answer = answer_init(variant->title);
    int64_t games = 0;
    for (int i = 0; i < lab->study.agenda.count; i++)
        games += lab->study.agenda.run[i].games;
    answer_head(&answer, "lab of %" PRId64 " games", games);
    say_balance(&answer, lab);
    say_worth(&answer, lab);
    say_rules(&answer, lab);
    say_more(&answer, lab);
    depths_warn(&answer, NULL, &lab->comparison->run[HIGH][0].depths);
    answer_rest(&answer, ANSWER_MORE);
    if (lab->experiment->arm_count > 1)
        add_rules(&answer, lab);
    if (lab->armies) {
        const struct army_run *run = &lab->armies->run[0];
        char unit[WORTH_NAME];
        worths_pieces_add(&answer, "pieces", worths_unit_name(lab->tables, 0, unit),
                          &run->estimate.worths, run->in_units ? &run->scaled : NULL, NULL);
    }
    answer_rest_end(&answer);
    answer_json_add(&answer, NULL, study_origin(&lab->study));
    answer_key(&answer, "variant", cell_text(variant->name));
    answer_key(&answer, "author", cell_text(*variant->author ? variant->author : NULL));
    answer_key(&answer, "url", cell_text(*variant->url ? variant->url : NULL));
    answer_seed(&answer, lab->play->seed);
    answer_head(&answer, "%s", lab->folder);
    answer_key(&answer, "games", cell_count(games));
    add_balance(&answer, lab);
    return answer;
}

// --- The files -----------------------------------------------------------------------------------

// As `kagami compare --report` writes them.
static bool write_rules(const struct lab *lab, struct error *error) {
    struct answer answer =
        compare_answer(lab->comparison, lab->play_folder, study_origin(&lab->compare.study));
    bool done = compare_study_write(&lab->compare, lab->comparison, &answer, error);
    answer_destroy(&answer);
    return done;
}

// As `kagami worth --report` writes them.
static bool write_armies(const struct lab *lab, struct error *error) {
    char folder[PATH_MAX], run[PATH_MAX];
    struct file_set files = {.count = 0};
    struct army_study *study = lab->armies;
    if (!study)
        return true;
    file_in(lab->folder, LAB_ARMIES, folder);
    const struct army_settings army = {.share = ARMY_SHARE};
    int64_t armies = study->run[0].estimate.games;
    study->redrawn = army_redrawn(&army, lab->tables, lab->play->seed,
                                  armies < ARMIES_LOOKED_AT ? armies : ARMIES_LOOKED_AT);
    cJSON *origin = cJSON_CreateObject();
    origin_add(origin, lab->play->command, NULL);
    if (study_folder(&lab->study, lab->study.agenda.count - 1, run, NULL))
        origin_add_run(origin, run);
    struct answer answer = army_answer(study, lab->play->seed, origin);
    answer_json(&answer, study_add_file(&lab->study, &files, LAB_ARMIES "/worth.json"));
    answer_destroy(&answer);
    bool done = army_study_write(study, folder, error) && file_set_write(&files, error);
    file_set_destroy(&files);
    return done;
}

bool lab_write(const struct lab *lab, const struct answer *answer, struct error *error) {
    struct file_set files = {.count = 0};
    answer_json(answer, study_add_file(&lab->study, &files, "lab.json"));
    bool done =
        write_rules(lab, error) && write_armies(lab, error) && file_set_write(&files, error);
    file_set_destroy(&files);
    return done;
}
