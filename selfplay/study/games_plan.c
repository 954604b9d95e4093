// SPDX-License-Identifier: GPL-3.0-or-later
#include "games_plan.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include "blocks.h"
#include "first_move.h"
#include "measured_cell.h"
#include "sprt.h"
#include "statistics.h"
#include "tally.h"
#include "workers.h"

enum { DESIGNS = 16, WHAT = 128 }; // at most
enum { TIMES_MOST = 64 };          // the limit of the part, for find_deep

// What the games of a part have shown.
struct pilot {
    const struct config *config;
    const struct observer *observer;
    const struct plan_worth *worth; // takes the games; NULL: nobody asks for them
    int part;
    int64_t games, draws, plies, bytes;
    struct depths depths; // of both players
    double core_seconds;
};

// A question and its games; the first are the command's own.
struct design {
    char what[WHAT];
    double games, runs; // of all parts
    double low, high;   // 95% of the games by what the pilot knows; NAN: not said
};

struct planning {
    const struct plan_options *options;
    const struct plan_games *games;
    struct pilot part[PLAN_PARTS];
    double core_seconds, bytes; // of a game, on average over the parts
    struct measured draws;
    double planned_draws;
    // Where no part sees deep enough: the first limit, twice the nodes each time, whose players see
    // DEPTHS_ENOUGH plies in the median; 0: the time was over, or no nodes are limited.
    uint64_t deep_nodes;
    double deep_seconds; // of a game
    double room;         // bytes that are left where the games go; NAN: not known
    double times;        // games of a first player's score for one of a plain score
    int arms, kinds;     // kinds: of worth, see struct plan_worth
    struct plan_kind kind[PLAN_KINDS];
    bool asked; // for designs; otherwise they are an overview
    int count;
    struct design design[DESIGNS];
};

// --- The pilot -----------------------------------------------------------------------------------

static bool count_games(void *context, const struct game_record *const *records, int count,
                        struct error *error) {
    struct pilot *pilot = context;
    struct buffer moves = buffer_init(), text = buffer_init();
    static const char run[] = "r000000000000"; // as long as any run's key
    char rules[RULES_TEXT];
    bool taken = true;
    for (int i = 0; i < count; i++) {
        struct game_row row = game_row_of(pilot->config, records[i], run, &moves, rules);
        game_row_write(&text, &row);
        game_positions_write(records[i], run, &text);
        pilot->draws += row.result == RESULT_DRAW;
        pilot->plies += row.plies;
        depths_add(&pilot->depths, &row.first_depths);
        depths_add(&pilot->depths, &row.second_depths);
        taken = taken && (!pilot->worth ||
                          pilot->worth->take(pilot->worth->context, pilot->part, &row, error));
    }
    pilot->games += count;
    pilot->bytes += (int64_t)text.length;
    buffer_destroy(&moves);
    buffer_destroy(&text);
    return taken;
}

// The next games.
static enum work_end play(struct pilot *pilot, int64_t games, int threads, struct error *error) {
    struct work work = {.config = pilot->config,
                        .begin = pilot->games,
                        .end = pilot->games + games,
                        .threads = threads,
                        .commit = count_games,
                        .observer = pilot->observer,
                        .context = pilot};
    struct workers *workers = workers_create(&work);
    double begun = cpu_seconds();
    enum work_end end = !workers_run(workers, error) ? WORK_FAILED
                        : workers_stopped(workers)   ? WORK_STOPPED
                                                     : WORK_DONE;
    workers_destroy(workers);
    pilot->core_seconds += cpu_seconds() - begun;
    if (end == WORK_STOPPED)
        observer_say(pilot->observer, "stopped while measuring; nothing is known yet");
    return end;
}

// Plays the games that are asked for or, without, for about so many seconds: whole batches, each
// larger than the last, since a window of time would miss the long games.
static enum work_end measure(const struct planning *plan, struct pilot *pilot, double seconds,
                             struct error *error) {
    int threads = plan->games->threads;
    if (plan->options->pilot)
        return play(pilot, plan->options->pilot, threads, error);
    double begun = clock_seconds();
    enum work_end end = WORK_DONE;
    // On a busy machine the processor's time is what counts, but nobody waits for ever.
    for (int64_t batch = 2 * threads; end == WORK_DONE && pilot->core_seconds < seconds &&
                                      clock_seconds() - begun < 10 * seconds;
         batch *= 2)
        end = play(pilot, batch, threads, error);
    return end;
}

