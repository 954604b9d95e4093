// SPDX-License-Identifier: GPL-3.0-or-later
// One who is asked for moves: our own search, or a program behind a pipe.
// One agent a worker and player; only `stop` may come from another thread.
#pragma once

#include "engine.h"

struct agent_question {
    const char *opening; // FEN the game started from
    const Move *moves;   // played since then by both sides
    int count;
    const struct position *position; // now; the last position of `history`
    const struct history *history;
    struct limits limits; // of this move: nodes, depth, milliseconds (0 = none)
};

enum agent_status {
    AGENT_MOVE,    // `move` is the answer; the referee still judges it
    AGENT_RESIGN,  // the agent resigned
    AGENT_ILLEGAL, // what it said is no move, or no legal one; `text` is what it said
    AGENT_CRASH,   // the process ended or closed its pipe
    AGENT_HANG,    // no answer within limit + grace; the driver has killed it
    AGENT_TIME,    // an answer, but after its time
    AGENT_STOPPED, // agent_stop was called: the game is dropped, not counted
};

struct agent_answer {
    enum agent_status status;
    Move move;
    bool scored;    // it told a score
    int score;      // centi-values (cp as the engine says it) for the side to move
    uint64_t nodes; // as it tells, 0 when it does not
    char text[160]; // for people: what went wrong
};

struct agent_type {
    // Once, before all else. False: it cannot be started; or `stop` has been called.
    bool (*start)(void *self, struct error *error);
    // Before each game. Restarts a process that died or was killed. False: it cannot be
    // started (again): the run ends with `error`, its log intact.
    bool (*new_game)(void *self, const char *opening, struct error *error);
    void (*ask)(void *self, const struct agent_question *question, struct agent_answer *answer);
    // Any thread: ask returns soon (< 1 s) with AGENT_STOPPED, start and new_game with false.
    void (*stop)(void *self);
    void (*destroy)(void *self); // ends the process; never waits more than a second
};

struct agent {
    const struct agent_type *type;
    void *self;
};
