// SPDX-License-Identifier: GPL-3.0-or-later
// kagami selftest: proves that every value and every rule reaches the search.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_common.h"
#include "cmd_terminal.h"
#include "json_file.h"
#include "selftest.h"

struct options {
    struct game_options game;
    struct answer_options answer;
    bool verbose;
};

static const struct option_row arguments[] = {VARIANT_ARGUMENT(struct options)};

static const struct option_row rows[] = {
    {"verbose", NULL, .letter = 'v', OPTION_AT(struct options, verbose)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

// What is asked of a kind of subject, each proof a column of marks.
static const struct kind {
    const char *title;
    int count;
    enum proof proofs[PROOFS];
} kinds[] = {
    {"Pieces", 5, {PROOF_EVALUATION, PROOF_EXCHANGE, PROOF_PROMOTION, PROOF_ORDER, PROOF_SEARCH}},
    {"Terms", 2, {PROOF_EVALUATION, PROOF_SEARCH}},
    {"Rules", 2, {PROOF_MOVES, PROOF_SEARCH}},
};

static const struct kind *kind_of(const struct selftest_check *check) {
    return &kinds[check->parameter < 0 ? 2 : check->parameter < VALUE_TERM ? 0 : 1];
}

// A row for each subject: its marks, then for a value its meaning, for a rule what was seen.
static void add_marks(struct answer *answer, const struct selftest *selftest,
                      const struct kind *kind) {
    static const char *const marks[2][3] = {{"+", "X", "="}, {"✓", "✗", "="}};
    bool unicode = terminal_style().unicode;
    struct answer_column columns[PROOFS + 2] = {{NULL, ""}};
    for (int i = 0; i < kind->count; i++)
        columns[1 + i] = (struct answer_column){NULL, proofs[kind->proofs[i]].name};
    columns[1 + kind->count] = (struct answer_column){NULL, ""};
    answer_heading(answer, "%s", kind->title);
    answer_table(answer, NULL, NULL, columns, kind->count + 2);
    for (int i = 0, end; i < selftest->count; i = end) {
        const struct selftest_check *first = &selftest->checks[i], *words = first;
        struct answer_cell cells[PROOFS + 2] = {cell_text(first->subject)};
        for (int k = 0; k <= kind->count; k++)
            cells[1 + k] = cell_missing();
        for (end = i;
             end < selftest->count && strcmp(selftest->checks[end].subject, first->subject) == 0;
             end++) {
            const struct selftest_check *check = &selftest->checks[end];
            if (check->verdict == VERDICT_FAILED && words->verdict != VERDICT_FAILED)
                words = check;
            for (int k = 0; k < kind->count; k++)
                if (kind->proofs[k] == check->proof)
                    cells[1 + k] = cell_text(marks[unicode][check->verdict]);
        }
        cells[1 + kind->count] =
            cell_text(first->parameter < 0 ? words->text : values_meaning(first->parameter));
        if (kind_of(first) == kind)
            answer_row(answer, cells);
    }
}

// The checks in full: those that failed, or all.
static void add_checks(struct answer *answer, const struct selftest *selftest, bool all) {
    static const char *const verdicts[] = {"passed", "failed", "impossible"};
    static const struct answer_column columns[] = {{"subject", "", .flags = ANSWER_STRONG},
                                                   {"proof", ""},
                                                   {"verdict", ""},
                                                   {"text", NULL},
                                                   {"fen", NULL},
                                                   {NULL, ""}}; // both, for people
    answer_table(answer, "checks", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < selftest->count; i++) {
        const struct selftest_check *check = &selftest->checks[i];
        char both[sizeof check->text + sizeof check->fen + 1];
        snprintf(both, sizeof both, "%s %s", check->text, check->fen);
        if (all || check->verdict == VERDICT_FAILED)
            ANSWER_ROW(answer, cell_text(check->subject), cell_text(proofs[check->proof].name),
                       cell_text(verdicts[check->verdict]), cell_text(check->text),
                       cell_text(*check->fen ? check->fen : NULL), cell_text(both));
    }
}

static struct answer answer_of(const struct options *options, const struct tables *tables,
                               const struct selftest *selftest) {
    char rules[RULES_TEXT];
    struct answer answer = answer_init(tables->variant.title);
    rules_text(&tables->rules, &tables->variant, rules);
    if (*rules)
        answer_head(&answer, "%s", rules);
    answer_key(&answer, "variant", cell_text(tables->variant.name));
    answer_key(&answer, "rules", cell_text(rules));
    answer_key(&answer, "passed", cell_number(selftest->passed));
    answer_key(&answer, "failed", cell_number(selftest->failed));
    for (int i = 0; i < ARRAY_LENGTH(kinds) && !options->answer.json; i++)
        add_marks(&answer, selftest, &kinds[i]);
    if (options->answer.json || options->verbose || selftest->failed)
        add_checks(&answer, selftest, options->answer.json || options->verbose);
    return answer;
}

// Tests one game and prints it, or adds it to `list`, JSON. Returns the exit code.
static int run_variant(const struct options *options, cJSON *list, int *passed, int *failed) {
    int code;
    struct tables *tables = game_options_tables(&options->game, &code);
    if (!tables)
        return code;
    struct selftest selftest = {0};
    struct error error = {""};
    if (selftest_run(&selftest, tables, &error)) {
        struct answer answer = answer_of(options, tables, &selftest);
        if (options->answer.json) {
            json_append(list, answer_json_tree(&answer));
            answer_destroy(&answer);
        } else {
            code = answer_show(&answer, false);
        }
    } else {
        code = fail(EXIT_ERROR, "%s: %s", options->game.variant_name, error.text);
    }
    *passed += selftest.passed;
    *failed += selftest.failed;
    selftest_destroy(&selftest);
    free(tables);
    return code;
}

// After all games: what the proofs mean, and the sums.
static int show_total(const struct options *options, cJSON *list, int passed, int failed) {
    static const struct answer_column columns[] = {{NULL, ""}, {NULL, ""}};
    struct answer answer = answer_init(NULL);
    answer_json_add(&answer, "variants", list);
    answer_heading(&answer, "Proofs");
    answer_table(&answer, NULL, NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < PROOFS; i++)
        ANSWER_ROW(&answer, cell_text(proofs[i].name), cell_text(proofs[i].meaning));
    ANSWER_ROW(&answer, cell_text("="), cell_text("it cannot matter in this game, or was not met"));
    answer_key(&answer, "passed", cell_number(passed));
    answer_key(&answer, "failed", cell_number(failed));
    answer_sentence(&answer, "%d checks passed, %d failed", passed, failed);
    return answer_show(&answer, options->answer.json);
}

static int run(void *data, const char *line) {
    (void)line;
    struct options *options = data;
    int code = EXIT_DONE, passed = 0, failed = 0;
    bool all = !options->game.variant_name;
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; code == EXIT_DONE && (all ? variant_builtin_name(i) != NULL : i == 0); i++) {
        if (all)
            options->game.variant_name = variant_builtin_name(i);
        code = run_variant(options, list, &passed, &failed);
    }
    if (code == EXIT_DONE)
        code = show_total(options, list, passed, failed);
    else
        cJSON_Delete(list);
    return code == EXIT_DONE && failed ? EXIT_CHECK : code;
}

static const struct option_use uses[] = {{&set, 0, NULL},
                                         OPTION_USE(answer, struct options, answer),
                                         OPTION_USE(game, struct options, game),
                                         {0}};
const struct command command_selftest = {
    COMMAND_HEAD(selftest, GROUP_LOOK, arguments, uses, struct options, run),
};
