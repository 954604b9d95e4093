// SPDX-License-Identifier: GPL-3.0-or-later
// strcasestr is glibc's own.
#define _GNU_SOURCE
#include "external.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "external_internal.h"
#include "memory.h"
#include "notation.h"
#include "perft.h"
#include "referee.h"

static const struct protocol *const protocols[] = {
    [EXTERNAL_UCI] = &external_uci,
    [EXTERNAL_USI] = &external_usi,
    [EXTERNAL_XBOARD] = &external_xboard,
};

struct external_settings external_default(enum external_protocol protocol, const char *command) {
    return (struct external_settings){.command = command,
                                      .protocol = protocol,
                                      .margin_ms = 100,
                                      .grace_ms = 1000,
                                      .timeout_ms = 30000};
}

bool external_check(const struct external_settings *settings, struct limits limits,
                    const struct time_control *clock, struct error *error) {
    if (limits.nodes && !protocols[settings->protocol]->nodes)
        return error_set(error, "%s engines cannot be limited in nodes; give a depth or a time",
                         protocols[settings->protocol]->name);
    if (clock->byoyomi && !protocols[settings->protocol]->byoyomi)
        return error_set(error, "%s engines know no byoyomi; give an increment",
                         protocols[settings->protocol]->name);
    if (!limits.nodes && !limits.depth && !limits.milliseconds && !time_control_given(clock))
        return error_set(error, "an engine needs a limit: nodes, depth, time or a clock");
    for (int i = 0; i < settings->option_count; i++) {
        const char *equals = strchr(settings->options[i], '=');
        if (!equals || equals == settings->options[i])
            return error_set(error, "engine option '%s': expected NAME=VALUE",
                             settings->options[i]);
    }
    return true;
}

void external_text(const struct external_settings *settings, const char *prefix,
                   struct buffer *text) {
    buffer_printf(text, "%scommand=%s\n", prefix, settings->command);
    buffer_printf(text, "%sprotocol=%s\n", prefix, protocols[settings->protocol]->name);
    for (int i = 0; i < settings->option_count; i++)
        buffer_printf(text, "%soption%d=%s\n", prefix, i, settings->options[i]);
    if (settings->variant)
        buffer_printf(text, "%svariant=%s\n", prefix, settings->variant);
    buffer_printf(text, "%smargin=%d\n", prefix, settings->margin_ms);
    buffer_printf(text, "%sgrace=%d\n", prefix, settings->grace_ms);
    buffer_printf(text, "%stimeout=%d\n", prefix, settings->timeout_ms);
}

// Talking.

void external_send_text(struct external *external, const char *line) {
    process_write(external->process, line, process_now() + external->settings.timeout_ms);
}

void external_send(struct external *external, const char *format, ...) {
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    external_send_text(external, line);
}

// Engines complain in words before they end.
static void note_complaint(struct external *external, const char *line) {
    static const char *const starts[] = {"tellusererror", "tellerror", "Error", "error"};
    for (int i = 0; i < ARRAY_LENGTH(starts); i++)
        if (strncmp(line, starts[i], strlen(starts[i])) == 0)
            snprintf(external->complaint, sizeof external->complaint, "%s", line);
}

enum process_status external_read(struct external *external, int64_t deadline, const char **line) {
    enum process_status status = process_read(external->process, deadline, line);
    while (status == PROCESS_DONE && strspn(*line, " \t") == strlen(*line))
        status = process_read(external->process, deadline, line);
    if (status == PROCESS_DONE)
        note_complaint(external, *line);
    return status == PROCESS_DONE && process_now() > deadline ? PROCESS_LATE : status;
}

const char *external_word(const char *line, const char *word) {
    size_t length = strlen(word);
    line += strspn(line, " \t");
    if (strncmp(line, word, length) != 0)
        return NULL;
    line += length;
    return *line && !strchr(" \t", *line) ? NULL : line + strspn(line, " \t");
}

static void describe(struct external *external, enum process_status status, const char *waiting_for,
                     char *text, size_t size) {
    char end[64];
    if (status == PROCESS_ENDED) {
        process_end_text(external->process, end, sizeof end);
        snprintf(text, size, "ended (%s) when %s was expected%s%.40s", end, waiting_for,
                 external->complaint[0] ? ": " : "", external->complaint);
    } else if (status == PROCESS_LATE)
        snprintf(text, size, "did not answer in time: %s was expected", waiting_for);
    else
        snprintf(text, size, "stopped");
}

