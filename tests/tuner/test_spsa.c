// SPDX-License-Identifier: GPL-3.0-or-later
// SPSA on strengths that are known (planted_elo.h).
#include "../search/setup.h"

#include <cjson/cJSON.h>
#include <math.h>

#include "../selfplay/program.h"
#include "evolution.h"
#include "planted_elo.h"
#include "spsa.h"
#include "spsa_run.h"

enum { COUNT = 6 };

static struct truth planted(uint64_t seed, int64_t steps) {
    static const char *const names[COUNT] = {"board.P",   "board.R",          "hand.P",
                                             "king.weak", "search.late-more", "search.null-margin"};
    static const int start[COUNT] = {100, 900, 110, 40, 3, 40};
    static const double factor[COUNT] = {1.5, 0.8, 0.7, 3, 4, 0.6};
    struct truth truth = {.plan = {.steps = steps, .pairs = 8, .seed = seed, .count = COUNT}};
    for (int i = 0; i < COUNT; i++) {
        struct spsa_param *param = &truth.plan.param[i];
        *param = spsa_param_propose(values_find(names[i]), start[i], 0.15);
        truth.optimum[i] = spsa_x(param, start[i] * factor[i]);
        // 15% of a value off costs about as much whatever the value.
        truth.curvature[i] = param->scale == SPSA_LOG ? 250 : 1;
    }
    double r_end = spsa_r_end(&truth.plan, 4);
    for (int i = 0; i < COUNT; i++)
        truth.plan.param[i].r_end = r_end;
    return truth;
}

static struct spsa *new_spsa(void) {
    struct spsa *spsa = malloc(sizeof *spsa);
    assert_non_null(spsa);
    return spsa;
}

static void planted_values_are_recovered(void **state) {
    (void)state;
    enum { RUNS = CHECKED_BUILD ? 2 : 10 };
    struct spsa *spsa = new_spsa();
    for (int number = 0; number < RUNS; number++) {
        struct truth truth = planted((uint64_t)number + 1, 3000);
        struct error error = {""};
        if (!spsa_plan_check(&truth.plan, &error))
            fail_msg("%s", error.text);
        spsa_init(spsa, &truth.plan);
        run(&truth, spsa);
        for (int i = 0; i < COUNT; i++) {
            const struct spsa_param *param = &truth.plan.param[i];
            double optimum = spsa_value(param, truth.optimum[i]);
            // Much nearer than the start.
            assert_true(fabs(spsa_estimate(spsa, i).mean - optimum) <
                        0.3 * fabs(optimum - param->start));
        }
    }
    free(spsa);
}

// `kagami spsa` as it is without options: 400 steps of 8 pairs, drift 2, arms a tenth apart, all
// values of a game at once. The first `matter` of them start a good way off their optimum.
static struct truth default_regime(uint64_t seed, int matter) {
    enum { TUNED = 41 };
    struct truth truth = {.plan = {.steps = 400, .pairs = 8, .seed = seed, .count = TUNED}};
    for (int i = 0; i < TUNED; i++) {
        struct spsa_param *param = &truth.plan.param[i];
        *param = spsa_param_propose(i, 500, 0.1);
        truth.optimum[i] = spsa_x(param, i % 2 ? 650 : 400);
        truth.curvature[i] = i < matter ? 60 : 0;
    }
    double r_end = spsa_r_end(&truth.plan, 2);
    for (int i = 0; i < TUNED; i++)
        truth.plan.param[i].r_end = r_end;
    return truth;
}

