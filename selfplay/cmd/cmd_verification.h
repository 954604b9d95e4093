// SPDX-License-Identifier: GPL-3.0-or-later
// How a verification is asked for. Only cmd_*.c files include this.
#pragma once

#include "verification.h"

// "1000,4000" into the limits of a struct verification, as a row of options sets its value.
bool verification_set_limits(void *verification, const char *text, struct error *error);
