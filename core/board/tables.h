// SPDX-License-Identifier: GPL-3.0-or-later
// (variant, rules) folded into what generation, evaluation and outcome index at run time. Built
// once, read-only afterwards, shared by all threads. Nothing in a hot loop asks `struct rules`.
#pragma once

#include <assert.h>
#include <limits.h>

#include "move.h"
#include "variant.h"

enum {
    ROYALS_MAX = 8,
    PIECES_MAX = BOARD_MAX * BOARD_MAX,
    // No list is longer: each square can be reached along 8 rays and by 16 leaps, promoting or not,
    // and be dropped on by 26 types; a piece with lion power adds 64 two-step moves. Walks reach a
    // square from more places, but n pieces have at most 2 n (144 - n) such moves, which is less.
    MOVES_MAX = PIECES_MAX * (2 * (DIRECTIONS + LEAPS) + 26 + 64)
};

enum { KING_ZONE_OFFSETS = 4 * GRID * GRID };
enum { LINES = 2 * GRID + 2 * (2 * GRID - 1) }; // ranks, files, diagonals, antidiagonals

// May not stay as it is; may promote, whatever the trigger says.
enum { ARRIVAL_STRANDED = 1, ARRIVAL_PROMOTES = 2 };

// How a piece goes, as far as the worth of its square depends on it: as the last of these that it
// is.
enum gait { GAIT_STEP, GAIT_SLIDE, GAIT_PAWN, GAIT_ROYAL, GAITS };

// What a position keeps of a piece beside its square and its side.
enum trait {
    TRAIT_JUMPER = 1, // captures by a leap, or has lion power
    TRAIT_FAR = 2,    // slides or leaps
    TRAIT_NIFU = 4,   // a Pawn that no second may join on its file
    TRAIT_ROYAL = 8
};

// How games end. A fate is that of the side to move.
enum fate { FATE_LOST = -1, FATE_DRAWN, FATE_WON };
enum no_move { NO_MOVE_STALEMATE, NO_MOVE_MATE, NO_MOVE_PAWN_DROP_MATE, NO_MOVES }; // no legal one
enum pressing { PRESSING_NONE, PRESSING_CHECKS, PRESSING_ATTACKS }; // what may not go on for ever

enum { FLAG_NEVER = UINT8_MAX }; // no way leads to a flag square

struct repetition {
    uint8_t occurrences;     // of a position: the last one
    bool forbids;            // ... is illegal to bring about; otherwise it ends the game
    uint8_t pressing;        // by which one side alone, at every move, loses what it repeats
    bool lion_rules;         // a capture that they forbid is no attack
    int8_t otherwise[SIDES]; // fate of the side to move when nobody has, or both
};

struct ray { // from a square in a direction: its line in `occupied` of a position, and the shift
             // that leaves of it what comes after the square
    uint8_t line, shift;
};

struct tables {
    struct variant variant;
    struct rules rules;
    int files, ranks;

    Piece piece_of_letter[UCHAR_MAX + 1]; // of a FEN's characters; PIECE_EMPTY where it is none

    // By piece (type and owner), absolute directions.
    uint8_t move_range[PIECES][DIRECTIONS];
    uint8_t capture_range[PIECES][DIRECTIONS];
    uint16_t move_leaps[PIECES], capture_leaps[PIECES];
    uint16_t lame_move_leaps[PIECES], lame_capture_leaps[PIECES];
    // Where it has a range of exactly 1, the same for move and capture: neighbours of its square,
    // row by row from the south-west, each row a Line.
    uint64_t steps[PIECES];
    uint8_t slides[PIECES];          // the other directions in which it moves or captures
    uint16_t leaps[PIECES];          // of all four kinds
    uint16_t shadowed_leaps[PIECES]; // leaps whose square a slide of the same piece reaches too
    uint8_t gait[PIECES];            // an enum gait
    bool promotes[PIECES];           // has a promoted form and is not in it
    bool royal[PIECES];
    bool crowns[PIECES]; // no royal, but its promoted form is one
    bool several_royals; // a side can have more than one: then a royal is worth something
    bool on_board[SQUARES];
    Piece empty_board[SQUARES]; // without a piece: what position_clear begins with
    Line empty_lines[LINES];
    struct ray rays[SQUARES][DIRECTIONS];
    bool has_lame; // some piece leaps lamely

