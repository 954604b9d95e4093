// SPDX-License-Identifier: GPL-3.0-or-later
// kagami show --as moves: where a piece likes to go, as seen from either King.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_show.h"
#include "cmd_terminal.h"
#include "file.h"
#include "memory.h"
#include "move_prior.h"

enum { FILE_LIMIT = 64 << 20, GAP = 4, STEPS_MOST = 9 };
enum { SHOWN = PRIOR_OWN_KING + 1 }; // points: the Kings

static const char *const kind_titles[PRIOR_KINDS] = {"moving", "dropped", "promoting",
                                                     "dropped with check"};
static const char *const point_titles[SHOWN] = {"the enemy King", "its own King"};

static double times(int score) {
    return exp(score / (double)PRIOR_LOGIT);
}

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

// The squares of the highest and of the lowest score, in words.
static void add_best(struct answer *answer, const int8_t *scores, enum prior_kind kind,
                     enum prior_point point) {
    char label[64], likes[64] = "", shuns[64] = "";
    int high = INT8_MIN - 1, low = INT8_MAX + 1;
    for (int ahead = PRIOR_REACH; ahead >= -PRIOR_REACH; ahead--)
        for (int right = -PRIOR_REACH; right <= PRIOR_REACH; right++) {
            int score = prior_score(scores, ahead, right);
            if (score && score > high) {
                high = score;
                place(ahead, right, likes);
            }
            if (score && score < low) {
                low = score;
                place(ahead, right, shuns);
            }
        }
    snprintf(label, sizeof label, "%s, from %s", kind_titles[kind], point_titles[point]);
    if (low < high)
        answer_line(answer, label, "most likely %s (x%.1f), least %s (x%.1f)", likes, times(high),
                    shuns, times(low));
    else
        answer_line(answer, label, "%s (x%.1f)", likes, times(high));
}

static void add_rows(struct answer *answer, const int8_t *scores, enum prior_kind kind,
                     enum prior_point point) {
    for (int ahead = PRIOR_REACH; ahead >= -PRIOR_REACH; ahead--)
        for (int right = -PRIOR_REACH; right <= PRIOR_REACH; right++) {
            int score = prior_score(scores, ahead, right);
            if (score)
                ANSWER_ROW(answer, cell_text(prior_kinds[kind]), cell_text(prior_points[point]),
                           cell_number(ahead), cell_number(right),
                           cell_number(score / (double)PRIOR_LOGIT));
        }
}

struct pen {
    struct buffer *out;
    int blanks; // not written yet: none end a line
};

