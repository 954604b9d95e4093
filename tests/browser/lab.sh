#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The page of a lab in a real browser: whose game it is, a board that is played on, the sentences, the
# report below; wide and narrow.
#   tests/browser/lab.sh PROGRAM [FOLDER]     pictures go into FOLDER
# ctest: slow
# Exit code 77, skipped, without chromium.
set -euo pipefail
kagami=$(realpath "$1")
pictures=${2-}
here=$(realpath "$(dirname "$0")")
# shellcheck source=tests/browser/devtools.sh
. "$here/devtools.sh"
work=$(mktemp -d)
trap 'browser_stop "$work"' EXIT
cd "$work"
browser_start "$work"
"$kagami" show minishogi --ini |
    sed 's/^name = .*/name = mine/;s/^title = .*/title = Mine <b>\nauthor = A. <i>Nother\nurl = https:\/\/example.org\/mine/' >mine.ini
"$kagami" lab ./mine.ini --games 200 --nodes 2,5 --seed 1 --out lab >said 2>&1 || { cat said; exit 3; }

for width in 400 1400; do
    browser_size $width 900 light
    browser_open lab/lab.html
    browser_value "$(cat "$here/clicks.js"); 1" >/dev/null
    browser_value 'clicks.until(() => clicks.legal().length, "the first move")' >/dev/null
    browser_value 'clicks.set("Second", "person")' >/dev/null
    expect "moves at $width pixels" '^6 plies' "$(browser_value 'clicks.play(6)')"
    expect "as wide as its window" '^true$' "$(browser_value 'document.documentElement.scrollWidth <= innerWidth')"
    [[ -z $pictures ]] || browser_shot "$pictures/lab-$width.png" true
done
expect "title" '^Mine <b>$' "$(browser_value 'document.title')"
expect "author" '^A. <i>Nother https://example.org/mine$' \
    "$(browser_value '(link => link.textContent + " " + link.href)(document.querySelector("header a"))')"
expect "one heading of the page" '^1 1$' \
    "$(browser_value '["h1", "main"].map(name => document.querySelectorAll(name).length).join(" ")')"
sentences=$("$kagami" lab ./mine.ini --games 200 --nodes 2,5 --seed 1 --out lab --json 2>said |
    sed -n '/^\t"summary"/p' | grep -oE '"[^"]{30,}"' | wc -l)
expect "sentences" "^$sentences\$" "$(browser_value 'document.querySelectorAll("main > section > .answer").length')"
expect "parts of the report" '^2$|^3$' "$(browser_value 'document.querySelectorAll("#report article").length')"
browser_open lab/card.html
expect "author on the card" 'By A. <i>Nother' "$(browser_value 'document.querySelector("svg").textContent')"
"$kagami" report lab/rules/base/5n --no-tune --out report.html 2>said
browser_open report.html
expect "author of a report" '^https://example.org/mine$' "$(browser_value 'document.querySelector("article .path a").href')"
expect "faults of the pages" '^0$' "$(browser_faults)"
