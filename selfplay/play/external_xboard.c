// SPDX-License-Identifier: GPL-3.0-or-later
// CECP engines (xboard, version 2). The engine keeps the position: it hears every move in force
// mode and is then told to go. What it refuses shows at the next ping. There is no word that clears
// its tables, and HaChu takes positions of another opening for those of this game: so each game has
// a program of its own.
#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "external_internal.h"
#include "notation.h"
#include "outcome.h"
#include "score.h"
#include "xboard.h"

enum { SILENCE = 2000, MEMORY = 64, VALUE = 1 << 14 }; // milliseconds; MiB; bytes
enum { RANKS_FROM_0 = 10 }; // ranks of the one board that the protocol numbers from 0

// Greeting: features are NAME=VALUE pairs, the value in quotes where it has blanks.

static void take_feature(struct external *external, const char *name, const char *value) {
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {
        {"ping", &external->ping},
        {"setboard", &external->setboard},
        {"usermove", &external->usermove},
        {"memory", &external->memory},
    };
    for (int i = 0; i < ARRAY_LENGTH(flags); i++)
        if (strcmp(name, flags[i].name) == 0)
            *flags[i].flag = strcmp(value, "1") == 0;
    if (strcmp(name, "variants") == 0) {
        for (const char *at = value; *at; at += strspn(at, ", ")) {
            size_t length = strcspn(at, ", ");
            external_note(&external->games, at, length);
            at += length;
        }
    } else if (strcmp(name, "option") == 0) {
        const char *end = strstr(value, " -"); // "NAME -TYPE ..."
        size_t length = end ? (size_t)(end - value) : strlen(value);
        long low, high;
        if (end && sscanf(end, " -spin %*d %ld %ld", &low, &high) == 2)
            external_note_spin(external, value, length, low, high);
        else
            external_note(&external->known, value, length);
    }
}

// True when "done=1" was among them.
static bool take_features(struct external *external, const char *at, int64_t *deadline) {
    bool done = false;
    char name[32], value[VALUE];
    while (*at) {
        size_t length = strcspn(at, "= \t");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        at += length;
        if (*at++ != '=')
            return done;
        const char *end = *at == '"' ? " \t" : NULL;
        size_t count = end ? strcspn(++at, "\"") : strcspn(at, " \t");
        snprintf(value, sizeof value, "%.*s", (int)count, at);
        at += count;
        if (*at == '"')
            at++;
        at += strspn(at, " \t");
        if (strcmp(name, "done") == 0) {
            done = strcmp(value, "1") == 0;
            *deadline = process_now() + external->settings.timeout_ms; // done=0: wait for done=1
        }
        take_feature(external, name, value);
        // We cannot read the short notation, and rely on none of the others.
        bool refused = strcmp(name, "san") == 0 && strcmp(value, "1") == 0;
        external_send(external, "%s %s", refused ? "rejected" : "accepted", name);
    }
    return done;
}

// What the lowest rank is called on a board like XBoard's, which is as high as the column of pieces
// in hand beside it: "(PNB...) 10x10+12_chu ..." counts 12 ranks from 1. `usual` where the line
// says nothing of it.
static int low_rank(const char *setup, int usual) {
    int files, ranks, hands;
    if (*setup == '(')
        setup += strcspn(setup, " ");
    setup += strspn(setup, " ");
    return sscanf(setup, "%dx%d+%d", &files, &ranks, &hands) != 3
               ? usual
               : (hands > ranks ? hands : ranks) != RANKS_FROM_0;
}

// Waits until the engine has done all that it was told. When it refused a move, `*refused` (may be
// NULL) becomes true and `text` is what it said.
static enum process_status synchronise(struct external *external, bool *refused, char *text,
                                       size_t size) {
    if (!external->ping)
        return PROCESS_DONE;
    int number = ++external->pings;
    external_send(external, "ping %d", number);
    int64_t deadline = process_now() + external->settings.timeout_ms;
    for (;;) {
        const char *line, *rest;
        enum process_status status = external_read(external, deadline, &line);
        if (status != PROCESS_DONE)
            return status;
        if ((rest = external_word(line, "pong")) && atoi(rest) == number)
            return PROCESS_DONE;
        if ((rest = external_word(line, "setup")))
            external->low_rank = low_rank(rest, external->low_rank);
        if (refused && strncmp(line, "Illegal move", 12) == 0) {
            *refused = true;
            snprintf(text, size, "%s", line);
        }
    }
}

// Whether an option is the word of the protocol and not one that the engine announced.
static bool is_memory(const struct external *external, const char *option) {
    return strncmp(option, "memory=", 7) == 0 && !external_knows(&external->known, option, 6);
}

