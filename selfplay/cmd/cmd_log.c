// SPDX-License-Identifier: GPL-3.0-or-later
// kagami log: runs that were logged. status: how far they and batches of them have come. merge:
// puts the parts of a run together, or says what is missing. replay: checks a log by playing its
// games again, or draws one of them. export: their games in the formats of other programs. import:
// such games as a log.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cmd_common.h"
#include "cmd_progress.h"
#include "cmd_setup.h"
#include "cmd_terminal.h"
#include "export.h"
#include "games_import.h"
#include "json_file.h"
#include "log_reader.h"
#include "merge.h"
#include "notation.h"
#include "number.h"
#include "overview.h"
#include "replay.h"
#include "run.h"

struct options {
    struct answer_options answer;
    struct option_texts folders;
    bool line;       // of status
    const char *out; // of merge and import
    long long whole; // games of the run
    bool force;
    const char *folder; // of replay
    long long game;
    bool game_given, show;
    enum export_format format; // of export
    struct game_range games;
    struct game_options rules; // of import
    bool skip;
};
#define AT(member) OPTION_AT(struct options, member)

// --- status --------------------------------------------------------------------------------------

static const struct option_row status_rows[] = {
    {"line", NULL, AT(line)},
};

static bool status_check(void *data, struct error *error) {
    const struct options *options = data;
    return !options->line || !options->answer.json ||
           error_set(error, "--line and --json: only one");
}

static int status(void *data, const char *line) {
    (void)line;
    const struct options *options = data;
    struct error error;
    struct overview *overview = overview_read(&options->folders, (int64_t)time(NULL), &error);
    if (!overview)
        return fail(EXIT_ERROR, "%s", error.text);
    struct buffer text = buffer_init();
    int code = EXIT_DONE;
    if (options->line) {
        overview_line(overview, &text);
        fputs(text.data, stdout);
        code = terminal_finish();
    } else {
        struct answer answer = overview_answer(overview);
        code = answer_show(&answer, options->answer.json);
    }
    buffer_destroy(&text);
    overview_destroy(overview);
    return code;
}

// --- merge ---------------------------------------------------------------------------------------

static const struct option_row merge_rows[] = {
    {"out", "DIR", .kind = ROW_TEXT, .completion = COMPLETE_FOLDER, .letter = 'o', AT(out)},
    {"games", "N", .kind = ROW_COUNT, .low = 1, .high = 1e12, AT(whole)},
    {"force", AT(force)},
};

static bool merge_check(void *data, struct error *error) {
    const struct options *options = data;
    return options->out || error_set(error, "give a folder for the merged log: --out DIR");
}

static void show_progress(void *context, const char *doing, int done, int count) {
    struct progress *progress = context;
    char text[64];
    if (!progress_due(progress))
        return;
    snprintf(text, sizeof text, "%s %d of %d parts", doing, done, count);
    progress_show(progress, text);
}

// Lines of a buffer as a list of JSON.
static void add_lines(struct answer *answer, const char *key, const struct buffer *lines) {
    cJSON *list = cJSON_CreateArray();
    const char *at = lines->length ? lines->data : "";
    while (*at) {
        char line[600];
        int length = (int)strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", length, at);
        json_append(list, cJSON_CreateString(line));
        at += length + (at[length] == '\n');
    }
    answer_json_add(answer, key, list);
}

