// SPDX-License-Identifier: GPL-3.0-or-later
// How a verification is asked for. Only cmd_*.c files include this.
#pragma once

#include "verification.h"

// "1000,4000" into the limits. Prints what is wrong and returns false.
bool verification_parse_limits(const char *text, struct verification *verification);
