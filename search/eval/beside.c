// SPDX-License-Identifier: GPL-3.0-or-later
#include "beside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "csv_file.h"
#include "memory.h"
#include "move_prior.h"
#include "net.h"
#include "number.h"
#include "shipped_internal.h"

static void *parse_moves(const char *text, const char *file, const struct tables *tables,
                         bool lenient, struct error *error) {
    struct move_prior *prior = mem_alloc(sizeof *prior);
    if (move_prior_parse(text, file, tables, lenient, prior, error))
        return prior;
    free(prior);
    return NULL;
}
static void *parse_net(const char *text, const char *file, const struct tables *tables,
                       bool lenient, struct error *error) {
    struct net_weights *weights = net_parse(text, file, tables, lenient, error);
    struct net *net = weights ? net_create(weights, tables) : NULL;
    free(weights);
    return net;
}

static const struct beside_kind {
    const char *name;
    // What is known, to be freed; NULL where the text is none.
    void *(*parse)(const char *text, const char *file, const struct tables *tables, bool lenient,
                   struct error *error);
} kinds[BESIDES] = {
    [BESIDE_MOVES] = {"moves", parse_moves},
    [BESIDE_NET] = {"net", parse_net},
};
// Apart from these: the engine of a page brings none.
static const struct shipped *const shipped[BESIDES] = {
    [BESIDE_MOVES] = moves_shipped,
    [BESIDE_NET] = net_shipped,
};

const char *beside_name(enum beside kind) {
    return kinds[kind].name;
}

bool beside_same(const struct values *a, const struct values *b) {
    bool same = true;
    for (enum beside kind = 0; kind < BESIDES; kind++)
        same &= a->beside[kind].hash == b->beside[kind].hash;
    return same;
}

char *beside_path(enum beside kind, const char *values_path, char path[PATH_MAX]) {
    return csv_beside(values_path, kinds[kind].name, path);
}

const char *beside_shipped(enum beside kind, const char *variant) {
    for (const struct shipped *row = shipped[kind]; row->variant; row++)
        if (strcmp(row->variant, variant) == 0)
            return row->text;
    return NULL;
}

// The file's text, to be freed; NULL and `error` when it cannot be read.
static char *read_text(const char *path, uint64_t *hash, struct error *error) {
    char *text = file_read(path, BESIDE_FILE_LIMIT, error);
    if (text)
        *hash = XXH3_64bits(text, strlen(text));
    return text;
}

bool beside_note_file(enum beside kind, const char *path, const struct tables *tables,
                      struct values *values, struct error *error) {
    struct beside_file *file = &values->beside[kind];
    if (strlen(path) >= sizeof file->path)
        return error_set(error, "%s: the name is longer than %zu letters", path,
                         sizeof file->path - 1);
    uint64_t hash = 0;
    void *known = NULL;
    char *text = read_text(path, &hash, error);
    if (text)
        known = kinds[kind].parse(text, path, tables, false, error);
    if (known) {
        strcpy(file->path, path);
        file->hash = hash;
    }
    bool done = known != NULL;
    free(text);
    free(known);
    return done;
}

bool beside_set(enum beside kind, const char *text, const struct tables *tables,
                struct values *values, struct error *error) {
    if (strcmp(text, "off") != 0)
        return beside_note_file(kind, text, tables, values, error);
    values->beside[kind] = (struct beside_file){.hash = 0};
    return true;
}

bool beside_note(const char *path, const struct tables *tables, struct values *values,
                 struct error *error) {
    char beside[PATH_MAX];
    for (enum beside kind = 0; kind < BESIDES; kind++)
        if (access(beside_path(kind, path, beside), F_OK) == 0 &&
            !beside_note_file(kind, beside, tables, values, error))
            return false;
    return true;
}

void beside_default(const struct tables *tables, struct values *values) {
    for (enum beside kind = 0; kind < BESIDES; kind++) {
        struct beside_file *file = &values->beside[kind];
        const char *text = beside_shipped(kind, tables->variant.name);
        file->path[0] = 0;
        file->hash = text ? XXH3_64bits(text, strlen(text)) : 0;
    }
}