static void add_homogeneity(struct answer *answer, const struct merge *merge) {
    const struct homogeneity *alike = &merge->homogeneity;
    cJSON *bad = cJSON_CreateArray(), *z = cJSON_CreateArray();
    double most = 0;
    for (int i = 0; i < merge->count; i++) {
        const struct shard_counts *counts = &merge->counts[i];
        json_append(z, cJSON_CreateNumber(counts->z));
        if (counts->bad)
            json_append(bad, cJSON_CreateString(merge->parts[i].folder));
        if (fabs(counts->z) > fabs(most))
            most = counts->z;
    }
    if (alike->freedom == 0) {
        answer_line(answer, "parts alike?", "nothing to compare");
    } else {
        answer_line(answer, "parts alike?", "chi-square %.1f with %d degree%s of freedom, p %.3f%s",
                    alike->chi_square, alike->freedom, alike->freedom == 1 ? "" : "s", alike->p,
                    alike->small ? " (parts too small to rely on it)" : "");
        answer_line(
            answer, "",
            "the part that differs most does by %+.1f standard errors; suspicious beyond %.1f",
            most, alike->limit);
    }
    answer_open(answer, "homogeneity");
    answer_key(answer, "chi_square", cell_number(alike->chi_square));
    answer_key(answer, "freedom", cell_number(alike->freedom));
    answer_key(answer, "p", cell_number(alike->p));
    answer_key(answer, "limit", cell_number(alike->limit));
    answer_json_add(answer, "bad", bad);
    answer_json_add(answer, "z", z);
    answer_close(answer);
    for (int i = 0; i < merge->count; i++)
        if (merge->counts[i].bad)
            answer_warning(answer,
                           "%s differs from the others, z %+.1f: play it again elsewhere; where "
                           "the bytes differ, its machine or build is at fault, else it was chance",
                           merge->parts[i].folder, merge->counts[i].z);
}

static struct answer merge_answer(const struct merge *merge, const char *out) {
    struct answer answer = answer_init(NULL);
    bool whole = merge->faults.length == 0;
    answer_key(&answer, "merged", cell_flag(whole));
    answer_key(&answer, "folder", cell_text(out));
    answer_key(&answer, "games", cell_count(merge->range.total));
    answer_key(&answer, "parts", cell_number(merge->count));
    add_lines(&answer, "faults", &merge->faults);
    add_lines(&answer, "again", &merge->again);
    answer_key(&answer, "again_shards",
               cell_text(merge->again_shards.length ? merge->again_shards.data : ""));
    add_lines(&answer, "notes", &merge->notes);
    if (!whole)
        return answer;
    const int64_t *results = merge->tally->results;
    answer_sentence(&answer,
                    "%s: %" PRId64 " game%s of %d part%s, no gap, no overlap, one configuration",
                    out, merge->range.total, merge->range.total == 1 ? "" : "s", merge->count,
                    merge->count == 1 ? "" : "s");
    answer_line(&answer, "results", "first player +%" PRId64 " =%" PRId64 " -%" PRId64,
                results[RESULT_FIRST], results[RESULT_DRAW], results[RESULT_SECOND]);
    answer_line(&answer, "duplicates", "%" PRId64 " of the openings, %" PRId64 " of the games",
                merge->duplicates.openings, merge->duplicates.games);
    answer_key(&answer, "duplicate_openings", cell_count(merge->duplicates.openings));
    answer_key(&answer, "duplicate_games", cell_count(merge->duplicates.games));
    add_homogeneity(&answer, merge);
    return answer;
}

// What scripts read line by line: not laid out.
static int print_faults(const struct merge *merge) {
    fputs(merge->faults.data, stdout);
    puts("not merged");
    if (merge->again_shards.length)
        printf("play again: --array=%s\n", merge->again_shards.data);
    else if (merge->again.length)
        printf("play again:\n%s", merge->again.data);
    return terminal_finish();
}

static int show_merge(const struct options *options, const struct merge *merge) {
    bool whole = merge->faults.length == 0;
    if (merge->notes.length)
        fprintf(stderr, "kagami: %s", merge->notes.data);
    if (merge->was_there)
        fprintf(stderr, "kagami: %s holds this run already, nothing to do\n", options->out);
    struct answer answer = merge_answer(merge, options->out);
    int code;
    if (whole || options->answer.json) {
        code = answer_show(&answer, options->answer.json);
    } else {
        answer_destroy(&answer);
        code = print_faults(merge);
    }
    return code == EXIT_DONE && !whole ? EXIT_CHECK : code;
}

