// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_play_options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beside.h"
#include "file.h"
#include "ini_entries.h"
#include "memory.h"
#include "number.h"
#include "scheduler.h"
#include "values_file.h"

#define GAMES_MAX 1000000000000LL

// Setters of rows

// Reads a score and `plies` numbers of plies with commas between.
static bool parse_end(const char *text, int *score, int *const *numbers, int plies,
                      struct error *error) {
    long long values[3];
    bool fine = number_counts(text, 0, 100000, 3, values) == 1 + plies;
    for (int i = 0; fine && i < plies; i++) {
        fine = values[1 + i] >= 1 && values[1 + i] <= PLIES_MAX;
        *numbers[i] = (int)values[1 + i];
    }
    *score = fine ? (int)values[0] : 0;
    return fine || error_set(error,
                             "takes %d whole numbers with commas between, a score from 0 to 100000 "
                             "and plies from 1 to %d, not '%s'",
                             1 + plies, PLIES_MAX, text);
}

static bool set_resign(void *member, const char *text, struct error *error) {
    struct adjudication *adjudication = member;
    int *plies[] = {&adjudication->resign_plies};
    return parse_end(text, &adjudication->resign_score, plies, ARRAY_LENGTH(plies), error);
}

static bool set_draw(void *member, const char *text, struct error *error) {
    struct adjudication *adjudication = member;
    int *plies[] = {&adjudication->draw_plies, &adjudication->draw_from};
    return parse_end(text, &adjudication->draw_score, plies, ARRAY_LENGTH(plies), error);
}

// Splits "a<between>b" into two counts and nothing else.
static bool parse_two(const char *text, const char *between, long long most, long long *first,
                      long long *second, struct error *error) {
    char part[NUMBER_TEXT];
    const char *rest = number_split(text, between, part);
    if (!rest)
        return error_set(error, "takes two numbers with %s between, not '%s'", between, text);
    return (number_count(part, 0, most, first) && number_count(rest, 0, most, second)) ||
           error_set(error, "takes whole numbers from 0 to %lld, not '%s'", most, text);
}

bool shard_parse(const char *text, struct game_range *range, const char **variable,
                 struct error *error) {
    struct scheduler_task task;
    struct error cause = {""};
    long long shard, shards = 0;
    *variable = NULL;
    if (strncmp(text, "auto", 4) == 0 && (!text[4] || text[4] == '/')) {
        if (text[4] && !number_count(text + 5, 1, SHARDS_MAX, &shards))
            return error_set(error, "auto/N: N is a number of tasks from 1 to %d, not '%s'",
                             SHARDS_MAX, text + 5);
        if (!scheduler_task(shards, &task, &cause))
            return error_set(error, "auto: %s", cause.text);
        if (task.count > SHARDS_MAX)
            return error_set(error, "auto: %s is of %" PRId64 " tasks, more than %d", task.variable,
                             task.count, SHARDS_MAX);
        shard = task.index;
        shards = task.count;
        *variable = task.variable;
    } else if (!parse_two(text, "/", SHARDS_MAX, &shard, &shards, error)) {
        return false;
    }
    *range = (struct game_range){.shard = (int)shard, .shards = (int)shards};
    return shard < shards || error_set(error, "I/N: I counts from 0 to N-1, not '%s'", text);
}

static bool set_shard(void *member, const char *text, struct error *error) {
    struct play_options *options = member;
    if (options->range.end >= 0)
        return error_set(error, "and --range: only one, once");
    return shard_parse(text, &options->range, &options->shard_variable, error);
}

void shard_say(const struct game_range *range, const char *variable) {
    if (variable)
        fprintf(stderr, "kagami: shard %d of %d from %s\n", range->shard, range->shards, variable);
}

static bool say_part(void *base, struct error *error) {
    const struct play_options *options = base;
    (void)error;
    shard_say(&options->range, options->shard_variable);
    return true;
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
    options->openings = NULL;
    options->ladder.rungs = 0;
    if (near_ladder_named(text))
        return near_ladder_parse(text, &options->ladder) ||
               error_set(error,
                         "start:X,X,... must be up to %d falling whole numbers from 1 to %d, not "
                         "'%s'",
                         NEAR_RUNGS, NEAR_MOST, text + 5);
    options->openings = random ? NULL : text;
    return !random || number_count(text + 7, 1, 100, &options->random_plies) ||
           error_set(error, "random:P must be a whole number from 1 to 100, not '%s'", text + 7);
}

