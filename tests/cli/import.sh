# SPDX-License-Identifier: GPL-3.0-or-later
# these bytes
# kagami import: what it takes, what it refuses, what it does with hostile files.

# A variants.ini that inherits from a game of Fairy-Stockfish.
cat >choshi.ini <<'END'
# Choshi Shogi, by A. M. DeWitt
[choshi-shogi:shogi]
customPiece1 = i:NAD
promotedPieceType = p:g l:g n:g s:g b:- r:-
startFen = lnsgkgsnl/1r2b2i1/ppppppppp/9/9/9/PPPPPPPPP/1I2B2R1/LNSGKGSNL[] w - - 0 1
variantTemplate = shogi
pieceToCharTable = PN..LS..IG.++BR++....Kpn..ls..ig.++br++....k
pocketSize = 8
END
t import choshi.ini
t import choshi.ini --name mine --out mine.ini
t import choshi.ini --name mine --out mine.ini
t import choshi.ini --name mine --out mine.ini --force
t perft ./mine.ini 3
t show ./mine.ini I

# Everything that cannot be taken, at once; and a game without it.
cat >wrong.ini <<'END'
[wrong:shogi]
flagPiece = k
flagRegionWhite = *9
flagRegionBlack = *1
flagMove = true
dropRegionWhite = *1 *2
promotionRegionWhite = *7 *8 e9
nMoveRule = 40
nFoldRule = 7
perpetualCheckIllegal = yes
customPiece1 = q:mfNbY2
stalematevalue = loss
mobilityRegionWhiteGold = *1 *2
startFen = lnsgkgsnl/1r5q1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1
pieceDemotion = true
pieceDemotion = true
gating = true
gold
END
t import wrong.ini
cat >flag.ini <<'END'
[flag:minishogi]
checkCounting = true
passOnStalemate = true
END
t import flag.ini
t import flag.ini --without checkCounting --without passOnStalemate --out flag-out.ini
sed -n 1,7p flag-out.ini

# A letter of a parent's rule means the piece that it was there.
cat >given.ini <<'END'
[pawns:shogi]
customPiece1 = p:fWsW
promotedPieceType = p:g
[silvers:minishogi]
flagPiece = s
flagRegionWhite = *5
flagRegionBlack = *1
[flags:silvers]
customPiece1 = s:FsW
[chicks:dobutsu]
customPiece1 = l:FfW
END
for name in pawns silvers flags; do
    "$KAGAMI" import given.ini --name $name --out $name.ini >/dev/null 2>&1
    grep -E '^(nifu|flag)' $name.ini
done
t import given.ini --name chicks

# What stands behind a section's name is not passed over; a side has one King.
printf '[behind:minishogi] nFoldValue = draw\n' >behind.ini
printf '[kings:minishogi]\nstartFen = rbkgk/4p/5/P4/KGSBR[] w\n' >kings.ini
t import behind.ini
t import kings.ini

# Fairy-Stockfish slides on where slides and hops differ.
printf '[hops:minishogi]\ncustomPiece1 = s:W2pR\n' >hops.ini
"$KAGAMI" import hops.ini 2>/dev/null | grep otherwise

# A rank too long is told of the line that says it.
printf '[wide:minishogi]\nstartFen = rbsggk/4p/5/P4/KGSBR[] w\n' >wide.ini
t import wide.ini

# A game won by squares, drawn; and double steps without capture in passing.
cat >race.ini <<'END'
[race:minishogi]
flagPiece = k
flagRegionWhite = *5 c3
flagRegionBlack = *1
startFen = 2k2/5/p4/4P/2K2[] w - - 0 1
[steps:chess]
castling = false
promotionPieceTypes = q
enPassantRegion = -
nMoveRule = 0
[passing:steps]
enPassantRegion = *3
END
t import race.ini --name race --out race-out.ini
sed -n '/^flag/p' race-out.ini
t show ./race-out.ini | sed -n '1,/FIRST to move/p;/^flag/,/^$/p'
t show ./race-out.ini --as fairy | sed -n '/^flag/p'
t import race.ini --name steps --out steps.ini
t perft ./steps.ini 3
t import race.ini --name passing

