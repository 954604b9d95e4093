#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The pages of games in a real browser: whole games by clicks, against the engine and against
# oneself, on narrow and wide windows, light and dark; the engine there is the program's own.
#   tests/browser/play.sh PROGRAM [FOLDER]     pictures go into FOLDER
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
"$kagami" show minishogi --page mini.html 2>said || { cat said; exit 3; }
browser_start "$work"

expect() { # WHAT PATTERN FOUND
    [[ $3 =~ $2 ]] || {
        echo "$1: '$3', expected '$2'"
        exit 3
    }
}
shot() { [[ -z $pictures ]] || browser_shot "$pictures/$1.png"; }
show() { # GAME WIDTH [light|dark]
    [[ -e $1.html ]] || "$kagami" show "$1" --page "$1.html" 2>said
    browser_size "$2" 900 "${3-light}"
    browser_open "$1.html"
    browser_value "$(cat "$here/clicks.js"); 1" >/dev/null
    browser_value 'clicks.until(() => clicks.legal().length, "the first move")' >/dev/null
    expect "$1 is as wide as its window" '^true$' \
        "$(browser_value 'document.documentElement.scrollWidth <= innerWidth')"
}

# A whole game against the engine, each click by the browser's own mouse.
against_engine() { # WIDTH LOOK
    local step x y
    show minishogi "$1" "$2"
    browser_value 'clicks.set("Engine", "30")' >/dev/null
    while step=$(browser_value 'clicks.next()') && [[ $step != over* ]]; do
        [[ $step != fault* ]] || expect "a game at $1 pixels" '^over' "$step"
        if [[ $step == wait ]]; then
            sleep 0.05
        else
            read -r x y <<<"$step"
            browser_click "$x" "$y"
        fi
    done
    expect "a game at $1 pixels, $2" 'wins: |Drawn: ' "$step"
    shot "whole-$1-$2"
}
against_engine 400 dark
against_engine 1400 light

# All games, both sides: every kind of move, by what lies under the pointer.
for game in kagamigi chu-kagamigi chu-seireigi chu-shogi shogi minishogi; do
    show "$game" 1400 dark
    browser_value 'clicks.set("Second", "person")' >/dev/null
    played=$(browser_value 'clicks.play(40)')
    expect "$game" '^[0-9]+ plies' "$played"
    [[ $game == chu-shogi ]] && expect "Lions of $game" '[1-9][0-9]* in two steps' "$played"
    [[ $game == chu-shogi ]] || expect "drops of $game" ' [1-9][0-9]* drops' "$played"
    shot "$game-1400-dark"
    # The engine's first move is that of the program: the same player.
    best=$("$kagami" analyze "$game" --nodes 300 |
        sed -nE 's/^ +1 +[^ ]+ +[^ ]+ +([^ ]+).*/\1/p' | tail -n 1)
    browser_value 'clicks.set("Engine", "300"); clicks.set("Second", "engine"); clicks.click(".buttons button[title^=begin]"); clicks.set("First", "engine")' >/dev/null
    browser_value 'clicks.until(() => clicks.moves().length >= 2, "two moves of the engine")' >/dev/null
    expect "first move of the engine at $game" "^$best\$" "$(browser_value 'clicks.moves()[0]')"
done

# Keys, undo, the field for moves, on the narrowest window.
show chu-shogi 400 light
browser_value 'clicks.set("Second", "person")' >/dev/null
expect "12 moves" '^12 plies' "$(browser_value 'clicks.play(12, 5)')"
for key in ArrowLeft ArrowLeft; do browser_key "$key"; done
ply='document.querySelector("#board input[type=range]").value'
expect "two back" '^10$' "$(browser_value "$ply")"
browser_key Home
expect "to the start" '^0$' "$(browser_value "$ply")"
browser_key End
browser_key u
expect "undo" '^11$' "$(browser_value 'clicks.moves().length')"
browser_value 'document.querySelector("#board .squares").focus()' >/dev/null
for key in ArrowUp Enter; do browser_key "$key"; done
expect "a cursor" '^1$' "$(browser_value 'document.querySelectorAll("#board .cursor").length')"
typed=$(browser_value 'clicks.until(() => clicks.legal().length, "a turn").then(() => {
    const field = document.querySelector(".typed input");
    field.value = clicks.legal()[0];
    field.form.requestSubmit();
    return clicks.until(() => clicks.moves().length === 12, "the typed move").then(() => "typed");
})')
expect "a typed move" '^typed$' "$typed"
expect "a refusal beside the field" '^z9z9 is no legal move here' "$(browser_value '(() => {
    const field = document.querySelector(".typed input");
    field.value = "z9z9";
    field.form.requestSubmit();
    return document.querySelector(".typed .refused").textContent;
})()')"
shot chu-shogi-400-light

# Take back while the engine thinks: it is called off, and thinks again when asked.
show kagamigi 1400 light
browser_value 'clicks.set("Engine", "3000000")' >/dev/null
expect "called off" '^0 true$' "$(browser_value '(async () => {
    await clicks.make(clicks.legal()[0]);
    await clicks.until(() => /thinks/.test(clicks.status()), "a thought");
    clicks.click(".buttons button[title^=take]");
    await clicks.until(() => clicks.legal().length, "the start");
    clicks.set("Engine", "30");
    return clicks.moves().length + " " + clicks.status().startsWith("Your move");
})()')"
expect "a hint" '^Perhaps [A-Z]' "$(browser_value '(async () => {
    clicks.click(".buttons button[title^=ask]");
    await clicks.until(() => /Perhaps/.test(document.querySelector(".below").textContent), "a hint");
    return document.querySelector(".below").textContent;
})()')"
expect "and on" '^2$' "$(browser_value '(async () => {
    await clicks.make(clicks.legal()[0]);
    await clicks.until(() => clicks.moves().length === 2, "an answer");
    return clicks.moves().length;
})()')"

# A page without the engine: a board to look at.
"$kagami" show minishogi --page still.html --no-engine 2>said
browser_open still.html
expect "a board alone" '^25$' "$(browser_value 'document.querySelectorAll("#board rect.square").length')"
expect "nothing to play with" '^0$' "$(browser_value 'document.querySelectorAll(".setup, .typed").length')"

expect "faults of the pages" '^0$' "$(browser_faults)"
