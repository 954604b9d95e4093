// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare_answer.h"
#include "design.h"
#include "file.h"
#include "measured_cell.h"
#include "memory.h"
#include "tally.h"
#include "values_file.h"

enum { NUMBER_ROOM = 3 * ANSWER_PART, FEW_GAMES = 16 };

// --- What the games show -------------------------------------------------------------------------

struct design_verdict {
    double inside[LADDER_MAX][WISH_TERMS]; // p-values, corrected over all finalists, limits, terms
    struct measured closer[LADDER_MAX];    // the base's distance - its own, in margins
    double closer_p[LADDER_MAX];           // of the same family
    bool reaches, is_closer;               // at every limit
};

// A metric at a limit, of an arm of the proof or of the estimate: from the start position the first
// player's score is the limit of its ladder.
static struct measured value_of(const struct comparison *comparison, const struct wish_term *term,
                                int rung, int arm) {
    if (comparison->from_start && term->metric == metric_find("first-score"))
        return comparison->run[rung][arm].first.score;
    return findings_of(comparison, term->metric, rung)->cell[arm].value;
}

// A term's number at a limit, of an arm of the proof.
static struct measured design_value(const struct design *design, const struct wish_term *term,
                                    int rung, int arm) {
    return term->worth >= 0 ? design->worth[rung][arm][term->worth]
                            : value_of(design->proof, term, rung, arm);
}

static struct measured distance_of(const struct design *design, int rung, int arm) {
    struct measured value[WISH_TERMS];
    for (int i = 0; i < design->wish.count; i++)
        value[i] = design_value(design, &design->wish.term[i], rung, arm);
    return wish_distances(&design->wish, value, NORMAL_975);
}

// The chances of each limit and term go to `inside`, after Holm's correction over them.
static enum design_state judge_base(const struct design *design,
                                    double inside[LADDER_MAX * WISH_TERMS]) {
    const struct wish *wish = &design->wish;
    double outside[LADDER_MAX * WISH_TERMS];
    int count = 0;
    enum design_state state = STATE_MEETS;
    for (int rung = 0; rung < design->experiment->ladder_count; rung++)
        for (int i = 0; i < wish->count; i++) {
            struct measured value = design_value(design, &wish->term[i], rung, 0);
            inside[count] = wish_inside_p(&wish->term[i], value);
            outside[count++] = wish_outside_p(&wish->term[i], value);
        }
    holm(inside, count);
    holm(outside, count);
    for (int i = 0; i < count; i++)
        if (inside[i] >= 0.05 && state == STATE_MEETS)
            state = STATE_OPEN;
    for (int i = 0; i < count; i++)
        if (outside[i] < 0.05)
            state = STATE_MISSES;
    return state;
}

enum design_state design_base(const struct design *design) {
    double inside[LADDER_MAX * WISH_TERMS];
    return judge_base(design, inside);
}

static void design_judge(const struct design *design,
                         struct design_verdict verdict[FINALISTS_MAX]) {
    const struct wish *wish = &design->wish;
    double *p[FINALISTS_MAX * LADDER_MAX * (WISH_TERMS + 1)];
    int limits = design->experiment->ladder_count, terms = wish->count, count = 0;
    for (int f = 0; f < design->finalists; f++)
        for (int rung = 0; rung < limits; rung++) {
            struct measured closer =
                measured_difference(distance_of(design, rung, 0), distance_of(design, rung, f + 1));
            verdict[f].closer[rung] = closer;
            verdict[f].closer_p[rung] = measured_p(closer);
            p[count++] = &verdict[f].closer_p[rung];
            for (int i = 0; i < terms; i++) {
                struct measured value = design_value(design, &wish->term[i], rung, f + 1);
                verdict[f].inside[rung][i] = wish_inside_p(&wish->term[i], value);
                p[count++] = &verdict[f].inside[rung][i];
            }
        }
    holm_at(p, count);
    for (int f = 0; f < design->finalists; f++) {
        verdict[f].reaches = verdict[f].is_closer = true;
        for (int rung = 0; rung < limits; rung++) {
            verdict[f].is_closer &=
                verdict[f].closer_p[rung] < 0.05 && verdict[f].closer[rung].value > 0;
            for (int i = 0; i < terms; i++)
                verdict[f].reaches &= verdict[f].inside[rung][i] < 0.05;
        }
    }
}

