// SPDX-License-Identifier: GPL-3.0-or-later
// The inside of a session, shared by session*.c. Others use session.h.
#pragma once

#include "session.h"

enum option_row {
#define OPTION(id, name, kind, value, low, high) OPTION_ROW_##id,
#include "options.def"
#undef OPTION
    OPTION_ROWS
};

struct played {
    Move move;
    struct undo undo;
};

struct session {
    session_load_values *load;
    struct tables *tables; // owned; variant and rules are in it
    struct variant *own;   // owned; the game and rules that the session began with

    int number[OPTION_ROWS]; // of spins and checks
    char text[OPTION_ROWS][OPTION_TEXT];

    struct position position;
    struct history history;
    struct played *played; // owned
    int ply, played_room;

    struct thinker *thinker; // owned; NULL until it is needed
};

// Sets the options as a session begins.
void session_default_options(struct session *session);

// New tables, and a new game at the start position. On an error nothing is changed.
bool session_rebuild(struct session *session, const struct variant *variant,
                     const struct rules *rules, struct error *error);

// Ends what is thought about; the next engine is made when it is needed.
void session_dismiss(struct session *session);
