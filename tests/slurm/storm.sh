#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sixteen tasks at once under a real Slurm, killed at random, each followed by another: the log and the verdict of a
# sequential test must be those of a single process, byte by byte. One test after the other, until the time is over.
#   tests/slurm/storm.sh PROGRAM [MINUTES]      default: 10
# Each time a task is chosen by lot, and loses its process by SIGKILL, is told to stop by Slurm and requeued, or is
# cancelled. Prints counts. Exit 3 on a difference.
set -euo pipefail
[[ $# -ge 1 ]] || { sed -n '3,7s/^# \?//p' "$0" >&2; exit 2; }
kagami=$(realpath "$1") minutes=${2:-10} tasks=16
root=$(cd "$(dirname "$0")/../.." && pwd)
export CLUSTER_CPUS=4
# shellcheck source=tests/slurm/cluster.sh
. "$root/tests/slurm/cluster.sh"
lab=$(mktemp -d)
cleanup() {
    cluster_stop
    rm -rf "$lab"
}
trap cleanup EXIT
fail() {
    echo "FAILED: $*" >&2
    tail -n 3 "$lab"/out-* >&2 || true
    exit 3
}
cluster_start "$lab"

# test_of SEED FOLDER: the command, in an array.
test_of() {
    command=("$kagami" match minishogi --player A:nodes=60 --nodes 50 '--sprt=-10,10' --games 2000 --seed "$1" --threads 1
        --out "$2")
}
ended() { # The log is put together when the verdict stands; tasks end by themselves then.
    [[ -e $lab/shared/games.csv ]]
}
counts=(0 0 0 0) # killed, requeued, cancelled; tasks begun
names=(killed requeued cancelled)
seed=0 tests=0
end=$((SECONDS + 60 * minutes))
while ((SECONDS < end)); do
    seed=$((seed + 1))
    rm -rf "$lab"/{shared,alone} "$lab"/out-*
    test_of $seed "$lab/shared"
    until ended; do
        running=$(squeue -h -r -o %i | wc -l)
        if ((running < tasks)); then
            sbatch --array="0-$((tasks - running - 1))" --mem=100 --requeue -o "$lab/out-%A-%a" \
                --wrap "exec ${command[*]} --shard \$SLURM_ARRAY_TASK_ID/$tasks" >/dev/null
            counts[3]=$((counts[3] + tasks - running))
        fi
        mapfile -t jobs < <(squeue -h -r -t RUNNING -o %i)
        if ((${#jobs[@]} && SECONDS < end)); then
            job=${jobs[RANDOM % ${#jobs[@]}]} how=$((RANDOM % 3))
            case $how in
            0) scancel -s KILL "$job" ;;
            1) scontrol requeue "$job" ;;
            2) scancel "$job" ;;
            esac 2>/dev/null || continue # it has ended
            counts[how]=$((counts[how] + 1))
        fi
        sleep "0.$((RANDOM % 5))"
    done
    while [[ -n $(squeue -h) ]]; do sleep 0.2; done
    for folder in alone shared; do
        test_of $seed "$lab/$folder"
        "${command[@]}" >"$lab/said" 2>/dev/null || [[ $? -le 4 ]] || fail "test $seed in $folder"
        sed -n '/ A .*Elo/,/^$/p' "$lab/said" >"$lab/verdict-$folder"
        [[ -s $lab/verdict-$folder ]] || fail "test $seed has no verdict: $(cat "$lab/said")"
    done
    cmp "$lab"/{shared,alone}/games.csv || fail "test $seed has other games than a single process"
    diff "$lab"/verdict-{alone,shared} || fail "test $seed has another verdict"
    tests=$((tests + 1))
done
printf '%d tests, %d tasks begun' $tests "${counts[3]}"
for i in 0 1 2; do printf ', %d %s' "${counts[i]}" "${names[i]}"; done
echo ", 0 differences"
