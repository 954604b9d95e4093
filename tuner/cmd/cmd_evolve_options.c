// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_evolve_options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd_runs.h"
#include "number.h"

enum { FOLDER_MOST = 3800 };

// The sections of a batch's file: options of `kagami evolve` itself, of all games, of self-play, of
// matches, of tuning; and what a cluster's jobs need.
enum section {
    SECTION_SELF,
    SECTION_GAME,
    SECTION_PLAY,
    SECTION_MATCH,
    SECTION_TUNE,
    SECTION_SLURM,
    SECTIONS
};
static const char *const section_names[SECTIONS] = {"batch", "game", "play",
                                                    "match", "tune", "slurm"};

#define AT(member) OPTION_AT(struct evolve_options, member)

static const struct option_row own_rows[] = {
    {"out", "DIR", .kind = ROW_TEXT, .completion = COMPLETE_FOLDER, AT(loop.folder)},
    {"generations", "G", .kind = ROW_COUNT, .low = 1, .high = EVOLUTION_GENERATIONS_MAX,
     AT(generations), .given = offsetof(struct evolve_options, generations_given)},
    {"hours", "H", .kind = ROW_REAL, .low = 0.0001, .high = 1e5, .line_only = true, AT(hours)},
    {"games", "N", "2000", .kind = ROW_COUNT, .low = 2, .high = 1e11, AT(loop.games)},
    {"nodes", "M", "2000", .kind = ROW_COUNT, .low = 1, .high = 1e9, AT(loop.nodes)},
    {"seed", "S", .kind = ROW_SEED, AT(loop.seed),
     .given = offsetof(struct evolve_options, seed_given)},
    {"window", "N", "4", .kind = ROW_COUNT, .low = 1, .high = EVOLUTION_GENERATIONS_MAX,
     AT(loop.window)},
    {"values", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(loop.values)},
    {"moves", NULL, "on", "off|on", .kind = ROW_CHOICE, AT(loop.learns[BESIDE_MOVES])},
    {"net", NULL, "on", "off|on", .kind = ROW_CHOICE, AT(loop.learns[BESIDE_NET])},
    {"deepen", NULL, "on", "off|on", .kind = ROW_CHOICE, AT(loop.deepens)},
    {"threads", "T", .kind = ROW_COUNT, .low = 1, .high = 4096, AT(threads)},
    {"shards", "N", .kind = ROW_COUNT, .low = 1, .high = SHARDS_MAX, AT(loop.shards)},
};

static const struct option_row variant_rows[] = {
    {"variant", "NAME", .kind = ROW_TEXT, AT(game.variant_name)},
};

static const struct option_row verify_rows[] = {
    {"ladder", "N,N,...", .kind = ROW_OWN, .set = verification_set_limits, AT(loop.ladder)},
    {"match-games", "N", .kind = ROW_COUNT, .low = 2, .high = 1e11, AT(match_games)},
    {"step-games", "N", "100", .kind = ROW_COUNT, .low = 0, .high = 1e11, AT(loop.step_games)},
    {"spsa-games", "N", "3200", .kind = ROW_COUNT, .low = 0, .high = 1e11, AT(loop.spsa_games)},
    {"panel-games", "N", "100", .kind = ROW_COUNT, .low = 0, .high = 1e11, AT(loop.panel_games)},
    {"margin", "POINTS", "5", .kind = ROW_REAL, .low = 0, .high = 100, AT(loop.margin)},
};

static bool set_time(void *member, const char *text, struct error *error) {
    *(const char **)member = text;
    return !text[strspn(text, "0123456789:-")] ||
           error_set(error, "must be as sbatch --time takes it, not '%s'", text);
}

