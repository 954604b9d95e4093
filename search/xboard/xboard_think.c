// SPDX-License-Identifier: GPL-3.0-or-later
// When the engine thinks, for how long, and what it says of it.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "xboard_internal.h"

enum {
    MATE_SHOWN = 100000, // mate in n moves is this + n
    HINT_NODES = 100000
};

void xboard_idle(struct xboard *xboard) {
    xboard->thinking = THINKING_NOT;
    for (int i = 0; i < xboard->ping_count; i++)
        xboard_say(xboard, "pong %" PRId64, xboard->pings[i]);
    xboard->ping_count = 0;
}

bool xboard_game_over(struct xboard *xboard) {
    struct outcome outcome = session_outcome(xboard->session);
    xboard->over = outcome.result != RESULT_NONE;
    if (xboard->over)
        xboard_say(xboard, "%s {%s}", result_text(outcome.result),
                   termination_name(outcome.termination));
    return xboard->over;
}

// Limits of the engine's own moves.
static struct session_search own_limits(const struct xboard *xboard) {
    struct session_search search = {.limits = {.depth = xboard->depth}};
    if (xboard->move_time) {
        int64_t told = xboard->told; // `st` has whole seconds, which may be too many
        search.clock =
            (struct clock){.byoyomi = told && told < xboard->move_time ? told : xboard->move_time};
    } else if (xboard->has_clock || !xboard->depth) {
        int period = xboard->session_moves;
        search.clock = (struct clock){
            .remaining = xboard->remaining,
            .increment = xboard->increment,
            .moves_to_go = period ? period - xboard->moves_made % period : 0,
        };
    } else {
        return search;
    }
    search.has_clock = true;
    return search;
}

static bool start(struct xboard *xboard, enum thinking thinking, struct session_search search) {
    struct error error;
    xboard->root = *session_position(xboard->session);
    xboard->last = (struct thought){0};
    xboard->began = control_now();
    xboard->thinking = thinking;
    if (session_search(xboard->session, &search, &error))
        return true;
    xboard_say(xboard, "tellusererror %s", error.text);
    xboard_idle(xboard);
    return false;
}

void xboard_think(struct xboard *xboard) {
    if (xboard->paused || *xboard->fault.text)
        return;
    bool ended = session_outcome(xboard->session).result != RESULT_NONE;
    if (xboard->analysing) {
        if (!ended)
            start(xboard, THINKING_ANALYSIS, (struct session_search){.mode = THINK_INFINITE});
    } else if (!xboard->force && !xboard->over && !ended &&
               session_position(xboard->session)->side == xboard->side) {
        start(xboard, THINKING_MOVE, own_limits(xboard));
    }
}

// Thinks about the answer to the move that it expects.
static void ponder(struct xboard *xboard) {
    struct error error;
    if (!xboard->ponders || xboard->over || !xboard->reply || xboard->paused)
        return;
    xboard->expected = xboard->reply;
    xboard_move_print(xboard->setup.low_rank, session_position(xboard->session), xboard->reply,
                      true, xboard->pondered);
    if (!session_play(xboard->session, xboard->reply, &error))
        return;
    if (session_outcome(xboard->session).result == RESULT_NONE) {
        struct session_search search = own_limits(xboard);
        search.mode = THINK_PONDER;
        start(xboard, THINKING_PONDER, search);
    }
    session_take_back(xboard->session);
}

static void say_hint(struct xboard *xboard, const struct position *position, Move move) {
    char text[MOVE_TEXT];
    xboard_say(xboard, "Hint: %s",
               xboard_move_print(xboard->setup.low_rank, position, move, false, text));
}

void xboard_hint(struct xboard *xboard) {
    if (xboard->thinking == THINKING_ANALYSIS && xboard->last.result.pv_length) {
        say_hint(xboard, &xboard->root, xboard->last.result.pv[0]);
    } else if (xboard->reply && xboard->reply_ply == session_ply(xboard->session)) {
        say_hint(xboard, session_position(xboard->session), xboard->reply);
    } else if (xboard->thinking == THINKING_NOT && !*xboard->fault.text &&
               session_outcome(xboard->session).result == RESULT_NONE) {
        start(xboard, THINKING_HINT,
              (struct session_search){.limits = {.nodes = HINT_NODES, .lines = 1}});
    }
}

