// SPDX-License-Identifier: GPL-3.0-or-later
// Games whose moves are drawn by known likelihoods: what is learned predicts games that were not
// learned from nearly as well as the truth, and games of chance hold nothing to learn.
#include "../core/setup_game.h"

#include <math.h>
#include <string.h>

#include "attacks.h"
#include "move_fit.h"
#include "movegen.h"
#include "random.h"
#include "zone_attacks.h"

enum { GAMES = CHECKED_BUILD ? 60 : 600, PLIES = 40 };

struct truth {
    double loss, choices; // of the held-out games
};

static int score_of(const struct move_prior *prior, const struct position *position,
                    const struct prior_view *view, const struct direct_checks *direct, Move move) {
    bool drop = move_is_drop(move);
    Piece mover =
        drop ? piece_make(move_dropped(move), position->side) : position->board[move_from(move)];
    int class =
        prior_class(position, move, direct_checks_by(position, direct, mover, move_to(move)));
    int score = prior_of_square(view, prior->to[class], move_to(move));
    return drop ? score : score + prior_of_square(view, prior->from[class], move_from(move));
}

// Draws a move: any capture with a chance of a tenth, else a quiet one by its likelihood.
static Move draw(struct position *position, const struct move_prior *prior, Square theirs,
                 Square ours, struct random *random, struct truth *truth, bool held_out) {
    Move moves[MOVES_MAX];
    double weight[MOVES_MAX], sum = 0;
    struct prior_view view = prior_view(position, theirs, ours);
    struct direct_checks direct;
    direct_checks_find(position, &direct);
    bool check = position_in_check(position);
    int captures = (int)(movegen(position, MOVES_CAPTURES, moves) - moves);
    if (captures && (check || random_below(random, 10) == 0))
        return moves[random_below(random, (uint32_t)captures)];
    int count = (int)(movegen(position, MOVES_QUIETS | MOVES_DROPS, moves) - moves);
    if (count == 0)
        return captures ? (movegen(position, MOVES_CAPTURES, moves), moves[0]) : MOVE_NONE;
    for (int i = 0; i < count; i++)
        sum += weight[i] =
            exp(score_of(prior, position, &view, &direct, moves[i]) / (double)PRIOR_LOGIT);
    double at = random_unit(random) * sum;
    int chosen = 0;
    while (chosen + 1 < count && (at -= weight[chosen]) > 0)
        chosen++;
    if (held_out && !check && count > 1) {
        truth->loss -= log(weight[chosen] / sum);
        truth->choices++;
    }
    return moves[chosen];
}

static struct truth make_games(struct move_games *games, const struct move_prior *prior) {
    struct truth truth = {0};
    const struct tables *tables = games->tables;
    games->game = calloc(GAMES, sizeof *games->game);
    games->moves = calloc(GAMES * PLIES, sizeof *games->moves);
    struct position start =
        setup_position(tables, variant_start_fen(&tables->variant, &tables->rules));
    for (int g = 0; g < GAMES; g++) {
        struct random random = random_init(3, (uint64_t)g, RANDOM_TEST);
        struct move_game *game = &games->game[games->count++];
        struct position position = start;
        Square theirs = SQUARE_NONE, ours = SQUARE_NONE;
        // In pairs, both games of which are held out, or neither.
        *game = (struct move_game){.opening = start, .from = games->move_count, .pair = g / 2};
        for (; game->count < PLIES; game->count++) {
            Move move = draw(&position, prior, theirs, ours, &random, &truth, g / 2 % 20 == 0);
            if (move == MOVE_NONE)
                break;
            struct undo undo;
            games->moves[games->move_count++] = move;
            position_make(&position, move, &undo);
            ours = theirs;
            theirs = move_to(move);
        }
    }
    truth.loss /= truth.choices;
    return truth;
}

static struct move_prior *planted(int strength) {
    struct move_prior *prior = calloc(1, sizeof *prior);
    struct random random = random_init(8, 0, RANDOM_TEST);
    assert_non_null(prior);
    // The piece's own liking for ranks ahead, for its neighbours, and for answering where the
    // other side has just been.
    for (int class = 0; class < PRIOR_CLASSES; class ++)
        for (int point = 0; point < PRIOR_POINTS; point++) {
            int slope = (int)random_below(&random, 13) - 6, near = (int)random_below(&random, 49);
            for (int ahead = -5; ahead <= 5; ahead++)
                for (int right = -5; right <= 5; right++) {
                    int offset = KING_ZONE_OFFSETS / 2 - 2 * GRID * ahead - right;
                    bool close = abs(ahead) < 2 && abs(right) < 2;
                    prior->to[class][point][offset] =
                        (int8_t)(strength * (slope * ahead + close * near));
                }
        }
    return prior;
}

static void planted_likelihoods_are_found(void **state) {
    (void)state;
    for (int strength = 0; strength <= 1; strength++) {
        struct move_games games = {.tables = setup_tables("minishogi", "")};
        struct move_prior *prior = planted(strength);
        struct truth truth = make_games(&games, prior);
        struct move_fit *fit = malloc(sizeof *fit);
        struct error error;
        if (!move_fit(&games, fit, NULL, NULL, &error))
            fail_msg("%s", error.text);
        assert_int_equal(fit->held_out.choices, truth.choices);
        double told = fit->held_out.even - truth.loss; // what the truth tells over chance
        double learned = fit->held_out.even - fit->held_out.loss;
        if (strength == 0)
            assert_true(fabs(told) < 1e-9 && learned < 0.01);
        else if (!CHECKED_BUILD && (told < 0.5 || learned < 0.8 * told || learned > 1.02 * told))
            fail_msg("%g of %g learned", learned, told);
        free(fit);
        free(prior);
        move_games_destroy(&games);
    }
}

static bool end_at_once(void *context, int round, int rounds) {
    (void)context;
    assert_true(rounds > 1);
    return round < 1;
}

static void faults(void **state) {
    (void)state;
    struct move_games games = {.tables = setup_tables("minishogi", "")};
    struct move_fit *fit = malloc(sizeof *fit);
    struct error error;
    assert_false(move_fit(&games, fit, NULL, NULL, &error));
    assert_non_null(strstr(error.text, "no game"));
    assert_false(move_fit(&games, fit, end_at_once, NULL, &error));
    assert_non_null(strstr(error.text, "ended"));
    free(fit);
    move_games_destroy(&games);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_likelihoods_are_found),
        cmocka_unit_test(faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
