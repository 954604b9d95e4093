// SPDX-License-Identifier: GPL-3.0-or-later
// run.json: what a run is, who made it, how far it has come.
#pragma once

#include "config.h"
#include "tally.h"

// How much of the logs is known to have reached the disk.
struct checkpoint {
    int64_t games;                        // committed
    int64_t games_bytes, positions_bytes; // lengths of the two files then
};

struct runmeta;

// For a run that begins now. NULL when memory is out. Destroy with runmeta_destroy.
struct runmeta *runmeta_create(const struct config *config, int64_t games, int threads);
// NULL and `error` when the file cannot be read or is no run.json of this schema.
struct runmeta *runmeta_load(const char *path, struct error *error);
void runmeta_destroy(struct runmeta *meta);
// Replaces the file whole.
bool runmeta_save(const struct runmeta *meta, const char *path, struct error *error);

// False when the run has another configuration or seed; `error` names the first key that differs.
bool runmeta_matches(const struct runmeta *meta, const struct config *config, struct error *error);

uint64_t runmeta_seed(const struct runmeta *meta);
int64_t runmeta_games(const struct runmeta *meta);            // wanted
const char *runmeta_program(const struct runmeta *meta);      // name and version that wrote it last
const char *runmeta_this_program(void);                       // and those of this one
const char *runmeta_variant_text(const struct runmeta *meta); // INI
// A line of the canonical configuration by its key ("player1.nodes"), or NULL.
const char *runmeta_setting(const struct runmeta *meta, const char *key);
struct checkpoint runmeta_checkpoint(const struct runmeta *meta);
bool runmeta_finished(const struct runmeta *meta);
// False when there are none yet.
bool runmeta_duplicates(const struct runmeta *meta, struct duplicates *duplicates);
// True when the machine has run on since the last save, so that all written bytes are still there.
bool runmeta_same_boot(const struct runmeta *meta);

// Notes that the run goes on from a game, here and now, towards so many games.
void runmeta_restart(struct runmeta *meta, int64_t from_game, int64_t games, int threads);
void runmeta_progress(struct runmeta *meta, const struct checkpoint *checkpoint);
// Notes the end of this session; `duplicates` is NULL unless the run is finished.
void runmeta_end(struct runmeta *meta, const struct duplicates *duplicates);
