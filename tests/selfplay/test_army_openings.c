// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// Randomised armies are what was designed: each piece by its own lot, the same for the same number,
// none that is decided before it begins.
#include "games.h"

#include <math.h>

#include "attacks.h"
#include "config.h"
#include "engine.h"
#include "notation.h"
#include "openings.h"
#include "score.h"
#include "variant.h"

static struct position army(const struct army_settings *settings, const struct tables *tables,
                            uint64_t seed, int64_t index) {
    struct position position;
    struct error error = {""};
    if (!army_choose(settings, tables, seed, index, &position, NULL, &error))
        fail_msg("%s", error.text);
    return position;
}

static void assert_same(const struct position *a, const struct position *b, bool same) {
    char text[2][FEN_TEXT];
    assert_int_equal(strcmp(fen_print(a, text[0]), fen_print(b, text[1])) == 0, same);
}

static void a_pure_function_of_seed_and_number(void **state) {
    (void)state;
    enum { ARMIES = 40 };
    struct tables *tables = game_tables("kagamigi", "");
    const struct army_settings settings = {.share = 0.7}, other = {.share = 0.3};
    struct position first[ARMIES];
    for (int i = 0; i < ARMIES; i++)
        first[i] = army(&settings, tables, 5, i);
    for (int i = ARMIES - 1; i >= 0; i--) {
        struct position again = army(&settings, tables, 5, i);
        struct position next = army(&settings, tables, 5, i + 1);
        struct position seed = army(&settings, tables, 6, i), share = army(&other, tables, 5, i);
        assert_same(&first[i], &again, true);
        assert_same(&first[i], &next, false);
        assert_same(&first[i], &seed, false);
        assert_same(&first[i], &share, false);
    }
    // As an opening it is the same, whatever came before.
    const struct opening_settings openings = {.army = settings};
    struct opening opening;
    struct error error;
    char text[FEN_TEXT];
    assert_true(opening_choose(&openings, tables, 5, 7, NULL, &opening, &error));
    assert_string_equal(opening.fen, fen_print(&first[7], text));
    free(tables);
}

// Pieces by what became of them, over many armies. `at`: one of a side's kind alone.
struct shares {
    double kept, absent, hand, promoted;
};

static struct shares count(const struct army_settings *settings, const struct tables *tables,
                           Type base, enum side side, int at_start, int armies) {
    struct shares shares = {0};
    for (int i = 0; i < armies; i++) {
        struct position position = army(settings, tables, 77, i);
        double kept = 0, promoted = 0, hand = position.hand[side][base];
        for (int square = 0; square < SQUARES; square++) {
            kept += position.board[square] == piece_make(base, side);
            promoted += position.board[square] == piece_make(base | TYPE_PROMOTED, side);
        }
        assert_true(kept + promoted + hand <= at_start);
        shares.kept += kept;
        shares.promoted += promoted;
        shares.hand += hand;
        shares.absent += at_start - kept - promoted - hand;
    }
    double all = (double)armies * at_start;
    return (struct shares){shares.kept / all, shares.absent / all, shares.hand / all,
                           shares.promoted / all};
}

// Within five standard errors, and the little by which armies that are drawn again are others.
static void assert_shares(struct shares found, struct shares wanted, int pieces) {
    const double pairs[][2] = {{found.kept, wanted.kept},
                               {found.absent, wanted.absent},
                               {found.hand, wanted.hand},
                               {found.promoted, wanted.promoted}};
    for (int i = 0; i < 4; i++) {
        double p = pairs[i][1], most = 5 * sqrt(p * (1 - p) / pieces) + 0.02;
        if (fabs(pairs[i][0] - p) > (p > 0 ? most : 0))
            fail_msg("share %d of 4: %.4f, not %.4f", i + 1, pairs[i][0], p);
    }
}

static void shares_are_as_designed(void **state) {
    (void)state;
    enum { ARMIES = 4000 };
    struct tables *shogi = game_tables("shogi", ""), *chess = game_tables("shogi", "drops=off");
    const struct army_settings dense = {.share = 0.7}, sparse = {.share = 0.1};
    Type pawn = type_of_letter('P'), gold = type_of_letter('G');
    for (enum side side = FIRST; side < SIDES; side++) {
        assert_shares(count(&dense, shogi, pawn, side, 9, ARMIES),
                      (struct shares){0.3, 0.3, 0.2, 0.2}, 9 * ARMIES);
        assert_shares(count(&sparse, shogi, pawn, side, 9, ARMIES),
                      (struct shares){0.9, 0.3 / 7, 0.2 / 7, 0.2 / 7}, 9 * ARMIES);
        // A Gold has no promoted form; without drops nothing is in hand.
        assert_shares(count(&dense, shogi, gold, side, 2, ARMIES),
                      (struct shares){0.3, 0.42, 0.28, 0}, 2 * ARMIES);
        assert_shares(count(&dense, chess, pawn, side, 9, ARMIES),
                      (struct shares){0.3, 0.42, 0, 0.28}, 9 * ARMIES);
        assert_shares(count(&dense, chess, gold, side, 2, ARMIES), (struct shares){0.3, 0.7, 0, 0},
                      2 * ARMIES);
    }
    assert_int_equal(army_pieces(shogi, 0), 38);
    assert_int_equal(army_pieces(shogi, gold), 4);
    free(shogi);
    free(chess);
}