// The players have a limit of nodes and see fewer than DEPTHS_ENOUGH plies in the median.
static bool is_shallow(const struct pilot *part) {
    return part->config->player[PLAYER_A].limits.nodes > 0 && depths_moves(&part->depths) > 0 &&
           depths_median(&part->depths) < DEPTHS_ENOUGH;
}

// Looks for deeper play among 2 to 64 times the limit of `part`, by a pair of games at each, for
// some seconds at the most where nobody says how many games the pilot has.
static enum work_end find_deep(struct planning *plan, const struct pilot *part, double seconds,
                               struct error *error) {
    struct config config = *part->config;
    double spent = 0;
    for (uint64_t times = 2;
         times <= TIMES_MOST && (plan->options->pilot || spent < seconds) && !plan->deep_nodes;
         times *= 2) {
        struct pilot pilot = {.config = &config, .observer = part->observer};
        for (int i = 0; i < PLAYERS; i++)
            config.player[i].limits.nodes = times * part->config->player[i].limits.nodes;
        enum work_end end = play(&pilot, 2, plan->games->threads, error);
        if (end != WORK_DONE)
            return end;
        spent += pilot.core_seconds;
        if (depths_median(&pilot.depths) >= DEPTHS_ENOUGH) {
            plan->deep_nodes = config.player[PLAYER_A].limits.nodes;
            plan->deep_seconds = pilot.core_seconds / (double)pilot.games;
        }
    }
    return WORK_DONE;
}

// Every part, and what a game costs by their shares.
static enum work_end measure_parts(struct planning *plan, double seconds,
                                   const struct observer *observer, struct error *error) {
    const struct plan_games *games = plan->games;
    double played = 0, draws = 0, all = 0;
    for (int i = 0; i < games->parts; i++)
        all += games->part[i].games;
    for (int i = 0; i < games->parts; i++) {
        struct pilot *part = &plan->part[i];
        *part = (struct pilot){.config = games->part[i].config,
                               .observer = observer,
                               .worth = games->worth,
                               .part = i};
        enum work_end end = measure(plan, part, seconds / games->parts, error);
        if (end != WORK_DONE)
            return end;
        played += (double)part->games;
        draws += (double)part->draws;
        double share = all > 0 ? games->part[i].games / all : 1.0 / games->parts;
        plan->core_seconds += share * part->core_seconds / (double)part->games;
        plan->bytes += share * (double)part->bytes / (double)part->games;
    }
    plan->draws = measured_share(draws, played);
    plan->planned_draws = plan->options->draws >= 0 ? plan->options->draws : plan->draws.low;
    const struct pilot *last = &plan->part[games->parts - 1];
    return is_shallow(last) ? find_deep(plan, last, seconds, error) : WORK_DONE;
}

// --- The designs ---------------------------------------------------------------------------------

// `games`: of each run at one part.
__attribute__((format(printf, 4, 5))) static struct design *
add(struct planning *plan, double games, double runs, const char *format, ...) {
    struct design *design = &plan->design[plan->count++];
    FORMAT_ARGUMENTS(design->what, sizeof design->what, format);
    design->runs = runs * plan->games->parts;
    design->games = games * design->runs;
    design->low = design->high = NAN;
    return design;
}

// From the start position the games of all x together tell the limit, copies left out; of arms, how
// far their limits are apart.
static const char *score_of(const struct planning *plan) {
    return plan->times > 1 ? "first player's score, x to 0, distinct games:"
                           : "first player's score";
}

static void add_half_width(struct planning *plan, double half) {
    add(plan, ceil(plan->times * plan_half_width(half, plan->planned_draws)), plan->games->runs,
        "%s +-%.3g points", score_of(plan), 100 * half);
}

static const char *limit_of(const struct planning *plan) {
    return plan->times > 1 ? ", x to 0" : "";
}

static void add_difference(struct planning *plan, double difference) {
    double power = plan->options->power;
    add(plan,
        ceil(plan->times * plan_difference(difference, plan->planned_draws, power, plan->arms - 1)),
        plan->arms, "%.3g points between %d arms%s, power %.3g", 100 * difference, plan->arms,
        limit_of(plan), power);
}

