# SPDX-License-Identifier: GPL-3.0-or-later
# Games in other programs' formats, from folders of any kind. tests/selfplay/test_export.c reads them
# back.
own_values
"$KAGAMI" selfplay minishogi --games 4 --nodes 50 --seed 3 --values own.csv --annotate scores --out runs/log >/dev/null 2>&1
for i in 0 1; do
    "$KAGAMI" selfplay minishogi --games 4 --nodes 50 --seed 3 --values own.csv --shard $i/2 --out "runs/parts/$i" >/dev/null 2>&1
done
"$KAGAMI" match minishogi --games 2 --seed 3 --values own.csv --player A:nodes=60 --player B:nodes=30 --rule nifu=off --out match \
    >/dev/null 2>&1
# Without who played where, and without what was played: that changes with the search.
anyone() { sed -E 's/( moves|^ *[0-9]+\.?) .*/\1 .../;s/(Site ").*"/\1#"/;s/(Date ").*"/\1#"/;s/(開始日時：).*/\1#/'; }
for format in pgn kif usi csv; do
    echo "-- $format"
    "$KAGAMI" log export runs/log --format $format --games 1 | anyone | head -n 24
done
# Every game once, run after run, however deep.
"$KAGAMI" log export . | anyone | grep -E '^.(Event|Round|White|Rules) '
"$KAGAMI" log export runs/parts --format csv | "$TESTS/columns" game | uniq -c
# A log without annotations has none to give.
"$KAGAMI" log export match --games 1..2 | grep -c '[{}]' || true
t log export runs/log --games 4..9
t log export runs/log --format sgf
t log export nowhere
"$KAGAMI" selfplay kagamigi --values own.csv --games 1 --nodes 20 --seed 3 --out kagamigi >/dev/null 2>&1
t log export kagamigi --format kif
t log export runs/log --games 2 --format usi | anyone
