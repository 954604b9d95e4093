#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The steps of `kagami evolve BATCH.ini` as jobs of a Slurm cluster, each when those before it are
# done: `kagami evolve BATCH.ini --steps` prints this chain.
#   scripts/slurm/batch.sh [--kagami=PROGRAM] BATCH.ini    submit what is not done yet
#   scripts/slurm/batch.sh --dry-run BATCH.ini             print the jobs, submit nothing
# Before the first job it plays for some seconds and prints what the whole takes, in time and room.
# scripts/slurm/example.ini explains the file. What is done is judged by the folder, never by the
# state of a job: what tasks leave that are cancelled, killed, preempted or out of time, others or
# the next step do. `kagami evolve` goes on with the same folder on one machine, and the other way
# round. The last job writes FOLDER/morning.html, and a line for a mail to FOLDER/morning.txt.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/slurm/jobs.sh
. "$here/jobs.sh"

dry="" kagami=""
while [[ ${1-} == -* ]]; do
    case $1 in
    --dry-run) dry=1 ;;
    --kagami=*) kagami=${1#*=} ;;
    --help) jobs_usage 0 ;;
    *) jobs_usage ;;
    esac
    shift
done
[[ $# -eq 1 ]] || jobs_usage
kagami=$(jobs_program "$kagami")
batch=$(realpath "$1")
chain=$("$kagami" evolve "$batch" --steps)

declare -A said=() number=()
while read -r key value; do
    [[ $key == step ]] || said[$key]=$value
done <<<"$chain"
folder=$(realpath -m "${said[folder]}")
jobs_begin "$folder/slurm" "$dry" || exit 1

# What the whole costs, before the first job; with no room for it none is submitted.
[[ -n $dry || -e $folder/1 ]] || "$kagami" evolve "$batch" --plan || exit

lines=${said[sbatch]-}
[[ -z ${said[time]-} ]] || lines+=$'\n'--time=${said[time]}
[[ -z ${said[threads]-} ]] || lines+=$'\n'--cpus-per-task=${said[threads]}
while read -r word name tasks after step; do
    [[ $word == step ]] || continue
    dependency="" array=""
    for link in ${after//,/ }; do
        [[ $link == - ]] || dependency+=${dependency:+,}after${link%%:*}:${number[${link#*:}]}
    done
    [[ $step != *:auto/* ]] || array=$'\n'--array=0-$((tasks - 1))%${said[array]}
    job_submit "$(basename "$folder")-$name" "$dependency" "$lines$array" "$kagami" evolve "$batch" "--step=$step"
    number[$name]=$REPLY
done <<<"$chain"
if [[ -z $dry ]]; then
    [[ ${#number[@]} -gt 0 ]] && echo "to stop: scancel ${jobs_all[*]}" || echo "nothing is left to do: $folder/history.csv"
fi
