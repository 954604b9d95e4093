// SPDX-License-Identifier: GPL-3.0-or-later
// One walk over the pieces serves listing and counting: `struct sink` says where moves go. Legality
// is settled before a move is written: checkers and pins are found once (attacks.c).
#include "movegen.h"

#include <assert.h>
#include <string.h>

#include "attacks.h"
#include "king_zone.h"
#include "movegen_internal.h"
#include "walks.h"

enum mode {      // constant wherever moves are generated, so that unasked code falls away
    LISTING = 1, // write moves; otherwise only count
    SPECIAL = 2, // the game has what `special_moves` of its tables tells
    CHECKS = 4,  // of the drops only those that check an only royal
    ANY_LISTING = LISTING | SPECIAL
};

enum { MOVES_OF_PIECE = 2 * (DIRECTIONS * BOARD_MAX + LEAPS) }; // at most, two-step ones apart

struct sink {
    Move *list; // end of the list; counting leaves it NULL
    int count;
};

// Inside the zone a piece may promote by any move unless it has declined on entry, as marked.
static bool may_promote_inside(const struct position *position, Piece piece, Square from,
                               Square to) {
    const struct tables *tables = position->tables;
    enum side side = piece_side(piece);
    return tables->promotes[piece] && tables->in_zone[side][from] && tables->in_zone[side][to] &&
           !(position->deferred[from / GRID] >> (from % GRID) & 1);
}

// Writes or counts a board move with and without promotion; `more` = flags of a two-step move.
INLINE void emit(struct sink *sink, const struct position *position, Piece piece, Square from,
                 Square to, Move more, bool captures, int mode) {
    const struct tables *tables = position->tables;
    bool stranded = tables->arrival[piece][to] & ARRIVAL_STRANDED;
    bool promotes = tables_may_promote(tables, piece, from, to, captures);
    if ((mode & SPECIAL) && tables->remembers_deferral)
        promotes |= may_promote_inside(position, piece, from, to);
    if ((mode & SPECIAL) && tables->forced_promotion)
        stranded |= promotes;
    if (mode & LISTING) {
        Move move = move_make(from, to) | more;
        if (promotes)
            *sink->list++ = move | MOVE_PROMOTE;
        if (!stranded)
            *sink->list++ = move;
    } else {
        sink->count += promotes + !stranded;
    }
}

// False when the Lion-trading rules forbid a direct capture.
INLINE bool lion_allows(struct position *position, int from, int to, int mode) {
    return !(mode & SPECIAL) || !position->tables->lion[position->board[to]] ||
           lion_capture_is_legal(position, move_make((Square)from, (Square)to));
}

static void leave_spared(const struct position *position, struct squares *targets) {
    for (int rank = RIM; rank < RIM + position->tables->ranks; rank++)
        for (uint32_t bits = targets->rank[rank] & position->occupied[rank]; bits;
             bits &= bits - 1) {
            int to = rank * GRID + __builtin_ctz(bits);
            if (tables_spares(position->tables, position->side, position->board[to]))
                targets->rank[rank] &= (Line) ~(1u << to % GRID);
        }
}

// Where board moves of those kinds may end, within a set (NULL: anywhere).
INLINE void find_targets(const struct position *position, int kinds, const struct squares *within,
                         struct squares *targets) {
    Line enemies = kinds & MOVES_CAPTURES ? (Line)~0 : 0;
    Line empty = kinds & MOVES_QUIETS ? (Line)~0 : 0;
    for (int rank = 0; rank < GRID; rank++)
        targets->rank[rank] = (Line)((position->pieces[!position->side][rank] & enemies) |
                                     (~position->occupied[rank] & empty));
    if (within)
        squares_keep(targets, within);
    if (position->tables->spared[position->side])
        leave_spared(position, targets);
}

// The squares next to those of a set, by words of position_pieces_word: on the board no file is
// next to the end of a word.
INLINE void find_beside(const struct squares *set, uint64_t *beside) {
    uint64_t row[PIECES_WORDS]; // the set, and what is beside it in its ranks
    for (int word = 0; word < PIECES_WORDS; word++) {
        uint64_t bits = squares_word(set, word);
        row[word] = bits | bits << 1 | bits >> 1;
    }
    for (int word = 0; word < PIECES_WORDS; word++) {
        beside[word] = row[word] | row[word] << GRID | row[word] >> GRID;
        if (word > 0)
            beside[word] |= row[word - 1] >> (PIECES_WORD - GRID);
        if (word + 1 < PIECES_WORDS)
            beside[word] |= row[word + 1] << (PIECES_WORD - GRID);
    }
}