# A refused key is named as it stands in the file, and left out by that name or ours.
cat >shot.ini <<'END'
[shot]
maxFile = 6
maxRank = 6
king = k
wazir = w
customPiece1 = x:ifR
startFen = kxw2x/6/6/6/6/KXW2X b - - 0 1
castling = false
doubleStepRegionWhite = b1 e1
doubleStepRegionBlack = b6 e6
enPassantRegion = -
nMoveRule = 0
promotionPieceTypes = -
nFoldValue = win
extinctionPieceTypes = w
extinctionValue = draw
END
t import shot.ini
for key in doubleStep doubleStepRegionWhite; do
    t import shot.ini --without $key --without nFoldRule --without extinctionValue --out shot-$key.ini
done

# A piece that promotes in two steps: the second one may be left out.
cat >chain.ini <<'END'
[chain:shogi]
customPiece1 = w:W
customPiece2 = x:WD
customPiece3 = y:WDN
promotedPieceType = w:x x:y p:g l:g n:g s:g b:- r:-
startFen = lnsgkgsnl/1r2w1xb1/ppppppppp/9/9/9/PPPPPPPPP/1BX1W2R1/LNSGKGSNL[] w - - 0 1
END
t import chain.ini
t import chain.ini --without promotedPieceType --out chain-out.ini
sed -n '/^[WX] =/p' chain-out.ini

# Which game?
printf '[one:shogi]\n[two:shogi]\nmaxRank = 9\n[two:shogi]\n' >two.ini
t import two.ini
t import two.ini --name three
t import two.ini --name two
t import two.ini --name one --out one.ini
printf '[a:b]\n[b:a]\n' >circle.ini
t import circle.ini --name a
printf '[a:nowhere]\n' >lost.ini
t import lost.ini

# An Interactive Diagram, in its page.
cat >harbour.html <<'END'
<html><body><p>Harbour</p>
<script src="/membergraphics/MSinteractive-diagrams/betzaNew.js"></script>
<div class="idiagram">
files=6
ranks=6
promoZone=2
maxPromote=3
promoOffset=4
graphicsDir=/graphics.dir/alfaeriePNG/
symmetry=rotate
holdingsType=-1
royal=K
stalemate=lose
lightShade=#F0F080
pilot:P:fW:pawn:a2-f2
ferry:FY:vRsW:ship:a1,f1
gull:GU:ffNbF:bird:b1,e1
king:K:K:king:d1
captain:+P:WfF::
ironclad:IC:R::
albatross:AL:WfF::
</div></body></html>
END
t import harbour.html
t import harbour.html --out harbour.ini
t perft ./harbour.ini 2
# Its lines lost, as copies of it have them.
sed -n '/^files/,/^albatross/p' harbour.html | tr '\n' ' ' >harbour-line.txt
t import harbour-line.txt --name harbour --out line.ini
diff <(sed '/^#/d' harbour.ini) <(sed '/^#/d' line.ini) && echo same
# Other symmetries, ranges, ranks from 0, pieces in hand, one piece to promote to, a bare King.
cat >mirror.txt <<'END'
files=5 ranks=5
firstRank=0
promoChoice=Q
baring=win
stalemate=draw
pawn:P:mfWcfF:p:a1-e1
queen:Q::q:a0
knight:N:N:n:b0,d0
king:K:K:k:c0
END
t import mirror.txt
t import mirror.txt --name none --out none.ini --without baring
cat >none.txt <<'END'
files=4
ranks=5
symmetry=none
holdingsType=-1
royal=L
maxPromote=0
chick:CH:fW:c:b2,,b4,c4
cat:CA:F:c:a1,,d5:1
dog:DO:WfF:d:2
lion:L:K:l:b1,,c5
END
t import none.txt --name zoo
cat >wrong.txt <<'END'
files=20 ranks=9
symmetry=sideways
captureMatrix=..../....
shufle=BRN
promoChoice=QRN
holdingsType=maybe
royal=9
king:K:KisO2:king:e1
pawn:P:ifmnDfmWfceF:pawn:a2-i2,a9
wolf:W:X5:wolf:e1
dog:D::dog:d4,,z9
and so on
END
t import wrong.txt

