// SPDX-License-Identifier: GPL-3.0-or-later
// Principal variation search with a transposition table, and quiescence search beyond its horizon.
// The steps are numbered; each says when it is off. What it prunes and reduces by are the
// parameters of params.def.
#include <assert.h>

#include "order.h"
#include "outcome.h"
#include "search.h"

enum { TRIED_MAX = 64 };

static void copy_line(struct engine *engine, int ply, Move move) {
    Move *line = engine->pv[ply];
    const Move *rest = engine->pv[ply + 1];
    line[ply] = move;
    for (int i = ply + 1; i < engine->pv_length[ply + 1]; i++)
        line[i] = rest[i];
    engine->pv_length[ply] = engine->pv_length[ply + 1];
}

static bool null_move_refutes(struct engine *engine, int evaluation, int beta, int depth, int ply,
                              int *score) {
    const int *param = engine->param;
    int over = (evaluation - beta) / param[PARAM_NULL_MARGIN];
    int more = param[PARAM_NULL_MORE];
    int reduction = param[PARAM_NULL_PLIES] + depth / 4 + (over < more ? over : more);
    engine_make_null(engine, ply);
    *score = -alphabeta(engine, -beta, -beta + 1, depth - reduction, ply + 1, false);
    engine_unmake(engine, ply);
    if (*score >= SCORE_MATE_BOUND)
        *score = beta; // a mate after a pass proves no mate
    return *score >= beta && !engine->stopped;
}

// True when the evaluation at `ply`, not in check, is above that of the own position before: two
// plies ago, four where that was in check; or where neither is known.
static bool has_risen(const struct engine *engine, int ply) {
    for (int back = 2; back <= 4 && back <= ply; back += 2) {
        int before = engine->stack[ply - back].corrected;
        if (before != EVALUATION_UNKNOWN)
            return engine->stack[ply].corrected > before;
    }
    return true;
}

