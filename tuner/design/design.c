// SPDX-License-Identifier: GPL-3.0-or-later
#include "design.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare_answer.h"
#include "file.h"
#include "json_file.h"
#include "memory.h"
#include "net.h"
#include "number.h"

enum { PILOT_GAMES = 32, PATH_ROOM = PATH_MAX - 256 };
// A piece that each side has once differs in two games of five, and is measured by 30 of these.
enum { ARMIES_LEAST = 100 };

uint64_t design_middle(const struct design *design) {
    return design->ladder->ladder[design->ladder->ladder_count / 2];
}

static uint64_t seed_of(const struct design *design, const char *name) {
    char text[64];
    snprintf(text, sizeof text, "%s %" PRIu64, name, design->play->seed);
    return text_hash(text, strlen(text)) & INT64_MAX;
}

// --- Players -------------------------------------------------------------------------------------

static bool same_inputs(const struct tables *a, const struct tables *b) {
    struct net_inputs one = {0}, other = {0};
    net_inputs_fill(&one, a);
    net_inputs_fill(&other, b);
    return one.files == other.files && one.ranks == other.ranks && one.count == other.count &&
           one.mirrors == other.mirrors && memcmp(one.kind, other.kind, sizeof one.kind) == 0;
}

struct values design_carry(const struct tables *base, const struct values *values,
                           const struct tables *tables) {
    struct values carried = *values, before, now;
    double sum[2] = {0};
    values_estimate(base, &before);
    values_estimate(tables, &now);
    for (int i = 0; i < VALUE_TERM; i++)
        if (values_uses(base, i)) {
            sum[0] += before.value[i];
            sum[1] += values->value[i];
        }
    double scale = sum[0] > 0 && sum[1] > 0 ? sum[1] / sum[0] : 1;
    for (int i = 0; i < PARAMETERS; i++) {
        bool old = values_uses(base, i), piece = i < VALUE_TERM;
        double part =
            piece && old && before.value[i] ? (double)values->value[i] / before.value[i] : scale;
        int low, high;
        values_range(i, &low, &high);
        if (!values_uses(tables, i))
            carried.value[i] = 0;
        else if (!old || (piece && now.value[i] != before.value[i]))
            carried.value[i] =
                (int)fmax(low, fmin(high, piece ? round(now.value[i] * part) : now.value[i]));
    }
    if (!same_inputs(base, tables))
        carried.beside[BESIDE_NET] = (struct beside_file){.hash = 0};
    return carried;
}

bool design_configure(const struct design *design, const struct play_options *play,
                      const struct tables *tables, const char *text, uint64_t nodes, bool armies,
                      struct config *config, struct opening_list *list, struct error *error) {
    struct play_options own = *play;
    struct player player = {.margin_ms = 0};
    own.nodes = (long long)nodes;
    if (!play_options_player(&own, design->base, play->values, &player, error))
        return false;
    own.values = NULL; // of the base
    own.param.count = 0;
    *config = config_default(tables, text);
    if (armies) {
        own.openings = NULL;
        own.ladder.rungs = 0;
        own.opening_start = own.start_plies = 0;
        config->opening.army.share = ARMY_SHARE;
        config->sampling.rate = 0;
    }
    if (!play_options_config(&own, config, list, error))
        return false;
    for (int i = 0; i < PLAYERS; i++) {
        config->player[i].values = design_carry(design->base, &player.values, tables);
        snprintf(config->player[i].name, sizeof player.name, "%s", player.name);
    }
    return config_finish(config, false, error);
}

// --- Budget --------------------------------------------------------------------------------------

