// SPDX-License-Identifier: GPL-3.0-or-later
// The inside of an engine, shared by the files of the search. Others use engine.h.
#pragma once

#include "engine.h"
#include "move_prior.h"
#include "movegen.h"
#include "tt.h"

enum { KILLERS = 2, HISTORY_LIMIT = 8192, SEEN = 4096 };

struct ply_state {
    Move move; // made at this ply
    Move killers[KILLERS];
    int material;                // eval_material of the position at this ply
    struct net_sums net;         // likewise, where there is a network and `summed`
    struct zone_attacks attacks; // on both Kings, likewise
    int evaluation;              // engine_static, or EVALUATION_UNKNOWN while nobody has asked
    int corrected;               // engine_corrected, or EVALUATION_UNKNOWN in check
    int since;                   // index of the first key that a repetition may go back to
    bool summed;                 // the network has been asked
};

// What the static evaluation lacked, centi-values; see engine_correction.
enum { CORRECTION_HANDS = 1 << 12, CORRECTION_ZONES = 1 << 16 };
struct corrections {
    int16_t hands[SIDES][CORRECTION_HANDS], zones[SIDES][CORRECTION_ZONES];
    int16_t last[PIECES][SQUARES]; // by the piece that moved and where to
};

struct engine {
    const struct tables *tables; // not owned
    struct weights weights;
    int param[PARAMS]; // of the search, those that are margins in centi-values
    struct tt tt;
    struct king_memory kings;
    struct net_memory nets;

    struct position *position; // of the node that is searched: that of its ply below
    struct position line[PLY_MAX + 4];
    size_t position_size; // of what a game has of it: what only some remember is last, and left out
    struct ply_state stack[PLY_MAX + 4];
    struct visit *path; // owned: the game, then the searched line, `attack` of it only when asked
    int past;           // index of the root's position
    int path_room;
    uint8_t seen[SEEN]; // how many of those keys share these low bits: most repetitions are none

    Move *moves;     // owned: stack of move lists, scores beside them
    int64_t *scores; // owned: ordering score, then the move as its owner sees it; see order.c
    int list_top;

    // Likelihoods of moves, own or lent. NULL: nothing is known of the game's moves.
    const struct move_prior *prior;
    struct beside_known own_known; // owned; empty where it is lent

    int16_t history[PIECES][SQUARES]; // by piece and target square
    int16_t drop_history[SIDES][BASE_TYPES][SQUARES];
    struct corrections corrections;
    Move answers[PIECES][SQUARES]; // the last quiet move that cut, by the move before it
    uint16_t reductions[64][64];   // 256ths of a ply by depth and move number

    Move pv[PLY_MAX + 1][PLY_MAX + 1];
    int pv_length[PLY_MAX + 1];

    struct limits limits;
    struct control own, *control; // control: of the running search
    struct search_result lines[LINES_MAX];
    int excluded;     // lines whose moves are not searched at the root: their places are taken
    bool root_filter; // some moves are not searched at the root
    bool narrow_root; // most quiet moves may wait for the next iteration
    // Moves of the root that this iteration has searched, and the best of their scores.
    Move root_move[MOVES_MAX];
    int root_searched, root_score;
    uint64_t nodes;
    int deepest;    // ply
    bool stopped;   // the search is unwinding
    bool table_off; // quiescence on its own: asks and teaches the table nothing
    // With so many royals or fewer a side may have lost: 0, or all where bare-royal or flag acts.
    int royals_in_danger;

    void (*report)(void *context, const struct search_result *result);
    void *report_context;
};

// Copies position and past into the engine.
void engine_set_root(struct engine *engine, const struct position *position,
                     const struct history *history);

// False when the move is not to be searched at the root: not asked for, or another line's.
bool engine_root_wants(const struct engine *engine, Move move);

// Publishes nodes; true when the search was called off or its time is up. Every CLOCK_NODES nodes.
bool engine_called_off(struct engine *engine);

// Makes a move, or a pass, at `ply`, counting nodes and keeping material, keys and repetition
// marks; goes back from what it led to. Each ply has a position of its own: to copy one is cheaper
// than to unmake a move.
void engine_make(struct engine *engine, int ply, Move move);
void engine_make_null(struct engine *engine, int ply);
void engine_unmake(struct engine *engine, int ply);

