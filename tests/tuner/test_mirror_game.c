// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// A game that is its own mirror image, played by mirrored values: left and right pieces are worth
// the same by construction, so what tells them to differ would be of our making: the moves, the
// lots of the armies, the search or the regression.
#include "../selfplay/program.h"

#include <cjson/cJSON.h>

static const char game[] = "[variant]\n"
                           "name = mirror\n"
                           "title = Mirror\n"
                           "files = 7\n"
                           "ranks = 7\n"
                           "royal = K\n"
                           "yardstick = P\n"
                           "pawn = P\n"
                           "[rules]\n"
                           "drops = on\n"
                           "zone = 2\n"
                           "[arrays]\n"
                           "standard = hcgkgda/7/ppppppp/7/PPPPPPP/7/ADGKGCH[] w - - 0 1\n"
                           "[pieces]\n"
                           "K = K, King, K\n"
                           "G = G, Gold General, WfF\n"
                           "C = C, Left Chariot, fRlW\n"
                           "D = D, Right Chariot, fRrW\n"
                           "A = A, Left Lance, fRlF\n"
                           "H = H, Right Lance, fRrF\n"
                           "P = P, Pawn, fW, +P, Tokin, WfF\n";

static cJSON *item_named(cJSON *list, const char *key, const char *name) {
    cJSON *item;
    cJSON_ArrayForEach(item, list) {
        const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(item, key));
        if (text && strcmp(text, name) == 0)
            return item;
    }
    fail_msg("no %s '%s'", key, name);
    return NULL;
}

static double number_of(cJSON *item, const char *key) {
    cJSON *number = cJSON_GetObjectItem(item, key);
    if (!cJSON_IsNumber(number))
        fail_msg("no number '%s'", key);
    return number->valuedouble;
}

static void left_and_right_are_worth_the_same(void **state) {
    (void)state;
    write_file("mirror.ini", game);
    struct program program = {0};
    assert_int_equal(program_run(&program, "worth ./mirror.ini --nodes 20 --games 2000 --seed 5 "
                                           "--threads 2 --out armies --json"),
                     0);
    cJSON *json = cJSON_Parse(program.output), *item;
    cJSON *run = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "runs"), 0);
    cJSON *mirrors = cJSON_GetObjectItem(run, "mirrors");
    cJSON *pieces = cJSON_GetObjectItem(run, "pieces");
    assert_int_equal(cJSON_GetArraySize(mirrors), 4); // two pairs, on the board and in hand
    cJSON_ArrayForEach(item, mirrors) {
        if (number_of(item, "p_holm") < 0.05)
            fail_msg("%s and its mirror image differ: p = %g",
                     cJSON_GetStringValue(cJSON_GetObjectItem(item, "first")),
                     number_of(item, "p_holm"));
    }
    cJSON *check = item_named(cJSON_GetObjectItem(run, "checks"), "check", "mirrors equal");
    assert_true(number_of(check, "p") > 0.01);
    // The same games tell pieces apart that do differ.
    cJSON *gold = cJSON_GetObjectItem(item_named(pieces, "id", "G"), "board");
    cJSON *pawn = cJSON_GetObjectItem(item_named(pieces, "id", "P"), "board");
    assert_true(number_of(cJSON_GetObjectItem(gold, "elo"), "lo95") >
                number_of(cJSON_GetObjectItem(pawn, "elo"), "hi95"));
    cJSON_Delete(json);
    program_free(&program);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(left_and_right_are_worth_the_same)};
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
