// SPDX-License-Identifier: GPL-3.0-or-later
// A game with one piece more, which goes otherwise and is else like one that is there.
#pragma once

#include "buffer.h"
#include "variant.h"

// Adds to `twin` the INI text of a variant with a second piece beside `base`: moves by `betza`, a
// letter that is free, and an ID, a name and a promoted form after the old piece's; what the file
// says of the old piece in other lines holds for both. Returns its type. 0 and an error: no such
// Betza, a royal, a piece that rules speak of as the only one of its kind, no letter left.
Type variant_add_twin(const char *text, const char *file, Type base, const char *betza,
                      struct buffer *twin, struct error *error);
