// SPDX-License-Identifier: GPL-3.0-or-later
// How a verification is asked for and told. Only cmd_*.c files include this.
#pragma once

#include <stdio.h>

#include "diagram.h"
#include "verification.h"

// "1000,4000" into the limits. Prints what is wrong and returns false.
bool verification_parse_limits(const char *text, struct verification *verification);

// What it found.
void verification_print(const struct verification *verification, struct diagram_style style,
                        FILE *out);
