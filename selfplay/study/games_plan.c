// SPDX-License-Identifier: GPL-3.0-or-later
#include "games_plan.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include "first_move.h"
#include "measured_cell.h"
#include "sprt.h"
#include "tally.h"
#include "workers.h"

// --- The pilot -----------------------------------------------------------------------------------

enum { TIMES_MOST = 64 }; // the limit of the part, for find_deep

static bool count_games(void *context, const struct game_record *const *records, int count,
                        struct error *error) {
    struct measurement *measurement = context;
    struct buffer moves = buffer_init(), text = buffer_init();
    static const char run[] = "r000000000000"; // as long as any run's key
    char rules[RULES_TEXT];
    bool taken = true;
    for (int i = 0; i < count; i++) {
        struct game_row row = game_row_of(measurement->config, records[i], run, &moves, rules);
        game_row_write(&text, &row);
        game_positions_write(records[i], run, &text);
        measurement->draws += row.result == RESULT_DRAW;
        measurement->plies += row.plies;
        depths_add(&measurement->depths, &row.first_depths);
        depths_add(&measurement->depths, &row.second_depths);
        taken = taken && (!measurement->take ||
                          measurement->take(measurement->context, measurement->part, &row, error));
    }
    measurement->games += count;
    measurement->bytes += (int64_t)text.length;
    buffer_destroy(&moves);
    buffer_destroy(&text);
    return taken;
}

static bool go_on(void *context) {
    const struct measurement *measurement = context;
    return !observer_stop(measurement->observer);
}

// The next games.
static enum work_end play(struct measurement *measurement, int64_t games, int threads,
                          struct error *error) {
    struct work work = {.config = measurement->config,
                        .begin = measurement->games,
                        .end = measurement->games + games,
                        .threads = threads,
                        .commit = count_games,
                        .watch = go_on,
                        .context = measurement};
    struct workers *workers = workers_create(&work);
    enum work_end end = !workers_run(workers, error) ? WORK_FAILED
                        : workers_stopped(workers)   ? WORK_STOPPED
                                                     : WORK_DONE;
    workers_destroy(workers);
    if (end == WORK_STOPPED)
        observer_say(measurement->observer, "stopped while measuring; nothing is known yet");
    return end;
}

// Plays `pilot` games or, where that is 0, for about so many seconds: whole batches, each larger
// than the last, since a window of time would miss the long games.
static enum work_end measure(struct measurement *measurement, int64_t pilot, double seconds,
                             int threads, struct error *error) {
    double begun = clock_seconds(), cpu_begun = cpu_seconds();
    int64_t batch = 2 * threads;
    enum work_end end = pilot ? play(measurement, pilot, threads, error) : WORK_DONE;
    // On a busy machine the processor's time is what counts, but nobody waits for ever.
    for (; !pilot && end == WORK_DONE && cpu_seconds() - cpu_begun < seconds &&
           clock_seconds() - begun < 10 * seconds;
         batch *= 2)
        end = play(measurement, batch, threads, error);
    measurement->core_seconds = cpu_seconds() - cpu_begun;
    return end;
}

// The players have a limit of nodes and see fewer than DEPTHS_ENOUGH plies in the median.
static bool is_shallow(const struct measurement *part) {
    return part->config->player[PLAYER_A].limits.nodes > 0 && depths_moves(&part->depths) > 0 &&
           depths_median(&part->depths) < DEPTHS_ENOUGH;
}

// Looks for deeper play among 2 to 64 times the limit of `part`, by a pair of games at each;
// without `pilot` for some seconds at the most. `deep` stays as it is where none is found.
static enum work_end find_deep(const struct measurement *part, int64_t pilot, double seconds,
                               int threads, struct deep *deep, struct error *error) {
    struct config config = *part->config;
    double begun = cpu_seconds();
    for (uint64_t times = 2;
         times <= TIMES_MOST && (pilot || cpu_seconds() - begun < seconds) && !deep->nodes;
         times *= 2) {
        struct measurement measurement = {.config = &config, .observer = part->observer};
        double before = cpu_seconds();
        for (int i = 0; i < PLAYERS; i++)
            config.player[i].limits.nodes = times * part->config->player[i].limits.nodes;
        enum work_end end = play(&measurement, 2, threads, error);
        if (end != WORK_DONE)
            return end;
        if (depths_median(&measurement.depths) >= DEPTHS_ENOUGH)
            *deep = (struct deep){config.player[PLAYER_A].limits.nodes,
                                  (cpu_seconds() - before) / (double)measurement.games};
    }
    return WORK_DONE;
}

