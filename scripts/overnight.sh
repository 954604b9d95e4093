#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A night of self-play on this machine: each generation plays, its games are tuned, and the new
# values must beat the old ones in a match before the next generation plays with them.
#   scripts/overnight.sh CONFIG    scripts/night/example.conf explains CONFIG
# May be stopped or killed at any moment; run again, it goes on. Everything lies in the folder that
# CONFIG names: history.csv, and a folder for each generation. Exit codes: 0 done, 1 error, 2 wrong
# usage or CONFIG, 75 stopped on request.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/night/config.sh
. "$here/night/config.sh"
# shellcheck source=scripts/night/child.sh
. "$here/night/child.sh"

if [[ $# -ne 1 || $1 == -* ]]; then
    sed -n '3,9s/^# \?//p' "$0" >&2
    [[ ${1-} == --help ]] && exit 0
    exit 2
fi
config_read "$1" || exit 2
child_trap
mkdir -p "${config[out]}"
# Held by all that is started from here, so that what a kill has left behind ends first.
exec 9>"${config[out]}/lock"
flock -w 20 9 || {
    echo "${config[out]}: another overnight.sh is at work there" >&2
    exit 1
}

say() { printf '%s  %s\n' "$(date '+%F %T')" "$*" >&2; }

step() { # GENERATION STEP [SHARD]
    local code=0
    child "$here/night/step" "$config_file" "$@" || code=$?
    [[ $code -ne 0 ]] || return 0
    if [[ $code -eq 75 ]]; then
        say "stopped; run the same command again to go on"
    else
        say "generation $1: $2 failed"
    fi
    exit $code
}

for ((generation = 1; generation <= 10#${config[generations]}; generation++)); do
    if "$here/night/step" "$config_file" "$generation" is-done verify; then
        say "generation $generation: done before"
        continue
    fi
    if ! "$here/night/step" "$config_file" "$generation" is-done merge; then
        say "generation $generation: ${config[games]} games"
        for ((shard = 0; shard < 10#${config[shards]}; shard++)); do
            step "$generation" play "$shard"
        done
        step "$generation" merge
    fi
    say "generation $generation: tuning"
    step "$generation" tune
    say "generation $generation: match against the values that played"
    step "$generation" verify
done
say "done: ${config[out]}/history.csv"