// The squares of a set around `square`, as tables->steps has them, among others: the rim leaves
// room for a fourth rank.
INLINE uint64_t around(const Line *ranks, Square square) {
    unsigned first = square - GRID - 1u;
    return line_four(&ranks[first / GRID]) >> first % GRID;
}

// Their directions, where each is the first, second or third bit of its row. The product has the
// three rows one after the other: south-west first, north-east last.
#define BESIDE_SOUTH(n)                                                                            \
    (n), (n) | 0x20, (n) | 0x10, (n) | 0x30, (n) | 0x08, (n) | 0x28, (n) | 0x18, (n) | 0x38
#define BESIDE_WEST(n) BESIDE_SOUTH(n), BESIDE_SOUTH((n) | 0x40)
#define BESIDE_ROW(n) BESIDE_WEST(n), BESIDE_WEST(n), BESIDE_WEST((n) | 4), BESIDE_WEST((n) | 4)
#define BESIDE_NORTH_WEST(n) BESIDE_ROW(n), BESIDE_ROW((n) | 0x80)
#define BESIDE_NORTH(n) BESIDE_NORTH_WEST(n), BESIDE_NORTH_WEST((n) | 1)
INLINE uint32_t directions_of(uint64_t near) {
    static const uint8_t beside[1 << 9] = {BESIDE_NORTH(0), BESIDE_NORTH(2)};
    return beside[(near & 0x700070007) * (1ull << 26 | 1 << 13 | 1) >> 26 & 0x1FF];
}

// Does a move to one of the targets capture? Constant kinds often tell.
INLINE bool is_capture(const struct position *position, int to, int kinds) {
    return !(kinds & MOVES_QUIETS) ||
           ((kinds & MOVES_CAPTURES) && position->board[to] != PIECE_EMPTY);
}

// Moves of the piece on `from` to the targets of these kinds, two-step ones apart. `beside`: a
// target may be next to it.
INLINE void piece_moves(struct position *position, Square from, int kinds,
                        const struct squares *targets, bool beside, struct sink *sink, int mode) {
    const struct tables *tables = position->tables;
    Piece piece = position->board[from];
    const Piece enemy = ~piece & (PIECE_FIRST | PIECE_SECOND);
    uint64_t near = beside ? tables->steps[piece] : 0;
    if (near)
        near &= around(targets->rank, from);
    uint32_t steps = (mode & LISTING) && near ? directions_of(near) : 0; // counting has no order
    while (mode & LISTING ? steps != 0 : near != 0) {
        int to;
        if (mode & LISTING) {
            to = from + direction_delta[__builtin_ctz(steps)];
            steps &= steps - 1;
        } else {
            to = from - GRID - 1 + __builtin_ctzll(near);
            near &= near - 1;
        }
        bool captures = is_capture(position, to, kinds);
        if (!captures || lion_allows(position, from, to, mode))
            emit(sink, position, piece, from, (Square)to, 0, captures, mode);
    }
    if (!(tables->traits[piece] & TRAIT_FAR))
        return;
    for (uint32_t slides = tables->slides[piece]; slides; slides &= slides - 1) {
        unsigned d = (unsigned)__builtin_ctz(slides);
        int delta = direction_delta[d], distance = lines_distance(position, from, (int)d);
        if (kinds & MOVES_QUIETS) {
            int range = tables->move_range[piece][d];
            int quiets = range < distance - 1 ? range : distance - 1;
            for (int step = 1, to = from + delta; step <= quiets; step++, to += delta)
                if (squares_has(targets, to))
                    emit(sink, position, piece, from, (Square)to, 0, false, mode);
        }
        unsigned to = (unsigned)(from + distance * delta);
        // The board tells sooner than the targets.
        if ((kinds & MOVES_CAPTURES) && (position->board[to] & enemy) &&
            tables->capture_range[piece][d] >= distance && squares_has(targets, to) &&
            lion_allows(position, from, to, mode))
            emit(sink, position, piece, from, (Square)to, 0, true, mode);
    }
    uint32_t leaps = tables->leaps[piece];
    if (leaps && kinds == MOVES_CAPTURES && // mostly none of them captures
        !(king_zone_around(targets->rank, from) & tables->leaps_to[piece]))
        return;
    for (; leaps; leaps &= leaps - 1) {
        int leap = __builtin_ctz(leaps), to = from + leap_delta[leap];
        if (!squares_has(targets, to))
            continue;
        bool captures = is_capture(position, to, kinds);
        uint16_t jumps = captures ? tables->capture_leaps[piece] : tables->move_leaps[piece];
        if (!(jumps >> leap & 1)) {
            uint16_t lame =
                captures ? tables->lame_capture_leaps[piece] : tables->lame_move_leaps[piece];
            if (!(lame >> leap & 1) || lines_occupied(position, lines_lame_square(from, leap)))
                continue;
        }
        if (tables->shadowed_leaps[piece] >> leap & 1) {
            // A slide of the same piece that reaches the square has made this move already.
            int d = leap / 2;
            int range = captures ? tables->capture_range[piece][d] : tables->move_range[piece][d];
            if (range >= 2 && position->board[from + direction_delta[d]] == PIECE_EMPTY)
                continue;
        }
        if (!captures || lion_allows(position, from, to, mode))
            emit(sink, position, piece, from, (Square)to, 0, captures, mode);
    }
}

