// SPDX-License-Identifier: GPL-3.0-or-later
#include "openings.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attacks.h"
#include "config.h"
#include "csv_file.h"
#include "file.h"
#include "notation.h"
#include "number.h"
#include "outcome.h"
#include "random.h"
#include "referee.h"
#include "values.h"

enum { TRIES = 1000 };

static bool can_change(const struct tables *tables, Piece piece) {
    return piece != PIECE_EMPTY && piece != PIECE_WALL && !tables->royal[piece];
}

int army_pieces(const struct tables *tables, Type base) {
    struct position start;
    int count = 0;
    if (fen_parse(NULL, tables, &start, NULL))
        for (int square = 0; square < SQUARES; square++)
            count += can_change(tables, start.board[square]) &&
                     (!base || piece_type(start.board[square]) == base);
    return count;
}

// A piece of the start position, as it takes part. Always three random numbers, so that no piece
// depends on what became of another.
static void place(const struct army_settings *settings, Square square, struct random *random,
                  struct position *position) {
    const struct tables *tables = position->tables;
    Piece piece = position->board[square];
    Type base = piece_base(piece), other = settings->other[base];
    enum side side = piece_side(piece);
    bool replaced = random_unit(random) < 0.5;
    bool changed = random_unit(random) < settings->share;
    double drawn = random_unit(random);
    if (other && replaced && !piece_is_promoted(piece)) {
        base = other;
        piece = piece_make(other, side);
        position_remove(position, square);
        position_put(position, piece, square);
    }
    if (!changed)
        return;
    bool promotes = tables->promotes[piece];
    int hand = values_uses(tables, VALUE_HAND + base) ? ARMY_HAND : 0;
    drawn *= ARMY_ABSENT + hand + (promotes ? ARMY_PROMOTED : 0);
    position_remove(position, square);
    if (drawn >= ARMY_ABSENT + hand)
        position_put(position, piece_make(base | TYPE_PROMOTED, side), square);
    else if (drawn >= ARMY_ABSENT)
        position_set_hand(position, side, base, position->hand[side][base] + 1);
}

// False when the side to move wins at once.
static bool is_open(struct position *position, Move list[MOVES_MAX]) {
    enum result win = position->side == FIRST ? RESULT_FIRST : RESULT_SECOND;
    const Move *end = movegen(position, MOVES_ALL, list);
    for (const Move *move = list; move < end; move++) {
        struct undo undo;
        position_make(position, *move, &undo);
        struct outcome outcome = outcome_of(position, NULL, *move);
        position_unmake(position, *move, &undo);
        if (outcome.result == win)
            return false;
    }
    return end > list;
}

bool army_choose(const struct army_settings *settings, const struct tables *tables, uint64_t seed,
                 int64_t index, struct position *position, int *draws, struct error *error) {
    assert(settings->share > 0 && index >= 0);
    struct position start;
    struct random random = random_init(seed, (uint64_t)index, RANDOM_ARMY);
    Move list[MOVES_MAX];
    if (!fen_parse(NULL, tables, &start, error))
        return false;
    for (int try = 0; try < TRIES; try++) {
        *position = start;
        for (int square = 0; square < SQUARES; square++)
            if (can_change(tables, start.board[square]))
                place(settings, (Square)square, &random, position);
        if (!position_side_in_check(position, FIRST) && !position_side_in_check(position, SECOND) &&
            outcome_of(position, NULL, MOVE_NONE).result == RESULT_NONE &&
            is_open(position, list)) {
            if (draws)
                *draws = try + 1;
            return true;
        }
    }
    return error_set(error, "no game can start from any of %d armies", TRIES);
}

double army_redrawn(const struct army_settings *settings, const struct tables *tables,
                    uint64_t seed, int64_t armies) {
    int64_t all = 0, kept = 0;
    for (; kept < armies; kept++) {
        struct position position;
        int draws;
        if (!army_choose(settings, tables, seed, kept, &position, &draws, NULL))
            break;
        all += draws;
    }
    return all > 0 ? (double)(all - kept) / (double)all : 0;
}

enum { OPERATIONS_LIMIT = 1 << 28 };

