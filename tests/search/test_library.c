// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of kagami.h as the program has them; tests/library has the shared library and the
// modules of other languages. Images, which pages have their games from.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_image.h"
#include "kagami.h"
#include "notation.h"
#include "setup.h"

enum { HASH = 1 << 20 };

static struct kagami *new_game(const char *variant, const char *rules) {
    struct kagami *game = kagami_new();
    assert_non_null(game);
    assert_string_equal(kagami_error(game), "");
    assert_true(kagami_load(game, variant, NULL, rules));
    return game;
}

static int word_count(const char *text) {
    int count = *text != 0;
    for (; *text; text++)
        count += *text == ' ';
    return count;
}

static void assert_refused(const struct kagami *game, bool done, const char *why) {
    assert_false(done);
    if (!strstr(kagami_error(game), why))
        fail_msg("'%s'; expected '%s'", kagami_error(game), why);
}

// All rows of tests/perft of these depths.
static void test_perft(void **state) {
    (void)state;
    const int deepest = CHECKED_BUILD ? 1 : 2;
    int count = 0;
    const char *name;
    assert_null(kagami_shipped(-1));
    for (int i = 0; (name = kagami_shipped(i)); i++) {
        char path[4096], line[2048], loaded[2048] = "none";
        struct kagami *game = kagami_new();
        snprintf(path, sizeof path, "%s/perft/%s.csv", TEST_DATA, name);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        assert_non_null(fgets(line, sizeof line, file)); // names of the columns
        while (fgets(line, sizeof line, file)) {
            char *rest = line, *variant = strsep(&rest, ","), *rules = strsep(&rest, ","),
                 *fen = strsep(&rest, ","), *depth = strsep(&rest, ","),
                 *nodes = strsep(&rest, ",");
            if (atoi(depth) > deepest || strstr(rules, "lion-moves")) // which is no rule
                continue;
            if (strcmp(loaded, rules) != 0)
                assert_true(kagami_load(game, variant, "", rules));
            snprintf(loaded, sizeof loaded, "%s", rules);
            assert_true(kagami_start(game, fen));
            assert_int_equal(kagami_perft(game, atoi(depth)), strtoull(nodes, NULL, 10));
            if (atoi(depth) == 1 && strcmp(kagami_result(game), "*") == 0)
                assert_int_equal(word_count(kagami_moves(game)), atoi(nodes));
            count++;
        }
        fclose(file);
        kagami_free(game);
    }
    assert_true(count > 120 * deepest);
}

static void test_moves(void **state) {
    (void)state;
    struct kagami *game = new_game("shogi", NULL);
    char start[FEN_TEXT];
    snprintf(start, sizeof start, "%s", kagami_fen(game));
    assert_int_equal(word_count(kagami_moves(game)), 30);
    assert_string_equal(kagami_result(game), "*");
    assert_string_equal(kagami_ending(game), "none");
    assert_refused(game, kagami_undo(game), "no move to take back");
    assert_true(kagami_play(game, "c3c4"));
    assert_true(kagami_play(game, "g7g6"));
    assert_refused(game, kagami_play(game, "a1a9"), "a1a9");
    assert_refused(game, kagami_play(game, "what"), "'what' is no move");
    assert_refused(game, kagami_play(game, NULL), "'' is no move");
    assert_string_equal(kagami_usi(game, "b2h8+"), "8h2b+");
    assert_string_equal(kagami_from_usi(game, "8h2b+"), "b2h8+");
    assert_refused(game, kagami_usi(game, "8h2b+"), "8h2b+");
    assert_refused(game, kagami_from_usi(game, NULL), "");
    assert_true(kagami_play(game, "b2h8+"));
    assert_int_equal(kagami_ply(game), 3);
    assert_non_null(strstr(kagami_fen(game), "[B] b"));
    assert_non_null(strstr(kagami_sfen(game), " w B 4"));
    for (int i = 0; i < 3; i++)
        assert_true(kagami_undo(game));
    assert_string_equal(kagami_fen(game), start);
    assert_string_equal(kagami_error(game), "");
    kagami_free(game);
    kagami_free(NULL);
}

