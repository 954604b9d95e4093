// SPDX-License-Identifier: GPL-3.0-or-later
#include "run.h"

#include <inttypes.h>
#include <stdio.h>

#include "blocks.h"
#include "file.h"
#include "json_file.h"
#include "score_answer.h"
#include "workers.h"

// False: the run is needless by now. Called a few times a second while the games are played.
static bool watch(void *context) {
    const struct run *run = context;
    if (run->blocks && blocks_needless(run->blocks))
        return false;
    struct runlog_progress now = runlog_progress(run->log);
    const struct blocks *blocks = run->blocks;
    char about[192];
    int length = 0;
    if (run->match) {
        length = snprintf(about, sizeof about, "A +%" PRId64 " =%" PRId64 " -%" PRId64 "  ",
                          now.player_results[PLAYER_A], now.results[RESULT_DRAW],
                          now.player_results[PLAYER_B]);
        score_line(blocks && run->config->sprt ? &blocks->tally->pairs : &now.pairs,
                   run->config->sprt, about + length, sizeof about - (size_t)length);
    } else
        snprintf(about, sizeof about, "first player +%" PRId64 " =%" PRId64 " -%" PRId64,
                 now.results[RESULT_FIRST], now.results[RESULT_DRAW], now.results[RESULT_SECOND]);
    struct tick tick = {.task = run->task ? run->task : run->config->tables->variant.name,
                        .done = now.games,
                        .total = run->range.end - run->range.begin,
                        .fresh = now.games - (run->first_game - run->range.begin),
                        .seconds = clock_seconds() - run->begun,
                        .open = run->config->sprt != NULL,
                        .ahead = run->ahead,
                        .about = about};
    if (blocks) { // of all processes, as far as they are known
        tick.done += blocks->games;
        tick.total = blocks->run->range.end;
        tick.fresh = tick.done - blocks->first;
        tick.own = blocks->played + now.games;
        tick.seconds = clock_seconds() - blocks->begun_at;
    }
    observer_tick(run->observer, &tick);
    return true;
}

static void say_start(const struct run *run) {
    const struct config *config = run->config;
    const char *folder = run->log->folder;
    if (run->blocks || (run->quiet && run->log->finished))
        return;
    if (*run->log->note)
        observer_say(run->observer, "%s: %s", folder, run->log->note);
    struct buffer text = buffer_init();
    buffer_printf(&text, "%s, seed %" PRIu64 ", %s", config->tables->variant.name, config->seed,
                  config->player[PLAYER_A].name);
    if (config->paired)
        buffer_printf(&text, " against %s", config->player[PLAYER_B].name);
    int64_t games = run->range.end - run->range.begin;
    if (run->log->finished)
        buffer_printf(&text, ": %s is finished, nothing to do", folder);
    else if (run->log->resumed)
        buffer_printf(&text, ": going on from game %" PRId64 " of %" PRId64 " in %s",
                      run->first_game, run->range.end, folder);
    else
        buffer_printf(&text, ": %s%" PRId64 " game%s into %s", config->sprt ? "up to " : "", games,
                      games == 1 ? "" : "s", folder);
    if (!run->log->finished) {
        char part[RANGE_TEXT];
        if (games < run->range.total)
            buffer_printf(&text, " (part %s of %" PRId64 ")", range_print(&run->range, part),
                          run->range.total);
        buffer_printf(&text, ", %d thread%s", run->threads, run->threads == 1 ? "" : "s");
    }
    observer_say(run->observer, "%s", text.data);
    buffer_destroy(&text);
    if (!run->log->finished && config_timed(config))
        observer_say(run->observer, "clocks: no game can be played again to the byte%s",
                     run->threads > workers_default_threads()
                         ? "; fewer processors than threads take time from the players"
                         : "");
}

// Before the first game, what a test cannot do with so few.
static void say_limit(const struct run *run) {
    char text[200];
    if (run->config->sprt && !run->blocks && !run->log->finished && run->range.end >= 2 &&
        score_limit_text(run->config->sprt, run->range.end, text, sizeof text))
        observer_say(run->observer, "%s", text);
}

static bool commit(void *context, const struct game_record *const *records, int count,
                   struct error *error) {
    struct run *run = context;
    if (!runlog_commit(run->log, records, count, error))
        return false;
    if (runlog_enough(run->log))
        workers_stop(run->workers);
    return true;
}

