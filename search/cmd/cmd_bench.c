// SPDX-License-Identifier: GPL-3.0-or-later
// kagami bench: searches the fixed positions; prints nodes, speed and the signature.
#include <string.h>

#include "bench.h"
#include "cmd_common.h"
#include "cmd_terminal.h"
#include "observer.h"

struct options {
    struct answer_options answer;
    int depth;
    const char *variant;
};

static const struct option_row arguments[] = {
    {"VARIANT", .kind = ROW_TEXT, .completion = COMPLETE_VARIANT,
     OPTION_AT(struct options, variant)},
};

static const struct option_row rows[] = {
    {"depth", "PLIES", "8", .kind = ROW_COUNT, .low = 1, .high = 90,
     OPTION_AT(struct options, depth)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

static const struct answer_column columns[] = {
    {"variant", "variant", ANSWER_TEXT},
    {"nodes", "nodes", ANSWER_COUNT},
    {"seconds", "seconds", ANSWER_NUMBER, 2},
    {NULL, "k nodes/s", ANSWER_COUNT},
};

static void add_row(struct answer *answer, const char *name, uint64_t nodes, double seconds) {
    ANSWER_ROW(answer, cell_text(name), cell_count(nodes), cell_number(seconds),
               cell_number(seconds > 0 ? (double)nodes / seconds / 1e3 : NAN));
}

static int run(void *data, const char *line) {
    (void)line;
    const struct options *options = data;
    struct answer answer = answer_init(NULL);
    uint64_t total = 0;
    double total_seconds = 0;
    answer_table(&answer, "variants", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; bench_position(i);) {
        const char *name = bench_position(i)->variant;
        uint64_t nodes = 0;
        double start = cpu_seconds();
        bool wanted = !options->variant || strcmp(options->variant, name) == 0;
        for (; bench_position(i) && strcmp(bench_position(i)->variant, name) == 0; i++)
            if (wanted)
                nodes += bench_search(bench_position(i), options->depth);
        if (!wanted)
            continue;
        double seconds = cpu_seconds() - start;
        add_row(&answer, name, nodes, seconds);
        total += nodes;
        total_seconds += seconds;
    }
    if (total == 0) {
        answer_destroy(&answer);
        return fail(EXIT_USAGE, "no bench positions of '%s'", options->variant);
    }
    ANSWER_FACT(&answer, cell_count(total), "signature", "signature", ANSWER_COUNT);
    ANSWER_FACT(&answer, cell_number(total_seconds), "seconds", "seconds", ANSWER_NUMBER, 2);
    if (total_seconds > 0)
        answer_line(&answer, "k nodes/s", "%.0f", (double)total / total_seconds / 1e3);
    return answer_show(&answer, options->answer.json);
}

static const struct option_use uses[] = {
    {&set, 0, NULL}, OPTION_USE(answer, struct options, answer), {0}};
const struct command command_bench = {
    COMMAND_HEAD(bench, GROUP_LOOK, arguments, uses, struct options, run),
};
