# SPDX-License-Identifier: GPL-3.0-or-later
# The loop in small: play, stop, go on, replay, tune, play with the tuned values. What the search
# finds is not golden, so that it may change; what must hold of it is.
play() { "$KAGAMI" selfplay minishogi --nodes 20 --opening-bound 100000 --seed 7 "$@" >summary 2>messages; }
same() { cmp "$1/games.csv" "$2/games.csv" && cmp "$1/positions.csv" "$2/positions.csv"; }

play --games 200 --threads 2 --out whole
echo "played $(($(wc -l <whole/games.csv) - 1)) games"
play --games 200 --threads 1 --out single
same whole single && echo "1 and 2 threads: the same bytes"
play --games 50 --threads 2 --out parts
play --games 200 --threads 2 --out parts
same whole parts && echo "in two parts: the same bytes"
play --games 200 --threads 2 --out whole && echo "a finished run exits 0"
printf '200,200,minishogi,torn' >>parts/games.csv
play --games 200 --out parts
same whole parts && echo "a torn last line is repaired"

t log replay whole
cp -r whole packed && zstd -q --rm packed/games.csv packed/positions.csv
t log merge packed --out unpacked
play --games 200 --out packed || cat messages
play --games 300 --out packed || cat messages
t log replay packed
sed '3s/,1-0,1,/,0-1,0,/;3t;3s/,0-1,0,/,1-0,1,/' whole/games.csv >changed && mv changed parts/games.csv
code=0
"$KAGAMI" log replay parts >out 2>&1 || code=$?
grep -q 'games.csv:3:' out && echo "replay finds a changed result: exit $code"

"$KAGAMI" tune whole --out values.csv >table 2>messages
head -n 1 values.csv
t tune whole --out values.csv
"$KAGAMI" tune whole --out values.csv --force >table 2>messages && echo "--force overwrites"
play --games 20 --values values.csv --out tuned
t log replay tuned
play --games 20 --values values.csv --player B:values=single/none.csv --out paired && exit 1
printf 'parameter,value\nboard.R,700\n' >second.csv
play --games 20 --values values.csv --player B:values=second.csv --out paired
"$TESTS/columns" pair paired/games.csv | tail -n +2 | sort | uniq -c | awk '$1 != 2 {exit 1}' &&
    echo "two players: games come in pairs"
t log replay paired
