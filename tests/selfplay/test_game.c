// SPDX-License-Identifier: GPL-3.0-or-later
// One game: the same record every time, counted as a plain second look counts it.
#include "games.h"

#include "attacks.h"
#include "game.h"
#include "notation.h"
#include "rows.h"

static struct config game_config(const struct tables *tables) {
    struct config config = config_default(tables, "");
    struct error error;
    config.seed = 3;
    for (int i = 0; i < PLAYERS; i++)
        config.player[i].limits.nodes = 60;
    config.opening.nodes = 100;
    config.sampling.rate = 1;
    assert_true(config_finish(&config, false, &error));
    return config;
}

static void rows_of(const struct config *config, const struct game_record *record,
                    struct buffer *text) {
    char rules[RULES_TEXT];
    struct buffer moves = buffer_init();
    struct game_row row = game_row_of(config, record, "r1", &moves, rules);
    buffer_clear(text);
    game_row_write(text, &row);
    game_positions_write(record, "r1", text);
    buffer_destroy(&moves);
}

static void a_game_depends_on_its_number_alone(void **state) {
    (void)state;
    enum { GAMES = 6 };
    struct tables *tables = game_tables("minishogi", "");
    struct config config = game_config(tables);
    struct game_table *table = game_table_create(&config, NULL),
                      *other = game_table_create(&config, NULL);
    struct game_record *record = game_record_create();
    struct buffer first[GAMES] = {{0}}, again = buffer_init();
    atomic_bool stop = false;
    struct error error = {""};
    for (int i = 0; i < GAMES; i++) {
        assert_int_equal(game_play(table, i, &stop, record, &error), GAME_DONE);
        rows_of(&config, record, &first[i]);
    }
    for (int i = GAMES - 1; i >= 0; i--) { // another table, another order, a used record
        assert_int_equal(game_play(other, i, &stop, record, &error), GAME_DONE);
        rows_of(&config, record, &again);
        assert_string_equal(again.data, first[i].data);
        buffer_destroy(&first[i]);
    }
    stop = true;
    assert_int_equal(game_play(table, 0, &stop, record, &error), GAME_STOPPED);
    buffer_destroy(&again);
    game_record_destroy(record);
    game_table_destroy(table);
    game_table_destroy(other);
    free(tables);
}

// Counts everything again from positions alone.
static void counts_are_right(void **state) {
    (void)state;
    struct tables *tables = game_tables("minishogi", "");
    struct config config = game_config(tables);
    config.sampling.noisy = true;
    struct game_table *table = game_table_create(&config, NULL);
    struct game_record *record = game_record_create();
    atomic_bool stop = false;
    struct error error = {""};
    int drops_seen = 0, promotions_seen = 0;
    for (int game = 0; game < 8; game++) {
        assert_int_equal(game_play(table, game, &stop, record, &error), GAME_DONE);
        struct position position;
        assert_true(fen_parse(record->opening.fen, tables, &position, &error));
        int drops = 0, promotions = 0, captures = 0, checks = 0, sample = 0;
        int64_t legal = 0;
        for (int ply = 0; ply < record->counts.plies; ply++) {
            Move list[MOVES_MAX];
            char text[MOVE_TEXT], fen[FEN_TEXT];
            if (ply > 0) { // at rate 1 every position but the opening is there
                assert_int_equal(record->samples[sample].ply, ply);
                assert_int_equal(record->samples[sample].side, position.side);
                assert_string_equal(record->fens.data + record->samples[sample].fen,
                                    fen_print(&position, fen));
                assert_false(record->samples[sample].quiet && position_in_check(&position));
                sample++;
            }
            legal += movegen(&position, MOVES_ALL, list) - list;
            move_print(record->moves[ply], text);
            drops += strchr(text, '@') != NULL;
            promotions += strchr(text, '+') != NULL;
            struct undo undo;
            int pieces = 0, after = 0;
            for (int i = 0; i < SQUARES; i++)
                pieces += tables->on_board[i] && position.board[i] != PIECE_EMPTY;
            position_make(&position, record->moves[ply], &undo);
            for (int i = 0; i < SQUARES; i++)
                after += tables->on_board[i] && position.board[i] != PIECE_EMPTY;
            captures += after < pieces;
            checks += position_in_check(&position);
        }
        assert_int_equal(record->sample_count, sample);
        assert_int_equal(record->counts.drops, drops);
        assert_int_equal(record->counts.promotions, promotions);
        assert_int_equal(record->counts.captures, captures);
        assert_int_equal(record->counts.checks, checks);
        assert_int_equal(record->counts.legal_moves, legal);
        assert_int_not_equal(record->outcome.result, RESULT_NONE);
        assert_true(record->nodes <= 60u * (unsigned)record->counts.plies);
        drops_seen += drops;
        promotions_seen += promotions;
    }
    assert_true(drops_seen > 0 && promotions_seen > 0);
    game_record_destroy(record);
    game_table_destroy(table);
    free(tables);
}

