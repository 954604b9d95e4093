# SPDX-License-Identifier: GPL-3.0-or-later
# Reports of runs, and what is said where there is nothing to report.
"$KAGAMI" selfplay minishogi --games 60 --nodes 20 --seed 3 --out run >summary 2>messages
"$KAGAMI" report run --no-tune --out page.html --svg plots 2>&1 | sed -E 's/[0-9]+ kB/# kB/'
printf '%s\n' plots/* | sed -E 's/^plots\/0?//' | head -n 2
grep -c 'class="viewer"' page.html
"$KAGAMI" report run --json >a 2>messages && "$KAGAMI" report run --json >b && cmp a b && echo "the same twice"
t report run --out page.html
t report
t report run
t report nowhere --out x.html
mkdir empty
t report empty --out x.html
t report run --games many --out x.html
t report run --no-tune --game 99999 --out x.html
t report run run --no-tune --game 3 --game 99999 --out x.html
printf '{' >run/run.json
t report run --out x.html
[[ -e x.html ]] || echo "no page of what failed"
"$KAGAMI" report run --out page.html --force 2>messages || grep -c "Kagami report</h1>" page.html