// No piece tells of another: two Golds of a side; the other side's on the same file and on the
// square that is its own turned round, as by one lot for both armies.
static void pieces_are_independent(void **state) {
    (void)state;
    enum { ARMIES = 6000 };
    struct tables *tables = game_tables("shogi", "");
    const struct army_settings settings = {.share = 0.5};
    double own[2][2] = {{0}}, across[2][2] = {{0}}, turned[2][2] = {{0}};
    Square squares[] = {square_at(3, 0), square_at(5, 0), square_at(3, 8), square_at(5, 8)};
    for (int i = 0; i < ARMIES; i++) {
        struct position position = army(&settings, tables, 3, i);
        bool there[4];
        for (int k = 0; k < 4; k++)
            there[k] = position.board[squares[k]] != PIECE_EMPTY;
        own[there[0]][there[1]]++;
        across[there[0]][there[2]]++;
        turned[there[0]][there[3]]++;
    }
    const double(*tables2x2[])[2] = {own, across, turned};
    for (int i = 0; i < 3; i++) {
        const double(*n)[2] = tables2x2[i];
        double odds = log(n[0][0] * n[1][1] / (n[0][1] * n[1][0]));
        double se = sqrt(1 / n[0][0] + 1 / n[0][1] + 1 / n[1][0] + 1 / n[1][1]);
        if (!(fabs(odds) <= 4 * se && isfinite(se))) // infinite where none goes without the other
            fail_msg("log odds ratio %.3f, s.e. %.3f", odds, se);
    }
    free(tables);
}

// On a small board many armies are drawn again, on a large one few.
static void armies_drawn_again_are_counted(void **state) {
    (void)state;
    enum { ARMIES = 3000 };
    static const struct {
        const char *game;
        double least, most;
    } cases[] = {{"minishogi", 0.05, 0.6}, {"chu-kagamigi", 0, 0.05}};
    const struct army_settings settings = {.share = 0.7};
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct tables *tables = game_tables(cases[i].game, "");
        double share = army_redrawn(&settings, tables, 3, ARMIES);
        if (share < cases[i].least || share > cases[i].most)
            fail_msg("%s: %.3f drawn again", cases[i].game, share);
        free(tables);
    }
}

// All draws of one army are counted, the one that is kept among them.
static void draws_add_up(void **state) {
    (void)state;
    struct tables *tables = game_tables("minishogi", "");
    const struct army_settings settings = {.share = 0.7};
    struct position position;
    int all = 0, draws;
    for (int i = 0; i < 50; i++) {
        assert_true(army_choose(&settings, tables, 9, i, &position, &draws, NULL));
        all += draws;
    }
    assert_true(all > 50);
    assert_true(fabs(army_redrawn(&settings, tables, 9, 50) - (all - 50.0) / all) < 1e-12);
    free(tables);
}

static void nothing_is_decided(void **state) {
    (void)state;
    static const char *const games[] = {"minishogi", "shogi", "kagamigi", "chu-shogi",
                                        "chu-seireigi"};
    for (int g = 0; g < ARRAY_LENGTH(games); g++) {
        struct tables *tables = game_tables(games[g], "");
        struct values values;
        values_estimate(tables, &values);
        struct engine *engine = engine_create(tables, &values, 1 << 18, NULL);
        assert_non_null(engine);
        const struct army_settings settings = {.share = 0.7};
        for (int i = 0; i < 150; i++) {
            struct position position = army(&settings, tables, 2, i);
            struct error error = {""};
            struct search_result result;
            if (!position_check(&position, &error))
                fail_msg("%s", error.text);
            assert_false(position_side_in_check(&position, FIRST));
            assert_false(position_side_in_check(&position, SECOND));
            engine_new_game(engine);
            engine_search(engine, &position, NULL, (struct limits){.depth = 2}, &result);
            assert_true(result.best != MOVE_NONE);
            if (result.score == SCORE_MATE - 1)
                fail_msg("%s: army %d is won at once", games[g], i);
        }
        engine_destroy(engine);
        free(tables);
    }
}

