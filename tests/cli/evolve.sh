# SPDX-License-Identifier: GPL-3.0-or-later
# ctest: slow
# The loop: a table, the same bytes through kills and stops, wrong input. Matches are of pairs: odd
# numbers of their games are made even, those of SPSA whole steps.
run=("$KAGAMI" evolve minishogi --games 120 --nodes 20 --seed 7 --match-games 39 --step-games 19 --panel-games 19 --spsa-games 9
    --threads 2 --values estimate --game opening-bound=100000)
COLUMNS=160 "${run[@]}" --generations 2 --out whole 2>/dev/null | sed -E 's/^( +[12] +[01] ).*/\1#/;/^ +generation/s/ +/ /g;/in play/d'
ls -I '*.net.csv' whole whole/1 whole/1/match/10n # whether a network passed is for games to say
head -n 1 whole/history.csv
wc -l <whole/1/steps/25/10n/games.csv
for signal in KILL TERM USR1 KILL INT TERM; do
    "${run[@]}" --generations 2 --out broken >/dev/null 2>broken.err &
    pid=$!
    sleep 0.15
    kill -$signal $pid 2>/dev/null || true
    code=0
    wait $pid 2>/dev/null || code=$?
    # Above 128: killed, by TERM and the like only before it had begun to listen.
    [[ $code -eq 75 || $code -gt 128 || $code -eq 0 ]] || {
        echo "$signal: exit $code"
        cat broken.err
    }
done
"${run[@]}" --generations 2 --out broken >/dev/null 2>&1
for file in {1,2}/{log/games.csv,fit.csv,steps/{25,50,100}.csv,steps.json,spsa/{spsa.json,values.csv},generation-?.csv,verdict,against}; do
    for path in whole/$file; do
        cmp "$path" "broken/${path#whole/}"
    done
done
timeless() {
    cat "$1/history.csv"
}
cmp <(timeless whole) <(timeless broken)
diff <(cd whole && find . -name '*.net.csv') <(cd broken && find . -name '*.net.csv')
echo "the same as one that was left alone"

# Step by step.
for step in {1,2}:{play,tune,choose,verify}; do
    "${run[@]}" --generations 2 --out steps --step "$step" >/dev/null 2>&1
done
cmp <(timeless whole) <(timeless steps) && echo "and as its steps"

t evolve minishogi
t evolve --out x
t evolve minishogi --out x --step 1:dance
t evolve minishogi --out x --step 1:tune:3
t evolve minishogi --out x --step 2:play --seed 1
t evolve minishogi --out x --step 1:tune --seed 1
t evolve minishogi --out x --step 1:choose --seed 1
t evolve minishogi --out x --step 1:verify --seed 1
t evolve minishogi --out x --values none.csv
t evolve minishogi --out x --sprt 5
t evolve minishogi --out x --ladder 5,
# Options of the steps are read before anything is played.
t evolve minishogi --out words --tune mirrored=on
t evolve minishogi --out words --tune tie=G=Q
t evolve minishogi --out words --tune 'freeze=kink.*'
t evolve minishogi --out words --play sample=2
t evolve minishogi --out words --match openings=none.csv
t evolve minishogi --out words --game nothing
[[ ! -e words ]] && echo "nothing was begun"

# Another loop than the one that is there is refused before anything is played.
loop=(evolve minishogi --out whole --games 120 --nodes 20 --match-games 40 --step-games 20 --panel-games 20 --spsa-games 16
    --values estimate --game opening-bound=100000)
t evolve kagamigi --out whole
t "${loop[@]}" --seed 9
t "${loop[@]}" --seed 7 --games 300
t "${loop[@]}" --generations 3 --nodes 30
t "${loop[@]}" --generations 3 --rule drops=off
t "${loop[@]}" --generations 3 --game rule=drops=off
t "${loop[@]}" --generations 3 --play sample=0.5
echo 'board.R,700' | cat <(echo parameter,value) - >rook.csv
t "${loop[@]}" --generations 3 --values rook.csv
t "${loop[@]}" --step 3:play --nodes 30
[[ ! -e whole/3 ]] && echo "generation 3 was not begun"
# What steps to come alone are done by may change.
"$KAGAMI" "${loop[@]}" --generations 2 --threads 1 --ladder 20 --tune holdout=0.2 >/dev/null 2>&1 &&
    echo "the same loop"
# Generations that were begun with other options all the same, and a match.
"$KAGAMI" selfplay minishogi --games 120 --nodes 20 --seed 11 --values estimate --opening-bound 100000 --rule drops=off --out whole/3/log \
    >/dev/null 2>&1
t "${loop[@]}" --generations 3
rm -r whole/3
cp -r whole matched
rm matched/2/verdict
t "${loop[@]/#whole/matched}" --step 2:verify --sprt 0,30

# Killed, or the disk full, just after a verdict: the table lacks a line, or is missing. The same
# command writes it, and a batch has a step left that does.
told() {
    cmp whole/history.csv "$1/history.csv" && grep -c '"verdict"' "$1/evolve.json"
}
cp -r whole after
rm after/history.csv after/evolve.json
"$KAGAMI" "${loop[@]/#whole/after}" --seed 7 --generations 2 --steps | grep '^step'
"$KAGAMI" "${loop[@]/#whole/after}" --seed 7 --generations 2 >/dev/null 2>&1
told after
sed -i '$d' after/history.csv
"$KAGAMI" "${loop[@]/#whole/after}" --seed 7 --generations 1 >/dev/null 2>&1
told after
rm after/evolve.json
"$KAGAMI" "${loop[@]/#whole/after}" --seed 7 --step 2:verify >/dev/null 2>&1
told after
"$KAGAMI" "${loop[@]/#whole/after}" --seed 7 --generations 2 --steps | grep -c '^step' || true

# Values that are those in play need no match to be rejected.
"$KAGAMI" evolve minishogi --nodes 5 --seed 1 --ladder 5 --match-games 10 --step-games 4 --panel-games 0 --spsa-games 0 \
    --net off --moves off --generations 1 --games 60 --tune 'freeze=*' --out still >/dev/null 2>&1
"$TESTS/columns" match_games,verdict still/history.csv
