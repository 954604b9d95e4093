// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing: facts at the left, what the pieces are worth at the right, the ladder where there is
// room. Plots are those of the report, made smaller where they are higher than their place.
#include "report_card.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "report_assets_internal.h"
#include "report_card_internal.h"

enum {
    WIDTH = 1000,
    HEIGHT = 720,
    MARGIN = 36,
    BODY = 104,         // where the panels begin
    FOOT = HEIGHT - 76, // and end
    LEFT = 392,         // width of the left column; the right one has room for notes
    GAP = 32,
    HEADING = 26,
    FACT = 40,       // height of a fact with a bar
    PLAIN_FACT = 28, // without one
    SPARE = 200      // height that the plot of lengths needs
};
static const double SCALE_LEAST = 0.72; // of a plot, to be read

struct place {
    double x, y, width, height;
};

// Cuts a text that is wider than its place, at a whole character; `size` is that of its font.
static void fitted(struct svg *svg, double x, double y, double width, double size,
                   const char *class, const char *text) {
    char cut[2 * CARD_TEXT + 8]; // with room for the dots
    snprintf(cut, 2 * CARD_TEXT, "%s", text);
    size_t length = strlen(cut);
    while (length && 0.88 * svg_text_width(cut) * size / 12 > width) {
        while (length && ((unsigned char)cut[--length] & 0xC0) == 0x80)
            continue;
        strcpy(cut + length, "\u2026");
    }
    svg_text(svg, x, y, SVG_START, class, cut);
}

// A plot in its place, as wide as the place; drawn wider and made smaller where it is too high.
static void nest(struct svg *svg, const struct place *place, const char *label,
                 void (*draw)(const struct plot_frame *frame, const void *plot, struct buffer *out),
                 const void *plot) {
    struct buffer text = buffer_init();
    double width = 0, height = 0, scale = 1;
    for (int i = 0; i < 2; i++) { // the first time to see how high it is
        buffer_clear(&text);
        draw(&(struct plot_frame){.width = place->width / scale, .label = label}, plot, &text);
        svg->out->failed |= text.failed; // of the first time as well: it says the size
        const char *box = text.data ? strstr(text.data, "viewBox=\"0 0 ") : NULL;
        if (box && sscanf(box, "viewBox=\"0 0 %lf %lf\"", &width, &height) == 2)
            scale = fmin(1, fmin(place->height / height, i ? place->width / width : 1));
    }
    buffer_printf(svg->out, "<g transform=\"translate(%.1f %.1f) scale(%.4f)\">\n", place->x,
                  place->y, scale);
    buffer_text(svg->out, text.data ? text.data : "");
    buffer_text(svg->out, "</g>\n");
    buffer_destroy(&text);
}

// --- Panels --------------------------------------------------------------------------------------

static double fact_height(const struct card_fact *fact) {
    return isnan(fact->share) ? PLAIN_FACT : FACT;
}

static double facts_height(const struct card *card) {
    double height = card->facts ? HEADING : 0;
    for (int i = 0; i < card->facts; i++)
        height += fact_height(&card->fact[i]);
    return height;
}

static void draw_facts(struct svg *svg, const struct card *card, const struct place *place) {
    double y = place->y + 16;
    svg_text(svg, place->x, y, SVG_START, "head", "How its games go");
    y += HEADING;
    for (int i = 0; i < card->facts; i++) {
        const struct card_fact *fact = &card->fact[i];
        fitted(svg, place->x, y, 186, 14, "fact", fact->label);
        svg_text(svg, place->x + 232, y, SVG_END, "value", fact->value);
        svg_text(svg, place->x + place->width, y, SVG_END, "range", fact->range);
        if (!isnan(fact->share)) {
            double line = y + 11, x = place->x, width = place->width;
            svg_line(svg, x, line, x + width, line, "track");
            svg_line(svg, x + width / 2, line - 4, x + width / 2, line + 4, "grid");
            if (!isnan(fact->low))
                svg_line(svg, x + width * fact->low, line, x + width * fact->high, line, "span");
            svg_mark(svg, SVG_CIRCLE, x + width * fact->share, line, 4, "mark s1", NULL);
        }
        y += fact_height(fact);
    }
}

