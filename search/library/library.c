// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of kagami.h. Each begins with ENTER, which refuses a game that is lost or not
// loaded and is where a call returns to when it gets no memory. What a player needs is made when
// one is first asked for: whoever wants rules alone does not wait for networks to be read.
#include <stdlib.h>

#include "attacks.h"
#include "beside.h"
#include "engine.h"
#include "file.h"
#include "game_image.h"
#include "kagami.h"
#include "memory.h"
#include "notation.h"
#include "outcome.h"
#include "values_file.h"

enum { HASH_BYTES = 16 << 20 };

struct played { // before a move
    struct position position;
    Move last;
    struct outcome outcome;
};

struct kagami {
    struct tables *tables; // owned; NULL: nothing is loaded
    const char *lost;      // not NULL: what there was none of when it was lost
    struct error error;

    struct position position;
    struct history history;
    struct played *played; // owned
    int count, capacity;
    Move last;              // that led to the position
    struct outcome outcome; // of the position

    struct values values;
    // Reads what the player knows beside them; NULL: `known` has it. The page's module does not
    // have the function, nor the texts that it reads.
    bool (*know)(const struct values *values, const struct tables *tables,
                 struct beside_known *known, struct error *error);
    struct beside_known known;
    struct engine *engine; // owned; NULL: nobody has asked for one
    size_t hash_bytes;
    struct search_result found;
    double expected;

    // What was returned, each until the next of its kind.
    char fen[FEN_TEXT], sfen[FEN_TEXT], usi[MOVE_TEXT], from_usi[MOVE_TEXT], best[MOVE_TEXT];
    struct buffer moves, line;
    Move list[MOVES_MAX];
};

// --- Entering a call ---

static bool may_enter(struct kagami *game, bool loaded) {
    if (game->lost)
        return error_set(&game->error, "%s: the game is lost", game->lost);
    *game->error.text = 0;
    return !loaded || game->tables || error_set(&game->error, "no game is loaded");
}

#ifdef __wasm__ // traps where there is no memory, and has no files

#define ENTER(game, loaded, failed)                                                                \
    if (!may_enter(game, loaded))                                                                  \
    return failed
#define TRY_MEMORY() true

char *file_read(const char *path, size_t limit, struct error *error) {
    (void)limit;
    error_set(error, "%s: there are no files here", path);
    return NULL;
}

static bool read_values(const char *path, const struct tables *tables, struct values *values,
                        struct error *error) {
    values_default(tables, values);
    return !path || file_read(path, 0, error);
}

#else

#include <setjmp.h>

// A thread's own way out of the call that it is in: a handler is told nothing else.
static _Thread_local jmp_buf way_out;
static _Thread_local const char *missing;

// Of the shared library alone: a program that has this room in itself ends as it always does.
#ifdef KAGAMI_SHARED
static void leave(const char *what) {
    missing = what;
    longjmp(way_out, 1);
}
__attribute__((constructor)) static void begin(void) {
    mem_set_handler(leave);
}
#endif

static bool lose(struct kagami *game) {
    game->lost = missing;
    return may_enter(game, false);
}

#define TRY_MEMORY() (setjmp(way_out) == 0)
#define ENTER(game, loaded, failed)                                                                \
    if (!may_enter(game, loaded) || (setjmp(way_out) && !lose(game)))                              \
    return failed

#define read_values values_file_load

#endif

const char *kagami_version(void) {
    return KAGAMI_RELEASE;
}

const char *kagami_shipped(int index) {
    for (int i = 0; i <= index && variant_builtin_name(i); i++)
        if (i == index)
            return variant_builtin_name(i);
    return NULL;
}

// --- A game ---

struct kagami *kagami_new(void) {
    if (!TRY_MEMORY())
        return NULL;
    struct kagami *game = mem_calloc(1, sizeof *game);
    game->history = history_init();
    game->moves = buffer_init();
    game->line = buffer_init();
    game->hash_bytes = HASH_BYTES;
    return game;
}

static void dismiss_player(struct kagami *game) {
    engine_destroy(game->engine);
    game->engine = NULL;
    beside_free(&game->known);
    game->found = (struct search_result){.best = MOVE_NONE};
    game->expected = 0;
}

void kagami_free(struct kagami *game) {
    if (!game)
        return;
    if (!game->lost) { // what a lost one has is in no known state
        dismiss_player(game);
        free(game->tables);
        history_destroy(&game->history);
        free(game->played);
        buffer_destroy(&game->moves);
        buffer_destroy(&game->line);
    }
    free(game);
}

