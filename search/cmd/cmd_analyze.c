// SPDX-License-Identifier: GPL-3.0-or-later
// kagami analyze: what the search thinks of a position, for people.
#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_engine.h"
#include "cmd_terminal.h"
#include "diagram.h"
#include "notation.h"

struct options {
    struct engine_options engine;
    const char *fen, *moves;
    long long nodes, depth, lines, threads, hash;
    double seconds; // 0 = not given
    bool endless, json;
};

enum {
    KEY_FEN = 256,
    KEY_MOVES,
    KEY_NODES,
    KEY_DEPTH,
    KEY_TIME,
    KEY_INFINITE,
    KEY_LINES,
    KEY_THREADS,
    KEY_HASH,
    KEY_JSON,
    SECONDS_DEFAULT = 5,
    SECONDS_MAX = 1000000,
    REDRAW_MS = 60
};

static const struct argp_option option_list[] = {
    {"fen", KEY_FEN, "FEN", 0, "Position (default: the start position)", 1},
    {"moves", KEY_MOVES, "MOVES", 0, "Moves played from there, with blanks between", 1},
    {0, 0, 0, 0, "How long (the first limit that is met ends it, and so does Ctrl-C):", 2},
    {"nodes", KEY_NODES, "N", 0, "Positions visited", 2},
    {"depth", KEY_DEPTH, "D", 0, "Plies", 2},
    {"time", KEY_TIME, "S", 0, "Seconds (default 5 when there is no other limit)", 2},
    {"infinite", KEY_INFINITE, 0, 0, "Until Ctrl-C", 2},
    {0, 0, 0, 0, "What:", 3},
    {"lines", KEY_LINES, "N", 0, "Best moves to show, each with its line (default 1)", 3},
    {"threads", KEY_THREADS, "N", 0, "Threads (default 1; with more, results vary)", 3},
    {"hash", KEY_HASH, "MIB", 0, "Table (default 64 MiB)", 3},
    {"json", KEY_JSON, 0, 0, "Print the answer as JSON", 3},
    {0}};

static bool parse_seconds(const char *text, double *seconds) {
    char *end;
    *seconds = strtod(text, &end);
    if (end != text && !*end && *seconds > 0 && *seconds <= SECONDS_MAX)
        return true;
    fail(EXIT_USAGE, "--time must be a number of seconds up to %d, not '%s'", SECONDS_MAX, text);
    return false;
}

static error_t usage_if(bool fine) {
    return fine ? 0 : EINVAL;
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->engine;
        return 0;
    case KEY_FEN:
        options->fen = text;
        return 0;
    case KEY_MOVES:
        options->moves = text;
        return 0;
    case KEY_NODES:
        return usage_if(parse_count(text, "--nodes", 1, 1000000000000, &options->nodes));
    case KEY_DEPTH:
        return usage_if(parse_count(text, "--depth", 1, PLY_MAX - 1, &options->depth));
    case KEY_TIME:
        return usage_if(parse_seconds(text, &options->seconds));
    case KEY_INFINITE:
        options->endless = true;
        return 0;
    case KEY_LINES:
        return usage_if(parse_count(text, "--lines", 1, LINES_MAX, &options->lines));
    case KEY_THREADS:
        return usage_if(parse_count(text, "--threads", 1, 256, &options->threads));
    case KEY_HASH:
        return usage_if(parse_count(text, "--hash", 1, 65536, &options->hash));
    case KEY_JSON:
        options->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            argp_error(state, "one VARIANT only; moves go into --moves \"...\"");
        options->engine.game.variant_name = text;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "VARIANT is missing; `kagami variants` lists them");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

struct analysis {
    const struct options *options;
    struct session *session;
    struct diagram_style style;
    bool live; // redraws the lines while it thinks
    int drawn; // rows that stand below the board
    int64_t drawn_at;
    struct search_result lines[LINES_MAX];
    int count;
    struct thought last;
    bool finished;
};

// What people read

