// SPDX-License-Identifier: GPL-3.0-or-later
// --player NAME:key=value,...: the players of a command by name, two or many. What is not said of
// one the options of all players say. Only cmd rooms include this.
#pragma once

#include "cmd_play_options.h"
#include "external.h"

enum { PLAYERS_MAX = 32, PLAYER_OPTION_NAME = 32, PLAYER_OPTION_TEXT = 2048 };

struct player_option {
    char name[PLAYER_OPTION_NAME];   // letters, digits, '_' and '.': it may become a folder
    char text[PLAYER_OPTION_TEXT];   // what the texts below point into
    const char *values;              // path, or NULL
    long long nodes, depth;          // 0: as the common options say
    long long milliseconds;          // a move; 0: no such limit
    struct time_control clock;       // of the game
    struct option_texts param;       // "NAME=VALUE" of the evaluation or the search
    const char *without;             // "drops+promotion:PL", or NULL
    const char *engine;              // command of a program that is the player, or NULL
    enum external_protocol protocol; // the rest is of programs alone
    bool protocol_given;
    struct option_texts option; // "NAME=VALUE"
    const char *variant, *log;  // its name for the game; a file; or NULL
    int check;                  // it knows the game? 0 yes, 1 no: see external_check_game
    bool check_given;
    int margin_ms, timeout;            // beyond its time; seconds; -1: the default
    struct external_settings external; // set by player_option_player
};

// In the order of the command line. Not to be copied: its texts lie inside.
struct player_options {
    int count;
    struct player_option player[PLAYERS_MAX];
};

// --player (repeatable), into a struct player_options.
extern const struct option_set players_option_set;
#define PLAYERS_OPTIONS(type, member)                                                              \
    { &players_option_set, offsetof(type, member), NULL }

// The player as its option and the common ones have it, called NAME@LIMIT. `option` must outlive
// it. Errors: values, parameters and limits that do not fit.
bool player_option_player(struct player_option *option, const struct play_options *common,
                          const struct tables *tables, struct player *player, struct error *error);

// A and B of two players at most: the first that was given is A, unless it is called B or the other
// A; one that was not given plays by the common options. A player called A or B, or not given, has
// the name of what it plays by: its file of values with its parameters, its program; `role`, the
// words of both before it, may be NULL. Errors: as above.
bool player_options_pair(struct player_options *players, const struct play_options *common,
                         const struct tables *tables, const char *const role[PLAYERS],
                         struct player player[PLAYERS], struct error *error);

// As play_options_config, with A and B as players; B is called "second" where its name is A's.
bool player_options_config(struct player_options *players, const struct play_options *common,
                           struct config *config, struct opening_list *list, struct error *error);
