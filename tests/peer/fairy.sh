#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# fairy.sh KAGAMI: every game that Fairy-Stockfish has built in, and every one of its own
# variants.ini where that file is at hand, through `kagami import`; what is taken must have the
# peer's move counts to depth 3, and what tests/peer/fairy.taken names must be taken.
#   KAGAMI_FAIRY      the peer (default fairy-stockfish, also in /usr/games)
#   KAGAMI_FAIRY_INI  its variants.ini (default none: distributions do not install it)
#   KAGAMI_FAIRY_OUT  a file to write game,counts or game,reasons to
# Skipped (77) where there is no peer.
set -eu
kagami=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
PATH=$PATH:/usr/games
peer=${KAGAMI_FAIRY:-$(command -v fairy-stockfish || true)}
[ -n "$peer" ] || { echo "skipped: no fairy-stockfish"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
out=${KAGAMI_FAIRY_OUT:-$folder/out.csv}
echo "game,taken,counts or reasons" >"$out"

# perft GAME: the peer's counts at depth 1, 2, 3.
perft() {
    {
        [ -z "$ini" ] || echo "setoption name VariantPath value $ini"
        echo "setoption name UCI_Variant value $1"
        for depth in 1 2 3; do
            echo "position startpos"
            echo "go perft $depth"
        done
        echo quit
    } | "$peer" 2>/dev/null | sed -n 's/^Nodes searched: *//p' | tr '\n' ' '
}

taken=0 refused=0 wrong=0 kind=
# try FILE NAME GAME: imports NAME of the file and compares it with the peer's GAME.
try() {
    if "$kagami" import "$1" --name "$2" --out game.ini --force 2>reasons >/dev/null; then
        own=$(for depth in 1 2 3; do
            "$kagami" perft ./game.ini $depth 2>/dev/null | sed 's/.* //'
        done | tr '\n' ' ')
        its=$(perft "$3")
        if [ "$own" = "$its" ]; then
            taken=$((taken + 1))
            echo "$3,yes,$own" >>"$out"
        else
            wrong=$((wrong + 1))
            echo "$kind $3: $own, the peer has $its"
        fi
    else
        refused=$((refused + 1))
        echo "$3,no,\"$(sed -n 's/^  [^:]*:[0-9]*: //p' reasons | sed 's/"/""/g' | paste -sd '|')\"" >>"$out"
        if grep -qx "$kind $3" "$here/fairy.taken"; then
            wrong=$((wrong + 1))
            echo "$kind $3 is refused:"
            cat reasons
        fi
    fi
}

# All games of the file $ini.
try_all() {
    while read -r game; do
        try "$ini" "$game" "$game" </dev/null
    done < <(sed -n 's/^\[\([^]:]*\).*/\1/p' "$ini")
}

# Versions before 14 read some of their moves otherwise, and take Dobutsu's Lion for a King.
old=false
echo uci | "$peer" 2>/dev/null | head -n 1 | grep -q 'Stockfish 1[0-3]' && old=true

ini=
kind=builtin
for game in $(echo uci | "$peer" 2>/dev/null | sed -n 's/^option name UCI_Variant .* default [a-z]* var //p' |
    sed 's/ var / /g'); do
    if $old && [ "$game" = dobutsu ]; then
        continue
    fi
    printf '[k-%s:%s]\n' "$game" "$game" >one.ini
    try one.ini "k-$game" "$game"
done
echo "built in: $taken taken with the peer's counts, $refused refused, $wrong wrong"
[ "$taken" -gt 0 ] || wrong=1

if $old; then
    echo "games of our own: not tried with this old a peer"
else
    ini=$here/games.ini
    before=$taken before_refused=$refused kind=own
    try_all
    echo "games of our own: $((taken - before)) taken with the peer's counts, $((refused - before_refused)) refused"
fi

ini=${KAGAMI_FAIRY_INI:-}
if [ -n "$ini" ]; then
    before=$taken before_refused=$refused before_wrong=$wrong kind=ini
    try_all
    echo "variants.ini: $((taken - before)) taken with the peer's counts," \
        "$((refused - before_refused)) refused, $((wrong - before_wrong)) wrong"
fi
[ "$wrong" -eq 0 ]
