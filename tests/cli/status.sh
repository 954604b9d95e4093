# SPDX-License-Identifier: GPL-3.0-or-later
# How far a batch, an experiment and a tree of them are: what is done, at hand, to come, was stopped
# or stalls; in a line, a page, JSON.
anyone() { sed -E 's/[0-9.]+ games\/s/# games\/s/;s/("(rate|changed|eta)":\t)[0-9.]+/\1#/;s/(for|most) [0-9dhms]+( left|$)/\1 #\2/;s/(at work: [0-9]+:[a-z]+).*/\1/'; }
line() { "$KAGAMI" log status "$@" --line | anyone; }
# The page without speeds and ages, and the rows of folders cut behind their shares.
page() { "$KAGAMI" log status "$@" | sed -E '/^  (changed|time left) /d;s/( [0-9.]+%) .*(complete|stopped|stalled|between runs).*/\1 \2/'; }
printf '%b\n' '[batch]\nvariant = minishogi\nout = batch\nseed = 7\ngames = 120\nnodes = 30\nshards = 2' \
    'generations = 2\nmatch-games = 40\nspsa-games = 16\nladder = 30,60\nthreads = 2\nnet = off\n[game]\nopening-bound = 100000' >batch.ini

# Step by step, as a cluster takes them.
step() { "$KAGAMI" evolve batch.ini --step "$1" >/dev/null 2>&1; }
step 1:play:1/2
line batch
# As if others were at work on blocks that are missing: one that is slow, one that was killed.
rm -r batch/1/log/{run.json,games.csv,positions.csv,blocks/{60..64,116..120}}
mkdir batch/tasks
task() { printf '{"at": "1:play, minishogi", "host": "n%d", "every": 10, "done": 90, "total": 120, "rate": %s}' "$1" "$2" >"batch/tasks/$1.json"; }
task 2 9
task 10 2
task 1 0
touch -d '10 minutes ago' batch/tasks/1.json
line batch
page batch
rm -r batch/tasks
step 1:play:0/2
line batch
page batch
step 1:tune
line batch
step 1:choose
line batch
# SPSA keeps no log, and is at hand from its state to its values.
mv batch/1/generation-1.csv kept.csv
line batch
mv batch/1/spsa/spsa.json kept.json
line batch
mv kept.csv batch/1/generation-1.csv
mv kept.json batch/1/spsa/spsa.json
step 1:verify
line batch
"$KAGAMI" log status batch --json | grep -E '"(generation|generations|run|runs_to_come|state|at_most|asked)"' | head -n 12

# A generation that is not tuned plays no steps and no match: a loop of it is done.
"$KAGAMI" evolve minishogi --games 20 --nodes 10 --game opening-bound=100000 --seed 7 --threads 1 --generations 1 --out untuned >/dev/null 2>&1
cat untuned/1/verdict
line untuned
rm -r untuned

# What the clock ends has no last generation, and the time that is left is the clock's.
"$KAGAMI" evolve minishogi --games 1000000 --nodes 10 --game opening-bound=100000 --hours 1 --out timed --threads 1 >messages 2>&1 &
pid=$!
for _ in {1..1200}; do
    [[ -s timed/1/log/games.csv ]] && grep -q minishogi timed/1/log/games.csv && break
    sleep 0.1
done
for _ in {1..1200}; do # speeds are of whole seconds
    [[ $(line timed) != *games/s* ]] || break
    sleep 0.1
done
line timed | sed -E 's/[0-9]+( of at most)/#\1/;s/\([0-9.]+%\)/(#%)/'
"$KAGAMI" log status timed --json | awk '/"eta"/ && !n++ { print ($2 + 0 > 3000 && $2 + 0 <= 3600) ? "less than an hour" : $0 }'
# Who is refused does not move it, and it goes on where nothing keeps a log.
"$KAGAMI" evolve minishogi --games 1000000 --nodes 10 --game opening-bound=100000 --hours 50 --out timed --threads 1 2>&1 | grep -o "another process is at work there" || true
"$KAGAMI" log status timed --json | awk '/"eta"/ && !n++ { print ($2 + 0 > 0 && $2 + 0 <= 3600) ? "less than an hour" : $0 }'
kill -TERM $pid
wait $pid || true
"$KAGAMI" log status timed --json | awk '/"eta"/ && !n++ { print $2 }'
rm -r timed
mkdir between
sed "s/\"schema\":.*/&\n\"until\": $(($(date +%s) + 3000)),/" batch/agenda.json >between/agenda.json
"$KAGAMI" log status between --json | awk '/"eta"/ && !n++ { print ($2 + 0 <= 3000 && $2 + 0 > 2000) ? "less than an hour" : $0 }'
rm -r between

