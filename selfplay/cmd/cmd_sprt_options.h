// SPDX-License-Identifier: GPL-3.0-or-later
// Options of every command with a sequential test, at one node limit or several. Only cmd_*.c files
// include this.
#pragma once

#include "cmd_common.h"
#include "verification.h"

struct sprt_options {
    bool given; // --sprt was: `sprt` is a test to be made
    struct sprt sprt;
    bool detailed; // one of the other options was
};

// --sprt E0,E1, --alpha, --beta, into a struct sprt_options; what does not make a test is a fault.
extern const struct option_set sprt_option_set;
#define SPRT_OPTIONS(type, member)                                                                 \
    { &sprt_option_set, offsetof(type, member), NULL }

// EXIT_DONE accepted, EXIT_CHECK rejected, EXIT_UNDECIDED.
int sprt_exit_code(enum sprt_verdict verdict);

// "1000,4000" into the limits of a struct verification, as a row of options sets its value.
bool verification_set_limits(void *verification, const char *text, struct error *error);
