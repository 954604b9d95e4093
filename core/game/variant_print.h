// SPDX-License-Identifier: GPL-3.0-or-later
// A game as a variant file.
#pragma once

#include "buffer.h"
#include "variant.h"

// Adds a file that variant_parse reads back as the same game called `name`, with `rules` as the
// defaults: every rule is named, the start position of the rules comes first (a user's own FEN as
// "own"), and presets keep what they mean. `inferred[rule]`: no source states the value that it has
// in `rules`. False and `error` when there is no room for one more start position or in a preset.
bool variant_print(const struct variant *variant, const struct rules *rules,
                   const bool inferred[RULES], const char *name, struct buffer *out,
                   struct error *error);
