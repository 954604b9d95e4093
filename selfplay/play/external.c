// SPDX-License-Identifier: GPL-3.0-or-later
// strcasestr is glibc's own.
#define _GNU_SOURCE
#include "external_internal.h"

#include <assert.h>
#include <ctype.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "notation.h"
#include "referee.h"
#include "score.h"

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

void external_send(struct external *external, const char *format, ...) {
    struct buffer line = buffer_init();
    va_list arguments;
    va_start(arguments, format);
    buffer_vprintf(&line, format, arguments);
    va_end(arguments);
    process_write(external->process, line.data, process_now() + external->settings.timeout_ms);
    buffer_destroy(&line);
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
    answer->status = PLAYER_ILLEGAL;
    FORMAT_ARGUMENTS(answer->text, sizeof answer->text, format);
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
            external_send(external, "%s", hurry);
            last = process_now() + settings->grace_ms;
            continue;
        }
        external_failed(external, status, "a move", answer);
        return;
    }
}

int external_score(int64_t said) {
    const int64_t most = SCORE_MATE_BOUND - 1;
    return (int)(said < -most ? -most : said > most ? most : said);
}

// What the engine has.

bool external_knows(const struct buffer *names, const char *name, size_t length) {
    char line[EXTERNAL_NAME + 2];
    snprintf(line, sizeof line, "\n%.*s\n", (int)length, name);
    return names->length > 0 && strstr(names->data, line);
}

void external_note(struct buffer *names, const char *name, size_t length) {
    if (length > 0 && length < EXTERNAL_NAME && !external_knows(names, name, length))
        buffer_printf(names, "%s%.*s\n", names->length ? "" : "\n", (int)length, name);
}

void external_note_spin(struct external *external, const char *name, size_t length, long low,
                        long high) {
    external_note(&external->known, name, length);
    buffer_printf(&external->bounds, "\n%.*s=%ld %ld", (int)length, name, low, high);
}

bool external_takes(const struct external *external, const char *option, struct error *error) {
    const char *command = external->settings.command, *value = strchr(option, '=') + 1, *at;
    int length = (int)(value - 1 - option);
    char name[EXTERNAL_NAME + 3], *end;
    long low, high, number = strtol(value, &end, 10);
    end += strspn(end, " \t");
    if (!external_knows(&external->known, option, (size_t)length))
        return error_set(error, "engine '%s' has no option '%.*s'", command, length, option);
    snprintf(name, sizeof name, "\n%.*s=", length, option);
    if (!external->bounds.length || !(at = strstr(external->bounds.data, name)) ||
        sscanf(at + strlen(name), "%ld %ld", &low, &high) != 2 ||
        (number >= low && number <= high && end > value && !*end))
        return true;
    return error_set(error, "engine '%s' takes %.*s from %ld to %ld, not '%s'", command, length,
                     option, low, high, value);
}

bool external_choose_variant(struct external *external) {
    const char *own = external->tables->variant.name;
    const struct buffer *names = &external->games;
    char *chosen = external->variant;
    size_t size = sizeof external->variant;
    snprintf(chosen, size, "%s", external->settings.variant ? external->settings.variant : own);
    bool found = external_knows(names, chosen, strlen(chosen));
    if (!found && !external->settings.variant) {
        size_t length = 0;
        for (const char *at = own; *at; at++)
            if (*at != '-')
                chosen[length++] = *at;
        chosen[length] = '\0';
        const char *tail = strstr(own, "-shogi");
        found = external_knows(names, chosen, strlen(chosen));
        if (!found && tail) {
            snprintf(chosen, size, "%.*s", (int)(tail - own), own);
            found = external_knows(names, chosen, strlen(chosen));
        }
    }
    if (!found)
        chosen[0] = '\0';
    return found;
}

bool external_unknown_game(const struct external *external, struct error *error) {
    enum { LIST = 150 };
    const char *own = external->settings.variant;
    struct buffer list = buffer_init();
    for (const char *at = external->games.data; external->games.length > 1 && *++at;)
        if (*at != '\n')
            buffer_char(&list, *at);
        else if (at[1])
            buffer_text(&list, ", ");
    error_set(error, "engine '%s' does not announce a variant %s, but %.*s%s%s",
              external->settings.command, own ? own : external->tables->variant.name, LIST,
              list.length ? list.data : "none at all", list.length > LIST ? "..." : "",
              own ? "" : "; variant=NAME where it calls the game otherwise");
    buffer_destroy(&list);
    return false;
}

// Life and death.