// The figure "chance" is what it says where much is tuned by few games: beside parameters that do
// matter, the answers of those that do not lie within 1.96 of it in 95%. What is followed wins
// games all the same.
static void chance_is_known_in_the_default_regime(void **state) {
    (void)state;
    enum { RUNS = CHECKED_BUILD ? 8 : 60, REGIMES = 2 };
    static const int matter[REGIMES] = {0, 20};
    struct spsa *spsa = new_spsa();
    struct values base, best;
    values_defaults(&base);
    for (int regime = 0; regime < REGIMES; regime++) {
        int within = 0, idle = 0;
        double gained = 0, could = 0;
        for (int number = 0; number < RUNS; number++) {
            struct truth truth = default_regime((uint64_t)number + 1000, matter[regime]);
            spsa_init(spsa, &truth.plan);
            for (int i = 0; i < truth.plan.count; i++)
                base.value[truth.plan.param[i].index] = (int)truth.plan.param[i].start;
            run(&truth, spsa);
            for (int i = matter[regime]; i < truth.plan.count; i++) {
                struct spsa_estimate estimate = spsa_estimate(spsa, i);
                within += fabs(estimate.way) < NORMAL_975 * estimate.chance;
                idle++;
            }
            best = base;
            for (int i = 0; i < truth.plan.count; i++)
                best.value[truth.plan.param[i].index] = (int)lround(spsa_estimate(spsa, i).mean);
            gained += elo_at(&truth, &best) - elo_at(&truth, &base);
            could -= elo_at(&truth, &base);
        }
        if (!(within > (CHECKED_BUILD ? 0.88 : 0.93) * idle && within < 0.97 * idle))
            fail_msg("%d matter: %d of %d within chance's reach", matter[regime], within, idle);
        if (regime == 1 && !(gained > 0.5 * could))
            fail_msg("%g of %g Elo won", gained, could);
    }
    free(spsa);
}

// Seven directions that begin twice their last distance off, `elo` below the best, by 3,200 games.
static double won_by_steps(uint64_t seed, int pairs, double elo, struct spsa *spsa) {
    enum { TURNED = 7, GAMES = 3200, START = 500 };
    struct truth truth = {
        .plan = {.steps = GAMES / 2 / pairs, .pairs = pairs, .seed = seed, .count = TURNED}};
    struct values base, best;
    values_defaults(&base);
    for (int i = 0; i < TURNED; i++) {
        struct spsa_param *param = &truth.plan.param[i];
        *param = spsa_param_propose(i, START, 0.1);
        double off = 2 * param->c_end;
        truth.optimum[i] = spsa_x(param, START) + (i % 2 ? off : -off);
        truth.curvature[i] = elo / TURNED / (off * off);
        base.value[param->index] = START;
    }
    double r_end = spsa_r_end(&truth.plan, 2);
    for (int i = 0; i < TURNED; i++)
        truth.plan.param[i].r_end = r_end;
    spsa_init(spsa, &truth.plan);
    run(&truth, spsa);
    best = base;
    for (int i = 0; i < TURNED; i++)
        best.value[truth.plan.param[i].index] = (int)lround(spsa_estimate(spsa, i).mean);
    return elo_at(&truth, &best) - elo_at(&truth, &base);
}

// The steps of a generation, which wait for each other, are few and large: what they win is what
// twice as many of half the games do, but for little (docs/runs.md has the numbers of 2,000 runs).
static void large_steps_lose_little(void **state) {
    (void)state;
    enum { RUNS = CHECKED_BUILD ? 10 : 100 };
    static const double elo[] = {20, 60, 150};
    struct spsa *spsa = new_spsa();
    for (int regime = 0; regime < ARRAY_LENGTH(elo); regime++) {
        double large = 0, small = 0;
        for (int number = 0; number < RUNS; number++) {
            uint64_t seed = (uint64_t)number + 2000;
            large += won_by_steps(seed, EVOLUTION_SPSA_PAIRS, elo[regime], spsa) / RUNS;
            small += won_by_steps(seed, EVOLUTION_SPSA_PAIRS / 2, elo[regime], spsa) / RUNS;
        }
        if (!(large > 0.3 * elo[regime] && large > small - 0.05 * elo[regime]))
            fail_msg("of %g Elo %g and %g are won", elo[regime], large, small);
    }
    free(spsa);
}