// The text of the file, which must be what it was when it was noted.
static char *read_noted(const struct beside_file *file, struct error *error) {
    uint64_t hash;
    char *text = read_text(file->path, &hash, error);
    if (!text || hash == file->hash)
        return text;
    free(text);
    error_set(error, "%s: was changed while its values were in use", file->path);
    return NULL;
}

bool beside_text(enum beside kind, const struct values *values, const struct tables *tables,
                 char **text, struct error *error) {
    const struct beside_file *file = &values->beside[kind];
    *text = NULL;
    if (!file->hash)
        return true;
    const char *ships = file->path[0] ? NULL : beside_shipped(kind, tables->variant.name);
    if (ships)
        *text = mem_strdup(ships);
    else if (!file->path[0])
        error_set(error, "what a player of another game knows is none of %s's",
                  tables->variant.title);
    else
        *text = read_noted(file, error);
    return *text != NULL;
}

bool beside_read(const char *const text[BESIDES], const struct tables *tables,
                 struct beside_known *known, struct error *error) {
    bool done = true;
    *known = (struct beside_known){{NULL}};
    for (enum beside kind = 0; done && kind < BESIDES; kind++) {
        if (!text[kind])
            continue;
        known->of[kind] = kinds[kind].parse(text[kind], tables->variant.name, tables, true, error);
        done = known->of[kind] != NULL;
    }
    if (!done)
        beside_free(known);
    return done;
}

bool beside_load(const struct values *values, const struct tables *tables,
                 struct beside_known *known, struct error *error) {
    char *text[BESIDES] = {NULL};
    bool done = true;
    for (enum beside kind = 0; done && kind < BESIDES; kind++)
        done = beside_text(kind, values, tables, &text[kind], error);
    done = done && beside_read((const char *const *)text, tables, known, error);
    for (enum beside kind = 0; kind < BESIDES; kind++)
        free(text[kind]);
    return done;
}

void beside_free(struct beside_known *known) {
    for (enum beside kind = 0; kind < BESIDES; kind++)
        free(known->of[kind]);
    *known = (struct beside_known){{NULL}};
}

int beside_score(const struct beside_known *known, const struct position *position) {
    const struct net *net = known->of[BESIDE_NET];
    struct net_sums sums;
    if (!net || !net->unit)
        return 0;
    net_sum_up(net, position, &sums);
    return net_score(net, position, &sums);
}

bool beside_add(struct file_set *set, const struct values *values, const char *path,
                bool added[BESIDES], struct error *error) {
    for (enum beside kind = 0; kind < BESIDES; kind++) {
        char beside[PATH_MAX];
        const struct beside_file *file = &values->beside[kind];
        if (!file->path[0] || access(beside_path(kind, path, beside), F_OK) == 0)
            continue;
        char *text = read_noted(file, error);
        if (!text)
            return false;
        buffer_text(file_set_add(set, beside), text);
        free(text);
        if (added)
            added[kind] = true;
    }
    return true;
}

// --- Lines ---------------------------------------------------------------------------------------

// Cuts a line into its fields in place.
static bool split(char *line, const char *header, struct beside_row *row, struct error *error) {
    int fields = 1;
    for (const char *at = header; *at; at++)
        fields += *at == ',';
    assert(fields <= BESIDE_FIELDS);
    for (int i = 0; i < fields; i++) {
        row->field[i] = line;
        line += strcspn(line, ",");
        if (!*line && i + 1 < fields)
            return error_at(error, row->file, row->line, "%d fields, expected %s", i + 1, header);
        if (*line)
            *line++ = 0;
    }
    return *line == 0 || error_at(error, row->file, row->line, "more than %d fields: expected %s",
                                  fields, header);
}

