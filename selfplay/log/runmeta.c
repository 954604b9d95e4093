// SPDX-License-Identifier: GPL-3.0-or-later
#include "runmeta.h"

#include <assert.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "file.h"
#include "json_file.h"
#include "memory.h"
#include "number.h"
#include "rows.h"
#include "scheduler.h"
#include "version.h"

struct game_range range_of_shard(int64_t total, int shard, int shards, bool paired) {
    assert(total >= 0 && shards >= 1 && shard >= 0 && shard < shards);
    // Units are games or pairs; the first `rest` shards have one more. No product that overflows.
    int64_t unit = paired ? 2 : 1, units = (total + unit - 1) / unit;
    int64_t each = units / shards, rest = units % shards;
    struct game_range range = {.total = total, .shard = shard, .shards = shards};
    range.begin = unit * (shard * each + (shard < rest ? shard : rest));
    range.end = range.begin + unit * (each + (shard < rest));
    if (range.end > total)
        range.end = total;
    if (range.begin > total)
        range.begin = total;
    return range;
}

char *range_print(const struct game_range *range, char text[RANGE_TEXT]) {
    if (range->shards)
        snprintf(text, RANGE_TEXT, "%d/%d", range->shard, range->shards);
    else
        snprintf(text, RANGE_TEXT, "%" PRId64 "..%" PRId64, range->begin, range->end);
    return text;
}

// Parses "3/8". False where it is no such text.
static bool parse_shard(const char *text, int *shard, int *shards) {
    char first[NUMBER_TEXT];
    const char *rest = number_split(text, "/", first);
    int64_t part, parts;
    if (!rest || !number_integer(first, &part) || !number_integer(rest, &parts) || part < 0 ||
        part >= parts || parts > SHARDS_MAX)
        return false;
    *shard = (int)part;
    *shards = (int)parts;
    return true;
}

enum { RUN_FILE_LIMIT = 16 << 20 };

static const char program[] = "kagami " KAGAMI_VERSION;

struct runmeta {
    cJSON *json;
    char run[RUN_KEY];
};

static void set_text(cJSON *object, const char *key, const char *text) {
    json_set(object, key, cJSON_CreateString(text));
}

static void set_number(cJSON *object, const char *key, int64_t number) {
    json_set(object, key, cJSON_CreateNumber((double)number));
}

static void set_now(cJSON *object, const char *key) {
    char text[32];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    set_text(object, key, text);
}

// An identity of this boot of this machine; "" where the system has none.
static void boot_id(char text[64]) {
    int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t length = file >= 0 ? read(file, text, 63) : 0;
    text[length > 0 ? length : 0] = 0;
    text[strcspn(text, "\n")] = 0;
    if (file >= 0)
        close(file);
}

// Which job of a cluster plays, and how often it has been started again.
static void set_job(cJSON *object) {
    char job[SCHEDULER_JOB];
    int64_t restarts;
    cJSON_DeleteItemFromObjectCaseSensitive(object, "slurm_job");
    cJSON_DeleteItemFromObjectCaseSensitive(object, "slurm_restarts");
    if (!scheduler_job(job, &restarts))
        return;
    set_text(object, "slurm_job", job);
    set_number(object, "slurm_restarts", restarts);
}

static void set_session(cJSON *object, int threads) {
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    set_text(object, "program", program);
    set_text(object, "host", host);
    set_number(object, "threads", threads);
    set_job(object);
}

static void set_boot(cJSON *json) {
    char boot[64];
    boot_id(boot);
    set_text(json, "boot", boot);
}

static void set_range(cJSON *json, const struct game_range *range) {
    char text[RANGE_TEXT];
    set_number(json, "first_game", range->begin);
    set_number(json, "games", range->end - range->begin);
    set_number(json, "total_games", range->total);
    if (range->shards)
        set_text(json, "shard", range_print(range, text));
}

// Another session begins, here and now.
static void begin_session(cJSON *json, const struct game_range *range, int threads) {
    set_session(json, threads);
    set_boot(json);
    set_range(json, range);
    json_set(json, "finished", cJSON_CreateFalse());
    json_set(json, "end", cJSON_CreateNull());
}

static const cJSON *get(const struct runmeta *meta, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(meta->json, key);
}

// Whole numbers from 0 to 2^53: what a JSON number holds exactly.
static bool is_count(const cJSON *item) {
    return cJSON_IsNumber(item) && item->valuedouble >= 0 &&
           item->valuedouble <= 9007199254740992.0;
}