static const char *dim(const struct analysis *analysis) {
    return analysis->style.colour ? "\033[2m" : "";
}
static const char *bold(const struct analysis *analysis) {
    return analysis->style.colour ? "\033[1m" : "";
}
static const char *plain(const struct analysis *analysis) {
    return analysis->style.colour ? "\033[0m" : "";
}

static void score_text(const struct search_result *line, char text[32]) {
    int plies = SCORE_MATE - abs(line->score);
    if (!score_is_mate(line->score))
        snprintf(text, 32, "%+.2f", line->score / 100.0);
    else
        snprintf(text, 32, "%s in %d", line->score > 0 ? "mate" : "mated", (plies + 1) / 2);
}

static int rows_of(const struct analysis *analysis) {
    int room = terminal_rows() - 3;
    return analysis->live && analysis->count > room ? (room > 1 ? room : 1) : analysis->count;
}

// One line of the search; `wraps`: all its moves, over several rows; otherwise those that fit.
static void print_line(const struct analysis *analysis, const struct search_result *line,
                       bool wraps) {
    char score[32], depth[16], text[MOVE_TEXT];
    score_text(line, score);
    snprintf(depth, sizeof depth, "%d/%d", line->depth, line->deepest);
    int used = printf("  %2d  %-7s %9s ", line->line + 1, depth, score);
    for (int i = 0; i < line->pv_length; i++) {
        move_print(line->pv[i], text);
        if (used + 1 + (int)strlen(text) > terminal_columns() - 1) {
            if (!wraps)
                break;
            used = printf("\n%*s", 24, "") - 1;
        }
        used += 1 + (int)strlen(text);
        printf(" %s%s%s", i == 0 ? bold(analysis) : "", text, i == 0 ? plain(analysis) : "");
    }
    putchar('\n');
}

static void print_effort(const struct analysis *analysis) {
    const struct thought *last = &analysis->last;
    double seconds = (double)last->milliseconds / 1000;
    double speed = seconds > 0 ? (double)last->nodes / seconds / 1e6 : 0;
    printf("  %s%" PRIu64 " nodes  %.2f s  %.2f M nodes/s  table %d.%d%% full%s\n", dim(analysis),
           last->nodes, seconds, speed, last->full / 10, last->full % 10, plain(analysis));
}

static void erase(struct analysis *analysis) {
    if (analysis->drawn > 0)
        printf("\033[%dA\033[J", analysis->drawn);
    analysis->drawn = 0;
}

static void redraw(struct analysis *analysis) {
    if (!analysis->live || analysis->count == 0 || control_now() - analysis->drawn_at < REDRAW_MS)
        return;
    erase(analysis);
    int rows = rows_of(analysis);
    for (int i = 0; i < rows; i++)
        print_line(analysis, &analysis->lines[i], false);
    print_effort(analysis);
    fflush(stdout);
    analysis->drawn = rows + 1;
    analysis->drawn_at = control_now();
}

static void print_position(struct analysis *analysis) {
    const struct position *position = session_position(analysis->session);
    char fen[FEN_TEXT];
    diagram_board(position, session_last_move(analysis->session), analysis->style, stdout);
    printf("\n  %s%s%s\n\n", dim(analysis), fen_print(position, fen), plain(analysis));
    fflush(stdout);
}

static void print_outcome(struct outcome outcome) {
    printf("  the game is over: %s by %s\n", result_text(outcome.result),
           termination_name(outcome.termination));
}

// What programs read

static cJSON *json_line(const struct search_result *line) {
    cJSON *object = cJSON_CreateObject(), *moves = cJSON_AddArrayToObject(object, "moves");
    int plies = SCORE_MATE - abs(line->score);
    cJSON_AddNumberToObject(object, "line", line->line + 1);
    cJSON_AddNumberToObject(object, "depth", line->depth);
    cJSON_AddNumberToObject(object, "seldepth", line->deepest);
    if (score_is_mate(line->score)) // in plies, negative when the side to move is mated
        cJSON_AddNumberToObject(object, "mate", line->score > 0 ? plies : -plies);
    else
        cJSON_AddNumberToObject(object, "score", line->score);
    for (int i = 0; i < line->pv_length; i++) {
        char text[MOVE_TEXT];
        cJSON_AddItemToArray(moves, cJSON_CreateString(move_print(line->pv[i], text)));
    }
    return object;
}

