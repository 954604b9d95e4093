#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A report in a real browser: its program runs without a fault, draws the board, lists the moves,
# steps by keys, clicks and itself, and asks nothing of any network.
#   tests/browser/page.sh PROGRAM [FOLDER]     pictures go into FOLDER
# Exit code 77, skipped, without chromium.
# shellcheck disable=SC2016 # the dollars in single quotes are of the page's programs
set -euo pipefail
kagami=$(realpath "$1")
pictures=${2-}
# shellcheck source=tests/browser/devtools.sh
. "$(dirname "$0")/devtools.sh"
work=$(mktemp -d)
trap 'browser_stop "$work"' EXIT
cd "$work"
browser_start "$work"
"$kagami" selfplay kagamigi --games 4 --nodes 10 --seed 1 --out run >/dev/null 2>&1
"$kagami" report run --no-tune --game 2 --out page.html 2>/dev/null

count() { browser_value "document.querySelectorAll('$1').length"; }
# column NAME: of the third game.
column() {
    awk -F, -v name="$1" 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == name) at = i} NR == 4 {print $at}' \
        run/games.csv
}
ply() { browser_value 'document.querySelector(".game input[type=range]").value'; }
focus() { browser_value "document.querySelector('$1').focus(), 1" >/dev/null; }

browser_size 1400 1000 light
browser_open page.html
plies=$(column plies)
check "squares of the board" 81 "$(count '.game rect.square')"
check "pieces of the opening" "$(column opening | sed 's/ .*//' | tr -cd 'A-Za-z' | wc -c)" \
    "$(count '.game path.piece')"
check "moves" "$plies" "$(count '.game .moves button')"

# Every piece that moves is called in the list what stands on it.
check "letters" "" "$(browser_value '(() => {
    const bad = [];
    for (const button of document.querySelectorAll(".moves button")) {
        const from = button.dataset.move.match(/[a-z]\d+/)[0], at = `.cell[data-square="${from}"] text`;
        const stands = button.dataset.move.includes("@") ? null : document.querySelector(at).textContent;
        if (stands && !button.textContent.includes(`. ${stands} `)) bad.push(button.textContent);
        button.click();
    }
    return bad.join();
})()')"

# Arrow keys, wherever the focus is.
browser_value 'document.querySelector(".viewer").scrollIntoView(), 1' >/dev/null
browser_key Home
for at in '.game select' '.game .buttons button' '.game input' '.game .moves button' 'section summary'; do
    before=$(ply)
    focus "$at"
    browser_key ArrowRight
    browser_key ArrowRight
    browser_key ArrowLeft
    check "keys with the focus on $at" $((before + 1)) "$(ply)"
done
browser_value 'document.activeElement.blur(), 1' >/dev/null
browser_key End
check "the end" "$plies" "$(ply)"
check "one game is chosen all the while" 0 "$(browser_value 'document.querySelector(".game select").value')"

# The curve is clicked on in its middle, right of what may be the border of two plies.
read -r x y <<<"$(browser_value '(() => {
    const svg = document.querySelector(".game .curve svg");
    svg.scrollIntoView({ block: "center" });
    const box = svg.getBoundingClientRect();
    return `${box.left + box.width / 2 + 2} ${box.top + box.height / 2}`;
})()')"
browser_click "$x" "$y"
check "a click on the curve" $(((plies + 1) / 2)) "$(ply)"

# By itself, and turned.
browser_key Home
browser_value 'document.querySelector("button[title=\"play by itself\"]").click(), 1' >/dev/null
browser_value 'new Promise(done => { const at = setInterval(() => {
    if (Number(document.querySelector(".game input[type=range]").value) > 0) { clearInterval(at); done(1); }
}, 20); })' >/dev/null
browser_key Home
check "a1 is below" true "$(browser_value '(() => {
    const y = square => document.querySelector(`.cell[data-square="${square}"] rect`).y.baseVal.value;
    return y("a1") > y("a9");
})()')"
browser_key f
check "a1 is above" true "$(browser_value '(() => {
    const y = square => document.querySelector(`.cell[data-square="${square}"] rect`).y.baseVal.value;
    return y("a1") < y("a9");
})()')"
for width in 1400 400; do
    browser_size "$width" 1000 dark
    check "as wide as the window at $width pixels" true \
        "$(browser_value 'document.documentElement.scrollWidth <= innerWidth')"
    [[ -z $pictures ]] || browser_shot "$pictures/report-$width.png"
done