// --- The designs ---------------------------------------------------------------------------------

// `games`: of each run at one part.
__attribute__((format(printf, 4, 5))) static void add(struct plan *plan, double games, double runs,
                                                      const char *format, ...) {
    struct plan_design *design = &plan->design[plan->count++];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(design->what, sizeof design->what, format, arguments);
    va_end(arguments);
    design->runs = runs * plan->games->parts;
    design->games = games * design->runs;
    design->low = design->high = NAN;
}

// From the start position the games of all x together tell the limit, copies left out.
static const char *score_of(const struct plan *plan) {
    return plan->times > 1 ? "first player's score, x to 0, distinct games:"
                           : "first player's score";
}

static void add_half_width(struct plan *plan, double half) {
    add(plan, ceil(plan->times * plan_half_width(half, plan->planned_draws)), 1, "%s +-%.3g points",
        score_of(plan), 100 * half);
}

static void add_difference(struct plan *plan, double difference) {
    double power = plan->options->power;
    add(plan, plan_difference(difference, plan->planned_draws, power, plan->arms - 1), plan->arms,
        "%.3g points between %d arms, power %.3g", 100 * difference, plan->arms, power);
}

static void add_equivalence(struct plan *plan, double margin) {
    double power = plan->options->power;
    add(plan, plan_equivalence(margin, plan->planned_draws, power, plan->arms - 1), plan->arms,
        "equal within %.3g points, %d arms, power %.3g", 100 * margin, plan->arms, power);
}

// Against --plan-for's E0, which is 0 where it is not given.
static void add_elo(struct plan *plan, double elo1) {
    double elo0 = plan->options->elo[0];
    struct sprt sprt = {.elo0 = elo0, .elo1 = elo1, .alpha = 0.05, .beta = 0.05};
    add(plan, sprt_games_worst(&sprt), 1, "match, %g against %g nElo, at the worst", elo0, elo1);
}

static void add_worth(struct plan *plan, double half) {
    for (int i = 0; i < plan->kinds; i++) {
        const struct plan_kind *kind = &plan->kind[i];
        struct plan_design *design = &plan->design[plan->count];
        add(plan, ceil(pow(kind->half_width / half, 2)), plan->games->runs,
            "a piece %s +-%.3g mean pieces", kind->name, half);
        design->low = ceil(pow(kind->low / half, 2)) * design->runs;
        design->high = ceil(pow(kind->high / half, 2)) * design->runs;
    }
}

// What the command's own games tell. What is told goes with the inverse root of their number.
static void add_own(struct plan *plan) {
    const struct plan_games *own = plan->games;
    const struct plan_options *options = plan->options;
    double half = plan_half_width_of(own->games / plan->times, plan->planned_draws);
    double elo = 1600 / log(10) * half;
    char what[PLAN_WHAT];
    if (own->questions == 0) {
        add(plan, own->games, own->runs, "these games");
        return;
    }
    if (own->questions & PLAN_ARMS)
        snprintf(what, sizeof what, "%.2g points between %d arms, power %.3g",
                 sqrt(plan_difference(0.01, plan->planned_draws, options->power, plan->arms - 1) /
                      own->games),
                 plan->arms, options->power);
    else if (own->questions & PLAN_WORTH)
        snprintf(what, sizeof what, "a piece %s +-%.2g mean pieces", plan->kind[0].name,
                 plan->kind[0].half_width / sqrt(own->games));
    else if (own->questions & PLAN_STRENGTH)
        snprintf(what, sizeof what, "Elo of equal players +-%.*f", elo < 10, elo);
    else
        snprintf(what, sizeof what, "%s +-%.2g points", score_of(plan), 100 * half);
    add(plan, own->games, own->runs, "these games: %s", what);
}

