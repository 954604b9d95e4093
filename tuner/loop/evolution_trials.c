// SPDX-License-Identifier: GPL-3.0-or-later
#include "evolution_trials.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_file.h"
#include "measured_cell.h"
#include "memory.h"
#include "move_prior.h"
#include "score_answer.h"
#include "values_file.h"

const int evolution_step[EVOLUTION_STEPS] = {25, 50, 100};

int evolution_panel(const struct tables *tables, const char *start,
                    struct evolution_opponent panel[EVOLUTION_PANEL_MOST]) {
    struct values estimated, shipped;
    int count = 0;
    values_estimate(tables, &estimated);
    values_default(tables, &shipped);
    panel[count++] = (struct evolution_opponent){"estimate", "estimate"};
    if (memcmp(estimated.value, shipped.value, sizeof shipped.value) != 0)
        panel[count++] = (struct evolution_opponent){"shipped", NULL};
    if (start && strcmp(start, "estimate") != 0)
        panel[count++] = (struct evolution_opponent){"start", start};
    return count;
}

// A part of the way was not estimated, so it has no error of estimation.
static void go_part(const struct values *from, double part, struct values_row *row) {
    double start = from->value[row->index];
    row->value = start + part * (row->value - start);
    if (part < 1)
        row->se = row->lo95 = row->hi95 = NAN;
}

bool evolution_step_write(const struct tables *tables, const char *start, const char *fit,
                          int percent, const char *out, struct error *error) {
    assert(percent > 0 && percent <= 100);
    struct values from, fitted;
    struct values_file *file = mem_calloc(1, sizeof *file);
    bool kept;
    bool done = values_file_load(start, tables, &from, error) &&
                values_file_load(fit, tables, &fitted, error) &&
                values_file_read(fit, tables, file, error);
    for (int i = 0; done && i < file->count; i++)
        go_part(&from, percent / 100.0, &file->row[i]);
    struct file_set set = {.count = 0};
    done = done && move_prior_add(&set, &fitted, out, &kept, error) &&
           values_file_add(&set, out, file, true, error) && file_set_write(&set, error);
    file_set_destroy(&set);
    free(file);
    return done;
}

bool evolution_same_values(const struct tables *tables, const char *a, const char *b, bool *same,
                           struct error *error) {
    struct values of[2];
    if (!values_file_load(a, tables, &of[0], error) || !values_file_load(b, tables, &of[1], error))
        return false;
    *same = memcmp(of[0].value, of[1].value, sizeof of[0].value) == 0 &&
            of[0].moves_hash == of[1].moves_hash;
    return true;
}

struct evolution_score *evolution_scores_add(struct evolution_scores *scores, const char *name) {
    assert(scores->count < ARRAY_LENGTH(scores->score));
    struct evolution_score *score = &scores->score[scores->count++];
    *score = (struct evolution_score){.pairs.cells = PAIR_CELLS};
    snprintf(score->name, sizeof score->name, "%.*s", EVOLUTION_NAME - 1, name);
    return score;
}

const struct evolution_score *evolution_scores_find(const struct evolution_scores *scores,
                                                    const char *name) {
    for (int i = 0; i < scores->count; i++)
        if (strcmp(scores->score[i].name, name) == 0)
            return &scores->score[i];
    return NULL;
}

struct measured evolution_score_elo(const struct evolution_score *score) {
    return score->same ? (struct measured){.n = 1} : measured_elo(score_interval_95(&score->pairs));
}

int evolution_best_step(const struct evolution_scores *steps) {
    assert(steps->count > 0);
    int best = 0;
    for (int i = 1; i < steps->count; i++)
        if (evolution_score_elo(&steps->score[i]).value >
            evolution_score_elo(&steps->score[best]).value)
            best = i;
    return atoi(steps->score[best].name);
}

bool evolution_after_is_taken(const struct evolution_score *after) {
    return !after->same && score_interval_95(&after->pairs).value > 0.5;
}

bool evolution_scores_write(const char *path, const struct evolution_scores *scores,
                            struct error *error) {
    cJSON *json = cJSON_CreateObject(), *list = json_add_array(json, "scores");
    for (int i = 0; i < scores->count; i++) {
        cJSON *item = cJSON_CreateObject();
        json_add_text(item, "name", scores->score[i].name);
        json_add_number(item, "games", (double)score_games(&scores->score[i].pairs));
        json_add_flag(item, "same", scores->score[i].same);
        score_json(item, &scores->score[i].pairs, NULL, LENGTH_FIXED);
        json_append(list, item);
    }
    if (scores->taken)
        json_add_number(json, "taken", scores->taken);
    bool done = json_file_write(path, json, error);
    cJSON_Delete(json);
    return done;
}