static void test_ends(void **state) {
    (void)state;
    struct kagami *game = new_game("shogi", "");
    assert_refused(game, kagami_start(game, "9/9 w"), "FEN column 4");
    assert_true(kagami_start(game, "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1"));
    assert_non_null(strstr(kagami_moves(game), " G@e8"));
    assert_true(kagami_search(game, 1000));
    assert_string_equal(kagami_best(game), "G@e8");
    assert_string_equal(kagami_line(game), "G@e8");
    assert_int_equal(kagami_mate(game), 1);
    assert_true(kagami_expected(game) == 1);
    assert_true(kagami_play(game, "G@e8"));
    assert_string_equal(kagami_moves(game), "");
    assert_string_equal(kagami_result(game), "1-0");
    assert_string_equal(kagami_ending(game), "checkmate");
    assert_true(kagami_check(game));
    assert_refused(game, kagami_play(game, "e9e8"), "over: 1-0, checkmate");
    assert_refused(game, kagami_search(game, 1000), "over");
    assert_true(kagami_undo(game));
    assert_string_equal(kagami_result(game), "*");
    // To and fro: the position occurs for the fourth time.
    static const char *const round[] = {"e1e2", "e9d9", "e2e1", "d9e9"};
    assert_true(kagami_start(game, "4k4/9/9/9/9/9/9/9/4K4[] w - - 0 1"));
    for (int i = 0; i < 12; i++)
        assert_true(kagami_play(game, round[i % 4]));
    assert_string_equal(kagami_result(game), "1/2-1/2");
    assert_string_equal(kagami_ending(game), "repetition");
    kagami_free(game);
}

// The same search as the program's own.
static void test_search(void **state) {
    (void)state;
    struct kagami *game = new_game("kagamigi", NULL);
    struct tables *tables = setup_tables("kagamigi", "");
    struct values values;
    struct position start = setup_start(tables);
    struct search_result result;
    char move[MOVE_TEXT];
    values_default(tables, &values);
    struct engine *engine = engine_create(tables, &values, HASH, NULL);
    assert_non_null(engine);
    engine_search(engine, &start, NULL, (struct limits){.nodes = 3000}, &result);
    assert_string_equal(kagami_best(game), "");
    assert_true(kagami_player(game, NULL, HASH));
    assert_true(kagami_search(game, 3000));
    assert_string_equal(kagami_best(game), move_print(result.best, move));
    assert_true(kagami_expected(game) == engine_expected(engine, result.score));
    assert_int_equal(kagami_depth(game), result.depth);
    assert_int_equal(kagami_nodes(game), result.nodes);
    assert_int_equal(kagami_mate(game), 0);
    assert_int_equal(word_count(kagami_line(game)), result.pv_length);
    assert_int_equal(kagami_evaluate(game), engine_evaluate(engine, &start));
    assert_true(kagami_player(game, "estimate", HASH));
    assert_int_not_equal(kagami_evaluate(game), engine_evaluate(engine, &start));
    assert_refused(game, kagami_player(game, "/none.csv", HASH), "/none.csv");
    assert_refused(game, kagami_player(game, NULL, SIZE_MAX), "more than there is");
    assert_refused(game, kagami_search(game, 0), "no positions");
    assert_refused(game, kagami_search(game, -1), "no positions");
    engine_destroy(engine);
    free(tables);
    kagami_free(game);
}

