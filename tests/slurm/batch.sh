#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ctest: slow
# A batch under a real Slurm: of eight tasks one is cancelled, in both rounds, one requeued, one
# killed with SIGKILL and one preempted; the log must be that of a single process, byte by byte, and be
# tuned and verified.
#   tests/slurm/batch.sh PROGRAM LIBRARY      the library: tests/kills/break_call.c
set -euo pipefail
kagami=$(realpath "$1")
library=$(realpath "$2")
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/slurm/cluster.sh
. "$root/tests/slurm/cluster.sh"
for program in sbatch slurmctld slurmd; do
    PATH=$PATH:/usr/sbin command -v $program >/dev/null ||
        { echo "no $program: run scripts/setup test" >&2; exit 1; }
done

lab=$(mktemp -d)
batch=$lab/batch
cleanup() {
    local code=$?
    if [[ $code -ne 0 ]]; then
        tail -n 30 "$batch"/slurm/*.out "$lab"/log/slurmctld.log >&2 || true
        squeue >&2 || true
    fi
    rm -f "$lab"/hold-*
    cluster_stop
    rm -rf "$lab"
}
trap cleanup EXIT
fail() { echo "FAILED: $*" >&2; exit 3; }
say() { printf '%4d s  %s\n' "$SECONDS" "$*"; }

# Jobs and sizes of files. A file that goes while `find` looks is an error to it, and none here.
activity() {
    squeue -h -o '%i %T' 2>/dev/null || true
    { find "$lab" -type f ! -path "$lab/log/*" -printf '%p %s\n' 2>/dev/null || true; } | cksum
}

# until_true WHAT COMMAND...: waits for it as long as anything goes on: a job changes its state, a file
# of the batch grows. A slow machine is waited for, what hangs is not.
until_true() {
    local silence=300 what=$1 seen="" now since=$SECONDS
    shift
    until "$@"; do
        now=$(activity)
        [[ $now == "$seen" ]] || seen=$now since=$SECONDS
        [[ $((SECONDS - since)) -lt $silence ]] || fail "$what: nothing has changed for $silence s"
        sleep 0.2
    done
}

games=240 nodes=200
cat >"$lab/batch.ini" <<TXT
[batch]
variant = minishogi
out = batch
games = $games
nodes = $nodes
seed = 5
shards = 8
generations = 1
match-games = 40
step-games = 20
spsa-games = 16
panel-games = 20
threads = 1
[slurm]
sbatch = --mem=100
time = 4:00:00
TXT
# What the jobs run: the program; in tasks 0 to 3, after some games, it waits as long as a file is there.
# The others wait for the first of these: they would play all games before.
cat >"$lab/kagami" <<TXT
#!/usr/bin/env bash
if [[ "\$*" == *--step=1:play:auto/8* && \$SLURM_ARRAY_TASK_ID -lt 4 ]]; then
    export LD_PRELOAD=$library BREAK_HOLD=50:$lab/hold-\$SLURM_ARRAY_TASK_ID
elif [[ "\$*" == *--step=1:play:auto/8* ]]; then
    while [[ -e $lab/hold-0 ]]; do sleep 0.2; done
fi
exec $kagami "\$@"
TXT
chmod +x "$lab/kagami"
touch "$lab"/hold-{0,1,2,3}
submit() { "$root/scripts/slurm/batch.sh" --kagami="$lab/kagami" "$@" "$lab/batch.ini"; }
process_of() {
    local pid
    for pid in $(pgrep -f "^$kagami evolve .*--step=1:play:"); do
        ! grep -qzx "SLURM_ARRAY_TASK_ID=$1" "/proc/$pid/environ" 2>/dev/null || echo "$pid"
    done
}
# It waits at its call, when nothing is written any more.
under_way() {
    [[ -n $(process_of "$1") && $(find "$batch/1/log/blocks" -name '*..*' | wc -l) -ge 4 ]] &&
        [[ -z $(find "$batch/1/log/blocks" -newermt '-3 seconds') ]]
}
# TERM waits for the process, which looks for it after each game.
is_told() {
    local pending
    pending=$(sed -n 's/^ShdPnd:[[:space:]]*//p' "/proc/$(process_of "$1")/status" 2>/dev/null)
    ((0x${pending:-0} & 1 << 14))
}
in_state() { [[ " $(scontrol show job "$1" 2>/dev/null) " == *[[:space:]]JobState="$2"[[:space:]]* ]]; }
queue_empty() {
    local left
    left=$(squeue -h -o %i) && [[ -z $left ]]
}

