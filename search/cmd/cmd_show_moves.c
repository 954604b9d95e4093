// SPDX-License-Identifier: GPL-3.0-or-later
// kagami show --as moves: where a piece likes to go, as seen from either King.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_show.h"
#include "cmd_terminal.h"
#include "move_prior.h"
#include "values_file.h"

enum { GAP = 4, STEPS_MOST = 9 };
enum { SHOWN = PRIOR_OWN_KING + 1 }; // points: the Kings
typedef int8_t Places[KING_ZONE_OFFSETS];

static const char *const kind_titles[PRIOR_KINDS] = {"moving", "dropped", "promoting",
                                                     "dropped with check"};
static const char *const point_titles[SHOWN] = {"the enemy King", "its own King"};

// "2 down 1 left"
static void place(int ahead, int right, char text[64]) {
    int length = 0;
    text[0] = 0;
    if (ahead)
        length = snprintf(text, 64, "%d %s", abs(ahead), ahead > 0 ? "up" : "down");
    if (right)
        snprintf(text + length, 64 - (size_t)length, "%s%d %s", length ? " " : "", abs(right),
                 right > 0 ? "right" : "left");
    if (!text[0])
        strcpy(text, "its own square");
}

static double times(int score) {
    return exp(score / (double)PRIOR_LOGIT);
}

// The squares of the highest and of the lowest number, in words.
static void add_best(struct answer *answer, const Places places, const char *label) {
    char likes[64] = "", shuns[64] = "";
    int high = INT16_MIN, low = INT16_MAX;
    for (int ahead = PLACE_REACH; ahead >= -PLACE_REACH; ahead--)
        for (int right = -PLACE_REACH; right <= PLACE_REACH; right++) {
            int number = places[place_offset(ahead, right)];
            if (number && number > high) {
                high = number;
                place(ahead, right, likes);
            }
            if (number && number < low) {
                low = number;
                place(ahead, right, shuns);
            }
        }
    if (low < high)
        answer_line(answer, label, "most likely %s (x%.1f), least %s (x%.1f)", likes, times(high),
                    shuns, times(low));
    else
        answer_line(answer, label, "%s (x%.1f)", likes, times(high));
}

static void add_rows(struct answer *answer, const Places places, const char *kind,
                     enum prior_point point) {
    for (int ahead = PLACE_REACH; ahead >= -PLACE_REACH; ahead--)
        for (int right = -PLACE_REACH; right <= PLACE_REACH; right++) {
            int number = places[place_offset(ahead, right)];
            if (number)
                ANSWER_ROW(answer, cell_text(kind), cell_text(prior_points[point]),
                           cell_number(ahead), cell_number(right),
                           cell_number(number / (double)PRIOR_LOGIT));
        }
}

struct pen {
    struct buffer *out;
    int blanks; // not written yet: none end a line
};

// The tables from both Kings, with their titles.
struct drawing {
    const int8_t *places[SHOWN];
    char title[SHOWN][64];
};

static void draw_square(struct pen *pen, int steps, struct diagram_style style) {
    steps = steps > STEPS_MOST ? STEPS_MOST : steps < -STEPS_MOST ? -STEPS_MOST : steps;
    const char *on = style.colour && steps ? steps > 0 ? "\033[1m" : "\033[2m" : "";
    buffer_printf(pen->out, "%*s", pen->blanks, "");
    pen->blanks = 0;
    if (steps == 0)
        buffer_text(pen->out, style.unicode ? "·" : ".");
    else
        buffer_printf(pen->out, "%s%c%s", on, steps > 0 ? '0' + steps : 'a' - 1 - steps,
                      *on ? "\033[0m" : "");
}

static void draw_row(struct pen *pen, const struct drawing *drawing, int point,
                     const struct place_box *box, int ahead, struct diagram_style style) {
    for (int right = box->left; right <= box->right; right++) {
        int number = drawing->places[point][place_offset(ahead, right)];
        pen->blanks += right > box->left;
        if (ahead == 0 && right == 0) {
            buffer_printf(pen->out, "%*s*", pen->blanks, "");
            pen->blanks = 0;
        } else if (number) {
            draw_square(pen, (int)lround(number / (PRIOR_LOGIT * log(2) / 2)), style);
        } else {
            pen->blanks++;
        }
    }
}

