#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Processes that play one run together on a disk that misbehaves (disk.c): their calls fail, their view
# of the folder lags, they are killed, with what they had not synced lost or not, and begun again. The
# last of them, left alone, ends with the bytes and the verdict of one process on a good disk.
#   tests/faults/disk.sh PROGRAM LIBRARY [--seed=S] [--percent=P] [--lives=N] [TRIALS]
# TRIALS (default 4), by the seeds S, S + 1, ...: a test of a match, and SPSA of a generation, in turn.
# A seed tries the same again. Of the calls P per cent fail (default: 1 to 5 by the seed); the three are begun again
# at most N times (5) before they are left alone. Exit 3 on a difference, with its seed.
set -euo pipefail
[[ $# -ge 2 ]] || { sed -n '3,11s/^# \?//p' "$0" >&2; exit 2; }
program=$(realpath "$1") library=$(realpath "$2")
shift 2
seed=1 trials=4 percent="" lives=5
for word; do
    case $word in
    --seed=*) seed=${word#*=} ;;
    --percent=*) percent=${word#*=} ;;
    --lives=*) lives=${word#*=} ;;
    *) trials=$word ;;
    esac
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export LC_ALL=C TERM=dumb
match=(match minishogi --player A:nodes=10 --player B:nodes=5 --values estimate --seed 2 '--sprt=0,300' --games 40
    --opening-bound 100000 --threads 1)
evolve=(evolve minishogi --values estimate --seed 3 --games 100 --nodes 5 --step-games 8 --spsa-games 64 --net off
    --match-games 20 --panel-games 0 --game opening-bound=100000 --threads 1)
one=0
"$program" "${match[@]}" --out one >one.txt 2>&1 || one=$?
"$program" "${evolve[@]}" --out generation --step 1:play >said 2>&1
"$program" "${evolve[@]}" --out generation --step 1:tune >>said 2>&1 || { cat said; exit 1; }
cp -r generation chosen
"$program" "${evolve[@]}" --out chosen --step 1:choose >>said 2>&1 || { cat said; exit 1; }

begun=0 killed=0 counts=(0 0 0 0 0)
# together FOLDER PERCENT COMMAND...: three processes at once, @ for the number of each. Do all end well?
together() {
    local folder=$1 percent=$2 i pid code ended=0 pids=() now
    rm -f turns
    for i in 0 1 2; do
        { DISK_TURNS=$work/turns DISK_PLACE=$i/3 DISK_SEED=$((1000 * seed + life)) DISK_FAULTS=$percent \
            DISK_FOLDER=$folder LD_PRELOAD=$library exec "${@:3:$# - 3}" "${*: -1:1}$i/3"; } >"said.$i" 2>&1 &
        pids+=($!)
    done
    for pid in "${pids[@]}"; do
        code=0
        { wait "$pid"; } 2>/dev/null || code=$?
        begun=$((begun + 1)) killed=$((killed + (code == 137)))
        ended=$((ended + (code == 0 || code == one)))
        [[ $code -le 4 || $code -eq 137 ]] || fault "exit $code"
    done
    mapfile -t now < <(od -An -td8 -w8 -v -N40 turns)
    for i in "${!now[@]}"; do counts[i]=$((counts[i] + now[i])); done
    [[ $ended -eq 3 ]]
}
fault() {
    echo "FAULT seed $seed, life $life: $1"
    tail -n 3 said.?
    exit 3
}

for ((last = seed + trials; seed < last; seed++)); do
    rm -rf shared
    faults=${percent:-$((seed / 2 % 5 + 1))}
    if ((seed % 2)); then
        command=("$program" "${match[@]}" --out shared --shard=)
    else
        cp -r generation shared
        command=("$program" "${evolve[@]}" --out shared --step=1:choose:)
    fi
    for ((life = 0; life < lives; life++)); do
        ! together shared "$faults" "${command[@]}" || break
    done
    life=$((lives + 1))
    together shared 0 "${command[@]}" || fault "left alone they do not end well"
    if ((seed % 2)); then
        diff -q one/games.csv shared/games.csv || fault "other games"
        for i in 0 1 2; do diff <(tail -n +2 one.txt | grep ' wins' ) <(grep ' wins' "said.$i") || fault "another verdict"; done
    else
        for file in steps/spsa/2n/games.csv spsa/values.csv generation-1.csv; do
            (cd chosen/1 && cmp "$file" "../../shared/1/$file") || fault "other values"
        done
    fi
done
echo "seeds to $((last - 1)): $begun processes begun, $killed killed; ${counts[0]} calls, ${counts[1]} failing, ${counts[2]} names" \
    "not seen, ${counts[3]} kills, ${counts[4]} with what was not synced lost, 0 differences"
