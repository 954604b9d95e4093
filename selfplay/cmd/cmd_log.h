// SPDX-License-Identifier: GPL-3.0-or-later
// The commands below `kagami log`; as those of commands.def they return an exit code.
#pragma once

int cmd_log_status(int argc, char **argv);
int cmd_log_merge(int argc, char **argv);
int cmd_log_replay(int argc, char **argv);
