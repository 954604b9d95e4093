// SPDX-License-Identifier: GPL-3.0-or-later
#include "verification.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json_file.h"
#include "measured_cell.h"
#include "origin.h"
#include "score_answer.h"

static const char no_test[] = "none";

struct sprt verification_sprt(void) {
    return (struct sprt){0, 10, 0.05, 0.05};
}

void verification_default_limits(struct verification *verification, uint64_t nodes) {
    verification->limits = 2;
    verification->limit[0] = nodes > 1 ? nodes / 2 : 1;
    verification->limit[1] = 2 * nodes;
}

bool verification_config(const struct verification *verification, int number, struct config *config,
                         struct opening_list *list, struct error *error) {
    struct play_options play = verification->play;
    static const char *const names[PLAYERS] = {"new", "old"};
    *config = config_default(verification->tables, verification->variant_text);
    play.nodes = (long long)verification->limit[number];
    play.values = verification->values[PLAYER_A];
    if (!play_options_config(&play, config, list, error))
        return false;
    for (int i = 0; i < PLAYERS; i++) {
        struct player *player = &config->player[i];
        char name[PLAYER_NAME];
        if (verification->player) {
            *player = verification->player[i];
            player->limits = (struct limits){.nodes = verification->limit[number]};
            snprintf(name, sizeof name, "%s", player->name);
        } else if (play_options_player(&play, config->tables, verification->values[i], player,
                                       error)) {
            snprintf(name, sizeof name, "%s %.60s", names[i], player->name);
        } else {
            return false;
        }
        name[strcspn(name, "@")] = 0;
        config_player_name(player, name);
    }
    config->sampling.rate = 0;
    config->sprt = verification->fixed ? NULL : &verification->sprt;
    return config_finish(config, true, error);
}

static bool configure(void *context, int number, struct config *config, struct opening_list *list,
                      struct error *error) {
    return verification_config(context, number, config, list, error);
}

// What is not accepted ends it.
static bool is_due(void *context, int number, bool *due, struct error *error) {
    const struct verification *verification = context;
    (void)number;
    (void)error;
    *due = verification->verdict == SPRT_ACCEPT;
    return true;
}

static bool take(void *context, int number, const struct run *run, struct error *error) {
    struct verification *verification = context;
    const struct tally *tally = run->log->tally;
    if (score_faulty(tally_faults(tally), tally->games))
        return error_set(error,
                         "%s: faults decided %" PRId64 " of %" PRId64 " games: no Elo, no verdict",
                         run->folder, tally_faults(tally), tally->games);
    verification->played = number + 1;
    verification->pairs[number] = tally->pairs;
    verification->seed = run->config->seed;
    verification->verdict =
        verification->fixed ? SPRT_ACCEPT : sprt_verdict(&verification->sprt, &tally->pairs);
    return true;
}

static void add_limit(struct study *study, const struct verification *verification, int number) {
    char name[32];
    snprintf(name, sizeof name, "%" PRIu64 "n", verification->limit[number]);
    struct agenda_run *run =
        study_add(study, name, verification->play.games, verification->limit[number]);
    run->at_most = true;
    snprintf(run->done, sizeof run->done, "verify.json");
}

static const struct sprt *test_of(const struct verification *verification) {
    return verification->fixed ? NULL : &verification->sprt;
}

// What it found.
static cJSON *make_json(const struct verification *verification) {
    cJSON *json = cJSON_CreateObject();
    char seed[32], folder[PATH_MAX];
    origin_add(json, verification->play.command, NULL);
    for (int i = 0; i < verification->played; i++) {
        snprintf(folder, sizeof folder, "%.4000s/%" PRIu64 "n", verification->folder,
                 verification->limit[i]);
        origin_add_run(json, folder);
    }
    snprintf(seed, sizeof seed, "%" PRIu64, verification->seed);
    json_add_text(json, "variant", verification->tables->variant.name);
    json_add_text(json, "title", verification->tables->variant.title);
    json_add_text(json, "seed", seed);
    json_add_text(json, "verdict",
                  verification->fixed ? no_test : sprt_verdict_name(verification->verdict));
    if (verification->lacking)
        json_add_text(json, "lacking", verification->lacking);
    cJSON *list = json_add_array(json, "limits");
    for (int i = 0; i < verification->played; i++) {
        cJSON *item = cJSON_CreateObject();
        json_add_number(item, "nodes", (double)verification->limit[i]);
        json_add_number(item, "games", (double)score_games(&verification->pairs[i]));
        score_json(item, &verification->pairs[i], test_of(verification), LENGTH_FIXED);
        json_append(list, item);
    }
    return json;
}

// "+25 Elo [10, 40] at 60 nodes (300 games), +18 Elo [3, 32] at 240 (1200 games)"
static void add_limits(struct buffer *text, const struct verification *verification) {
    for (int i = 0; i < verification->played; i++) {
        const struct score_counts *pairs = &verification->pairs[i];
        char words[ELO_TEXT];
        buffer_printf(
            text, "%s%s at %" PRIu64 "%s (%.0f games)", i ? ", " : "",
            score_elo_text(measured_elo(score_estimate(pairs, test_of(verification))), words),
            verification->limit[i], i ? "" : " nodes", (double)score_games(pairs));
    }
}

// What the last games had to show to be accepted.
static void say_needed(struct answer *answer, const struct verification *verification) {
    int last = verification->played - 1;
    const struct score_counts *pairs = &verification->pairs[last];
    double games = (double)score_games(pairs), nodes = (double)verification->limit[last];
    struct score_law law = score_law(pairs);
    if (games == 0)
        return;
    double elo =
        sprt_elo_to_accept(&verification->sprt, fmax(games, 2), score_game_deviation(&law));
    if (isinf(elo))
        answer_summary(answer, "No result of the %.0f games at %.0f nodes could be accepted.",
                       games, nodes);
    else
        answer_summary(answer,
                       "To be accepted, the %.0f games at %.0f nodes had to show about "
                       "%+.0f " SPRT_MODEL " Elo.",
                       games, nodes, elo);
}