// One parameter, followed by hand through the formulas.
static void steps_are_those_of_the_schedule(void **state) {
    (void)state;
    struct spsa *spsa = new_spsa();
    struct spsa_plan plan = {.steps = 10, .pairs = 2, .seed = 3, .count = 1};
    plan.param[0] = (struct spsa_param){values_find("board.R"), SPSA_LINEAR, 500, 0, 1000, 8, 0.05};
    struct values base, arm[2];
    values_defaults(&base);
    spsa_init(spsa, &plan);
    double x = 500;
    for (int k = 1; k <= 10; k++) {
        double c = 8 * pow(10, 0.101) / pow(k, 0.101);
        double a = 0.05 * 8 * 8 * pow(1 + 10, 0.602);
        double r = a / pow(1 + k, 0.602) / (c * c);
        spsa_arms(spsa, &base, arm);
        int up = arm[0].value[plan.param[0].index], down = arm[1].value[plan.param[0].index];
        int flip = up > down ? 1 : -1;
        assert_true(fabs(flip * (up - down) - 2 * c) <= 1);
        assert_true(fabs((up + down) / 2.0 - x) <= 1);
        spsa_add_pair(spsa, k % 5); // cell 0..4 is a lead of -2..2
        assert_int_equal(spsa->step, k - 1);
        spsa_add_pair(spsa, 4);
        x += r * c * (k % 5 - 2 + 2) * flip;
        assert_int_equal(spsa->step, k);
        assert_true(fabs(spsa->x[0] - x) < 1e-9);
    }
    assert_true(spsa_finished(spsa));
    free(spsa);
}

// Between two whole numbers each comes as often as it should, for both arms; bounds hold.
static void arms_are_dithered_within_bounds(void **state) {
    (void)state;
    struct spsa *spsa = new_spsa();
    struct spsa_plan plan = {.steps = 4000, .pairs = 1, .seed = 5, .count = 2};
    plan.param[0] = (struct spsa_param){values_find("tempo"), SPSA_LINEAR, 20.25, -50, 50, 0.5, 1};
    plan.param[1] = (struct spsa_param){values_find("king.near"), SPSA_LOG, 5, 1.5, 6.5, 1, 1};
    struct values base, arm[2];
    values_defaults(&base);
    spsa_init(spsa, &plan);
    struct moments middle = {0}, apart = {0};
    for (spsa->step = 2000; spsa->step < 4000; spsa->step++) {
        spsa_arms(spsa, &base, arm);
        int up = arm[0].value[plan.param[0].index], down = arm[1].value[plan.param[0].index];
        moments_add(&middle, (up + down) / 2.0);
        moments_add(&apart, abs(up - down));
        for (int side = 0; side < 2; side++)
            assert_in_range(arm[side].value[plan.param[1].index], 2, 6);
        for (int i = 0; i < PARAMETERS; i++)
            if (i != plan.param[0].index && i != plan.param[1].index)
                assert_int_equal(arm[0].value[i], base.value[i]);
    }
    assert_true(fabs(middle.mean - 20.25) < 0.05);
    assert_true(fabs(apart.mean - 1.03) < 0.05); // 2 c_k, c_k from 0.54 down to 0.5
    free(spsa);
}

static char *saved(const struct spsa *spsa) {
    struct error error = {""};
    if (!spsa_save(spsa, "who=\"it\"\nwhat=2\n", "state.json", &error))
        fail_msg("%s", error.text);
    char *text = file_read("state.json", FILE_LIMIT, &error);
    assert_non_null(text);
    return text;
}

// Saved and read back after any pair, in the middle of steps too, it ends with the same bytes.
static void a_state_comes_back_to_the_bit(void **state) {
    (void)state;
    struct spsa *spsa = new_spsa(), *broken = new_spsa();
    struct truth truth = planted(9, CHECKED_BUILD ? 300 : 700); // blocks are halved on the way
    struct values base, arm[2];
    values_defaults(&base);
    spsa_init(spsa, &truth.plan);
    spsa_init(broken, &truth.plan);
    for (int pair = 0; !spsa_finished(spsa); pair++) {
        int cell = (pair * 7 + pair / 5) % 5;
        spsa_add_pair(spsa, cell);
        if (pair % 211 == 3) {
            char *identity;
            struct error error = {""};
            free(saved(broken));
            memset(broken, 0xA5, sizeof *broken);
            if (!spsa_load("state.json", broken, &identity, &error))
                fail_msg("%s", error.text);
            assert_string_equal(identity, "who=\"it\"\nwhat=2\n");
            free(identity);
        }
        spsa_arms(broken, &base, arm);
        spsa_add_pair(broken, cell);
    }
    char *there = saved(spsa), *here = saved(broken);
    assert_string_equal(there, here);
    free(there);
    free(here);
    free(spsa);
    free(broken);
}