bool beside_parse(const char *text, const char *file, const char *header,
                  bool (*read)(void *context, const struct beside_row *row, struct error *error),
                  void *context, struct error *error) {
    struct buffer copy = buffer_init();
    bool done = *text || error_at(error, file, 1, "empty: expected %s", header);
    for (int line = 1; done && *text; line++) {
        size_t length = strcspn(text, "\n"), end = length + (text[length] != 0);
        buffer_clear(&copy);
        buffer_add(&copy, text, length - (length && text[length - 1] == '\r'));
        text += end;
        struct beside_row row = {.file = file, .line = line};
        if (line == 1)
            done = strcmp(copy.data, header) == 0 ||
                   error_at(error, file, line, "'%.60s': expected %s", copy.data, header);
        else if (*copy.data)
            done = split(copy.data, header, &row, error) && read(context, &row, error);
    }
    buffer_destroy(&copy);
    return done;
}

bool place_box_widen(struct place_box *box, const int8_t places[KING_ZONE_OFFSETS]) {
    bool found = false;
    for (int ahead = -PLACE_REACH; ahead <= PLACE_REACH; ahead++)
        for (int right = -PLACE_REACH; right <= PLACE_REACH; right++) {
            if (!places[place_offset(ahead, right)])
                continue;
            found = true;
            box->top = ahead > box->top ? ahead : box->top;
            box->bottom = ahead < box->bottom ? ahead : box->bottom;
            box->left = right < box->left ? right : box->left;
            box->right = right > box->right ? right : box->right;
        }
    return found;
}

const char *beside_read_number(const char *at, int64_t *number) {
    const int64_t large = (int64_t)1 << 40; // as good as any number out of range
    while (*at == ' ')
        at++;
    bool negative = *at == '-';
    const char *first = at += negative || *at == '+';
    int64_t size = 0;
    for (; *at >= '0' && *at <= '9'; at++)
        size = size < large ? 10 * size + (*at - '0') : size;
    *number = negative ? -size : size;
    return at > first ? at : NULL;
}

bool beside_read_places(const struct beside_row *row, int8_t places[KING_ZONE_OFFSETS],
                        struct error *error) {
    int64_t ahead, right;
    memset(places, 0, KING_ZONE_OFFSETS * sizeof *places);
    if (!number_integer(row->field[4], &ahead) || !number_integer(row->field[5], &right) ||
        ahead < -PLACE_REACH || ahead > PLACE_REACH || right < -PLACE_REACH || right > PLACE_REACH)
        return error_at(error, row->file, row->line,
                        "ahead and right: whole numbers from %d to %d expected", -PLACE_REACH,
                        PLACE_REACH);
    const char *at = row->field[6];
    for (int64_t rank = ahead;; rank--, at++) {
        for (int64_t file = right;; file++) {
            int64_t number;
            const char *end = beside_read_number(at, &number);
            if (!end || number < INT8_MIN || number > INT8_MAX)
                return error_at(error, row->file, row->line,
                                "whole numbers from %d to %d expected at '%.10s'", INT8_MIN,
                                INT8_MAX, at);
            if (rank < -PLACE_REACH || file > PLACE_REACH)
                return error_at(error, row->file, row->line,
                                "more than %d ranks or files from the point", PLACE_REACH);
            places[place_offset((int)rank, (int)file)] = (int8_t)number;
            at = end;
            if (*at != ' ')
                break;
        }
        if (*at != '/')
            break;
    }
    return *at == 0 || error_at(error, row->file, row->line, "'%.10s' is no number", at);
}

void beside_print_places(const int8_t places[KING_ZONE_OFFSETS], const struct place_box *box,
                         struct buffer *out) {
    buffer_printf(out, "%d,%d,", box->top, box->left);
    for (int ahead = box->top; ahead >= box->bottom; ahead--)
        for (int right = box->left; right <= box->right; right++)
            buffer_printf(out, "%d%s", places[place_offset(ahead, right)],
                          right < box->right    ? " "
                          : ahead > box->bottom ? "/"
                                                : "\n");
}
