// SPDX-License-Identifier: GPL-3.0-or-later
// `kagami log export`: what it writes is read back by readers that share no line with the writers,
// and gives the games of the log again; annotations are what the log has.
#include "games.h"

#include <math.h>

#include "file.h"
#include "notation.h"
#include "rows.h"

enum { TEXT = 1 << 18 };

// --- Logs ----------------------------------------------------------------------------------------

static void play(const char *variant, const char *folder, const char *options) {
    char command[256];
    snprintf(command, sizeof command, "selfplay %s --games 3 --nodes 60 --seed 4 %s --out %s",
             variant, options, folder);
    if (!there_is(folder))
        expect_run(command, 0, "");
}

// A log of one game of given moves, which nobody searched.
static void write_log(const char *folder, const char *variant, const char *opening,
                      const char *moves, enum termination termination, enum result result) {
    struct game_row row = {.variant = variant,
                           .run = "",
                           .rules = "",
                           .opening = opening,
                           .first = "a",
                           .second = "b",
                           .result = result,
                           .termination = termination,
                           .plies = 1,
                           .moves = moves};
    char path[64];
    for (const char *at = moves; *at; at++)
        row.plies += *at == ' ';
    struct buffer text = buffer_init();
    game_header_write(&text, ANNOTATE_NOTHING);
    game_row_write(&text, &row);
    snprintf(path, sizeof path, "mkdir -p %s", folder);
    assert_int_equal(system(path), 0);
    snprintf(path, sizeof path, "%s/games.csv", folder);
    write_file(path, text.data);
    buffer_destroy(&text);
}

static char *export(const char *folder, const char *arguments) {
    char command[400];
    snprintf(command, sizeof command, "%s log export %s %s >out.txt 2>err.txt", KAGAMI_PROGRAM,
             folder, arguments);
    assert_int_equal(system(command), 0);
    struct error error = {""};
    char *text = file_read("out.txt", 1 << 24, &error);
    assert_non_null(text);
    return text;
}

// Hands each game of a log and the text that is left of an export of it to `read`, which takes its
// game off the text.
static void compare_games(const char *folder, const char *text,
                          const char *(*read)(const struct game_row *row, const char *text)) {
    char path[128];
    snprintf(path, sizeof path, "%s/games.csv", folder);
    struct error error = {""};
    struct rows_reader *reader = game_rows_open(path, &error);
    struct game_row row;
    int games = 0;
    assert_non_null(reader);
    for (; game_row_next(reader, &row, NULL, &error) == CSV_RECORD; games++)
        text = read(&row, text);
    assert_true(games > 0);
    assert_string_equal(text, "");
    rows_close(reader);
}

// --- PGN -----------------------------------------------------------------------------------------

static void expect_tag(const char *text, const char *end, const char *name, const char *value) {
    char tag[FEN_TEXT + 64];
    snprintf(tag, sizeof tag, "[%s \"%s\"]\n", name, value);
    const char *at = strstr(text, tag);
    if (!at || at > end)
        fail_msg("no %s in\n%.600s", tag, text);
}

// A move of PGN in the log's words; a Lion's pass is any move of the log that comes back.
static void pgn_move(const char *word, const char *logged, char move[MOVE_TEXT]) {
    char *to = move;
    if (strcmp(word, "--") == 0) {
        size_t half = strcspn(logged + 1, "abcdefghijkl") + 1;
        assert_memory_equal(logged, logged + strlen(logged) - half, half);
        strcpy(move, logged);
        return;
    }
    for (; *word; word++)
        if (*word != 'x' && *word != '-')
            *to++ = *word;
    *to = 0;
}

