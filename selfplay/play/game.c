// SPDX-License-Identifier: GPL-3.0-or-later
#include "game.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation.h"
#include "random.h"

struct game_table {
    const struct config *config;
    // NULL: a program plays; player A's judges openings in any case.
    struct engine *engine[PLAYERS];
    struct external *external[PLAYERS]; // NULL: the engine plays
    struct referee referee;
    struct clock clock[PLAYERS]; // of players that have one
};

struct game_record *game_record_create(void) {
    struct game_record *record = malloc(sizeof *record); // not cleared: game_play begins anew
    if (record)
        record->fens = buffer_init();
    return record;
}

void game_record_destroy(struct game_record *record) {
    if (!record)
        return;
    buffer_destroy(&record->fens);
    free(record);
}

static bool seat_player(struct game_table *table, int number, struct error *error) {
    const struct config *config = table->config;
    const struct player *player = &config->player[number];
    if (!player->external || number == PLAYER_A) {
        table->engine[number] = engine_create(config->tables, &player->values, config->hash_bytes);
        if (!table->engine[number])
            return error_set(error, "out of memory for the players");
    }
    if (player->external)
        table->external[number] = external_create(player->external, config->tables, error);
    return !player->external || table->external[number];
}

struct game_table *game_table_create(const struct config *config, struct error *error) {
    struct game_table *table = calloc(1, sizeof *table);
    if (!table) {
        error_set(error, "out of memory");
        return NULL;
    }
    table->config = config;
    referee_init(&table->referee);
    for (int i = 0; i < PLAYERS; i++)
        if (!seat_player(table, i, error)) {
            game_table_destroy(table);
            return NULL;
        }
    return table;
}

bool game_table_start(struct game_table *table, struct error *error) {
    for (int i = 0; i < PLAYERS; i++)
        if (table->external[i] && !external_start(table->external[i], error))
            return false;
    return true;
}

void game_table_destroy(struct game_table *table) {
    if (!table)
        return;
    for (int i = 0; i < PLAYERS; i++) {
        if (table->engine[i])
            engine_destroy(table->engine[i]);
        external_destroy(table->external[i]);
    }
    referee_destroy(&table->referee);
    free(table);
}

void game_table_stop(struct game_table *table) {
    for (int i = 0; i < PLAYERS; i++) {
        if (table->engine[i])
            engine_stop(table->engine[i]);
        if (table->external[i])
            external_stop(table->external[i]);
    }
}

// Samples the position before a move by a draw keyed by game and ply. The opening position itself
// is left out: several games may share it.
static bool sample_position(struct game_table *table, struct engine *engine, int score,
                            struct random *random, struct game_record *record) {
    const struct sampling *sampling = &table->config->sampling;
    const struct referee *referee = &table->referee;
    bool drawn = random_unit(random) < sampling->rate;
    if (!drawn || referee->counts.plies == 0)
        return true;
    bool quiet =
        !referee->history.visits[referee->history.count - 1].check && !score_is_mate(score) &&
        engine_quiesce(engine, &referee->position) == engine_evaluate(engine, &referee->position);
    if (!quiet && !sampling->noisy)
        return true;
    char fen[FEN_TEXT];
    record->samples[record->sample_count++] = (struct sample){
        referee->counts.plies, referee->position.side, score, quiet, record->fens.length};
    buffer_text(&record->fens, fen_print(&referee->position, fen));
    buffer_char(&record->fens, 0);
    return !record->fens.failed;
}

struct outcome adjudicate(struct adjudicator *adjudicator, const struct adjudication *rules,
                          int score_first, int plies) {
    bool lost[SIDES] = {score_first <= -rules->resign_score, score_first >= rules->resign_score};
    for (int side = 0; side < SIDES; side++) {
        adjudicator->lost[side] = lost[side] ? adjudicator->lost[side] + 1 : 0;
        if (rules->resign_plies && adjudicator->lost[side] >= rules->resign_plies)
            return (struct outcome){side == FIRST ? RESULT_SECOND : RESULT_FIRST,
                                    TERMINATION_RESIGN_ADJUDICATED};
    }
    bool level = score_first >= -rules->draw_score && score_first <= rules->draw_score;
    adjudicator->level = level ? adjudicator->level + 1 : 0;
    if (rules->draw_plies && plies >= rules->draw_from && adjudicator->level >= rules->draw_plies)
        return (struct outcome){RESULT_DRAW, TERMINATION_DRAW_ADJUDICATED};
    if (plies >= rules->ply_limit)
        return (struct outcome){RESULT_DRAW, TERMINATION_PLY_LIMIT};
    return (struct outcome){RESULT_NONE, TERMINATION_NONE};
}

