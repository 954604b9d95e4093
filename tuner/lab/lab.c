// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "json_file.h"
#include "published.h"

enum { SCHEMA = 1, LEAST = 4 }; // games of a run

// The half widths that answer a question well: of a score, of a difference of scores.
static const struct lab_share targets[LAB_QUESTIONS] = {[LAB_LOW] = {.target = 0.025},
                                                        [LAB_HIGH] = {.target = 0.025},
                                                        [LAB_WORTH] = {.target = LAB_HALF_PIECE},
                                                        [LAB_RULES] = {.target = 0.05}};
static const struct margins margins = {.score = 0.025, .relative = 0.1}; // of `kagami compare`

// --- The rule sets that are tried ----------------------------------------------------------------

static const struct {
    enum rule rule;
    const char *value, *instead, *need, *why;
} tries[] = {
#define TRY(rule, value, instead, need, why) {RULE_##rule, value, instead, need, why},
#include "lab_rules.def"
};

static bool is_suggested(int row, const struct comparison *first) {
    const struct tables *tables = first->experiment->arm[0].tables;
    enum rule rule = tries[row].rule;
    const char *has = rule_value_name(rule, tables->rules.value[rule]);
    if (!tables->variant.has_rule[rule] || strcmp(has, tries[row].value) == 0 ||
        (*tries[row].instead && strcmp(has, tries[row].instead) != 0))
        return false;
    int metric = *tries[row].need ? metric_find(tries[row].need) : -1;
    return metric < 0 || findings_of(first, metric, 0)->cell[0].value.value >= LAB_NEED;
}

int lab_rules(const struct comparison *first, char arms[LAB_RULES_MOST][ARM_NAME]) {
    int count = 0;
    for (int row = 0; row < ARRAY_LENGTH(tries) && count < LAB_RULES_MOST; row++)
        if (is_suggested(row, first))
            snprintf(arms[count++], ARM_NAME, "%s=%s", rule_name(tries[row].rule),
                     tries[row].value);
    return count;
}

const char *lab_rule_why(const char *arm) {
    for (int row = 0; row < ARRAY_LENGTH(tries); row++) {
        size_t length = strlen(rule_name(tries[row].rule));
        if (strncmp(arm, rule_name(tries[row].rule), length) == 0 && arm[length] == '=' &&
            strcmp(arm + length + 1, tries[row].value) == 0)
            return tries[row].why;
    }
    return "";
}

// --- The plan ------------------------------------------------------------------------------------

static cJSON *part(const struct lab *lab, const char *key) {
    return json_item(lab->plan, key);
}

static const cJSON *last_round(const struct lab *lab) {
    const cJSON *rounds = part(lab, "rounds");
    return cJSON_GetArrayItem(rounds, cJSON_GetArraySize(rounds) - 1);
}

static bool save(const struct lab *lab, struct error *error) {
    char path[PATH_MAX];
    return file_join(lab->folder, "plan.json", path, error) &&
           file_make_folder(lab->folder, error) &&
           json_file_write(path, cJSON_Duplicate(lab->plan, true), error);
}

static bool check_plan(const struct lab *lab, const char *path, struct error *error) {
    if (json_number(lab->plan, "schema") != SCHEMA || !cJSON_IsArray(part(lab, "rounds")) ||
        !cJSON_IsArray(part(lab, "limits")))
        return error_at(error, path, 0, "no plan of a lab of schema %d", SCHEMA);
    const char *game = json_text(lab->plan, "game"), *rules = json_text(lab->plan, "own_rules");
    char own[RULES_TEXT];
    if (strcmp(game, lab->tables->variant.name) != 0)
        return error_set(error, "%s is a lab of %.48s, not of %s", lab->folder, game,
                         lab->tables->variant.name);
    if (strcmp(rules, rules_text(&lab->tables->rules, &lab->tables->variant, own)) != 0)
        return error_set(error, "%s was begun by the rules '%.400s', not '%.400s'", lab->folder,
                         rules, own);
    for (int i = 0; i < LAB_LIMITS; i++) {
        const cJSON *limit = cJSON_GetArrayItem(part(lab, "limits"), i);
        if (!cJSON_IsNumber(limit) || limit->valuedouble != (double)lab->limit[i])
            return error_set(error, "%s was begun with other node limits", lab->folder);
    }
    return true;
}

