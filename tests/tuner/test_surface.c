// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// The fit to drawn values on strengths that are known: its intervals hold what they should, and its
// answer is near the best.
#include "../search/setup.h"

#include "../selfplay/program.h"
#include "file.h"
#include "planted_elo.h"
#include "spsa_file.h"
#include "surface.h"

// Seven values, an arm 20% of each, some off their best by as much as three arms.
enum { COUNT = 7, RUNS = CHECKED_BUILD ? 20 : 200 };
static const double off[COUNT] = {0.3, -0.35, 0, 0.15, -0.55, 0, 0.1};   // of the scale
static const double curvature[COUNT] = {250, 400, 300, 100, 150, 0, 30}; // Elo

static struct truth planted(uint64_t seed, int64_t steps, double common) {
    static const char *const names[COUNT] = {"board.P",      "board.R",   "hand.P",   "king.attack",
                                             "king.strikes", "king.near", "king.weak"};
    struct truth truth = {
        .plan = {.steps = steps, .pairs = 2, .seed = seed, .count = COUNT, .fit = true},
        .common = common};
    for (int i = 0; i < COUNT; i++) {
        struct spsa_param *param = &truth.plan.param[i];
        *param = spsa_param_propose(values_find(names[i]), 400, 0.2);
        truth.optimum[i] = log(400) + off[i];
        truth.curvature[i] = curvature[i];
    }
    return truth;
}

static void fit_planted(const struct truth *truth, struct spsa *spsa, struct surface *surface) {
    struct error error = {""};
    if (!spsa_plan_check(&truth->plan, &error))
        fail_msg("%s", error.text);
    spsa_init(spsa, &truth->plan);
    run(truth, spsa);
    assert_true(surface_fit(spsa, surface, &error));
    assert_true(surface->known);
}
static void start_at(const struct truth *truth, struct values *base) {
    values_defaults(base);
    for (int i = 0; i < truth->plan.count; i++)
        base->value[truth->plan.param[i].index] = (int)truth->plan.param[i].start;
}

static void answer_of(const struct spsa *spsa, const struct surface *surface,
                      const struct values *base, struct values *best) {
    *best = *base;
    for (int i = 0; i < spsa->plan.count; i++)
        best->value[spsa->plan.param[i].index] = (int)lround(surface_value(spsa, surface, i));
}

// Elo of what SPSA finds by as many games.
static double follow(const struct truth *truth, struct spsa *spsa, const struct values *base) {
    struct truth followed = *truth;
    struct values best;
    followed.plan.fit = false;
    followed.plan.pairs = 4 * truth->plan.pairs;
    followed.plan.steps = truth->plan.steps / 4;
    double r_end = spsa_r_end(&followed.plan, 2);
    for (int i = 0; i < followed.plan.count; i++)
        followed.plan.param[i].r_end = r_end;
    spsa_init(spsa, &followed.plan);
    run(&followed, spsa);
    spsa_result(spsa, base, &best);
    spsa_destroy(spsa);
    return elo_at(&followed, &best);
}

// The intervals hold the slope at the start, and the best place along each direction alone, in 95%:
// where they go by themselves, and where what matters most is how they compare. The answer reaches
// most of what there is to gain, SPSA more of it.
static void intervals_hold_what_they_should(void **state) {
    (void)state;
    static const double LEAST = CHECKED_BUILD ? 0.88 : 0.93;
    static const double common[] = {0, 200};
    struct spsa *spsa = malloc(sizeof *spsa);
    struct surface surface;
    assert_non_null(spsa);
    for (int kind = 0; kind < ARRAY_LENGTH(common); kind++) {
        int slopes = 0, places = 0, boasts = 0, all = 0;
        double reached = 0, followed = 0;
        for (int number = 0; number < RUNS; number++) {
            struct truth truth = planted((uint64_t)number + 1, 800, common[kind]);
            double sum = 0, could = 0;
            fit_planted(&truth, spsa, &surface);
            for (int i = 0; i < COUNT; i++) {
                sum += off[i];
                could += curvature[i] * off[i] * off[i];
            }
            could += common[kind] * sum * sum;
            for (int i = 0; i < COUNT; i++, all++) {
                const struct surface_direction *to = &surface.direction[i];
                double arm = truth.plan.param[i].c_end;
                double pull = curvature[i] * off[i] + common[kind] * sum;
                double slope = 2 * pull * arm;
                double best = pull == 0 ? 0 : pull / (curvature[i] + common[kind]) / arm;
                best = fmin(fmax(best, -SPSA_REACH), SPSA_REACH);
                slopes += to->slope.low <= slope && slope <= to->slope.high;
                places += to->best.low <= best + 0.01 && best - 0.01 <= to->best.high;
            }
            struct values base, best;
            start_at(&truth, &base);
            answer_of(spsa, &surface, &base, &best);
            double gained = elo_at(&truth, &best) - elo_at(&truth, &base);
            reached += gained / could;
            boasts += surface.gain.low > gained;
            spsa_destroy(spsa);
            followed += (follow(&truth, spsa, &base) - elo_at(&truth, &base)) / could;
        }
        if (!(slopes > LEAST * all && slopes < 0.975 * all && places > LEAST * all))
            fail_msg("%g: of %d directions %d slopes and %d places are held", common[kind], all,
                     slopes, places);
        if (!(reached > 0.78 * RUNS && followed > 0.95 * RUNS && boasts <= 1 + 0.05 * RUNS))
            fail_msg("%g: %.2f of what there was, %.2f by SPSA, gains above it in %d of %d",
                     common[kind], reached / RUNS, followed / RUNS, boasts, RUNS);
    }
    free(spsa);
}

