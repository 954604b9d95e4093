// SPDX-License-Identifier: GPL-3.0-or-later
// Players that are programs of their own: UCI, USI or CECP (xboard version 2) engines. Their moves
// are read in the engine's own notation and checked by our rules; a fault ends the game, and the
// program starts anew for the next one.
#pragma once

#include "buffer.h"
#include "engine.h"
#include "time_control.h"

enum external_protocol { EXTERNAL_UCI, EXTERNAL_USI, EXTERNAL_XBOARD };

struct external_settings {
    const char *command; // run by /bin/sh
    enum external_protocol protocol;
    const char *const *options; // "NAME=VALUE", sent at the start in this order
    int option_count;
    const char *variant; // the engine's name for the game; NULL: found among those it announces
    int margin_ms;       // an answer later than limit + margin has lost on time
    int grace_ms;        // so long a late engine may still answer; then it is hung
    int timeout_ms;      // the same where there is no time limit, and for its greeting
    const char *log;     // file that the conversation is added to, NULL: none
    bool unchecked;      // external_check_game asks nothing
};

// 100 ms of margin, 1 s of grace, 30 s of timeout, nothing else.
struct external_settings external_default(enum external_protocol protocol, const char *command);

// False when engines of the protocol cannot be told such limits (xboard knows no nodes and no
// byoyomi), when no limit is given, and for an option without '='.
bool external_check(const struct external_settings *settings, struct limits limits,
                    const struct time_control *clock, struct error *error);

// A program at the table. For one thread; only external_stop may be called from another.
struct external;

// Nothing runs yet. The settings and `tables` must outlive the program. NULL and `error`:
// the log file. Destroy with external_destroy, which ends the program and never waits more than a
// second; NULL is fine.
struct external *external_create(const struct external_settings *settings,
                                 const struct tables *tables, struct error *error);
void external_destroy(struct external *external);

// Starts the program and goes through its greeting, so that a wrong command fails at once: no such
// program, it ends, says nothing in time, or does not know an option; or external_stop was called.
bool external_start(struct external *external, struct error *error);
// Before the first game of all: starts the program and finds out whether it knows the game, for one
// that does not loses every game. It must announce the game where it announces any; count the moves
// of the start position as the rules do, where it can; where it cannot, say a legal move.
// Afterwards it does not run. False and `error`: as external_start; it does not know the game;
// external_stop was called.
bool external_check_game(struct external *external, struct error *error);
// Before each game. Restarts a program that died or was killed. False: it cannot be started
// (again), or crashed in ten games in a row: the run ends with `error`, its log intact.
bool external_new_game(struct external *external, const char *opening, struct error *error);

struct player_question {
    const char *opening; // FEN the game started from
    const Move *moves;   // played since then by both sides
    int count;
    const struct position *position; // now
    struct limits limits;            // of this move: nodes, depth, milliseconds (0 = none)
    bool timed;                      // it plays by a clock:
    struct time_control control;
    struct clock clock[SIDES]; // before this move
};

enum player_status {
    PLAYER_MOVE,    // `move` is the answer; the referee still judges it
    PLAYER_RESIGN,  // the player resigned
    PLAYER_ILLEGAL, // what it said is no move, or no legal one; `text` is what it said
    PLAYER_CRASH,   // the process ended or closed its pipe
    PLAYER_HANG,    // no answer within limit + grace; the driver has killed it
    PLAYER_TIME,    // an answer, but after its time
    PLAYER_STOPPED, // external_stop was called: the game is dropped, not counted
};

struct player_answer {
    enum player_status status;
    Move move;
    bool scored;          // it told a score
    int score;            // centi-values (cp as the engine says it) for the side to move
    uint64_t nodes;       // as it tells, 0 when it does not
    int depth;            // the same
    int64_t milliseconds; // that it took, from the question to the answer
    char text[160];       // for people: what went wrong
};

void external_ask(struct external *external, const struct player_question *question,
                  struct player_answer *answer);
// Any thread: external_ask returns soon (< 1 s) with PLAYER_STOPPED, the others with false.
void external_stop(struct external *external);

// Adds what the player is to a run's canonical configuration, each line begun by `prefix`.
void external_text(const struct external_settings *settings, const char *prefix,
                   struct buffer *text);
