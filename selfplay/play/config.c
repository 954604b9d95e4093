// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "beside.h"
#include "file.h"
#include "json_file.h"
#include "memory.h"
#include "number.h"
#include "variant.h"

enum {
    SCHEMA = 1,
    OPENING_PLIES = 8,
    OPENING_BOUND = 150,
    OPENING_NODES = 500,
    OPENING_TRIES = 50
};

struct config config_default(const struct tables *tables, const char *variant_text) {
    assert(tables && variant_text);
    int longer = tables->files > tables->ranks ? tables->files : tables->ranks;
    struct config config = {
        .tables = tables,
        .variant_text = variant_text,
        .opening = {.ladder.plies = NEAR_PLIES,
                    .plies = OPENING_PLIES,
                    .bound = OPENING_BOUND,
                    .nodes = OPENING_NODES,
                    .tries = OPENING_TRIES},
        .adjudication.ply_limit = 50 * longer,
        .sampling.rate = 0.25,
    };
    for (int i = 0; i < PLAYERS; i++) {
        values_default(tables, &config.player[i].values);
        config.player[i].limits.nodes = 1000;
        config.player[i].margin_ms = PLAYER_MARGIN;
        config_player_name(&config.player[i], "default");
    }
    return config;
}

size_t config_hash_bytes(uint64_t nodes) {
    const size_t least = (size_t)1 << 18, most = (size_t)1 << 26;
    size_t bytes = least;
    while (bytes < most && (nodes == 0 || bytes < nodes * 4 * 64))
        bytes *= 2;
    return bytes;
}

// Nodes that a search by these limits may come to, 0 for no limit. By depth on the largest boards:
// below 1,000 at one ply, less than twice as many with each further one.
static uint64_t nodes_at_most(const struct limits *limits) {
    uint64_t by_depth =
        limits->depth == 0 || limits->depth > 30 ? 0 : UINT64_C(512) << limits->depth;
    if (limits->nodes == 0 || by_depth == 0)
        return limits->nodes + by_depth;
    return limits->nodes < by_depth ? limits->nodes : by_depth;
}

// Two runs of one program may differ in more than we know of: external players never count as the
// same.
static bool same_players(const struct player *a, const struct player *b) {
    return !a->external && !b->external && values_same(&a->values, &b->values) &&
           memcmp(&a->restriction, &b->restriction, sizeof a->restriction) == 0 &&
           beside_same(&a->values, &b->values) && a->limits.nodes == b->limits.nodes &&
           a->limits.depth == b->limits.depth && a->limits.milliseconds == b->limits.milliseconds &&
           a->clock.base == b->clock.base && a->clock.increment == b->clock.increment &&
           a->clock.byoyomi == b->clock.byoyomi && a->clock.moves == b->clock.moves;
}

static bool check_player(const struct player *player, struct error *error) {
    const struct limits *limits = &player->limits;
    bool clock = time_control_given(&player->clock);
    if (clock && limits->milliseconds)
        return error_set(error, "a time for each move, or a clock for the game: not both");
    if (player->external)
        return external_check(player->external, *limits, &player->clock, error);
    return clock || limits->nodes || limits->depth || limits->milliseconds ||
           error_set(error, "a limit of nodes, depth or time is needed");
}

bool config_timed(const struct config *config) {
    bool timed = false;
    for (int i = 0; i < PLAYERS; i++)
        timed = timed || config->player[i].limits.milliseconds ||
                time_control_given(&config->player[i].clock);
    return timed;
}

bool config_reproducible(const struct config *config) {
    return !config->imported && !config_timed(config) && !config->player[PLAYER_A].external &&
           !config->player[PLAYER_B].external;
}

bool config_finish(struct config *config, bool two_players, struct error *error) {
    struct player *a = &config->player[PLAYER_A], *b = &config->player[PLAYER_B];
    config->paired = !same_players(a, b);
    if (two_players && !config->paired)
        return error_set(error, "the two players are the same: each pair would be one game twice, "
                                "and the score 50%% for sure");
    bool external = a->external || b->external;
    for (int i = 0; i < PLAYERS; i++)
        if (!check_player(&config->player[i], error))
            return false;
    if (external && (restriction_any(&a->restriction) || restriction_any(&b->restriction)))
        return error_set(error,
                         "no program can be told which moves a player lacks: 'without' is for "
                         "two players of our own");
    if (external && (config->adjudication.resign_plies || config->adjudication.draw_plies))
        return error_set(error, "other programs' scores do not count as ours: no --resign, --draw");
    struct near_ladder *ladder = &config->opening.ladder;
    ladder->limits = (struct limits){.nodes = a->limits.nodes, .depth = a->limits.depth};
    if (ladder->rungs && (a->external || !(a->limits.nodes || a->limits.depth)))
        return error_set(error, "--openings start asks player A's own search for its moves: a "
                                "limit of nodes or depth is needed");
    if (config->hash_bytes == 0) {
        uint64_t nodes[PLAYERS] = {nodes_at_most(&a->limits), nodes_at_most(&b->limits)};
        bool unlimited = nodes[PLAYER_A] == 0 || nodes[PLAYER_B] == 0;
        uint64_t most = nodes[PLAYER_A] > nodes[PLAYER_B] ? nodes[PLAYER_A] : nodes[PLAYER_B];
        config->hash_bytes = config_hash_bytes(unlimited ? 0 : most);
    }
    return true;
}

