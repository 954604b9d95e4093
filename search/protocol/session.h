// SPDX-License-Identifier: GPL-3.0-or-later
// What every engine protocol needs: a game by its rules with take-back, options by name, and an
// engine that thinks meanwhile. A session belongs to one thread; session_serve is its loop.
#pragma once

#include "engine.h"
#include "outcome.h"

struct session;

// Reads a values file (path NULL: values_default) for the tables: values_file_load. Passed in
// because this folder knows no files.
typedef bool session_load_values(const char *path, const struct tables *tables,
                                 struct values *values, struct error *error);

// A session at the start position of `variant` under `rules`; both are copied. NULL and `error` for
// rules that make no sense. Destroy with session_destroy (NULL is fine).
struct session *session_create(const struct variant *variant, const struct rules *rules,
                               session_load_values *load, struct error *error);
void session_destroy(struct session *session);

// Options: the rows of options.def, then every rule toggle, by its name in rules.def.
enum { OPTION_TEXT = 1024 }; // room for the value of one, with the final 0
enum option_kind { OPTION_SPIN, OPTION_CHECK, OPTION_COMBO, OPTION_STRING, OPTION_FILE };

struct session_option {
    const char *name; // as in options.def or rules.def
    enum option_kind kind;
    char value[OPTION_TEXT]; // the current one
    int low, high;           // of a spin
    int choice_count;        // of a combo
    const char *choices[32];
    bool applies; // false for rules that the variant does not have
};

// From index 0 on; false behind the last.
bool session_option(const struct session *session, int index, struct session_option *option);

// Sets an option by name; case, and '_' for ' ', do not matter in the names of options.def. A rule,
// preset or variant begins a new game at the start position; a variant brings its own rules and
// values. Not while thinking. Errors (nothing is changed): no such option, value or file; each says
// what would be right.
bool session_set_option(struct session *session, const char *name, const char *value,
                        struct error *error);

// The game

const struct tables *session_tables(const struct session *session);
const struct position *session_position(const struct session *session);
int session_ply(const struct session *session);            // moves played
Move session_move(const struct session *session, int ply); // 0 <= ply < session_ply
Move session_last_move(const struct session *session);     // MOVE_NONE at the start
// Has it ended? Asks the rules each time.
struct outcome session_outcome(struct session *session);
// True when the rules of the game allow the move now (repetition included).
bool session_is_legal(struct session *session, Move move);

// A new game from a FEN (NULL: the start position). What the engine learned stays. On an error
// nothing is changed. Game functions are allowed while thinking: the search has its own copy.
bool session_start(struct session *session, const char *fen, struct error *error);
// Plays a legal move. Error: illegal, forbidden as a repetition.
bool session_play(struct session *session, Move move, struct error *error);
// Takes the last move back; false at the start.
bool session_take_back(struct session *session);

// Thinking

enum think_mode {
    THINK_NORMAL,
    THINK_PONDER,  // on the other side's time: no clock, and no result before
                   // session_ponder_hit
    THINK_INFINITE // no result before session_stop
};

struct session_search {
    // control is not used; lines 0: the option MultiPV. With several threads each takes its part of
    // the nodes, and the same question need not give the same answer.
    struct limits limits;
    bool has_clock;     // then its times are put into `limits`, unless those have less time
    struct clock clock; // of the side to move
    enum think_mode mode;
};

// Makes the engine ready: allocates, reads the values. Happens by itself when a search begins; ask
// here to hear of errors early. Not while thinking.
bool session_prepare(struct session *session, struct error *error);
// What a score of the engine, which must be ready, means: engine_expected.
double session_expected(const struct session *session, int score);
// Forgets what the engine learned. Not while thinking.
void session_new_game(struct session *session);

enum thought_kind {
    THOUGHT_LINE,   // a line of an iteration, or a bound of its score
    THOUGHT_COUNT,  // perft: result.best and the leaves behind it (nodes)
    THOUGHT_RESULT, // the search has ended; for perft `nodes` is the sum
};

struct thought {
    enum thought_kind kind;
    struct search_result result;
    uint64_t nodes;       // of all threads
    int64_t milliseconds; // since the start
    int full;             // thousandths of the table that this search has filled
};

// Starts a search of the current position; not while thinking. Its news come through session_serve.
bool session_search(struct session *session, const struct session_search *search,
                    struct error *error);
// Starts perft in the same way: a THOUGHT_COUNT for each move, then the result.
bool session_perft(struct session *session, int depth, struct error *error);
bool session_thinking(const struct session *session); // until its result was delivered
void session_ponder_hit(struct session *session);
void session_stop(struct session *session);   // the result comes soon
void session_cancel(struct session *session); // waits; there will be no result

// The loop: gives lines of `input` and news of the engine to the front end, one at a time, all on
// the calling thread, until `line` returns false. At the end of input a search that ends by itself
// may do so, others are stopped; then it returns.
struct session_events {
    void *context;
    bool (*line)(void *context, char *line); // false: leave the loop; the line may be written into
    void (*thought)(void *context, const struct thought *thought);
    void (*too_long)(void *context); // a line was left out; see line_reader.h
    bool (*closed)(void *context);   // true: nobody listens any more, leave the loop
};

// Cancels what still runs when it returns. False and `error` when the input cannot be watched.
bool session_serve(struct session *session, int input, const struct session_events *events,
                   struct error *error);