#define AT(member) OPTION_AT(struct play_options, member)

static const struct option_row part_rows[] = {
    {"games", "N", .kind = ROW_COUNT, .low = 1, .high = GAMES_MAX, AT(games),
     .given = offsetof(struct play_options, games_given)},
    {"shard", "I/N|auto[/N]", .line_only = true, .kind = ROW_OWN, .set = set_shard},
    {"range", "A..B", .line_only = true, .kind = ROW_OWN, .set = set_range, AT(range)},
};
enum { SHARED = 2 }; // before --range

static const struct option_row game_rows[] = {
    {"threads", "T", .kind = ROW_COUNT, .low = 1, .high = 4096, AT(threads)},
    {"seed", "S", .kind = ROW_SEED, AT(seed), .given = offsetof(struct play_options, seed_given)},
};

static const struct option_row player_rows[] = {
    {"nodes", "M", .kind = ROW_COUNT, .low = 1, .high = 1e12, AT(nodes)},
    {"depth", "D", .kind = ROW_COUNT, .low = 1, .high = PLY_MAX, AT(depth)},
    {"values", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(values)},
    {"param", "NAME=VALUE", .kind = ROW_TEXTS, .completion = COMPLETE_VALUE, AT(param)},
    {"hash", "BYTES", .kind = ROW_COUNT, .low = 4096, .high = 1LL << 40, AT(hash_bytes)},
};

enum { PLAYER_DETAILS = 3 }; // from --param on

static const struct option_row opening_rows[] = {
    {"openings", "random:P|start[:X,X,...]|FILE", .kind = ROW_OWN, .set = set_openings,
     .completion = COMPLETE_FILE},
    {"opening-start", "N", .kind = ROW_COUNT, .low = 1, .high = 1e9, AT(opening_start)},
    {"start-plies", "N", .kind = ROW_COUNT, .low = 2, .high = NEAR_PLIES_MAX, AT(start_plies)},
    {"opening-bound", "CV", .kind = ROW_COUNT, .high = OPENING_UNBOUNDED, AT(bound)},
};

static const struct option_row end_rows[] = {
    {"ply-limit", "N", .kind = ROW_COUNT, .low = 1, .high = PLIES_MAX, AT(adjudication.ply_limit)},
    {"resign", "CV,PLIES", .kind = ROW_OWN, .set = set_resign, AT(adjudication)},
    {"draw", "CV,PLIES,FROM", .kind = ROW_OWN, .set = set_draw, AT(adjudication)},
};

static const struct option_row detail_rows[] = {
    {"annotate", "scores|times", NULL, "none|scores|times", .kind = ROW_CHOICE, AT(annotation)},
};

static bool set_defaults(void *base, struct error *error) {
    return play_options_default(base, error);
}

#define SET(name, title, rows, defaults, check)                                                    \
    const struct option_set name##_option_set = {title, rows, ARRAY_LENGTH(rows), defaults, check};
SET(part, "Games", part_rows, NULL, say_part)
const struct option_set shared_option_set = {"Games", part_rows, SHARED, NULL, say_part};
SET(games, NULL, game_rows, set_defaults, NULL)
SET(player, "Players", player_rows, NULL, NULL)
const struct option_set player_detail_option_set = {"Players", player_rows + PLAYER_DETAILS,
                                                    ARRAY_LENGTH(player_rows) - PLAYER_DETAILS,
                                                    NULL, NULL};
SET(opening, "Openings", opening_rows, NULL, NULL)
SET(end, "Ends of games", end_rows, NULL, NULL)
SET(detail, "Moves", detail_rows, NULL, NULL)

static const struct option_row log_rows[] = {
    {"out", "DIR", .line_only = true, .kind = ROW_TEXT, .completion = COMPLETE_FOLDER,
     OPTION_AT(struct log_options, folder)},
    {"force", NULL, .line_only = true, OPTION_AT(struct log_options, force)},
};

SET(log, NULL, log_rows, NULL, NULL)

static bool set_sample(void *member, const char *text, struct error *error) {
    double *rate = member;
    if (strcmp(text, "all") == 0)
        *rate = 1;
    else if (!number_decimal(text, rate) || *rate < 0 || *rate > 1)
        return error_set(error, "must be a share from 0 to 1, or all, not '%s'", text);
    return true;
}

