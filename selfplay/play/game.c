// SPDX-License-Identifier: GPL-3.0-or-later
#include "game.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beside.h"
#include "memory.h"
#include "notation.h"

struct game_table {
    const struct config *config;
    struct engine *engines[1 + PLAYERS * PLAYERS]; // all that there are
    int engine_count;
    struct beside_known known; // of player A, and of B where it knows the same
    struct engine *judge; // of openings: with player A's values, and without restrictions A itself
    // With player A or B as the first: the game, of which a side may lack moves, and who searches
    // it. Without restrictions both are the configuration's game and the same searches. NULL: a
    // program plays.
    const struct tables *tables[PLAYERS];
    struct engine *engine[PLAYERS][PLAYERS];
    struct tables *restricted[PLAYERS]; // owned; NULL without restrictions
    struct external *external[PLAYERS]; // NULL: the engine plays
    struct referee referee;
    struct clock clock[PLAYERS]; // of players that have one
};

struct game_record *game_record_create(void) {
    struct game_record *record = mem_alloc(sizeof *record);
    memset(record, 0, offsetof(struct game_record, moves)); // the rest is large, and written first
    record->fens = buffer_init();
    return record;
}

void game_record_destroy(struct game_record *record) {
    buffer_destroy(&record->fens);
    free(record);
}

static bool is_restricted(const struct config *config) {
    return restriction_any(&config->player[PLAYER_A].restriction) ||
           restriction_any(&config->player[PLAYER_B].restriction);
}

// What the sides lack, whoever is the first player.
static void lay_out(struct game_table *table) {
    const struct config *config = table->config;
    for (int first = 0; first < PLAYERS; first++) {
        table->tables[first] = config->tables;
        if (!is_restricted(config))
            continue;
        struct tables *tables = table->restricted[first] = mem_alloc(sizeof *tables);
        *tables = *config->tables;
        tables_restrict(tables, FIRST, &config->player[first].restriction);
        tables_restrict(tables, SECOND, &config->player[1 - first].restriction);
        table->tables[first] = tables;
    }
}

static struct engine *make_engine(struct game_table *table, const struct tables *tables, int player,
                                  struct error *error) {
    const struct config *config = table->config;
    const struct values *values = &config->player[player].values;
    struct engine *engine =
        beside_same(values, &config->player[PLAYER_A].values)
            ? engine_create_with(tables, values, &table->known, config->hash_bytes)
            : engine_create(tables, values, config->hash_bytes, error);
    if (engine)
        table->engines[table->engine_count++] = engine;
    return engine;
}

static bool seat_player(struct game_table *table, int number, struct error *error) {
    const struct config *config = table->config;
    const struct player *player = &config->player[number];
    if (player->external) {
        table->external[number] = external_create(player->external, config->tables, error);
        return table->external[number];
    }
    bool restricted = is_restricted(config);
    struct engine *engine = number == PLAYER_A ? table->judge : NULL;
    for (int first = 0; first < PLAYERS; first++) {
        if (restricted || !engine)
            engine = make_engine(table, table->tables[first], number, error);
        if (!engine)
            return false;
        table->engine[first][number] = engine;
    }
    return true;
}

struct game_table *game_table_create(const struct config *config, struct error *error) {
    struct game_table *table = mem_calloc(1, sizeof *table);
    table->config = config;
    referee_init(&table->referee);
    if (!beside_load(&config->player[PLAYER_A].values, config->tables, &table->known, error)) {
        game_table_destroy(table);
        return NULL;
    }
    table->judge = make_engine(table, config->tables, PLAYER_A, error);
    lay_out(table);
    if (table->judge && seat_player(table, PLAYER_A, error) && seat_player(table, PLAYER_B, error))
        return table;
    game_table_destroy(table);
    return NULL;
}

bool game_table_start(struct game_table *table, bool check, struct error *error) {
    for (int i = 0; i < PLAYERS; i++)
        if (table->external[i] &&
            !(check ? external_check_game : external_start)(table->external[i], error))
            return false;
    return true;
}

void game_table_destroy(struct game_table *table) {
    if (!table)
        return;
    for (int i = 0; i < table->engine_count; i++)
        engine_destroy(table->engines[i]);
    for (int i = 0; i < PLAYERS; i++) {
        external_destroy(table->external[i]);
        free(table->restricted[i]);
    }
    beside_free(&table->known);
    referee_destroy(&table->referee);
    free(table);
}

void game_table_stop(struct game_table *table) {
    for (int i = 0; i < table->engine_count; i++)
        engine_stop(table->engines[i]);
    for (int i = 0; i < PLAYERS; i++)
        if (table->external[i])
            external_stop(table->external[i]);
}

