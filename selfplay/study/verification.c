// SPDX-License-Identifier: GPL-3.0-or-later
#include "verification.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "file.h"
#include "json_file.h"
#include "measured_cell.h"
#include "origin.h"
#include "score_summary.h"

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

struct score_counts verification_pairs(const struct verification *verification) {
    struct score_counts sum = {.cells = PAIR_CELLS};
    for (int k = 0; k < verification->played; k++)
        for (int i = 0; i < PAIR_CELLS; i++)
            sum.count[i] += verification->pairs[k].count[i];
    return sum;
}

// --- What it found -------------------------------------------------------------------------------

static struct measured elo_of(const struct verification *verification, int limit) {
    const struct score_counts *pairs = &verification->pairs[limit];
    return measured_elo(verification->fixed ? score_interval_95(pairs)
                                            : sprt_estimate(&verification->sprt, pairs).score);
}

// "+25 Elo [10, 40] at 60 nodes (300 games), +18 Elo [3, 32] at 240 (1200 games)"
static void print_limits(const struct verification *verification, struct buffer *text) {
    for (int i = 0; i < verification->played; i++) {
        char words[ELO_TEXT];
        buffer_printf(text, "%s%s at %" PRIu64 "%s (%" PRId64 " games)", i ? ", " : "",
                      score_elo_text(elo_of(verification, i), words), verification->limit[i],
                      i ? "" : " nodes", score_games(&verification->pairs[i]));
    }
}

// What the games of the last limit lacked.
static void say_undecided(struct answer *answer, const struct verification *verification) {
    const struct score_counts *pairs = &verification->pairs[verification->played - 1];
    uint64_t nodes = verification->limit[verification->played - 1];
    int64_t games = score_games(pairs);
    struct score_law law = score_law(pairs);
    double elo = games ? sprt_elo_to_accept(&verification->sprt, fmax((double)games, 2),
                                            score_game_deviation(&law))
                       : NAN;
    if (isinf(elo))
        answer_summary(answer,
                       "No result of the %" PRId64 " games at %" PRIu64 " nodes could be accepted.",
                       games, nodes);
    else if (!isnan(elo))
        answer_summary(answer,
                       "To be accepted, the %" PRId64 " games at %" PRIu64
                       " nodes had to show about %+.0f " SPRT_MODEL " Elo.",
                       games, nodes, elo);
}

static void add_summary(struct answer *answer, const struct verification *verification) {
    struct buffer text = buffer_init();
    print_limits(verification, &text);
    if (verification->fixed)
        answer_summary(answer, "%s; A over B: %s.",
                       verification->lacking ? verification->lacking : "", text.data);
    else if (verification->verdict == SPRT_ACCEPT)
        answer_summary(answer, "The new values win at every node limit: %s. Accepted.", text.data);
    else
        answer_summary(answer, "The old values stay, %s: %s.",
                       verification->verdict == SPRT_REJECT ? "the new ones are rejected"
                                                            : "the test is undecided",
                       text.data);
    if (!verification->fixed && verification->verdict == SPRT_UNDECIDED)
        say_undecided(answer, verification);
    buffer_destroy(&text);
}

static void add_table(struct answer *answer, const struct verification *verification) {
    static const struct answer_column elo = {NULL, "Elo", ANSWER_NUMBER, 1,
                                             ANSWER_LIST | ANSWER_PLUS | ANSWER_STRONG};
    static const struct answer_column nodes = {NULL, "nodes", ANSWER_COUNT},
                                      games = {NULL, "games", ANSWER_COUNT};
    const struct answer_column untested[] = {nodes,
                                             games,
                                             {NULL, "score", ANSWER_SHARE, 1, ANSWER_LIST},
                                             elo},
                               tested[] = {nodes,
                                           games,
                                           elo,
                                           {NULL, "LLR", ANSWER_NUMBER, 2, ANSWER_PLUS},
                                           {NULL, "verdict", ANSWER_TEXT}};
    bool fixed = verification->fixed;
    answer_table(answer, NULL, NULL, fixed ? untested : tested,
                 fixed ? ARRAY_LENGTH(untested) : ARRAY_LENGTH(tested));
    for (int i = 0; i < verification->played; i++) {
        const struct score_counts *pairs = &verification->pairs[i];
        const struct sprt *sprt = &verification->sprt;
        struct answer_cell row[ARRAY_LENGTH(tested)] = {cell_number((double)verification->limit[i]),
                                                        cell_number((double)score_games(pairs))};
        row[fixed ? 3 : 2] = cell_measured(elo_of(verification, i));
        if (fixed) {
            row[2] = cell_measured(score_interval_95(pairs));
        } else {
            row[3] = cell_number(sprt_llr(sprt, pairs));
            row[4] = cell_text(sprt_verdict_name(sprt_verdict(sprt, pairs)));
        }
        answer_row(answer, row);
    }
    if (fixed)
        answer_sentence(answer,
                        "From A's side, with 95%% intervals; seed %" PRIu64
                        ". Elo is what the missing moves are worth to who has them, by these "
                        "players.",
                        verification->seed);
    else
        answer_sentence(
            answer,
            "H1: %+g, H0: %g " SPRT_MODEL " Elo, by fresh games, seed %" PRIu64
            "; intervals allow for the test's early end. A node limit is played only when those "
            "before it were accepted.",
            verification->sprt.elo1, verification->sprt.elo0, verification->seed);
}

// How it was made, and all of each limit.
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
                  verification->fixed ? "none" : sprt_verdict_name(verification->verdict));
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
    return json;
}

struct answer verification_answer(const struct verification *verification) {
    struct answer answer = answer_init(verification->tables->variant.title);
    if (verification->player) { // without their limits, which do not count
        const char *a = verification->player[PLAYER_A].name;
        const char *b = verification->player[PLAYER_B].name;
        answer_head(&answer, "%.*s against %.*s", (int)strcspn(a, "@"), a, (int)strcspn(b, "@"), b);
    }
    answer_head(&answer, "seed %" PRIu64, verification->seed);
    add_summary(&answer, verification);
    add_table(&answer, verification);
    answer_json_add(&answer, NULL, make_json(verification));
    return answer;
}

static bool write_answer(const struct verification *verification, struct error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/verify.json", verification->folder);
    struct answer answer = verification_answer(verification);
    struct buffer text = buffer_init();
    answer_json(&answer, &text);
    answer_destroy(&answer);
    bool done = file_replace(path, text.data, text.length, error);
    buffer_destroy(&text);
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
    bool told = end != WORK_DONE || (verification->fixed && !verification->lacking);
    return told || write_answer(verification, error) ? end : WORK_FAILED;
}