void xboard_status(struct xboard *xboard) {
    if (xboard->thinking != THINKING_ANALYSIS)
        return;
    Move *end = movegen(&xboard->root, MOVES_ALL, xboard->list);
    xboard_say(xboard, "stat01: %lld %llu %d 0 %d", (long long)(control_now() - xboard->began) / 10,
               (unsigned long long)xboard->last.nodes, xboard->last.result.depth,
               (int)(end - xboard->list));
}

// Score as XBoard reads it.
static int shown_score(int score) {
    if (!score_is_mate(score))
        return score >= MATE_SHOWN ? MATE_SHOWN - 1 : score <= -MATE_SHOWN ? 1 - MATE_SHOWN : score;
    int moves = (SCORE_MATE - (score > 0 ? score : -score) + 1) / 2;
    return score > 0 ? MATE_SHOWN + moves : -MATE_SHOWN - moves;
}

// depth score time nodes selective-depth speed tablebase-hits <tab> line
static void say_line(struct xboard *xboard, const struct thought *thought) {
    const struct search_result *result = &thought->result;
    char line[XBOARD_LINE / 2] = "";
    size_t used = 0;
    if (xboard->thinking == THINKING_PONDER)
        used = (size_t)snprintf(line, sizeof line, "(%s) ", xboard->pondered);
    struct position position = xboard->root;
    for (int i = 0; i < result->pv_length && used + MOVE_TEXT + 1 < sizeof line; i++) {
        char move[MOVE_TEXT];
        struct undo undo;
        xboard_move_print(xboard->setup.low_rank, &position, result->pv[i], true, move);
        used += (size_t)sprintf(line + used, "%s%s", i ? " " : "", move);
        position_make(&position, result->pv[i], &undo);
    }
    uint64_t speed = thought->nodes * 1000 / (uint64_t)(thought->milliseconds + 1);
    xboard_say(xboard, "%d %d %lld %llu %d %llu 0\t%s%s", result->depth, shown_score(result->score),
               (long long)thought->milliseconds / 10, (unsigned long long)thought->nodes,
               result->deepest, (unsigned long long)speed, line,
               result->bound == BOUND_UPPER   ? " ?"
               : result->bound == BOUND_LOWER ? " !"
                                              : "");
}

static void spend_time(struct xboard *xboard) {
    int64_t used = control_now() - xboard->began;
    xboard->remaining -= used < xboard->remaining ? used : xboard->remaining;
    xboard->remaining += xboard->increment;
    xboard->moves_made++;
    if (xboard->session_moves && xboard->moves_made % xboard->session_moves == 0)
        xboard->remaining += xboard->base;
}

static void make_move(struct xboard *xboard, const struct search_result *result) {
    struct error error;
    char text[MOVE_TEXT];
    xboard_move_print(xboard->setup.low_rank, session_position(xboard->session), result->best,
                      false, text);
    if (!session_play(xboard->session, result->best, &error)) {
        xboard_say(xboard, "tellusererror %s", error.text);
        xboard_idle(xboard);
        return;
    }
    spend_time(xboard);
    xboard->last_score = result->score;
    char *comma = strchr(text, ',');
    if (comma) {
        xboard_say(xboard, "move %.*s", (int)(comma + 1 - text), text);
        xboard_say(xboard, "move %s", comma + 1);
    } else {
        xboard_say(xboard, "move %s", text);
    }
    xboard->reply = result->pv_length > 1 ? result->pv[1] : MOVE_NONE;
    xboard->reply_ply = session_ply(xboard->session);
    bool over = xboard_game_over(xboard);
    xboard_idle(xboard);
    if (!over)
        ponder(xboard);
}

void xboard_thought(void *context, const struct thought *thought) {
    struct xboard *xboard = context;
    xboard->last = *thought;
    if (thought->kind == THOUGHT_LINE) {
        if (xboard->post && xboard->thinking != THINKING_HINT)
            say_line(xboard, thought);
        return;
    }
    if (xboard->thinking == THINKING_MOVE) {
        make_move(xboard, &thought->result);
        return;
    }
    if (xboard->thinking == THINKING_HINT)
        say_hint(xboard, &xboard->root, thought->result.best);
    xboard_idle(xboard);
}