// Does the move leave the own royal out of check? By trying.
static bool is_safe(struct position *position, Move move) {
    enum side us = position->side;
    struct undo undo;
    position_make(position, move, &undo);
    bool safe = !position_side_in_check(position, us);
    position_unmake(position, move, &undo);
    return safe;
}

// Those of a list of moves that leave it so.
INLINE void add_safe(struct position *position, const Move *moves, const Move *end,
                     struct sink *sink, int mode) {
    for (const Move *move = moves; move < end; move++)
        if (is_safe(position, *move)) {
            if (mode & LISTING)
                *sink->list++ = *move;
            else
                sink->count++;
        }
}

// The King's own moves. Rays run through the square it leaves.
INLINE void king_moves(struct position *position, Square king, int kinds,
                       const struct squares *targets, struct sink *sink, int mode) {
    Move moves[MOVES_OF_PIECE];
    struct sink own = {.list = moves};
    piece_moves(position, king, kinds, targets, true, &own, mode | LISTING);
    if (own.list == moves)
        return;
    lines_flip(position, king);
    for (const Move *move = moves; move < own.list; move++)
        if (!attacks_on(position, move_to(*move), !position->side)) {
            if (mode & LISTING)
                *sink->list++ = *move;
            else
                sink->count++;
        }
    lines_flip(position, king);
}

bool movegen_drop_mates(struct position *position, Move drop) {
    assert(move_is_drop(drop) && position->hand[position->side][move_dropped(drop)] > 0);
    struct undo undo;
    position_make(position, drop, &undo);
    bool mates = !movegen_any(position);
    position_unmake(position, drop, &undo);
    return mates;
}

// ... by a walk.
static void add_walkers(const struct position *position, Piece piece, Square king,
                        struct squares *checking) {
    for (int rank = RIM; rank < RIM + position->tables->ranks; rank++) {
        uint32_t empty =
            (uint32_t)(position->tables->board_ranks[rank] & ~position->occupied[rank]);
        for (; empty; empty &= empty - 1) {
            int from = rank * GRID + __builtin_ctz(empty);
            if (walks_capture(position, piece, (Square)from, king, walks_none_gone))
                squares_add(checking, from);
        }
    }
}

// Adds the squares from which a piece, put there, would check the King on `king`.
static void add_checking(const struct position *position, Piece piece, Square king,
                         struct squares *checking) {
    const struct tables *tables = position->tables;
    for (int d = 0; d < DIRECTIONS; d++) {
        int range = tables->capture_range[piece][d], back = direction_opposite(d);
        if (range) {
            int empty = lines_distance(position, king, back) - 1;
            squares_add_line(checking, king, back, range < empty ? range : empty);
        }
    }
    unsigned lame = tables->lame_capture_leaps[piece];
    for (unsigned leaps = tables->capture_leaps[piece] | lame; leaps; leaps &= leaps - 1) {
        int leap = __builtin_ctz(leaps), from = king - leap_delta[leap];
        if ((tables->capture_leaps[piece] >> leap & 1) ||
            !lines_occupied(position, lines_lame_square(from, leap)))
            squares_add(checking, from);
    }
    if (tables->walk_count[piece])
        add_walkers(position, piece, king, checking);
}

// Squares from which a dropped Pawn would mate; they are the illegal ones.
static void find_mating_drops(struct position *position, const struct squares *allowed,
                              struct squares *mating) {
    const struct tables *tables = position->tables;
    enum side us = position->side;
    if (!tables->legality || position->royal_count[!us] != 1)
        return;
    Type pawn = tables->mate_pawn;
    struct squares checking = {{0}};
    add_checking(position, piece_make(pawn, us), position->royals[!us][0], &checking);
    for (int rank = 0; rank < GRID; rank++) {
        uint32_t bits = checking.rank[rank] & allowed->rank[rank];
        for (; bits; bits &= bits - 1) {
            int to = rank * GRID + __builtin_ctz(bits);
            if (movegen_drop_mates(position, move_drop(pawn, (Square)to)))
                squares_add(mating, to);
        }
    }
}

