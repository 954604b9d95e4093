#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The steps of `kagami evolve BATCH.ini` as jobs of a Slurm cluster: for each generation the games
# as a job array, then merging, tuning and the match, each when the one before is done.
#   scripts/slurm/batch.sh [--kagami=PROGRAM] BATCH.ini    submit what is not done yet
#   scripts/slurm/batch.sh --dry-run BATCH.ini             print the jobs, submit nothing
# Before the first job it plays for some seconds and prints what the whole takes, in time and room.
# scripts/slurm/example.ini explains the file. What is done is judged by the logs, never by the state
# of a job: tasks that are cancelled, killed, preempted or out of time go on in the next round of
# the array, and what is missing even then is played by the job that merges. `kagami evolve` goes on
# with the same folder on one machine, and the other way round.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/slurm/jobs.sh
. "$here/jobs.sh"

dry="" kagami=""
while [[ ${1-} == -* ]]; do
    case $1 in
    --dry-run) dry=1 ;;
    --kagami=*) kagami=${1#*=} ;;
    *)
        sed -n '3,13s/^# \?//p' "$0" >&2
        [[ $1 == --help ]] && exit 0
        exit 2
        ;;
    esac
    shift
done
[[ $# -eq 1 ]] || { sed -n '3,13s/^# \?//p' "$0" >&2; exit 2; }
kagami=$(jobs_program "$kagami")
batch=$(realpath "$1")
left=$("$kagami" evolve "$batch" --steps)

declare -A said=()
while read -r key value; do
    said[$key]=$value
done <<<"$left"
folder=$(realpath -m "${said[folder]}")
jobs_begin "$folder/slurm" "$dry" || exit 1
if [[ -z $dry && -n $(jobs_alive) ]]; then
    echo "jobs of this batch are in the queue still: $(jobs_alive | paste -sd' ')" >&2
    exit 1
fi

# What the whole costs, before the first job; with no room for it none is submitted.
[[ -n $dry || -e $folder/1 ]] || "$kagami" evolve "$batch" --plan || exit

lines=${said[sbatch]-}
[[ -z ${said[time]-} ]] || lines+=$'\n'--time=${said[time]}
[[ -z ${said[threads]-} ]] || lines+=$'\n'--cpus-per-task=${said[threads]}
array="" part=""
if [[ ${said[shards]} -gt 0 ]]; then
    array=$'\n'--array=0-$((said[shards] - 1))%${said[array]} part=:auto/${said[shards]}
fi

# after GOOD ANY: the dependency on a job that must end well and one that must end; none for no job
after() {
    local text=""
    [[ -z $1 ]] || text=afterok:$1
    [[ -z $2 ]] || text+=${text:+,}afterany:$2
    echo "$text"
}

good="" last="" # the last job that must end well; the last round of games, whatever became of it
while read -r word generation name; do
    [[ $word == step ]] || continue
    label=$(basename "$folder")-$generation-$name
    run=("$kagami" evolve "$batch")
    if [[ $name == verify && -n $part ]]; then # the games; the step itself then finds them there
        job_submit "$label-games" "$(after "$good" "$last")" "$lines$array" "${run[@]}" "--step=$generation:verify$part"
        last=$REPLY
    fi
    if [[ $name != play ]]; then
        job_submit "$label" "$(after "$good" "$last")" "$lines" "${run[@]}" "--step=$generation:$name"
        good=$REPLY last=""
        continue
    fi
    for ((round = 1; round <= said[rounds]; round++)); do
        job_submit "$label-$round" "$(after "$good" "$last")" "$lines$array" "${run[@]}" \
            "--step=$generation:play$part"
        last=$REPLY
    done
done <<<"$left"
if [[ -z $dry ]]; then
    [[ -n $good ]] && echo "to stop: scancel ${jobs_all[*]}" || echo "nothing is left to do: $folder/history.csv"
fi