static bool load_plan(struct lab *lab, struct error *error) {
    char path[PATH_MAX], own[RULES_TEXT];
    if (!file_join(lab->folder, "plan.json", path, error))
        return false;
    if (access(path, F_OK) == 0)
        return (lab->plan = json_file_load(path, error)) != NULL && check_plan(lab, path, error);
    lab->plan = cJSON_CreateObject();
    json_add_number(lab->plan, "schema", SCHEMA);
    json_add_text(lab->plan, "game", lab->tables->variant.name);
    json_add_text(lab->plan, "own_rules",
                  rules_text(&lab->tables->rules, &lab->tables->variant, own));
    cJSON *limits = json_add_array(lab->plan, "limits");
    for (int i = 0; i < LAB_LIMITS; i++)
        json_append(limits, cJSON_CreateNumber((double)lab->limit[i]));
    json_add_array(lab->plan, "rounds");
    return true;
}

// --- The runs ------------------------------------------------------------------------------------

static const char *name_of(const struct lab *lab, int number) {
    return lab->study.agenda.run[number].run;
}

static int arms_of(const struct lab *lab) {
    return lab->experiment->arm_count;
}

static enum lab_question question_of(const struct lab *lab, int number) {
    return number == LAB_LIMITS * arms_of(lab) ? LAB_WORTH
           : number % arms_of(lab) > 0         ? LAB_RULES
           : number == 0                       ? LAB_LOW
                                               : LAB_HIGH;
}

static bool configure(void *context, int number, struct config *config, struct opening_list *list,
                      struct error *error) {
    struct lab *lab = context;
    if (question_of(lab, number) != LAB_WORTH)
        return lab->compare.study.configure(&lab->compare, number, config, list, error);
    struct play_options play = *lab->play;
    play.ladder.rungs = 0;
    play.nodes = (long long)lab->limit[LAB_ARMIES_LIMIT];
    *config = config_default(lab->tables, lab->variant_text);
    config->opening.army.share = ARMY_SHARE;
    config->sampling.rate = 0;
    return play_options_config(&play, config, list, error) && config_finish(config, false, error);
}

// What the games of a run cost, for the rounds to come.
static bool take(void *context, int number, const struct run *run, struct error *error) {
    struct lab *lab = context;
    double games = (double)(run->log->next - run->first_game);
    if (lab->games > 0 || games == 0)
        return true;
    cJSON *time = part(lab, "time") ? part(lab, "time") : json_add_object(lab->plan, "time");
    cJSON *of = json_item(time, name_of(lab, number));
    if (!of)
        of = json_add_object(time, name_of(lab, number));
    json_set(of, "games", cJSON_CreateNumber(fmax(json_number(of, "games"), 0) + games));
    json_set(of, "seconds", cJSON_CreateNumber(fmax(json_number(of, "seconds"), 0) + run->seconds));
    return save(lab, error);
}

static void forget_runs(struct lab *lab) {
    free(lab->comparison);
    lab->comparison = NULL;
    if (lab->armies)
        army_study_destroy(lab->armies);
    lab->armies = NULL;
    study_destroy(&lab->compare.study);
    study_destroy(&lab->study);
    experiment_destroy(lab->experiment);
    lab->experiment = NULL;
}

