// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters of the search: each reaches it, and none of them breaks it; but for the one by which
// people read its scores.
#include "setup.h"

#include "search.h"

enum { WITNESSES = 4, DEPTH = CHECKED_BUILD ? 7 : 8 };

struct witness {
    struct tables *tables;
    struct position position;
};

// Some positions of `kagami bench`.
static struct witness witness(int number) {
    // clang-format off
    static const char *const chosen[WITNESSES][2] = {
        {"kagamigi", "z1k1i3a/w1f1boe1q/ppjsx1ppp/2pp1p3/8P/PPPPIP2f/Q1R1JXPP1/2K1S4/AEOBR3Z[Ppw] w - - 0 23"},
        {"chu-kagamigi", "lh2gckgsohl/u1zsrjvb3t/1wfydxiyeaq1/ppp1p1pppppp/3p8/12/5pX5/1P3PNP3P/P1PPP1I1PPP1/TQEYVGNDYFW1/2AKB2RSZ1U/LHOS1JCG2HL[Nnp] w - - 0 21"},
        {"shogi", "l1sg3+b1/8l/p2k3p1/3+rp1p1p/1p3N3/2P3P2/P2SPP1PP/3S1KSR1/L2G1G2L[NPPbgnnppp] w - - 0 31"},
        {"minishogi", "2s1k/4b/2g1R/P4/1GSK1[BPr] w - - 0 13"},
    };
    // clang-format on
    struct witness witness = {.tables = setup_tables(chosen[number][0], "")};
    assert_true(fen_parse(chosen[number][1], witness.tables, &witness.position, NULL));
    return witness;
}

static uint64_t nodes(const struct witness *witness, const struct values *values) {
    struct engine *engine = engine_create(witness->tables, values, 1 << 20, NULL);
    assert_non_null(engine);
    struct search_result result;
    struct limits limits = {.depth = DEPTH, .nodes = 200000};
    engine_search(engine, &witness->position, NULL, limits, &result);
    assert_true(result.best != MOVE_NONE);
    engine_destroy(engine);
    return result.nodes;
}

static void each_changes_the_search(void **state) {
    (void)state;
    bool changed[PARAMS] = {false};
    for (int number = 0; number < WITNESSES; number++) {
        struct witness at = witness(number);
        struct values values;
        values_default(at.tables, &values);
        uint64_t before = nodes(&at, &values);
        // At the first position all of them, at the others what has changed nothing yet.
        for (int i = 0; i < PARAMS; i++) {
            if (changed[i] && number > 0)
                continue;
            int low, high, index = VALUE_PARAM + i;
            values_range(index, &low, &high);
            for (int side = 0; side < 2; side++) {
                struct values other = values;
                other.value[index] = side ? high : low;
                changed[i] |= nodes(&at, &other) != before;
            }
        }
        free(at.tables);
    }
    for (int i = 0; i < PARAMS; i++) {
        char name[VALUE_NAME];
        bool shown = values_flags(VALUE_PARAM + i) & PARAM_SHOWN;
        if (changed[i] == shown)
            fail_msg("%s changes %s", values_name(VALUE_PARAM + i, name),
                     shown ? "the search" : "nothing");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_changes_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
