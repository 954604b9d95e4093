// SPDX-License-Identifier: GPL-3.0-or-later
#include "time_control.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "number.h"

enum { DAY = 86400, MOVES_MOST = 1000 };

bool time_control_given(const struct time_control *control) {
    return control->base || control->increment || control->byoyomi;
}

// Reads seconds from the first `length` characters.
static bool read_seconds(const char *text, size_t length, int64_t *milliseconds) {
    char number[NUMBER_TEXT];
    double seconds;
    if (length == 0 || length >= sizeof number)
        return false;
    memcpy(number, text, length);
    number[length] = 0;
    if (strspn(number, "0123456789.") != length || !number_decimal(number, &seconds) ||
        seconds > DAY)
        return false;
    *milliseconds = llround(1000 * seconds);
    return true;
}

static bool read_base(const char *text, size_t length, int64_t *milliseconds) {
    const char *colon = memchr(text, ':', length);
    int64_t minutes = 0;
    if (colon) {
        size_t before = (size_t)(colon - text);
        if (memchr(text, '.', before) || !read_seconds(text, before, &minutes) ||
            minutes > 1000 * DAY / 60)
            return false;
        length -= before + 1;
        text = colon + 1;
    }
    if (!read_seconds(text, length, milliseconds) || (colon && *milliseconds >= 60000))
        return false;
    *milliseconds += 60 * minutes;
    return *milliseconds <= 1000LL * DAY;
}

static bool read_control(const char *text, struct time_control *control) {
    char moves[NUMBER_TEXT];
    long long count = 0;
    const char *at = number_split(text, "/", moves);
    if (at && !number_count(moves, 1, MOVES_MOST, &count))
        return false;
    control->moves = (int)count;
    at = at ? at : text;
    size_t length = strcspn(at, "+");
    bool fine = read_base(at, length, &control->base);
    bool increment = false, byoyomi = false;
    for (at += length; fine && *at == '+'; at += length) {
        at++;
        length = strcspn(at, "+");
        bool is_byoyomi = length > 0 && at[length - 1] == 'b';
        bool *seen = is_byoyomi ? &byoyomi : &increment;
        fine = !*seen && read_seconds(at, length - is_byoyomi,
                                      is_byoyomi ? &control->byoyomi : &control->increment);
        *seen = true;
    }
    return fine && !*at;
}

bool time_control_parse(const char *text, struct time_control *control, struct error *error) {
    *control = (struct time_control){0};
    if (!read_control(text, control))
        return error_set(error,
                         "takes [MOVES/]TIME[+INCREMENT][+BYOYOMIb] in seconds (TIME also as "
                         "minutes:seconds), like 10+0.1, 40/300, 600+30b, not '%s'",
                         text);
    return control->base || control->byoyomi ||
           error_set(error, "'%s' leaves no time for the first move", text);
}

static void print_seconds(int64_t milliseconds, struct buffer *text) {
    number_print(text, (double)milliseconds / 1000,
                 milliseconds % 1000 == 0  ? 0
                 : milliseconds % 100 == 0 ? 1
                 : milliseconds % 10 == 0  ? 2
                                           : 3);
}

void time_control_print(const struct time_control *control, struct buffer *text) {
    if (!time_control_given(control))
        return;
    if (control->moves)
        buffer_printf(text, "%d/", control->moves);
    print_seconds(control->base, text);
    if (control->increment) {
        buffer_char(text, '+');
        print_seconds(control->increment, text);
    }
    if (control->byoyomi) {
        buffer_char(text, '+');
        print_seconds(control->byoyomi, text);
        buffer_char(text, 'b');
    }
}

struct clock time_control_start(const struct time_control *control) {
    return (struct clock){control->base, control->increment, control->byoyomi, control->moves};
}

bool time_control_spend(const struct time_control *control, struct clock *clock,
                        int64_t milliseconds, int64_t margin) {
    assert(milliseconds >= 0 && margin >= 0);
    if (milliseconds > clock->remaining + clock->byoyomi + margin)
        return false;
    clock->remaining = milliseconds < clock->remaining ? clock->remaining - milliseconds : 0;
    clock->remaining += control->increment;
    if (control->moves && --clock->moves_to_go == 0) {
        clock->moves_to_go = control->moves;
        clock->remaining += control->base;
    }
    return true;
}
