// SPDX-License-Identifier: GPL-3.0-or-later
// kagami plan: measures how fast games are, and says what an answer costs before it is paid for.
#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "cmd_progress.h"
#include "cmd_setup.h"
#include "cmd_stop.h"
#include "cmd_terminal.h"
#include "number.h"
#include "plan.h"
#include "sprt.h"
#include "statistics.h"
#include "workers.h"

struct options {
    struct game_options game;
    struct play_options play;
    double half_width, difference, equivalence, odds; // 0: not asked for
    double elo[2];
    bool elo_given, json;
    double power, kappa, draws; // draws: -1 = as measured
    double budget;              // core-hours; 0: any
    double seconds, hours;      // of measuring; of a task
    long long arms, cpus;
};

enum {
    KEY_HALF_WIDTH = 256,
    KEY_DIFFERENCE,
    KEY_EQUIVALENCE,
    KEY_ELO,
    KEY_ODDS,
    KEY_POWER,
    KEY_ARMS,
    KEY_KAPPA,
    KEY_DRAWS,
    KEY_BUDGET,
    KEY_SECONDS,
    KEY_WALL,
    KEY_CPUS,
    KEY_JSON
};

static const struct argp_option option_list[] = {
    {0, 0, 0, 0, "What is to be known (without any of these: an overview):", 1},
    {"half-width", KEY_HALF_WIDTH, "POINTS", 0,
     "The first mover's score within +-POINTS percentage points, 95%", 1},
    {"difference", KEY_DIFFERENCE, "POINTS", 0, "A difference of two arms' scores of POINTS found",
     1},
    {"equivalence", KEY_EQUIVALENCE, "POINTS", 0,
     "Two arms that are equal shown to be so within +-POINTS", 1},
    {"elo", KEY_ELO, "E0,E1", 0,
     "A match told apart between E0 and E1 normalized Elo by a sequential test (errors 5%)", 1},
    {"odds", KEY_ODDS, "SE", 0, "A man's worth by odds, with a standard error of SE yardsticks", 1},
    {"power", KEY_POWER, "SHARE", 0, "Chance to find it (default 0.8)", 1},
    {"arms", KEY_ARMS, "N", 0,
     "Rule settings, the base included, that are compared (default 2); their number of games is "
     "multiplied and corrected for",
     1},
    {"kappa", KEY_KAPPA, "SHARE", 0,
     "Score above one half that a yardstick's odds bring (default 0.15, a Pawn of chess)", 1},
    {"draws", KEY_DRAWS, "SHARE", 0, "Share of draws to plan with (default: as measured, low end)",
     1},
    {0, 0, 0, 0, "What there is:", 2},
    {"budget", KEY_BUDGET, "HOURS", 0,
     "Core-hours at hand: a plan that needs more is refused, and --games is a limit likewise", 2},
    {"wall", KEY_WALL, "TIME", 0, "Wall time of an array task: 45m, 2h, 1d (default 2h)", 2},
    {"cpus", KEY_CPUS, "N", 0, "Processors of an array task (default: --threads)", 2},
    {"seconds", KEY_SECONDS, "S", 0,
     "Core-seconds to measure for, at least (default 5), and at most ten times as long", 2},
    {"json", KEY_JSON, 0, 0, "Print the answer as JSON", 2},
    {0}};

static error_t take(const char *text, const char *what, double low, double high, double *value) {
    double number;
    if (number_decimal(text, &number) && number > low && number <= high) {
        *value = number;
        return 0;
    }
    fail(EXIT_USAGE, "%s must be a number above %g, at most %g, not '%s'", what, low, high, text);
    return EINVAL;
}

static error_t take_points(const char *text, const char *what, double *value) {
    error_t fault = take(text, what, 0, 50, value);
    *value /= 100;
    return fault;
}