// Nothing to change is no fault; Rooks in hand that mate whatever is changed are.
static void impossible_armies(void **state) {
    (void)state;
    struct tables *tables = game_tables("minishogi", "array=k4/5/5/5/4K[] w - - 0 1");
    struct position position;
    struct error error = {""};
    assert_int_equal(army_pieces(tables, 0), 0);
    assert_true(
        army_choose(&(struct army_settings){.share = 0.5}, tables, 1, 0, &position, NULL, &error));
    free(tables);
    tables = game_tables("minishogi", "array=k4/2K2/5/5/5[RRRR] w - - 0 1");
    assert_false(
        army_choose(&(struct army_settings){.share = 0.5}, tables, 1, 0, &position, NULL, &error));
    assert_string_equal(error.text, "no game can start from any of 1000 armies");
    free(tables);
}

// --- A piece in another's place ------------------------------------------------------------------

// The game's text with a twin of a piece.
static char *twin_text(const char *game, char letter, const char *betza, Type *twin,
                       struct error *error) {
    char *text = config_variant_text(game, error);
    struct buffer buffer = buffer_init();
    assert_non_null(text);
    *twin = variant_add_twin(text, game, type_of_letter(letter), betza, &buffer, error);
    free(text);
    if (!*twin)
        buffer_destroy(&buffer);
    return buffer.data;
}

static struct tables *parsed(const char *text) {
    struct tables *tables = malloc(sizeof *tables);
    struct variant *variant = malloc(sizeof *variant);
    struct error error = {""};
    assert_true(tables && variant);
    if (!variant_parse(text, "twin.ini", variant, &error) ||
        !tables_build(tables, variant, &variant->rules, &error))
        fail_msg("%s", error.text);
    free(variant);
    return tables;
}

static void a_twin_is_like_the_old_piece(void **state) {
    (void)state;
    struct error error = {""};
    Type twin;
    char *text = twin_text("shogi", 'R', "fR", &twin, &error);
    assert_non_null(text);
    struct tables *tables = parsed(text);
    const struct variant *variant = &tables->variant;
    Type rook = type_of_letter('R');
    assert_int_equal(twin, type_of_letter('A'));
    assert_string_equal(variant->piece[twin].name, "New Rook");
    assert_string_equal(variant->piece[twin].id, "R2");
    assert_string_equal(variant->piece[twin].betza, "fR");
    assert_string_equal(variant->piece[twin | TYPE_PROMOTED].betza,
                        variant->piece[rook | TYPE_PROMOTED].betza);
    assert_true(variant->impasse_major[twin] && variant->impasse_major[rook]);
    assert_false(variant->stranded_literal[twin]);
    assert_int_equal(variant->base_count, 9);
    // Half of them are new, whatever becomes of them.
    struct army_settings settings = {.share = 0.7};
    settings.other[rook] = twin;
    struct shares old = count(&settings, tables, rook, FIRST, 1, 4000);
    struct shares new = count(&settings, tables, twin, FIRST, 1, 4000);
    assert_shares(new, (struct shares){0.15, new.absent, 0.1, 0.1}, 4000);
    assert_shares(old, (struct shares){0.15, old.absent, 0.1, 0.1}, 4000);
    free(tables);
    free(text);
    // Its promoted form is royal where the old piece's is.
    text = twin_text("chu-shogi", 'E', "K", &twin, &error);
    assert_non_null(text);
    tables = parsed(text);
    assert_true(tables->variant.piece[twin | TYPE_PROMOTED].royal);
    free(tables);
    free(text);
    // Lists of forms: both are Lions then, and so is what the Kirin becomes.
    text = twin_text("chu-shogi", 'O', "K", &twin, &error);
    assert_non_null(text);
    tables = parsed(text);
    assert_true(tables->variant.lion[twin | TYPE_PROMOTED] && !tables->variant.lion[twin]);
    free(tables);
    free(text);
}

static void impossible_twins(void **state) {
    (void)state;
    static const struct {
        char letter;
        const char *game, *betza, *message;
    } cases[] = {
        {'K', "shogi", "K", "the King is royal: no game goes on without it"},
        {'P', "shogi", "fW", "rules of the game speak of the Pawn by name: nothing can replace it"},
        {'L', "chu-shogi", "fR",
         "rules of the game speak of the Lance by name: nothing can replace it"},
        {'R', "shogi", "fQx", "'fQx': "},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct error error = {""};
        Type twin;
        assert_null(twin_text(cases[i].game, cases[i].letter, cases[i].betza, &twin, &error));
        if (strncmp(error.text, cases[i].message, strlen(cases[i].message)) != 0)
            fail_msg("'%s', not '%s'", error.text, cases[i].message);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pure_function_of_seed_and_number),
        cmocka_unit_test(shares_are_as_designed),
        cmocka_unit_test(pieces_are_independent),
        cmocka_unit_test(armies_drawn_again_are_counted),
        cmocka_unit_test(draws_add_up),
        cmocka_unit_test(nothing_is_decided),
        cmocka_unit_test(impossible_armies),
        cmocka_unit_test(a_twin_is_like_the_old_piece),
        cmocka_unit_test(impossible_twins),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
