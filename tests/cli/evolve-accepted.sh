# SPDX-License-Identifier: GPL-3.0-or-later
# ctest: long
# A generation that is accepted: from values that know nothing (every piece 400), the values of 600
# games win by some 100 Elo, also against the panel, and the next generation plays by them and is
# measured against them. Killed in each of its steps the loop ends with the same bytes.
run=("$KAGAMI" evolve minishogi --values flat.csv --games 600 --nodes 20 --seed 2 --threads 2
    --ladder 20 --match-games 200 --sprt '0,40' --step-games 100 --panel-games 100 --spsa-games 160 --tune prior=0.5)
{
    echo parameter,value
    for man in board.{P,S,G,B,R} board.+{P,S,B,R} hand.{P,S,G,B,R}; do
        echo "$man,400"
    done
} >flat.csv
"${run[@]}" --out loop --generations 1 >/dev/null 2>&1
"$TESTS/columns" generation,played_with,games,verdict,values_file loop/history.csv
cat loop/1/{against,verdict}
"$TESTS/columns" step,spsa loop/history.csv
# Old and new values meet the panel by the same openings; nothing else plays any openings twice.
seeds() {
    sed -nE 's/^\s*"seed":\s*"?([0-9]+).*/\1/p' "$@"
}
[[ $(seeds loop/1/before/estimate/20n/run.json) == $(seeds loop/1/panel/estimate/20n/run.json) ]] &&
    seeds loop/1/{log,steps/{25,spsa,net-50}/20n,match/20n,panel/estimate/20n}/run.json loop/1/spsa/spsa.json |
    sort | uniq -c | grep -c '^ *1 '

"$KAGAMI" report loop --out loop.html >/dev/null 2>&1 && grep -o '"kind":"history"' loop.html
"$KAGAMI" report loop --json | grep -A 3 '"start":.{'

# What player 1 of a run plays by.
played() {
    sed -nE 's/.*"player1\.((board|hand)\..*)":\s*"(.*)".*/\1,\3/p' "$1/run.json" | sort
}
played loop/1/log | diff - <(tail -n +2 flat.csv | sort) && echo "generation 1: played by 400 each"
"${run[@]}" --out loop --generations 2 --step 2:play >/dev/null 2>&1
"$TESTS/columns" parameter,value loop/1/generation-1.csv | grep -E '^(board|hand)' |
    awk -F, '{printf "%s,%d\n", $1, $2 + ($2 < 0 ? -0.5 : 0.5)}' | sort | diff - <(played loop/2/log) &&
    echo "generation 2: played by generation-1.csv"
# Its values are fitted to the games of both, or to its own alone.
cp -r loop narrow
"${run[@]}" --out narrow --generations 2 --window 1 --step 2:tune >/dev/null 2>&1
"${run[@]}" --out loop --generations 2 --step 2:tune >/dev/null 2>&1
grep -ho 'Minishogi · [0-9]* games' {narrow,loop}/2/tune.txt
"${run[@]}" --out loop --generations 2 --step 2:choose >/dev/null 2>&1
"${run[@]}" --out loop --generations 2 --step 2:verify >/dev/null 2>&1
cat loop/2/against
grep -c '"player2.name":.*generation-1.csv' loop/2/match/20n/run.json

# Killed as soon as each step has begun.
begun=0
for file in 1/{log,steps/{25,100,spsa,net-{50,100,133}}/20n,match/20n,before/estimate/20n,panel/{estimate,start}/20n}; do
    "${run[@]}" --out killed --generations 1 >/dev/null 2>&1 &
    pid=$!
    for _ in {1..12000}; do
        [[ -s killed/$file/games.csv || ! -e /proc/$pid ]] && break
        sleep 0.005
    done
    kill -KILL $pid 2>/dev/null && begun=$((begun + 1))
    wait $pid 2>/dev/null || true
done
[[ $begun -gt 0 ]] && echo "killed in its steps"
"${run[@]}" --out killed --generations 1 >/dev/null 2>&1
for file in 1/{log/games.csv,fit.csv,steps.json,steps/{25,50,100,net-{50,100,133}{,.net}}.csv,spsa/spsa.json,generation-1.csv,generation-1.moves.csv,panel.json,verdict} \
    1/before.json 1/{match,{before,panel}/estimate,panel/start}/20n/games.csv; do
    cmp "loop/$file" "killed/$file"
done
echo "the same as one that was left alone"

# Without a panel and SPSA, and with all of the way taken unseen.
"${run[@]}" --out plain --generations 1 --panel-games 0 --step-games 0 --spsa-games 0 >/dev/null 2>&1
"$TESTS/columns" step,spsa,net_step,net,estimate,shipped,start,verdict plain/history.csv
parts=(plain/1/steps/*.csv)
[[ ! -e plain/1/panel && ! -e plain/1/spsa && ${#parts[@]} == 8 ]] &&
    cmp plain/1/generation-1.csv loop/1/steps/100.csv &&
    cmp plain/1/generation-1.net.csv plain/1/steps/net-100.net.csv
# Without a network.
"${run[@]}" --out valued --generations 1 --panel-games 0 --spsa-games 0 --net off >/dev/null 2>&1
[[ ! -e valued/1/net.txt && ! -e valued/1/steps/net-50 && ! -e valued/1/generation-1.net.csv ]] && echo "--net off"

# Time that is up ends the loop as it stands; the same command goes on.
"${run[@]}" --out timed --hours 0.0003 >timed.txt 2>&1 && grep -o 'the time is up; the same command goes on' timed.txt
"${run[@]}" --out timed --hours 1 --generations 1 >/dev/null 2>&1
cmp timed/1/generation-1.csv loop/1/generation-1.csv && echo "the same as without a limit"
# Fewer generations than there are: the answer is that of all.
"${run[@]}" --out loop --generations 2 2>/dev/null >all.txt
"${run[@]}" --out loop --generations 1 2>/dev/null | cmp - all.txt && echo "the answer of all"
t evolve minishogi --out x --hours -1
t evolve minishogi --out x --hours 0
t evolve minishogi --out x --hours 1 --plan

# Values by which a Pawn, or every piece on the board, is worth nothing or less are a start as well.
for worth in 'P 0' 'P -50' '. 0'; do
    read -r piece value <<<"$worth"
    sed -E "s/^(board\.$piece),.*/\1,$value,,,,/" loop/1/generation-1.csv >poor.csv
    "$KAGAMI" tune loop/1/log --start poor.csv --out poor-tuned.csv --force >/dev/null && echo "tuned from board.$piece $value"
done
