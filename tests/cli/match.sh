# SPDX-License-Identifier: GPL-3.0-or-later
# What counts of a match mean, and wrong input.
t match --counts 12,30,41,55,22
t match --counts 12,30,41,55,22 --sprt 0,10
t match --counts 365,16618,36229,16974,390 --sprt 0,5
t match --counts 36027,68692,36433 --sprt 0,2 --json
t match --counts 30,0,0,0,0 --sprt -5,0 --alpha 0.01
t match --counts 22,55,41,30,12 | sed -n '1,4p'
t match --counts 118,12,170 --json | sed -n '1,6p'
t match --counts 30,41,38 | sed -n '1,4p'
t match --counts 0,0,30,0,0
t match --counts 0,0,1,0,0
t match --counts 0,0,0,0,0 --sprt 0,10

t match --counts
t match --counts 1,2
t match --counts 1,2,3,4,5,6
t match --counts 1,2,x
t match --counts 1,2,-3
t match --counts 1,2,3 --sprt 5
t match --counts 1,2,3 --sprt 5,0
t match --counts 1,2,3 --sprt 0,nan
t match --counts 1,2,3 --sprt 0,900
t match --counts 1,2,3 --sprt 0,5 --alpha 0
t match --counts 1,2,3 --alpha 0.1
t match --counts 1,2,3 --nodes 5
t match --counts 1,2,3 --ladder 5
t match --counts 1,2,3 --plan
t match --counts 1,2,3 --rule nifu=off
t match --counts 1,2,3 --hash 1M
t match --counts 1,2,3 --openings random:4
t match --counts 1,2,3 --resign 900,4

m() {
    t match minishogi --player A:nodes=60 --player B:nodes=20 --seed 1 --threads 1 "$@" |
        sed -E '/^  speed/d;/"session_(sec|cpu)/d' | played
}
t match
t match minishogi
t match nosuch --out run
t match minishogi --out run
t match minishogi --player A:nodes=2 --player B:nodes=3 --player C:nodes=5 --plan
m --out run --games 5
m --out run --sprt 0,10 --range 0..8
t match minishogi --player B:board.Q=1 --out run
t match minishogi --player A:depth=0 --out run
t match minishogi --player A:dept=3 --out run
t match minishogi --player B:values=nofile.csv --out run
t match minishogi --player one:first-nodes=60 --out run
ls run 2>/dev/null || echo "nothing was written"
m --out run --games 20 --full
m --out run --games 20 --json
m --out run --games 40 | grep -A1 -E '^[$!]'
t match minishogi --player A:nodes=60 --player B:nodes=50 --seed 1 --threads 1 --out capped --sprt 0,10 --games 20 --full | played | sed -n '1,/^  result/p;/^!/p'
m --out test --sprt 0,60
m --out test --sprt 0,100 --full
# All against all, with the ratings as a table, the best player first.
COLUMNS=140 t match minishogi --player a:nodes=60 --player b:nodes=20 --player c:nodes=20,board.R=900 --games 40 --seed 1 --threads 1 --out round 2>/dev/null |
    played | sed 's/^  [abc]  /  N  /'
"$TESTS/columns" -x plays_by round/ratings.csv | sed 's/^[abc],/N,/'
"$TESTS/columns" name,plays_by round/ratings.csv | sort
grep -A1 '"summary"' round/ratings.json | played