// Drops of the base types in the set `types`.
INLINE void drops(struct position *position, uint32_t types, const struct squares *mask,
                  struct sink *sink, int mode) {
    const struct tables *tables = position->tables;
    enum side us = position->side;
    if (!types || ((mode & CHECKS) && position->royal_count[!us] != 1))
        return;
    struct squares empty;
    int total = 0; // while listing only whether there are any
    int low = RIM, high = RIM + tables->ranks;
    for (int rank = low; rank < high; rank++) {
        uint32_t bits = (uint32_t)(tables->board_ranks[rank] & ~position->occupied[rank]);
        if (mask)
            bits &= mask->rank[rank];
        empty.rank[rank] = (Line)bits;
        total = mode & LISTING ? total | (int)bits : total + __builtin_popcount(bits);
    }
    if (total == 0)
        return;
    for (; types; types &= types - 1) {
        Type base = (Type)__builtin_ctz(types);
        bool special = base == tables->nifu_pawn || base == tables->mate_pawn;
        if (!(mode & LISTING) && !special && tables->drop_anywhere[us][base]) {
            sink->count += total;
            continue;
        }
        struct squares targets, mating = {{0}};
        Line files = base == tables->nifu_pawn ? (Line)~position->pawn_files[us] : (Line)~0;
        memset(&targets, 0, sizeof targets);
        for (int rank = low; rank < high; rank++)
            targets.rank[rank] = empty.rank[rank] & tables->drop_ranks[us][base][rank] & files;
        if (mode & CHECKS) {
            struct squares checking = {{0}};
            add_checking(position, piece_make(base, us), position->royals[!us][0], &checking);
            squares_keep(&targets, &checking);
        }
        if (base == tables->mate_pawn)
            find_mating_drops(position, &targets, &mating);
        for (int rank = low; rank < high; rank++) {
            uint32_t bits = (uint32_t)(targets.rank[rank] & ~mating.rank[rank]);
            if (!(mode & LISTING)) {
                sink->count += __builtin_popcount(bits);
                continue;
            }
            for (; bits; bits &= bits - 1)
                *sink->list++ = move_drop(base, (Square)(rank * GRID + __builtin_ctz(bits)));
        }
    }
}

// Leaves of a pinned piece's targets those on the line of its pin.
static void keep_on_line(const struct checks *checks, const struct pin *pin,
                         struct squares *targets) {
    struct squares line = {{0}};
    squares_add_line(&line, checks->king, pin->direction, pin->reach);
    squares_keep(targets, &line);
}

INLINE void board_moves(struct position *position, const struct checks *checks, int kinds,
                        const struct squares *targets, struct sink *sink, int mode) {
    enum side us = position->side;
    bool captures = kinds == MOVES_CAPTURES; // then most pieces have no target beside them
    uint64_t beside[PIECES_WORDS];
    if (captures)
        find_beside(targets, beside);
    for (int word = 0; word < PIECES_WORDS; word++) {
        uint64_t pieces = position_pieces_word(position, us, word);
        if (checks->matters)
            pieces &= ~squares_word(&checks->apart, word);
        if (captures)
            pieces &= beside[word] | ranks_word(position->far, word);
        for (; pieces; pieces &= pieces - 1) {
            int bit = __builtin_ctzll(pieces);
            Square from = (Square)(word * PIECES_WORD + bit);
            piece_moves(position, from, kinds, targets, !captures || (beside[word] >> bit & 1),
                        sink, mode);
        }
    }
    for (int i = 0; i < checks->pin_count; i++) {
        struct squares on_line = *targets;
        keep_on_line(checks, &checks->pins[i], &on_line);
        piece_moves(position, checks->pins[i].square, kinds, &on_line, true, sink, mode);
    }
}

INLINE void emit_two_step(struct position *position, const struct checks *checks, Square from,
                          Square via, Square to, struct sink *sink, int mode) {
    Piece piece = position->board[from];
    Move more = MOVE_TWO_STEP | (Move)via << MOVE_VIA_SHIFT, move = move_make(from, to) | more;
    if (!lion_capture_is_legal(position, move))
        return;
    bool captures = position_is_capture(position, move);
    if (!checks->matters) {
        emit(sink, position, piece, from, to, more, captures, mode);
        return;
    }
    Move both[2];
    struct sink own = {.list = both};
    emit(&own, position, piece, from, to, more, captures, mode | LISTING);
    add_safe(position, both, own.list, sink, mode);
}

