// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci_internal.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "memory.h"

static const struct dialect dialects[] = {
    [DIALECT_UCI] = {.name = "uci",
                     .prefix = "UCI_",
                     .file_type = "string",
                     .fen = "fen",
                     .no_move = "(none)",
                     .first_clock = "w",
                     .read_move = move_parse},
    [DIALECT_USI] = {.name = "usi",
                     .prefix = "USI_",
                     .file_type = "filename",
                     .fen = "sfen",
                     .no_move = "resign",
                     .first_clock = "b",
                     .is_usi = true,
                     .read_move = usi_move_parse},
};

struct uci *uci_create(enum uci_dialect dialect, struct session *session, const char *name,
                       void (*send)(void *context, const char *line), void *context) {
    struct uci *uci = mem_calloc(1, sizeof *uci);
    uci->dialect = &dialects[dialect];
    uci->session = session;
    uci->name = name;
    uci->send = send;
    uci->context = context;
    uci->start = buffer_init();
    uci->waiting = buffer_init();
    uci->line = buffer_init();
    return uci;
}

void uci_destroy(struct uci *uci) {
    free(uci->followed);
    buffer_destroy(&uci->start);
    buffer_destroy(&uci->waiting);
    buffer_destroy(&uci->line);
    free(uci);
}

// Answers

void uci_flush(struct uci *uci) {
    if (uci->line.length > 0) {
        for (char *at = uci->line.data; *at; at++)
            if (iscntrl((unsigned char)*at))
                *at = '?';
        uci->send(uci->context, uci->line.data);
    }
    buffer_clear(&uci->line);
}

void uci_say(struct uci *uci, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    buffer_vprintf(&uci->line, format, arguments);
    va_end(arguments);
    uci_flush(uci);
}

void uci_add_move(struct uci *uci, Move move) {
    char text[MOVE_TEXT];
    buffer_text(&uci->line, uci->dialect->is_usi
                                ? usi_move_print(move, session_tables(uci->session), text)
                                : move_print(move, text));
}

char *uci_word(char **text) {
    char *word = *text + strspn(*text, " \t");
    char *end = word + strcspn(word, " \t");
    *text = *end ? end + 1 : end;
    *end = 0;
    return word;
}

// Options

// Names begin with the protocol's prefix where its GUIs know them so.
static bool is_prefixed(const struct uci *uci, const char *name) {
    return strcmp(name, "Variant") == 0 ||
           (uci->dialect->is_usi && (strcmp(name, "Hash") == 0 || strcmp(name, "Ponder") == 0));
}

static void list_option(struct uci *uci, const struct session_option *option) {
    static const char *const types[] = {[OPTION_SPIN] = "spin",
                                        [OPTION_CHECK] = "check",
                                        [OPTION_COMBO] = "combo",
                                        [OPTION_STRING] = "string"};
    struct buffer *line = &uci->line;
    char name[64];
    snprintf(name, sizeof name, "%s", option->name);
    for (char *at = name; *at && uci->dialect->is_usi; at++)
        if (*at == ' ')
            *at = '_';
    buffer_printf(line, "option name %s%s type %s default %s",
                  is_prefixed(uci, option->name) ? uci->dialect->prefix : "", name,
                  option->kind == OPTION_FILE ? uci->dialect->file_type : types[option->kind],
                  *option->value ? option->value : "<empty>");
    if (option->kind == OPTION_SPIN)
        buffer_printf(line, " min %d max %d", option->low, option->high);
    for (int i = 0; i < option->choice_count; i++)
        buffer_printf(line, " var %s", option->choices[i]);
    uci_flush(uci);
}

static void hello(struct uci *uci) {
    uci_say(uci, "id name %s", uci->name);
    uci_say(uci, "id author the Kagami authors");
    struct session_option option;
    for (int i = 0; session_option(uci->session, i, &option); i++)
        if (option.applies)
            list_option(uci, &option);
    uci_say(uci, "%sok", uci->dialect->name);
}

// Without blanks at its ends, cut in place.
static char *trimmed(char *text) {
    text += strspn(text, " \t");
    for (char *end = text + strlen(text); end > text && strchr(" \t", end[-1]);)
        *--end = 0;
    return text;
}

