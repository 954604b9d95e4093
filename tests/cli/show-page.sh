# SPDX-License-Identifier: GPL-3.0-or-later
# these bytes
# The page of a game. What it does in a browser: tests/browser/play.sh.
written() {
    echo "$ kagami show $*"
    "$KAGAMI" show "$@" 2>&1 | sed -E 's/[0-9]+ kB/# kB/'
}
written kagamigi --page a.html
t show kagamigi --page a.html
written kagamigi --page a.html --force
written kagamigi --page b.html
cmp a.html b.html && echo "the same twice"
written kagamigi --rule drops=off --page c.html
grep -c 'in hand, unpromoted' a.html
grep -c 'in hand, unpromoted' c.html || true
printf 'parameter,value\nboard.Q,900\n' >values.csv
written kagamigi --page d.html --values values.csv
t show kagamigi --page d.html --values nowhere.csv
t show shogi --page e.html --values values.csv
t show --page d.html
t show kagamigi R --page d.html
t show kagamigi --json --page d.html
t show kagamigi --as fairy --page d.html
t show kagamigi --values values.csv
t show kagamigi --force
t show kagamigi --no-engine
t show kagamigi --page d.html --no-engine --values values.csv
written kagamigi --page f.html --no-engine
grep -c 'id="module"' a.html
grep -c 'id="module"' f.html || true
t show --formats --page d.html
t show kagamigi --page no/where.html