const char *kagami_error(const struct kagami *game) {
    return game->error.text;
}

static void judge(struct kagami *game) {
    game->outcome = outcome_of(&game->position, &game->history, game->last);
}

static void set_position(struct kagami *game, const struct position *start) {
    history_clear(&game->history);
    game->position = *start;
    game->last = MOVE_NONE;
    game->count = 0;
    if (game->engine)
        engine_new_game(game->engine);
    history_push(&game->history, start, MOVE_NONE);
    judge(game);
}

// The game of these rules; it has no player yet.
static bool set_rules(struct kagami *game, const struct variant *variant,
                      const struct rules *rules) {
    struct tables *tables = mem_alloc(sizeof *tables);
    struct position start;
    if (!tables_build(tables, variant, rules, &game->error) ||
        !fen_parse(NULL, tables, &start, &game->error)) {
        free(tables);
        return false;
    }
    dismiss_player(game);
    free(game->tables);
    game->tables = tables;
    set_position(game, &start);
    return true;
}

static bool load(struct kagami *game, const char *name, const char *text, const char *preset,
                 const char *assignments) {
    struct variant *variant = mem_alloc(sizeof *variant);
    struct error *error = &game->error;
    bool done =
        text ? variant_parse(text, name, variant, error) : variant_load(name, variant, error);
    if (done) {
        struct rules rules = variant->rules;
        done = (!preset || !*preset || rules_apply_preset(&rules, variant, preset, error)) &&
               (!assignments || rules_parse(&rules, variant, assignments, error)) &&
               set_rules(game, variant, &rules) &&
               read_values(NULL, game->tables, &game->values, error);
        game->know = done ? beside_load : game->know;
    }
    free(variant);
    return done;
}

bool kagami_load(struct kagami *game, const char *variant, const char *preset, const char *rules) {
    ENTER(game, false, false);
    return load(game, variant ? variant : "", NULL, preset, rules);
}

bool kagami_load_text(struct kagami *game, const char *text, const char *preset,
                      const char *rules) {
    ENTER(game, false, false);
    return load(game, "text", text ? text : "", preset, rules);
}

bool kagami_load_image(struct kagami *game, const void *bytes, size_t size, size_t hash_bytes) {
    ENTER(game, false, false);
    struct game_image *image = mem_alloc(sizeof *image);
    const char *text[BESIDES];
    bool done = (game_image_read(bytes, size, image, text) ||
                 error_set(&game->error, "the engine cannot read this game")) &&
                set_rules(game, &image->variant, &image->rules) &&
                beside_read(text, game->tables, &game->known, &game->error);
    game->values = image->values;
    game->know = NULL;
    game->hash_bytes = hash_bytes;
    free(image);
    return done;
}

bool kagami_start(struct kagami *game, const char *fen) {
    ENTER(game, true, false);
    struct position start;
    if (!fen_parse_problem(fen && *fen ? fen : NULL, game->tables, &start, &game->error))
        return false;
    set_position(game, &start);
    return true;
}

bool kagami_play(struct kagami *game, const char *text) {
    ENTER(game, true, false);
    Move move;
    struct undo undo;
    if (game->outcome.result != RESULT_NONE)
        return error_set(&game->error, "the game is over: %s, %s",
                         result_text(game->outcome.result),
                         termination_name(game->outcome.termination));
    if (!move_parse(text ? text : "", &game->position, &move, &game->error))
        return false;
    if (!outcome_is_legal(&game->position, &game->history, move))
        return error_set(&game->error, "'%s' is illegal: it repeats a position", text);
    game->played = mem_grow(game->played, game->count, &game->capacity, sizeof *game->played);
    game->played[game->count++] = (struct played){game->position, game->last, game->outcome};
    position_make(&game->position, move, &undo);
    history_push(&game->history, &game->position, move);
    game->last = move;
    judge(game);
    return true;
}

bool kagami_undo(struct kagami *game) {
    ENTER(game, true, false);
    if (game->count == 0)
        return error_set(&game->error, "there is no move to take back");
    const struct played *before = &game->played[--game->count];
    game->position = before->position;
    game->last = before->last;
    game->outcome = before->outcome;
    history_pop(&game->history);
    return true;
}

// --- Where it stands ---