void config_player_name(struct player *player, const char *values_name) {
    assert(values_name);
    const struct limits *limits = &player->limits;
    struct buffer name = buffer_init();
    const char *comma = "";
    buffer_printf(&name, "%.80s@", values_name);
    if (limits->nodes) {
        buffer_printf(&name, "%" PRIu64 "n", limits->nodes);
        comma = ",";
    }
    if (limits->depth) {
        buffer_printf(&name, "%sd%d", comma, limits->depth);
        comma = ",";
    }
    if (limits->milliseconds)
        buffer_printf(&name, "%s%" PRId64 "ms", comma, limits->milliseconds);
    if (time_control_given(&player->clock)) {
        buffer_printf(&name, "%stc", comma);
        time_control_print(&player->clock, &name);
    }
    snprintf(player->name, sizeof player->name, "%s", name.data);
    buffer_destroy(&name);
    for (char *at = player->name; *at; at++)
        if ((unsigned char)*at < ' ')
            *at = '?'; // a line end would break the canonical text
    if (strchr("=+-@", player->name[0]))
        player->name[0] = '_'; // tables of games are opened by programs that would compute it
}

int64_t game_pair(bool paired, int64_t game) {
    assert(game >= 0);
    return paired ? game / 2 : game;
}

int game_first_player(bool paired, int64_t game) {
    assert(game >= 0);
    return paired && game % 2 == 1 ? PLAYER_B : PLAYER_A;
}

static void add_player(const struct config *config, int number, struct buffer *text) {
    const struct player *player = &config->player[number];
    buffer_printf(text, "player%d.nodes=%" PRIu64 "\n", number + 1, player->limits.nodes);
    buffer_printf(text, "player%d.depth=%d\n", number + 1, player->limits.depth);
    // Parameters only where they are not by default: runs of before there were such go on.
    for (int i = 0; i < PARAMETERS; i++)
        if (i < VALUES ? values_uses(config->tables, i)
                       : player->values.value[i] != values_default_of(i) &&
                             !(values_flags(i) & PARAM_SHOWN)) {
            char name[VALUE_NAME];
            buffer_printf(text, "player%d.%s=%d\n", number + 1, values_name(i, name),
                          player->values.value[i]);
        }
    // What a player knows beside them is part of it.
    for (enum beside kind = 0; kind < BESIDES; kind++)
        if (player->values.beside[kind].hash)
            buffer_printf(text, "player%d.%s=%016" PRIx64 "\n", number + 1, beside_name(kind),
                          player->values.beside[kind].hash);
    char without[RESTRICTION_TEXT];
    if (*restriction_text(&player->restriction, &config->tables->variant, without))
        buffer_printf(text, "player%d.without=%s\n", number + 1, without);
    if (player->limits.milliseconds)
        buffer_printf(text, "player%d.milliseconds=%" PRId64 "\n", number + 1,
                      player->limits.milliseconds);
    if (time_control_given(&player->clock)) {
        buffer_printf(text, "player%d.tc=", number + 1);
        time_control_print(&player->clock, text);
        buffer_char(text, '\n');
    }
    if (!player->external && player->margin_ms != PLAYER_MARGIN)
        buffer_printf(text, "player%d.margin=%d\n", number + 1, player->margin_ms);
    if (player->external) {
        char prefix[24];
        snprintf(prefix, sizeof prefix, "player%d.", number + 1);
        external_text(player->external, prefix, text);
    }
    // Last, so that a run that does not match is told by the setting behind the name.
    buffer_printf(text, "player%d.name=%s\n", number + 1, player->name);
}

// Is it a line that says whose game it is?
static bool is_credit(const char *line) {
    line += strspn(line, " \t");
    size_t key = strcspn(line, " \t=:\n");
    const char *after = line + key + strspn(line + key, " \t");
    return ((key == 6 && memcmp(line, "author", 6) == 0) ||
            (key == 3 && memcmp(line, "url", 3) == 0)) &&
           (*after == '=' || *after == ':');
}

// Of a variant file without its author and url, lines of [variant] that change nothing of the game.
static uint64_t variant_hash(const char *text) {
    struct buffer kept = buffer_init();
    bool section = false, credit = false, goes_on = false;
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        if (!goes_on) {
            if (*line == '[')
                section = strncmp(line, "[variant]", 9) == 0;
            credit = section && is_credit(line);
        }
        goes_on = length > 0 && line[length - 1] == '\\';
        length += line[length] != 0;
        if (!credit)
            buffer_add(&kept, line, length);
        line += length;
    }
    uint64_t hash = text_hash(kept.data ? kept.data : "", kept.length);
    buffer_destroy(&kept);
    return hash;
}

