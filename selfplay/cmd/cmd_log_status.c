// SPDX-License-Identifier: GPL-3.0-or-later
// kagami log status: how far runs and batches of them have come, from their logs.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cmd_common.h"
#include "cmd_terminal.h"
#include "number.h"
#include "overview.h"

struct options {
    struct answer_options answer;
    struct option_texts folders;
    bool line;
};

static const struct option_row arguments[] = {
    {"DIR", .kind = ROW_TEXTS, .completion = COMPLETE_FOLDER, OPTION_AT(struct options, folders)},
};

static const struct option_row rows[] = {
    {"line", NULL, OPTION_AT(struct options, line)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

static bool check(void *data, struct error *error) {
    const struct options *options = data;
    return !options->line || !options->answer.json ||
           error_set(error, "--line and --json: only one");
}

#define PROGRESS                                                                                   \
    {"games", "games", ANSWER_COUNT}, {"asked", "asked", ANSWER_COUNT},                            \
        {NULL, "done", ANSWER_SHARE, 1}, {"complete", NULL, ANSWER_FLAG},                          \
        {"rate", "games/s", ANSWER_DIGITS, 3}, {"eta", "time left", ANSWER_DURATION},              \
        {"changed", NULL, ANSWER_COUNT}, {                                                         \
        NULL, "changed", ANSWER_DURATION                                                           \
    }
enum { PROGRESS_COLUMNS = 8 };
static const struct answer_column total_columns[] = {PROGRESS};
static const struct answer_column batch_columns[] = {
    {"folder", "batch", ANSWER_TEXT},     PROGRESS,
    {"state", "state", ANSWER_TEXT},      {"generation", NULL, ANSWER_COUNT},
    {"generations", NULL, ANSWER_COUNT},  {"run", "at hand", ANSWER_TEXT},
    {"runs_to_come", NULL, ANSWER_COUNT}, {"at_most", NULL, ANSWER_FLAG},
};
static const struct answer_column part_columns[] = {
    {"folder", "folder", ANSWER_TEXT},   PROGRESS,
    {"state", "state", ANSWER_TEXT},     {"variant", NULL, ANSWER_TEXT},
    {"config_hash", NULL, ANSWER_TEXT},  {"first_game", NULL, ANSWER_COUNT},
    {"total_games", NULL, ANSWER_COUNT}, {"shard", NULL, ANSWER_TEXT, 0, ANSWER_OMIT},
    {"active", NULL, ANSWER_FLAG},       {"torn", NULL, ANSWER_FLAG},
    {"fault", NULL, ANSWER_TEXT},        {"restarts", "restarts", ANSWER_COUNT, 0, ANSWER_WIDE},
};

// The cells of PROGRESS.
static void fill_progress(const struct overview_total *of, int64_t now, struct answer_cell *cell) {
    *cell++ = cell_count(of->games);
    *cell++ = cell_count(of->asked);
    *cell++ = cell_number(of->asked > 0 ? (double)of->games / (double)of->asked : 1);
    *cell++ = cell_flag(of->games >= of->asked);
    *cell++ = cell_if(of->rate > 0, of->rate);
    *cell++ = cell_number(of->eta);
    *cell++ = cell_if(of->changed >= 0, (double)of->changed);
    *cell = cell_if(of->changed >= 0, (double)(now - of->changed));
}

static void add_part(struct answer *answer, const struct overview *overview, int i, int64_t now) {
    const struct overview_part *part = &overview->part[i];
    int64_t asked = part->range.end - part->range.begin;
    bool known = part->complete || (part->active && part->rate > 0);
    char shard[RANGE_TEXT];
    struct overview_total own = {.games = part->games,
                                 .asked = asked,
                                 .rate = part->rate,
                                 .eta = !known ? NAN
                                        : part->complete
                                            ? 0
                                            : (double)(asked - part->games) / part->rate,
                                 .changed = part->changed};
    struct answer_cell row[ARRAY_LENGTH(part_columns)] = {cell_text(overview->folders.path[i])};
    struct answer_cell *cell = row + 1 + PROGRESS_COLUMNS;
    fill_progress(&own, now, row + 1);
    *cell++ = cell_text(overview_part_state(part));
    *cell++ = cell_text(part->variant);
    *cell++ = cell_text(part->config_hash);
    *cell++ = cell_count(part->range.begin);
    *cell++ = cell_count(part->range.total);
    *cell++ = cell_text(part->range.shards ? range_print(&part->range, shard) : NULL);
    *cell++ = cell_flag(part->active);
    *cell++ = cell_flag(part->torn);
    *cell++ = cell_text(part->fault);
    *cell = cell_number(part->restarts);
    answer_row(answer, row);
}

static void add_batch(struct answer *answer, const struct overview_batch *batch, int64_t now) {
    const struct agenda_run *run = batch->now;
    int generations = batch->agenda.generations, generation = run ? run->generation : generations;
    struct answer_cell row[ARRAY_LENGTH(batch_columns)] = {cell_text(batch->folder)};
    struct answer_cell *cell = row + 1 + PROGRESS_COLUMNS;
    fill_progress(&batch->total, now, row + 1);
    *cell++ = cell_text(overview_state(&batch->total));
    *cell++ = cell_if(generation > 0, generation);
    *cell++ = cell_if(generations > 0, generations);
    *cell++ = cell_text(run ? run->run : NULL);
    *cell++ = cell_number(batch->total.to_come);
    *cell = cell_flag(batch->total.at_most);
    answer_row(answer, row);
}

// "generation 2 of 3", or ""; with the run at hand.
static void say_stage(const struct overview_batch *batch, char *text, size_t size) {
    const struct agenda_run *run = batch->now;
    int generations = batch->agenda.generations;
    char of[32] = "", generation[64] = "";
    *text = 0;
    if (!run)
        return;
    if (generations)
        snprintf(of, sizeof of, " of %d", generations);
    if (run->generation)
        snprintf(generation, sizeof generation, "generation %d%s, ", run->generation, of);
    snprintf(text, size, "%s%s%s", generation, batch->begun ? "" : "before ", run->run);
}

static void add_warnings(struct answer *answer, const struct overview *overview) {
    for (int i = 0; i < overview->folders.count; i++) {
        const char *folder = overview->folders.path[i];
        if (*overview->part[i].fault)
            answer_warning(answer, "%s: %s", folder, overview->part[i].fault);
        if (overview->part[i].torn)
            answer_warning(answer, "%s: a torn tail, which resuming repairs", folder);
    }
    if (overview->missing.length)
        answer_warning(answer, "shards without a folder: %s", overview->missing.data);
}

static int show(const struct overview *overview, int64_t now, bool json) {
    const struct overview_total *total = &overview->total;
    struct answer answer = answer_init(NULL);
    struct answer_cell cells[PROGRESS_COLUMNS];
    char stage[256];
    fill_progress(total, now, cells);
    answer_head(&answer, "%d of %d folder%s complete, %d going on", total->complete, total->folders,
                total->folders == 1 ? "" : "s", total->active);
    if (total->stopped)
        answer_head(&answer, "%d stopped", total->stopped);
    if (total->stalled)
        answer_head(&answer, "%d stalled", total->stalled);
    if (total->to_come)
        answer_head(&answer, "%d run%s to come", total->to_come, total->to_come == 1 ? "" : "s");
    answer_facts(&answer, total_columns, PROGRESS_COLUMNS, cells);
    answer_key(&answer, "state", cell_text(overview_state(total)));
    answer_key(&answer, "at_most", cell_flag(total->at_most));
    answer_key(&answer, "runs_to_come", cell_number(total->to_come));
    answer_key(&answer, "stopped", cell_number(total->stopped));
    answer_key(&answer, "stalled", cell_number(total->stalled));
    answer_key(&answer, "missing_shards",
               cell_text(overview->missing.length ? overview->missing.data : ""));
    if (overview->batch_count) {
        struct answer_column columns[ARRAY_LENGTH(batch_columns)];
        memcpy(columns, batch_columns, sizeof columns);
        // Of one, people have read all of it above.
        for (int i = 0; i < ARRAY_LENGTH(columns) && overview->batch_count == 1; i++)
            columns[i].label = NULL;
        answer_table(&answer, "batches", NULL, columns, ARRAY_LENGTH(columns));
        for (int i = 0; i < overview->batch_count; i++)
            add_batch(&answer, &overview->batches[i], now);
        for (int i = 0; i < overview->batch_count; i++) {
            say_stage(&overview->batches[i], stage, sizeof stage);
            if (*stage)
                answer_line(&answer, overview->batches[i].folder, "%s", stage);
        }
    }
    answer_table(&answer, "folders", NULL, part_columns, ARRAY_LENGTH(part_columns));
    for (int i = 0; i < overview->folders.count; i++)
        add_part(&answer, overview, i, now);
    if (total->at_most)
        answer_sentence(&answer, "Tests may end with fewer games: what is asked and the time left "
                                 "are the most.");
    add_warnings(&answer, overview);
    return answer_show(&answer, json);
}

// All in a line: where it is, how far, how fast, until when, and what does not go on.
static int show_line(const struct overview *overview, const struct option_texts *folders,
                     int64_t now) {
    const struct overview_total *total = &overview->total;
    double share = total->asked > 0 ? (double)total->games / (double)total->asked : 1;
    const struct {
        int count;
        const char *word;
    } counts[] = {{total->active, "going on"},
                  {total->stopped, "stopped"},
                  {total->stalled, "stalled"},
                  {total->to_come, "to come"}};
    char stage[256] = "", duration[DURATION_TEXT];
    const struct overview_batch *batch = overview->batches;
    bool quiet = overview->batch_count == 1 && batch->now && batch->now->generation &&
                 !total->stopped && !total->stalled;
    if (overview->batch_count == 1)
        say_stage(&overview->batches[0], stage, sizeof stage);
    printf("%s%s: %s", folders->text[0], folders->count > 1 ? " ..." : "",
           *stage ? stage : overview_state(total));
    printf(", %" PRId64 " of %s%" PRId64 " games (%.1f%%)", total->games,
           total->at_most ? "at most " : "", total->asked, 100 * share);
    if (total->rate > 0)
        printf(", %.3g games/s", total->rate);
    if (!isnan(total->eta) && total->games < total->asked)
        printf(", %s%s left", total->at_most ? "at most " : "",
               duration_print(total->eta, duration));
    for (int i = 0, said = 0; i < ARRAY_LENGTH(counts); i++)
        if (counts[i].count)
            printf("%s%d %s", said++ ? ", " : "; ", counts[i].count, counts[i].word);
    if (total->changed >= 0 && !total->active && total->games < total->asked)
        printf(", no %s for %s", quiet ? "change of logs (fits and SPSA keep none)" : "change",
               duration_print((double)(now - total->changed), duration));
    putchar('\n');
    return terminal_finish();
}

static int run(void *data, const char *line) {
    (void)line;
    const struct options *options = data;
    struct overview overview;
    struct error error = {""};
    int64_t now = (int64_t)time(NULL);
    bool done = overview_read(&options->folders, now, &overview, &error);
    int code = !done           ? fail(EXIT_ERROR, "%s", error.text)
               : options->line ? show_line(&overview, &options->folders, now)
                               : show(&overview, now, options->answer.json);
    overview_destroy(&overview);
    return code;
}

static const struct option_use uses[] = {
    {&set, 0, NULL}, ANSWER_OPTIONS(struct options, answer), {0}};
const struct command command_log_status = {
    .name = "log status",
    .group = GROUP_CLUSTER,
    .text = help_log_status_txt,
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .arguments_needed = 1,
    .uses = uses,
    .size = sizeof(struct options),
    .check = check,
    .run = run,
};