# What was asked to end is stopped; what only went silent, stalled.
sed '/^shards/d' batch.ini >alone.ini
"$KAGAMI" evolve alone.ini --games 1000000 --out long --threads 1 >messages 2>&1 &
pid=$!
for _ in {1..1200}; do
    [[ -s long/1/log/games.csv ]] && grep -q minishogi long/1/log/games.csv && break
    sleep 0.1
done
line long | sed -E 's/[0-9]+( of at most)/#\1/;s/\([0-9.]+%\)/(#%)/'
kill -TERM $pid
wait $pid || true
line long | sed -E 's/[0-9]+( of at most)/#\1/;s/\([0-9.]+%\)/(#%)/'
sed -i 's/"end":.*/"end":\tnull,/' long/1/log/run.json
# However few games a slow machine had: minutes each, hours ago.
touch -d '20 hours ago' long/1/log/games.csv
sed -i -E "s/(\"start\":\t\").*\"/\1$(date -u -d '1205 minutes ago' +%FT%TZ)\"/" long/1/log/run.json
line long | sed -E 's/[0-9]+( of at most)/#\1/;s/\([0-9.]+%\)/(#%)/'
"$KAGAMI" log status long | sed -n 1p

# An experiment in parts, a round robin, a ladder; all at once.
printf '%b\n' '[experiment]\nvariant = minishogi\ngames = 20\nladder = 10, 30\nseed = 1\nout = rules' \
    '[toggles]\ndrops = off' >rules.ini
"$KAGAMI" compare rules.ini --shard 0/2 --only base/10n >/dev/null 2>&1
line rules
"$KAGAMI" compare rules.ini --shard 1/2 >/dev/null 2>&1
line rules
page rules
# Given more games: those count; stopped then, it is gone on with by one process; fewer leave all that is there.
more=("$KAGAMI" compare minishogi --toggle drops=off --nodes 10 --seed 1 --threads 1 --out more)
"${more[@]}" --games 20 --shard 0/1 >/dev/null 2>&1
sed -i 's/"games":\t20/"games":\t40/' more/agenda.json
line more
timeout -s TERM 1 "${more[@]}" --games 20000 --shard 0/2 >/dev/null 2>&1 || true
"${more[@]}" --games 24 >/dev/null 2>&1 && echo "gone on with"
"${more[@]}" --games 8 --shard 0/1 >/dev/null 2>&1
[[ $(wc -l <more/base/10n/games.csv) -gt 24 ]] || echo "games are gone"
# What one process added stays, whoever comes then.
"${more[@]}" --games 20 --shard 0/1 --out added >/dev/null 2>&1
"${more[@]}" --games 30 --out added >/dev/null 2>&1
log=$(stat -c %i added/base/10n/games.csv)
"${more[@]}" --games 40 --shard 0/1 --out added >/dev/null 2>&1
[[ $(stat -c %i added/base/10n/games.csv) == "$log" ]] || echo "games were played again"
[[ $(wc -l <added/base/10n/games.csv) -eq 41 ]] || echo "games are missing"
rm -r more added
"$KAGAMI" match minishogi --games 4 --seed 1 --player a:nodes=10 --player b:nodes=20 --player c:nodes=30 --out round \
    >/dev/null 2>&1
line round
"$KAGAMI" match minishogi --games 20 --seed 1 --ladder 10,20 --player a:values=estimate --player b:board.R=300 --out ladder \
    >/dev/null 2>&1 || true
line ladder
"$KAGAMI" selfplay minishogi --games 2 --nodes 5 --seed 1 --out whole >/dev/null 2>&1
touch -d '2 days ago' whole/{games,positions}.csv
"$KAGAMI" selfplay minishogi --games 2 --nodes 5 --seed 1 --out whole >/dev/null 2>&1
[[ $(find whole -name '*.csv' -mtime +0 | wc -l) -eq 2 ]] || echo "games that were there already look new"
rm -r long whole
line .
page . | sed -n '1p;/^  batch/,/^$/p'
mkdir empty
cp rules/agenda.json empty
line empty
sed -i 's/"schema":\t1/"schema":\t9/' empty/agenda.json
t log status empty
t log status rules --line --json

# Not a folder of runs.
t log status nosuch
t log status batch.ini
t tune batch.ini

# People may call a folder so, too.
for name in mine yours; do
    "$KAGAMI" selfplay minishogi --games 2 --nodes 5 --seed 1 --threads 1 --out "own/blocks/$name" >/dev/null 2>&1
done
page own | sed -n '/blocks/p'