static int64_t count_or(const cJSON *object, const char *key, int64_t missing) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return is_count(item) ? (int64_t)item->valuedouble : missing;
}

const char *runmeta_text(const struct runmeta *meta, const char *key) {
    return cJSON_GetStringValue(get(meta, key));
}

// The run is known by its configuration and its seed.
static void set_run_key(struct runmeta *meta) {
    char text[64];
    snprintf(text, sizeof text, "%.32s %.24s", runmeta_text(meta, "config_hash"),
             runmeta_text(meta, "seed"));
    snprintf(meta->run, sizeof meta->run, "r%012" PRIx64, text_hash(text, strlen(text)) >> 16);
}

struct runmeta *runmeta_create(const struct config *config, const struct game_range *range,
                               int threads) {
    assert(threads >= 1);
    struct runmeta *meta = mem_alloc(sizeof *meta);
    cJSON *json = cJSON_CreateObject();
    struct buffer text = buffer_init();
    config_text(config, &text);
    const struct tables *tables = config->tables;
    char number[32], hash[32], rules[RULES_TEXT];
    snprintf(number, sizeof number, "%" PRIu64, config->seed);
    snprintf(hash, sizeof hash, "%016" PRIx64, text_hash(text.data, text.length));
    set_number(json, "schema", LOG_SCHEMA);
    set_text(json, "variant", tables->variant.name);
    rules_text(&tables->rules, &tables->variant, rules);
    set_text(json, "rules", *rules ? rules : "default");
    set_text(json, "seed", number); // 64 bits do not fit a JSON number
    set_text(json, "config_hash", hash);
    meta->json = json;
    set_run_key(meta);
    set_text(json, "run", meta->run);
    json_set(json, "paired", cJSON_CreateBool(config->paired));
    if (!config_reproducible(config))
        json_set(json, "reproducible", cJSON_CreateFalse());
    set_range(json, range);
    json_set(json, "finished", cJSON_CreateFalse());
    json_set(json, "progress", cJSON_CreateObject());
    set_session(json, threads);
    set_boot(json);
    set_now(json, "start");
    json_set(json, "end", cJSON_CreateNull());
    json_set(json, "restarts", cJSON_CreateArray());
    json_set(json, "config", config_settings(text.data));
    set_text(json, "variant_text", config->variant_text);
    buffer_destroy(&text);
    runmeta_progress(meta, &(struct checkpoint){0});
    return meta;
}

void runmeta_set_command(struct runmeta *meta, const char *command) {
    if (command)
        set_text(meta->json, "command", command);
}

void runmeta_destroy(struct runmeta *meta) {
    if (!meta)
        return;
    cJSON_Delete(meta->json);
    free(meta);
}

// What runs of the whole leave out, and older ones have not, is fine when it is missing.
static bool check_range(const struct runmeta *meta, const char *path, struct error *error) {
    static const char *const counts[] = {"first_game", "total_games"};
    for (int i = 0; i < ARRAY_LENGTH(counts); i++)
        if (get(meta, counts[i]) && !is_count(get(meta, counts[i])))
            return error_at(error, path, 0, "'%s' is no number", counts[i]);
    const cJSON *shard = get(meta, "shard");
    int part, parts;
    if (shard && (!cJSON_IsString(shard) || !parse_shard(shard->valuestring, &part, &parts)))
        return error_at(error, path, 0, "'shard' is not like '3/8'");
    return true;
}

static bool check(const struct runmeta *meta, const char *path, struct error *error) {
    static const char *const texts[] = {"variant", "seed", "config_hash", "program",
                                        "variant_text"};
    static const char *const counts[] = {"games", "games_bytes", "positions_bytes"};
    const cJSON *schema = get(meta, "schema");
    if (!cJSON_IsNumber(schema))
        return error_at(error, path, 0, "no 'schema': not the record of a run");
    if (schema->valuedouble < 1 || schema->valuedouble > LOG_SCHEMA)
        return error_at(error, path, 0, "schema %g, this program knows 1 to %d",
                        schema->valuedouble, LOG_SCHEMA);
    for (int i = 0; i < ARRAY_LENGTH(texts); i++)
        if (!runmeta_text(meta, texts[i]))
            return error_at(error, path, 0, "'%s' is missing or no text", texts[i]);
    for (int i = 0; i < ARRAY_LENGTH(counts); i++)
        if (!is_count(cJSON_GetObjectItemCaseSensitive(get(meta, "progress"), counts[i])))
            return error_at(error, path, 0, "'progress.%s' is missing or no number", counts[i]);
    uint64_t seed;
    if (!number_unsigned(runmeta_text(meta, "seed"), &seed))
        return error_at(error, path, 0, "'seed' is no number");
    if (!is_count(get(meta, "games")))
        return error_at(error, path, 0, "'games' is missing or no number");
    if (!check_range(meta, path, error))
        return false;
    if (!cJSON_IsObject(get(meta, "config")) || !cJSON_IsArray(get(meta, "restarts")))
        return error_at(error, path, 0, "'config' or 'restarts' is missing");
    return true;
}

