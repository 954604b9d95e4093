// SPDX-License-Identifier: GPL-3.0-or-later
// Sections "games": a self-play run or a match.
// { kind, summary: [texts], variant, title, author and url (where the game says them), rules, seed,
// config_hash, variant_hash, program,
//   nodes (of the first player), start, end, host, command, parts (of a merged run; the command is
//   that of its first), finished, players, games, expected, distinct_games, openings,
//   first_score: {n, value, lo95, hi95}, ladder (from the start position): as tally_answer has it,
//   results and endings: [{ name, n, value, lo95, hi95 }], plies: { mean, q1, median, q3, most,
//   bin_width, bins }, a_game: { captures, ... }, record (of two players): [{ name, won, drawn,
//   lost, score }], match: as `kagami match --json`, curve: [[games, llr]], heat: { files, ranks,
//   games, moves, captures, drops }, board, shown: games to step through }
// heat: a game's moves to each square on average over the first games, and of them the captures and
// the drops, from the mover's lowest rank upwards, from the left.
// Shares are of 1; intervals are 95%.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine.h"
#include "memory.h"
#include "notation.h"
#include "number.h"
#include "referee.h"
#include "report_sections.h"
#include "score_answer.h"
#include "tally.h"
#include "tuning.h"
#include "web_document.h"

enum { CURVE_POINTS = 400, BINS_WANTED = 30, HEAT_GAMES = 2000 };

enum heat_kind { HEAT_MOVES, HEAT_CAPTURES, HEAT_DROPS, HEATS };
struct heat {
    int64_t count[HEATS][SQUARES];
};

struct reading {
    struct report_folder *folder;
    const struct runmeta *meta;
    struct tables *tables;
    struct tally *tally;
    struct distinct distinct; // of these, each counts once
    struct sprt sprt;
    bool tested;
    int64_t rows; // of games.csv
    struct heat heat;
    cJSON *shown, *curve;
};

static const char *player_name(const struct runmeta *meta, int player) {
    const char *name = runmeta_setting(meta, player == PLAYER_A ? "player1.name" : "player2.name");
    return name ? name : "?";
}

static void add_identity(cJSON *section, const struct runmeta *meta, const struct tables *tables) {
    static const char *const keys[] = {"config_hash", "program", "host", "start", "end", "command"};
    char rules[RULES_TEXT], seed[32];
    report_names(section, &tables->variant);
    json_add_text(section, "rules", rules_text(&tables->rules, &tables->variant, rules));
    snprintf(seed, sizeof seed, "%" PRIu64, runmeta_seed(meta));
    json_add_text(section, "seed", seed);
    for (int i = 0; i < ARRAY_LENGTH(keys); i++)
        json_add_text(section, keys[i], runmeta_text(meta, keys[i]));
    if (runmeta_parts(meta) > 0) {
        json_add_number(section, "parts", runmeta_parts(meta));
        json_add_text(section, "command", runmeta_first_command(meta));
    }
    const char *hash = runmeta_setting(meta, "variant_hash");
    json_add_text(section, "variant_hash", hash ? hash : "");
    const char *nodes = runmeta_setting(meta, "player1.nodes");
    double number;
    if (nodes && number_decimal(nodes, &number) && number > 0)
        json_add_number(section, "nodes", number);
    json_add_flag(section, "finished", runmeta_finished(meta));
    cJSON *players = json_add_array(section, "players");
    for (int i = 0; i <= runmeta_paired(meta); i++)
        json_append(players, cJSON_CreateString(player_name(meta, i)));
}

static int bin_width(int64_t most) {
    static const int widths[] = {1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000};
    for (int i = 0; i < ARRAY_LENGTH(widths); i++)
        if (most / widths[i] < BINS_WANTED)
            return widths[i];
    return 5000;
}

static void add_lengths(cJSON *section, const struct tally *tally) {
    cJSON *plies = json_add_object(section, "plies");
    int64_t most = tally->plies_most < PLIES_MAX ? tally->plies_most : PLIES_MAX;
    int width = bin_width(most);
    json_add_number(plies, "mean", (double)tally->plies_total / (double)tally->games);
    json_add_number(plies, "q1", tally_length(tally, 0.25));
    json_add_number(plies, "median", tally_length(tally, 0.5));
    json_add_number(plies, "q3", tally_length(tally, 0.75));
    json_add_number(plies, "most", (double)tally->plies_most);
    json_add_number(plies, "bin_width", width);
    cJSON *bins = json_add_array(plies, "bins");
    for (int64_t from = 0; from <= most; from += width) {
        int64_t count = 0;
        for (int64_t i = from; i < from + width && i <= PLIES_MAX; i++)
            count += tally->lengths[i];
        json_append(bins, cJSON_CreateNumber((double)count));
    }
}

