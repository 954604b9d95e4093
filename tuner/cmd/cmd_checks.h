// SPDX-License-Identifier: GPL-3.0-or-later
// What a command would say of its words before it begins: for those who will run it later. Only
// cmd_*.c files include this.
#pragma once

#include "cmd_common.h"
#include "cmd_selfplay.h"

// EXIT_DONE, or the exit code of a fault that has been told. Files of values that a step before
// will write need not be there yet.
int tune_check(int argc, char **argv, struct tables *tables);
int verify_check(int argc, char **argv);
