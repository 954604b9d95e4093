// SPDX-License-Identifier: GPL-3.0-or-later
#include "score_answer.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json_file.h"
#include "measured_cell.h"

enum { ELO_LIMIT = 1200, GAUGE = 31, BAR = 24 };

static void add_elo(struct answer *answer, const char *label, struct measured elo,
                    struct measured normalized) {
    const unsigned flags = ANSWER_INTERVAL | ANSWER_STRONG | ANSWER_PLUS;
    ANSWER_FACT(answer, cell_measured(elo), "elo", label, ANSWER_NUMBER, 1, flags,
                .limit = ELO_LIMIT);
    ANSWER_FACT(answer, cell_measured(normalized), "normalized_elo", "  normalized", ANSWER_NUMBER,
                1, flags, .limit = NORMALIZED_LIMIT);
}

static void add_counts(struct answer *answer, const struct score_counts *counts) {
    static const char *const pairs[] = {"lost both", "lost, drew", "even", "won, drew", "won both"};
    static const char *const games[] = {"lost", "drawn", "won"};
    bool paired = counts->cells == PAIR_CELLS;
    const struct answer_column columns[] = {
        {NULL, paired ? "openings" : "games", ANSWER_TEXT},
        {NULL, paired ? "pairs" : "games", ANSWER_COUNT},
        {NULL, "share", ANSWER_SHARE, 1},
        {NULL, "", ANSWER_BAR, BAR},
    };
    answer_table(answer, NULL, NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < counts->cells; i++) {
        double share = (double)counts->count[i] / fmax((double)score_units(counts), 1);
        ANSWER_ROW(answer, cell_text(paired ? pairs[i] : games[i]), cell_count(counts->count[i]),
                   cell_number(share), cell_number(share));
    }
}

// Where the ratio stands between its bounds, and what that says.
static void add_verdict(struct answer *answer, const struct score_counts *counts,
                        const struct sprt *sprt, double llr) {
    double low = sprt_lower(sprt), high = sprt_upper(sprt), range = high - low;
    enum sprt_verdict verdict = sprt_verdict(sprt, counts);
    const char *name = sprt_verdict_name(verdict);
    char bounds[48];
    snprintf(bounds, sizeof bounds, "%.2f .. %.2f", low, high);
    struct answer_cell gauge = cell_interval((llr - low) / range, 0, 1);
    gauge.n = -low / range;
    answer_fact(answer, &(struct answer_column){NULL, bounds, ANSWER_GAUGE, GAUGE}, gauge);
    if (verdict != SPRT_UNDECIDED)
        answer_line(answer, "verdict", "%s: %g rather than %g", name,
                    verdict == SPRT_ACCEPT ? sprt->elo1 : sprt->elo0,
                    verdict == SPRT_ACCEPT ? sprt->elo0 : sprt->elo1);
    else if (score_units(counts) == 0)
        answer_line(answer, "verdict", "%s: no games", name);
    else
        answer_line(answer, "verdict", "%s: about %.0f games more if the score stays", name,
                    ceil(sprt_games_left(sprt, counts)));
}

static void add_test(struct answer *answer, const struct score_counts *counts,
                     const struct sprt *sprt) {
    double worst = sprt_games_worst(sprt), llr = sprt_llr(sprt, counts);
    struct sprt_estimate estimate = sprt_estimate(sprt, counts);
    answer_open(answer, "sprt");
    answer_key(answer, "model", cell_text(SPRT_MODEL));
    answer_key(answer, "elo0", cell_number(sprt->elo0));
    answer_key(answer, "elo1", cell_number(sprt->elo1));
    answer_key(answer, "alpha", cell_number(sprt->alpha));
    answer_key(answer, "beta", cell_number(sprt->beta));
    answer_key(answer, "lower", cell_number(sprt_lower(sprt)));
    answer_key(answer, "upper", cell_number(sprt_upper(sprt)));
    answer_heading(answer,
                   "Test of " SPRT_MODEL " Elo %g rather than %g, alpha %g, beta %g: at worst "
                   "%.0f games on average",
                   sprt->elo1, sprt->elo0, sprt->alpha, sprt->beta, worst);
    ANSWER_FACT(answer, cell_number(llr), "llr", "LLR", ANSWER_NUMBER, 2,
                ANSWER_STRONG | ANSWER_PLUS);
    add_verdict(answer, counts, sprt, llr);
    answer_key(answer, "verdict", cell_text(sprt_verdict_name(sprt_verdict(sprt, counts))));
    add_elo(answer, "Elo, unbiased", measured_elo(estimate.score),
            score_normalized_elo(counts, estimate.score));
    answer_key(answer, "los", cell_number(estimate.superiority));
    answer_key(answer, "games_left", cell_number(sprt_games_left(sprt, counts)));
    answer_key(answer, "games_worst", cell_number(worst));
    answer_close(answer);
}