static const struct option_row slurm_rows[] = {
    {"sbatch", "OPTIONS", .kind = ROW_TEXT, AT(slurm.sbatch)},
    {"time", "TIME", .kind = ROW_OWN, .set = set_time, AT(slurm.time)},
    {"array", "N", "100", .kind = ROW_COUNT, .low = 1, .high = 100000, AT(slurm.array)},
    {"rounds", "N", "2", .kind = ROW_COUNT, .low = 1, .high = 10, AT(slurm.rounds)},
};

static const struct option_set variant_set = {.rows = variant_rows,
                                              .count = ARRAY_LENGTH(variant_rows)};
static const struct option_set own_set = {.rows = own_rows, .count = ARRAY_LENGTH(own_rows)};
static const struct option_set verify_set = {"Verification", verify_rows, ARRAY_LENGTH(verify_rows),
                                             NULL, NULL};
static const struct option_set slurm_set = {.rows = slurm_rows, .count = ARRAY_LENGTH(slurm_rows)};

// What the keys of a section set.
static const struct option_use self_uses[] = {{&variant_set, 0, NULL},
                                              {&own_set, 0, NULL},
                                              {&verify_set, 0, NULL},
                                              OPTION_USE(sprt, struct evolve_options, sprt),
                                              {0}};
static const struct option_use game_uses[] = {PLAY_WHOLE_OPTIONS(struct evolve_options, loop.play),
                                              PLAY_WHOLE_OPTIONS(struct evolve_options, loop.match),
                                              OPTION_USE(game, struct evolve_options, game),
                                              {0}};
static const struct option_use play_uses[] = {
    PLAY_WHOLE_OPTIONS(struct evolve_options, loop.play),
    OPTION_USE(sampling, struct evolve_options, loop.sampling),
    {0}};
static const struct option_use match_uses[] = {
    PLAY_WHOLE_OPTIONS(struct evolve_options, loop.match),
    OPTION_USE(sprt, struct evolve_options, sprt),
    {0}};
static const struct option_use tune_uses[] = {TUNE_OPTIONS(struct evolve_options, tune), {0}};
static const struct option_use slurm_uses[] = {{&slurm_set, 0, NULL}, {0}};
static const struct option_use *const section_uses[SECTIONS] = {self_uses,  game_uses, play_uses,
                                                                match_uses, tune_uses, slurm_uses};

// Paths of a file count from its folder.
static bool resolve(const struct evolve_options *options, struct entry *entry,
                    struct error *error) {
    const char *key = entry->key, *value = entry->value, *slash = strrchr(options->path, '/');
    bool values = strcmp(key, "values") == 0 && strcmp(value, "estimate") != 0;
    bool openings = strcmp(key, "openings") == 0 && strncmp(value, "random:", 7) != 0 &&
                    !near_ladder_named(value);
    bool variant = strcmp(key, "variant") == 0 && strchr(value, '/');
    bool path = values || openings || variant || strcmp(key, "out") == 0;
    int folder = path && slash && *value != '/' ? (int)(slash + 1 - options->path) : 0;
    char text[PATH_MAX];
    if (snprintf(text, sizeof text, "%.*s%s", folder, options->path, value) >= ENTRY_VALUE)
        return error_set(error, "the path is too long");
    strcpy(entry->value, text);
    return (!values && !openings) || access(text, R_OK) == 0 ||
           error_set(error, "%s: %s", text, strerror(errno));
}

// Sections and their keys

// What [batch] says of all steps, so that no section says it otherwise.
static bool is_said_in_batch(const char *key) {
    static const char *const keys[] = {"seed", "threads", "nodes", "values",
                                       "out",  "start",   "sprt"};
    return text_find(key, keys, ARRAY_LENGTH(keys)) >= 0;
}

// The value is cut where it is a list.
static bool take(struct evolve_options *options, struct entry *entry, struct error *error) {
    if (entry->section != SECTION_SELF && is_said_in_batch(entry->key))
        return error_set(error, "'%s' stands in [batch]", entry->key);
    if (entry->section != SECTION_PLAY && strcmp(entry->key, "depth") == 0)
        return error_set(error, "only self-play may be limited by depth");
    return options_set_key(section_uses[entry->section], options, entry->key, entry->value, error);
}

