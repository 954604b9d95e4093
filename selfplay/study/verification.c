// SPDX-License-Identifier: GPL-3.0-or-later
#include "verification.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json_file.h"
#include "origin.h"
#include "score_summary.h"

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
        score_json(item, &verification->pairs[i], verification->fixed ? NULL : &verification->sprt,
                   LENGTH_FIXED);
        json_append(list, item);
    }
    struct answer answer = answer_init(NULL);
    verification_summary_from(&answer, json);
    answer_json_into(&answer, json);
    answer_destroy(&answer);
    return json;
}

static bool write_json(const struct verification *verification, struct error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/verify.json", verification->folder);
    cJSON *json = make_json(verification);
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

static const struct answer_column untested_columns[] = {
    {"nodes", "nodes", ANSWER_COUNT},
    {"games", "games", ANSWER_COUNT},
    {"score", "score", ANSWER_SHARE, 1, ANSWER_LIST},
    {"elo", "Elo", ANSWER_NUMBER, 1, ANSWER_LIST | ANSWER_PLUS | ANSWER_STRONG},
};
static const struct answer_column columns[] = {
    {"nodes", "nodes", ANSWER_COUNT},
    {"games", "games", ANSWER_COUNT},
    {"sprt.elo", "Elo", ANSWER_NUMBER, 1, ANSWER_LIST | ANSWER_PLUS | ANSWER_STRONG},
    {"sprt.llr", "LLR", ANSWER_NUMBER, 2, ANSWER_PLUS},
    {"sprt.verdict", "verdict", ANSWER_TEXT},
};

// "+25 Elo [10, 40] at 60 nodes (300 games), +18 Elo [3, 32] at 240 (1200 games)"
static void add_limits(struct buffer *text, const cJSON *limits, const char *key) {
    const struct answer_column elo = {.key = key, .flags = ANSWER_LIST};
    const cJSON *limit;
    bool begun = false;
    cJSON_ArrayForEach(limit, limits) {
        struct answer_cell cell = answer_cell_from(&elo, limit);
        char words[ELO_TEXT];
        buffer_printf(text, "%s%s at %.0f%s (%.0f games)", begun ? ", " : "",
                      score_elo_text((struct measured){cell.number, cell.low, cell.high, 0}, words),
                      json_number(limit, "nodes"), begun ? "" : " nodes",
                      json_number(limit, "games"));
        begun = true;
    }
}

// What a limit's games must show to be accepted; NAN where they are not known.
static double elo_to_accept(const cJSON *limit, struct sprt *sprt) {
    const cJSON *test = cJSON_GetObjectItemCaseSensitive(limit, "sprt"), *item;
    struct score_counts counts = {0};
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(limit, "counts")) {
        if (counts.cells < SCORE_CELLS_MAX)
            counts.count[counts.cells++] = (int64_t)item->valuedouble;
    }
    *sprt = (struct sprt){.elo0 = json_number(test, "elo0"),
                          .elo1 = json_number(test, "elo1"),
                          .alpha = json_number(test, "alpha"),
                          .beta = json_number(test, "beta")};
    if ((counts.cells != PAIR_CELLS && counts.cells != GAME_CELLS) || score_units(&counts) == 0 ||
        strcmp(json_text(test, "model"), SPRT_MODEL) != 0 || !sprt_check(sprt, NULL))
        return NAN;
    struct score_law law = score_law(&counts);
    return sprt_elo_to_accept(sprt, fmax((double)score_games(&counts), 2),
                              score_game_deviation(&law));
}

void verification_summary_from(struct answer *answer, const cJSON *json) {
    const cJSON *limits = cJSON_GetObjectItemCaseSensitive(json, "limits");
    const cJSON *end = cJSON_GetArrayItem(limits, cJSON_GetArraySize(limits) - 1);
    const char *verdict = json_text(json, "verdict");
    struct buffer text = buffer_init();
    bool tested = strcmp(verdict, no_test) != 0;
    add_limits(&text, limits, tested ? "sprt.elo" : "elo");
    const char *said = !text.length ? "" : text.data;
    if (!tested)
        answer_summary(answer, "%s; A over B: %s.", json_text(json, "lacking"), said);
    else if (strcmp(verdict, "accept") == 0)
        answer_summary(answer, "The new values win at every node limit: %s. Accepted.", said);
    else if (strcmp(verdict, "reject") == 0)
        answer_summary(answer, "The old values stay, the new ones are rejected: %s.", said);
    else
        answer_summary(answer, "The old values stay, the test is undecided: %s.", said);
    struct sprt sprt;
    double elo = elo_to_accept(end, &sprt);
    if (strcmp(verdict, "undecided") == 0 && isinf(elo))
        answer_summary(answer, "No result of the %.0f games at %.0f nodes could be accepted.",
                       json_number(end, "games"), json_number(end, "nodes"));
    else if (strcmp(verdict, "undecided") == 0 && !isnan(elo))
        answer_summary(answer,
                       "To be accepted, the %.0f games at %.0f nodes had to show about "
                       "%+.0f " SPRT_MODEL " Elo.",
                       json_number(end, "games"), json_number(end, "nodes"), elo);
    buffer_destroy(&text);
}

void verification_answer_from(struct answer *answer, const cJSON *json) {
    const cJSON *limits = cJSON_GetObjectItemCaseSensitive(json, "limits");
    const cJSON *test = cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(limits, 0), "sprt");
    if (!test) {
        answer_table(answer, NULL, NULL, untested_columns, ARRAY_LENGTH(untested_columns));
        answer_rows_from(answer, limits);
        answer_sentence(answer,
                        "From A's side, with 95%% intervals; seed %s. Elo is what the "
                        "missing moves are worth to who has them, by these players.",
                        json_text(json, "seed"));
        return;
    }
    answer_table(answer, NULL, NULL, columns, ARRAY_LENGTH(columns));
    answer_rows_from(answer, limits);
    answer_sentence(
        answer,
        "H1: %+g, H0: %g %s Elo, by fresh games, seed %s; intervals allow for the test's early "
        "end. A node limit is played only when those before it were accepted.",
        json_number(test, "elo1"), json_number(test, "elo0"), json_text(test, "model"),
        json_text(json, "seed"));
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
    cJSON_DeleteItemFromObjectCaseSensitive(json, "summary"); // the answer makes its own
    verification_summary_from(&answer, json);
    verification_answer_from(&answer, json);
    answer_json_add(&answer, NULL, json);
    return answer;
}
