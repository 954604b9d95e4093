// SPDX-License-Identifier: GPL-3.0-or-later
// Reads folders of self-play logs into a data set.
//
// All folders must hold the same game (variant and rules). A game is known by its run and number;
// one that stands in two folders is refused. Games that are the same as another, by game_key, say
// nothing new and would count as independent: they are left out and counted.
#pragma once

#include "dataset.h"
#include "log_reader.h"

struct logs_progress {
    int64_t bytes_done, bytes_total; // of positions.csv (as it lies on the disk), all folders
    size_t positions;                // taken so far
    size_t expected, expected_bytes; // in the end, as those let expect; of memory for them
};

struct logs_settings {
    size_t memory; // bytes that the data set may take; 0 = no limit
    int threads;
    bool beside;        // what players of `values` know beside them adds is wanted as well
    const char *values; // as values_file_load takes them
    bool boards;        // what stood on them (board_pack) is wanted as well
    void (*progress)(void *context, const struct logs_progress *progress); // may be NULL
    void *context;
};

struct logs {
    struct tables *tables;     // owned; the game that was played
    struct beside_known known; // owned; nothing where it is not wanted
    size_t folders;
    size_t games, first_wins, second_wins, draws; // rows of games.csv
    size_t copies;                                // games left out because they repeat another
    size_t noisy;                                 // positions left out: not quiet
    size_t unfinished; // positions left out because their game has no row yet
    size_t torn;       // files whose last line was cut short
};

// positions.csv and games.csv may be compressed: positions.csv.zst, games.csv.zst.
// Fills `logs` and `data` (initialised, empty), and closes the data set over all parameters of the
// variant. Errors name the file and the line; more memory than allowed is one, told as soon as the
// first positions let expect it. Destroy both in either case.
bool logs_read(const char *const *folders, int count, const struct logs_settings *settings,
               struct logs *logs, struct dataset *data, struct error *error);
void logs_destroy(struct logs *logs);

// The game that all these logs have played, from their records: the variant by its text, the rules
// over it. False where they differ, or where a player lacked moves; errors name the file.
bool logs_game(const char *const *folders, int count, struct tables *tables, struct error *error);