static enum score_length length_of(const struct runmeta *meta) {
    return !runmeta_finished(meta)         ? LENGTH_OPEN
           : runmeta_flag(meta, "resized") ? LENGTH_CHANGED
                                           : LENGTH_FIXED;
}

static void add_summary(struct answer *answer, const struct reading *reading) {
    const struct tally *tally = reading->tally;
    const struct score_match match = {
        .counts = tally->pairs,
        .known = true,
        .won = tally->player_results[PLAYER_A],
        .drawn = tally->results[RESULT_DRAW],
        .lost = tally->player_results[PLAYER_B],
        .faults = tally_faults(tally),
        .sprt = reading->tested ? &reading->sprt : NULL,
        .length = length_of(reading->meta),
        .capped = runmeta_finished(reading->meta),
        .without = {runmeta_setting(reading->meta, "player1.without"),
                    runmeta_setting(reading->meta, "player2.without")}};
    if (runmeta_paired(reading->meta))
        score_summary(answer, &match);
    else
        tally_summary(answer, &reading->distinct, tally->games);
    const char *const names[PLAYERS] = {player_name(reading->meta, PLAYER_A),
                                        player_name(reading->meta, PLAYER_B)};
    tally_depths(answer, tally, runmeta_paired(reading->meta) ? names : NULL, depths_warn);
}

static void add_tally(cJSON *section, const struct reading *reading) {
    const struct tally *tally = reading->tally;
    struct answer answer = answer_init(NULL);
    add_summary(&answer, reading);
    const char *const names[PLAYERS] = {player_name(reading->meta, PLAYER_A),
                                        player_name(reading->meta, PLAYER_B)};
    if (runmeta_paired(reading->meta))
        record_answer(&answer, tally, names);
    tally_answer(&answer, &reading->distinct);
    answer_json_into(&answer, section);
    answer_destroy(&answer);
    add_lengths(section, reading->distinct.tally);
    if (runmeta_paired(reading->meta) && score_units(&tally->pairs) > 0 &&
        !score_faulty(tally_faults(tally), tally->games))
        score_json(json_add_object(section, "match"), &tally->pairs,
                   reading->tested ? &reading->sprt : NULL, length_of(reading->meta));
}

static void add_curve_point(struct reading *reading) {
    const struct score_counts *pairs = &reading->tally->pairs;
    int64_t every = reading->rows / 2 / CURVE_POINTS + 1, done = score_units(pairs);
    if (!reading->tested || reading->tally->games % 2 || done == 0 ||
        (done % every && reading->tally->games < reading->rows))
        return;
    const double point[] = {(double)reading->tally->games, sprt_llr(&reading->sprt, pairs)};
    json_append(reading->curve, cJSON_CreateDoubleArray(point, 2));
}

// --- Games to step through -----------------------------------------------------------------------
// { game, first, second, result, termination, plies, moves: [text], positions: [FEN], scores:
// [{expected} | {mate} | null] }, one position more than moves. The rules made them: whoever draws
// them needs none. Scores are those of a short search of each position by the game's own values,
// from the first player's side: the expected score (engine_expected), or plies to mate; null where
// there is no move.

static bool is_wanted(const struct report_options *options, int64_t game, int64_t number,
                      int64_t games) {
    for (int i = 0; i < options->chosen_count; i++)
        if (options->chosen[i] == game)
            return true;
    if (options->chosen_count > 0 || options->games <= 0)
        return false;
    // One game of each of so many equal parts: the one where the part's number changes.
    int64_t parts = options->games;
    return games <= parts || number == 0 || number * parts / games != (number - 1) * parts / games;
}

enum { SCORE_NODES = 200, SCORE_HASH = 1 << 18 };

struct lists {
    cJSON *positions, *scores;
    struct engine *engine;
};

static void add_position(struct lists *lists, const struct position *position) {
    char fen[FEN_TEXT];
    struct search_result result;
    json_append(lists->positions, cJSON_CreateString(fen_print(position, fen)));
    engine_search(lists->engine, position, NULL, (struct limits){.nodes = SCORE_NODES}, &result);
    int first = position->side == FIRST ? result.score : -result.score;
    cJSON *score = json_append(lists->scores, result.best == MOVE_NONE ? cJSON_CreateNull()
                                                                       : cJSON_CreateObject());
    if (result.best != MOVE_NONE && score_is_mate(first)) {
        json_add_number(score, "mate", first > 0 ? SCORE_MATE - first : -SCORE_MATE - first);
    } else if (result.best != MOVE_NONE) {
        json_add_number(score, "expected",
                        round(1e4 * engine_expected(lists->engine, first)) / 1e4);
    }
}

