#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/site: a folder of two games and the manual, every link in it good; a link that is not is told.
#   tests/release/site.sh PROGRAM
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/../.."

command -v pandoc >/dev/null || { echo "no pandoc here" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

scripts/site "$work/site" -p "$program" kagamigi choshi-shogi
cd "$work/site"
for game in kagamigi choshi-shogi; do
    grep -q 'id="module"' play/$game.html               # the engine
    grep -q "href=\"play/$game.html\"" index.html
    grep -q 'What its pieces are worth' cards/$game.html
    grep -q "src=\"../cards/$game.html\"" games/$game.html
done
grep -q 'Left General .*±' games/kagamigi.html           # published worths
grep -q 'docs/tuning.html#worth-and-weight' README.html
if grep -rl 'href="[^":]*\.md[#"]' --include='*.html' .; then
    echo "links to Markdown" && exit 3
fi
cd - >/dev/null

sed -i 's/docs\/tuning.html#worth-and-weight/docs\/tuning.html#no-such-place/' "$work/site/README.html"
rm "$work/site/games/kagamigi.ini"
if scripts/site --check "$work/site" 2>"$work/says"; then
    echo "dead links passed" && exit 3
fi
grep 'README.html: docs/tuning.html#no-such-place: no such place in it' "$work/says"
grep 'games/kagamigi.html: kagamigi.ini: no such file' "$work/says"
