# SPDX-License-Identifier: GPL-3.0-or-later
t show
t show --json
t show --colour
t show --rule nifu=off