// Moves of lion power: on through a captured neighbour, back again (igui), or a pass (jitto). Each
// is tried for the King's safety: two captures may answer what one cannot. With lion_paths, every
// way through an empty neighbour comes too.
static void two_step_moves(struct position *position, const struct checks *checks, int kinds,
                           const struct squares *within, struct sink *sink, int mode) {
    const struct tables *tables = position->tables;
    enum side us = position->side;
    Piece enemy = (Piece)(PIECE_FIRST << !us);
    for (int word = 0; word < PIECES_WORDS; word++)
        for (uint64_t pieces =
                 position_pieces_word(position, us, word) & ranks_word(position->jumpers, word);
             pieces; pieces &= pieces - 1) {
            Square from = (Square)(word * PIECES_WORD + __builtin_ctzll(pieces));
            Piece piece = position->board[from];
            bool passed = false;
            uint32_t first = tables->first_steps[piece];
            if (first && !(kinds & MOVES_QUIETS) && !tables->lion_paths) // no pass
                first &= directions_of(around(position->pieces[!us], from));
            else if (first && !(kinds & MOVES_CAPTURES)) // nothing but a pass
                first &= directions_of(~around(position->occupied, from));
            for (; first; first &= first - 1) {
                int d = __builtin_ctz(first);
                Square via = (Square)(from + direction_delta[d]);
                bool takes = position->board[via] & enemy;
                if ((!takes && position->board[via] != PIECE_EMPTY) ||
                    tables_spares(tables, us, position->board[via]))
                    continue;
                uint32_t second = tables->second_steps[piece][d];
                if (!takes && !tables->lion_paths) // a pass, once
                    second &= passed || !(kinds & MOVES_QUIETS) ? 0 : 1u << direction_opposite(d);
                for (; second; second &= second - 1) {
                    Square to = (Square)(via + direction_delta[__builtin_ctz(second)]);
                    bool back = to == from;
                    if (!back && position->board[to] != PIECE_EMPTY &&
                        (!(position->board[to] & enemy) ||
                         tables_spares(tables, us, position->board[to])))
                        continue;
                    bool captures = takes || (!back && position->board[to] != PIECE_EMPTY);
                    if (!(kinds & (captures ? MOVES_CAPTURES : MOVES_QUIETS)) ||
                        (within && !squares_has(within, to)))
                        continue;
                    passed |= back && !takes;
                    emit_two_step(position, checks, from, via, to, sink, mode);
                }
            }
        }
}

// A promotion that makes a second royal is legal in check and along a pin, which pins and answers
// to checks do not tell. True when the side to move has pieces for that; `apart` is `safety`
// without them.
static bool find_crowning(const struct position *position, const struct checks *checks,
                          struct squares *pieces, struct checks *apart) {
    const struct tables *tables = position->tables;
    enum side us = position->side;
    if (!checks->matters || !(checks->checkers || checks->pin_count))
        return false;
    bool any = false;
    memset(pieces, 0, sizeof *pieces);
    for (int word = 0; word < PIECES_WORDS; word++)
        for (uint64_t bits = position_pieces_word(position, us, word); bits; bits &= bits - 1) {
            int square = word * PIECES_WORD + __builtin_ctzll(bits);
            if (!tables->crowns[position->board[square]])
                continue;
            squares_add(pieces, square);
            any = true;
        }
    if (!any)
        return false;
    *apart = *checks;
    apart->pin_count = 0;
    for (int rank = 0; rank < GRID; rank++)
        apart->apart.rank[rank] |= pieces->rank[rank];
    for (int i = 0; i < checks->pin_count; i++)
        if (!squares_has(pieces, checks->pins[i].square))
            apart->pins[apart->pin_count++] = checks->pins[i];
    return true;
}

// Their moves, each tried.
static void crowning_moves(struct position *position, const struct squares *pieces, int kinds,
                           const struct squares *targets, struct sink *sink, int mode) {
    for (int rank = RIM; rank < RIM + position->tables->ranks; rank++)
        for (uint32_t bits = pieces->rank[rank]; bits; bits &= bits - 1) {
            Move moves[MOVES_OF_PIECE];
            struct sink own = {.list = moves};
            piece_moves(position, (Square)(rank * GRID + __builtin_ctz(bits)), kinds, targets, true,
                        &own, mode | ANY_LISTING);
            add_safe(position, moves, own.list, sink, mode);
        }
}

