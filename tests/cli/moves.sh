# SPDX-License-Identifier: GPL-3.0-or-later
# ctest: slow
# How likely moves are: learned from logs, brought along by values, drawn. What a search finds is
# not golden, so that it may change; what must hold of it is.
numbers() { sed -E 's/[0-9]+(\.[0-9]+)?/#/g;s/ +/ /g'; }
play() { "$KAGAMI" selfplay minishogi --games 300 --nodes 30 --seed 3 --threads 2 --opening-bound 100000 "$@" >summary 2>messages; }

play --out run
"$KAGAMI" tune run --moves x.moves.csv 2>messages | numbers
cat messages
head -n 1 x.moves.csv
t tune run --moves x.moves.csv
"$KAGAMI" tune run --moves again.csv --json 2>messages | grep -oE '"[a-z_]+":|"[a-z ]+",$' | xargs
cmp x.moves.csv again.csv && echo "the same games, the same bytes"
t tune run --moves none/x.csv
t tune nowhere --moves y.csv
head -n 1 run/games.csv >head.csv && cp -r run empty && mv head.csv empty/games.csv
t tune empty --moves y.csv
"$KAGAMI" match minishogi --player A:without=drops --player B --nodes 5 --games 2 --seed 1 --out less >/dev/null 2>&1
t tune run less --moves y.csv

# Values bring along what lies beside them, in play ...
printf 'parameter,value\nboard.R,700\n' | tee x.csv >plain.csv
play --values x.csv --out by-x
play --values plain.csv --out by-plain
cmp -s by-x/games.csv by-plain/games.csv || echo "x.csv and plain.csv play differently"
unhashed() { sed -E "s/'[0-9a-f]{16}'/HASH/g;s/[0-9a-f]{16}/HASH/g"; }
player() { grep -oE '"player1\.moves":.*' "$1/run.json" | unhashed; }
player by-x
player by-plain || echo "plain.csv: nothing is known of moves"
# ... in engines of each protocol ...
last_nodes() {
    case $1 in
    xboard) awk '$1 ~ /^[0-9]+$/ {n = $4} END {print n}' ;;
    *) awk '/^info depth/ {for (i = 1; i < NF; i++) if ($i == "nodes") n = $(i + 1)} END {print n}' ;;
    esac
}
think() {
    case $1 in
    uci) printf '%s\n' uci 'setoption name UCI_Variant value minishogi' "setoption name ValuesFile value $2" \
        'position startpos' 'go depth 6' ;;
    usi) printf '%s\n' usi 'setoption name USI_Variant value minishogi' "setoption name ValuesFile value $2" \
        'position startpos' 'go depth 6' ;;
    xboard) printf '%s\n' xboard 'protover 2' 'variant minishogi' "option ValuesFile=$2" post 'sd 6' go ;;
    esac | "$KAGAMI" engine | last_nodes "$1"
}
for protocol in uci usi xboard; do
    with=$(think $protocol x.csv) without=$(think $protocol plain.csv)
    [[ $with -gt 0 && $without -gt 0 && $with -ne $without ]] && echo "$protocol: ValuesFile brings its moves"
done
# ... and into values that are tuned from them.
"$KAGAMI" tune run --start x.csv --out y.csv 2>&1 >/dev/null | sed 's/^/! /'
cmp x.moves.csv y.moves.csv && echo "kept"
"$KAGAMI" tune run --start plain.csv --out z.csv 2>&1 >/dev/null | sed 's/^/! /'
[[ ! -e z.moves.csv ]] && echo "nothing to keep"
printf 'piece,kind,square,point,ahead,right,scores\n' >y.moves.csv
"$KAGAMI" tune run --start x.csv --out y.csv --force 2>&1 >/dev/null | sed 's/^/! /'
wc -l <y.moves.csv
"$KAGAMI" spsa minishogi --values x.csv --games 16 --nodes 20 --seed 1 --tune board.R --c-end 5 --out spsa \
    >/dev/null 2>&1
cmp x.moves.csv spsa/values.moves.csv && echo "SPSA keeps them"

# A run goes on with the same alone.
cp x.moves.csv kept
echo 'P,move,to,our-last,15,15,1' >>x.moves.csv
play --values x.csv --out by-x || unhashed <messages
rm x.moves.csv
play --values x.csv --out by-x || unhashed <messages
mv kept x.moves.csv
play --values x.csv --out by-x && echo "finished"
echo 'Q,move,to,own-king,0,1,5' >>y.moves.csv
t selfplay minishogi --values y.csv --games 1 --nodes 10 --out none

# A loop teaches a game of one's own.
sed 's/^name = .*/name = mine/' "$TESTS/../core/variants/minishogi.ini" >mine.ini
loop=("$KAGAMI" evolve mine.ini --games 120 --nodes 20 --seed 7 --match-games 40 --spsa-games 0 --ladder 20 --generations 1 --game opening-bound=100000)
"${loop[@]}" --out loop >/dev/null 2>&1
ls -I '*.net.csv' loop/1 # whether a network passed is for games to say
grep -oE '"player[12]\.moves"' loop/1/log/run.json loop/1/match/20n/run.json
"$KAGAMI" tune loop/1/log --moves own.csv >/dev/null 2>&1
cmp own.csv loop/1/generation-1.moves.csv && echo "learned from its games"
"${loop[@]}" --out without --moves off >/dev/null 2>&1
[[ -e without/1/generation-1.csv && ! -e without/1/generation-1.moves.csv ]] && echo "--moves off"
"$KAGAMI" evolve minishogi --values x.csv --games 20 --nodes 10 --seed 1 --generations 1 --out other --step 1:play \
    >/dev/null 2>&1
mv x.moves.csv gone
"$KAGAMI" evolve minishogi --values x.csv --games 20 --nodes 10 --seed 1 --generations 1 --out other --step 1:tune \
    2>&1 | unhashed || true

# A piece's table.
cat >g.csv <<'CSV'
piece,kind,square,point,ahead,right,scores
G,move,to,enemy-king,1,-1,-11 3 -22/5 0 8/11 22 44
G,move,to,own-king,0,-2,-11 2
G,drop,to,enemy-king,-1,0,33
G,move,from,own-king,0,0,50
+S,move,to,own-king,2,0,22
CSV
t show minishogi G --as moves --moves g.csv
COLUMNS=40 t show minishogi G --as moves --moves g.csv
t show minishogi G --as moves --moves g.csv --json
t show minishogi +S --as moves --moves g.csv
t show minishogi R --as moves --moves g.csv
t show mine.ini G --as moves
t show minishogi --as moves
t show minishogi G --moves g.csv
t show minishogi G --as moves --moves none.csv
# The same under two names is one player.
printf 'parameter,value\ntempo,30\n' | tee one.csv >two.csv
cp g.csv one.moves.csv && cp g.csv two.moves.csv
t match minishogi --games 4 --nodes 20 --player A:values=one.csv --player B:values=two.csv --out twins
echo 'G,move,to,own-king,0,0,1e9' >>g.csv
t show minishogi G --as moves --moves g.csv