// --- In words ------------------------------------------------------------------------------------

static struct answer_column column_of(const struct wish_term *term, struct measured value,
                                      const char *key, const char *label, unsigned flags) {
    bool share = wish_is_share(term);
    return (struct answer_column){key, label, share ? ANSWER_SHARE : ANSWER_NUMBER,
                                  share || fabs(value.value) >= 10 ? 1 : 2,
                                  ANSWER_INTERVAL | flags};
}

// "12.3 [10.1, 14.5]", of a share with its signs.
static const char *number_text(const struct answer_column *column, struct measured value,
                               char text[NUMBER_ROOM]) {
    struct answer_cell cell = cell_measured(value);
    char part[3][ANSWER_PART];
    snprintf(text, NUMBER_ROOM, "%s [%s, %s]", answer_part(column, &cell, PART_VALUE, part[0]),
             answer_part(column, &cell, PART_LOW, part[1]),
             answer_part(column, &cell, PART_HIGH, part[2]));
    return text;
}

static const char *name_of(int arm, char text[ARM_NAME]) {
    snprintf(text, ARM_NAME, arm ? "finalist-%d" : "base", arm);
    return text;
}

static void say_base(struct answer *answer, const struct design *design, enum design_state state) {
    const char *title = design->base->variant.title;
    const struct wish_term *worst = design->wish.term;
    double most = -1;
    int limit = 0;
    for (int rung = 0; rung < design->experiment->ladder_count; rung++)
        for (int i = 0; i < design->wish.count; i++) {
            const struct wish_term *term = &design->wish.term[i];
            double off = wish_distance(term, design_value(design, term, rung, 0)).low;
            if (off > most) {
                most = off;
                worst = term;
                limit = rung;
            }
        }
    if (state == STATE_MEETS) {
        answer_summary(answer,
                       "%s meets the wish already, at every node limit. Nothing is to be improved.",
                       title);
    } else if (state == STATE_MISSES) {
        char text[NUMBER_ROOM];
        struct measured value = design_value(design, worst, limit, 0);
        struct answer_column column = column_of(worst, value, NULL, NULL, 0);
        answer_summary(answer, "%s misses the wish: %s is %s at %" PRIu64 " nodes (wish: %s).",
                       title, wish_name(worst), number_text(&column, value, text),
                       design->experiment->ladder[limit], worst->text);
    } else {
        answer_summary(answer,
                       "These games leave open whether %s meets the wish: no change is claimed as "
                       "an improvement.",
                       title);
    }
}

static void say_finalist(struct answer *answer, const struct design *design, int f,
                         const struct design_verdict *verdict) {
    const char *edit = design->candidates.of[design->finalist[f]].edit;
    static const struct answer_column margins = {.type = ANSWER_NUMBER, .decimals = 1};
    int last = design->experiment->ladder_count - 1;
    char text[NUMBER_ROOM];
    if (verdict->reaches)
        answer_summary(answer, "finalist-%d (%s) is shown to reach the wish at every node limit.",
                       f + 1, edit);
    else if (verdict->is_closer)
        answer_summary(answer,
                       "finalist-%d (%s) is closer to the wish at every node limit, by %s margins "
                       "at %" PRIu64 " nodes.",
                       f + 1, edit, number_text(&margins, verdict->closer[last], text),
                       design->experiment->ladder[last]);
}

static void say_race(struct answer *answer, const struct design *design) {
    int further = 0, halved = 0, same = 0, ended = 0;
    for (int i = 0; i < design->candidates.count; i++) {
        further += design->arm[i].fate == RACE_FURTHER;
        halved += design->arm[i].fate == RACE_HALVED;
        same += design->arm[i].fate == RACE_SAME;
        ended += design->arm[i].fate == RACE_ENDED;
    }
    int raced = design->candidates.count - ended;
    if (design->rounds)
        answer_summary(answer,
                       "%d change%s raced. Shown to be further from the wish than the finalists: "
                       "%d. Behind when games were shared out anew: %d.",
                       raced, raced == 1 ? " was" : "s were", further, halved);
    if (same)
        answer_summary(answer, "%d played the same games as another of them.", same);
    if (ended)
        answer_summary(answer, "%d mostly ended in their random plies, and were not raced.", ended);
    if (design->raced[1] && design->raced[1] < design->raced[0] &&
        design->race_games[0] < FEW_GAMES)
        answer_warning(answer,
                       "The first round had %" PRId64 " games of each change, and dropped half of "
                       "them by these. Give more --games, or fewer kinds to --vary.",
                       design->race_games[0]);
}

