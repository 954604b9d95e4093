// SPDX-License-Identifier: GPL-3.0-or-later
// What a card shows, before it is drawn.
#pragma once

#include "report_figures_internal.h"

enum { CARD_FACTS = 12, CARD_TEXT = 320 };

struct card_fact {
    char label[48], value[48], range[96];
    double share, low, high; // of 1; NAN: not a share
};

struct card {
    const cJSON *games; // the section whose games the facts tell; NULL: none
    char title[96], subtitle[CARD_TEXT], source[CARD_TEXT];
    struct card_fact fact[CARD_FACTS];
    int facts;
    struct figure_rows values, skill; // owned
    struct dot_plot values_plot, skill_plot;
    const char *heading;         // of the values, which says whose they are
    char axis[96];               // of the values
    char steps[CARD_TEXT];       // what the ladder comes to; matches, but no rows: they do not hang
                                 // together
    char remarks[2 * CARD_TEXT]; // how to read the values
};

// Gathers them from the sections of a report. Destroy with card_destroy, also after an error.
bool card_read(const cJSON *report, struct card *card, struct error *error);
void card_destroy(struct card *card);

// The ladder of the matches between two node limits of this game under these rules: rows, and what
// it comes to. Nothing where there are none.
void card_skill(const cJSON *report, const char *variant, const char *rules, struct card *card);
// Values: from worth.csv beside a section, or a section of values. False: worth.csv is damaged.
bool card_values(const cJSON *report, const char *variant, struct card *card, struct error *error);
