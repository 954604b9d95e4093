# SPDX-License-Identifier: GPL-3.0-or-later
# kagami engine as XBoard hears it: what XBoard is told, games, wrong input. Searches are of mates, which
# no change of the search changes.
session() {
    echo "\$ kagami engine --protocol xboard $*"
    "$KAGAMI" engine --protocol xboard "$@" 2>&1 | sed -E "s/(myname=\"Kagami).*/\1\"/
        s/^[0-9]+ 100001 [0-9]+ [0-9]+ [0-9]+ [0-9]+ 0	(.*)/# mate in 1: \1/" | uniq
    echo
}

session <<'EOF'
xboard
protover 2
accepted done
new
variant kagamigi
EOF

echo "# every game: its pieces, and board and pictures where XBoard does not know it"
for game in chu shogi minishogi chu-shogi chukagamigi 5x5+5_minishogi nosuch; do
    session <<<"variant $game"
done

echo "# rules: of the command line for its game, of options for every game"
session kagamigi --rule drops=off <<'EOF'
variant shogi
option nifu=off
variant kagamigi
option nifu=maybe
option nosuch=1
option Preset=jcsa
memory 0
EOF

"$KAGAMI" engine --protocol xboard chu-shogi --rule 'array=5k6/12/12/12/12/12/12/12/3N8/12/12/5K6 w' <<<'variant chu' |
    sed -n 1p

echo "# mates: claimed with the reason, by who moves and by who is moved against"
session shogi <<'EOF'
new
post
sd 3
setboard 4k4/9/4P4/9/9/9/9/9/4K4[G] w 0 1
go
EOF
session minishogi <<'EOF'
setboard 4k/5/4P/5/K4[GG] w 0 1
lift g4
lift e3
usermove G@e4
ping 1
EOF

echo "# a Lion: marks of both legs, a move in legs, a pass"
session chu-shogi <<'EOF'
force
setboard 5k6/12/12/12/12/12/5p6/4p7/3N8/12/12/5K6 w - 0 1
lift d4
lift e5
usermove @@@@
usermove f12e12
usermove d4e5,e5f6
usermove e12e11
usermove f6g7,f6h8
usermove f6
EOF
session chu-shogi <<'EOF'
sd 1
setboard 12/12/12/12/12/12/5k6/4k7/3N8/12/12/5K6 w - 0 1
go
EOF

echo "# wrong input"
session <<'EOF'
nosuch
protover x
level 40 5
level 40 5 x
st 0
sd 0
nps 0
time x
ping
undo
remove
usermove e3e5
usermove e4e5
usermove P@e5
usermove nonsense
e3e5
setboard 9/9 w
usermove e3e4
setboard zfxrkboea/w2jsi2q/ppppppppp/9/9/9/PPPPPPPPP/Q2ISJ2W/AEOBKRXFZ[-] w - - 0 1
usermove h1g2
quit
never read
EOF
t engine --protocol xboard --rule nosuch=1
t engine --protocol xboard kagamigi shogi
echo "protover 2" | "$KAGAMI" engine >/dev/full || echo "full device: $?"

echo "# ten ranks: numbered from 0; pictures by the key, by name, by moves"
cat >ten.ini <<'EOF'
[variant]
name = ten
files = 4
ranks = 10
royal = K
pictures = W:zebra
[rules]
drops = off
[arrays]
standard = rwuk/cccc/4/4/4/4/4/4/CCCC/KUWR w - - 0 1
[pieces]
K = K, King, K
R = R, Chariot, R
W = W, Wall, W
U = U, Unicorn, fFbW
C = C, Child, fW, +C, Adult, WfF
EOF
session ./ten.ini <<'EOF'
variant ten
force
lift a1
usermove a1a2
usermove a9a8
usermove d8d7
setboard 3k/4/2R1/1R2/4/4/4/4/4/K3 w - - 0 1
sd 3
go
EOF
sed 's/W:zebra/W:zebre/' ten.ini >wrong.ini
"$KAGAMI" show ./wrong.ini 2>&1 || true

echo "# an unknown variant leaves the game, its fault and its start as they are"
session shogi <<'EOF'
force
usermove c3c4
setboard x
usermove g7g6
variant foo
usermove g7g6
setboard 8k/9/9/9/9/9/9/9/4K4[P] w - - 0 1
variant foo
option zone=2
usermove P@e5
EOF
