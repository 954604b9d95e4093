#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Folders of any name in parts of a cluster: Slurm's lines hold nothing that it would read otherwise,
# and the jobs, run one after the other, play into the folder. A stand-in takes sbatch's place.
#   tests/slurm/names.sh PROGRAM
set -euo pipefail
kagami=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
lab=$(mktemp -d)
trap 'rm -rf "$lab"' EXIT
fail() { echo "FAILED: $*" >&2; exit 3; }

mkdir "$lab/bin"
cat >"$lab/bin/sbatch" <<'TXT'
#!/usr/bin/env bash
# Runs a job at once, both tasks of an array.
set -euo pipefail
script=$(realpath "${*: -1}")
if grep '^#SBATCH' "$script" | grep -Ev '^#SBATCH [A-Za-z0-9=.,:_@+-]+( --[a-z=-]+| --[a-z=]+)*$|^#SBATCH --output=%x-%[ja]\.out$' >&2; then
    echo "a line for Slurm that it would read otherwise" >&2
    exit 1
fi
for task in 0 1; do
    SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$task bash "$script" >&2 || [[ $? -eq 3 ]]
    grep -q '^#SBATCH --array' "$script" || break
done
echo 7
TXT
printf '#!/bin/sh\nexit 0\n' >"$lab/bin/squeue"
chmod +x "$lab"/bin/*
export PATH="$lab/bin:$PATH"

for name in plain 'with blank' "quote'd" 'double"d' '100%j' "\$HOME;&"; do
    mkdir "$lab/$name"
    cd "$lab/$name"
    "$root/scripts/slurm/array.sh" --kagami="$kagami" --rounds=1 2 selfplay minishogi --games 2 --nodes 5 --seed 1 \
        --threads 1 --out "out$name" >"$lab/said" 2>&1 || { cat "$lab/said"; fail "$name"; }
    grep -q '"finished":[[:space:]]*true' "out$name/log/run.json" || { cat "$lab/said"; fail "$name: no log"; }
done
mkdir "$lab/back"
cd "$lab/back"
if "$root/scripts/slurm/array.sh" --kagami="$kagami" 2 selfplay minishogi --games 2 --seed 1 --out 'a\b' 2>"$lab/said"; then
    fail "a folder that Slurm cannot write in is taken"
fi
grep -q backslash "$lab/said" || fail "$(cat "$lab/said")"
[[ ! -e 'a\b' ]] || fail "what is refused leaves a folder"

# What tasks would refuse is refused before there are any.
refused() { # what is said, command
    if "$root/scripts/slurm/array.sh" --dry-run --kagami="$kagami" 2 "${@:2}" --out refused 2>"$lab/said"; then
        fail "${*:2}: submitted"
    fi
    grep -qF -- "$1" "$lab/said" || fail "${*:2}: $(cat "$lab/said")"
}
refused "takes no shards" tune "$lab/back" --seed 1
refused "takes no shards" selfplai minishogi --seed 1
refused "give --seed" selfplay minishogi --games 2
refused "plays nothing" compare minishogi --arm same:nifu=off --seed 1 --plan
# A seed in the experiment's own file is one.
printf '[experiment]\nvariant = minishogi\nladder = 5\ngames = 20\nseed = 1\n[toggles]\nnifu = off\n' >own.ini
"$root/scripts/slurm/array.sh" --dry-run --kagami="$kagami" 2 compare own.ini --out own >"$lab/said" 2>&1 ||
    fail "$(cat "$lab/said")"

# A step of one part is an array too: its task asks which it is.
printf '[batch]\nvariant = minishogi\nout = one\nshards = 1\nseed = 1\n' >one.ini
jobs=$("$root/scripts/slurm/batch.sh" --dry-run --kagami="$kagami" one.ini)
[[ $jobs == *--array=0-0%*--step=1:play:auto/1* ]] || fail "one part: $jobs"
