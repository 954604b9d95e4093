// SPDX-License-Identifier: GPL-3.0-or-later
// kagami bench: searches the fixed positions; prints nodes, speed and the signature.
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "cmd_answer.h"
#include "cmd_common.h"

enum { KEY_DEPTH = 256, KEY_JSON, BENCH_DEPTH = 6 };

struct options {
    long long depth;
    bool json;
    const char *variant;
};

static const struct argp_option option_list[] = {
    {"depth", KEY_DEPTH, "PLIES", 0, "Search depth (default 6; the signature is that of 6)", 0},
    {"json", KEY_JSON, 0, 0, "Print the answer as JSON", 0},
    {0}};

static error_t parse_option(int key, char *argument, struct argp_state *state) {
    struct options *options = state->input;
    switch (key) {
    case KEY_DEPTH:
        return parse_count(argument, "--depth", 1, 90, &options->depth) ? 0 : EINVAL;
    case KEY_JSON:
        options->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            argp_error(state, "at most one VARIANT");
        options->variant = argument;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static double cpu_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static const struct answer_column columns[] = {
    {"variant", "variant", ANSWER_TEXT},
    {"nodes", "nodes", ANSWER_COUNT},
    {"seconds", "seconds", ANSWER_NUMBER, 2},
    {NULL, "k nodes/s", ANSWER_COUNT},
};

static void add_row(struct answer *answer, const char *name, uint64_t nodes, double seconds) {
    const struct answer_cell row[] = {
        cell_text(name), cell_number((double)nodes), cell_number(seconds),
        cell_number(seconds > 0 ? (double)nodes / seconds / 1e3 : NAN)};
    answer_row(answer, row);
}

int cmd_bench(int argc, char **argv) {
    static const struct argp argp = {
        option_list,
        parse_option,
        "[VARIANT]",
        "Search fixed positions of every variant to a fixed depth.\v"
        "The node count of all of them is the signature: it changes when search, evaluation or "
        "rules change, and never otherwise.",
        0,
        0,
        0};
    struct options options = {.depth = BENCH_DEPTH};
    argp_err_exit_status = EXIT_USAGE;
    if (argp_parse(&argp, argc, argv, 0, 0, &options) != 0)
        return EXIT_USAGE;
    struct error error = {""};
    struct answer answer = answer_init(NULL);
    uint64_t total = 0;
    double total_seconds = 0;
    bool any = false;
    answer_table(&answer, "variants", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; bench_position(i);) {
        const char *name = bench_position(i)->variant;
        uint64_t nodes = 0;
        double start = cpu_seconds();
        bool wanted = !options.variant || strcmp(options.variant, name) == 0;
        any |= wanted;
        for (; bench_position(i) && strcmp(bench_position(i)->variant, name) == 0; i++)
            if (wanted && !bench_search(bench_position(i), (int)options.depth, &nodes, &error)) {
                answer_destroy(&answer);
                return fail(EXIT_ERROR, "%s", error.text);
            }
        if (!wanted)
            continue;
        double seconds = cpu_seconds() - start;
        add_row(&answer, name, nodes, seconds);
        total += nodes;
        total_seconds += seconds;
    }
    if (!any) {
        answer_destroy(&answer);
        return fail(EXIT_USAGE, "no bench positions of '%s'", options.variant);
    }
    answer_facts(
        &answer,
        (const struct answer_column[]){{"signature", "signature", ANSWER_COUNT},
                                       {"seconds", "seconds", ANSWER_NUMBER, 2}},
        2, (const struct answer_cell[]){cell_number((double)total), cell_number(total_seconds)});
    if (total_seconds > 0)
        answer_line(&answer, "k nodes/s", "%.0f", (double)total / total_seconds / 1e3);
    return answer_show(&answer, options.json);
}