// Legal moves, those on the board only where they end within a set (NULL: anywhere).
INLINE void legal_moves(struct position *position, const struct checks *checks, int kinds,
                        const struct squares *within, struct sink *sink, int mode) {
    if (position_royals_lost(position, position->side))
        return;
    bool on_board = kinds & (MOVES_CAPTURES | MOVES_QUIETS);
    struct squares targets, crowning;
    struct checks others;
    if (on_board) {
        find_targets(position, kinds, within, &targets);
        if ((mode & SPECIAL) && position->tables->several_royals &&
            find_crowning(position, checks, &crowning, &others)) {
            crowning_moves(position, &crowning, kinds, &targets, sink, mode);
            checks = &others;
        }
        if (checks->matters)
            king_moves(position, checks->king, kinds, &targets, sink, mode);
        if (mode & SPECIAL)
            two_step_moves(position, checks, kinds, within, sink, mode);
    }
    if (checks->checkers > 1)
        return;
    const struct squares *answers = checks->checkers ? &checks->answers : NULL;
    if (on_board) {
        if (answers)
            squares_keep(&targets, answers);
        board_moves(position, checks, kinds, &targets, sink, mode);
    }
    if (kinds & MOVES_DROPS)
        drops(position, position->hand_types[position->side], answers, sink, mode);
    else if (kinds & MOVES_CHECKING_DROPS)
        drops(position, position->hand_types[position->side], answers, sink, mode | CHECKS);
}

// Walks to targets that the piece does not go to anyway: `moves` is what it does, written last.
static void walk_moves(struct position *position, Square from, int kinds,
                       const struct squares *targets, const Move *moves, struct sink *sink) {
    Piece piece = position->board[from];
    enum side them = !piece_side(piece);
    struct squares quiets, captures;
    walks_find(position, piece, from, walks_none_gone, &quiets, &captures);
    for (int rank = 0; rank < GRID; rank++) {
        captures.rank[rank] &= position->pieces[them][rank];
        quiets.rank[rank] |= captures.rank[rank];
    }
    squares_keep(&quiets, targets);
    for (const Move *move = moves; move < sink->list; move++)
        quiets.rank[move_to(*move) / GRID] &= (Line) ~(1u << move_to(*move) % GRID);
    for (int rank = RIM; rank < RIM + position->tables->ranks; rank++)
        for (uint32_t bits = quiets.rank[rank]; bits; bits &= bits - 1) {
            int to = rank * GRID + __builtin_ctz(bits);
            bool takes = is_capture(position, to, kinds);
            if (!takes || lion_allows(position, from, to, ANY_LISTING))
                emit(sink, position, piece, from, (Square)to, 0, takes, ANY_LISTING);
        }
}

// Lame leapers and walks can be blocked or let through by any piece that moves: where the game has
// them, every move is tried. Slow and right.
static Move *keep_safe(struct position *position, Move *list, Move *end) {
    if (!position->careful || position->royal_count[position->side] != 1)
        return end;
    Move *kept = list;
    for (const Move *move = list; move < end; move++)
        if (is_safe(position, *move))
            *kept++ = *move;
    return kept;
}

static Move *list_by_trial(struct position *position, int kinds, uint32_t types, Move *list) {
    if (position_royals_lost(position, position->side))
        return list;
    struct checks none = {.matters = false};
    struct sink sink = {.list = list};
    struct squares targets;
    find_targets(position, kinds, NULL, &targets);
    enum side us = position->side;
    for (int rank = RIM; rank < RIM + position->tables->ranks; rank++)
        for (uint32_t pieces = position->pieces[us][rank]; pieces; pieces &= pieces - 1) {
            Square from = (Square)(rank * GRID + __builtin_ctz(pieces));
            const Move *moves = sink.list;
            piece_moves(position, from, kinds, &targets, true, &sink, ANY_LISTING);
            if (position->tables->walk_count[position->board[from]])
                walk_moves(position, from, kinds, &targets, moves, &sink);
        }
    if (position->tables->has_lion_power)
        two_step_moves(position, &none, kinds, NULL, &sink, ANY_LISTING);
    if (kinds & MOVES_DROPS)
        drops(position, types, NULL, &sink, LISTING);
    else if (kinds & MOVES_CHECKING_DROPS)
        drops(position, types, NULL, &sink, LISTING | CHECKS);
    return keep_safe(position, list, sink.list);
}

