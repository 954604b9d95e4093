// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_play_options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "number.h"
#include "values_file.h"
#include "workers.h"

#define GAMES_MAX 1000000000000LL

// Setters of rows

// Splits "a,b,c" into exactly `count` whole numbers.
static bool parse_list(const char *text, int *const *numbers, int count, struct error *error) {
    for (int i = 0; i < count; i++) {
        char part[32];
        size_t length = strcspn(text, ",");
        long long value, low = i == 0 ? 0 : 1, high = i == 0 ? 100000 : PLIES_MAX;
        if (length >= sizeof part || (text[length] == ',') != (i + 1 < count))
            return error_set(error, "takes %d whole numbers with commas between", count);
        memcpy(part, text, length);
        part[length] = 0;
        if (!number_count(part, low, high, &value))
            return error_set(error, "must be a whole number from %lld to %lld, not '%s'", low, high,
                             part);
        *numbers[i] = (int)value;
        text += length + 1;
    }
    return true;
}

static bool set_resign(void *member, const char *text, struct error *error) {
    struct adjudication *adjudication = member;
    int *numbers[] = {&adjudication->resign_score, &adjudication->resign_plies};
    return parse_list(text, numbers, ARRAY_LENGTH(numbers), error);
}

static bool set_draw(void *member, const char *text, struct error *error) {
    struct adjudication *adjudication = member;
    int *numbers[] = {&adjudication->draw_score, &adjudication->draw_plies,
                      &adjudication->draw_from};
    return parse_list(text, numbers, ARRAY_LENGTH(numbers), error);
}

// Splits "a<between>b" into two counts and nothing else.
static bool parse_two(const char *text, const char *between, long long most, long long *first,
                      long long *second, struct error *error) {
    char part[32];
    const char *at = strstr(text, between);
    if (!at || at - text >= (int)sizeof part)
        return error_set(error, "takes two numbers with %s between, not '%s'", between, text);
    memcpy(part, text, (size_t)(at - text));
    part[at - text] = 0;
    return (number_count(part, 0, most, first) &&
            number_count(at + strlen(between), 0, most, second)) ||
           error_set(error, "takes whole numbers from 0 to %lld, not '%s'", most, text);
}

static bool set_shard(void *member, const char *text, struct error *error) {
    struct game_range *range = member;
    long long shard, shards;
    if (range->end >= 0)
        return error_set(error, "and --range: only one, once");
    if (!parse_two(text, "/", SHARDS_MAX, &shard, &shards, error))
        return false;
    *range = (struct game_range){.shard = (int)shard, .shards = (int)shards};
    return shard < shards || error_set(error, "I/N: I counts from 0 to N-1, not '%s'", text);
}

static bool set_range(void *member, const char *text, struct error *error) {
    struct game_range *range = member;
    long long begin, end;
    if (range->end >= 0)
        return error_set(error, "and --shard: only one, once");
    if (!parse_two(text, "..", GAMES_MAX, &begin, &end, error))
        return false;
    *range = (struct game_range){.begin = begin, .end = end};
    return begin < end ||
           error_set(error, "A..B: games A to B-1, so A must be below B, not '%s'", text);
}

static bool set_openings(void *member, const char *text, struct error *error) {
    struct play_options *options = member;
    bool random = strncmp(text, "random:", 7) == 0;
    options->openings = random ? NULL : text;
    return !random || number_count(text + 7, 1, 100, &options->random_plies) ||
           error_set(error, "random:P must be a whole number from 1 to 100, not '%s'", text + 7);
}

#define AT(member) OPTION_AT(struct play_options, member)

static const struct option_row part_rows[] = {
    {"games", "N", "Games to play (default 100); more later extends the run", .kind = ROW_COUNT,
     .low = 1, .high = GAMES_MAX, AT(games), .given = offsetof(struct play_options, games_given)},
    {"shard", "I/N",
     "Play part I of N of the games (I from 0 to N-1) into a folder of its own; `kagami log merge` "
     "puts the parts together",
     .line_only = true, .kind = ROW_OWN, .set = set_shard, AT(range)},
    {"range", "A..B", "The same for games A to B-1", .line_only = true, .kind = ROW_OWN,
     .set = set_range, AT(range)},
};

