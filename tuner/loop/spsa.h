// SPDX-License-Identifier: GPL-3.0-or-later
// Simultaneous perturbation stochastic approximation: the parameters that win games. All of them
// move at once, up or down by a coin each, or by one coin for a direction of several; the two arms
// play pairs of games; what won is followed. Pure computation: whoever calls it plays the games.
// Source: J. C. Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic
// Optimization", IEEE Trans. Aerospace and Electronic Systems 34 (1998): gain sequences
//   c_k = c / k^0.101, a_k = a / (A + k)^0.602, A = steps / 10, k = 1 ... steps,
// given by where they end: c = c_end steps^0.101, a = r_end c_end^2 (A + steps)^0.602, so that
// R_k = a_k / c_k^2 ends at r_end. A step moves x by R_k c_k (wins - losses) flip.
#pragma once

#include "answer.h"
#include "buffer.h"
#include "pentanomial.h"
#include "values.h"

// What a parameter is moved in: its own units, or its natural logarithm (only above 0), where 0.1
// is about 10%.
enum spsa_scale { SPSA_LINEAR, SPSA_LOG };

enum { SPSA_OPTION = 64, SPSA_OPTION_MOST = 1000000000 };

struct spsa_param {
    int index; // of struct values, or where it is an option of another program its place in a plan
    enum spsa_scale scale;
    double start, low, high; // of the value itself, low <= start <= high
    double c_end;            // half the distance of the arms at the end, by the scale
    double r_end;            // what one win more moves it at the end, in c_end
    // Parameters that go together are one direction: 1 + the number of the first of them, in all
    // of them; 0: it goes by itself. They move by one coin, `against` the other way.
    int with;
    bool against;
    char option[SPSA_OPTION]; // of another program: its name; empty: it is one of ours
};

struct spsa_plan {
    int64_t steps;
    int pairs; // of games a step, each pair one opening with colours swapped
    uint64_t seed;
    int count;
    struct spsa_param param[PARAMETERS];
};

enum { SPSA_STEPS_MAX = 10000000, SPSA_PAIRS_MAX = 100000, SPSA_BLOCKS = 256 };

// Its name, in `name` where it is one of ours.
const char *spsa_name(const struct spsa_param *param, char name[VALUE_NAME]);

// Errors, which name the parameter: numbers that are out of range or out of order.
bool spsa_param_check(const struct spsa_param *param, struct error *error);

// Errors: nothing to tune, numbers that are out of range or out of order; they name the parameter.
bool spsa_plan_check(const struct spsa_plan *plan, struct error *error);

// Bounds and scale that suit a value when nobody says: above 10 the logarithm, to a tenth and ten
// times the value; otherwise its own units and range. Always within values_range. `c_end` is about
// `share` of the value or more, at least one unit either way; r_end is left alone.
struct spsa_param spsa_param_propose(int index, int value, double share);

// The same for a part of a direction, so that all its parts grow or shrink by one share: `c_end` is
// `share` of the value, whole or not. False for a value of 0, which has no share.
bool spsa_param_scaled(int index, int value, double share, struct spsa_param *param);

// Does it move by a coin of its own? The first of a direction does.
static inline bool spsa_leads(const struct spsa_plan *plan, int i) {
    return !plan->param[i].with || plan->param[i].with == i + 1;
}
// How many do.
int spsa_coins(const struct spsa_plan *plan);

// Where a run stands: all that the next step depends on.
struct spsa {
    struct spsa_plan plan;
    int64_t step;               // finished ones
    double x[PARAMETERS];       // by scale
    struct score_counts pairs;  // of the finished steps, from the upper arm's side
    struct score_counts recent; // of the step under way
    // The way so far: means of x over blocks of `block_steps` steps, the last one maybe not full.
    // When there are SPSA_BLOCKS of them, every two become one.
    int64_t block_steps;
    int blocks;
    int64_t block_count[SPSA_BLOCKS]; // steps in it
    double block_sum[SPSA_BLOCKS][PARAMETERS];
    double lead_squares; // of the finished steps: sum of (wins - losses)^2
};

// At the start of a plan that passes spsa_plan_check.
void spsa_init(struct spsa *spsa, const struct spsa_plan *plan);

bool spsa_finished(const struct spsa *spsa);

// The two arms of the step under way: `base` with the parameters moved, up and down. Whole numbers:
// what lies between two is drawn by one dither for both arms, so that on average they are as far
// apart as they should be. A pure function of plan, x and number of the step.
void spsa_arms(const struct spsa *spsa, const struct values *base, struct values arm[2]);

// Adds a pair of the step under way by its cell (0 lost both ... 4 won both, from the upper arm's
// side). The last one makes the step. Only while it is not finished.
void spsa_add_pair(struct spsa *spsa, int cell);

// A parameter now. The answer is the mean over the second half of the
// steps so far. It has no interval: what least squares along the way say of the best value was
// shown by simulation to cover it in 30% at the default settings. What can be known is how far
// chance carries a parameter that does not matter: its coins know nothing of who won, so its way is
// a sum over steps of gain x (wins - losses) x coin, with mean 0 and a known deviation.
struct spsa_estimate {
    double last;   // where it stands
    double mean;   // the answer
    double sd;     // of the values that the mean is taken over
    double way;    // of the mean from the start, in c_end
    double chance; // standard deviation of `way` if the parameter does not matter
};
struct spsa_estimate spsa_estimate(const struct spsa *spsa, int i);

// The r_end that makes the noise `drift` times c_end, without draws.
double spsa_r_end(const struct spsa_plan *plan, double drift);

// The value that x stands for, and back.
double spsa_value(const struct spsa_param *param, double x);
double spsa_x(const struct spsa_param *param, double value);

// --- The answer ----------------------------------------------------------------------------------

// Steps, bounds and where chance would carry each parameter, for people. `share`: moves that its
// c_end changes (NULL: not measured).
struct answer spsa_plan_answer(const struct spsa_plan *plan, const double *share);

// Where the run stands. JSON: seed, steps, steps_done, pairs_a_step, games, parameters: [...].
void spsa_answer(struct answer *answer, const struct spsa *spsa);

// --- On the disk, in spsa_file.c: the state, complete in one file; plans that people may edit
// ------

// Writes the state as JSON, replacing the file whole. `identity` is the text that a run which goes
// on must agree with. Nothing else goes in: the bytes depend on the steps alone.
bool spsa_save(const struct spsa *spsa, const char *identity, const char *path,
               struct error *error);

// Reads a state back to the last bit. The caller frees `*identity`, and destroys the state in any
// case. Errors name the file: not JSON, not of this kind, numbers that are missing or out of range.
bool spsa_load(const char *path, struct spsa *spsa, char **identity, struct error *error);

// Adds a plan's parameters as CSV: parameter,scale,start,min,max,c_end,r_end.
void spsa_plan_print(const struct spsa_plan *plan, struct buffer *text);

// Reads the parameters of a plan; an empty r_end is 0. Without `tables` they are options of another
// program. Errors name file and line: unknown parameters, those that the game has not, duplicates,
// what is no number, what spsa_param_check refuses.
bool spsa_plan_read(const char *path, const struct tables *tables, struct spsa_plan *plan,
                    struct error *error);