static int merge(void *data, const char *line) {
    (void)line;
    const struct options *options = data;
    struct log_folders folders = {0};
    struct progress progress = progress_init();
    struct error error = {""};
    struct merge merged = {0};
    bool done = log_folders_add_all(&folders, &options->folders, 1, &error);
    if (done) {
        struct merge_options parts = {.folders = (const char *const *)folders.path,
                                      .count = folders.count,
                                      .out = options->out,
                                      .games = options->whole,
                                      .force = options->force,
                                      .tick = show_progress,
                                      .context = &progress};
        done = merge_run(&parts, &merged, &error);
    }
    progress_clear(&progress);
    int code = done ? show_merge(options, &merged) : fail(EXIT_ERROR, "%s", error.text);
    merge_destroy(&merged);
    log_folders_destroy(&folders);
    return code;
}

// --- replay --------------------------------------------------------------------------------------

static const struct option_row replay_rows[] = {
    {"game", "K", .kind = ROW_COUNT, .high = 1e12, AT(game),
     .given = offsetof(struct options, game_given)},
    {"show", AT(show)},
};

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

static int replay(void *data, const char *line) {
    (void)line;
    const struct options *options = data;
    struct viewer viewer = {
        .options = options, .style = terminal_style(), .progress = progress_init()};
    struct replay_options again = {
        .folder = options->folder,
        .game = options->show || options->game_given ? options->game : -1,
        .mismatch = print_mismatch,
        .position = options->show && !options->answer.json ? draw_position : NULL,
        .game_over = count_game,
        .context = &viewer,
    };
    struct replay_result result;
    struct error error = {""};
    bool done = replay_folder(&again, &result, &error);
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
    if (result.unfinished && again.game < 0)
        fprintf(stderr, "kagami: %s: the run is not finished\n", options->folder);
    int code = answer_show(&answer, options->answer.json);
    return code != EXIT_DONE ? code : result.mismatches ? EXIT_CHECK : EXIT_DONE;
}

// --- export --------------------------------------------------------------------------------------

enum { GAMES_MAX = 1000000000 };

// "A..B", or "A" for one game.
static bool set_games(void *member, const char *text, struct error *error) {
    struct game_range *range = member;
    char first[NUMBER_TEXT];
    const char *last = number_split(text, "..", first);
    long long begin = 0, end = 0;
    bool fine = last ? number_count(first, 0, GAMES_MAX, &begin) &&
                           number_count(last, 0, GAMES_MAX, &end) && begin < end
                     : number_count(text, 0, GAMES_MAX, &begin);
    *range = (struct game_range){.begin = begin, .end = last ? end : begin + 1};
    return fine ||
           error_set(error, "takes A..B, games A to B-1, or the number of a game, not '%s'", text);
}

static const struct option_row export_rows[] = {
    {"format", "pgn|kif|csa|usi|csv", "pgn", "pgn|kif|csa|usi|csv", .kind = ROW_CHOICE, AT(format)},
    {"games", "A..B|K", .kind = ROW_OWN, .set = set_games, AT(games)},
};
static bool export_defaults(void *base, struct error *error) {
    struct options *options = base;
    (void)error;
    options->games = (struct game_range){.end = INT64_MAX};
    return true;
}

struct printer {
    struct progress progress;
    int64_t games;
};

static bool print(void *context, const struct buffer *text, struct error *error) {
    struct printer *printer = context;
    (void)error; // a pipe that was closed is told at the end
    fwrite(text->data, 1, text->length, stdout);
    if (++printer->games % 64 == 0 && progress_due(&printer->progress)) {
        char line[64];
        snprintf(line, sizeof line, "%" PRId64 " games", printer->games);
        progress_show(&printer->progress, line);
    }
    return !ferror(stdout);
}

static int export(void *data, const char *line) {
    (void)line;
    const struct options *options = data;
    struct log_folders folders = {0};
    struct printer printer = {.progress = progress_init()};
    struct export_result result = {0};
    struct error error = {""};
    bool done = log_folders_add_all(&folders, &options->folders, LOG_FOLDERS_DEEP, &error);
    if (done) {
        const struct export_options wanted = {.format = options->format,
                                              .folders = (const char *const *)folders.path,
                                              .count = folders.count,
                                              .begin = options->games.begin,
                                              .end = options->games.end,
                                              .take = print,
                                              .context = &printer};
        done = export_games(&wanted, &result, &error);
    }
    progress_clear(&printer.progress);
    log_folders_destroy(&folders);
    int code = terminal_finish();
    if (!done && *error.text)
        return fail(EXIT_ERROR, "%s", error.text);
    if (code == EXIT_DONE && result.games == 0)
        return fail(EXIT_ERROR, "no games");
    if (result.unfinished)
        fprintf(stderr, "kagami: %d of the runs are not finished: games may follow\n",
                result.unfinished);
    return code;
}