// Runs of the proof, and changes of the race, whose games were too few for a number.
static void warn_unmeasured(struct answer *answer, const struct design *design) {
    const struct experiment *experiment = design->experiment;
    int changes = 0, runs = 0;
    for (int i = 0; design->rounds && i < design->candidates.count; i++)
        changes += design->arm[i].distance.n <= 0 && design->arm[i].fate != RACE_ENDED;
    for (int rung = 0; rung < experiment->ladder_count; rung++)
        for (int arm = 0; arm < experiment->arm_count; arm++)
            runs += distance_of(design, rung, arm).n <= 0;
    if (changes)
        answer_warning(answer,
                       "The race had too few games to measure %d of the %d changes: whichever of "
                       "them went on is chance. Give more --games, or fewer kinds to --vary.",
                       changes, design->candidates.count);
    if (runs)
        answer_warning(answer,
                       "The proof had too few games to measure all terms in %d of %d cases. Give "
                       "more --games.",
                       runs, experiment->ladder_count * experiment->arm_count);
}

static void warn_depths(struct answer *answer, const struct design *design) {
    if (design->proof)
        compare_depths(answer, design->proof, depths_warn);
    for (int rung = 0; !design->proof && rung < design->experiment->ladder_count; rung++) {
        char name[32];
        snprintf(name, sizeof name, "%" PRIu64 " nodes", design->experiment->ladder[rung]);
        depths_warn(answer, name, &design->depths[rung]);
    }
}

static void say_all(struct answer *answer, const struct design *design,
                    const struct design_verdict *verdict) {
    enum design_state state = design_base(design);
    bool any = false;
    say_base(answer, design, state);
    if (state == STATE_MEETS)
        return;
    for (int f = 0; f < design->finalists; f++) {
        any |= verdict[f].reaches;
        if (state == STATE_MISSES)
            say_finalist(answer, design, f, &verdict[f]);
    }
    if (!any)
        answer_summary(answer, "None of these changes is shown to reach the wish.");
    say_race(answer, design);
}

// --- Tables --------------------------------------------------------------------------------------

static void add_finalists(struct answer *answer, const struct design *design) {
    static const struct answer_column columns[] = {
        {"name", "game", ANSWER_TEXT},
        {"number", "number", ANSWER_COUNT},
        {"edit", "change", ANSWER_TEXT},
        {"file", "file", ANSWER_TEXT},
    };
    answer_table(answer, "finalists", design->rounds ? "The closest of the race" : "All changes",
                 columns, ARRAY_LENGTH(columns));
    for (int f = 0; f < design->finalists; f++) {
        char name[ARM_NAME], file[ARM_NAME + 8];
        snprintf(file, sizeof file, "%s.ini", name_of(f + 1, name));
        ANSWER_ROW(answer, cell_text(name), cell_count(design->finalist[f] + 1),
                   cell_text(design->candidates.of[design->finalist[f]].edit), cell_text(file));
    }
}

