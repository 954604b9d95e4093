// SPDX-License-Identifier: GPL-3.0-or-later
// kagami analyze: what the search thinks of a position, for people.
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_engine.h"
#include "cmd_terminal.h"
#include "diagram.h"
#include "json_file.h"
#include "memory.h"
#include "notation.h"

struct options {
    struct engine_options engine;
    struct answer_options answer;
    const char *fen, *moves;
    long long nodes, depth, lines, threads, hash;
    double seconds; // 0 = not given
    bool endless;
};

enum { SECONDS_DEFAULT = 5, REDRAW_MS = 60 };

static const struct option_row arguments[] = {
    {"VARIANT", .kind = ROW_TEXT, .completion = COMPLETE_VARIANT,
     OPTION_AT(struct options, engine.game.variant_name)},
};

static const struct option_row position_rows[] = {
    {"fen", "FEN", .kind = ROW_TEXT, OPTION_AT(struct options, fen)},
    {"moves", "MOVES", .kind = ROW_TEXT, OPTION_AT(struct options, moves)},
};
static const struct option_set position_set = {"Position", position_rows,
                                               ARRAY_LENGTH(position_rows), NULL, NULL};

static const struct option_row limit_rows[] = {
    {"nodes", "N", .kind = ROW_COUNT, .low = 1, .high = 1e12, OPTION_AT(struct options, nodes)},
    {"depth", "D", .kind = ROW_COUNT, .low = 1, .high = PLY_MAX - 1,
     OPTION_AT(struct options, depth)},
    {"time", "S", .kind = ROW_REAL, .low = 0.001, .high = 1e6, OPTION_AT(struct options, seconds)},
    {"infinite", NULL, OPTION_AT(struct options, endless)},
};
static const struct option_set limit_set = {
    "How long (the first limit that is met ends it, and so does Ctrl-C)", limit_rows,
    ARRAY_LENGTH(limit_rows), NULL, NULL};

static const struct option_row answer_rows[] = {
    {"lines", "N", "1", .kind = ROW_COUNT, .low = 1, .high = LINES_MAX,
     OPTION_AT(struct options, lines)},
    {"threads", "N", "1", .kind = ROW_COUNT, .low = 1, .high = 256,
     OPTION_AT(struct options, threads)},
    {"hash", "MIB", "64", .kind = ROW_COUNT, .low = 1, .high = 65536,
     OPTION_AT(struct options, hash)},
};
static const struct option_set set = {"What", answer_rows, ARRAY_LENGTH(answer_rows), NULL, NULL};

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

// An escape sequence where the terminal knows colours: 1 bold, 2 dim, 0 plain again.
static const char *style(const struct analysis *analysis, int code) {
    static const char *const codes[] = {"\033[0m", "\033[1m", "\033[2m"};
    return analysis->style.colour ? codes[code] : "";
}

static void score_text(const struct analysis *analysis, const struct search_result *line,
                       char text[32]) {
    int plies = SCORE_MATE - abs(line->score);
    if (!score_is_mate(line->score))
        snprintf(text, 32, "%.1f%%", 100 * session_expected(analysis->session, line->score));
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
    score_text(analysis, line, score);
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
        printf(" %s%s%s", i == 0 ? style(analysis, 1) : "", text, i == 0 ? style(analysis, 0) : "");
    }
    putchar('\n');
}

