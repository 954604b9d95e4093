#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Formats every C file with clang-format; with --check only names those that differ (exit 3).
# Debian 12's clang-format 14 decides.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t files < <(git ls-files '*.c' '*.h' '*.def')
case "${1-}" in
--check)
    if ! printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -n 50 clang-format --dry-run --Werror; then
        echo "format: run scripts/format.sh" >&2
        exit 3
    fi
    ;;
"") clang-format -i "${files[@]}" ;;
*)
    echo "usage: scripts/format.sh [--check]" >&2
    exit 2
    ;;
esac