# Comparisons, matches and values: the answer stands first, tables are folded and open by a click;
# on a wide and a narrow page, light and dark, no text lies over another one or outside its plot.
printf 'parameter,value\nboard.R,100\nboard.B,100\nhand.R,100\nhand.B,101\n' >start.csv
printf 'parameter,value\nboard.R,600\nboard.B,580\nhand.R,100\nhand.B,100\n' >other.csv
{
    "$kagami" compare minishogi --arm free:nifu=off --arm dropless:drops=off --arm near:zone=2 \
        --games 40 --ladder 10,40,160 --seed 1 --out many/rules
    "$kagami" match minishogi --player A:nodes=60 --player B:nodes=20 --games 40 --seed 1 --sprt 0,60 --out many/match ||
        [[ $? == 4 ]] # no decision within these games
    "$kagami" match minishogi --player B:values=start.csv --ladder 10,40,160 --games 1000 --seed 1 --sprt 0,60 --out many/ladder
    "$kagami" match minishogi --player old:values=start.csv --player new:values=other.csv --player plain \
        --nodes 20 --games 20 --seed 1 --out many/round
    "$kagami" selfplay minishogi --games 300 --nodes 10 --opening-bound 100000 --values start.csv --seed 1 --out many/fit
} >/dev/null 2>&1
"$kagami" report many/rules many/match many/ladder many/round many/fit --games 1 --out many.html 2>/dev/null
for size in "1400 light" "1400 dark" "400 light" "400 dark"; do
    browser_size "${size% *}" 1000 "${size#* }"
    browser_open many.html
    check "as wide as the window at $size" true \
        "$(browser_value 'document.documentElement.scrollWidth <= innerWidth')"
    check "contents at $size: folded, then whole" "false true" "$(browser_value '(() => {
        const nav = document.querySelector("nav"), details = nav.querySelector("details");
        const was = details?.open, links = () => [...nav.querySelectorAll("a")];
        if (details) details.open = true;
        const frame = nav.getBoundingClientRect();
        const whole = links().length > 5 &&
            links().every(link => link.getBoundingClientRect().bottom <= frame.bottom);
        if (details) details.open = false;
        return `${was} ${whole}`;
    })()')"
    check "answers before plots at $size" "" "$(browser_value '(() => {
        const late = [...document.querySelectorAll("section")].filter(section => {
            const answer = section.querySelector(".answer"), figure = section.querySelector("figure");
            return figure && !(answer && answer.compareDocumentPosition(figure) & 4);
        });
        return late.map(section => section.id).join();
    })()')"
    check "texts over each other at $size" "" "$(browser_value '(async () => {
        const bad = [], folds = [...document.querySelectorAll("main details")];
        for (const node of folds) node.open = true; // and drawn for their room
        await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
        if (document.documentElement.scrollWidth > innerWidth) bad.push("wider than the window");
        for (const svg of document.querySelectorAll("figure svg")) {
            const frame = svg.getBoundingClientRect();
            if (!frame.width) continue;
            const texts = [...svg.querySelectorAll("text")].map(node => [node, node.getBoundingClientRect()]);
            for (const [node, box] of texts) {
                if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 2 ||
                    box.bottom > frame.bottom + 2) bad.push("outside: " + node.textContent);
                for (const [other, lies] of texts) {
                    if (other === node) break;
                    if (Math.min(box.right, lies.right) - Math.max(box.left, lies.left) > 1 &&
                        Math.min(box.bottom, lies.bottom) - Math.max(box.top, lies.top) > 3)
                        bad.push(svg.getAttribute("aria-label") + ": " + node.textContent + " / " + other.textContent);
                }
            }
        }
        for (const node of folds) node.open = false;
        return bad.slice(0, 5).join("; ");
    })()')"
    [[ -z $pictures ]] || browser_shot "$pictures/many-${size/ /-}.png" true
done
check "plots of several kinds" "true true true true true" "$(browser_value '["over the strength of play",
    "Pairs of games", "Do the new values play better?", "Ratings", "Average worth of the pieces"].map(name =>
    [...document.querySelectorAll("figure h4")].some(node => node.textContent.endsWith(name))).join(" ")')"
check "a ladder of tests is a line over three limits" 1 "$(browser_value '[...document.querySelectorAll("figure")].filter(
    node => node.textContent.includes("Do the new values play better?")).flatMap(node =>
    [...node.querySelectorAll("path.thin.s1")].filter(path => path.getAttribute("d").split("L").length === 3)).length')"
check "a table is folded" false "$(browser_value 'document.querySelector("section details").open')"
read -r x y <<<"$(browser_value '(() => {
    const node = document.querySelector("section details summary");
    node.scrollIntoView({ block: "center" });
    const box = node.getBoundingClientRect();
    return `${box.left + 20} ${box.top + box.height / 2}`;
})()')"
browser_click "$x" "$y"
check "and opens" true "$(browser_value 'document.querySelector("section details").open && document.querySelector("section details table").getBoundingClientRect().height > 20')"
check "faults of the page" 0 "$(browser_faults)"
