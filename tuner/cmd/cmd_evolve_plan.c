// SPDX-License-Identifier: GPL-3.0-or-later
// kagami evolve --plan: what a loop costs, before it is begun.
#include <inttypes.h>
#include <stdio.h>

#include "cmd_evolve_steps.h"
#include "cmd_terminal.h"

enum { PARTS_MAX = 1 + VERIFY_LIMITS_MAX };
_Static_assert((int)PARTS_MAX <= (int)PLAN_PARTS, "self-play and all limits are planned");

// A part of the games by the values to begin with, which later ones play about as fast as.
static bool configure(const struct evolve_run *run, const struct play_options *from, uint64_t nodes,
                      struct config *config, struct opening_list *list, struct error *error) {
    struct play_options play = *from;
    play.values = run->options->values;
    play.nodes = (long long)nodes;
    play.seed = run->options->seed;
    *config = run->setup.config;
    config->sampling.rate = 0;
    if (!play_options_config(&play, config, list, error))
        return false;
    if (from == &run->options->play)
        config->sampling = run->options->sampling;
    return config_finish(config, false, error);
}

int evolve_plan(struct evolve_run *run) {
    const struct evolve_options *options = run->options;
    struct config config[PARTS_MAX];
    struct opening_list list[PARTS_MAX] = {{0}};
    struct plan_part part[PARTS_MAX];
    char name[PARTS_MAX][48];
    struct error error = {""};
    int parts = 0;
    double games = 0;
    bool done = true;
    for (int i = -1; done && i < options->ladder.limits; i++, parts++) {
        const struct play_options *play = i < 0 ? &options->play : &options->match;
        uint64_t nodes = i < 0 ? (uint64_t)options->nodes : options->ladder.limit[i];
        double each = i < 0 ? (double)options->games : (double)options->match.games;
        if (i < 0)
            snprintf(name[parts], sizeof name[parts], "self-play");
        else
            snprintf(name[parts], sizeof name[parts], "match, %" PRIu64 " nodes", nodes);
        part[parts] = (struct plan_part){name[parts], &config[parts], each * options->generations};
        games += part[parts].games;
        done = configure(run, play, nodes, &config[parts], &list[parts], &error);
    }
    const struct plan_games all = {.part = part,
                                   .parts = parts,
                                   .runs = 1,
                                   .games = games / parts,
                                   .games_given = true,
                                   .folder = options->folder,
                                   .threads = (int)options->play.threads};
    int code = done ? plan_show(&options->plan, &all, options->answer.json)
                    : fail(EXIT_ERROR, "%s", error.text);
    if (code == EXIT_DONE && !options->answer.json)
        fprintf(stderr,
                "kagami: %d generation%s, each match with the %lld games that its test may take "
                "at most; tuning and merging come on top\n",
                options->generations, options->generations == 1 ? "" : "s", options->match.games);
    for (int i = 0; i < parts; i++)
        opening_list_destroy(&list[i]);
    return code;
}