// What was asked: what a folder goes on with.
static void print_request(const struct design *design, struct buffer *text) {
    struct buffer all = buffer_init();
    char rules[RULES_TEXT];
    buffer_text(&all, design->base_text);
    buffer_text(&all, rules_text(&design->base->rules, &design->base->variant, rules));
    for (int i = 0; i < design->candidates.count; i++)
        buffer_text(&all, design->candidates.of[i].text);
    buffer_printf(text, "%s; %d changes (%016" PRIx64 "); %d finalists; ", design->wish_text,
                  design->candidates.count, text_hash(all.data, all.length), design->kept);
    for (int i = 0; i < design->ladder->ladder_count; i++)
        buffer_printf(text, "%s%" PRIu64, i ? "," : "", design->ladder->ladder[i]);
    if (design->games)
        buffer_printf(text, " nodes each; %" PRId64 " games", design->games);
    else
        buffer_printf(text, " nodes each; %g hours", design->hours);
    buffer_destroy(&all);
}

// Kinds of games: plain, armies.
static int kinds_of(const struct design *design) {
    return wish_asks(&design->wish, false) + wish_asks(&design->wish, true);
}

static void share(struct design *design, double budget, bool by_nodes) {
    const struct experiment *ladder = design->ladder;
    bool races = design->candidates.count > design->kept;
    int games = (races ? design->kept : design->candidates.count) + 1;
    double all = 0; // a game at each limit
    for (int i = 0; i < ladder->ladder_count; i++)
        all += by_nodes ? (double)ladder->ladder[i] / (double)design_middle(design) : 1;
    double each = wish_asks(&design->wish, false) + kinds_of(design) * all; // the estimate's, too
    design->race_budget = races ? (int64_t)(budget / 2 / all * ladder->ladder_count) : 0;
    design->proof_games = (int64_t)(budget / (races ? 2 : 1) / (games * each));
    if (design->proof_games < 2)
        design->proof_games = 2;
}

// Of a change in the race at one limit, of one kind, up to the end of a round.
static int64_t run_games(const struct design *design, int rounds, int round, int arms,
                         int64_t before) {
    int runs = kinds_of(design) * design->ladder->ladder_count;
    return race_games(design->race_budget / runs, rounds, round, arms, before);
}

static bool measures_worth(const struct design *design) {
    int count = design->candidates.count, rounds = race_rounds(count, design->kept);
    int64_t games = 0; // of a change in the race, if nobody falls
    for (int round = 1; round <= rounds && design->race_budget; round++)
        games = run_games(design, rounds, round, count, games);
    return design->proof_games >= ARMIES_LEAST &&
           (!design->race_budget || games * design->ladder->ladder_count >= ARMIES_LEAST);
}

bool design_share(struct design *design, double budget, bool by_nodes, struct error *error) {
    share(design, budget, by_nodes);
    if (!wish_asks(&design->wish, true) || measures_worth(design))
        return true;
    struct design more = *design;
    double least = ARMIES_LEAST * floor(budget / ARMIES_LEAST);
    do
        share(&more, least += ARMIES_LEAST, by_nodes);
    while (!measures_worth(&more));
    return error_set(error, "%.0f games are too few for worths (changes: %d); give at least %.0f",
                     floor(budget), design->candidates.count, least);
}

struct timing {
    const struct design *design;
    double seconds; // a game
};

static bool configure_pilot(void *context, int number, struct config *config,
                            struct opening_list *list, struct error *error) {
    const struct design *design = ((const struct timing *)context)->design;
    (void)number;
    return design_configure(design, design->play, design->base, design->base_text,
                            design_middle(design), !wish_asks(&design->wish, false), config, list,
                            error);
}

static bool take_pilot(void *context, int number, const struct run *run, struct error *error) {
    (void)number;
    (void)error;
    ((struct timing *)context)->seconds = fmax(run->seconds, 1e-3) / PILOT_GAMES;
    return true;
}

static enum work_end measure(struct design *design, double *seconds, struct error *error) {
    char folder[PATH_MAX], name[32];
    struct timing timing = {design, 0};
    snprintf(name, sizeof name, "%" PRIu64 "n", design_middle(design));
    struct study study = {.folder = file_in(design->folder, "pilot", folder),
                          .play = design->play,
                          .task = "pilot",
                          .force = true,
                          .observer = design->observer,
                          .context = &timing,
                          .configure = configure_pilot,
                          .take = take_pilot};
    study_add(&study, name, PILOT_GAMES, design_middle(design));
    enum work_end end = study_play(&study, error);
    study_destroy(&study);
    *seconds = timing.seconds;
    return end;
}

