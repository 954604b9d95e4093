# SPDX-License-Identifier: GPL-3.0-or-later
# ctest: slow
# A network: learned from logs, brought along by values, kept by what makes values anew.
"$KAGAMI" selfplay minishogi --games 1500 --nodes 10 --opening-bound 100000 --seed 3 --threads 2 --sample all --out run >/dev/null 2>&1
printf 'parameter,value\n' | tee x.csv >plain.csv
echo part,piece,of,from,place,weights >plain.net.csv # none
t tune run --net x.net.csv | played
t tune run --net again.csv --threads 1 --json | grep -oE '"[a-z_]+":|"[a-z ]+",$' | xargs
cmp x.net.csv again.csv && echo "any number of threads, the same bytes"
t tune run --net x.net.csv
t tune run --net none/x.csv
t tune nowhere --net y.csv
"$KAGAMI" selfplay minishogi --games 9 --nodes 30 --seed 3 --out few >/dev/null 2>&1
t tune few --net y.csv | sed -E "s/: [0-9]+ games/: # games/" # not all have quiet positions

# Its players play by it, and say so.
for values in x plain; do
    "$KAGAMI" selfplay minishogi --games 20 --nodes 100 --seed 5 --values $values.csv --out by-$values >/dev/null 2>&1
    grep -oE '"player1\.net"' by-$values/run.json
    "$TESTS/columns" moves by-$values/games.csv >by-$values.moves
done
cmp -s by-x.moves by-plain.moves || echo "x.csv and plain.csv play differently"
"$KAGAMI" tune run --start x.csv --out y.csv 2>&1 >/dev/null | sed 's/^/! /'
cmp x.net.csv y.net.csv && echo "kept"
"$KAGAMI" spsa minishogi --values x.csv --games 16 --nodes 20 --seed 1 --tune board.R --c-end 5 --out spsa >/dev/null 2>&1
cmp x.net.csv spsa/values.net.csv && echo "SPSA keeps it"
# A shipped network is that of a name: on a smaller board what it says of other places is passed over.
"$KAGAMI" show minishogi --ini | sed 's/^files = 5/files = 4/; s/^standard = .*/standard = rgbk\/3p\/4\/P3\/KBGR[] w - - 0 1/' >small.ini
"$KAGAMI" analyze ./small.ini --depth 1 >/dev/null && echo "a smaller board"
sed -i "1a hand,Q,mine,,1,$(seq -s' ' 32)" y.net.csv
t selfplay minishogi --values y.csv --games 1 --nodes 10 --out none