static error_t take_hours(const char *text, double *hours) {
    static const struct {
        char letter;
        double hours;
    } units[] = {{'m', 1.0 / 60}, {'h', 1}, {'d', 24}};
    size_t length = strlen(text);
    char number[24];
    double value;
    for (int i = 0; length > 1 && length < sizeof number && i < ARRAY_LENGTH(units); i++) {
        if (text[length - 1] != units[i].letter)
            continue;
        snprintf(number, sizeof number, "%.*s", (int)length - 1, text);
        if (number_decimal(number, &value) && value > 0 && value <= 100000) {
            *hours = value * units[i].hours;
            return 0;
        }
    }
    fail(EXIT_USAGE, "--wall must be a time like 45m, 2h or 1d, not '%s'", text);
    return EINVAL;
}

static error_t take_elo(const char *text, struct options *options) {
    char first[24];
    size_t length = strcspn(text, ",");
    snprintf(first, sizeof first, "%.*s", length < sizeof first ? (int)length : 0, text);
    struct sprt sprt = {.alpha = 0.05, .beta = 0.05};
    struct error error = {"two numbers with a comma between are needed"};
    options->elo_given = text[length] == ',' && number_decimal(first, &options->elo[0]) &&
                         number_decimal(text + length + 1, &options->elo[1]);
    sprt.elo0 = options->elo[0];
    sprt.elo1 = options->elo[1];
    if (options->elo_given && sprt_check(&sprt, &error))
        return 0;
    fail(EXIT_USAGE, "--elo '%s': %s", text, error.text);
    return EINVAL;
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->play;
        state->child_inputs[1] = &options->game;
        return 0;
    case KEY_HALF_WIDTH:
        return take_points(text, "--half-width", &options->half_width);
    case KEY_DIFFERENCE:
        return take_points(text, "--difference", &options->difference);
    case KEY_EQUIVALENCE:
        return take_points(text, "--equivalence", &options->equivalence);
    case KEY_ELO:
        return take_elo(text, options);
    case KEY_ODDS:
        return take(text, "--odds", 0, 1000, &options->odds);
    case KEY_POWER:
        return take(text, "--power", 0.05, 0.9999, &options->power);
    case KEY_ARMS:
        return parse_count(text, "--arms", 2, 32, &options->arms) ? 0 : EINVAL;
    case KEY_KAPPA:
        return take(text, "--kappa", 0, 0.5, &options->kappa);
    case KEY_DRAWS:
        if (strcmp(text, "0") == 0) {
            options->draws = 0;
            return 0;
        }
        return take(text, "--draws", 0, 0.99, &options->draws);
    case KEY_BUDGET:
        return take(text, "--budget", 0, 1e9, &options->budget);
    case KEY_SECONDS:
        return take(text, "--seconds", 0, 3600, &options->seconds);
    case KEY_WALL:
        return take_hours(text, &options->hours);
    case KEY_CPUS:
        return parse_count(text, "--cpus", 1, 4096, &options->cpus) ? 0 : EINVAL;
    case KEY_JSON:
        options->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            return ARGP_ERR_UNKNOWN;
        options->game.variant_name = text;
        return 0;
    case ARGP_KEY_END:
        if (!options->game.variant_name)
            argp_error(state, "give a VARIANT; `kagami show` lists them");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

struct measurement {
    const struct config *config;
    int64_t games, draws, plies, bytes;
    double core_seconds;
};

static double cpu_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static bool count_games(void *context, const struct game_record *const *records, int count,
                        struct error *error) {
    struct measurement *measurement = context;
    struct buffer moves = buffer_init(), text = buffer_init();
    static const char run[] = "r000000000000"; // as long as any run's key
    char rules[RULES_TEXT];
    for (int i = 0; i < count; i++) {
        struct game_row row = game_row_of(measurement->config, records[i], run, &moves, rules);
        game_row_write(&text, &row);
        game_positions_write(records[i], run, &text);
        measurement->draws += row.result == RESULT_DRAW;
        measurement->plies += row.plies;
    }
    measurement->games += count;
    measurement->bytes += (int64_t)text.length;
    bool failed = text.failed || moves.failed;
    buffer_destroy(&moves);
    buffer_destroy(&text);
    return !failed || error_set(error, "out of memory");
}

static bool go_on(void *context) {
    (void)context;
    return !stop_watch_asked();
}

// Whole batches of games, each larger than the last: a window of time would miss the long games.
static int measure(const struct options *options, struct measurement *measurement) {
    double begun = clock_seconds(), cpu_begun = cpu_seconds();
    int64_t batch = 2 * options->play.threads;
    stop_watch_begin();
    // On a busy machine the processor's time is what counts, but nobody waits for ever.
    for (; cpu_seconds() - cpu_begun < options->seconds &&
           clock_seconds() - begun < 10 * options->seconds;
         batch *= 2) {
        struct work work = {.config = measurement->config,
                            .begin = measurement->games,
                            .end = measurement->games + batch,
                            .threads = (int)options->play.threads,
                            .commit = count_games,
                            .watch = go_on,
                            .context = measurement};
        struct workers *workers = workers_create(&work);
        struct error error = {"out of memory"};
        bool done = workers && workers_run(workers, &error);
        workers_destroy(workers);
        if (!done)
            return fail(EXIT_ERROR, "%s", error.text);
        if (stop_watch_asked())
            return fail(EXIT_AGAIN, "stopped while measuring; nothing is known yet");
    }
    measurement->core_seconds = cpu_seconds() - cpu_begun;
    return EXIT_DONE;
}

struct design {
    char what[96];
    double games; // of all arms
    int arms;
};

struct plan {
    const struct options *options;
    const struct measurement *measurement;
    struct cost cost;
    struct measured draws;
    double planned_draws;
    int count;
    struct design design[16];
};

static void add(struct plan *plan, double games, int arms, const char *what) {
    struct design *design = &plan->design[plan->count++];
    snprintf(design->what, sizeof design->what, "%s", what);
    design->games = games * arms;
    design->arms = arms;
}

static void add_half_width(struct plan *plan, double half) {
    char what[96];
    snprintf(what, sizeof what, "first mover's score +-%.3g points", 100 * half);
    add(plan, plan_half_width(half, plan->planned_draws), 1, what);
}

static void add_difference(struct plan *plan, double difference) {
    const struct options *options = plan->options;
    char what[96];
    snprintf(what, sizeof what, "%.3g points between %lld arms, power %.3g", 100 * difference,
             options->arms, options->power);
    add(plan,
        plan_difference(difference, plan->planned_draws, options->power, (int)options->arms - 1),
        (int)options->arms, what);
}

static void add_equivalence(struct plan *plan, double margin) {
    const struct options *options = plan->options;
    char what[96];
    snprintf(what, sizeof what, "equal within %.3g points, %lld arms, power %.3g", 100 * margin,
             options->arms, options->power);
    add(plan, plan_equivalence(margin, plan->planned_draws, options->power, (int)options->arms - 1),
        (int)options->arms, what);
}

static void add_elo(struct plan *plan, double elo0, double elo1) {
    char what[96];
    struct sprt sprt = {
        .model = ELO_NORMALIZED, .elo0 = elo0, .elo1 = elo1, .alpha = 0.05, .beta = 0.05};
    snprintf(what, sizeof what, "match, %g against %g nElo, at the worst", elo0, elo1);
    add(plan, sprt_games_worst(&sprt, sqrt((1 - plan->planned_draws) / 4)), 1, what);
}

static void add_odds(struct plan *plan, double se) {
    char what[96];
    snprintf(what, sizeof what, "a man's worth, s.e. %.3g yardsticks", se);
    add(plan, plan_odds(se, plan->options->kappa), 1, what);
}

static void list_designs(struct plan *plan) {
    const struct options *options = plan->options;
    if (options->half_width > 0)
        add_half_width(plan, options->half_width);
    if (options->difference > 0)
        add_difference(plan, options->difference);
    if (options->equivalence > 0)
        add_equivalence(plan, options->equivalence);
    if (options->elo_given)
        add_elo(plan, options->elo[0], options->elo[1]);
    if (options->odds > 0)
        add_odds(plan, options->odds);
    if (plan->count > 0)
        return;
    add_half_width(plan, 0.05);
    add_half_width(plan, 0.02);
    add_half_width(plan, 0.01);
    add_difference(plan, 0.05);
    add_difference(plan, 0.02);
    add_equivalence(plan, 0.025);
    add_elo(plan, 0, 10);
    add_elo(plan, 0, 50);
    add_odds(plan, 0.25);
    add_odds(plan, 0.1);
}

static char *print_bytes(double bytes, char text[24]) {
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    int unit = 0;
    for (; bytes >= 1000 && unit + 1 < ARRAY_LENGTH(units); unit++)
        bytes /= 1000;
    snprintf(text, 24, "%.3g %s", bytes, units[unit]);
    return text;
}

static char *print_hours(double hours, char text[24]) {
    double seconds = hours * 3600;
    if (hours < 0.1)
        snprintf(text, 24, seconds < 10 ? "%.2g s" : "%.0f s", seconds);
    else
        snprintf(text, 24, hours < 10 ? "%.2f" : "%.0f", hours);
    return text;
}

static void print_text(const struct plan *plan) {
    const struct options *options = plan->options;
    const struct measurement *measurement = plan->measurement;
    char bytes[24], hours[24];
    printf("\n%s, %s: %lld games measured on %lld thread%s\n\n",
           measurement->config->tables->variant.title, measurement->config->player[0].name,
           (long long)measurement->games, options->play.threads,
           options->play.threads == 1 ? "" : "s");
    printf("  a game     %.3g core-seconds, %.0f plies, %s of log\n", plan->cost.core_seconds,
           (double)measurement->plies / (double)measurement->games,
           print_bytes(plan->cost.bytes, bytes));
    printf("  draws      %.0f%% (%.0f..%.0f), planned with %.0f%%\n", 100 * plan->draws.value,
           100 * plan->draws.low, 100 * plan->draws.high, 100 * plan->planned_draws);
    printf("\n  %-46s %12s %10s %9s  %s\n", "to know", "games", "core-hours", "log", "array tasks");
    for (int i = 0; i < plan->count; i++) {
        struct bill bill =
            plan_bill(plan->design[i].games, plan->cost, (double)options->cpus, options->hours);
        printf("  %-46s %12.0f %10s %9s  %.0f of %.3gh x %lld cpu%s\n", plan->design[i].what,
               bill.games, print_hours(bill.core_hours, hours), print_bytes(bill.bytes, bytes),
               bill.tasks, options->hours, options->cpus, options->cpus == 1 ? "" : "s");
    }
}

static void print_json(const struct plan *plan) {
    const struct measurement *measurement = plan->measurement;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "variant", measurement->config->tables->variant.name);
    cJSON_AddStringToObject(json, "player", measurement->config->player[0].name);
    cJSON_AddNumberToObject(json, "games_measured", (double)measurement->games);
    cJSON_AddNumberToObject(json, "core_seconds_a_game", plan->cost.core_seconds);
    cJSON_AddNumberToObject(json, "bytes_a_game", plan->cost.bytes);
    cJSON_AddNumberToObject(json, "plies_a_game",
                            (double)measurement->plies / (double)measurement->games);
    cJSON_AddNumberToObject(json, "draws", plan->draws.value);
    cJSON_AddNumberToObject(json, "draws_lo95", plan->draws.low);
    cJSON_AddNumberToObject(json, "draws_hi95", plan->draws.high);
    cJSON_AddNumberToObject(json, "draws_planned", plan->planned_draws);
    cJSON *list = cJSON_AddArrayToObject(json, "designs");
    for (int i = 0; i < plan->count; i++) {
        struct bill bill = plan_bill(plan->design[i].games, plan->cost, (double)plan->options->cpus,
                                     plan->options->hours);
        cJSON *design = cJSON_CreateObject();
        cJSON_AddItemToArray(list, design);
        cJSON_AddStringToObject(design, "what", plan->design[i].what);
        cJSON_AddNumberToObject(design, "games", bill.games);
        cJSON_AddNumberToObject(design, "arms", plan->design[i].arms);
        cJSON_AddNumberToObject(design, "core_hours", bill.core_hours);
        cJSON_AddNumberToObject(design, "bytes", bill.bytes);
        cJSON_AddNumberToObject(design, "tasks", bill.tasks);
    }
    char *text = cJSON_Print(json);
    if (text)
        puts(text);
    cJSON_free(text);
    cJSON_Delete(json);
}