// Plays what is left, or only checks the players: a program that does not know the game is refused
// before the folder is touched, since the command that mends it may go there.
static enum work_end play(struct run *run, bool check, struct error *error) {
    const struct player *players = run->config->player;
    struct work work = {.config = run->config,
                        .begin = run->first_game,
                        .end = check ? run->first_game : run->range.end,
                        .threads = check ? 1 : run->threads,
                        .check = check,
                        .commit = commit,
                        .observer = run->observer,
                        .watch = check ? NULL : watch,
                        .context = run};
    if (check && !players[PLAYER_A].external && !players[PLAYER_B].external)
        return WORK_DONE;
    run->workers = workers_create(&work);
    bool done = workers_run(run->workers, error);
    run->stopped = workers_stopped(run->workers) || observer_stop(run->observer);
    workers_destroy(run->workers);
    if (!check)
        observer_tick(run->observer, NULL);
    return run->stopped && (done || check) ? WORK_STOPPED : done ? WORK_DONE : WORK_FAILED;
}

static enum work_end finish(struct run *run, enum work_end end, struct error *error) {
    struct error cause = {""};
    if (!runlog_close(run->log, &cause)) {
        if (end != WORK_FAILED)
            error_set(error, "%s", cause.text);
        return WORK_FAILED;
    }
    int64_t next = run->log->next, begin = run->range.begin;
    if (end != WORK_STOPPED)
        return end;
    if (next == run->range.end || runlog_enough(run->log))
        return WORK_DONE; // the last game was committed as the signal came
    if (run->blocks && !observer_stop(run->observer))
        return end; // by what others have played
    observer_say(run->observer,
                 "stopped, %" PRId64 " of %" PRId64
                 " games are saved in %s; run the same command again to go on%s",
                 next - begin, run->range.end - begin, run->log->folder,
                 run->match && !run->config->sprt
                     ? ": an interval holds for the number of games fixed before, not for this stop"
                     : "");
    return end;
}

bool run_decided(const struct config *config, const struct tally *tally) {
    return config->sprt && sprt_verdict(config->sprt, &tally->pairs) != SPRT_UNDECIDED;
}

static bool decided(void *context, const struct tally *tally) {
    return run_decided(context, tally);
}

// What a match leaves behind.
static bool write_match(const struct run *run, struct error *error) {
    char path[PATH_MAX];
    struct file_set set = {.count = 0};
    struct answer answer = run_answer(run);
    answer_json(&answer, file_set_add(&set, file_in(run->folder, "match.json", path)));
    answer_destroy(&answer);
    return file_set_write(&set, error);
}

void run_share(struct run *run) {
    run->process = run->range.shard;
    run->processes = run->range.shards;
    run->range = (struct game_range){.end = run->range.total, .total = run->range.total};
}

enum work_end run_play(struct run *run, struct error *error) {
    enum work_end end = run->processes ? blocks_play(run, error) : WORK_DONE;
    if (end != WORK_DONE)
        return end;
    run->threads = workers_threads(run->threads, run->range.end - run->range.begin);
    struct runlog_options options = {.folder = run->folder,
                                     .range = run->range,
                                     .threads = run->threads,
                                     .seed_given = run->seed_given,
                                     .force = run->force,
                                     .command = run->command,
                                     .wait = run->processes > 0,
                                     .enough = run->blocks ? NULL : decided,
                                     .context = run->config};
    bool begun = !run->force && log_holds_run(run->folder);
    if (!begun)
        end = play(run, true, error);
    if (end != WORK_DONE)
        return end;
    run->log = runlog_open(&options, run->config, error);
    if (!run->log)
        return WORK_FAILED;
    if (run->announce && !run->announce(run->announced, error)) {
        runlog_close(run->log, NULL);
        return WORK_FAILED;
    }
    run->first_game = run->log->next;
    say_start(run);
    say_limit(run);
    run->begun = clock_seconds();
    double cpu_begun = cpu_seconds();
    bool left = run->first_game < run->range.end && !runlog_enough(run->log);
    if (left && begun)
        end = play(run, true, error);
    if (left && end == WORK_DONE)
        end = play(run, false, error);
    end = finish(run, end, error);
    run->seconds = clock_seconds() - run->begun;
    run->cpu = (cpu_seconds() - cpu_begun) / (run->seconds * run->threads);
    if (end == WORK_DONE && run->match && !run->blocks && !write_match(run, error))
        return WORK_FAILED;
    return end;
}

