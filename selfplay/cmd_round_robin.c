// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_round_robin.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_progress.h"
#include "cmd_terminal.h"
#include "run.h"
#include "values_file.h"

struct entry {
    char name[32];
    struct player player;
};

static const char *bold(struct diagram_style style) {
    return style.colour ? "\033[1m" : "";
}
static const char *faint(struct diagram_style style) {
    return style.colour ? "\033[2m" : "";
}
static const char *plain(struct diagram_style style) {
    return style.colour ? "\033[0m" : "";
}

// Names become folders and must tell the players apart.
static bool read_entry(const struct round_robin *round, int number, const struct config *config,
                       struct entry *entries, struct error *error) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
    const char *text = round->player[number];
    struct entry *entry = &entries[number];
    size_t length = strcspn(text, "=");
    if (text[length] != '=' || length == 0 || length >= sizeof entry->name ||
        strspn(text, letters) < length || text[0] == '.')
        return error_set(error,
                         "--player takes NAME=FILE, the name of letters, digits, '_' and '.', not "
                         "'%s'",
                         text);
    memcpy(entry->name, text, length);
    entry->name[length] = 0;
    for (int i = 0; i < number; i++)
        if (strcmp(entries[i].name, entry->name) == 0)
            return error_set(error, "two players are called '%s'", entry->name);
    const char *path = text[length + 1] ? text + length + 1 : NULL;
    if (!play_options_player(round->play, config->tables, path, &entry->player, error))
        return false;
    config_player_name(&entry->player, entry->name);
    return true;
}

// The match of two players; an error where they do not differ.
static int configure(const struct config *common, const struct entry *a, const struct entry *b,
                     struct config *config) {
    struct error error = {""};
    *config = *common;
    config->player[PLAYER_A] = a->player;
    config->player[PLAYER_B] = b->player;
    return config_finish(config, true, &error)
               ? EXIT_DONE
               : fail(EXIT_ERROR, "%s and %s: %s", a->name, b->name, error.text);
}