// A digit counts factors of the square root of 2 by which a move is likelier, a letter by which it
// is less likely.
static void draw_square(struct pen *pen, int score, struct diagram_style style) {
    int steps = (int)lround(2 * score / (PRIOR_LOGIT * log(2)));
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

static void draw_row(struct pen *pen, const int8_t *scores, const struct prior_box *box, int ahead,
                     struct diagram_style style) {
    for (int right = box->left; right <= box->right; right++) {
        int score = prior_score(scores, ahead, right);
        pen->blanks += right > box->left;
        if (ahead == 0 && right == 0) {
            buffer_printf(pen->out, "%*s*", pen->blanks, "");
            pen->blanks = 0;
        } else if (score) {
            draw_square(pen, score, style);
        } else {
            pen->blanks++;
        }
    }
}

// The tables from both Kings beside each other where there is room.
static void draw_kind(const int8_t *const scores[SHOWN], enum prior_kind kind,
                      const struct prior_box *box, struct diagram_style style, int columns,
                      struct buffer *out) {
    int drawn = 2 * (box->right - box->left) + 1, width = drawn;
    char title[SHOWN][64];
    for (int point = 0; point < SHOWN; point++) {
        int length = snprintf(title[point], sizeof title[point], "%s, from %s", kind_titles[kind],
                              point_titles[point]);
        width = length > width ? length : width;
    }
    int in_row = 2 + SHOWN * width + GAP <= columns ? SHOWN : 1;
    for (int point = 0; point < SHOWN; point += in_row) {
        if (in_row == SHOWN)
            buffer_printf(out, "  %-*s%s\n", width + GAP, title[0], title[1]);
        else
            buffer_printf(out, "%s  %s\n", point ? "\n" : "", title[point]);
        for (int ahead = box->top; ahead >= box->bottom; ahead--) {
            struct pen pen = {out, 2};
            draw_row(&pen, scores[point], box, ahead, style);
            pen.blanks += width + GAP - drawn;
            if (in_row == SHOWN)
                draw_row(&pen, scores[1], box, ahead, style);
            buffer_char(out, '\n');
        }
    }
}

static void add_drawings(struct answer *answer, const struct move_prior *prior, Type type,
                         int columns) {
    struct diagram_style style = terminal_style();
    struct buffer drawing = buffer_init(), *out = &drawing;
    int drawn = 0;
    for (int kind = 0; kind < (type & TYPE_PROMOTED ? 1 : PRIOR_KINDS); kind++) {
        const int8_t *scores[SHOWN];
        struct prior_box box = {0};
        bool known = false;
        for (int point = 0; point < SHOWN; point++) {
            scores[point] = prior->to[prior_class_of(type, (enum prior_kind)kind)][point];
            known |= prior_box_widen(&box, scores[point]);
        }
        if (known && drawn++)
            buffer_char(out, '\n');
        if (known)
            draw_kind(scores, (enum prior_kind)kind, &box, style, columns, out);
    }
    buffer_text(
        out,
        "\n  * the King; forward is up. 2, 4, 6: twice, 4, 8 times as likely as where nothing\n"
        "  was learned (blank); b, d, f: half, a quarter, an eighth; odd steps lie between\n");
    drawing_add(answer, &drawing);
}

static void fill(struct answer *answer, const struct tables *tables, const struct move_prior *prior,
                 Type type) {
    static const struct answer_column columns[] = {
        {"kind"}, {"point"}, {"ahead"}, {"right"}, {"logit"}};
    const struct piece *piece = &tables->variant.piece[type];
    unsigned kinds = type & TYPE_PROMOTED ? 1 : PRIOR_KINDS;
    bool known = false;
    answer_key(answer, "id", cell_text(piece->id));
    answer_key(answer, "name", cell_text(piece->name));
    answer_heading(answer, "%s %s, %s: where it likes to go", piece->id, piece->name,
                   tables->variant.title);
    answer_table(answer, "squares", NULL, columns, ARRAY_LENGTH(columns));
    for (enum prior_kind kind = 0; kind < kinds; kind++)
        for (enum prior_point point = 0; point <= PRIOR_OWN_KING; point++)
            add_rows(answer, prior->to[prior_class_of(type, kind)][point], kind, point);
    for (enum prior_kind kind = 0; kind < kinds; kind++)
        for (enum prior_point point = 0; point <= PRIOR_OWN_KING; point++) {
            const int8_t *scores = prior->to[prior_class_of(type, kind)][point];
            if (prior_box_widen(&(struct prior_box){0}, scores)) {
                add_best(answer, scores, kind, point);
                known = true;
            }
        }
    if (known)
        add_drawings(answer, prior, type, terminal_columns());
    else
        answer_sentence(answer, "Nothing was learned of it: it hardly ever moved.");
}

int show_moves(const struct tables *tables, Type type, const char *path, bool json) {
    struct error error = {""};
    const char *name = tables->variant.name;
    char *read = path ? file_read(path, FILE_LIMIT, &error) : NULL;
    const char *text = path ? read : move_prior_shipped(name);
    struct move_prior *prior = mem_alloc(sizeof *prior);
    int code;
    if (!path && !text) {
        code = fail(EXIT_ERROR,
                    "nothing has been learned of the moves of %s; `kagami tune DIR --moves FILE` "
                    "learns from games, --moves FILE draws it",
                    name);
    } else if (!text || !move_prior_parse(text, path ? path : name, tables, !path, prior, &error)) {
        code = fail(EXIT_ERROR, "%s", error.text);
    } else {
        struct answer answer = answer_init(NULL);
        fill(&answer, tables, prior, type);
        code = answer_show(&answer, json);
    }
    free(prior);
    free(read);
    return code;
}