static void damaged_states_are_refused(void **state) {
    (void)state;
    struct spsa *spsa = new_spsa();
    struct truth truth = planted(9, 20);
    spsa_init(spsa, &truth.plan);
    for (int pair = 0; pair < 100; pair++)
        spsa_add_pair(spsa, pair % 5);
    char *text = saved(spsa);
    static const struct {
        const char *from, *to, *error;
    } faults[] = {
        {"kagami spsa", "something", "state.json: not the state of a run of kagami spsa"},
        {"\"schema\":\t2", "\"schema\":\t9", "state.json: schema 9, this program knows 2 to 4"},
        {"\"lead_squares\":", "\"squares\":", "state.json: 'lead_squares' is missing or wrong"},
        {"\"step\":\t12", "\"step\":\t13", "state.json: 'pairs' or 'recent' does not fit"},
        {"\"step\":\t12", "\"step\":\t99", "'step' is missing or wrong"},
        {"board.R", "board.?", "state.json: 'parameters' is missing or wrong"},
        {"\"x\":", "\"y\":", "state.json: 'parameters' is missing or wrong"},
        {"\"min\":\t10,", "\"min\":\t-9,", "by the logarithm the least is 1"},
        {"\"block_steps\":\t1", "\"block_steps\":\t0", "state.json: 'blocks' does not fit"},
        {"\"c_end\":", "\"d_end\":", "state.json: 'parameters' is missing or wrong"},
        {"}", "", "state.json: not JSON, or cut short"},
    };
    for (int i = 0; i < ARRAY_LENGTH(faults); i++) {
        char *at = strstr(text, faults[i].from), *identity;
        assert_non_null(at);
        struct buffer changed = buffer_init();
        buffer_add(&changed, text, (size_t)(at - text));
        buffer_text(&changed, faults[i].to);
        buffer_text(&changed, at + strlen(faults[i].from));
        assert_true(file_replace("state.json", changed.data, changed.length, NULL));
        struct error error = {""};
        assert_false(spsa_load("state.json", spsa, &identity, &error));
        if (!strstr(error.text, faults[i].error))
            fail_msg("fault %d: '%s', expected '%s'", i, error.text, faults[i].error);
        buffer_destroy(&changed);
    }
    free(text);
    free(spsa);
}

// Two directions of several values, and a value by itself.
enum { DIRECTED = 9 };
static struct truth directed(uint64_t seed, int64_t steps) {
    static const char *const names[DIRECTED] = {"board.P",      "board.R",       "board.B",
                                                "advance.pawn", "advance.royal", "hand.P",
                                                "hand.R",       "hand.B",        "king.weak"};
    static const int start[DIRECTED] = {100, 900, 700, 4, -6, 110, 950, 720, 40};
    static const int with[DIRECTED] = {1, 1, 1, 1, 1, 6, 6, 6, 0};
    static const double factor[DIRECTED] = {1.4, 1.4, 1.4, 1.4, 1.4, 0.7, 0.7, 0.7, 1};
    struct truth truth = {.plan = {.steps = steps, .pairs = 8, .seed = seed, .count = DIRECTED}};
    for (int i = 0; i < DIRECTED; i++) {
        struct spsa_param *param = &truth.plan.param[i];
        assert_true(spsa_param_scaled(values_find(names[i]), start[i], 0.15, param));
        param->with = with[i];
        truth.optimum[i] = spsa_x(param, start[i] * factor[i]);
        truth.curvature[i] = param->scale == SPSA_LOG ? 100 : 0;
    }
    double r_end = spsa_r_end(&truth.plan, 4);
    for (int i = 0; i < DIRECTED; i++)
        truth.plan.param[i].r_end = r_end;
    return truth;
}

