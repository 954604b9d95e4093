# SPDX-License-Identifier: GPL-3.0-or-later
# these bytes
# The front door, and the help of commands: their texts stand in core/cmd/help.
t
t --help
t help perft
t help nosuch
t nonsense
t perf
"$KAGAMI" --version | grep -qE '^kagami [0-9]+\.[0-9]+\.[0-9]+'
cmp <("$KAGAMI" --version) <("$KAGAMI" bench -V)
cmp <("$KAGAMI" --help) <("$KAGAMI" -h)
COLUMNS=60 t perft --help=all

# Two screens of help for each, lines for any terminal; what they are must be said of all options.
while read -r command; do
    # shellcheck disable=SC2086 # "log merge" is two words
    "$KAGAMI" $command --help >help
    # shellcheck disable=SC2086
    "$KAGAMI" $command --help=all >all
    awk -v command="$command" -v all="$(awk 'length > 80' all | wc -l)" '
        length > 80 { wide++ } /^Usage: kagami/ { usage++ } /^Examples:$/ { examples++ }
        END { printf "%s: usage %d, examples %d, two screens %d, wide lines %d and %d\n", command,
                     usage, examples, NR <= 48, wide, all }' help
done < <("$KAGAMI" --help | sed -nE 's/^  ([a-z]+( [a-z]+)?)  .*/\1/p' | grep -vE '\?$')
rm help all
t perft --help=some
t log
t log nonsense
t log merg -h
t --hlep
t --nonsense
cmp <("$KAGAMI" --version) <("$KAGAMI" log -V)
t log --help
t bench nosuch
t bench --depth 0
t bench minishogi shogi
t selftest nosuch
t selftest minishogi shogi
printf '%s\n' '[variant]' 'name = two' 'files = 5' 'ranks = 5' 'royal = K Q' '[arrays]' 'standard = kq1gr/5/5/5/RG1QK[] w - - 0 1' \
    '[pieces]' 'K = K, King, K' 'Q = Q, Prince, FfW' 'R = R, Rook, R' 'G = G, Gold, WfF' >two.ini
"$KAGAMI" selftest two.ini 2>/dev/null | grep -o ' checks passed, 0 failed'

# What other programs call so.
for asked in status merge replay export play; do t $asked; done
t match minishogi --concurrency 2
t match minishogi --gauntlet --out x
t match minishogi --opening-start 2 --out x
t match minishogi --player B:st=5 --out x