static void list_designs(struct plan *plan) {
    const struct plan_options *options = plan->options;
    const struct {
        void (*add)(struct plan *plan, double value);
        double asked; // 0: not
        enum plan_question question;
        double overview[3]; // where nothing is asked
    } kinds[] = {
        {add_half_width, options->half_width, PLAN_SCORE, {0.05, 0.02, 0.01}},
        {add_difference, options->difference, PLAN_ARMS, {0.05, 0.02}},
        {add_equivalence, options->equivalence, PLAN_ARMS, {0.025}},
        {add_elo, options->elo[1], PLAN_STRENGTH, {50, 10}},
        {add_worth, options->worth, PLAN_WORTH, {0.1, 0.05}},
    };
    add_own(plan);
    for (int i = 0; i < ARRAY_LENGTH(kinds); i++)
        if (kinds[i].asked > 0 || (kinds[i].add == add_elo && options->elo_given))
            kinds[i].add(plan, kinds[i].asked);
    plan->asked = plan->count > 1;
    for (int i = 0; i < ARRAY_LENGTH(kinds) && !plan->asked; i++)
        for (int k = 0; k < 3 && kinds[i].overview[k] > 0; k++)
            if (plan->games->questions & kinds[i].question)
                kinds[i].add(plan, kinds[i].overview[k]);
}

static const struct answer_column part_columns[] = {
    {"part", ""},
    {"games_measured", "games measured", ANSWER_COUNT},
    {"core_seconds_a_game", "core-seconds a game", ANSWER_DIGITS, 3},
    {"plies_a_game", "plies", ANSWER_NUMBER, 0},
    {"median_plies", "depth, median", ANSWER_COUNT},
    {"without_ply", "no ply", ANSWER_SHARE, 0},
    {"bytes_a_game", "log", ANSWER_BYTES},
};
static const struct answer_column facts[] = {
    {"draws", "draws", ANSWER_SHARE, 0, ANSWER_INTERVAL},
    {"draws_planned", "planned with", ANSWER_SHARE, 0},
    {"memory", "memory", ANSWER_BYTES},
    {"seconds", "time of these games here", ANSWER_DURATION},
    {"room", "room in the folder", ANSWER_BYTES},
};
static const struct answer_column design_columns[] = {
    {"what", "to know"},
    {"games_a_run", NULL, ANSWER_COUNT}, // what --games takes; labelled where it is not all games
    {"games", "games", ANSWER_COUNT},
    {"arms"}, // runs
    {"core_hours"},
    {NULL, "core time", ANSWER_DURATION},
    {"bytes", "log", ANSWER_BYTES},
    {"tasks", "tasks", ANSWER_COUNT, 0, ANSWER_WIDE},
};

// Some design is of several runs, for each of which --games is said.
static bool has_runs(const struct plan *plan) {
    for (int i = 0; i < plan->count; i++)
        if (plan->design[i].runs > 1)
            return true;
    return false;
}

static struct bill bill_of(const struct plan *plan, const struct plan_design *design, double cpus) {
    return plan_bill(design->games, plan->cost, cpus, plan->options->hours);
}

// What a headline needs, where the own players do not see it.
static void add_deep(struct answer *answer, const struct plan *plan) {
    const struct measurement *last = &plan->part[plan->games->parts - 1];
    for (int i = 0; i < plan->games->parts; i++)
        depths_warn(answer, plan->games->part[i].name, &plan->part[i].depths);
    answer_key(answer, "deep_nodes", cell_if(plan->deep.nodes > 0, (double)plan->deep.nodes));
    if (plan->deep.nodes > 0)
        answer_sentence(answer,
                        "A headline needs players that see %d plies in the median: about "
                        "%" PRIu64 " nodes, %.2g core-seconds a game.",
                        DEPTHS_ENOUGH, plan->deep.nodes, plan->deep.core_seconds);
    else if (is_shallow(last))
        answer_sentence(answer,
                        "A headline needs players that see %d plies in the median: these do not, "
                        "nor do those of several times the nodes.",
                        DEPTHS_ENOUGH);
}

