// SPDX-License-Identifier: GPL-3.0-or-later
// From logs to values: reading, fitting, and what tells how far to trust the fit.
#pragma once

#include "base.h"
#include "logs.h"
#include "second_opinions.h"
#include "values_file.h"
#include "worths.h"

enum { TUNE_GROUPS_MAX = 256 };

struct tune_options {
    const char *const *folders; // of logs; not owned, like the rest
    int folder_count;
    const char *out, *start, *reference; // files and a piece; NULL: none, the default
    double prior, holdout;
    long long threads;
    long long memory; // bytes
    double lambda;
    bool mirror, force;
    bool full;   // people read all that the fit knows, not the values of the pieces alone
    bool beside; // the fit is of the values beside what players of `start` know beside them
    bool boards; // read what stood on them as well, for net_fit
    struct option_texts tie; // PIECE=PIECE
    struct tune_group {
        const char *glob;
        bool fitted;          // else frozen
    } group[TUNE_GROUPS_MAX]; // in order
    int group_count;
};

// The fit alone, by the defaults of `kagami tune`: all positions, no games held out.
struct tune_options tune_options_plain(const char *const *folders, int count, int threads);

struct tuning {
    const struct tune_options *options; // not owned
    struct logs logs;
    struct dataset data;
    struct values start;
    struct ties ties;
    struct tie_test tie_tests[TIES_MAX];
    bool frozen[VALUES];
    struct fit_options fit_options;
    struct fit fit;
    struct holdout holdout;
    struct scale score;
    struct worths worths; // after tuning_fit
    struct worths_scaled ratios;
    Type reference;          // the piece that is the unit; 0: the mean piece
    double unit[WORTHS_MAX]; // what the unit is made of
    bool scaled, whole;      // there are ratios; all of the unit is measured
    bool too_few;            // tuning_fit failed because the games do not suffice
};

// Nothing is read yet.
struct tuning *tuning_create(const struct tune_options *options);
void tuning_destroy(struct tuning *tuning);

// Reads the logs. `progress` (may be NULL) is called now and then.
bool tuning_read(struct tuning *tuning,
                 void (*progress)(void *context, const struct logs_progress *progress),
                 void *context, struct error *error);

// What the options say of the parameters, held against the game of `logs.tables`: called by
// tuning_fit; by itself it tells faults before there is a log.
bool tuning_prepare(struct tuning *tuning, struct error *error);

// Fits and tests.
bool tuning_fit(struct tuning *tuning, struct error *error);

// Half-widths of the 95% intervals of what is measured, and does not lean on the prior, in units:
// they narrow with the root of the games. All 0 without ratios.
struct tuning_precision {
    int count;
    double median, widest;
};
struct tuning_precision tuning_precision(const struct tuning *tuning);

// How many worths may be taken as they stand: measured without leaning on the prior, with an
// interval that is no narrower than the known bias (half-width of WORTH_BIAS mean pieces at least).
// What is narrower is not right to its width.
int tuning_usable(const struct tuning *tuning);
// How many games would measure the worth at `place`, since what games tell grows with their number:
// share of SHARE_LEANING, GAMES_NEEDED games with a difference. 0 where it is measured or was kept
// as asked, INFINITY where no number of games like these tells it.
double tuning_games_needed(const struct tuning *tuning, int place);

// Writes the values to `out` of the options, which must not be there without `force`, and beside it
// their covariance and, where there is any, the worth of the pieces with its own: "values.csv"
// makes values.covariance.csv, values.worth.csv and values.worth.covariance.csv. What the players
// of the starting values know beside them goes with them (beside_add).
bool tuning_write(const struct tuning *tuning, bool added[BESIDES], struct error *error);

// What it says.

// After tuning_fit: the values to play by; `full`, all that the fit knows, with the keys of JSON
// that the report's "tuning" has. `command`: the line that asked for it, or NULL.
struct answer tuning_answer(const struct tuning *tuning, bool full, const char *command);

// Adds the warnings: what to know before trusting the numbers.
void tuning_warnings(const struct tuning *tuning, bool full, struct answer *answer);

// "LG", "LG in hand", "LG promoted", "king.near": a parameter as the tables name it.
enum { TUNING_LABEL = 40 };
const char *tuning_label(const struct tuning *tuning, int index, char text[TUNING_LABEL]);

// Adds the sentences to the answer's summary: how well the values to play by are known, whether the
// fit predicts, and where worth is measured. `full`: also how many average worths are usable,
// which are not measured, and how many games would mend that; the same as keys.
void tuning_summary(struct answer *answer, const struct tuning *tuning, bool full);

// Adds a sentence where the values to play by of mirror images differ significantly, or by a
// factor, and says why.
void tuning_mirrors(struct answer *answer, const struct tuning *tuning);