    // Walks: see walks.h.
    bool has_walks; // some piece has any
    bool by_trial;  // lame leaps or walks: every move is tried for the King's safety
    uint8_t walk_count[PIECES];
    uint8_t walk_reach[PIECES][KING_ZONE_OFFSETS / 8]; // bit king_zone_offset: may capture there
    Line start_squares[PIECES][GRID]; // where the piece stands at the start; empty without walks

    // Lion power and the Lion-trading rules.
    bool has_lion_power;
    uint8_t second_steps[PIECES][DIRECTIONS]; // directions of the step after a first one
    uint8_t first_steps[PIECES];              // first steps that have a second
    bool lion[PIECES], lion_minor[PIECES];
    int counterstrike; // LION_COUNTERSTRIKE_...
    bool kirin_exception, kirin_always, midpoint_protection, counterstrike_stops_lions;
    bool lawful_protection; // a retake against the Lion rules protects nothing
    bool special_moves;     // Lions, lion power, remembered deferral, pieces that crown, forced
                            // promotion, spared pieces: so SPECIAL
    uint32_t spared[SIDES]; // base types (bit 1 << type) that this side may not capture
    bool lion_paths;        // perft only: count every path of a two-step move, as Lishogi does

    uint8_t traits[PIECES]; // bits of enum trait

    // king_zone_attacks[piece][king_zone_offset]: which of the 9 squares around a point the piece
    // attacks, and which of those only if nothing stands between; see king_zone.h.
    uint32_t king_zone_attacks[PIECES][KING_ZONE_OFFSETS];
    // board_around[square]: which of the 5x5 squares around it are on the board; see king_zone.h.
    uint32_t board_around[SQUARES];
    uint16_t board_zone[SQUARES]; // ... of the king zone around it
    // king_zone_towards[king_zone_offset]: the directions in which a slide from a square enters the
    // king zone.
    uint8_t king_zone_towards[KING_ZONE_OFFSETS];
    uint8_t king_zone_distance[KING_ZONE_OFFSETS]; // [king_zone_offset]: King steps between the two
                                                   // squares
    int8_t king_zone_direction[KING_ZONE_OFFSETS]; // the direction to the centre, -1 where none
                                                   // leads there
    // Squares of a king zone from which the piece attacks its centre by a step or a slide; and
    // those in whose direction it does so from farther away.
    uint16_t zone_attacks_from[PIECES], slides_from[PIECES];
    uint32_t leaps_to[PIECES];   // squares of the 5x5 around it that it leaps to
    uint32_t leaps_from[PIECES]; // squares of the 5x5 from which it attacks the centre by a leap
    uint32_t leapers;            // base types that have any, as hand_types of a position has them

    // Promotion. in_zone[side][square]; a move may promote if bit
    // (from in zone) + 2 (to in zone) + 4 (captures) of promotion_trigger is set.
    uint8_t in_zone[SIDES][SQUARES];
    uint8_t promotion_trigger;
    bool forced_promotion;            // whatever may promote by a move must
    bool stranded[PIECES][SQUARES];   // the piece may not arrive there in this form
    uint8_t arrival[PIECES][SQUARES]; // both that and promotion, as bits for generation
    bool remembers_deferral;          // pieces that declined on entry are marked (regain, delay)
    bool deferral_passes;             // ... for one turn only (delay)
    bool dead[PIECES][SQUARES];       // the piece could never move again
    uint8_t dead_squares[SIDES];      // how many there are where some piece of the side could not

