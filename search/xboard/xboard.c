// SPDX-License-Identifier: GPL-3.0-or-later
#include "xboard_internal.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "number.h"

enum { MILLISECONDS_MAX = 1000000000, DEFAULT_BASE = 5 * 60 * 1000, DEFAULT_MOVES = 40 };

void xboard_say(struct xboard *xboard, const char *format, ...) {
    char text[XBOARD_LINE];
    FORMAT_ARGUMENTS(text, sizeof text, format);
    for (char *at = text; *at; at++) // errors repeat what came
        if (iscntrl((unsigned char)*at) && *at != '\t')
            *at = '?';
    xboard->config.send(xboard->config.context, text);
}

static void bad(struct xboard *xboard, const char *command, const char *arguments) {
    xboard_say(xboard, "Error (bad parameter): %s %.200s", command, arguments);
}

// Ends what is being thought about, without its result.
static enum thinking cancel(struct xboard *xboard) {
    enum thinking was = xboard->thinking;
    session_cancel(xboard->session);
    xboard_idle(xboard);
    return was;
}

// Arguments

static bool whole_number(const char *text, int64_t low, int64_t high, int64_t *number) {
    return number_integer(text, number) && *number >= low && *number <= high;
}

// Seconds, as XBoard writes them, to milliseconds.
static bool seconds(const char *text, int64_t *milliseconds) {
    double value;
    if (!number_decimal(text, &value) || value < 0 || value > MILLISECONDS_MAX / 1000)
        return false;
    *milliseconds = (int64_t)(value * 1000);
    return true;
}

// MINUTES or MINUTES:SECONDS
static bool minutes(const char *text, int64_t *milliseconds) {
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10), more = 0;
    if (end == text || errno || value < 0 || value > MILLISECONDS_MAX / 60000)
        return false;
    if (*end == ':') {
        const char *start = end + 1;
        more = strtol(start, &end, 10);
        if (end == start || more < 0 || more > 59)
            return false;
    } // what else follows is for later versions of the protocol
    *milliseconds = value * 60000 + more * 1000;
    return true;
}

// Clocks

static void command_level(struct xboard *xboard, char *arguments) {
    char moves[32], base[32], increment[32], rest;
    int64_t number, base_time, increment_time;
    if (sscanf(arguments, "%31s %31s %31s %c", moves, base, increment, &rest) != 3 ||
        !whole_number(moves, 0, 10000, &number) || !minutes(base, &base_time) ||
        !seconds(increment, &increment_time)) {
        bad(xboard, "level", arguments);
        return;
    }
    xboard->session_moves = (int)number;
    xboard->base = xboard->remaining = base_time;
    xboard->increment = increment_time;
    xboard->moves_made = 0;
    xboard->move_time = 0;
    xboard->has_clock = true;
}

static void command_st(struct xboard *xboard, char *arguments) {
    xboard->told = 0;
    if (!seconds(arguments, &xboard->move_time) || !xboard->move_time)
        bad(xboard, "st", arguments);
}

static void command_sd(struct xboard *xboard, char *arguments) {
    int64_t depth;
    if (whole_number(arguments, 1, 10000, &depth))
        xboard->depth = depth < PLY_MAX ? (int)depth : PLY_MAX;
    else
        bad(xboard, "sd", arguments);
}

static void command_time(struct xboard *xboard, char *arguments) {
    int64_t centiseconds;
    if (whole_number(arguments, -MILLISECONDS_MAX, MILLISECONDS_MAX / 10, &centiseconds)) {
        xboard->remaining = xboard->told = centiseconds > 0 ? 10 * centiseconds : 0;
        xboard->has_clock = true;
    } else {
        bad(xboard, "time", arguments);
    }
}

// The game

static void new_game(struct xboard *xboard) {
    xboard->over = false;
    xboard->fault.text[0] = 0;
    xboard->start[0] = 0;
    xboard->reply = MOVE_NONE;
    xboard->last_score = 0;
    xboard->remaining = xboard->base;
    xboard->moves_made = 0;
    xboard->lift = (struct xboard_lift){SQUARE_NONE, SQUARE_NONE, 0};
    session_new_game(xboard->session);
}

