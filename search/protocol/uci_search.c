// SPDX-License-Identifier: GPL-3.0-or-later
// UCI and USI: go, info and bestmove.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "number.h"
#include "uci_internal.h"

enum { PERFT_MAX = 30, MOVES_ASKED = 512, OVERHEAD_PART = 20 };

// Arguments of `go` that take a number.
enum argument {
    DEPTH,
    NODES,
    MOVETIME,
    WTIME,
    BTIME,
    WINC,
    BINC,
    BYOYOMI,
    MOVESTOGO,
    MATE,
    PERFT,
    ARGUMENTS
};

static const char *const argument_names[ARGUMENTS] = {"depth",     "nodes", "movetime", "wtime",
                                                      "btime",     "winc",  "binc",     "byoyomi",
                                                      "movestogo", "mate",  "perft"};

struct request {
    int64_t number[ARGUMENTS];
    bool given[ARGUMENTS];
    bool ponder, infinite, mate_infinite;
    bool has_moves;
    Move moves[MOVES_ASKED];
    int move_count;
};

static enum argument find_argument(const char *word) {
    int found = text_find(word, argument_names, ARGUMENTS);
    return found < 0 ? ARGUMENTS : (enum argument)found;
}

static bool is_keyword(const char *word) {
    return find_argument(word) != ARGUMENTS || strcmp(word, "ponder") == 0 ||
           strcmp(word, "infinite") == 0 || strcmp(word, "searchmoves") == 0;
}

// Reads the moves up to the next keyword; returns that.
static char *read_moves(struct uci *uci, char **text, struct request *request,
                        struct error *error) {
    request->has_moves = true;
    char *word;
    for (word = uci_word(text); *word && !is_keyword(word); word = uci_word(text)) {
        struct position position = *session_position(uci->session);
        Move move;
        if (request->move_count == MOVES_ASKED) {
            error_set(error, "more than %d searchmoves", MOVES_ASKED);
            return NULL;
        }
        if (!uci->dialect->read_move(word, &position, &move, error))
            return NULL;
        if (!session_is_legal(uci->session, move)) {
            error_set(error, "'%.40s' repeats a position", word);
            return NULL;
        }
        request->moves[request->move_count++] = move;
    }
    if (request->move_count > 0)
        return word;
    error_set(error, "searchmoves without a move");
    return NULL;
}

static bool read_request(struct uci *uci, char *text, struct request *request,
                         struct error *error) {
    char *word = uci_word(&text);
    while (*word) {
        enum argument argument = find_argument(word);
        if (strcmp(word, "ponder") == 0) {
            request->ponder = true;
        } else if (strcmp(word, "infinite") == 0) {
            request->infinite = true;
        } else if (strcmp(word, "searchmoves") == 0) {
            word = read_moves(uci, &text, request, error);
            if (!word)
                return false;
            continue;
        } else if (argument == ARGUMENTS) {
            uci_say(uci, "info string go: unknown '%.40s'", word);
        } else {
            const char *number = uci_word(&text);
            request->given[argument] = true;
            if (argument == MATE && strcmp(number, "infinite") == 0)
                request->mate_infinite = true;
            else if (!number_integer(number, &request->number[argument])) {
                request->number[argument] = 0; // which keep_range sees to
                uci_say(uci, "info string %s needs a whole number, not '%.40s'", word, number);
            }
        }
        word = uci_word(&text);
    }
    return true;
}

// What is out of its range is taken for the next number in it: somebody waits for a move.
static void keep_range(struct uci *uci, struct request *request, enum argument argument,
                       int64_t low, int64_t high) {
    int64_t *number = &request->number[argument], given = *number;
    if (!request->given[argument] || request->mate_infinite || (given >= low && given <= high))
        return;
    *number = given < low ? low : high;
    uci_say(uci, "info string %s must be %" PRId64 " to %" PRId64, argument_names[argument], low,
            high);
}

// Milliseconds of a move with a time of its own, less what may be lost on the way.
static int64_t move_time(int64_t milliseconds) {
    int64_t kept = milliseconds / OVERHEAD_PART;
    milliseconds -= kept < 10 ? kept : 10;
    return milliseconds > 0 ? milliseconds : 1;
}