static void add_equivalence(struct planning *plan, double margin) {
    double power = plan->options->power;
    add(plan,
        ceil(plan->times * plan_equivalence(margin, plan->planned_draws, power, plan->arms - 1)),
        plan->arms, "equal within %.3g points%s, %d arms, power %.3g", 100 * margin, limit_of(plan),
        plan->arms, power);
}

// Against --plan-for's E0, which is 0 where it is not given.
static void add_elo(struct planning *plan, double elo1) {
    double elo0 = plan->options->elo[0];
    struct sprt sprt = {.elo0 = elo0, .elo1 = elo1, .alpha = 0.05, .beta = 0.05};
    add(plan, sprt_games_worst(&sprt), 1, "match, %g against %g nElo, at the worst", elo0, elo1);
}

static void add_worth(struct planning *plan, double half) {
    for (int i = 0; i < plan->kinds; i++) {
        const struct plan_kind *kind = &plan->kind[i];
        struct design *design = add(plan, ceil(pow(kind->half_width / half, 2)), plan->games->runs,
                                    "a piece %s +-%.3g mean pieces", kind->name, half);
        design->low = ceil(pow(kind->low / half, 2)) * design->runs;
        design->high = ceil(pow(kind->high / half, 2)) * design->runs;
    }
}

// What the command's own games tell. What is told goes with the inverse root of their number.
static void add_own(struct planning *plan) {
    const struct plan_games *own = plan->games;
    double half = plan_half_width_of(own->games / plan->times, plan->planned_draws);
    double power = plan->options->power, elo = 1600 / log(10) * half;
    char what[WHAT] = "";
    if (own->questions & PLAN_ARMS)
        snprintf(
            what, sizeof what, ": %.2g points between %d arms%s, power %.3g",
            sqrt(plan->times * plan_difference(0.01, plan->planned_draws, power, plan->arms - 1) /
                 own->games),
            plan->arms, limit_of(plan), power);
    else if (own->questions & PLAN_WORTH)
        snprintf(what, sizeof what, ": a piece %s +-%.2g mean pieces", plan->kind[0].name,
                 plan->kind[0].half_width / sqrt(own->games));
    else if (own->questions & PLAN_STRENGTH)
        snprintf(what, sizeof what, ": Elo of equal players +-%.*f", elo < 10, elo);
    else if (own->questions)
        snprintf(what, sizeof what, ": %s +-%.2g points", score_of(plan), 100 * half);
    add(plan, own->games, own->runs, "these games%s", what);
}

static void list_designs(struct planning *plan) {
    const struct plan_options *options = plan->options;
    const struct {
        void (*add)(struct planning *plan, double value);
        bool wanted;
        double asked;
        enum plan_question question;
        double overview[3]; // where nothing is asked
    } kinds[] = {
        {add_half_width,
         options->half_width > 0,
         options->half_width,
         PLAN_SCORE,
         {0.05, 0.02, 0.01}},
        {add_difference, options->difference > 0, options->difference, PLAN_ARMS, {0.05, 0.02}},
        {add_equivalence, options->equivalence > 0, options->equivalence, PLAN_ARMS, {0.025}},
        {add_elo, options->elo_given, options->elo[1], PLAN_STRENGTH, {50, 10}},
        {add_worth, options->worth > 0, options->worth, PLAN_WORTH, {0.1, 0.05}},
    };
    add_own(plan);
    for (int i = 0; i < ARRAY_LENGTH(kinds); i++)
        if (kinds[i].wanted)
            kinds[i].add(plan, kinds[i].asked);
    plan->asked = plan->count > 1;
    for (int i = 0; i < ARRAY_LENGTH(kinds) && !plan->asked; i++)
        for (int k = 0; k < 3 && kinds[i].overview[k] > 0; k++)
            if (plan->games->questions & kinds[i].question)
                kinds[i].add(plan, kinds[i].overview[k]);
}

// --- The answer ----------------------------------------------------------------------------------

static const char *name_of(const struct plan_part *part) {
    return *part->name ? part->name : NULL;
}