// Rules of all origins, and what is none: the game that was loaded stays.
static void test_rules(void **state) {
    (void)state;
    struct kagami *game = kagami_new();
    assert_refused(game, kagami_start(game, NULL), "no game is loaded");
    assert_null(kagami_moves(game));
    assert_null(kagami_fen(game));
    assert_int_equal(kagami_perft(game, 1), 0);
    assert_string_equal(kagami_best(game), "");
    assert_refused(game, kagami_load(game, "shogj", NULL, NULL), "did you mean 'shogi'?");
    assert_refused(game, kagami_load(game, NULL, NULL, NULL), "no variant ''");
    assert_true(kagami_load(game, "chu-shogi", "jcsa", "repetition=fourfold-draw"));
    assert_refused(game, kagami_load(game, "chu-shogi", "fesa", NULL), "fesa");
    assert_refused(game, kagami_load(game, "shogi", NULL, "nifu=perhaps"), "perhaps");
    assert_refused(game, kagami_load(game, "/none.ini", NULL, NULL), "/none.ini");
    assert_refused(game, kagami_load_text(game, NULL, NULL, NULL), "text");
    assert_refused(game, kagami_load_text(game, "[variant]\nname = x", NULL, NULL), "text");
    assert_int_equal(word_count(kagami_moves(game)), 36);
    assert_refused(game, kagami_perft(game, -1), "-1");
    char path[4096], text[1 << 14];
    snprintf(path, sizeof path, "%s/../core/variants/minishogi.ini", TEST_DATA);
    assert_true(kagami_load(game, path, NULL, NULL));
    assert_int_equal(kagami_perft(game, 2), 181);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_true(kagami_load_text(game, text, NULL, "drops=off"));
    assert_true(kagami_play(game, "e1e4"));
    assert_true(kagami_search(game, 100));
    kagami_free(game);
}

// A game of the player against itself: its last position.
static void *play_out(void *fen) {
    struct kagami *game = kagami_new();
    if (kagami_load(game, "minishogi", NULL, NULL) && kagami_player(game, NULL, HASH))
        while (kagami_ply(game) < 40 && kagami_search(game, 60) &&
               kagami_play(game, kagami_best(game)))
            ;
    snprintf(fen, FEN_TEXT, "%s", kagami_fen(game));
    kagami_free(game);
    return NULL;
}

// Games on several threads at the same time know nothing of each other.
static void test_threads(void **state) {
    (void)state;
    enum { THREADS = 3 };
    static char fen[THREADS + 1][FEN_TEXT];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, play_out, fen[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    play_out(fen[THREADS]);
    for (int i = 0; i < THREADS; i++)
        assert_string_equal(fen[i], fen[THREADS]);
    struct kagami *game = new_game("minishogi", NULL);
    assert_string_not_equal(fen[0], kagami_fen(game));
    kagami_free(game);
}

static void add_image(const char *variant, struct buffer *out) {
    struct tables *tables = setup_tables(variant, "");
    struct values values;
    struct error error;
    values_default(tables, &values);
    assert_true(game_image_add(tables, &values, out, &error));
    free(tables);
}

static void test_images(void **state) {
    (void)state;
    struct buffer image = buffer_init(), again = buffer_init();
    struct kagami *game = kagami_new(), *loaded = new_game("minishogi", NULL);
    add_image("minishogi", &image);
    add_image("minishogi", &again);
    assert_int_equal(image.length, again.length);
    assert_memory_equal(image.data, again.data, image.length);
    const size_t lengths[] = {0, 4, sizeof(struct game_image), image.length - 1, image.length + 1};
    for (int i = 0; i < ARRAY_LENGTH(lengths); i++) // the last one by the 0 behind each buffer
        assert_refused(game, kagami_load_image(game, image.data, lengths[i], HASH), "cannot read");
    assert_true(kagami_load_image(game, image.data, image.length, HASH));
    assert_true(kagami_search(game, 2000) && kagami_search(loaded, 2000));
    assert_string_equal(kagami_line(game), kagami_line(loaded));
    assert_true(kagami_expected(game) == kagami_expected(loaded));
    // A text that is none of its kind, and one without an end.
    again.data[sizeof(struct game_image)] ^= 1;
    assert_false(kagami_load_image(game, again.data, again.length, HASH));
    image.data[image.length - 1] = '1';
    assert_refused(game, kagami_load_image(game, image.data, image.length, HASH), "cannot read");
    kagami_free(game);
    kagami_free(loaded);
    buffer_destroy(&image);
    buffer_destroy(&again);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft),   cmocka_unit_test(test_moves), cmocka_unit_test(test_ends),
        cmocka_unit_test(test_search),  cmocka_unit_test(test_rules), cmocka_unit_test(test_images),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