// From a start that is the best there is the answer does not go far, however little the values
// matter.
static void the_best_start_is_left_alone(void **state) {
    (void)state;
    static const double cost[] = {0, 1, 4}; // Elo an arm
    struct spsa *spsa = malloc(sizeof *spsa);
    struct surface surface;
    assert_non_null(spsa);
    for (int kind = 0; kind < ARRAY_LENGTH(cost); kind++) {
        int told = 0, boasts = 0;
        double lost = 0;
        for (int number = 0; number < RUNS; number++) {
            struct truth truth = planted((uint64_t)number + 1, 800, 0);
            struct values base, best;
            for (int i = 0; i < COUNT; i++) {
                double arm = truth.plan.param[i].c_end;
                truth.optimum[i] = log(400);
                truth.curvature[i] = cost[kind] / (arm * arm);
            }
            fit_planted(&truth, spsa, &surface);
            start_at(&truth, &base);
            answer_of(spsa, &surface, &base, &best);
            lost += elo_at(&truth, &base) - elo_at(&truth, &best);
            bool any = false;
            for (int i = 0; i < COUNT; i++)
                any |= surface.direction[i].told != 0;
            told += any;
            boasts += surface.gain.low > 0;
            spsa_destroy(spsa);
        }
        if (!(lost < 10 * RUNS && told <= 1 + 0.05 * RUNS && boasts <= 1 + 0.05 * RUNS))
            fail_msg("%g: %.1f Elo lost, %d told, %d gains of %d", cost[kind], lost / RUNS, told,
                     boasts, RUNS);
    }
    free(spsa);
}

// Before there are games enough nothing is said, and the answer is the start.
static void few_games_say_nothing(void **state) {
    (void)state;
    struct spsa *spsa = malloc(sizeof *spsa);
    struct surface surface;
    struct error error = {""};
    double half_width;
    assert_non_null(spsa);
    struct truth truth = planted(3, 279, 0); // of 8 x 35
    spsa_init(spsa, &truth.plan);
    run(&truth, spsa);
    assert_true(surface_fit(spsa, &surface, &error));
    assert_false(surface.known);
    assert_int_equal(surface.coefficients, 35);
    assert_int_equal(surface.needed, 280);
    for (int i = 0; i < COUNT; i++)
        assert_true(fabs(surface_value(spsa, &surface, i) - 400) < 1e-9);
    spsa_destroy(spsa);

    // What a plan promises is about what its games tell.
    truth = planted(4, 800, 0);
    fit_planted(&truth, spsa, &surface);
    surface_plan(&truth.plan, &half_width);
    for (int i = 0; i < COUNT; i++) {
        double half = (surface.direction[i].slope.high - surface.direction[i].slope.low) / 2;
        assert_true(half > 0.8 * half_width && half < 1.6 * half_width);
    }
    spsa_destroy(spsa);

    // Games that all end alike say that little matters, not that nothing does.
    spsa_init(spsa, &truth.plan);
    while (!spsa_finished(spsa))
        spsa_add_pair(spsa, 2);
    assert_true(surface_fit(spsa, &surface, &error));
    for (int i = 0; i < COUNT; i++) {
        assert_true(fabs(surface.direction[i].slope.value) < 1e-6);
        assert_true(surface.direction[i].slope.low < -0.1 && surface.direction[i].slope.high > 0.1);
    }
    spsa_destroy(spsa);

    // All directions are fitted with each other: no more of them than that can be paid for.
    truth.plan.count = 0;
    for (int i = 0; truth.plan.count <= SPSA_DRAWN_MOST; i++)
        truth.plan.param[truth.plan.count++] = spsa_param_propose(i, 400, 0.2);
    assert_false(spsa_plan_check(&truth.plan, &error));
    assert_non_null(strstr(error.text, "13 directions"));
    truth.plan.param[12].with = truth.plan.param[11].with = 12;
    assert_true(spsa_plan_check(&truth.plan, &error));
    truth.plan.param[3].high = 401; // nor farther than they may go
    assert_false(spsa_plan_check(&truth.plan, &error));
    assert_non_null(strstr(error.text, "twice c_end"));
    free(spsa);
}

