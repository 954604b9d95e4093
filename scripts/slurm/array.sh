#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Any kagami command that can be played in parts, as a job array, and a job that merges the parts.
#   scripts/slurm/array.sh [OPTION...] SHARDS COMMAND ... --out DIR
# Shard I goes to DIR/shards/I, the whole to DIR/log, outputs to DIR/slurm. For example
#   scripts/slurm/array.sh 50 selfplay kagamigi --games 100k --seed 1 --out runs/big
# Options: --dry-run print the jobs; --sbatch=OPTION for every job (repeatable); --rounds=N of the
# array, so that tasks that were cancelled or killed are played by the next one (default 2);
# --kagami=PROGRAM. Run again, it submits what is missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/slurm/jobs.sh
. "$here/jobs.sh"

usage() {
    sed -n '3,10s/^# \?//p' "$0" >&2
    exit "${1-2}"
}
dry="" lines="" rounds=2 kagami=""
while [[ ${1-} == --* ]]; do
    case $1 in
    --dry-run) dry=1 ;;
    --sbatch=*) lines+=${1#*=}$'\n' ;;
    --rounds=*) rounds=${1#*=} ;;
    --kagami=*) kagami=$(realpath "${1#*=}") ;;
    --help) usage 0 ;;
    *) usage ;;
    esac
    shift
done
[[ ${1-} =~ ^[1-9][0-9]{0,5}$ && $rounds =~ ^[1-9]$ ]] || usage
shards=$1
shift
if [[ -z $kagami ]]; then
    kagami=$(cd "$here/../.." && pwd)/build/release/kagami
    [[ -x $kagami ]] || kagami=$(command -v kagami) || { echo "no kagami: build it, or --kagami=PROGRAM" >&2; exit 1; }
fi

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
[[ " ${words[*]}" == *" --seed"* ]] || { echo "array.sh: parts of one run share its seed: give --seed" >&2; exit 2; }
out=$(realpath -m "$out")
label=$(basename "$out")
[[ ! -e $out/log/run.json ]] || ! grep -q '"finished":[[:space:]]*true' "$out/log/run.json" || {
    echo "$out/log is there already"
    exit 0
}
jobs_begin "$out/slurm" "$dry" || exit 1
if [[ -z $dry && -n $(jobs_alive) ]]; then
    echo "jobs of $out are in the queue still: $(jobs_alive | paste -sd' ')" >&2
    exit 1
fi

array=0-$((shards - 1))
# What is there needs no task; before the first one nothing is.
if [[ -z $dry ]] && compgen -G "$out/shards/*/run.json" >/dev/null; then
    code=0
    said=$("$kagami" merge "$out/shards" --out "$out/log") || code=$?
    printf '%s\n' "$said"
    missing=$(sed -n 's/^play again: --array=//p' <<<"$said")
    [[ $code -eq 3 && -n $missing ]] || exit $code
    array=$missing
fi
last=""
for ((round = 1; round <= rounds; round++)); do
    job_submit "$label-play-$round" "${last:+afterany:$last}" "$lines--array=$array" \
        "$kagami" "${words[@]}" --shard "%TASK%/$shards" --out "$out/shards/%TASK%"
    last=$REPLY
done
job_submit "$label-merge" "afterany:$last" "$lines" "$kagami" merge "$out/shards" --out "$out/log"