static bool print_json(const struct analysis *analysis, struct outcome outcome) {
    const struct tables *tables = session_tables(analysis->session);
    const struct position *position = session_position(analysis->session);
    char rules[RULES_TEXT], fen[FEN_TEXT];
    cJSON *json = cJSON_CreateObject(), *lines;
    cJSON_AddStringToObject(json, "variant", tables->variant.name);
    cJSON_AddStringToObject(json, "rules", rules_text(&tables->rules, &tables->variant, rules));
    cJSON_AddStringToObject(json, "fen", fen_print(position, fen));
    cJSON_AddStringToObject(json, "side", position->side == FIRST ? "first" : "second");
    cJSON_AddStringToObject(json, "result", result_text(outcome.result));
    cJSON_AddStringToObject(json, "termination", termination_name(outcome.termination));
    cJSON_AddNumberToObject(json, "nodes", (double)analysis->last.nodes);
    cJSON_AddNumberToObject(json, "seconds", (double)analysis->last.milliseconds / 1000);
    lines = cJSON_AddArrayToObject(json, "lines");
    for (int i = 0; i < analysis->count; i++)
        cJSON_AddItemToArray(lines, json_line(&analysis->lines[i]));
    char *text = cJSON_Print(json);
    cJSON_Delete(json);
    if (text)
        puts(text);
    free(text);
    return text;
}

// The search

static void on_thought(void *context, const struct thought *thought) {
    struct analysis *analysis = context;
    const struct search_result *result = &thought->result;
    analysis->last = *thought;
    bool exact = result->bound == BOUND_EXACT && result->depth > 0;
    if (thought->kind == THOUGHT_RESULT) {
        // The last iteration may have found a better move without coming to its end.
        if (exact && analysis->options->lines <= 1) {
            analysis->lines[0] = *result;
            analysis->count = 1;
        }
        analysis->finished = true;
    } else if (exact) {
        analysis->lines[result->line] = *result;
        if (result->line >= analysis->count)
            analysis->count = result->line + 1;
        redraw(analysis);
    }
}

static bool on_line(void *context, char *line) { // from the watch: any line means stop
    (void)line;
    session_stop(((struct analysis *)context)->session);
    return true;
}

static bool is_finished(void *context) {
    const struct analysis *analysis = context;
    return analysis->finished || ferror(stdout);
}

enum { SIGNAL_DONE = SIGUSR2 };

struct watch {
    sigset_t set;
    int to; // a line for each signal
};

static void *watch_signals(void *argument) {
    const struct watch *watch = argument;
    int received;
    while (sigwait(&watch->set, &received) == 0 && received != SIGNAL_DONE)
        if (write(watch->to, "stop\n", 5) != 5)
            break;
    return NULL;
}

// Thinks until a limit or a signal ends it.
static bool think(struct analysis *analysis, struct error *error) {
    const struct options *options = analysis->options;
    struct session_search search = {
        .limits = {.nodes = (uint64_t)options->nodes,
                   .depth = (int)options->depth,
                   .milliseconds = (int64_t)(1000 * options->seconds),
                   .lines = (int)options->lines},
        .mode = options->endless ? THINK_INFINITE : THINK_NORMAL,
    };
    int ends[2];
    struct watch watch;
    pthread_t thread;
    if (pipe(ends) != 0)
        return error_set(error, "cannot open a pipe: %s", strerror(errno));
    watch.to = ends[1];
    sigemptyset(&watch.set);
    sigaddset(&watch.set, SIGINT);
    sigaddset(&watch.set, SIGTERM);
    sigaddset(&watch.set, SIGUSR1);
    sigaddset(&watch.set, SIGNAL_DONE);
    pthread_sigmask(SIG_BLOCK, &watch.set, NULL);
    bool done = pthread_create(&thread, NULL, watch_signals, &watch) == 0;
    if (done) {
        const struct session_events events = {
            .context = analysis, .line = on_line, .thought = on_thought, .closed = is_finished};
        done = session_search(analysis->session, &search, error) &&
               session_serve(analysis->session, ends[0], &events, error);
        pthread_kill(thread, SIGNAL_DONE);
        pthread_join(thread, NULL);
    } else {
        error_set(error, "cannot start a thread");
    }
    close(ends[0]);
    close(ends[1]);
    return done;
}

