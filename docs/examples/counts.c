// SPDX-License-Identifier: GPL-3.0-or-later
// Move sequences of each game that the library brings, up to a depth: counts [DEPTH]
#include <inttypes.h>
#include <kagami.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int depth = argc > 1 ? atoi(argv[1]) : 3;
    struct kagami *game = kagami_new();
    for (int i = 0; game && kagami_shipped(i); i++) {
        if (!kagami_load(game, kagami_shipped(i), NULL, NULL))
            break;
        printf("%-12s", kagami_shipped(i));
        for (int plies = 1; plies <= depth; plies++)
            printf(" %9" PRIu64, kagami_perft(game, plies));
        putchar('\n');
    }
    int failed = !game || *kagami_error(game);
    if (failed)
        fprintf(stderr, "counts: %s\n", game ? kagami_error(game) : "out of memory");
    kagami_free(game);
    return failed;
}
