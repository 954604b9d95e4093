// SPDX-License-Identifier: GPL-3.0-or-later
// The inside of the CECP front end, shared by xboard*.c. Others use xboard.h.
#pragma once

#include "xboard.h"
#include "xboard_text_internal.h"

enum {
    XBOARD_LINE = 2048, // longest line of output
    XBOARD_CHOICES_MAX = 64,
    XBOARD_CHOICE_VALUE = 1024,
    XBOARD_PINGS_MAX = 64
};

enum thinking { // what the running search is for
    THINKING_NOT,
    THINKING_MOVE,
    THINKING_PONDER,
    THINKING_ANALYSIS,
    THINKING_HINT
};

// An option that was set: it is set again whenever a game comes that has it.
struct choice {
    char variant[NAME_TEXT]; // "" = any game
    char name[48];
    char value[XBOARD_CHOICE_VALUE];
};

struct xboard {
    struct session *session;
    struct xboard_config config;
    struct xboard_setup setup;
    bool shown; // XBoard has room for the game
    struct choice choices[XBOARD_CHOICES_MAX];
    int choice_count;

    bool force;         // neither side is the engine's
    enum side side;     // the engine's, outside force mode
    bool over;          // the game has ended: nothing to think about
    struct error fault; // what is wrong with the position that was set up; "" = nothing
    bool analysing;     // until `exit`
    bool paused;
    bool post;            // thinking output is wanted
    bool ponders;         // `hard`
    char start[FEN_TEXT]; // of the game, "" = the start position of the rules

    // Limits and clocks, milliseconds.
    int depth;         // 0 = none
    int64_t move_time; // `st`; 0 = none
    bool has_clock;    // `level` or `time` has come
    int session_moves; // moves in one period of `level`; 0 = the whole game
    int64_t base, increment;
    int64_t remaining;       // on the engine's clock
    int moves_made;          // by the engine since `level`
    uint64_t nodes_a_second; // `nps`; 0 = by the wall clock

    enum thinking thinking;
    int64_t began;            // when, by control_now
    struct position root;     // what is being searched, for its lines of play
    char pondered[MOVE_TEXT]; // the move expected of the other side, as XBoard writes it
    Move expected;            // the same
    Move reply;               // what the last search expects after its move; MOVE_NONE: nothing
    int reply_ply;            // in the position after so many moves
    int last_score;
    struct thought last;             // the last news of the search
    int64_t pings[XBOARD_PINGS_MAX]; // to be answered after the move
    int ping_count;

    struct xboard_lift lift;
    Move list[MOVES_MAX];
};

__attribute__((format(printf, 2, 3))) void xboard_say(struct xboard *xboard, const char *format,
                                                      ...);

// xboard_features.c

// Answers `protover`.
void xboard_features(struct xboard *xboard);
// `variant NAME`; answers with the setup.
void xboard_variant(struct xboard *xboard, const char *name);
// `option NAME[=VALUE]`, `memory`, `cores`: sets an option now and for later games.
void xboard_option(struct xboard *xboard, const char *name, const char *value, const char *command);
// Takes the rules that the session has as chosen for its game.
void xboard_remember_rules(struct xboard *xboard);
// After the rules have changed: pictures, hands.
void xboard_new_rules(struct xboard *xboard);

// xboard_think.c

// Nothing is thought about any more; pings are answered.
void xboard_idle(struct xboard *xboard);
// Starts what the state asks for in this position: analysis, the engine's move, nothing.
void xboard_think(struct xboard *xboard);
// `hint`: searches for one, or gives one at once. `.`: how the analysis goes on.
void xboard_hint(struct xboard *xboard, char *arguments);
void xboard_status(struct xboard *xboard, char *arguments);
// News of the engine for a struct xboard.
void xboard_thought(void *context, const struct thought *thought);
// Says how the game ended, if it has, and then returns true.
bool xboard_game_over(struct xboard *xboard);
