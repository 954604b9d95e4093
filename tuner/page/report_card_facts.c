// SPDX-License-Identifier: GPL-3.0-or-later
// What a card says in numbers: of the self-play run with the most games.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_card_internal.h"

// The run of self-play with the most games; matches tell of players, not of the game. And what all
// folders agree on: the game. False: they do not.
static bool find_games(const cJSON *report, const cJSON **games, const char **variant,
                       const char **title, struct error *error) {
    const cJSON *folder, *section;
    double most = 0;
    *variant = *title = "";
    cJSON_ArrayForEach(folder, report_item(report, "folders")) {
        cJSON_ArrayForEach(section, report_item(folder, "sections")) {
            const char *name = json_text(section, "variant");
            if (*name && **variant && strcmp(name, *variant) != 0)
                return error_set(error,
                                 "a card is of one game, these folders are of %.60s and %.60s",
                                 *variant, name);
            if (*name)
                *variant = name;
            if (*json_text(section, "title"))
                *title = json_text(section, "title");
            double count = json_number(section, "games");
            if (strcmp(json_text(section, "kind"), "games") == 0 && count > most &&
                !report_item(section, "match") && report_item(section, "results")) {
                *games = section;
                most = count;
            }
        }
    }
    return true;
}

static struct card_fact *add_fact(struct card *card, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static struct card_fact *add_fact(struct card *card, const char *label, const char *format, ...) {
    struct card_fact *fact = &card->fact[card->facts++];
    *fact = (struct card_fact){.share = NAN, .low = NAN, .high = NAN};
    snprintf(fact->label, sizeof fact->label, "%s", label);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fact->value, sizeof fact->value, format, arguments);
    va_end(arguments);
    return fact;
}

// A share, 1 less it where `rest`.
static void add_share(struct card *card, const char *label, const cJSON *estimate, bool rest) {
    double share = json_number(estimate, "value"), low = json_number(estimate, "lo95");
    double high = json_number(estimate, "hi95");
    if (isnan(share) || card->facts == CARD_FACTS)
        return;
    if (rest) {
        double swap = 1 - high;
        share = 1 - share;
        high = 1 - low;
        low = swap;
    }
    struct card_fact *fact = add_fact(card, label, "%.1f%%", 100 * share);
    fact->share = share;
    fact->low = fmax(low, 0);
    fact->high = fmin(high, 1);
    if (!isnan(low))
        snprintf(fact->range, sizeof fact->range, "%.1f to %.1f", 100 * fact->low,
                 100 * fact->high);
}

static void add_mean(struct card *card, const char *label, const cJSON *games, const char *key) {
    double mean = json_number(report_item(games, "a_game"), key);
    if (!isnan(mean) && card->facts < CARD_FACTS)
        add_fact(card, label, "%.1f", mean);
}

// The subtitle says in full where the games start.
static const char *first_label(const cJSON *games) {
    const char *openings = json_text(games, "openings");
    return strstr(openings, "start position") ? "first player, from start"
           : strstr(openings, "balanced")     ? "first player, balanced"
           : *openings                        ? "first player, openings"
                                              : "first player\u2019s score";
}

static void add_facts(struct card *card) {
    const cJSON *games = card->games, *plies = report_item(games, "plies");
    const cJSON *draws = report_find(report_item(games, "results"), "name", "draw");
    const cJSON *ending = report_item(games, "endings")->child, *each, *most = ending;
    add_share(card, first_label(games), report_item(games, "first_score"), false);
    add_share(card, "draws", draws, false);
    add_share(card, "decided games", draws, true);
    cJSON_ArrayForEach(each, report_item(games, "endings")) {
        if (json_number(each, "count") > json_number(most, "count"))
            most = each;
    }
    if (most) {
        char label[48];
        snprintf(label, sizeof label, "end by %.38s", json_text(most, "name"));
        add_share(card, label, most, false);
    }
    if (!isnan(json_number(plies, "mean"))) {
        struct card_fact *fact =
            add_fact(card, "length in plies", "%.0f", json_number(plies, "mean"));
        snprintf(fact->range, sizeof fact->range, "half of the games %.0f to %.0f",
                 json_number(plies, "q1"), json_number(plies, "q3"));
    }
    add_mean(card, "legal moves a ply", games, "legal moves a ply");
    add_mean(card, "changes of lead a game", games, "lead changes");
}

static void add_texts(struct card *card, const char *variant, const char *title) {
    const char *rules = json_text(card->games, "rules"), *player = "";
    const char *openings = json_text(card->games, "openings");
    const cJSON *players = report_item(card->games, "players");
    if (cJSON_GetArraySize(players) > 0)
        player = cJSON_GetStringValue(cJSON_GetArrayItem(players, 0));
    snprintf(card->title, sizeof card->title, "%s", *title ? title : variant);
    if (!card->games)
        return;
    snprintf(card->subtitle, sizeof card->subtitle, "%.0f games of %.80s against itself%s%s%s%.80s",
             json_number(card->games, "games"), player, *openings ? " from " : "", openings,
             *rules ? ", rules " : "", rules);
}

bool card_read(const cJSON *report, struct card *card, struct error *error) {
    const char *variant, *title;
    *card = (struct card){.games = NULL};
    if (!find_games(report, &card->games, &variant, &title, error))
        return false;
    snprintf(card->source, sizeof card->source, "%.300s", json_text(report, "program"));
    if (card->games)
        add_facts(card);
    add_texts(card, variant, title);
    card_skill(report, variant, json_text(card->games, "rules"), card);
    if (!card_values(report, variant, card, error))
        return false;
    if (card->values.failed || card->skill.failed)
        return error_set(error, "out of memory");
    return card->games || card->values.count || card->skill.count ||
           error_set(error, "nothing for a card: no self-play, values, or matches between node "
                            "limits in these folders");
}

void card_destroy(struct card *card) {
    free(card->values.row);
    free(card->skill.row);
}