static bool play(cJSON *json, struct engine *engine, struct referee *referee,
                 const struct game_row *row, struct error *error) {
    cJSON *moves = json_add_array(json, "moves");
    struct lists lists = {json_add_array(json, "positions"), json_add_array(json, "scores"),
                          engine};
    char text[MOVE_TEXT];
    Move move;
    add_position(&lists, &referee->position);
    for (const char *at = row->moves; row_word(&at, text, sizeof text);) {
        if (!move_parse(text, &referee->position, &move, error) ||
            !referee_play(referee, move, error))
            return false;
        json_append(moves, cJSON_CreateString(text));
        add_position(&lists, &referee->position);
    }
    return true;
}

static bool add_viewer(cJSON *list, const struct tables *tables, const struct game_row *row,
                       struct error *error) {
    struct referee *referee = mem_alloc(sizeof *referee);
    struct values values;
    values_default(tables, &values);
    struct engine *engine = engine_create(tables, &values, SCORE_HASH, error);
    if (!engine) {
        free(referee);
        return false;
    }
    cJSON *json = json_append(list, cJSON_CreateObject());
    json_add_number(json, "game", (double)row->game);
    json_add_text(json, "first", row->first);
    json_add_text(json, "second", row->second);
    json_add_text(json, "result", result_text(row->result));
    json_add_text(json, "termination", termination_name(row->termination));
    json_add_number(json, "plies", (double)row->plies);
    referee_init(referee);
    bool done = referee_start(referee, tables, row->opening, error) &&
                play(json, engine, referee, row, error);
    referee_destroy(referee);
    free(referee);
    engine_destroy(engine);
    return done;
}

// --- All games -----------------------------------------------------------------------------------

// Where the moves of a game went, seen by who made them.
static bool add_heat(struct reading *reading, const struct game_row *row, struct error *error) {
    const struct tables *tables = reading->tables;
    struct position position;
    if (!fen_parse(row->opening, tables, &position, error))
        return false;
    char text[MOVE_TEXT];
    for (const char *at = row->moves; row_word(&at, text, sizeof text);) {
        Move move;
        struct undo undo;
        if (!move_parse(text, &position, &move, error))
            return false;
        int file = square_file(move_to(move)), rank = square_rank(move_to(move));
        int square = position.side == FIRST
                         ? rank * tables->files + file
                         : (tables->ranks - 1 - rank) * tables->files + tables->files - 1 - file;
        reading->heat.count[HEAT_MOVES][square]++;
        reading->heat.count[HEAT_CAPTURES][square] += position_is_capture(&position, move);
        reading->heat.count[HEAT_DROPS][square] += move_is_drop(move);
        position_make(&position, move, &undo);
    }
    return true;
}

static void write_heat(cJSON *section, const struct reading *reading) {
    static const char *const names[HEATS] = {"moves", "captures", "drops"};
    const struct tables *tables = reading->tables;
    double games = fmin((double)reading->tally->games, HEAT_GAMES);
    cJSON *heat = json_add_object(section, "heat");
    json_add_number(heat, "files", tables->files);
    json_add_number(heat, "ranks", tables->ranks);
    json_add_number(heat, "games", games);
    for (int kind = 0; kind < HEATS; kind++) {
        cJSON *list = json_add_array(heat, names[kind]);
        for (int i = 0; i < tables->files * tables->ranks; i++)
            json_append(list, cJSON_CreateNumber(
                                  round(1e6 * (double)reading->heat.count[kind][i] / games) / 1e6));
    }
}

static bool add_game(struct reading *reading, const struct game_row *row, struct error *error) {
    const char *name = runmeta_setting(reading->meta, "player1.name");
    bool first = !runmeta_paired(reading->meta) || (name && strcmp(name, row->first) == 0);
    tally_add(reading->tally, row, first ? PLAYER_A : PLAYER_B);
    add_curve_point(reading);
    int64_t number = reading->tally->games - 1;
    if (number < HEAT_GAMES && !add_heat(reading, row, error))
        return false;
    return !is_wanted(reading->folder->options, row->game, number, reading->rows) ||
           add_viewer(reading->shown, reading->tables, row, error);
}

// Adds the games, or counts them.
static bool each_game(struct reading *reading, const char *path, bool adds, struct error *error) {
    struct rows_reader *reader = game_rows_open(path, error);
    struct game_row row;
    struct csv_record record;
    enum csv_status status = CSV_ERROR;
    while (reader && (status = game_row_next(reader, &row, &record, error)) == CSV_RECORD) {
        struct error fault = {""};
        reading->rows += !adds;
        if (adds && !add_game(reading, &row, &fault)) {
            error_at(error, path, record.line, "game %" PRId64 ": %s", row.game, fault.text);
            status = CSV_ERROR;
            break;
        }
    }
    rows_close(reader);
    return status != CSV_ERROR;
}

