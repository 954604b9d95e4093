# SPDX-License-Identifier: GPL-3.0-or-later
# design: the changes of a small game; a race of some and its proof, killed and given again, with other threads; a
# wish that is met; a designer's own files; wrong words.
cat >pond.ini <<'INI'
[variant]
name = pond
files = 4
ranks = 5
royal = K
yardstick = P
pawn = P
[arrays]
standard = rgk1/pp2/4/2PP/1KGR[] w - - 0 1
[pieces]
K = K, King, K
R = R, Rook, R
G = G, Gold, WfF
P = P, Pawn, fW, +P, Tokin, WfF
INI
t design pond.ini --list
"$KAGAMI" design pond.ini --vary promotions,array --list | diff - <("$KAGAMI" design pond.ini --vary array,promotions --list)
t design pond.ini --vary rules --ini 9

race=("$KAGAMI" design pond.ini --want "length=4..12, draws<50%" --vary "promotions,array" --games 200 --ladder "5,10,20"
    --finalists 3 --seed 4 --opening-bound 100000)
# Begins it and kills it; it is gone before the next command comes to its folder.
killed() {
    "$@" >/dev/null 2>&1 &
    sleep 0.3
    { kill -KILL $! && wait $!; } 2>/dev/null || true
}
# Who wins the race is the player's affair: tables without their rows.
COLUMNS=160 "${race[@]}" --out whole --threads 1 --full 2>/dev/null | played | sed -E '/^  (base|finalist)/d;/^ {2,}[0-9]/d'
ls whole whole/proof whole/proof/finalist-1 whole/race/1/1
head -n 1 whole/race.csv

# Killed and given again, by two threads: the same bytes.
killed "${race[@]}" --out parts --threads 2
"${race[@]}" --out parts --threads 2 --json 2>/dev/null | grep -c summary
for file in race.csv finalist-1.ini proof/summary.csv proof-estimate/summary.csv; do cmp whole/$file parts/$file; done

# By three processes at once, one of which is killed: the same bytes.
for i in 0 1; do "${race[@]}" --out shared --threads 1 --shard $i/3 >/dev/null 2>&1 & done
killed "${race[@]}" --out shared --threads 1 --shard 2/3
wait
for file in race.csv finalist-1.ini proof/summary.csv proof-estimate/summary.csv; do cmp whole/$file shared/$file; done

# The folder holds one design.
t design pond.ini --want "length=4..13" --vary promotions,array --games 200 --ladder 5,10,20 --finalists 3 --out whole
t design pond.ini --want "length=4..12, draws<50%" --vary promotions,array --games 200 --ladder 5,10,20 --finalists 3 --seed 5 --out whole

# What is met already.
"$KAGAMI" design pond.ini --want "length<200" --vary rules --games 100 --ladder 5 --seed 4 --out met 2>/dev/null | sed -n 1,4p
ls met

# Rules that change no game, a Pawn drop that mates or the like: of those that play alike one alone goes on.
"$KAGAMI" design pond.ini --want "length>40" --vary rules --games 2000 --ladder 5 --seed 4 --out alike --json 2>/dev/null >alike.json
grep -o 'played the same games as another of them' alike.json
grep -c '^[[:space:]]*"fate":[[:space:]]*"plays as an earlier one"' alike.json | sed 's/[1-9][0-9]*/some/'
grep ',1,plays as an earlier one' alike/race.csv || echo "nobody by the 15 games of the first round"

# Files of the designer's own: so few that there is no race.
"$KAGAMI" design pond.ini --vary rules --ini 9 >own.ini
t design pond.ini --between own.ini --list
t design pond.ini --between pond.ini --list
"$KAGAMI" design pond.ini --between own.ini --want "length>100" --games 60 --ladder 5 --seed 4 --out own 2>/dev/null | sed -n '/^All changes/,/^$/p'
# One that mostly ends in its random plies is no game, and stops nobody.
sed 's/^standard = .*/standard = k3\/2K1\/1G2\/4\/1R2[] w - - 0 1/' pond.ini >short.ini
"$KAGAMI" design pond.ini --vary array --ini 2 >swap.ini
"$KAGAMI" design pond.ini --between own.ini --between short.ini --between swap.ini --want "length>100" --games 60 --ladder 5 --seed 4 \
    --finalists 1 --openings random:2 --out short 2>/dev/null | grep -o '1 mostly ended.*'
"$TESTS/columns" edit,fate short/race.csv | grep short
"$KAGAMI" report own --json 2>/dev/null | grep -o '"kind":	"comparison"'

# What pieces are worth, by armies of their own; killed and given again, by two threads: the same bytes.
"$KAGAMI" design pond.ini --vary array --ini 3 >other.ini
worth=("$KAGAMI" design pond.ini --want "weakest>0.3, length<9" --between own.ini --between swap.ini --between other.ini
    --finalists 1 --games 1600 --ladder 5 --seed 4 --opening-bound 100000 --ply-limit 30)
COLUMNS=160 "${worth[@]}" --out worth --threads 1 --full 2>/dev/null | sed -n '/^weakest/,/nodes/p;/^length/,/nodes/p;/^The race/,/^$/p'
ls worth worth/race worth/race/1/1 worth/proof-armies
killed "${worth[@]}" --out worth-parts --threads 2
"${worth[@]}" --out worth-parts --threads 2 >/dev/null 2>&1
diff <(grep -v '"command"' worth/design.json) <(grep -v '"command"' worth-parts/design.json)
t design pond.ini --want "weakest>0.3" --vary array --games 300 --ladder 5 --out few
[[ ! -e few ]] || echo "a folder is left"
t design pond.ini --want "weakest>0.3" --vary array --games 300 --ladder 5 --plan
t design pond.ini --want "mirrors<0.3" --vary array --out x

t design pond.ini --vary sizes --list
t design pond.ini --out x
t design pond.ini --want "lenght<3" --out x
t design pond.ini --want "draws<5" --out x
t design pond.ini --want "weakest>30%" --out x
t design pond.ini --want "draws<5%," --out x
t design pond.ini --want "draws>0%" --out x
t design pond.ini --want "draws<5%" --start-plies 6 --out x
t design pond.ini --want "draws<5%"
t design pond.ini --want "draws<5%" --games 10 --hours 1 --out x
t design pond.ini --want "draws<5%" --hours 1 --plan
t design pond.ini --want "draws<5%" --shard 0/2 --out x
t design pond.ini --want "draws<5%" --hours 1 --seed 4 --shard 0/2 --out x
t design pond.ini --ini 2000
