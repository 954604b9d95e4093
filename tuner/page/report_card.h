// SPDX-License-Identifier: GPL-3.0-or-later
// A game in one picture, for the page that explains its rules: what its pieces are worth, how its
// games go, how deep it is, each number with its interval.
#pragma once

#include <cjson/cJSON.h>

#include "buffer.h"
#include "error.h"

// Adds the card of a report's folders (see report.h): an SVG picture of always the same size on
// white, or with `html` a page that holds nothing else. It shows
//   self-play     of the run with the most games
//   values        worth.csv in one of the folders, by armies before others, else the fit of that
//                 run, else other values; what they are by is said
//   skill ladder  of the matches between two node limits
// and says in words what the folders do not tell. False: the folders are of several games, or hold
// none of these, or memory is out.
bool report_card(const cJSON *report, bool html, struct buffer *out, struct error *error);
