// SPDX-License-Identifier: GPL-3.0-or-later
// kagami bench: searches the fixed positions; prints nodes, speed and the signature.
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bench.h"
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

static void print_row(const struct options *options, const char *name, uint64_t nodes,
                      double seconds, bool first) {
    double speed = seconds > 0 ? (double)nodes / seconds : 0;
    if (options->json)
        printf("%s{\"variant\":\"%s\",\"nodes\":%llu,\"seconds\":%.4f}", first ? "" : ",", name,
               (unsigned long long)nodes, seconds);
    else
        printf("%-14s %12llu nodes %9.0f k nodes/s\n", name, (unsigned long long)nodes,
               speed / 1e3);
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
    uint64_t total = 0;
    double total_seconds = 0;
    bool first = true;
    if (options.json)
        printf("{\"variants\":[");
    for (int i = 0; bench_position(i);) {
        const char *name = bench_position(i)->variant;
        uint64_t nodes = 0;
        double start = cpu_seconds();
        bool wanted = !options.variant || strcmp(options.variant, name) == 0;
        for (; bench_position(i) && strcmp(bench_position(i)->variant, name) == 0; i++)
            if (wanted && !bench_search(bench_position(i), (int)options.depth, &nodes, &error))
                return fail(EXIT_ERROR, "%s", error.text);
        if (!wanted)
            continue;
        double seconds = cpu_seconds() - start;
        print_row(&options, name, nodes, seconds, first);
        first = false;
        total += nodes;
        total_seconds += seconds;
    }
    if (first)
        return fail(EXIT_USAGE, "no bench positions of '%s'", options.variant);
    if (options.json)
        printf("],\"signature\":%llu,\"seconds\":%.4f}\n", (unsigned long long)total,
               total_seconds);
    else {
        print_row(&options, "all", total, total_seconds, false);
        printf("signature %llu\n", (unsigned long long)total);
    }
    return EXIT_DONE;
}
