// SPDX-License-Identifier: GPL-3.0-or-later
// What pieces are worth, by whatever method it was measured: estimates in Elo with their
// covariance, told in mean pieces as well. Every method ends in this, so that tables, files and
// tests of agreement are the same for all.
//
// The unit is the mean piece: the mean worth on the board of the pieces of the start position other
// than Pawns and royals. It is the same combination for a game always, whoever measured, and better
// measured than any one piece (its relative error is a fourth of a single piece's).
#pragma once

#include <stdbool.h>

#include "answer.h"
#include "error.h"
#include "file.h"
#include "statistics.h"
#include "tables.h"
#include "values.h"

// A logistic slope of 1 a piece is so many Elo.
#define ELO_PER_LOGIT 173.7177927613007 // 400 / ln 10

enum { WORTHS_MAX = TYPES + BASE_TYPES, WORTH_FORMS = 3, WORTH_NAME = 96 };

// The forms in which a piece is worth something: as files and tables name them, "board", "hand" and
// "promoted", and as sentences do, "on the board" and so on.
extern const char *const worth_forms[WORTH_FORMS], *const worth_places[WORTH_FORMS];
// The parameter of struct values of a base type in a form.
int worth_index(Type base, int form);

enum worth_method {
    WORTH_BY_ARMIES,     // games of randomised armies
    WORTH_BY_REGRESSION, // average worth over logs of self-play
    WORTH_BY_MEAN,       // the inverse-variance mean of several
    WORTH_BY_WEIGHTS,    // none: what an evaluation counts for a piece beside its other terms
    WORTH_METHODS
};
extern const char *const worth_methods[WORTH_METHODS]; // "armies", "regression", ...

// How far average worth, by either regression, is known to be off from armies, in mean pieces: the
// root mean square difference of `tune` from results/worth-kagamigi and results/worth-chu-kagamigi
// is .22 and .20 (Kagamigi on the board and in hand, 4,000 games) and .39 (Chu Kagamigi on the
// board, 2,000 games), of which noise is .09, .11 and .17. It does not shrink with the games.
#define WORTH_BIAS_LEAST 0.2
#define WORTH_BIAS 0.4

enum worth_mark {
    WORTH_MEASURED,
    WORTH_LEANS, // more of it comes from the prior than from the games
    WORTH_OPEN   // not measured: value and covariance say nothing
};
extern const char *const worth_marks[]; // NULL, "mostly prior", "not measured"

struct worth_estimate {
    int index;    // of struct values: VALUE_BOARD + type, promoted ones too, or VALUE_HAND + type
    double value; // Elo; 0 when open
    double games; // in which the sides differed in it
    enum worth_mark mark;
};

struct worths {
    const struct tables *tables; // not owned
    int count;
    struct worth_estimate of[WORTHS_MAX];
    double *covariance; // owned; count x count, Elo^2; rows of WORTH_OPEN are 0
    enum worth_method method;
    char *source; // owned; the games, see below; NULL: not known
};

// Every piece of the game, on the board, in hand and promoted, in the order of the variant's file,
// mirror pairs beside each other: WORTH_OPEN, value and covariance 0. A game's only royal has no
// worth.
void worths_init(struct worths *worths, const struct tables *tables);
void worths_destroy(struct worths *worths);

// The place of a parameter of struct values, or -1.
int worths_find(const struct worths *worths, int index);

// The share of each worth in the mean piece, by place; in that of `reference`, 1 for it on the
// board, where that is a piece (0: the mean piece). False when the unit holds a piece that is not
// measured: then parts are those of the measured ones alone, which add to 1, or 0 where there is
// none.
bool worths_unit(const struct worths *worths, Type reference, double part[WORTHS_MAX]);

// The same of what each of `count` estimates of a game has measured, without leaning on a prior.
bool worths_common_unit(const struct worths *const of[], int count, Type reference,
                        double part[WORTHS_MAX]);

// The place of the mirror image of the piece at `place`, in the same form, or -1.
int worths_mirror(const struct worths *worths, int place);

// Where the piece is: "board", "hand" or "promoted"; its type; its ID ("PF", promoted "+PF").
const char *worths_where(const struct worths *worths, int place);
Type worths_type(const struct worths *worths, int place);
const char *worths_piece(const struct worths *worths, int place);

// The same in units: ratios to the sum of part x value.
struct worths_scaled {
    double unit, unit_se; // Elo of the unit
    int count;
    double value[WORTHS_MAX], se[WORTHS_MAX]; // 0 of what is open, as low and high
    double low[WORTHS_MAX], high[WORTHS_MAX]; // 95%: delta method, Fieller where the unit is weak
    double *covariance;                       // owned; count x count, delta method
};
// False when the unit is not above 0 by twice its error.
bool worths_scale(const struct worths *worths, const double part[WORTHS_MAX],
                  struct worths_scaled *scaled, struct error *error);
void worths_scaled_destroy(struct worths_scaled *scaled);
// Covariance of worths of two estimates, or of one, in Elo, to that in units, whose product is
// `units`, by the delta method: a worth of the ratio r to the unit u moves by (dv - r du) / u.
// Owned.
double *worths_scale_covariance(const double *elo, double units, const double ratio[WORTHS_MAX],
                                const double part[WORTHS_MAX], int n);
// The ratios of several estimates together, by how well each knows its unit. Whoever compares or
// averages takes errors at these: at its own one that chance made large has a large error, which
// hides it from a test and leaves it out of a mean.
void worths_common_ratios(const struct worths *const of[], const struct worths_scaled *scaled,
                          int count, double ratio[WORTHS_MAX]);
// The longer half of an interval: what stands behind ±.
double worths_half(const struct worths_scaled *scaled, int place);