void run_destroy(struct run *run) {
    runlog_destroy(run->log);
    run->log = NULL;
}

// --- The answer ----------------------------------------------------------------------------------

static void add_head(struct answer *answer, const struct run *run) {
    const struct config *config = run->config;
    const struct tally *tally = run->log->tally;
    const char *a = config->player[PLAYER_A].name, *b = config->player[PLAYER_B].name;
    char seed[32];
    snprintf(seed, sizeof seed, "%" PRIu64, config->seed);
    if (config->imported)
        answer_head(answer, "%s, imported", config->tables->variant.title);
    else if (config->paired)
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
    if (faults > 0 && !run->config->imported)
        answer_line(answer, "faults", "%" PRId64 " games lost by a fault: %s/faults.txt", faults,
                    run->folder);
}

static void add_depths(struct answer *answer, const struct run *run, depths_add_to *add) {
    const struct player *player = run->config->player;
    const char *const names[PLAYERS] = {player[PLAYER_A].name, player[PLAYER_B].name};
    tally_depths(answer, run->log->tally, run->config->paired ? names : NULL, add);
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
    const struct duplicates *duplicates = &run->log->distinct.duplicates;
    answer_key(answer, "first_wins", cell_count(tally->results[RESULT_FIRST]));
    answer_key(answer, "draws", cell_count(tally->results[RESULT_DRAW]));
    answer_key(answer, "second_wins", cell_count(tally->results[RESULT_SECOND]));
    if (run->config->paired && tally->games > 0) // of a match people ask who won
        answer_rest(answer, ANSWER_MORE);
    tally_answer(answer, &run->log->distinct);
    answer_rest_end(answer);
    add_faults(answer, run);
    if (tally->games > 0) {
        const struct tally *once = run->log->distinct.tally; // a copy is no evidence
        double mean = (double)once->plies_total / (double)once->games;
        answer_line(answer, "length",
                    "mean %.0f, median %d, half of the games %d to %d, longest %" PRId64 " plies",
                    mean, tally_length(once, 0.5), tally_length(once, 0.25),
                    tally_length(once, 0.75), once->plies_most);
        answer_key(answer, "plies_mean", cell_number(mean));
        answer_key(answer, "plies_median", cell_number(tally_length(once, 0.5)));
        answer_key(answer, "branching_mean",
                   cell_number(once->branching / 1000 / (double)once->games));
        add_terminations(answer, tally);
    }
    if (duplicates->games == 0)
        answer_rest(answer, ANSWER_MORE);
    answer_line(answer, "duplicates", "%" PRId64 " of the openings, %" PRId64 " of the games",
                duplicates->openings, duplicates->games);
    answer_rest_end(answer);
    answer_key(answer, "duplicate_openings", cell_count(duplicates->openings));
    answer_key(answer, "duplicate_games", cell_count(duplicates->games));
}

static void add_warnings(struct answer *answer, const struct run *run) {
    if (!run->log->distinct.from_start &&
        20 * run->log->distinct.duplicates.games > run->log->tally->games)
        answer_warning(answer, "copies add nothing: give more openings");
}

// Where the games are, and what they follow from.
static void add_origin(struct answer *answer, const struct run *run) {
    const struct game_range *range = &run->range;
    char part[96] = "";
    if (run->log->tally->games > 0 && (range->begin > 0 || range->end < range->total))
        snprintf(part, sizeof part, ", games %" PRId64 " to %" PRId64 " of %" PRId64, range->begin,
                 range->end - 1, range->total);
    if (run->config->imported)
        answer_line(answer, "log", "%s", run->folder);
    else
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
        tally_summary(&answer, &run->log->distinct, run->log->tally->games);
    add_depths(&answer, run, depths_warn);
    add_games(&answer, run);
    add_depths(&answer, run, depths_answer);
    add_origin(&answer, run);
    add_speed(&answer, run);
    add_warnings(&answer, run);
    return answer;
}
