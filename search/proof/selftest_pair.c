// SPDX-License-Identifier: GPL-3.0-or-later
#include "selftest_pair.h"

#include <string.h>

#include "notation.h"

enum { DEPTH = 2 };

void pair_fail(struct pair *pair, const struct position *where, int which, const char *what) {
    enum rule rule = pair->proving->rule;
    prove(pair->proving, PROOF_ENDING, VERDICT_FAILED, where, "%s: %s",
          rule_value_name(rule, pair->tables[which]->rules.value[rule]), what);
}

void pair_no_effect(struct pair *pair, enum proof proof, const char *why) {
    prove(pair->proving, proof, VERDICT_IMPOSSIBLE, NULL, "no effect possible: %s", why);
}

void pair_conclude(struct pair *pair, int witnesses, const char *what) {
    struct proving *proving = pair->proving;
    const struct search_result *result = pair->result;
    if (witnesses)
        prove(proving, PROOF_ENDING, VERDICT_PASSED, NULL, "%d %s under either value", witnesses,
              what);
    else
        prove(proving, PROOF_ENDING, VERDICT_FAILED, NULL, "found no %s", what);
    prove_searches(proving, pair->noticed ? &pair->at : NULL, &result[0], &result[1]);
}

bool pair_boards(const struct pair *pair, const struct position *position,
                 struct position boards[2]) {
    char fen[FEN_TEXT];
    fen_print(position, fen);
    return fen_parse(fen, pair->tables[0], &boards[0], NULL) &&
           fen_parse(fen, pair->tables[1], &boards[1], NULL);
}

struct values flat_values(const struct tables *tables, int worth) {
    struct values values;
    values_defaults(&values);
    memset(values.value, 0, VALUES * sizeof *values.value);
    for (int i = 0; i < VALUE_TERM; i++)
        if (values_uses(tables, i))
            values.value[i] = worth;
    return values;
}

void pair_search(struct pair *pair, const struct position boards[2], const struct history *history,
                 struct search_result result[2]) {
    for (int i = 0; i < 2; i++)
        result[i] = proving_search(pair->engine[i], &boards[i], history, DEPTH);
    if (pair->noticed || !results_differ(&result[0], &result[1]))
        return;
    pair->noticed = true;
    pair->at = boards[0];
    pair->result[0] = result[0];
    pair->result[1] = result[1];
}

enum result win_of(enum side side) {
    return side == FIRST ? RESULT_FIRST : RESULT_SECOND;
}

bool outcome_is(struct outcome outcome, enum result result, enum termination termination) {
    return outcome.result == result && outcome.termination == termination;
}
