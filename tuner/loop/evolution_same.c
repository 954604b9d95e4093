// SPDX-License-Identifier: GPL-3.0-or-later
#include "evolution_same.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "evolution.h"

// Of the canonical configuration, as run.json has it. The values are apart: they change.
static const struct {
    const char *key, *name;
} settings[] = {{"variant", "variant"},
                {"variant_hash", "a file of the variant whose hash is"},
                {"rules", "rules"},
                {"player1.nodes", "nodes"},
                {"player1.depth", "depth"},
                {"openings", "openings"},
                {"openings.count", "openings whose number is"},
                {"openings.hash", "openings whose hash is"},
                {"openings.bound", "opening-bound"},
                {"openings.plies", "start-plies"},
                {"ply_limit", "ply-limit"},
                {"resign", "resign"},
                {"draw", "draw"},
                {"sample", "sample"},
                {"sample_noisy", "sample-noisy"}};
enum { OF_THE_GAME = 3 }; // settings: logs that differ in these cannot be tuned from together

struct difference {
    char name[VALUE_NAME + 32], there[RULES_TEXT], here[RULES_TEXT];
};

static bool differ(struct difference *difference, const char *name, const char *there,
                   const char *here) {
    snprintf(difference->name, sizeof difference->name, "%s", name);
    snprintf(difference->there, sizeof difference->there, "%s",
             there && *there ? there : "default");
    snprintf(difference->here, sizeof difference->here, "%s", here && *here ? here : "default");
    return strcmp(difference->there, difference->here) != 0;
}

static bool differ_in_number(struct difference *difference, const char *name, int64_t there,
                             int64_t here) {
    char texts[2][32];
    snprintf(texts[0], sizeof texts[0], "%" PRId64, there);
    snprintf(texts[1], sizeof texts[1], "%" PRId64, here);
    return differ(difference, name, texts[0], texts[1]);
}

// What only one of the two notes is new or gone in this version, and no difference.
static bool settings_differ(const struct runmeta *there, const struct runmeta *here, int count,
                            struct difference *difference) {
    for (int i = 0; i < count; i++) {
        const char *then = runmeta_setting(there, settings[i].key);
        const char *now = runmeta_setting(here, settings[i].key);
        if (then && now && differ(difference, settings[i].name, then, now))
            return true;
    }
    return false;
}

static bool values_differ(const struct runmeta *there, const struct runmeta *here,
                          struct difference *difference) {
    for (int i = 0; i < PARAMETERS; i++) {
        char name[VALUE_NAME], key[VALUE_NAME + 16], text[VALUE_NAME + 32];
        values_name(i, name);
        snprintf(key, sizeof key, "player1.%s", name);
        snprintf(text, sizeof text, "values whose %s is", name);
        if (differ(difference, text, runmeta_setting(there, key), runmeta_setting(here, key)))
            return true;
    }
    const char *then = runmeta_setting(there, "player1.moves");
    const char *now = runmeta_setting(here, "player1.moves");
    return differ(difference, "likelihoods of moves whose hash is", then ? then : "none",
                  now ? now : "none");
}

// In generation `generation`, whose seed is so much after that of `here`.
static bool runs_differ(const struct runmeta *there, const struct runmeta *here, int generation,
                        struct difference *difference) {
    return settings_differ(there, here, ARRAY_LENGTH(settings), difference) ||
           differ_in_number(difference, "games", runmeta_range(there).total,
                            runmeta_range(here).total) ||
           differ_in_number(
               difference, "seed", (int64_t)runmeta_seed(there),
               (int64_t)evolution_seed(runmeta_seed(here), generation, EVOLUTION_SELFPLAY));
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
                                 ? settings_differ(there, asked, OF_THE_GAME, &difference)
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
    bool differs = there && (runs_differ(there, asked, 1, &difference) ||
                             // By default they may be other ones in another version.
                             ((values || !champion) && values_differ(there, asked, &difference)));
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
