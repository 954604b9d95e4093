// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as text: the whole text or nothing, whatever the locale.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

static void whole_numbers(void **state) {
    (void)state;
    int64_t value;
    uint64_t size;
    assert_true(number_integer("-12", &value) && value == -12);
    assert_true(number_integer("9223372036854775807", &value) && value == INT64_MAX);
    assert_true(number_unsigned("18446744073709551615", &size) && size == UINT64_MAX);
    static const char *const bad[] = {"",    "-",   "+1",  " 1", "1 ", "1.0",
                                      "0x1", "1e3", "--1", "a1", "1a", "9223372036854775808"};
    for (int i = 0; i < ARRAY_LENGTH(bad); i++)
        assert_false(number_integer(bad[i], &value));
    assert_false(number_unsigned("18446744073709551616", &size));
    assert_false(number_unsigned("-1", &size));
}

static void decimals_are_strtods(void **state) {
    (void)state;
    static const char *const good[] = {
        "0",  "-0.5", "1.",   ".5",       "0.1",    "123.456",          "1e3",           "1.25e-3",
        "+7", "1E+2", "1e22", "0.000001", "450.25", "12345678.9012345", "-99999999999.5"};
    for (int i = 0; i < ARRAY_LENGTH(good); i++) {
        double value;
        assert_true(number_decimal(good[i], &value));
        assert_true(value == strtod(good[i], NULL));
    }
    static const char *const bad[] = {"",   ".",     "-",  "1,5", "1.2.3", "nan", "inf", "0x10",
                                      "1e", "1e999", "1 ", " 1",  "1e1.5", "e5",  "--1", "1e-999"};
    for (int i = 0; i < ARRAY_LENGTH(bad); i++) {
        double value;
        if (number_decimal(bad[i], &value))
            fail_msg("'%s' was read as %g", bad[i], value);
    }
}

static void printing_rounds(void **state) {
    (void)state;
    static const struct {
        double value;
        int decimals;
        const char *text;
    } cases[] = {
        {0, 2, "0.00"},     {-0.001, 2, "0.00"},   {1.005, 1, "1.0"},          {-1.5, 0, "-2"},
        {2.5, 0, "3"},      {31.005, 3, "31.005"}, {1234567, 2, "1234567.00"}, {-0.25, 2, "-0.25"},
        {0.999, 2, "1.00"},
    };
    setlocale(LC_ALL, "de_DE.UTF-8"); // where it is installed: a comma must not get in
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct buffer text = buffer_init();
        number_print(&text, cases[i].value, cases[i].decimals);
        assert_string_equal(text.data, cases[i].text);
        buffer_destroy(&text);
    }
}

static void lists_of_counts(void **state) {
    (void)state;
    long long values[3];
    assert_int_equal(number_counts("7, 1e3,2k", 1, 2000, 3, values), 3);
    assert_true(values[0] == 7 && values[1] == 1000 && values[2] == 2000);
    assert_int_equal(number_counts("7", 1, 2000, 3, values), 1);
    static const char *const wrong[] = {"",      ",",    "1,",       "1,,2",
                                        "1,2,x", "0,10", "1,2001,3", "1,2,3,4"};
    for (int i = 0; i < ARRAY_LENGTH(wrong); i++)
        assert_int_equal(number_counts(wrong[i], 1, 2000, 3, values), 0);
    char text[80];
    snprintf(text, sizeof text, "%050d,1", 1);
    assert_int_equal(number_counts(text, 1, 2000, 3, values), 0);
    char first[NUMBER_TEXT];
    assert_string_equal(number_split("-1.5..20", "..", first), "20");
    assert_string_equal(first, "-1.5");
    assert_null(number_split("7", "/", first));
    assert_null(number_split(text, ",", first));
}

static void buffers_grow(void **state) {
    (void)state;
    struct buffer text = buffer_init();
    for (int i = 0; i < 1000; i++)
        buffer_printf(&text, "%d;", i % 10);
    assert_int_equal(text.length, 2000);
    assert_int_equal(strlen(text.data), 2000);
    buffer_clear(&text);
    assert_string_equal(text.data, "");
    buffer_destroy(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers),   cmocka_unit_test(decimals_are_strtods),
        cmocka_unit_test(printing_rounds), cmocka_unit_test(lists_of_counts),
        cmocka_unit_test(buffers_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
