// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// The whole of `kagami tune`, as its users run it, on logs whose truth is known.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <sys/wait.h>
#include <unistd.h>

#include "file.h"
#include "json_file.h"
#include "planted_log.h"
#include "values_file.h"

enum { GAMES = 1600, POSITIONS = 8, TEXT = 1 << 16 };

static char folder[64]; // of everything that this program writes

static const char *in_folder(const char *name) {
    static char path[8][256];
    static int next;
    char *text = path[next++ % 8];
    snprintf(text, sizeof path[0], "%s/%s", folder, name);
    return text;
}

static void write_values(const char *name, const struct values_file *file) {
    struct file_set set = {.count = 0};
    assert_true(values_file_add(&set, in_folder(name), file, false, NULL));
    assert_true(file_set_write(&set, NULL));
    file_set_destroy(&set);
}

// Runs `kagami tune ARGUMENTS` within the folder. Returns the exit code; fills the two outputs.
static int tune(const char *arguments, char *out, char *err) {
    char command[2048];
    snprintf(command, sizeof command, "cd %s && '%s' tune %s >out.txt 2>err.txt", folder,
             KAGAMI_PROGRAM, arguments);
    int status = system(command);
    char *text = file_read(in_folder("out.txt"), TEXT - 1, NULL);
    snprintf(out, TEXT, "%s", text ? text : "");
    free(text);
    text = file_read(in_folder("err.txt"), TEXT - 1, NULL);
    snprintf(err, TEXT, "%s", text ? text : "");
    free(text);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool exists(const char *name) {
    return access(in_folder(name), F_OK) == 0;
}

// Minishogi with other values than its estimate: every piece 0.6 to 1.6 times.
static struct planted_log planted(void) {
    struct planted_log log = {.variant = "minishogi",
                              .rules = "",
                              .seed = 77,
                              .games = GAMES,
                              .positions = POSITIONS,
                              .logits_per_centivalue = 0.0015};
    struct tables *tables = planted_tables(&log);
    values_estimate(tables, &log.values);
    for (int i = 0; i < VALUE_TERM; i++)
        log.values.value[i] = log.values.value[i] * (6 + i * 7 % 11) / 10;
    log.values.value[VALUE_TERM + TERM_FIRST_MOVER] = 60;
    free(tables);
    return log;
}

static void test_recovery(void **state) {
    (void)state;
    struct planted_log log = planted();
    struct tables *tables = planted_tables(&log);
    static char out[TEXT], err[TEXT];
    // The Rook as yardstick, with its planted worth as starting worth.
    // Parameters of the search, which no game of a log tells, are handed on where they are not the
    // default.
    struct values_file start = {.count = 3};
    int rook = values_find("board.R"), unit = values_find("search.unit");
    start.row[0] = values_row_init(rook, log.values.value[rook]);
    start.row[1] = values_row_init(unit, 300);
    start.row[2] = values_row_init(VALUE_PARAM + PARAM_NULL_DEPTH,
                                   values_default_of(VALUE_PARAM + PARAM_NULL_DEPTH));
    for (int t = 0; t < TERMS; t++)
        if (values_uses(tables, VALUE_TERM + t))
            start.row[start.count++] =
                values_row_init(VALUE_TERM + t, log.values.value[VALUE_TERM + t]);
    write_values("start.csv", &start);
    int code = tune("log --out values.csv --start start.csv --reference R --threads 1", out, err);
    if (code != 0)
        fail_msg("exit code %d: %s", code, err);
    assert_non_null(strstr(out, "Minishogi"));
    assert_non_null(strstr(out, "1600 games"));
    assert_non_null(strstr(out, "held-out games"));
    assert_null(strstr(out, "calibration"));
    assert_int_equal(tune("log --full", out, err), 0);
    assert_non_null(strstr(out, "condition number"));
    assert_non_null(strstr(out, "What held-out games scored"));
    assert_non_null(strstr(out, "score of the search that makes 73%"));

    struct values_file file;
    struct error error = {""};
    if (!values_file_read(in_folder("values.csv"), tables, &file, &error))
        fail_msg("%s", error.text);
    int used = 0, measured = 0, covered = 0, pieces = 0;
    for (int i = 0; i < VALUES; i++)
        used += values_uses(tables, i);
    assert_int_equal(file.count, used + 2);
    assert_int_equal(file.row[used].index, unit);
    assert_float_equal(file.row[used].value, 300, 0);
    // What the scores of the log mean is no value, and not handed on: it is fitted.
    assert_int_equal(file.row[used + 1].index, values_find("score.logit"));
    assert_true(fabs(file.row[used + 1].value - 1 / log.logits_per_centivalue) < 60);
    for (int k = 0; k < file.count; k++) {
        const struct values_row *row = &file.row[k];
        if (isnan(row->se) || row->se == 0)
            continue;
        double truth = log.values.value[row->index];
        measured++;
        pieces += row->index < VALUE_TERM;
        bool inside = row->lo95 <= truth && truth <= row->hi95;
        covered += inside;
        char name[VALUE_NAME];
        values_name(row->index, name);
        if (!inside)
            print_message("%-14s %8.1f +- %.1f, truth %g\n", name, row->value, row->se, truth);
        if (fabs(row->value - truth) > 4 * row->se)
            fail_msg("%s: %.1f +- %.1f, truth %g", name, row->value, row->se, truth);
        assert_true(row->games >= 30);
    }
    print_message("%d of %d intervals cover the truth, %d of them of pieces\n", covered, measured,
                  pieces);
    assert_true(pieces >= 10);
    assert_true(covered >= measured * 85 / 100);
    free(tables);
}

// Chu Shogi: no hands, and royals that are worth something. Values within their errors.
static void test_royals(void **state) {
    (void)state;
    struct planted_log log = {.variant = "chu-shogi",
                              .rules = "bare-royal=off",
                              .seed = 78,
                              .games = GAMES,
                              .positions = POSITIONS,
                              .logits_per_centivalue = 0.0015};
    struct tables *tables = planted_tables(&log);
    values_estimate(tables, &log.values);
    planted_log_write(&log, in_folder("royals"));
    static char out[TEXT], err[TEXT];
    int code = tune("royals --out royals.csv --reference R --prior 1", out, err);
    if (code != 0)
        fail_msg("exit code %d: %s", code, err);
    assert_non_null(strstr(out, "Chu Shogi"));
    struct values_file file;
    struct error error = {""};
    if (!values_file_read(in_folder("royals.csv"), tables, &file, &error))
        fail_msg("%s", error.text);
    int measured = 0, prince = 0;
    for (int k = 0; k < file.count; k++) {
        const struct values_row *row = &file.row[k];
        char name[VALUE_NAME];
        if (isnan(row->se) || row->se == 0)
            continue;
        double truth = log.values.value[row->index];
        if (fabs(row->value - truth) > 4 * row->se)
            fail_msg("%s: %.1f +- %.1f, truth %g", values_name(row->index, name), row->value,
                     row->se, truth);
        measured += row->index < VALUE_TERM;
        prince += row->index == values_find("board.+E");
    }
    assert_true(measured >= 20);
    assert_int_equal(prince, 1);
    free(tables);
}

// An answer behind what it says of its command and logs.
static const char *found(const char *answer) {
    const char *variant = strstr(answer, "\"variant\":");
    assert_non_null(variant);
    return variant;
}

// The same bytes with 1, 2 and 3 threads, in the file and in the answer.
static void test_threads(void **state) {
    (void)state;
    static char out[3][TEXT], err[TEXT], name[64], arguments[256];
    char *file[3];
    for (int k = 0; k < 3; k++) {
        snprintf(name, sizeof name, "threads%d.csv", k + 1);
        snprintf(arguments, sizeof arguments, "log --json --out %s --threads %d", name, k + 1);
        assert_int_equal(tune(arguments, out[k], err), 0);
        assert_string_equal(found(out[k]), found(out[0]));
        file[k] = file_read(in_folder(name), TEXT, NULL);
        assert_non_null(file[k]);
        assert_string_equal(file[k], file[0]);
    }
    assert_non_null(strstr(out[0], "\"calibration\""));
    for (int k = 0; k < 3; k++)
        free(file[k]);
}

// A log in two folders is the same as in one, save for the order of sums.
static void test_folders(void **state) {
    (void)state;
    static char out[TEXT], err[TEXT];
    struct planted_log log = planted();
    log.games = 100;
    log.seed = 78;
    planted_log_write(&log, in_folder("second"));
    assert_int_equal(tune("log second --holdout 0", out, err), 0);
    assert_non_null(strstr(out, "1700 games"));
    assert_non_null(strstr(out, "No games were held out"));
    assert_int_equal(tune("log --json", out, err), 0);
    assert_non_null(strstr(out, "\"positions_noisy\":\t1600"));
}

// Logs with a fault: what is wrong, where, exit code 1, or 4 where more games would do, and nothing
// written.
static void test_bad_logs(void **state) {
    (void)state;
    static const struct {
        const char *spoil, *variant, *rules;
        int games;
        enum result only;
        const char *with; // another folder
        const char *message;
    } cases[] = {
        {"fen", "minishogi", "", 40, RESULT_NONE, "", "bad/positions.csv:12: fen: "},
        {"side", "minishogi", "", 40, RESULT_NONE, "", "bad/positions.csv:12: side"},
        {"result", "minishogi", "", 40, RESULT_NONE, "",
         "bad/positions.csv:12: first_result differs"},
        {"order", "minishogi", "", 40, RESULT_NONE, "", "bad/positions.csv:12: game 0 is not"},
        {"twice", "minishogi", "", 40, RESULT_NONE, "", "bad/positions.csv:12: ply 1 of game 1"},
        {"seed", "minishogi", "", 40, RESULT_NONE, "",
         "bad/games.csv:2: seed: 78, run.json has 77"},
        {"", "minishogi", "", 40, RESULT_DRAW, "", "all 40 games ended alike (drawn)"},
        {"", "minishogi", "", 40, RESULT_FIRST, "", "ended alike (won by the first player)"},
        {"", "minishogi", "", 40, RESULT_SECOND, "", "ended alike (lost by the first player)"},
        {"", "minishogi", "", 0, RESULT_NONE, "", "no positions to learn from"},
        {"", "minishogi", "", 20, RESULT_NONE, "", "fewer than 30"},
        {"", "minishogi", "nifu=off", 40, RESULT_NONE, "log", "rules is 'nifu=off', but '' in log"},
        {"", "shogi", "", 31, RESULT_NONE, "log", "variant is 'shogi', but 'minishogi' in log"},
        {"", "minishogi", "", 40, RESULT_NONE, "log", "stands in another folder as well"},
    };
    static char out[TEXT], err[TEXT], arguments[256];
    for (int k = 0; k < ARRAY_LENGTH(cases); k++) {
        struct planted_log log = planted();
        log.spoil = cases[k].spoil;
        log.variant = cases[k].variant;
        log.rules = cases[k].rules;
        log.games = cases[k].games;
        log.only = cases[k].only;
        planted_log_write(&log, in_folder("bad"));
        snprintf(arguments, sizeof arguments, "%s bad --out never.csv", cases[k].with);
        int code = tune(arguments, out, err);
        bool too_few = !*cases[k].spoil && !*cases[k].with; // nothing else is wrong
        if (code != (too_few ? 4 : 1) || !strstr(err, cases[k].message))
            fail_msg("case %d: exit code %d, '%s', expected '%s'", k, code, err, cases[k].message);
        assert_int_equal(strncmp(err, "kagami: ", 8), 0);
        assert_string_equal(out, "");
        assert_false(exists("never.csv"));
    }
}

// Folders that are no logs.
static void test_no_logs(void **state) {
    (void)state;
    static const struct {
        const char *file, *text, *message; // written into a folder beside a good log's other files
    } cases[] = {
        {NULL, NULL, "odd: holds no run.json"},
        {"run.json", "{", "odd/run.json: not JSON"},
        {"run.json", "{\"schema\": 1}", "odd/run.json: 'variant' is missing"},
        {"games.csv", "game,pair\n1,2\n", "odd/games.csv:1: "},
        {"games.csv", "", "no positions"},
        {"positions.csv", "game,ply,fen,side,score,result,quiet\n0,0,x,w\n",
         "odd/positions.csv:2: 4 fields, the header has 7"},
        {"positions.csv", "game,ply,fen,side,score,result,quiet\n0,zero,x,w,0,1,1\n",
         "odd/positions.csv:2: ply: 'zero'"},
        {"positions.csv", "game,ply,fen,side,score,result,quiet\n0,0,\"x\"y,w,0,1,1\n",
         "odd/positions.csv:2: "},
    };
    static char out[TEXT], err[TEXT];
    assert_int_equal(tune("nowhere --out never.csv", out, err), 1);
    assert_non_null(strstr(err, "nowhere: no such folder"));
    mkdir(in_folder("odd"), 0777);
    struct planted_log log = planted();
    log.games = 40;
    for (int k = 0; k < ARRAY_LENGTH(cases); k++) {
        if (cases[k].file) {
            planted_log_write(&log, in_folder("odd"));
            planted_file(in_folder("odd"), cases[k].file, cases[k].text, strlen(cases[k].text));
        }
        int code = tune("odd --out never.csv", out, err);
        bool too_few = strcmp(cases[k].message, "no positions") == 0;
        if (code != (too_few ? 4 : 1) || !strstr(err, cases[k].message))
            fail_msg("case %d: exit code %d, '%s', expected '%s'", k, code, err, cases[k].message);
        assert_false(exists("never.csv"));
    }
    // A name that no game has, and a variant text that is none.
    char *text = file_read(in_folder("odd/run.json"), 1 << 20, NULL);
    assert_non_null(text);
    char *board = strstr(text, "files = 5");
    assert_non_null(board);
    board[strlen("files = ")] = 'x';
    planted_file(in_folder("odd"), "run.json", text, strlen(text));
    free(text);
    assert_int_equal(tune("odd --out never.csv", out, err), 1);
    assert_non_null(strstr(err, "odd/run.json: "));
    assert_false(exists("never.csv"));
}

static void test_bad_options(void **state) {
    (void)state;
    static const struct {
        const char *arguments;
        int code;
        const char *message;
    } cases[] = {
        {"", 2, "DIR is missing"},
        {"log --prior -1", 2, "--prior must be a number from 0.01 to 1000, or none, not '-1'"},
        {"log --prior x", 2, "--prior must be a number from 0.01 to 1000, or none, not 'x'"},
        {"log --holdout 0.9", 2, "--holdout must be a number from 0 to 0.5, not '0.9'"},
        {"log --threads 0", 2, "--threads"},
        {"log --frobnicate", 2, "frobnicate"},
        {"log --mirror", 1, "no pieces that mirror"},
        {"log --lambda 1.5", 2, "--lambda must be a number from 0 to 1, not '1.5'"},
        {"log --tie G", 1, "'G': expected A=B"},
        {"log --tie G=Q", 1, "Q"},
        {"log --tie G=G", 1, "twice the same"},
        {"log --tie board.G=board.Q", 1, "'board.Q': no such piece in minishogi"},
        {"log --freeze 'queen.*'", 1, "--freeze 'queen.*': no parameter of minishogi"},
        {"log --reference all", 1, "--reference: 'all': no such piece in minishogi"},
        {"log --freeze 'hand.*' --tie board.S=hand.S", 1, "cannot be tied"},
        {"log --memory 100k", 1, "MB of memory"},
        {"log --start nowhere.csv", 1, "nowhere.csv: "},
        {"log --start odd.csv", 1, "odd.csv:2: 'board.Q': no such piece in minishogi"},
        {"log --out taken.csv", 1, "taken.csv: exists already"},
        {"log --out other.csv", 1, "other.worth.csv: exists already"},
        {"log --out no/folder/v.csv", 1, "no/folder/v.csv: there is no folder no/folder"},
        // told before anything is read, let alone fitted
        {"nowhere --out no/folder/v.csv", 1, "there is no folder no/folder"},
        {"nowhere --moves no/folder/m.csv", 1, "there is no folder no/folder"},
        {"empty", 4, "no positions to learn from"},
    };
    static char out[TEXT], err[TEXT];
    planted_file(folder, "odd.csv", "parameter,value\nboard.Q,9\n", 26);
    snprintf(out, TEXT,
             "mkdir -p %s/empty && cd %s/empty && cp ../log/games.csv ../log/run.json . && "
             "head -n 1 ../log/positions.csv >positions.csv",
             folder, folder);
    assert_int_equal(system(out), 0);
    planted_file(folder, "taken.csv", "mine\n", 5);
    planted_file(folder, "other.worth.csv", "mine\n", 5);
    for (int k = 0; k < ARRAY_LENGTH(cases); k++) {
        int code = tune(cases[k].arguments, out, err);
        if (code != cases[k].code || !strstr(err, cases[k].message))
            fail_msg("'%s': exit code %d, '%s'", cases[k].arguments, code, err);
    }
    char *text = file_read(in_folder("taken.csv"), TEXT, NULL);
    assert_string_equal(text, "mine\n");
    free(text);
    assert_int_equal(tune("log --out taken.csv --force", out, err), 0);
    text = file_read(in_folder("taken.csv"), TEXT, NULL);
    assert_int_equal(strncmp(text, "parameter,value,se,lo95,hi95,games\n", 35), 0);
    free(text);
}

// A compressed log is read as the log itself; a damaged one is no log.
static void test_compressed(void **state) {
    (void)state;
    static char out[TEXT], plain[TEXT], err[TEXT];
    char command[1024];
    snprintf(command, sizeof command,
             "cd %s && cp -r log packed && cd packed && zstd -q --rm games.csv positions.csv",
             folder);
    if (system(command) != 0) {
        print_message("no zstd here\n");
        return;
    }
    assert_int_equal(tune("log --json --threads 2", plain, err), 0);
    assert_int_equal(tune("packed --json --threads 2", out, err), 0);
    assert_string_equal(found(out), found(plain));
    for (int tenths = 1; tenths < 10; tenths += 2) { // within a first block, and after whole ones
        snprintf(command, sizeof command,
                 "cd %s/packed && zstd -q -f ../log/positions.csv -o whole && "
                 "head -c $(($(stat -c %%s whole) * %d / 10)) whole >positions.csv.zst",
                 folder, tenths);
        assert_int_equal(system(command), 0);
        assert_int_equal(tune("packed", out, err), 1);
        assert_non_null(strstr(err, "packed/positions.csv.zst: damaged or cut short"));
    }
    snprintf(command, sizeof command, "cp %s/log/positions.csv %s/packed", folder, folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(tune("packed", out, err), 1);
    assert_non_null(strstr(err, "stands beside positions.csv"));
}

// The covariance beside the values has their variances on its diagonal.
static void test_covariance(void **state) {
    (void)state;
    static char out[TEXT], err[TEXT];
    assert_int_equal(tune("log --out c.csv", out, err), 0);
    char *matrix = file_read(in_folder("c.covariance.csv"), TEXT, NULL);
    struct values_file file;
    struct planted_log log = planted();
    struct tables *tables = planted_tables(&log);
    assert_true(values_file_read(in_folder("c.csv"), tables, &file, NULL));
    assert_non_null(matrix);
    double variance = 0; // of the Gold on the board, the only row and column of that name
    char *row = strstr(matrix, "\nboard.G,");
    assert_non_null(row);
    int column = 0;
    for (char *at = matrix; at < strstr(matrix, ",board.G"); at++)
        column += *at == ',';
    for (char *at = row + 1; column >= 0; at++)
        if (*at == ',' && column-- == 0)
            variance = strtod(at + 1, NULL);
    for (int k = 0; k < file.count; k++)
        if (file.row[k].index == values_find("board.G"))
            assert_float_equal(sqrt(variance), file.row[k].se, 0.01);
    free(matrix);
    free(tables);
}

// Pieces that share a value share the one they keep, too, when the games tell nothing of it.
static void test_tied_and_kept(void **state) {
    (void)state;
    static char out[TEXT], err[TEXT];
    struct planted_log log = planted();
    log.games = 200;
    planted_log_write(&log, in_folder("few"));
    assert_int_equal(tune("few --tie board.+S=board.+R --prior 0.02 --out t.csv", out, err), 0);
    struct values_file file;
    struct tables *tables = planted_tables(&log);
    assert_true(values_file_read(in_folder("t.csv"), tables, &file, NULL));
    double value[2] = {0};
    for (int k = 0; k < file.count; k++)
        for (int i = 0; i < 2; i++)
            if (file.row[k].index == values_find(i ? "board.+R" : "board.+S")) {
                value[i] = file.row[k].value;
                assert_true(isnan(file.row[k].se));
            }
    assert_true(value[0] > 0);
    assert_float_equal(value[0], value[1], 0);
    free(tables);
}

// Faults that are no reason to stop: a torn last line, games that repeat others.
static void test_tolerated(void **state) {
    (void)state;
    static char out[TEXT], err[TEXT];
    struct planted_log log = planted();
    log.games = 400;
    log.spoil = "torn";
    planted_log_write(&log, in_folder("torn"));
    assert_int_equal(tune("torn", out, err), 0);
    assert_non_null(strstr(out, "399 games"));
    assert_non_null(strstr(out, "2 files were cut short"));
    assert_non_null(strstr(out, "7 positions of a game without a row"));
    log.spoil = "copies";
    planted_log_write(&log, in_folder("torn"));
    assert_int_equal(tune("torn --json", out, err), 0);
    assert_non_null(strstr(out, "\"copies_left_out\":\t200"));
    assert_non_null(strstr(out, "\"games_fitted\":\t200"));
}

// A Pawn that is worth nothing to begin with, all of its worth being in the rank it stands on.
static void test_worthless_pawn(void **state) {
    (void)state;
    static char out[TEXT], err[TEXT];
    struct values_file start = {.count = 1};
    start.row[0] = values_row_init(values_find("board.P"), -50);
    write_values("pawn.csv", &start);
    static const char *const words[] = {"", "--freeze 'king.*'"};
    for (int k = 0; k < ARRAY_LENGTH(words); k++) {
        char arguments[128];
        snprintf(arguments, sizeof arguments, "log --start pawn.csv %s --out w%d.csv", words[k], k);
        if (tune(arguments, out, err) != 0)
            fail_msg("%s", err);
        assert_non_null(strstr(out, "values of pieces are measured"));
        assert_true(exists(k ? "w1.worth.csv" : "w0.worth.csv"));
    }
    assert_int_equal(tune("log --start pawn.csv --reference P", out, err), 1);
    assert_non_null(strstr(err, "must be above 0"));
}

// Values to play by come first; average worth is asked for, and says what it is known to be off by.
static void test_words(void **state) {
    (void)state;
    static char out[TEXT], err[TEXT];
    assert_int_equal(tune("log", out, err), 0);
    assert_non_null(strstr(out, "For what a piece is worth: kagami worth minishogi\n"));
    assert_non_null(strstr(out, "Values to play by, in centi-values"));
    assert_null(strstr(out, "verage worth"));
    assert_null(strstr(out, "usable"));
    assert_int_equal(tune("log --full", out, err), 0);
    assert_non_null(strstr(out, "Players chose these imbalances. The known difference from armies "
                                "is 0.2 to 0.4 of a mean piece."));
    assert_non_null(strstr(out, "narrower than the known bias, 0.4 of a mean piece"));
}

// Usable is what is measured with an interval no narrower than the bias.
static void test_usable(void **state) {
    (void)state;
    static char out[TEXT], err[TEXT];
    assert_int_equal(tune("log --json", out, err), 0);
    cJSON *json = cJSON_Parse(out), *worth;
    assert_non_null(json);
    double bias = json_number(json, "worth_bias");
    int usable = 0, narrow = 0;
    assert_true(bias > 0);
    cJSON_ArrayForEach(worth, cJSON_GetObjectItem(json, "worths")) {
        const cJSON *interval = cJSON_GetObjectItem(worth, "worth");
        double value = json_number(interval, "value");
        double half =
            fmax(json_number(interval, "hi95") - value, value - json_number(interval, "lo95"));
        bool measured = *json_text(worth, "mark") == 0;
        usable += measured && half >= bias;
        narrow += measured && half < bias;
    }
    assert_true(narrow > 0);
    assert_int_equal(json_number(json, "worths_usable"), usable);
    cJSON_Delete(json);
}

// Mirror images of which one is worth three times the other say so, and why; where they share a
// value there is nothing to say but that.
static void test_mirrors(void **state) {
    (void)state;
    static char out[TEXT], err[TEXT];
    struct planted_log log = planted();
    struct tables *tables;
    log.variant = "kagamigi";
    tables = planted_tables(&log);
    values_estimate(tables, &log.values);
    for (int form = 0; form < 2; form++) {
        log.values.value[values_find(form ? "hand.A" : "board.A")] *= 2;
        log.values.value[values_find(form ? "hand.Z" : "board.Z")] /= 4;
    }
    free(tables);
    planted_log_write(&log, in_folder("mirrors"));
    static const char *const words[] = {"mirrors", "mirrors --full", "mirrors --mirror --full"};
    for (int k = 0; k < ARRAY_LENGTH(words); k++) {
        if (tune(words[k], out, err) != 0)
            fail_msg("%s", err);
        bool said = strstr(out, "Mirror images that differ significantly (Holm): LC ") != NULL;
        if (said != (k < 2))
            fail_msg("%s\n%s", words[k], out);
        assert_int_equal(strstr(out, "Average worths of a pair may differ all the same") != NULL,
                         k == 2);
    }
}

static int set_up(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "%s", "/tmp/kagami-test-tune-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    struct planted_log log = planted();
    planted_log_write(&log, in_folder("log"));
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recovery),      cmocka_unit_test(test_royals),
        cmocka_unit_test(test_threads),       cmocka_unit_test(test_folders),
        cmocka_unit_test(test_bad_logs),      cmocka_unit_test(test_no_logs),
        cmocka_unit_test(test_bad_options),   cmocka_unit_test(test_tolerated),
        cmocka_unit_test(test_compressed),    cmocka_unit_test(test_covariance),
        cmocka_unit_test(test_tied_and_kept), cmocka_unit_test(test_worthless_pawn),
        cmocka_unit_test(test_words),         cmocka_unit_test(test_usable),
        cmocka_unit_test(test_mirrors),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
