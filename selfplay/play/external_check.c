// SPDX-License-Identifier: GPL-3.0-or-later
// Does the program know the game? One that does not would lose every game by its first move, and
// the match would say how strong the other is.
// strcasestr is glibc's own.
#define _GNU_SOURCE
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "external_internal.h"
#include "memory.h"
#include "notation.h"
#include "perft.h"
#include "referee.h"

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
