// SPDX-License-Identifier: GPL-3.0-or-later
// Wishes: how they are read, what is refused, how far numbers are from them, what intervals show.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "wish.h"

static void check_near(double a, double b) {
    if (!(fabs(a - b) < 1e-9))
        fail_msg("%g is not %g", a, b);
}

static struct wish read(const char *text) {
    struct wish wish;
    struct error error = {""};
    if (!wish_parse(text, &wish, &error))
        fail_msg("%s: %s", text, error.text);
    return wish;
}

static void test_reads(void **state) {
    (void)state;
    struct wish wish = read("length=80..140, draws<5%, first=48..52%,branching>3.5");
    assert_int_equal(wish.count, 4);
    assert_int_equal(wish.term[0].metric, metric_find("length"));
    assert_int_equal(wish.term[2].metric, metric_find("first-score"));
    const double bounds[][2] = {{80, 140}, {-INFINITY, 0.05}, {0.48, 0.52}, {3.5, INFINITY}};
    for (int i = 0; i < wish.count; i++)
        for (int high = 0; high < 2; high++) {
            double bound = high ? wish.term[i].high : wish.term[i].low;
            if (isinf(bounds[i][high]))
                assert_true(bound == bounds[i][high]);
            else
                check_near(bound, bounds[i][high]);
        }
    check_near(read("draws=1%..5%").term[0].low, 0.01);
    struct wish both = read("weakest>0.3, length=80..140");
    assert_string_equal(wish_name(&both.term[0]), "weakest");
    assert_non_null(strstr(wish_definition(&both.term[0]), "mean pieces"));
    assert_true(wish_asks(&both, true) && wish_asks(&both, false));
    assert_true(!wish_asks(&wish, true) && !wish_asks(&(struct wish){1, {both.term[0]}}, false));
}

static void test_refuses(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"", "missing"},
        {"length=80..140,", "missing"},
        {"lenght<3", "length"},
        {"length", "expected"},
        {"length=80", ".."},
        {"length=80..x", "no number"},
        {"length=80..80", "nothing"},
        {"length<5%", "only a share has a sign"},
        {"draws<5", "sign"},
        {"draws<101%", "100"},
        {"draws<nan%", "no number"},
        {"draws<5%,draws>1%", "twice"},
        {"first<5%,first-score>1%", "twice"},
        {"weakst>1", "weakest"},
        {"weakest>30%", "only a share has a sign"},
        {"mirrors<1,weakest>0.3,mirrors<2", "twice"},
    };
    for (int i = 0; i < ARRAY_LENGTH(wrong); i++) {
        struct wish wish;
        struct error error = {""};
        assert_false(wish_parse(wrong[i][0], &wish, &error));
        if (!strstr(error.text, wrong[i][1]))
            fail_msg("'%s': '%s' does not say '%s'", wrong[i][0], error.text, wrong[i][1]);
    }
}

// With a standard error.
static struct measured around(double value, double se) {
    return (struct measured){value, value - NORMAL_975 * se, value + NORMAL_975 * se, 9};
}