struct answer plan_answer(const struct plan *plan) {
    const struct config *config = plan->part[0].config;
    const struct plan_options *options = plan->options;
    const struct plan_games *games = plan->games;
    long long cpus = options->cpus ? options->cpus : games->threads;
    struct answer answer = answer_init(config->tables->variant.title);
    bool two = strcmp(config->player[0].name, config->player[1].name) != 0;
    answer_head(&answer, "%s%s%s", config->player[0].name, two ? " against " : "",
                two ? config->player[1].name : "");
    answer_head(&answer, "%d thread%s", games->threads, games->threads == 1 ? "" : "s");
    answer_head(&answer, "a task has %lld cpu%s for %.3gh", cpus, cpus == 1 ? "" : "s",
                options->hours);
    answer_key(&answer, "variant", cell_text(config->tables->variant.name));
    answer_key(&answer, "player", cell_text(config->player[0].name));
    if (two)
        answer_key(&answer, "against", cell_text(config->player[1].name));
    struct answer_column columns[ARRAY_LENGTH(part_columns)];
    memcpy(columns, part_columns, sizeof columns);
    columns[0].label = games->part[0].name ? "" : NULL;
    answer_table(&answer, "parts", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < games->parts; i++) {
        const struct measurement *part = &plan->part[i];
        double count = (double)part->games;
        ANSWER_ROW(&answer, cell_text(games->part[i].name), cell_number(count),
                   cell_number(part->core_seconds / count),
                   cell_number((double)part->plies / count),
                   cell_if(depths_moves(&part->depths) > 0, depths_median(&part->depths)),
                   cell_if(depths_moves(&part->depths) > 0, depths_none(&part->depths)),
                   cell_number((double)part->bytes / count));
    }
    add_deep(&answer, plan);
    const struct answer_cell cells[] = {
        cell_measured(plan->draws), cell_number(plan->planned_draws), cell_number(plan->memory),
        cell_number(plan->design[0].games * plan->cost.core_seconds / games->threads),
        cell_number(plan->room)};
    answer_facts(&answer, facts, ARRAY_LENGTH(facts) - isnan(plan->room), cells);
    struct answer_column designs[ARRAY_LENGTH(design_columns)];
    memcpy(designs, design_columns, sizeof designs);
    designs[2].flags = plan->kinds ? ANSWER_INTERVAL | ANSWER_OMIT : 0;
    if (has_runs(plan) && !(games->part[0].games > 0)) { // parts of their own numbers have no one
        designs[1].label = "games a run";
        for (int i = 2; i < ARRAY_LENGTH(designs); i++)
            designs[i].group = "in all";
    }
    answer_table(&answer, "designs", NULL, designs, ARRAY_LENGTH(designs));
    for (int i = 0; i < plan->count; i++) {
        const struct plan_design *design = &plan->design[i];
        struct bill bill = bill_of(plan, design, (double)cpus);
        ANSWER_ROW(&answer, cell_text(design->what), cell_number(design->games / design->runs),
                   cell_interval(bill.games, design->low, design->high), cell_number(design->runs),
                   cell_number(bill.core_hours), cell_number(3600 * bill.core_hours),
                   cell_number(bill.bytes), cell_number(bill.tasks));
    }
    return answer;
}

// What so many games of each run give.
static void print_given(const struct plan *plan, double games, struct buffer *text) {
    if (plan->kinds)
        buffer_printf(text, "a piece %s +-%.2g mean pieces", plan->kind[0].name,
                      plan->kind[0].half_width / sqrt(games));
    else
        buffer_printf(text, "+-%.2g points on a score",
                      100 * plan_half_width_of(games / plan->times, plan->planned_draws));
}

bool plan_hopeless(const struct plan *plan, struct buffer *lines) {
    const struct plan_games *own = plan->games;
    double budget = plan->options->budget;
    double affordable = budget > 0 ? plan_affordable(budget, plan->cost) : INFINITY;
    double bytes = bill_of(plan, &plan->design[0], 1).bytes;
    bool found = bytes > plan->room;
    if (found)
        buffer_printf(lines, "hopeless: these games take %.3g GB, %s has room for %.3g GB\n",
                      bytes / 1e9, own->folder, plan->room / 1e9);
    for (int i = 0; i < (plan->asked ? plan->count : 1); i++) {
        const struct plan_design *design = &plan->design[i];
        double games = own->games_given ? own->games * design->runs : INFINITY;
        games = fmin(games, affordable);
        if (design->games <= games)
            continue;
        double each = fmax(floor(games / design->runs), 1);
        double hours = bill_of(plan, design, 1).core_hours;
        if (design->runs > 1)
            buffer_printf(lines,
                          "hopeless: '%s' needs %.0f games a run, %.0f in all (%.3g core-hours), "
                          "there are %.0f a run; those give ",
                          design->what, design->games / design->runs, design->games, hours, each);
        else
            buffer_printf(lines,
                          "hopeless: '%s' needs %.0f games (%.3g core-hours), there are %.0f; "
                          "those give ",
                          design->what, design->games, hours, games);
        print_given(plan, each, lines);
        buffer_char(lines, '\n');
        found = true;
    }
    return found;
}

