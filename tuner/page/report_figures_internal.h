// SPDX-License-Identifier: GPL-3.0-or-later
// What the files report_figures*.c share: the figures of each kind of section, and the pieces that
// they are made of.
#pragma once

#include "report_figures.h"
#include "report_sections.h"
#include "worths.h"

struct taker {
    void (*take)(void *context, const struct figure *figure);
    void *context;
    bool full;   // weights against their start, too
    bool failed; // memory was out: figures are missing
};

// Hand on the figures of a section, in the order of the page.
void figures_games(const cJSON *section, struct taker *taker);
void figures_values(const cJSON *section, struct taker *taker);
void figures_history(const cJSON *section, struct taker *taker);
void figures_comparison(const cJSON *section, struct taker *taker);
void figures_effects(const cJSON *section, struct taker *taker);
void figures_worth(const cJSON *section, struct taker *taker);
void figures_spsa(const cJSON *section, struct taker *taker);
void figures_verification(const cJSON *section, struct taker *taker);
void figures_ratings(const cJSON *section, struct taker *taker);

// Who won a match, pair by pair, and by how much; nothing where the section has no match.
void figures_match(const cJSON *section, struct taker *taker);
// Only where the taker wants all: what a fit made of the values that it started from.
void figures_fit_slopes(const cJSON *section, struct taker *taker);
// The same of a generation's values.
void figures_generation_slopes(const cJSON *section, struct taker *taker);
// The same of SPSA's.
void figures_spsa_slopes(const cJSON *section, struct taker *taker);

enum { CAPTION_TEXT = 800 };

extern const struct dot no_dot;
extern const struct dot_plot no_dots; // a reference at 0, no band or limits

// value, lo95, hi95 and n of an estimate.
struct dot figure_dot(const cJSON *estimate, double scale);

// A plot of dots in the making.
struct figure_rows {
    struct dot_row *row;  // owned
    struct dot_row spare; // taken where memory was out
    int count, room;
    bool failed;
};
// Appends a row without dots and note, to be filled before the next one.
__attribute__((format(printf, 2, 3))) struct dot_row *figure_rows_add(struct figure_rows *rows,
                                                                      const char *label, ...);
// Its note from the first dot, "12.3 (10.1 to 14.5)", with a sign where that is asked for, and a
// mark behind it.
void figure_note(struct dot_row *row, bool sign, const char *mark);
// Hands on the plot of the rows, if there are any, and frees them.
void figure_rows_end(struct figure_rows *rows, struct taker *taker, const char *name,
                     const char *title, const char *caption, struct dot_plot plot);

// Lines over node limits in the making: the strength ladder of a comparison and of a verification.
enum { LADDER_STEPS = 32 };
struct figure_ladder {
    double nodes[LADDER_STEPS]; // ascending
    int steps, count;
    struct plot_line line[PLOT_LINES_MAX];
    struct dot dot[PLOT_LINES_MAX][LADDER_STEPS];
};
// Over the node limits of a list of numbers, or of objects that have them as `key`; to be freed
// with free. NULL: there are none, or memory is out, which the taker is told.
struct figure_ladder *figure_ladder_create(const cJSON *limits, const char *key,
                                           struct taker *taker);
// Appends a line without dots, the first one what the others are compared with; NULL: no room for
// more. `label` is not owned.
struct plot_line *figure_ladder_add(struct figure_ladder *ladder, const char *label);
// Where the line's dot at that limit goes; NULL: not one of the limits.
struct dot *figure_ladder_at(struct figure_ladder *ladder, const struct plot_line *line,
                             double nodes);
// Hands on the plot; `axis` is of the values.
void figure_ladder_take(const struct figure_ladder *ladder, struct taker *taker, const char *name,
                        const char *title, const char *caption, const char *axis);

// Hands on small panels, if there is more than one step: each item has its title and, by the
// panels' series, lists of estimates or of plain numbers.
void figure_panels(const cJSON *items, const char *title_key,
                   const char *const series_keys[PANEL_SERIES], struct taker *taker,
                   const char *name, const char *title, const char *caption, struct panels panels);
