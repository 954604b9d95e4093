# SPDX-License-Identifier: GPL-3.0-or-later
# ctest: long
# compare --settle: what it says first, and how its arms ended; the same bytes by one thread and
# several, through kills, and from games that were all played before.
cat >rules.ini <<'X'
[experiment]
variant = minishogi
games = 300
ladder = 4, 12
seed = 1
settle = length
margin-relative = 5
[arms]
no-drops = drops=off
any-pawn = nifu=off
threefold = repetition=threefold-draw
X
sums() { (cd "$1" && cat summary.csv ./*/*n/games.csv ./*/*n/positions.csv | cksum); }
t compare rules.ini --out whole --threads 2 --full | sed -n '/^!/!p' | sed -n '1,/^first-score/p;/^How it/,$p'
sums whole >expected
"$KAGAMI" log status whole --line | sed 's/for .*//'
grep -c '"finished"' whole/*/*n/run.json
"$KAGAMI" compare rules.ini --out whole --json 2>again | grep -E '"(settle|settled)"'
cat again

# By one thread, killed again and again.
for pause in 0.2 0.4 0.3; do
    (timeout -s KILL $pause "$KAGAMI" compare rules.ini --out killed --threads 1 || true) >/dev/null 2>&1
done
"$KAGAMI" compare rules.ini --out killed --threads 1 >/dev/null 2>&1
sums killed | cmp - expected && echo "the same bytes through kills"

# All games are there: the looks take theirs, and nothing of the folder changes.
sed /settle/d rules.ini >all.ini
"$KAGAMI" compare all.ini --out all >/dev/null 2>&1
"$KAGAMI" compare all.ini --report --settle length --out all >/dev/null 2>&1
cmp all/summary.csv whole/summary.csv && echo "the same answer from all games"
wc -l <all/base/4n/games.csv

# Games that are not there yet; what does not go together.
sed -i '90,$d' all/base/4n/games.csv
t compare all.ini --report --settle length --out all
t compare rules.ini --out x --settle entropy
t compare rules.ini --out x --shard 0/2
t compare rules.ini --out x --only base/4n
t compare minishogi --toggle drops=off --settle length --out x
t compare rules.ini --out x --list
