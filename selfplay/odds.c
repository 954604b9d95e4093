// SPDX-License-Identifier: GPL-3.0-or-later
#include "odds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attacks.h"
#include "notation.h"
#include "random.h"
#include "referee.h"
#include "tally.h"

char *odds_name(const struct odds *odds, char name[ODDS_NAME]) {
    char against[8] = "";
    if (odds->against)
        snprintf(against, sizeof against, "-for-%c", type_letter(odds->against));
    snprintf(name, ODDS_NAME, "%s%c%s", odds->hand ? "hand-" : "", type_letter(odds->type),
             against);
    return name;
}

// Men of a side that are `base`, unpromoted, on the board.
static int count_men(const struct position *position, enum side side, Type base) {
    int count = 0;
    for (int square = 0; square < SQUARES; square++)
        count += position->board[square] == piece_make(base, side);
    return count;
}

bool odds_possible(const struct odds *odds, const struct tables *tables, struct error *error) {
    const struct variant *variant = &tables->variant;
    const Type needed[] = {odds->hand ? 0 : odds->type, odds->against};
    struct position position;
    if (!fen_parse(variant_start_fen(variant, &tables->rules), tables, &position, error))
        return false;
    if (variant->man[odds->type].royal || (odds->against && variant->man[odds->against].royal))
        return error_set(error, "%s is royal: no game goes on without it",
                         variant->man[odds->type].name);
    if (odds->hand && !tables->drops)
        return error_set(error, "no men in hand in a game without drops");
    for (int i = 0; i < ARRAY_LENGTH(needed); i++)
        for (int side = FIRST; needed[i] && side < SIDES; side++)
            if (count_men(&position, (enum side)side, needed[i]) == 0)
                return error_set(error, "no %s in the start position",
                                 variant->man[needed[i]].name);
    return true;
}

// Takes one of a side's men off the board. False when there is none.
static bool take_off(struct position *position, enum side side, Type base, struct random *random) {
    int count = count_men(position, side, base);
    if (count == 0)
        return false;
    uint32_t chosen = random_below(random, (uint32_t)count);
    for (int square = 0; square < SQUARES; square++)
        if (position->board[square] == piece_make(base, side) && chosen-- == 0) {
            position_remove(position, (Square)square);
            return true;
        }
    return false;
}

// The opening with `ahead` ahead. False when a game cannot start so.
static bool make_uneven(const struct odds *odds, const struct position *even, enum side ahead,
                        struct random random, struct referee *referee, char fen[FEN_TEXT]) {
    struct position position = *even;
    enum side behind = ahead == FIRST ? SECOND : FIRST;
    if (odds->hand)
        position_set_hand(&position, ahead, odds->type, position.hand[ahead][odds->type] + 1);
    else if (!take_off(&position, behind, odds->type, &random))
        return false;
    if (odds->against && !take_off(&position, ahead, odds->against, &random))
        return false;
    if (position_side_in_check(&position, position.side == FIRST ? SECOND : FIRST))
        return false;
    fen_print(&position, fen);
    return referee_start(referee, position.tables, fen, NULL);
}

// Adds the two openings that come from opening `index`; *added tells whether they are fit.
static bool add_pair(const struct odds *odds, const struct opening_settings *settings,
                     const struct tables *tables, uint64_t seed, int64_t index,
                     struct engine *judge, struct referee *referee, struct key_set *seen,
                     struct buffer *csv, bool *added, struct error *error) {
    struct opening opening;
    struct position even;
    char fen[SIDES][FEN_TEXT];
    *added = false;
    if (!opening_choose(settings, tables, seed, index, judge, &opening, error) ||
        !fen_parse(opening.fen, tables, &even, error))
        return false;
    struct random random = random_init(seed, (uint64_t)index, RANDOM_ODDS);
    for (int side = FIRST; side < SIDES; side++)
        if (!make_uneven(odds, &even, (enum side)side, random, referee, fen[side]))
            return true;
    enum key_added key = key_set_add(seen, text_hash(opening.fen, strcspn(opening.fen, " ")));
    if (key == KEY_NO_MEMORY)
        return error_set(error, "out of memory");
    *added = key == KEY_NEW;
    for (int side = FIRST; *added && side < SIDES; side++) {
        csv_field(csv, fen[side]);
        buffer_char(csv, '\n');
    }
    return !csv->failed || error_set(error, "out of memory");
}

bool odds_openings(const struct odds *odds, const struct opening_settings *settings,
                   const struct tables *tables, uint64_t seed, int pairs, struct engine *judge,
                   struct buffer *csv, struct error *error) {
    enum { ATTEMPTS_A_PAIR = 20 };
    struct key_set seen = key_set_init();
    struct referee *referee = malloc(sizeof *referee);
    if (!referee)
        return error_set(error, "out of memory");
    referee_init(referee);
    buffer_text(csv, "fen\n");
    bool done = true;
    int found = 0;
    int64_t end = (int64_t)pairs * ATTEMPTS_A_PAIR;
    for (int64_t index = 0; done && found < pairs && index < end; index++) {
        bool added;
        done = add_pair(odds, settings, tables, seed, index, judge, referee, &seen, csv, &added,
                        error);
        found += done && added;
    }
    referee_destroy(referee);
    free(referee);
    key_set_destroy(&seen);
    if (done && found < pairs)
        return error_set(error, "only %d of %lld openings are fit for these odds, %d are needed",
                         found, (long long)end, pairs);
    return done;
}

struct measured odds_score(const struct games *games, uint64_t seed, int openings) {
    struct moments moments = {0};
    double *score = malloc((size_t)openings * sizeof *score + 1);
    if (!score || openings < 2) {
        free(score);
        return measured_score(&moments);
    }
    for (int i = 0; i < openings; i++)
        score[i] = -1;
    for (int64_t i = 0; i < games->count; i++) {
        const struct game_facts *game = &games->game[i]; // `pair` is the number of the game
        int place = opening_place(seed, game->pair, openings);
        double first = game->result == RESULT_FIRST ? 1 : game->result == RESULT_SECOND ? 0 : 0.5;
        score[place] = place % 2 == 0 ? first : 1 - first;
    }
    for (int i = 0; i + 1 < openings; i += 2)
        if (score[i] >= 0 && score[i + 1] >= 0)
            moments_add(&moments, (score[i] + score[i + 1]) / 2);
    free(score);
    return measured_score(&moments);
}

static double variance_of(struct measured of) {
    double se = (of.high - of.low) / (2 * NORMAL_975);
    return se * se;
}

static struct ratio worth_of(struct measured score, struct measured yardstick, bool same) {
    double variance = variance_of(yardstick);
    return ratio_of(score.value, yardstick.value, variance_of(score), same ? variance : 0, variance,
                    NORMAL_975);
}

struct odds_worth odds_worth(struct measured score, struct measured yardstick, bool same) {
    struct measured excess = score, yardstick_excess = yardstick;
    struct measured *both[] = {&excess, &yardstick_excess};
    for (int i = 0; i < 2; i++) {
        both[i]->value -= 0.5;
        both[i]->low -= 0.5;
        both[i]->high -= 0.5;
    }
    struct odds_worth worth = {.known = score.n > 0 && yardstick.n > 0 && yardstick_excess.low > 0};
    if (!worth.known)
        return worth;
    worth.linear = worth_of(excess, yardstick_excess, same);
    worth.logistic = worth_of(measured_elo(score), measured_elo(yardstick), same);
    worth.known = worth.linear.bounded && worth.logistic.bounded;
    return worth;
}
