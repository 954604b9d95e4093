// SPDX-License-Identifier: GPL-3.0-or-later
// The move of a search that was called off within its first ply.
#pragma once

#include "search.h"

// Chooses for such a search between the best move that it has searched, `best`, and the moves from
// `list` to `end` that it has not: these by static evaluation, exchange and likelihood. They must
// look clearly better, since static evaluation sees no threat. The score becomes the static
// evaluation, or stays that of a mate found. `engine` stands at the root.
void first_sight(struct engine *engine, const Move *list, const Move *end,
                 struct search_result *best);
