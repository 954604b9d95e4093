// SPDX-License-Identifier: GPL-3.0-or-later
#include "wish.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "number.h"

enum { NAMES_MOST = 64 }; // that an error lists

#define MARGIN_SHARE 0.025 // as `kagami compare` takes them
#define MARGIN_PART 0.1
#define MARGIN_WORTH 0.1 // mean pieces

bool wish_asks(const struct wish *wish, bool worth) {
    bool asks = false;
    for (int i = 0; i < wish->count; i++)
        asks |= (wish->term[i].worth >= 0) == worth;
    return asks;
}

bool wish_applies(const struct wish *wish, const struct tables *tables, struct error *error) {
    for (int i = 0; i < wish->count; i++)
        if (wish->term[i].worth >= 0 &&
            !worth_term_applies(&worth_terms[wish->term[i].worth], tables, error))
            return false;
    return true;
}

const char *wish_name(const struct wish_term *term) {
    return term->worth >= 0 ? worth_terms[term->worth].name : metrics[term->metric].name;
}

const char *wish_definition(const struct wish_term *term) {
    return term->worth >= 0 ? worth_terms[term->worth].definition
                            : metrics[term->metric].definition;
}

bool wish_is_share(const struct wish_term *term) {
    return term->worth < 0 && metrics[term->metric].unit == UNIT_PERCENT;
}

struct measured wish_value(const struct wish_term *term, const struct game_list *games,
                           const struct measured worth[WORTH_TERMS]) {
    return term->worth >= 0 ? worth[term->worth] : metrics[term->metric].measure(games);
}

static bool find_number(const char *name, struct wish_term *term, struct error *error) {
    const char *names[NAMES_MOST];
    int count = 0;
    term->metric = metric_find(strcmp(name, "first") == 0 ? "first-score" : name);
    term->worth = worth_term_find(name);
    if (term->metric >= 0 || term->worth >= 0)
        return true;
    for (int i = 0; i < metric_count && count < NAMES_MOST - WORTH_TERMS; i++)
        if (!metrics[i].detail)
            names[count++] = metrics[i].name;
    for (int i = 0; i < WORTH_TERMS; i++)
        names[count++] = worth_terms[i].name;
    nearest_error(error, "metric", name, names, count, "");
    return false;
}

// A bound with its sign of per cent, which a share has and no other number.
static bool read_bound(const char *text, bool share, double *bound, struct error *error) {
    char number[NUMBER_TEXT];
    size_t length = strlen(text);
    bool percent = length && text[length - 1] == '%';
    snprintf(number, sizeof number, "%.*s", (int)(length - percent), text);
    if (length - percent >= sizeof number || !number_decimal(number, bound))
        return error_set(error, "'%s' is no number", text);
    if (share != percent)
        return error_set(
            error, share ? "a share needs its sign: %s%%" : "'%s': only a share has a sign", text);
    *bound /= percent ? 100 : 1;
    return !percent || (*bound >= 0 && *bound <= 1) ||
           error_set(error, "'%s': a share lies between 0%% and 100%%", text);
}

static bool read_range(char *text, bool share, struct wish_term *term, struct error *error) {
    char *dots = strstr(text, ".."), low[WISH_TEXT];
    if (!dots)
        return error_set(error, "'%s': two numbers with .. between are needed", text);
    *dots = 0;
    bool sign = share && text[0] && text[strlen(text) - 1] != '%'; // 48..52%
    snprintf(low, sizeof low, "%.*s%s", WISH_TEXT - 2, text, sign ? "%" : "");
    return read_bound(low, share, &term->low, error) &&
           read_bound(dots + 2, share, &term->high, error) &&
           (term->low < term->high || error_set(error, "'%s..%s' leaves nothing", text, dots + 2));
}

static bool read_term(char *text, struct wish *wish, struct error *error) {
    struct wish_term term = {.low = -INFINITY, .high = INFINITY};
    struct error cause = {""};
    snprintf(term.text, sizeof term.text, "%s", text);
    char *sign = text + strcspn(text, "=<>"), kind = *sign;
    if (!kind)
        return error_set(error, "'%s': expected NAME=LOW..HIGH, NAME<HIGH or NAME>LOW", term.text);
    *sign = 0;
    if (!find_number(text, &term, error))
        return false;
    bool share = wish_is_share(&term);
    if (!(kind == '=' ? read_range(sign + 1, share, &term, &cause)
                      : read_bound(sign + 1, share, kind == '<' ? &term.high : &term.low, &cause)))
        return error_set(error, "'%s': %s", term.text, cause.text);
    if (term.worth < 0 && term.low <= 0) // no number of games is below 0, no share above 1
        term.low = -INFINITY;
    if (share && term.high >= 1)
        term.high = INFINITY;
    if (isinf(term.low) && isinf(term.high))
        return error_set(error, "'%s': every game meets it", term.text);
    for (int i = 0; i < wish->count; i++)
        if (strcmp(wish_name(&wish->term[i]), wish_name(&term)) == 0)
            return error_set(error, "%s stands there twice", wish_name(&term));
    if (wish->count == WISH_TERMS)
        return error_set(error, "more than %d terms", (int)WISH_TERMS);
    wish->term[wish->count++] = term;
    return true;
}

