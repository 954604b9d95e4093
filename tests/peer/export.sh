#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# export.sh KAGAMI: what `kagami log export` writes, read by other programs. Fairy-Stockfish plays
# games of shogi and minishogi by their USI lines and must come to our positions; XBoard loads games
# of shogi and Chu Shogi from PGN, with comments, and must read every move.
# Skipped (77) where none of them is there; XBoard needs Xvfb as well.
set -eu
kagami=$(realpath "$1")
PATH=$PATH:/usr/games
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill -KILL "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
tests=$(cd "$(dirname "$0")/.." && pwd)
cd "$folder"
read_by=

# The position of a FEN: board, side, hands in an order of letters.
plain() {
    local board=${1%%\[*} rest=${1#*\[} side
    side=${rest#*] }
    echo "$board ${side%% *} $(fold -w1 <<<"${rest%%]*}" | sort | tr -d '\n-')"
}

if command -v fairy-stockfish >/dev/null; then
    for game in shogi minishogi; do
        "$kagami" selfplay $game --games 6 --nodes 60 --seed 5 --out $game 2>/dev/null >/dev/null
        "$kagami" log export $game --format usi >$game.usi
        # The position before the last move of each game, by us.
        "$kagami" log export $game --format csv |
            "$tests/columns" game,fen |
            awk -F, 'NR > 1 { if ($1 != game && NR > 2) print fen; game = $1; fen = $2 } END { print fen }' >own
        {
            echo usi
            echo "setoption name UCI_Variant value $game"
            while read -r line; do
                echo "${line% *}"
                echo d
            done <$game.usi
            echo quit
        } | fairy-stockfish | sed -n 's/^Fen: //p' >peer
        [ "$(wc -l <peer)" -eq 6 ] || { echo "$game: Fairy-Stockfish read $(wc -l <peer) of 6 games"; exit 3; }
        while read -r ours <&3 && read -r theirs <&4; do
            [ "$(plain "$ours")" = "$(plain "$theirs")" ] || {
                printf '%s: we are at\n  %s\nand Fairy-Stockfish at\n  %s\n' "$game" "$ours" "$theirs"
                exit 3
            }
        done 3<own 4<peer
        echo "$game: 6 games by USI, the same positions"
    done
    read_by=fairy-stockfish
fi

if command -v xboard >/dev/null && command -v Xvfb >/dev/null; then
    Xvfb -displayfd 9 -nolisten tcp >/dev/null 2>&1 9>display &
    server=$!
    disown $server
    for _ in {1..3000}; do
        if [ -s display ] || [ ! -e /proc/$server ]; then break; fi
        sleep 0.1
    done
    for game in shogi chu-shogi; do
        name=${game%-shogi}
        "$kagami" selfplay $game --games 2 --nodes 60 --seed 5 --ply-limit 200 --annotate times \
            --out pgn-$game 2>/dev/null >/dev/null
        for number in 0 1; do
            "$kagami" log export pgn-$game --games $number >game.pgn
            plies=$(sed -n 's/.*PlyCount "\(.*\)".*/\1/p' game.pgn)
            rm -f xboard.debug
            HOME=$folder DISPLAY=:$(cat display) xboard -ncp -variant "$name" -lgf "$folder/game.pgn" -lgi 1 \
                -td 0 -xpopup -debug >/dev/null 2>&1 &
            board=$!
            for _ in {1..3000}; do
                if grep -q 'LoadGame(): on exit' xboard.debug 2>/dev/null || [ ! -e /proc/$board ]; then break; fi
                sleep 0.1
            done
            kill -KILL $board 2>/dev/null || true # it heeds no TERM
            wait $board 2>/dev/null || true
            # It says each move that it has read, then how many there are.
            if ! grep -q "^ForwardInner($plies), current 0, forward $plies\$" xboard.debug ||
                grep -qi 'illegal\|ambiguous' xboard.debug; then
                echo "$game: XBoard does not read game $number of $plies plies"
                grep -v -e LegalDrop -e promoChar xboard.debug | tail -n 5
                exit 3
            fi
        done
        echo "$game: 2 games by PGN, every move read by XBoard"
    done
    read_by="$read_by xboard"
fi
[ -n "$read_by" ] || { echo "skipped: neither fairy-stockfish nor xboard and Xvfb"; exit 77; }
