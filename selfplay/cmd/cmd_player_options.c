// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_player_options.h"

#include <stdio.h>
#include <string.h>

#include "error.h"
#include "values_file.h"

#define AT(member) OPTION_AT(struct player_option, member)

static bool set_clock(void *member, const char *text, struct error *error) {
    return time_control_parse(text, member, error);
}

static const struct option_row key_rows[] = {
    {"values", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(values)},
    {"nodes", "M", .kind = ROW_COUNT, .low = 1, .high = 1e12, AT(nodes)},
    {"depth", "D", .kind = ROW_COUNT, .low = 1, .high = PLY_MAX, AT(depth)},
    {"time", "MS", .kind = ROW_COUNT, .low = 1, .high = 86400000, AT(milliseconds)},
    {"tc", "[MOVES/]TIME[+INC][+BYOYOMIb]", .kind = ROW_OWN, .set = set_clock, AT(clock)},
    {"without", "ABILITY+...", .kind = ROW_TEXT, AT(without)},
    {"engine", "COMMAND", .kind = ROW_TEXT, AT(engine)},
    {"protocol", NULL, "uci", "uci|usi|xboard", .kind = ROW_CHOICE, AT(protocol),
     .given = offsetof(struct player_option, protocol_given)},
    {"option", "NAME=VALUE", .kind = ROW_TEXTS, AT(option)},
    {"variant", "NAME", .kind = ROW_TEXT, AT(variant)},
    {"check", NULL, "yes", "yes|no", .kind = ROW_CHOICE, AT(check),
     .given = offsetof(struct player_option, check_given)},
    {"log", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(log)},
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
    bool of_program = option->option.count || option->protocol_given || option->variant ||
                      option->check_given || option->log || option->timeout >= 0;
    bool timed = option->milliseconds || time_control_given(&option->clock);
    if (!option->engine && of_program)
        return error_set(error, "protocol, option, variant, check, log and timeout are a "
                                "program's: give engine=COMMAND too");
    if (!option->engine && !timed && option->margin_ms >= 0)
        return error_set(error, "margin goes with a time: time=MS or tc=TIME");
    if (option->engine && option->without)
        return error_set(error, "a program cannot be told which moves it lacks");
    if (option->engine && (option->values || option->param.count))
        return error_set(error, "a program brings its own values");
    return true;
}

static bool set_defaults(void *base, struct error *error) {
    (void)error;
    *(struct player_option *)base = (struct player_option){.margin_ms = -1, .timeout = -1};
    return true;
}

// What stands behind NAME: in it.
static const struct option_set player_keys = {"A player", key_rows, ARRAY_LENGTH(key_rows),
                                              set_defaults, NULL};

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

static bool set_player(void *member, const char *text, struct error *error) {
    struct player_options *players = member;
    struct error cause = {""};
    const struct option_use uses[] = {{&player_keys, 0, NULL}, {0}};
    if (players->count == PLAYERS_MAX)
        return error_set(error, "goes for %d players at most", PLAYERS_MAX);
    struct player_option *option = &players->player[players->count];
    if (!options_defaults(uses, option, &cause))
        return error_set(error, "%s", cause.text);
    if (!read_name(players, text, error))
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

static const struct option_row rows[] = {
    {"player", "NAME:KEY=VALUE,...", .kind = ROW_OWN, .set = set_player},
};
const struct option_set players_option_set = {"Players by name", rows, ARRAY_LENGTH(rows), NULL,
                                              NULL};

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
    if (!option->engine)
        return true;
    option->external = external_default(option->protocol, option->engine);
    option->external.options = option->option.text;
    option->external.option_count = option->option.count;
    option->external.variant = option->variant;
    option->external.unchecked = option->check != 0;
    option->external.log = option->log;
    if (option->margin_ms >= 0)
        option->external.margin_ms = option->margin_ms;
    if (option->timeout >= 0)
        option->external.timeout_ms = option->timeout * 1000;
    player->external = &option->external;
    return true;
}

bool player_option_player(struct player_option *option, const struct play_options *common,
                          const struct tables *tables, struct player *player, struct error *error) {
    if (!make_player(option, common, tables, player, error))
        return false;
    config_player_name(player, option->name);
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
    if (option->without && length < sizeof name)
        snprintf(name + length, sizeof name - length, " without %s", option->without);
    if (option->engine)
        program_name(option->engine, name);
    snprintf(whole, sizeof whole, "%s%s%s", role ? role : "", role ? " " : "", name);
    config_player_name(player, whole);
}

bool player_options_pair(struct player_options *players, const struct play_options *common,
                         const struct tables *tables, const char *const role[PLAYERS],
                         struct player player[PLAYERS], struct error *error) {
    static const char *const names[PLAYERS] = {"A", "B"};
    struct player_option missing = {.margin_ms = -1, .timeout = -1}, *option = players->player,
                         *seat[PLAYERS];
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
