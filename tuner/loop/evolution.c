// SPDX-License-Identifier: GPL-3.0-or-later
#include "evolution_internal.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "json_file.h"
#include "measured_cell.h"
#include "memory.h"
#include "runmeta.h"
#include "score_answer.h"
#include "values_file.h"

int64_t evolution_spsa_nodes(int64_t nodes) {
    int64_t part = nodes / EVOLUTION_SPSA_LESS;
    int64_t least = nodes < EVOLUTION_SPSA_LEAST ? nodes : EVOLUTION_SPSA_LEAST;
    return part > least ? part : least;
}

uint64_t evolution_seed(uint64_t seed, int generation, enum evolution_purpose purpose) {
    // High bits, so that no generation of this loop or of one with the next seed comes there.
    static const uint64_t high[EVOLUTION_PURPOSES] = {[EVOLUTION_STEP] = (uint64_t)8 << 59,
                                                      [EVOLUTION_SPSA] = (uint64_t)12 << 59,
                                                      [EVOLUTION_DUEL] = (uint64_t)10 << 59,
                                                      [EVOLUTION_NET] = (uint64_t)11 << 59,
                                                      [EVOLUTION_PANEL] = (uint64_t)9 << 59};
    assert(generation >= 1 && purpose >= 0 && purpose < EVOLUTION_PURPOSES);
    uint64_t own = seed + 2 * (uint64_t)(generation - 1) + (purpose != EVOLUTION_SELFPLAY);
    return own ^ high[purpose];
}

static const char *const names[] = {[EVOLUTION_NONE] = "",
                                    [EVOLUTION_ACCEPTED] = "accepted",
                                    [EVOLUTION_REJECTED] = "rejected",
                                    [EVOLUTION_UNDECIDED] = "undecided",
                                    [EVOLUTION_ONE_SIDED] = "one-sided",
                                    [EVOLUTION_UNTUNED] = "untuned"};

const char *evolution_verdict_name(enum evolution_verdict verdict) {
    return names[verdict];
}

char *evolution_path(const char *folder, int generation, const char *name, char *path) {
    assert(generation >= 0);
    snprintf(path, PATH_MAX, "%.3800s/%d/%.200s", folder, generation, name);
    return path;
}

char *evolution_values(const char *folder, int generation, char *path) {
    assert(generation >= 1);
    snprintf(path, PATH_MAX, "%.3800s/%d/generation-%d.csv", folder, generation, generation);
    return path;
}

enum evolution_verdict evolution_verdict(const char *folder, int generation) {
    char path[PATH_MAX];
    char *word = file_read(evolution_path(folder, generation, "verdict", path), 100, NULL);
    if (word)
        word[strcspn(word, "\n")] = 0;
    int verdict = word ? text_find(word, names, ARRAY_LENGTH(names)) : -1;
    free(word);
    return verdict < 0 ? EVOLUTION_NONE : (enum evolution_verdict)verdict;
}

bool evolution_give_verdict(const char *folder, int generation, int against,
                            enum evolution_verdict verdict, struct error *error) {
    assert(verdict != EVOLUTION_NONE && against >= 0 && against < generation);
    char path[PATH_MAX];
    struct file_set set = {.count = 0};
    evolution_path(folder, generation, "against", path);
    buffer_printf(file_set_add(&set, path), "%d\n", against);
    evolution_path(folder, generation, "verdict", path); // last: the generation is done
    buffer_printf(file_set_add(&set, path), "%s\n", names[verdict]);
    return file_set_write(&set, error);
}

int evolution_champion(const char *folder, int generation) {
    assert(generation >= 1);
    int champion = generation - 1;
    while (champion > 0 && evolution_verdict(folder, champion) != EVOLUTION_ACCEPTED)
        champion--;
    return champion;
}

bool evolution_has_log(const char *folder, int generation) {
    char path[PATH_MAX];
    struct runmeta *meta =
        runmeta_load(evolution_path(folder, generation, "log/run.json", path), NULL);
    bool finished = meta && runmeta_finished(meta);
    runmeta_destroy(meta);
    return finished;
}

int evolution_known(const char *folder) {
    int last = 0;
    while (last < EVOLUTION_GENERATIONS_MAX && evolution_verdict(folder, last + 1))
        last++;
    return last;
}

int64_t evolution_nodes(const struct evolution_settings *settings, int generation) {
    int64_t times = 1;
    int missed = 0;
    for (int g = 1; settings->deepens && g < generation; g++) {
        enum evolution_verdict verdict = evolution_verdict(settings->folder, g);
        missed = verdict == EVOLUTION_ACCEPTED ? 0 : missed + (verdict != EVOLUTION_NONE);
        if (missed == EVOLUTION_PATIENCE && times < EVOLUTION_DEEPEST) {
            times *= 2;
            missed = 0;
        }
    }
    return settings->nodes * times;
}

