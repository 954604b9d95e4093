// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "net.h"

// One line for each row of weights. Which fields a part has, and from where to where the two
// numbers of its place go, is all that reading and writing ask of it.
static const char header[] = "part,piece,of,from,place,weights";
static const char *const whoses[WHOSES] = {"mine", "theirs"};

enum part {
    PART_UNIT,
    PART_BIAS,
    PART_OUTPUT,
    PART_DISTANCE,
    PART_OFFSET,
    PART_HAND,
    PART_KING,
    PARTS
};

struct part_row {
    const char *name;
    bool piece, of, from;
    int places; // numbers of a place
};
static const struct part_row parts[PARTS] = {
    [PART_UNIT] = {"unit", false, false, false, 0},
    [PART_BIAS] = {"bias", false, false, false, 0},
    [PART_OUTPUT] = {"output", false, false, false, 1},  // pieces on the board, in NET_BUCKETS
    [PART_DISTANCE] = {"distance", true, true, true, 1}, // steps
    [PART_OFFSET] = {"offset", false, true, true, 2},    // ranks ahead, files to the right
    [PART_HAND] = {"hand", true, true, false, 1},        // the how-manieth
    [PART_KING] = {"king", false, true, false, 2},       // file and rank, from 1
};

struct place_range {
    int low, high;
};

static struct place_range range_of(const struct net_inputs *inputs, enum part part, int number) {
    int size = number == (part == PART_OFFSET) ? inputs->files : inputs->ranks;
    switch (part) {
    case PART_OUTPUT:
        return (struct place_range){0, NET_BUCKETS - 1};
    case PART_DISTANCE:
        return (struct place_range){1, inputs->steps - 1};
    case PART_OFFSET:
        return (struct place_range){1 - size, size - 1};
    case PART_HAND:
        return (struct place_range){1, NET_HANDS};
    default:
        return (struct place_range){1, size};
    }
}

// What a line is about.
struct subject {
    enum part part;
    Type piece;
    enum net_whose of, from;
    int place[2];
};

static int input_of(const struct net_inputs *inputs, const struct subject *subject) {
    int kind = inputs->kind[subject->piece];
    switch (subject->part) {
    case PART_DISTANCE:
        return net_distance(inputs, subject->of, subject->from, kind, subject->place[0]);
    case PART_OFFSET:
        return net_offset(inputs, subject->of, subject->from, subject->place[0], subject->place[1]);
    case PART_HAND:
        return net_hand(inputs, subject->of, kind, subject->place[0] - 1);
    default:
        return net_king(inputs, subject->of, subject->place[0] - 1, subject->place[1] - 1);
    }
}

// --- Writing -------------------------------------------------------------------------------------

static void print_subject(const struct subject *subject, struct buffer *out) {
    const struct part_row *row = &parts[subject->part];
    buffer_printf(out, "%s,", row->name);
    if (row->piece)
        buffer_printf(out, "%s%c", subject->piece & TYPE_PROMOTED ? "+" : "",
                      type_letter(subject->piece));
    buffer_printf(out, ",%s,%s,", row->of ? whoses[subject->of] : "",
                  row->from ? whoses[subject->from] : "");
    for (int i = 0; i < row->places; i++)
        buffer_printf(out, "%s%d", i ? " " : "", subject->place[i]);
    buffer_text(out, ",");
}

static void print_weights(const int16_t *weight, int count, struct buffer *out) {
    for (int i = 0; i < count; i++)
        buffer_printf(out, "%s%d", i ? " " : "", weight[i]);
}

// All places of a part, of one piece and one King.
static void print_places(const struct net_weights *weights, struct subject subject,
                         struct buffer *out) {
    static const int16_t nothing[NET_WIDTH];
    const struct net_inputs *inputs = &weights->inputs;
    struct place_range first = range_of(inputs, subject.part, 0), second = {0, 0};
    if (parts[subject.part].places > 1)
        second = range_of(inputs, subject.part, 1);
    for (subject.place[0] = first.low; subject.place[0] <= first.high; subject.place[0]++)
        for (subject.place[1] = second.low; subject.place[1] <= second.high; subject.place[1]++) {
            const int16_t *weight = weights->input[input_of(inputs, &subject)];
            if (memcmp(weight, nothing, sizeof nothing) == 0)
                continue;
            print_subject(&subject, out);
            print_weights(weight, NET_WIDTH, out);
            buffer_text(out, "\n");
        }
}

// The first type of a kind stands for it.
static bool is_first(const struct net_inputs *inputs, Type type, enum part part) {
    if (!parts[part].piece)
        return type == 1;
    if (inputs->kind[type] < 0 || (part == PART_HAND && type >= BASE_TYPES))
        return false;
    for (Type other = 1; other < type; other++)
        if (inputs->kind[other] == inputs->kind[type])
            return false;
    return true;
}

void net_print(const struct net_weights *weights, struct buffer *out) {
    buffer_printf(out, "%s\nunit,,,,,%d\nbias,,,,,", header, weights->unit);
    print_weights(weights->bias, NET_WIDTH, out);
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++) {
        buffer_printf(out, "\noutput,,,,%d,%d ", bucket, weights->output_bias[bucket]);
        print_weights(weights->output[bucket][MINE], WHOSES * NET_WIDTH, out);
    }
    buffer_text(out, "\n");
    for (enum part part = PART_DISTANCE; part < PARTS; part++)
        for (Type type = 1; type < TYPES; type++) {
            if (!is_first(&weights->inputs, type, part))
                continue;
            for (enum net_whose of = MINE; of < WHOSES; of++)
                for (enum net_whose from = MINE; from < (parts[part].from ? WHOSES : THEIRS);
                     from++)
                    print_places(
                        weights,
                        (struct subject){.part = part, .piece = type, .of = of, .from = from}, out);
        }
}

