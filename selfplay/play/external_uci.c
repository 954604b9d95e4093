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

static bool is_usi(const struct external *external) {
    return external->protocol == &external_usi;
}

static const char *const variant_options[] = {"UCI_Variant", "USI_Variant"};

// The words after each "var", and what is there by default.
static void note_games(struct external *external, const char *at) {
    while (*at) {
        const char *name = external_word(at, "var");
        if (!name)
            name = external_word(at, "default");
        if (name) {
            external_note(&external->games, name, strcspn(name, " \t"));
            at = name;
        }
        at += strcspn(at, " \t");
        at += strspn(at, " \t");
    }
}

// "option name NAME type TYPE ... var X var Y"
static void note_option(struct external *external, const char *text) {
    text = external_word(text, "name");
    if (!text)
        return;
    const char *end = strstr(text, " type ");
    size_t length = end ? (size_t)(end - text) : strlen(text);
    const char *low = end ? strstr(end, " min ") : NULL, *high = end ? strstr(end, " max ") : NULL;
    if (low && high && strncmp(end, " type spin", 10) == 0)
        external_note_spin(external, text, length, atol(low + 5), atol(high + 5));
    else
        external_note(&external->known, text, length);
    for (int i = 0; end && i < ARRAY_LENGTH(variant_options); i++)
        if (length == strlen(variant_options[i]) && strncmp(text, variant_options[i], length) == 0)
            note_games(external, strstr(end, " combo ") ? end + 1 : "");
}

// Reads on until a line begins with the word; notes the options that are told of on the way.
static enum process_status wait_for(struct external *external, const char *word) {
    int64_t deadline = process_now() + external->settings.timeout_ms;
    for (;;) {
        const char *line, *rest;
        enum process_status status = external_read(external, deadline, &line);
        if (external_word(line, word)) // a late word was said all the same
            return status == PROCESS_LATE ? PROCESS_DONE : status;
        if (status != PROCESS_DONE)
            return status;
        if ((rest = external_word(line, "option")))
            note_option(external, rest);
    }
}

static bool await_ready(struct external *external, struct error *error) {
    external_send(external, "isready");
    enum process_status status = wait_for(external, "readyok");
    return status == PROCESS_DONE || external_broken(external, status, "readyok", error);
}

// Says hello and hears what the program has.
static bool say_hello(struct external *external, struct error *error) {
    const char *name = external->protocol->name;
    char welcome[16], expected[64];
    snprintf(welcome, sizeof welcome, "%sok", name);
    snprintf(expected, sizeof expected, "%s (protocol=%s)", welcome, name);
    buffer_clear(&external->games);
    external_send(external, "%s", name);
    enum process_status status = wait_for(external, welcome);
    return status == PROCESS_DONE || external_broken(external, status, expected, error);
}

static bool greet(struct external *external, struct error *error) {
    external->variant[0] = '\0';
    if (!say_hello(external, error))
        return false;
    for (int i = 0; i < external->settings.option_count; i++) {
        const char *option = external->settings.options[i], *equals = strchr(option, '=');
        int length = (int)(equals - option);
        if (!external_takes(external, option, error))
            return false;
        external_send(external, "setoption name %.*s value %s", length, option, equals + 1);
    }
    // A game that it did not announce may stand in a file that an option named.
    bool known = external_choose_variant(external), announces = external->games.length > 0;
    if (announces && !known && external->settings.option_count > 0) {
        if (!say_hello(external, error))
            return false;
        known = external_choose_variant(external);
    }
    if (announces && !known)
        return external_unknown_game(external, error);
    const char *own = external->settings.variant;
    const char *variant = known ? external->variant : own ? own : external->tables->variant.name;
    for (int i = 0; i < ARRAY_LENGTH(variant_options); i++)
        if (external_knows(&external->known, variant_options[i], strlen(variant_options[i])))
            external_send(external, "setoption name %s value %s", variant_options[i], variant);
    return await_ready(external, error);
}

static bool new_game(struct external *external, const char *opening, struct error *error) {
    (void)opening;
    external_send(external, "%s", is_usi(external) ? "usinewgame" : "ucinewgame");
    return await_ready(external, error);
}

static void position_text(const struct external *external, const struct position *position,
                          struct buffer *line) {
    char text[FEN_TEXT];
    if (is_usi(external))
        buffer_printf(line, "position sfen %s", sfen_print(position, text));
    else
        buffer_printf(line, "position fen %s", fen_print(position, text));
}

