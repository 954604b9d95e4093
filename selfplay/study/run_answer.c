// SPDX-License-Identifier: GPL-3.0-or-later
#include "run.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>

#include "depths_answer.h"
#include "json_file.h"
#include "score_answer.h"
#include "tally_answer.h"

static void add_head(struct answer *answer, const struct run *run) {
    const struct config *config = run->config;
    const struct tally *tally = run->log->tally;
    const char *a = config->player[PLAYER_A].name, *b = config->player[PLAYER_B].name;
    char seed[32];
    snprintf(seed, sizeof seed, "%" PRIu64, config->seed);
    if (config->paired)
        answer_head(answer, "%s (A) against %s (B)", a, b);
    else
        answer_head(answer, "%s against itself", a);
    answer_key(answer, "variant", cell_text(config->tables->variant.name));
    answer_key(answer, "folder", cell_text(run->folder));
    answer_key(answer, "seed", cell_text(seed));
    answer_key(answer, "player1", cell_text(a));
    answer_key(answer, "player2", cell_text(b));
    if (!config_reproducible(config))
        answer_key(answer, "reproducible", cell_flag(false));
    answer_key(answer, "games", cell_count(tally->games));
    answer_key(answer, "first_game", cell_count(run->range.begin));
    answer_key(answer, "total_games", cell_count(run->range.total));
}

// How often other programs failed to play.
static void add_faults(struct answer *answer, const struct run *run) {
    int64_t faults = tally_faults(run->log->tally);
    if (faults > 0)
        answer_line(answer, "faults", "%" PRId64 " games lost by a fault: %s/faults.txt", faults,
                    run->folder);
}

// How deep both saw, or the only player, by depths_answer or depths_warn.
static void add_depths(struct answer *answer, const struct run *run,
                       void (*add)(struct answer *, const char *, const struct depths *)) {
    const struct player *player = run->config->player;
    const struct depths *depths = run->log->tally->depths;
    struct depths both = depths[PLAYER_A];
    depths_add(&both, &depths[PLAYER_B]);
    if (!run->config->paired)
        add(answer, NULL, &both);
    for (int i = 0; i < PLAYERS && run->config->paired; i++)
        add(answer, player[i].name, &depths[i]);
}

// Of JSON, by their names.
static void add_terminations(struct answer *answer, const struct tally *tally) {
    cJSON *endings = cJSON_CreateObject();
    for (int i = 0; i < TERMINATIONS; i++)
        if (tally->terminations[i])
            json_add_number(endings, termination_name((enum termination)i),
                            (double)tally->terminations[i]);
    answer_json_add(answer, "terminations", endings);
}

static void add_games(struct answer *answer, const struct run *run) {
    const struct tally *tally = run->log->tally;
    const struct duplicates *duplicates = &run->log->duplicates;
    answer_key(answer, "first_wins", cell_count(tally->results[RESULT_FIRST]));
    answer_key(answer, "draws", cell_count(tally->results[RESULT_DRAW]));
    answer_key(answer, "second_wins", cell_count(tally->results[RESULT_SECOND]));
    if (run->config->paired && tally->games > 0) // of a match people ask who won
        answer_rest(answer, ANSWER_MORE);
    tally_answer(answer, &run->distinct);
    answer_rest_end(answer);
    add_faults(answer, run);
    if (tally->games > 0) {
        double mean = (double)tally->plies_total / (double)tally->games;
        answer_line(answer, "length",
                    "mean %.0f, median %d, half of the games %d to %d, longest %" PRId64 " plies",
                    mean, tally_length(tally, 0.5), tally_length(tally, 0.25),
                    tally_length(tally, 0.75), tally->plies_most);
        answer_key(answer, "plies_mean", cell_number(mean));
        answer_key(answer, "plies_median", cell_number(tally_length(tally, 0.5)));
        answer_key(answer, "branching_mean",
                   cell_number(tally->branching / 1000 / (double)tally->games));
        add_terminations(answer, tally);
    }
    if (duplicates->games == 0)
        answer_rest(answer, ANSWER_MORE);
    answer_line(answer, "duplicates", "%" PRId64 " openings, %" PRId64 " games",
                duplicates->openings, duplicates->games);
    answer_rest_end(answer);
    answer_key(answer, "duplicate_openings", cell_count(duplicates->openings));
    answer_key(answer, "duplicate_games", cell_count(duplicates->games));
}