static bool read_budget(struct design *design, const cJSON *json, const char *path,
                        const char *request, struct error *error) {
    uint64_t seed;
    if (strcmp(json_text(json, "request"), request) != 0)
        return error_at(error, path, 0, "another design is there: %.300s",
                        json_text(json, "request"));
    if (!number_unsigned(json_text(json, "seed"), &seed) ||
        !(json_number(json, "race_games") >= 0 && json_number(json, "proof_games") >= 2))
        return error_at(error, path, 0, "damaged");
    if (design->play->seed_given && design->play->seed != seed)
        return error_at(error, path, 0, "begun with --seed %" PRIu64, seed);
    design->play->seed = seed;
    design->race_budget = (int64_t)json_number(json, "race_games");
    design->proof_games = (int64_t)json_number(json, "proof_games");
    return true;
}

static bool write_budget(const struct design *design, const char *path, const char *request,
                         struct error *error) {
    char seed[32];
    cJSON *json = cJSON_CreateObject();
    snprintf(seed, sizeof seed, "%" PRIu64, design->play->seed);
    json_add_text(json, "request", request);
    json_add_text(json, "seed", seed);
    json_add_number(json, "race_games", (double)design->race_budget);
    json_add_number(json, "proof_games", (double)design->proof_games);
    return json_file_write(path, json, error);
}

static enum work_end find_budget(struct design *design, struct error *error) {
    char path[PATH_MAX];
    struct buffer request = buffer_init();
    double seconds = 0;
    print_request(design, &request);
    *error = (struct error){""};
    cJSON *json = json_file_load(file_in(design->folder, "budget.json", path), error);
    enum work_end end = *error->text ? WORK_FAILED : WORK_DONE;
    if (json) {
        end = read_budget(design, json, path, request.data, error) ? WORK_DONE : WORK_FAILED;
    } else if (end == WORK_DONE) {
        design->play->seed_given = true;
        if (!design->games && design->play->range.shards) {
            error_set(error, "--hours: begin without --shard, which measures what a game takes; or "
                             "give --games");
            end = WORK_FAILED;
        } else if (!design->games)
            end = measure(design, &seconds, error);
        if (end == WORK_DONE) {
            double games = design->games ? (double)design->games : 3600 * design->hours / seconds;
            end = design_share(design, games, !design->games, error) &&
                          write_budget(design, path, request.data, error)
                      ? WORK_DONE
                      : WORK_FAILED;
        }
    }
    design->play->seed_given = true;
    cJSON_Delete(json);
    buffer_destroy(&request);
    return end;
}

// --- Race ----------------------------------------------------------------------------------------

struct race {
    struct design *design;
    struct play_options play; // of the round
    struct study study;       // likewise; at each limit a run of plain games an arm, then armies
    int in, *arm;             // candidates of its runs; owned
    struct tables *tables;    // of the candidate at hand, owned
    struct game_list **games; // so far, at each limit of each candidate; owned
    bool apart;               // only those arms with which this process begins are due
    double z;
};

enum { RUN_NAME = 48, ENDED_DRAWS = 100 };
enum { SAME_LEAST = 100 }; // games alike: what one does and the other not is met in less than 3%

static const char *run_name(const struct design *design, int arm, int rung, bool armies,
                            char name[RUN_NAME]) {
    snprintf(name, RUN_NAME, "%d/%s%" PRIu64 "n", arm + 1, armies ? "armies-" : "",
             design->ladder->ladder[rung]);
    return name;
}

static void run_folder(const struct design *design, int round, int arm, int rung, bool armies,
                       char folder[PATH_MAX]) {
    char name[RUN_NAME];
    snprintf(folder, PATH_MAX, "%.*s/race/%d/%s", PATH_ROOM, design->folder, round,
             run_name(design, arm, rung, armies, name));
}

