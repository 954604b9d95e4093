# SPDX-License-Identifier: GPL-3.0-or-later
# these bytes
# Games as Fairy-Stockfish reads them, and those that it cannot.
t show --as fairy minishogi
t show --as fairy kagamigi --name mirror --rule nifu=off --rule pawn-drop-mate=legal --rule zone=2
t show --as fairy shogi --rule repetition=threefold-draw --rule stranded=allow --rule drops=off
t show --as fairy chu-shogi
t show --as fairy minishogi --rule promotion-trigger=end
t show --as fairy minishogi --rule impasse=declaration
t show --as fairy minishogi --rule repetition=forbidden
sed -e 's/^P = .*/P = P, Crow, mWcF, +P, Tokin, WfF/' "$TESTS/../core/variants/minishogi.ini" >crow.ini
t show --as fairy ./crow.ini
t show --as fairy ./crow.ini --rule pawn-drop-mate=legal
t show --as fairy
t show --as fairy shogi minishogi
t show shogi --name other
t show shogi --as text

# What import takes of a variants.ini is given back: the same rules and moves by the way there and back.
back() { # GAME
    "$KAGAMI" import theirs.ini --name "$1" --out "$1.ini" >/dev/null 2>&1
    "$KAGAMI" show "./$1.ini" --as fairy --name "$1" >"$1-back.ini"
    "$KAGAMI" import "$1-back.ini" --out "$1-again.ini" >/dev/null 2>&1
    sed -n '/^customPiece/p;/^promotionP/p;/^nFold/p;/^perpetual/p;/^extinction/p;/^doubleStep/p' "$1-back.ini"
    cmp <(sed -n '/^\[rules/,/^$/p' "$1.ini") <(sed -n '/^\[rules/,/^$/p' "$1-again.ini")
    cmp <("$KAGAMI" perft "./$1.ini" 3 2>/dev/null) <("$KAGAMI" perft "./$1-again.ini" 3 2>/dev/null)
}
cat >theirs.ini <<'END'
[mini2:minishogi]
[cannons:shogi]
customPiece1 = l:mRpRmFpB2
customPiece2 = n:mpR2cpB2
promotedPieceType = p:g l:g n:g s:g b:- r:-
[lions:dobutsu]
[princes:shoshogi]
[queens:gardner]
startFen = rnbqk/1ppp1/p3p/1PPP1/RNBQK w - - 0 1
promotionPieceTypes = q
[steps:chess]
castling = false
promotionPieceTypes = q
enPassantRegion = -
END
for game in mini2 cannons lions princes queens steps; do
    echo "$game"
    back $game
done
