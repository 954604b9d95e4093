#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Memory that runs out: every command once for each of its allocations, which fails. It says so in one
# line and exits 1, and leaves files that are what they were, whole, or a beginning that the same
# command goes on with. A library may get by without it: then answer and files are those of always.
#   tests/faults/allocations.sh PROGRAM LIBRARY [NAME...]             a sample: two of each command
#   tests/faults/allocations.sh PROGRAM LIBRARY --places [NAME...]    the first of each place
#   tests/faults/allocations.sh PROGRAM LIBRARY --all [NAME...]       each
# A place is where the program asks for memory, with its callers; names are those of commands below,
# NAME:FIRST-LAST for some of its allocations, NAME:FIRST-LAST/STEP for every STEP-th of these.
# Exit 3 on a fault; each is told with the number, for FAIL_ALLOCATION (fail_allocation.c).
set -euo pipefail
[[ $# -ge 2 ]] || { sed -n '3,13s/^# \?//p' "$0" >&2; exit 2; }
program=$(realpath "$1")
library=$(realpath "$2")
shift 2
which=sample
if [[ ${1-} == --all || ${1-} == --places ]]; then
    which=${1#--}
    shift
fi
chosen=("$@")
tests=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/begin"
cd "$work/begin"
# shellcheck source=tests/faults/commands.sh
. "$tests/faults/commands.sh"

failing() {
    run "$1" "LD_PRELOAD=$library" "FAIL_ALLOCATION=$2" "FAIL_ALLOCATION_TRACE=1" "${@:3}"
}
# By our allocations, by a library that was to open a file, or by OpenMP's own.
said='^kagami: (out of memory$|.*Cannot allocate memory|cannot start a thread)|^libgomp: Out of memory'
faults=0 tried=0 told=0
fault() {
    faults=$((faults + 1))
    echo "FAULT $name $n: $1"
    { grep -v '^/' "$work/err" || true; } | sed -n '1,3s/^/    /p'
    { grep -o "${program##*/}(+0x[0-9a-f]*" "$work/err" || true; } | sed 's/.*(/    /; 8q' | tr -d '\n'
    echo
}

judge() {
    rm -rf "$work/now"
    cp -r "$work/begin" "$work/now"
    failing "$work/now" "$n"
    tried=$((tried + 1))
    if [[ $code -eq $good_code && $code -ne 1 ]]; then
        [[ $name == engine* || $name == plan ]] || # times, and threads
            diff <(sed -E "$timeless" "$work/out") <(sed -E "$timeless" "$work/$name.out") >"$work/diff" ||
            { fault "exit $code, another answer"; sed -n '1,6s/^/    /p' "$work/diff"; return; }
        same "$work/$name" "$work/now" >"$work/diff" ||
            { fault "exit $code, other files"; sed -n '1,6s/^/    /p' "$work/diff"; }
        return
    fi
    told=$((told + 1))
    if [[ $code -ne 1 ]]; then
        fault "exit $code"
    elif [[ $(grep -cE "$said" "$work/err") -ne 1 ]]; then
        fault "exit 1, not one line on it"
    elif ! diff -rq "$work/begin" "$work/now" >/dev/null; then
        # What was there before is as it would have become; the rest goes on. A run that left all
        # as it was needs no second one: that is the run without a fault.
        run "$work/now"
        if [[ $code -ne $good_code ]]; then
            fault "exit $code of the same command later"
        elif ! same "$work/$name" "$work/now" later >"$work/diff"; then
            fault "other files of the same command later"
            sed -n '1,6s/^/    /p' "$work/diff"
        fi
    fi
}

(prepare) >"$work/prepared" 2>&1 || { cat "$work/prepared"; exit 1; }
for ((i = 0; i < ${#names[@]}; i++)); do
    name=${names[i]} line=$(line_of "$i")
    first=1 last=0 step=1
    if [[ " ${chosen[*]-} " =~ \ $name(:([0-9]+)-([0-9]+)(/([0-9]+))?)?\  ]]; then
        first=${BASH_REMATCH[2]:-1} last=${BASH_REMATCH[3]:-0} step=${BASH_REMATCH[5]:-1}
    elif [[ ${#chosen[@]} -gt 0 ]]; then
        continue
    fi
    cp -r "$work/begin" "$work/$name"
    failing "$work/$name" 0 "FAIL_ALLOCATION_PLACES=$work/places"
    good_code=$code
    cp "$work/out" "$work/$name.out"
    [[ $code -eq 0 || $code -eq 4 ]] || { echo "FAULT $name: exit $code"; cat "$work/err"; exit 3; }
    mapfile -t places <"$work/places"
    count=${places[-1]} before=$faults
    unset 'places[-1]'
    case $which in
    all)
        mapfile -t places < <(seq "$first" "$step" "$((last > 0 && last < count ? last : count))")
        ;;
    sample)
        # The first of each function of a library count as places, too.
        mapfile -t places < <(printf '%s\n' "${places[@]}" | cat - "$work/places.functions" | sort -nu)
        mapfile -t places < <(
            printf '%s\n' "${places[@]}" |
                awk -v step=$((${#places[@]} / 2 + 1)) "NR % step == int(step / 2)"
        )
        ;;
    esac
    for n in "${places[@]}"; do judge; done
    [[ $which == sample ]] ||
        echo "$name: ${#places[@]} of $count allocations, $((faults - before)) faults"
    rm -rf "${work:?}/$name"
done
echo "$tried failing allocations, $told of them told, $faults faults"
[[ $faults -eq 0 ]] || exit 3