// Constant kinds and modes let the compiler drop what a stage or a game never asks.
INLINE void list_kinds(struct position *position, const struct checks *checks, int kinds,
                       struct sink *sink, int mode) {
    switch (kinds) {
    case MOVES_CAPTURES:
        legal_moves(position, checks, MOVES_CAPTURES, NULL, sink, mode);
        break;
    case MOVES_DROPS:
        legal_moves(position, checks, MOVES_DROPS, NULL, sink, mode);
        break;
    case MOVES_QUIETS | MOVES_DROPS:
        legal_moves(position, checks, MOVES_QUIETS | MOVES_DROPS, NULL, sink, mode);
        break;
    default:
        legal_moves(position, checks, kinds, NULL, sink, mode);
        break;
    }
}

Move *movegen_with_checks(struct position *position, const struct checks *checks, int kinds,
                          Move *list) {
    assert(!checks->matters || checks->king == position->royals[position->side][0]);
    if (position->tables->by_trial)
        return list_by_trial(position, kinds, position->hand_types[position->side], list);
    struct sink sink = {.list = list};
    if (position->tables->special_moves)
        list_kinds(position, checks, kinds, &sink, LISTING | SPECIAL);
    else
        list_kinds(position, checks, kinds, &sink, LISTING);
    return sink.list;
}

// May the piece on `from`, which is able to capture on `target`, do so with the King safe?
static bool may_capture(struct position *position, const struct checks *checks, Square from,
                        Square target) {
    if (!checks->matters)
        return true;
    if (from == checks->king) {
        lines_flip(position, from);
        bool safe = !attacks_on(position, target, !position->side);
        lines_flip(position, from);
        return safe;
    }
    if (checks->checkers > 1 || (checks->checkers && !squares_has(&checks->answers, target)))
        return false;
    for (int i = 0; i < checks->pin_count; i++)
        if (checks->pins[i].square == from) {
            struct squares only = {{0}};
            squares_add(&only, target);
            keep_on_line(checks, &checks->pins[i], &only);
            return squares_has(&only, target);
        }
    return true;
}

// Captures on a square in games without special moves: who can take there, seen from it.
static void takers(struct position *position, const struct checks *checks, Square target,
                   struct sink *sink) {
    const struct tables *tables = position->tables;
    enum side us = position->side;
    Piece own = (Piece)(PIECE_FIRST << us);
    uint32_t rays = 0;
#pragma GCC unroll 8
    for (int d = 0; d < DIRECTIONS; d++) {
        int distance = lines_distance(position, target, d);
        Square from = (Square)(target + distance * direction_delta[d]);
        Piece piece = position->board[from];
        if (!(piece & own) || tables->capture_range[piece][direction_opposite(d)] < distance)
            continue;
        rays |= (uint32_t)(distance == 2) << 2 * direction_opposite(d);
        if (may_capture(position, checks, from, target))
            emit(sink, position, piece, from, target, 0, true, LISTING);
    }
    // Who leaps there along a ray and slides there too has come already.
    for (uint32_t jumpers = king_zone_jumpers(position, target); jumpers; jumpers &= jumpers - 1) {
        int leap = king_zone_leap(__builtin_ctz(jumpers));
        Square from = (Square)(target - leap_delta[leap]);
        Piece piece = position->board[from];
        if ((piece & own) && (tables->capture_leaps[piece] & ~rays) >> leap & 1 &&
            may_capture(position, checks, from, target))
            emit(sink, position, piece, from, target, 0, true, LISTING);
    }
}

Move *movegen_captures_on(struct position *position, const struct checks *checks, Square target,
                          Move *list) {
    assert(position->tables->on_board[target]);
    const struct tables *tables = position->tables;
    struct sink sink = {.list = list};
    if (!tables->special_moves && !tables->by_trial) {
        if (piece_of(position->board[target], !position->side) &&
            !position_royals_lost(position, position->side))
            takers(position, checks, target, &sink);
        return sink.list;
    }
    struct squares only = {{0}};
    squares_add(&only, target);
    if (!tables->by_trial) {
        legal_moves(position, checks, MOVES_CAPTURES, &only, &sink, ANY_LISTING);
        return sink.list;
    }
    Move *kept = list, *end = list_by_trial(position, MOVES_CAPTURES, 0, list);
    for (const Move *move = list; move < end; move++)
        if (move_to(*move) == target)
            *kept++ = *move;
    return kept;
}

// Number of legal moves of those kinds, where they need not be tried.
INLINE int count_kinds(struct position *position, const struct checks *checks, int kinds) {
    struct sink sink = {0};
    if (position->tables->special_moves)
        legal_moves(position, checks, kinds, NULL, &sink, SPECIAL);
    else
        legal_moves(position, checks, kinds, NULL, &sink, 0);
    return sink.count;
}