// The whole game: without its moves the program could not see that its next one repeats a position.
static void send_position(struct external *external, const struct player_question *question) {
    struct position position;
    struct buffer line = buffer_init();
    bool read = fen_parse(question->opening, external->tables, &position, NULL);
    assert(read); // the game began there
    (void)read;
    position_text(external, &position, &line);
    for (int i = 0; i < question->count; i++) {
        char text[MOVE_TEXT];
        buffer_printf(&line, "%s %s", i == 0 ? " moves" : "",
                      is_usi(external) ? usi_move_print(question->moves[i], external->tables, text)
                                       : move_print(question->moves[i], text));
    }
    external_send(external, "%s", line.data);
    buffer_destroy(&line);
}

static bool ask_count(struct external *external, const char *opening, const char **done,
                      struct error *error) {
    struct position position;
    struct buffer line = buffer_init();
    if (!new_game(external, opening, error) ||
        !fen_parse(opening, external->tables, &position, error))
        return false;
    position_text(external, &position, &line);
    external_send(external, "%s", line.data);
    external_send(external, "go perft 1");
    external_send(external, "isready");
    buffer_destroy(&line);
    *done = "readyok";
    return true;
}

// UCI counts the mating side's moves, USI plies. Of several lines the first is that of its move.
static void read_info(const char *text, bool by_moves, struct player_answer *answer) {
    const char *number = strstr(text, "multipv ");
    bool first = !number || atoi(number + strlen("multipv ")) <= 1;
    for (const char *at = text; *at;) {
        const char *rest;
        if ((rest = external_word(at, "nodes")))
            answer->nodes = strtoull(rest, NULL, 10);
        else if (first && (rest = external_word(at, "depth")))
            answer->depth = (int)strtol(rest, NULL, 10);
        else if (first && (rest = external_word(at, "cp"))) {
            answer->score = external_score(strtol(rest, NULL, 10));
            answer->scored = true;
        } else if (first && (rest = external_word(at, "mate"))) {
            int moves = atoi(rest); // USI also says "mate +" and "mate -"
            bool loses = *rest == '-';
            int plies = abs(moves < -PLY_MAX ? PLY_MAX : moves > PLY_MAX ? PLY_MAX : moves);
            if (by_moves)
                plies = loses ? 2 * plies : 2 * plies - (plies > 0);
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
        read_info(rest, !is_usi(external), answer);
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

// Our byoyomi is a word that only USI has; engines that speak both read it in UCI as well.
static void add_clock(const struct external *external, const struct player_question *question,
                      struct buffer *line) {
    const struct clock *first = &question->clock[FIRST], *second = &question->clock[SECOND];
    const struct clock *own = &question->clock[question->position->side];
    bool usi = is_usi(external);
    buffer_printf(line, " %s %" PRId64 " %s %" PRId64, usi ? "btime" : "wtime", first->remaining,
                  usi ? "wtime" : "btime", second->remaining);
    if (first->increment || second->increment)
        buffer_printf(line, " %s %" PRId64 " %s %" PRId64, usi ? "binc" : "winc", first->increment,
                      usi ? "winc" : "binc", second->increment);
    if (own->byoyomi || (usi && !first->increment && !second->increment))
        buffer_printf(line, " byoyomi %" PRId64, own->byoyomi);
    if (own->moves_to_go)
        buffer_printf(line, " movestogo %d", own->moves_to_go);
}

static void send_go(struct external *external, const struct player_question *question) {
    struct limits limits = question->limits;
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
    if (question->timed)
        add_clock(external, question, &line);
    external_send(external, "%s", line.data);
    buffer_destroy(&line);
}

static void ask(struct external *external, const struct player_question *question,
                struct player_answer *answer) {
    send_position(external, question);
    // The time that it takes to read the position is not the engine's.
    external_send(external, "isready");
    enum process_status status = wait_for(external, "readyok");
    if (status != PROCESS_DONE) {
        external_failed(external, status, "readyok", answer);
        return;
    }
    send_go(external, question);
    external_await(external, question, "stop", take, answer);
}

const struct protocol external_uci = {"uci", true, true, false, greet, new_game, ask_count, ask};
const struct protocol external_usi = {"usi", true, true, false, greet, new_game, ask_count, ask};
