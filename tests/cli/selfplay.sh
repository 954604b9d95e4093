# SPDX-License-Identifier: GPL-3.0-or-later
# Wrong input of selfplay, replay, tune: a message, an exit code, nothing written.
sp() { t selfplay minishogi --games 4 --nodes 20 --seed 1 --out run "$@"; }

t selfplay
t selfplay nosuch --out run
t selfplay minishogi --games 4 --nodes 20
sp --games 0
sp --games many
sp --nodes -5
sp --threads 0
sp --seed x
sp --rule nifu=maybe
sp --openings nofile.txt
sp --openings random:0
sp --opening-bound x
sp --resign 500
sp --draw 1,2
sp --ply-limit 0
sp --sample 2
sp --values nofile.csv
values() {
    printf 'parameter,value\n%s\n' "$1" >values.csv
    sp --values values.csv
}
values board.Q,100
values board.R
values board.R,
values board.R,12x
values board.R,1e9
values board.K,100
values 'board.R,1
board.R,2'
printf 'name,worth\nboard.R,1\n' >values.csv
sp --values values.csv
printf 'rbsgk/4p/5/P4/KGSBR[] w - - 0 1\nrbsgk/4p/5/P4/KGSB w\n' >openings.txt
sp --openings openings.txt
echo 'rbsgk/4p/5/P4/KGSBR[] w - - 0 1' >openings.txt
sp --openings openings.txt --opening-bound 20
ls run 2>/dev/null || echo "nothing was written"

# Of games with copies the length is that of the distinct ones, wherever it stands.
"$KAGAMI" selfplay minishogi --games 150 --nodes 20 --openings start --start-plies 6 --seed 2 --out copies >copies.txt 2>/dev/null
mean=$("$TESTS/columns" plies,moves <copies/games.csv | sed 1d | sort -u | awk -F, '{ n++; plies += $1 } END { printf "%.0f", plies / n }')
grep -q " $mean plies on average" copies.txt && grep -q "mean $mean," copies.txt && echo "one length"
# A limit that the sentence does not know the table has not either.
"$KAGAMI" selfplay minishogi --games 8 --nodes 20 --openings start --seed 2 --out few --full 2>/dev/null |
    grep -oE "position is not known|^ *first player's score.*"
"$KAGAMI" selfplay minishogi --games 4 --nodes 20 --seed 1 --out run >/dev/null 2>&1
sp --nodes 30
sp --seed 2
t selfplay kagamigi --games 4 --nodes 20 --seed 1 --out run

t log replay
t log replay nodir
t log replay run --game 4
t log replay run --game x
mkdir empty
t log replay empty
t tune
t tune nodir
t tune empty --out values2.csv
t tune run --out values2.csv | sed "s/[0-9]* games with/# games with/"
t tune run --holdout 2
t tune run --prior x
t tune run --reference Q
t tune run --start nofile.csv
ls values2.csv 2>/dev/null || echo "nothing was written"