// How its games are played.
static void add_play(const struct config *config, struct buffer *text) {
    const struct adjudication *adjudication = &config->adjudication;
    for (int i = 0; i < PLAYERS; i++)
        add_player(config, i, text);
    buffer_printf(text, "hash_bytes=%zu\n", config->hash_bytes);
    const struct army_settings *army = &config->opening.army;
    if (army->share > 0) {
        buffer_text(text, "openings=armies\nopenings.changed=");
        number_print(text, army->share, 6);
        buffer_text(text, "\nopenings.replaced=");
        for (Type base = 1; base < BASE_TYPES; base++)
            if (army->other[base])
                buffer_printf(text, "%c:%c", type_letter(base), type_letter(army->other[base]));
        buffer_text(text, "\n");
    } else if (config->opening.ladder.rungs) {
        char ladder[NEAR_TEXT];
        buffer_printf(text, "openings=%s\nopenings.plies=%d\n",
                      near_ladder_print(&config->opening.ladder, ladder),
                      config->opening.ladder.plies);
    } else if (config->opening.list) {
        buffer_printf(text, "openings=file\nopenings.count=%d\nopenings.hash=%016" PRIx64 "\n",
                      config->opening.list->count, config->opening.list->hash);
        if (config->opening.list_start)
            buffer_printf(text, "openings.start=%d\n", config->opening.list_start);
    } else {
        buffer_printf(text, "openings=random:%d\n", config->opening.plies);
        buffer_printf(text, "openings.bound=%d\n", config->opening.bound);
        buffer_printf(text, "openings.nodes=%d\n", config->opening.nodes);
        buffer_printf(text, "openings.tries=%d\n", config->opening.tries);
    }
    buffer_printf(text, "ply_limit=%d\n", adjudication->ply_limit);
    buffer_printf(text, "resign=%d,%d\n", adjudication->resign_score, adjudication->resign_plies);
    buffer_printf(text, "draw=%d,%d,%d\n", adjudication->draw_score, adjudication->draw_plies,
                  adjudication->draw_from);
}

void config_text(const struct config *config, struct buffer *text) {
    const struct variant *variant = &config->tables->variant;
    char rules[RULES_TEXT];
    buffer_printf(text, "schema=%d\n", SCHEMA);
    buffer_printf(text, "variant=%s\n", variant->name);
    buffer_printf(text, "variant_hash=%016" PRIx64 "\n", variant_hash(config->variant_text));
    buffer_printf(text, "rules=%s\n", rules_text(&config->tables->rules, variant, rules));
    if (config->imported)
        buffer_printf(text, "imported=%016" PRIx64 "\nplayer1.name=people\n", config->imported);
    else
        add_play(config, text);
    buffer_text(text, "sample=");
    number_print(text, config->sampling.rate, 6);
    buffer_printf(text, "\nsample_noisy=%s\n", config->sampling.noisy ? "yes" : "no");
    // Only what is not by default: runs of before there was such a setting go on.
    if (config->annotation)
        buffer_printf(text, "annotate=%s\n",
                      config->annotation == ANNOTATE_TIMES ? "times" : "scores");
    const struct sprt *sprt = config->sprt;
    if (sprt)
        buffer_printf(text, "sprt=" SPRT_MODEL ":%g,%g\nsprt.errors=%g,%g\n", sprt->elo0,
                      sprt->elo1, sprt->alpha, sprt->beta);
}

uint64_t text_hash(const char *text, size_t length) {
    return XXH3_64bits(text, length);
}

cJSON *config_settings(const char *text) {
    cJSON *object = cJSON_CreateObject();
    char *copy = mem_strdup(text), *rest = copy;
    for (char *line; (line = strtok_r(rest, "\n", &rest));) {
        char *value = line + strcspn(line, "=");
        if (*value)
            *value++ = 0;
        json_add_text(object, line, value);
    }
    free(copy);
    return object;
}

static const char *setting(const cJSON *object, const char *key) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
}

bool config_settings_differ(const cJSON *there, const cJSON *here,
                            enum setting_weight (*weigh)(const char *key),
                            struct setting_difference *difference) {
    const cJSON *const both[] = {here, there};
    const cJSON *item;
    for (int i = 0; i < ARRAY_LENGTH(both); i++)
        cJSON_ArrayForEach(item, both[i]) {
            const char *key = item->string, *then = setting(there, key), *now = setting(here, key);
            enum setting_weight weight = weigh ? weigh(key) : SETTING_COUNTS;
            bool one = !then || !now;
            *difference = (struct setting_difference){key, then, now};
            if (weight == SETTING_IGNORED || (one && weight == SETTING_IF_BOTH))
                continue;
            if (one || strcmp(then, now) != 0)
                return true;
        }
    return false;
}

char *config_variant_text(const char *name, struct error *error) {
    const char *builtin = variant_builtin_text(name);
    return builtin ? mem_strdup(builtin) : file_read(name, 1 << 20, error);
}
