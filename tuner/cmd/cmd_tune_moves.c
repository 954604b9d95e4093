// SPDX-License-Identifier: GPL-3.0-or-later
// kagami tune --moves: how likely quiet moves are, for the search to order them by.
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "cmd_terminal.h"
#include "cmd_tune.h"
#include "file.h"
#include "move_fit.h"

static bool show_round(void *context, int round, int rounds) {
    const bool *terminal = context;
    if (*terminal)
        fprintf(stderr, "\rround %d of %d ", round + 1, rounds);
    return true;
}

static void add_quality(struct answer *answer, const char *name,
                        const struct move_fit_quality *quality) {
    const struct answer_cell row[] = {cell_text(name),
                                      cell_number((double)quality->choices),
                                      cell_number(quality->first),
                                      cell_number(quality->rank),
                                      cell_number(quality->loss),
                                      cell_number(quality->even)};
    answer_row(answer, row);
}

static int show(const struct move_games *games, const struct move_fit *fit,
                const struct tune_output *output) {
    static const struct answer_column columns[] = {
        {"part", "games", ANSWER_TEXT},
        {"choices", "choices", ANSWER_COUNT},
        {"first", "ranked first", ANSWER_SHARE, 1},
        {"rank", "ranked higher", ANSWER_NUMBER, 1},
        {"loss", "-ln P", ANSWER_NUMBER, 3},
        {"even", "by chance", ANSWER_NUMBER, 3},
    };
    struct answer answer = answer_init(games->tables->variant.title);
    answer_sentence(&answer,
                    "%d games. In games held out the quiet move played was thought the likeliest "
                    "%.0f%% of the time; %.1f others were thought likelier on average.",
                    games->count, 100 * fit->held_out.first, fit->held_out.rank);
    answer_key(&answer, "games_read", cell_number(games->count));
    answer_table(&answer, "quality", NULL, columns, ARRAY_LENGTH(columns));
    add_quality(&answer, "learned from", &fit->trained);
    add_quality(&answer, "held out", &fit->held_out);
    return answer_write(&answer, output->json, output->style, output->columns, output->stream)
               ? EXIT_DONE
               : EXIT_ERROR;
}

int tune_moves(const char *const *folders, int count, const char *path, bool force,
               const struct tune_output *output) {
    struct error error = {"out of memory"};
    if (!force && access(path, F_OK) == 0)
        return fail(EXIT_ERROR, "%s: exists already; --force overwrites it", path);
    if (!file_can_replace(path, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    bool terminal = isatty(STDERR_FILENO);
    struct move_games games;
    struct move_fit *fit = calloc(1, sizeof *fit);
    bool done = move_games_read(&games, folders, count, &error) && fit &&
                move_fit(&games, fit, show_round, &terminal, &error);
    bool too_few = fit && fit->too_few;
    if (terminal)
        fputs("\r\033[K", stderr);
    done = done && move_prior_write(path, games.tables, &fit->prior, &error);
    int code = done ? show(&games, fit, output)
                    : fail(too_few ? EXIT_UNDECIDED : EXIT_ERROR, "%s", error.text);
    if (done)
        fprintf(stderr, "wrote %s\n", path);
    free(fit);
    move_games_destroy(&games);
    return code;
}