static const char *const length_names[] = {"fixed", "changed", "open"};
static const char with_test[] = "test";

static void add_length(struct answer *answer, const char *length) {
    if (strcmp(length, with_test) == 0)
        answer_line(answer, "95%",
                    "for a number of games fixed before; the test's allow for its "
                    "early end, and are the ones to quote");
    else if (strcmp(length, length_names[LENGTH_CHANGED]) == 0)
        answer_warning(answer, "the number of games was changed when some were played: the 95%% "
                               "intervals hold for a number that was fixed before");
    else if (strcmp(length, length_names[LENGTH_OPEN]) == 0)
        answer_warning(answer, "the match is not at its end: the 95%% intervals hold for a number "
                               "of games that was fixed before, not for a stop by what they show");
}

void score_answer_length(struct answer *answer, enum score_length length) {
    add_length(answer, length_names[length]);
}

bool score_limit_text(const struct sprt *sprt, int64_t games, char *text, size_t size) {
    // A game's deviation is not known before; 1/2 is that of games that are won or lost.
    static const double deviation = 0.5, missed = 0.15;
    double chance = sprt_accept_chance(sprt, sprt->elo1, (double)games);
    if (chance > 1 - sprt->beta - missed)
        return false;
    char share[24] = "less than 0.1";
    double needed = sprt_elo_to_accept(sprt, (double)games, deviation);
    if (chance >= 0.001)
        snprintf(share, sizeof share, "%.2g", 100 * chance);
    if (isinf(needed))
        snprintf(text, size, "no result of %" PRId64 " games can accept: the test needs more",
                 games);
    else
        snprintf(text, size,
                 "%" PRId64 " games can accept only if about %+.0f " SPRT_MODEL
                 " Elo are seen; a true %+g is accepted in %s%%",
                 games, needed, sprt->elo1, share);
    return true;
}

void score_answer(struct answer *answer, const struct score_counts *counts, const struct sprt *sprt,
                  enum score_length length) {
    struct measured score = score_interval_95(counts);
    const char *unit = counts->cells == PAIR_CELLS ? "pair" : "game";
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < counts->cells; i++)
        json_append(list, cJSON_CreateNumber((double)counts->count[i]));
    answer_json_add(answer, "counts", list);
    answer_key(answer, "unit", cell_text(unit));
    answer_key(answer, "units", cell_count(score_units(counts)));
    add_counts(answer, counts);
    ANSWER_FACT(answer, cell_measured(score), "score", "score", ANSWER_SHARE, 1,
                ANSWER_INTERVAL | ANSWER_STRONG);
    add_elo(answer, "Elo", measured_elo(score), score_normalized_95(counts));
    ANSWER_FACT(answer, cell_number(likelihood_of_superiority(counts)), "los",
                "chance A is stronger", ANSWER_SHARE, 1, ANSWER_STRONG);
    answer_key(answer, "one_sided", cell_flag(score_one_sided(counts)));
    const char *name = sprt ? with_test : length_names[length];
    answer_key(answer, "length", cell_text(name));
    add_length(answer, name);
    if (score_one_sided(counts))
        answer_line(answer, "", "all %ss scored the same: how they spread is not known", unit);
    if (sprt)
        add_test(answer, counts, sprt);
}

void score_json(struct cJSON *json, const struct score_counts *counts, const struct sprt *sprt,
                enum score_length length) {
    struct answer answer = answer_init(NULL);
    score_answer(&answer, counts, sprt, length);
    answer_json_into(&answer, json);
    answer_destroy(&answer);
}

void score_line(const struct score_counts *counts, const struct sprt *sprt, char *text,
                size_t size) {
    struct measured elo = measured_elo(score_interval_95(counts));
    int length = 0;
    if (score_units(counts) < 2)
        length = snprintf(text, size, "Elo -");
    else
        length = snprintf(text, size, "Elo %+.1f (%+.0f..%+.0f)", elo.value, elo.low, elo.high);
    if (sprt && length >= 0 && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, "  LLR %+.2f (%.2f..%.2f)",
                 sprt_llr(sprt, counts), sprt_lower(sprt), sprt_upper(sprt));
}