static void command_new(struct xboard *xboard) {
    struct error error;
    session_start(xboard->session, NULL, &error);
    new_game(xboard);
    xboard->force = false;
    xboard->side = SECOND;
    xboard->depth = 0;
}

static void command_variant(struct xboard *xboard, char *arguments) {
    if (xboard_variant(xboard, arguments))
        new_game(xboard);
}

static void command_setboard(struct xboard *xboard, char *arguments) {
    struct error error;
    new_game(xboard);
    if (strlen(arguments) < sizeof xboard->start &&
        session_start(xboard->session, arguments, &error)) {
        strcpy(xboard->start, arguments);
        return;
    }
    if (strlen(arguments) >= sizeof xboard->start)
        error_set(&error, "longer than any FEN");
    xboard->fault = error;
    xboard_say(xboard, "tellusererror Illegal position: %s", error.text);
}

static void command_go(struct xboard *xboard) {
    if (xboard->thinking == THINKING_MOVE)
        return;
    cancel(xboard);
    xboard->analysing = false;
    xboard->force = false;
    xboard->side = session_position(xboard->session)->side;
    if (!*xboard->fault.text && !xboard_game_over(xboard))
        xboard_think(xboard);
}

static void command_playother(struct xboard *xboard) {
    xboard->force = false;
    xboard->side = !session_position(xboard->session)->side;
}

static void take_back(struct xboard *xboard, int count, const char *command) {
    if (session_ply(xboard->session) < count) {
        xboard_say(xboard, "Error (command not legal now): %s", command);
        return;
    }
    while (count--)
        session_take_back(xboard->session);
    xboard->reply = MOVE_NONE;
    xboard->over = false;
}

// XBoard looks for these words in error messages and then takes them for something else.
static bool misleads(const char *reason) {
    static const char *const words[] = {
        "name",   "rating", "?",        "result", "board", "bk",   "computer", "variant", "hint",
        "random", "depth",  "accepted", "draw",   "time",  "otim", "analyze",  "protover"};
    for (int i = 0; i < ARRAY_LENGTH(words); i++)
        if (strstr(reason, words[i]))
            return true;
    return false;
}

static void illegal(struct xboard *xboard, const char *reason, const char *move) {
    static const char prefix[] = "is illegal: ";
    const char *because = strstr(reason, prefix);
    if (because)
        reason = because + strlen(prefix);
    else if (strstr(reason, "is illegal"))
        reason = "";
    if (*reason && !misleads(reason))
        xboard_say(xboard, "Illegal move (%s): %.200s", reason, move);
    else
        xboard_say(xboard, "Illegal move: %.200s", move);
}

static void command_usermove(struct xboard *xboard, char *arguments) {
    struct position position = *session_position(xboard->session);
    struct error error;
    Move move;
    if (*xboard->fault.text) {
        illegal(xboard, xboard->fault.text, arguments);
        return;
    }
    if (xboard->thinking == THINKING_MOVE) {
        xboard_say(xboard, "Error (command not legal now): %.200s", arguments);
        return;
    }
    if (!xboard_move_parse(xboard->setup.low_rank, arguments, &position, &move, &error)) {
        illegal(xboard, error.text, arguments);
        return;
    }
    // A ponder search stays only where it was right.
    bool hit = xboard->thinking == THINKING_PONDER && move == xboard->expected && !xboard->force;
    if (!session_is_legal(xboard->session, move)) {
        illegal(xboard, "it repeats an earlier position", arguments);
        return;
    }
    if (!hit)
        cancel(xboard);
    if (!session_play(xboard->session, move, &error)) {
        cancel(xboard);
        xboard_say(xboard, "tellusererror %s", error.text);
        return;
    }
    xboard->lift = (struct xboard_lift){SQUARE_NONE, SQUARE_NONE, 0};
    if (xboard->force || xboard->analysing) {
        xboard->over = false;
        xboard_think(xboard);
    } else if (xboard_game_over(xboard)) {
        cancel(xboard);
    } else if (hit) {
        xboard->thinking = THINKING_MOVE;
        xboard->began = control_now();
        session_ponder_hit(xboard->session);
    } else {
        xboard_think(xboard);
    }
}

