#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/site: a folder of two games and the manual, every link in it good, its boards drawn in a browser at two
# widths; a link that leads nowhere is told.
#   tests/release/site.sh PROGRAM
# Exit code 77, skipped, without pandoc or chromium.
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/../.."
# shellcheck source=tests/browser/devtools.sh
. tests/browser/devtools.sh

command -v pandoc >/dev/null || { echo "no pandoc here" && exit 77; }
work=$(mktemp -d)
trap 'browser_stop "$work"' EXIT

scripts/site "$work/site" -p "$program" kagamigi choshi-shogi
cd "$work/site"
for game in kagamigi choshi-shogi; do
    grep -q 'id="module"' play/$game.html # the engine
    grep -q "href=\"play/$game.html\"" index.html
    grep -q 'What its pieces are worth' cards/$game.html
    grep -q "src=\"../cards/$game.html\"" games/$game.html
done
grep -q 'Left General .*±' games/kagamigi.html # published worths
grep -q 'docs/tuning.html#worth-and-weight' README.html
if grep -rl 'href="[^":]*\.md[#"]' --include='*.html' .; then
    echo "links to Markdown" && exit 3
fi

browser_start "$work"
for width in 400 1400; do
    browser_size "$width" 1000
    for page in index games/kagamigi docs/tuning; do
        browser_open "$page.html"
        wide=$(browser_value 'document.documentElement.scrollWidth')
        ((wide <= width)) || { echo "$page is $wide pixels wide in a window of $width" && exit 3; }
    done
done
browser_open index.html
squares=$(browser_value 'document.querySelectorAll(".board.start rect.square").length')
[[ $squares -eq 162 ]] || { echo "$squares squares on two boards of 81" && exit 3; }
faults=$(browser_faults)
[[ $faults -eq 0 ]] || { echo "$faults faults of the pages" && exit 3; }
cd - >/dev/null

sed -i 's/docs\/tuning.html#worth-and-weight/docs\/tuning.html#no-such-place/' "$work/site/README.html"
rm "$work/site/games/kagamigi.ini"
if scripts/site --check "$work/site" 2>"$work/says"; then
    echo "dead links passed" && exit 3
fi
grep 'README.html: docs/tuning.html#no-such-place: no such place in it' "$work/says"
grep 'games/kagamigi.html: kagamigi.ini: no such file' "$work/says"
