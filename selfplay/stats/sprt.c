// SPDX-License-Identifier: GPL-3.0-or-later
#include "sprt.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#include "statistics.h"

// Two exact series for each law: by images, which needs few terms for short times, and by
// eigenfunctions, for long ones.

enum { TERMS = 12 };

// exp(power) * (normal law between a and b, a <= b) without overflow: a large power comes with a
// small tail.
static double scaled_between(double power, double a, double b) {
    if (a > 0) { // use the smaller tails
        double swap = a;
        a = -b;
        b = -swap;
    }
    double mass = normal_cdf(b) - normal_cdf(a);
    return mass > 0 ? exp(power + log(mass)) : 0;
}

static bool is_short(const struct brownian *motion, double time) {
    double width = motion->high - motion->low;
    return motion->variance * time < 0.3 * width * width;
}

// The chance to meet the low barrier first, whenever.
static double low_at_last(const struct brownian *motion) {
    double rate = 2 * motion->drift / motion->variance;
    double width = motion->high - motion->low;
    if (fabs(rate * width) < 1e-9)
        return motion->high / width;
    if (rate > 0)
        return exp(rate * motion->low) * expm1(-rate * motion->high) / expm1(-rate * width);
    return expm1(rate * motion->high) / expm1(rate * width);
}

// First passage through a level at `distance` > 0 without the other barrier, tilted so that the
// drift's sign is left out: exp(power) times the integral of its density up to `time`.
static double passage(const struct brownian *motion, double distance, double time, double power) {
    double drift = fabs(motion->drift), spread = sqrt(motion->variance * time);
    double tilt = drift * distance / motion->variance;
    double near = normal_cdf((drift * time - distance) / spread);
    double far = normal_cdf((-drift * time - distance) / spread);
    double sum = near > 0 ? exp(power - tilt + log(near)) : 0;
    return sum + (far > 0 ? exp(power + tilt + log(far)) : 0);
}

static double low_by_images(const struct brownian *motion, double time) {
    double width = motion->high - motion->low, sum = 0;
    double power = motion->drift * motion->low / motion->variance;
    for (int k = -TERMS; k <= TERMS; k++) {
        double distance = 2 * k * width - motion->low;
        double term = passage(motion, fabs(distance), time, power);
        sum += distance > 0 ? term : -term;
    }
    return sum;
}

static double low_by_eigenfunctions(const struct brownian *motion, double time) {
    double width = motion->high - motion->low, late = 0;
    double power = motion->drift * motion->low / motion->variance;
    double fall = motion->drift * motion->drift / (2 * motion->variance);
    for (int n = 1; n <= TERMS; n++) {
        double wave = n * M_PI / width, rate = fall + 0.5 * wave * wave * motion->variance;
        late += wave * motion->variance / width * sin(-wave * motion->low) *
                exp(power - rate * time) / rate;
    }
    return low_at_last(motion) - late;
}

double brownian_low_by(const struct brownian *motion, double time) {
    assert(motion->low < 0 && motion->high > 0 && motion->variance > 0);
    if (time <= 0)
        return 0;
    double chance =
        is_short(motion, time) ? low_by_images(motion, time) : low_by_eigenfunctions(motion, time);
    return fmin(fmax(chance, 0), 1);
}

double brownian_high_by(const struct brownian *motion, double time) {
    struct brownian mirror = {-motion->high, -motion->low, -motion->drift, motion->variance};
    return brownian_low_by(&mirror, time);
}

static double below_by_images(const struct brownian *motion, double time, double level) {
    double width = motion->high - motion->low, sum = 0;
    double spread = sqrt(motion->variance * time), middle = motion->drift * time;
    for (int k = -TERMS; k <= TERMS; k++) {
        double even = 2 * k * width, odd = 2 * motion->high - even;
        sum += scaled_between(motion->drift * even / motion->variance,
                              (motion->low - even - middle) / spread,
                              (level - even - middle) / spread);
        sum -=
            scaled_between(motion->drift * odd / motion->variance,
                           (motion->low - odd - middle) / spread, (level - odd - middle) / spread);
    }
    return sum;
}

// The integral of exp(power + tilt y) sin(wave (y - low)) over low..level.
static double wave_integral(double power, double tilt, double wave, double low, double level) {
    double x = wave * (level - low);
    return (exp(power + tilt * level) * (tilt * sin(x) - wave * cos(x)) +
            exp(power + tilt * low) * wave) /
           (tilt * tilt + wave * wave);
}