void evolution_scores_read(const char *path, struct evolution_scores *scores) {
    struct error cause;
    cJSON *json = json_file_load(path, &cause);
    const cJSON *item, *number;
    *scores = (struct evolution_scores){0};
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "scores")) {
        if (scores->count == ARRAY_LENGTH(scores->score))
            break;
        struct evolution_score *score = evolution_scores_add(scores, json_text(item, "name"));
        score->same = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(item, "same"));
        int cell = 0;
        cJSON_ArrayForEach(number, cJSON_GetObjectItemCaseSensitive(item, "counts")) {
            if (cell < PAIR_CELLS)
                score->pairs.count[cell++] = (int64_t)number->valuedouble;
        }
    }
    double taken = json_number(json, "taken");
    scores->taken = taken > 0 && taken <= 100 ? (int)taken : 0;
    cJSON_Delete(json);
}

static struct measured mean_score(const struct evolution_score *score) {
    return score->same ? (struct measured){0.5, 0.5, 0.5, 1} : score_interval_95(&score->pairs);
}

// The new score against an opponent less the old one, in points of 100; NAN where the old values
// have none.
static struct measured gain(const struct evolution_score *now,
                            const struct evolution_scores *before) {
    static const double points[] = {100, -100};
    const struct evolution_score *then = evolution_scores_find(before, now->name);
    if (!then)
        return (struct measured){NAN, NAN, NAN, 0};
    const struct measured score[] = {mean_score(now), mean_score(then)};
    return measured_sum(score, points, NULL, 2);
}

bool evolution_keeps_up(const struct evolution_scores *now, const struct evolution_scores *before,
                        double margin) {
    for (int i = 0; i < now->count; i++)
        if (gain(&now->score[i], before).high < -margin)
            return false;
    return true;
}

static const struct answer_column elo_column = {"elo", "Elo", ANSWER_NUMBER, 0,
                                                ANSWER_INTERVAL | ANSWER_PLUS | ANSWER_STRONG};

struct answer evolution_panel_answer(const struct evolution_scores *now,
                                     const struct evolution_scores *before, double margin) {
    const struct answer_column columns[] = {
        {"name", "opponent", ANSWER_TEXT},
        {"games", "games", ANSWER_COUNT},
        elo_column,
        {"before", "before", ANSWER_NUMBER, 0, ANSWER_INTERVAL | ANSWER_PLUS},
        {"gain", "points of 100", ANSWER_NUMBER, 1, ANSWER_INTERVAL | ANSWER_PLUS},
    };
    struct answer answer = answer_init(NULL);
    if (evolution_keeps_up(now, before, margin))
        answer_sentence(&answer,
                        "Against no opponent of the panel the new values are shown to score less "
                        "than those they came from by more than %g points of 100.",
                        margin);
    else
        answer_sentence(&answer,
                        "One-sided: they beat those they came from, but against an opponent of "
                        "the panel they score less by more than %g points of 100.",
                        margin);
    answer_table(&answer, "panel", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < now->count; i++) {
        const struct evolution_score *score = &now->score[i];
        const struct evolution_score *then = evolution_scores_find(before, score->name);
        ANSWER_ROW(&answer, cell_text(score->name), cell_count(score_games(&score->pairs)),
                   cell_measured(evolution_score_elo(score)),
                   then ? cell_measured(evolution_score_elo(then)) : cell_missing(),
                   then ? cell_measured(gain(score, before)) : cell_missing());
    }
    return answer;
}

struct answer evolution_steps_answer(const struct evolution_scores *steps) {
    const struct answer_column columns[] = {
        {"name", "% of the way", ANSWER_TEXT}, {"games", "games", ANSWER_COUNT}, elo_column};
    struct answer answer = answer_init(NULL);
    const struct evolution_score *after = evolution_scores_find(steps, EVOLUTION_AFTER);
    char elo[ELO_TEXT];
    answer_sentence(&answer, "Taken: %d%% of the way from the values in play to the fitted ones%s.",
                    steps->taken, after && evolution_after_is_taken(after) ? ", then SPSA" : "");
    if (after)
        answer_sentence(&answer,
                        "SPSA's result has %s over that step in %" PRId64 " games: it is %s.",
                        score_elo_text(evolution_score_elo(after), elo), score_games(&after->pairs),
                        evolution_after_is_taken(after) ? "taken" : "left");
    answer_table(&answer, "steps", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < steps->count && i < EVOLUTION_STEPS; i++) {
        const struct evolution_score *score = &steps->score[i];
        ANSWER_ROW(&answer, cell_text(score->name), cell_count(score_games(&score->pairs)),
                   cell_measured(evolution_score_elo(score)));
    }
    return answer;
}