// A direction's parts go as one, and what goes against it stands on the other side.
static void directions_go_as_one(void **state) {
    (void)state;
    enum { PARTS = 3 };
    static const char *const names[PARTS] = {"king.near", "king.escapes", "board.P"};
    static const int start[PARTS] = {400, -400, 400};
    struct spsa_plan plan = {.steps = 10, .pairs = 1, .seed = 7, .count = PARTS, .fit = true};
    struct spsa *spsa = malloc(sizeof *spsa);
    struct values base, arm[2];
    struct error error = {""};
    double half_width;
    assert_non_null(spsa);
    values_defaults(&base);
    for (int i = 0; i < PARTS; i++)
        assert_true(spsa_param_scaled(values_find(names[i]), start[i], 0.2, &plan.param[i]));
    plan.param[0].with = plan.param[1].with = 1;
    assert_true(spsa_plan_check(&plan, &error));
    assert_int_equal(surface_plan(&plan, &half_width).directions, 2);
    spsa_init(spsa, &plan);
    while (!spsa_finished(spsa)) {
        double place[2][PARAMETERS];
        spsa_draw(&plan, spsa->step, place);
        spsa_arms(spsa, &base, arm);
        for (int side = 0; side < 2; side++) {
            assert_true(place[side][0] == place[side][1] && place[side][0] != place[side][2]);
            for (int i = 0; i < PARTS; i++) {
                double x = spsa_x(&plan.param[i], start[i]) +
                           (i == 1 ? -1 : 1) * place[side][i] * plan.param[i].c_end;
                assert_true(fabs(arm[side].value[plan.param[i].index] -
                                 spsa_value(&plan.param[i], x)) <= 1);
            }
        }
        spsa_add_pair(spsa, 2);
    }
    spsa_destroy(spsa);
    free(spsa);
}

static void check_damage(const char *from, const char *to, const char *fault) {
    struct spsa *spsa = malloc(sizeof *spsa);
    char *text, *identity = NULL, *at;
    struct error error = {""};
    assert_non_null(spsa);
    assert_non_null(text = file_read("state.json", 1 << 20, &error));
    assert_non_null(at = strstr(text, from));
    memcpy(at, to, strlen(to)); // no longer than what it replaces
    assert_true(file_replace("damaged.json", text, strlen(text), &error));
    assert_false(spsa_load("damaged.json", spsa, &identity, &error));
    assert_non_null(strstr(error.text, fault));
    free(text);
    spsa_destroy(spsa);
    free(spsa);
}

// What it is fitted to is in the state, to the last game; others know that it is of a new kind.
static void states_come_back(void **state) {
    (void)state;
    struct spsa *spsa = malloc(sizeof *spsa), *again = malloc(sizeof *again);
    struct surface surface, other;
    struct truth truth = planted(5, 300, 0);
    struct error error = {""};
    char *identity;
    assert_true(spsa && again);
    fit_planted(&truth, spsa, &surface);
    assert_true(spsa_save(spsa, "drawn", "state.json", &error));
    if (!spsa_load("state.json", again, &identity, &error))
        fail_msg("%s", error.text);
    assert_true(again->plan.fit);
    assert_true(surface_fit(again, &other, &error));
    assert_memory_equal(&surface, &other, sizeof surface);
    free(identity);
    spsa_destroy(again);
    free(again);
    spsa_destroy(spsa);
    free(spsa);
    check_damage("\"schema\":\t4", "\"schema\":\t5", "this program knows 1 to 4");
    check_damage("\"leads\":\t[", "\"leads\":\t[9", "'leads' does not fit");
    check_damage("\"leads\":\t[", "\"leads\":\t{", "not JSON");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_hold_what_they_should),
        cmocka_unit_test(the_best_start_is_left_alone),
        cmocka_unit_test(few_games_say_nothing),
        cmocka_unit_test(directions_go_as_one),
        cmocka_unit_test(states_come_back),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
