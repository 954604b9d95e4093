// SPDX-License-Identifier: GPL-3.0-or-later
// What `kagami evolve` prints at its end. Only cmd_*.c files include this.
#pragma once

#include "diagram.h"

// The generations of a folder up to `last`, as a table or as JSON.
void evolve_report(const char *folder, int last, bool json, struct diagram_style style);