static bool take_entry(void *data, struct entry *entry, struct error *error) {
    struct evolve_options *options = data;
    return *entry->value ? resolve(options, entry, error) && take(options, entry, error)
                         : error_set(error, "no value");
}

bool evolve_options_read(void *data, const char *path, struct error *error) {
    struct evolve_options *options = data;
    const struct runs_file file = {section_names, SECTIONS, &options->file, take_entry, options};
    options->path = path;
    if (!runs_file_read(&file, &options->path, error))
        return false;
    if (!options->path)
        return true;
    if (!options->file.section_line[SECTION_SELF])
        return error_at(error, path, 0,
                        "neither a batch, with a section [batch], nor a game, with [variant]");
    const char *missing = !options->game.variant_name ? "variant"
                          : !options->loop.folder     ? "out"
                          : !options->seed_given      ? "seed"
                                                      : NULL;
    return !missing || error_at(error, path, 0, "'%s' is missing in [batch]", missing);
}

// The same from the command line

// "KEY=VALUE", which stands among the entries of the file, to last.
static bool take_word(struct evolve_options *options, enum section section, const char *text,
                      struct error *error) {
    struct entries *file = &options->file;
    size_t length = strcspn(text, "=");
    struct error cause = {"expected KEY=VALUE"};
    bool fine = text[length] && length < ENTRY_KEY && strlen(text + length) <= ENTRY_VALUE &&
                file->count < ENTRIES_MAX;
    if (fine) {
        struct entry *entry = &file->entry[file->count++];
        entry->section = section;
        snprintf(entry->key, sizeof entry->key, "%.*s", (int)length, text);
        strcpy(entry->value, text + length + 1);
        fine = take(options, entry, &cause);
    }
    return fine || error_set(error, "'%s': %s", text, cause.text);
}

#define TAKES(name, section)                                                                       \
    static bool set_##name(void *options, const char *text, struct error *error) {                 \
        return take_word(options, section, text, error);                                           \
    }
TAKES(game, SECTION_GAME)
TAKES(play, SECTION_PLAY)
TAKES(tune, SECTION_TUNE)
TAKES(match, SECTION_MATCH)

static bool set_step(void *data, const char *argument, struct error *error) {
    struct evolve_options *options = data;
    char text[NUMBER_TEXT], word[NUMBER_TEXT];
    struct error cause = {""};
    long long generation;
    struct game_range range = {.shard = -1};
    const char *name = number_split(argument, ":", text);
    const char *part = name ? number_split(name, ":", word) : NULL;
    options->report = strcmp(argument, "report") == 0;
    for (int i = 0; name && i < EVOLUTION_TASKS; i++)
        if (strcmp(part ? word : name, evolution_task[i].name) == 0)
            options->step = &evolution_task[i];
    if (options->report)
        return true;
    if (!options->step || (part && !options->step->spreads))
        return error_set(error, "takes G:play, G:tune, G:choose, G:learn, G:verify, :I/N behind "
                                "G:play, G:choose and G:verify, and report");
    if (!number_count(text, 1, EVOLUTION_GENERATIONS_MAX, &generation))
        return error_set(error, "G:...: generation G is a whole number from 1 to %d, not '%s'",
                         EVOLUTION_GENERATIONS_MAX, text);
    if (part && !shard_parse(part, &range, &options->shard_variable, &cause))
        return error_set(error, "%s: %s", argument, cause.text);
    options->generation = (int)generation;
    options->shard = range.shard;
    if (part)
        options->loop.shards = range.shards;
    return true;
}

