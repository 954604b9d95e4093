// SPDX-License-Identifier: GPL-3.0-or-later
#include <string.h>

#include "buffer.h"
#include "file.h"
#include "move_prior.h"

static const char header[] = "piece,kind,square,point,ahead,right,scores";
const char *const prior_kinds[PRIOR_KINDS] = {"move", "drop", "promotion", "checking-drop"};
const char *const prior_points[PRIOR_POINTS] = {"enemy-king", "own-king", "their-last", "our-last"};
static const char *const squares[2] = {"to", "from"};

struct reading {
    const struct tables *tables;
    bool lenient;
    struct move_prior *prior;
};

static bool read_row(void *context, const struct beside_row *row, struct error *error) {
    const struct reading *reading = context;
    const struct tables *tables = reading->tables;
    Type type = variant_type(&tables->variant, row->field[0]);
    int kind = text_find(row->field[1], prior_kinds, PRIOR_KINDS),
        square = text_find(row->field[2], squares, 2),
        point = text_find(row->field[3], prior_points, PRIOR_POINTS);
    if (kind < 0)
        return error_at(error, row->file, row->line,
                        "kind: '%s' is not move, drop, promotion or checking-drop", row->field[1]);
    if (square < 0)
        return error_at(error, row->file, row->line, "square: '%s' is not to or from",
                        row->field[2]);
    if (point < 0)
        return error_at(error, row->file, row->line,
                        "point: '%s' is not enemy-king, own-king, their-last or our-last",
                        row->field[3]);
    if (!type || (kind != PRIOR_MOVE && type & TYPE_PROMOTED))
        return reading->lenient ||
               error_at(error, row->file, row->line, "piece: %s has no %s that can %s",
                        tables->variant.name, row->field[0],
                        kind == PRIOR_PROMOTION ? "promote"
                        : kind == PRIOR_MOVE    ? "move"
                                                : "be dropped");
    PriorScores *scores = square == 0 ? reading->prior->to : reading->prior->from;
    return beside_read_places(row, scores[prior_class_of(type, (enum prior_kind)kind)][point],
                              error);
}

// A piece of which nothing is known, and that is like another, has what is known of that one.
static void inherit(const struct variant *variant, struct move_prior *prior) {
    static const PriorScores nothing;
    for (int base = 1; base < BASE_TYPES; base++) {
        const int like = variant->moves_like[base];
        static const int first[] = {0, TYPE_PROMOTED, PRIOR_DROPS, PRIOR_PROMOTIONS,
                                    PRIOR_CHECKING_DROPS};
        bool known = !like;
        for (int i = 0; i < ARRAY_LENGTH(first); i++)
            known |= memcmp(prior->to[first[i] + base], nothing, sizeof nothing) != 0 ||
                     memcmp(prior->from[first[i] + base], nothing, sizeof nothing) != 0;
        for (int i = 0; !known && i < ARRAY_LENGTH(first); i++) {
            memcpy(prior->to[first[i] + base], prior->to[first[i] + like], sizeof nothing);
            memcpy(prior->from[first[i] + base], prior->from[first[i] + like], sizeof nothing);
        }
    }
}

bool move_prior_parse(const char *text, const char *file, const struct tables *tables, bool lenient,
                      struct move_prior *prior, struct error *error) {
    memset(prior, 0, sizeof *prior);
    struct reading reading = {tables, lenient, prior};
    if (!beside_parse(text, file, header, read_row, &reading, error))
        return false;
    inherit(&tables->variant, prior);
    return true;
}

static void write_class(struct buffer *text, Type type, enum prior_kind kind, int square,
                        const PriorScores scores) {
    for (int point = 0; point < PRIOR_POINTS; point++) {
        struct place_box box = PLACE_BOX_EMPTY;
        if (!place_box_widen(&box, scores[point]))
            continue;
        buffer_printf(text, "%s%c,%s,%s,%s,", type & TYPE_PROMOTED ? "+" : "", type_letter(type),
                      prior_kinds[kind], squares[square], prior_points[point]);
        beside_print_places(scores[point], &box, text);
    }
}

bool move_prior_write(const char *path, const struct tables *tables, const struct move_prior *prior,
                      struct error *error) {
    const struct variant *variant = &tables->variant;
    struct buffer text = buffer_init();
    buffer_printf(&text, "%s\n", header);
    for (int i = 0; i < variant->base_count; i++)
        for (int promoted = 0; promoted < 1 + variant->promotes[variant->bases[i]]; promoted++)
            for (int kind = 0; kind < PRIOR_KINDS; kind++) {
                Type type = (Type)(variant->bases[i] | (promoted ? TYPE_PROMOTED : 0));
                if (promoted && kind != PRIOR_MOVE)
                    continue;
                int class = prior_class_of(type, (enum prior_kind)kind);
                write_class(&text, type, (enum prior_kind)kind, 0, prior->to[class]);
                write_class(&text, type, (enum prior_kind)kind, 1, prior->from[class]);
            }
    bool done = file_replace(path, text.data, text.length, error);
    buffer_destroy(&text);
    return done;
}
