// SPDX-License-Identifier: GPL-3.0-or-later
// kagami lab: from a game, or a file as a designer published it, to a verdict and a page.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_import.h"
#include "cmd_progress.h"
#include "cmd_setup.h"
#include "cmd_terminal.h"
#include "file.h"
#include "json_file.h"
#include "lab.h"
#include "number.h"
#include "report.h"
#include "values_file.h"
#include "web_document.h"

enum { GAMES_SHOWN = 6 };

struct options {
    const char *folder, *name;
    struct option_texts without;
    double minutes;
    bool minutes_given;
    long long games; // 0: as the clock says
    uint64_t limit[LAB_LIMITS];
    struct answer_options answer;
    struct game_options game;
    struct play_options play;
};

static bool set_limits(void *member, const char *text, struct error *error) {
    uint64_t *limit = member;
    long long nodes[LAB_LIMITS];
    if (number_counts(text, 1, 1000000000000, LAB_LIMITS, nodes) != LAB_LIMITS ||
        nodes[0] >= nodes[1])
        return error_set(error, "takes two rising node limits, 100,400, not '%s'", text);
    for (int i = 0; i < LAB_LIMITS; i++)
        limit[i] = (uint64_t)nodes[i];
    return true;
}

#define AT(member) OPTION_AT(struct options, member)

static const struct option_row arguments[] = {
    {"GAME|FILE", .kind = ROW_TEXT, .completion = COMPLETE_VARIANT, AT(game.variant_name)}};
static const struct option_row rows[] = {
    {"out", "DIR", .kind = ROW_TEXT, .completion = COMPLETE_FOLDER, AT(folder)},
    {"minutes", "N", "10", .kind = ROW_REAL, .low = 0.1, .high = 100000, AT(minutes),
     .given = offsetof(struct options, minutes_given)},
    {"games", "N", .kind = ROW_COUNT, .low = 100, .high = 1000000000, AT(games)},
    {"nodes", "LOW,HIGH", "100,400", .kind = ROW_OWN, .set = set_limits, AT(limit)},
    {"name", "N", .kind = ROW_TEXT, AT(name)},
    {"without", "KEY", .kind = ROW_TEXTS, AT(without)},
};
static const struct option_set set = {.rows = rows, .count = ARRAY_LENGTH(rows)};

static bool check(void *data, struct error *error) {
    const struct options *options = data;
    if (options->games && options->minutes_given)
        return error_set(error, "--minutes or --games, not both");
    return options->folder || error_set(error, "give a folder for games and page: --out DIR");
}

// --- The game ------------------------------------------------------------------------------------

// Imports what is no variant file. `import` holds nothing where it is none.
static int import_game(const struct options *options, struct import *import) {
    const char *name = options->game.variant_name;
    struct error error = {""};
    bool own = true;
    *import = (struct import){.ini = buffer_init()};
    if (strpbrk(name, "/.")) { // a file
        char *text = file_read(name, IMPORT_FILE_MAX, &error);
        if (!text)
            return fail(EXIT_USAGE, "%s", error.text);
        own = strstr(text, "[variant]") != NULL;
        free(text);
    }
    if (own && (options->name || options->without.count))
        return fail(EXIT_USAGE, "--name and --without are for a file that is imported");
    return own ? EXIT_DONE : import_load(name, options->name, &options->without, import);
}

// Keeps the imported game in the folder, where a lab of another one is left alone.
static bool keep_game(const struct options *options, const struct import *import,
                      struct error *error) {
    char path[PATH_MAX];
    if (!file_join(options->folder, "game.ini", path, error))
        return false;
    char *there = file_read(path, IMPORT_FILE_MAX, NULL);
    bool same = there && strcmp(there, import->ini.data) == 0, other = there && !same;
    free(there);
    if (other)
        return error_set(error, "%s is another game than %s holds", path,
                         options->game.variant_name);
    if (!same && !(file_make_folder(options->folder, error) &&
                   file_replace(path, import->ini.data, import->ini.length, error)))
        return false;
    fprintf(stderr, "%s is taken from %s and written to %s\n", import->name,
            options->game.variant_name, path);
    import_show_checks(import);
    return true;
}

