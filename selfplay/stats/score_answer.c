// SPDX-License-Identifier: GPL-3.0-or-later
#include "score_answer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "json_file.h"
#include "measured_cell.h"

// An interval that leaves out 0 four times in five: the half width and the 80% quantile beyond it.
#define TOLD ((NORMAL_975 + 0.8416212335729143) / NORMAL_975)

// The score that is to be quoted: of a test the unbiased one.
static struct measured score_estimate(const struct score_counts *counts, const struct sprt *sprt) {
    return sprt ? sprt_estimate(sprt, counts).score : score_interval_95(counts);
}

enum score_winner score_winner(const struct score_counts *counts, const struct sprt *sprt) {
    struct measured score = score_estimate(counts, sprt);
    enum sprt_verdict verdict = sprt ? sprt_verdict(sprt, counts) : SPRT_UNDECIDED;
    if (score_units(counts) == 0)
        return WINNER_OPEN;
    if (score.low > 0.5 || (verdict == SPRT_ACCEPT && sprt->elo0 >= 0))
        return WINNER_A;
    if (score.high < 0.5 || (verdict == SPRT_REJECT && sprt->elo1 <= 0))
        return WINNER_B;
    return WINNER_OPEN;
}

static char *bound_text(double elo, const char *format, int decimals, char text[24]) {
    if (fabs(elo) >= SCORE_ELO_LIMIT - 0.5) {
        snprintf(text, 24, "%s%d", elo < 0 ? "< -" : "> ", SCORE_ELO_LIMIT);
        return text;
    }
    if (fabs(elo) < 0.5 * pow(10, -decimals)) // no "-0"
        elo = 0;
    snprintf(text, 24, format, decimals, elo);
    return text;
}

char *score_elo_text(struct measured elo, char text[ELO_TEXT]) {
    char value[24], low[24], high[24];
    int decimals = elo.high - elo.low < 10 ? 1 : 0;
    snprintf(text, ELO_TEXT, "%s Elo [%s, %s]", bound_text(elo.value, "%+.*f", decimals, value),
             bound_text(elo.low, "%.*f", decimals, low),
             bound_text(elo.high, "%.*f", decimals, high));
    return text;
}

double score_games_to_tell(const struct score_counts *counts) {
    struct measured score = score_interval_95(counts);
    double away = fabs(score.value - 0.5), half = (score.high - score.low) / 2;
    if (!(away > 1e-9) || score_units(counts) == 0)
        return INFINITY;
    return 2 * games_rounded((double)score_games(counts) / 2 * pow(TOLD * half / away, 2));
}

// The Elo that players must lie apart for so many games to tell it four times in five.
static double score_elo_to_tell(const struct score_counts *counts) {
    struct measured score = score_interval_95(counts);
    return elo_of_score(fmin(0.5 + TOLD * (score.high - score.low) / 2, 1));
}

// What it takes for a significant difference.
static void say_games(struct answer *answer, const struct score_counts *counts) {
    enum { UNITS_LEAST = 10, TIMES_MOST = 100 };
    if (score_units(counts) < UNITS_LEAST)
        return; // their score says nothing of one to come
    double games = score_games_to_tell(counts), apart = score_elo_to_tell(counts);
    if (games <= TIMES_MOST * (double)score_games(counts))
        answer_summary(answer,
                       "If this is the true difference, %.0f games would show it with 80%% power.",
                       games);
    else if (apart < SCORE_ELO_LIMIT - 0.5)
        answer_summary(answer, "So many games show a difference of %.0f Elo with 80%% power.",
                       ceil(apart));
}

static const char *signed_text(double elo, char text[24]) {
    snprintf(text, 24, elo == 0 ? "%g" : "%+g", elo);
    return text;
}

static void say_test(struct answer *answer, const struct score_match *match) {
    char elo0[24], elo1[24];
    const struct sprt *sprt = match->sprt;
    const struct score_counts *counts = &match->counts;
    enum sprt_verdict verdict = sprt_verdict(sprt, counts);
    bool accepts = verdict == SPRT_ACCEPT;
    double games = (double)score_games(counts);
    struct score_law law = score_law(counts);
    double needed =
        match->capped ? sprt_elo_to_accept(sprt, fmax(games, 2), score_game_deviation(&law)) : 0;
    signed_text(sprt->elo0, elo0);
    signed_text(sprt->elo1, elo1);
    if (verdict != SPRT_UNDECIDED)
        answer_summary(answer,
                       "The test %s: %s rather than %s " SPRT_MODEL
                       " Elo; the interval allows for its early end.",
                       accepts ? "accepts" : "rejects", accepts ? elo1 : elo0,
                       accepts ? elo0 : elo1);
    else if (match->capped && isinf(needed))
        answer_summary(answer,
                       "The test is undecided after all %.0f games: no result of so few could "
                       "accept.",
                       games);
    else if (match->capped)
        answer_summary(answer,
                       "The test is undecided after all %.0f games, which could accept only if "
                       "they showed about %+.0f " SPRT_MODEL " Elo.",
                       games, needed);
    else
        answer_summary(answer,
                       "The test of %s rather than %s " SPRT_MODEL
                       " Elo is undecided: about %.0f games more if the score stays.",
                       elo1, elo0, ceil(sprt_games_left(sprt, counts)));
}