// Lists all runs with the games of the last round.
static bool list_runs(struct lab *lab, struct error *error) {
    char name[AGENDA_NAME];
    const cJSON *arm;
    forget_runs(lab);
    lab->experiment = experiment_create(lab->tables);
    lab->experiment->ladder_count = LAB_LIMITS;
    memcpy(lab->experiment->ladder, lab->limit, sizeof lab->limit);
    if (!file_join(lab->folder, LAB_PLAY, lab->play_folder, error))
        return false;
    cJSON_ArrayForEach(arm, part(lab, "rules")) {
        if (!cJSON_IsString(arm) ||
            !experiment_add_arm(lab->experiment, arm->valuestring, arm->valuestring, error))
            return false;
    }
    lab->compare = (struct compare_study){
        lab->experiment, lab->variant_text, {.folder = lab->play_folder, .play = lab->play}};
    compare_study_list(&lab->compare, 0);
    lab->study = (struct study){.folder = lab->folder,
                                .play = lab->play,
                                .alone = true, // what follows counts whole, played or not
                                .observer = &lab->quiet,
                                .context = lab,
                                .configure = configure,
                                .take = take};
    for (int i = 0; i <= lab->compare.study.agenda.count; i++) {
        bool armies = i == lab->compare.study.agenda.count;
        uint64_t nodes =
            armies ? lab->limit[LAB_ARMIES_LIMIT] : lab->compare.study.agenda.run[i].nodes;
        if (armies)
            snprintf(name, sizeof name, LAB_ARMIES "/shipped-%" PRIu64 "n", nodes);
        else
            snprintf(name, sizeof name, LAB_PLAY "/%.100s", lab->compare.study.agenda.run[i].run);
        double games = fmin(fmax(json_number(last_round(lab), name), 0), 1e12);
        study_add(&lab->study, name, (int64_t)games, nodes);
    }
    return true;
}

// --- What the games say --------------------------------------------------------------------------

static bool read_armies(struct lab *lab, struct error *error) {
    char folder[PATH_MAX];
    int number = lab->study.agenda.count - 1;
    struct army_study *study = army_study_create(lab->tables, 0);
    const char *name = strchr(name_of(lab, number), '/') + 1;
    struct worths worths = {0};
    bool done = study_folder(&lab->study, number, folder, error) &&
                army_study_add(study, name, "shipped", (int64_t)lab->limit[LAB_ARMIES_LIMIT],
                               folder, error);
    const struct published *published = published_find(lab->tables);
    if (done && published && worths_published(lab->tables, &worths, &lab->why_not))
        army_study_beside(study, &worths, "published", published->nodes, &lab->why_not);
    worths_destroy(&worths);
    if (done && army_study_finish(study, (int)lab->play->threads, &lab->why_not))
        lab->armies = study;
    else
        army_study_destroy(study);
    return done;
}

static double half_of(struct measured of) {
    return of.n > 0 ? (of.high - of.low) / 2 : INFINITY;
}

// Half of the interval that answers a question.
static double width_of(const struct lab *lab, enum lab_question question) {
    struct army_plan plan;
    struct error ignored;
    double width = 0;
    if (question == LAB_WORTH)
        return lab->armies &&
                       army_plan(&lab->armies->run[0].estimate, LAB_HALF_PIECE, &plan, &ignored) &&
                       plan.form[0].pieces
                   ? plan.form[0].half_width
                   : INFINITY;
    int score = metric_find("first-score");
    if (question != LAB_RULES)
        return half_of(findings_of(lab->comparison, score, (int)question)->cell[0].value);
    for (int arm = 1; arm < arms_of(lab); arm++)
        width = fmax(width, half_of(findings_of(lab->comparison, score, 1)->cell[arm].difference));
    return width;
}

static bool measure(struct lab *lab, struct error *error) {
    free(lab->comparison);
    lab->comparison = compare_study_read(&lab->compare, margins, error);
    return lab->comparison && read_armies(lab, error);
}

// --- The rounds ----------------------------------------------------------------------------------

// Of a game of a run, in seconds, or in games. A run that nobody has timed, because the rules are
// new or a kill came between, costs what the game's own costs.
static double cost_of(const struct lab *lab, int number) {
    const cJSON *time = part(lab, "time");
    const cJSON *own = json_item(time, name_of(lab, number));
    bool low = question_of(lab, number) == LAB_WORTH || number < arms_of(lab);
    if (lab->games > 0)
        return 1;
    if (!own)
        own = json_item(time, name_of(lab, low ? 0 : arms_of(lab)));
    double games = json_number(own, "games"), seconds = json_number(own, "seconds");
    static const double second_a_node = 1e-4; // a hundred plies by a million nodes a second
    return games > 0 && seconds > 0 ? seconds / games
                                    : second_a_node * (double)lab->limit[low ? 0 : 1];
}