static void add_parts(struct answer *answer, const struct planning *plan) {
    const struct plan_games *games = plan->games;
    const struct answer_column columns[] = {
        {"part", *games->part[0].name ? "" : NULL},
        {"games_measured", "games measured", ANSWER_COUNT},
        {"core_seconds_a_game", "core-seconds a game", ANSWER_DIGITS, 3},
        {"plies_a_game", "plies", ANSWER_NUMBER, 0},
        {"median_plies", "depth, median", ANSWER_COUNT},
        {"without_ply", "no ply", ANSWER_SHARE, 0},
        {"bytes_a_game", "log", ANSWER_BYTES},
    };
    answer_table(answer, "parts", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < games->parts; i++) {
        const struct pilot *part = &plan->part[i];
        double count = (double)part->games;
        ANSWER_ROW(answer, cell_text(name_of(&games->part[i])), cell_number(count),
                   cell_number(part->core_seconds / count),
                   cell_number((double)part->plies / count),
                   cell_if(depths_moves(&part->depths) > 0, depths_median(&part->depths)),
                   cell_if(depths_moves(&part->depths) > 0, depths_none(&part->depths)),
                   cell_number((double)part->bytes / count));
    }
}

// What a headline needs, where the own players do not see it.
static void add_deep(struct answer *answer, const struct planning *plan) {
    for (int i = 0; i < plan->games->parts; i++)
        depths_warn(answer, name_of(&plan->games->part[i]), &plan->part[i].depths);
    answer_key(answer, "deep_nodes", cell_if(plan->deep_nodes > 0, (double)plan->deep_nodes));
    if (plan->deep_nodes > 0)
        answer_sentence(answer,
                        "A headline needs players that see %d plies in the median: about "
                        "%" PRIu64 " nodes, %.2g core-seconds a game.",
                        DEPTHS_ENOUGH, plan->deep_nodes, plan->deep_seconds);
    else if (is_shallow(&plan->part[plan->games->parts - 1]))
        answer_sentence(answer,
                        "A headline needs players that see %d plies in the median: these do not, "
                        "nor do those of several times the nodes.",
                        DEPTHS_ENOUGH);
}

static double core_hours(const struct planning *plan, const struct design *design) {
    return design->games * plan->core_seconds / 3600;
}

static void add_designs(struct answer *answer, const struct planning *plan) {
    bool runs = false; // some design is of several, for each of which --games is said
    for (int i = 0; i < plan->count; i++)
        runs |= plan->design[i].runs > 1;
    runs &= !(plan->games->part[0].games > 0); // parts of their own numbers have no one
    const char *group = runs ? "in all" : NULL;
    const struct answer_column columns[] = {
        {"what", "to know"},
        {"games_a_run", runs ? "games a run" : NULL, ANSWER_COUNT}, // what --games takes
        {"games", "games", ANSWER_COUNT, 0, plan->kinds ? ANSWER_INTERVAL | ANSWER_OMIT : 0, group},
        {"arms", .group = group}, // runs
        {"core_hours", .group = group},
        {NULL, "core time", ANSWER_DURATION, .group = group},
        {"bytes", "log", ANSWER_BYTES, .group = group},
    };
    answer_table(answer, "designs", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < plan->count; i++) {
        const struct design *design = &plan->design[i];
        double hours = core_hours(plan, design);
        ANSWER_ROW(answer, cell_text(design->what), cell_number(design->games / design->runs),
                   cell_interval(design->games, design->low, design->high),
                   cell_number(design->runs), cell_number(hours), cell_number(3600 * hours),
                   cell_number(design->games * plan->bytes));
    }
}

