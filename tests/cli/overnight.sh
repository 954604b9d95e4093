# SPDX-License-Identifier: GPL-3.0-or-later
# A night on this machine: wrong CONFIGs are named by line; killed at any moment it goes on, and ends
# with the same bytes as one that was left alone.
overnight=$TESTS/../scripts/overnight.sh
conf() {
    printf '%b\n' "$1" >night.conf
    local code=0
    "$overnight" night.conf 2>&1 | sed "s#$PWD/##g" || code=${PIPESTATUS[0]}
    echo "-> $code"
}
set -o pipefail
start='variant = minishogi\nout = night\nseed = 7\n'
conf ''
conf "$start"
conf "${start}games = ten"
conf "${start}games = 10\nnodes = 0"
conf "${start}games = 10\ngames = 20"
conf "${start}generation = 3"
conf "${start}games"
conf "${start}games ="
conf "${start}games = 10\nsprt = 5"
conf "${start}games = 10\nplay = --sample \$(date)"
conf "${start}games = 10\nvalues = none.csv"
conf "${start}games = 10\nkagami = no/kagami"
ls night 2>/dev/null || echo "nothing was written"

night() {
    printf '%b\n' "${start/= night/= $1}games = 120\nnodes = 30\nshards = 2\ngenerations = 2" \
        "match_games = 40\nthreads = 2\nkagami = $KAGAMI" >"$1.conf"
}
night whole
"$overnight" whole.conf >whole.txt 2>&1
night killed
killed=0
for delay in 0.05 0.1 0.15 0.2 0.3 0.4 0.5 0.3 0.2 0.4; do
    "$overnight" killed.conf >killed.txt 2>&1 &
    sleep $delay
    kill -KILL $! 2>/dev/null && killed=$((killed + 1))
    wait $! 2>/dev/null || true
done
[[ $killed -gt 3 ]] && echo "killed several times"
"$overnight" killed.conf >killed.txt 2>&1
for file in whole/{history.csv,{1,2}/{log/games.csv,log/positions.csv,generation-?.csv,match/30n/games.csv,verdict}}; do
    cmp "$file" "killed/${file#whole/}"
done
echo "the same bytes as the night that was left alone"
wc -l <killed/history.csv
"$overnight" killed.conf 2>&1 | sed "s/^.\{19\}//;s#$PWD/##"

# Too few games to tune from: the next generation plays on with the same values.
night few
sed -i 's/games = 120/games = 2/' few.conf
"$overnight" few.conf >few.txt 2>&1
cat few/history.csv
grep -o '"player1.name.*' few/1/log/run.json
sed -i '$ a values = estimate' few.conf
rm -r few
"$overnight" few.conf >few.txt 2>&1
grep -o '"player1.name.*' few/1/log/run.json

# Stopped on request: 75, and it goes on.
night stopped
sed -i 's/games = 120/games = 100000/' stopped.conf
"$overnight" stopped.conf >stopped.txt 2>&1 &
pid=$!
for _ in {1..300}; do
    [[ -s stopped/1/shards/0/games.csv ]] && break
    sleep 0.1
done
kill -TERM $pid
code=0
wait $pid || code=$?
echo "-> $code"
grep -o 'stopped; run the same command again to go on' stopped.txt
flock -w 20 stopped/lock true && echo "nothing is left running"
