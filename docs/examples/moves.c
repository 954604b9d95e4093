// SPDX-License-Identifier: GPL-3.0-or-later
// The legal moves of a position: moves GAME [FEN]
#include <kagami.h>
#include <stdio.h>

int main(int argc, char **argv) {
    struct kagami *game = kagami_new();
    const char *moves = NULL;
    if (game && kagami_load(game, argc > 1 ? argv[1] : "shogi", NULL, NULL) &&
        kagami_start(game, argc > 2 ? argv[2] : NULL))
        moves = kagami_moves(game);
    if (moves)
        puts(moves);
    else
        fprintf(stderr, "moves: %s\n", game ? kagami_error(game) : "out of memory");
    kagami_free(game);
    return !moves;
}
