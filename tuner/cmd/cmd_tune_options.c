// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `kagami tune`.
#include <string.h>
#include <unistd.h>

#include "cmd_tune.h"
#include "number.h"
#include "workers.h"

static bool set_prior(void *member, const char *text, struct error *error) {
    double *prior = member;
    if (strcmp(text, "none") == 0)
        *prior = 0;
    else if (!number_decimal(text, prior) || *prior < 0.01 || *prior > 1000)
        return error_set(error, "must be a number from 0.01 to 1000, or none, not '%s'", text);
    return true;
}

static bool add_group(struct tune_options *options, const char *glob, bool fitted,
                      struct error *error) {
    if (options->group_count == TUNE_GROUPS_MAX)
        return error_set(error, "and the like: more than %d of them", TUNE_GROUPS_MAX);
    options->group[options->group_count++] = (struct tune_group){glob, fitted};
    return true;
}

static bool set_fit(void *options, const char *text, struct error *error) {
    return add_group(options, text, true, error);
}

static bool set_freeze(void *options, const char *text, struct error *error) {
    return add_group(options, text, false, error);
}

#define AT(member) OPTION_AT(struct tune_line, options.member)
#define TD_WORD .given = offsetof(struct tune_line, td_words)

static const struct option_row rows[] = {
    {"out", "FILE", "Write the values here (CSV), to be played with or tuned from", .letter = 'o',
     .line_only = true, .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(out)},
    {"force", NULL, "Overwrite FILE", .line_only = true, AT(force)},
    {"threads", "N", "Threads (default: the processors; the result is the same)", .letter = 't',
     .kind = ROW_COUNT, .low = 1, .high = 1024, AT(threads)},
    {"memory", "BYTES",
     "Memory that the positions may take (default: three quarters of the machine's); what does "
     "not fit is refused at once",
     .kind = ROW_COUNT, .low = 1000, .high = 1LL << 50, AT(memory)},
};

static const struct option_row position_rows[] = {
    {"min-ply", "N", "Leave out positions before ply N after the opening", .kind = ROW_COUNT,
     .high = 1000000, AT(min_ply)},
    {"noisy", NULL, "Take positions that are not quiet as well", AT(noisy)},
};

static const struct option_row fit_rows[] = {
    {"method", NULL,
     "td: temporal differences from equal values (Beal and Smith), a second opinion from the same "
     "games; by the regression's yardstick",
     "regression", "regression|td", .kind = ROW_CHOICE, AT(td)},
    {"trace", "L", "td: what is left of a trace a ply later", "0.95", .kind = ROW_REAL, .high = 1,
     AT(td_options.trace), TD_WORD},
    {"passes", "N", "td: times through all games", "20", .kind = ROW_COUNT, .low = 1,
     .high = 100000, AT(td_options.passes), TD_WORD},
    {"lambda", "L", "Target: L x result + (1 - L) x what the search's score predicts", "1",
     .kind = ROW_REAL, .high = 1, AT(lambda)},
    {"start", "FILE",
     "Starting values (default: those played by when no file is given; 'estimate': values from the "
     "moves alone): centre of the prior, and the yardstick keeps its value",
     .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(start)},
    {"yardstick", "PIECE",
     "Piece whose board value is kept, by letter or ID, or `all' for the evaluation as a whole "
     "(default: the variant's; when its standard error is above 15%, the best measured piece, or "
     "`all')",
     .kind = ROW_TEXT, AT(yardstick)},
    {"mirror", NULL,
     "Left and right pieces that mirror each other share one value: narrower intervals; a test of "
     "each pair says whether the games let them",
     AT(mirror)},
    {"tie", "A=B",
     "The same for two pieces (`LG=RG') or two parameters (`board.+S=board.G'); repeatable",
     .kind = ROW_TEXTS, AT(tie)},
    {"freeze", "GLOB",
     "Keep the starting values of these parameters (`king.*', `hand.?'), in yardsticks; repeatable",
     .kind = ROW_OWN, .several = true, .set = set_freeze, .completion = COMPLETE_VALUE},
    {"fit", "GLOB", "Keep those of all others; repeatable, read in order with --freeze",
     .kind = ROW_OWN, .several = true, .set = set_fit, .completion = COMPLETE_VALUE},
    {"prior", "SIGMA",
     "Standard deviation of the prior of each piece, in its starting value (default 0.5; at least "
     "in yardsticks; terms: in quarters of their range); `none` = no prior",
     .kind = ROW_OWN, .set = set_prior, AT(prior)},
    {"holdout", "SHARE", "Share of the games that the check keeps out; 0 = no check", "0.1",
     .kind = ROW_REAL, .high = 0.5, AT(holdout)},
    {"bootstrap", "N", "Check the errors by N fits of games drawn with replacement",
     .kind = ROW_COUNT, .low = 2, .high = 100000, AT(bootstrap)},
};

static bool set_defaults(void *base, struct error *error) {
    (void)error;
    struct tune_options *options = &((struct tune_line *)base)->options;
    options->prior = PRIOR_DEFAULT;
    options->threads = workers_default_threads();
    options->memory = (long long)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) / 4 * 3;
    return true;
}

static bool check(void *base, struct error *error) {
    const struct tune_line *line = base;
    if (line->td_words && !line->options.td)
        return error_set(error, "--trace and --passes are of --method td");
    return !line->options.td || !line->options.bootstrap ||
           error_set(error, "--bootstrap is of the regression: not with --method td");
}

const struct option_set tune_option_set = {NULL, rows, ARRAY_LENGTH(rows), set_defaults, NULL};
const struct option_set tune_position_option_set = {"Which positions", position_rows,
                                                    ARRAY_LENGTH(position_rows), NULL, NULL};
const struct option_set tune_fit_option_set = {"The fit", fit_rows, ARRAY_LENGTH(fit_rows), NULL,
                                               check};