# A page as text, IDs as pages write them, brackets, pieces that start promoted.
cat >page.txt <<'END'
A game on 9x9
Setup: see the diagram. Note: pieces are mirrored: left and right.

files=9 ranks=9 promoZone=3 maxPromote=3 promoOffset=4 symmetry=rotate holdingsType=-1 royal=K spirit:DS:WfF:s:a1,i1 knave:!DS:FfW:s:b1,h1 pawn:P:fW:p:a3-i3 king:K:K:k:e1 sparrow:SG:B::  ox:!SO:R::  tokin:+P:WfF::

King: moves one step.
Betza notation: R = Rook, B = Bishop.
DS = Divine Sparrow, printed so.
END
t import page.txt --out page.ini
sed -n '/^aliases/p;/^standard/p;/^[A-Z] =/p' page.ini
t show ./page.ini '!SO'
sed 's/knave:!DS/knight:KN/;s/holdingsType/holdingstype/' page.txt >letters.txt
t import letters.txt --without holdingsType --out letters.ini
sed -n '/^[A-Z] =/p' letters.ini
cat >mao.txt <<'END'
files=9
ranks=9
symmetry=rotate
maxPromote=0
royal=3
pawn:P:fW:pawn:a3-i3
horse:H:[W-F]:horse:b1,h1
king:K:K:king:e1
bear:B:W[W-F][F?R]t[FR]:bear:
END
t import mao.txt --out mao.ini
t perft ./mao.ini 3
sed -n '/^H =/p' mao.ini
sed 's/:bear:$/:bear:d1/' mao.txt >bear.txt
t import bear.txt | sed -n '/^B =/p'
cat >plus.txt <<'END'
files=7
ranks=7
promoZone=2
maxPromote=1
promoOffset=2
symmetry=rotate
holdingsType=-1
royal=2
bishop:B:B:b:b1
king:K:K:k:d1
horse:+B:BW:h:f1
END
t import plus.txt --out plus.ini
sed -n '/^standard/p;/^[A-Z] =/p' plus.ini
# Not of one kind alone, or itself promoting: a kind of its own.
sed 's/maxPromote=1/maxPromote=3/;s/^horse.*/&\ntiger:T:W:t:\nlord:L:KAD::\nwhale:W:Q::/' plus.txt | sed 's/king:K:K:k:d1/knave:+N:F:n:c1/;s/^whale.*/&\nking:K:K:k:d1/;s/royal=2/royal=K/' >kinds.txt
t import kinds.txt --out kinds.ini
sed -n '/^standard/p;/^[A-Z] =/p' kinds.ini

# Moves as long as they may be, and longer; a pawn of chess by its name alone.
long() { awk -v n="$1" 'BEGIN { while (n-- > 0) printf "fF"; print "K" }'; }
lengths() { # PLAIN PROMOTED: so many parts each
    echo "files=5 ranks=5 promoZone=1 maxPromote=1 promoOffset=2"
    echo "wolf:W:$(long "$1"):wolf:b1"
    echo "king:K:K:king:c1"
    echo "bear:B:$(long "$2"):bear:"
}
lengths 63 63 | tr ' ' '\n' >lengths.txt
t import lengths.txt | grep -A1 '^W ='
lengths 64 65 | tr ' ' '\n' >lengths.txt
t import lengths.txt
printf '[x]\npawn = p:%s\nking = k\nenPassantRegion = -\nstartFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[] w - - 0 1\n' \
    "$(printf 'fmWfcF%.0s' {1..21})" >double.ini # the double step is too much
t import double.ini
printf 'files=8\nranks=8\npawn::::a2-h2\nking::::e1\n' >pawns.txt
t import pawns.txt

