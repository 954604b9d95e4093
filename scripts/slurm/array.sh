#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A command that plays, by the tasks of a job array and a job that ends it.
#   scripts/slurm/array.sh [OPTION...] TASKS COMMAND ... --out DIR
# Games of selfplay, and of a match of fixed length, are played in parts DIR/shards/I and put together
# in DIR/log; all others by all tasks into DIR. Outputs go to DIR/slurm, that of the last job has the
# report. For example
#   scripts/slurm/array.sh 50 selfplay kagamigi --games 100k --seed 1 --out runs/big
#   scripts/slurm/array.sh 50 compare rules.ini --seed 1 --out runs/rules
#   scripts/slurm/array.sh 50 worth kagamigi --games 100k --nodes 400 --seed 1 --out runs/worth
# Options: --dry-run print the jobs; --sbatch=OPTION for every job (repeatable); --rounds=N of the
# array, so that what cancelled or killed tasks left is played by the next one (default 2);
# --at-once=N tasks at most; --kagami=PROGRAM. Run again, it goes on with what is there.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/slurm/jobs.sh
. "$here/jobs.sh"

dry="" lines="" rounds=2 throttle="" kagami=""
while [[ ${1-} == --* ]]; do
    case $1 in
    --dry-run) dry=1 ;;
    --sbatch=*) lines+=${1#*=}$'\n' ;;
    --rounds=*) rounds=${1#*=} ;;
    --at-once=*) throttle=%${1#*=} ;;
    --kagami=*) kagami=${1#*=} ;;
    --help) jobs_usage 0 ;;
    *) jobs_usage ;;
    esac
    shift
done
[[ ${1-} =~ ^[1-9][0-9]{0,5}$ && $rounds =~ ^[1-9]$ && $throttle =~ ^(%[1-9][0-9]{0,5})?$ ]] || jobs_usage
tasks=$1 words=("${@:2}") out=""
for ((i = 0; i < ${#words[@]}; i++)); do
    case ${words[i]} in
    --out=*) out=${words[i]#*=} ;;
    --out) out=${words[i + 1]-} ;;
    --shard* | --range*) echo "array.sh: the shards are its own matter" >&2; exit 2 ;;
    --plan* | --report | --list) echo "array.sh: ${words[i]} plays nothing" >&2; exit 2 ;;
    esac
done
[[ -n $out ]] || jobs_usage
kagami=$(jobs_program "$kagami")
out=$(realpath -m "$out")
play=("$kagami" "${words[@]}" --out "$out")
case " ${words[*]}" in
" compare "* | " worth "*)
    "${play[@]}" --list >/dev/null || exit # usage is told here, and once
    last=("${play[@]}") ;;
" design "*) last=("${play[@]}") ;;
" match "*" --sprt"* | " match "*" --ladder"*) last=("${play[@]}" --shard 0/1) ;;
" selfplay "* | " match "*) last=("$kagami" log merge "$out/shards" --out "$out/log") ;;
*) echo "array.sh: '${words[0]-}' takes no shards" >&2; exit 2 ;;
esac
[[ " ${words[*]}" == *" --seed"* ]] || grep -qs '^ *seed *=' -- "${words[@]}" || { # of an experiment's file, too
    echo "array.sh: give --seed: all tasks must have the same" >&2; exit 2
}
jobs_begin "$out/slurm" "$dry" || exit 1
previous=""
for ((round = 1; round <= rounds; round++)); do
    job_submit "$(basename "$out")-play-$round" "${previous:+afterany:$previous}" \
        "$lines--array=0-$((tasks - 1))$throttle" "${play[@]}" --shard "auto/$tasks"
    previous=$REPLY
done
job_submit "$(basename "$out")-end" "afterany:$previous" "$lines" "${last[@]}"