static bool build(struct race *race, int arm, struct error *error) {
    const struct candidate *candidate = &race->design->candidates.of[arm];
    free(race->tables);
    race->tables = candidate_tables(candidate->text, candidate->edit, error);
    return race->tables != NULL;
}

struct race_run {
    int arm, rung;
    bool armies;
};

// Run `number` of a round: the arms at one limit after the other, those of plain games first.
static struct race_run run_of(const struct race *race, int number) {
    const struct design *design = race->design;
    int limit = number / race->in, rungs = design->ladder->ladder_count;
    return (struct race_run){race->arm[number % race->in], limit % rungs,
                             limit >= rungs || !wish_asks(&design->wish, false)};
}

static bool configure_race(void *context, int number, struct config *config,
                           struct opening_list *list, struct error *error) {
    struct race *race = context;
    const struct design *design = race->design;
    struct race_run run = run_of(race, number);
    return build(race, run.arm, error) &&
           design_configure(design, &race->play, race->tables, design->candidates.of[run.arm].text,
                            design->ladder->ladder[run.rung], run.armies, config, list, error);
}

static bool is_due(void *context, int number, bool *due, struct error *error) {
    const struct race *race = context;
    const struct game_range *range = &race->play.range;
    (void)error;
    *due = !race->apart || number % range->shards == range->shard;
    return true;
}

static struct game_list **games_of(const struct race *race, int arm) {
    return race->games + (ptrdiff_t)arm * race->design->ladder->ladder_count;
}

static bool read_games(struct race *race, int arm, int round, struct error *error) {
    bool done = true;
    for (int rung = 0; rung < race->design->ladder->ladder_count && done; rung++) {
        char folder[PATH_MAX];
        run_folder(race->design, round, arm, rung, false, folder);
        struct game_list *games = game_list_read(folder, race->tables, error);
        for (int64_t i = 0; games && i < games->count; i++)
            game_list_add(games_of(race, arm)[rung], &games->game[i]);
        done = games != NULL;
        game_list_destroy(games);
    }
    return done;
}

// Of all limits and rounds so far, each read again: tables of so many candidates are not kept, and
// the games refer to them.
static bool read_armies(const struct race *race, int arm, int round,
                        struct measured worth[WORTH_TERMS], struct error *error) {
    char folder[PATH_MAX];
    struct army_games games;
    bool done = true;
    army_games_init(&games, race->tables);
    for (int i = 0; i < round * race->design->ladder->ladder_count && done; i++) {
        run_folder(race->design, i % round + 1, arm, i / round, true, folder);
        done = army_games_read(&games, folder, error);
    }
    worth_terms_measure(&games, worth);
    army_games_destroy(&games);
    return done;
}

// How far an arm is, in the mean of the limits, and its chance to be in the wish at all of them, by
// its games so far, those of this round among them.
static bool read_arm(struct race *race, int arm, int round, struct error *error) {
    struct design *design = race->design;
    const struct wish *wish = &design->wish;
    struct measured value[WISH_TERMS], worth[WORTH_TERMS] = {{0}}, sum = {.n = INFINITY};
    int rungs = design->ladder->ladder_count;
    double chance = 1;
    if (!build(race, arm, error) ||
        (wish_asks(wish, false) && !read_games(race, arm, round, error)) ||
        (wish_asks(wish, true) && !read_armies(race, arm, round, worth, error)))
        return false;
    for (int rung = 0; rung < rungs; rung++) {
        for (int i = 0; i < wish->count; i++)
            value[i] = wish_value(&wish->term[i], games_of(race, arm)[rung], worth);
        struct measured distance = wish_distances(wish, value, race->z);
        sum = (struct measured){sum.value + distance.value / rungs, sum.low + distance.low / rungs,
                                sum.high + distance.high / rungs, fmin(sum.n, distance.n)};
        chance *= wish_chance(wish, value, rung == 0);
    }
    design->arm[arm].distance = sum;
    design->arm[arm].chance = chance;
    return true;
}