// --- Page and card -------------------------------------------------------------------------------

// What the report shows: the game's own games, the rules, the armies; above them the sentences.
static cJSON *document(const struct lab *lab, const struct answer *answer, struct error *error) {
    char path[3][PATH_MAX];
    const char *folder[3] = {path[0], path[1], path[2]};
    snprintf(path[1], PATH_MAX, "%.4000s", lab->play_folder);
    file_in(lab->folder, LAB_ARMIES, path[2]);
    if (!study_folder(&lab->compare.study, compare_study_run(&lab->compare, LAB_LIMITS - 1, 0),
                      path[0], error))
        return NULL;
    const struct report_options what = {.games = GAMES_SHOWN, .threads = (int)lab->play->threads};
    cJSON *report = report_read(folder, lab->armies ? 3 : 2, &what, error);
    cJSON *tree = answer_json_tree(answer);
    if (report) {
        json_add_text(report, "command", lab->play->command);
        json_add_copy(report, "summary", json_item(tree, "summary"));
    }
    cJSON_Delete(tree);
    return report;
}

static bool write_pages(const struct lab *lab, const struct answer *answer, struct error *error) {
    char path[PATH_MAX];
    struct values values;
    struct file_set files = {.count = 0};
    cJSON *report = document(lab, answer, error);
    const struct web_page what = {.tables = lab->tables,
                                  .values = &values,
                                  .program = runmeta_this_program(),
                                  .engine = web_has_engine(),
                                  .report = report};
    bool done =
        report && values_file_load(NULL, lab->tables, &values, error) &&
        web_page(&what, file_set_add(&files, file_in(lab->folder, "lab.html", path)), error);
    if (done)
        web_document(WEB_CARD, report, lab->tables->variant.title,
                     file_set_add(&files, file_in(lab->folder, "card.html", path)));
    done = done && file_set_write(&files, error);
    file_set_destroy(&files);
    cJSON_Delete(report);
    return done;
}

static int show(const struct lab *lab, const struct answer_options *how) {
    struct error error = {""};
    struct answer answer = lab_answer(lab);
    if (!lab_write(lab, &answer, &error) || !write_pages(lab, &answer, &error)) {
        answer_destroy(&answer);
        return fail(EXIT_ERROR, "%s", error.text);
    }
    answer_line(&answer, "page", "%s/lab.html", lab->folder);
    answer_line(&answer, "card", "%s/card.html, a picture to be saved", lab->folder);
    return answer_show_by(&answer, how);
}

static int play(struct options *options, const struct setup *setup) {
    struct progress progress;
    const struct observer observer = progress_observer(&progress);
    struct error error = {""};
    struct lab lab = {.tables = setup->tables,
                      .variant_text = setup->variant_text,
                      .folder = options->folder,
                      .play = &options->play,
                      .seconds = 60 * options->minutes,
                      .games = options->games,
                      .observer = &observer};
    memcpy(lab.limit, options->limit, sizeof lab.limit);
    int code = work_exit_code(lab_play(&lab, &error), &error);
    if (code == EXIT_DONE)
        code = show(&lab, &options->answer);
    lab_destroy(&lab);
    return code;
}

static int run(void *data, const char *line) {
    struct options *options = data;
    struct setup setup = {0};
    struct import import;
    struct error error = {""};
    options->play.command = line;
    int code = import_game(options, &import);
    if (code == EXIT_DONE) {
        options->game.variant_text = import.ini.data;
        code = setup_load(&setup, &options->game);
    }
    if (code == EXIT_DONE && import.ini.data && !keep_game(options, &import, &error))
        code = fail(EXIT_ERROR, "%s", error.text);
    if (code == EXIT_DONE)
        code = play(options, &setup);
    setup_destroy(&setup);
    import_destroy(&import);
    return code;
}

static const struct option_use uses[] = {{&set, 0, NULL},
                                         OPTION_USE(answer_full, struct options, answer),
                                         OPTION_USE(games, struct options, play),
                                         OPTION_USE(game, struct options, game),
                                         {0}};
const struct command command_lab = {
    COMMAND_HEAD(lab, GROUP_MEASURE, arguments, uses, struct options, run),
    .arguments_needed = 1,
    .check = check,
};