static const struct option_row game_rows[] = {
    {"threads", "T",
     "Threads (default: SLURM_CPUS_PER_TASK, or the processors at hand); no number changes a byte "
     "of the log",
     .kind = ROW_COUNT, .low = 1, .high = 4096, AT(threads)},
    {"seed", "S",
     "Seed of everything random (default: the run's own, or a fresh one; always printed and "
     "logged)",
     .kind = ROW_SEED, AT(seed), .given = offsetof(struct play_options, seed_given)},
};

static const struct option_row player_rows[] = {
    {"nodes", "M", "Nodes searched a move (default 1000, or none with --depth)", .kind = ROW_COUNT,
     .low = 1, .high = 1e12, AT(nodes)},
    {"depth", "D", "Plies searched a move", .kind = ROW_COUNT, .low = 1, .high = PLY_MAX,
     AT(depth)},
    {"values", "FILE",
     "values.csv of the player; what it leaves out keeps the default. 'estimate': values from the "
     "moves alone",
     .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(values)},
    {"param", "NAME=VALUE",
     "A value of the evaluation or a parameter of the search, over the file (repeatable)",
     .kind = ROW_TEXTS, .completion = COMPLETE_VALUE, AT(param)},
    {"hash", "BYTES",
     "Table of each player (default from --nodes and --depth, 256 KiB to 64 MiB); part of the "
     "configuration",
     .kind = ROW_COUNT, .low = 4096, .high = 1LL << 40, AT(hash_bytes)},
};

static const struct option_row opening_rows[] = {
    {"openings", "random:P|FILE",
     "P random plies from the start position (default random:8), or a file of FENs, one a line or "
     "CSV with a column fen, drawn without repeats until all have come",
     .kind = ROW_OWN, .set = set_openings, .completion = COMPLETE_FILE},
    {"opening-bound", "CV",
     "A random opening is kept when a search of 500 nodes scores it within +-CV centi-values "
     "(default 150); after 50 tries the best balanced is taken",
     .kind = ROW_COUNT, .high = 100000, AT(bound)},
};

static const struct option_row end_rows[] = {
    {"ply-limit", "N",
     "Plies from the opening after which a game is a draw (default 50 x the longer side of the "
     "board: 450 on 9x9, 600 on 12x12)",
     .kind = ROW_COUNT, .low = 1, .high = PLIES_MAX, AT(adjudication.ply_limit)},
    {"resign", "CV,PLIES",
     "End a game when both players see one side CV centi-values down for PLIES consecutive plies "
     "(default: off)",
     .kind = ROW_OWN, .set = set_resign, AT(adjudication)},
    {"draw", "CV,PLIES,FROM",
     "Draw when both see at most CV for PLIES consecutive plies, ply FROM or later (default: off)",
     .kind = ROW_OWN, .set = set_draw, AT(adjudication)},
};

static bool set_defaults(void *base, struct error *error) {
    uint32_t fresh; // short enough to be typed again
    if (getrandom(&fresh, sizeof fresh, 0) != sizeof fresh)
        return error_set(error, "no random seed to be had: %s", strerror(errno));
    *(struct play_options *)base = (struct play_options){.games = 100,
                                                         .range.end = -1,
                                                         .threads = workers_default_threads(),
                                                         .seed = fresh,
                                                         .bound = -1};
    return true;
}

const struct option_set part_option_set = {"Games", part_rows, ARRAY_LENGTH(part_rows), NULL, NULL};
const struct option_set games_option_set = {NULL, game_rows, ARRAY_LENGTH(game_rows), set_defaults,
                                            NULL};
const struct option_set player_option_set = {"Players", player_rows, ARRAY_LENGTH(player_rows),
                                             NULL, NULL};
const struct option_set opening_option_set = {"Openings", opening_rows, ARRAY_LENGTH(opening_rows),
                                              NULL, NULL};