static const char *read_pgn(const struct game_row *row, const char *text) {
    static char moves[TEXT], scores[TEXT];
    const char *tags_end = strstr(text, "\n\n");
    char number[32];
    assert_non_null(tags_end);
    snprintf(number, sizeof number, "%lld", (long long)row->game);
    expect_tag(text, tags_end, "Round", number);
    expect_tag(text, tags_end, "White", row->first);
    expect_tag(text, tags_end, "Black", row->second);
    expect_tag(text, tags_end, "Result", result_text(row->result));
    char fen[FEN_TEXT];
    const char *hands = strstr(row->opening, "[]");
    bool drops = strcmp(row->variant, "chu-shogi") != 0;
    snprintf(fen, sizeof fen, "%.*s%s", drops || !hands ? FEN_TEXT : (int)(hands - row->opening),
             row->opening, drops || !hands ? "" : hands + 2);
    expect_tag(text, tags_end, "FEN", fen);
    expect_tag(text, tags_end, "Reason", termination_name(row->termination));
    moves[0] = scores[0] = 0;
    char *move_end = moves, *score_end = scores;
    const char *logged = row->moves, *at = tags_end + 2;
    bool second = strstr(row->opening, " b ") != NULL;
    for (;;) {
        at += strspn(at, " \n");
        char word[64];
        size_t length = strcspn(at, " \n");
        assert_true(length < sizeof word);
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (*at == '{') { // "{+0.35/6 0.012s}", of the move before
            double score = atof(word + 1);
            bool mate = word[2] == 'M', known = strchr("+-", word[1]) != NULL;
            long value = lround(mate ? atof(word + 3) : 100 * score);
            if (mate)
                value *= word[1] == '-' ? -1 : 1;
            value *= second ? 1 : -1; // the mover's, who was the first when now the second moves
            score_end -= 2;           // "- "
            if (known && mate)
                score_end += sprintf(score_end, "%sM%ld ", value < 0 ? "-" : "", labs(value));
            else
                score_end += known ? sprintf(score_end, "%ld ", value) : sprintf(score_end, "- ");
            at += strcspn(at, "}") + 1;
            continue;
        }
        at += length;
        if (strcmp(word, result_text(row->result)) == 0)
            break;
        if (word[length - 1] == '.') {
            assert_int_equal(length > 3 && strcmp(word + length - 3, "...") == 0, second);
            continue;
        }
        char move[MOVE_TEXT], own[MOVE_TEXT];
        snprintf(own, sizeof own, "%.*s", (int)strcspn(logged, " "), logged);
        logged += strlen(own) + (logged[strlen(own)] == ' ');
        pgn_move(word, own, move);
        move_end += sprintf(move_end, "%s%s", move_end > moves ? " " : "", move);
        score_end += sprintf(score_end, "- ");
        second = !second;
    }
    assert_string_equal(moves, row->moves);
    if (*row->first_scores) {
        score_end[-1] = 0;
        assert_string_equal(scores, row->first_scores);
    }
    assert_memory_equal(at, "\n\n", 2);
    return at + 2;
}

// --- KIF -----------------------------------------------------------------------------------------

// Takes one of the words off the text: its number, or -1.
static int take_word(const char **text, const char *const *words, int count) {
    for (int i = count - 1; i >= 0; i--) // the longer before the shorter
        if (strncmp(*text, words[i], strlen(words[i])) == 0) {
            *text += strlen(words[i]);
            return i;
        }
    return -1;
}

// "７六" or "10十一" of a board of so many files, as "c4". False: no square stands there.
static bool kif_square(const char **text, int files, char square[8]) {
    static const char *const wide[] = {"１", "２", "３", "４", "５", "６", "７", "８", "９"};
    static const char *const kanji[] = {"一", "二", "三", "四", "五",   "六",
                                        "七", "八", "九", "十", "十一", "十二"};
    char *end;
    int file = (int)strtol(*text, &end, 10), rank;
    if (**text != ' ' && end > *text)
        *text = end;
    else
        file = 1 + take_word(text, wide, 9);
    if (file < 1)
        return false;
    rank = take_word(text, kanji, 12);
    assert_true(rank >= 0);
    sprintf(square, "%c%d", 'a' + files - file, files - rank);
    return true;
}