// Ends the program, if it runs; one that hangs is not asked.
static void end_program(struct external *external, bool ask) {
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
    buffer_clear(&external->bounds);
    buffer_clear(&external->games);
    external->complaint[0] = '\0';
    if (external->protocol->greet(external, error))
        return true;
    end_program(external, false);
    return false;
}

bool external_new_game(struct external *external, const char *opening, struct error *error) {
    external->told = 0;
    external->heard_clock = false;
    external->crashes = external->crashed ? external->crashes + 1 : 0;
    external->crashed = false;
    if (external->crashes == EXTERNAL_CRASHES)
        return error_set(error, "engine '%s' crashed in %d games in a row; the last time it %s",
                         external->settings.command, EXTERNAL_CRASHES, external->crash);
    if (external->used && external->protocol->keeps)
        end_program(external, true);
    if (external->process && external->protocol->new_game(external, opening, error))
        return true;
    end_program(external, false); // it may have died since the last game: once more from the start
    if (!external_start(external, error))
        return false;
    if (external->protocol->new_game(external, opening, error))
        return true;
    end_program(external, false);
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
    external->crashed = answer->status == PLAYER_CRASH;
    if (external->crashed)
        memcpy(external->crash, answer->text, sizeof external->crash);
    // Otherwise it is in step, or its next game puts it there.
    if (answer->status == PLAYER_CRASH || answer->status == PLAYER_HANG ||
        answer->status == PLAYER_STOPPED)
        end_program(external, false);
}

void external_stop(struct external *external) {
    atomic_store(&external->stop, true);
}

void external_destroy(struct external *external) {
    if (!external)
        return;
    end_program(external, true);
    if (external->log >= 0)
        close(external->log);
    buffer_destroy(&external->known);
    buffer_destroy(&external->bounds);
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
            error_errno(error, settings->log);
            external_destroy(external);
            return NULL;
        }
    }
    return external;
}

// Does the program know the game? One that does not would lose every game by its first move, and
// the match would say how strong the other is.

enum { ANSWER = 3000, AFTERWARDS = 300, TRIAL = 5000 }; // milliseconds

// "Nodes searched: 30", "Total: 30", "nodes 30"; not what a search tells of itself. False: none.
static bool read_count(const char *line, uint64_t *moves) {
    static const char *const words[] = {"nodes searched", "nodes", "total", "leaves"};
    if (external_word(line, "info") && !strstr(line, "string"))
        return false;
    for (int i = 0; i < ARRAY_LENGTH(words); i++) {
        const char *at = strcasestr(line, words[i]);
        if (!at)
            continue;
        at += strlen(words[i]);
        at += strspn(at, " \t:=");
        if (!isdigit((unsigned char)*at))
            continue;
        *moves = strtoull(at, NULL, 10);
        return true;
    }
    return false;
}

// How many moves the program, which has just been started, counts in the start position, where it
// can. A program that does not know the question may do anything: it is not asked anything else
// afterwards.
static bool hear(struct external *external, const char *opening, bool *counted, uint64_t *moves,
                 struct error *error) {
    const char *done, *line;
    *counted = false;
    if (!external->protocol->ask_count(external, opening, &done, error))
        return false;
    int64_t deadline = process_now() + ANSWER;
    bool waits = true;
    while (!*counted) {
        enum process_status status = external_read(external, deadline, &line);
        if (status == PROCESS_STOPPED)
            return external_broken(external, status, "", error);
        if (status != PROCESS_DONE)
            return true;
        *counted = read_count(line, moves);
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
        const struct player_question question = {
            .opening = opening, .position = &referee->position, .limits = {.depth = 1}};
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

static bool check_count(struct external *external, const char *opening, uint64_t told,
                        struct error *error) {
    struct position position;
    if (!fen_parse(opening, external->tables, &position, error))
        return false;
    uint64_t moves = perft(&position, 1);
    return told == moves ||
           error_set(error,
                     "engine '%s' does not play %s by these rules: it counts %" PRIu64
                     " moves in the start position, not %" PRIu64 " (check=no plays all the same)",
                     external->settings.command, external->tables->variant.name, told, moves);
}

bool external_check_game(struct external *external, struct error *error) {
    const struct tables *tables = external->tables;
    const char *opening = variant_start_fen(&tables->variant, &tables->rules);
    bool counted;
    uint64_t told;
    if (external->settings.unchecked)
        return true;
    bool done = external_start(external, error) && hear(external, opening, &counted, &told, error);
    if (done && !counted)
        end_program(external, false);
    done = done && (counted ? check_count(external, opening, told, error)
                            : try_move(external, opening, error));
    end_program(external, false);
    return done;
}
