# SPDX-License-Identifier: GPL-3.0-or-later
# Verification: verdicts and exit codes, matches that go on, wrong input.
# What the search makes of it is left out: it changes.
quiet() { COLUMNS=300 t "$@" 2>&1 | sed -E '/games.s|^! kagami: minishogi, seed/d;s/[+-][0-9.]+ Elo \[[^]]*\]/# Elo [#]/g;s/\([0-9]+ games\)/(# games)/g;s/^( +[0-9]+) .* (accept|reject|undecided)$/\1 # \2/;/^ +nodes/s/ +/ /g;/^  .*finished no ply/d;s/, "Warning: [^"]*ply\.[^"]*"//'; }
printf 'parameter,value\nboard.R,100\nboard.B,100\nhand.R,100\nhand.B,100\n' >bad.csv
bad=(minishogi --player B:values=bad.csv) worse=(minishogi --player A:values=bad.csv)
quiet match "${bad[@]}" --ladder 60,100 --seed 3 --out good
quiet match "${worse[@]}" --ladder 60,100 --seed 3 --sprt 0,30 --out bad
quiet match "${worse[@]}" --ladder 30,120 --seed 3 --games 20 --out few
quiet match "${worse[@]}" --ladder 30,120 --seed 3 --games 20 --out few --json | grep -E 'verdict|nodes' | grep -v '"command"'
quiet match minishogi --player new:board.R=400 --player old --ladder 20 --seed 3 --games 8 --out named
grep -oE "(new|old)@20n" named/20n/run.json
ls good good/60n
"$KAGAMI" match "${worse[@]}" --ladder 20,40 --games 20 --plan-for pilot=40 --threads 1 |
    grep -oE '^Minishogi.* against|^  [0-9]+ nodes|^  these games: Elo|^  match, 0 against 50'
ls x 2>/dev/null || echo "nothing was played"
# What moves are worth to who has them: no test, all games at every limit.
quiet match minishogi --player B:without=drops --ladder 10,30 --seed 3 --games 20 --out lacking |
    sed -E 's/^( +[0-9]+ +[0-9]+ ).*%.*/\1 #/;s/> 1200 Elo \[[^]]*]|# Elo \[#]/# Elo/g'
grep -oE '"(verdict|lacking)":[^,]*' lacking/verify.json
t match minishogi --player A:without=captures:P+drops --nodes 10 --seed 3 --games 20 --out one | grep -A 1 'drops+.*:'
t match minishogi --player B:without=drops --ladder 10,30 --sprt 0,10 --out x
t match "${worse[@]}" --ladder 10
t match minishogi --ladder 10 --out x
t match minishogi --player A:values=none.csv --ladder 10 --out x
t match "${worse[@]}" --ladder 10,ten --out x
t match "${worse[@]}" --ladder 10,10 --out x
t match "${worse[@]}" --ladder 10,20 --nodes 10 --out x
t match minishogi --player A:depth=3 --ladder 10 --out x
t match "${worse[@]}" --ladder 10 --games 5 --out x
t match "${worse[@]}" --ladder 10 --range 0..2 --out x
t match minishogi --player a --player b --player c --ladder 10 --out x
t match minishogi --player A:values=bad.csv --player B:values=bad.csv --ladder 10 --out x

# Accepted below 0 is no win. Games that were added are told; faults leave no Elo, and exit with 4.
quiet match minishogi --player A:board.R=500 --ladder 10 --sprt=-400,-100 --games 400 --seed 2 --threads 1 --out below | grep -oE 'The new values [a-z ]+:'
"$KAGAMI" match minishogi --player B:without=drops --ladder 10,20 --games 2 --seed 1 --threads 1 --out grown >/dev/null 2>&1
quiet match minishogi --player B:without=drops --ladder 10,20 --games 4 --seed 1 --threads 1 --out grown | tail -n 4
ln -s "$TESTS/selfplay/fake_engine" fake
t match minishogi --engine "./fake uci garbage,check=no" --ladder 10,20 --games 4 --seed 1 --threads 1 --out faults 2>&1 | tail -n 3
t match minishogi --player A:nodes=10 --player B:nodes=12 --games 4 --range 0..3 --seed 1 --out x
t selfplay minishogi --player A:nodes=10 --player B:nodes=12 --games 3 --seed 1 --out x