// Letters by the words of pieces that are dropped.
static char kif_letter(const char *word) {
    static const char *const words[] = {"飛", "角", "金", "銀", "桂", "香", "歩"};
    return "RBGSNLP"[take_word(&word, words, 7)];
}

struct kif_step {
    char from[8], to[8];
    bool promotes, drops;
    char letter;
};

// What stands behind the number of a line; `last`: where the move before ended.
static struct kif_step kif_step(const char *text, int files, const char *last) {
    struct kif_step step = {{0}};
    const char *at = text + strspn(text, " ");
    static const char *const same[] = {"同　", "仝"};
    if (take_word(&at, same, 2) >= 0)
        strcpy(step.to, last);
    else
        assert_true(kif_square(&at, files, step.to));
    const char *origin = strstr(at, "（←"), *plain = strchr(at, '('), *line = strchr(at, '\n');
    const char *no = strstr(at, "不成"), *does = strstr(at, "成");
    if (origin && origin < line) {
        const char *square = origin + strlen("（←");
        assert_true(kif_square(&square, files, step.from));
        assert_memory_equal(square, "）", strlen("）"));
        step.promotes = does && does < origin && !(no && no < origin);
    } else if (strstr(at, "打") && strstr(at, "打") < line) {
        step.drops = true;
        step.letter = kif_letter(at);
    } else {
        assert_true(plain && plain < line);
        sprintf(step.from, "%c%d", 'a' + files - (plain[1] - '0'), files + 1 - (plain[2] - '0'));
        // 成銀 moves; 銀成 promotes.
        step.promotes = strncmp(plain - strlen("成"), "成", strlen("成")) == 0 &&
                        strncmp(plain - strlen("不成"), "不成", strlen("不成")) != 0;
    }
    return step;
}

static int kif_files;

static const char *read_kif(const struct game_row *row, const char *text) {
    static char moves[TEXT];
    char *to = moves, last[8] = "", via[8] = "", from[8] = "";
    const char *end = strstr(text, "まで"), *at = strstr(text, "----\n"), *line;
    assert_non_null(end);
    assert_true(strstr(text, "先手：") < end);
    at = strstr(text, "消費時間--\n");
    assert_true(at && at < end);
    moves[0] = 0;
    for (at = strchr(at, '\n') + 1; at < end; at = line) {
        char *rest;
        long number = strtol(at, &rest, 10);
        line = strchr(at, '\n') + 1;
        if (*at == '*' || number > row->plies)
            continue;
        bool first = strncmp(rest, "一歩目", 9) == 0, second = strncmp(rest, "二歩目", 9) == 0;
        struct kif_step step = kif_step(rest + (first || second ? 9 : 0), kif_files, last);
        strcpy(last, step.to);
        if (first) {
            strcpy(from, step.from);
            strcpy(via, step.to);
            continue;
        }
        to += sprintf(to, "%s", to > moves ? " " : "");
        if (second) {
            assert_string_equal(step.from, via);
            to += sprintf(to, "%s%s%s", from, via, step.to);
        } else if (step.drops) {
            to += sprintf(to, "%c@%s", step.letter, step.to);
        } else {
            to += sprintf(to, "%s%s%s", step.from, step.to, step.promotes ? "+" : "");
        }
    }
    assert_string_equal(moves, row->moves);
    const char *winner = row->result == RESULT_FIRST    ? "先手の勝ち"
                         : row->result == RESULT_SECOND ? "後手の勝ち"
                                                        : "";
    const char *said = strstr(end, winner);
    assert_true(said && said < strchr(end, '\n'));
    at = strchr(end, '\n');
    assert_memory_equal(at, "\n\n", 2);
    return at + 2;
}

// --- USI, CSV ------------------------------------------------------------------------------------

static struct tables *usi_tables;

