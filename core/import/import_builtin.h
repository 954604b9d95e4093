// SPDX-License-Identifier: GPL-3.0-or-later
// fairy_games.txt as compiled in: the games that Fairy-Stockfish has built in.
#pragma once

extern const char import_fairy_games_txt[];
