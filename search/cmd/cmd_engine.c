// SPDX-License-Identifier: GPL-3.0-or-later
// kagami engine: for graphical interfaces and match runners, in the dialect that they speak.
#include "cmd_engine.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_terminal.h"
#include "uci.h"
#include "values_file.h"
#include "version.h"
#include "xboard.h"

static const struct option_row session_rows[] = {
    {"values", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE,
     OPTION_AT(struct engine_options, values)},
};
const struct option_set engine_option_set = {NULL, session_rows, ARRAY_LENGTH(session_rows), NULL,
                                             NULL};

struct session *engine_options_session(const struct engine_options *options, int *code) {
    struct tables *tables = game_options_tables(&options->game, code);
    if (!tables)
        return NULL;
    struct error error = {""};
    struct session *session =
        session_create(&tables->variant, &tables->rules, values_file_load, &error);
    if (session && options->values &&
        !session_set_option(session, "ValuesFile", options->values, &error)) {
        session_destroy(session);
        session = NULL;
    }
    if (!session)
        *code = fail(EXIT_USAGE, "%s", error.text);
    free(tables);
    return session;
}

// The command

enum { FIRST_LINE = 256 };
static const char name[] = "Kagami " KAGAMI_VERSION;

struct options {
    struct engine_options engine;
    enum { SPEAK_AS_ASKED, SPEAK_UCI, SPEAK_USI, SPEAK_XBOARD } protocol;
};

static const struct option_row arguments[] = {
    {"VARIANT", .kind = ROW_TEXT, .completion = COMPLETE_VARIANT,
     OPTION_AT(struct options, engine.game.variant_name)},
};
static const struct option_row rows[] = {
    {"protocol", NULL, "auto", "auto|uci|usi|xboard", .kind = ROW_CHOICE,
     OPTION_AT(struct options, protocol)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

// Writes the first line that is not blank, without its end; "" at the end of input. Bytes come one
// at a time: what follows is left to the session.
static void read_first(char line[FIRST_LINE]) {
    int length = 0;
    char byte;
    while (read(STDIN_FILENO, &byte, 1) == 1) {
        if (byte == '\n' && length)
            break;
        if (byte != '\n' && byte != '\r' && length < FIRST_LINE - 1)
            line[length++] = byte;
    }
    line[length] = 0;
}

// By the first word; 0: none begins so.
static int protocol_of(const char *line) {
    static const char *const words[] = {[SPEAK_UCI] = "uci",
                                        [SPEAK_USI] = "usi",
                                        [SPEAK_XBOARD] = "xboard",
                                        [SPEAK_XBOARD + 1] = "protover"};
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    for (int i = SPEAK_UCI; i < ARRAY_LENGTH(words); i++)
        if (strlen(words[i]) == length && strncmp(line, words[i], length) == 0)
            return i < SPEAK_XBOARD ? i : SPEAK_XBOARD;
    return 0;
}

static void send(void *context, const char *line) {
    (void)context;
    puts(line);
    fflush(stdout);
}

static bool closed(void *context) {
    (void)context;
    return ferror(stdout);
}

// `first` is a line that has been read already, or "". Then standard input to its end, or until
// nobody hears standard output.
static int serve(struct session *session, struct session_events events, char *first) {
    struct error error = {""};
    events.closed = closed;
    signal(SIGPIPE, SIG_IGN); // an error of writing, not the end
    if (*first && !events.line(events.context, first))
        return terminal_finish();
    return session_serve(session, STDIN_FILENO, &events, &error)
               ? terminal_finish()
               : fail(EXIT_ERROR, "%s", error.text);
}

static int play_uci(struct session *session, enum uci_dialect dialect, char *first) {
    struct uci *uci = uci_create(dialect, session, name, send, NULL);
    int code = serve(session, uci_events(uci), first);
    uci_destroy(uci);
    return code;
}

static int play_xboard(struct session *session, const char *variant, char *first) {
    const struct xboard_config config = {.name = name, .variant = variant, .send = send};
    struct xboard *xboard = xboard_create(session, &config);
    int code = serve(session, xboard_events(xboard), first);
    xboard_destroy(xboard);
    return code;
}

static int run(void *data, const char *command_line) {
    (void)command_line;
    struct options *options = data;
    char first[FIRST_LINE] = "";
    int protocol = options->protocol;
    if (protocol == SPEAK_AS_ASKED) {
        read_first(first);
        protocol = *first ? protocol_of(first) : SPEAK_UCI;
    }
    if (!protocol)
        return fail(EXIT_ERROR,
                    "the first line must be uci, usi, xboard or protover, not '%s'; --protocol "
                    "does without",
                    first);
    if (!options->engine.game.variant_name)
        options->engine.game.variant_name = protocol == SPEAK_USI ? "shogi" : "kagamigi";
    int code;
    struct session *session = engine_options_session(&options->engine, &code);
    if (!session)
        return code;
    code = protocol == SPEAK_XBOARD
               ? play_xboard(session, options->engine.game.variant_name, first)
               : play_uci(session, protocol == SPEAK_USI ? DIALECT_USI : DIALECT_UCI, first);
    session_destroy(session);
    return code;
}

static const struct option_use uses[] = {
    {&set, 0, NULL}, ENGINE_OPTIONS(struct options, engine), {0}};
const struct command command_engine = {
    COMMAND_HEAD(engine, GROUP_ENGINE, arguments, uses, struct options, run),
};