// All games alike, and what the wish asks for: moves that were legal, say, may yet differ.
static bool same_games(const struct race *race, int a, int b) {
    const struct race_arm *one = &race->design->arm[a], *other = &race->design->arm[b];
    bool same = one->chance == other->chance && one->distance.value == other->distance.value;
    for (int rung = 0; rung < race->design->ladder->ladder_count && same; rung++)
        same = game_list_same(games_of(race, a)[rung], games_of(race, b)[rung]);
    return same;
}

// Arms whose games so far are those of an earlier one fall.
static void drop_same(struct race *race, int round) {
    struct race_arm *arm = race->design->arm;
    for (int i = 1; i < race->in; i++)
        for (int j = 0; j < i && !arm[race->arm[i]].round; j++)
            if (same_games(race, race->arm[i], race->arm[j])) {
                arm[race->arm[i]].round = round;
                arm[race->arm[i]].fate = RACE_SAME;
            }
}

// The same arms, at first those of which this process plays the games: the others' are there when
// it comes to them, or take its help.
static enum work_end play_round(struct race *race, struct error *error) {
    race->apart = race->play.range.shards > 0;
    enum work_end end = race->apart ? study_play(&race->study, error) : WORK_DONE;
    race->apart = false;
    return end == WORK_DONE ? study_play(&race->study, error) : end;
}

static enum work_end run_round(struct race *race, int round, struct error *error) {
    struct design *design = race->design;
    int count = design->candidates.count, rungs = design->ladder->ladder_count;
    int64_t before = round > 1 ? design->race_games[round - 2] / rungs : 0;
    char folder[PATH_MAX], task[48], seed[32];
    race->in = 0;
    for (int i = 0; i < count; i++)
        if (!design->arm[i].round)
            race->arm[race->in++] = i;
    int64_t games = run_games(design, design->rounds, round, race->in, before);
    design->raced[round - 1] = race->in;
    design->race_games[round - 1] = games * rungs;
    snprintf(folder, sizeof folder, "%.*s/race/%d", PATH_ROOM, design->folder, round);
    snprintf(task, sizeof task, "race, round %d of %d", round, design->rounds);
    snprintf(seed, sizeof seed, "race %d", round);
    struct observer silent = design->observer ? *design->observer : (struct observer){0};
    silent.say = NULL; // of so many runs
    race->play.seed = seed_of(design, seed);
    race->study = (struct study){.folder = folder,
                                 .play = &race->play,
                                 .task = task,
                                 .observer = &silent,
                                 .context = race,
                                 .configure = configure_race,
                                 .is_due = is_due};
    for (int i = 0; i < kinds_of(design) * rungs * race->in; i++) {
        struct race_run run = run_of(race, i);
        char name[RUN_NAME];
        study_add(&race->study, run_name(design, run.arm, run.rung, run.armies, name),
                  games - before, design->ladder->ladder[run.rung]);
    }
    enum work_end end = play_round(race, error);
    for (int i = 0; i < race->in && end == WORK_DONE; i++)
        if (!read_arm(race, race->arm[i], round, error))
            end = WORK_FAILED;
    bool many = games * rungs >= SAME_LEAST || round == design->rounds;
    if (end == WORK_DONE && !wish_asks(&design->wish, true) && many)
        drop_same(race, round);
    if (end == WORK_DONE)
        race_decide(design->arm, count, design->kept, round, round == design->rounds);
    study_destroy(&race->study);
    return end;
}

// Whoever mostly ends in its random plies is no game, and would find no opening in the end.
static bool drop_ended(struct race *race, struct error *error) {
    struct race_arm *arm = race->design->arm;
    bool done = true;
    race->in = 1;
    for (int i = 0; done && i < race->design->candidates.count; i++) {
        struct config config;
        struct opening_list list = {0};
        race->arm[0] = i;
        done = configure_race(race, 0, &config, &list, error);
        if (done && opening_ends(&config.opening, race->tables, race->play.seed, ENDED_DRAWS) > 0.5)
            arm[i] = (struct race_arm){.round = 1, .fate = RACE_ENDED};
        opening_list_destroy(&list);
    }
    return done;
}