// What goes together keeps its ratios, in the arms and on the way, a value below 0 among them; and
// each direction finds the scale that wins.
static void directions_keep_ratios_and_find_their_scale(void **state) {
    (void)state;
    struct truth truth = directed(12, 1500);
    struct spsa *spsa = new_spsa();
    struct values base, arm[2];
    struct error error = {""};
    values_defaults(&base);
    assert_true(spsa_plan_check(&truth.plan, &error));
    assert_false(truth.plan.param[3].against);
    assert_true(truth.plan.param[4].against);
    spsa_init(spsa, &truth.plan);
    bool same = true;
    for (int k = 0; k < 50; k++) {
        spsa_arms(spsa, &base, arm);
        int pawn =
            arm[0].value[truth.plan.param[0].index] > arm[1].value[truth.plan.param[0].index];
        int rook =
            arm[0].value[truth.plan.param[1].index] > arm[1].value[truth.plan.param[1].index];
        int hand =
            arm[0].value[truth.plan.param[6].index] > arm[1].value[truth.plan.param[6].index];
        // The Pawn's and the King's ranks are small numbers: the arms may fall on one.
        int ranks =
            arm[0].value[truth.plan.param[4].index] - arm[1].value[truth.plan.param[4].index];
        assert_int_equal(pawn, rook);
        assert_true(ranks == 0 || (ranks < 0) == pawn);
        same &= pawn == hand;
        for (int pair = 0; pair < truth.plan.pairs; pair++)
            spsa_add_pair(spsa, 4);
    }
    assert_false(same); // directions have coins of their own
    spsa_init(spsa, &truth.plan);
    run(&truth, spsa);
    double scale[DIRECTED];
    for (int i = 0; i < DIRECTED; i++)
        scale[i] = spsa_estimate(spsa, i).mean / truth.plan.param[i].start;
    for (int i = 1; i < 3; i++) {
        assert_true(fabs(scale[i] / scale[0] - 1) < 1e-9);
        assert_true(fabs(scale[i + 5] / scale[5] - 1) < 1e-9);
    }
    assert_true(scale[4] > 1.2 && scale[4] < 1.6);
    assert_true(fabs(scale[0] - 1.4) < 0.1);
    assert_true(fabs(scale[5] - 0.7) < 0.07);
    assert_true(fabs(scale[8] - 1) < 0.25);

    // The whole state, schema 3, which says who goes with whom.
    char *identity;
    struct spsa *again = new_spsa();
    assert_true(spsa_save(spsa, "directions", "state.json", &error));
    if (!spsa_load("state.json", again, &identity, &error))
        fail_msg("%s", error.text);
    for (int i = 0; i < DIRECTED; i++) {
        assert_int_equal(again->plan.param[i].with, truth.plan.param[i].with);
        assert_int_equal(again->plan.param[i].against, truth.plan.param[i].against);
    }
    free(identity);
    free(again);
    free(spsa);

    struct spsa_param param;
    assert_false(spsa_param_scaled(values_find("tempo"), 0, 0.1, &param)); // no share of nothing
    truth.plan.param[2].with = 2; // who goes with another himself
    assert_false(spsa_plan_check(&truth.plan, &error));
    truth.plan.param[2].with = 7; // or comes later
    assert_false(spsa_plan_check(&truth.plan, &error));
    assert_non_null(strstr(error.text, "name the first of them"));
}

// Also where the first of them is the one below 0.
static void a_direction_may_begin_below_0(void **state) {
    (void)state;
    enum { PARTS = 3 };
    static const char *const names[PARTS] = {"king.shelter", "king.near", "king.escapes"};
    static const int start[PARTS] = {-400, 400, -400};
    struct spsa_plan plan = {.steps = 100, .pairs = 1, .seed = 5, .count = PARTS};
    struct values base, arm[2];
    struct spsa *spsa = new_spsa();
    struct error error = {""};
    values_defaults(&base);
    for (int i = 0; i < PARTS; i++) {
        assert_true(spsa_param_scaled(values_find(names[i]), start[i], 0.25, &plan.param[i]));
        plan.param[i].with = 1;
        plan.param[i].r_end = 0.01;
    }
    assert_true(spsa_plan_check(&plan, &error));
    spsa_init(spsa, &plan);
    for (int k = 0; k < 20; k++) {
        spsa_arms(spsa, &base, arm);
        bool grows = arm[0].value[plan.param[0].index] < start[0];
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < PARTS; i++) {
                int value = arm[side].value[plan.param[i].index];
                assert_true((abs(value) > abs(start[i])) == (side ? !grows : grows));
            }
        spsa_add_pair(spsa, 2);
    }
    free(spsa);
}

