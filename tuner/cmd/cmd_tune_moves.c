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

static int show(const struct move_games *games, const struct move_fit *fit, bool json) {
    static const struct answer_column columns[] = {
        {"games", "games", ANSWER_TEXT},
        {"choices", "choices", ANSWER_COUNT},
        {"first", "ranked first", ANSWER_SHARE, 1},
        {"rank", "ranked higher", ANSWER_NUMBER, 1},
        {"loss", "-ln P", ANSWER_NUMBER, 3},
        {"even", "by chance", ANSWER_NUMBER, 3},
    };
    struct answer answer = answer_init(games->tables->variant.title);
    answer_head(&answer,
                "%d games: of the quiet moves held-out games chose the likeliest %.0f%% "
                "of the time; %.1f of them were thought likelier than the one played",
                games->count, 100 * fit->held_out.first, fit->held_out.rank);
    answer_table(&answer, "quality", NULL, columns, ARRAY_LENGTH(columns));
    add_quality(&answer, "learned from, in the last round", &fit->trained);
    add_quality(&answer, "held out, one of twenty", &fit->held_out);
    return answer_show(&answer, json);
}

int tune_moves(const struct option_texts *folders, const char *path, bool force, bool json) {
    struct error error = {"out of memory"};
    if (!force && access(path, F_OK) == 0)
        return fail(EXIT_ERROR, "%s: exists already; --force overwrites it", path);
    if (!file_can_replace(path, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    bool terminal = isatty(STDERR_FILENO);
    struct move_games games;
    struct move_fit *fit = malloc(sizeof *fit);
    bool done = move_games_read(&games, folders, &error) && fit &&
                move_fit(&games, fit, show_round, &terminal, &error) &&
                move_prior_write(path, games.tables, &fit->prior, &error);
    if (terminal)
        fputs("\r\033[K", stderr);
    int code = done ? show(&games, fit, json) : fail(EXIT_ERROR, "%s", error.text);
    if (done)
        fprintf(stderr, "wrote %s\n", path);
    free(fit);
    move_games_destroy(&games);
    return code;
}