static const struct option_row sampling_rows[] = {
    {"sample", "RATE|all", "0.25", .kind = ROW_OWN, .set = set_sample,
     OPTION_AT(struct sampling, rate)},
    {"sample-noisy", NULL, OPTION_AT(struct sampling, noisy)},
};
SET(sampling, "Positions for the tuner", sampling_rows, NULL, NULL)

// --- Tests of two players ------------------------------------------------------------------------

static bool set_sprt(void *member, const char *text, struct error *error) {
    struct sprt_options *options = member;
    char first[NUMBER_TEXT];
    const char *second = number_split(text, ",", first);
    options->given = true;
    return (second && number_decimal(first, &options->sprt.elo0) &&
            number_decimal(second, &options->sprt.elo1)) ||
           error_set(error, "takes two numbers with a comma between, not '%s'", text);
}

static bool check_set(void *base, struct error *error) {
    const struct sprt_options *options = base;
    struct error cause = {""};
    if (!options->given)
        return !options->detailed ||
               error_set(error, "--alpha and --beta say how to test: give --sprt E0,E1 too");
    return sprt_check(&options->sprt, &cause) || error_set(error, "--sprt: %s", cause.text);
}

#define DETAIL(member)                                                                             \
    OPTION_AT(struct sprt_options, member), .given = offsetof(struct sprt_options, detailed)

static const struct option_row rows[] = {
    {"sprt", "E0,E1", .kind = ROW_OWN, .set = set_sprt},
    {"alpha", "P", "0.05", .kind = ROW_REAL, .high = 1, DETAIL(sprt.alpha)},
    {"beta", "P", "0.05", .kind = ROW_REAL, .high = 1, DETAIL(sprt.beta)},
};
SET(sprt, "Test", rows, NULL, check_set)

int sprt_exit_code(enum sprt_verdict verdict) {
    static const int codes[] = {
        [SPRT_UNDECIDED] = EXIT_UNDECIDED, [SPRT_ACCEPT] = EXIT_DONE, [SPRT_REJECT] = EXIT_CHECK};
    return codes[verdict];
}

int limits_parse(const char *text, uint64_t limit[VERIFY_LIMITS_MAX], struct error *error) {
    long long nodes[VERIFY_LIMITS_MAX];
    int count = number_counts(text, 1, 1000000000000, VERIFY_LIMITS_MAX, nodes);
    for (int i = 0; i < count; i++) {
        for (int other = 0; other < i; other++)
            if (nodes[other] == nodes[i])
                return error_set(error, "takes every node limit once, not '%s'", text);
        limit[i] = (uint64_t)nodes[i];
    }
    if (count == 0)
        error_set(error, "takes up to %d node limits from 1 to 1e12 with commas between, not '%s'",
                  VERIFY_LIMITS_MAX, text);
    return count;
}

bool verification_set_limits(void *member, const char *text, struct error *error) {
    struct verification *verification = member;
    verification->limits = limits_parse(text, verification->limit, error);
    return verification->limits > 0;
}

// --- Players by name -----------------------------------------------------------------------------

#undef AT
#define AT(member) OPTION_AT(struct player_option, member)

static bool set_clock(void *member, const char *text, struct error *error) {
    return time_control_parse(text, member, error);
}

static const struct option_row key_rows[] = {
    {"values", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(values)},
    {"moves", "FILE|off", .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(beside[BESIDE_MOVES])},
    {"net", "FILE|off", .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(beside[BESIDE_NET])},
    {"nodes", "M", .kind = ROW_COUNT, .low = 1, .high = 1e12, AT(nodes)},
    {"depth", "D", .kind = ROW_COUNT, .low = 1, .high = PLY_MAX, AT(depth)},
    {"time", "MS", .kind = ROW_COUNT, .low = 1, .high = 86400000, AT(milliseconds)},
    {"tc", "[MOVES/]TIME[+INC][+BYOYOMIb]", .kind = ROW_OWN, .set = set_clock, AT(clock)},
    {"without", "ABILITY+...", .kind = ROW_TEXT, AT(without)},
    {"engine", "COMMAND", .kind = ROW_TEXT, AT(external.command)},
    {"protocol", NULL, "uci", "uci|usi|xboard", .kind = ROW_CHOICE, AT(external.protocol),
     .given = offsetof(struct player_option, protocol_given)},
    {"option", "NAME=VALUE", .kind = ROW_TEXTS, AT(option)},
    {"variant", "NAME", .kind = ROW_TEXT, AT(external.variant)},
    {"check", NULL, "yes", "yes|no", .kind = ROW_CHOICE, AT(check),
     .given = offsetof(struct player_option, check_given)},
    {"log", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(external.log)},
    {"margin", "MS", .kind = ROW_COUNT, .high = 3600000, AT(margin_ms)},
    {"timeout", "SECONDS", .kind = ROW_COUNT, .low = 1, .high = 86400, AT(timeout)},
};

