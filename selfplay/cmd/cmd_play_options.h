// SPDX-License-Identifier: GPL-3.0-or-later
// Options of every command that plays games: how many, who, from where, until when, and players by
// name. Only cmd_*.c files include this.
#pragma once

#include "cmd_common.h"
#include "external.h"
#include "play_options.h"
#include "verification.h"

// --games, --shard, --range: for commands whose games may be played in parts.
extern const struct option_set part_option_set;
// --games, --shard: for those whose processes play into one folder.
extern const struct option_set shared_option_set;
// Reads "I/N", or "auto" and "auto/N": then as the scheduler says (scheduler.h), by `*variable`;
// NULL: by none.
bool shard_parse(const char *text, struct game_range *range, const char **variable,
                 struct error *error);
// Says where a part is from, if from a variable.
void shard_say(const struct game_range *range, const char *variable);
// --threads, --seed; sets the defaults of all the others too, so that it must be among a command's.
extern const struct option_set games_option_set;
extern const struct option_set player_option_set; // --nodes, --depth, --values, --param, --hash
extern const struct option_set player_detail_option_set; // --param, --hash alone
extern const struct option_set opening_option_set;       // --openings, --opening-bound
extern const struct option_set end_option_set;           // --ply-limit, --resign, --draw
extern const struct option_set detail_option_set;        // --annotate

// All of them, in a command's list of uses; the second without parts.
#define PLAY_OPTIONS(type, member) OPTION_USE(part, type, member), PLAY_WHOLE_OPTIONS(type, member)
#define PLAY_WHOLE_OPTIONS(type, member)                                                           \
    OPTION_USE(games, type, member), OPTION_USE(player, type, member),                             \
        OPTION_USE(opening, type, member), OPTION_USE(end, type, member),                          \
        OPTION_USE(detail, type, member)

// Where a run's log goes: --out DIR and --force.
struct log_options {
    const char *folder;
    bool force;
};
extern const struct option_set log_option_set;

// Which positions are logged for the tuner, into a struct sampling.
extern const struct option_set sampling_option_set;

struct sprt_options {
    bool given; // --sprt was: `sprt` is a test to be made
    struct sprt sprt;
    bool detailed; // one of the other options was
};

// --sprt E0,E1, --alpha, --beta, into a struct sprt_options; what does not make a test is a fault.
extern const struct option_set sprt_option_set;

// EXIT_DONE accepted, EXIT_CHECK rejected, EXIT_UNDECIDED.
int sprt_exit_code(enum sprt_verdict verdict);

// Reads "1000,4000", each limit once, and returns how many there are; 0: `error`.
int limits_parse(const char *text, uint64_t limit[VERIFY_LIMITS_MAX], struct error *error);
// The same into a struct verification, as a row of options sets its value.
bool verification_set_limits(void *verification, const char *text, struct error *error);

// --player NAME:key=value,...: the players of a command by name, two or many. What is not said of
// one the options of all players say.

enum { PLAYERS_MAX = 32, PLAYER_OPTION_NAME = 32, PLAYER_OPTION_TEXT = 2048 };

struct player_option {
    char name[PLAYER_OPTION_NAME]; // letters, digits, '_' and '.': it may become a folder
    char text[PLAYER_OPTION_TEXT]; // what the texts below point into
    const char *values;            // path, or NULL
    const char *beside[BESIDES];   // path, "off", or NULL: what goes with the values
    long long nodes, depth;        // 0: as the common options say
    long long milliseconds;        // a move; 0: no such limit
    struct time_control clock;     // of the game
    struct option_texts param;     // "NAME=VALUE" of the evaluation or the search
    const char *without;           // "drops+promotion:PL", or NULL
    int margin_ms;                 // beyond its time; -1: the default
    // Of a program that is the player; no command: it is none. player_option_player completes it.
    struct external_settings external;
    struct option_texts option; // "NAME=VALUE"
    int check, timeout; // 1: nobody asks whether it knows the game; seconds, -1: the default
    bool protocol_given, check_given;
};

// In the order of the command line. Not to be copied: its texts lie inside.
struct player_options {
    int count;
    struct player_option player[PLAYERS_MAX];
};

// --player (repeatable), into a struct player_options.
extern const struct option_set players_option_set;
extern const struct option_set program_option_set; // --engine alone

// The player as its option and the common ones have it, called NAME@LIMIT. `plays_by` (may be NULL)
// gets the name that it has where it is called A. `option` must outlive it. Errors: values,
// parameters and limits that do not fit.
bool player_option_player(struct player_option *option, const struct play_options *common,
                          const struct tables *tables, struct player *player,
                          char plays_by[PLAYER_NAME], struct error *error);

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
