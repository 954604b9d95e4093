#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a command with a real Slurm of this machine, then waits until its queue is empty.
#   tests/slurm/with_cluster.sh 'COMMANDS'
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/slurm/cluster.sh
. "$here/cluster.sh"
lab=$(mktemp -d)
cleanup() {
    cluster_stop
    rm -rf "$lab"
}
trap cleanup EXIT
cluster_start "$lab"
bash -euo pipefail -c "$1"
while [[ -n $(squeue -h) ]]; do
    sleep 2
done
