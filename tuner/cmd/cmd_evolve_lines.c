// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_evolve_lines.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_checks.h"
#include "cmd_evolve_same.h"
#include "cmd_verification.h"
#include "evolution.h"

static void add(struct line *line, const char *word) {
    if (line->count < WORDS_MAX && (line->word[line->count] = strdup(word)))
        line->count++;
}

static void add_two(struct line *line, const char *option, const char *value) {
    if (value)
        add(line, option);
    if (value)
        add(line, value);
}

static void add_number(struct line *line, const char *option, int64_t number) {
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, number);
    add_two(line, option, text);
}

static void add_words(struct line *line, const char *text) {
    char *copy = strdup(text ? text : ""), *rest = copy;
    for (char *word; copy && (word = strtok_r(rest, " ", &rest));)
        add(line, word);
    free(copy);
}

static struct line line_begin(const char *command, const struct evolve_options *options) {
    struct line line = {0};
    char name[32];
    snprintf(name, sizeof name, "kagami %s", command);
    add(&line, name);
    add_two(&line, "--threads", options->threads);
    return line;
}

// Games by the rules of the loop.
static void add_game(struct line *line, const struct evolve_options *options, int seed) {
    const struct game_options *game = &options->game;
    add(line, game->variant_name);
    add_number(line, "--seed", (int64_t)options->seed + seed);
    for (int i = 0; i < game->assignment_count; i++)
        add_two(line, game->assignments[i].preset ? "--preset" : "--rule",
                game->assignments[i].text);
}

static void line_destroy(struct line *line) {
    for (int i = 0; i < line->count; i++)
        free(line->word[i]);
    line->count = 0;
}

// The values that a generation plays with: a file, "estimate", or NULL for the default.
static const char *values_in_play(const struct evolve_options *options, int generation,
                                  char *path) {
    int champion = evolution_champion(options->folder, generation);
    return champion ? evolution_values(options->folder, champion, path) : options->values;
}

struct line evolve_play_line(const struct evolve_options *options, int generation) {
    char values[PATH_MAX], folder[PATH_MAX], name[64] = "log";
    struct line line = line_begin("selfplay", options);
    add_game(&line, options, 2 * (generation - 1));
    add_number(&line, "--games", options->games);
    add_number(&line, "--nodes", options->nodes);
    add_two(&line, "--values", values_in_play(options, generation, values));
    if (options->shard) {
        snprintf(name, sizeof name, "shards/%.*s", (int)strcspn(options->shard, "/"),
                 options->shard);
        add_two(&line, "--shard", options->shard);
    }
    add_two(&line, "--out", evolution_path(options->folder, generation, name, folder));
    add_words(&line, options->words.game);
    add_words(&line, options->words.play);
    return line;
}

struct line evolve_tune_line(const struct evolve_options *options, int since, int generation) {
    char path[PATH_MAX];
    struct line line = line_begin("tune", options);
    for (int g = since; g <= generation; g++)
        add(&line, evolution_path(options->folder, g, "log", path));
    add_two(&line, "--out", evolution_values(options->folder, generation, path));
    add_two(&line, "--start", values_in_play(options, generation, path));
    add_words(&line, options->words.tune);
    return line;
}

static void add_test(struct line *line, const struct evolve_options *options) {
    struct sprt sprt = options->sprt.given ? options->sprt.sprt : verification_sprt();
    char text[64];
    snprintf(text, sizeof text, "%.15g,%.15g", sprt.elo0, sprt.elo1);
    add_two(line, "--sprt", text);
    add_two(line, "--model", elo_model_name(sprt.model));
    snprintf(text, sizeof text, "%.15g", sprt.alpha);
    add_two(line, "--alpha", text);
    snprintf(text, sizeof text, "%.15g", sprt.beta);
    add_two(line, "--beta", text);
}

struct line evolve_match_line(const struct evolve_options *options, int generation) {
    const char *folder = options->folder;
    char path[PATH_MAX], ladder[64];
    snprintf(ladder, sizeof ladder, "%lld,%lld", options->nodes, 4 * options->nodes);
    long long games = options->match_games ? options->match_games : options->games;
    struct line line = line_begin("verify", options);
    add_game(&line, options, 2 * (generation - 1) + 1);
    add_two(&line, "--values", evolution_values(folder, generation, path));
    add_two(&line, "--against", values_in_play(options, generation, path));
    add_two(&line, "--ladder", options->ladder ? options->ladder : ladder);
    add_number(&line, "--games", games + games % 2); // in pairs
    add_test(&line, options);
    add_two(&line, "--out", evolution_path(folder, generation, "match", path));
    add_words(&line, options->words.game);
    add_words(&line, options->words.match);
    return line;
}

// Sends a stream to a file until it is restored; -1 when that cannot be.
static int redirect(FILE *stream, const char *path) {
    fflush(stream);
    int kept = dup(fileno(stream));
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (kept >= 0 && file >= 0)
        dup2(file, fileno(stream));
    if (file >= 0)
        close(file);
    return file >= 0 ? kept : -1;
}

static void restore(FILE *stream, int kept) {
    fflush(stream);
    if (kept >= 0) {
        dup2(kept, fileno(stream));
        close(kept);
    }
}

int evolve_run(int (*command)(int argc, char **argv), struct line *line,
               const struct evolve_options *options, int generation, const char *output) {
    char path[PATH_MAX];
    int kept = redirect(stdout, evolution_path(options->folder, generation, output, path));
    int code = EXIT_ERROR;
    if (kept < 0)
        fail(code, "%s: %s", path, strerror(errno));
    else if (line->count == WORDS_MAX)
        fail(code, "too many words");
    else
        code = command(line->count, line->word);
    restore(stdout, kept);
    line_destroy(line);
    return code;
}

int evolve_check(const struct evolve_options *options, struct tables *tables) {
    struct line play = evolve_play_line(options, 1), tune = evolve_tune_line(options, 1, 1),
                match = evolve_match_line(options, 1);
    struct runmeta *asked = NULL;
    int code = selfplay_check(play.count, play.word, &asked);
    if (code == EXIT_DONE)
        code = evolve_same(options, asked);
    runmeta_destroy(asked);
    if (code == EXIT_DONE)
        code = tune_check(tune.count, tune.word, tables);
    if (code == EXIT_DONE)
        code = verify_check(match.count, match.word);
    line_destroy(&play);
    line_destroy(&tune);
    line_destroy(&match);
    return code;
}
