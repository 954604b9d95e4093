// SPDX-License-Identifier: GPL-3.0-or-later
// The files of search/web/assets and one more, compiled in. The board is the same in the page of a
// game and in a report: its style asks for the colours --ink, --soft, --paper, --line, --ground,
// --link.
#pragma once

#include <stddef.h>

extern const char web_board_js[], web_board_css[];  // a board, and a game to step through
extern const char web_game_css[], web_play_js[];    // the page of a game
extern const char web_engine_js[], web_worker_js[]; // and its engine
extern const char web_library_js[]; // search/library/javascript: what a worker begins with
extern const char web_plot_js[], web_plot_css[];                       // plots
extern const char web_numbers_js[], web_figures_js[], web_report_js[]; // the page of a report
extern const char web_page_css[];
extern const char web_card_js[], web_card_css[]; // a picture of a game

// The rules and the search as WebAssembly (search/library), compiled in; no bytes where the build
// had no tools for it.
extern const size_t web_module_size;
extern const unsigned char web_module[];
