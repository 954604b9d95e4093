// SPDX-License-Identifier: GPL-3.0-or-later
// What an option that may be given repeatedly holds.
#pragma once

enum { OPTION_TEXTS_MAX = 1024 };

struct option_texts {
    const char *text[OPTION_TEXTS_MAX];
    int count;
};