static struct session_search search_of(const struct uci *uci, const struct request *request) {
    bool first = session_position(uci->session)->side == FIRST;
    bool white = first == (*uci->dialect->first_clock == 'w');
    const int64_t *number = request->number;
    const bool *given = request->given;
    struct session_search search = {
        .limits = {.depth = (int)number[DEPTH],
                   .nodes = (uint64_t)number[NODES],
                   .mate = 2 * (int)number[MATE],
                   .root_moves = request->has_moves ? request->moves : NULL,
                   .root_move_count = request->move_count},
        .has_clock = given[white ? WTIME : BTIME] || given[BYOYOMI],
        .clock = {.remaining = number[white ? WTIME : BTIME],
                  .increment = number[white ? WINC : BINC],
                  .byoyomi = number[BYOYOMI],
                  .moves_to_go = (int)number[MOVESTOGO]},
    };
    // Bots say both: what the clock can spare is the most. A clock without any time is none.
    if (given[MOVETIME]) {
        const struct clock *clock = &search.clock;
        search.has_clock = search.has_clock && clock->remaining + clock->byoyomi > 0;
        search.limits.milliseconds = move_time(number[MOVETIME]);
    }
    bool bounded = search.has_clock || given[MOVETIME] || given[DEPTH] || given[NODES];
    if (given[MATE] && !bounded) { // where there is none so short it ends, too
        bounded = true;
        search.limits.depth = search.limits.mate + 4;
        search.limits.depth = search.limits.depth < PLY_MAX ? search.limits.depth : PLY_MAX - 1;
    }
    search.mode = request->ponder                 ? THINK_PONDER
                  : request->infinite || !bounded ? THINK_INFINITE
                                                  : THINK_NORMAL;
    return search;
}

// The search for the rest of a line of mate.
static bool solve_on(struct uci *uci, struct error *error) {
    struct session_search search = {.limits = {.mate = PLY_MAX, .lines = 1}, .mode = THINK_NORMAL};
    if (uci->solve_until) {
        int64_t left = uci->solve_until - control_now();
        search.limits.milliseconds = left > 0 ? left : 1;
    }
    return session_search(uci->session, &search, error);
}

static bool go(struct uci *uci, char *text, struct error *error) {
    struct request *request = mem_calloc(1, sizeof *request);
    bool solves = false, done = read_request(uci, text, request, error);
    if (done && (request->number[PERFT] < 0 || request->number[PERFT] > PERFT_MAX))
        done = error_set(error, "perft must be 0 to %d", PERFT_MAX);
    if (done) {
        keep_range(uci, request, DEPTH, 1, 1000);
        keep_range(uci, request, NODES, 1, INT64_MAX);
        keep_range(uci, request, MOVETIME, 1, INT32_MAX);
        keep_range(uci, request, MOVESTOGO, 0, 10000);
        keep_range(uci, request, MATE, 1, uci->dialect->is_usi ? INT32_MAX : PLY_MAX);
        struct session_search search = search_of(uci, request);
        solves = uci->dialect->is_usi && request->given[MATE];
        uci->told = MOVE_NONE;
        uci->solves = solves;
        uci->counts = request->given[PERFT];
        if (solves) {
            uci->solved = 0;
            uci->solve_until = request->mate_infinite ? 0 : control_now() + request->number[MATE];
            done = solve_on(uci, error);
        } else if (request->given[PERFT]) {
            done = session_perft(uci->session, (int)request->number[PERFT], error);
        } else if (flag_outcome(session_position(uci->session)).result != RESULT_NONE) {
            uci_say(uci, "bestmove %s", uci->dialect->no_move); // over although there are moves
        } else if (uci->dialect->is_usi && search.mode == THINK_NORMAL &&
                   outcome_can_declare(session_position(uci->session))) {
            uci_say(uci, "bestmove win");
        } else {
            done = session_search(uci->session, &search, error);
        }
    }
    free(request);
    return done;
}

// What is not searched is answered at once: nobody is to wait for a move.
void uci_go(struct uci *uci, char *text) {
    struct error error = {""};
    bool solves = uci->dialect->is_usi && strncmp(text, argument_names[MATE], 4) == 0;
    if (uci->lost) // a move of another position would be wrong
        error_set(&error, "nothing to search: the last position could not be read");
    else if (go(uci, text, &error))
        return;
    uci_say(uci, "info string %s", error.text);
    if (solves)
        uci_say(uci, "checkmate notimplemented");
    else
        uci_say(uci, "bestmove %s", uci->dialect->no_move);
}