// Whether any game has the parameter; which one this is, is not known yet.
static bool check_param(const char *text, struct error *error) {
    char name[VALUE_NAME], names[PARAMETERS][VALUE_NAME];
    const char *words[PARAMETERS + ARRAY_LENGTH(key_rows)];
    int count = 0;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
    if (values_is_name(name))
        return true;
    for (int i = 0; i < ARRAY_LENGTH(key_rows); i++)
        words[count++] = key_rows[i].name;
    for (int i = 0; i < PARAMETERS; i++)
        words[count++] = values_name(i, names[i]);
    char hint[NEAREST_TEXT], asked[VALUE_NAME + 1];
    snprintf(asked, sizeof asked, "%s=", name);
    const char *meant = options_hint(asked);
    if (meant)
        return error_set(error, "no key or parameter '%s'; %s", name, meant);
    return error_set(error, "no key or parameter '%s'%s", name,
                     nearest_hint(name, words, count, hint));
}

static bool check_player(const struct player_option *option, struct error *error) {
    for (int i = 0; i < option->param.count; i++)
        if (!check_param(option->param.text[i], error))
            return false;
    bool of_program = option->option.count || option->protocol_given || option->external.variant ||
                      option->check_given || option->external.log || option->timeout >= 0;
    bool timed = option->milliseconds || time_control_given(&option->clock);
    bool knows = option->values || option->param.count;
    for (enum beside kind = 0; kind < BESIDES; kind++)
        knows = knows || option->beside[kind];
    if (!option->external.command && of_program)
        return error_set(error, "protocol, option, variant, check, log and timeout are a "
                                "program's: give engine=COMMAND too");
    if (!option->external.command && !timed && option->margin_ms >= 0)
        return error_set(error, "margin goes with a time: time=MS or tc=TIME");
    if (option->external.command && option->without)
        return error_set(error, "a program cannot be told which moves it lacks");
    if (option->external.command && knows)
        return error_set(error, "a program brings its own values");
    return true;
}

static const struct player_option no_player = {.margin_ms = -1, .timeout = -1};

static bool player_defaults(void *base, struct error *error) {
    struct player_option *option = base;
    (void)error;
    *option = no_player;
    option->external = external_default(EXTERNAL_UCI, NULL);
    return true;
}

// What stands behind NAME: in it.
static const struct option_set player_keys = {"A player", key_rows, ARRAY_LENGTH(key_rows),
                                              player_defaults, NULL};

// The part before ':' (all of it without one) is the name.
static bool read_name(struct player_options *players, const char *text, struct error *error) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
    struct player_option *option = &players->player[players->count];
    size_t length = strcspn(text, ":");
    if (length == 0 || length >= sizeof option->name || strspn(text, letters) < length ||
        text[0] == '.')
        return error_set(error,
                         "takes NAME:key=value,..., the name of letters, digits, '_' and '.', not "
                         "'%s'",
                         text);
    memcpy(option->name, text, length);
    option->name[length] = 0;
    for (int i = 0; i < players->count; i++)
        if (strcmp(players->player[i].name, option->name) == 0)
            return error_set(error, "gives two players the name '%s'", option->name);
    return true;
}

// The next player, without its keys.
static bool begin_player(struct player_options *players, const char *text, struct error *error) {
    const struct option_use uses[] = {{&player_keys, 0, NULL}, {0}};
    if (players->count == PLAYERS_MAX)
        return error_set(error, "goes for %d players at most", PLAYERS_MAX);
    return options_defaults(uses, &players->player[players->count], error) &&
           read_name(players, text, error);
}

static bool set_player(void *member, const char *text, struct error *error) {
    struct player_options *players = member;
    struct error cause = {""};
    struct player_option *option = &players->player[players->count];
    if (!begin_player(players, text, error))
        return false;
    const char *keys = text + strcspn(text, ":");
    bool any = keys[0] && keys[1];
    if (strlen(keys) >= sizeof option->text)
        return error_set(error, "%s: more than %d letters", option->name, PLAYER_OPTION_TEXT);
    snprintf(option->text, sizeof option->text, "%s", any ? keys + 1 : "");
    if ((any && !options_set_list(&player_keys, option, option->text, &option->param, &cause)) ||
        !check_player(option, &cause))
        return error_set(error, "%s: %s", option->name, cause.text);
    players->count++;
    return true;
}