char *score_without_text(const char *const without[2], char text[WITHOUT_TEXT]) {
    static const char *const players[2] = {"A", "B"};
    size_t length = 0;
    *text = 0;
    for (int i = 0; i < 2; i++)
        if (without[i] && *without[i])
            length += (size_t)snprintf(text + length, WITHOUT_TEXT - length, "%s%s without %s",
                                       length ? ", " : "", players[i], without[i]);
    return text;
}

void score_say_faults(struct answer *answer, int64_t faults, int64_t games) {
    answer_summary(answer,
                   "Faults decided %" PRId64 " of %" PRId64
                   " games (time, crashes, hangs, illegal moves). From a tenth on the score is no "
                   "measure of strength, and no Elo is given.",
                   faults, games);
}

void score_summary(struct answer *answer, const struct score_match *match) {
    const struct score_counts *counts = &match->counts;
    char games[160], copies[64] = "", elo[ELO_TEXT];
    int64_t all = score_games(counts), played = match->won + match->drawn + match->lost;
    if (score_units(counts) == 0) {
        answer_summary(answer, "No games: nothing is known of the two.");
        return;
    }
    if (score_faulty(match->faults, played)) {
        score_say_faults(answer, match->faults, played);
        return;
    }
    bool tested = match->sprt != NULL, b_leads;
    // Before its end a match has no winner: who looks on until somebody leads finds one.
    bool goes_on = tested ? sprt_verdict(match->sprt, counts) == SPRT_UNDECIDED && !match->capped
                          : match->length == LENGTH_OPEN;
    enum score_winner winner = goes_on ? WINNER_OPEN : score_winner(counts, match->sprt);
    struct measured of = measured_elo(score_estimate(counts, match->sprt));
    b_leads = winner == WINNER_B || (!goes_on && winner == WINNER_OPEN && of.value < 0);
    if (match->known && played > all + 1) { // a pair may be unfinished
        snprintf(copies, sizeof copies, ", of which %" PRId64 " distinct games count", all);
        all = played;
    }
    if (match->known)
        snprintf(games, sizeof games,
                 "%" PRId64 " game%s%s: %" PRId64 " won, %" PRId64 " drawn, %" PRId64 " lost", all,
                 all == 1 ? "" : "s", copies, b_leads ? match->lost : match->won, match->drawn,
                 b_leads ? match->won : match->lost);
    else
        snprintf(games, sizeof games, "%" PRId64 " games in pairs", all);
    if (b_leads) // as B sees it
        of = (struct measured){-of.value, -of.high, -of.low, of.n};
    score_elo_text(of, elo);
    if (goes_on)
        answer_summary(answer, "So far: %s for A, %s.", elo, games);
    else if (winner != WINNER_OPEN)
        answer_summary(answer, "%s wins: %s, %s.", b_leads ? "B" : "A", elo, games);
    else
        answer_summary(answer, "%s: %s, %s; the difference is not significant.",
                       of.value == 0 ? "A and B score the same"
                       : b_leads     ? "B is ahead"
                                     : "A is ahead",
                       elo, games);
    if (tested)
        say_test(answer, match);
    else if (goes_on)
        answer_summary(answer, "The match is not at its end.");
    else if (winner == WINNER_OPEN)
        say_games(answer, counts);
    char lacking[WITHOUT_TEXT];
    if (!*score_without_text(match->without, lacking))
        return;
    bool a = match->without[0] && *match->without[0], b = match->without[1] && *match->without[1];
    answer_summary(answer,
                   "%s: %s is what the missing moves are worth to who has them, by these players.",
                   lacking,
                   a && b ? "the difference"
                   : a    ? "B's Elo"
                          : "A's Elo");
}

enum { GAUGE = 31, BAR = 24 };

static void add_elo(struct answer *answer, const char *label, struct measured elo,
                    struct measured normalized) {
    const unsigned flags = ANSWER_INTERVAL | ANSWER_STRONG | ANSWER_PLUS;
    ANSWER_FACT(answer, cell_measured(elo), "elo", label, ANSWER_NUMBER, 1, flags,
                .limit = SCORE_ELO_LIMIT);
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

void score_answer_length(struct answer *answer, enum score_length length) {
    if (length == LENGTH_CHANGED)
        answer_warning(answer, "the number of games was changed when some were played: the 95%% "
                               "intervals hold for a number that was fixed before");
    else if (length == LENGTH_OPEN)
        answer_warning(answer, "the match is not at its end: the 95%% intervals hold for a number "
                               "of games that was fixed before, not for a stop by what they show");
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
    answer_key(answer, "length", cell_text(sprt ? "test" : length_names[length]));
    if (sprt)
        answer_line(answer, "95%",
                    "for a number of games fixed before; the test's allow for its "
                    "early end, and are the ones to quote");
    else
        score_answer_length(answer, length);
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