static void add_warnings(struct answer *answer, const struct run *run) {
    if (!run->distinct.from_start && 20 * run->log->duplicates.games > run->log->tally->games)
        answer_warning(answer, "copies add nothing: give more openings");
}

// Where the games are, and what they follow from.
static void add_origin(struct answer *answer, const struct run *run) {
    const struct game_range *range = &run->range;
    char part[96] = "";
    if (run->log->tally->games > 0 && (range->begin > 0 || range->end < range->total))
        snprintf(part, sizeof part, ", games %" PRId64 " to %" PRId64 " of %" PRId64, range->begin,
                 range->end - 1, range->total);
    answer_line(answer, "played into", "%s, seed %" PRIu64 "%s", run->folder, run->config->seed,
                part);
}

static void add_match(struct answer *answer, const struct run *run) {
    const struct config *config = run->config;
    const struct tally *tally = run->log->tally;
    const char *const names[PLAYERS] = {config->player[PLAYER_A].name,
                                        config->player[PLAYER_B].name};
    answer_key(answer, "player1_wins", cell_count(tally->player_results[PLAYER_A]));
    answer_key(answer, "player2_wins", cell_count(tally->player_results[PLAYER_B]));
    char without[PLAYERS][RESTRICTION_TEXT];
    for (int i = 0; i < PLAYERS; i++)
        restriction_text(&config->player[i].restriction, &config->tables->variant, without[i]);
    const enum score_length length = run->log->resized ? LENGTH_CHANGED : LENGTH_FIXED;
    const struct score_match match = {.counts = tally->pairs,
                                      .known = true,
                                      .won = tally->player_results[PLAYER_A],
                                      .drawn = tally->results[RESULT_DRAW],
                                      .lost = tally->player_results[PLAYER_B],
                                      .faults = tally_faults(tally),
                                      .sprt = config->sprt,
                                      .length = length,
                                      .capped = true,
                                      .without = {without[PLAYER_A], without[PLAYER_B]}};
    score_summary(answer, &match);
    record_answer(answer, tally, names);
    answer_key(answer, "faults", cell_count(match.faults));
    if (score_faulty(match.faults, tally->games))
        return;
    answer_rest(answer, ANSWER_MORE);
    answer_open(answer, "match");
    score_answer(answer, &tally->pairs, config->sprt, length);
    answer_close(answer);
    answer_rest_end(answer);
}

// Of this session alone.
static void add_speed(struct answer *answer, const struct run *run) {
    double seconds = run->seconds, games = (double)(run->log->next - run->first_game);
    struct runlog_progress progress = runlog_progress(run->log);
    if (games > 0)
        answer_line(answer, "speed",
                    "%.1f games/s, %.0f plies/s, %.0f kilonodes/s; %.0f%% of %d thread%s",
                    games / seconds, (double)progress.plies / seconds,
                    (double)progress.nodes / seconds / 1000, 100 * run->cpu, run->threads,
                    run->threads == 1 ? "" : "s");
    answer_key(answer, "session_games", cell_number(games));
    answer_key(answer, "session_nodes", cell_count(progress.nodes));
    answer_key(answer, "session_plies", cell_count(progress.plies));
    answer_key(answer, "session_seconds", cell_number(seconds));
    answer_key(answer, "session_cpu", cell_number(run->cpu));
    answer_key(answer, "threads", cell_number(run->threads));
}

struct answer run_answer(const struct run *run) {
    const struct config *config = run->config;
    struct answer answer = answer_init(config->tables->variant.title);
    add_head(&answer, run);
    if (config->paired)
        add_match(&answer, run);
    else
        tally_summary(&answer, &run->distinct, run->log->tally->games);
    add_depths(&answer, run, depths_warn);
    add_games(&answer, run);
    add_depths(&answer, run, depths_answer);
    add_origin(&answer, run);
    add_speed(&answer, run);
    add_warnings(&answer, run);
    return answer;
}
