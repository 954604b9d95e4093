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
extern const struct dot_plot no_dots; // no reference, band or limits

const cJSON *figure_get(const cJSON *object, const char *key);
// value, lo95, hi95 and n of an estimate.
struct dot figure_dot(const cJSON *estimate, double scale);
// "12.3 (10.1 to 14.5)"
void figure_note(const struct dot *dot, int digits, bool sign, char note[NOTE_TEXT]);

// Rows with texts of their own for a plot of dots. rows_destroy frees them.
struct figure_rows {
    struct dot_row *row;
    struct {
        char label[NOTE_TEXT + 16], note[NOTE_TEXT + 32];
    } * text;
    int count;
};
bool figure_rows_init(struct figure_rows *rows, int most); // false: no memory; destroy all the same
void figure_rows_destroy(struct figure_rows *rows);
// Appends a row without dots; its label and note are to be written into its texts.
struct dot_row *figure_rows_add(struct figure_rows *rows, const char *label);

void figure_dots(const struct taker *taker, const char *name, const char *title,
                 const char *caption, const struct dot_plot *plot);
void figure_panels(const struct taker *taker, const char *name, const char *title,
                   const char *caption, const struct panels *panels);
