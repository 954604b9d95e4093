// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks: how they are written, and what a move leaves of them.
#include "time_control.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void controls_are_read_and_printed(void **state) {
    (void)state;
    static const struct {
        const char *text, *printed;
        struct time_control control;
    } cases[] = {
        {"10+0.1", "10+0.1", {.base = 10000, .increment = 100}},
        {"40/300", "40/300", {.base = 300000, .moves = 40}},
        {"40/5:00+0.25", "40/300+0.25", {.base = 300000, .increment = 250, .moves = 40}},
        {"0+5b", "0+5b", {.byoyomi = 5000}},
        {"600+30b", "600+30b", {.base = 600000, .byoyomi = 30000}},
        {"10:00+30b+2", "600+2+30b", {.base = 600000, .increment = 2000, .byoyomi = 30000}},
        {"0:00.125", "0.125", {.base = 125}},
        {"86400", "86400", {.base = 86400000}},
    };
    static const char *const wrong[] = {"",    "x",     "+",       "10+",     "10+b",   "10+1+2",
                                        "0",   "0+1",   "-1",      "10-1",    "10 +1",  "1e3",
                                        "/10", "0/10",  "40/",     "1:60",    "1.5:00", "10+1b+1b",
                                        "nan", "86401", "1441:00", "10+0.1x", "1:2:3",  "5b"};
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct time_control control;
        struct error error = {""};
        struct buffer text = buffer_init();
        if (!time_control_parse(cases[i].text, &control, &error))
            fail_msg("%s: %s", cases[i].text, error.text);
        assert_true(control.base == cases[i].control.base &&
                    control.increment == cases[i].control.increment &&
                    control.byoyomi == cases[i].control.byoyomi &&
                    control.moves == cases[i].control.moves);
        assert_true(time_control_given(&control));
        time_control_print(&control, &text);
        assert_string_equal(text.data, cases[i].printed);
        buffer_destroy(&text);
    }
    for (int i = 0; i < ARRAY_LENGTH(wrong); i++) {
        struct time_control control;
        struct error error = {""};
        if (time_control_parse(wrong[i], &control, &error))
            fail_msg("'%s' was read", wrong[i]);
        assert_non_null(strstr(error.text, wrong[i]));
    }
}

static void moves_take_time(void **state) {
    (void)state;
    struct time_control control = {.base = 1000, .increment = 100, .moves = 2};
    struct clock clock = time_control_start(&control);
    assert_true(time_control_spend(&control, &clock, 400, 0));
    assert_int_equal(clock.remaining, 700);
    assert_int_equal(clock.moves_to_go, 1);
    assert_true(time_control_spend(&control, &clock, 700, 0)); // the last move: the base again
    assert_int_equal(clock.remaining, 1100);
    assert_int_equal(clock.moves_to_go, 2);
    assert_false(time_control_spend(&control, &clock, 1101, 0));
    assert_int_equal(clock.remaining, 1100);
    assert_true(time_control_spend(&control, &clock, 1150, 50)); // the margin is no gift
    assert_int_equal(clock.remaining, 100);

    control = (struct time_control){.base = 1000, .byoyomi = 300};
    clock = time_control_start(&control);
    assert_true(time_control_spend(&control, &clock, 1300, 0));
    assert_int_equal(clock.remaining, 0);
    assert_true(time_control_spend(&control, &clock, 300, 0)); // and again, for each move
    assert_true(time_control_spend(&control, &clock, 300, 0));
    assert_false(time_control_spend(&control, &clock, 301, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(controls_are_read_and_printed),
        cmocka_unit_test(moves_take_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
