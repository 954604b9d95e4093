// SPDX-License-Identifier: GPL-3.0-or-later
#include "facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log_reader.h"
#include "memory.h"
#include "movegen.h"
#include "notation.h"
#include "tally.h"

struct reading {
    const struct facts_options *options;
    struct game_list *list;
    struct log_reader log;
    struct key_set seen; // distinct games
    char rules[RULES_TEXT];
};

struct game_list *game_list_create(void) {
    return mem_calloc(1, sizeof(struct game_list));
}

void game_list_destroy(struct game_list *list) {
    if (list)
        free(list->game);
    free(list);
}

void game_list_add(struct game_list *list, const struct game_facts *game) {
    if (list->count == list->room) {
        list->room = 2 * list->room + 64;
        list->game = mem_realloc(list->game, (size_t)list->room * sizeof *list->game);
    }
    list->game[list->count++] = *game;
    moments_add(&list->length, game->plies);
    if (game->plies > 0)
        moments_add(&list->branching, game->branching);
}

// Which of the foreign rules forbid some move of the game.
static bool find_foreign(const struct facts_options *options, const struct game_row *row,
                         uint32_t *foreign, struct error *error) {
    uint32_t asked = 0;
    for (int i = 0; i < FOREIGN_MAX; i++)
        asked |= options->foreign[i] ? (uint32_t)1 << i : 0;
    *foreign = 0;
    struct position position;
    if (!asked)
        return true;
    if (!fen_parse(row->opening, options->tables, &position, error))
        return false;
    for (const char *at = row->moves; *at && *foreign != asked;) {
        char text[MOVE_TEXT], fen[FEN_TEXT];
        size_t length = strcspn(at, " ");
        snprintf(text, sizeof text, "%.*s", (int)length, at);
        Move move;
        if (!move_parse(text, &position, &move, error))
            return false;
        fen_print(&position, fen);
        for (int i = 0; i < FOREIGN_MAX; i++) {
            struct position elsewhere;
            if (asked & ~*foreign & (uint32_t)1 << i &&
                (!fen_parse(fen, options->foreign[i], &elsewhere, NULL) ||
                 !movegen_is_legal(&elsewhere, move)))
                *foreign |= (uint32_t)1 << i;
        }
        struct undo undo;
        position_make(&position, move, &undo);
        at += length + (at[length] == ' ');
    }
    return true;
}

// The mean over the game's logged positions of how far its winner stood behind.
static bool read_deficit(struct log_reader *log, struct game_facts *game, struct error *error) {
    double sum = 0;
    int64_t count = 0;
    enum csv_status status;
    while ((status = log_next_position(log, error)) == CSV_RECORD) {
        double score = (double)log->position.first_score;
        double behind = game->result == RESULT_FIRST ? -score : score;
        sum += behind > 0 ? behind : 0;
        game->comeback |= behind > COMEBACK && game->result != RESULT_DRAW;
        count++;
    }
    game->deficit = count > 0 && game->result != RESULT_DRAW ? sum / (double)count : -1;
    return status != CSV_ERROR;
}

static struct game_facts facts_of_row(const struct game_row *row) {
    struct game_facts facts = {.game = row->game,
                               .opening = text_hash(row->opening, strlen(row->opening)),
                               .result = row->result,
                               .termination = row->termination,
                               .plies = (int32_t)row->plies,
                               .drops = (int32_t)row->drops,
                               .promotions = (int32_t)row->promotions,
                               .captures = (int32_t)row->captures,
                               .checks = (int32_t)row->checks,
                               .lead_changes = (int32_t)row->lead_changes,
                               .deficit = -1,
                               .branching = (double)row->branching_mean / 1000,
                               .first_move = text_hash(row->moves, strcspn(row->moves, " "))};
    for (int i = 0; i < DEPTHS; i++)
        facts.depths[i] = (uint16_t)(row->first_depths.moves[i] + row->second_depths.moves[i]);
    return facts;
}

// `cause` is of the row, `error` of another file.
static bool take_game(struct reading *reading, const struct game_row *row, struct error *cause,
                      struct error *error) {
    const struct facts_options *options = reading->options;
    const char *variant = options->tables->variant.name;
    if (strcmp(row->variant, variant) != 0)
        return error_set(cause, "variant: '%s', expected '%s'", row->variant, variant);
    if (strcmp(row->rules, reading->rules) != 0)
        return error_set(cause, "rules: '%s', expected '%s'", row->rules, reading->rules);
    if (!key_set_add(&reading->seen, game_key(row))) {
        reading->list->copies++;
        return true;
    }
    struct game_facts game = facts_of_row(row);
    if (!find_foreign(options, row, &game.foreign, cause) ||
        !read_deficit(&reading->log, &game, error))
        return false;
    game_list_add(reading->list, &game);
    return true;
}

static bool read_games(struct reading *reading, struct error *error) {
    struct log_reader *log = &reading->log;
    enum csv_status status;
    while ((status = log_next_game(log, error)) == CSV_RECORD) {
        struct error cause = {""};
        if (!take_game(reading, &log->game, &cause, error))
            return *cause.text && error_at(error, csv_path(rows_file(log->games)), log->game_line,
                                           "%s", cause.text);
    }
    return status != CSV_ERROR;
}

struct game_list *game_list_read(const struct facts_options *options, struct error *error) {
    struct reading *reading = mem_calloc(1, sizeof *reading);
    struct game_list *list = game_list_create();
    reading->options = options;
    reading->list = list;
    rules_text(&options->tables->rules, &options->tables->variant, reading->rules);
    bool done = log_open(&reading->log, options->folder, LOG_GAMES_AND_POSITIONS, error) &&
                read_games(reading, error);
    log_close(&reading->log);
    key_set_destroy(&reading->seen);
    free(reading);
    if (done)
        return list;
    game_list_destroy(list);
    return NULL;
}
