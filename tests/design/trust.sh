#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# trust.sh PROGRAM PLANT FAULTS MET [FOLDER]: how often `kagami design` finds a planted repair, and how often it
# claims an improvement that cannot be one. Random games of tests/reference/invent.c that are games at all (their
# length, their draws) have a wish made of their own numbers at all limits of the ladder, with room around it:
#   FAULTS  of these with a fault (PLANT: a piece's move taken away, a row too strong for one side, no drops), which
#           takes them out of the wish: which finalist is the repair (0: none)? Is one of these shown to reach the wish?
#   MET     of these as they are: does it claim that they miss the wish?
# Prints a CSV row each and the counts. Takes hours; SEED, GAMES, LADDER, FINALISTS, THREADS, SQUARES (of a board, at
# most), PROBE (games that a wish is made of), PART and POINTS (room of the length and of shares) of the environment
# prevail.
set -euo pipefail
[[ $# -ge 4 ]] || { sed -n '3,11s/^# \?//p' "$0" >&2; exit 2; }
program=$(realpath "$1") plant=$(realpath "$2") faults=$3 met=$4
folder=${5:-$(mktemp -d)}
seed=${SEED:-1} games=${GAMES:-8000} ladder=${LADDER:-20,50,100} threads=${THREADS:-1}
finalists=${FINALISTS:-5} squares=${SQUARES:-49} probe=${PROBE:-600} part=${PART:-0.05} points=${POINTS:-3}
mkdir -p "$folder"
cd "$folder"
play=(--openings random:4 --opening-bound 100000 --ply-limit 200 --threads "$threads")

# numbers GAME NODES GAMES: first player's score, draws, length; per cent, per cent, plies. Nothing where no game begins.
numbers() {
    rm -rf log
    "$program" selfplay "$1" --games "$3" --nodes "$2" --seed 77 "${play[@]}" --sample 0.001 --out log >/dev/null 2>&1 || return
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { score += $at["first_result"]; draws += $at["first_result"] == 0.5; plies += $at["plies"]; n++ }
        END { print 100 * score / n, 100 * draws / n, plies / n }' log/games.csv
}
# wish GAME: of a game that is one; fails else.
wish() {
    awk '/^(files|ranks) =/ { size = size ? size * $3 : $3 } END { exit size > most }' most="$squares" "$1" || return
    numbers "$1" "${ladder%%,*}" 30 | awk '{ game = $3 >= 6 && $3 <= 150 && $2 <= 50 } END { exit !game }' || return
    for nodes in ${ladder//,/ }; do numbers "$1" "$nodes" "$probe"; done | awk -v points="$points" -v part="$part" '
        function least(a, b) { return a < b ? a : b }
        function most(a, b) { return a > b ? a : b }
        { s0 = NR == 1 ? $1 : least(s0, $1); s1 = most(s1, $1); d0 = NR == 1 ? $2 : least(d0, $2); d1 = most(d1, $2)
          l0 = NR == 1 ? $3 : least(l0, $3); l1 = most(l1, $3) }
        END { if (NR < 3 || l0 < 6 || l1 > 150 || d1 > 40) exit 1
              printf "length=%.1f..%.1f,draws=%.1f..%.1f%%,first=%.1f..%.1f%%\n", (1 - part) * l0, (1 + part) * l1,
                     most(d0 - points, 0), d1 + points, most(s0 - points, 0), least(s1 + points, 100) }'
}
# misses GAME WISH: is it out of the wish by a margin or more?
misses() {
    local middle
    middle=$(tr ',' '\n' <<<"$ladder" | sed -n 2p)
    numbers "$1" "$middle" "$probe" | awk -v wish="$2" '
        { split(wish, part, /[=,%]+|\.\.|[a-z]+/)
          exit $3 >= 0.9 * part[3] && $3 <= 1.1 * part[4] && $2 >= part[7] - 2.5 && $2 <= part[8] + 2.5 &&
               $1 >= part[11] - 2.5 && $1 <= part[12] + 2.5 }'
}
# design GAME WISH OUT: its design.json.
design() {
    rm -rf "$3"
    "$program" design "$1" --want "$2" --games "$games" --ladder "$ladder" --seed "$seed" --finalists "$finalists" "${play[@]}" \
        --out "$3" >/dev/null 2>err || { cat err >&2; return 1; }
}

echo 'kind,seed,fault,changes,wish,repair,reached,claimed'
planted=0 repaired=0 reached=0
kinds=(piece row drops)
for ((game = seed; planted < faults; game++)); do
    kind=${kinds[$((planted % 3))]}
    fault=$("$plant" "$game" "$kind" healthy.ini faulty.ini) || continue
    want=$(wish ./healthy.ini) || continue
    misses ./faulty.ini "$want" || continue
    design ./faulty.ini "$want" "fault-$game"
    planted=$((planted + 1)) repair=0 reach=0
    for file in "fault-$game"/finalist-*.ini; do
        [[ -e $file ]] && cmp -s "$file" healthy.ini && repair=${file##*-} repair=${repair%.ini}
    done
    grep -q 'is shown to reach the wish at every' "fault-$game/design.json" && reach=1
    repaired=$((repaired + (repair > 0))) reached=$((reached + reach))
    echo "$kind,$game,\"$fault\",$(grep -o '"changes":[^,]*' "fault-$game/design.json" | tr -dc 0-9),\"$want\",$repair,$reach,"
done
tried=0 claims=0
for ((game = seed + 100000; tried < met; game++)); do
    "$plant" "$game" row healthy.ini faulty.ini >/dev/null || continue
    want=$(wish ./healthy.ini) || continue
    design ./healthy.ini "$want" "met-$game"
    tried=$((tried + 1)) claim=0
    grep -q 'misses the wish' "met-$game/design.json" && claim=1
    claims=$((claims + claim))
    echo "met,$game,,$(grep -o '"changes":[^,]*' "met-$game/design.json" | tr -dc 0-9),\"$want\",,,$claim"
done
echo "# repair among the finalists: $repaired of $planted; the wish shown to be reached: $reached of $planted"
echo "# improvement claimed of games that meet their wish: $claims of $tried"
