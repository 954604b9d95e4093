# SPDX-License-Identifier: GPL-3.0-or-later
# ctest: slow
# A batch by its file: wrong files are named by line; killed at any moment it goes on, and ends with
# the same bytes as one that was left alone; its steps are listed and taken one by one.
file() {
    printf '%b\n' "$1" >batch.ini
    t evolve batch.ini
}
start='[batch]\nvariant = minishogi\nout = batch\nseed = 7\n'
file ''
file '[bacth]'
file '[bacth]\nvariant = minishogi'
file 'variant = minishogi'
file '[batch]'
file '[batch]\nvarant = minishogi'
file '[batch]\nvariant = minishogi\nout = batch'
file "${start}games = ten"
file "${start}nodes = 0"
file "${start}games = 10\ngames = 20"
file "${start}generation = 3"
file "${start}games"
file "${start}games ="
file "${start}sprt = 5"
file "${start}values = none.csv"
file "${start}step = 1:tune"
file "${start}[games]"
file "${start}[game]\nrule = drops=off, nothing=1"
file "${start}[game]\nnodes = 5"
file "${start}[game]\ndepth = 5"
file "${start}[play]\nsample = 2"
file "${start}[play]\nmirror = on"
file "${start}[match]\nopenings = none.csv"
file "${start}[tune]\nmirror = yes"
file "${start}[tune]\ntie = G=S, R=Q"
file "${start}[slurm]\nrounds = 11"
file "${start}[slurm]\ntime = long"
file "${start}out = twice"
t evolve nowhere.ini --out x
ls batch 2>/dev/null || echo "nothing was written"

# The example says what is so by default.
"$KAGAMI" evolve "$TESTS/../scripts/slurm/example.ini" --steps | sed 's#^folder .*/#folder #'
sed 's/^;//' "$TESTS/../scripts/slurm/example.ini" | sed '/^\(values\|openings\) = /d' >all.ini
"$KAGAMI" evolve all.ini --steps | sed -n 's#^folder .*/#folder #;1,12p'

batch() {
    printf '%b\n' "${start/= batch/= $1}games = 120\nnodes = 30\nshards = 2\ngenerations = 2" \
        "match-games = 40\nstep-games = 20\nspsa-games = 16\npanel-games = 20\nthreads = 2" '[game]\nopening-bound = 100000' '[tune]\ntie = G=S, B=R' >"$1.ini"
}
batch whole
"$KAGAMI" evolve whole.ini >whole.txt 2>&1
batch killed
for delay in 0.05 0.1 0.15 0.2 0.3 0.4 0.5 0.3 0.2 0.4; do
    "$KAGAMI" evolve killed.ini >killed.txt 2>&1 &
    sleep $delay
    kill -KILL $! 2>/dev/null || true
    wait $! 2>/dev/null || true
done
"$KAGAMI" evolve killed.ini >killed.txt 2>&1
same() {
    for file in whole/{1,2}/{log/games.csv,log/positions.csv,generation-?.csv,match/15n/games.csv,verdict}; do
        cmp "$file" "$1/${file#whole/}"
    done
    cmp whole/history.csv "$1/history.csv"
    echo "the same bytes as the batch that was left alone: $1"
}
same killed
wc -l <killed/history.csv
"$KAGAMI" evolve killed.ini 2>&1 | grep 'done before'
"$KAGAMI" evolve killed.ini --steps | sed "s#$PWD/##"
"$TESTS/columns" parameter,value killed/1/fit.csv | sed -n "s/^board.[GSBR],//p" | sort | uniq -c | sed 's/ [0-9.-]*$//'

# As its steps by three processes each, of which some games were lost; the same without a file and
# by one process.
batch steps
"$KAGAMI" evolve steps.ini --steps | sed "s#$PWD/##"
"$KAGAMI" evolve steps.ini --steps >chain.txt
while read -r word name tasks _ step; do
    [[ $word == step ]] || continue
    if [[ $tasks -eq 1 ]]; then
        "$KAGAMI" evolve steps.ini --step "$step" 2>/dev/null
    else
        for i in 1 2 3; do
            PARALLEL_SEQ=$i "$KAGAMI" evolve steps.ini --step "${step%/*}/3" 2>/dev/null &
        done
        wait
        [[ $name != 2-play-2 ]] || rm -r steps/2/log/{run.json,blocks/{4..8,60..64}}
    fi
done <chain.txt
same steps
sed "s#^steps: #that folder: #" steps/morning.txt | cut -c 1-60
grep -c '<title>' steps/morning.html
ls steps/1/spsa
"$KAGAMI" evolve minishogi --out piece --seed 7 --games 120 --nodes 30 --generations 1 --match-games 40 --step-games 20 --spsa-games 16 --threads 2 \
    --game opening-bound=100000 --tune 'tie=G=S,B=R' >/dev/null 2>&1
cmp whole/1/log/games.csv piece/1/log/games.csv && cmp whole/1/generation-1.csv piece/1/generation-1.csv &&
    echo "the same in one piece"
t evolve steps.ini --step 3:play:2/2
t evolve steps.ini --step 1:tune:0/2
t evolve piece.ini --step 1:merge --out x --seed 1
test ! -e x # what is refused leaves nothing

# Blocks of other games are not put together with the rest.
batch mixed
"$KAGAMI" evolve mixed.ini --step 1:play:0/2 2>/dev/null
rm mixed/1/log/run.json
sed -i 's/"player1.nodes":.*/"player1.nodes": "20",/' mixed/1/log/blocks/4..8/run.json
t evolve mixed.ini --step 1:play:1/2

# What it costs, before it is begun: time, room, at the most; where there is no room, it says so.
batch planned
words() { sed -E 's/[0-9.]+%?( [kMG]?B|[dhms]+([0-9]+[ms])?)?/#/g;s/ +/ /g'; }
"$KAGAMI" evolve planned.ini --plan-for pilot=20 2>&1 | words
"$KAGAMI" evolve planned.ini --games 1e11 --plan-for pilot=20 2>&1 >/dev/null | words | sed 's/,[^,]* has room/, ... has room/' || true
[[ ! -e planned ]] && echo "nothing was begun"

# Too few games to tune from: the next generation plays on with the same values.
batch few
sed -i 's/games = 120/games = 2/' few.ini
"$KAGAMI" evolve few.ini >few.txt 2>&1
cat few/history.csv
grep -o '"player1.name.*' few/1/log/run.json
sed -i '/^seed/a values = estimate' few.ini
rm -r few
"$KAGAMI" evolve few.ini >few.txt 2>&1
grep -o '"player1.name.*' few/1/log/run.json

# Stopped on request: 75, and it goes on. The command line prevails over the file.
batch stopped
"$KAGAMI" evolve stopped.ini --games 100000 >stopped.txt 2>&1 &
pid=$!
for _ in {1..1200}; do
    [[ -s stopped/1/log/blocks/0..4/games.csv ]] && break
    sleep 0.1
done
t evolve stopped.ini --games 100000
kill -TERM $pid
code=0
wait $pid || code=$?
echo "-> $code"
grep -o 'stopped; run the same command again to go on' stopped.txt
flock -w 300 stopped/lock true && echo "nothing is left running"