static enum work_end run_race(struct design *design, struct error *error) {
    int count = design->candidates.count, lists = count * design->ladder->ladder_count;
    enum work_end end = WORK_DONE;
    struct race race = {.design = design, .play = *design->play};
    design->arm = mem_calloc((size_t)count + 1, sizeof *design->arm);
    design->rounds = design->race_budget ? race_rounds(count, design->kept) : 0;
    race.z = design->rounds ? race_z(lists, design->rounds) : NORMAL_975;
    race.arm = mem_calloc((size_t)count + 1, sizeof *race.arm);
    race.games = mem_calloc((size_t)lists + 1, sizeof(struct game_list *));
    for (int i = 0; i < lists; i++)
        race.games[i] = game_list_create();
    if (design->rounds && !drop_ended(&race, error))
        end = WORK_FAILED;
    for (int round = 1; round <= design->rounds && end == WORK_DONE; round++)
        end = run_round(&race, round, error);
    if (end == WORK_STOPPED)
        observer_say(design->observer, "stopped; run the same command again to go on");
    int *order = mem_calloc((size_t)count + 1, sizeof *order);
    race_order(design->arm, count, order);
    while (design->finalists < count && design->finalists < design->kept &&
           design->arm[order[design->finalists]].fate == RACE_ON)
        design->finalists++;
    memcpy(design->finalist, order, (size_t)design->finalists * sizeof *order);
    free(order);
    for (int i = 0; i < lists; i++)
        game_list_destroy(race.games[i]);
    free(race.games);
    free(race.arm);
    free(race.tables);
    return end;
}

// --- Proof ---------------------------------------------------------------------------------------

struct proof {
    const struct design *design;
    struct compare_study compare;
    struct play_options play;
    bool estimated, armies;
};

static bool configure_proof(void *context, int number, struct config *config,
                            struct opening_list *list, struct error *error) {
    const struct proof *proof = context;
    const struct design *design = proof->design;
    const struct experiment *experiment = proof->compare.experiment;
    int arm = number % experiment->arm_count;
    const struct tables *tables = experiment->arm[arm].tables;
    if (!design_configure(
            design, &proof->play, tables,
            arm ? design->candidates.of[design->finalist[arm - 1]].text : design->base_text,
            experiment->ladder[number / experiment->arm_count], proof->armies, config, list, error))
        return false;
    for (int i = 0; proof->estimated && i < PLAYERS; i++) {
        values_estimate(tables, &config->player[i].values);
        memset(config->player[i].values.beside, 0, sizeof config->player[i].values.beside);
        config_player_name(&config->player[i], "estimate");
    }
    return true;
}

// What the proof's armies say.
static bool read_worth(struct design *design, const struct proof *proof, struct error *error) {
    const struct experiment *experiment = proof->compare.experiment;
    memset(design->depths, 0, sizeof design->depths);
    for (int i = 0; i < proof->compare.study.agenda.count; i++) {
        int rung = i / experiment->arm_count, arm = i % experiment->arm_count;
        char folder[PATH_MAX];
        struct army_games games;
        army_games_init(&games, experiment->arm[arm].tables);
        bool done = study_folder(&proof->compare.study, i, folder, error) &&
                    army_games_read(&games, folder, error);
        worth_terms_measure(&games, design->worth[rung][arm]);
        depths_add(&design->depths[rung], &games.depths);
        army_games_destroy(&games);
        if (!done)
            return false;
    }
    return true;
}

