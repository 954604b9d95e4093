// SPDX-License-Identifier: GPL-3.0-or-later
// kagami perft: counts legal moves, alone, divided by first moves, or against a suite of known
// counts.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_common.h"
#include "cmd_terminal.h"
#include "csv_file.h"
#include "memory.h"
#include "movegen.h"
#include "notation.h"
#include "number.h"
#include "observer.h"
#include "outcome.h"

struct options {
    struct game_options game;
    struct answer_options answer;
    const char *fen, *suite;
    bool divide, lion_paths, depth_given;
    long long max_nodes;
    int depth, threads;
};

static const struct option_row arguments[] = {
    VARIANT_ARGUMENT(struct options),
    {"DEPTH", .kind = ROW_COUNT, .high = 60, OPTION_AT(struct options, depth),
     .given = offsetof(struct options, depth_given)},
};

static const struct option_row rows[] = {
    {"fen", "FEN", .kind = ROW_TEXT, OPTION_AT(struct options, fen)},
    {"divide", NULL, OPTION_AT(struct options, divide)},
    {"threads", "T", "1", .kind = ROW_COUNT, .low = 1, .high = 4096,
     OPTION_AT(struct options, threads)},
    {"suite", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE,
     OPTION_AT(struct options, suite)},
    {"max-nodes", "N", .kind = ROW_COUNT, .low = 1, .high = 1LL << 52,
     OPTION_AT(struct options, max_nodes)},
    {"lion-moves", NULL, "canonical", "canonical|paths", .kind = ROW_CHOICE,
     OPTION_AT(struct options, lion_paths)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

static bool check(void *data, struct error *error) {
    const struct options *options = data;
    bool fine = options->suite ? !options->game.variant_name : options->depth_given;
    if (!fine)
        return error_set(error, "give VARIANT and DEPTH, or --suite FILE alone");
    if (options->max_nodes && !options->suite)
        return error_set(error, "--max-nodes leaves out rows of --suite FILE");
    bool words = options->fen || options->divide || options->lion_paths ||
                 options->game.assignment_count > 0;
    return !options->suite || !words ||
           error_set(error, "each row of a suite says its position and rules, lion-moves=paths "
                            "among them: --fen, --rule, --preset, --lion-moves and --divide go "
                            "without --suite");
}

struct suite {
    int passed, failed, left_out;
    bool headed; // the header has been read
    struct tables *tables;
    char variant[NAME_TEXT], rules[RULES_TEXT]; // what `tables` were built for
};

struct work {
    const struct options *options;
    Move first[MOVES_MAX]; // first moves, with the leaves below each
    uint64_t below[MOVES_MAX];
    int first_count;
    uint64_t nodes;
    double seconds;
    struct suite suite;
};

// Leaves below each first move, shared out over threads; returns their sum.
static uint64_t divide(const struct position *root, int depth, struct work *work) {
    struct position position = *root;
    uint64_t total = 0;
    bool goes_on = perft(&position, 1) > 0; // a flag may have ended it, moves or not
    work->first_count =
        goes_on ? (int)(movegen(&position, MOVES_ALL, work->first) - work->first) : 0;
#pragma omp parallel for schedule(dynamic) num_threads(work->options->threads) reduction(+ : total)
    for (int i = 0; i < work->first_count; i++) {
        struct position copy = *root;
        struct undo undo;
        position_make(&copy, work->first[i], &undo);
        work->below[i] = perft(&copy, depth - 1);
        total += work->below[i];
    }
    return total;
}

static uint64_t count(const struct position *root, int depth, struct work *work) {
    const struct options *options = work->options;
    struct position position = *root;
    double start = clock_seconds();
    bool whole = depth == 0 || (!options->divide && (options->threads == 1 || depth < 3));
    uint64_t nodes = whole ? perft(&position, depth) : divide(root, depth, work);
    work->seconds += clock_seconds() - start;
    work->nodes += nodes;
    return nodes;
}

static int print(struct answer *answer, const struct work *work) {
    fprintf(stderr, "%.3f s, %.2f M leaves/s\n", work->seconds,
            work->seconds > 0 ? (double)work->nodes / work->seconds / 1e6 : 0.0);
    answer_key(answer, "nodes", cell_count(work->nodes));
    answer_key(answer, "seconds", cell_number(round(1e3 * work->seconds) / 1e3));
    return answer_show(answer, work->options->answer.json);
}

static int run_one(struct work *work) {
    const struct options *options = work->options;
    int code;
    struct tables *tables = game_options_tables(&options->game, &code);
    if (!tables)
        return code;
    tables->lion_paths = options->lion_paths;
    struct position position;
    struct error error = {""};
    bool read = fen_parse(options->fen, tables, &position, &error);
    if (read)
        count(&position, options->depth, work);
    free(tables);
    if (!read)
        return fail(EXIT_USAGE, "%s", error.text);
    struct answer answer = answer_init(NULL);
    char text[MOVE_TEXT];
    answer_key(&answer, "depth", cell_number(options->depth));
    int shown = options->divide ? work->first_count : 0;
    if (shown)
        answer_open(&answer, "divide");
    for (int i = 0; i < shown; i++) {
        const char *move = move_print(work->first[i], text);
        answer_fact(&answer, &(struct answer_column){move, move, ANSWER_COUNT},
                    cell_count(work->below[i]));
    }
    if (shown)
        answer_close(&answer);
    snprintf(text, sizeof text, "perft %d", options->depth);
    answer_fact(&answer, &(struct answer_column){NULL, text, ANSWER_COUNT},
                cell_count(work->nodes));
    return print(&answer, work);
}

enum { COLUMN_VARIANT, COLUMN_RULES, COLUMN_FEN, COLUMN_DEPTH, COLUMN_NODES, COLUMN_NOTE, COLUMNS };

static const char *const column_names[COLUMNS] = {"variant", "rules", "fen",
                                                  "depth",   "nodes", "note"};

static bool build_tables(struct suite *suite, const char *name, const char *text,
                         struct error *error) {
    if (suite->tables && strcmp(name, suite->variant) == 0 && strcmp(text, suite->rules) == 0)
        return true;
    static struct variant variant; // large; a command runs once
    suite->variant[0] = '\0';
    if (!suite->tables)
        suite->tables = mem_alloc(sizeof *suite->tables);
    if (!variant_load(name, &variant, error))
        return false;
    struct rules rules = variant.rules;
    // How two-step moves are counted is no rule of the game, but suites keep it among the rules.
    bool paths = false;
    char words[RULES_TEXT];
    snprintf(words, sizeof words, "%s", text);
    for (char *rest = words, *word; (word = strsep(&rest, ";"));)
        if (strcmp(word, "lion-moves=paths") == 0)
            paths = true;
        else if (*word && !rules_set(&rules, &variant, word, error))
            return false;
    if (!tables_build(suite->tables, &variant, &rules, error))
        return false;
    suite->tables->lion_paths = paths;
    snprintf(suite->variant, sizeof suite->variant, "%s", name);
    snprintf(suite->rules, sizeof suite->rules, "%s", text);
    return true;
}

static bool check_row(struct work *work, const struct csv_record *record, const char *path,
                      struct error *error) {
    struct suite *suite = &work->suite;
    const char *const *field = record->field;
    uint64_t depth, expected;
    struct position position;
    if (!number_unsigned(field[COLUMN_DEPTH], &depth) || depth > 60)
        return error_set(error, "depth must be a number from 0 to 60");
    if (!number_unsigned(field[COLUMN_NODES], &expected))
        return error_set(error, "nodes must be a number");
    if (work->options->max_nodes && expected > (uint64_t)work->options->max_nodes) {
        suite->left_out++;
        return true;
    }
    if (!build_tables(suite, field[COLUMN_VARIANT], field[COLUMN_RULES], error) ||
        !fen_parse(field[COLUMN_FEN], suite->tables, &position, error))
        return false;
    uint64_t nodes = count(&position, (int)depth, work);
    bool same = nodes == expected;
    suite->passed += same;
    suite->failed += !same;
    if (!same)
        fail(EXIT_CHECK, "%s:%d: perft %d of %s is %llu, expected %llu (%s)", path, record->line,
             (int)depth, field[COLUMN_FEN], (unsigned long long)nodes, (unsigned long long)expected,
             field[COLUMN_NOTE]);
    return true;
}

static bool take_row(void *context, const struct csv_record *record, const char *path,
                     struct error *error) {
    struct work *work = context;
    struct error cause;
    if (record->count != COLUMNS)
        return error_at(error, path, record->line, "expected 6 columns");
    for (int i = 0; i < COLUMNS && !work->suite.headed; i++)
        if (strcmp(record->field[i], column_names[i]) != 0)
            return error_at(error, path, record->line,
                            "expected the columns variant,rules,fen,depth,nodes,note");
    bool header = !work->suite.headed;
    work->suite.headed = true;
    return header || check_row(work, record, path, &cause) ||
           error_at(error, path, record->line, "%s", cause.text);
}

static int run_suite(struct work *work) {
    const char *path = work->options->suite;
    const struct suite *suite = &work->suite;
    struct error error = {""};
    bool whole = csv_each(path, take_row, work, &error);
    free(suite->tables);
    if (whole && suite->passed + suite->failed + suite->left_out == 0)
        whole = error_at(&error, path, 0, "the suite has no rows");
    if (!whole)
        return fail(EXIT_ERROR, "%s", error.text);
    struct answer answer = answer_init(NULL);
    answer_sentence(&answer, "%d passed, %d failed", suite->passed, suite->failed);
    answer_key(&answer, "passed", cell_number(suite->passed));
    answer_key(&answer, "failed", cell_number(suite->failed));
    answer_key(&answer, "left_out", cell_number(suite->left_out));
    if (suite->left_out)
        fprintf(stderr, "%d rows above %lld nodes left out\n", suite->left_out,
                work->options->max_nodes);
    int code = print(&answer, work);
    return code == EXIT_DONE && suite->failed ? EXIT_CHECK : code;
}

static int run(void *data, const char *line) {
    (void)line;
    static struct work work; // large; a command runs once
    work.options = data;
    return work.options->suite ? run_suite(&work) : run_one(&work);
}

static const struct option_use uses[] = {{&set, 0, NULL},
                                         OPTION_USE(answer, struct options, answer),
                                         OPTION_USE(game, struct options, game),
                                         {0}};
const struct command command_perft = {
    COMMAND_HEAD(perft, GROUP_LOOK, arguments, uses, struct options, run),
    .check = check,
};