bool net_write(const char *path, const struct net_weights *weights, struct error *error) {
    struct buffer text = buffer_init();
    net_print(weights, &text);
    bool done = file_replace(path, text.data, text.length, error);
    buffer_destroy(&text);
    return done;
}

// --- Reading -------------------------------------------------------------------------------------

struct reading {
    const struct tables *tables;
    bool lenient;
    struct net_weights *weights;
};

// So many whole numbers with blanks between, to the end of a field.
static bool read_numbers(const struct beside_row *row, const char *at, int limit, int count,
                         int16_t *number, struct error *error) {
    for (int i = 0; i < count; i++) {
        int64_t value;
        const char *end = beside_read_number(at, &value);
        if (!end || value < -limit || value > limit)
            return error_at(error, row->file, row->line,
                            "%d whole numbers from %d to %d expected at '%.10s'", count, -limit,
                            limit, at);
        number[i] = (int16_t)value;
        at = end;
    }
    return *at == 0 || error_at(error, row->file, row->line, "more than %d numbers", count);
}

// One whole number; `end` is what comes after it.
static bool read_one(const struct beside_row *row, const char *at, long low, long high,
                     const char **end, int32_t *number, struct error *error) {
    int64_t value;
    *end = beside_read_number(at, &value);
    *number = (int32_t)value;
    return (*end && value >= low && value <= high) ||
           error_at(error, row->file, row->line,
                    "a whole number from %ld to %ld expected at '%.10s'", low, high, at);
}

static bool read_place(const struct beside_row *row, const struct net_inputs *inputs,
                       struct subject *subject, struct error *error) {
    const char *at = row->field[4];
    for (int i = 0; i < parts[subject->part].places; i++) {
        struct place_range range = range_of(inputs, subject->part, i);
        int32_t number;
        if (!read_one(row, at, range.low, range.high, &at, &number, error))
            return false;
        subject->place[i] = number;
    }
    return *at == 0 || error_at(error, row->file, row->line, "place: '%s' is more than %d numbers",
                                row->field[4], parts[subject->part].places);
}

static bool read_whose(const struct beside_row *row, int field, bool wanted, enum net_whose *whose,
                       struct error *error) {
    if (!wanted)
        return !*row->field[field] ||
               error_at(error, row->file, row->line, "'%s': this part has no such field",
                        row->field[field]);
    *whose = strcmp(row->field[field], whoses[THEIRS]) == 0 ? THEIRS : MINE;
    return strcmp(row->field[field], whoses[*whose]) == 0 ||
           error_at(error, row->file, row->line, "'%s' is not mine or theirs", row->field[field]);
}

static bool read_part(const struct beside_row *row, enum part *part, struct error *error) {
    for (*part = 0; *part < PARTS; ++*part)
        if (strcmp(row->field[0], parts[*part].name) == 0)
            return true;
    return error_at(error, row->file, row->line, "part: '%.20s' is none", row->field[0]);
}

static bool read_row(void *context, const struct beside_row *row, struct error *error) {
    const struct reading *reading = context;
    struct net_weights *weights = reading->weights;
    struct subject subject = {.piece = 0};
    if (!read_part(row, &subject.part, error))
        return false;
    if (!read_place(row, &weights->inputs, &subject, error))
        return reading->lenient; // a board of another size by a shipped name
    if (!read_whose(row, 2, parts[subject.part].of, &subject.of, error) ||
        !read_whose(row, 3, parts[subject.part].from, &subject.from, error))
        return false;
    const char *at = row->field[5];
    if (subject.part == PART_UNIT)
        return read_one(row, at, 0, NET_BIAS_LIMIT, &at, &weights->unit, error) &&
               (*at == 0 || error_at(error, row->file, row->line, "more than 1 number"));
    if (subject.part == PART_BIAS)
        return read_numbers(row, at, NET_WEIGHT_LIMIT, NET_WIDTH, weights->bias, error);
    if (subject.part == PART_OUTPUT)
        return read_one(row, at, -NET_BIAS_LIMIT, NET_BIAS_LIMIT, &at,
                        &weights->output_bias[subject.place[0]], error) &&
               read_numbers(row, at, NET_OUTPUT_LIMIT, WHOSES * NET_WIDTH,
                            weights->output[subject.place[0]][MINE], error);
    if (parts[subject.part].piece) {
        subject.piece = variant_type(&reading->tables->variant, row->field[1]);
        if (!subject.piece || weights->inputs.kind[subject.piece] < 0)
            return reading->lenient ||
                   error_at(error, row->file, row->line, "piece: %s has no %.20s%s",
                            reading->tables->variant.name, row->field[1],
                            subject.piece ? " but as a King" : "");
    }
    return read_numbers(row, at, NET_WEIGHT_LIMIT, NET_WIDTH,
                        weights->input[input_of(&weights->inputs, &subject)], error);
}

struct net_weights *net_parse(const char *text, const char *file, const struct tables *tables,
                              bool lenient, struct error *error) {
    struct reading reading = {tables, lenient, net_weights_create(tables)};
    if (beside_parse(text, file, header, read_row, &reading, error))
        return reading.weights;
    free(reading.weights);
    return NULL;
}