static void plans_come_back_from_their_file(void **state) {
    (void)state;
    struct tables *tables = setup_tables("kagamigi", "");
    struct truth truth = planted(9, 20);
    struct spsa_plan again;
    struct buffer text = buffer_init();
    struct error error = {""};
    spsa_plan_print(&truth.plan, &text);
    assert_true(file_replace("plan.csv", text.data, text.length, &error));
    if (!spsa_plan_read("plan.csv", tables, &again, &error))
        fail_msg("%s", error.text);
    assert_int_equal(again.count, COUNT);
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(again.param[i].index, truth.plan.param[i].index);
        assert_int_equal(again.param[i].scale, truth.plan.param[i].scale);
        assert_true(fabs(again.param[i].c_end / truth.plan.param[i].c_end - 1) < 1e-9);
    }
    static const struct {
        const char *row, *error;
    } faults[] = {
        {"board.?,log,1,1,2,1,1", "plan.csv:2: 'board.?': no such piece in kagamigi"},
        {"board.B,loud,1,1,2,1,1", "plan.csv:2: scale: expected log or linear, not 'loud'"},
        {"board.B,log,1,1,2,1", "plan.csv:2: 6 fields, expected 7"},
        {"board.B,log,1,1,2,one,1", "plan.csv:2: c_end: 'one' is no number"},
        {"board.B,log,1,1,2,1,1\nboard.B,log,1,1,2,1,1", "plan.csv:3: 'board.B' stands on line 2"},
        {"board.B,log,900,900,900,0.1,1", "plan.csv:2: board.B: expected min <= start <= max"},
        {"board.B,log,900,90,9000,0,1", "plan.csv:2: board.B: c_end must be above 0"},
        {"board.B,log,900,90,9000,0.1,-1", "plan.csv:2: board.B: r_end must be above 0"},
        {"", "plan.csv: no parameters"},
    };
    for (int i = 0; i < ARRAY_LENGTH(faults); i++) {
        buffer_clear(&text);
        buffer_printf(&text, "parameter,scale,start,min,max,c_end,r_end\n%s\n", faults[i].row);
        assert_true(file_replace("plan.csv", text.data, text.length, &error));
        assert_false(spsa_plan_read("plan.csv", tables, &again, &error));
        if (!strstr(error.text, faults[i].error))
            fail_msg("fault %d: '%s', expected '%s'", i, error.text, faults[i].error);
    }
    buffer_destroy(&text);
    free(tables);
}

// Options of another program: names that are none of ours, kept by plan, state and arms.
static void options_come_back(void **state) {
    (void)state;
    struct error error = {""};
    struct spsa_plan plan = {.steps = 4, .pairs = 1, .seed = 5};
    static const char text[] =
        "parameter,scale,start,min,max,c_end,r_end\n"
        "\"Skill, Level\",linear,-3,-20,20,4,1\nHash,log,16,1,1000000,0.5,1\n";
    assert_true(file_replace("plan.csv", text, strlen(text), &error));
    if (!spsa_plan_read("plan.csv", NULL, &plan, &error))
        fail_msg("%s", error.text);
    struct spsa *spsa = new_spsa(), *again = new_spsa();
    spsa_init(spsa, &plan);
    spsa_add_pair(spsa, 4);
    char *before = saved(spsa), *identity;
    assert_true(spsa_load("state.json", again, &identity, &error));
    free(identity);
    char *after = saved(again);
    assert_string_equal(before, after);
    struct values none = {0}, arm[2];
    spsa_arms(again, &none, arm);
    for (int i = 0; i < 2; i++) {
        const struct spsa_param *param = &again->plan.param[i];
        char name[VALUE_NAME];
        assert_string_equal(spsa_name(param, name), i ? "Hash" : "Skill, Level");
        assert_int_not_equal(arm[0].value[param->index], arm[1].value[param->index]);
    }
    free(before);
    free(after);
    free(spsa);
    free(again);
}