// Says what is hopeless with the games or core-hours at hand, and what they would do.
static int judge(const struct plan *plan) {
    const struct options *options = plan->options;
    double games = options->play.games_given ? (double)options->play.games : INFINITY;
    if (options->budget > 0)
        games = fmin(games, plan_affordable(options->budget, plan->cost));
    int code = EXIT_DONE;
    for (int i = 0; i < plan->count; i++) {
        const struct design *design = &plan->design[i];
        if (design->games <= games)
            continue;
        double each = fmax(floor(games / design->arms), 1);
        code = fail(EXIT_CHECK,
                    "hopeless: '%s' needs %.0f games (%.3g core-hours), there are %.0f; those give "
                    "+-%.2g points on a score%s",
                    design->what, design->games, design->games * plan->cost.core_seconds / 3600,
                    games, 100 * plan_half_width_of(each, plan->planned_draws),
                    design->arms > 1 ? " of each arm" : "");
    }
    return code;
}

static int run(const struct options *options, struct setup *setup) {
    struct measurement measurement = {.config = &setup->config};
    struct error error = {""};
    if (!play_options_config(&options->play, &setup->config, &setup->list, &error) ||
        !config_finish(&setup->config, false, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    int code = measure(options, &measurement);
    if (code != EXIT_DONE)
        return code;
    struct plan plan = {.options = options, .measurement = &measurement};
    double games = (double)measurement.games;
    plan.cost = (struct cost){measurement.core_seconds / games, (double)measurement.bytes / games};
    plan.draws = measured_share((double)measurement.draws, games);
    plan.planned_draws = options->draws >= 0 ? options->draws : plan.draws.low;
    list_designs(&plan);
    if (options->json)
        print_json(&plan);
    else
        print_text(&plan);
    code = terminal_finish();
    return code == EXIT_DONE ? judge(&plan) : code;
}

int cmd_plan(int argc, char **argv) {
    static const struct argp_child children[] = {
        {&play_options_argp, 0, "Games:", 3}, {&game_options_argp, 0, "Rules:", 4}, {0}};
    static const struct argp argp = {
        option_list,
        parse_option,
        "VARIANT",
        "Play for some seconds, then say how many games, core-hours and bytes an answer takes, and "
        "how many array tasks.\v"
        "With --budget or --games, a plan that they cannot pay for is refused with exit code 3, "
        "and what they would do instead is said.",
        children,
        0,
        0};
    struct options options = {
        .power = 0.8, .kappa = 0.15, .draws = -1, .seconds = 5, .hours = 2, .arms = 2};
    struct setup setup;
    int code = setup_begin(&setup, &argp, argc, argv, &options, &options.play, &options.game);
    if (!options.cpus)
        options.cpus = options.play.threads;
    if (code == EXIT_DONE)
        code = run(&options, &setup);
    setup_destroy(&setup);
    return code;
}
