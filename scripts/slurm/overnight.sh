#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A night of self-play on a Slurm cluster: submits, for each generation, the games as a job array,
# then merging, tuning and the match, each when the one before is done.
#   scripts/slurm/overnight.sh CONFIG              submit what is not done yet
#   scripts/slurm/overnight.sh --dry-run CONFIG    print the jobs, submit nothing
# scripts/night/example.conf explains CONFIG. What is done is judged by the logs, never by the state
# of a job: tasks that are cancelled, killed, preempted or out of time go on in the next round of
# the array, and what is missing even then is played by the job that merges. scripts/overnight.sh
# goes on with the same folder on one machine, and the other way round.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/night/config.sh
. "$here/../night/config.sh"
# shellcheck source=scripts/slurm/jobs.sh
. "$here/jobs.sh"

dry=""
if [[ ${1-} == --dry-run ]]; then
    dry=1
    shift
fi
if [[ $# -ne 1 || $1 == -* ]]; then
    sed -n '3,11s/^# \?//p' "$0" >&2
    [[ ${1-} == --help ]] && exit 0
    exit 2
fi
config_read "$1" || exit 2
config_file=$(realpath "$config_file")
step=$(cd "$here/../night" && pwd)/step
jobs_begin "${config[out]}/slurm" "$dry" || exit 1
if [[ -z $dry && -n $(jobs_alive) ]]; then
    echo "jobs of this night are in the queue still: $(jobs_alive | paste -sd' ')" >&2
    exit 1
fi

lines=${config[sbatch]}
[[ -z ${config[time]} ]] || lines+=$'\n'--time=${config[time]}
[[ -z ${config[threads]} ]] || lines+=$'\n'--cpus-per-task=${config[threads]}
shards=$((10#${config[shards]}))
label=$(basename "${config[out]}")

# done_before GENERATION STEP
done_before() { "$step" "$config_file" "$1" is-done "$2"; }
# after GOOD ANY: the dependency on a job that must end well and one that must end; none for no job
after() {
    local text=""
    [[ -z $1 ]] || text=afterok:$1
    [[ -z $2 ]] || text+=${text:+,}afterany:$2
    echo "$text"
}

good="" # the last job that must end well
for ((generation = 1; generation <= 10#${config[generations]}; generation++)); do
    done_before "$generation" verify && continue
    if ! done_before "$generation" merge; then
        before=$good last=""
        for ((round = 1; round <= 10#${config[rounds]}; round++)); do
            # A round follows the one before whatever became of it, a generation only a good one.
            job_submit "$label-$generation-play-$round" "$(after "$before" "$last")" \
                "$lines"$'\n'"--array=0-$((shards - 1))%${config[array]}" \
                "$step" "$config_file" "$generation" play %TASK%
            last=$REPLY
        done
        job_submit "$label-$generation-merge" "$(after "$before" "$last")" "$lines" \
            "$step" "$config_file" "$generation" merge
        good=$REPLY
    fi
    for name in tune verify; do
        done_before "$generation" "$name" && continue
        job_submit "$label-$generation-$name" "$(after "$good" "")" "$lines" \
            "$step" "$config_file" "$generation" "$name"
        good=$REPLY
    done
done
if [[ -z $dry ]]; then
    [[ -n $good ]] && echo "to stop: scancel ${jobs_all[*]}" || echo "nothing is left to do: ${config[out]}/history.csv"
fi
