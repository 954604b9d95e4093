// SPDX-License-Identifier: GPL-3.0-or-later
// UCI and USI engines. Both are told the whole position before each move, so they are never out of
// step; what differs is a handful of words and how squares are written.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "external_internal.h"
#include "notation.h"
#include "score.h"
#include "usi.h"

static bool is_usi(const struct external *external) {
    return external->protocol == &external_usi;
}

static const char *const variant_options[] = {"UCI_Variant", "USI_Variant"};

// "option name NAME type TYPE ... var X var Y"
static void note_option(struct external *external, const char *text) {
    text = external_word(text, "name");
    if (!text)
        return;
    const char *end = strstr(text, " type ");
    size_t length = end ? (size_t)(end - text) : strlen(text);
    buffer_add(&external->known, text, length);
    buffer_char(&external->known, '\n');
    for (int i = 0; end && i < ARRAY_LENGTH(variant_options); i++)
        if (length == strlen(variant_options[i]) && strncmp(text, variant_options[i], length) == 0)
            external_choose_variant(external, end, " ");
}

// Reads on until a line begins with the word; notes the options that are told of on the way.
static enum process_status wait_for(struct external *external, const char *word) {
    int64_t deadline = process_now() + external->settings.timeout_ms;
    for (;;) {
        const char *line, *rest;
        enum process_status status = external_read(external, deadline, &line);
        if (status != PROCESS_DONE || external_word(line, word))
            return status;
        if ((rest = external_word(line, "option")))
            note_option(external, rest);
    }
}

static bool await_word(struct external *external, const char *word, struct error *error) {
    enum process_status status = wait_for(external, word);
    return status == PROCESS_DONE || external_broken(external, status, word, error);
}

static bool await_ready(struct external *external, struct error *error) {
    external_send_text(external, "isready");
    return await_word(external, "readyok", error);
}

static bool greet(struct external *external, struct error *error) {
    external->variant[0] = '\0';
    external_send_text(external, external->protocol->name);
    if (!await_word(external, is_usi(external) ? "usiok" : "uciok", error))
        return false;
    for (int i = 0; i < external->settings.option_count; i++) {
        const char *option = external->settings.options[i], *equals = strchr(option, '=');
        int length = (int)(equals - option);
        if (!external_knows(external, option, (size_t)length))
            return error_set(error, "engine '%s' has no option '%.*s'", external->settings.command,
                             length, option);
        external_send(external, "setoption name %.*s value %s", length, option, equals + 1);
    }
    // A game that it did not announce may stand in a file that an option named.
    const char *variant = external->variant[0] ? external->variant : external->tables->variant.name;
    for (int i = 0; i < ARRAY_LENGTH(variant_options); i++)
        if (external_knows(external, variant_options[i], strlen(variant_options[i])))
            external_send(external, "setoption name %s value %s", variant_options[i], variant);
    return await_ready(external, error);
}

static bool new_game(struct external *external, const char *opening, struct error *error) {
    (void)opening;
    external_send_text(external, is_usi(external) ? "usinewgame" : "ucinewgame");
    return await_ready(external, error);
}

// Engines read long lists of moves slowly. What happened before matters to repetition alone: the
// first position that stood twice, or the current one.
static int first_repeated(const struct history *history) {
    for (int i = 0; i < history->count - 1; i++)
        for (int j = i + 1; j < history->count; j++)
            if (history->visits[i].key == history->visits[j].key)
                return i;
    return history->count - 1;
}

static void position_text(const struct external *external, const struct position *position,
                          struct buffer *line) {
    char text[FEN_TEXT];
    if (is_usi(external))
        buffer_printf(line, "position sfen %s", sfen_print(position, text));
    else
        buffer_printf(line, "position fen %s", fen_print(position, text));
}

static bool send_position(struct external *external, const struct player_question *question) {
    struct position position;
    struct buffer line = buffer_init();
    int start = first_repeated(question->history);
    bool done = fen_parse(question->opening, external->tables, &position, NULL);
    for (int i = 0; done && i < question->count; i++) {
        char text[MOVE_TEXT];
        struct undo undo;
        Move move = question->moves[i];
        if (i == start)
            position_text(external, &position, &line);
        if (i >= start)
            buffer_printf(&line, "%s %s", i == start ? " moves" : "",
                          is_usi(external) ? usi_move_print(move, external->tables, text)
                                           : move_print(move, text));
        position_make(&position, move, &undo);
    }
    if (start >= question->count)
        position_text(external, &position, &line);
    done = done && !line.failed;
    if (done)
        external_send_text(external, line.data);
    buffer_destroy(&line);
    return done;
}

static void read_info(const char *text, struct player_answer *answer) {
    for (const char *at = text; *at;) {
        const char *rest;
        if ((rest = external_word(at, "nodes")))
            answer->nodes = strtoull(rest, NULL, 10);
        else if ((rest = external_word(at, "cp"))) {
            answer->score = (int)strtol(rest, NULL, 10);
            answer->scored = true;
        } else if ((rest = external_word(at, "mate"))) {
            int moves = atoi(rest); // USI also says "mate +" and "mate -"
            bool loses = *rest == '-';
            int plies = moves < 0 ? -moves : moves;
            answer->score = loses ? -(SCORE_MATE - plies) : SCORE_MATE - plies;
            answer->scored = true;
        } else if (external_word(at, "pv") || external_word(at, "string"))
            return;
        at += strcspn(at, " \t");
        at += strspn(at, " \t");
    }
}

static bool take(struct external *external, const struct player_question *question,
                 const char *line, struct player_answer *answer) {
    const char *rest = external_word(line, "info");
    if (rest) {
        read_info(rest, answer);
        return false;
    }
    rest = external_word(line, "bestmove");
    if (!rest)
        return false;
    char text[MOVE_TEXT];
    struct error error;
    struct position position = *question->position;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(rest, " \t"), rest);
    answer->status = PLAYER_MOVE;
    if (strcmp(text, "resign") == 0)
        answer->status = PLAYER_RESIGN;
    else if (!(is_usi(external) ? usi_move_parse(text, &position, &answer->move, &error)
                                : move_parse(text, &position, &answer->move, &error)))
        external_wrong(answer, "said '%s': %s", line, error.text);
    return true;
}

static bool send_go(struct external *external, struct limits limits) {
    struct buffer line = buffer_init();
    buffer_text(&line, "go");
    if (limits.depth)
        buffer_printf(&line, " depth %d", limits.depth);
    if (limits.nodes)
        buffer_printf(&line, " nodes %" PRIu64, limits.nodes);
    if (limits.milliseconds)
        buffer_printf(&line,
                      is_usi(external) ? " btime 0 wtime 0 byoyomi %" PRId64 : " movetime %" PRId64,
                      limits.milliseconds);
    bool done = !line.failed;
    if (done)
        external_send_text(external, line.data);
    buffer_destroy(&line);
    return done;
}

static void ask(struct external *external, const struct player_question *question,
                struct player_answer *answer) {
    if (!send_position(external, question)) {
        answer->status = PLAYER_UNASKED;
        return;
    }
    // The time that it takes to read the position is not the engine's.
    external_send_text(external, "isready");
    enum process_status status = wait_for(external, "readyok");
    if (status != PROCESS_DONE) {
        external_failed(external, status, "readyok", answer);
        return;
    }
    if (send_go(external, question->limits))
        external_await(external, question, "stop", take, answer);
    else
        answer->status = PLAYER_UNASKED;
}

const struct protocol external_uci = {"uci", true, false, greet, new_game, ask};
const struct protocol external_usi = {"usi", true, false, greet, new_game, ask};