struct runmeta *runmeta_load(const char *path, struct error *error) {
    char *text = file_read(path, RUN_FILE_LIMIT, error);
    if (!text)
        return NULL;
    struct runmeta *meta = mem_alloc(sizeof *meta);
    meta->json = json_parse(text, path, error);
    free(text);
    if (meta->json && check(meta, path, error)) {
        set_run_key(meta);
        return meta;
    }
    runmeta_destroy(meta);
    return NULL;
}

bool runmeta_save(const struct runmeta *meta, const char *path, struct error *error) {
    return json_file_write(path, cJSON_Duplicate(meta->json, true), error);
}

static bool differs(struct error *error, const char *key, const char *there, const char *here) {
    return error_set(error, "belongs to another run: %s is '%s' there and '%s' here", key,
                     there ? there : "(not set)", here ? here : "(not set)");
}

// In words of the command line: players are A and B, or the one that plays both sides.
static bool same_settings(const struct runmeta *meta, const cJSON *here, struct error *error) {
    struct setting_difference of;
    if (!config_settings_differ(get(meta, "config"), here, NULL, &of))
        return true;
    bool paired = runmeta_paired(meta);
    bool a = strncmp(of.key, "player1.", 8) == 0, b = strncmp(of.key, "player2.", 8) == 0;
    char name[128];
    snprintf(name, sizeof name, "%s%s", paired && (a || b) ? a ? "A's " : "B's " : "",
             a || b ? of.key + 8 : of.key);
    return differs(error, name, of.there, of.here);
}

static bool same_seed(const struct runmeta *meta, uint64_t here, struct error *error) {
    char seed[32];
    snprintf(seed, sizeof seed, "%" PRIu64, here);
    return runmeta_seed(meta) == here || differs(error, "seed", runmeta_text(meta, "seed"), seed);
}

bool runmeta_matches(const struct runmeta *meta, const struct config *config, struct error *error) {
    struct buffer text = buffer_init();
    config_text(config, &text);
    cJSON *here = config_settings(text.data);
    buffer_destroy(&text);
    bool same = same_settings(meta, here, error) && same_seed(meta, config->seed, error);
    cJSON_Delete(here);
    return same;
}

bool runmeta_same_run(const struct runmeta *meta, const struct runmeta *other,
                      struct error *error) {
    char there[16], here[16];
    snprintf(there, sizeof there, "%d", runmeta_schema(meta));
    snprintf(here, sizeof here, "%d", runmeta_schema(other));
    return same_settings(meta, get(other, "config"), error) &&
           (strcmp(there, here) == 0 || differs(error, "schema", there, here)) &&
           same_seed(meta, runmeta_seed(other), error) &&
           (runmeta_paired(meta) == runmeta_paired(other) ||
            differs(error, "paired", runmeta_paired(meta) ? "true" : "false",
                    runmeta_paired(other) ? "true" : "false"));
}

uint64_t runmeta_seed(const struct runmeta *meta) {
    uint64_t seed = 0;
    number_unsigned(runmeta_text(meta, "seed"), &seed);
    return seed;
}

struct game_range runmeta_range(const struct runmeta *meta) {
    const char *shard = runmeta_text(meta, "shard");
    struct game_range range = {.begin = count_or(meta->json, "first_game", 0)};
    range.end = range.begin + count_or(meta->json, "games", 0);
    range.total = count_or(meta->json, "total_games", 0);
    if (range.total < range.end)
        range.total = range.end;
    if (shard)
        parse_shard(shard, &range.shard, &range.shards);
    return range;
}

bool runmeta_differ(const struct runmeta *there, const struct runmeta *here,
                    enum setting_weight (*weigh)(const char *key),
                    struct setting_difference *difference) {
    return config_settings_differ(get(there, "config"), get(here, "config"), weigh, difference);
}

bool runmeta_paired(const struct runmeta *meta) {
    return runmeta_flag(meta, "paired");
}

const char *runmeta_run(const struct runmeta *meta) {
    return meta->run;
}
int runmeta_schema(const struct runmeta *meta) {
    return (int)get(meta, "schema")->valuedouble;
}
const char *runmeta_this_program(void) {
    return program;
}

