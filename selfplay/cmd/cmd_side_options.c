// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_side_options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "values_file.h"

// Keys of the second player's options follow those of the first.
enum {
    KEY_VALUES = 1536, // apart from other parsers' keys
    KEY_SET = KEY_VALUES + PLAYERS,
    KEY_NODES = KEY_SET + PLAYERS,
    KEY_DEPTH = KEY_NODES + PLAYERS,
    KEY_TIME = KEY_DEPTH + PLAYERS,
    KEY_ENGINE = KEY_TIME + PLAYERS,
    KEY_PROTOCOL = KEY_ENGINE + PLAYERS,
    KEY_OPTION = KEY_PROTOCOL + PLAYERS,
    KEY_VARIANT = KEY_OPTION + PLAYERS,
    KEY_LOG = KEY_VARIANT + PLAYERS,
    KEY_MARGIN = KEY_LOG + PLAYERS,
    KEY_TIMEOUT,
    KEY_END
};

static const struct argp_option option_list[] = {
    {"first-values", KEY_VALUES + PLAYER_A, "FILE", 0, "values.csv of the first player", 1},
    {"second-values", KEY_VALUES + PLAYER_B, "FILE", 0, "values.csv of the second player", 1},
    {"first", KEY_SET + PLAYER_A, "NAME=VALUE", 0,
     "A parameter of the first player, over its file (repeatable)", 1},
    {"second", KEY_SET + PLAYER_B, "NAME=VALUE", 0, "The same of the second player", 1},
    {"first-nodes", KEY_NODES + PLAYER_A, "M", 0, "Nodes a move of the first player", 1},
    {"second-nodes", KEY_NODES + PLAYER_B, "M", 0, "Nodes a move of the second player", 1},
    {"first-depth", KEY_DEPTH + PLAYER_A, "D", 0, "Plies a move of the first player", 1},
    {"second-depth", KEY_DEPTH + PLAYER_B, "D", 0, "Plies a move of the second player", 1},
    {0, 0, 0, 0, "Programs as players:", 2},
    {"second-engine", KEY_ENGINE + PLAYER_B, "COMMAND", 0,
     "The second player is this program, one process a thread; our rules judge its moves", 2},
    {"engine", 0, 0, OPTION_ALIAS, 0, 2},
    {"second-protocol", KEY_PROTOCOL + PLAYER_B, "uci|usi|xboard", 0,
     "What it speaks (default uci)", 2},
    {"protocol", 0, 0, OPTION_ALIAS, 0, 2},
    {"second-option", KEY_OPTION + PLAYER_B, "NAME=VALUE", 0,
     "An option to set in it before the first game (repeatable)", 2},
    {"engine-option", 0, 0, OPTION_ALIAS, 0, 2},
    {"second-variant", KEY_VARIANT + PLAYER_B, "NAME", 0,
     "What it calls the game (default: found among the names that it announces)", 2},
    {"engine-variant", 0, 0, OPTION_ALIAS, 0, 2},
    {"second-log", KEY_LOG + PLAYER_B, "FILE", 0,
     "Add every line that it hears (>) and says (<) to this file, after its process number", 2},
    {"engine-log", 0, 0, OPTION_ALIAS, 0, 2},
    {"second-time", KEY_TIME + PLAYER_B, "MS", 0,
     "Milliseconds a move of the second player; only where a program plays", 2},
    {"margin", KEY_MARGIN, "MS", 0,
     "A program loses that answers later than its time and so much (default 100)", 2},
    {"timeout", KEY_TIMEOUT, "SECONDS", 0,
     "A program hangs that says nothing for so long without a time limit (default 30)", 2},
    {"first-engine", KEY_ENGINE + PLAYER_A, "COMMAND", 0, "The first player is this program", 2},
    {"first-protocol", KEY_PROTOCOL + PLAYER_A, "uci|usi|xboard", 0, "What it speaks", 2},
    {"first-option", KEY_OPTION + PLAYER_A, "NAME=VALUE", 0, "An option of it", 2},
    {"first-variant", KEY_VARIANT + PLAYER_A, "NAME", 0, "What it calls the game", 2},
    {"first-log", KEY_LOG + PLAYER_A, "FILE", 0, "Log of its talk", 2},
    {"first-time", KEY_TIME + PLAYER_A, "MS", 0, "Milliseconds a move of the first player", 2},
    {0}};

static void add_text(const char **list, int *count, const char *text, struct argp_state *state) {
    if (*count == SIDE_TEXTS_MAX)
        argp_error(state, "more than %d of one option", SIDE_TEXTS_MAX);
    else
        list[(*count)++] = text;
}

