# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes and submits job scripts. Sourced.
#   jobs_usage [CODE]          says what the script's head says, and ends it
#   jobs_begin FOLDER DRY      where job scripts and outputs go; DRY non-empty: print, submit nothing
#   jobs_program [PROGRAM]     says which kagami the jobs run: the one named, built here or installed
#   job_submit NAME DEPENDENCY "SBATCH LINES" COMMAND...    sets REPLY to the job's number

jobs_slurm=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

jobs_usage() {
    sed -n '3,/^set /s/^# \?//p' "$0" >&2
    exit "${1-2}"
}

jobs_program() {
    local program=${1:-$jobs_slurm/../../build/release/kagami}
    [[ -x $program ]] || program=$(command -v "${1:-kagami}") ||
        { echo "no ${1:-kagami}: build it, or --kagami=PROGRAM" >&2; return 1; }
    realpath "$program"
}

jobs_begin() {
    jobs_folder=$1 jobs_dry=$2 jobs_number=0 jobs_all=()
    if [[ $jobs_folder == *\\* ]]; then
        printf '%s: Slurm writes no output where a name has a backslash\n' "$jobs_folder" >&2
        return 1
    fi
    [[ -n $jobs_dry ]] && return 0
    command -v sbatch >/dev/null || { echo "no sbatch: is this a Slurm cluster?" >&2; return 1; }
    mkdir -p "$jobs_folder"
    # Those that were submitted from here before.
    local alive=""
    [[ ! -s $jobs_folder/jobs ]] || alive=$(squeue -h -o %i -j "$(paste -sd, "$jobs_folder/jobs")" 2>/dev/null) || true
    [[ -z $alive ]] || { echo "jobs of $jobs_folder are in the queue still: ${alive//$'\n'/ }" >&2; return 1; }
}

# A job's name, which its script and output are called by. Slurm's lines know no quotes that hold for
# every character, so a folder's name gives what is plain in it.
job_name() { printf '%s' "${1//[^A-Za-z0-9._+=-]/_}"; }

# The script of a job, to be submitted in the folder of the outputs: so Slurm's lines name no folder,
# whose blanks and quotes they would read as theirs. USR1 comes a minute and more before the end of its
# time.
job_text() {
    local name=$1 dependency=$2 lines=$3
    shift 3
    local output="%x-%j.out"
    [[ $lines != *--array=* ]] || output="%x-%a.out"
    printf '#!/bin/bash\n#SBATCH --job-name=%s\n#SBATCH --output=%s\n' "$name" "$output"
    printf '#SBATCH --open-mode=append --requeue --kill-on-invalid-dep=yes\n'
    printf '#SBATCH --signal=B:USR1@60\n'
    [[ -z $dependency ]] || printf '#SBATCH --dependency=%s\n' "$dependency"
    sed -n 's/^./#SBATCH &/p' <<<"$lines"
    printf 'cd %q || exit\nexec %q' "$PWD" "$jobs_slurm/job"
    printf ' %q' "$@"
    printf '\n'
}

job_submit() {
    local script name
    name=$(job_name "$1")
    script=$(job_text "$name" "${@:2}")
    jobs_number=$((jobs_number + 1))
    if [[ -n $jobs_dry ]]; then
        REPLY=JOB$jobs_number
        printf '# ---- %s: %s\n%s\n\n' "$REPLY" "$name" "$script"
        return 0
    fi
    printf '%s\n' "$script" >"$jobs_folder/$name.sh"
    local where=()
    # Slurm reads a % even in the folder that a job is submitted in, and %% only on the command line.
    [[ $jobs_folder != *%* ]] ||
        where=("--output=${jobs_folder//%/%%}/$(sed -n 's/^#SBATCH --output=//p' <<<"$script")")
    REPLY=$(cd "$jobs_folder" && sbatch --parsable "${where[@]}" "./$name.sh") || return
    REPLY=${REPLY%%;*}
    jobs_all+=("$REPLY")
    printf '%s\n' "$REPLY" >>"$jobs_folder/jobs"
    printf 'job %-8s %s\n' "$REPLY" "$name"
}
