// SPDX-License-Identifier: GPL-3.0-or-later
// Plots: names that lie clear of each other, as near to their lines as that allows; lines on a log
// scale; parts of a bar.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plot.h"
#include "random.h"

static void near(double value, double expected) {
    if (!(fabs(value - expected) < 1e-9))
        fail_msg("%.12g, expected %.12g", value, expected);
}

static double distance(const double *a, const double *b, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

static int by_size(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void names_are_spread(void **state) {
    (void)state;
    double apart[] = {10, 40, 90}, two[] = {50, 52}, pools[] = {50, 51, 52, 60};
    plot_spread(apart, 3, 14, 0, 100);
    near(apart[0], 10);
    near(apart[1], 40);
    near(apart[2], 90);
    plot_spread(two, 2, 14, 0, 100);
    near(two[0], 44);
    near(two[1], 58);
    plot_spread(pools, 4, 10, 0, 100); // all four touch: means of what is left of the gaps
    near(pools[0], (50 + 41 + 32 + 30) / 4.0);
    near(pools[3], pools[0] + 30);
    double low[] = {1, 2, 3}, high[] = {97, 98, 99}, none[1];
    plot_spread(low, 3, 10, 0, 100);
    near(low[0], 0);
    near(low[2], 20);
    plot_spread(high, 3, 10, 0, 100);
    near(high[0], 80);
    near(high[2], 100);
    plot_spread(none, 0, 10, 0, 100);
    // Clear of each other, in order, within the bounds; no other way of that kind is nearer.
    enum { TRIALS = 300, COUNT = 9, GAP = 14, HIGH = 200 };
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
        struct random random = random_init(5, trial, RANDOM_TEST);
        double wanted[COUNT], place[COUNT], other[COUNT];
        for (int i = 0; i < COUNT; i++)
            wanted[i] = HIGH * random_unit(&random);
        qsort(wanted, COUNT, sizeof *wanted, by_size);
        memcpy(place, wanted, sizeof place);
        plot_spread(place, COUNT, GAP, 0, HIGH);
        assert_true(place[0] >= 0 && place[COUNT - 1] <= HIGH + 1e-9);
        for (int i = 1; i < COUNT; i++)
            assert_true(place[i] - place[i - 1] >= GAP - 1e-9);
        for (int k = 0; k < 20; k++) { // between it and anything allowed the distance grows
            double slack = HIGH - GAP * (COUNT - 1), at[COUNT];
            for (int i = 0; i < COUNT; i++)
                at[i] = slack * random_unit(&random);
            qsort(at, COUNT, sizeof *at, by_size);
            for (int i = 0; i < COUNT; i++)
                other[i] = 0.95 * place[i] + 0.05 * (at[i] + GAP * i);
            assert_true(distance(other, wanted, COUNT) >= distance(place, wanted, COUNT) - 1e-6);
        }
    }
}

// The number `name` of the element that begins at `at`.
static double number_at(const char *at, const char *name) {
    char key[16];
    snprintf(key, sizeof key, " %s=\"", name);
    const char *found = strstr(at, key), *end = strchr(at, '>');
    assert_true(found && end && found < end);
    return atof(found + strlen(key));
}

// The element whose text it is.
static const char *text_at(const char *svg, const char *text) {
    char whole[64];
    snprintf(whole, sizeof whole, ">%s</text>", text);
    const char *found = strstr(svg, whole);
    if (!found)
        fail_msg("no text '%s'", text);
    while (strncmp(found, "<text", 5) != 0)
        found--;
    return found;
}

static struct dot dot(double value) {
    return (struct dot){.value = value, .low = value - 5, .high = value + 5, .n = 100};
}

static void ladders_are_lines(void **state) {
    (void)state;
    const struct dot base[] = {dot(50), dot(51), dot(52)}, other[] = {dot(50), dot(60), dot(52.5)};
    const double nodes[] = {100, 400, 1600};
    const struct plot_line line[] = {{"base", NULL, base, false, true},
                                     {"free", NULL, other, true, false}};
    const struct line_plot plot = {
        .x_axis = "nodes", .y_axis = "score", .line = line, .count = 2, .steps = 3, .x = nodes};
    for (int width = 360; width <= 760; width += 400) {
        struct buffer out = buffer_init();
        plot_lines(&(struct plot_frame){width, "ladder", NULL}, &plot, &out);
        assert_false(out.failed);
        double x[3] = {number_at(text_at(out.data, "100"), "x"),
                       number_at(text_at(out.data, "400"), "x"),
                       number_at(text_at(out.data, "1600"), "x")};
        assert_true(fabs((x[2] - x[1]) - (x[1] - x[0])) < 0.3); // fourfold each
        double y[2] = {number_at(text_at(out.data, "base"), "y"),
                       number_at(text_at(out.data, "free"), "y")};
        assert_true(y[0] - y[1] >= 14 - 0.11); // 52.5 above 52, and clear of it
        assert_true(number_at(text_at(out.data, "free"), "x") < width - svg_text_width("free"));
        assert_non_null(strstr(out.data, "free, 400 nodes: 60.0 (95%: 55.0 to 65.0), n = 100"));
        assert_non_null(strstr(out.data, "interval s1 strong"));
        assert_null(strstr(out.data, "faint"));
        buffer_destroy(&out);
    }
}

static void slopes_have_two_ends(void **state) {
    (void)state;
    struct dot dots[3][2] = {{dot(100), dot(130)}, {dot(101), dot(99)}, {dot(100), {NAN, 0, 0, 0}}};
    const struct plot_line line[] = {{"Rook", NULL, dots[0], true, false},
                                     {"Bishop", "B", dots[1], false, false},
                                     {"Pawn", NULL, dots[2], false, false}};
    const struct line_plot plot = {
        .y_axis = "value", .line = line, .count = 3, .steps = 2, .ends = {"start", "now"}};
    struct buffer out = buffer_init();
    plot_lines(&(struct plot_frame){760, "slopes", NULL}, &plot, &out);
    const char *svg = out.data;
    assert_true(number_at(text_at(svg, "start"), "x") < number_at(text_at(svg, "now"), "x"));
    double left[] = {number_at(text_at(svg, "Bishop  101"), "y"),
                     number_at(text_at(svg, "Rook  100"), "y"),
                     number_at(text_at(svg, "Pawn  100"), "y")};
    assert_true(left[1] - left[0] >= 13.8 && left[2] - left[1] >= 13.8);
    assert_true(number_at(text_at(svg, "130  Rook"), "y") <
                number_at(text_at(svg, "99.0  Bishop"), "y"));
    assert_non_null(strstr(svg, "faint"));
    buffer_destroy(&out);
    out = buffer_init();
    plot_lines(&(struct plot_frame){360, "slopes", NULL}, &plot, &out);
    assert_non_null(strstr(out.data, ">B  101<"));
    buffer_destroy(&out);
}

static void parts_fill_the_bar(void **state) {
    (void)state;
    const struct stack_plot plot = {
        .left = "for B",
        .right = "for A",
        .name = {"lost both", "lost, drew", "even", "won, drew", "won both"},
        .count = {10, 0, 50, 20, 20},
        .parts = 5,
        .unit = "pairs"};
    for (int width = 360; width <= 760; width += 400) {
        struct buffer out = buffer_init();
        plot_stack(&(struct plot_frame){width, "pairs", NULL}, &plot, &out);
        double sum = 0;
        int parts = 0;
        for (const char *at = out.data; (at = strstr(at, "<rect class=\"part p")); at++)
            if (number_at(at, "height") > 20) { // no key
                near(number_at(at, "x"), sum);
                sum += number_at(at, "width");
                parts++;
            }
        assert_int_equal(parts, 4); // nothing is drawn of what never was
        near(sum, width);
        assert_non_null(strstr(out.data, "won both: 20 of 100 pairs, 20.0%"));
        buffer_destroy(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_spread),
        cmocka_unit_test(ladders_are_lines),
        cmocka_unit_test(slopes_have_two_ends),
        cmocka_unit_test(parts_fill_the_bar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