static struct answer answer_of(const struct planning *plan) {
    static const struct answer_column facts[] = {
        {"draws", "draws", ANSWER_SHARE, 0, ANSWER_INTERVAL},
        {"draws_planned", "planned with", ANSWER_SHARE, 0},
        {"memory", "memory", ANSWER_BYTES},
        {"seconds", "time of these games here", ANSWER_DURATION},
        {"room", "room in the folder", ANSWER_BYTES},
    };
    const struct config *config = plan->part[0].config;
    const struct variant *variant = &config->tables->variant;
    int threads = plan->games->threads;
    struct answer answer = answer_init(variant->title);
    bool two = strcmp(config->player[0].name, config->player[1].name) != 0;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    answer_head(&answer, "%s%s%s", config->player[0].name, two ? " against " : "",
                two ? config->player[1].name : "");
    answer_head(&answer, "%d thread%s", threads, threads == 1 ? "" : "s");
    answer_key(&answer, "variant", cell_text(variant->name));
    answer_key(&answer, "player", cell_text(config->player[0].name));
    if (two)
        answer_key(&answer, "against", cell_text(config->player[1].name));
    add_parts(&answer, plan);
    add_deep(&answer, plan);
    const struct answer_cell cells[] = {
        cell_measured(plan->draws), cell_number(plan->planned_draws),
        cell_number(1024.0 * (double)usage.ru_maxrss),
        cell_number(plan->design[0].games * plan->core_seconds / threads), cell_number(plan->room)};
    answer_facts(&answer, facts, ARRAY_LENGTH(facts) - isnan(plan->room), cells);
    add_designs(&answer, plan);
    int64_t beyond = blocks_beyond(plan->games->processes);
    if (beyond) {
        answer_key(&answer, "games_beyond", cell_count(beyond));
        answer_sentence(&answer,
                        "%d processes play at most %" PRId64
                        " games beyond the end of a test, which do not count.",
                        plan->games->processes, beyond);
    }
    return answer;
}

static void find_hopeless(const struct planning *plan, struct buffer *lines) {
    const struct plan_games *own = plan->games;
    double affordable = plan->options->budget > 0
                            ? floor(plan->options->budget * 3600 / plan->core_seconds)
                            : INFINITY;
    double bytes = plan->design[0].games * plan->bytes;
    if (bytes > plan->room)
        buffer_printf(lines, "hopeless: these games take %.3g GB, %s has room for %.3g GB\n",
                      bytes / 1e9, own->folder, plan->room / 1e9);
    for (int i = 0; i < (plan->asked ? plan->count : 1); i++) {
        const struct design *design = &plan->design[i];
        double games = fmin(own->games_given ? own->games * design->runs : INFINITY, affordable);
        double each = fmax(floor(games / design->runs), 1);
        bool several = design->runs > 1;
        if (design->games <= games)
            continue;
        buffer_printf(lines, "hopeless: '%s' needs %.0f games", design->what,
                      design->games / design->runs);
        if (several)
            buffer_printf(lines, " a run, %.0f in all", design->games);
        buffer_printf(lines, " (%.3g core-hours), there are %.0f%s; those give ",
                      core_hours(plan, design), several ? each : games, several ? " a run" : "");
        if (plan->kinds)
            buffer_printf(lines, "a piece %s +-%.2g mean pieces\n", plan->kind[0].name,
                          plan->kind[0].half_width / sqrt(each));
        else
            buffer_printf(lines, "+-%.2g points on a score\n",
                          100 * plan_half_width_of(each / plan->times, plan->planned_draws));
    }
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

static double times_of(const struct plan_games *games) {
    const struct near_ladder *ladder = &games->part[0].config->opening.ladder;
    double near[NEAR_RUNGS];
    for (int i = 0; i < ladder->rungs; i++)
        near[i] = ladder->near[i];
    return ladder->rungs > 1 && (games->questions & PLAN_SCORE)
               ? first_move_cost(near, ladder->rungs)
               : 1;
}

enum work_end plan_make(struct plan *plan, const struct plan_options *options,
                        const struct plan_games *games, const struct observer *observer,
                        struct error *error) {
    const struct plan_worth *worth = games->worth;
    struct planning planning = {.options = options,
                                .games = games,
                                .room = room_in(games->folder),
                                .times = times_of(games),
                                .arms = options->arms ? (int)options->arms
                                        : games->arms ? games->arms
                                                      : 2};
    double seconds = options->seconds > 0 ? options->seconds : worth ? 60 : 5;
    enum work_end end = measure_parts(&planning, seconds, observer, error);
    *plan = (struct plan){.hopeless = buffer_init()};
    if (end != WORK_DONE)
        return end;
    if (worth)
        planning.kinds = worth->tell(worth->context, planning.kind, error);
    plan->too_few = worth && planning.kinds == 0;
    if (plan->too_few)
        return WORK_FAILED;
    list_designs(&planning);
    plan->answer = answer_of(&planning);
    find_hopeless(&planning, &plan->hopeless);
    return WORK_DONE;
}
