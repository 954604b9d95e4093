# SPDX-License-Identifier: GPL-3.0-or-later
# The loop: a table, the same bytes through kills and stops, wrong input.
run=("$KAGAMI" evolve minishogi --games 120 --nodes 20 --seed 7 --match-games 40 --threads 2 --values estimate)
"${run[@]}" --generations 2 --out whole 2>/dev/null | sed -E 's/^( +[12] +[01] ).*/\1#/;/values in play/d'
ls whole whole/1 whole/1/match/20n
head -n 1 whole/history.csv
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
for file in history.csv {1,2}/{log/games.csv,generation-?.csv,verdict,against}; do
    for path in whole/$file; do
        cmp "$path" "broken/${path#whole/}"
    done
done
echo "the same as one that was left alone"

# Step by step.
for step in 1:play 1:tune 1:verify 2:play 2:tune 2:verify; do
    "${run[@]}" --generations 2 --out steps --step $step >/dev/null 2>&1
done
cmp whole/history.csv steps/history.csv && echo "and as its steps"

t evolve minishogi
t evolve --out x
t evolve minishogi --out x --step 1:dance
t evolve minishogi --out x --step 1:tune:3
t evolve minishogi --out x --step 2:play --seed 1
t evolve minishogi --out x --step 1:tune --seed 1
t evolve minishogi --out x --step 1:verify --seed 1
t evolve minishogi --out x --values none.csv
t evolve minishogi --out x --sprt 5
t evolve minishogi --out x --ladder 5,
# The words for other commands are read before anything is played.
t evolve minishogi --out words --tune --mirrored
t evolve minishogi --out words --tune --tie=G=Q
t evolve minishogi --out words --tune '--freeze kink.*'
t evolve minishogi --out words --play '--sample 2'
t evolve minishogi --out words --match '--openings none.csv'
t evolve minishogi --out words --game --nothing
[[ ! -e words ]] && echo "nothing was begun"