static void command_lift(struct xboard *xboard, char *arguments) {
    struct position position = *session_position(xboard->session);
    if (xboard->thinking == THINKING_MOVE || *xboard->fault.text)
        return;
    xboard->lift = xboard_lift(&xboard->setup, &position, xboard->lift, arguments);
    if (xboard->lift.from == SQUARE_NONE && !xboard->lift.drop)
        return;
    int count = 0;
    for (Move *move = xboard->list, *end = movegen(&position, MOVES_ALL, move); move < end; move++)
        if (session_is_legal(xboard->session, *move))
            xboard->list[count++] = *move;
    char text[XBOARD_HIGHLIGHT_TEXT];
    xboard_say(xboard, "highlight %s",
               xboard_highlight(&position, xboard->lift, xboard->list, count, text));
}

// Thinking

static void command_now(struct xboard *xboard) {
    if (xboard->thinking == THINKING_MOVE)
        session_stop(xboard->session);
}

static void command_easy(struct xboard *xboard) {
    xboard->ponders = false;
    if (xboard->thinking == THINKING_PONDER)
        cancel(xboard);
}

static void command_pause(struct xboard *xboard) {
    if (cancel(xboard) == THINKING_MOVE && xboard->has_clock) {
        int64_t used = control_now() - xboard->began;
        xboard->remaining -= used < xboard->remaining ? used : xboard->remaining;
    }
    xboard->paused = true;
}

static void command_resume(struct xboard *xboard) {
    if (!xboard->paused)
        return;     // what it thinks about goes on
    cancel(xboard); // a hint
    xboard->paused = false;
    xboard_think(xboard);
}

static void command_book(struct xboard *xboard) {
    xboard_say(xboard, " There is no opening book.");
    xboard_say(xboard, "%s", "");
}

static void command_draw(struct xboard *xboard) {
    if (!xboard->force && !xboard->over && xboard->last_score < 0)
        xboard_say(xboard, "offer draw");
}

// Settings

static void command_protover(struct xboard *xboard, char *arguments) {
    int64_t version;
    if (whole_number(arguments, 2, 1000000, &version))
        xboard_features(xboard);
}

static void command_ping(struct xboard *xboard, char *arguments) {
    int64_t number;
    if (!whole_number(arguments, -2147483647, 2147483647, &number))
        bad(xboard, "ping", arguments);
    else if (xboard->thinking == THINKING_MOVE && xboard->ping_count < XBOARD_PINGS_MAX)
        xboard->pings[xboard->ping_count++] = number; // answered after the move
    else
        xboard_say(xboard, "pong %" PRId64, number);
}

static void command_option(struct xboard *xboard, char *arguments) {
    char *value = strchr(arguments, '=');
    if (value)
        *value++ = 0;
    xboard_option(xboard, arguments, value ? value : "", "option");
}

// Commands

enum effect {
    KEEPS,  // the search that is running goes on
    ENDS,   // it is cancelled; an analysis begins again afterwards
    REDOES, // it is cancelled and begins again afterwards
};