// Plays one match, or what is left of it. `seed_given`: it must have the seed of `common`.
static int play_match(const struct round_robin *round, const struct config *common, bool seed_given,
                      const struct entry *a, const struct entry *b, struct rating_match *match,
                      struct config *config) {
    char folder[PATH_MAX], task[96];
    struct error error = {""};
    struct progress progress;
    struct observer observer = progress_observer(&progress);
    if (configure(common, a, b, config) != EXIT_DONE)
        return EXIT_ERROR;
    snprintf(folder, sizeof folder, "%s/%s-%s", round->folder, a->name, b->name);
    snprintf(task, sizeof task, "%s against %s", a->name, b->name);
    struct run run = {.config = config,
                      .folder = folder,
                      .threads = (int)round->play->threads,
                      .seed_given = seed_given,
                      .command = round->play->command,
                      .force = round->force,
                      .task = task,
                      .quiet = true,
                      .observer = &observer};
    if (!play_options_range(round->play, config->paired, &run.range, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    int code = work_exit_code(run_play(&run, &error), &error);
    if (code == EXIT_DONE)
        memcpy(match->pairs, runlog_tally(run.log)->pair_results, sizeof match->pairs);
    run_destroy(&run);
    return code == EXIT_DONE && run.stopped ? EXIT_AGAIN : code;
}

static void print_measured(struct measured value) {
    printf("%+8.1f  %+7.1f .. %+.1f", value.value, value.low, value.high);
}

static void print_ratings(const struct entry *entries, const struct rating *rating,
                          struct diagram_style style) {
    int order[RATING_PLAYERS_MAX];
    for (int i = 0; i < rating->players; i++) { // strongest first
        int at = i;
        for (; at > 0 && rating->elo[order[at - 1]] < rating->elo[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    printf("  %s%-20s%8s  %-22s%-8s  %s%s\n", faint(style), "player", "Elo", "over the mean, 95%",
           "", "over the first, 95%", plain(style));
    for (int i = 0; i < rating->players; i++) {
        printf("  %s%-20s%s", bold(style), entries[order[i]].name, plain(style));
        print_measured(rating_over_mean(rating, order[i]));
        printf("   ");
        if (order[i] == 0)
            printf("%8s", "0");
        else
            print_measured(rating_difference(rating, order[i], 0));
        putchar('\n');
    }
}

static void print_matches(const struct entry *entries, const struct rating_match *matches,
                          int count, const struct rating *rating, struct diagram_style style) {
    printf("\n  %s%-32s%8s  %-24s%9s%9s%s\n", faint(style), "match", "Elo", "difference, 95%",
           "model", "residual", plain(style));
    for (int m = 0; m < count; m++) {
        char name[80];
        snprintf(name, sizeof name, "%s - %s", entries[matches[m].a].name,
                 entries[matches[m].b].name);
        struct measured elo = rating_difference(rating, matches[m].a, matches[m].b);
        char interval[48];
        snprintf(interval, sizeof interval, "%+.1f .. %+.1f", elo.low, elo.high);
        printf("  %-32s%+8.1f  %-24s%8.1f%%%+9.2f\n", name, elo.value, interval,
               100 * rating->expected[m], rating->residual[m]);
    }
}

static void print_model(const struct rating *rating) {
    printf(
        "\n  moving first is worth %+.1f Elo (%+.1f .. %+.1f); equals draw %.1f%% (%.1f .. %.1f) "
        "of their games\n",
        rating->first.value, rating->first.low, rating->first.high, 100 * rating->draws.value,
        100 * rating->draws.low, 100 * rating->draws.high);
    if (rating->freedom == 0)
        return;
    printf("  transitive? chi-square %.1f with %d degree%s of freedom, p = %.3g: %s\n",
           rating->misfit, rating->freedom, rating->freedom == 1 ? "" : "s", rating->p_value,
           rating->p_value < 0.05 ? "NO, one number a player does not say who beats whom"
                                  : "nothing speaks against it");
}

static void add_measured(cJSON *json, const char *name, struct measured value) {
    char interval[64];
    snprintf(interval, sizeof interval, "%s_95", name);
    cJSON_AddNumberToObject(json, name, value.value);
    cJSON *list = cJSON_AddArrayToObject(json, interval);
    cJSON_AddItemToArray(list, cJSON_CreateNumber(value.low));
    cJSON_AddItemToArray(list, cJSON_CreateNumber(value.high));
}

static void print_json(const struct entry *entries, const struct rating_match *matches, int count,
                       const struct rating *rating) {
    cJSON *json = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(json, "players");
    for (int i = 0; i < rating->players; i++) {
        cJSON *player = cJSON_CreateObject();
        cJSON_AddStringToObject(player, "name", entries[i].name);
        add_measured(player, "elo_over_mean", rating_over_mean(rating, i));
        add_measured(player, "elo_over_first", rating_difference(rating, i, 0));
        cJSON_AddItemToArray(list, player);
    }
    list = cJSON_AddArrayToObject(json, "matches");
    for (int m = 0; m < count; m++) {
        cJSON *match = cJSON_CreateObject();
        cJSON_AddStringToObject(match, "first", entries[matches[m].a].name);
        cJSON_AddStringToObject(match, "second", entries[matches[m].b].name);
        add_measured(match, "elo", rating_difference(rating, matches[m].a, matches[m].b));
        cJSON_AddNumberToObject(match, "expected_score", rating->expected[m]);
        cJSON_AddNumberToObject(match, "residual", rating->residual[m]);
        cJSON_AddItemToArray(list, match);
    }
    add_measured(json, "first_move_elo", rating->first);
    add_measured(json, "draws", rating->draws);
    cJSON_AddNumberToObject(json, "chi_square", rating->misfit);
    cJSON_AddNumberToObject(json, "freedom", rating->freedom);
    cJSON_AddNumberToObject(json, "p_value", rating->p_value);
    char *text = cJSON_Print(json);
    if (text)
        puts(text);
    cJSON_free(text);
    cJSON_Delete(json);
}

// All matches have the openings of one seed: the first one's, where it was begun before.
static int play_all(const struct round_robin *round, struct config common,
                    const struct entry *entries, struct rating_match *matches, int *count) {
    struct config *config = malloc(sizeof *config);
    int code = config ? EXIT_DONE : fail(EXIT_ERROR, "out of memory");
    bool seed_given = round->play->seed_given;
    for (int a = 0; a < round->players; a++) // before the first game is played
        for (int b = a + 1; b < round->players && code == EXIT_DONE; b++)
            code = configure(&common, &entries[a], &entries[b], config);
    for (int a = 0; a < round->players; a++)
        for (int b = a + 1; b < round->players && code == EXIT_DONE; b++) {
            struct rating_match *match = &matches[(*count)++];
            match->a = a;
            match->b = b;
            code = play_match(round, &common, seed_given, &entries[a], &entries[b], match, config);
            common.seed = config->seed;
            seed_given = true;
        }
    free(config);
    return code;
}

int round_robin_run(const struct round_robin *round, const struct config *config) {
    struct entry *entries = calloc((size_t)round->players, sizeof *entries);
    struct rating_match *matches = calloc(RATING_MATCHES_MAX, sizeof *matches);
    struct rating *rating = malloc(sizeof *rating);
    struct error error = {""};
    int count = 0, code = EXIT_ERROR;
    bool fine = (entries && matches && rating) || error_set(&error, "out of memory");
    for (int i = 0; i < round->players && fine; i++)
        fine = read_entry(round, i, config, entries, &error);
    if (fine)
        code = play_all(round, *config, entries, matches, &count);
    if (fine && code == EXIT_DONE)
        fine = rating_fit(round->players, matches, count, rating, &error);
    if (!fine) {
        code = fail(EXIT_ERROR, "%s", error.text);
    } else if (code == EXIT_DONE && round->json) {
        print_json(entries, matches, count, rating);
        code = terminal_finish();
    } else if (code == EXIT_DONE) {
        struct diagram_style style = terminal_style();
        printf("\n%s%s%s%s%d players, %d matches, %.0f games%s%s\n\n", bold(style),
               config->tables->variant.title, plain(style), style.unicode ? " · " : ", ",
               round->players, count, 2 * rating->first.n, style.unicode ? " · " : ", ",
               round->folder);
        print_ratings(entries, rating, style);
        print_matches(entries, matches, count, rating, style);
        print_model(rating);
        code = terminal_finish();
    }
    free(entries);
    free(matches);
    free(rating);
    return code;
}
