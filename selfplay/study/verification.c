// SPDX-License-Identifier: GPL-3.0-or-later
#include "verification.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "file.h"
#include "json_file.h"
#include "measured_cell.h"
#include "score_answer.h"

static const char no_test[] = "none";

bool verification_config(void *context, int number, struct config *config,
                         struct opening_list *list, struct error *error) {
    const struct verification *verification = context;
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
    verification->faulty = score_faulty(tally_faults(tally), tally->games);
    if (verification->faulty)
        return error_set(error,
                         "%s: faults decided %" PRId64 " of %" PRId64 " games: no Elo, no verdict",
                         run->folder, tally_faults(tally), tally->games);
    verification->played = number + 1;
    verification->resized |= run->log->resized;
    verification->pairs[number] = tally->pairs;
    verification->depths[number] = tally->depths[PLAYER_A];
    depths_add(&verification->depths[number], &tally->depths[PLAYER_B]);
    verification->seed = run->config->seed;
    verification->verdict =
        verification->fixed ? SPRT_ACCEPT : sprt_verdict(&verification->sprt, &tally->pairs);
    return true;
}

// End with study_destroy.
static struct study study_of(const struct verification *verification) {
    struct study study = {.folder = verification->folder,
                          .inner = verification->inner,
                          .task = verification->task ? verification->task : "verify",
                          .paired = true,
                          .match = true,
                          .force = verification->force,
                          .observer = verification->observer,
                          .configure = verification_config,
                          .is_due = is_due,
                          .take = take};
    for (int i = 0; i < verification->limits; i++) {
        char name[32];
        snprintf(name, sizeof name, "%" PRIu64 "n", verification->limit[i]);
        struct agenda_run *run =
            study_add(&study, name, verification->play.games, verification->limit[i]);
        run->at_most = true;
        snprintf(run->done, sizeof run->done, "verify.json");
    }
    return study;
}

enum work_end verification_run(struct verification *verification, struct error *error) {
    struct study study = study_of(verification);
    assert(verification->limits >= 1 && verification->limits <= VERIFY_LIMITS_MAX);
    verification->verdict = SPRT_ACCEPT;
    verification->played = 0;
    verification->resized = false;
    study.play = &verification->play;
    study.context = verification;
    enum work_end end = study_play(&study, error);
    if (end == WORK_DONE && (!verification->fixed || verification->lacking)) {
        struct file_set set = {.count = 0};
        struct answer answer = verification_answer(verification);
        answer_json(&answer, study_add_file(&study, &set, "verify.json"));
        answer_destroy(&answer);
        end = file_set_write(&set, error) ? WORK_DONE : WORK_FAILED;
    }
    study_destroy(&study);
    return end;
}

struct score_counts verification_pairs(const struct verification *verification) {
    struct score_counts sum = {.cells = PAIR_CELLS};
    for (int k = 0; k < verification->played; k++)
        for (int i = 0; i < PAIR_CELLS; i++)
            sum.count[i] += verification->pairs[k].count[i];
    return sum;
}

// --- The answer ----------------------------------------------------------------------------------

static struct measured elo_of(const struct verification *verification, int number) {
    const struct score_counts *pairs = &verification->pairs[number];
    return measured_elo(verification->fixed ? score_interval_95(pairs)
                                            : sprt_estimate(&verification->sprt, pairs).score);
}

// What a limit's games must show to be accepted; NAN where they are not known.
static double elo_to_accept(const struct verification *verification, int number) {
    const struct score_counts *pairs = &verification->pairs[number];
    if (score_units(pairs) == 0)
        return NAN;
    struct score_law law = score_law(pairs);
    return sprt_elo_to_accept(&verification->sprt, fmax((double)score_games(pairs), 2),
                              score_game_deviation(&law));
}

