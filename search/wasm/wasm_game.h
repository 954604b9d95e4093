// SPDX-License-Identifier: GPL-3.0-or-later
// A game with its rules and a player, for a host that is no C program: a page in a browser. What
// goes in is a run of bytes and texts; what comes out are texts of JSON. This room is
// compiled twice: into the program, which knows it by its tests, and to WebAssembly, where these
// functions are the module's exports.
#pragma once

#include "buffer.h"
#include "engine.h"

// A game under its rules and the player that its page has, as one run of bytes: this, then the
// texts of what the player knows beside its values (beside.h), each as long as `text` says, with a
// 0 behind it; -1: none. It holds no pointer, and its members lie alike on all machines of small
// ends; wasm_game_new refuses the bytes of another build by their length.
struct wasm_image {
    struct variant variant;
    struct rules rules;
    struct values values;
    int32_t text[BESIDES];
};

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "an image is read with small ends");

// The image of a game, appended to `out`; equal games have equal bytes. False: a file that the
// values name is gone.
bool wasm_image_add(const struct tables *tables, const struct values *values, struct buffer *out,
                    struct error *error);

struct wasm_game;

// A game at its start position. `image` is `size` bytes of wasm_image_add and is copied; the
// player's table takes `hash_bytes`. NULL when the bytes are no image. wasm_game_destroy.
struct wasm_game *wasm_game_new(const void *image, size_t size, size_t hash_bytes);
void wasm_game_destroy(struct wasm_game *game); // NULL is fine

// A new game from a FEN; "" is the start position. What the player learned is forgotten. False:
// wasm_game_text says why, and nothing is changed.
bool wasm_game_start(struct wasm_game *game, const char *fen);

// Plays a move of the game's rules, repetition included. False: wasm_game_text says why.
bool wasm_game_play(struct wasm_game *game, const char *move);

// Takes the last move back; false at the start.
bool wasm_game_undo(struct wasm_game *game);

// Where the game stands: {"fen", "moves" (texts of all legal ones; none when the game is over),
// "check" (the side to move is in it), "result" and "ending" (as in games.csv: "*" and "none",
// "1-0" and "checkmate")}. wasm_game_text has it.
void wasm_game_state(struct wasm_game *game);

// Searches so many positions: {"best", and "expected" (score of the side to move, 0 to 1:
// engine_expected) or "mate" (plies to it, below 0 when mated)}; {} where there is no move.
void wasm_game_search(struct wasm_game *game, unsigned nodes);

// What the last of these calls had to say; owned by the game, good until the next call.
const char *wasm_game_text(const struct wasm_game *game);