static error_t usage_if(bool fine) {
    return fine ? 0 : EINVAL;
}

static error_t check(const struct side_options *sides, struct argp_state *state) {
    for (int i = 0; i < PLAYERS; i++) {
        if (!sides[i].engine && (sides[i].option_count || sides[i].protocol != EXTERNAL_UCI ||
                                 sides[i].variant || sides[i].log))
            argp_error(state,
                       "protocol, options, variant and log are a program's: give its command "
                       "too");
        if (sides[i].engine && (sides[i].values || sides[i].assignment_count))
            argp_error(state, "a program brings its own values");
    }
    return 0;
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct side_options *sides = state->input;
    if (key == ARGP_KEY_END)
        return check(sides, state);
    if (key < KEY_VALUES || key >= KEY_END)
        return ARGP_ERR_UNKNOWN;
    struct error error = {""};
    if (key == KEY_MARGIN) {
        if (!parse_count(text, "--margin", 0, 3600000, &sides[PLAYER_A].margin_ms))
            return EINVAL;
        sides[PLAYER_B].margin_ms = sides[PLAYER_A].margin_ms;
        return 0;
    }
    if (key == KEY_TIMEOUT) {
        if (!parse_count(text, "--timeout", 1, 86400, &sides[PLAYER_A].timeout))
            return EINVAL;
        sides[PLAYER_B].timeout = sides[PLAYER_A].timeout;
        return 0;
    }
    struct side_options *side = &sides[(key - KEY_VALUES) % PLAYERS];
    side->given = true;
    switch (key - (key - KEY_VALUES) % PLAYERS) {
    case KEY_VALUES:
        side->values = text;
        break;
    case KEY_SET:
        add_text(side->assignment, &side->assignment_count, text, state);
        break;
    case KEY_NODES:
        return usage_if(parse_count(text, "nodes a move", 1, 1000000000000, &side->nodes));
    case KEY_DEPTH:
        return usage_if(parse_count(text, "plies a move", 1, PLY_MAX, &side->depth));
    case KEY_TIME:
        return usage_if(parse_count(text, "milliseconds a move", 1, 3600000, &side->milliseconds));
    case KEY_ENGINE:
        side->engine = text;
        break;
    case KEY_PROTOCOL:
        if (!external_protocol_parse(text, &side->protocol, &error))
            argp_error(state, "%s", error.text);
        break;
    case KEY_VARIANT:
        side->variant = text;
        break;
    case KEY_LOG:
        side->log = text;
        break;
    case KEY_OPTION:
        add_text(side->option, &side->option_count, text, state);
        break;
    }
    return 0;
}

const struct argp side_options_argp = {.options = option_list, .parser = parse_option};

struct side_options side_options_default(void) {
    return (struct side_options){.margin_ms = -1};
}

// The last part of the command's first word: "/usr/games/hachu -x" is "hachu".
static void engine_name(const char *command, char *name, size_t size) {
    int length = (int)strcspn(command, " ");
    while (length > 0 && memchr(command, '/', (size_t)length)) {
        command++;
        length--;
    }
    snprintf(name, size, "%.*s", length, command);
}

bool side_options_player(struct side_options *side, const struct play_options *common,
                         const struct tables *tables, struct player *player, struct error *error) {
    struct play_options play = *common;
    bool own_limit = side->nodes || side->depth || side->milliseconds;
    if (own_limit) {
        play.nodes = side->nodes;
        play.depth = side->depth;
    }
    const char *values = side->values ? side->values : play.values;
    if (!play_options_player(&play, tables, values, player, error))
        return false;
    if (own_limit && !side->nodes)
        player->limits.nodes = 0;
    player->limits.milliseconds = side->milliseconds;
    char name[PLAYER_NAME];
    int length = snprintf(name, sizeof name, "%.*s", (int)strcspn(player->name, "@"), player->name);
    for (int i = 0; i < side->assignment_count; i++) {
        if (!values_assign(side->assignment[i], tables, &player->values, error))
            return false;
        if (length < (int)sizeof name)
            length +=
                snprintf(name + length, sizeof name - (size_t)length, "+%s", side->assignment[i]);
    }
    if (side->engine) {
        engine_name(side->engine, name, sizeof name);
        side->external = external_default(side->protocol, side->engine);
        side->external.options = side->option;
        side->external.option_count = side->option_count;
        side->external.variant = side->variant;
        side->external.log = side->log;
        if (side->margin_ms >= 0)
            side->external.margin_ms = (int)side->margin_ms;
        if (side->timeout)
            side->external.timeout_ms = (int)side->timeout * 1000;
        player->external = &side->external;
    }
    config_player_name(player, name);
    return true;
}