struct lead {
    int side; // +1 FIRST, -1 SECOND, 0 nobody yet
    int changes;
};

static void follow_lead(struct lead *lead, int score_first) {
    int side = score_first > LEAD_MARGIN ? 1 : score_first < -LEAD_MARGIN ? -1 : 0;
    if (side == 0 || side == lead->side)
        return;
    lead->changes += lead->side != 0;
    lead->side = side;
}

static enum game_end failure(const struct config *config, int64_t game, const char *cause,
                             struct error *error) {
    error_set(error, "game %" PRId64 " of seed %" PRIu64 ": %s", game, config->seed, cause);
    return GAME_FAILED;
}

// What our own search keeps back of each move for what lies between it and the clock, as by default
// under a protocol.
enum { OVERHEAD = 20 };

// Our own search moves, by its clock where it has one. False when memory is out.
static bool search(struct game_table *table, int player, struct player_answer *answer) {
    const struct player *self = &table->config->player[player];
    const struct referee *referee = &table->referee;
    struct limits limits = self->limits;
    bool timed = time_control_given(&self->clock);
    if (timed)
        timing_allot(&table->clock[player], OVERHEAD, &limits.soft_milliseconds,
                     &limits.milliseconds);
    struct search_result found;
    int64_t start = control_now();
    bool searched =
        engine_search(table->engine[player], &referee->position, &referee->history, limits, &found);
    *answer = (struct player_answer){.status = PLAYER_MOVE,
                                     .move = found.best,
                                     .scored = true,
                                     .score = found.score,
                                     .nodes = found.nodes,
                                     .milliseconds = control_now() - start};
    if (!timed && limits.milliseconds &&
        answer->milliseconds > limits.milliseconds + self->margin_ms) {
        answer->status = PLAYER_TIME;
        snprintf(answer->text, sizeof answer->text, "took %" PRId64 " ms of %" PRId64,
                 answer->milliseconds, limits.milliseconds);
    }
    return searched;
}

// What the clocks show to a program: the other side's is its own where that has none.
static void show_clocks(const struct game_table *table, int player,
                        struct player_question *question) {
    const struct config *config = table->config;
    enum side side = question->position->side;
    int other = 1 - player;
    question->timed = time_control_given(&config->player[player].clock);
    question->control = config->player[player].clock;
    question->clock[side] = table->clock[player];
    question->clock[!side] =
        table->clock[time_control_given(&config->player[other].clock) ? other : player];
}

// A player's clock runs by what its move took.
static void run_clock(struct game_table *table, int player, struct player_answer *answer) {
    const struct player *self = &table->config->player[player];
    struct clock *clock = &table->clock[player];
    int margin = self->external ? self->external->margin_ms : self->margin_ms;
    int64_t had = clock->remaining + clock->byoyomi;
    if (!time_control_given(&self->clock) || answer->status != PLAYER_MOVE ||
        time_control_spend(&self->clock, clock, answer->milliseconds, margin))
        return;
    answer->status = PLAYER_TIME;
    snprintf(answer->text, sizeof answer->text, "took %" PRId64 " ms, %" PRId64 " were left",
             answer->milliseconds, had);
}

// Asks the player to move, whoever it is. False when memory is out.
static bool ask(struct game_table *table, int player, const struct game_record *record,
                struct player_answer *answer) {
    const struct referee *referee = &table->referee;
    bool done = true;
    if (table->external[player]) {
        struct player_question question = {.opening = record->opening.fen,
                                           .moves = record->moves,
                                           .count = referee->counts.plies,
                                           .position = &referee->position,
                                           .history = &referee->history,
                                           .limits = table->config->player[player].limits};
        show_clocks(table, player, &question);
        external_ask(table->external[player], &question, answer);
    } else {
        done = search(table, player, answer);
    }
    run_clock(table, player, answer);
    return done;
}