bool external_broken(struct external *external, enum process_status status, const char *waiting_for,
                     struct error *error) {
    char text[256];
    describe(external, status, waiting_for, text, sizeof text);
    return error_set(error, "engine '%s' %s", external->settings.command, text);
}

void external_failed(struct external *external, enum process_status status, const char *waiting_for,
                     struct player_answer *answer) {
    answer->status = status == PROCESS_ENDED     ? PLAYER_CRASH
                     : status == PROCESS_STOPPED ? PLAYER_STOPPED
                                                 : PLAYER_HANG;
    describe(external, status, waiting_for, answer->text, sizeof answer->text);
}

void external_wrong(struct player_answer *answer, const char *format, ...) {
    va_list arguments;
    answer->status = PLAYER_ILLEGAL;
    va_start(arguments, format);
    vsnprintf(answer->text, sizeof answer->text, format, arguments);
    va_end(arguments);
}

void external_await(struct external *external, const struct player_question *question,
                    const char *hurry,
                    bool (*take)(struct external *external, const struct player_question *question,
                                 const char *line, struct player_answer *answer),
                    struct player_answer *answer) {
    const struct external_settings *settings = &external->settings;
    const struct clock *clock = &question->clock[question->position->side];
    int64_t limit =
        question->timed ? clock->remaining + clock->byoyomi : question->limits.milliseconds;
    bool limited = question->timed || limit;
    int64_t start = process_now(),
            last = start + (limited ? limit + settings->margin_ms : settings->timeout_ms);
    bool late = false;
    for (;;) {
        const char *line;
        enum process_status status = external_read(external, last, &line);
        bool answered =
            *line && status != PROCESS_STOPPED && take(external, question, line, answer);
        if (answered) {
            int64_t spent = process_now() - start;
            answer->milliseconds = spent;
            if (limited && spent > limit + settings->margin_ms && answer->status != PLAYER_RESIGN) {
                answer->status = PLAYER_TIME;
                snprintf(answer->text, sizeof answer->text, "took %lld ms of %lld",
                         (long long)spent, (long long)limit);
            }
            return;
        }
        if (status == PROCESS_DONE)
            continue;
        if (status == PROCESS_LATE && !late) {
            late = true;
            external_send_text(external, hurry);
            last = process_now() + settings->grace_ms;
            continue;
        }
        external_failed(external, status, "a move", answer);
        return;
    }
}

// What the engine has.

// Is it a line of `names`, NULL for none?
static bool listed(const char *names, const char *wanted) {
    size_t length = strlen(wanted);
    for (const char *at = names; at && *at; at += strspn(at, "\n")) {
        size_t count = strcspn(at, "\n");
        if (count == length && strncmp(at, wanted, length) == 0)
            return true;
        at += count;
    }
    return false;
}

bool external_knows(const struct external *external, const char *name, size_t length) {
    char text[EXTERNAL_NAME];
    snprintf(text, sizeof text, "%.*s", (int)length, name);
    return listed(external->known.data, text);
}

void external_note_game(struct external *external, const char *name, size_t length) {
    char text[EXTERNAL_NAME];
    snprintf(text, sizeof text, "%.*s", (int)length, name);
    if (*text && !listed(external->games.data, text))
        buffer_printf(&external->games, "%s\n", text);
}

bool external_choose_variant(struct external *external) {
    const char *own = external->tables->variant.name, *names = external->games.data;
    char *chosen = external->variant;
    size_t size = sizeof external->variant;
    snprintf(chosen, size, "%s", external->settings.variant ? external->settings.variant : own);
    bool found = listed(names, chosen);
    if (names && !found && !external->settings.variant) {
        size_t length = 0;
        for (const char *at = own; *at; at++)
            if (*at != '-')
                chosen[length++] = *at;
        chosen[length] = '\0';
        const char *tail = strstr(own, "-shogi");
        found = listed(names, chosen);
        if (!found && tail) {
            snprintf(chosen, size, "%.*s", (int)(tail - own), own);
            found = listed(names, chosen);
        }
    }
    if (!found)
        chosen[0] = '\0';
    return found;
}

bool external_unknown_game(const struct external *external, struct error *error) {
    const char *own = external->settings.variant, *names = external->games.data;
    char text[160];
    size_t length = 0;
    for (const char *at = names ? names : ""; *at && length < sizeof text - 8; at++)
        if (*at != '\n')
            text[length++] = *at;
        else if (at[1])
            length += (size_t)snprintf(text + length, sizeof text - length, ", ");
    snprintf(text + length, sizeof text - length, "%s",
             names && length >= sizeof text - 8 ? "..." : "");
    return error_set(error, "engine '%s' does not announce a variant %s, but %s%s",
                     external->settings.command, own ? own : external->tables->variant.name,
                     *text ? text : "none at all",
                     own ? "" : "; variant=NAME where it calls the game otherwise");
}

