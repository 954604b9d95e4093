#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Compares the signature of `kagami bench` with "Bench: N" of the newest commit that states one.
#   scripts/check_bench.sh PROGRAM...     e.g. one built by gcc, one by clang
# A change of the search states the new number in its commit message. Exit 3 on a difference.
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ $# -eq 0 ]]; then
    echo "usage: scripts/check_bench.sh PROGRAM..." >&2
    exit 2
fi
stated=$(git log -1 --grep='^Bench: [0-9][0-9]*$' -E --format=%B | sed -nE 's/^Bench: ([0-9]+)$/\1/p' |
    tail -n 1)
if [[ -z $stated ]]; then
    echo "bench: no commit here states 'Bench: N' (a shallow clone or a tarball?); nothing to compare with"
fi
failed=0
for program; do
    found=$("$program" bench --json | sed -nE 's/.*"signature":[[:space:]]*"?([0-9]+)"?.*/\1/p')
    [[ -n $found ]] || { echo "bench: $program printed no signature" && exit 3; }
    if [[ $found == "${stated:-$found}" ]]; then
        echo "bench: $program $found"
    else
        echo "bench: $program $found, but the newest commit that states a number says $stated"
        failed=3
    fi
    stated=${stated:-$found}
done
exit $failed
