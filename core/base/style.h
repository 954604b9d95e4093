// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader of a text can show.
#pragma once

#include "base.h"

struct diagram_style {
    bool unicode; // UTF-8 box drawing; plain ASCII otherwise
    bool colour;  // ANSI escape sequences
};
