#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Games in parts as a job array, and a job that puts the parts together: selfplay and match into
# DIR/log, a test (match --sprt, --ladder) into DIR; all runs of compare and worth each into its
# place, with DIR/report.txt.
#   scripts/slurm/array.sh [OPTION...] SHARDS COMMAND ... --out DIR
# Task I plays its share of the games into DIR/shards/I; outputs go to DIR/slurm. For example
#   scripts/slurm/array.sh 50 selfplay kagamigi --games 100k --seed 1 --out runs/big
#   scripts/slurm/array.sh 50 compare rules.ini --seed 1 --out runs/rules
#   scripts/slurm/array.sh 50 worth kagamigi --games 100k --nodes 400 --seed 1 --out runs/worth
# Options: --dry-run print the jobs; --sbatch=OPTION for every job (repeatable); --rounds=N of the
# array, so that tasks that were cancelled or killed are played by the next one (default 2);
# --at-once=N tasks at most; --kagami=PROGRAM. Run again, it submits what is missing; with other
# words, more games for one, the parts would be others: that takes another DIR.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/slurm/jobs.sh
. "$here/jobs.sh"

usage() {
    sed -n '3,15s/^# \?//p' "$0" >&2
    exit "${1-2}"
}
dry="" lines="" rounds=2 throttle="" kagami=""
while [[ ${1-} == --* ]]; do
    case $1 in
    --dry-run) dry=1 ;;
    --sbatch=*) lines+=${1#*=}$'\n' ;;
    --rounds=*) rounds=${1#*=} ;;
    --at-once=*) throttle=%${1#*=} ;;
    --kagami=*) kagami=${1#*=} ;;
    --help) usage 0 ;;
    *) usage ;;
    esac
    shift
done
[[ ${1-} =~ ^[1-9][0-9]{0,5}$ && $rounds =~ ^[1-9]$ && $throttle =~ ^(%[1-9][0-9]{0,5})?$ ]] || usage
shards=$1
shift
kagami=$(jobs_program "$kagami")

# Everything but --out goes to the tasks as it is.
words=() out=""
while [[ $# -gt 0 ]]; do
    case $1 in
    --out=*) out=${1#*=} ;;
    --out) out=${2-}; [[ $# -lt 2 ]] || shift ;;
    --shard* | --range*) echo "array.sh: the shards are its own matter" >&2; exit 2 ;;
    *) words+=("$1") ;;
    esac
    shift
done
[[ ${#words[@]} -gt 0 && -n $out ]] || usage
if [[ " ${words[*]}" != *" --seed"* ]] && ! grep -Eqs '^[[:space:]]*seed[[:space:]]*=' "${words[1]-}"; then
    echo "array.sh: parts of one run share its seed: give --seed" >&2
    exit 2
fi
out=$(realpath -m "$out")
label=$(basename "$out")
case ${words[0]} in
compare | worth)
    result=$out/report.txt
    "$kagami" "${words[@]}" --out "$out" --list >/dev/null || exit # usage is told here, and once
    ;;
*)
    result=$out/log
    [[ " ${words[*]}" != *" --sprt"* && " ${words[*]}" != *" --ladder"* ]] || result=$out
    ;;
esac
# What the parts follow from; an experiment by its text.
asked=$(printf '%q ' "$shards" "${words[@]}"; [[ ! -f ${words[1]-} ]] || cksum <"${words[1]}")
if [[ -e $out/slurm/asked && $asked != "$(<"$out/slurm/asked")" ]]; then
    printf 'array.sh: the parts in %s are those of\n  %s\nnot of\n  %s\ngive another --out\n' \
        "$out" "$(<"$out/slurm/asked")" "$asked" >&2
    exit 1
fi
if [[ -s $out/report.txt ]] || grep -q '"finished":[[:space:]]*true' "$result/run.json" 2>/dev/null || [[ -e $out/verify.json ]]; then
    echo "$result is there already"
    exit 0
fi
jobs_begin "$out/slurm" "$dry" || exit 1
if [[ -z $dry && -n $(jobs_alive) ]]; then
    echo "jobs of $out are in the queue still: $(jobs_alive | paste -sd' ')" >&2
    exit 1
fi

[[ -n $dry ]] || printf '%s\n' "$asked" >"$out/slurm/asked"
merge=("$here/merge" "$kagami" "$out" "${words[@]}")
array=0-$((shards - 1))
# What is there needs no task; before the first one nothing is.
if [[ -z $dry && -n $(find "$out/shards" -name run.json -print -quit 2>/dev/null) ]]; then
    code=0
    said=$("${merge[@]}") || code=$?
    printf '%s\n' "$said"
    missing=$(sed -n 's/^play again: --array=//p' <<<"$said" | tail -n 1)
    [[ $code -eq 3 && -n $missing ]] || exit $code
    [[ $missing == all ]] || array=$missing
fi

last=""
for ((round = 1; round <= rounds; round++)); do
    job_submit "$label-play-$round" "${last:+afterany:$last}" "$lines--array=$array$throttle" \
        "$kagami" "${words[@]}" --shard "auto/$shards" --out "$out"
    last=$REPLY
done
job_submit "$label-play-merge" "afterany:$last" "$lines" "${merge[@]}"