// setoption name N... [value V...]
static void set_option(struct uci *uci, char *text) {
    char *word = uci_word(&text);
    if (strcmp(word, "name") != 0) {
        uci_say(uci, "info string expected: setoption name NAME value VALUE");
        return;
    }
    char *value = strstr(text, " value");
    if (value && (value[6] == ' ' || value[6] == 0)) {
        *value = 0;
        value = trimmed(value + 6);
    } else {
        value = text + strlen(text);
    }
    char *name = trimmed(text);
    if (strncasecmp(name, "UCI_", 4) == 0 || strncasecmp(name, "USI_", 4) == 0)
        name += 4;
    uci->follows = false; // it may have begun another game
    struct error error = {""};
    if (!session_set_option(uci->session, name, value, &error))
        uci_say(uci, "info string %s", error.text);
    else if (strcasecmp(name, "Variant") == 0) {
        char fen[FEN_TEXT];
        uci_say(
            uci, "info string variant %s startpos %s", session_tables(uci->session)->variant.name,
            (uci->dialect->is_usi ? sfen_print : fen_print)(session_position(uci->session), fen));
    }
}

// Positions

// Reads "startpos" or "fen ..." up to "moves" and begins there, unless the game begins there
// already.
static bool set_start(struct uci *uci, char **text, struct error *error) {
    char *from = *text, *moves = strstr(from, " moves");
    while (moves && moves[6] && moves[6] != ' ' && moves[6] != '\t')
        moves = strstr(moves + 1, " moves");
    *text = moves ? moves + 6 : from + strlen(from);
    if (moves)
        *moves = 0;
    if (uci->follows && uci->start.data && strcmp(from, uci->start.data) == 0)
        return true;
    uci->follows = false;
    buffer_clear(&uci->start);
    buffer_text(&uci->start, from);
    char *rest = from;
    const char *kind = uci_word(&rest);
    char fen[FEN_TEXT];
    bool started;
    if (strcmp(kind, "startpos") == 0 && !*uci_word(&rest))
        started = session_start(uci->session, NULL, error);
    else if (strcmp(kind, "fen") == 0) // both notations are understood by their own word
        started = session_start(uci->session, rest, error);
    else if (strcmp(kind, "sfen") == 0)
        started = sfen_to_fen(rest, session_tables(uci->session), fen, error) &&
                  session_start(uci->session, fen, error);
    else
        return error_set(error, "expected: position startpos|%s ... [moves ...]",
                         uci->dialect->fen);
    uci->follows = started;
    return started;
}

static bool follow(struct uci *uci, const char *word, struct error *error) {
    struct position position = *session_position(uci->session);
    Move move;
    int ply = session_ply(uci->session);
    uci->followed = mem_grow(uci->followed, ply, &uci->followed_room, sizeof *uci->followed);
    if (!uci->dialect->read_move(word, &position, &move, error) ||
        !session_play(uci->session, move, error))
        return false;
    snprintf(uci->followed[ply], sizeof uci->followed[ply], "%s", word);
    return true;
}

// position startpos|fen ... [moves ...]. Moves that were played already are not read again.
static void set_position(struct uci *uci, char *text) {
    struct error error = {""};
    text += strspn(text, " \t");
    uci->lost = true;
    if (!set_start(uci, &text, &error)) {
        uci_say(uci, "info string %s", error.text);
        return;
    }
    int ply = 0;
    char *word = uci_word(&text);
    while (*word && ply < session_ply(uci->session) && strcmp(word, uci->followed[ply]) == 0) {
        ply++;
        word = uci_word(&text);
    }
    while (session_ply(uci->session) > ply)
        session_take_back(uci->session);
    for (; *word; word = uci_word(&text))
        if (!follow(uci, word, &error)) {
            uci_say(uci, "info string move %d: %s", session_ply(uci->session) + 1, error.text);
            return;
        }
    uci->lost = false;
}

static void show(struct uci *uci) {
    char text[FEN_TEXT];
    const struct position *position = session_position(uci->session);
    struct outcome outcome = session_outcome(uci->session);
    uci_say(uci, "info string fen %s", fen_print(position, text));
    uci_say(uci, "info string sfen %s", sfen_print(position, text));
    if (outcome.result != RESULT_NONE)
        uci_say(uci, "info string the game is over: %s by %s", result_text(outcome.result),
                termination_name(outcome.termination));
}

