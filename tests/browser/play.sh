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
"$kagami" show minishogi --page still.html --no-engine 2>said
browser_start "$work"

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

# Pieces are pulled, by mouse and finger; what cannot be is left where it was.
show minishogi 1400 light
browser_value 'clicks.set("Second", "person")' >/dev/null
spot() { browser_value "clicks.where('$1').map(Math.round).join(' ')"; }
place() { # of a square, or of a selector
    case $1 in
    .*) spot "$1" ;;
    *) spot "#board .cell[data-square=\"$1\"]" ;;
    esac
}
pull() { # FROM TO [BUTTON]: squares, or selectors
    local from to
    from=$(place "$1")
    to=$(place "$2")
    # shellcheck disable=SC2086 # two numbers each
    browser_drag $from $to ${3-left}
}
made() { # COUNT: the moves, once there are so many and the next player may move
    browser_value "clicks.until(() => clicks.moves().length >= $1 && clicks.legal().length, '$1 moves').then(() => clicks.moves().join(' '))"
}
pull a1 a4
expect "no such move" '^$' "$(made 0)"
expect "nothing is left in the air" '^0$' "$(browser_value 'document.querySelectorAll(".pulled").length')"
pull a2 a3
expect "pulled" '^a2a3$' "$(made 1)"
pull a2 .status
pull e4 e3 touch
expect "by a finger" '^a2a3 e4e3$' "$(made 2)"
for move in "'e1e3'" 'clicks.legal()[0]'; do
    browser_value "clicks.make($move).then(() => clicks.until(() => clicks.legal().length, 'a turn'))" >/dev/null
done
to=$(browser_value 'clicks.legal().find(move => move.startsWith("P@")).slice(2)')
pull '.hand:has(.turn) .held' "$to"
expect "out of the hand" "P@$to\$" "$(made 5)"
shapes='document.querySelectorAll("#board .shape").length'
pull a1 c3 right
pull b2 b2 right
expect "an arrow of two parts and a circle" '^3$' "$(browser_value "$shapes")"
shot arrows
pull a1 c3 right
expect "the circle" '^1$' "$(browser_value "$shapes")"
browser_value 'clicks.click("#board .cell[data-square=\"c3\"]")' >/dev/null
expect "no shapes after a click" '^0$' "$(browser_value "$shapes")"
# A move is seen to be made, but not where nobody wants motion.
moving='clicks.click(".buttons button[title^=back]"); document.querySelector("#board .squares").getAnimations({ subtree: true }).length'
browser_key ArrowLeft
expect "a move that is seen" '^1$' "$(browser_value "$moving")"
browser_still yes
expect "stillness" '^0$' "$(browser_value "$moving")"
browser_still

# A game as a link and as texts, which our own import reads.
show chu-shogi 1400 light
browser_value 'clicks.set("Second", "person")' >/dev/null
expect "20 moves" '^20 plies' "$(browser_value 'clicks.play(20, 3)')"
browser_key ArrowLeft
moves=$(browser_value 'clicks.moves().join(" ")')
link=$(browser_value 'location.hash')
save() { browser_value "document.querySelector('.texts').open = true; clicks.click('.texts button:nth-of-type($1)'); document.querySelector('.texts textarea').value"; }
save 1 >page.pgn
save 2 >page.usi
sed 's/Result "\*"/Result "1-0"/; s/\*$/1-0/' page.pgn >said.pgn
"$kagami" log import said.pgn --game chu-shogi --out log >said
expect "the PGN as a log" "^$moves\$" "$("$here/../columns" moves <log/games.csv | tail -n 1)"
for text in page.pgn page.usi; do
    browser_value 'clicks.click(".buttons button[title^=begin]")' >/dev/null
    browser_value "document.querySelector('.texts textarea').value = $(browser_quote "$(<$text)"); clicks.click('.texts button:nth-of-type(4)')" >/dev/null
    browser_value "clicks.until(() => clicks.moves().length === 20, '$text')" >/dev/null
    expect "$text, loaded" "^$moves\$" "$(browser_value 'clicks.moves().join(" ")')"
done
# From a position of USI, by moves as Lishogi writes them: the Lion over an empty square, and its pass.
load() { # TEXT MOVES
    browser_value "document.querySelector('.texts textarea').value = $(browser_quote "$1"); clicks.click('.texts button:nth-of-type(4)')" >/dev/null
    browser_value "clicks.until(() => clicks.moves().length === $2, 'the moves')" >/dev/null
}
sfen=12/12/5k6/12/12/12/5o1N4/12/12/12/5K6/12
load "position sfen $sfen b - 7 moves 5g5f5e 7c7b 5e5d5e" 3
expect "a Lion over an empty square, and its pass" '^h6h8 f10f11 h8[a-z0-9]*h8$' "$(browser_value 'clicks.moves().join(" ")')"
lions=$(browser_value 'clicks.moves().join(" ")')
text=$(save 2)
expect "a position of USI, saved again" "^position sfen $sfen b - 7 moves " "$text"
load "$(save 1)" 3
expect "the same as PGN" "^$lions\$" "$(browser_value 'clicks.moves().join(" ")')"

browser_value 'clicks.click(".buttons button[title^=begin]")' >/dev/null
browser_value "location.hash = '$link'" >/dev/null
browser_value 'clicks.until(() => clicks.moves().length === 20, "the link")' >/dev/null
expect "a link" "^19 $moves\$" "$(browser_value "$ply + ' ' + clicks.moves().join(' ')")"
browser_value 'location.hash = "moves=a1a12+e4e5"' >/dev/null
expect "a link that lies" 'move 1, a1a12, is not legal' "$(browser_value '(async () => {
    const below = document.querySelector(".below");
    await clicks.until(() => below.textContent, "a word");
    return below.textContent;
})()')"

# A link to a position of its own; a promotion by keys alone; a link that cannot be read leaves the start.
browser_open "shogi.html#fen=4k4%2F9%2F9%2F4P4%2F9%2F9%2F9%2F9%2F4K4[]+w+-+-+0+1"
browser_value "$(cat "$here/clicks.js"); 1" >/dev/null
expect "a link to a position" '^e6e7\+?$' "$(browser_value 'clicks.until(() => clicks.legal().length, "its moves").then(() => clicks.legal().find(move => move.startsWith("e6")))')"
browser_value 'clicks.set("Second", "person"); document.querySelector("#board .squares").focus()' >/dev/null
for key in ArrowUp Enter ArrowUp Enter; do browser_key "$key"; done
expect "the choice, and the board behind it" '^2 true$' "$(browser_value '(() => {
    const count = document.querySelectorAll(".choice button").length;
    document.activeElement.click();
    return count + " " + document.activeElement.matches("#board .squares");
})()')"
expect "promoted by keys" '^e6e7\+$' "$(browser_value 'clicks.until(() => clicks.moves().length, "the move").then(() => clicks.moves().join(" "))')"
browser_open still.html
browser_open "shogi.html#fen=garbage&moves="
browser_value "$(cat "$here/clicks.js"); 1" >/dev/null
expect "a link to nothing" '^Your move' "$(browser_value 'clicks.until(() => clicks.legal().length, "the start").then(() => clicks.status())')"

# A page without the engine: a board to look at.
browser_open still.html
expect "a board alone" '^25$' "$(browser_value 'document.querySelectorAll("#board rect.square").length')"
expect "nothing to play with" '^0$' "$(browser_value 'document.querySelectorAll(".setup, .typed").length')"

expect "faults of the pages" '^0$' "$(browser_faults)"