// Life and death.

bool external_speaks_other(struct external *external, struct error *error) {
    enum { PATIENCE = 1500 };
    for (int i = 0; external->wonders && i < ARRAY_LENGTH(protocols); i++) {
        const struct protocol *other = protocols[i];
        struct process *process =
            other == external->protocol
                ? NULL
                : process_start(external->settings.command, external->log, &external->stop, error);
        if (!process)
            continue;
        int64_t deadline = process_now() + PATIENCE;
        const char *line;
        process_write(process, other->hello, deadline);
        bool speaks = false;
        while (!speaks && process_read(process, deadline, &line) == PROCESS_DONE &&
               process_now() < deadline)
            speaks = external_word(line, other->welcome);
        process_destroy(process, 0);
        if (speaks) {
            error_set(error, "engine '%s' does not answer to %s, it speaks %s: give protocol=%s",
                      external->settings.command, external->protocol->name, other->name,
                      other->name);
            return true;
        }
    }
    return false;
}

void external_end(struct external *external, bool ask) {
    if (!external->process)
        return;
    if (ask)
        process_write(external->process, "quit", process_now() + 100);
    process_destroy(external->process, ask ? 500 : 0);
    external->process = NULL;
}

bool external_start(struct external *external, struct error *error) {
    external->process =
        process_start(external->settings.command, external->log, &external->stop, error);
    if (!external->process)
        return false;
    external->used = false;
    buffer_clear(&external->known);
    buffer_clear(&external->games);
    external->complaint[0] = '\0';
    if (external->protocol->greet(external, error))
        return true;
    external_end(external, false);
    return false;
}

bool external_new_game(struct external *external, const char *opening, struct error *error) {
    external->told = 0;
    external->heard_clock = false;
    if (external->used && external->protocol->keeps)
        external_end(external, true);
    if (external->process && external->protocol->new_game(external, opening, error))
        return true;
    external_end(external, false); // it may have died since the last game: once more from the start
    if (!external_start(external, error))
        return false;
    if (external->protocol->new_game(external, opening, error))
        return true;
    external_end(external, false);
    return false;
}

void external_ask(struct external *external, const struct player_question *question,
                  struct player_answer *answer) {
    *answer = (struct player_answer){.status = PLAYER_CRASH};
    if (!external->process) {
        snprintf(answer->text, sizeof answer->text, "has ended before");
        return;
    }
    external->used = true;
    external->protocol->ask(external, question, answer);
    // Otherwise it is in step, or its next game puts it there.
    if (answer->status == PLAYER_CRASH || answer->status == PLAYER_HANG ||
        answer->status == PLAYER_STOPPED)
        external_end(external, false);
}

void external_stop(struct external *external) {
    atomic_store(&external->stop, true);
}

void external_destroy(struct external *external) {
    if (!external)
        return;
    external_end(external, true);
    if (external->log >= 0)
        close(external->log);
    buffer_destroy(&external->known);
    buffer_destroy(&external->games);
    free(external);
}