// True when the side to move at `ply` has its only royal attacked; known without a look at the
// board.
static inline bool engine_in_check(const struct engine *engine, int ply) {
    enum side us = engine->position->side;
    return attack_checkers(engine->stack[ply].attacks.sum[!us][us]) > 0;
}

// What movegen_checks finds at `ply`.
static inline void engine_checks(const struct engine *engine, int ply, struct checks *checks) {
    if (engine_in_check(engine, ply))
        movegen_checks(engine->position, checks);
    else
        movegen_pins(engine->position, checks);
}

// True when the side to move, not in check, mates by a drop; that is the line at `ply` then. The
// evaluation is known afterwards when it does not.
bool engine_mates(struct engine *engine, int ply);

// Static evaluation of the position at `ply`, worked out once.
int engine_static(struct engine *engine, int ply);
// That after a move at the root, for the side that makes it; no node is counted.
int engine_static_after(struct engine *engine, Move move);

// What the static evaluation lacks, learned while searching: the differences between it and what
// searches found, by what positions have in common. Forgotten with engine_new_game. Only in games
// with drops: Chu Shogi gained nothing by it (results/against-engines).

// What the evaluation of the position at `ply` lacked in positions like it, centi-values.
int engine_correction(struct engine *engine, int ply);

// engine_static of the position at `ply`, not in check, and what it lacked in positions like it.
// The table keeps the former.
static inline int engine_corrected(struct engine *engine, int ply) {
    int evaluation = engine_static(engine, ply);
    return engine->param[PARAM_CORRECTION] ? evaluation + engine_correction(engine, ply)
                                           : evaluation;
}

// A search of `depth` plies found `score`, or that it lies beyond, on its side of what
// engine_corrected says of the position at `ply`.
void engine_correct(struct engine *engine, int ply, int score, int depth);

// Score of a position without a move to search, or without a royal. Moves that leave the last royal
// to be taken are not searched; where the rules have them, there is no stalemate but a loss.
int engine_no_moves(struct engine *engine, int ply, bool in_check);

// True when the game is over for want of royals, or by the rule of the bare royal; fills `score`.
// Asked where the side to move has at most royals_in_danger of them.
bool engine_royals_decide(struct engine *engine, int ply, int *score);

// How often the position at `ply` stood before in the game and the line.
int engine_repeats(const struct engine *engine, int ply);
// Score of a repetition under the rule: draw, or lost for the side that checked, or attacked, all
// the time.
int engine_repetition_score(struct engine *engine, int ply);
// True when the position at `ply` stood before, and that decides; fills `score`. Once round in the
// search is a draw, or lost for the side that the rule is against: it had other moves. Of rounds
// that the game has gone, with nobody bound to go on, a loss counts when the rule counts it.
bool engine_repetition_decides(struct engine *engine, int ply, int *score);
// True when the rule forbids the repetition that stands at `ply`.
bool engine_repetition_forbidden(const struct engine *engine, int ply);

// Static exchange evaluation (see.c): what a move wins or loses when both sides take on its target
// square with their cheapest piece first, and either may stop. Pins and further promotions are left
// out.

// Expected gain of a legal move in centi-values for the mover. A captured piece counts its exchange
// value (board and, in drop games, hand).
int see(const struct weights *weights, const struct position *position, Move move);

// see() >= least, sooner.
bool see_reaches(const struct weights *weights, const struct position *position, Move move,
                 int least);

// Searches captures (every move in check) until the position is quiet. `taken` counts the plies of
// quiescence so far: chains end by recaptures only, then by the static evaluation.
int quiescence(struct engine *engine, int alpha, int beta, int ply, int taken);

// Principal variation search; see alphabeta.c.
int alphabeta(struct engine *engine, int alpha, int beta, int depth, int ply, bool may_null);

// A drop that mates, for the side to move, which is not in check; MOVE_NONE where none is seen:
// only drops next to the enemy King are, on squares that a piece of ours attacks and nobody but the
// King guards. `attacks` = zone_attacks_count of the position, which is as before afterwards.
Move mate_by_drop(struct position *position, const struct zone_attacks *attacks);