// Ends the game against a player that failed to move.
static void punish(struct game_table *table, int player, const struct player_answer *answer,
                   struct game_record *record) {
    static const enum termination terminations[] = {
        [PLAYER_RESIGN] = TERMINATION_RESIGN, [PLAYER_ILLEGAL] = TERMINATION_ILLEGAL_MOVE,
        [PLAYER_CRASH] = TERMINATION_CRASH,   [PLAYER_HANG] = TERMINATION_HANG,
        [PLAYER_TIME] = TERMINATION_TIME,
    };
    bool first = table->referee.position.side == FIRST;
    record->outcome =
        (struct outcome){first ? RESULT_SECOND : RESULT_FIRST, terminations[answer->status]};
    if (answer->status != PLAYER_RESIGN)
        snprintf(record->fault, sizeof record->fault, "game %" PRId64 ", ply %d: %s: %s%s%s",
                 record->game, table->referee.counts.plies, table->config->player[player].name,
                 termination_name(record->outcome.termination), *answer->text ? ": " : "",
                 answer->text);
}

static enum game_end play_moves(struct game_table *table, const atomic_bool *stop,
                                struct game_record *record, struct error *error) {
    const struct config *config = table->config;
    struct referee *referee = &table->referee;
    struct random random = random_init(config->seed, (uint64_t)record->game, RANDOM_SAMPLE);
    struct adjudicator adjudicator = {0};
    struct lead lead = {0};
    while (record->outcome.result == RESULT_NONE) {
        enum side side = referee->position.side;
        int player = side == FIRST ? record->first_player : 1 - record->first_player;
        struct player_answer answer;
        if (!ask(table, player, record, &answer))
            return failure(config, record->game, "out of memory", error);
        if (atomic_load_explicit(stop, memory_order_relaxed) || answer.status == PLAYER_STOPPED)
            return GAME_STOPPED; // the search may have been cut short
        record->nodes += answer.nodes;
        if (answer.status != PLAYER_MOVE) {
            punish(table, player, &answer, record);
            break;
        }
        bool own = !config->player[player].external;
        int score_first = side == FIRST ? answer.score : -answer.score;
        if (own && !sample_position(table, table->engine[player], answer.score, &random, record))
            return failure(config, record->game, "out of memory", error);
        record->moves[referee->counts.plies] = answer.move;
        struct error cause;
        if (!referee_play(referee, answer.move, &cause)) {
            if (own)
                return failure(config, record->game, cause.text, error);
            answer.status = PLAYER_ILLEGAL;
            snprintf(answer.text, sizeof answer.text, "%.150s", cause.text);
            punish(table, player, &answer, record);
            break;
        }
        if (answer.scored)
            follow_lead(&lead, score_first);
        record->outcome = referee->outcome;
        if (record->outcome.result == RESULT_NONE)
            record->outcome =
                adjudicate(&adjudicator, &config->adjudication, score_first, referee->counts.plies);
    }
    record->counts = referee->counts;
    record->lead_changes = lead.changes;
    return GAME_DONE;
}

enum game_end game_play(struct game_table *table, int64_t game, const atomic_bool *stop,
                        struct game_record *record, struct error *error) {
    assert(game >= 0);
    const struct config *config = table->config;
    struct error cause;
    record->game = game;
    record->pair = game_pair(config->paired, game);
    record->first_player = game_first_player(config->paired, game);
    record->outcome = (struct outcome){RESULT_NONE, TERMINATION_NONE};
    record->nodes = 0;
    record->fault[0] = 0;
    record->sample_count = 0;
    buffer_clear(&record->fens);
    if (!opening_choose(&config->opening, config->tables, config->seed, record->pair,
                        table->engine[PLAYER_A], &record->opening, &cause) ||
        !referee_start(&table->referee, config->tables, record->opening.fen, &cause))
        return failure(config, game, cause.text, error);
    for (int i = 0; i < PLAYERS; i++) {
        struct external *external = table->external[i];
        table->clock[i] = time_control_start(&config->player[i].clock);
        if (table->engine[i])
            engine_new_game(table->engine[i]);
        if (!external || external_new_game(external, record->opening.fen, &cause))
            continue;
        if (atomic_load_explicit(stop, memory_order_relaxed))
            return GAME_STOPPED;
        return failure(config, game, cause.text, error);
    }
    return play_moves(table, stop, record, error);
}
