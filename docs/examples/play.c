// SPDX-License-Identifier: GPL-3.0-or-later
// A game of the library's player against itself, to its end: play GAME [NODES]
#include <kagami.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    struct kagami *game = kagami_new();
    long nodes = argc > 2 ? atol(argv[2]) : 1000;
    const char *result = NULL;
    if (game && kagami_load(game, argc > 1 ? argv[1] : "minishogi", NULL, NULL) &&
        kagami_player(game, NULL, 1 << 20))
        result = kagami_result(game);
    while (result && strcmp(result, "*") == 0 && kagami_ply(game) < 400) {
        if (!kagami_search(game, nodes) || !kagami_play(game, kagami_best(game)))
            break;
        printf("%3d. %-6s %3.0f%%\n", kagami_ply(game), kagami_best(game),
               100 * kagami_expected(game));
        result = kagami_result(game);
    }
    int failed = !game || *kagami_error(game);
    if (failed)
        fprintf(stderr, "play: %s\n", game ? kagami_error(game) : "out of memory");
    else
        printf("%s, %s\n", result, kagami_ending(game));
    kagami_free(game);
    return failed;
}
