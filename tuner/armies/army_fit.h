// SPDX-License-Identifier: GPL-3.0-or-later
// What pieces are worth by games of randomised armies: the logistic regression of results on what
// the first player began with more than the second, on the board, in hand and promoted, and on a
// constant, which is the first player's advantage. One game is one row; a draw counts as half a
// win.
//
// Errors: V = H^-1 (sum over games of x x' (y - p)^2 / (1 - h)) H^-1 with h the game's leverage, so
// that draws, which spread less than the model says, make them neither wider nor narrower. Since
// games are independent nothing is clustered. (J. G. MacKinnon and H. White, J. Econometrics 29
// (1985), HC2.)
// Maximum likelihood of n games and k columns is too large by about k / n of itself: a matter of
// Elo alone, of which ratios to the mean piece know nothing, and 1% of Kagamigi's at 4,000 games.
#pragma once

#include "depths.h"
#include "outcome.h"
#include "position.h"
#include "worths.h"

// Games that begin with randomised armies, as rows of the regression: what each side began with and
// how the game ended. The opening alone tells the army; nothing that happens during a game is
// looked at, for that would be an effect of the army and take away what is to be measured.
struct army_games {
    const struct tables *tables;        // not owned
    int columns;                        // places of a struct worths of that game
    int place[VALUE_HAND + BASE_TYPES]; // of a parameter of struct values, or -1
    int start[SIDES][WORTHS_MAX];       // what the sides have in the start position
    size_t count, capacity;             // games
    int8_t *of;           // owned; columns of the first player, of the second, by game
    uint8_t *half_points; // owned; of the first player: 0, 1, 2
    int64_t *number;      // owned; of the game in its run, upwards (army_covariance)
    int64_t copies;       // left out: the same opening and the same moves
    double nodes;         // searched, in all games
    int64_t ply_limit;    // games that ended by it
    struct depths depths; // of both players
};

// No games yet.
void army_games_init(struct army_games *games, const struct tables *tables);
void army_games_destroy(struct army_games *games);

// Adds a game, by its number in its run, higher than that of the last one.
void army_games_add(struct army_games *games, int64_t number, const struct position *opening,
                    enum result result);

// Adds the games of a run's folder, but for those that repeat an earlier one of it move by move. A
// torn last line is left out. After several folders numbers do not go upwards, which
// army_covariance needs. Errors name file and line: another game or other rules, damaged rows, an
// opening that is no position.
bool army_games_read(struct army_games *games, const char *folder, struct error *error);

// What the first player began with more than the second.
static inline int army_difference(const struct army_games *games, size_t game, int column) {
    const int8_t *of = games->of + game * 2 * (size_t)games->columns;
    return of[column] - of[games->columns + column];
}

// The regression.

enum { ARMY_COLUMNS_MAX = WORTHS_MAX + 1, ARMY_GAMES_NEEDED = 30 };

struct army_estimate {
    struct worths worths; // in Elo; WORTH_OPEN: a difference in too few games, every game with a
                          // difference decided by it, or no telling it from others
    double first_elo, first_se; // the first player's advantage
    int64_t games, copies;      // in the fit; left out
    double draws, score, nodes; // share of draws; first player's mean score; nodes a game
    double spread;              // SD of the armies' difference as the fit sees it, logits
    bool too_few; // army_fit failed because the games do not suffice; more of them may

    int columns;                     // of what follows: those of the worths, then the constant
    double weight[ARMY_COLUMNS_MAX]; // logits
    double *inverse;                 // owned; of the Hessian
};

// Fits. A piece needs a difference in `needed` games (ARMY_GAMES_NEEDED) to be measured. Errors:
// too few games, all ended alike. Destroy in either case.
bool army_fit(const struct army_games *games, int needed, struct army_estimate *estimate,
              struct error *error);
void army_estimate_destroy(struct army_estimate *estimate);

// A game's row: differences, then 1. Writes the columns that are not 0; returns how many.
int army_row(const struct army_games *games, size_t game, int at[ARMY_COLUMNS_MAX],
             double x[ARMY_COLUMNS_MAX]);
// Logit of the first player's score by the fit.
double army_logit(const struct army_estimate *estimate, const struct army_games *games,
                  size_t game);

// What errors are made of.
struct army_residuals {
    double *w, *r, *r2;           // owned; by game: p (1 - p), y - p, r^2 / (1 - h)
    double *filling;              // owned; sum of r2 x x'
    double own[ARMY_COLUMNS_MAX]; // sum of x r: 0 but for columns that a ridge holds
};
void army_residuals_find(const struct army_games *games, const struct army_estimate *estimate,
                         struct army_residuals *of);
void army_residuals_destroy(struct army_residuals *of);

// How many games of armies a wanted precision takes, from the fit of a pilot by the same design.

enum { ARMY_PILOT_NEEDED = 10 }; // a pilot's piece needs a difference in so many

struct army_plan_form {
    int pieces;              // measured by the pilot; 0: none, and the rest says nothing
    double half_width;       // the longer half, 95%, of the median piece, as the pilot has it
    double games, low, high; // for the wanted one; 95% by how well the pilot knows the mean piece
};

struct army_plan {
    struct army_plan_form form[WORTH_FORMS];
    double games; // for the form that takes most
};

// Games after which the median piece of each form has the half width `wanted`, 95%, in mean pieces:
// what the pilot has shrinks with the root of the number of games. The pilot is to be fitted with
// ARMY_PILOT_NEEDED. Errors: the pilot does not tell the mean piece from 0.
bool army_plan(const struct army_estimate *pilot, double wanted, struct army_plan *plan,
               struct error *error);
