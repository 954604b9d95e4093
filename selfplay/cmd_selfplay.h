// SPDX-License-Identifier: GPL-3.0-or-later
// Only cmd_*.c files include this.
#pragma once

// What `kagami selfplay` would say of its command line before it plays: EXIT_DONE, or the exit code
// of a fault that has been told.
int selfplay_check(int argc, char **argv);