// --- import --------------------------------------------------------------------------------------

static const struct option_row import_rows[] = {
    {"game", "VARIANT", .kind = ROW_TEXT, .completion = COMPLETE_VARIANT, AT(rules.variant_name)},
    {"out", "DIR", .kind = ROW_TEXT, .completion = COMPLETE_FOLDER, .letter = 'o', AT(out)},
    {"skip", AT(skip)},
    {"force", AT(force)},
};

static bool import_check(void *data, struct error *error) {
    const struct options *options = data;
    return (options->rules.variant_name && options->out) ||
           error_set(error, "give the game that was played, and a folder for the log: --game "
                            "VARIANT --out DIR");
}

static void tell_fault(void *context, const char *text) {
    (void)context;
    fprintf(stderr, "kagami: %s\n", text);
}

static int import(void *data, const char *line) {
    struct options *options = data;
    struct setup setup = {0};
    struct error error = {""};
    int code = setup_load(&setup, &options->rules);
    struct games_import import = {
        .files = &options->folders,
        .skip = options->skip,
        .options = {.folder = options->out, .force = options->force, .command = line},
        .fault = tell_fault,
        .config = setup.config};
    if (code == EXIT_DONE && !games_import(&import, &error))
        code = fail(EXIT_ERROR, "%s", error.text);
    if (code == EXIT_DONE) {
        const struct run run = {.config = &import.config,
                                .folder = options->out,
                                .range = {.end = import.games, .total = import.games},
                                .log = import.log,
                                .first_game = import.log->next,
                                .threads = 1};
        struct answer answer = run_answer(&run);
        answer_key(&answer, "skipped", cell_count(import.faulty));
        code = answer_show_by(&answer, &options->answer);
    }
    runlog_destroy(import.log);
    setup_destroy(&setup);
    return code;
}

// --- The commands --------------------------------------------------------------------------------

static const struct option_row one_folder[] = {
    {"DIR", .kind = ROW_TEXT, .completion = COMPLETE_FOLDER, AT(folder)},
};
static const struct option_row many_folders[] = {
    {"DIR", .kind = ROW_TEXTS, .completion = COMPLETE_FOLDER, AT(folders)},
};

static const struct option_row files[] = {
    {"FILE", .kind = ROW_TEXTS, .completion = COMPLETE_FILE, AT(folders)},
};

#define COMMAND(word, dir, defaults, check_of, ...)                                                \
    static const struct option_set word##_set = {NULL, word##_rows, ARRAY_LENGTH(word##_rows),     \
                                                 defaults, NULL};                                  \
    static const struct option_use word##_uses[] = {{&word##_set, 0, NULL}, __VA_ARGS__{0}};       \
    const struct command command_log_##word = {.name = "log " #word,                               \
                                               .group = GROUP_CLUSTER,                             \
                                               .text = help_log_##word##_txt,                      \
                                               .arguments = dir,                                   \
                                               .argument_count = 1,                                \
                                               .arguments_needed = 1,                              \
                                               .uses = word##_uses,                                \
                                               .size = sizeof(struct options),                     \
                                               .check = check_of,                                  \
                                               .run = word};
COMMAND(status, many_folders, NULL, status_check, OPTION_USE(answer, struct options, answer), )
COMMAND(merge, many_folders, NULL, merge_check, OPTION_USE(answer, struct options, answer), )
COMMAND(replay, one_folder, NULL, NULL, OPTION_USE(answer, struct options, answer), )
COMMAND(export, many_folders, export_defaults, NULL, )
COMMAND(import, files, NULL, import_check, OPTION_USE(answer_full, struct options, answer),
        OPTION_USE(game, struct options, rules), )