// The two beside each other where there is room.
static void draw(const struct drawing *drawing, struct diagram_style style, int columns,
                 struct buffer *out) {
    struct place_box box = {0};
    for (int point = 0; point < SHOWN; point++)
        place_box_widen(&box, drawing->places[point]);
    int drawn = 2 * (box.right - box.left) + 1, width = drawn;
    for (int point = 0; point < SHOWN; point++) {
        int length = (int)strlen(drawing->title[point]);
        width = length > width ? length : width;
    }
    int in_row = 2 + SHOWN * width + GAP <= columns ? SHOWN : 1;
    for (int point = 0; point < SHOWN; point += in_row) {
        if (in_row == SHOWN)
            buffer_printf(out, "  %-*s%s\n", width + GAP, drawing->title[0], drawing->title[1]);
        else
            buffer_printf(out, "%s  %s\n", point ? "\n" : "", drawing->title[point]);
        for (int ahead = box.top; ahead >= box.bottom; ahead--) {
            struct pen pen = {out, 2};
            draw_row(&pen, drawing, point, &box, ahead, style);
            pen.blanks += width + GAP - drawn;
            if (in_row == SHOWN)
                draw_row(&pen, drawing, 1, &box, ahead, style);
            buffer_char(out, '\n');
        }
    }
}

static void fill_moves(struct answer *answer, const struct tables *tables,
                       const struct move_prior *prior, Type type) {
    static const struct answer_column columns[] = {
        {"kind"}, {"point"}, {"ahead"}, {"right"}, {"logit"}};
    int kinds = type & TYPE_PROMOTED ? 1 : PRIOR_KINDS, drawn = 0;
    const struct piece *piece = &tables->variant.piece[type];
    struct buffer out = buffer_init();
    answer_key(answer, "id", cell_text(piece->id));
    answer_key(answer, "name", cell_text(piece->name));
    answer_heading(answer, "%s %s, %s: where it likes to go", piece->id, piece->name,
                   tables->variant.title);
    answer_table(answer, "squares", NULL, columns, ARRAY_LENGTH(columns));
    for (int kind = 0; kind < kinds; kind++)
        for (int point = 0; point < SHOWN; point++)
            add_rows(answer, prior->to[prior_class_of(type, (enum prior_kind)kind)][point],
                     prior_kinds[kind], (enum prior_point)point);
    for (int kind = 0; kind < kinds; kind++) {
        const Places *places = prior->to[prior_class_of(type, (enum prior_kind)kind)];
        struct drawing drawing;
        bool any = false;
        for (int point = 0; point < SHOWN; point++) {
            drawing.places[point] = places[point];
            snprintf(drawing.title[point], sizeof drawing.title[point], "%s, from %s",
                     kind_titles[kind], point_titles[point]);
            if (!place_box_widen(&(struct place_box){0}, places[point]))
                continue;
            any = true;
            add_best(answer, places[point], drawing.title[point]);
        }
        if (any && drawn++)
            buffer_char(&out, '\n');
        if (any)
            draw(&drawing, terminal_style(), terminal_columns(), &out);
    }
    if (drawn)
        buffer_text(
            &out,
            "\n  * the King; forward is up. 2, 4, 6: twice, 4, 8 times as likely as where nothing\n"
            "  was learned (blank); b, d, f: half, a quarter, an eighth; odd steps lie between\n");
    else
        answer_sentence(answer, "Nothing was learned of it: it hardly ever moved.");
    drawing_add(answer, &out);
}

int show_moves(const struct tables *tables, Type type, const char *path, bool json) {
    struct error error = {""};
    struct values values;
    struct beside_known known;
    int code;
    values_default(tables, &values);
    if ((path && !beside_note_file(BESIDE_MOVES, path, tables, &values, &error)) ||
        !beside_load(&values, tables, &known, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    if (known.of[BESIDE_MOVES]) {
        struct answer answer = answer_init(NULL);
        fill_moves(&answer, tables, known.of[BESIDE_MOVES], type);
        code = answer_show(&answer, json);
    } else {
        code = fail(EXIT_ERROR,
                    "nothing has been learned of the moves of %s; `kagami tune DIR --moves FILE` "
                    "learns from games",
                    tables->variant.name);
    }
    beside_free(&known);
    return code;
}
