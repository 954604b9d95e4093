// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_spsa_options.h"

#include "spsa.h"

enum { GAMES = 6400, PAIRS = 8, PLAY = offsetof(struct spsa_options, play) };

#define AT(member) OPTION_AT(struct spsa_options, member)

static const struct option_row rows[] = {
    {"out", "DIR", .kind = ROW_TEXT, .completion = COMPLETE_FOLDER, AT(folder)},
    {"tune", "PATTERN", .kind = ROW_TEXTS, AT(tune)},
    {"together", "PATTERN,...", .kind = ROW_TEXTS, AT(together)},
    {"directions", NULL, AT(directions)},
    {"games", "N", .kind = ROW_COUNT, .low = 1, .high = 1e12, AT(play.games),
     .given = offsetof(struct spsa_options, play.games_given)},
    {"pairs", "P", .kind = ROW_COUNT, .low = 1, .high = SPSA_PAIRS_MAX, AT(pairs)},
    {"report", NULL, AT(report)},
    {"force", NULL, AT(force)},
};

static const struct option_row step_rows[] = {
    {"c-end", "PERCENT", .kind = ROW_REAL, .low = 0.001, .high = 100, AT(c_end)},
    {"drift", "C", .kind = ROW_REAL, .low = 0.001, .high = 1000, AT(drift)},
    {"r-end", "R", .kind = ROW_REAL, .low = 1e-6, .high = 10, AT(r_end)},
    {"parameters", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(plan)},
    {"parameters-out", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(plan_out)},
    {"dry-run", NULL, AT(dry)},
};

static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};
static const struct option_set step_set = {"Steps", step_rows, ARRAY_LENGTH(step_rows), NULL, NULL};

const struct option_use spsa_option_uses[] = {{&set, 0, NULL},
                                              ANSWER_FULL_OPTIONS(struct spsa_options, answer),
                                              {&step_set, 0, NULL},
                                              PLAN_OPTIONS(struct spsa_options, cost),
                                              {&games_option_set, PLAY, "Games"},
                                              {&player_option_set, PLAY, NULL},
                                              {&opening_option_set, PLAY, NULL},
                                              {&end_option_set, PLAY, NULL},
                                              GAME_OPTIONS(struct spsa_options, game),
                                              {0}};

bool spsa_options_check(void *data, struct error *error) {
    struct spsa_options *options = data;
    struct play_options *play = &options->play;
    options->dry |= options->plan_out || options->cost.wanted;
    if (!play->games_given)
        play->games = GAMES;
    if (!options->folder && !options->dry)
        return error_set(error, "give a folder for the run: --out DIR");
    bool together = options->together.count || options->directions;
    if (!options->report && !options->tune.count && !options->plan && !together)
        return error_set(error, "what is to be tuned? --tune PATTERN, --together PATTERN,..., "
                                "--directions or --parameters FILE");
    if ((options->tune.count || together) && options->plan)
        return error_set(error, "--tune, --together, --directions or --parameters, not both");
    if (together && options->plan_out)
        return error_set(error, "--parameters-out has no place for what goes together");
    if (options->plan && options->c_end > 0)
        return error_set(error, "--parameters has the distances of the arms: no --c-end");
    if (options->r_end > 0 && options->drift > 0)
        return error_set(error, "--r-end or --drift, not both");
    if (!options->pairs)
        options->pairs = PAIRS;
    return play->games % (2 * options->pairs) == 0 ||
           error_set(error, "a step is %d games: --games must be a multiple of that",
                     2 * options->pairs);
}
