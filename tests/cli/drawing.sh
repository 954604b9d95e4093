# SPDX-License-Identifier: GPL-3.0-or-later
# these bytes
# What show draws in other places than a UTF-8 terminal of 100 columns, and for a game of one's own.
LC_ALL=C t show minishogi
COLUMNS=60 t show shogi
COLUMNS=130 t show shogi | sed -n '/^Moves/,$p'
LC_ALL=C COLUMNS=80 t show chu-shogi --preset okazaki
t show chu-seireigi I
t show chu-kagamigi 'divine turtle'
t show kagamigi BG --json
t show kagamigi '+K'
t show kagamigi 'Left Chriot'

sed -e 's/^name = .*/name = small/' \
    -e 's/^\[pieces\]/[presets]\nquick = nifu=off drops=off\n\n[pieces]/' \
    -e 's/^P = .*/P = P, Pawn, mfWcfF, +P, Grasshopper, nAmR3cDmlB/' \
    "$TESTS/../core/variants/minishogi.ini" >small.ini
t show small.ini --preset quick
t show small.ini P
LC_ALL=C t show small.ini P
t show small.ini --preset slow
