// SPDX-License-Identifier: GPL-3.0-or-later
// Files that stand beside a file of values and belong to its player: x.moves.csv, how likely moves
// are (move_prior.h), and x.net.csv, a network (net.h), beside x.csv. What these CSVs have in
// common: a header, lines of so many fields, pieces, and numbers around a point.
#pragma once

#include "buffer.h"
#include "error.h"
#include "file.h"
#include "king_zone.h"
#include "values.h"

// What files, folders and records call it: "moves" in x.moves.csv, search/moves, player1.moves.
const char *beside_name(enum beside kind);

// The file of that kind beside one of values, "x.moves.csv" of "x.csv", into `path`; returns it.
char *beside_path(enum beside kind, const char *values_path, char path[PATH_MAX]);

// The text that the program ships for a game, by the variant's name, or NULL.
const char *beside_shipped(enum beside kind, const char *variant);

// Notes what ships: for all values of the game that bring no file of their own.
void beside_default(const struct tables *tables, struct values *values);

// Notes the files beside `path` that there are as those of `values`. False: one cannot be read, or
// holds what is none; `error` names file and line.
bool beside_note(const char *path, const struct tables *tables, struct values *values,
                 struct error *error);
// Notes `path` itself.
bool beside_note_file(enum beside kind, const char *path, const struct tables *tables,
                      struct values *values, struct error *error);

// Notes the file `text`, or, where it is "off", that nothing is known of the kind: what is said of
// a player beside its values.
bool beside_set(enum beside kind, const char *text, const struct tables *tables,
                struct values *values, struct error *error);

// Do players of both know the same beside their values?
bool beside_same(const struct values *a, const struct values *b);

// What a player knows, by kind a struct move_prior, a struct net, or NULL: nothing.
struct beside_known {
    void *of[BESIDES]; // owned
};
// The text of what players of `values` know of the kind, to be freed: of their file, which must be
// what it was when it was noted, or what ships. NULL: they know nothing. False: `error` names the
// file.
bool beside_text(enum beside kind, const struct values *values, const struct tables *tables,
                 char **text, struct error *error);
// What such texts say; NULL: nothing. What is said of pieces that the game does not have is passed
// over. False and nothing to be freed: a text is none.
bool beside_read(const char *const text[BESIDES], const struct tables *tables,
                 struct beside_known *known, struct error *error);
// Both.
bool beside_load(const struct values *values, const struct tables *tables,
                 struct beside_known *known, struct error *error);
void beside_free(struct beside_known *known);

// What it adds to the evaluation beside the linear terms of the values, in centi-values for FIRST.
int beside_score(const struct beside_known *known, const struct position *position);

// The files of `values` go on with values made from them: adds copies, beside `path`, to the set
// whose marker the new ones in `path` are. One that is there stays. Kinds of which
// it adds one become true in `added`, which may be NULL.
bool beside_add(struct file_set *set, const struct values *values, const char *path,
                bool added[BESIDES], struct error *error);

// --- Lines ---------------------------------------------------------------------------------------

enum { BESIDE_FIELDS = 7, BESIDE_FILE_LIMIT = 64 << 20 };

struct beside_row {
    const char *file;
    int line;
    char *field[BESIDE_FIELDS];
};

// Cuts text into lines and these into as many fields as the header has, which must be the first
// line, and hands each on. False: `read` said so, or a line has another number of fields.
bool beside_parse(const char *text, const char *file, const char *header,
                  bool (*read)(void *context, const struct beside_row *row, struct error *error),
                  void *context, struct error *error);

// Reads a whole number and returns what stands behind it, NULL where none stands. Not strtol, which
// took a quarter of the start of a process.
const char *beside_read_number(const char *at, int64_t *number);

// Numbers around a point, by king_zone_offset of a square and it: those of the square so many ranks
// ahead of the point and files to the right of it stand at place_offset.
enum { PLACE_REACH = GRID - 1 };
static inline int place_offset(int ahead, int right) {
    return KING_ZONE_OFFSETS / 2 - 2 * GRID * ahead - right;
}

struct place_box { // ranks ahead from `bottom` to `top`, files to the right from `left` to `right`
    int top, bottom, left, right;
};

// Widens the box to all numbers but 0; false when there is none. A box is empty at first:
#define PLACE_BOX_EMPTY                                                                            \
    { -PLACE_REACH, PLACE_REACH, PLACE_REACH, -PLACE_REACH }
bool place_box_widen(struct place_box *box, const int8_t places[KING_ZONE_OFFSETS]);

// The last three fields, ahead,right,numbers, as those of move_prior.h.
bool beside_read_places(const struct beside_row *row, int8_t places[KING_ZONE_OFFSETS],
                        struct error *error);
// Adds them, the last of their line.
void beside_print_places(const int8_t places[KING_ZONE_OFFSETS], const struct place_box *box,
                         struct buffer *out);