static bool set_engine(void *member, const char *text, struct error *error) {
    const struct player_options *players = member;
    char whole[PLAYER_OPTION_TEXT + 16];
    for (int i = 0; i < players->count; i++)
        if (strcmp(players->player[i].name, "B") == 0)
            return error_set(error, "is given twice, or beside a player B");
    snprintf(whole, sizeof whole, "B:engine=%.*s", PLAYER_OPTION_TEXT, text);
    return set_player(member, whole, error);
}

// Names of the sections of a file, cut out of `text`; how many they are.
static int find_sections(char *text, const char *names[ENTRY_SECTIONS]) {
    int count = 0;
    text += strncmp(text, "\xef\xbb\xbf", 3) ? 0 : 3; // as entries_read
    for (char *line = text; (line = strchr(line, '[')) && count < ENTRY_SECTIONS;) {
        bool begins = line == text || line[-1] == '\n';
        names[count] = ++line;
        line += strcspn(line, "]\n");
        if (begins && *line == ']') {
            *line++ = 0;
            count++;
        }
    }
    return count;
}

static bool set_engines(void *member, const char *path, struct error *error) {
    struct player_options *players = member;
    const struct option_use uses[] = {{&player_keys, 0, NULL}, {0}};
    struct entries *entries = mem_alloc(sizeof *entries);
    const char *names[ENTRY_SECTIONS];
    char *text = file_read(path, 1 << 20, error), *sections = mem_strdup(text ? text : "");
    int count = find_sections(sections, names);
    bool done = text && entries_read(text, path, names, count, entries, error);
    if (done && count == 0)
        done = error_at(error, path, 0, "no [NAME] of an engine");
    for (int i = 0; done && i < count; i++) {
        struct player_option *option = &players->player[players->count];
        struct error cause;
        size_t used = 0;
        int line = entries->section_line[i];
        done = begin_player(players, names[i], &cause);
        for (int k = 0; done && k < entries->count; k++) {
            const struct entry *entry = &entries->entry[k];
            char *value = option->text + used;
            bool own = strncmp(entry->key, "option.", 7) == 0;
            if (entry->section != i)
                continue;
            line = entry->line;
            used += 1 + (size_t)snprintf(value, sizeof option->text - used, "%s%s%s",
                                         own ? entry->key + 7 : "", own ? "=" : "", entry->value);
            const char *key = strcmp(entry->key, "command") == 0 ? "engine" : entry->key;
            done = used > sizeof option->text ? error_set(&cause, "more than fits")
                   : own                      ? option_texts_add(&option->option, value, &cause)
                                              : options_set_key(uses, option, key, value, &cause);
        }
        done =
            (done && check_player(option, &cause)) || error_at(error, path, line, "%s", cause.text);
        players->count += done;
    }
    free(sections);
    free(text);
    free(entries);
    return done;
}

static const struct option_row players_rows[] = {
    {"player", "NAME:KEY=VALUE,...", .kind = ROW_OWN, .set = set_player},
    {"engine", "COMMAND[,KEY=VALUE,...]", .line_only = true, .kind = ROW_OWN, .set = set_engine},
    {"engines", "FILE", .line_only = true, .kind = ROW_OWN, .set = set_engines,
     .completion = COMPLETE_FILE},
};
SET(players, "Players by name", players_rows, NULL, NULL)
const struct option_set program_option_set = {"Players", players_rows + 1, 1, NULL, NULL};

