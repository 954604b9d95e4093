# SPDX-License-Identifier: GPL-3.0-or-later
# ctest: long
# SPSA from the command line: the plan, a small run, the same bytes from any threads and through
# kills and stops, wrong input.
# What the games make of it is left out: it changes with the search.
spsa() {
    t spsa minishogi --nodes 20 --seed 3 "$@" 2>&1 |
        sed -E '/^  parameter/s/ +/ /g;s/^(  (board|king|search|tempo)[^ ]* +[0-9]+) .* [-+0-9.]+$/\1 #/;s/^((! )?  (board|king|search|tempo).*%) +[0-9]+% +([0-9]+% +[0-9]+%)$/\1 # \4/;/^! in the positions tried/,/without$/d'
}
spsa --tune 'king.a*' --tune 'search.null-m*' --threads 2 --dry-run
# What the search does not see at 20 nodes.
"$KAGAMI" spsa minishogi --nodes 20 --seed 3 --tune search.null-margin --dry-run 2>/dev/null | sed -n '/tried/,/without$/p'
"$KAGAMI" spsa minishogi --nodes 20 --seed 3 --tune tempo --c-end 20 --dry-run --json
spsa --tune board.R --tune tempo --c-end 20 --drift 3 --parameters-out plan.csv
cat plan.csv
spsa --tune board.R --parameters-out plan.csv
sed -i 's/^tempo,.*/tempo,linear,20,0,60,8,/' plan.csv
run=("$KAGAMI" spsa minishogi --nodes 20 --seed 3 --parameters plan.csv --games 320)
"${run[@]}" --threads 2 --out whole 2>messages | grep Minishogi
sed '/games.s/d' messages # a line of progress, where the machine is slow
spsa --parameters plan.csv --games 320 --threads 2 --out whole
grep -E '^(parameter|board.R|tempo|board.B)' whole/values.csv | sed -E 's/^(board.R|tempo),[^,]+/\1,#/'
spsa --report --out whole --json | tr -d '\t' | sed -n '1,/}/p' | sed -E 's/("(value|change|sd|last|way|chance_c_ends|program|config_hash|variant_hash)").*/\1/'
# What else lies there is somebody's.
mkdir mine && echo hours >mine/values.net.csv
spsa --parameters plan.csv --games 320 --threads 2 --out mine
cat mine/*

"${run[@]}" --threads 1 --out alone >alone.txt 2>&1
cmp whole/spsa.json alone/spsa.json && cmp whole/values.csv alone/values.csv && echo "the same from 1 thread"
for signal in KILL TERM USR1 INT TERM KILL USR1 TERM; do
    "${run[@]}" --threads 2 --out broken >broken.txt 2>&1 &
    pid=$!
    sleep 0.07
    kill -$signal $pid 2>/dev/null || true
    code=0
    wait $pid 2>/dev/null || code=$?
    # Above 128: killed, by TERM and the like only before it had begun to listen.
    [[ $code -eq 75 || $code -gt 128 || $code -eq 0 ]] || echo "$signal: exit $code"
done
"${run[@]}" --threads 2 --out broken >broken.txt 2>&1
cmp whole/spsa.json broken/spsa.json && cmp whole/values.csv broken/values.csv && echo "the same as one that was left alone"

# Directions: their parts keep their ratios; killed, it goes on.
"$KAGAMI" spsa minishogi --directions --c-end 10 --dry-run | sed -n '/^  together/,$p'
directed=("$KAGAMI" spsa minishogi --nodes 20 --seed 3 --games 320 --c-end 10 --together 'board.?'
    --together 'hand.R,hand.B' --tune 'board.*')
"${directed[@]}" --threads 2 --out directed >directed.txt 2>&1
"${directed[@]}" --threads 1 --out cut >cut.txt 2>&1 &
pid=$!
for _ in {1..6000}; do
    [[ -s cut/spsa.json || ! -e /proc/$pid ]] && break
    sleep 0.01
done
{ # the shell's own word on it too
    kill -KILL $pid
    wait $pid
} 2>/dev/null || true
"${directed[@]}" --threads 1 --out cut >cut.txt 2>&1
cmp directed/spsa.json cut/spsa.json && cmp directed/values.csv cut/values.csv && echo "directions: the same bytes"
sed -n '/"parameter":/p;/"with":/p' directed/spsa.json | tr -d '\t\n'
echo
"$KAGAMI" spsa minishogi --report --out directed --json | tr -d '\t' |
    awk -F'[:,]' '/"parameter"/ {name = $2} /"start"/ {start = $2} /"value"/ {print name, $2 / start}' |
    sed 's/ "//;s/"//' | sort | awk '/board.[A-Z]/ {board[sprintf("%.9f", $2)]} /hand.[BR]/ {hand[sprintf("%.9f", $2)]}
        END {print length(board), "scale on the board,", length(hand), "in hand"}'

# Options of another program: one that searches as many nodes as its option says.
echo '#!/usr/bin/env bash' >program
cat >>program <<'END'
coproc ENGINE { exec "$KAGAMI" engine minishogi; }
exec 3<&"${ENGINE[0]}" # those of a coprocess are closed in the background
while read -r line <&3; do
    [[ $line != uciok ]] || echo "option name Effort at all type spin default 10 min 1 max 1000"
    echo "$line"
done &
while read -r line; do
    case $line in
    "setoption name Effort at all value "*) effort=${line##* } ;;
    "go nodes "*) echo "go nodes $effort" >&"${ENGINE[1]}" ;;
    *) echo "$line" >&"${ENGINE[1]}" ;;
    esac
done
END
chmod +x program
printf 'parameter,scale,start,min,max,c_end,r_end\nEffort at all,log,20,2,400,0.6,\n' >effort.csv
effort=("$KAGAMI" spsa minishogi --engine "./program,option=Hash=1" --parameters effort.csv --nodes 1 --games 72
    --pairs 3 --seed 1)
"${effort[@]}" --threads 1 --out program-whole 2>/dev/null | sed -n '/^Minishogi/p;/^ *answer/p'
awk -F, 'END {print NR, "lines;", $1, ($2 > 20 ? "has risen" : "is " $2)}' program-whole/options.csv
"${effort[@]}" --threads 1 --out program-cut >/dev/null 2>&1 &
pid=$!
sleep 1
{
    kill -KILL $pid
    wait $pid # or the next command finds it in the folder
} 2>/dev/null || true
"${effort[@]}" --threads 2 --out program-cut >/dev/null 2>&1
cmp program-whole/spsa.json program-cut/spsa.json && cmp program-whole/options.csv program-cut/options.csv && echo "a program: the same bytes"
ls program-whole
"$KAGAMI" report program-whole --json 2>/dev/null | grep -o '"parameter":	"Effort at all"'
t spsa minishogi --engine ./program --tune tempo --out x
t spsa minishogi --engine ./program --engine ./program --parameters effort.csv --out x
t spsa minishogi --engine ./program --values v.csv --parameters effort.csv --out x
t spsa minishogi --engine ./nothing --parameters effort.csv --games 16 --seed 1 --out x
sed 's/^Effort at all/Effort/' effort.csv >other.csv
t spsa minishogi --engine ./program --parameters other.csv --games 16 --seed 1 --out x
sed 's/400/4000/' effort.csv >far.csv
t spsa minishogi --engine ./program --parameters far.csv --games 16 --seed 1 --out x
[[ -e x ]] || echo "nothing stays"
sed 's/^Effort at all/Effort=1/' effort.csv >bad.csv
t spsa minishogi --engine ./program --parameters bad.csv --games 16 --seed 1 --out x
sed -n 'p;2p' effort.csv >bad.csv
t spsa minishogi --engine ./program --parameters bad.csv --games 16 --seed 1 --out x

# Wrong input.
t spsa minishogi --together 'board.?' --together 'board.R,tempo' --out x
t spsa minishogi --together 'board.?,nothing' --out x
t spsa minishogi --directions --parameters plan.csv --out x
t spsa minishogi --directions --parameters-out x.csv
t spsa minishogi --out x
t spsa minishogi --tune tempo
t spsa minishogi --tune tempo --games 100 --out x
t spsa minishogi --tune 'king_*' --out x
t spsa minishogi --tune tempo --parameters plan.csv --out x
t spsa minishogi --tune tempo --shard 0/2 --seed 1 --out x
t spsa minishogi --tune tempo --c-end many --out x
t spsa minishogi --parameters none.csv --out x
t spsa minishogi --out nowhere --report
t spsa shogi --out whole --report
spsa --parameters plan.csv --games 640 --out whole
spsa --tune tempo --games 320 --out whole
t spsa minishogi --nodes 20 --seed 4 --parameters plan.csv --games 320 --out whole
sed 's/^tempo,linear,20/tempo,linear,99/' plan.csv >bad.csv
spsa --parameters bad.csv --out x
echo '{' >whole/spsa.json
spsa --parameters plan.csv --games 320 --out whole
