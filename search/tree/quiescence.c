// SPDX-License-Identifier: GPL-3.0-or-later
#include <assert.h>

#include "order.h"
#include "search.h"
#include "see.h"

// From then on the static evaluation, in check too.
enum { LAST_PLY = 24 };

int quiescence(struct engine *engine, int alpha, int beta, int ply, int taken) {
    assert(alpha < beta && ply >= 0 && ply <= PLY_MAX && taken >= 0);
    struct position *position = &engine->position;
    engine->pv_length[ply] = ply;
    if (engine->stopped)
        return 0;
    if (ply >= PLY_MAX || taken >= LAST_PLY)
        return engine_static(engine, ply);

    // 1. Royals taken or bare; repetition, as in the main search: chains of checks and evasions
    // may go round.
    int ended;
    if (position->royal_count[position->side] <= engine->royals_in_danger &&
        engine_royals_decide(engine, ply, &ended))
        return ended;
    if (ply > 0 && engine_repeats(engine, ply))
        return engine_repetition_score(engine, ply);

    // 2. Table.
    struct tt_entry entry = {.evaluation = EVALUATION_UNKNOWN};
    if (!engine->table_off)
        entry = tt_probe(&engine->tt, position->key, ply);
    Move table_move = entry.move;
    if (ply > 0 &&
        (entry.bound == BOUND_EXACT || (entry.bound == BOUND_LOWER && entry.score >= beta) ||
         (entry.bound == BOUND_UPPER && entry.score <= alpha)))
        return entry.score;
    struct ply_state *state = &engine->stack[ply];
    if (state->evaluation == EVALUATION_UNKNOWN)
        state->evaluation = entry.evaluation;

    bool in_check = engine_in_check(engine, ply);
    engine->path[engine->past + ply].check = in_check;
    int best = -SCORE_INFINITE, start = alpha, stand = 0;

    // 3. Stand pat: the side to move need not capture. It may have better: to mate at once.
    if (!in_check) {
        // Where the evaluation is known this was asked before.
        if (state->evaluation == EVALUATION_UNKNOWN && engine_mates(engine, ply))
            return SCORE_MATE - ply - 1;
        best = stand = engine_corrected(engine, ply);
        if (best >= beta)
            return best;
        if (best > alpha)
            alpha = best;
    }

    struct checks checks;
    engine_checks(engine, ply, &checks);
    // 4. Wild positions have no end of captures: after some plies only recaptures. Captures that
    // cannot lift the score to alpha, or that lose material, are left out.
    bool recaptures = ply > 0 && taken >= engine->param[PARAM_FREE_PLIES];
    Square target = recaptures ? move_to(engine->stack[ply - 1].move) : SQUARE_NONE;
    int lacking = 1 - stand - engine->param[PARAM_DELTA_MARGIN];
    struct picker picker;
    picker_init(&picker, engine, &checks, ply, table_move, true);
    Move move, best_move = MOVE_NONE;
    int tried = 0;
    for (;;) {
        if (!in_check)
            picker_limit(&picker, target, alpha + lacking);
        move = picker_next(&picker);
        if (!move || (!in_check && picker.stage == STAGE_BAD_CAPTURES))
            break;
        // In check drops that are lost are no evasions worth a look, once there is a better one.
        if (in_check && best > -SCORE_MATE_BOUND && move_is_drop(move) &&
            !see_reaches(&engine->weights, position, move, 0))
            continue;
        struct undo undo;
        engine_make(engine, ply, move, &undo);
        if (in_check && engine_repetition_forbidden(engine, ply + 1)) {
            engine_unmake(engine, ply, move, &undo);
            continue;
        }
        tried++;
        int score = -quiescence(engine, -beta, -alpha, ply + 1, taken + 1);
        engine_unmake(engine, ply, move, &undo);
        if (engine->stopped)
            break;
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                best_move = move;
                if (score >= beta)
                    break;
            }
        }
    }
    picker_done(&picker);
    if (engine->stopped)
        return 0;
    if (in_check && tried == 0)
        return engine_no_moves(engine, ply, true);
    if (!engine->table_off)
        tt_store(&engine->tt, position->key,
                 (struct tt_entry){.move = best_move,
                                   .score = best,
                                   .evaluation = state->evaluation,
                                   .bound = best >= beta    ? BOUND_LOWER
                                            : alpha > start ? BOUND_EXACT
                                                            : BOUND_UPPER},
                 ply);
    return best;
}