static void print_effort(const struct analysis *analysis) {
    const struct thought *last = &analysis->last;
    double seconds = (double)last->milliseconds / 1000;
    double speed = seconds > 0 ? (double)last->nodes / seconds / 1e6 : 0;
    printf("  %s%" PRIu64 " nodes  %.2f s  %.2f M nodes/s  table %d.%d%% full%s\n",
           style(analysis, 2), last->nodes, seconds, speed, last->full / 10, last->full % 10,
           style(analysis, 0));
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

// The board, and over the lines that come, if any, whose scores they have.
static void print_position(struct analysis *analysis, bool over) {
    const struct position *position = session_position(analysis->session);
    char fen[FEN_TEXT];
    struct buffer board = buffer_init();
    diagram_board(position, session_last_move(analysis->session), analysis->style, &board);
    terminal_print(&board, stdout);
    printf("\n  %s%s%s\n\n", style(analysis, 2), fen_print(position, fen), style(analysis, 0));
    if (!over)
        printf("  %sexpected score of the %s player, who is to move%s\n", style(analysis, 2),
               position->side == FIRST ? "first" : "second", style(analysis, 0));
    fflush(stdout);
}

// What programs read

static cJSON *json_line(const struct session *session, const struct search_result *line) {
    cJSON *object = cJSON_CreateObject(), *moves = json_add_array(object, "moves");
    int plies = SCORE_MATE - abs(line->score);
    json_add_number(object, "line", line->line + 1);
    json_add_number(object, "depth", line->depth);
    json_add_number(object, "seldepth", line->deepest);
    if (score_is_mate(line->score)) // in plies, negative when the side to move is mated
        json_add_number(object, "mate", line->score > 0 ? plies : -plies);
    else
        json_add_number(object, "score", line->score);
    json_add_number(object, "expected", round(1e4 * session_expected(session, line->score)) / 1e4);
    for (int i = 0; i < line->pv_length; i++) {
        char text[MOVE_TEXT];
        json_append(moves, cJSON_CreateString(move_print(line->pv[i], text)));
    }
    return object;
}

static int print_json(const struct analysis *analysis, struct outcome outcome) {
    const struct tables *tables = session_tables(analysis->session);
    const struct position *position = session_position(analysis->session);
    char rules[RULES_TEXT], fen[FEN_TEXT];
    struct answer answer = answer_init(NULL);
    cJSON *lines = cJSON_CreateArray();
    for (int i = 0; i < analysis->count; i++)
        json_append(lines, json_line(analysis->session, &analysis->lines[i]));
    rules_text(&tables->rules, &tables->variant, rules);
    answer_key(&answer, "variant", cell_text(tables->variant.name));
    answer_key(&answer, "rules", cell_text(rules));
    answer_key(&answer, "fen", cell_text(fen_print(position, fen)));
    answer_key(&answer, "side", cell_text(position->side == FIRST ? "first" : "second"));
    answer_key(&answer, "result", cell_text(result_text(outcome.result)));
    answer_key(&answer, "termination", cell_text(termination_name(outcome.termination)));
    answer_key(&answer, "nodes", cell_count(analysis->last.nodes));
    answer_key(&answer, "seconds", cell_number((double)analysis->last.milliseconds / 1000));
    answer_json_add(&answer, "lines", lines);
    return answer_show(&answer, true);
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

static int stop_pipe[2]; // a line for each signal

static void on_signal(int received) {
    int before = errno;
    if (write(stop_pipe[1], "stop\n", 5) == 5)
        errno = before;
    (void)received;
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
    if (pipe(stop_pipe) != 0) // stays open: a signal may come at any time
        return error_set(error, "cannot open a pipe: %s", strerror(errno));
    static const int signals[] = {SIGINT, SIGTERM, SIGUSR1};
    for (int i = 0; i < ARRAY_LENGTH(signals); i++)
        sigaction(signals[i],
                  &(const struct sigaction){.sa_handler = on_signal, .sa_flags = SA_RESTART}, NULL);
    const struct session_events events = {
        .context = analysis, .line = on_line, .thought = on_thought, .closed = is_finished};
    return session_search(analysis->session, &search, error) &&
           session_serve(analysis->session, stop_pipe[0], &events, error);
}

// The position that the options ask for.
static bool set_up(struct session *session, const struct options *options, struct error *error) {
    if (!session_start(session, options->fen, error))
        return false;
    char *moves = mem_strdup(options->moves ? options->moves : ""), *rest = moves, *word;
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

static int analyze(struct session *session, const struct options *options) {
    char hash[24], threads[24];
    struct error error = {""};
    snprintf(hash, sizeof hash, "%lld", options->hash);
    snprintf(threads, sizeof threads, "%lld", options->threads);
    if (!session_set_option(session, "Hash", hash, &error) ||
        !session_set_option(session, "Threads", threads, &error) ||
        !set_up(session, options, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    struct analysis *analysis = mem_calloc(1, sizeof *analysis);
    analysis->options = options;
    analysis->session = session;
    analysis->style = terminal_style();
    analysis->live = !options->answer.json && analysis->style.colour;
    struct outcome outcome = session_outcome(session);
    if (!options->answer.json)
        print_position(analysis, outcome.result != RESULT_NONE);
    bool done = outcome.result != RESULT_NONE || think(analysis, &error);
    int code = EXIT_DONE;
    erase(analysis);
    if (!done) {
        code = fail(EXIT_ERROR, "%s", error.text);
    } else if (options->answer.json) {
        code = print_json(analysis, outcome);
    } else if (outcome.result != RESULT_NONE) {
        printf("  the game is over: %s by %s\n", result_text(outcome.result),
               termination_name(outcome.termination));
    } else {
        for (int i = 0; i < analysis->count; i++)
            print_line(analysis, &analysis->lines[i], true);
        print_effort(analysis);
    }
    free(analysis);
    return code == EXIT_DONE ? terminal_finish() : code;
}

static int run(void *data, const char *line) {
    (void)line;
    struct options *options = data;
    bool bounded = options->nodes || options->depth || options->seconds > 0;
    if (!bounded && !options->endless)
        options->seconds = SECONDS_DEFAULT;
    options->endless &= !bounded;
    int code;
    struct session *session = engine_options_session(&options->engine, &code);
    if (!session)
        return code;
    code = analyze(session, options);
    session_destroy(session);
    return code;
}

static const struct option_use uses[] = {{&position_set, 0, NULL},
                                         {&limit_set, 0, NULL},
                                         {&set, 0, NULL},
                                         OPTION_USE(answer, struct options, answer),
                                         ENGINE_OPTIONS(struct options, engine),
                                         {0}};
const struct command command_analyze = {
    COMMAND_HEAD(analyze, GROUP_LOOK, arguments, uses, struct options, run),
    .arguments_needed = 1,
};