#define SECTION(name)                                                                              \
    { #name, "KEY=VALUE", .line_only = true, .kind = ROW_OWN, .set = set_##name }

static const struct option_row section_rows[] = {SECTION(game), SECTION(play), SECTION(tune),
                                                 SECTION(match)};

static const struct option_row step_rows[] = {
    {"step", "G:STEP", .line_only = true, .kind = ROW_OWN, .set = set_step},
    {"steps", NULL, .line_only = true, AT(list_steps)},
};

// After those of all other sets: a verification has a test of its own.
static bool set_defaults(void *base, struct error *error) {
    struct evolve_options *options = base;
    for (int i = SECTION_GAME; i < SECTIONS; i++)
        if (!options_defaults(section_uses[i], options, error))
            return false;
    options->sprt = (struct sprt_options){.given = true, .sprt = EVOLUTION_SPRT};
    options->match_games = EVOLUTION_MATCH_GAMES;
    options->generations = 3;
    options->tune.lambda = EVOLUTION_LAMBDA;
    options->tune.prior = EVOLUTION_PRIOR;
    options->shard = -1;
    return true;
}

static const struct option_set section_set = {
    "Options of the commands that do the steps, without dashes (repeatable)", section_rows,
    ARRAY_LENGTH(section_rows), NULL, NULL};
static const struct option_set step_set = {"In parts", step_rows, ARRAY_LENGTH(step_rows),
                                           set_defaults, NULL};

const struct option_use evolve_option_uses[] = {{&own_set, 0, NULL},
                                                OPTION_USE(answer, struct evolve_options, answer),
                                                {&verify_set, 0, NULL},
                                                OPTION_USE(sprt, struct evolve_options, sprt),
                                                OPTION_USE(plan, struct evolve_options, plan),
                                                {&section_set, 0, NULL},
                                                OPTION_USE(game, struct evolve_options, game),
                                                {&step_set, 0, NULL},
                                                {0}};

// What the steps have in common.
static void share(struct evolve_options *options) {
    struct play_options *both[] = {&options->loop.play, &options->loop.match};
    for (int i = 0; i < ARRAY_LENGTH(both); i++) {
        both[i]->seed_given = both[i]->games_given = true;
        both[i]->nodes = options->loop.nodes;
        if (options->threads)
            both[i]->threads = options->threads;
    }
    if (options->threads)
        options->tune.threads = options->threads;
    struct verification *ladder = &options->loop.ladder;
    if (!ladder->limits) { // half the nodes, and twice as many
        uint64_t nodes = (uint64_t)options->loop.nodes;
        ladder->limits = 2;
        ladder->limit[0] = nodes > 1 ? nodes / 2 : 1;
        ladder->limit[1] = 2 * nodes;
    }
    options->loop.match.games = options->match_games + options->match_games % 2; // in pairs
    options->loop.step_games += options->loop.step_games % 2;
    options->loop.panel_games += options->loop.panel_games % 2;
    options->loop.spsa_games += -options->loop.spsa_games & (2 * EVOLUTION_SPSA_PAIRS - 1);
    options->loop.play.games = options->loop.games;
    options->loop.sprt = options->sprt.sprt;
    options->loop.tune = &options->tune;
}

bool evolve_options_check(void *data, struct error *error) {
    struct evolve_options *options = data;
    if (!options->path)
        options->game.variant_name = options->argument;
    if (!options->loop.folder)
        return error_set(error, "give a folder: --out DIR");
    if (strlen(options->loop.folder) > FOLDER_MOST)
        return error_set(error, "the folder's name is too long");
    if (options->loop.seed > INT64_MAX)
        return error_set(error, "--seed must be a whole number from 0 to 2^63-1");
    if (options->hours > 0 && options->plan.wanted)
        return error_set(error, "--plan says what --generations cost: --hours are the cost");
    bool loop = !options->step && !options->list_steps && !options->report;
    if (options->hours > 0 && loop && !options->generations_given)
        options->generations = EVOLUTION_GENERATIONS_MAX;
    share(options);
    const struct game_range part = {.shard = options->shard, .shards = (int)options->loop.shards};
    shard_say(&part, options->shard_variable);
    return true;
}