// By the program's own reader of USI, which engines are spoken to with.
static const char *read_usi(const struct game_row *row, const char *text) {
    static char moves[TEXT];
    char sfen[FEN_TEXT], fen[FEN_TEXT], *to = moves;
    const char *words = strstr(text, " moves "), *line = strchr(text, '\n');
    struct position position;
    struct undo undo;
    struct error error = {""};
    assert_memory_equal(text, "position sfen ", 14);
    assert_true(words && words < line);
    snprintf(sfen, sizeof sfen, "%.*s", (int)(words - text - 14), text + 14);
    if (!sfen_to_fen(sfen, usi_tables, fen, &error) ||
        !fen_parse(fen, usi_tables, &position, &error))
        fail_msg("%s: %s", sfen, error.text);
    for (const char *at = words + 7; at <= line;) {
        char word[MOVE_TEXT], own[MOVE_TEXT];
        size_t length = strcspn(at, " \n");
        Move move;
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (!usi_move_parse(word, &position, &move, &error))
            fail_msg("%s", error.text);
        to += sprintf(to, "%s%s", to > moves ? " " : "", move_print(move, own));
        position_make(&position, move, &undo);
        at += length + 1;
    }
    assert_string_equal(moves, row->moves);
    return line + 1;
}

// --- Tests ---------------------------------------------------------------------------------------

// A recapture, a drop, promotions and one that is declined.
static const char shogi_start[] =
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1";
static const char shogi_moves[] = "c3c4 g7g6 b2h8+ g9h8 B@e5 i9i8 e5h8+ h7h6 g3g4 h6h5 g4g5 h5h4 "
                                  "g5g6 h4h3 g6g7";
// A Lion takes and comes back, takes two, passes, and goes a way that takes nothing.
static const char chu_opening[] = "12/5k6/12/12/4pp6/4Np6/12/7n4/12/12/6K5/12[] w - - 0 1";
static const char chu_moves[] = "e7f7e7 h5h6 e7e8f8 h6g5 f8f9f8 g5g4 f8f9 f11e11 f9e10 e11d11 "
                                "e10d11";

static void pgn_comes_back(void **state) {
    (void)state;
    play("minishogi", "mini", "--annotate scores");
    play("kagamigi", "kagamigi", "");
    play("chu-shogi", "chu", "--annotate times --ply-limit 120");
    const char *folders[] = {"mini", "kagamigi", "chu"};
    for (int i = 0; i < ARRAY_LENGTH(folders); i++) {
        char *text = export(folders[i], "--format pgn");
        compare_games(folders[i], text, read_pgn);
        free(text);
    }
    write_log("lion", "chu-shogi", chu_opening, chu_moves, TERMINATION_ROYAL_CAPTURED,
              RESULT_FIRST);
    char *text = export("lion", "");
    compare_games("lion", text, read_pgn);
    assert_non_null(strstr(text, " e7xf7-e7 "));
    assert_non_null(strstr(text, " e7xe8xf8 "));
    assert_non_null(strstr(text, " -- "));
    free(text);
}

static void kif_comes_back(void **state) {
    (void)state;
    static const struct {
        const char *variant, *folder;
        int files;
    } games[] = {{"minishogi", "mini", 5}, {"shogi", "shogi", 9}, {"chu-shogi", "chu", 12}};
    play("minishogi", "mini", "--annotate scores");
    play("shogi", "shogi", "");
    play("chu-shogi", "chu", "--annotate times --ply-limit 120");
    for (int i = 0; i < ARRAY_LENGTH(games); i++) {
        char *text = export(games[i].folder, "--format kif");
        kif_files = games[i].files;
        compare_games(games[i].folder, text, read_kif);
        free(text);
    }
    write_log("given", "shogi", shogi_start, shogi_moves, TERMINATION_RESIGN, RESULT_FIRST);
    char *text = export("given", "--format kif");
    kif_files = 9;
    compare_games("given", text, read_kif);
    assert_non_null(strstr(text, "手合割：平手\n"));
    assert_non_null(strstr(text, "   3 ２二角成(88)\n   4 同　銀(31)\n   5 ５五角打\n"));
    assert_non_null(strstr(text, "   7 ２二角成(55)\n"));
    assert_non_null(strstr(text, "  15 ３三歩不成(34)\n"));
    free(text);
    write_log("lion", "chu-shogi", chu_opening, chu_moves, TERMINATION_ROYAL_CAPTURED,
              RESULT_FIRST);
    text = export("lion", "--format kif");
    kif_files = 12;
    compare_games("lion", text, read_kif);
    assert_non_null(strstr(text, "   1一歩目 7六獅子 （←8六）\n   1二歩目 8六獅子 （←7六）\n"));
    free(text);
}

