// SPDX-License-Identifier: GPL-3.0-or-later
// The answers of `kagami show`, for people and for programs. Only cmd_show*.c include this.
#pragma once

#include "cmd_common.h"
#include "diagram.h"

struct painter {
    struct diagram_style style;
    const char *bold, *dim, *plain;
    const char *on, *off; // marks of the value that is set, and of the others
    const char *becomes;  // stands before what a man promotes to
    int columns;
};

// An empty line, then a title with a hint in dim letters behind it ("" = none).
void show_heading(const struct painter *painter, const char *text, const char *hint);

// Writes the words of `text` from column `used` on; lines go on at column `indent`.
void show_words(const struct painter *painter, const char *text, int indent, int used);

// Men of the FIRST player that start as `type`.
int show_count(const struct position *start, Type type);

// The rules that the game has, each with its values, and the presets. `options` led to the rules.
void show_rules(const struct painter *painter, const struct tables *tables,
                const struct game_options *options);

// Sets guessed[rule] for every rule whose value comes from a preset that only guesses it.
void show_guessed(const struct variant *variant, const struct game_options *options,
                  bool guessed[RULES]);

// The game (man == 0), or one man with its promotion, as JSON on standard output. False when memory
// is out.
bool show_json(const struct position *start, Type man, const struct game_options *options);

// `kagami show` without a game: all of them. Returns the exit code.
int show_list(bool json);

// The game as Fairy-Stockfish reads it, under that name (NULL: its own). Returns the exit code.
int show_fairy(const struct tables *tables, const char *name);
