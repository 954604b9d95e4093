# SPDX-License-Identifier: GPL-3.0-or-later
# ctest: slow
# What places near Kings are worth: learned from logs, brought along by values, drawn.
"$KAGAMI" selfplay minishogi --games 300 --nodes 30 --seed 3 --threads 2 --sample all --out run >/dev/null 2>&1
printf 'parameter,value\n' | tee x.csv >plain.csv
t tune run --kings x.kings.csv
t tune run --kings again.csv --threads 1 --json | grep -oE '"[a-z_]+":|"[a-z ]+",$' | xargs
cmp x.kings.csv again.csv && echo "any number of threads, the same bytes"
t tune run --kings x.kings.csv
t tune run --kings none/x.csv
t tune nowhere --kings y.csv
"$KAGAMI" selfplay minishogi --games 9 --nodes 30 --seed 3 --out few >/dev/null 2>&1
t tune few --kings y.csv

# Its players play by it, and say so.
for values in x plain; do
    "$KAGAMI" selfplay minishogi --games 20 --nodes 100 --seed 5 --values $values.csv --out by-$values >/dev/null 2>&1
    grep -oE '"player1\.kings"' by-$values/run.json || echo "$values.csv: minishogi ships none"
done
cmp -s by-x/games.csv by-plain/games.csv || echo "x.csv and plain.csv play differently"
"$KAGAMI" tune run --start x.csv --out y.csv 2>&1 >/dev/null | sed 's/^/! /'
cmp x.kings.csv y.kings.csv && echo "kept"
"$KAGAMI" tune run --start plain.csv --out z.csv >/dev/null 2>&1
cmp -s y.csv z.csv || echo "values are fitted beside them"
"$KAGAMI" spsa minishogi --values x.csv --games 16 --nodes 20 --seed 1 --tune board.R --c-end 5 --out spsa >/dev/null 2>&1
cmp x.kings.csv spsa/values.kings.csv && echo "SPSA keeps them"
echo 'Q,enemy,0,0,1' >>y.kings.csv
t selfplay minishogi --values y.csv --games 1 --nodes 10 --out none

# A player's own, or none, whatever is beside its values.
by() { grep -oE '"player[12]\.(kings|name)":.*' "$1/run.json" | sed -E 's/[0-9a-f]{16}/HASH/;s/,$//'; }
match() { "$KAGAMI" match minishogi --games 10 --nodes 30 --seed 5 "$@" >/dev/null 2>messages; }
match --player A:kings=x.kings.csv --player B:values=x.csv,kings=off --out own && by own
match --player A:values=x.csv --player B:values=plain.csv --out beside && by beside
cmp <(tail -n +2 own/games.csv | cut -d, -f7,8,11-) <(tail -n +2 beside/games.csv | cut -d, -f7,8,11-) && echo "the same games"
t match minishogi --games 10 --player A:values=x.csv,kings=off --player B:values=plain.csv --out none
t match minishogi --games 10 --player A:kings=none.csv --out none
t match minishogi --games 10 --player A:kings=y.kings.csv --out none
t match minishogi --games 10 --player A:king=off --out none
match --player A:values=x.csv --player B:values=plain.csv,kings=x.kings.csv,moves=off,tempo=9 --out beside || cat messages

# A piece's tables.
cat >g.kings.csv <<'CSV'
piece,king,ahead,right,values
G,enemy,1,-1,-110 30 -220/50 0 80/110 220 440
G,own,0,-2,-110 20
CSV
cp plain.csv g.csv
t show minishogi G --as kings --values g.csv
t show minishogi G --as kings --values g.csv --json
t show minishogi R --as kings --values g.csv
t show minishogi R --as kings --values plain.csv
t show minishogi --as kings