static void read_test(struct reading *reading) {
    const char *test = runmeta_setting(reading->meta, "sprt");
    const char *errors = runmeta_setting(reading->meta, "sprt.errors");
    char model[16];
    struct sprt *sprt = &reading->sprt;
    reading->tested = test && errors &&
                      sscanf(test, "%15[^:]:%lf,%lf", model, &sprt->elo0, &sprt->elo1) == 3 &&
                      sscanf(errors, "%lf,%lf", &sprt->alpha, &sprt->beta) == 2 &&
                      strcmp(model, SPRT_MODEL) == 0 && sprt_check(sprt, NULL);
}

static bool add_rows(struct reading *reading, cJSON *section, const char *path,
                     struct error *error) {
    reading->tally = tally_create();
    reading->shown = cJSON_CreateArray();
    reading->curve = cJSON_CreateArray();
    read_test(reading);
    // The record of a run that goes on lags behind its log.
    bool finished = runmeta_finished(reading->meta);
    reading->rows = finished ? runmeta_checkpoint(reading->meta).games : 0;
    bool done = (finished || each_game(reading, path, false, error)) &&
                each_game(reading, path, true, error) &&
                distinct_read(path, reading->meta, &reading->distinct, error);
    if (done && reading->tally->games > 0) {
        add_tally(section, reading);
        write_heat(section, reading);
    }
    if (done && reading->tally->games == 0)
        report_missing(reading->folder, "results", "the log has no games yet");
    json_add_number(section, "games", done ? (double)reading->tally->games : 0);
    const cJSON *shown = json_add(section, "shown", reading->shown);
    json_add(section, "curve", reading->curve);
    if (cJSON_GetArraySize(shown) > 0)
        json_add(section, "board", web_board(reading->tables));
    tally_destroy(reading->tally);
    distinct_destroy(&reading->distinct);
    return done;
}

// What `kagami tune` would say of the log by its defaults.
static bool fit(struct report_folder *folder, struct error *error) {
    struct tune_options options = tune_options_plain(&folder->path, 1, folder->options->threads);
    options.holdout = 0.1;
    struct error fault = {""};
    if (folder->options->progress)
        folder->options->progress(folder->options->context, "fitting values");
    struct tuning *tuning = tuning_create(&options);
    bool done = true;
    if (tuning_read(tuning, NULL, NULL, &fault) && tuning_fit(tuning, &fault)) {
        struct answer answer = tuning_answer(tuning, true, NULL);
        cJSON *json = answer_json_tree(&answer);
        done = report_tuning(folder, "positions.csv", json, error);
        answer_destroy(&answer);
    } else {
        report_missing(folder, "values fitted to these games", fault.text);
    }
    tuning_destroy(tuning);
    return done;
}

static bool read_games(struct report_folder *folder, const struct runmeta *meta,
                       struct error *error) {
    char games[PATH_MAX], positions[PATH_MAX];
    if (!csv_find(folder->path, "games.csv", games, error) ||
        !csv_find(folder->path, "positions.csv", positions, error))
        return false;
    struct reading reading = {.folder = folder, .meta = meta};
    reading.tables = report_tables(NULL, meta, NULL, error);
    if (!reading.tables)
        return false;
    cJSON *section = report_section(folder, "games");
    add_identity(section, meta, reading.tables);
    struct game_range range = runmeta_range(meta);
    json_add_number(section, "expected", (double)(range.end - range.begin));
    bool done = true;
    if (access(games, F_OK) == 0)
        done = add_rows(&reading, section, games, error);
    else {
        json_add(section, "board", web_board(reading.tables)); // names of pieces, for a card
        report_missing(folder, "results, lengths, games to step through",
                       "games.csv is not in the folder, only the record of the run");
    }
    bool sampled = access(positions, F_OK) == 0 && !runmeta_paired(meta);
    if (done && sampled && !folder->tuned && folder->options->tune)
        done = fit(folder, error);
    free(reading.tables);
    return done;
}

bool report_games(struct report_folder *folder, const char *path, struct error *error) {
    struct runmeta *meta = runmeta_load(path, error);
    bool done = meta && read_games(folder, meta, error);
    runmeta_destroy(meta);
    return done;
}

bool report_shows_chosen(const cJSON *report, const struct report_options *options,
                         struct error *error) {
    for (int i = 0; i < options->chosen_count; i++) {
        const cJSON *folder, *section, *game;
        bool shown = false;
        cJSON_ArrayForEach(folder, json_item(report, "folders")) {
            cJSON_ArrayForEach(section, json_item(folder, "sections")) {
                cJSON_ArrayForEach(game, json_item(section, "shown")) {
                    shown |= json_number(game, "game") == (double)options->chosen[i];
                }
            }
        }
        if (!shown)
            return error_set(error, "no game %" PRId64 " in any log of these folders",
                             options->chosen[i]);
    }
    return true;
}