// Wald's test that `count` differences are 0: their quadratic form in the inverse of their
// covariance, or in its generalised inverse where differences hang together (as those of ratios to
// their own mean do).
struct wald {
    double chi2;
    int df;
    double p; // 1 without degrees of freedom
};
struct wald wald_test(int count, const double *difference, const double *covariance);

// That test of the worths in one place, "board", "hand" or "promoted", being all the same: of what
// is measured without leaning on a prior. Where it is not refused an order of theirs is chance.
#define WORTHS_APART 0.05
struct wald worths_apart(const struct worths *worths, const char *where);

// Two worths beside each other: mirror images, hand and board, new piece and old.
struct contrast {
    int first, second; // places
    double value, se;  // first - second, Elo
    double p_holm;
    struct ratio ratio; // first / second; not bounded where the second may be 0
};
struct contrasts {
    int count;
    struct contrast of[WORTHS_MAX];
    struct wald all; // that every difference is 0
};
// Of two places, with a p_holm of its own alone.
struct contrast contrast_of(const struct worths *worths, int first, int second);
// Adds a contrast where both places are measured.
void contrasts_add(struct contrasts *contrasts, const struct worths *worths, int first, int second);
// Tests what has been added.
void contrasts_finish(struct contrasts *contrasts, const struct worths *worths);
// All mirror pairs, on the board, in hand and promoted.
void contrasts_mirrors(const struct worths *worths, struct contrasts *contrasts);

// The inverse-variance mean of two independent estimates of the same worths in mean pieces, with
// their covariances, at common ratios: (A^-1 + B^-1)^-1 (A^-1 a + B^-1 b); what only one of them
// has is moved by what it covaries with. Ratios, for methods agree on these: what a logit of one
// and of the other stand for may differ; the Elo of the result are in a's unit, which moves by what
// it covaries with. Games are a's and b's together. Both of the same game. False when no piece of
// the mean piece is measured by both, or a covariance is singular.
bool worths_pool(const struct worths *a, const struct worths *b, struct worths *pooled,
                 struct error *error);

// worth.csv and the covariance beside it.
//   parameter,piece,where,elo,elo_se,worth,se,lo95,hi95,games,mark,method,source
// `where` is board, hand or promoted; `worth` and what follows in units; `mark` is "", "mostly
// prior" or "not measured", whose numbers are empty; `method` and `source`, the games it was
// measured by, are the same in each row. "x.csv" makes "x.covariance.csv": a header
// `parameter,NAME...`, a row each, in Elo^2. They are added to the files that are written together.
void worths_add(struct file_set *set, const struct worths *worths,
                const struct worths_scaled *scaled, const char *path);
// Writes both alone; replaces what is there. Error: the file.
bool worths_write(const struct worths *worths, const struct worths_scaled *scaled, const char *path,
                  struct error *error);
// Both files away, where they are there.
void worths_remove(const char *path);
// Reads both files. Errors name file and line: a parameter that is no piece of the game, a missing
// or malformed number, a covariance that does not belong to the table.
bool worths_read(const char *path, const struct tables *tables, struct worths *worths,
                 struct error *error);

// The published ones (published.h). Error: the game has none.
bool worths_published(const struct tables *tables, struct worths *worths, struct error *error);

// The same by the file's header, "published", or what a player's evaluation counts for the pieces,
// from a values.csv, "shipped" or "estimate": no measurement of worth, to be laid beside one. With
// the file's errors and the covariance beside it where it has them; what it kept then is
// WORTH_LEANS. Without errors it is known exactly. What it leaves out is WORTH_OPEN, for it may be
// a published list. In centi-values instead of Elo. Errors: the file's, and one without a piece.
bool worths_load(const char *path, const struct tables *tables, struct worths *worths,
                 struct error *error);

// Which games an estimate is from: "seed 1 games 0..400 of r0c17f3a45e33", for several runs with
// "; " between. A run's key tells its configuration and seed (runmeta.h).

enum { SOURCE_RUN = 128 };

// Adds the games of a run's folder to `*source`, an owned text or NULL. A folder without run.json,
// whose games nobody can tell from others, adds none.
void source_add_run(char **source, const char *folder);
// Adds another source, which may be NULL.
void source_add(char **source, const char *other);
// Whether some games are in both, so that estimates from them are not independent; each may be
// NULL. `which`: some of them.
bool source_shared(const char *a, const char *b, char which[SOURCE_RUN]);

// Pieces and the terms of the evaluation as tables: what a values file says, and what pieces are
// worth. The most valuable pieces come first, those that mirror each other together.

// The word of a value without an interval: it was not tuned and keeps its starting value.
extern const char values_kept[];

// Adds the pieces for people, in centi-values. `cell` by parameter, `n` the games in which the
// sides differed in it; missing: not of this game.
void values_pieces_answer(struct answer *answer, const struct tables *tables,
                          const struct answer_cell cell[VALUES]);
// Adds the terms for people.
void values_terms_answer(struct answer *answer, const struct answer_cell cell[VALUES]);

// The table `key` (NULL: for people alone): Elo, then worths in units, without royals; in the order
// of the game's file where no difference on the board is significant. `scaled` NULL: no unit;
// `mirrors` may be NULL.
void worths_pieces_add(struct answer *answer, const char *key, const char *unit,
                       const struct worths *worths, const struct worths_scaled *scaled,
                       const struct contrasts *mirrors);
// Places in the order of that table, form by form; returns how many.
int worths_places(const struct worths *worths, int place[WORTHS_MAX]);
// "Rook", "Rook in hand", "Dragon King".
const char *worths_name(const struct worths *worths, int place, char text[WORTH_NAME]);
// "mean pieces", or what a piece is told in.
const char *worths_unit_name(const struct tables *tables, Type reference, char text[WORTH_NAME]);