// Height of a plot of so many rows, its heading with it.
static double natural_height(int rows, int series) {
    enum { ROW = 22, SPREAD = 9, AROUND = 70 }; // those of plot_dots
    return (ROW + SPREAD * (series - 1)) * rows + AROUND + HEADING;
}

// Series that leave the rows of a plot high enough to be read.
static struct dot_plot thinned(const struct dot_plot *plot, int rows, double height) {
    struct dot_plot thin = *plot;
    for (int last = WORTH_FORMS - 1; last > 0; last--) {
        if (thin.series[last] && height / natural_height(rows, last + 1) >= SCALE_LEAST)
            break;
        thin.series[last] = NULL;
    }
    if (!thin.series[1])
        thin.series[0] = NULL;
    return thin;
}

// Those that have a mark in the plot; it is to be freed by the caller.
static struct dot_row *marked_rows(const struct figure_rows *rows, struct dot_plot *plot) {
    struct dot_row *row = mem_alloc((size_t)rows->count * sizeof *row);
    plot->rows = row;
    plot->count = 0;
    for (int i = 0; row && i < rows->count; i++) {
        bool marked = !isnan(rows->row[i].dot[0].value);
        for (int s = 1; s < DOT_SERIES && plot->series[s]; s++)
            marked |= !isnan(rows->row[i].dot[s].value);
        if (marked)
            row[plot->count++] = rows->row[i];
    }
    return row;
}

static void draw_values(struct svg *svg, const struct card *card, const struct place *place) {
    struct place plot = {place->x, place->y + HEADING, place->width, place->height - HEADING};
    struct dot_plot dots = thinned(&card->values_plot, card->values.count, plot.height);
    char heading[96];
    snprintf(heading, sizeof heading, "%s%s", card->heading,
             card->values_plot.series[0] && !dots.series[0] ? ", on the board" : "");
    svg_text(svg, place->x, place->y + 16, SVG_START, "head", heading);
    struct dot_row *rows = marked_rows(&card->values, &dots);
    svg->out->failed |= !rows;
    dots.axis = card->axis;
    if (rows)
        nest(svg, &plot, heading, plot_dots, &dots);
    free(rows);
}

static void draw_skill(struct svg *svg, const struct card *card, const struct place *place) {
    svg_text(svg, place->x, place->y + 16, SVG_START, "head", "How much there is to be learned");
    fitted(svg, place->x, place->y + 38, place->width, 14, "fact", card->steps);
    struct place plot = {place->x, place->y + 46, place->width, place->height - 46};
    struct dot_plot dots = card->skill_plot;
    dots.rows = card->skill.row;
    dots.count = card->skill.count;
    nest(svg, &plot, "Elo over node limits", plot_dots, &dots);
}

struct lengths {
    struct svg *svg;
    struct place place;
};

static void take_lengths(void *context, const struct figure *figure) {
    struct lengths *lengths = context;
    if (strcmp(figure->name, "lengths") == 0)
        nest(lengths->svg, &lengths->place, figure->title, figure->draw, figure->plot);
}

static bool draw_lengths(struct svg *svg, const struct card *card, const struct place *place) {
    struct lengths lengths = {
        svg, {place->x, place->y + HEADING, place->width, place->height - HEADING}};
    svg_text(svg, place->x, place->y + 16, SVG_START, "head", "How long its games are");
    return report_figures(card->games, false, take_lengths, &lengths);
}

// --- The whole -----------------------------------------------------------------------------------

static void draw_head(struct svg *svg, const struct card *card) {
    fitted(svg, MARGIN, 52, WIDTH - 2 * MARGIN, 32, "title", card->title);
    fitted(svg, MARGIN, 76, WIDTH - 2 * MARGIN, 13, "sub", card->subtitle);
    svg_line(svg, MARGIN, 88, WIDTH - MARGIN, 88, "rule");
}