const char *runmeta_setting(const struct runmeta *meta, const char *key) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(get(meta, "config"), key));
}

struct checkpoint runmeta_checkpoint(const struct runmeta *meta) {
    const cJSON *progress = get(meta, "progress");
    return (struct checkpoint){count_or(progress, "games", 0), count_or(progress, "games_bytes", 0),
                               count_or(progress, "positions_bytes", 0)};
}

bool runmeta_flag(const struct runmeta *meta, const char *key) {
    return cJSON_IsTrue(get(meta, key));
}
bool runmeta_finished(const struct runmeta *meta) {
    return runmeta_flag(meta, "finished");
}

bool runmeta_duplicates(const struct runmeta *meta, struct duplicates *duplicates) {
    const cJSON *both = get(meta, "duplicates");
    struct duplicates found = {count_or(both, "openings", -1), count_or(both, "games", -1)};
    if (found.openings < 0 || found.games < 0)
        return false;
    *duplicates = found;
    return true;
}

bool runmeta_same_boot(const struct runmeta *meta) {
    char boot[64];
    boot_id(boot);
    const char *then = runmeta_text(meta, "boot");
    return boot[0] && then && strcmp(boot, then) == 0;
}

int runmeta_restarts(const struct runmeta *meta) {
    return cJSON_GetArraySize(get(meta, "restarts"));
}

int64_t runmeta_session(const struct runmeta *meta, int64_t *from_game) {
    const cJSON *last = cJSON_GetArrayItem(get(meta, "restarts"), runmeta_restarts(meta) - 1);
    const char *text = cJSON_GetStringValue(last ? cJSON_GetObjectItemCaseSensitive(last, "time")
                                                 : get(meta, "start"));
    *from_game = count_or(last, "from_game", runmeta_range(meta).begin);
    struct tm utc = {0};
    if (!text || sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2dZ", &utc.tm_year, &utc.tm_mon, &utc.tm_mday,
                        &utc.tm_hour, &utc.tm_min, &utc.tm_sec) != 6)
        return -1;
    utc.tm_year -= 1900;
    utc.tm_mon -= 1;
    return (int64_t)timegm(&utc);
}

void runmeta_restart(struct runmeta *meta, int64_t from_game, const struct game_range *range,
                     bool resized, int threads) {
    assert(from_game >= 0 && threads >= 1);
    cJSON *entry = cJSON_CreateObject();
    set_now(entry, "time");
    set_number(entry, "from_game", from_game);
    set_session(entry, threads);
    json_append(cJSON_GetObjectItemCaseSensitive(meta->json, "restarts"), entry);
    if (resized)
        json_set(meta->json, "resized", cJSON_CreateTrue());
    cJSON_DeleteItemFromObjectCaseSensitive(meta->json, "merging");
    begin_session(meta->json, range, threads);
    cJSON_DeleteItemFromObjectCaseSensitive(meta->json, "duplicates");
}

void runmeta_progress(struct runmeta *meta, const struct checkpoint *checkpoint) {
    assert(checkpoint->games >= 0);
    cJSON *progress = cJSON_GetObjectItemCaseSensitive(meta->json, "progress");
    set_number(progress, "games", checkpoint->games);
    set_number(progress, "games_bytes", checkpoint->games_bytes);
    set_number(progress, "positions_bytes", checkpoint->positions_bytes);
}

void runmeta_shorten(struct runmeta *meta, int64_t end) {
    set_range(meta->json, &(struct game_range){.end = end, .total = end});
}

void runmeta_end(struct runmeta *meta, const struct duplicates *duplicates) {
    set_now(meta->json, "end");
    if (!duplicates)
        return;
    cJSON *both = cJSON_CreateObject();
    set_number(both, "openings", duplicates->openings);
    set_number(both, "games", duplicates->games);
    json_set(meta->json, "duplicates", both);
    cJSON_DeleteItemFromObjectCaseSensitive(meta->json, "merging");
    json_set(meta->json, "finished", cJSON_CreateTrue());
}

struct runmeta *runmeta_merge(const struct runmeta *first, const struct game_range *range) {
    static const char *const of_a_part[] = {"shard", "slurm_job", "slurm_restarts", "duplicates",
                                            "command"};
    struct runmeta *meta = mem_alloc(sizeof *meta);
    cJSON *json = cJSON_Duplicate(first->json, true);
    for (int i = 0; i < ARRAY_LENGTH(of_a_part); i++)
        cJSON_DeleteItemFromObjectCaseSensitive(json, of_a_part[i]);
    meta->json = json;
    memcpy(meta->run, first->run, sizeof meta->run);
    begin_session(json, range, (int)count_or(first->json, "threads", 0));
    set_now(json, "start");
    json_set(json, "merging", cJSON_CreateTrue());
    json_set(json, "restarts", cJSON_CreateArray());
    json_set(json, "parts", cJSON_CreateArray());
    runmeta_progress(meta, &(struct checkpoint){0});
    return meta;
}

