// SPDX-License-Identifier: GPL-3.0-or-later
// run.json: what a run is, who made it, how far it has come; and what answers say of the runs that
// they are by.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "config.h"

// Which part of a run's games.

// Which games of a run a folder holds: all, or one of the parts that many processes share.
struct game_range {
    int64_t begin, end; // games begin..end-1
    int64_t total;      // games of the whole run, as far as they are known: at least `end`
    int shard, shards;  // the range is part `shard` of 0..shards-1; `shards` is 0 where it is none
};

// Part `shard` of `shards` of a run of `total` games. The parts differ by one game at most (by one
// pair where the games come in pairs) and may be empty.
struct game_range range_of_shard(int64_t total, int shard, int shards, bool paired);
// "3/8", or "300..400" where the range is no shard; returns `text`.
enum { RANGE_TEXT = 48, SHARDS_MAX = 1000000 };
char *range_print(const struct game_range *range, char text[RANGE_TEXT]);

// How much of the logs is known to have reached the disk.
struct checkpoint {
    int64_t games;                        // committed, of the folder's range
    int64_t games_bytes, positions_bytes; // lengths of the two files then
};

// How many games of a log repeat another one.
struct duplicates {
    int64_t openings; // pairs (games, where the players are the same) that start as an earlier one
    int64_t games;    // games that are the same as an earlier one
};

// Key of a run, the same in all its parts: a letter and twelve digits, so that no program takes it
// for a number.
enum { RUN_KEY = 16 };

struct runmeta;

// For a run that begins now. Destroy with runmeta_destroy.
struct runmeta *runmeta_create(const struct config *config, const struct game_range *range,
                               int threads);
// NULL and `error` when the file cannot be read or is no run.json of a schema that is known.
struct runmeta *runmeta_load(const char *path, struct error *error);
void runmeta_destroy(struct runmeta *meta);
// Notes the command line of this session; NULL leaves what is there.
void runmeta_set_command(struct runmeta *meta, const char *command);
// Replaces the file whole.
bool runmeta_save(const struct runmeta *meta, const char *path, struct error *error);

// False when the run has another configuration or seed; `error` names the first key that differs.
bool runmeta_matches(const struct runmeta *meta, const struct config *config, struct error *error);
// In which setting of those that count two records differ, see config_settings_differ.
bool runmeta_differ(const struct runmeta *there, const struct runmeta *here,
                    enum setting_weight (*weigh)(const char *key),
                    struct setting_difference *difference);

// A text of the record by its key ("host", "start", "end", "command"), or NULL; "variant",
// "variant_text", INI, "config_hash" and "program", name and version that wrote it last, are always
// there.
const char *runmeta_text(const struct runmeta *meta, const char *key);
const char *runmeta_run(const struct runmeta *meta); // key of the run
int runmeta_schema(const struct runmeta *meta);      // 1..LOG_SCHEMA
uint64_t runmeta_seed(const struct runmeta *meta);
struct game_range runmeta_range(const struct runmeta *meta); // wanted
bool runmeta_paired(const struct runmeta *meta);             // games come in pairs
const char *runmeta_this_program(void);                      // name and version of this one
// A line of the canonical configuration by its key ("player1.nodes"), or NULL.
const char *runmeta_setting(const struct runmeta *meta, const char *key);
struct checkpoint runmeta_checkpoint(const struct runmeta *meta);
bool runmeta_finished(const struct runmeta *meta);
bool runmeta_flag(const struct runmeta *meta, const char *key); // "resized", "merging"
// False when there are none yet.
bool runmeta_duplicates(const struct runmeta *meta, struct duplicates *duplicates);
// True when the machine has run on since the last save, so that all written bytes are still there.
bool runmeta_same_boot(const struct runmeta *meta);

// When this session or the last one began, seconds since the epoch (-1: not known), and the number
// of the game it began with.
int64_t runmeta_session(const struct runmeta *meta, int64_t *from_game);
// How often the run has been taken up again.
int runmeta_restarts(const struct runmeta *meta);

// False when two folders belong to different runs; `error` names the first key that differs.
bool runmeta_same_run(const struct runmeta *meta, const struct runmeta *other, struct error *error);

// The record of a run that is put together from parts: `first` is one of them. Until runmeta_end it
// says that the merge is under way.
struct runmeta *runmeta_merge(const struct runmeta *first, const struct game_range *range);
// Parts that a merged run was put together from, and the command of the first, or NULL.
int runmeta_parts(const struct runmeta *meta);
const char *runmeta_first_command(const struct runmeta *meta);
// Notes a part: its folder and range, who played it, and its residual beside the others.
void runmeta_add_part(struct runmeta *meta, const struct runmeta *part, const char *folder,
                      double z);

// Notes that the run goes on from a game, here and now, towards the end of the range; `resized`:
// the number of games was changed when some were played.
void runmeta_restart(struct runmeta *meta, int64_t from_game, const struct game_range *range,
                     bool resized, int threads);
void runmeta_progress(struct runmeta *meta, const struct checkpoint *checkpoint);
// Notes that the run, a whole one, is complete with the games before `end`.
void runmeta_shorten(struct runmeta *meta, int64_t end);
// Notes the end of this session; `duplicates` is NULL unless the run is finished.
void runmeta_end(struct runmeta *meta, const struct duplicates *duplicates);

// How an answer was made: the same keys in every JSON answer that a report may show.
// { command, program, config_hash, variant_hash, inputs: [{ folder, seed, config_hash }] }
// The command is the line as a shell takes it. What is not known is left out.

// `command`: may be NULL; `config_text`: the canonical text of the configuration that the answer
// is by, or NULL where its inputs have theirs.
void origin_add(cJSON *json, const char *command, const char *config_text);
// Adds a run, by its run.json, to the inputs. A folder that holds none is no input.
void origin_add_run(cJSON *json, const char *folder);
// Adds the inputs of another answer, a file that may be missing.
void origin_add_inputs_of(cJSON *json, const char *path);

// Adds what is in the origin.json of a folder, which may be missing.
void origin_add_of(cJSON *json, const char *folder);
// Writes origin.json into a folder whose answers have no room for it.
bool origin_write(const char *folder, const char *command, const char *config_text,
                  struct error *error);