// The verdict with the Elo of each node limit played.
static void add_summary(struct answer *answer, const struct verification *verification) {
    struct buffer text = buffer_init();
    add_limits(&text, verification);
    const char *said = text.length ? text.data : "";
    if (verification->fixed)
        answer_summary(answer, "%s; A over B: %s.",
                       verification->lacking ? verification->lacking : "", said);
    else if (verification->verdict == SPRT_ACCEPT)
        answer_summary(answer, "The new values win at every node limit: %s. Accepted.", said);
    else if (verification->verdict == SPRT_REJECT)
        answer_summary(answer, "The old values stay, the new ones are rejected: %s.", said);
    else
        answer_summary(answer, "The old values stay, the test is undecided: %s.", said);
    if (!verification->fixed && verification->verdict == SPRT_UNDECIDED)
        say_needed(answer, verification);
    buffer_destroy(&text);
}

static bool write_json(const struct verification *verification, struct error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/verify.json", verification->folder);
    cJSON *json = make_json(verification);
    struct answer answer = answer_init(NULL);
    add_summary(&answer, verification);
    answer_json_into(&answer, json);
    answer_destroy(&answer);
    bool done = json_file_write(path, json, error);
    cJSON_Delete(json);
    return done;
}

enum work_end verification_run(struct verification *verification, struct error *error) {
    struct study study = {.folder = verification->folder,
                          .play = &verification->play,
                          .inner = verification->inner,
                          .task = verification->task ? verification->task : "verify",
                          .paired = true,
                          .match = true,
                          .force = verification->force,
                          .observer = verification->observer,
                          .context = verification,
                          .configure = configure,
                          .is_due = is_due,
                          .take = take};
    assert(verification->limits >= 1 && verification->limits <= VERIFY_LIMITS_MAX);
    verification->verdict = SPRT_ACCEPT;
    verification->played = 0;
    for (int i = 0; i < verification->limits; i++)
        add_limit(&study, verification, i);
    enum work_end end = study_play(&study, error);
    study_destroy(&study);
    if (end == WORK_DONE && (!verification->fixed || verification->lacking) &&
        !write_json(verification, error))
        return WORK_FAILED;
    return end;
}

struct score_counts verification_pairs(const struct verification *verification) {
    struct score_counts sum = {.cells = PAIR_CELLS};
    for (int k = 0; k < verification->played; k++)
        for (int i = 0; i < PAIR_CELLS; i++)
            sum.count[i] += verification->pairs[k].count[i];
    return sum;
}

// For people: a row for each node limit played, and the test.
static void add_table(struct answer *answer, const struct verification *verification) {
    static const struct answer_column columns[] = {
        {.label = "nodes", .type = ANSWER_COUNT},
        {.label = "games", .type = ANSWER_COUNT},
        {.label = "score", .type = ANSWER_SHARE, .decimals = 1},
        {.label = "Elo", .decimals = 1, .flags = ANSWER_PLUS | ANSWER_STRONG},
        {.label = "LLR", .decimals = 2, .flags = ANSWER_PLUS},
        {.label = "verdict", .type = ANSWER_TEXT},
    };
    enum { SCORE = 2, LLR = 4 };
    const struct sprt *sprt = test_of(verification);
    struct answer_column shown[ARRAY_LENGTH(columns)];
    memcpy(shown, columns, sizeof columns);
    for (int i = 0; i < ARRAY_LENGTH(columns); i++)
        if (sprt ? i == SCORE : i >= LLR)
            shown[i].label = NULL;
    answer_table(answer, NULL, NULL, shown, ARRAY_LENGTH(shown));
    for (int i = 0; i < verification->played; i++) {
        const struct score_counts *pairs = &verification->pairs[i];
        struct measured score = score_estimate(pairs, sprt);
        const struct answer_cell row[] = {
            cell_number((double)verification->limit[i]),
            cell_number((double)score_games(pairs)),
            cell_measured(score),
            cell_measured(measured_elo(score)),
            sprt ? cell_number(sprt_llr(sprt, pairs)) : cell_missing(),
            cell_text(sprt ? sprt_verdict_name(sprt_verdict(sprt, pairs)) : NULL),
        };
        answer_row(answer, row);
    }
    if (!sprt)
        answer_sentence(answer,
                        "From A's side, with 95%% intervals; seed %" PRIu64 ". Elo is what the "
                        "missing moves are worth to who has them, by these players.",
                        verification->seed);
    else
        answer_sentence(
            answer,
            "H1: %+g, H0: %g " SPRT_MODEL " Elo, by fresh games, seed %" PRIu64
            "; intervals allow for the test's early end. A node limit is played only when those "
            "before it were accepted.",
            sprt->elo1, sprt->elo0, verification->seed);
}

struct answer verification_answer(const struct verification *verification) {
    struct answer answer = answer_init(verification->tables->variant.title);
    cJSON *json = make_json(verification);
    if (verification->player) { // without their limits, which do not count
        const char *a = verification->player[PLAYER_A].name;
        const char *b = verification->player[PLAYER_B].name;
        answer_head(&answer, "%.*s against %.*s", (int)strcspn(a, "@"), a, (int)strcspn(b, "@"), b);
    }
    answer_head(&answer, "seed %" PRIu64, verification->seed);
    add_summary(&answer, verification);
    add_table(&answer, verification);
    answer_json_add(&answer, NULL, json);
    return answer;
}
