// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of `kagami show`'s answer. Only cmd_show*.c include this.
#pragma once

#include "answer.h"
#include "cmd_common.h"
#include "diagram.h"

// The whole game: board, rules with their values, presets, and all pieces, drawn for so many
// columns of a terminal. `options` led to the rules.
void show_game(struct answer *answer, const struct position *start,
               const struct game_options *options, struct diagram_style style, int columns);

// Sets guessed[rule] for every rule whose value comes from a preset that only guesses it.
void show_guessed(const struct variant *variant, const struct game_options *options,
                  bool guessed[RULES]);

// One piece, with its promotion where it is not promoted itself.
void show_piece(struct answer *answer, const struct position *start, Type type,
                struct diagram_style style, int columns);

// Where a piece likes to go, by the file of moves at `path`, or what ships (NULL). Prints it or a
// fault; returns an exit code.
int show_moves(const struct tables *tables, Type type, const char *path, bool json);

// Adds what was drawn, and destroys the text.
void drawing_add(struct answer *answer, struct buffer *text);