int alphabeta(struct engine *engine, int alpha, int beta, int depth, int ply, bool may_null) {
    assert(alpha < beta && ply >= 0 && ply <= PLY_MAX);
    struct position *position = engine->position;
    struct ply_state *state = &engine->stack[ply];
    const int *param = engine->param;
    bool is_pv = beta - alpha > 1;
    int start = alpha;
    engine->pv_length[ply] = ply;
    if (engine->stopped)
        return 0;

    // 1. Ends of the line. Off at the root, which must give a move.
    if (ply >= PLY_MAX)
        return engine_static(engine, ply);
    if (ply > 0) {
        int score;
        if (position->royal_count[position->side] <= engine->royals_in_danger &&
            engine_royals_decide(engine, ply, &score))
            return score;
        if (engine_repetition_decides(engine, ply, &score))
            return score;
        if (engine->tables->impasse_points[position->side] && outcome_can_declare(position))
            return SCORE_MATE - ply;
        // Mate distance: no line from here beats a shorter mate already found.
        if (alpha < -SCORE_MATE + ply)
            alpha = -SCORE_MATE + ply;
        if (beta > SCORE_MATE - ply - 1)
            beta = SCORE_MATE - ply - 1;
        if (alpha >= beta)
            return alpha;
    }

    // 2. Check extension, then quiescence at the horizon. Quiescence does not see a win by flag
    // squares that must be stopped at once: one ply more. No extension before: with checks in
    // between no line would ever get nearer to its end.
    bool in_check = engine_in_check(engine, ply);
    engine->path[engine->past + ply].check = in_check;
    bool pressed = in_check || (engine->tables->flag != FLAG_OFF && flag_threatened(position));
    if (in_check && depth > 0)
        depth++;
    if (depth <= 0 && pressed && !in_check)
        depth = 1;
    if (depth <= 0)
        return quiescence(engine, alpha, beta, ply, 0);

    // 3. Transposition table. No cut in principal variations.
    struct tt_entry entry = tt_probe(&engine->tt, position->key, ply);
    Move table_move = entry.move;
    if (!is_pv && entry.depth >= depth &&
        (entry.bound == BOUND_EXACT || (entry.bound == BOUND_LOWER && entry.score >= beta) ||
         (entry.bound == BOUND_UPPER && entry.score <= alpha)))
        return entry.score;
    if (state->evaluation == EVALUATION_UNKNOWN)
        state->evaluation = entry.evaluation;

    // 4. Mate at once. Off at the root, which must search what it was asked for, and where the
    // evaluation is known: then it was asked before.
    if (ply > 0 && !in_check && state->evaluation == EVALUATION_UNKNOWN &&
        engine_mates(engine, ply))
        return SCORE_MATE - ply - 1;

    // 5. Whole-node pruning. Off under such a threat, in principal variations and near mates.
    int evaluation = in_check ? 0 : engine_corrected(engine, ply);
    state->corrected = in_check ? EVALUATION_UNKNOWN : evaluation;
    if (!pressed && !is_pv && !score_is_mate(beta)) {
        if (depth <= param[PARAM_REVERSE_DEPTH] &&
            evaluation - param[PARAM_REVERSE_MARGIN] * depth >= beta)
            return evaluation;
        if (depth <= param[PARAM_RAZOR_DEPTH] &&
            evaluation + param[PARAM_RAZOR_MARGIN] * depth <= alpha) {
            int score = quiescence(engine, alpha, beta, ply, 0);
            if (score <= alpha)
                return score;
        }
        int score;
        if (may_null && depth >= param[PARAM_NULL_DEPTH] && evaluation >= beta &&
            null_move_refutes(engine, evaluation, beta, depth, ply, &score))
            return score;
        if (engine->stopped)
            return 0;
    }

    // 6. Without a table move the ordering is poor: search a ply less and leave a move behind.
    if (!table_move && depth >= param[PARAM_BLIND_DEPTH] && !in_check)
        depth--;

    if (ply + 1 < PLY_MAX)
        engine->stack[ply + 2].killers[0] = engine->stack[ply + 2].killers[1] = MOVE_NONE;
    struct checks checks;
    engine_checks(engine, ply, &checks);
    struct picker picker;
    picker_init(&picker, engine, &checks, ply, table_move, false);
    if (ply == 0)
        engine->root_searched = 0;
    Move move, best_move = MOVE_NONE, tried[TRIED_MAX];
    int best = -SCORE_INFINITE, legal = 0, quiets = 0, tried_count = 0;
    bool futile = false, quiet_best = false;
    bool falls = !in_check && !has_risen(engine, ply);
    // Quiet moves worth trying at this depth.
    int late = param[PARAM_LATE_FIRST] + param[PARAM_LATE_MORE] * depth * depth;
    if (falls)
        late = late * (256 - param[PARAM_LATE_FALL]) / 256;
    for (;;) {
        // Moves may be left out once one is known that is not mated; at the root only by number.
        bool may_leave_out = ply > 0 && best > -SCORE_MATE_BOUND;

        // 7. Far below alpha quiet moves are left out but for checks and promotions. Off in check
        // and in principal variations.
        if (!futile && may_leave_out && !in_check && !is_pv &&
            depth <= param[PARAM_FUTILITY_DEPTH] && !score_is_mate(alpha) &&
            evaluation + param[PARAM_FUTILITY_MARGIN] * (depth + 1) <= alpha) {
            futile = true;
            picker_only_checks(&picker);
        }
        move = picker_next(&picker);
        if (!move)
            break;
        bool captures = position_is_capture(position, move);
        bool quiet = !captures && !move_is_promotion(move);

        if (ply == 0 && engine->root_filter && !engine_root_wants(engine, move))
            continue;

        int history = quiet ? order_history(engine, move) : 0;

        // 8. Single-move pruning. In check only drops that are lost are left out: there is often a
        // handful of squares to drop on between King and checker, and all pieces in hand for each.
        if (may_leave_out && !in_check) {
            if (quiet && depth <= param[PARAM_LATE_DEPTH] && quiets >= late) {
                picker_skip_quiets(&picker);
                continue;
            }
            if (quiet && depth <= param[PARAM_LATE_DEPTH] &&
                history < -param[PARAM_LATE_HISTORY] * depth)
                continue;
            if (quiet && futile && !picker_is_check(&picker, move))
                continue;
            if (depth <= param[PARAM_SEE_DEPTH] && picker.stage == STAGE_BAD_CAPTURES &&
                !see_reaches(&engine->weights, position, move, -param[PARAM_SEE_CAPTURE] * depth))
                continue;
        }
        if (may_leave_out && move_is_drop(move) && depth <= param[PARAM_SEE_DEPTH] &&
            !see_reaches(&engine->weights, position, move, -param[PARAM_SEE_DROP] * depth))
            continue;

        if (ply == 0 && engine->narrow_root && quiet &&
            quiets >= param[PARAM_ROOT_QUIETS] * depth && best > -SCORE_MATE_BOUND) {
            picker_skip_quiets(&picker);
            continue;
        }

        engine_make(engine, ply, move);
        if (engine_repetition_forbidden(engine, ply + 1)) {
            engine_unmake(engine, ply);
            continue;
        }
        legal++;
        quiets += quiet;

        // 9. Late moves are searched less deep, then again if they surprise.
        int score, next = depth - 1;
        bool full = true;
        if (legal > 1) {
            int reduction = 0;
            if (depth >= 3 && legal > param[PARAM_REDUCTION_FIRST] && quiet) {
                reduction = engine->reductions[depth < 63 ? depth : 63][legal < 63 ? legal : 63];
                reduction +=
                    256 * ((move_is_drop(move) && !in_check) - is_pv) - 256 * history / 4096;
                reduction += falls ? param[PARAM_REDUCTION_FALL] : 0;
                reduction = reduction < 0 ? 0 : reduction / 256;
                reduction = reduction > next - 1 ? next - 1 : reduction;
            }
            score = -alphabeta(engine, -alpha - 1, -alpha, next - reduction, ply + 1, true);
            if (score > alpha && reduction > 0)
                score = -alphabeta(engine, -alpha - 1, -alpha, next, ply + 1, true);
            full = is_pv && score > alpha;
        }
        if (full)
            score = -alphabeta(engine, -beta, -alpha, next, ply + 1, true);
        engine_unmake(engine, ply);
        if (engine->stopped)
            break;

        if (ply == 0) {
            engine->root_move[engine->root_searched++] = move;
            engine->root_score = score > best ? score : best;
        }
        if (quiet && tried_count < TRIED_MAX)
            tried[tried_count++] = move;
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                best_move = move;
                quiet_best = quiet;
                copy_line(engine, ply, move);
                if (score >= beta)
                    break;
            }
        }
    }
    picker_done(&picker);
    if (engine->stopped)
        return 0;

    // 10. No legal move: mate or stalemate.
    if (legal == 0)
        return engine_no_moves(engine, ply, in_check);

    // 11. Learn from the cut; store, and learn what the evaluation lacks, where no moves were left
    // out. A bound tells that on its own side only, a capture nothing of quiet positions.
    if (best >= beta && quiet_best)
        order_update(engine, ply, best_move, tried, tried_count, depth);
    if (ply == 0 && engine->root_filter)
        return best;
    bool is_told = best < evaluation ? best < beta : best_move != MOVE_NONE;
    if (is_told && !in_check && (quiet_best || !best_move) && !score_is_mate(best))
        engine_correct(engine, ply, best, depth);
    tt_store(&engine->tt, position->key,
             (struct tt_entry){.move = best_move,
                               .score = best,
                               .evaluation = state->evaluation,
                               .depth = depth,
                               .bound = best >= beta    ? BOUND_LOWER
                                        : alpha > start ? BOUND_EXACT
                                                        : BOUND_UPPER},
             ply);
    return best;
}

// Quiescence

// From then on the static evaluation, in check too.
enum { LAST_PLY = 24 };

int quiescence(struct engine *engine, int alpha, int beta, int ply, int taken) {
    assert(alpha < beta && ply >= 0 && ply <= PLY_MAX && taken >= 0);
    struct position *position = engine->position;
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
    if (ply > 0 && engine_repetition_decides(engine, ply, &ended))
        return ended;

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
        engine_make(engine, ply, move);
        if (in_check && engine_repetition_forbidden(engine, ply + 1)) {
            engine_unmake(engine, ply);
            continue;
        }
        tried++;
        int score = -quiescence(engine, -beta, -alpha, ply + 1, taken + 1);
        engine_unmake(engine, ply);
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