struct runmeta *evolution_record(const char *folder, int generation) {
    char path[PATH_MAX];
    struct runmeta *meta =
        runmeta_load(evolution_path(folder, generation, "log/run.json", path), NULL);
    struct log_folders blocks = {0};
    if (!meta && access(evolution_path(folder, generation, "log/blocks", path), F_OK) == 0 &&
        log_folders_add(&blocks, path, NULL) && blocks.count)
        meta = log_record(blocks.path[0], NULL);
    log_folders_destroy(&blocks);
    return meta;
}

// --- What a generation is held against -----------------------------------------------------------

const int evolution_step[EVOLUTION_STEPS] = {25, 50, 100};

int evolution_panel(const struct tables *tables, const char *start,
                    struct evolution_opponent panel[EVOLUTION_PANEL_MOST]) {
    struct values estimated, shipped;
    int count = 0;
    values_estimate(tables, &estimated);
    values_default(tables, &shipped);
    panel[count++] = (struct evolution_opponent){"estimate", "estimate"};
    if (!values_same(&estimated, &shipped))
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
    bool done = values_file_load(start, tables, &from, error) &&
                values_file_load(fit, tables, &fitted, error) &&
                values_file_read(fit, tables, file, error);
    for (int i = 0; done && i < file->count; i++)
        go_part(&from, percent / 100.0, &file->row[i]);
    struct file_set set = {.count = 0};
    done = done && beside_add(&set, &fitted, out, NULL, error) &&
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
    *same = values_same(&of[0], &of[1]) && beside_same(&of[0], &of[1]);
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

const struct evolution_score *evolution_best_part(const struct evolution_scores *scores,
                                                  int *percent) {
    const struct evolution_score *best = NULL;
    *percent = 0;
    for (int i = 0; i < EVOLUTION_PARTS; i++) {
        char name[EVOLUTION_NAME];
        const struct evolution_score *score =
            evolution_scores_find(scores, evolution_part_name(evolution_parts[i], name));
        if (!score || (best && evolution_score_elo(score).value <= evolution_score_elo(best).value))
            continue;
        best = score;
        *percent = evolution_after_is_taken(score) ? evolution_parts[i] : 0;
    }
    return best;
}

bool evolution_scores_write(const char *path, const struct evolution_scores *scores,
                            struct error *error) {
    cJSON *json = cJSON_CreateObject(), *list = json_add_array(json, "scores");
    for (int i = 0; i < scores->count; i++) {
        cJSON *item = json_append(list, cJSON_CreateObject());
        json_add_text(item, "name", scores->score[i].name);
        json_add_number(item, "games", (double)score_games(&scores->score[i].pairs));
        json_add_flag(item, "same", scores->score[i].same);
        score_json(item, &scores->score[i].pairs, NULL, LENGTH_FIXED);
    }
    if (scores->taken)
        json_add_number(json, "taken", scores->taken);
    return json_file_write(path, json, error);
}

void evolution_scores_read(const char *path, struct evolution_scores *scores) {
    struct error cause;
    cJSON *json = json_file_load(path, &cause);
    const cJSON *item, *number;
    *scores = (struct evolution_scores){0};
    cJSON_ArrayForEach(item, json_item(json, "scores")) {
        if (scores->count == ARRAY_LENGTH(scores->score))
            break;
        struct evolution_score *score = evolution_scores_add(scores, json_text(item, "name"));
        score->same = cJSON_IsTrue(json_item(item, "same"));
        int cell = 0;
        cJSON_ArrayForEach(number, json_item(item, "counts")) {
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

// --- The table of all ----------------------------------------------------------------------------

#define AGAINST_FLAGS (ANSWER_INTERVAL | ANSWER_HALF | ANSWER_PLUS | ANSWER_OMIT | ANSWER_WIDE)
enum {
    PLAY_NODES = 3,
    NODES,
    STEP = 8,
    SPSA,
    LEARNED, // two: the part of the network that was taken, the best one's score
    PANEL = LEARNED + 2,
    VERDICT = PANEL + EVOLUTION_PANEL_MOST,
    VALUES_FILE,
    COLUMNS
};
static const struct answer_column columns[COLUMNS] = {
    {"generation", "generation", ANSWER_COUNT},
    {"played_with", "played with", ANSWER_COUNT},
    {"games", "games", ANSWER_COUNT},
    {"play_nodes", "played at", ANSWER_COUNT, 0, ANSWER_OMIT},
    {"nodes", "nodes", ANSWER_COUNT, 0, ANSWER_OMIT},
    {"match_games", "n", ANSWER_COUNT},
    {"elo", "Elo", ANSWER_NUMBER, 1, ANSWER_INTERVAL | ANSWER_PLUS | ANSWER_STRONG | ANSWER_OMIT,
     .limit = SCORE_ELO_LIMIT},
    {"los", "chance it is better", ANSWER_SHARE, 1, ANSWER_OMIT | ANSWER_WIDE},
    {"step", "step", ANSWER_COUNT, 0, ANSWER_OMIT},
    {"spsa", "spsa", ANSWER_NUMBER, 0, AGAINST_FLAGS},
    {"net_step", "net", ANSWER_COUNT, 0, ANSWER_OMIT},
    {"net", "Elo of net", ANSWER_NUMBER, 0, AGAINST_FLAGS},
    {"estimate", "estimate", ANSWER_NUMBER, 0, AGAINST_FLAGS},
    {"shipped", "shipped", ANSWER_NUMBER, 0, AGAINST_FLAGS},
    {"start", "start", ANSWER_NUMBER, 0, AGAINST_FLAGS},
    {"verdict", "verdict", ANSWER_TEXT},
    {"values_file", NULL, ANSWER_TEXT, 0, ANSWER_OMIT},
};
static const char caption[] =
    "Generations; played at: nodes of self-play; n: games of the match; step: % of the way that "
    "was taken; spsa: Elo of SPSA's "
    "result over that step, taken above 0; net: % of the new network's score that was "
    "taken, and Elo of the best part; then Elo against the panel";

// The test of a generation; false where there is none.
static bool read_test(const char *folder, int generation, struct verification *test) {
    char path[PATH_MAX];
    *test = (struct verification){0};
    return verification_read(test, evolution_path(folder, generation, "match/verify.json", path));
}

static struct answer_cell elo_of(const struct evolution_scores *scores, const char *name) {
    const struct evolution_score *score = evolution_scores_find(scores, name);
    return score ? cell_measured(evolution_score_elo(score)) : cell_missing();
}

// What the test found at the last node limit played, which part of the way was taken, and what the
// values came to against the panel.
static void add_generation(struct answer *answer, const struct evolution_settings *settings,
                           int generation, enum evolution_verdict verdict) {
    const char *folder = settings->folder;
    struct answer_cell row[COLUMNS];
    struct verification test;
    struct evolution_scores steps, panel;
    char path[PATH_MAX];
    for (int i = 0; i < COLUMNS; i++)
        row[i] = cell_missing();
    row[0] = cell_number(generation);
    row[1] = cell_number(evolution_champion(folder, generation));
    row[2] = cell_count(settings->games);
    struct runmeta *record = evolution_record(folder, generation); // options may have changed since
    const char *nodes = record ? runmeta_setting(record, "player1.nodes") : NULL;
    row[PLAY_NODES] = cell_count(nodes ? atoll(nodes) : evolution_nodes(settings, generation));
    runmeta_destroy(record);
    row[NODES + 1] = cell_number(0);
    row[VERDICT] = cell_text(names[verdict]);
    if (read_test(folder, generation, &test)) {
        const struct score_counts *pairs = &test.pairs[test.played - 1];
        struct sprt_estimate of = sprt_estimate(&test.sprt, pairs);
        row[NODES] = cell_count(test.limit[test.played - 1]);
        row[NODES + 1] = cell_count(score_games(pairs));
        row[NODES + 2] = cell_measured(measured_elo(of.score));
        row[NODES + 3] = cell_number(of.superiority);
    }
    evolution_scores_read(evolution_path(folder, generation, "steps.json", path), &steps);
    evolution_scores_read(evolution_path(folder, generation, "panel.json", path), &panel);
    row[STEP] = cell_if(steps.taken > 0, steps.taken);
    row[SPSA] = elo_of(&steps, EVOLUTION_AFTER);
    int percent;
    const struct evolution_score *best = evolution_best_part(&steps, &percent);
    row[LEARNED] = cell_if(best, percent);
    row[LEARNED + 1] = best ? cell_measured(evolution_score_elo(best)) : cell_missing();
    for (int i = PANEL; i < VERDICT; i++)
        row[i] = elo_of(&panel, columns[i].key);
    if (access(evolution_values(folder, generation, path), F_OK) == 0)
        row[VALUES_FILE] = cell_text(evolution_values(".", generation, path) + strlen("./"));
    answer_row(answer, row);
}

// ": +35 Elo [10, 60] against start, +12 Elo [-10, 34] against shipped"
static void add_panel(struct buffer *text, const char *folder, int generation) {
    struct evolution_scores scores;
    char path[PATH_MAX], elo[ELO_TEXT];
    evolution_scores_read(evolution_path(folder, generation, "panel.json", path), &scores);
    for (int i = 0; i < scores.count; i++)
        buffer_printf(text, "%s %s against %s", i ? "," : ":",
                      score_elo_text(evolution_score_elo(&scores.score[i]), elo),
                      scores.score[i].name);
}

// "The values of generation 2 are in play: +35 Elo [10, 60] against start;
// runs/2/generation-2.csv."
static void say_champion(struct buffer *text, const char *folder, int champion) {
    char path[PATH_MAX];
    if (!champion) {
        buffer_text(text, "No generation was accepted: the values to begin with are in play.");
        return;
    }
    buffer_printf(text, "The values of generation %d are in play", champion);
    add_panel(text, folder, champion);
    buffer_printf(text, "; %s.", evolution_values(folder, champion, path));
}

void evolution_line(const struct evolution_settings *settings, int last, struct buffer *text) {
    int known = evolution_known(settings->folder);
    buffer_printf(text, "%s: %d of %d generations. ", settings->folder, known,
                  last > known ? last : known);
    say_champion(text, settings->folder, evolution_champion(settings->folder, known + 1));
}

// What is in play, and what the last generation lacks that its test left open.
static void add_summary(struct answer *answer, const char *folder, int champion, int last) {
    struct buffer text = buffer_init();
    say_champion(&text, folder, champion);
    answer_summary(answer, "%s", text.data);
    buffer_destroy(&text);
    while (last > 0 && evolution_verdict(folder, last) == EVOLUTION_NONE)
        last--;
    if (last == 0 || evolution_verdict(folder, last) != EVOLUTION_UNDECIDED)
        return;
    struct verification test;
    if (!read_test(folder, last, &test))
        return;
    const struct score_counts *pairs = &test.pairs[test.played - 1];
    double left = sprt_games_left(&test.sprt, pairs);
    if (left > 0)
        answer_summary(answer,
                       "Generation %d is undecided after %" PRId64 " games at %" PRIu64
                       " nodes: about %.0f more would decide if its score stays (--match-games).",
                       last, score_games(pairs), test.limit[test.played - 1], ceil(left));
}

void evolution_say_chance(struct answer *answer, const struct sprt *sprt, int64_t games,
                          int limits) {
    double one = 100 * sprt_accept_chance(sprt, 0, (double)games);
    double all = 100 * pow(one / 100, limits);
    if (limits > 1)
        answer_summary(answer,
                       "A step that gains nothing passes the test with a chance of %.0f to %.0f%%: "
                       "%.0f%% at each of %d node limits.",
                       all, one, one, limits);
    else
        answer_summary(answer, "A step that gains nothing passes the test with a chance of %.0f%%.",
                       one);
}

struct answer evolution_report(const struct evolution_settings *settings) {
    const char *folder = settings->folder;
    int last = evolution_known(folder), champion = evolution_champion(folder, last + 1);
    struct answer answer = answer_init(NULL);
    cJSON *origin = cJSON_CreateObject();
    char path[PATH_MAX];
    bool undecided = false;
    origin_add(origin, settings->command, NULL);
    // The games of all generations and those of their matches.
    for (int g = 1; g <= last && evolution_verdict(folder, g); g++) {
        origin_add_run(origin, evolution_path(folder, g, "log", path));
        origin_add_inputs_of(origin, evolution_path(folder, g, "match/verify.json", path));
    }
    answer_json_add(&answer, NULL, origin);
    add_summary(&answer, folder, champion, last);
    answer_table(&answer, "generations", caption, columns, COLUMNS);
    for (int g = 1; g <= last && evolution_verdict(folder, g); g++) {
        enum evolution_verdict verdict = evolution_verdict(folder, g);
        add_generation(&answer, settings, g, verdict);
        undecided |= verdict == EVOLUTION_UNDECIDED;
    }
    if (undecided)
        answer_sentence(&answer,
                        "undecided: in the games allowed the test reached neither of its bounds, "
                        "whatever the Elo is; --match-games allows the generations to come more");
    answer_key(&answer, "champion", cell_number(champion));
    if (champion) {
        answer_key(&answer, "values", cell_text(evolution_values(folder, champion, path)));
        evolution_say_chance(&answer, &settings->sprt, settings->match.games,
                             settings->ladder.limits);
    }
    return answer;
}

bool evolution_history(const struct evolution_settings *settings, bool write, struct error *error) {
    struct file_set set = {.count = 0}; // the marker last
    char path[PATH_MAX];
    if (!evolution_known(settings->folder))
        return true;
    struct answer answer = evolution_report(settings);
    answer_json(&answer, file_set_add(&set, file_in(settings->folder, "evolve.json", path)));
    bool done = access(path, F_OK) == 0;
    file_in(settings->folder, "history.csv", path);
    answer_csv(&answer, "generations", file_set_add(&set, path));
    const struct buffer *text = &set.file[1].text;
    char *written = file_read(path, text->length, NULL);
    done = done && written && strcmp(written, text->data) == 0;
    if (write && !done)
        done = file_set_write(&set, error);
    free(written);
    answer_destroy(&answer);
    file_set_destroy(&set);
    return done;
}