void game_sample(const struct sampling *sampling, const struct referee *referee,
                 struct engine *engine, int score, struct random *random,
                 struct game_record *record) {
    bool drawn = random_unit(random) < sampling->rate;
    if (!drawn || referee->counts.plies == 0)
        return;
    bool quiet =
        !referee->history.visits[referee->history.count - 1].check && !score_is_mate(score) &&
        engine_quiesce(engine, &referee->position) == engine_evaluate(engine, &referee->position);
    if (!quiet && !sampling->noisy)
        return;
    char fen[FEN_TEXT];
    record->samples[record->sample_count++] = (struct sample){
        referee->counts.plies, referee->position.side, score, quiet, record->fens.length};
    buffer_text(&record->fens, fen_print(&referee->position, fen));
    buffer_char(&record->fens, 0);
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

// Our own search moves, by its clock where it has one.
static void search(struct game_table *table, int player, int first_player,
                   struct player_answer *answer) {
    const struct player *self = &table->config->player[player];
    const struct referee *referee = &table->referee;
    struct limits limits = self->limits;
    bool timed = time_control_given(&self->clock);
    if (timed)
        timing_allot(&table->clock[player], OVERHEAD, &limits.soft_milliseconds,
                     &limits.milliseconds);
    struct search_result found;
    int64_t start = control_now();
    engine_search(table->engine[first_player][player], &referee->position, &referee->history,
                  limits, &found);
    *answer = (struct player_answer){.status = PLAYER_MOVE,
                                     .move = found.best,
                                     .scored = true,
                                     .score = found.score,
                                     .nodes = found.nodes,
                                     .depth = found.depth,
                                     .milliseconds = control_now() - start};
    if (!timed && limits.milliseconds &&
        answer->milliseconds > limits.milliseconds + self->margin_ms) {
        answer->status = PLAYER_TIME;
        snprintf(answer->text, sizeof answer->text, "took %" PRId64 " ms of %" PRId64,
                 answer->milliseconds, limits.milliseconds);
    }
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

// Asks the player to move, whoever it is.
static void ask(struct game_table *table, int player, const struct game_record *record,
                struct player_answer *answer) {
    const struct referee *referee = &table->referee;
    if (table->external[player]) {
        struct player_question question = {.opening = record->opening.fen,
                                           .moves = record->moves,
                                           .count = referee->counts.plies,
                                           .position = &referee->position,
                                           .limits = table->config->player[player].limits};
        show_clocks(table, player, &question);
        external_ask(table->external[player], &question, answer);
    } else {
        search(table, player, record->first_player, answer);
    }
    run_clock(table, player, answer);
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
        ask(table, player, record, &answer);
        if (atomic_load_explicit(stop, memory_order_relaxed) || answer.status == PLAYER_STOPPED)
            return GAME_STOPPED; // the search may have been cut short
        record->nodes += answer.nodes;
        if (answer.status != PLAYER_MOVE) {
            punish(table, player, &answer, record);
            break;
        }
        bool own = !config->player[player].external;
        if (own || answer.depth > 0) // a program without a depth has told none
            depths_count(&record->depths[player], answer.depth);
        int score_first = side == FIRST ? answer.score : -answer.score;
        struct engine *engine = table->engine[record->first_player][player];
        if (own)
            game_sample(&config->sampling, referee, engine, answer.score, &random, record);
        record->moves[referee->counts.plies] = answer.move;
        // A search of ours that ended within its first iteration has found no score.
        if (config->annotation)
            record->annotated[referee->counts.plies] =
                (struct annotated){answer.scored && (!own || answer.depth > 0), score_first,
                                   answer.depth, answer.milliseconds};
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

// An opening may be lost at once to a side that lacks the only answer.
static bool start_game(struct game_table *table, struct game_record *record, struct error *error) {
    struct referee *referee = &table->referee;
    bool started =
        referee_start(referee, table->tables[record->first_player], record->opening.fen, error);
    record->outcome = referee->outcome;
    return started ||
           (table->restricted[record->first_player] && referee->outcome.result != RESULT_NONE);
}

enum game_end game_play(struct game_table *table, int64_t game, const atomic_bool *stop,
                        struct game_record *record, struct error *error) {
    assert(game >= 0);
    const struct config *config = table->config;
    struct error cause;
    record->game = game;
    record->pair = game_pair(config->paired, game);
    record->first_player = game_first_player(config->paired, game);
    record->nodes = 0;
    memset(record->depths, 0, sizeof record->depths);
    record->fault[0] = 0;
    record->sample_count = 0;
    buffer_clear(&record->fens);
    if (!opening_choose(&config->opening, config->tables, config->seed, record->pair, table->judge,
                        &record->opening, &cause) ||
        !start_game(table, record, &cause))
        return failure(config, game, cause.text, error);
    for (int i = 0; i < PLAYERS; i++) {
        struct external *external = table->external[i];
        struct engine *engine = table->engine[record->first_player][i];
        table->clock[i] = time_control_start(&config->player[i].clock);
        if (engine)
            engine_new_game(engine);
        if (!external || external_new_game(external, record->opening.fen, &cause))
            continue;
        if (atomic_load_explicit(stop, memory_order_relaxed))
            return GAME_STOPPED;
        return failure(config, game, cause.text, error);
    }
    return play_moves(table, stop, record, error);
}
