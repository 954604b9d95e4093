// SPDX-License-Identifier: GPL-3.0-or-later
// A game under its rules and the player that its page has, as one run of bytes: all that the page's
// engine, the WebAssembly module, is told.
#pragma once

#include "beside.h"
#include "kagami.h"

// The bytes: this, then the texts of what the player knows beside its values (beside.h), each as
// long as `text` says, with a 0 behind it; -1: none. It holds no pointer, and its members lie alike
// on all machines of small ends; another build's bytes are refused by their length.
struct game_image {
    struct variant variant;
    struct rules rules;
    struct values values;
    int32_t text[BESIDES];
};

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "an image is read with small ends");

// The image of a game, appended to `out`; equal games have equal bytes. False: a file that the
// values name is gone.
bool game_image_add(const struct tables *tables, const struct values *values, struct buffer *out,
                    struct error *error);

// Reads what game_image_add wrote; what `text` points to is in `bytes`. False: it did not.
bool game_image_read(const void *bytes, size_t size, struct game_image *image,
                     const char *text[BESIDES]);

// As kagami_load and kagami_player, of an image, which is copied. The page's module has this
// function instead.
bool kagami_load_image(struct kagami *game, const void *bytes, size_t size, size_t hash_bytes);
