// SPDX-License-Identifier: GPL-3.0-or-later
// Moves in the order in which they are worth trying, generated stage by stage: table move, captures
// that do not lose material, killers, quiet moves and drops by history with checks first, losing
// captures.
// In check all evasions come at once.
#pragma once

#include "search.h"

enum stage {
    STAGE_TABLE,
    STAGE_CAPTURES,
    STAGE_GOOD_CAPTURES,
    STAGE_KILLERS,
    STAGE_QUIETS,
    STAGE_NEXT_QUIET,
    STAGE_BAD_CAPTURES,
    STAGE_EVASIONS,
    STAGE_NEXT_EVASION,
    STAGE_DONE
};

struct picker {
    struct engine *engine;
    const struct checks *checks;
    enum stage stage;
    int ply;
    bool captures_only, checks_only;
    Square target; // captures on this square only, or SQUARE_NONE
    int least;     // captures that win no more than this are left out
    bool checks_found;
    struct direct_checks direct; // found when first needed
    Move table_move, killers[KILLERS];
    int next_killer;
    int base;              // where this list starts on the engine's stack
    int next, end;         // moves of the current stage
    bool selected;         // a quiet move or evasion has been given
    bool heap;             // the rest of them is a heap
    int bad_from, bad_end; // losing captures, kept for later
};

// Starts picking at `ply`; `table_move` may be anything. `captures_only` is for quiescence.
void picker_init(struct picker *picker, struct engine *engine, const struct checks *checks, int ply,
                 Move table_move, bool captures_only);

// Before the first move and after any: in quiescence out of check, from now on only captures that
// end on `target` (SQUARE_NONE: anywhere) and win more than `least` centi-values at first sight, or
// a royal. They are left out before their exchanges are worked out.
void picker_limit(struct picker *picker, Square target, int least);

// The next move, MOVE_NONE at the end. Each legal move (capture) comes once.
Move picker_next(struct picker *picker);

// From now on no quiet moves and drops, only the rest of the captures.
void picker_skip_quiets(struct picker *picker);

// From now on of the quiet moves and drops only promotions and those that give check directly.
void picker_only_checks(struct picker *picker);

// True when the move, quiet and of the side to move, gives check directly.
bool picker_is_check(struct picker *picker, Move move);

// Gives the list's room back to the engine's stack. Pair with picker_init.
void picker_done(struct picker *picker);

// Rewards the quiet move that cut, and punishes those tried before it.
void order_update(struct engine *engine, int ply, Move best, const Move *tried, int tried_count,
                  int depth);

// History score of a quiet move or drop.
int order_history(const struct engine *engine, Move move);

// How likely the move at the root is, in sixteenths of a logit; 0 for a capture, and where nothing
// is known of the game's moves.
int order_likelihood(const struct engine *engine, Move move);

// Orders moves by score, equal ones as their owner sees them; moves of the side to move only.
int64_t order_rank(const struct engine *engine, Move move, int score);
