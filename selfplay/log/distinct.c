// SPDX-License-Identifier: GPL-3.0-or-later
#include "distinct.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { UNBOUNDED = 100000 }; // --opening-bound takes no more

struct reading {
    struct distinct *distinct;
    struct near_ladder ladder;
    struct repeats repeats;
    struct first_game *games; // owned
    int64_t count, room;
};

char *distinct_openings(const struct runmeta *meta, char text[OPENINGS_TEXT]) {
    const size_t size = OPENINGS_TEXT;
    const char *openings = runmeta_setting(meta, "openings");
    const char *bound = runmeta_setting(meta, "openings.bound");
    int plies;
    if (openings && sscanf(openings, "random:%d", &plies) == 1) {
        const char *more = plies % 2 ? ", one more by the first player" : "";
        if (bound && atoi(bound) < UNBOUNDED)
            snprintf(text, size,
                     "positions that a search found balanced within \u00b1%d after %d random "
                     "plies%s",
                     atoi(bound), plies, more);
        else
            snprintf(text, size, "positions after %d random plies%s", plies, more);
    } else if (openings && strncmp(openings, "start", 5) == 0)
        snprintf(text, size, "the start position");
    else if (openings && strcmp(openings, "armies") == 0)
        snprintf(text, size, "the drawn armies");
    else
        snprintf(text, size, "the positions of a file");
    return text;
}

bool distinct_from_start(const struct runmeta *meta) {
    struct near_ladder ladder;
    const char *openings = runmeta_setting(meta, "openings");
    return openings && near_ladder_parse(openings, &ladder) && !runmeta_paired(meta);
}

_Static_assert((int)NEAR_RUNGS == (int)FIRST_MOVE_RUNGS, "a ladder's rungs are fitted");

static void keep_key(struct reading *reading, const struct game_row *row) {
    repeats_add(&reading->repeats, game_key(row));
}

static void keep_game(struct reading *reading, const struct game_row *row) {
    if (!repeats_next(&reading->repeats))
        tally_add(reading->distinct->tally, row, PLAYER_A);
    if (!reading->distinct->from_start || row->game < 0)
        return;
    if (reading->count == reading->room) {
        reading->room = 2 * reading->room + 1024;
        reading->games =
            mem_realloc(reading->games, (size_t)reading->room * sizeof *reading->games);
    }
    reading->games[reading->count++] = (struct first_game){
        game_key(row), near_rung(&reading->ladder, row->game), result_points(row->result)};
}

static bool each_game(struct reading *reading, const char *path,
                      void (*take)(struct reading *reading, const struct game_row *row),
                      struct error *error) {
    struct rows_reader *reader = game_rows_open(path, error);
    struct game_row row;
    enum csv_status status = CSV_ERROR;
    while (reader && (status = game_row_next(reader, &row, NULL, error)) == CSV_RECORD)
        take(reading, &row);
    rows_close(reader);
    return status != CSV_ERROR;
}

static void fit(struct reading *reading) {
    double near[NEAR_RUNGS];
    for (int i = 0; i < reading->ladder.rungs; i++)
        near[i] = reading->ladder.near[i];
    first_move_fit(near, reading->ladder.rungs, reading->games, reading->count,
                   &reading->distinct->first);
}

bool distinct_read(const char *path, const struct runmeta *meta, struct distinct *distinct,
                   struct error *error) {
    struct reading reading = {.distinct = distinct};
    const char *plies = runmeta_setting(meta, "openings.plies");
    *distinct = (struct distinct){.tally = tally_create(), .from_start = distinct_from_start(meta)};
    distinct_openings(meta, distinct->openings);
    if (distinct->from_start)
        near_ladder_parse(runmeta_setting(meta, "openings"), &reading.ladder);
    distinct->plies = plies ? atoi(plies) : 0;
    bool done =
        repeats_begin(&reading.repeats, path, error) && each_game(&reading, path, keep_key, error);
    if (done && !repeats_find(&reading.repeats))
        done = error_at(error, path, 0, "copies of games cannot be found: %s", strerror(errno));
    done = done && each_game(&reading, path, keep_game, error);
    if (done && distinct->from_start)
        fit(&reading);
    repeats_end(&reading.repeats);
    free(reading.games);
    return done;
}

void distinct_destroy(struct distinct *distinct) {
    free(distinct->tally);
    *distinct = (struct distinct){0};
}
