// SPDX-License-Identifier: GPL-3.0-or-later
// An engine with the fault that the self-test is there to find: pieces in exchanges have built-in
// worths, whatever the values say. The self-test must notice, in the exchanges and nowhere else.
#include "setup.h"

#include <string.h>

#include "search.h"
#include "selftest.h"

// These take the place of the library's.
int see(const struct weights *weights, const struct position *position, Move move) {
    (void)weights;
    return position_captured(position, move) == PIECE_EMPTY ? 0 : 300;
}
bool see_reaches(const struct weights *weights, const struct position *position, Move move,
                 int least) {
    return see(weights, position, move) >= least;
}

static void exchanges_fail(void **state) {
    (void)state;
    struct tables *tables = setup_tables("minishogi", "");
    struct selftest selftest = {0};
    struct error error;
    assert_true(selftest_run(&selftest, tables, &error));
    int exchanges = 0;
    for (int i = 0; i < selftest.count; i++) {
        const struct selftest_check *check = &selftest.checks[i];
        bool asks_see = check->proof == PROOF_EXCHANGE || check->proof == PROOF_PROMOTION;
        if (asks_see)
            assert_int_equal(check->verdict, VERDICT_FAILED);
        if (check->proof == PROOF_EVALUATION || check->proof == PROOF_MOVES)
            assert_int_not_equal(check->verdict, VERDICT_FAILED);
        exchanges += asks_see;
    }
    assert_true(exchanges > 0 && selftest.failed >= exchanges);
    selftest_destroy(&selftest);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(exchanges_fail)};
    return cmocka_run_group_tests_name("selftest-broken", tests, NULL, NULL);
}