struct reading {
    const struct tables *tables;
    struct opening_list *list;
    int column;  // of the FEN; -1 before the first record
    int variant; // column with the name of the game, as books have it; -1: none
};

static bool take_record(void *context, const struct csv_record *record, const char *path,
                        struct error *error) {
    struct reading *reading = context;
    if (reading->column < 0) {
        reading->column = 0;
        bool header = false;
        for (int i = 0; i < record->count && !header; i++)
            if ((header = strcmp(record->field[i], "fen") == 0))
                reading->column = i;
        for (int i = 0; i < record->count && header; i++)
            if (strcmp(record->field[i], "variant") == 0)
                reading->variant = i;
        if (!header && record->count > 1)
            return error_at(error, path, record->line,
                            "expected a FEN a line, or CSV with a column fen");
        if (header)
            return true;
    }
    if (record->field[0][0] == '#')
        return true;
    if (record->count <= reading->column)
        return error_at(error, path, record->line, "no field for the column fen");
    const char *own = reading->tables->variant.name;
    if (reading->variant >= 0 && reading->variant < record->count &&
        strcmp(record->field[reading->variant], own) != 0)
        return error_at(error, path, record->line, "an opening of %.40s, not of %s",
                        record->field[reading->variant], own);
    struct position position;
    struct error cause = {""};
    if (!fen_parse(record->field[reading->column], reading->tables, &position, &cause))
        return error_at(error, path, record->line, "%s", cause.text);
    if (!referee_can_start(&position))
        return error_at(error, path, record->line, "the game is over in this position");
    char fen[FEN_TEXT];
    fen_print(&position, fen);
    struct opening_list *list = reading->list;
    buffer_add(&list->at, (const char *)&list->text.length, sizeof list->text.length);
    buffer_add(&list->text, fen, strlen(fen) + 1);
    list->count++;
    return true;
}

// A position with operations behind it, as EPD has them ("... w - - id \"a\"; bm P-76;"): cuts them
// off. They begin with the first word of letters behind board, side and a third field.
static void cut_operations(char *line) {
    char *at = line + (strncmp(line, "sfen ", 5) == 0 ? 5 : 0);
    for (int field = 0; field < 3; field++) {
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    for (int field = 3; *at; field++) {
        size_t length = strcspn(at, " ;");
        bool square = length <= 3 && strcspn(at, "0123456789") == 1;
        if (isalpha((unsigned char)*at) && !(field == 3 && square)) {
            *at = 0;
            return;
        }
        at += length;
        at += strspn(at, " ;");
    }
}

// Does the file begin with a position? Names of columns have no '/' before a comma or a line end,
// and what is compressed does not begin so.
static bool has_lines(const char *text) {
    while (*text == '#' || isspace((unsigned char)*text))
        text += *text == '#' ? strcspn(text, "\n") : 1;
    return (isalnum((unsigned char)*text) || *text == '+') && text[strcspn(text, "/,\n")] == '/';
}

// Positions, a line each, with operations or without: no CSV, since operations have quotation marks
// and commas.
static bool take_lines(struct reading *reading, char *text, const char *path, struct error *error) {
    struct csv_record record = {.count = 1};
    reading->column = 0;
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        record.line++;
        size_t length = strlen(line);
        while (length > 0 && isspace((unsigned char)line[length - 1]))
            line[--length] = 0;
        if (!length)
            continue;
        if (*line != '#')
            cut_operations(line);
        record.field[0] = line;
        if (!take_record(reading, &record, path, error))
            return false;
    }
    return true;
}

bool opening_list_load(const char *path, const struct tables *tables, struct opening_list *list,
                       struct error *error) {
    *list = (struct opening_list){0};
    struct reading reading = {.tables = tables, .list = list, .column = -1, .variant = -1};
    char *text = file_read(path, OPERATIONS_LIMIT, NULL);
    bool done = (text && has_lines(text) ? take_lines(&reading, text, path, error)
                                         : csv_each(path, take_record, &reading, error)) &&
                (list->count > 0 || error_at(error, path, 0, "no openings"));
    free(text);
    if (done)
        list->hash = text_hash(list->text.data, list->text.length);
    else
        opening_list_destroy(list);
    return done;
}