// Bytes that are left in a folder, or in the nearest one above it that is there; NAN: not known.
static double room_in(const char *folder) {
    char path[PATH_MAX];
    struct statvfs disk;
    if (!folder || snprintf(path, sizeof path, "%s", folder) >= (int)sizeof path)
        return NAN;
    while (statvfs(path, &disk) != 0) {
        char *slash = strrchr(path, '/');
        if (errno != ENOENT || strcmp(path, ".") == 0)
            return NAN;
        if (slash == path)
            strcpy(path, "/");
        else if (slash)
            *slash = 0;
        else
            strcpy(path, ".");
    }
    return (double)disk.f_bavail * (double)disk.f_frsize;
}

// A part's share of the games.
static double share_of(const struct plan_games *games, int part) {
    double all = 0;
    for (int i = 0; i < games->parts; i++)
        all += games->part[i].games;
    return all > 0 ? games->part[part].games / all : 1.0 / games->parts;
}

static double times_of(const struct plan_games *games) {
    const struct near_ladder *ladder = &games->part[0].config->opening.ladder;
    double near[NEAR_RUNGS];
    for (int i = 0; i < ladder->rungs; i++)
        near[i] = ladder->near[i];
    return ladder->rungs > 1 && games->questions == PLAN_SCORE
               ? first_move_cost(near, ladder->rungs)
               : 1;
}

// Every part, and what a game costs by their shares.
static enum work_end measure_parts(struct plan *plan, double seconds,
                                   const struct observer *observer, struct error *error) {
    const struct plan_games *games = plan->games;
    double played = 0, draws = 0;
    for (int i = 0; i < games->parts; i++) {
        struct measurement *part = &plan->part[i];
        *part = (struct measurement){.config = games->part[i].config,
                                     .observer = observer,
                                     .take = games->worth ? games->worth->take : NULL,
                                     .context = games->worth ? games->worth->context : NULL,
                                     .part = i};
        enum work_end end =
            measure(part, plan->options->pilot, seconds / games->parts, games->threads, error);
        if (end != WORK_DONE)
            return end;
        played += (double)part->games;
        draws += (double)part->draws;
        double share = share_of(games, i);
        plan->cost.core_seconds += share * part->core_seconds / (double)part->games;
        plan->cost.bytes += share * (double)part->bytes / (double)part->games;
    }
    plan->draws = measured_share(draws, played);
    return WORK_DONE;
}

enum work_end plan_measure(struct plan *plan, const struct plan_options *options,
                           const struct plan_games *games, const struct observer *observer,
                           struct error *error) {
    const struct plan_worth *worth = games->worth;
    double usual = worth ? 60 : 5, seconds = options->seconds > 0 ? options->seconds : usual;
    *plan = (struct plan){.options = options,
                          .games = games,
                          .room = room_in(games->folder),
                          .times = times_of(games)};
    enum work_end end = measure_parts(plan, seconds, observer, error);
    const struct measurement *last = &plan->part[games->parts - 1];
    if (end == WORK_DONE && is_shallow(last))
        end = find_deep(last, options->pilot, seconds, games->threads, &plan->deep, error);
    if (end != WORK_DONE)
        return end;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    plan->memory = 1024.0 * (double)usage.ru_maxrss;
    plan->planned_draws = options->draws >= 0 ? options->draws : plan->draws.low;
    plan->arms = options->arms ? (int)options->arms : games->arms ? games->arms : 2;
    if (worth)
        plan->kinds = worth->tell(worth->context, plan->kind, error);
    plan->too_few = worth && plan->kinds == 0;
    if (plan->too_few)
        return WORK_FAILED;
    list_designs(plan);
    return WORK_DONE;
}