static void usi_comes_back(void **state) {
    (void)state;
    static const char *const games[][2] = {
        {"minishogi", "mini"}, {"kagamigi", "kagamigi"}, {"chu-shogi", "chu"}};
    play("minishogi", "mini", "--annotate scores");
    play("kagamigi", "kagamigi", "");
    play("chu-shogi", "chu", "--annotate times --ply-limit 120");
    for (int i = 0; i < ARRAY_LENGTH(games); i++) {
        char *text = export(games[i][1], "--format usi");
        usi_tables = game_tables(games[i][0], "");
        compare_games(games[i][1], text, read_usi);
        free(usi_tables);
        free(text);
    }
}

// The default log keeps its bytes; the games and the first two annotations are those of any number
// of threads and shards.
static void annotations_change_nothing_else(void **state) {
    (void)state;
    const char *const runs[] = {"none", "scores", "times"};
    for (int i = 0; i < ARRAY_LENGTH(runs); i++) {
        char options[64];
        snprintf(options, sizeof options, "--annotate %s --threads %d", runs[i], 1 + i % 2);
        play("minishogi", runs[i], options);
    }
    play("minishogi", "default", "");
    shell("cmp default/games.csv none/games.csv && cmp default/positions.csv none/positions.csv");
    shell("not() { " TEST_DATA
          "/columns -x $1 $2/games.csv; }; not run,milliseconds times >t.csv && "
          "not run scores | cmp - t.csv && not run,first_scores,depths scores >s.csv && "
          "not run default | cmp - s.csv");
    for (int i = 0; i < 2; i++) {
        char command[200];
        snprintf(command, sizeof command,
                 "selfplay minishogi --games 3 --nodes 60 --seed 4 --annotate scores --shard %d/2 "
                 "--out parts/%d",
                 i, i);
        expect_run(command, 0, "");
    }
    expect_run("log merge parts --out merged", 0, "");
    assert_int_equal(system("cmp merged/games.csv scores/games.csv"), 0);
    // Each game once, from the parts, the whole, or both.
    char *whole = export("scores", "--format csv"), *parts = export("parts merged", "--format csv");
    assert_string_equal(parts, whole);
    free(parts);
    parts = export("parts", "--format csv");
    assert_string_equal(parts, whole);
    free(parts);
    free(whole);
    // A run goes on with the annotations that it began with alone.
    expect_run("selfplay minishogi --games 5 --nodes 60 --seed 4 --out scores", 1, "annotate");
}

static void a_game_that_breaks_the_rules_is_refused(void **state) {
    (void)state;
    write_log("wrong", "shogi", shogi_start, "g3g4 g3g4", TERMINATION_RESIGN, RESULT_FIRST);
    expect_run("log export wrong", 1, "wrong/games.csv:2: ");
    play("kagamigi", "kagamigi", "");
    expect_run("log export kagamigi --format kif", 1, "none for Kagamigi");
    expect_run("log export nowhere", 1, "nowhere");
    expect_run("log export kagamigi --games 5..5", 2, "--games takes A..B");
    expect_run("log export kagamigi --games 50", 1, "no games");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pgn_comes_back),
        cmocka_unit_test(kif_comes_back),
        cmocka_unit_test(usi_comes_back),
        cmocka_unit_test(annotations_change_nothing_else),
        cmocka_unit_test(a_game_that_breaks_the_rules_is_refused),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