bool wish_parse(const char *text, struct wish *wish, struct error *error) {
    const char *whole = text;
    *wish = (struct wish){0};
    for (;; text++) {
        char term[WISH_TEXT];
        size_t length = 0;
        for (; *text && *text != ','; text++)
            if (*text != ' ' && length < sizeof term)
                term[length++] = *text;
        if (length == 0 || length == sizeof term)
            return error_set(error, length ? "'%s': a term is too long" : "'%s': a term is missing",
                             whole);
        term[length] = 0;
        if (!read_term(term, wish, error))
            return false;
        if (!*text)
            return true;
    }
}

static double margin_of(const struct wish_term *term, double bound) {
    return term->worth >= 0      ? MARGIN_WORTH
           : wish_is_share(term) ? MARGIN_SHARE
                                 : MARGIN_PART * fmax(fabs(bound), 1);
}

static double distance(const struct wish_term *term, double value) {
    return value < term->low    ? (term->low - value) / margin_of(term, term->low)
           : value > term->high ? (value - term->high) / margin_of(term, term->high)
                                : 0;
}

struct measured wish_distance(const struct wish_term *term, struct measured value) {
    if (value.n <= 0)
        return (struct measured){INFINITY, 0, INFINITY, 0};
    double low = distance(term, value.low), high = distance(term, value.high);
    bool touches = value.low <= term->high && value.high >= term->low;
    return (struct measured){distance(term, value.value), touches ? 0 : fmin(low, high),
                             fmax(low, high), value.n};
}

struct measured wish_distances(const struct wish *wish, const struct measured *value, double z) {
    struct measured sum = {.n = INFINITY};
    for (int i = 0; i < wish->count; i++) {
        struct measured of = value[i];
        of.low = of.value - (of.value - of.low) * z / NORMAL_975;
        of.high = of.value + (of.high - of.value) * z / NORMAL_975;
        if (wish_is_share(&wish->term[i])) {
            of.low = fmax(of.low, 0);
            of.high = fmin(of.high, 1);
        }
        of = wish_distance(&wish->term[i], of);
        sum.value += of.value;
        sum.low += of.low;
        sum.high += of.high;
        sum.n = fmin(sum.n, of.n);
    }
    return sum;
}

double wish_chance(const struct wish *wish, const struct measured *value, bool worths) {
    double chance = 1;
    for (int i = 0; i < wish->count; i++) {
        const struct wish_term *term = &wish->term[i];
        if (term->worth >= 0 && !worths)
            continue;
        double se = fmax((value[i].high - value[i].low) / (2 * NORMAL_975), 1e-9);
        double low = (term->low - value[i].value) / se, high = (term->high - value[i].value) / se;
        bool below = low + high < 0; // the tail that is nearer tells small chances apart
        double nearer = below ? -high : low, further = below ? -low : high;
        chance *= value[i].n > 0 && isfinite(se)
                      ? (erfc(nearer / M_SQRT2) - erfc(further / M_SQRT2)) / 2
                      : 0;
    }
    return chance;
}

// That the value lies beyond a bound on the side where its estimate is.
static double beyond_p(struct measured value, double bound) {
    if (isinf(bound))
        return 0;
    return measured_p(
        (struct measured){value.value - bound, value.low - bound, value.high - bound, value.n});
}

double wish_inside_p(const struct wish_term *term, struct measured value) {
    if (value.n <= 0 || value.value < term->low || value.value > term->high)
        return 1;
    return fmax(beyond_p(value, term->low), beyond_p(value, term->high));
}

double wish_outside_p(const struct wish_term *term, struct measured value) {
    if (value.n <= 0 || (value.value >= term->low && value.value <= term->high))
        return 1;
    return beyond_p(value, value.value < term->low ? term->low : term->high);
}
