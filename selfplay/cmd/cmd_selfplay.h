// SPDX-License-Identifier: GPL-3.0-or-later
// Only cmd_*.c files include this.
#pragma once

#include "runmeta.h"

// What `kagami selfplay` would say of its command line before it plays: EXIT_DONE and the record
// that the run would begin with (destroy it with runmeta_destroy), or the exit code of a fault that
// has been told.
int selfplay_check(int argc, char **argv, struct runmeta **record);
