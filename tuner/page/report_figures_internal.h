// SPDX-License-Identifier: GPL-3.0-or-later
// What the files report_figures*.c share: the figures of each kind of section, and the pieces that
// they are made of.
#pragma once

#include "report_figures.h"
#include "report_sections.h"

struct taker {
    void (*take)(void *context, const struct figure *figure);
    void *context;
};

// The figures of a section, in the order of the page. False when memory is out.
bool figures_values(const cJSON *section, const struct taker *taker);
bool figures_history(const cJSON *section, const struct taker *taker);
bool figures_comparison(const cJSON *section, const struct taker *taker);
bool figures_effects(const cJSON *section, const struct taker *taker);
bool figures_worth(const cJSON *section, const struct taker *taker);
bool figures_spsa(const cJSON *section, const struct taker *taker);
bool figures_verification(const cJSON *section, const struct taker *taker);

enum { NOTE_TEXT = 80, CAPTION_TEXT = 600 };

extern const struct dot no_dot;
extern const struct dot_plot no_dots; // a reference at 0, no band or limits

const cJSON *figure_get(const cJSON *object, const char *key);
// value, lo95, hi95 and n of an estimate.
struct dot figure_dot(const cJSON *estimate, double scale);
// "12.3 (10.1 to 14.5)"
void figure_note(const struct dot *dot, int digits, bool sign, char note[NOTE_TEXT]);

// A plot of dots in the making: rows that own their texts.
struct figure_rows {
    struct dot_row *row; // NULL: no memory, or no room
    struct figure_text {
        char label[NOTE_TEXT + 16], note[NOTE_TEXT + 32];
    } * text;
    int count, most;
};
struct figure_rows figure_rows_init(int most);
// Appends a row without dots and note. NULL where there is no room.
__attribute__((format(printf, 2, 3))) struct dot_row *figure_rows_add(struct figure_rows *rows,
                                                                      const char *label, ...);
// The note of the last row.
__attribute__((format(printf, 2, 3))) void figure_rows_note(struct figure_rows *rows,
                                                            const char *note, ...);
// Hands on the plot of the rows, if there are any, and frees them.
// False when memory was out.
bool figure_rows_end(struct figure_rows *rows, const struct taker *taker, const char *name,
                     const char *title, const char *caption, struct dot_plot plot);

void figure_panels(const struct taker *taker, const char *name, const char *title,
                   const char *caption, const struct panels *panels);