// News

static void add_score(struct uci *uci, const struct search_result *result) {
    int score = result->score, plies = SCORE_MATE - abs(score);
    int mate = uci->dialect->is_usi ? plies : (plies + 1) / 2;
    if (score_is_mate(score))
        buffer_printf(&uci->line, " score mate %d", score > 0 ? mate : -mate);
    else
        buffer_printf(&uci->line, " score cp %d", score);
    if (result->bound == BOUND_LOWER)
        buffer_text(&uci->line, " lowerbound");
    else if (result->bound == BOUND_UPPER)
        buffer_text(&uci->line, " upperbound");
}

static void inform(struct uci *uci, const struct thought *thought) {
    const struct search_result *result = &thought->result;
    int64_t milliseconds = thought->milliseconds > 0 ? thought->milliseconds : 1;
    buffer_printf(&uci->line, "info depth %d seldepth %d multipv %d", result->depth,
                  result->deepest, result->line + 1);
    add_score(uci, result);
    buffer_printf(&uci->line, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRId64 " pv",
                  thought->nodes, thought->nodes * 1000 / (uint64_t)milliseconds, thought->full,
                  thought->milliseconds);
    for (int i = 0; i < result->pv_length; i++) {
        buffer_char(&uci->line, ' ');
        uci_add_move(uci, result->pv[i]);
    }
    uci_flush(uci);
    if (result->line == 0)
        uci->told = result->pv_length > 0 ? result->pv[0] : MOVE_NONE;
}

static void answer(struct uci *uci, const struct thought *thought) {
    const struct search_result *result = &thought->result;
    if (result->best == MOVE_NONE) {
        uci_say(uci, "bestmove %s", uci->dialect->no_move);
        return;
    }
    if (result->depth > 0 && result->best != uci->told)
        inform(uci, thought); // a better move from the last, unfinished iteration
    buffer_text(&uci->line, "bestmove ");
    uci_add_move(uci, result->best);
    if (result->pv_length > 1) {
        buffer_text(&uci->line, " ponder ");
        uci_add_move(uci, result->pv[1]);
    }
    uci_flush(uci);
}

// Plays the moves found and looks for the rest of the mate; in the end sends the whole line.
static void solve(struct uci *uci, const struct search_result *result) {
    bool mates = result->best != MOVE_NONE && score_is_mate(result->score) &&
                 (result->score > 0) == (uci->solved % 2 == 0);
    int wanted = mates ? SCORE_MATE - abs(result->score) : 0;
    struct error error = {""};
    const char *failure = uci->solved == 0 && result->best == MOVE_NONE ? "nomate" : "timeout";
    for (int i = 0; i < result->pv_length && i < wanted && mates; i++) {
        mates = session_play(uci->session, result->pv[i], &error);
        uci->solved += mates;
    }
    if (mates && result->pv_length < wanted && solve_on(uci, &error))
        return;
    buffer_text(&uci->line, "checkmate ");
    int start = session_ply(uci->session) - uci->solved;
    if (!mates || result->pv_length < wanted)
        buffer_text(&uci->line, failure);
    for (int i = 0; i < uci->solved && mates && result->pv_length >= wanted; i++) {
        if (i > 0)
            buffer_char(&uci->line, ' ');
        uci_add_move(uci, session_move(uci->session, start + i));
    }
    uci_flush(uci);
    while (session_ply(uci->session) > start)
        session_take_back(uci->session);
    uci->solved = 0;
}

void uci_report(struct uci *uci, const struct thought *thought) {
    switch (thought->kind) {
    case THOUGHT_LINE:
        if (!uci->solves || uci->solved == 0)
            inform(uci, thought);
        break;
    case THOUGHT_COUNT:
        uci_add_move(uci, thought->result.best);
        buffer_printf(&uci->line, ": %" PRIu64, thought->result.nodes);
        uci_flush(uci);
        break;
    case THOUGHT_RESULT:
        if (uci->counts)
            uci_say(uci, "Nodes searched: %" PRIu64, thought->result.nodes);
        else if (uci->solves)
            solve(uci, &thought->result);
        else
            answer(uci, thought);
    }
}
