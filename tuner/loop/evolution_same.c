// SPDX-License-Identifier: GPL-3.0-or-later
#include "evolution_same.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "evolution.h"

struct difference {
    char name[VALUE_NAME + 32], there[RULES_TEXT], here[RULES_TEXT];
};

static bool is_value(const char *key) {
    return strncmp(key, "player1.", 8) == 0 &&
           (values_find(key + 8) >= 0 || strcmp(key + 8, "moves") == 0);
}

// Logs that differ in these cannot be tuned from together.
static enum setting_weight of_the_game(const char *key) {
    bool game = strcmp(key, "variant") == 0 || strcmp(key, "variant_hash") == 0 ||
                strcmp(key, "rules") == 0;
    return game ? SETTING_IF_BOTH : SETTING_IGNORED;
}

// Values are apart, since they change, and what follows from the rest.
static enum setting_weight of_the_loop(const char *key) {
    static const char *const follow[] = {"schema", "hash_bytes", "annotate", "player1.name"};
    for (int i = 0; i < ARRAY_LENGTH(follow); i++)
        if (strcmp(key, follow[i]) == 0)
            return SETTING_IGNORED;
    return is_value(key) || strncmp(key, "player2.", 8) == 0 ? SETTING_IGNORED : SETTING_IF_BOTH;
}

static enum setting_weight of_the_values(const char *key) {
    return is_value(key) ? SETTING_COUNTS : SETTING_IGNORED;
}

static void say(struct difference *difference, const char *name, const char *there,
                const char *here) {
    const char *none = strcmp(name, "likelihoods of moves whose hash is") == 0 ? "none" : "default";
    snprintf(difference->name, sizeof difference->name, "%s", name);
    snprintf(difference->there, sizeof difference->there, "%s", there && *there ? there : none);
    snprintf(difference->here, sizeof difference->here, "%s", here && *here ? here : none);
}

static bool settings_differ(const struct runmeta *there, const struct runmeta *here,
                            enum setting_weight (*weigh)(const char *key),
                            struct difference *difference) {
    struct setting_difference of;
    char name[VALUE_NAME + 32];
    if (!runmeta_differ(there, here, weigh, &of))
        return false;
    const char *own = strncmp(of.key, "player1.", 8) == 0 ? of.key + 8 : of.key;
    if (strcmp(own, "moves") == 0)
        snprintf(name, sizeof name, "likelihoods of moves whose hash is");
    else
        snprintf(name, sizeof name, is_value(of.key) ? "values whose %.63s is" : "%.63s", own);
    say(difference, name, of.there, of.here);
    return true;
}

static bool number_differs(const char *name, uint64_t there, uint64_t here,
                           struct difference *difference) {
    char texts[2][32];
    snprintf(texts[0], sizeof texts[0], "%" PRIu64, there);
    snprintf(texts[1], sizeof texts[1], "%" PRIu64, here);
    say(difference, name, texts[0], texts[1]);
    return there != here;
}

// In generation `generation`, whose seed follows from that of `here`.
static bool runs_differ(const struct runmeta *there, const struct runmeta *here, int generation,
                        struct difference *difference) {
    return settings_differ(there, here, of_the_loop, difference) ||
           number_differs("games", (uint64_t)runmeta_range(there).total,
                          (uint64_t)runmeta_range(here).total, difference) ||
           number_differs("seed", runmeta_seed(there),
                          evolution_seed(runmeta_seed(here), generation, EVOLUTION_SELFPLAY),
                          difference);
}

struct runmeta *evolution_record(const char *folder, int generation, int shard) {
    char part[64], path[PATH_MAX];
    snprintf(part, sizeof part, "shards/%d/run.json", shard < 0 ? 0 : shard);
    const char *const places[] = {"log/run.json", "shards/0/run.json", part};
    struct runmeta *meta = NULL;
    for (int i = 0; i < ARRAY_LENGTH(places) && !meta; i++)
        meta = runmeta_load(evolution_path(folder, generation, places[i], path), NULL);
    return meta;
}

// A later generation: games that the next one would be tuned from, or that are to go on.
static bool generation_same(const char *folder, const struct runmeta *asked, int shard,
                            int generation, struct error *error) {
    struct runmeta *there = evolution_record(folder, generation, shard);
    struct difference difference;
    char path[PATH_MAX];
    bool differs = there && (evolution_has_log(folder, generation)
                                 ? settings_differ(there, asked, of_the_game, &difference)
                                 : runs_differ(there, asked, generation, &difference));
    runmeta_destroy(there);
    if (!differs)
        return true;
    evolution_path(folder, generation, "", path);
    path[strlen(path) - 1] = 0;
    return error_set(error,
                     "%s: generation %d was begun with %s %s, not %s as the loop; delete that "
                     "folder and any of later generations to play it again",
                     path, generation, difference.name, difference.there, difference.here);
}

bool evolution_same(const char *folder, const struct runmeta *asked, int shard, int last,
                    bool values, struct error *error) {
    int champion = evolution_champion(folder, last + 1);
    struct difference difference;
    struct runmeta *there = evolution_record(folder, 1, shard);
    bool differs =
        there &&
        (runs_differ(there, asked, 1, &difference) ||
         // By default they may be other ones in another version.
         ((values || !champion) && settings_differ(there, asked, of_the_values, &difference)));
    runmeta_destroy(there);
    if (differs)
        return error_set(error,
                         "%s: its loop was begun with %s %s, not %s; give the same again, or "
                         "another folder",
                         folder, difference.name, difference.there, difference.here);
    for (int g = champion ? champion + 1 : 2; g <= last; g++)
        if (!generation_same(folder, asked, shard, g, error))
            return false;
    return true;
}