    // Drops, by side and base type: squares of each rank (grid index) where a drop is allowed.
    Line drop_ranks[SIDES][BASE_TYPES][GRID];
    bool drop_anywhere[SIDES][BASE_TYPES]; // the whole board
    Line board_ranks[GRID];                // squares of the board
    bool drops;
    Type nifu_pawn; // 0 when nifu is off
    Type mate_pawn; // 0 unless a Pawn drop that mates is illegal
    Type rash_pawn; // 0 unless a Pawn drop that mates loses
    bool legality;  // leaving the only royal in check is illegal

    // Ends of games: the referee and searches index the same.
    int8_t no_move[NO_MOVES]; // fate without a legal move; tables_no_move says which it is
    struct repetition repetition;
    uint8_t bare_royal; // BARE_ROYAL_...

    // Wins on flag squares: see referee/flag.h. All empty when the rule is off.
    uint8_t flag; // FLAG_...
    bool flag_piece[PIECES];
    Line flag_squares[SIDES][GRID];
    Line flag_near[SIDES][GRID]; // from where one of the side's flag pieces might go to one
    uint32_t flag_types;         // flag pieces that may be dropped: bits as hand_types
    // Moves from there to a flag square on an empty board, or FLAG_NEVER; of flag pieces alone.
    uint8_t flag_moves[PIECES][SQUARES];

    // Impasse by declaration (rules.md 5: half of all points, and 10 pieces per 27 squares of
    // zone).
    int impasse_points[SIDES]; // 0 when off
    int impasse_pieces;

    // Zobrist keys; distinct and non-zero. They stand last: fill_keys writes them all.
    uint64_t key_piece[PIECES][SQUARES];
    uint64_t key_hand[SIDES][BASE_TYPES]; // odd; a hand of n pieces takes part as n times it
    uint64_t key_side;
    uint64_t key_lion[SQUARES];
    uint64_t key_deferred[SQUARES];
};

// Fills `tables`. Errors: a rule combination that makes no sense on this board.
bool tables_build(struct tables *tables, const struct variant *variant, const struct rules *rules,
                  struct error *error);

// Is it a game that ships, by its default rules or by `any`? A file of the user's own is where it
// prints alike (variant_print): under the same name, with the same pieces.
bool tables_are_shipped(const struct tables *tables, bool any);

// True when `piece` may promote by going from `from` to `to`: the trigger says so, or the square
// itself (it would be stranded there unpromoted, unless that bars the move, or last-rank-promotion
// allows it).
static inline bool tables_may_promote(const struct tables *tables, Piece piece, Square from,
                                      Square to, bool captures) {
    assert(tables->on_board[from] && tables->on_board[to]);
    if (!tables->promotes[piece])
        return false;
    if (tables->arrival[piece][to] & ARRIVAL_PROMOTES)
        return true;
    enum side side = piece_side(piece);
    int index = tables->in_zone[side][from] + 2 * tables->in_zone[side][to] + 4 * captures;
    return (tables->promotion_trigger >> index) & 1;
}

// Restricted play: may `side` not capture this piece?
static inline bool tables_spares(const struct tables *tables, enum side side, Piece piece) {
    return tables->spared[side] >> piece_base(piece) & 1; // no square is a base type
}

// True when a side may drop such a piece at all.
static inline bool tables_may_drop(const struct tables *tables, enum side side, Type base) {
    for (int rank = 0; rank < GRID; rank++)
        if (tables->drop_ranks[side][base][rank])
            return true;
    return false;
}

// What it is to have no legal move after `last`; in_check where check must be answered.
static inline enum no_move tables_no_move(const struct tables *tables, bool in_check, Move last) {
    bool rash = tables->rash_pawn && move_is_drop(last) && move_dropped(last) == tables->rash_pawn;
    return !in_check ? NO_MOVE_STALEMATE : rash ? NO_MOVE_PAWN_DROP_MATE : NO_MOVE_MATE;
}

// Fate of `side`, which is to move, by a repetition: was it pressed at every move, was the other
// side?
static inline enum fate tables_repetition_fate(const struct tables *tables, enum side side,
                                               bool pressed, bool presses) {
    assert(side < SIDES);
    if (pressed != presses)
        return pressed ? FATE_WON : FATE_LOST;
    return (enum fate)tables->repetition.otherwise[side];
}
