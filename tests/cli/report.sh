# SPDX-License-Identifier: GPL-3.0-or-later
# Reports of runs, and what is said where there is nothing to report.
"$KAGAMI" selfplay minishogi --games 60 --nodes 20 --seed 3 --out run >summary 2>messages
"$KAGAMI" report run --no-tune --out page.html 2>&1 | sed -E 's/[0-9]+ kB/# kB/'
grep -c '<script type="application/json" id="data">.*"kind":"games",.*"shown":\[{"game":0,' page.html
# A page warns of shallow searches as the answer does.
"$KAGAMI" selfplay minishogi --games 10 --nodes 1 --seed 3 --out shallow 2>messages | grep -o 'Warning.* finished no ply'
"$KAGAMI" report shallow --json 2>messages | sed -n '/"summary"/,/\]/p' | grep -o 'Warning.* finished no ply'
"$KAGAMI" report run --json >a 2>messages && "$KAGAMI" report run --json >b && cmp a b && echo "the same twice"
"$KAGAMI" report run --no-tune --card card.html 2>&1 | sed -E 's/[0-9]+ kB/# kB/'
# A game of one's own, whose name says nothing to the program.
sed 's/^name = .*/name = mine/' "$TESTS/../core/variants/minishogi.ini" >mine.ini
"$KAGAMI" selfplay ./mine.ini --games 400 --nodes 20 --opening-bound 100000 --seed 3 --out own >summary 2>messages
"$KAGAMI" report own --card own.html 2>&1 | sed -E 's/[0-9]+ kB/# kB/'
# What was fitted elsewhere is known by the run beside it, whichever folder comes first.
mkdir answer
"$KAGAMI" tune own --out values.csv --json >answer/tune.json 2>messages
for order in "own answer" "answer own"; do
    # shellcheck disable=SC2086
    "$KAGAMI" report $order --out own.html --force 2>&1 | sed -E 's/[0-9]+ kB/# kB/'
    grep -o '"kind":"values"' own.html
done
t report answer --out x.html
mkdir cut && head -c 300 answer/tune.json >cut/tune.json
t report cut --out x.html
for nodes in 1 8; do
    "$KAGAMI" match ./mine.ini --player a:nodes=$nodes --player b:nodes=4 --games 40 --seed 1 --out ladder/$nodes >summary 2>messages
done
t report run ladder --no-tune --card both.html
t report run --no-tune --card card.html
t report run --no-tune --card card.svg
t report run --no-tune --card card.png
t report run --out page.html
t report
t report run
t report nowhere --out x.html
mkdir empty
t report empty --out x.html
printf 'parameter,piece,where\nboard.R,R\n' >empty/worth.csv
t report empty --out x.html
t report run --games many --out x.html
t report run --no-tune --game 99999 --out x.html
t report run run --no-tune --game 3 --game 99999 --out x.html
printf '{' >run/run.json
t report run --out x.html
[[ -e x.html ]] || echo "no page of what failed"
"$KAGAMI" report run --out page.html --force 2>messages || grep -c "</html>" page.html
