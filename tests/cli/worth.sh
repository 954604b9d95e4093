# SPDX-License-Identifier: GPL-3.0-or-later
# ctest: slow
# worth: the answer of a ladder with two value sets, of a piece replaced, beside logs; wrong words.
export COLUMNS=140 # wide enough that no row breaks where its numbers are long
worth=(worth minishogi --games 300 --nodes "10,40" --seed 1 --threads 2)
printf 'parameter,value\nboard.G,900\nhand.P,300\n' >other.csv
t "${worth[@]}" --values shipped --values other.csv --out sets --full | played
# Worths of another unit, or of one run alone, do not stay beside those of today.
worth_files() { (cd "$1" && echo worth*.csv); }
"$KAGAMI" worth minishogi --games 300 --nodes 10 --seed 1 --threads 2 --out one >/dev/null 2>&1
worth_files one
"$KAGAMI" worth minishogi --games 300 --nodes 10 --seed 1 --out one --report --reference P >/dev/null 2>&1
worth_files one
"$KAGAMI" worth minishogi --games 300 --nodes 10 --seed 1 --out one --report >/dev/null 2>&1
"$KAGAMI" worth minishogi --games 300 --nodes 10,12 --seed 1 --threads 2 --out one >/dev/null 2>&1
# A card shows the main run's worths.
"$KAGAMI" report one --card one/card.html
diff <(grep -o '"parameter":"board[^,]*,"piece":"."' one/card.html | grep -o '[^"]*"$') \
    <(cut -d, -f1,2 one/worth-shipped-12n.csv | grep '^board' | cut -d, -f2 | sed 's/$/"/')
worth_files one
t worth minishogi --changes 0.000001 --nodes 10 --games 60 --out x
head -n 4 sets/worth-shipped-40n.csv | "$TESTS/columns" parameter,piece,where,elo
t worth minishogi --games 400 --nodes 10 --seed 2 --replace S=fW --out replaced --full | played
other=(worth minishogi --games 400 --nodes 20 --out)
"$KAGAMI" "${other[@]}" other --seed 8 >/dev/null 2>&1
"$KAGAMI" "${other[@]}" beside --seed 9 --logs other/worth.csv 2>/dev/null |
    sed -n '/^Armies/,/^$/p;/^Side by side: on/,/^$/p'
head -n 3 beside/worth.csv | "$TESTS/columns" -x mark,method,source
head -n 3 beside/worth.covariance.csv | cut -d, -f 1-4
t "${other[@]}" beside --logs nothing.csv
t "${other[@]}" ruled --rule nifu=off --logs published
t "${other[@]}" beside --report --logs beside/worth.csv
t worth minishogi --nodes 10 --report --replace S=W --out replaced
"$KAGAMI" worth minishogi --report --out replaced | sed -n '/^What/,/^$/p'
"$KAGAMI" selfplay minishogi --games 400 --nodes 20 --opening-bound 100000 --seed 5 --values estimate --out log >/dev/null 2>&1
"$KAGAMI" "${other[@]}" beside --report --logs log | played | sed -n '/^Average/,/^!/p'
"$KAGAMI" selfplay minishogi --games 200 --nodes 10 --opening-bound 100000 --seed 6 --values estimate --out shallow >/dev/null 2>&1
"$KAGAMI" "${other[@]}" beside --report --logs log | sed -n '/^!/,$p'
"$KAGAMI" "${other[@]}" beside --report --logs shallow | sed -n '/^!/,$p'
t "${other[@]}" beside --report --logs log --rule drops=off
"$KAGAMI" worth minishogi --report --out beside --logs log --logs other/worth.csv --logs other.csv --logs estimate |
    sed -n '/^Other methods/,/^Side by side: in hand/p'
t "${other[@]}" beside --report --logs beside/shipped-20n
t "${other[@]}" beside --report --logs other/worth.csv --logs other/worth.csv
# A report finds what is there, and refuses what was not played.
"$KAGAMI" worth minishogi --report --out sets | sed -n '2p;/^ *runs/,/^$/p'
"$KAGAMI" worth minishogi --report --values other.csv --nodes 10 --out sets | sed -n 2p
for wrong in "--nodes 1000" "--values nobody.csv" "--nodes 10,20 --values other.csv" "--changes 3" "--seed 2" \
    "--games 20" "--ply-limit 9" "--resign 900,3" "--param board.R=9" "--param search.prior=3" "--hash 8192"; do
    # shellcheck disable=SC2086 # several words
    t worth minishogi --report --out sets $wrong
done
t worth minishogi --report --out log
cp -r sets damaged && for record in damaged/*/run.json; do head -c 300 "$record" >short && mv short "$record"; done
t worth minishogi --report --out damaged
t worth minishogi --report --replace S=fW --out replaced --logs estimate
t worth minishogi --report --out replaced --logs estimate
t worth shogi --games 30 --nodes 5 --seed 1 --out shogi --logs log
t "${worth[@]}" --values other.csv --out sets --list
t "${worth[@]}" --out sets --lgos log
t worth minishogi --games 20 --nodes 10 --seed 1 --out few
# A King that is worth something beside a second royal is none of the pieces that armies measure.
"$KAGAMI" worth chu-shogi --games 60 --nodes 2 --seed 1 --ply-limit 200 --out royals 2>/dev/null |
    awk '/^$/ { table = 0 } table { print $1 } /^  ID/ { table = 1 }' | tr -d '*' | sort | xargs
t worth minishogi --replace S=fRX --out x
t worth minishogi --reference nobody --out x
# Parts by --range, each in a folder of its own.
part=(worth minishogi --games 200 --nodes 10)
t "${part[@]}" --range 0..100 --out first-half
t "${part[@]}" --seed 1 --range 0..100 --out first-half
t "${part[@]}" --seed 1 --range 100..200 --out second-half
mkdir halves
t log merge first-half/shipped-10n second-half/shipped-10n --out halves/shipped-10n
"$KAGAMI" "${part[@]}" --report --out halves >halves.txt
"$KAGAMI" "${part[@]}" --seed 1 --out whole >whole.txt 2>messages
diff halves.txt whole.txt && echo "together they are the whole"