// The verdict, with "+25 Elo [10, 40] at 60 nodes (300 games), +18 Elo [3, 32] at 240 (1200
// games)".
static void add_summary(struct answer *answer, const struct verification *verification) {
    int end = verification->played - 1;
    struct buffer text = buffer_init();
    for (int i = 0; i <= end; i++) {
        char elo[ELO_TEXT];
        buffer_printf(&text, "%s%s at %" PRIu64 "%s (%" PRId64 " games)", i ? ", " : "",
                      score_elo_text(elo_of(verification, i), elo), verification->limit[i],
                      i ? "" : " nodes", score_games(&verification->pairs[i]));
    }
    if (verification->fixed)
        answer_summary(answer, "%s; A over B: %s.",
                       verification->lacking ? verification->lacking : "", text.data);
    else if (verification->verdict == SPRT_ACCEPT)
        answer_summary(answer, "The new values %s at every node limit: %s. Accepted.",
                       verification->sprt.elo0 >= 0 ? "win" : "pass the test", text.data);
    else if (verification->verdict == SPRT_REJECT)
        answer_summary(answer, "The old values stay, the new ones are rejected: %s.", text.data);
    else
        answer_summary(answer, "The old values stay, the test is undecided: %s.", text.data);
    buffer_destroy(&text);
    if (verification->fixed || verification->verdict != SPRT_UNDECIDED || end < 0)
        return;
    double elo = elo_to_accept(verification, end);
    int64_t games = score_games(&verification->pairs[end]);
    if (isinf(elo))
        answer_summary(answer,
                       "No result of the %" PRId64 " games at %" PRIu64 " nodes could be accepted.",
                       games, verification->limit[end]);
    else if (!isnan(elo))
        answer_summary(answer,
                       "To be accepted, the %" PRId64 " games at %" PRIu64
                       " nodes had to show about %+.0f " SPRT_MODEL " Elo.",
                       games, verification->limit[end], elo);
}

// A row for each node limit played, and the test.
static void add_table(struct answer *answer, const struct verification *verification) {
    const struct sprt *sprt = &verification->sprt;
    bool fixed = verification->fixed;
    const struct answer_column columns[] = {
        {NULL, "nodes", ANSWER_COUNT},
        {NULL, "games", ANSWER_COUNT},
        {NULL, fixed ? "score" : NULL, ANSWER_SHARE, 1, ANSWER_INTERVAL},
        {NULL, "Elo", ANSWER_NUMBER, 1, ANSWER_INTERVAL | ANSWER_PLUS | ANSWER_STRONG,
         .limit = SCORE_ELO_LIMIT},
        {NULL, fixed ? NULL : "LLR", ANSWER_NUMBER, 2, ANSWER_PLUS},
        {NULL, fixed ? NULL : "verdict", ANSWER_TEXT},
    };
    answer_table(answer, NULL, NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < verification->played; i++) {
        const struct score_counts *pairs = &verification->pairs[i];
        ANSWER_ROW(answer, cell_count(verification->limit[i]), cell_count(score_games(pairs)),
                   cell_measured(score_interval_95(pairs)), cell_measured(elo_of(verification, i)),
                   cell_if(!fixed, fixed ? NAN : sprt_llr(sprt, pairs)),
                   cell_text(fixed ? NULL : sprt_verdict_name(sprt_verdict(sprt, pairs))));
    }
    if (fixed)
        answer_sentence(answer,
                        "From A's side, with 95%% intervals; seed %" PRIu64 ". Elo is what the "
                        "missing moves are worth to who has them, by these players.",
                        verification->seed);
    else
        answer_sentence(answer,
                        "H1: %+g, H0: %g " SPRT_MODEL " Elo, by fresh games, seed %" PRIu64
                        "; intervals allow for the test's early end. A node limit is played only "
                        "when those before it were accepted.",
                        sprt->elo1, sprt->elo0, verification->seed);
}

static enum score_length length_of(const struct verification *verification) {
    return verification->fixed && verification->resized ? LENGTH_CHANGED : LENGTH_FIXED;
}