static double below_by_eigenfunctions(const struct brownian *motion, double time, double level) {
    double width = motion->high - motion->low, sum = 0;
    double tilt = motion->drift / motion->variance, fall = 0.5 * tilt * motion->drift;
    for (int n = 1; n <= TERMS; n++) {
        double wave = n * M_PI / width, rate = fall + 0.5 * wave * wave * motion->variance;
        sum += 2 / width * sin(-wave * motion->low) *
               wave_integral(-rate * time, tilt, wave, motion->low, level);
    }
    return sum;
}

double brownian_below_at(const struct brownian *motion, double time, double level) {
    assert(motion->low < 0 && motion->high > 0 && motion->variance > 0);
    if (time <= 0)
        return level >= 0;
    if (level <= motion->low)
        return 0;
    if (level > motion->high)
        level = motion->high;
    double chance = is_short(motion, time) ? below_by_images(motion, time, level)
                                           : below_by_eigenfunctions(motion, time, level);
    return fmin(fmax(chance, 0), 1);
}

double brownian_mean_time(const struct brownian *motion, double start) {
    assert(motion->low <= start && start <= motion->high);
    double up = motion->high - start, down = start - motion->low, width = up + down;
    double rate = 2 * motion->drift / motion->variance;
    if (fabs(rate * width) < 1e-4) // a series around no drift; the next term is this squared
        return up * down / motion->variance * (1 + rate * (up - down) / 6);
    struct brownian from_start = {-down, up, motion->drift, motion->variance};
    double low = low_at_last(&from_start);
    return ((1 - low) * up - low * down) / motion->drift;
}

bool sprt_check(const struct sprt *sprt, struct error *error) {
    if (!(sprt->elo0 < sprt->elo1))
        return error_set(error, "the first bound, %g, must be below the second, %g", sprt->elo0,
                         sprt->elo1);
    if (!(fabs(sprt->elo0) <= SPRT_ELO_MAX && fabs(sprt->elo1) <= SPRT_ELO_MAX))
        return error_set(
            error,
            "bounds must lie within +-%d Elo; players further apart meet at odds (fewer "
            "nodes= for the stronger one); what pieces decide, kagami worth measures",
            SPRT_ELO_MAX);
    const double rates[] = {sprt->alpha, sprt->beta};
    for (int i = 0; i < ARRAY_LENGTH(rates); i++)
        if (!(rates[i] >= 0.0001 && rates[i] <= 0.4))
            return error_set(error, "error rates must lie within 0.0001..0.4, not %g", rates[i]);
    return true;
}