// The position that the options ask for.
static bool set_up(struct session *session, const struct options *options, struct error *error) {
    if (!session_start(session, options->fen, error))
        return false;
    char *moves = strdup(options->moves ? options->moves : ""), *rest = moves, *word;
    if (!moves)
        return error_set(error, "out of memory");
    bool done = true;
    while (done && (word = strtok_r(rest, " \t\n", &rest))) {
        struct position position = *session_position(session);
        struct error cause = {""};
        Move move;
        done = move_parse(word, &position, &move, &cause) && session_play(session, move, &cause);
        if (!done)
            error_set(error, "move %d: %s", session_ply(session) + 1, cause.text);
    }
    free(moves);
    return done;
}

static int run(struct session *session, const struct options *options) {
    char hash[24], threads[24];
    struct error error = {""};
    snprintf(hash, sizeof hash, "%lld", options->hash);
    snprintf(threads, sizeof threads, "%lld", options->threads);
    if (!session_set_option(session, "Hash", hash, &error) ||
        !session_set_option(session, "Threads", threads, &error) ||
        !set_up(session, options, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    struct analysis *analysis = calloc(1, sizeof *analysis);
    if (!analysis)
        return fail(EXIT_ERROR, "out of memory");
    analysis->options = options;
    analysis->session = session;
    analysis->style = terminal_style();
    analysis->live = !options->json && analysis->style.colour;
    struct outcome outcome = session_outcome(session);
    if (!options->json)
        print_position(analysis);
    bool done = outcome.result != RESULT_NONE || think(analysis, &error);
    erase(analysis);
    if (!done) {
        fail(EXIT_ERROR, "%s", error.text);
    } else if (options->json) {
        done = print_json(analysis, outcome) || fail(EXIT_ERROR, "out of memory") == 0;
    } else if (outcome.result != RESULT_NONE) {
        print_outcome(outcome);
    } else {
        for (int i = 0; i < analysis->count; i++)
            print_line(analysis, &analysis->lines[i], true);
        print_effort(analysis);
    }
    free(analysis);
    return done ? terminal_finish() : EXIT_ERROR;
}

int cmd_analyze(int argc, char **argv) {
    static const struct argp_child children[] = {{&engine_options_argp, 0, 0, 0}, {0}};
    static const struct argp argp = {
        option_list,
        parse_option,
        "VARIANT",
        "Search a position and show the best lines.\v"
        "Depth is plies searched and plies of the longest line looked at; scores are hundreds of "
        "centi-values for the side to move, mates in its own moves. With one thread and a limit "
        "by nodes or depth the answer is always the same.",
        children,
        0,
        0};
    struct options options = {.lines = 1, .threads = 1, .hash = 64};
    argp_err_exit_status = EXIT_USAGE;
    if (argp_parse(&argp, argc, argv, 0, 0, &options) != 0)
        return EXIT_USAGE;
    if (!options.nodes && !options.depth && options.seconds == 0 && !options.endless)
        options.seconds = SECONDS_DEFAULT;
    struct session *session = engine_options_session(&options.engine);
    if (!session)
        return EXIT_USAGE;
    int code = run(session, &options);
    session_destroy(session);
    return code;
}