void opening_list_destroy(struct opening_list *list) {
    buffer_destroy(&list->text);
    buffer_destroy(&list->at);
    *list = (struct opening_list){0};
}

// A Feistel network over the smallest even number of bits that holds `count`; results beyond the
// list are permuted again (cycle walking), which keeps it a permutation. Luby and Rackoff: four
// rounds with random round functions make a strong one; six cost nothing here.
int opening_place(uint64_t seed, int64_t index, int count) {
    assert(index >= 0 && count > 0);
    enum { ROUNDS = 6 };
    uint64_t time = (uint64_t)(index / count);
    uint32_t place = (uint32_t)(index % count), half = 1;
    while ((uint64_t)1 << (2 * half) < (uint64_t)count)
        half++;
    uint32_t mask = ((uint32_t)1 << half) - 1;
    do {
        uint32_t left = place >> half, right = place & mask;
        for (uint64_t round = 0; round < ROUNDS; round++) {
            struct random random =
                random_init(seed, time << 24 | round << 20 | right, RANDOM_OPENING);
            uint32_t next = left ^ (random_u32(&random) & mask);
            left = right;
            right = next;
        }
        place = left << half | right;
    } while (place >= (uint32_t)count);
    return (int)place;
}

// The piece that a move moves: a square, or a kind of piece in hand.
static uint32_t mover(Move move) {
    return move_is_drop(move) ? SQUARES + move_dropped(move) : move_from(move);
}

static Move draw_move(const Move *list, const Move *end, struct random *random) {
    uint32_t moves_of[SQUARES + BASE_TYPES] = {0}, movers[SQUARES + BASE_TYPES];
    uint32_t count = 0;
    for (const Move *move = list; move < end; move++)
        if (moves_of[mover(*move)]++ == 0)
            movers[count++] = mover(*move);
    uint32_t chosen = movers[random_below(random, count)];
    uint32_t left = random_below(random, moves_of[chosen]);
    for (const Move *move = list; move < end; move++)
        if (mover(*move) == chosen && left-- == 0)
            return *move;
    return MOVE_NONE;
}

// Plays random plies from the start position. False when the game ends on the way.
static bool random_plies(struct position *position, int plies, struct random *random) {
    Move list[MOVES_MAX];
    for (int ply = 0; ply < plies; ply++) {
        const Move *end = movegen(position, MOVES_ALL, list);
        if (end == list)
            return false;
        struct undo undo;
        position_make(position, draw_move(list, end, random), &undo);
    }
    return referee_can_start(position);
}

double opening_ends(const struct opening_settings *settings, const struct tables *tables,
                    uint64_t seed, int draws) {
    struct position start, position;
    struct error error;
    int ended = 0;
    if (settings->list || settings->army.share > 0 || settings->ladder.rungs ||
        !fen_parse(NULL, tables, &start, &error))
        return 0;
    for (int i = 0; i < draws; i++) {
        struct random random = random_init(seed, (uint64_t)i, RANDOM_OPENING);
        position = start;
        ended += !random_plies(&position, settings->plies, &random);
    }
    return (double)ended / draws;
}

bool near_ladder_parse(const char *text, struct near_ladder *ladder) {
    static const int by_default[] = {100, 30, 10};
    long long near[NEAR_RUNGS];
    if (strcmp(text, "start") == 0) {
        ladder->rungs = ARRAY_LENGTH(by_default);
        memcpy(ladder->near, by_default, sizeof by_default);
        return true;
    }
    int rungs = strncmp(text, "start:", 6) == 0
                    ? number_counts(text + 6, 1, NEAR_MOST, NEAR_RUNGS, near)
                    : 0;
    for (int i = 1; i < rungs; i++)
        if (near[i] >= near[i - 1])
            return false;
    for (int i = 0; i < rungs; i++)
        ladder->near[i] = (int)near[i];
    ladder->rungs = rungs > 0 ? rungs : ladder->rungs;
    return rungs > 0;
}

bool near_ladder_named(const char *text) {
    return strcmp(text, "start") == 0 || strncmp(text, "start:", 6) == 0;
}

