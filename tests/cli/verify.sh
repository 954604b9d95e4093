# SPDX-License-Identifier: GPL-3.0-or-later
# Verification: verdicts and exit codes, matches that go on, wrong input.
# What the search makes of it is left out: it changes.
quiet() { t "$@" 2>&1 | sed -E '/games.s|^! kagami: minishogi, seed/d;s/^( +[0-9]+) .* (accept|reject|undecided)$/\1 # \2/'; }
printf 'parameter,value\nboard.R,100\nboard.B,100\nhand.R,100\nhand.B,100\n' >bad.csv
quiet verify minishogi --against bad.csv --ladder 60,100 --seed 3 --out good
quiet verify minishogi --values bad.csv --ladder 60,100 --seed 3 --sprt 0,30 --out bad
quiet verify minishogi --values bad.csv --nodes 30 --seed 3 --games 20 --out few
quiet verify minishogi --values bad.csv --nodes 30 --seed 3 --games 20 --out few --json | grep -E 'verdict|nodes' | grep -v '"command"'
ls good good/60n

t verify minishogi --values bad.csv
t verify minishogi --out x
t verify minishogi --values none.csv --out x
t verify minishogi --values bad.csv --ladder 10,ten --out x
t verify minishogi --values bad.csv --ladder 10,10 --out x
t verify minishogi --values bad.csv --ladder 10,20 --nodes 10 --out x
t verify minishogi --values bad.csv --depth 3 --out x
t verify minishogi --values bad.csv --games 5 --out x
t verify minishogi --values bad.csv --against bad.csv --out x
