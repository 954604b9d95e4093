# SPDX-License-Identifier: GPL-3.0-or-later
# A generation that is accepted: from values that know nothing (every piece 400), the values of 600
# games win by some 100 Elo, and the next generation plays by them and is measured against them.
run=("$KAGAMI" evolve minishogi --values flat.csv --games 600 --nodes 20 --seed 1 --threads 2
    --ladder 20 --match-games 200 --sprt '0,40' --out loop)
{
    echo parameter,value
    for man in board.{P,S,G,B,R} board.+{P,S,B,R} hand.{P,S,G,B,R}; do
        echo "$man,400"
    done
} >flat.csv
"${run[@]}" --generations 1 >/dev/null 2>&1
cut -d, -f1-3,10 loop/history.csv
cat loop/1/{against,verdict}

# What player 1 of a run plays by.
played() {
    sed -nE 's/.*"player1\.((board|hand)\..*)":\s*"(.*)".*/\1,\3/p' "$1/run.json" | sort
}
played loop/1/log | diff - <(tail -n +2 flat.csv | sort) && echo "generation 1: played by 400 each"
"${run[@]}" --generations 2 --step 2:play >/dev/null 2>&1
tail -n +2 loop/1/generation-1.csv | cut -d, -f1,2 | grep -E '^(board|hand)' |
    awk -F, '{printf "%s,%d\n", $1, $2 + ($2 < 0 ? -0.5 : 0.5)}' | sort | diff - <(played loop/2/log) &&
    echo "generation 2: played by generation-1.csv"
"${run[@]}" --generations 2 --step 2:tune >/dev/null 2>&1
"${run[@]}" --generations 2 --step 2:verify >/dev/null 2>&1
cat loop/2/against
grep -c '"player2.name":.*generation-1.csv' loop/2/match/20n/run.json
