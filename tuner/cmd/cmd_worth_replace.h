// SPDX-License-Identifier: GPL-3.0-or-later
// kagami worth --replace: new pieces beside old ones of a game.
// Only cmd_*.c files include this.
#pragma once

#include "base.h"
#include "values.h"

enum { REPLACED_MAX = 8 };

struct replaced {
    int count;
    Type old[REPLACED_MAX], new[REPLACED_MAX];
};

// The INI text of a game with the new pieces of "LC=fRfF" and the like, to be freed. NULL: `error`
// names what is wrong: no such piece, one that cannot be replaced, no such Betza.
char *replaced_text(const char *variant_name, const struct option_texts *texts,
                    struct replaced *replaced, struct error *error);

// Players know nothing of a new piece: it counts as much more than the old one as its moves say,
// unless --param says otherwise.
bool replaced_values(const struct replaced *replaced, const struct tables *tables,
                     const struct option_texts *param, struct values *values, struct error *error);
