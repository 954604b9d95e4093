// SPDX-License-Identifier: GPL-3.0-or-later
// The two answers of `kagami show`: for people and for programs. Only cmd_show*.c include this.
#pragma once

#include "position.h"

// Men of the FIRST player that start as `type`.
int show_count(const struct position *start, Type type);

// The game (man == 0), or one man with its promotion, as JSON on standard output. False when memory
// is out.
bool show_json(const struct position *start, Type man);
