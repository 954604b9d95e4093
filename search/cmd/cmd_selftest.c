// SPDX-License-Identifier: GPL-3.0-or-later
// kagami selftest: proves that every value and every rule reaches the search.
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_common.h"
#include "cmd_terminal.h"
#include "selftest.h"

struct options {
    struct game_options game;
    struct answer_options answer;
    bool verbose;
};

struct painter {
    const char *bold, *dim, *plain, *good, *bad;
    const char *mark[3]; // by verdict
    const char *unasked;
};

static const struct option_row arguments[] = {VARIANT_ARGUMENT(struct options)};

static const struct option_row rows[] = {
    {"verbose", NULL, "Print every check with what was seen, and where", .letter = 'v',
     OPTION_AT(struct options, verbose)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

static struct painter make_painter(void) {
    struct diagram_style style = terminal_style();
    return (struct painter){
        .bold = style.colour ? "\033[1m" : "",
        .dim = style.colour ? "\033[2m" : "",
        .plain = style.colour ? "\033[0m" : "",
        .good = style.colour ? "\033[32m" : "",
        .bad = style.colour ? "\033[1;31m" : "",
        .mark = {style.unicode ? "✓" : "+", style.unicode ? "✗" : "X", "="},
        .unasked = style.unicode ? "·" : ".",
    };
}

static void print_mark(const struct painter *painter, const struct selftest_check *check) {
    if (!check) {
        printf("%s%s%s", painter->dim, painter->unasked, painter->plain);
        return;
    }
    const char *colour = check->verdict == VERDICT_PASSED   ? painter->good
                         : check->verdict == VERDICT_FAILED ? painter->bad
                                                            : painter->dim;
    printf("%s%s%s", colour, painter->mark[check->verdict], painter->plain);
}

static const struct selftest_check *find_value(const struct selftest *selftest, int parameter,
                                               enum proof proof) {
    for (int i = 0; i < selftest->count; i++)
        if (selftest->checks[i].parameter == parameter && selftest->checks[i].proof == proof)
            return &selftest->checks[i];
    return NULL;
}

static const struct selftest_check *find_rule(const struct selftest *selftest, enum rule rule,
                                              int value, enum proof proof) {
    for (int i = 0; i < selftest->count; i++) {
        const struct selftest_check *check = &selftest->checks[i];
        if (check->parameter < 0 && check->rule == rule && check->value == value &&
            check->proof == proof)
            return check;
    }
    return NULL;
}

// What the proofs are called in the heading of the marks.
static const char proof_letters[PROOFS] = {
    [PROOF_EVALUATION] = 'e', [PROOF_EXCHANGE] = 'x', [PROOF_PROMOTION] = 'p', [PROOF_ORDER] = 'o',
    [PROOF_MOVES] = 'm',      [PROOF_ENDING] = 'g',   [PROOF_SEARCH] = 's'};

static const enum proof man_proofs[] = {PROOF_EVALUATION, PROOF_EXCHANGE, PROOF_PROMOTION,
                                        PROOF_ORDER, PROOF_SEARCH};
static const enum proof term_proofs[] = {PROOF_EVALUATION, PROOF_SEARCH};
static const enum proof rule_proofs[] = {PROOF_MOVES, PROOF_ENDING, PROOF_SEARCH};

static void print_letters(const enum proof *proofs, int count) {
    for (int i = 0; i < count; i++)
        printf("%s%c", i ? " " : "", proof_letters[proofs[i]]);
}

// Marks of one parameter, or blanks where the game has no such parameter.
static void print_value(const struct painter *painter, const struct tables *tables,
                        const struct selftest *selftest, int parameter, const enum proof *proofs,
                        int count) {
    for (int i = 0; i < count; i++) {
        if (i)
            putchar(' ');
        if (values_uses(tables, parameter))
            print_mark(painter, find_value(selftest, parameter, proofs[i]));
        else
            putchar(' ');
    }
}

static void print_men(const struct painter *painter, const struct tables *tables,
                      const struct selftest *selftest) {
    static const char *const groups[] = {"on the board", "promoted", "in hand"};
    const struct variant *variant = &tables->variant;
    int name = 3, count = ARRAY_LENGTH(man_proofs);
    for (int i = 0; i < variant->base_count; i++) {
        int length = (int)strlen(variant->man[variant->bases[i]].name);
        name = length > name ? length : name;
    }
    printf("\n%s  %-*s%s", painter->bold, name + 5, "Men", painter->plain);
    for (int i = 0; i < 3; i++)
        printf("   %-12s", groups[i]);
    printf("\n%s  %*s", painter->dim, name + 5, "");
    for (int i = 0; i < 3; i++) {
        printf("   ");
        print_letters(man_proofs, count);
        printf("%*s", 12 - 2 * count + 1, "");
    }
    printf("%s\n", painter->plain);
    for (int i = 0; i < variant->base_count; i++) {
        Type base = variant->bases[i];
        const int parameters[3] = {VALUE_BOARD + base, VALUE_BOARD + (base | TYPE_PROMOTED),
                                   VALUE_HAND + base};
        if (!values_uses(tables, parameters[0]))
            continue;
        printf("  %-4s %-*s", variant->man[base].id, name, variant->man[base].name);
        for (int k = 0; k < 3; k++) {
            printf("   ");
            print_value(painter, tables, selftest, parameters[k], man_proofs, count);
            printf("%*s", k < 2 ? 12 - 2 * count + 1 : 0, "");
        }
        putchar('\n');
    }
}

static void print_terms(const struct painter *painter, const struct tables *tables,
                        const struct selftest *selftest) {
    printf("\n%s  %-16s%s   %s", painter->bold, "Terms", painter->plain, painter->dim);
    print_letters(term_proofs, ARRAY_LENGTH(term_proofs));
    printf("%s\n", painter->plain);
    for (int i = VALUE_TERM; i < VALUES; i++) {
        char name[VALUE_NAME];
        if (!values_uses(tables, i))
            continue;
        printf("  %-16s   ", values_name(i, name));
        print_value(painter, tables, selftest, i, term_proofs, ARRAY_LENGTH(term_proofs));
        printf("   %s\n", values_meaning(i));
    }
}

// The check whose words say most: one that failed, else the first.
static const struct selftest_check *spokesman(const struct selftest *selftest, enum rule rule,
                                              int value) {
    const struct selftest_check *first = NULL;
    for (int i = 0; i < ARRAY_LENGTH(rule_proofs); i++) {
        const struct selftest_check *check = find_rule(selftest, rule, value, rule_proofs[i]);
        if (check && (!first || check->verdict == VERDICT_FAILED))
            first = check;
    }
    return first;
}

static bool all_passed(const struct selftest *selftest, enum rule rule) {
    for (int i = 0; i < selftest->count; i++)
        if (selftest->checks[i].parameter < 0 && selftest->checks[i].rule == rule &&
            selftest->checks[i].verdict != VERDICT_PASSED)
            return false;
    return true;
}

struct rule_widths { // columns that hold the names of the rules and of their values
    int rule, value;
};

static struct rule_widths widths_of(const struct variant *variant) {
    struct rule_widths widths = {17, 16};
    for (int rule = 0; rule < RULES; rule++) {
        if (!variant->has_rule[rule])
            continue;
        int length = (int)strlen(rule_name((enum rule)rule));
        widths.rule = length > widths.rule ? length : widths.rule;
        for (int value = 0; value < rule_value_count((enum rule)rule); value++) {
            length = (int)strlen(rule_value_name((enum rule)rule, value));
            widths.value = length > widths.value ? length : widths.value;
        }
    }
    return widths;
}

static void print_rule_value(const struct painter *painter, const struct selftest *selftest,
                             struct rule_widths widths, enum rule rule, int value, const char *name,
                             bool first) {
    const struct selftest_check *words = spokesman(selftest, rule, value);
    if (!words)
        return;
    printf("  %-*s %-*s   ", widths.rule, first ? rule_name(rule) : "", widths.value, name);
    for (int i = 0; i < ARRAY_LENGTH(rule_proofs); i++) {
        if (i)
            putchar(' ');
        print_mark(painter, find_rule(selftest, rule, value, rule_proofs[i]));
    }
    printf("   %s%s%s\n", words->verdict == VERDICT_PASSED ? painter->dim : "", words->text,
           painter->plain);
}

static void print_rules(const struct painter *painter, const struct tables *tables,
                        const struct selftest *selftest) {
    struct rule_widths widths = widths_of(&tables->variant);
    printf("\n%s  %-*s%s   %s", painter->bold, widths.rule + 1 + widths.value, "Rules",
           painter->plain, painter->dim);
    print_letters(rule_proofs, ARRAY_LENGTH(rule_proofs));
    printf("%s\n", painter->plain);
    enum rule last = RULES;
    for (int i = 0; i < selftest->count; i++) {
        const struct selftest_check *check = &selftest->checks[i];
        bool seen = i && check[-1].rule == check->rule && check[-1].value == check->value;
        if (check->parameter >= 0 || seen)
            continue;
        bool first = check->rule != last;
        last = check->rule;
        const char *name = strchr(check->subject, '=') + 1;
        if (check->rule == RULE_ZONE && all_passed(selftest, RULE_ZONE)) {
            // As many values as ranks: one line for all that passed.
            char range[48];
            int zone = tables->rules.value[RULE_ZONE], ranks = tables->ranks;
            snprintf(range, sizeof range, "0 to %d but %d", ranks, zone);
            if (first)
                print_rule_value(painter, selftest, widths, RULE_ZONE, check->value, range, true);
            continue;
        }
        print_rule_value(painter, selftest, widths, check->rule, check->value, name, first);
    }
}

static void print_legend(const struct painter *painter) {
    printf("%s", painter->dim);
    for (int i = 0; i < PROOFS; i++)
        printf("  %c %-10s  %s\n", proof_letters[i], proof_name((enum proof)i),
               proof_meaning((enum proof)i));
    printf("  %s not asked of it   %s it cannot matter in this game%s\n", painter->unasked,
           painter->mark[VERDICT_IMPOSSIBLE], painter->plain);
}

// Lists the checks that failed, or all of them.
static void print_checks(const struct painter *painter, const struct selftest *selftest, bool all) {
    bool any = false;
    for (int i = 0; i < selftest->count; i++) {
        const struct selftest_check *check = &selftest->checks[i];
        if (!all && check->verdict != VERDICT_FAILED)
            continue;
        if (!any)
            putchar('\n');
        any = true;
        printf("  ");
        print_mark(painter, check);
        printf(" %s%s%s %s: %s\n", painter->bold, check->subject, painter->plain,
               proof_name(check->proof), check->text);
        if (*check->fen)
            printf("      %s%s%s\n", painter->dim, check->fen, painter->plain);
    }
}

static void print_variant(const struct painter *painter, const struct tables *tables,
                          const struct selftest *selftest, bool verbose) {
    char rules[RULES_TEXT];
    rules_text(&tables->rules, &tables->variant, rules);
    printf("%s%s%s%s%s\n", painter->bold, tables->variant.title, painter->plain,
           *rules ? "   " : "", rules);
    print_men(painter, tables, selftest);
    print_terms(painter, tables, selftest);
    print_rules(painter, tables, selftest);
    print_checks(painter, selftest, verbose);
    putchar('\n');
}

static bool add_check(cJSON *list, const struct selftest_check *check) {
    static const char *const verdicts[] = {"passed", "failed", "impossible"};
    cJSON *object = cJSON_CreateObject();
    if (!cJSON_AddItemToArray(list, object))
        return false;
    return cJSON_AddStringToObject(object, "subject", check->subject) &&
           cJSON_AddStringToObject(object, "proof", proof_name(check->proof)) &&
           cJSON_AddStringToObject(object, "verdict", verdicts[check->verdict]) &&
           cJSON_AddStringToObject(object, "text", check->text) &&
           (*check->fen ? cJSON_AddStringToObject(object, "fen", check->fen)
                        : cJSON_AddNullToObject(object, "fen"));
}

static bool add_variant(cJSON *variants, const struct tables *tables,
                        const struct selftest *selftest) {
    char rules[RULES_TEXT];
    cJSON *object = cJSON_CreateObject();
    if (!cJSON_AddItemToArray(variants, object) ||
        !cJSON_AddStringToObject(object, "variant", tables->variant.name) ||
        !cJSON_AddStringToObject(object, "rules",
                                 rules_text(&tables->rules, &tables->variant, rules)) ||
        !cJSON_AddNumberToObject(object, "passed", selftest->passed) ||
        !cJSON_AddNumberToObject(object, "failed", selftest->failed))
        return false;
    cJSON *checks = cJSON_AddArrayToObject(object, "checks");
    for (int i = 0; i < selftest->count; i++)
        if (!checks || !add_check(checks, &selftest->checks[i]))
            return false;
    return true;
}

struct total {
    int passed, failed;
};

// Tests one game and prints it, or adds it to `json`. Exit code of what went wrong, or EXIT_DONE.
static int run_variant(const struct options *options, const struct painter *painter, cJSON *json,
                       struct total *total) {
    struct tables *tables = game_options_tables(&options->game);
    if (!tables)
        return EXIT_USAGE;
    struct selftest selftest = selftest_init();
    struct error error = {""};
    int code = EXIT_DONE;
    if (!selftest_run(&selftest, tables, &error))
        code = fail(EXIT_ERROR, "%s: %s", options->game.variant_name, error.text);
    else if (json && !add_variant(json, tables, &selftest))
        code = fail(EXIT_ERROR, "out of memory");
    else if (!json)
        print_variant(painter, tables, &selftest, options->verbose);
    total->passed += selftest.passed;
    total->failed += selftest.failed;
    selftest_destroy(&selftest);
    free(tables);
    return code;
}

static int run_all(struct options *options, const struct painter *painter, cJSON *json,
                   struct total *total) {
    if (options->game.variant_name)
        return run_variant(options, painter, json, total);
    int code = EXIT_DONE;
    for (int i = 0; variant_builtin_name(i) && code == EXIT_DONE; i++) {
        options->game.variant_name = variant_builtin_name(i);
        code = run_variant(options, painter, json, total);
    }
    return code;
}

static int print_json(cJSON *root, const struct total *total) {
    char *text = NULL;
    if (cJSON_AddNumberToObject(root, "passed", total->passed) &&
        cJSON_AddNumberToObject(root, "failed", total->failed))
        text = cJSON_Print(root);
    if (!text)
        return fail(EXIT_ERROR, "out of memory");
    puts(text);
    cJSON_free(text);
    return EXIT_DONE;
}

static int run(void *data, const char *line) {
    (void)line;
    struct options *options = data;
    struct painter painter = make_painter();
    struct total total = {0};
    cJSON *root = cJSON_CreateObject();
    cJSON *variants = cJSON_AddArrayToObject(root, "variants");
    int code = variants ? EXIT_DONE : fail(EXIT_ERROR, "out of memory");
    if (code == EXIT_DONE)
        code = run_all(options, &painter, options->answer.json ? variants : NULL, &total);
    if (code == EXIT_DONE && options->answer.json) {
        code = print_json(root, &total);
    } else if (code == EXIT_DONE) {
        print_legend(&painter);
        printf("\n%s%d checks passed, %d failed%s\n", total.failed ? painter.bad : painter.bold,
               total.passed, total.failed, painter.plain);
    }
    cJSON_Delete(root);
    if (code == EXIT_DONE)
        code = terminal_finish();
    return code == EXIT_DONE && total.failed ? EXIT_CHECK : code;
}

static const struct option_use uses[] = {{&set, 0, NULL},
                                         ANSWER_OPTIONS(struct options, answer),
                                         GAME_OPTIONS(struct options, game),
                                         {0}};
const struct command command_selftest = {
    .name = "selftest",
    .group = GROUP_LOOK,
    .summary = "prove that every value and rule reaches the search",
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .about =
        "Prove that every value and every rule reaches the search (all games without VARIANT).",
    .epilogue =
        "Each value and each rule is changed, and what must change with it is held against what "
        "the values and the text of the rules say. The exit code is 3 when a check fails.",
    .uses = uses,
    .size = sizeof(struct options),
    .run = run,
};
