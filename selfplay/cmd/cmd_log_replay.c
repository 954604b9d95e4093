// SPDX-License-Identifier: GPL-3.0-or-later
// kagami log replay: checks a log by playing its games again, or draws one of them.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmd_common.h"
#include "cmd_progress.h"
#include "cmd_terminal.h"
#include "notation.h"
#include "replay.h"

struct options {
    struct answer_options answer;
    const char *folder;
    long long game;
    bool game_given, show;
};

static const struct option_row arguments[] = {
    {"DIR", .kind = ROW_TEXT, .completion = COMPLETE_FOLDER, OPTION_AT(struct options, folder)},
};

static const struct option_row rows[] = {
    {"game", "K", .kind = ROW_COUNT, .high = 1e12, OPTION_AT(struct options, game),
     .given = offsetof(struct options, game_given)},
    {"show", OPTION_AT(struct options, show)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

struct viewer {
    const struct options *options;
    struct diagram_style style;
    struct progress progress;
    int64_t games;
    int ply;              // of the position drawn last; -1 before the opening
    Piece board[SQUARES]; // before the move that is drawn
};

static void print_mismatch(void *context, const char *text) {
    struct viewer *viewer = context;
    progress_clear(&viewer->progress);
    // Mismatches are the answer that was asked for; in JSON only their number is.
    fprintf(viewer->options->answer.json ? stderr : stdout, "%s\n", text);
}

static const char *bold(const struct viewer *viewer) {
    return viewer->style.colour ? "\033[1m" : "";
}
static const char *plain(const struct viewer *viewer) {
    return viewer->style.colour ? "\033[0m" : "";
}

static void count_game(void *context, const struct game_row *row, int mismatches) {
    (void)mismatches;
    struct viewer *viewer = context;
    if (viewer->options->show)
        printf("\n%s%s%s by %s\n", bold(viewer), result_text(row->result), plain(viewer),
               termination_name(row->termination));
    viewer->games++;
    if (viewer->games % 64 != 0 || !progress_due(&viewer->progress))
        return;
    char text[80];
    snprintf(text, sizeof text, "game %" PRId64, row->game);
    progress_show(&viewer->progress, text);
}

static void print_title(const struct viewer *viewer, const struct game_row *row) {
    printf("%sGame %" PRId64 "%s of %s, %s%s%s\n", bold(viewer), row->game, plain(viewer),
           row->variant, row->rules, *row->rules ? ", " : "", viewer->options->folder);
    printf("First:   %s\nSecond:  %s\n", row->first, row->second);
    printf("Result:  %s%s%s by %s after %" PRId64 " plies\n", bold(viewer),
           result_text(row->result), plain(viewer), termination_name(row->termination), row->plies);
    printf("Opening: %s\n", row->opening);
}

// "12. Second: Bishop d4g7 takes Pawn, promotes"
static void print_move(const struct viewer *viewer, const struct position *position, Move move) {
    const struct piece *pieces = position->tables->variant.piece;
    enum side mover = position->side == FIRST ? SECOND : FIRST;
    Type type =
        move_is_drop(move) ? move_dropped(move) : piece_type(viewer->board[move_from(move)]);
    Piece captured = move_is_drop(move) ? PIECE_EMPTY : viewer->board[move_to(move)];
    char text[MOVE_TEXT];
    printf("\n%s%d. %s%s  %s: %s%s", bold(viewer), viewer->ply, move_print(move, text),
           plain(viewer), mover == FIRST ? "First" : "Second", pieces[type].name,
           move_is_drop(move) ? " dropped" : "");
    if (captured != PIECE_EMPTY)
        printf(" takes %s", pieces[piece_type(captured)].name);
    if (move_is_promotion(move))
        printf(", becomes %s", pieces[type | TYPE_PROMOTED].name);
    putchar('\n');
}

static void draw_position(void *context, const struct game_row *row,
                          const struct position *position, Move last) {
    struct viewer *viewer = context;
    if (last == MOVE_NONE) {
        print_title(viewer, row);
        viewer->ply = 0;
        putchar('\n');
    } else {
        viewer->ply++;
        print_move(viewer, position, last);
    }
    struct buffer board = buffer_init();
    diagram_board(position, last, viewer->style, &board);
    terminal_print(&board, stdout);
    memcpy(viewer->board, position->board, sizeof viewer->board);
}

static int run(void *data, const char *line) {
    (void)line;
    const struct options *options = data;
    struct viewer viewer = {
        .options = options, .style = terminal_style(), .progress = progress_init()};
    struct replay_options replay = {
        .folder = options->folder,
        .game = options->show || options->game_given ? options->game : -1,
        .mismatch = print_mismatch,
        .position = options->show ? draw_position : NULL,
        .game_over = count_game,
        .context = &viewer,
    };
    struct replay_result result;
    struct error error = {""};
    bool done = replay_folder(&replay, &result, &error);
    progress_clear(&viewer.progress);
    if (!done)
        return fail(EXIT_ERROR, "%s", error.text);
    struct answer answer = answer_init(NULL);
    answer_head(&answer, "%s%" PRId64 " game%s confirmed, %" PRId64 " mismatch%s",
                options->show ? "\n" : "", result.confirmed, result.confirmed == 1 ? "" : "s",
                result.mismatches, result.mismatches == 1 ? "" : "es");
    answer_key(&answer, "games", cell_count(result.games));
    answer_key(&answer, "confirmed", cell_count(result.confirmed));
    answer_key(&answer, "mismatches", cell_count(result.mismatches));
    answer_key(&answer, "finished", cell_flag(!result.unfinished));
    if (result.unfinished && replay.game < 0)
        fprintf(stderr, "kagami: %s: the run is not finished\n", options->folder);
    int code = answer_show(&answer, options->answer.json);
    return code != EXIT_DONE ? code : result.mismatches ? EXIT_CHECK : EXIT_DONE;
}

static const struct option_use uses[] = {
    {&set, 0, NULL}, ANSWER_OPTIONS(struct options, answer), {0}};
const struct command command_log_replay = {
    .name = "log replay",
    .group = GROUP_CLUSTER,
    .text = help_log_replay_txt,
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .arguments_needed = 1,
    .uses = uses,
    .size = sizeof(struct options),
    .run = run,
};
