# SPDX-License-Identifier: GPL-3.0-or-later
# The front door, and the help of every command.
t
t --help
t help perft
t help nosuch
t nonsense
t perf
"$KAGAMI" --version | grep -qE '^kagami [0-9]+\.[0-9]+\.[0-9]+'
cmp <("$KAGAMI" --version) <("$KAGAMI" bench -V)
cmp <("$KAGAMI" --help) <("$KAGAMI" -h)
while read -r command; do
    t "$command" --help
done < <("$KAGAMI" --help | sed -nE 's/^  ([a-z-]+) .*/\1/p')
COLUMNS=60 t perft --help
t log
t log nonsense
while read -r command; do
    t log "$command" --help
done < <("$KAGAMI" log --help | sed -nE 's/^  ([a-z-]+) .*/\1/p')
t bench nosuch
t bench --depth 0
t bench minishogi shogi
t selftest nosuch
t selftest minishogi shogi