struct external *external_create(const struct external_settings *settings,
                                 const struct tables *tables, struct error *error) {
    assert(settings->command);
    struct external *external = mem_calloc(1, sizeof *external);
    external->settings = *settings;
    external->tables = tables;
    external->protocol = protocols[settings->protocol];
    external->log = -1;
    if (settings->log) {
        external->log = open(settings->log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
        if (external->log < 0) {
            error_at(error, settings->log, 0, "%s", strerror(errno));
            external_destroy(external);
            return NULL;
        }
    }
    return external;
}

// Does the program know the game? One that does not would lose every game by its first move, and
// the match would say how strong the other is.

enum { ANSWER = 3000, AFTERWARDS = 300, TRIAL = 5000 }; // milliseconds

// What a program has told of the start position.
struct told {
    bool counted, shown, same; // its moves; the position; that it is the one
    uint64_t moves;
    char board[FEN_TEXT];
};

// "Nodes searched: 30", "Total: 30", "nodes 30"; not what a search tells of itself.
static void read_count(const char *line, struct told *told) {
    static const char *const words[] = {"nodes searched", "nodes", "total", "leaves"};
    if (external_word(line, "info") && !strstr(line, "string"))
        return;
    for (int i = 0; i < ARRAY_LENGTH(words) && !told->counted; i++) {
        const char *at = strcasestr(line, words[i]);
        if (!at)
            continue;
        at += strlen(words[i]);
        at += strspn(at, " \t:=");
        if (!isdigit((unsigned char)*at))
            continue;
        told->moves = strtoull(at, NULL, 10);
        told->counted = true;
    }
}

// "Fen: BOARD ...", "info string sfen BOARD ...".
static void read_board(const char *line, const char *expected, struct told *told) {
    const char *at = strcasestr(line, "fen");
    if (!at || told->same)
        return;
    at += 3;
    at += strspn(at, " \t:=\"");
    size_t length = strcspn(at, " [\t"), wanted = strcspn(expected, " [");
    if (!memchr(at, '/', length))
        return;
    told->shown = true;
    told->same = length == wanted && memcmp(at, expected, length) == 0;
    snprintf(told->board, sizeof told->board, "%.*s", (int)length, at);
}

// What the program, which has just been started, tells when it is asked. A program that does not
// know the question may do anything: it is not asked anything else afterwards.
static bool hear(struct external *external, const char *opening, struct told *told,
                 struct error *error) {
    const char *done, *line;
    *told = (struct told){0};
    if (!external->protocol->ask_count(external, opening, &done, error))
        return false;
    int64_t deadline = process_now() + ANSWER;
    bool waits = true;
    while (!told->counted) {
        enum process_status status = external_read(external, deadline, &line);
        if (status == PROCESS_STOPPED)
            return external_broken(external, status, "", error);
        if (status != PROCESS_DONE)
            return true;
        read_count(line, told);
        read_board(line, opening, told);
        if (waits && external_word(line, done)) { // some count on a thread of their own
            waits = false;
            deadline = process_now() + AFTERWARDS;
        }
    }
    return true;
}

// Judges a move of the start position, said by a new start of the program. No move at all says
// nothing: it may take its time.
static bool try_move(struct external *external, const char *opening, struct error *error) {
    struct referee *referee = mem_alloc(sizeof *referee);
    struct player_answer answer = {.status = PLAYER_MOVE};
    int timeout = external->settings.timeout_ms;
    referee_init(referee);
    bool done = referee_start(referee, external->tables, opening, error) &&
                external_new_game(external, opening, error);
    if (done) {
        const struct player_question question = {.opening = opening,
                                                 .position = &referee->position,
                                                 .history = &referee->history,
                                                 .limits = {.depth = 1}};
        external->settings.timeout_ms = timeout < TRIAL ? timeout : TRIAL;
        external_ask(external, &question, &answer);
        external->settings.timeout_ms = timeout;
        struct error cause = {"ended"};
        bool fine = answer.status != PLAYER_ILLEGAL && answer.status != PLAYER_CRASH &&
                    answer.status != PLAYER_STOPPED;
        if (answer.status == PLAYER_MOVE && !referee_play(referee, answer.move, &cause)) {
            snprintf(answer.text, sizeof answer.text, "%.150s", cause.text);
            fine = false;
        }
        done = fine ||
               error_set(error,
                         "engine '%s' does not know %s, or by other rules: in its start "
                         "position it %s (check=no plays all the same)",
                         external->settings.command, external->tables->variant.name, answer.text);
    }
    referee_destroy(referee);
    free(referee);
    return done;
}

static bool judge(struct external *external, const char *opening, const struct told *told,
                  struct error *error) {
    struct position position;
    const char *command = external->settings.command, *name = external->tables->variant.name;
    if (told->counted) {
        if (!fen_parse(opening, external->tables, &position, error))
            return false;
        uint64_t moves = perft(&position, 1);
        return told->moves == moves ||
               error_set(error,
                         "engine '%s' does not play %s by these rules: it counts %" PRIu64
                         " moves in the start position, not %" PRIu64
                         " (check=no plays all the same)",
                         command, name, told->moves, moves);
    }
    if (told->same)
        return true;
    if (told->shown)
        return error_set(error,
                         "engine '%s' does not know %s: told of its start position it shows %.80s "
                         "(check=no plays all the same)",
                         command, name, told->board);
    external_end(external, false);
    return try_move(external, opening, error);
}

bool external_check_game(struct external *external, struct error *error) {
    const struct tables *tables = external->tables;
    const char *opening = variant_start_fen(&tables->variant, &tables->rules);
    struct told told;
    if (external->settings.unchecked)
        return true;
    external->wonders = true;
    bool done = external_start(external, error);
    external->wonders = false;
    done = done && hear(external, opening, &told, error) && judge(external, opening, &told, error);
    external_end(external, false);
    return done;
}
