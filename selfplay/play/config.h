// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment: everything that game k depends on besides k itself. Its canonical text, hashed, is
// the run's identity; threads and the number of games are no part of it.
#pragma once

#include <cjson/cJSON.h>

#include "buffer.h"
#include "engine.h"
#include "external.h"
#include "openings.h"
#include "restriction.h"
#include "sprt.h"
#include "time_control.h"

enum { PLAYER_A, PLAYER_B, PLAYERS };
enum { PLAYER_NAME = 128, PLIES_MAX = 9999, PLAYER_MARGIN = 100 };

struct player {
    char name[PLAYER_NAME]; // value set @ limit: what games.csv calls the player
    struct values values;
    struct limits limits; // of a move: nodes, depth, milliseconds
    struct time_control clock;
    int margin_ms; // of our own search: a move later than its time and so much loses the game
    struct restriction restriction;           // moves that it has not got, whichever side it plays
    const struct external_settings *external; // not owned; NULL: our own search
};

struct adjudication {               // scores in centi-values; a rule with 0 plies is off
    int ply_limit;                  // a game that gets there is a draw; 1..PLIES_MAX
    int resign_score, resign_plies; // lost when both players see that for so many consecutive plies
    int draw_score, draw_plies;     // drawn when both see no more than that for so many plies ...
    int draw_from;                  // ... and at least so many have been played
};

// What the log keeps of each move beside the move itself.
enum annotation {
    ANNOTATE_NOTHING,
    ANNOTATE_SCORES, // score and depth of the search
    ANNOTATE_TIMES   // and the time that it took, which no two runs share
};

struct sampling {
    double rate; // share of the plies to be looked at, 0..1
    bool noisy;  // log positions that are not quiet as well
};

struct config {
    const struct tables *tables; // not owned: variant and rules
    const char *variant_text;    // not owned: the variant's INI text
    uint64_t seed;
    struct player player[PLAYERS];
    bool paired;       // the players differ: games 2p and 2p+1 share an opening, colours swapped
    size_t hash_bytes; // of each player's table
    struct opening_settings opening;
    struct adjudication adjudication;
    struct sampling sampling;
    enum annotation annotation;
    const struct sprt *sprt; // not owned; NULL: none. Ends the run, and must not change on the way
    uint64_t imported;       // hash of the files that the games stand in; 0: they are played
};

// Sensible settings for a variant: both players with values_default and 1000 nodes a move,
// 8 random plies, ply limit of 50 x the longer side of the board, no adjudication. Seed 0.
struct config config_default(const struct tables *tables, const char *variant_text);

// Derives what follows from the rest: `paired`, and `hash_bytes` where it is 0: config_hash_bytes
// of the nodes that the players' limits of nodes and depth let them come to. Errors: players who
// are given as two but are the same, settings out of range.
bool config_finish(struct config *config, bool two_players, struct error *error);

// A table for searches of so many nodes (0 = no limit): about 64 bytes for each node of four
// moves' searches, a power of two from 256 KiB to 64 MiB.
size_t config_hash_bytes(uint64_t nodes);

// False where a clock, another program or people have a part in the games: they cannot be played
// again to the byte.
bool config_reproducible(const struct config *config);
// A clock, or a time a move, limits one of the players.
bool config_timed(const struct config *config);

// "NAME@1000n", "NAME@d6", "NAME@1000n,d6", "NAME@100ms", "NAME@tc10+0.1".
void config_player_name(struct player *player, const char *values_name);

// Which opening a game starts from, and which player moves first in it; `paired` as in struct
// config.
int64_t game_pair(bool paired, int64_t game);
int game_first_player(bool paired, int64_t game);

// Adds the canonical text: lines "key=value", in a fixed order; without the seed. Its text_hash is
// the configuration's.
void config_text(const struct config *config, struct buffer *text);
// Such lines as an object of texts; the caller's to delete.
cJSON *config_settings(const char *text);

// "Is it the same run?" of all that plays: the first setting in which two differ.
struct setting_difference {
    const char *key, *there, *here; // of the objects; NULL: not set
};
enum setting_weight {
    SETTING_COUNTS,  // also where one of the two has not got it
    SETTING_IF_BOTH, // what only one of the two notes is new or gone in this version
    SETTING_IGNORED
};
// `weigh`: NULL, all count. False: they do not differ.
bool config_settings_differ(const cJSON *there, const cJSON *here,
                            enum setting_weight (*weigh)(const char *key),
                            struct setting_difference *difference);
// XXH3 (64 bits).
uint64_t text_hash(const char *text, size_t length);

// The INI text of a variant by the name that variant_load takes. The caller frees it.
char *config_variant_text(const char *name, struct error *error);