const struct option_set end_option_set = {"Ends of games", end_rows, ARRAY_LENGTH(end_rows), NULL,
                                          NULL};

static const struct option_row log_rows[] = {
    {"out", "DIR", "Folder of the log (needed); a run that is there goes on", .line_only = true,
     .kind = ROW_TEXT, .completion = COMPLETE_FOLDER, OPTION_AT(struct log_options, folder)},
    {"force", NULL, "Throw away the run in DIR and begin anew", .line_only = true,
     OPTION_AT(struct log_options, force)},
};

static bool check_log(void *base, struct error *error) {
    const struct log_options *log = base;
    return log->folder || error_set(error, "give a folder for the log: --out DIR");
}

const struct option_set log_option_set = {NULL, log_rows, ARRAY_LENGTH(log_rows), NULL, check_log};

bool play_options_games(const char *text, struct play_options *options) {
    options->games_given = true;
    return parse_count(text, "--games", 1, GAMES_MAX, &options->games);
}

bool play_options_default(struct play_options *options) {
    struct error error = {""};
    return set_defaults(options, &error) || fail(EXIT_ERROR, "%s", error.text) == EXIT_DONE;
}

bool play_options_range(const struct play_options *options, bool paired, struct game_range *range) {
    *range = options->range;
    if (range->end >= 0 && !options->seed_given) {
        fail(EXIT_USAGE, "parts of one run share its seed: give --seed with --shard or --range");
        return false;
    }
    if (range->end < 0)
        *range = (struct game_range){.end = options->games, .total = options->games};
    else if (range->shards)
        *range = range_of_shard(options->games, range->shard, range->shards, paired);
    else
        range->total = options->games_given ? options->games : range->end;
    if (range->end > range->total) {
        fail(EXIT_USAGE, "--range %lld..%lld goes beyond the %lld games of --games",
             (long long)range->begin, (long long)range->end, (long long)range->total);
        return false;
    }
    if (paired && range->begin % 2 != 0) {
        fail(EXIT_USAGE,
             "--range %lld..%lld splits a pair: two players' games come in pairs, from "
             "an even number on",
             (long long)range->begin, (long long)range->end);
        return false;
    }
    return true;
}

bool play_options_folder(const struct play_options *options, const char *out, const char *run,
                         char path[PATH_MAX], struct error *error) {
    char part[32] = "";
    if (options->range.shards)
        snprintf(part, sizeof part, "shards/%d/", options->range.shard);
    return snprintf(path, PATH_MAX, "%s/%s%s", out, part, run) < PATH_MAX - 32 ||
           error_set(error, "the folder's name is too long");
}

const char *play_options_parts_fault(const struct play_options *options, bool only) {
    if (options->range.end >= 0 && !options->range.shards)
        return "the runs are parted by --shard, not by --range";
    return (only || options->range.shards) && !options->seed_given
               ? "--only and --shard need --seed: all runs must have the same"
               : NULL;
}

// What a file is called in the names of players.
static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool play_options_player(const struct play_options *options, const struct tables *tables,
                         const char *values, struct player *player, struct error *error) {
    bool default_nodes = options->nodes == 0 && options->depth == 0;
    player->limits.nodes = default_nodes ? 1000 : (uint64_t)options->nodes;
    player->limits.depth = (int)options->depth;
    char name[PLAYER_NAME];
    snprintf(name, sizeof name, "%s", values ? base_name(values) : "default");
    if (!values_file_load(values, tables, &player->values, error))
        return false;
    for (int i = 0; i < options->param.count; i++) {
        if (!values_assign(options->param.text[i], tables, &player->values, error))
            return false;
        size_t length = strlen(name);
        snprintf(name + length, sizeof name - length, "+%s", options->param.text[i]);
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
    if (config->adjudication.ply_limit == 0)
        config->adjudication.ply_limit = default_limit;
    if (options->bound >= 0)
        config->opening.bound = (int)options->bound;
    if (options->random_plies)
        config->opening.plies = (int)options->random_plies;
    if (!options->openings)
        return true;
    config->opening.list = list;
    return opening_list_load(options->openings, config->tables, list, error);
}
