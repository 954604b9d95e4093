# SPDX-License-Identifier: GPL-3.0-or-later
# ctest: slow
# these bytes
for variant in kagamigi chu-kagamigi chu-seireigi shogi minishogi chu-shogi; do
    t show "$variant"
done
t show kagamigi BG
t show kagamigi +PF
t show shogi K
t show chu-shogi N
t show chu-shogi D
t show chu-shogi Prince
t show chu-shogi --preset edo | sed -n '/^Rules/,/^Pieces/p'
t show chu-shogi --preset jcsa --rule repetition=fourfold --json | sed -n '/"rules"/,/"pieces"/p'
t show chu-shogi N --json
t show chu-shogi --preset tokyo
t show shogi --rule royal=capture
t show minishogi --json
t show chu-kagamigi --rule array=CK-B --rule nifu=off
t show kagamigi --rule zone=9 P

t show
t show kagamigi BG LC
t show kagamigi QQ
t show nosuch
t show kagamigi --rule zone=10
t show kagamigi --rule array=k8/9
t show ./missing.ini
sed 's/^standard = .*/standard = rbsgk\/4R\/5\/P4\/KGSB1[] w - - 0 1/' \
    "$TESTS/../core/variants/minishogi.ini" >checked.ini
t perft ./checked.ini 1

sed 's/^files = 5/files = five/' "$TESTS/../core/variants/minishogi.ini" >bad.ini
t show ./bad.ini
sed 's/^P = .*/P = P, Pawn, fX, +P, Tokin, WfF/' "$TESTS/../core/variants/minishogi.ini" >betza.ini
t show ./betza.ini
sed 's/^name = .*/name = mine/' "$TESTS/../core/variants/minishogi.ini" >mine.ini
t show ./mine.ini G
# moves that bend, hop, ride
sed 's/^name = .*/name = bends/; s/^G = .*/G = G, Griffon, t[FR]NN/
    s/^B = .*/B = B, Cannon, mRcpR, +B, Grasshopper, gQinD/
    s/^S = .*/S = S, Lion, KNADcaKmcabK, +S, Hook, RasRmCcfG/' \
    "$TESTS/../core/variants/minishogi.ini" >bends.ini
t show ./bends.ini G
t show ./bends.ini B
t show ./bends.ini S
t perft ./bends.ini 3
t perft ./bends.ini 1 --fen '2sk1/5/2p2/5/K1B2 w' --divide
t perft mine.ini 3
t show --formats | sed -n 1,8p
t show --formats shogi
t show --formats | sed -n '/^  promotion-trigger/,/^  nifu/p;/^  zone/,/^  royal/p'
"$KAGAMI" show chu-shogi --ini | cmp - "$TESTS/../core/variants/chu-shogi.ini" && echo "the file itself"
t show chu-shogi --preset jcsa --rule zone=3 --ini --name my-chu
t show minishogi --rule array=k4/5/5/5/4K --ini | sed -n '/arrays/,$p'
t show minishogi --rule array=k4/5/5/5/4K/5 --ini
t show minishogi --ini --name 'my game'
t show minishogi G --ini
t show --ini

# A file that says little, and what it lacks.
"$KAGAMI" show --formats | sed -n '/^  \[variant\]/,/^  P = P/s/^  //p' >pocket.ini
t show ./pocket.ini | sed '/^Rules/,$d'
t show ./pocket.ini --ini
: >empty.ini
t show ./empty.ini
grep -v 'royal\|^[A-Z]' pocket.ini >few.ini
t show ./few.ini

# Armies that differ.
sed -e 's/PPPPPPPPP\/1B5R1/PPPPPPPPP\/1B4R2/' -e 's/^name = .*/name = swapped/' \
    "$TESTS/../core/variants/shogi.ini" >swapped.ini
t show ./swapped.ini P | sed -n '1p;/^!/p'
t selfplay ./swapped.ini --games 2 --nodes 10 --plan-for pilot=4 | sed -n '2p;/^!/p'
t compare ./swapped.ini --arm base2:nifu=off --games 2 --nodes 10 --plan-for pilot=4 | sed -n '2p;/^!/p'
sed 's/^inferred =.*/&\nuneven = standard/' swapped.ini >meant.ini
t show ./meant.ini P | sed -n '1p;/^!/p'

# Faults of a file are told together; a page may go to standard output; hops are told apart.
t show minishogi --ini | grep -v '^\$\|^->' >hop.ini
for hop in pQ gQ; do
    sed -i "s/^S = S, Silver General, [^,]*/S = S, Silver General, $hop/" hop.ini
    t show ./hop.ini S | tail -n 14
done
sed 's/^files = .*/files = x/;s/^ranks = .*/ranks = 99/;s/^R = R, Rook, R/R = R, Rook, [K-K-K]/' hop.ini >wrong.ini
t show ./wrong.ini
sed 's/^royal = .*/royal = Z/;s/^yardstick = .*/yardstick = Y/;s/^pawn = .*/pawn = 1/' hop.ini >wrong.ini
t show ./wrong.ini
t show minishogi --page - | sed -n '2,3p;$p' | cut -c1-60
t show minishogi --page nowhere/page.html
t help formats

# The values in play; pieces by letter, ID and name.
t show kagamigi --as values | sed -n '2,4p;/board.+R/p;/hand.E/p;/tempo/p;/^!/p' | sed 's/ -*[0-9][0-9]*  /  N  /'
t show minishogi --as values --json | sed -n '2,9p;/^!/p'
printf 'parameter,value\nboard.Rook,900\nhand.P,70\n' >named.csv
t show minishogi --as values --values named.csv | sed -n '2p;/Rook/p;/hand.P/p;/^!/p'
t show kagamigi --as values --values estimate | sed -n '2p;/board.E/p;/^!/p'
t selfplay kagamigi --games 2 --nodes 10 --param 'board.Blue Gecko=900' --plan | sed -n '/default/s/@.*//p;/^!/p'
t selfplay kagamigi --games 2 --nodes 10 --param board.QQ=900 --plan
t selfplay kagamigi --games 2 --nodes 10 --param mobility=900 --plan
t spsa kagamigi --tune board.Rook --tune hand.BG --dry-run | sed -n 's/^ *\(board\|hand\)\.\([^ ]*\).*/\1.\2/p'
t spsa kagamigi --tune board.QQ --dry-run
t show kagamigi R --as values
t show kagamigi --values named.csv

# Published worths: of the game that ships and of its copies, of no other game by its name.
t worth shogi --published
t worth shogi --published --reference R | sed -n '/Elo/,/Rook/p'
t worth shogi --published --out x
t worth shogi --published --rule drops=off
"$KAGAMI" show shogi --ini >shogi.ini
t show ./shogi.ini R | sed -n '/^Worth/,/^$/p'
sed -i 's/^R = R, Rook, R,/R = R, Rook, R2,/' shogi.ini
t show ./shogi.ini P | sed -n '/^ *worth/p'