// Plays the arms of the experiment in FOLDER/NAME. What they show is the caller's to free; armies
// (`shown` NULL) show worth.
static enum work_end prove(struct design *design, const struct experiment *experiment,
                           const char *name, bool estimated, struct comparison **shown,
                           struct error *error) {
    struct proof proof = {
        .design = design, .play = *design->play, .estimated = estimated, .armies = !shown};
    char folder[PATH_MAX];
    bool own = proof.play.openings || proof.play.ladder.rungs || proof.play.random_plies ||
               proof.play.bound >= 0;
    file_in(design->folder, name, folder);
    proof.play.seed = seed_of(design, name);
    if (!own)
        near_ladder_parse("start", &proof.play.ladder);
    proof.compare = (struct compare_study){
        .experiment = experiment,
        .variant_text = design->base_text,
        .study = {
            .folder = folder, .play = &proof.play, .task = name, .observer = design->observer}};
    compare_study_list(&proof.compare, design->proof_games);
    proof.compare.study.context = &proof;
    proof.compare.study.configure = configure_proof;
    enum work_end end = study_play(&proof.compare.study, error);
    const struct margins margins = {0.025, 0.1};
    if (proof.armies) {
        if (end == WORK_DONE && !read_worth(design, &proof, error))
            end = WORK_FAILED;
        study_destroy(&proof.compare.study);
        return end;
    }
    *shown = end == WORK_DONE ? compare_study_read(&proof.compare, margins, error) : NULL;
    if (*shown) {
        struct answer answer = compare_answer(*shown, folder, study_origin(&proof.compare.study));
        if (!compare_study_write(&proof.compare, *shown, &answer, error))
            end = WORK_FAILED;
        answer_destroy(&answer);
    } else if (end == WORK_DONE) {
        end = WORK_FAILED;
    }
    study_destroy(&proof.compare.study);
    return end;
}

static bool add_finalists(struct design *design, struct error *error) {
    for (int i = 0; i < design->finalists; i++) {
        const struct candidate *candidate = &design->candidates.of[design->finalist[i]];
        char name[ARM_NAME];
        struct tables *tables = candidate_tables(candidate->text, candidate->edit, error);
        if (!tables)
            return false;
        snprintf(name, sizeof name, "finalist-%d", i + 1);
        experiment_add_game(design->experiment, name, candidate->edit, tables);
    }
    return true;
}

static enum work_end prove_wish(struct design *design, struct error *error) {
    enum work_end end = WORK_DONE;
    free(design->proof);
    design->proof = NULL;
    if (wish_asks(&design->wish, false))
        end = prove(design, design->experiment, "proof", false, &design->proof, error);
    if (end == WORK_DONE && wish_asks(&design->wish, true))
        end = prove(design, design->experiment, "proof-armies", false, NULL, error);
    return end;
}

static enum work_end prove_all(struct design *design, struct error *error) {
    struct experiment *experiment = design->experiment;
    enum work_end end = prove_wish(design, error);
    if (end != WORK_DONE || design_base(design) == STATE_MEETS)
        return end;
    end = run_race(design, error);
    if (end == WORK_DONE && !add_finalists(design, error))
        end = WORK_FAILED;
    if (end == WORK_DONE)
        end = prove_wish(design, error);
    if (end != WORK_DONE || !design->proof)
        return end;
    struct experiment one = *experiment;
    one.ladder_count = 1;
    one.ladder[0] = design_middle(design);
    end = prove(design, &one, "proof-estimate", true, &design->estimate, error);
    if (design->estimate)
        design->estimate->experiment = experiment;
    return end;
}

enum work_end design_run(struct design *design, struct error *error) {
    design->experiment = experiment_create(design->base);
    memcpy(design->experiment->ladder, design->ladder->ladder, sizeof design->ladder->ladder);
    design->experiment->ladder_count = design->ladder->ladder_count;
    if (strlen(design->folder) >= PATH_ROOM) {
        error_set(error, "the folder's name is too long");
        return WORK_FAILED;
    }
    // What is refused leaves no folder.
    if (design->games && !design_share(design, (double)design->games, false, error))
        return WORK_FAILED;
    bool shared = design->play->range.shards > 0;
    int lock = shared ? -1 : file_lock_folder(design->folder, error);
    if (shared ? !file_make_folder(design->folder, error) : lock < 0)
        return WORK_FAILED;
    enum work_end end = find_budget(design, error);
    if (end == WORK_DONE)
        end = prove_all(design, error);
    if (lock >= 0)
        close(lock);
    return end;
}

void design_destroy(struct design *design) {
    candidates_destroy(&design->candidates);
    experiment_destroy(design->experiment);
    free(design->arm);
    free(design->proof);
    free(design->estimate);
}
