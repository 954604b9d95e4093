#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A report in a real browser: its program runs without a fault, draws the board, lists the moves, and
# asks nothing of any network.
#   tests/browser/page.sh PROGRAM
# Exit code 77, skipped, where there is no chromium: it is large, and no other test needs it.
set -euo pipefail
kagami=$(realpath "$1")
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    echo "no chromium here"
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$kagami" selfplay kagamigi --games 4 --nodes 10 --seed 1 --out run >/dev/null 2>&1
"$kagami" report run --no-tune --game 2 --out page.html
code=0
HOME=$work timeout 200 "$browser" --headless --no-sandbox --disable-gpu --enable-logging=stderr \
    --user-data-dir="$work/profile" --dump-dom "file://$work/page.html" >dom 2>log || code=$?
if [[ $code -eq 124 ]]; then
    echo "the browser did not answer: a busy machine says nothing about the page"
    exit 77
elif [[ $code -ne 0 ]]; then
    tail log
    exit 3
fi

check() { # WHAT EXPECTED FOUND
    [[ $2 -eq $3 ]] || {
        echo "$1: $3, expected $2"
        exit 3
    }
}
# column NAME: of the third game.
column() {
    awk -F, -v name="$1" 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == name) at = i} NR == 4 {print $at}' \
        run/games.csv
}
plies=$(column plies)
check "faults of the page" 0 "$(grep -c 'CONSOLE.*page.html' log || true)"
check "squares of the board" 81 "$(grep -o '<rect[^>]*class="square' dom | wc -l)"
men=$(column opening | sed 's/\[.*//' | tr -cd 'A-Za-z' | wc -c)
check "men of the opening" "$men" "$(grep -o '<path class="piece' dom | wc -l)"
check "moves" "$plies" "$(grep -o '<button data-ply=' dom | wc -l)"