say "cluster"
cluster_start "$lab"
submit --dry-run >"$lab/dry.txt"
grep -q 'afterany:JOB2' "$lab/dry.txt" || fail "the dry run shows no tuning after the array"
[[ ! -e $batch ]] || fail "the dry run wrote something"
submit
mapfile -t jobs <"$batch/slurm/jobs" # play, play again, tune, choose, learn, verify, verdict, report
[[ ${#jobs[@]} -eq 8 ]] || fail "${#jobs[@]} jobs, expected 8"
if submit 2>"$lab/twice.txt"; then
    fail "the batch was submitted twice"
fi
grep -q 'in the queue still' "$lab/twice.txt" || fail "the second submission: $(cat "$lab/twice.txt")"
play=${jobs[0]}

for i in 0 1 2 3; do until_true "task $i does not begin" under_way "$i"; done
say "four tasks are under way: killing, preempting, requeueing, cancelling"
# The kill comes first: what preempts task 3 takes the whole node, task 2 with it.
kill -KILL "$(process_of 2)"
until_true "task 2 does not fail" in_state "${play}_2" FAILED
node=$(squeue -h -j "${play}_3" -o %N)
sbatch -p urgent -w "$node" -c 2 --mem=1500 --time=1 -o /dev/null --wrap 'sleep 1' >/dev/null
scontrol requeue "${play}_1"
scancel "${play}_0" "${jobs[1]}_0"
for i in 0 1 3; do until_true "task $i is not told to stop" is_told "$i"; done
rm "$lab"/hold-*
until_true "task 0 is not cancelled" in_state "${play}_0" CANCELLED

say "a process plays the same games"
"$kagami" selfplay minishogi --games $games --nodes $nodes --seed 5 --threads 2 --out "$lab/whole" \
    >/dev/null 2>&1
say "waiting for the chain"
until_true "there is no verdict" test -e "$batch/1/verdict"
until_true "jobs stay in the queue" queue_empty

say "looking at what happened"
has() { grep -q "$2" "$batch/slurm/batch-1-$1.out"; }
has play-1-1 'restart 1: ' || fail "task 1 was not requeued"
has play-1-3 'restart 1: ' || fail "task 3 was not preempted"
has play-1-3 'exit 75' || fail "task 3 did not save"
has play-1-2 'exit 137' || fail "task 2 was not killed"
[[ ! -e $batch/slurm/batch-1-play-2-0.out ]] || fail "task 0 was not cancelled in the second round"
grep -q 'batch: 1 of 1 generations\. .*morning.html$' "$batch/morning.txt" || fail "$(cat "$batch/morning.txt")"
grep -q '</html>' "$batch/morning.html" || fail "no page for the morning"
for file in games.csv positions.csv; do
    cmp "$lab/whole/$file" "$batch/1/log/$file" || fail "$file is not that of a single process"
done
[[ -s $batch/1/generation-1.csv ]] || fail "no values"
"$root/tests/columns" generation,played_with,games,play_nodes,nodes,match_games,elo,elo_lo95,elo_hi95,los,step,verdict,values_file "$batch/history.csv" |
    grep -Eq "^1,0,$games,[0-9]+,[0-9]+,[0-9]+,-?[0-9.]+,-?[0-9.]+,-?[0-9.]+,[0-9.]+,(25|50|100),(accepted|rejected|undecided|one-sided),1/generation-1.csv$" || fail "history: $(cat "$batch/history.csv")"
says() { # WHAT COMMAND...
    local what=$1
    shift
    [[ $("$@" 2>&1) == *"$what"* ]] || fail "$* does not say '$what'"
}
grep -Eq '^[0-9-]{10} [0-9:]{8}  kagami: ' "$batch"/slurm/*-play-1-0.out || fail "no times in the output of a job"
says '1 of 1 folder complete' "$kagami" log status "$batch/1/log"
say "any command in parts: a match, worth, an experiment, a design"
in_parts() { # NAME COMMAND...: plays in parts into $lab/NAME
    local name=$1
    shift
    "$root/scripts/slurm/array.sh" --kagami="$kagami" --sbatch=--mem=100 3 "$@" --seed 3 --out "$lab/$name"
}
match=(match minishogi --games 60 --nodes 30 --player B:board.R=300)
worth=(worth minishogi --games 200 --nodes 30)
# shellcheck disable=SC2054
rules=(compare minishogi --toggle drops=off --games 10 --ladder 20,40)
design=(design minishogi --want "draws>90%" --vary promotions --games 120 --ladder 20 --finalists 1)
odd="any 1%j'q\"" # Slurm reads no line of ours otherwise
in_parts "$odd" "${match[@]}"
in_parts worth "${worth[@]}"
in_parts rules "${rules[@]}"
in_parts design "${design[@]}"
for name in match worth rules design; do
    declare -n command=$name
    "$kagami" "${command[@]}" --seed 3 --out "$lab/one-$name" >"$lab/one-$name.txt" 2>/dev/null
done
until_true "jobs of the arrays stay in the queue" queue_empty
same() { cmp "$lab/one-$1" "$lab/$2" || fail "$2 is not that of one process"; }
same match/games.csv "$odd/log/games.csv"
same worth/worth.csv worth/worth.csv
same worth/shipped-30n/games.csv worth/shipped-30n/games.csv
same rules/summary.csv rules/summary.csv
same rules/drops=off/40n/games.csv rules/drops=off/40n/games.csv
same design/race.csv design/race.csv
same design/finalist-1.ini design/finalist-1.ini
same design/proof/summary.csv design/proof/summary.csv
say "the lines of docs/runs.md"
# shellcheck disable=SC2016 # the page has the quotation marks
mapfile -t lines < <(sed -n 's/^| Slurm[^|]*| `\([^`]*\)` .*/\1/p' "$root/docs/runs.md")
[[ ${#lines[@]} -eq 2 ]] || fail "docs/runs.md has ${#lines[@]} lines for Slurm"
cd "$lab"
"$kagami" selfplay minishogi --games 40 --nodes 30 --seed 1 --out one-line >/dev/null 2>&1
for i in 0 1; do
    # shellcheck disable=SC2034 # the lines of the page have it
    play="$kagami selfplay minishogi --games 40 --nodes 30 --seed 1 --out line-$i --shard auto"
    eval "${lines[i]}" >line-$i.txt 2>&1 || fail "$(cat line-$i.txt)"
    until_true "tasks of line $i stay in the queue" queue_empty
    "$kagami" log merge line-$i/shards --out line-$i/log >/dev/null
    same line/games.csv line-$i/log/games.csv
done
rm -r "$lab/$odd/log" "$lab/$odd/shards/1" "$lab/rules/base/40n"
in_parts "$odd" "${match[@]}"
in_parts rules "${rules[@]}"
until_true "jobs of the arrays stay in the queue" queue_empty
same match/games.csv "$odd/log/games.csv"
same rules/summary.csv rules/summary.csv

says 'nothing is left to do' submit
says 'generation 1: done before' "$kagami" evolve "$lab/batch.ini"
say "the log is that of a single process: $(cat "$batch/1/verdict")"
