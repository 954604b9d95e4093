// SPDX-License-Identifier: GPL-3.0-or-later
// A game as a variant file, and a game with one piece more than another.
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

// Adds to `twin` the INI text of a variant with a second piece beside `base`: moves by `betza`, a
// letter that is free, and an ID, a name and a promoted form after the old piece's; what the file
// says of the old piece in other lines holds for both. Returns its type. 0 and an error: no such
// Betza, a royal, a piece that rules speak of as the only one of its kind, no letter left.
Type variant_add_twin(const char *text, const char *file, Type base, const char *betza,
                      struct buffer *twin, struct error *error);