char *near_ladder_print(const struct near_ladder *ladder, char text[NEAR_TEXT]) {
    size_t length = 0;
    for (int i = 0; i < ladder->rungs; i++)
        length += (size_t)snprintf(text + length, NEAR_TEXT - length, "%s%d",
                                   i ? "," : "start:", ladder->near[i]);
    return text;
}

int near_rung(const struct near_ladder *ladder, int64_t opening) {
    assert(opening >= 0 && ladder->rungs > 0);
    return (int)(opening % ladder->rungs);
}

static double near_weight(const struct near_move *list, int i, int near) {
    return exp(-2.0 * (list[0].score - list[i].score) / near);
}

static Move draw_near(const struct near_move *list, int count, int near, struct random *random) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += near_weight(list, i, near);
    double left = random_unit(random) * sum;
    for (int i = 0; i < count; i++)
        if ((left -= near_weight(list, i, near)) < 0)
            return list[i].move;
    return list[0].move;
}

// Plays on from the start position, where the referee stands.
static bool near_plies(const struct near_ladder *ladder, int near, struct engine *judge,
                       struct random *random, struct referee *referee, char fen[FEN_TEXT],
                       struct error *error) {
    struct near_move list[MOVES_MAX];
    for (int ply = 0;; ply++) {
        fen_print(&referee->position, fen);
        if (ply == ladder->plies)
            return true;
        int count =
            engine_near(judge, &referee->position, &referee->history, ladder->limits, near, list);
        if (score_is_mate(list[0].score))
            return true;
        if (!referee_play(referee, draw_near(list, count, near, random), error))
            return false;
        if (referee->outcome.result != RESULT_NONE)
            return true;
    }
}

static bool choose_near(const struct near_ladder *ladder, const struct tables *tables,
                        int64_t index, struct engine *judge, struct random *random,
                        struct opening *opening, struct error *error) {
    struct referee referee;
    referee_init(&referee);
    bool done = referee_start(&referee, tables, NULL, error) &&
                near_plies(ladder, ladder->near[near_rung(ladder, index)], judge, random, &referee,
                           opening->fen, error);
    referee_destroy(&referee);
    return done;
}

bool opening_choose(const struct opening_settings *settings, const struct tables *tables,
                    uint64_t seed, int64_t index, struct engine *judge, struct opening *opening,
                    struct error *error) {
    assert(index >= 0 && (settings->list || settings->army.share > 0 || settings->ladder.rungs ||
                          settings->plies >= 1));
    const struct opening_list *list = settings->list;
    struct random random = random_init(seed, (uint64_t)index, RANDOM_OPENING);
    *opening = (struct opening){0};
    if (settings->army.share > 0) {
        struct position army;
        bool found = army_choose(&settings->army, tables, seed, index, &army, NULL, error);
        if (found)
            fen_print(&army, opening->fen);
        return found;
    }
    if (list) {
        int place = settings->list_start ? (int)((settings->list_start - 1 + index) % list->count)
                                         : opening_place(seed, index, list->count);
        const char *fen = list->text.data + ((const size_t *)list->at.data)[place];
        memcpy(opening->fen, fen, strlen(fen) + 1);
        return true;
    }
    struct position start;
    if (settings->ladder.rungs)
        return choose_near(&settings->ladder, tables, index, judge, &random, opening, error);
    if (!fen_parse(NULL, tables, &start, error))
        return false;
    bool found = false;
    engine_new_game(judge);
    for (int try = 1; try <= settings->tries; try++) {
        struct position position = start;
        if (!random_plies(&position, settings->plies, &random))
            continue;
        struct search_result result = {0};
        if (settings->bound < OPENING_UNBOUNDED)
            engine_search(judge, &position, NULL,
                          (struct limits){.nodes = (uint64_t)settings->nodes}, &result);
        if (found && abs(result.score) >= abs(opening->score))
            continue;
        found = true;
        opening->score = result.score;
        fen_print(&position, opening->fen);
        if (abs(result.score) <= settings->bound)
            return true;
    }
    return found || error_set(error, "%d random plies end the game in each of %d tries",
                              settings->plies, settings->tries);
}
