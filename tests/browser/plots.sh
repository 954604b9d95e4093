#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of pages and the curve of a game, by plots.js, in a real browser on a light and on a dark
# screen; and one that is drawn anew when its room changes.
# Exit code 77, skipped, without chromium.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/browser/devtools.sh
. "$here/devtools.sh"
work=$(mktemp -d)
trap 'browser_stop "$work"' EXIT
browser_start "$work"
assets=$here/../../search/web/assets
{
    echo '<!DOCTYPE html><meta charset="utf-8"><style>'
    cat "$assets/plot.css"
    echo '</style><body></body><script>'
    cat "$assets/board.js" "$assets/numbers.js" "$assets/plot.js" "$here/plots.js"
    echo '</script>'
} >"$work/page.html"

for scheme in light dark; do
    browser_size 1000 1000 "$scheme"
    browser_open "$work/page.html"
    wrong=$(browser_value 'testPlots()')
    [[ -z $wrong ]] || {
        printf '%s:\n%s\n' "$scheme" "$wrong"
        exit 3
    }
done

browser_value 'document.body.innerHTML = "", plots.plotFigure(document.body, plots.plotDots,
    { axis: "Elo", rows: [{ label: "a", dot: [{ value: 1, low: 0, high: 2 }] }] },
    { label: "games", name: "games" }), 1' >/dev/null
for width in 700 400 600; do
    browser_size "$width" 1000 light
    drawn=$(browser_value 'new Promise(done => requestAnimationFrame(() => setTimeout(() =>
        done(document.querySelector("svg").viewBox.baseVal.width - document.body.clientWidth))))')
    [[ $drawn == 0 ]] || {
        echo "at $width pixels a plot is $drawn wider than its room"
        exit 3
    }
done
[[ $(browser_faults) == 0 ]] || {
    echo "faults of the page"
    exit 3
}