Move *movegen(struct position *position, int kinds, Move *list) {
    struct checks checks;
    movegen_checks(position, &checks);
    return movegen_with_checks(position, &checks, kinds, list);
}

int movegen_count(struct position *position) {
    struct checks checks;
    movegen_checks(position, &checks);
    if (position->tables->by_trial) {
        Move list[MOVES_MAX];
        return (
            int)(list_by_trial(position, MOVES_ALL, position->hand_types[position->side], list) -
                 list);
    }
    return count_kinds(position, &checks, MOVES_ALL);
}

// Board moves first, then drops of other pieces, then Pawns: whether a Pawn's drop mates is asked
// only when nothing else is left, or chains of Pawn drops would ask each other without end.
static bool any_by_trial(struct position *position) {
    Move list[MOVES_MAX];
    uint32_t types = position->hand_types[position->side];
    uint32_t pawn = 1u << position->tables->mate_pawn;
    return list_by_trial(position, MOVES_CAPTURES | MOVES_QUIETS, 0, list) > list ||
           list_by_trial(position, MOVES_DROPS, types & ~pawn, list) > list ||
           list_by_trial(position, MOVES_DROPS, types & pawn, list) > list;
}

bool movegen_any(struct position *position) {
    struct checks checks;
    movegen_checks(position, &checks);
    if (position->tables->by_trial)
        return any_by_trial(position);
    return count_kinds(position, &checks, MOVES_CAPTURES | MOVES_QUIETS) > 0 ||
           count_kinds(position, &checks, MOVES_DROPS) > 0;
}

static bool drop_is_legal(struct position *position, const struct checks *checks, Move move) {
    const struct tables *tables = position->tables;
    enum side us = position->side;
    Type base = move_dropped(move);
    Square to = move_to(move);
    if (move != move_drop(base, to) || base >= BASE_TYPES || !position->hand[us][base] ||
        position->board[to] != PIECE_EMPTY ||
        !(tables->drop_ranks[us][base][to / GRID] >> (to % GRID) & 1) || checks->checkers > 1 ||
        (checks->checkers == 1 && !squares_has(&checks->answers, to)) ||
        (base == tables->nifu_pawn && (position->pawn_files[us] >> (to % GRID) & 1)))
        return false;
    if (base != tables->mate_pawn)
        return true;
    struct squares target = {{0}}, mating = {{0}};
    squares_add(&target, to);
    find_mating_drops(position, &target, &mating);
    return !squares_has(&mating, to);
}

bool movegen_is_legal_with_checks(struct position *position, const struct checks *checks,
                                  Move move) {
    Move list[MOVES_MAX], *end;
    bool crowns = false;
    if (position_royals_lost(position, position->side))
        return false;
    if (position->tables->by_trial) {
        end = list_by_trial(position, MOVES_ALL, position->hand_types[position->side], list);
    } else if (move_is_drop(move)) {
        return drop_is_legal(position, checks, move);
    } else {
        // Only the moves of the one piece to the one square.
        Square from = move_from(move);
        if (!piece_of(position->board[from], position->side))
            return false;
        struct squares only = {{0}}, targets;
        squares_add(&only, move_to(move));
        find_targets(position, MOVES_ALL, &only, &targets);
        struct sink sink = {.list = list};
        if (move & MOVE_TWO_STEP) {
            if (position->tables->has_lion_power)
                two_step_moves(position, checks, MOVES_ALL, &only, &sink, ANY_LISTING);
        } else if (checks->matters && position->tables->crowns[position->board[from]]) {
            crowns = true;
            piece_moves(position, from, MOVES_ALL, &targets, true, &sink, ANY_LISTING);
        } else if (checks->matters && from == checks->king) {
            king_moves(position, from, MOVES_ALL, &targets, &sink, ANY_LISTING);
        } else if (checks->checkers > 1 ||
                   (checks->checkers == 1 && !squares_has(&checks->answers, move_to(move)))) {
            return false;
        } else {
            for (int i = 0; i < checks->pin_count; i++)
                if (checks->pins[i].square == from)
                    keep_on_line(checks, &checks->pins[i], &targets);
            piece_moves(position, from, MOVES_ALL, &targets, true, &sink, ANY_LISTING);
        }
        end = sink.list;
    }
    for (const Move *legal = list; legal < end; legal++)
        if (*legal == move)
            return !crowns || is_safe(position, move);
    return false;
}

bool movegen_is_legal(struct position *position, Move move) {
    struct checks checks;
    movegen_checks(position, &checks);
    return movegen_is_legal_with_checks(position, &checks, move);
}