static void add_term(struct answer *answer, const struct design *design, int index,
                     const struct design_verdict *verdict) {
    const struct wish_term *term = &design->wish.term[index];
    const struct experiment *experiment = design->experiment;
    double base[LADDER_MAX * WISH_TERMS];
    judge_base(design, base);
    char caption[320];
    const struct answer_column columns[] = {
        {"game", "game", ANSWER_TEXT},
        {"nodes", "nodes", ANSWER_COUNT},
        {"term"},
        {"low"},
        {"high"},
        {"n", "n", ANSWER_COUNT},
        column_of(term, design_value(design, term, 0, 0), "value", "value", ANSWER_STRONG),
        {"p_inside_holm", "p (Holm)", ANSWER_NUMBER, 3},
        {NULL, "in the wish", ANSWER_TEXT},
        column_of(term, design_value(design, term, 0, 0), "shift", "estimated values",
                  ANSWER_PLUS | ANSWER_HALF),
    };
    int seen = ARRAY_LENGTH(columns) - (term->worth >= 0); // armies have no players of estimates
    snprintf(caption, sizeof caption, "%s: %s", term->text, wish_definition(term));
    answer_table(answer, "numbers", caption, columns, seen);
    for (int arm = 0; arm < experiment->arm_count; arm++)
        for (int rung = 0; rung < experiment->ladder_count; rung++) {
            struct measured value = design_value(design, term, rung, arm);
            double p = arm ? verdict[arm - 1].inside[rung][index]
                           : base[rung * design->wish.count + index];
            bool inside = value.value >= term->low && value.value <= term->high;
            bool both = design->estimate && term->worth < 0 && rung == experiment->ladder_count / 2;
            struct measured shift = {0};
            char name[ARM_NAME];
            if (both)
                shift = measured_difference(value_of(design->estimate, term, 0, arm), value);
            ANSWER_ROW(answer, cell_text(name_of(arm, name)), cell_count(experiment->ladder[rung]),
                       cell_text(wish_name(term)), cell_if(isfinite(term->low), term->low),
                       cell_if(isfinite(term->high), term->high), cell_number(value.n),
                       cell_observed(value), cell_number(p),
                       cell_text(value.n <= 0 ? NULL
                                 : p < 0.05   ? "yes"
                                 : inside     ? "not shown"
                                              : "no"),
                       cell_observed(shift));
        }
}

static void add_distances(struct answer *answer, const struct design *design,
                          const struct design_verdict *verdict) {
    static const struct answer_column columns[] = {
        {"game", "game", ANSWER_TEXT},
        {"nodes", "nodes", ANSWER_COUNT},
        {"distance", "distance", ANSWER_NUMBER, 2, ANSWER_INTERVAL | ANSWER_STRONG},
        {"closer", "closer by", ANSWER_NUMBER, 2, ANSWER_INTERVAL | ANSWER_PLUS},
        {"p_closer_holm", "p (Holm)", ANSWER_NUMBER, 3},
    };
    const struct experiment *experiment = design->experiment;
    answer_table(answer, "distances", "Distance from the wish, in margins", columns,
                 ARRAY_LENGTH(columns));
    for (int arm = 0; arm < experiment->arm_count; arm++)
        for (int rung = 0; rung < experiment->ladder_count; rung++) {
            char name[ARM_NAME];
            ANSWER_ROW(answer, cell_text(name_of(arm, name)), cell_count(experiment->ladder[rung]),
                       cell_observed(distance_of(design, rung, arm)),
                       arm ? cell_observed(verdict[arm - 1].closer[rung]) : cell_missing(),
                       cell_if(arm > 0, arm ? verdict[arm - 1].closer_p[rung] : 1));
        }
}

static void add_race(struct answer *answer, const struct design *design) {
    static const struct answer_column rounds[] = {{"round", "round", ANSWER_COUNT},
                                                  {"arms", "changes", ANSWER_COUNT},
                                                  {"games", "games of each", ANSWER_COUNT}};
    static const struct answer_column arms[] = {
        {"number", "number", ANSWER_COUNT},
        {"edit", "change", ANSWER_TEXT},
        {"fell_in_round", "fell in round", ANSWER_COUNT},
        {"fate", "fate", ANSWER_TEXT},
        {"distance", "distance", ANSWER_NUMBER, 2, ANSWER_INTERVAL},
    };
    static const char *const fates[] = {[RACE_ON] = "finalist",
                                        [RACE_FURTHER] = "shown to be further away",
                                        [RACE_HALVED] = "behind",
                                        [RACE_UNMEASURED] = "not measured",
                                        [RACE_SAME] = "plays as an earlier one",
                                        [RACE_ENDED] = "ends as it begins"};
    answer_table(answer, "rounds", "The race", rounds, ARRAY_LENGTH(rounds));
    for (int i = 0; i < design->rounds; i++)
        ANSWER_ROW(answer, cell_count(i + 1), cell_count(design->raced[i]),
                   cell_count(design->race_games[i]));
    answer_table(answer, "race",
                 "All changes: mean distance over the limits, intervals hold together with 95%",
                 arms, ARRAY_LENGTH(arms));
    for (int i = 0; i < design->candidates.count; i++)
        ANSWER_ROW(answer, cell_count(i + 1), cell_text(design->candidates.of[i].edit),
                   cell_if(design->arm[i].round > 0, design->arm[i].round),
                   cell_text(fates[design->arm[i].fate]), cell_observed(design->arm[i].distance));
}