static bool send_options(struct external *external, struct error *error) {
    for (int i = 0; i < external->settings.option_count; i++) {
        const char *option = external->settings.options[i];
        if (is_memory(external, option))
            continue;
        if (!external_takes(external, option, error))
            return false;
        external_send(external, "option %s", option);
    }
    return true;
}

// HaChu crashes without, and no engine should guess. Once its table is there it keeps a best move
// of the array under a key that all start positions share, and plays that move from any of them,
// legal or not: so it hears of memory when the position stands.
static void send_memory(struct external *external) {
    const char *memory = NULL;
    for (int i = 0; i < external->settings.option_count; i++)
        if (is_memory(external, external->settings.options[i]))
            memory = external->settings.options[i] + 7;
    if (memory)
        external_send(external, "memory %s", memory);
    else if (external->memory)
        external_send(external, "memory %d", MEMORY);
}

// Hears what the program has: until it says that it is done, or nothing more.
static bool take_greeting(struct external *external, struct error *error) {
    buffer_clear(&external->games);
    int64_t deadline = process_now() + external->settings.timeout_ms;
    bool done = false, any = false;
    while (!done) {
        const char *line, *rest;
        enum process_status status = external_read(external, deadline, &line);
        if ((rest = external_word(line, "feature"))) {
            if (!any)
                deadline = process_now() + SILENCE;
            any = true;
            done = take_features(external, rest, &deadline);
        } else if (status == PROCESS_LATE && any) {
            break; // an engine that does not say when it is done
        } else if (status != PROCESS_DONE) {
            return external_broken(external, status, "'feature' (protocol=xboard)", error);
        }
    }
    return true;
}

static bool greet(struct external *external, struct error *error) {
    external->ping = external->setboard = external->usermove = external->memory = false;
    external_send(external, "xboard\nprotover 2");
    if (!take_greeting(external, error) || !send_options(external, error))
        return false;
    bool known = external_choose_variant(external);
    if (!known && external->settings.option_count > 0) {
        external_send(external, "protover 2"); // an option may have brought a file of games
        if (!take_greeting(external, error))
            return false;
        known = external_choose_variant(external);
    }
    return known || external_unknown_game(external, error);
}

// Games without drops have no brackets for hands. Their engines take the board alone for FIRST's
// turn, and HaChu nothing else: it ends at a blank.
static void send_board(struct external *external, const char *fen) {
    size_t board = strcspn(fen, "[ ");
    const char *fields = strchr(fen, ' ');
    if (external->tables->drops)
        external_send(external, "setboard %s", fen);
    else
        external_send(external, "setboard %.*s%s", (int)board, fen,
                      fields && fields[1] == 'b' ? fields : "");
}

static bool new_game(struct external *external, const char *opening, struct error *error) {
    const struct tables *tables = external->tables;
    external->low_rank = tables->ranks != RANKS_FROM_0;
    external_send(external, "new");
    external_send(external, "variant %s", external->variant);
    external_send(external, "force");
    external_send(external, "easy");
    external_send(external, "post");
    if (strcmp(opening, variant_start_fen(&tables->variant, &tables->rules)) != 0) {
        if (!external->setboard)
            return error_set(error, "engine '%s' cannot be given a position ('setboard')",
                             external->settings.command);
        send_board(external, opening);
    }
    send_memory(external);
    enum process_status status = synchronise(external, NULL, NULL, 0);
    return status == PROCESS_DONE || external_broken(external, status, "pong", error);
}

static bool ask_count(struct external *external, const char *opening, const char **done,
                      struct error *error) {
    if (!new_game(external, opening, error))
        return false;
    external_send(external, "perft 1");
    external_send(external, "ping %d", ++external->pings);
    *done = "pong";
    return true;
}

static void read_move(struct external *external, struct position *position,
                      struct player_answer *answer) {
    char text[sizeof external->said];
    struct error error;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(external->said, " \t"), external->said);
    if (text[0] && text[1] == '@')
        text[0] = (char)toupper((unsigned char)text[0]);
    answer->status = PLAYER_MOVE;
    if (!xboard_move_parse(external->low_rank, text, position, &answer->move, &error))
        external_wrong(answer, "said 'move %s': %s", external->said, error.text);
}

// A claim of the result: the engine gives up, or is wrong, for the referee saw no end.
static void read_claim(const char *line, enum side side, struct player_answer *answer) {
    if (external_word(line, side == FIRST ? "0-1" : "1-0") || external_word(line, "resign"))
        answer->status = PLAYER_RESIGN;
    else
        external_wrong(answer, "claims '%s' in a game that goes on", line);
}

enum { MATE_SAID = 100000 }; // and as many moves more or less: a mate

