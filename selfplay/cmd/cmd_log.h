// SPDX-License-Identifier: GPL-3.0-or-later
// The commands below `kagami log`, each named as it is called: "log merge".
#pragma once

#include "cmd_common.h"

extern const struct command command_log_status, command_log_merge, command_log_replay;
