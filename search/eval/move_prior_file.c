// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "buffer.h"
#include "file.h"
#include "memory.h"
#include "move_prior.h"
#include "number.h"
#include "shipped_internal.h"

enum { FILE_LIMIT = 64 << 20, FIELDS = 7 };

static const char header[] = "piece,kind,square,point,ahead,right,scores";
const char *const prior_kinds[PRIOR_KINDS] = {"move", "drop", "promotion", "checking-drop"};
const char *const prior_points[PRIOR_POINTS] = {"enemy-king", "own-king", "their-last", "our-last"};
static const char *const squares[2] = {"to", "from"};

const char *move_prior_shipped(const char *variant) {
    for (const struct moves_shipped *row = moves_shipped; row->variant; row++)
        if (strcmp(row->variant, variant) == 0)
            return row->text;
    return NULL;
}

static int find(const char *const names[], int count, const char *text) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], text) == 0)
            return i;
    return -1;
}

// The type that `text`, a letter with or without '+', means in the variant; 0 when none.
static Type find_type(const struct variant *variant, const char *text) {
    bool promoted = text[0] == '+';
    char letter = text[promoted];
    if (letter < 'A' || letter > 'Z' || text[promoted + 1])
        return 0;
    int base = letter - 'A' + 1;
    if (!variant->exists[base] || (promoted && !variant->promotes[base]))
        return 0;
    return (Type)(promoted ? base | TYPE_PROMOTED : base);
}

struct row {
    const char *file;
    int line;
    char *field[FIELDS];
};

static bool read_scores(const struct row *row, int8_t scores[KING_ZONE_OFFSETS],
                        struct error *error) {
    int64_t ahead, right;
    if (!number_integer(row->field[4], &ahead) || !number_integer(row->field[5], &right) ||
        ahead < -PRIOR_REACH || ahead > PRIOR_REACH || right < -PRIOR_REACH || right > PRIOR_REACH)
        return error_at(error, row->file, row->line,
                        "ahead and right: whole numbers from %d to %d expected", -PRIOR_REACH,
                        PRIOR_REACH);
    char *at = row->field[6];
    for (int64_t rank = ahead;; rank--, at++) {
        for (int64_t file = right;; file++) {
            char *end;
            long score = strtol(at, &end, 10);
            if (end == at || score < INT8_MIN || score > INT8_MAX)
                return error_at(error, row->file, row->line,
                                "scores: whole numbers from %d to %d expected at '%.10s'", INT8_MIN,
                                INT8_MAX, at);
            if (rank < -PRIOR_REACH || file > PRIOR_REACH)
                return error_at(error, row->file, row->line,
                                "scores: more than %d ranks or files from the point", PRIOR_REACH);
            scores[KING_ZONE_OFFSETS / 2 - 2 * GRID * rank - file] = (int8_t)score;
            at = end;
            if (*at != ' ')
                break;
        }
        if (*at != '/')
            break;
    }
    return *at == 0 || error_at(error, row->file, row->line, "scores: '%.10s' is no number", at);
}

static bool read_row(const struct row *row, const struct tables *tables, bool lenient,
                     struct move_prior *prior, struct error *error) {
    Type type = find_type(&tables->variant, row->field[0]);
    int kind = find(prior_kinds, PRIOR_KINDS, row->field[1]),
        square = find(squares, 2, row->field[2]),
        point = find(prior_points, PRIOR_POINTS, row->field[3]);
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
        return lenient || error_at(error, row->file, row->line, "piece: %s has no %s that can %s",
                                   tables->variant.name, row->field[0],
                                   kind == PRIOR_PROMOTION ? "promote"
                                   : kind == PRIOR_MOVE    ? "move"
                                                           : "be dropped");
    PriorScores *scores = square == 0 ? prior->to : prior->from;
    return read_scores(row, scores[prior_class_of(type, (enum prior_kind)kind)][point], error);
}

// Cuts a line into its fields in place.
static bool split(char *line, struct row *row, struct error *error) {
    for (int i = 0; i < FIELDS; i++) {
        row->field[i] = line;
        line += strcspn(line, ",");
        if (!*line && i + 1 < FIELDS)
            return error_at(error, row->file, row->line, "%d fields, expected %s", i + 1, header);
        if (*line)
            *line++ = 0;
    }
    return *line == 0 || error_at(error, row->file, row->line, "more than %d fields: expected %s",
                                  FIELDS, header);
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
    char *copy = mem_strdup(text);
    bool done = true;
    char *next = copy;
    for (int line = 1; done && *next; line++) {
        char *begin = next;
        next += strcspn(next, "\n");
        if (*next)
            *next++ = 0;
        size_t length = strlen(begin);
        if (length && begin[length - 1] == '\r')
            begin[length - 1] = 0;
        struct row row = {.file = file, .line = line};
        if (line == 1)
            done = strcmp(begin, header) == 0 ||
                   error_at(error, file, line, "'%.60s': expected %s", begin, header);
        else if (*begin)
            done = split(begin, &row, error) && read_row(&row, tables, lenient, prior, error);
    }
    if (done && !*text)
        done = error_at(error, file, 1, "empty: expected %s", header);
    free(copy);
    if (done)
        inherit(&tables->variant, prior);
    return done;
}