static void plans_are_checked(void **state) {
    (void)state;
    struct error error = {""};
    struct truth truth = planted(1, 10);
    struct spsa_param *param = &truth.plan.param[1];
    struct spsa_param good = *param;
    static const struct {
        double start, low, high, c_end, r_end;
        const char *error;
    } faults[] = {
        {900, 90, 90000, 0.1, 1, "board.R: bounds 90..90000 are outside -20000..20000"},
        {900, 1000, 9000, 0.1, 1, "expected min <= start <= max"},
        {900, 0, 9000, 0.1, 1, "by the logarithm the least is 1"},
        {900, 90, 9000, 0, 1, "c_end must be above 0"},
        {900, 90, 9000, 3, 1, "c_end must be above 0, at most 2"},
        {900, 90, 9000, 0.1, 11, "r_end must be above 0, at most 10"},
        {900, 90, 9000, NAN, 1, "c_end must be above 0"},
    };
    assert_true(spsa_plan_check(&truth.plan, &error));
    for (int i = 0; i < ARRAY_LENGTH(faults); i++) {
        *param =
            (struct spsa_param){good.index,     SPSA_LOG,        faults[i].start, faults[i].low,
                                faults[i].high, faults[i].c_end, faults[i].r_end};
        assert_false(spsa_plan_check(&truth.plan, &error));
        if (!strstr(error.text, faults[i].error))
            fail_msg("fault %d: '%s', expected '%s'", i, error.text, faults[i].error);
    }
}

// A parameter that the search lives by changes moves; one that a game cannot use changes none. Any
// number of threads measures the same.
static void sensitivity_tells_what_matters(void **state) {
    (void)state;
    enum { TUNED = 3 };
    struct tables *tables = setup_tables("minishogi", "drops=off");
    struct config config = config_default(tables, "");
    config.seed = 4;
    config.player[PLAYER_A].limits.nodes = config.player[PLAYER_B].limits.nodes = 60;
    assert_true(config_finish(&config, false, NULL));
    static const char *const names[TUNED] = {"board.R", "king.attackers", "hand.P"};
    struct spsa_plan plan = {.steps = 1, .pairs = 1, .count = TUNED};
    double share[2][TUNED];
    for (int i = 0; i < TUNED; i++) {
        plan.param[i] = spsa_param_propose(values_find(names[i]), 100, 0.5);
        config.player[PLAYER_A].values.value[plan.param[i].index] = 100;
    }
    for (int threads = 1; threads <= 2; threads++)
        assert_true(sensitivity_measure(&config, &plan, threads, NULL, share[threads - 1], NULL));
    assert_memory_equal(share[0], share[1], sizeof share[0]);
    assert_true(share[0][0] > 0 && share[0][0] < 1);
    assert_true(share[0][1] > 0);
    assert_true(share[0][2] == 0);
    // Together they change at least about as many as the better of them, and have one share.
    struct spsa_plan both = plan;
    double together[TUNED];
    both.param[0].with = both.param[1].with = 1;
    assert_true(sensitivity_measure(&config, &both, 1, NULL, together, NULL));
    assert_true(together[0] == together[1] && together[0] != share[0][0]);
    assert_true(together[2] == share[0][2]);
    double c_end = plan.param[0].c_end;
    sensitivity_propose(&plan, (double[]){0.1, 0.1, 0}, 0.05);
    assert_true(fabs(plan.param[0].c_end / c_end - 0.5) < 0.01);
    assert_true(plan.param[2].c_end > c_end);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_values_are_recovered),
        cmocka_unit_test(chance_is_known_in_the_default_regime),
        cmocka_unit_test(large_steps_lose_little),
        cmocka_unit_test(steps_are_those_of_the_schedule),
        cmocka_unit_test(arms_are_dithered_within_bounds),
        cmocka_unit_test(a_state_comes_back_to_the_bit),
        cmocka_unit_test(damaged_states_are_refused),
        cmocka_unit_test(directions_keep_ratios_and_find_their_scale),
        cmocka_unit_test(a_direction_may_begin_below_0),
        cmocka_unit_test(plans_come_back_from_their_file),
        cmocka_unit_test(options_come_back),
        cmocka_unit_test(plans_are_checked),
        cmocka_unit_test(sensitivity_tells_what_matters),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
