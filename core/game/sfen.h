// SPDX-License-Identifier: GPL-3.0-or-later
// Two notations of positions that look alike. In a FEN `w` moves first and hands stand in brackets;
// in an SFEN, which USI programs and sites of shogi write, `b` moves first and hands are a field.
#pragma once

enum sfen_likeness {
    SFEN_NOT,      // a FEN, or neither
    SFEN_PERHAPS,  // "BOARD b -" is the beginning of either
    SFEN_CERTAINLY // "BOARD b - 1", "BOARD b 2Pb 1", "sfen ..."
};

// By its fields alone; `text` need not be a position otherwise.
enum sfen_likeness sfen_likeness(const char *text);

// Why the text is not taken where a FEN is expected; NULL for SFEN_NOT.
const char *sfen_refusal(const char *text);