// Fills the shares and returns what all games so far have cost.
static double weigh(struct lab *lab) {
    double spent = 0;
    memcpy(lab->share, targets, sizeof targets);
    for (int i = 0; i < lab->study.agenda.count; i++) {
        struct lab_share *of = &lab->share[question_of(lab, i)];
        of->games = (double)lab->study.agenda.run[i].games;
        of->cost += cost_of(lab, i);
        spent += of->games * cost_of(lab, i);
    }
    return spent;
}

// Chooses the rules once the first games are there.
static bool choose_rules(struct lab *lab, struct error *error) {
    char rules[LAB_RULES_MOST][ARM_NAME];
    int count = lab_rules(lab->comparison, rules);
    cJSON *list = json_add_array(lab->plan, "rules");
    for (int i = 0; i < count; i++)
        json_append(list, cJSON_CreateString(rules[i]));
    return list_runs(lab, error);
}

// Adds the next round to the plan, and lists its games. `wanted` is false where none is left.
static bool decide(struct lab *lab, bool *wanted, struct error *error) {
    static const int first[] = {[LAB_LOW] = 32, [LAB_HIGH] = 8, [LAB_WORTH] = 32};
    int rounds = cJSON_GetArraySize(part(lab, "rounds"));
    // A folder that --games has begun has no times: its first round by minutes tells them.
    bool times = rounds == 0 || (lab->games == 0 && !part(lab, "time"));
    double total = lab->games > 0 ? (double)lab->games : lab->seconds, budget = total, all = 0,
           cost = 0;
    double spent = weigh(lab);
    bool fresh = false; // runs without any game
    for (int i = 0; i < LAB_QUESTIONS && rounds > 0; i++)
        lab->share[i].width = lab->comparison ? width_of(lab, (enum lab_question)i) : INFINITY;
    if (rounds > 0) {
        budget = lab_budget(rounds, total, total - spent);
        lab_share(lab->share, budget);
    }
    cJSON *round = cJSON_CreateObject();
    for (int i = 0; i < lab->study.agenda.count; i++) {
        struct agenda_run *run = &lab->study.agenda.run[i];
        enum lab_question question = question_of(lab, i);
        double more = times ? first[question] : lab->share[question].more;
        if (rounds == 0 && lab->games > 0) // a tenth for each at most
            more = fmax(LEAST, fmin(more, floor(total / 10)));
        fresh |= run->games == 0;
        if (run->games == 0)
            more = fmax(more, LEAST);
        run->games += (int64_t)more;
        all += more;
        cost += more * cost_of(lab, i);
        json_add_number(round, run->run, (double)run->games);
    }
    *wanted = all > 0 && (budget > 0 || fresh);
    if (!*wanted) {
        cJSON_Delete(round);
        return true;
    }
    if (rounds > 0 && lab->games == 0)
        observer_say(lab->observer, "round %d: %.0f games, about %.0f s", rounds + 1, all, cost);
    else
        observer_say(lab->observer, "round %d: %.0f games", rounds + 1, all);
    json_append(part(lab, "rounds"), round);
    return save(lab, error);
}

enum work_end lab_play(struct lab *lab, struct error *error) {
    bool more = true;
    near_ladder_parse("start", &lab->play->ladder);
    lab->quiet = lab->observer ? *lab->observer : (struct observer){NULL};
    lab->quiet.say = NULL;
    if (!load_plan(lab, error) || !list_runs(lab, error))
        return WORK_FAILED;
    if (!last_round(lab) && !decide(lab, &more, error))
        return WORK_FAILED;
    while (more) {
        enum work_end end = study_play(&lab->study, error);
        if (end == WORK_STOPPED)
            observer_say(lab->observer, "stopped; the same command goes on");
        if (end != WORK_DONE)
            return end;
        if (!measure(lab, error) || (!part(lab, "rules") && !choose_rules(lab, error)) ||
            !decide(lab, &more, error))
            return WORK_FAILED;
        if (more && !list_runs(lab, error))
            return WORK_FAILED;
    }
    return WORK_DONE;
}

void lab_destroy(struct lab *lab) {
    forget_runs(lab);
    cJSON_Delete(lab->plan);
}
