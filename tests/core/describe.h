// SPDX-License-Identifier: GPL-3.0-or-later
// Movements written the way the rule pages' prose says them, without Betza: the second opinion that
// the reader of Betza and the variant files are held against.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "betza.h"

// "F* FL4 B1 (1,2)": slide forward, at most 4 forward-left, step back, jump one right and two
// forward. (dx,dy): dx > 0 is the owner's right, dy > 0 forward. "FL/BR": lion power, after a step
// forward-left one back-right; "*/*": any step after any.
static inline int direction_named(const char *name) {
    static const char *const names[DIRECTIONS] = {"F", "FR", "R", "BR", "B", "BL", "L", "FL"};
    int direction = 0;
    while (direction < DIRECTIONS && strcmp(names[direction], name) != 0)
        direction++;
    assert_in_range(direction, 0, DIRECTIONS - 1);
    return direction;
}

static inline struct movement describe(const char *text) {
    struct movement movement;
    memset(&movement, 0, sizeof movement);
    while (*text) {
        int dx, dy, used = 0;
        char name[3] = "", second[3] = "";
        if (sscanf(text, "%2[FRBL]/%2[FRBL]%n", name, second, &used) == 2) {
            movement.second_steps[direction_named(name)] |=
                (uint8_t)(1u << direction_named(second));
        } else if (strncmp(text, "*/*", 3) == 0) {
            memset(movement.second_steps, 0xFF, sizeof movement.second_steps);
            used = 3;
        } else if (sscanf(text, "(%d,%d)%n", &dx, &dy, &used) == 2 && used) {
            int found = 0;
            for (int leap = 0; leap < LEAPS; leap++)
                if (leap_dx[leap] == dx && leap_dy[leap] == dy) {
                    movement.move_leaps |= (uint16_t)(1u << leap);
                    movement.capture_leaps |= (uint16_t)(1u << leap);
                    found++;
                }
            assert_int_equal(found, 1);
        } else if (sscanf(text, "%2[FRBL]%n", name, &used) == 1) {
            int direction = direction_named(name);
            char range = text[used++];
            assert_true(range == '*' || (range >= '1' && range <= '9'));
            movement.move_range[direction] = movement.capture_range[direction] =
                (uint8_t)(range == '*' ? RANGE_UNLIMITED : range - '0');
        } else {
            fail_msg("'%s': no direction, no jump", text);
        }
        text += used;
        text += *text == ' ';
    }
    return movement;
}

// Fails, naming `what`, when the movements differ.
static inline void assert_same_movement(const char *what, const struct movement *got,
                                        const struct movement *expected) {
    char text[2][BETZA_TEXT];
    if (memcmp(got, expected, sizeof *got) != 0)
        fail_msg("%s: moves as %s, should as %s", what, betza_print(got, text[0]),
                 betza_print(expected, text[1]));
}