double sprt_lower(const struct sprt *sprt) {
    return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_upper(const struct sprt *sprt) {
    return log((1 - sprt->beta) / sprt->alpha);
}

// The law nearest to the observed p (in likelihood) under which phi has mean 0, into `law`:
// p / (1 + theta phi), where theta makes the mean vanish. That mean falls from +infinity to
// -infinity between the poles, so Newton's method within a shrinking bracket finds theta. False
// when phi has one sign: then there is no such law.
static bool constrain(const double *p, const double *phi, int cells, double *law) {
    double least = 0, most = 0;
    for (int i = 0; i < cells; i++) {
        least = fmin(least, phi[i]);
        most = fmax(most, phi[i]);
    }
    if (!(least < 0 && most > 0))
        return false;
    double low = -1 / most, high = -1 / least, theta = 0;
    for (int round = 0; round < 100; round++) {
        double mean = 0, slope = 0;
        for (int i = 0; i < cells; i++) {
            double ratio = phi[i] / (1 + theta * phi[i]);
            mean += p[i] * ratio;
            slope -= p[i] * ratio * ratio;
        }
        if (mean > 0)
            low = theta;
        else
            high = theta;
        double next = theta - mean / slope;
        if (!(next > low && next < high))
            next = 0.5 * (low + high);
        double step = fabs(next - theta);
        theta = next;
        if (step <= 1e-15 * (high - low) || step <= 1e-14 * fabs(theta))
            break;
    }
    for (int i = 0; i < cells; i++)
        law[i] = p[i] / fmax(1 + theta * phi[i], 1e-15);
    return true;
}

// The likeliest law with (mean - 1/2) / deviation = t. The constraint is replaced by its tangent at
// the law found so far, starting from the uniform one, until that law stays. A large t is come to
// in steps, because from afar the tangent may leave no law.
static void likeliest_with_ratio(const struct score_law *observed, double t, double *law) {
    enum { ROUNDS = 10 };
    int cells = observed->cells, steps = 1 + (int)(fabs(t) / 0.5);
    for (int i = 0; i < cells; i++)
        law[i] = 1.0 / cells;
    for (int step = 1; step <= steps; step++) {
        double now = t * step / steps;
        for (int round = 0; round < ROUNDS; round++) {
            double mean = 0, variance = 0, sum = 0;
            double phi[SCORE_CELLS_MAX] = {0}, found[SCORE_CELLS_MAX];
            for (int i = 0; i < cells; i++) {
                mean += law[i] * observed->x[i];
                sum += law[i];
            }
            mean /= sum;
            for (int i = 0; i < cells; i++)
                variance += law[i] / sum * (observed->x[i] - mean) * (observed->x[i] - mean);
            double deviation = sqrt(variance);
            for (int i = 0; i < cells; i++) {
                double z = (observed->x[i] - mean) / deviation;
                phi[i] = observed->x[i] - 0.5 - now * deviation / 2 * (1 + z * z);
            }
            if (!constrain(observed->p, phi, cells, found))
                return;
            double change = 0;
            for (int i = 0; i < cells; i++) {
                change = fmax(change, fabs(found[i] - law[i]));
                law[i] = found[i];
            }
            if (change < 1e-9)
                break;
        }
    }
}

// Normalized Elo counts in deviations of a game; a pair has sqrt(2) times the ratio.
static double deviations_of(const struct score_law *observed, double elo) {
    return (observed->cells == PAIR_CELLS ? sqrt(2) : 1) * elo / NORMALIZED_ELO;
}

double sprt_llr(const struct sprt *sprt, const struct score_counts *counts) {
    assert(sprt->elo0 < sprt->elo1);
    struct score_law observed = score_law(counts);
    double law0[SCORE_CELLS_MAX], law1[SCORE_CELLS_MAX], sum = 0;
    if (score_units(counts) == 0)
        return 0;
    likeliest_with_ratio(&observed, deviations_of(&observed, sprt->elo0), law0);
    likeliest_with_ratio(&observed, deviations_of(&observed, sprt->elo1), law1);
    for (int i = 0; i < observed.cells; i++)
        sum += observed.p[i] * (log(law1[i]) - log(law0[i]));
    return observed.total * sum;
}

const char *sprt_verdict_name(enum sprt_verdict verdict) {
    static const char *const names[] = {"undecided", "accept", "reject"};
    return names[verdict];
}

enum sprt_verdict sprt_verdict(const struct sprt *sprt, const struct score_counts *counts) {
    double llr = sprt_llr(sprt, counts);
    if (llr >= sprt_upper(sprt))
        return SPRT_ACCEPT;
    return llr <= sprt_lower(sprt) ? SPRT_REJECT : SPRT_UNDECIDED;
}

double sprt_games_worst(const struct sprt *sprt) {
    assert(sprt->elo0 < sprt->elo1);
    double units = NORMALIZED_ELO / (sprt->elo1 - sprt->elo0);
    return -sprt_lower(sprt) * sprt_upper(sprt) * units * units;
}

double sprt_accept_chance(const struct sprt *sprt, double elo, double games) {
    assert(sprt->elo0 < sprt->elo1 && games >= 0);
    // (mean - 1/2) / deviation of a pair by one Elo.
    const double ratio = sqrt(2) / NORMALIZED_ELO;
    double off = ratio * (elo - 0.5 * (sprt->elo0 + sprt->elo1));
    // The variance that the hypotheses' laws have around their middle: see walk_of.
    double factor = ratio * (sprt->elo1 - sprt->elo0) / (1 + off * off);
    struct brownian motion = {sprt_lower(sprt), sprt_upper(sprt), factor * off, factor * factor};
    return games < 2 ? 0 : brownian_high_by(&motion, floor(games / 2));
}

// The ratio taken as a walk whose steps are factor * (score - middle).
struct walk {
    double middle, factor;
};

// As for normal laws: factor = (score1 - score0) / variance. The variance is that of the
// hypotheses' laws, which are likeliest when they lie around `middle` as the observed one does: the
// observed variance and the square of how far its mean is off.
static struct walk walk_of(const struct sprt *sprt, const struct score_law *observed) {
    double score0 = score_of_elo(sprt->elo0), score1 = score_of_elo(sprt->elo1);
    struct score_law law = *observed;
    struct walk walk = {0.5 * (score0 + score1), 0};
    for (int round = 0; round < 3; round++) { // the middle needs the variance
        double off = observed->mean - walk.middle;
        law.variance = observed->variance + off * off;
        double deviation = score_game_deviation(&law) / NORMALIZED_ELO;
        score0 = 0.5 + sprt->elo0 * deviation;
        score1 = 0.5 + sprt->elo1 * deviation;
        walk.middle = 0.5 * (score0 + score1);
    }
    walk.factor = (score1 - score0) / law.variance;
    return walk;
}

double sprt_elo_to_accept(const struct sprt *sprt, double games, double deviation) {
    assert(sprt->elo0 < sprt->elo1 && games >= 2 && deviation > 0);
    enum { STEPS = 8192 };
    for (int i = 1; i < STEPS; i++) {
        double mean = (double)i / STEPS;
        double spread = fmin(deviation, sqrt(mean * (1 - mean))); // of no game of that mean wider
        struct score_law seen = {
            .cells = PAIR_CELLS, .mean = mean, .variance = spread * spread / 2};
        struct walk walk = walk_of(sprt, &seen);
        if (floor(games / 2) * walk.factor * (mean - walk.middle) >= sprt_upper(sprt))
            return (mean - 0.5) / spread * NORMALIZED_ELO;
    }
    return INFINITY;
}

// That walk as Brownian motion, one unit of time a pair (game), when the true mean score is
// `score`.
static struct brownian motion_at(const struct sprt *sprt, const struct score_law *observed,
                                 double score) {
    struct walk walk = walk_of(sprt, observed);
    double off = score - observed->mean;
    return (struct brownian){.low = sprt_lower(sprt),
                             .high = sprt_upper(sprt),
                             .drift = walk.factor * (score - walk.middle),
                             .variance =
                                 walk.factor * walk.factor * (observed->variance + off * off)};
}

double sprt_games_left(const struct sprt *sprt, const struct score_counts *counts) {
    assert(sprt->elo0 < sprt->elo1);
    struct score_law observed = score_law(counts);
    struct brownian motion = motion_at(sprt, &observed, observed.mean);
    double llr = sprt_llr(sprt, counts);
    if (llr <= motion.low || llr >= motion.high)
        return 0;
    return brownian_mean_time(&motion, llr) * (counts->cells == PAIR_CELLS ? 2 : 1);
}

// How the test ended, in units of its Brownian motion: the ratio overshoots a barrier, so the time
// is cut back to where it crossed.
struct ending {
    double time, llr;
    enum sprt_verdict verdict;
};

static struct ending ending_of(const struct sprt *sprt, const struct score_counts *counts,
                               const struct score_law *observed) {
    double llr = sprt_llr(sprt, counts), low = sprt_lower(sprt), high = sprt_upper(sprt);
    if (llr >= high)
        return (struct ending){observed->total * high / llr, high, SPRT_ACCEPT};
    if (llr <= low)
        return (struct ending){observed->total * low / llr, low, SPRT_REJECT};
    return (struct ending){observed->total, llr, SPRT_UNDECIDED};
}

// Probability, at this true score, of an end that speaks less for the first player: a rejection
// (the sooner the worse), a lower ratio, or a later acceptance.
static double worse(const struct sprt *sprt, const struct score_law *observed,
                    const struct ending *ending, double score) {
    struct brownian motion = motion_at(sprt, observed, score);
    if (ending->verdict == SPRT_ACCEPT)
        return 1 - brownian_high_by(&motion, ending->time);
    double rejected = brownian_low_by(&motion, ending->time);
    if (ending->verdict == SPRT_REJECT)
        return rejected;
    return rejected + brownian_below_at(&motion, ending->time, ending->llr);
}

// The score at which the probability of a worse end is `level`: it falls as the score rises. Looked
// for in growing steps from the observed mean, then by halving.
static double score_where(const struct sprt *sprt, const struct score_law *observed,
                          const struct ending *ending, double level) {
    double step = sqrt(observed->variance / observed->total), from = observed->mean, to = from;
    double direction = worse(sprt, observed, ending, from) > level ? 1 : -1;
    do {
        from = to;
        to = from + direction * step;
        step *= 2;
        if (to <= 0 || to >= 1) {
            to = to <= 0 ? 0 : 1;
            break;
        }
    } while ((worse(sprt, observed, ending, to) > level) == (direction > 0));
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (from + to);
        if ((worse(sprt, observed, ending, middle) > level) == (direction > 0))
            from = middle;
        else
            to = middle;
    }
    return 0.5 * (from + to);
}

struct sprt_estimate sprt_estimate(const struct sprt *sprt, const struct score_counts *counts) {
    assert(sprt->elo0 < sprt->elo1);
    if (score_units(counts) == 0 || score_one_sided(counts))
        return (struct sprt_estimate){score_interval_95(counts), likelihood_of_superiority(counts)};
    struct score_law law = score_law(counts);
    struct ending ending = ending_of(sprt, counts, &law);
    // The lower end is where so good an end is a rarity, the upper end where so bad a one is.
    double value = score_where(sprt, &law, &ending, 0.5);
    double low = fmin(score_where(sprt, &law, &ending, 0.975), value);
    double high = fmax(score_where(sprt, &law, &ending, 0.025), value);
    return (struct sprt_estimate){{value, low, high, (double)score_units(counts)},
                                  worse(sprt, &law, &ending, 0.5)};
}