struct answer design_answer(const struct design *design) {
    const struct variant *variant = &design->base->variant;
    struct answer answer = answer_init(variant->title);
    struct design_verdict verdict[FINALISTS_MAX] = {0};
    answer_head(&answer, "design");
    if (design->finalists)
        design_judge(design, verdict);
    say_all(&answer, design, verdict);
    warn_unmeasured(&answer, design);
    warn_depths(&answer, design);
    cJSON *origin = cJSON_CreateObject();
    origin_add(origin, design->play->command, NULL);
    answer_json_add(&answer, NULL, origin);
    answer_key(&answer, "variant", cell_text(variant->name));
    answer_key(&answer, "title", cell_text(variant->title));
    answer_key(&answer, "wish", cell_text(design->wish_text));
    answer_seed(&answer, design->play->seed);
    answer_head(&answer, "%s", design->folder);
    answer_key(&answer, "changes", cell_count(design->candidates.count));
    if (design->finalists)
        add_finalists(&answer, design);
    for (int i = 0; i < design->wish.count; i++)
        add_term(&answer, design, i, verdict);
    add_distances(&answer, design, verdict);
    answer_rest(&answer, "What the columns say, and the race: --full.");
    answer_sentence(
        &answer,
        "A margin is 2.5 points of a share, 0.1 mean pieces of a worth, or a tenth of "
        "another number's bound. Finalists are proved by fresh openings. yes: the 95%% "
        "interval lies in the wish (p < 5%% after Holm's correction over all finalists, "
        "limits and terms).%s",
        design->proof ? " estimated values: by how much players of estimated values "
                        "see another number, at the middle limit."
                      : "");
    if (design->rounds)
        add_race(&answer, design);
    answer_rest_end(&answer);
    return answer;
}

// --- Files ---------------------------------------------------------------------------------------

static bool write_finalist(const struct design *design, int f, struct error *error) {
    const struct tables *tables = design->experiment->arm[f + 1].tables;
    const char *text = design->candidates.of[design->finalist[f]].text;
    char path[PATH_MAX];
    struct file_set set = {.count = 0};
    struct values_file *file = mem_calloc(1, sizeof *file);
    struct player player = {.margin_ms = 0};
    bool done =
        play_options_player(design->play, design->base, design->play->values, &player, error);
    struct values values = design_carry(design->base, &player.values, tables);
    for (int i = 0; i < PARAMETERS; i++)
        if (values_uses(tables, i))
            file->row[file->count++] = values_row_init(i, values.value[i]);
    snprintf(path, sizeof path, "%.3800s/%s/finalist-%d/values.csv", design->folder,
             design->proof ? "proof" : "proof-armies", f + 1);
    done = done && beside_add(&set, &values, path, NULL, error) &&
           values_file_add(&set, path, file, true, error);
    snprintf(path, sizeof path, "%.3800s/finalist-%d.ini", design->folder, f + 1);
    if (done)
        buffer_text(file_set_add(&set, path), text);
    done = done && file_set_write(&set, error);
    file_set_destroy(&set);
    free(file);
    return done;
}

bool design_write(const struct design *design, const struct answer *answer, struct error *error) {
    char path[PATH_MAX];
    struct file_set set = {.count = 0};
    for (int f = 0; f < design->finalists; f++)
        if (!write_finalist(design, f, error))
            return false;
    if (design->rounds)
        answer_csv(answer, "race", file_set_add(&set, file_in(design->folder, "race.csv", path)));
    answer_json(answer, file_set_add(&set, file_in(design->folder, "design.json", path)));
    return file_set_write(&set, error);
}
