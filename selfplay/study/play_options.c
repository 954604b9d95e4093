// SPDX-License-Identifier: GPL-3.0-or-later
#include "play_options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "file.h"
#include "values_file.h"
#include "workers.h"

bool play_options_default(struct play_options *options, struct error *error) {
    uint32_t fresh; // short enough to be typed again
    if (getrandom(&fresh, sizeof fresh, 0) != sizeof fresh)
        return error_set(error, "no random seed to be had: %s", strerror(errno));
    *options = (struct play_options){.games = 100,
                                     .range.end = -1,
                                     .threads = workers_default_threads(),
                                     .seed = fresh,
                                     .bound = -1};
    return true;
}

bool play_options_range(const struct play_options *options, bool paired, struct game_range *range,
                        struct error *error) {
    *range = options->range;
    if (range->end >= 0 && !options->seed_given)
        return error_set(error,
                         "parts of one run share its seed: give --seed with --shard or --range");
    if (range->end < 0)
        *range = (struct game_range){.end = options->games, .total = options->games};
    else if (range->shards)
        *range = range_of_shard(options->games, range->shard, range->shards, paired);
    else
        range->total = options->games_given ? options->games : range->end;
    if (range->end > range->total)
        return error_set(error, "--range %lld..%lld goes beyond the %lld games of --games",
                         (long long)range->begin, (long long)range->end, (long long)range->total);
    if (paired && !range->shards && options->range.end >= 0 &&
        (range->begin % 2 != 0 || range->end % 2 != 0))
        return error_set(error,
                         "--range %lld..%lld splits a pair: two players' games come in pairs, from "
                         "an even number to an even one",
                         (long long)range->begin, (long long)range->end);
    if (paired && range->total % 2 != 0)
        return error_set(error, "two players' games come in pairs: --games must be even, not %lld",
                         (long long)range->total);
    return true;
}

bool play_options_player(const struct play_options *options, const struct tables *tables,
                         const char *values, struct player *player, struct error *error) {
    bool default_nodes = options->nodes == 0 && options->depth == 0;
    player->limits.nodes = default_nodes ? 1000 : (uint64_t)options->nodes;
    player->limits.depth = (int)options->depth;
    char name[PLAYER_NAME];
    snprintf(name, sizeof name, "%s", values ? file_base(values) : "default");
    if (!values_file_load(values, tables, &player->values, error))
        return false;
    for (int i = 0; i < options->param.count; i++) {
        if (!values_assign(options->param.text[i], tables, &player->values, error))
            return false;
        size_t length = strlen(name);
        if (length + 1 < sizeof name) {
            name[length++] = '+';
            values_assignment(options->param.text[i], tables, name + length, sizeof name - length);
        }
    }
    config_player_name(player, name);
    return true;
}

bool play_options_config(const struct play_options *options, struct config *config,
                         struct opening_list *list, struct error *error) {
    for (int i = 0; i < PLAYERS; i++)
        if (!play_options_player(options, config->tables, options->values, &config->player[i],
                                 error))
            return false;
    int default_limit = config->adjudication.ply_limit;
    config->seed = options->seed;
    config->hash_bytes = (size_t)options->hash_bytes;
    config->adjudication = options->adjudication;
    config->annotation = options->annotation;
    if (config->adjudication.ply_limit == 0)
        config->adjudication.ply_limit = default_limit;
    if (options->bound >= 0)
        config->opening.bound = (int)options->bound;
    if (options->random_plies)
        config->opening.plies = (int)options->random_plies;
    if (options->start_plies)
        config->opening.ladder.plies = (int)options->start_plies;
    if (options->start_plies % 2)
        return error_set(error, "--start-plies must be even, not %lld: both players draw as often",
                         options->start_plies);
    if (options->start_plies && !options->ladder.rungs)
        return error_set(error, "--start-plies says nothing without --openings start");
    if (options->ladder.rungs && options->bound >= 0)
        return error_set(error, "--opening-bound chooses openings that a search finds balanced: "
                                "that takes out the first-move advantage that --openings start "
                                "asks for");
    config->opening.ladder.rungs = options->ladder.rungs;
    memcpy(config->opening.ladder.near, options->ladder.near, sizeof options->ladder.near);
    if (!options->openings)
        return !options->opening_start ||
               error_set(error, "--opening-start goes with --openings FILE");
    if (options->bound >= 0)
        return error_set(error, "--opening-bound says nothing with --openings FILE");
    config->opening.list = list;
    config->opening.list_start = (int)options->opening_start;
    return opening_list_load(options->openings, config->tables, list, error) &&
           (options->opening_start <= list->count ||
            error_at(error, options->openings, 0, "%d openings, none with number %lld", list->count,
                     options->opening_start));
}
