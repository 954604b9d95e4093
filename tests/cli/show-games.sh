# SPDX-License-Identifier: GPL-3.0-or-later
# these bytes
t show
t show --json
t show --colour
t show --rule nifu=off