static void test_distance(void **state) {
    (void)state;
    struct wish wish = read("length=80..140,draws<5%");
    const struct wish_term *length = &wish.term[0], *draws = &wish.term[1];
    struct measured below = wish_distance(length, (struct measured){60, 50, 70, 9});
    check_near(below.value, 2.5); // 20 plies, a margin is 8
    check_near(below.low, 1.25);
    check_near(below.high, 3.75);
    struct measured within = wish_distance(length, (struct measured){100, 76, 154, 9});
    check_near(within.value, 0);
    check_near(within.low, 0);
    check_near(within.high, 1); // 14 above: a margin is 14
    struct measured above = wish_distance(draws, (struct measured){0.15, 0.1, 0.2, 9});
    check_near(above.value, 4);
    check_near(above.low, 2);
    check_near(above.high, 6);
    struct measured unknown = wish_distance(length, (struct measured){0});
    assert_true(isinf(unknown.value) && unknown.low == 0 && isinf(unknown.high));

    struct wish_term weakest = read("weakest>0.3").term[0]; // a margin is 0.1, whatever the bound
    check_near(wish_distance(&weakest, (struct measured){0.1, -0.1, 0.5, 9}).value, 2);
    check_near(wish_distance(&weakest, (struct measured){0.1, -0.1, 0.5, 9}).high, 4);

    const struct measured both[] = {{60, 50, 70, 9}, {0.15, 0.1, 0.2, 7}};
    struct measured sum = wish_distances(&wish, both, NORMAL_975);
    check_near(sum.value, 6.5);
    check_near(sum.low, 3.25);
    check_near(sum.high, 9.75);
    check_near(sum.n, 7);
    assert_true(wish_distances(&wish, both, 3).low < sum.low);
    // A share ends at 100%, however wide the interval: at most 38 margins from 5%.
    const struct measured share[] = {{110, 109.9, 110.1, 9}, {0.15, 0.1, 0.2, 7}};
    check_near(wish_distances(&wish, share, 60).high, 38);

    // The chance to lie inside: two standard errors from both bounds, on a bound, ten errors
    // outside.
    check_near(wish_chance(&wish, (struct measured[]){around(110, 15), around(0.05, 0.01)}, true),
               0.954499736 / 2);
    double far = wish_chance(&wish, (struct measured[]){around(240, 10), around(0, 0.005)}, true);
    assert_true(fabs(far / 7.61985302e-24 - 1) < 1e-6);
    assert_true(wish_chance(&wish, (struct measured[]){around(110, 15), {0}}, true) == 0);
    // Of one game alone nothing is known: no number would be before no other.
    wish = read("length>100");
    assert_true(wish_chance(&wish, &(struct measured){120, -INFINITY, INFINITY, 1}, true) == 0);
}

// p and interval agree: below 5% where all of it lies on one side.
static void test_p(void **state) {
    (void)state;
    struct wish wish = read("length=80..140");
    const struct wish_term *term = &wish.term[0];
    assert_true(wish_inside_p(term, (struct measured){110, 80.1, 139.9, 9}) < 0.05);
    assert_true(wish_inside_p(term, (struct measured){110, 79.9, 139, 9}) > 0.05);
    assert_true(wish_inside_p(term, (struct measured){110, 81, 140.1, 9}) > 0.05);
    assert_true(wish_inside_p(term, (struct measured){79, 78, 80, 9}) == 1);
    assert_true(wish_inside_p(term, (struct measured){0}) == 1);
    assert_true(wish_outside_p(term, (struct measured){70, 60, 79.9, 9}) < 0.05);
    assert_true(wish_outside_p(term, (struct measured){70, 60, 80.1, 9}) > 0.05);
    assert_true(wish_outside_p(term, (struct measured){150, 140.1, 160, 9}) < 0.05);
    assert_true(wish_outside_p(term, (struct measured){100, 99, 101, 9}) == 1);
    struct wish one = read("draws<5%");
    assert_true(wish_inside_p(one.term, (struct measured){0, 0, 0.049, 9}) < 0.05);
    assert_true(wish_inside_p(one.term, (struct measured){0, 0, 0.051, 9}) > 0.05);
    // A bound that no number passes asks nothing.
    struct wish open = read("draws=0..5%,length=0..80,drops=0..1,weakest>0");
    assert_true(wish_inside_p(&open.term[0], (struct measured){0, 0, 0.049, 9}) < 0.05);
    assert_true(wish_inside_p(&open.term[1], (struct measured){0, 0, 79, 9}) < 0.05);
    assert_true(wish_inside_p(&open.term[2], (struct measured){0, 0, 0.9, 9}) < 0.05);
    assert_true(wish_inside_p(&open.term[3], (struct measured){0, 0, 1, 9}) > 0.05);
    struct wish all = read("first=50..100%");
    assert_true(wish_inside_p(all.term, (struct measured){1, 0.9, 1, 9}) < 0.05);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads),
        cmocka_unit_test(test_refuses),
        cmocka_unit_test(test_distance),
        cmocka_unit_test(test_p),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
