// SPDX-License-Identifier: GPL-3.0-or-later
// Moves as designers publish them: tests/betza/published.csv names each string's source, and why
// it is refused where it is. A string that starts to be read, or to be refused for another reason,
// changes the file.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "betza.h"

static void published_strings(void **state) {
    (void)state;
    FILE *file = fopen(TEST_DATA "/betza/published.csv", "r");
    char line[1024], source[128], last[128] = "";
    int strings = 0, read = 0, sources = 0;
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file)); // the titles
    while (fgets(line, sizeof line, file)) {
        char betza[64], refused[256] = "", printed[BETZA_TEXT];
        struct movement movement, again;
        struct error error = {""};
        int fields =
            sscanf(line, "\"%127[^\"]\",\"%63[^\"]\",\"%255[^\"]\"", source, betza, refused);
        if (fields < 2)
            fail_msg("published.csv: %s", line);
        bool reads = betza_parse(betza, &movement, &error);
        strings++;
        read += reads;
        sources += strcmp(source, last) != 0;
        strcpy(last, source);
        if (reads != !*refused || (!reads && !strstr(error.text, refused)))
            fail_msg("%s: '%s': '%s', expected '%s'", source, betza, error.text, refused);
        if (reads && (!betza_parse(betza_print(&movement, printed), &again, &error) ||
                      !movement_same(&movement, &again)))
            fail_msg("'%s' is printed as '%s'", betza, printed);
    }
    fclose(file);
    print_message("%d of %d published strings of %d sources are read\n", read, strings, sources);
    assert_true(sources >= 12 && strings >= 300);
    assert_true(100 * read >= 95 * strings);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_strings),
    };
    return cmocka_run_group_tests_name("published strings", tests, NULL, NULL);
}