static const struct command {
    const char *name;
    enum effect effect;
    void (*run)(struct xboard *xboard, char *arguments); // NULL: nothing to do with them
    void (*act)(struct xboard *xboard);                  // NULL: nothing to do
    size_t flags[3];                                     // of struct xboard, set to `value`; or 0
    bool value;
    const char *option; // that is set to the arguments
    int back;           // plies that are taken back
} commands[] = {
#define FLAG(member) offsetof(struct xboard, member)
    {"xboard", KEEPS},
    {"protover", KEEPS, command_protover},
    {"accepted", KEEPS},
    {"rejected", KEEPS},
    {"new", ENDS, .act = command_new},
    {"variant", ENDS, command_variant},
    {"random", KEEPS},
    {"force", ENDS, .flags = {FLAG(force)}, .value = true},
    {"go", KEEPS, .act = command_go},
    {"playother", ENDS, .act = command_playother},
    {"level", KEEPS, command_level},
    {"st", KEEPS, command_st},
    {"sd", KEEPS, command_sd},
    {"time", KEEPS, command_time},
    {"otim", KEEPS},
    {"usermove", KEEPS, command_usermove},
    {"?", KEEPS, .act = command_now},
    {"ping", KEEPS, command_ping},
    {"draw", KEEPS, .act = command_draw},
    {"result", ENDS, .flags = {FLAG(over), FLAG(force)}, .value = true},
    {"setboard", ENDS, command_setboard},
    {"hint", KEEPS, .act = xboard_hint},
    {"bk", KEEPS, .act = command_book},
    {"undo", ENDS, .back = 1},
    {"remove", ENDS, .back = 2},
    {"hard", KEEPS, .flags = {FLAG(ponders)}, .value = true},
    {"easy", KEEPS, .act = command_easy},
    {"post", KEEPS, .flags = {FLAG(post)}, .value = true},
    {"nopost", KEEPS, .flags = {FLAG(post)}},
    {"analyze", ENDS, .flags = {FLAG(analysing), FLAG(force), FLAG(post)}, .value = true},
    {"exit", ENDS, .flags = {FLAG(analysing)}},
    {".", KEEPS, .act = xboard_status},
    {"name", KEEPS},
    {"rating", KEEPS},
    {"ics", KEEPS},
    {"computer", KEEPS},
    {"pause", KEEPS, .act = command_pause},
    {"resume", KEEPS, .act = command_resume},
    {"memory", REDOES, .option = "Hash"},
    {"cores", REDOES, .option = "Threads"},
    {"option", REDOES, command_option},
    {"lift", KEEPS, command_lift},
    {"put", KEEPS},
    {"hover", KEEPS},
};

// A move without `usermove`, as protocol version 1 has it.
static bool looks_like_move(const char *text) {
    return strchr(text, '@') ||
           (islower((unsigned char)text[0]) && isdigit((unsigned char)text[1]));
}

bool xboard_line(void *context, char *line) {
    struct xboard *xboard = context;
    line += strspn(line, " \t");
    for (size_t length = strlen(line); length && isspace((unsigned char)line[length - 1]);)
        line[--length] = 0;
    if (!*line)
        return true;
    char *arguments = line + strcspn(line, " \t");
    if (*arguments)
        *arguments++ = 0;
    arguments += strspn(arguments, " \t");
    if (strcmp(line, "quit") == 0)
        return false;
    for (int i = 0; i < ARRAY_LENGTH(commands); i++) {
        const struct command *command = &commands[i];
        if (strcmp(command->name, line) != 0)
            continue;
        enum thinking was = command->effect == KEEPS ? THINKING_NOT : cancel(xboard);
        for (int flag = 0; flag < ARRAY_LENGTH(command->flags) && command->flags[flag]; flag++)
            *(bool *)((char *)xboard + command->flags[flag]) = command->value;
        if (command->run)
            command->run(xboard, arguments);
        if (command->act)
            command->act(xboard);
        if (command->back)
            take_back(xboard, command->back, command->name);
        if (command->option)
            xboard_option(xboard, command->option, arguments, command->name);
        if (command->effect != KEEPS && xboard->thinking == THINKING_NOT &&
            (xboard->analysing || (command->effect == REDOES && was == THINKING_MOVE)))
            xboard_think(xboard);
        return true;
    }
    if (looks_like_move(line))
        command_usermove(xboard, line);
    else
        xboard_say(xboard, "Error (unknown command): %.200s", line);
    return true;
}

static void event_too_long(void *context) {
    xboard_say(context, "Error (line too long): ");
}

struct session_events xboard_events(struct xboard *xboard) {
    return (struct session_events){.context = xboard,
                                   .line = xboard_line,
                                   .thought = xboard_thought,
                                   .too_long = event_too_long};
}

struct xboard *xboard_create(struct session *session, const struct xboard_config *config) {
    struct xboard *xboard = mem_calloc(1, sizeof *xboard);
    xboard->session = session;
    xboard->config = *config;
    xboard->base = xboard->remaining = DEFAULT_BASE;
    xboard->session_moves = DEFAULT_MOVES;
    xboard->side = SECOND;
    xboard_remember_rules(xboard);
    xboard_new_rules(xboard);
    return xboard;
}

void xboard_destroy(struct xboard *xboard) {
    free(xboard);
}