// "DEPTH SCORE TIME NODES PV"; the depth may have a mark behind it.
static bool read_thinking(const char *line, struct player_answer *answer) {
    long long values[4];
    const char *at = line;
    for (int i = 0; i < ARRAY_LENGTH(values); i++) {
        char *end;
        values[i] = strtoll(at, &end, 10);
        if (end == at)
            return false;
        at = end + (i == 0 ? strcspn(end, " \t") : 0);
    }
    answer->scored = true;
    answer->score = external_score(values[1]);
    int mate = abs(answer->score) - MATE_SAID; // in so many moves
    if (mate > 0 && mate < PLY_MAX / 2)
        answer->score =
            (int)(values[1] > 0 ? SCORE_MATE - (2 * mate - 1) : -(SCORE_MATE - 2 * mate));
    answer->depth = values[0] > 0 && values[0] <= INT32_MAX ? (int)values[0] : 0;
    answer->nodes = values[3] > 0 ? (uint64_t)values[3] : 0;
    return true;
}

static bool take(struct external *external, const struct player_question *question,
                 const char *line, struct player_answer *answer) {
    const char *rest;
    if (external_word(line, "resign") || external_word(line, "1-0") || external_word(line, "0-1") ||
        external_word(line, "1/2-1/2")) {
        read_claim(line, question->position->side, answer);
        return true;
    }
    if (read_thinking(line, answer))
        return false;
    if (!(rest = external_word(line, "move")))
        return false;
    size_t length = strlen(external->said);
    snprintf(external->said + length, sizeof external->said - length, "%s", rest);
    if (rest[0] && rest[strlen(rest) - 1] == ',')
        return false; // more steps follow
    struct position position = *question->position;
    read_move(external, &position, answer);
    external->told = question->count + 1;
    return true;
}

// Tells what was played since; the engine's own last move is known to it.
static void tell_moves(struct external *external, const struct player_question *question) {
    struct position position;
    bool read = fen_parse(question->opening, external->tables, &position, NULL);
    assert(read); // the game began there
    (void)read;
    external_send(external, "force");
    for (int i = 0; i < question->count; i++) {
        struct undo undo;
        char text[MOVE_TEXT];
        xboard_move_print(external->low_rank, &position, question->moves[i], false, text);
        if (i >= external->told)
            external_send(external, external->usermove ? "usermove %s" : "%s", text);
        position_make(&position, question->moves[i], &undo);
    }
    external->told = question->count;
}

// In centiseconds, and never none at all. Engines take the time of a move from 'st', which is in
// seconds, or from their clock: so the clock tells the truth, and 'st' never less than it.
static long long centiseconds_of(int64_t milliseconds) {
    return milliseconds < 10 ? 1 : milliseconds / 10;
}

// `level` is heard once a game: moves, minutes:seconds, seconds. The clocks themselves tell the
// rest.
static void send_limits(struct external *external, const struct player_question *question) {
    enum { HOUR = 3600000 };
    const struct time_control *control = &question->control;
    enum side side = question->position->side;
    int64_t seconds = (control->base + 999) / 1000, move = question->limits.milliseconds;
    long long own = centiseconds_of(move ? move : HOUR), other = own;
    if (question->timed) {
        own = centiseconds_of(question->clock[side].remaining);
        other = centiseconds_of(question->clock[!side].remaining);
    }
    if (question->timed && !external->heard_clock)
        external_send(external, "level %d %" PRId64 ":%02" PRId64 " %g", control->moves,
                      seconds / 60, seconds % 60, (double)control->increment / 1000);
    external->heard_clock |= question->timed;
    if (question->limits.depth)
        external_send(external, "sd %d", question->limits.depth);
    if (!question->timed)
        external_send(external, "st %lld", (own + 99) / 100);
    external_send(external, "time %lld", own);
    external_send(external, "otim %lld", other);
}

static void ask(struct external *external, const struct player_question *question,
                struct player_answer *answer) {
    bool refused = false;
    char text[64];
    external->said[0] = '\0';
    tell_moves(external, question);
    send_limits(external, question);
    enum process_status status = synchronise(external, &refused, text, sizeof text);
    if (status != PROCESS_DONE) {
        external_failed(external, status, "pong", answer);
        return;
    }
    if (refused) {
        char move[MOVE_TEXT];
        if (question->count > 0)
            external_wrong(answer, "refuses the legal move %s: %s",
                           move_print(question->moves[question->count - 1], move), text);
        else
            external_wrong(answer, "refuses a move before any was made: %s", text);
        return;
    }
    external_send(external, "go");
    external_await(external, question, "?", take, answer);
}

const struct protocol external_xboard = {"xboard", false,    false,     true,
                                         greet,    new_game, ask_count, ask};