static void pairs_share_an_opening_with_colours_swapped(void **state) {
    (void)state;
    struct tables *tables = game_tables("minishogi", "");
    struct config config = game_config(tables);
    struct error error = {""};
    assert_false(config.paired);
    assert_false(config_finish(&config, true, &error));
    assert_memory_equal(error.text, "the two players are the same", 28);
    config.player[PLAYER_B].limits.nodes = 30;
    config_player_name(&config.player[PLAYER_A], "a.csv");
    config_player_name(&config.player[PLAYER_B], "b\n.csv");
    assert_string_equal(config.player[PLAYER_B].name, "b?.csv@30n");
    assert_true(config_finish(&config, true, &error));
    assert_true(config.paired);
    struct game_table *table = game_table_create(&config, NULL);
    struct game_record *record[2] = {game_record_create(), game_record_create()};
    atomic_bool stop = false;
    for (int pair = 0; pair < 3; pair++) {
        struct buffer moves = buffer_init();
        for (int i = 0; i < 2; i++) {
            char rules[RULES_TEXT];
            assert_int_equal(game_play(table, 2 * pair + i, &stop, record[i], &error), GAME_DONE);
            assert_int_equal(record[i]->pair, pair);
            struct game_row row = game_row_of(&config, record[i], "r1", &moves, rules);
            assert_string_equal(row.first, config.player[i].name);
            assert_string_equal(row.second, config.player[1 - i].name);
        }
        assert_string_equal(record[0]->opening.fen, record[1]->opening.fen);
        buffer_destroy(&moves);
    }
    game_record_destroy(record[0]);
    game_record_destroy(record[1]);
    game_table_destroy(table);
    free(tables);
}

static void the_canonical_text_shows_every_setting(void **state) {
    (void)state;
    struct tables *tables = game_tables("minishogi", ""),
                  *other = game_tables("minishogi", "nifu=off");
    const struct config base = game_config(tables);
    struct buffer text = buffer_init();
    config_text(&base, &text);
    uint64_t hash = text_hash(text.data, text.length);
    struct config changed[14];
    int count = 0;
    for (int i = 0; i < ARRAY_LENGTH(changed); i++)
        changed[i] = base;
    changed[count++].tables = other;
    changed[count++].variant_text = "; a comment";
    changed[count++].player[PLAYER_A].values.value[values_find("hand.P")]++;
    changed[count++].player[PLAYER_B].values.value[values_find("board.+R")]++;
    changed[count++].player[PLAYER_A].limits.nodes++;
    changed[count++].player[PLAYER_B].limits.depth++;
    changed[count++].hash_bytes *= 2;
    changed[count++].opening.plies++;
    changed[count++].opening.bound++;
    changed[count++].adjudication.ply_limit++;
    changed[count++].adjudication.resign_plies++;
    changed[count++].adjudication.draw_from++;
    changed[count++].sampling.rate += 0.001;
    changed[count++].sampling.noisy = true;
    assert_int_equal(count, ARRAY_LENGTH(changed));
    for (int i = 0; i < count; i++) {
        buffer_clear(&text);
        config_text(&changed[i], &text);
        if (text_hash(text.data, text.length) == hash)
            fail_msg("change %d does not show", i);
    }
    buffer_clear(&text);
    struct config same = base;
    same.seed++; // the seed has its own place
    config_text(&same, &text);
    assert_true(text_hash(text.data, text.length) == hash);
    buffer_destroy(&text);
    free(tables);
    free(other);
}

// Whose game it is changes nothing of a run; the same words elsewhere in the file do.
static void credits_do_not_show(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool same;
    } cases[] = {
        {"[variant]\nname = x\nauthor = A \\\n  and B\n url=https://a.b/c\nfiles = 5\n[rules]\n",
         true},
        {"author = A\n[variant]\nname = x\nfiles = 5\n[rules]\n", false},
        {"[variant]\nname = x\nauthors = A\nfiles = 5\n[rules]\n", false},
        {"[variant]\nname = x\nfiles = 5\n[rules]\nurl = a\n", false},
        {"[variant]\nname = x\n; author = A\nfiles = 5\n[rules]\n", false},
    };
    struct tables *tables = game_tables("minishogi", "");
    struct config config = game_config(tables);
    struct buffer plain = buffer_init(), text = buffer_init();
    config.variant_text = "[variant]\nname = x\nfiles = 5\n[rules]\n";
    config_text(&config, &plain);
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        buffer_clear(&text);
        config.variant_text = cases[i].text;
        config_text(&config, &text);
        assert_int_equal(strcmp(text.data, plain.data) == 0, cases[i].same);
    }
    buffer_destroy(&plain);
    buffer_destroy(&text);
    free(tables);
}

static void table_sizes(void **state) {
    (void)state;
    assert_int_equal(config_hash_bytes(100), 1 << 18);
    assert_int_equal(config_hash_bytes(1024), 1 << 18);
    assert_int_equal(config_hash_bytes(1025), 1 << 19);
    assert_int_equal(config_hash_bytes(100000), 1 << 25);
    assert_int_equal(config_hash_bytes(1000000000000), 1 << 26);
    assert_int_equal(config_hash_bytes(0), 1 << 26);

    // By depth and nodes, whichever ends first; of two players the larger.
    static const struct {
        uint64_t nodes;
        int depth;
        size_t bytes;
    } cases[] = {{0, 1, 1 << 18},  {0, 2, 1 << 19},  {0, 5, 1 << 22},     {0, 9, 1 << 26},
                 {0, 64, 1 << 26}, {50, 9, 1 << 18}, {5000, 64, 1 << 21}, {100000, 1, 1 << 18}};
    struct tables *tables = game_tables("minishogi", "");
    for (int i = 0; i < ARRAY_LENGTH(cases); i++)
        for (int player = 0; player < PLAYERS; player++) {
            struct config config = game_config(tables);
            struct error error = {""};
            config.hash_bytes = 0;
            config.player[!player].limits = (struct limits){.depth = 1};
            config.player[player].limits =
                (struct limits){.nodes = cases[i].nodes, .depth = cases[i].depth};
            assert_true(config_finish(&config, false, &error));
            assert_int_equal(config.hash_bytes, cases[i].bytes);
        }
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_depends_on_its_number_alone),
        cmocka_unit_test(counts_are_right),
        cmocka_unit_test(pairs_share_an_opening_with_colours_swapped),
        cmocka_unit_test(the_canonical_text_shows_every_setting),
        cmocka_unit_test(credits_do_not_show),
        cmocka_unit_test(table_sizes),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