// The file's text, to be freed; NULL and `error` when it cannot be read.
static char *read_moves(const char *path, uint64_t *hash, struct error *error) {
    char *text = file_read(path, FILE_LIMIT, error);
    if (text)
        *hash = XXH3_64bits(text, strlen(text));
    return text;
}

// That of the values, which must be what it was when they were loaded.
static char *read_own(const struct values *values, struct error *error) {
    uint64_t hash;
    char *text = read_moves(values->moves, &hash, error);
    if (!text || hash == values->moves_hash)
        return text;
    free(text);
    error_set(error, "%s: was changed while its values were in use", values->moves);
    return NULL;
}

bool move_prior_of(const struct values *values, const struct tables *tables,
                   struct move_prior **prior, struct error *error) {
    *prior = NULL;
    bool own = values->moves[0] != 0;
    const char *file = own ? values->moves : tables->variant.name;
    char *read = own ? read_own(values, error) : NULL;
    const char *text = own ? read : move_prior_shipped(file);
    if (!text)
        return !own;
    *prior = mem_alloc(sizeof **prior);
    bool done = move_prior_parse(text, file, tables, !own, *prior, error);
    free(read);
    if (!done) {
        free(*prior);
        *prior = NULL;
    }
    return done;
}

char *move_prior_path(const char *values_path, char path[PATH_MAX]) {
    size_t length = strlen(values_path);
    if (length > 4 && strcmp(values_path + length - 4, ".csv") == 0)
        length -= 4;
    snprintf(path, PATH_MAX, "%.*s.moves.csv", (int)length, values_path);
    return path;
}

bool move_prior_beside(const char *path, const struct tables *tables, struct values *values,
                       struct error *error) {
    char beside[PATH_MAX];
    if (access(move_prior_path(path, beside), F_OK) != 0)
        return true;
    if (strlen(beside) >= sizeof values->moves)
        return error_set(error, "%s: the name is longer than %zu letters", beside,
                         sizeof values->moves - 1);
    uint64_t hash = 0;
    char *text = read_moves(beside, &hash, error);
    struct move_prior *prior = mem_alloc(sizeof *prior);
    bool done = text && move_prior_parse(text, beside, tables, false, prior, error);
    if (done) {
        strcpy(values->moves, beside);
        values->moves_hash = hash;
    }
    free(prior);
    free(text);
    return done;
}

bool move_prior_add(struct file_set *set, const struct values *values, const char *path, bool *kept,
                    struct error *error) {
    char beside[PATH_MAX];
    *kept = values->moves[0] && access(move_prior_path(path, beside), F_OK) != 0;
    if (!*kept)
        return true;
    char *text = read_own(values, error);
    if (text)
        buffer_text(file_set_add(set, beside), text);
    free(text);
    return text != NULL;
}

bool prior_box_widen(struct prior_box *box, const int8_t scores[KING_ZONE_OFFSETS]) {
    bool found = false;
    for (int ahead = -PRIOR_REACH; ahead <= PRIOR_REACH; ahead++)
        for (int right = -PRIOR_REACH; right <= PRIOR_REACH; right++) {
            if (!prior_score(scores, ahead, right))
                continue;
            found = true;
            box->top = ahead > box->top ? ahead : box->top;
            box->bottom = ahead < box->bottom ? ahead : box->bottom;
            box->left = right < box->left ? right : box->left;
            box->right = right > box->right ? right : box->right;
        }
    return found;
}

static void write_class(struct buffer *text, Type type, enum prior_kind kind, int square,
                        const PriorScores scores) {
    for (int point = 0; point < PRIOR_POINTS; point++) {
        struct prior_box box = {-PRIOR_REACH, PRIOR_REACH, PRIOR_REACH, -PRIOR_REACH};
        if (!prior_box_widen(&box, scores[point]))
            continue;
        buffer_printf(text, "%s%c,%s,%s,%s,%d,%d,", type & TYPE_PROMOTED ? "+" : "",
                      type_letter(type), prior_kinds[kind], squares[square], prior_points[point],
                      box.top, box.left);
        for (int ahead = box.top; ahead >= box.bottom; ahead--)
            for (int right = box.left; right <= box.right; right++)
                buffer_printf(text, "%d%s", prior_score(scores[point], ahead, right),
                              right < box.right    ? " "
                              : ahead > box.bottom ? "/"
                                                   : "\n");
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
