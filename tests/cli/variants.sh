# SPDX-License-Identifier: GPL-3.0-or-later
t variants
t variants --json
t variants kagamigi
t variants --colour
