# SPDX-License-Identifier: GPL-3.0-or-later
# What counts of a match mean, and wrong input of stats and match.
t stats 12 30 41 55 22
t stats 12 30 41 55 22 --sprt 0,10
t stats 365 16618 36229 16974 390 --sprt 0,5
t stats 36027 68692 36433 --sprt 0,2 --json
t stats 0 0 0 0 30 --sprt 0,10 --model logistic
t stats 30 0 0 0 0 --sprt -5,0 --alpha 0.01
t stats 0 0 30 0 0
t stats 0 0 1 0 0
t stats 0 0 0 0 0 --sprt 0,10

t stats
t stats 1 2
t stats 1 2 3 4 5 6
t stats 1 2 x
t stats 1 2 -3
t stats 1 2 3 --sprt 5
t stats 1 2 3 --sprt 5,0
t stats 1 2 3 --sprt 0,nan
t stats 1 2 3 --sprt 0,900
t stats 1 2 3 --sprt 0,5 --alpha 0
t stats 1 2 3 --sprt 0,5 --model bayes
t stats 1 2 3 --alpha 0.1

m() {
    t match minishogi --first-nodes 60 --second-nodes 20 --seed 1 --threads 1 "$@" |
        sed -E '/^  speed/d;/"session_(sec|cpu)/d'
}
t match
t match minishogi
t match nosuch --out run
t match minishogi --out run
m --out run --games 5
m --out run --sprt 0,10 --shard 0/2
m --out run --first board.Q=1
m --out run --first-depth 0
m --out run --second-values nofile.csv
ls run 2>/dev/null || echo "nothing was written"
m --out run --games 20
m --out run --games 20 --json
m --out test --sprt 0,60
m --out test --sprt 0,100
