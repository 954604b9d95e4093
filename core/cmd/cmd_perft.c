// SPDX-License-Identifier: GPL-3.0-or-later
// kagami perft: counts legal moves, alone, divided by first moves, or against a suite of known
// counts.
#include <csv.h>
#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmd_common.h"
#include "movegen.h"
#include "notation.h"
#include "perft.h"

struct options {
    struct game_options game;
    struct answer_options answer;
    const char *fen, *suite;
    bool divide, lion_paths, depth_given;
    long long depth, max_nodes;
    int threads;
};

static const struct option_row arguments[] = {
    VARIANT_ARGUMENT(struct options),
    {"DEPTH", .help = "Plies", .kind = ROW_COUNT, .high = 60, OPTION_AT(struct options, depth),
     .given = offsetof(struct options, depth_given)},
};

static const struct option_row rows[] = {
    {"fen", "FEN", "Count from this position instead of the start", .kind = ROW_TEXT,
     OPTION_AT(struct options, fen)},
    {"divide", NULL, "Show the count below each first move", OPTION_AT(struct options, divide)},
    {"threads", "T", "Threads", "1", .kind = ROW_COUNT, .low = 1, .high = 4096,
     OPTION_AT(struct options, threads)},
    {"suite", "FILE", "Check the rows of a CSV file: variant,rules,fen,depth,nodes,note",
     .kind = ROW_TEXT, .completion = COMPLETE_FILE, OPTION_AT(struct options, suite)},
    {"max-nodes", "N", "Leave out rows of the suite with more nodes", .kind = ROW_COUNT, .low = 1,
     .high = 1LL << 52, OPTION_AT(struct options, max_nodes)},
    {"lion-moves", NULL,
     "canonical: each resulting position once; paths: each way of a two-step move, as Lishogi "
     "counts",
     "canonical", "canonical|paths", .kind = ROW_CHOICE, OPTION_AT(struct options, lion_paths)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

static bool check(void *data, struct error *error) {
    const struct options *options = data;
    bool fine = options->suite ? !options->game.variant_name : options->depth_given;
    return fine || error_set(error, "give VARIANT and DEPTH, or --suite FILE alone");
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Leaves below each first move, shared out over threads.
static uint64_t count(const struct position *root, int depth, int threads, Move *moves,
                      uint64_t *below, int *move_count) {
    struct position position = *root;
    int n = (int)(movegen(&position, MOVES_ALL, moves) - moves);
    uint64_t total = 0;
#pragma omp parallel for schedule(dynamic) num_threads(threads) reduction(+ : total)
    for (int i = 0; i < n; i++) {
        struct position copy = *root;
        struct undo undo;
        position_make(&copy, moves[i], &undo);
        below[i] = perft(&copy, depth - 1);
        total += below[i];
    }
    *move_count = n;
    return depth == 0 ? 1 : total;
}

static uint64_t count_root(const struct position *root, int depth, int threads) {
    struct position position = *root;
    if (threads == 1 || depth < 3)
        return perft(&position, depth);
    static Move moves[MOVES_MAX];
    static uint64_t below[MOVES_MAX];
    int n;
    return count(root, depth, threads, moves, below, &n);
}

static int run_one(const struct options *options) {
    long long depth = options->depth;
    struct tables *tables = game_options_tables(&options->game);
    if (!tables)
        return EXIT_USAGE;
    tables->lion_paths = options->lion_paths;
    const char *fen =
        options->fen ? options->fen : variant_start_fen(&tables->variant, &tables->rules);
    struct position position;
    struct error error = {""};
    if (!fen_parse(fen, tables, &position, &error)) {
        free(tables);
        return fail(EXIT_USAGE, "%s", error.text);
    }
    static Move moves[MOVES_MAX];
    static uint64_t below[MOVES_MAX];
    int n = 0;
    double start = seconds();
    uint64_t nodes;
    if (options->divide && depth > 0)
        nodes = count(&position, (int)depth, options->threads, moves, below, &n);
    else
        nodes = count_root(&position, (int)depth, options->threads);
    double spent = seconds() - start;
    char text[MOVE_TEXT];
    if (options->answer.json) {
        printf("{\"depth\":%lld,\"nodes\":%llu,\"seconds\":%.6f", depth, (unsigned long long)nodes,
               spent);
        for (int i = 0; i < n; i++)
            printf("%s\"%s\":%llu", i ? "," : ",\"divide\":{", move_print(moves[i], text),
                   (unsigned long long)below[i]);
        puts(n ? "}}" : "}");
    } else {
        for (int i = 0; i < n; i++)
            printf("%-8s %llu\n", move_print(moves[i], text), (unsigned long long)below[i]);
        if (n)
            putchar('\n');
        printf("perft %lld  %llu\n", depth, (unsigned long long)nodes);
        fprintf(stderr, "%.3f s, %.2f M leaves/s\n", spent,
                spent > 0 ? (double)nodes / spent / 1e6 : 0.0);
    }
    free(tables);
    return EXIT_DONE;
}

enum { COLUMN_VARIANT, COLUMN_RULES, COLUMN_FEN, COLUMN_DEPTH, COLUMN_NODES, COLUMN_NOTE, COLUMNS };

static const char *const column_names[COLUMNS] = {"variant", "rules", "fen",
                                                  "depth",   "nodes", "note"};

struct suite {
    const struct options *options;
    char fields[COLUMNS][FEN_TEXT];
    int field, line, passed, failed, left_out;
    bool broken; // the file is not a suite: message printed
    struct tables *tables;
    char tables_variant[FEN_TEXT], tables_rules[FEN_TEXT]; // what `tables` was built for
    double spent;
    uint64_t nodes;
};

static void on_field(void *text, size_t length, void *context) {
    struct suite *suite = context;
    if (suite->field < COLUMNS) {
        size_t room = sizeof suite->fields[0] - 1;
        size_t used = length < room ? length : room;
        memcpy(suite->fields[suite->field], text ? text : "", used);
        suite->fields[suite->field][used] = '\0';
    }
    suite->field++;
}

static bool row_error(struct suite *suite, const char *what) {
    fail(EXIT_ERROR, "%s:%d: %s", suite->options->suite, suite->line, what);
    suite->broken = true;
    return false;
}

// Copies the rules less "lion-moves=paths"; true when that was among them.
static bool cut_lion_paths(const char *text, char rest[FEN_TEXT]) {
    static const char name[] = "lion-moves=paths";
    const char *found = strstr(text, name);
    snprintf(rest, FEN_TEXT, "%s", text);
    if (!found)
        return false;
    const char *after = found + strlen(name);
    size_t before = (size_t)(found - text);
    if (*after == ';')
        after++;
    else if (before > 0)
        before--;
    snprintf(rest + before, FEN_TEXT - before, "%s", after);
    return true;
}

static bool build_tables(struct suite *suite) {
    const char *name = suite->fields[COLUMN_VARIANT], *text = suite->fields[COLUMN_RULES];
    if (suite->tables && strcmp(name, suite->tables_variant) == 0 &&
        strcmp(text, suite->tables_rules) == 0)
        return true;
    static struct variant variant; // large; a command runs once
    struct rules rules;
    struct error error = {""};
    suite->tables_variant[0] = '\0';
    if (!suite->tables)
        suite->tables = malloc(sizeof *suite->tables);
    if (!suite->tables)
        return row_error(suite, "out of memory");
    if (!variant_load(name, &variant, &error))
        return row_error(suite, error.text);
    rules = variant.rules;
    // How two-step moves are counted is no rule of the game, but suites keep it among the rules.
    char rest[FEN_TEXT];
    bool paths = cut_lion_paths(text, rest);
    if (!rules_parse(&rules, &variant, rest, &error) ||
        !tables_build(suite->tables, &variant, &rules, &error))
        return row_error(suite, error.text);
    suite->tables->lion_paths = paths;
    snprintf(suite->tables_variant, sizeof suite->tables_variant, "%s", name);
    snprintf(suite->tables_rules, sizeof suite->tables_rules, "%s", text);
    return true;
}

static bool check_header(struct suite *suite) {
    for (int i = 0; i < COLUMNS; i++)
        if (strcmp(suite->fields[i], column_names[i]) != 0)
            return row_error(suite, "expected the columns variant,rules,fen,depth,nodes,note");
    return true;
}

static void check_row(struct suite *suite) {
    char *end;
    long depth = strtol(suite->fields[COLUMN_DEPTH], &end, 10);
    if (*end || end == suite->fields[COLUMN_DEPTH] || depth < 0 || depth > 60) {
        row_error(suite, "depth must be a number from 0 to 60");
        return;
    }
    uint64_t expected = strtoull(suite->fields[COLUMN_NODES], &end, 10);
    if (*end || end == suite->fields[COLUMN_NODES]) {
        row_error(suite, "nodes must be a number");
        return;
    }
    if (suite->options->max_nodes && expected > (uint64_t)suite->options->max_nodes) {
        suite->left_out++;
        return;
    }
    if (!build_tables(suite))
        return;
    struct position position;
    struct error error = {""};
    if (!fen_parse(suite->fields[COLUMN_FEN], suite->tables, &position, &error)) {
        row_error(suite, error.text);
        return;
    }
    double start = seconds();
    uint64_t nodes = count_root(&position, (int)depth, (int)suite->options->threads);
    suite->spent += seconds() - start;
    suite->nodes += nodes;
    if (nodes == expected) {
        suite->passed++;
        return;
    }
    suite->failed++;
    printf("%s:%d: perft %ld of %s is %llu, expected %llu (%s)\n", suite->options->suite,
           suite->line, depth, suite->fields[COLUMN_FEN], (unsigned long long)nodes,
           (unsigned long long)expected, suite->fields[COLUMN_NOTE]);
    fflush(stdout);
}

static void on_row(int separator, void *context) {
    (void)separator;
    struct suite *suite = context;
    suite->line++;
    if (!suite->broken) {
        if (suite->field != COLUMNS)
            row_error(suite, "expected 6 columns");
        else if (suite->line == 1)
            check_header(suite);
        else
            check_row(suite);
    }
    suite->field = 0;
}

static int run_suite(const struct options *options) {
    FILE *file = fopen(options->suite, "rb");
    if (!file)
        return fail(EXIT_ERROR, "%s: %s", options->suite, strerror(errno));
    static struct suite suite;
    suite.options = options;
    struct csv_parser parser;
    csv_init(&parser, CSV_STRICT | CSV_APPEND_NULL);
    char buffer[65536];
    size_t length;
    while (!suite.broken && (length = fread(buffer, 1, sizeof buffer, file)) > 0)
        if (csv_parse(&parser, buffer, length, on_field, on_row, &suite) != length) {
            suite.line++;
            row_error(&suite, csv_strerror(csv_error(&parser)));
        }
    if (!suite.broken && ferror(file))
        row_error(&suite, strerror(errno));
    if (!suite.broken)
        csv_fini(&parser, on_field, on_row, &suite);
    if (!suite.broken && suite.line < 2)
        row_error(&suite, "the suite has no rows");
    csv_free(&parser);
    fclose(file);
    free(suite.tables);
    if (suite.broken)
        return EXIT_ERROR;
    if (options->answer.json)
        printf("{\"passed\":%d,\"failed\":%d,\"left_out\":%d,\"nodes\":%llu,\"seconds\":%.3f}\n",
               suite.passed, suite.failed, suite.left_out, (unsigned long long)suite.nodes,
               suite.spent);
    else
        printf("%d passed, %d failed\n", suite.passed, suite.failed);
    if (suite.left_out)
        fprintf(stderr, "%d rows above %lld nodes left out\n", suite.left_out, options->max_nodes);
    fprintf(stderr, "%.1f s, %.2f M leaves/s\n", suite.spent,
            suite.spent > 0 ? (double)suite.nodes / suite.spent / 1e6 : 0.0);
    return suite.failed ? EXIT_CHECK : EXIT_DONE;
}

static int run(void *data, const char *line) {
    (void)line;
    const struct options *options = data;
    return options->suite ? run_suite(options) : run_one(options);
}

static const struct option_use uses[] = {{&set, 0, NULL},
                                         ANSWER_OPTIONS(struct options, answer),
                                         GAME_OPTIONS(struct options, game),
                                         {0}};
const struct command command_perft = {
    .name = "perft",
    .group = GROUP_LOOK,
    .summary = "count legal moves to a depth; run perft suites",
    .usage = "VARIANT DEPTH\n--suite FILE",
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .about = "Count the sequences of legal moves of a length.",
    .epilogue =
        "Distinct moves are counted once; repetition and impasse do not act. With --suite every "
        "mismatch is printed and the exit code is 3 when there was one.",
    .uses = uses,
    .size = sizeof(struct options),
    .check = check,
    .run = run,
};