const char *kagami_fen(struct kagami *game) {
    ENTER(game, true, NULL);
    return fen_print(&game->position, game->fen);
}

const char *kagami_sfen(struct kagami *game) {
    ENTER(game, true, NULL);
    return sfen_print(&game->position, game->sfen);
}

int kagami_ply(struct kagami *game) {
    return game->count;
}

static const char *join(struct buffer *buffer, const Move *at, const Move *end) {
    buffer_clear(buffer);
    buffer_text(buffer, "");
    moves_add(buffer, at, end - at);
    return buffer->data;
}

const char *kagami_moves(struct kagami *game) {
    ENTER(game, true, NULL);
    const Move *end = game->list;
    if (game->outcome.result == RESULT_NONE)
        end = outcome_legal_moves(&game->position, &game->history, game->list);
    return join(&game->moves, game->list, end);
}

const char *kagami_usi(struct kagami *game, const char *move) {
    ENTER(game, true, NULL);
    Move found;
    if (!move_parse(move ? move : "", &game->position, &found, &game->error))
        return NULL;
    return usi_move_print(found, game->tables, game->usi);
}

const char *kagami_from_usi(struct kagami *game, const char *usi) {
    ENTER(game, true, NULL);
    Move found;
    if (!usi_move_parse(usi ? usi : "", &game->position, &found, &game->error))
        return NULL;
    return move_print(found, game->from_usi);
}

bool kagami_check(struct kagami *game) {
    ENTER(game, true, false);
    return position_in_check(&game->position);
}

const char *kagami_result(struct kagami *game) {
    ENTER(game, true, NULL);
    return result_text(game->outcome.result);
}

const char *kagami_ending(struct kagami *game) {
    ENTER(game, true, NULL);
    return termination_name(game->outcome.termination);
}

uint64_t kagami_perft(struct kagami *game, int depth) {
    ENTER(game, true, 0);
    if (depth >= 0 && depth <= PLY_MAX)
        return perft(&game->position, depth);
    error_set(&game->error, "%d: a depth from 0 to %d expected", depth, PLY_MAX);
    return 0;
}

// --- The player ---

static bool has_player(struct kagami *game) {
    if (!game->engine && game->know &&
        !game->know(&game->values, game->tables, &game->known, &game->error))
        return false;
    if (!game->engine)
        game->engine =
            engine_create_with(game->tables, &game->values, &game->known, game->hash_bytes);
    return true;
}

bool kagami_player(struct kagami *game, const char *path, size_t hash_bytes) {
    ENTER(game, true, false);
    struct values values;
    if (hash_bytes > SIZE_MAX / 4)
        return error_set(&game->error, "a table of %zu bytes is more than there is", hash_bytes);
    if (!read_values(path && *path ? path : NULL, game->tables, &values, &game->error))
        return false;
    dismiss_player(game);
    game->values = values;
    game->know = beside_load;
    game->hash_bytes = hash_bytes;
    return has_player(game);
}

bool kagami_search(struct kagami *game, int64_t nodes) {
    ENTER(game, true, false);
    if (game->outcome.result != RESULT_NONE)
        return error_set(&game->error, "the game is over");
    if (nodes <= 0)
        return error_set(&game->error, "no positions to search");
    if (!has_player(game))
        return false;
    engine_search(game->engine, &game->position, &game->history,
                  (struct limits){.nodes = (uint64_t)nodes}, &game->found);
    game->expected = engine_expected(game->engine, game->found.score);
    return true;
}

const char *kagami_best(struct kagami *game) {
    return game->found.best == MOVE_NONE ? "" : move_print(game->found.best, game->best);
}

const char *kagami_line(struct kagami *game) {
    ENTER(game, true, NULL);
    return join(&game->line, game->found.pv, game->found.pv + game->found.pv_length);
}

double kagami_expected(struct kagami *game) {
    return game->expected;
}

int kagami_mate(struct kagami *game) {
    int score = game->found.score;
    return score_is_mate(score) ? (score > 0 ? SCORE_MATE : -SCORE_MATE) - score : 0;
}

int kagami_depth(struct kagami *game) {
    return game->found.depth;
}

uint64_t kagami_nodes(struct kagami *game) {
    return game->found.nodes;
}

int kagami_evaluate(struct kagami *game) {
    ENTER(game, true, 0);
    return has_player(game) ? engine_evaluate(game->engine, &game->position) : 0;
}
