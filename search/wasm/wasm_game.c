// SPDX-License-Identifier: GPL-3.0-or-later
#include "wasm_game.h"

#include <stdlib.h>
#include <string.h>

#include "attacks.h"
#include "beside.h"
#include "memory.h"
#include "notation.h"
#include "outcome.h"

struct played { // before it
    struct position position;
    Move last;
};

struct wasm_game {
    struct tables tables;
    struct values values;
    struct position position;
    struct history history;
    struct played *played; // owned
    int count, capacity;
    Move last; // that led to the position
    struct beside_known known;
    struct engine *engine;
    struct buffer text;
    struct error error;
    Move list[MOVES_MAX];
};

bool wasm_image_add(const struct tables *tables, const struct values *values, struct buffer *out,
                    struct error *error) {
    struct wasm_image *image = mem_calloc(1, sizeof *image);
    char *text[BESIDES] = {NULL};
    bool done = true;
    memcpy(&image->variant, &tables->variant, sizeof image->variant);
    memcpy(&image->rules, &tables->rules, sizeof image->rules);
    memcpy(image->values.value, values->value, sizeof image->values.value);
    for (enum beside kind = 0; done && kind < BESIDES; kind++) {
        done = beside_text(kind, values, tables, &text[kind], error);
        image->text[kind] = text[kind] ? (int32_t)strlen(text[kind]) : -1;
    }
    if (done)
        buffer_add(out, (const char *)image, sizeof *image);
    for (enum beside kind = 0; kind < BESIDES; kind++) {
        if (done && text[kind])
            buffer_add(out, text[kind], (size_t)image->text[kind] + 1);
        free(text[kind]);
    }
    free(image);
    return done;
}

static bool say(struct wasm_game *game, const char *text) {
    buffer_clear(&game->text);
    buffer_text(&game->text, text);
    return false;
}

// The texts behind an image; false when there are other bytes.
static bool find_texts(const struct wasm_image *image, const char *at, size_t size,
                       const char *text[BESIDES]) {
    for (enum beside kind = 0; kind < BESIDES; kind++) {
        size_t length = image->text[kind] < 0 ? 0 : (size_t)image->text[kind] + 1;
        if (length > size || (length && at[length - 1]))
            return false;
        text[kind] = length ? at : NULL;
        at += length;
        size -= length;
    }
    return size == 0;
}

struct wasm_game *wasm_game_new(const void *image, size_t size, size_t hash_bytes) {
    struct wasm_image *own = mem_alloc(sizeof *own);
    struct wasm_game *game = mem_calloc(1, sizeof *game);
    const char *text[BESIDES];
    bool done = size >= sizeof *own;
    if (done) {
        memcpy(own, image, sizeof *own);
        done = find_texts(own, (const char *)image + sizeof *own, size - sizeof *own, text);
    }
    if (done) {
        game->history = history_init();
        game->text = buffer_init();
        game->values = own->values;
        done = tables_build(&game->tables, &own->variant, &own->rules, &game->error) &&
               beside_read(text, &game->tables, &game->known, &game->error);
    }
    if (done) {
        game->engine = engine_create_with(&game->tables, &game->values, &game->known, hash_bytes);
        done = wasm_game_start(game, "");
    }
    free(own);
    if (done)
        return game;
    wasm_game_destroy(game);
    return NULL;
}

void wasm_game_destroy(struct wasm_game *game) {
    if (!game)
        return;
    engine_destroy(game->engine);
    beside_free(&game->known);
    history_destroy(&game->history);
    buffer_destroy(&game->text);
    free(game->played);
    free(game);
}

bool wasm_game_start(struct wasm_game *game, const char *fen) {
    const struct tables *tables = &game->tables;
    struct position start;
    if (!fen_parse(*fen ? fen : variant_start_fen(&tables->variant, &tables->rules), tables, &start,
                   &game->error))
        return say(game, game->error.text);
    history_clear(&game->history);
    game->position = start;
    game->last = MOVE_NONE;
    game->count = 0;
    engine_new_game(game->engine);
    history_push(&game->history, &start, MOVE_NONE);
    return true;
}

bool wasm_game_play(struct wasm_game *game, const char *text) {
    Move move;
    struct undo undo;
    if (!move_parse(text, &game->position, &move, &game->error))
        return say(game, game->error.text);
    if (!outcome_is_legal(&game->position, &game->history, move))
        return say(game, "illegal: it repeats a position");
    if (game->count == game->capacity)
        game->played = mem_grow(game->played, &game->capacity, sizeof *game->played);
    game->played[game->count++] = (struct played){game->position, game->last};
    position_make(&game->position, move, &undo);
    history_push(&game->history, &game->position, move);
    game->last = move;
    return true;
}

bool wasm_game_undo(struct wasm_game *game) {
    if (game->count == 0)
        return false;
    const struct played *before = &game->played[--game->count];
    game->position = before->position;
    game->last = before->last;
    history_pop(&game->history);
    return true;
}

static struct outcome outcome_now(struct wasm_game *game) {
    return outcome_of(&game->position, &game->history, game->last);
}

void wasm_game_state(struct wasm_game *game) {
    struct outcome outcome = outcome_now(game);
    struct buffer *text = &game->text;
    char fen[FEN_TEXT], move[MOVE_TEXT];
    buffer_clear(text);
    buffer_printf(text, "{\"fen\":\"%s\",\"moves\":[", fen_print(&game->position, fen));
    if (outcome.result == RESULT_NONE) {
        const Move *end = outcome_legal_moves(&game->position, &game->history, game->list);
        for (const Move *at = game->list; at < end; at++)
            buffer_printf(text, "%s\"%s\"", at == game->list ? "" : ",", move_print(*at, move));
    }
    buffer_printf(text, "],\"check\":%s,\"result\":\"%s\",\"ending\":\"%s\"}",
                  position_in_check(&game->position) ? "true" : "false",
                  result_text(outcome.result), termination_name(outcome.termination));
}

void wasm_game_search(struct wasm_game *game, unsigned nodes) {
    struct search_result result = {.best = MOVE_NONE};
    struct buffer *text = &game->text;
    char move[MOVE_TEXT];
    buffer_clear(text);
    if (outcome_now(game).result == RESULT_NONE)
        engine_search(game->engine, &game->position, &game->history,
                      (struct limits){.nodes = nodes}, &result);
    if (result.best == MOVE_NONE)
        buffer_text(text, "{}");
    else if (score_is_mate(result.score))
        buffer_printf(text, "{\"best\":\"%s\",\"mate\":%d}", move_print(result.best, move),
                      (result.score > 0 ? SCORE_MATE : -SCORE_MATE) - result.score);
    else
        buffer_printf(text, "{\"best\":\"%s\",\"expected\":%.4f}", move_print(result.best, move),
                      engine_expected(game->engine, result.score));
}

const char *wasm_game_text(const struct wasm_game *game) {
    return game->text.data ? game->text.data : "";
}