int runmeta_parts(const struct runmeta *meta) {
    return cJSON_GetArraySize(get(meta, "parts"));
}

const char *runmeta_first_command(const struct runmeta *meta) {
    const cJSON *first = cJSON_GetArrayItem(get(meta, "parts"), 0);
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(first, "command"));
}

void runmeta_add_part(struct runmeta *meta, const struct runmeta *part, const char *folder,
                      double z) {
    static const char *const kept[] = {"shard",     "first_game",     "games",  "start",
                                       "end",       "program",        "host",   "threads",
                                       "slurm_job", "slurm_restarts", "command"};
    cJSON *entry = cJSON_CreateObject();
    set_text(entry, "folder", folder);
    for (int i = 0; i < ARRAY_LENGTH(kept); i++)
        if (get(part, kept[i]))
            json_add_copy(entry, kept[i], get(part, kept[i]));
    set_number(entry, "restarts", runmeta_restarts(part));
    json_set(entry, "z", cJSON_CreateNumber(z));
    json_append(cJSON_GetObjectItemCaseSensitive(meta->json, "parts"), entry);
}

static void add_text(cJSON *json, const char *key, const char *text) {
    if (text && !cJSON_GetObjectItemCaseSensitive(json, key))
        json_add_text(json, key, text);
}

void origin_add(cJSON *json, const char *command, const char *config_text) {
    static const char variant_key[] = "\nvariant_hash=";
    add_text(json, "command", command);
    add_text(json, "program", runmeta_this_program());
    if (!config_text)
        return;
    char hash[32];
    snprintf(hash, sizeof hash, "%016" PRIx64, text_hash(config_text, strlen(config_text)));
    add_text(json, "config_hash", hash);
    const char *variant = strstr(config_text, variant_key);
    if (!variant)
        return;
    variant += strlen(variant_key);
    snprintf(hash, sizeof hash, "%.*s", (int)strcspn(variant, "\n"), variant);
    add_text(json, "variant_hash", hash);
}

static cJSON *inputs_of(cJSON *json) {
    cJSON *inputs = cJSON_GetObjectItemCaseSensitive(json, "inputs");
    return inputs ? inputs : json_add_array(json, "inputs");
}

void origin_add_run(cJSON *json, const char *folder) {
    char path[PATH_MAX], seed[32];
    struct error error = {""};
    struct runmeta *meta = runmeta_load(file_in(folder, "run.json", path), &error);
    if (!meta)
        return;
    add_text(json, "variant_hash", runmeta_setting(meta, "variant_hash"));
    snprintf(seed, sizeof seed, "%" PRIu64, runmeta_seed(meta));
    cJSON *input = cJSON_CreateObject();
    json_add_text(input, "folder", folder);
    json_add_text(input, "seed", seed);
    json_add_text(input, "config_hash", runmeta_text(meta, "config_hash"));
    json_append(inputs_of(json), input);
    runmeta_destroy(meta);
}

void origin_add_of(cJSON *json, const char *folder) {
    char path[PATH_MAX];
    struct error error;
    cJSON *origin = json_file_load(file_in(folder, "origin.json", path), &error);
    const cJSON *item;
    cJSON_ArrayForEach(item, origin) {
        add_text(json, item->string, cJSON_GetStringValue(item));
    }
    cJSON_Delete(origin);
}

void origin_add_inputs_of(cJSON *json, const char *path) {
    struct error error;
    cJSON *answer = json_file_load(path, &error);
    const cJSON *input;
    add_text(json, "variant_hash",
             cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(answer, "variant_hash")));
    cJSON_ArrayForEach(input, cJSON_GetObjectItemCaseSensitive(answer, "inputs")) {
        json_append(inputs_of(json), cJSON_Duplicate(input, true));
    }
    cJSON_Delete(answer);
}

bool origin_write(const char *folder, const char *command, const char *config_text,
                  struct error *error) {
    char path[PATH_MAX];
    cJSON *json = cJSON_CreateObject();
    origin_add(json, command, config_text);
    return json_file_write(file_in(folder, "origin.json", path), json, error);
}
