// SPDX-License-Identifier: GPL-3.0-or-later
// libkagami: shogi-like games on boards of up to 12x12, their rules and a player, for programs in C
// and in whatever calls C. Python's module and the WebAssembly module have these functions by these
// names; that one has no files to read. docs/library.md has examples.
//
//   struct kagami *game = kagami_new();
//   if (kagami_load(game, "shogi", NULL, NULL) && kagami_play(game, "c3c4"))
//       puts(kagami_moves(game));
//   else
//       fprintf(stderr, "%s\n", kagami_error(game));
//   kagami_free(game);
//
// A function that cannot do what it is asked returns false, 0 or NULL and changes nothing:
// kagami_error says why. Nothing prints or ends the program; a game that gets no memory is lost,
// and says so from then on. A text that is returned belongs to the game and is good until the same
// function is called with the game again, or the game is freed; that of kagami_error until the next
// call. Texts are UTF-8, NULL is as good as "". Different games may be used by different threads at
// the same time, one game by one at a time.
//
// The interface is stable: functions are added, none is changed or goes while the library is
// libkagami.so.0.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KAGAMI_API __attribute__((visibility("default")))

// The version of the library: "0.1.0".
KAGAMI_API const char *kagami_version(void);
// The names of the games that it brings, by number from 0; NULL past the end.
KAGAMI_API const char *kagami_shipped(int index);

// --- A game ---

struct kagami;

// A game for which nothing is loaded yet; NULL without memory. To be freed; NULL is fine there.
KAGAMI_API struct kagami *kagami_new(void);
KAGAMI_API void kagami_free(struct kagami *game);
// Why the last call that could fail did so, in one line or several; "" when it did not.
KAGAMI_API const char *kagami_error(const struct kagami *game);

// Loads rules and sets the game to its start: `variant` is the name of a game that the library
// brings, or the path of a variant file (it contains '/' or ends in ".ini"). `preset` is the name
// of a preset of it; `rules`, "name=value;name=value", go over that; both may be NULL. Where it
// fails, what was loaded before stays.
KAGAMI_API bool kagami_load(struct kagami *game, const char *variant, const char *preset,
                            const char *rules);
// The same with the text of a variant file.
KAGAMI_API bool kagami_load_text(struct kagami *game, const char *text, const char *preset,
                                 const char *rules);

// Sets the game to a position, FEN or SFEN, without a past; NULL: the start position.
KAGAMI_API bool kagami_start(struct kagami *game, const char *fen);
// Plays a move ("e3e4", "b2b7+", "P@e5"), which kagami_moves must have.
KAGAMI_API bool kagami_play(struct kagami *game, const char *move);
// Takes the last move back; false at the start.
KAGAMI_API bool kagami_undo(struct kagami *game);

// --- Where it stands ---

KAGAMI_API const char *kagami_fen(struct kagami *game);
KAGAMI_API const char *kagami_sfen(struct kagami *game); // as USI programs write it
// Moves since kagami_start or kagami_load.
KAGAMI_API int kagami_ply(struct kagami *game);
// All legal moves, a blank between two, none behind the last; "" when the game is over. The moves
// so far count: a rule of repetition may forbid some.
KAGAMI_API const char *kagami_moves(struct kagami *game);
// How USI programs write a move of the position, and back.
KAGAMI_API const char *kagami_usi(struct kagami *game, const char *move);
KAGAMI_API const char *kagami_from_usi(struct kagami *game, const char *usi);
// Is the side to move in check?
KAGAMI_API bool kagami_check(struct kagami *game);
// "*": the game goes on; "1-0": the first player has won; "0-1"; "1/2-1/2".
KAGAMI_API const char *kagami_result(struct kagami *game);
// How it has ended: "none", "checkmate", "repetition" ... (the column termination of games.csv).
KAGAMI_API const char *kagami_ending(struct kagami *game);

// The number of sequences of so many moves; 1 for 0. Repetition and impasse do not act.
KAGAMI_API uint64_t kagami_perft(struct kagami *game, int depth);

// --- The player ---

// Its values and the bytes of its table. `values` is the path of a file of values
// (docs/formats.md), "estimate", or NULL: those that the library brings for the game. Without this
// call it has these and a table of 16 MiB. What it has learned is forgotten. kagami_load brings
// back NULL.
KAGAMI_API bool kagami_player(struct kagami *game, const char *values, size_t hash_bytes);

// Searches so many positions at most; false when the game is over. The same moves since
// kagami_start and the same searches give the same answer.
KAGAMI_API bool kagami_search(struct kagami *game, int64_t nodes);
// What the last search found. Its best move; "" before the first. The moves that it expects, a
// blank between two, the best one first.
KAGAMI_API const char *kagami_best(struct kagami *game);
KAGAMI_API const char *kagami_line(struct kagami *game);
// The expected score of the side to move, from 0 to 1.
KAGAMI_API double kagami_expected(struct kagami *game);
// Plies to a mate by the side to move, below 0: to one of it; 0: none was found.
KAGAMI_API int kagami_mate(struct kagami *game);
// Plies that were searched in full, and positions.
KAGAMI_API int kagami_depth(struct kagami *game);
KAGAMI_API uint64_t kagami_nodes(struct kagami *game);

// The value of the position to the side to move, without a search: hundredths of the values' unit.
KAGAMI_API int kagami_evaluate(struct kagami *game);

#ifdef __cplusplus
}
#endif
