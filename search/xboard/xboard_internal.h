// SPDX-License-Identifier: GPL-3.0-or-later
// The inside of the CECP front end, shared by xboard*.c. Others use xboard.h.
#pragma once

#include "betza.h"
#include "notation.h"
#include "variant.h"
#include "xboard.h"

// Move sets in the Betza dialect that XBoard 4.9 reads in a `piece` command. It differs from ours
// (betza.h): no lh rh fh bh halves, no brackets for lion power, a pair of letters for each
// diagonal quarter, and the letters of second legs relative to the first.

enum { XBOARD_BETZA_TEXT = 512 };

// Writes the move set and returns `text`, or NULL where the dialect has no words for it: legs of
// different atoms or ranges, three legs that turn in more than one way. The pass of a piece with
// lion power is not said there: XBoard has a move of its own for it.
char *xboard_betza(const struct movement *movement, char text[XBOARD_BETZA_TEXT]);

// A game as XBoard 4.9 is told of it: its name, and for a game that XBoard does not know the
// `setup` line (which picture stands for which piece, board and hands, start) and `piece` lines.
//
// Games of our own are made children of XBoard's Chu Shogi: of its variants that one alone lets
// every piece promote by `+`, in a zone that it leaves to the engine, and knows the pass.

enum {
    // What XBoard has room for: ranks of the board, and of the columns of pieces in hand beside it,
    // one rank a type; files with those columns (4 files).
    XBOARD_RANKS_MAX = 15,
    XBOARD_FILES_MAX = 16,
    XBOARD_HAND_FILES = 4,
    XBOARD_RANKS_FROM_0 = 10, // ranks of the one board that it numbers from 0
    XBOARD_PLACES = 66 // pictures, in the order of its pieceToChar tables; the last is the King's
};

struct xboard_setup {
    const struct variant *variant; // not owned
    const struct rules *rules;     // not owned
    bool known;                    // XBoard has this game: board, pieces and start are its own
    uint8_t hand_count;
    uint8_t hand_rows;          // that XBoard is told of, hand_count or one more
    uint8_t height;             // ranks of its board, with those that only pieces in hand need
    uint8_t low_rank;           // what it calls the lowest rank: 1, or 0 where its board has ten
    Type hand[BASE_TYPES];      // the types in hand from their first rank on, in XBoard's order
    Type places[XBOARD_PLACES]; // the piece shown by each picture, 0 = none
};

// The name of the game in CECP: what its file says that XBoard calls it, else its own name without
// `-` (XBoard takes "chu-..." for its Chu Shogi). Returns `name`.
char *xboard_name(const struct variant *variant, char name[NAME_TEXT]);

// True when `name` means the variant: as above, its own name, or one with the size of a board in
// front ("12x12+0_chu").
bool xboard_names(const struct variant *variant, const char *name);

// Chooses pictures and places of the pieces in hand: pictures that the file chooses, then by name,
// by moves, by a word of the name, any. False when XBoard has no room for the board
// and its hands, when there is no single royal piece to stand for its King, or more pieces than
// pictures: then the game can be played, but XBoard cannot show it.
// Variant and rules must live as long as the setup.
bool xboard_setup_init(struct xboard_setup *setup, const struct variant *variant,
                       const struct rules *rules);

// Hands the lines that answer `variant` to `line`, one by one, without their ends.
void xboard_setup_print(const struct xboard_setup *setup,
                        void (*line)(void *context, const char *text), void *context);

// Writes `text` with the number behind each small letter `by` higher, for boards of ten ranks,
// which this protocol numbers from 0: "a9b10" for "a8b9". False, and "" where there is room for it,
// when a number would become negative or the text too long for `size`. FENs need no such
// translation (notation.h reads XBoard's).
bool xboard_shift_ranks(const char *text, int by, char *out, size_t size);

// The marks that show where a piece may go.
enum { XBOARD_HIGHLIGHT_TEXT = 2 * BOARD_MAX * BOARD_MAX };

// What the user has picked up.
struct xboard_lift {
    Square from; // SQUARE_NONE: a piece in hand, or nothing
    Square via;  // where the first leg of a two-step move has ended, or SQUARE_NONE
    Type drop;   // 0: nothing in hand is picked up
};

// Reads the square of a `lift` command, given what was picked up before: a piece of the side to
// move, a square that it takes on its way, or a place beside the board, where pieces are in hand.
struct xboard_lift xboard_lift(const struct xboard_setup *setup, const struct position *position,
                               struct xboard_lift before, const char *square);

// Writes the colours of the squares where the lifted piece may go by one of the `count` moves, for
// a `highlight` command, and returns `text`: Y empty, R capture, M promotion to be chosen, C a
// piece that may be taken on the way.
char *xboard_highlight(const struct position *position, struct xboard_lift lift, const Move *moves,
                       int count, char text[XBOARD_HIGHLIGHT_TEXT]);

// The front end

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
    int64_t told;      // by `time` since then; 0 = nothing
    bool has_clock;    // `level` or `time` has come
    int session_moves; // moves in one period of `level`; 0 = the whole game
    int64_t base, increment;
    int64_t remaining; // on the engine's clock
    int moves_made;    // by the engine since `level`

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

// xboard_text.c

// Answers `protover`.
void xboard_features(struct xboard *xboard);
// `variant NAME`; answers with the setup.
bool xboard_variant(struct xboard *xboard, const char *name);
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
void xboard_hint(struct xboard *xboard);
void xboard_status(struct xboard *xboard);
// News of the engine for a struct xboard.
void xboard_thought(void *context, const struct thought *thought);
// Says how the game ended, if it has, and then returns true.
bool xboard_game_over(struct xboard *xboard);
