// SPDX-License-Identifier: GPL-3.0-or-later
#include "board.h"

#include "net.h"

void board_pack(struct board *board, const struct position *position) {
    uint8_t *byte = board->byte, *at = byte + BOARD_HEAD;
    byte[BOARD_SIDE] = (uint8_t)position->side;
    byte[BOARD_PIECES] = byte[BOARD_HANDS] = 0;
    for (enum side side = FIRST; side < SIDES; side++)
        byte[BOARD_KING + side] = net_speaks(position) ? position->royals[side][0] : SQUARE_NONE;
    for (enum side side = FIRST; net_speaks(position) && side < SIDES; side++)
        for (int word = 0; word < PIECES_WORDS; word++)
            for (uint64_t pieces = position_pieces_word(position, side, word); pieces;
                 pieces &= pieces - 1) {
                int square = word * PIECES_WORD + __builtin_ctzll(pieces);
                Piece piece = position->board[square];
                if (position->tables->royal[piece])
                    continue;
                *at++ = piece;
                *at++ = (uint8_t)square;
                byte[BOARD_PIECES]++;
            }
    for (enum side side = FIRST; net_speaks(position) && side < SIDES; side++)
        for (uint32_t types = position->hand_types[side]; types; types &= types - 1) {
            Type base = (Type)__builtin_ctz(types);
            *at++ = piece_make(base, side);
            *at++ = position->hand[side][base];
            byte[BOARD_HANDS]++;
        }
    board->bytes = (size_t)(at - byte);
}