// The player, with the name that the common options give.
static bool make_player(struct player_option *option, const struct play_options *common,
                        const struct tables *tables, struct player *player, struct error *error) {
    struct play_options play = *common;
    struct error cause;
    bool own_limit = option->nodes || option->depth || option->milliseconds ||
                     time_control_given(&option->clock);
    if (own_limit) {
        play.nodes = option->nodes;
        play.depth = option->depth;
    }
    if (!play_options_player(&play, tables, option->values ? option->values : play.values, player,
                             error))
        return false;
    for (enum beside kind = 0; kind < BESIDES; kind++)
        if (option->beside[kind] &&
            !beside_set(kind, option->beside[kind], tables, &player->values, error))
            return false;
    if (own_limit && !option->nodes)
        player->limits.nodes = 0;
    player->limits.milliseconds = option->milliseconds;
    player->clock = option->clock;
    player->margin_ms = option->margin_ms >= 0 ? option->margin_ms : PLAYER_MARGIN;
    for (int i = 0; i < option->param.count; i++)
        if (!values_assign(option->param.text[i], tables, &player->values, error))
            return false;
    if (option->without &&
        !restriction_parse(&player->restriction, option->without, &tables->variant, &cause))
        return error_set(error, "without: %s", cause.text);
    if (!option->external.command)
        return true;
    option->external.options = option->option.text;
    option->external.option_count = option->option.count;
    option->external.unchecked = option->check != 0;
    if (option->margin_ms >= 0)
        option->external.margin_ms = option->margin_ms;
    if (option->timeout >= 0)
        option->external.timeout_ms = option->timeout * 1000;
    player->external = &option->external;
    return true;
}

// The last part of the command's first word: "/usr/games/hachu -x" is "hachu".
static void program_name(const char *command, char name[PLAYER_NAME]) {
    int length = (int)strcspn(command, " ");
    while (length > 0 && memchr(command, '/', (size_t)length)) {
        command++;
        length--;
    }
    snprintf(name, PLAYER_NAME, "%.*s", length, command);
}

// Names the player by what it plays by, behind `role`.
static void describe_player(const struct player_option *option, const struct tables *tables,
                            const char *role, struct player *player) {
    char name[PLAYER_NAME], whole[2 * PLAYER_NAME];
    size_t length = strcspn(player->name, "@");
    snprintf(name, sizeof name, "%.*s", (int)length, player->name);
    for (int i = 0; i < option->param.count && length + 1 < sizeof name; i++) {
        name[length++] = '+';
        values_assignment(option->param.text[i], tables, name + length, sizeof name - length);
        length += strlen(name + length);
    }
    for (enum beside kind = 0; kind < BESIDES && length < sizeof name; kind++) {
        const char *path = option->beside[kind];
        if (path)
            snprintf(name + length, sizeof name - length, "+%s=%s", beside_name(kind),
                     file_base(path));
        length += strlen(name + length);
    }
    if (option->without && length < sizeof name)
        snprintf(name + length, sizeof name - length, " without %s", option->without);
    if (option->external.command)
        program_name(option->external.command, name);
    snprintf(whole, sizeof whole, "%s%s%s", role ? role : "", role ? " " : "", name);
    config_player_name(player, whole);
}

bool player_option_player(struct player_option *option, const struct play_options *common,
                          const struct tables *tables, struct player *player,
                          char plays_by[PLAYER_NAME], struct error *error) {
    if (!make_player(option, common, tables, player, error))
        return false;
    if (plays_by) {
        describe_player(option, tables, NULL, player);
        snprintf(plays_by, PLAYER_NAME, "%s", player->name);
    }
    config_player_name(player, option->name);
    return true;
}

bool player_options_pair(struct player_options *players, const struct play_options *common,
                         const struct tables *tables, const char *const role[PLAYERS],
                         struct player player[PLAYERS], struct error *error) {
    static const char *const names[PLAYERS] = {"A", "B"};
    struct player_option missing = no_player, *option = players->player, *seat[PLAYERS];
    bool turned = (players->count > 0 && strcmp(option[0].name, names[PLAYER_B]) == 0) ||
                  (players->count > 1 && strcmp(option[1].name, names[PLAYER_A]) == 0);
    for (int i = 0; i < PLAYERS; i++)
        seat[turned ? PLAYERS - 1 - i : i] = i < players->count ? &option[i] : &missing;
    for (int i = 0; i < PLAYERS; i++) {
        if (!make_player(seat[i], common, tables, &player[i], error))
            return false;
        if (seat[i]->name[0] && strcmp(seat[i]->name, names[i]) != 0)
            config_player_name(&player[i], seat[i]->name);
        else
            describe_player(seat[i], tables, role ? role[i] : NULL, &player[i]);
    }
    return true;
}

bool player_options_config(struct player_options *players, const struct play_options *common,
                           struct config *config, struct opening_list *list, struct error *error) {
    struct player *second = &config->player[PLAYER_B];
    if (!play_options_config(common, config, list, error) ||
        !player_options_pair(players, common, config->tables, NULL, config->player, error))
        return false;
    if (strcmp(second->name, config->player[PLAYER_A].name) == 0)
        config_player_name(second, "second");
    return true;
}