# Hostile files.
printf '[a:shogi]\n\000' >zero.ini
t import zero.ini
printf '[a:shogi]\ntitle = caf\351\n' >latin.ini
t import latin.ini
printf '[a\033[2J:shogi\302\233]\n[b\033[2J:shogi]\n\033[31mkey\342\200\256 = \033[0m<script>\n' >escape.ini
t import escape.ini
t import escape.ini --name "$(printf 'a\033[2J')"
t import escape.ini --name "$(printf 'b\033[2J')"
printf 'king\033[1m<b>x</b>, "q"; y:K:K:k:a1,,c3\n' >markup.txt
t import markup.txt --name markup
head -c 5000000 /dev/zero | tr '\0' x >long.ini
t import long.ini
{ echo '[a:shogi]'; awk 'BEGIN { for (i = 0; i < 100000; i++) print "x=1" }'; } >many.ini
t import many.ini
{ echo '[a:shogi]'; seq -f 'x%g = 1' 600; } >keys.ini
t import keys.ini
awk 'BEGIN { for (i = 0; i < 100000; i++) print "[" }' >brackets.ini
t import brackets.ini | tail -n 5
{ echo '[a:shogi]'; printf 'startFen = '; head -c 100000 /dev/zero | tr '\0' p; echo; } >fen.ini
t import fen.ini
: >empty.ini
t import empty.ini
t import nothing.ini
t import .
t import

# What people get wrong in a diagram is told by its cause.
printf 'files=8\nranks=8\nsymmetry=none\npromoZone=0\nking:K:K:k:d1\nrook:R:R:r:a1\n' >alone.txt
t import alone.txt
printf 'files=99\nranks=8\npromoZone=0\nking:K:K:k:d1\nrook:R:R:r:j1\n' >wide.txt
t import wide.txt
printf 'files=8\nranks=8\nking:K:K:k:d1\nrook:R:R:r:a1\n' >default.txt
t import default.txt
printf 'files=8\nranks=8\nspeed=3\npromoZone=0\nking:K:K:k:d1\nrook:R:R:r:a1\n' >speed.txt
t import speed.txt --without sped
printf '[x:minishogi]\ncustomPiece1 = r:KADcaKmcabK\n' >xbetza.ini
t import xbetza.ini
t import race.ini --name race --out - | tail -n 12
t import race.ini --name race --out nowhere/race.ini
ls ./- 2>/dev/null || true

# Riders and lame leaps that the peer does not have; of two ranges the last; keys without a value and older ones; a piece
# that may not go where it could not go on.
cat >peer.ini <<'END'
[riders]
king = k
customPiece1 = a:AA
customPiece2 = b:nH
startFen = 2k5/8/8/8/8/8/8/AB2K3 w - - 0 1
[ranges]
king = k
customPiece1 = a:QW2
startFen = 1k6/8/8/8/8/8/8/A3K3 w - - 0 1
[zone]
king = k
customPiece1 = a:W
customPiece2 = b:Q
promotedPieceType = a:b
promotionRegionWhite =
promotionRegionBlack =
startFen = 6k1/A7/8/8/8/8/7a/1K6 w - - 0 1
[steps]
king = k
pawn = p
promotionPieceTypes = -
doubleStepRank = 3
doubleStepRankMin = 3
enPassantRegion = -
startFen = 4k3/8/pppppppp/8/8/PPPPPPPP/8/4K3 w - - 0 1
[knight:minishogi]
shogiKnight = n
promotedPieceType = p:g n:g s:g b:h r:d
startFen = rbsgk/4p/5/P1N2/KGSBR[] w - - 0 1
END
t import peer.ini --name riders | sed '/^!/!d'
t import peer.ini --name steps | sed '/^!/!d'
for game in ranges:16 zone:9 knight:9; do # moves of Fairy-Stockfish (c19b5f6)
    "$KAGAMI" import peer.ini --name "${game%:*}" --out "${game%:*}.ini" 2>/dev/null
    "$KAGAMI" perft "./${game%:*}.ini" 1 2>/dev/null | grep -qE "perft 1 +${game#*:}\$" && echo "$game moves"
done
"$KAGAMI" show ./zone.ini --as fairy --rule zone=0 2>/dev/null | grep promotionRegion
t show ./knight.ini --as fairy --rule stranded=forbid
