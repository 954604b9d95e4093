# SPDX-License-Identifier: GPL-3.0-or-later
# The time left is that of all runs to come, not of the one that is at hand: here of 100 and 400 nodes
# a move and two arms, ten times that of the first run.
script -qefc "exec timeout -s KILL 300 $KAGAMI compare minishogi --arm bare:drops=off --games 100000 --ladder 100,400 --seed 1 --threads 1 --out runs" \
    typescript >/dev/null 2>&1 </dev/null &
pid=$!
for _ in {1..2500}; do
    ! grep -q 'ETA [0-9]' typescript 2>/dev/null || break
    sleep 0.1
done
disown $pid
kill -KILL $pid
tr '\r' '\n' <typescript | grep -m 1 'ETA [0-9]' |
    sed -nE 's|^(1/4 [^ ]*) +([0-9]+)/([0-9]+) .*ETA ([0-9dhms]+) +([0-9.]+) games/s.*|\1 \2 \3 \4 \5|p' | {
    read -r task name there total left rate
    seconds=$(sed -E 's/([dhms])0+([0-9])/\1\2/g;s/d/*86400+/;s/h/*3600+/;s/m/*60+/;s/s//;s/\+$//' <<<"$left")
    awk -v left="$((seconds))" -v rate="$rate" -v own=$((total - there)) -v task="$task $name" \
        'BEGIN { times = left * rate / own; print task, (times > 7 && times < 13) ? "ten times" : times }'
}