static void add_limits(struct answer *answer, const struct verification *verification) {
    answer->unseen = true;
    for (int i = 0; i < verification->played; i++) {
        const struct score_counts *pairs = &verification->pairs[i];
        answer_entry(answer, "limits");
        answer_key(answer, "nodes", cell_count(verification->limit[i]));
        answer_key(answer, "games", cell_count(score_games(pairs)));
        score_answer(answer, pairs, verification->fixed ? NULL : &verification->sprt,
                     length_of(verification));
        answer_close(answer);
    }
    answer->unseen = false;
}

// Of the limits played.
static cJSON *origin_of(const struct verification *verification) {
    struct verification played = *verification;
    played.limits = verification->played;
    struct study study = study_of(&played);
    study.play = &played.play;
    cJSON *json = study_origin(&study);
    study_destroy(&study);
    return json;
}

static void add_depths(struct answer *answer, const struct verification *verification,
                       depths_add_to *add) {
    for (int i = 0; i < verification->played; i++) {
        char name[32];
        snprintf(name, sizeof name, "%" PRIu64 " nodes", verification->limit[i]);
        add(answer, name, &verification->depths[i]);
    }
}

struct answer verification_answer(const struct verification *verification) {
    const struct variant *variant = &verification->tables->variant;
    struct answer answer = answer_init(variant->title);
    if (verification->player) { // without their limits, which do not count
        const char *a = verification->player[PLAYER_A].name;
        const char *b = verification->player[PLAYER_B].name;
        answer_head(&answer, "%.*s against %.*s", (int)strcspn(a, "@"), a, (int)strcspn(b, "@"), b);
    }
    answer_json_add(&answer, NULL, origin_of(verification));
    answer_key(&answer, "variant", cell_text(variant->name));
    answer_key(&answer, "title", cell_text(variant->title));
    answer_seed(&answer, verification->seed);
    answer_key(&answer, "verdict",
               cell_text(verification->fixed ? no_test : sprt_verdict_name(verification->verdict)));
    if (verification->lacking)
        answer_key(&answer, "lacking", cell_text(verification->lacking));
    add_summary(&answer, verification);
    add_depths(&answer, verification, depths_warn);
    add_limits(&answer, verification);
    add_table(&answer, verification);
    add_depths(&answer, verification, depths_answer);
    score_answer_length(&answer, length_of(verification));
    return answer;
}

// --- From its file -------------------------------------------------------------------------------

static bool read_limit(const cJSON *limit, uint64_t *nodes, struct score_counts *pairs) {
    const cJSON *item;
    double number = json_number(limit, "nodes");
    *pairs = (struct score_counts){0};
    cJSON_ArrayForEach(item, json_item(limit, "counts")) {
        if (pairs->cells < SCORE_CELLS_MAX)
            pairs->count[pairs->cells++] = (int64_t)item->valuedouble;
    }
    *nodes = number >= 1 && number < 1e15 ? (uint64_t)number : 0;
    return *nodes && (pairs->cells == PAIR_CELLS || pairs->cells == GAME_CELLS) &&
           score_units(pairs) > 0;
}

bool verification_read(struct verification *verification, const char *path) {
    struct error ignored;
    cJSON *json = json_file_load(path, &ignored);
    const cJSON *limit, *test = NULL;
    verification->played = 0;
    cJSON_ArrayForEach(limit, json_item(json, "limits")) {
        int at = verification->played;
        if (at == VERIFY_LIMITS_MAX ||
            !read_limit(limit, &verification->limit[at], &verification->pairs[at]))
            break;
        test = json_item(limit, "sprt");
        verification->played++;
    }
    verification->sprt = (struct sprt){.elo0 = json_number(test, "elo0"),
                                       .elo1 = json_number(test, "elo1"),
                                       .alpha = json_number(test, "alpha"),
                                       .beta = json_number(test, "beta")};
    bool known =
        strcmp(json_text(test, "model"), SPRT_MODEL) == 0 && sprt_check(&verification->sprt, NULL);
    cJSON_Delete(json);
    return known;
}
