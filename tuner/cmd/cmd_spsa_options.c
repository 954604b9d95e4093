// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_spsa_options.h"

#include "spsa.h"

enum { GAMES = 6400, PAIRS = 8, PLAY = offsetof(struct spsa_options, play) };

#define AT(member) OPTION_AT(struct spsa_options, member)

static const struct option_row rows[] = {
    {"out", "DIR",
     "Folder of the run (needed): DIR/spsa.json is its whole state, DIR/values.csv the answer so "
     "far; a run that is there goes on",
     .kind = ROW_TEXT, .completion = COMPLETE_FOLDER, AT(folder)},
    {"tune", "PATTERN",
     "What to tune: names as in values.csv, or patterns: 'king.*', 'board.?', 'search.*' "
     "(repeatable)",
     .kind = ROW_TEXTS, AT(tune)},
    {"together", "PATTERN,...",
     "What is a direction: these parameters grow and shrink together, by the same share "
     "(repeatable)",
     .kind = ROW_TEXTS, AT(together)},
    {"directions", NULL,
     "The usual ones: pieces on the board, in hand, promoted; attack on the King, his defence, "
     "place; the move",
     AT(directions)},
    {"games", "N", "Games of the whole run (default 6400): its steps depend on them, so they stay",
     .kind = ROW_COUNT, .low = 1, .high = 1e12, AT(play.games),
     .given = offsetof(struct spsa_options, play.games_given)},
    {"pairs", "P", "Pairs of games a step, each with an opening of its own (default 8)",
     .kind = ROW_COUNT, .low = 1, .high = SPSA_PAIRS_MAX, AT(pairs)},
    {"report", NULL, "Play nothing: say where the run in DIR stands", AT(report)},
    {"force", NULL,
     "Throw away the run in DIR and begin anew; overwrite the file of --parameters-out", AT(force)},
};

static const struct option_row step_rows[] = {
    {"c-end", "PERCENT",
     "How far the arms stand apart at the end, of each value (default: measured)", .kind = ROW_REAL,
     .low = 0.001, .high = 100, AT(c_end)},
    {"drift", "C",
     "How far chance may carry a parameter that does not matter, in units of its c_end (default "
     "2): sets the size of the steps",
     .kind = ROW_REAL, .low = 0.001, .high = 1000, AT(drift)},
    {"r-end", "R", "What one win more moves a parameter at the end, in units of its c_end",
     .kind = ROW_REAL, .low = 1e-6, .high = 10, AT(r_end)},
    {"parameters", "FILE",
     "Take all that from a CSV file: parameter,scale,start,min,max,c_end,r_end", .kind = ROW_TEXT,
     .completion = COMPLETE_FILE, AT(plan)},
    {"parameters-out", "FILE", "Write such a file to edit, and play nothing", .kind = ROW_TEXT,
     .completion = COMPLETE_FILE, AT(plan_out)},
    {"dry-run", NULL, "Show the steps and play nothing", AT(dry)},
};

static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};
static const struct option_set step_set = {"Steps", step_rows, ARRAY_LENGTH(step_rows), NULL, NULL};

const struct option_use spsa_option_uses[] = {{&set, 0, NULL},
                                              ANSWER_OPTIONS(struct spsa_options, answer),
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