// Commands

static void is_ready(struct uci *uci) {
    struct error error = {""};
    if (!session_thinking(uci->session) && !session_prepare(uci->session, &error))
        uci_say(uci, "info string %s", error.text);
    uci_say(uci, "readyok");
}

// Those that need an idle engine, and wait for it.
static bool idle_command(struct uci *uci, const char *word, char *rest) {
    if (strcmp(word, "position") == 0)
        set_position(uci, rest);
    else if (strcmp(word, "go") == 0)
        uci_go(uci, rest);
    else if (strcmp(word, "setoption") == 0)
        set_option(uci, rest);
    else if (strncmp(word, uci->dialect->name, 3) == 0 && strcmp(word + 3, "newgame") == 0)
        session_new_game(uci->session);
    else if (strcmp(word, "isready") == 0)
        is_ready(uci);
    else if (strcmp(word, "stop") == 0)
        session_stop(uci->session);
    else if (strcmp(word, "ponderhit") == 0)
        session_ponder_hit(uci->session);
    else if (strcmp(word, "d") == 0)
        show(uci);
    else
        return false;
    return true;
}

bool uci_line(void *context, char *line) {
    struct uci *uci = context;
    bool busy = session_thinking(uci->session);
    size_t before = uci->waiting.length;
    if (busy) // kept whole, for the time after the search
        buffer_text(&uci->waiting, line);
    const char *word = uci_word(&line);
    bool waits = false;
    if (strcmp(word, "quit") == 0)
        return false;
    if (strcmp(word, "gameover") == 0) { // nobody waits for the move any more
        session_cancel(uci->session);
        for (; uci->solved > 0; uci->solved--) // of a line of mate that was being put together
            session_take_back(uci->session);
        before = 0;
    } else if (strcmp(word, uci->dialect->name) == 0) {
        hello(uci);
    } else if (busy && strcmp(word, "isready") == 0 && before == 0) {
        is_ready(uci);
    } else if (busy && (strcmp(word, "stop") == 0 || strcmp(word, "ponderhit") == 0)) {
        // Of this search; and of the one that waits behind it, if there is one.
        idle_command(uci, word, line);
        waits = before > 0;
    } else if (busy) {
        waits = true;
    } else if (*word && strcmp(word, "debug") != 0 && strcmp(word, "register") != 0 &&
               !idle_command(uci, word, line)) {
        uci_say(uci, "info string unknown command '%.40s'", word);
    }
    if (waits) {
        buffer_char(&uci->waiting, '\n');
    } else if (busy) {
        uci->waiting.length = before;
        if (uci->waiting.data)
            uci->waiting.data[before] = 0;
    }
    return true;
}

// After a search: the lines that waited for it, up to the next search, and what they say of that.
static void catch_up(struct uci *uci) {
    bool goes_on = true;
    while (uci->waiting.length > 0 && goes_on) {
        char *end = strchr(uci->waiting.data, '\n');
        size_t length = (size_t)(end - uci->waiting.data);
        char *line = mem_strndup(uci->waiting.data, length), *rest = line;
        bool busy = session_thinking(uci->session);
        const char *word = busy ? uci_word(&rest) : "";
        goes_on = !busy || strcmp(word, "stop") == 0 || strcmp(word, "ponderhit") == 0 ||
                  strcmp(word, "isready") == 0;
        if (goes_on) {
            uci->waiting.length -= length + 1;
            memmove(uci->waiting.data, end + 1, uci->waiting.length + 1);
        }
        if (busy && goes_on)
            idle_command(uci, word, rest);
        else if (goes_on)
            uci_line(uci, line);
        free(line);
    }
}

static void on_thought(void *context, const struct thought *thought) {
    uci_report(context, thought);
    if (thought->kind == THOUGHT_RESULT)
        catch_up(context);
}

static void on_too_long(void *context) {
    struct uci *uci = context;
    uci_say(uci, "info string a line of more than %d characters was left out", 1 << 20);
    uci->lost = true; // nothing else is so long
}

struct session_events uci_events(struct uci *uci) {
    return (struct session_events){
        .context = uci, .line = uci_line, .thought = on_thought, .too_long = on_too_long};
}