// How to read it, and what the folders do not tell.
static void draw_foot(struct svg *svg, const struct card *card) {
    char text[2 * CARD_TEXT];
    const struct {
        bool there;
        const char *what;
    } parts[] = {{card->games, "self-play"},
                 {card->values.count, "values of the pieces"},
                 {card->skill.count, *card->steps ? "matches that tie all node limits together"
                                                  : "matches between node limits"}};
    size_t used = (size_t)snprintf(text, sizeof text, "Bars are 95%% intervals.");
    bool begun = false;
    for (int i = 0; i < ARRAY_LENGTH(parts); i++)
        if (!parts[i].there) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                     begun ? ", " : " Not in these folders: ", parts[i].what);
            begun = true;
        }
    snprintf(text + used, sizeof text - used, "%s", begun ? "." : "");
    svg_line(svg, MARGIN, FOOT + 8, WIDTH - MARGIN, FOOT + 8, "rule");
    const char *const lines[] = {text, card->remarks, card->source};
    double y = FOOT + 26;
    for (int i = 0; i < ARRAY_LENGTH(lines); i++)
        if (*lines[i]) {
            fitted(svg, MARGIN, y, WIDTH - 2 * MARGIN, 11, "foot", lines[i]);
            y += 15;
        }
}

static bool draw(const struct card *card, struct buffer *out) {
    struct buffer style = buffer_init();
    buffer_text(&style, report_asset_plot_css);
    buffer_text(&style, report_asset_card_css);
    struct svg svg = svg_open(out, WIDTH, HEIGHT, card->title, style.data ? style.data : "");
    out->failed |= style.failed;
    buffer_destroy(&style);
    draw_head(&svg, card);
    bool done = true;
    struct place left = {MARGIN, BODY, LEFT, FOOT - BODY}, right = left;
    right.x = MARGIN + LEFT + GAP;
    right.width = WIDTH - MARGIN - right.x;
    bool values = card->values.count, skill = card->skill.count, games = card->games;
    if (games)
        draw_facts(&svg, card, &left);
    else if (!values || !skill) // one panel alone
        right = (struct place){MARGIN, BODY, WIDTH - 2 * MARGIN, FOOT - BODY};
    double facts = games ? facts_height(card) + 8 : 0;
    left.y += facts;
    left.height -= facts;
    if (values)
        draw_values(&svg, card, &right);
    if (skill)
        draw_skill(&svg, card,
                   values ? &left
                          : &(struct place){right.x, right.y, right.width, right.height / 2});
    struct place rest = right; // for the lengths: below what the right column has, or the facts
    double taken = values  ? natural_height(card->values.count, WORTH_FORMS) + GAP / 2
                   : skill ? right.height / 2
                           : 0;
    rest.y += taken;
    rest.height -= taken;
    if (values && !skill)
        rest = left;
    if (games && rest.height >= SPARE)
        done = draw_lengths(&svg, card, &rest);
    draw_foot(&svg, card);
    svg_close(&svg);
    return done;
}

bool report_card(const cJSON *report, bool html, struct buffer *out, struct error *error) {
    struct card card;
    bool done = card_read(report, &card, error);
    if (done && html) {
        buffer_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width\">\n"
                         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                         "'none'; style-src 'unsafe-inline'\">\n<title>");
        text_markup(out, card.title);
        buffer_text(out, "</title>\n<style>\n@page { size: landscape; margin: 10mm; }\n"
                         "body { margin: 0; background: #fff; }\n"
                         "svg { display: block; margin: 0 auto; max-width: 100%; height: auto; "
                         "}\n</style>\n</head>\n<body>\n");
    } else if (done) {
        buffer_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    }
    done = done && (draw(&card, out) || error_set(error, "out of memory"));
    if (done && html)
        buffer_text(out, "</body>\n</html>\n");
    card_destroy(&card);
    return done && (!out->failed || error_set(error, "out of memory"));
}
