# SPDX-License-Identifier: GPL-3.0-or-later
# these bytes
t perft kagamigi 3
t perft kagamigi 2 --divide
t perft minishogi 3 --json
t perft minishogi 4 --threads 2
t perft shogi 0
t perft kagamigi 2 --fen 'k8/9/4B4/9/9/9/9/9/8K[] w - - 0 1'
t perft kagamigi 2 --fen 'k8/9/4B4/9/9/9/9/9/8K[] w - - 0 1' --rule promotion-trigger=end
"$KAGAMI" show minishogi --ini | sed 's/^royal = .*/&\nflag = K\nflag-squares = *3/' >reached.ini
# A game that a flag has ended has no moves, however they are counted.
t perft ./reached.ini 2 --fen '4k/5/K4/5/5[P] b - - 0 1' --divide
t perft ./reached.ini 3 --fen '4k/5/K4/5/5[P] b - - 0 1' --threads 2

header=variant,rules,fen,depth,nodes,note
row='minishogi,,rbsgk/4p/5/P4/KGSBR[] w - - 0 1'
printf '%s\n' $header "$row,1,14,start" "$row,2,181,start" "$row,3,2512,start" >good.csv
printf '%s\n' $header "$row,1,14,start" "$row,2,182,wrong on purpose" >bad.csv
printf '%s\n' $header "$row,1,14" >short.csv
printf '%s\n' "variant,fen" >header.csv
printf '%s\n' $header >empty.csv
printf '%s\n' $header "$row,x,14,depth" >depth.csv
printf '%s\n' $header "mini${row#minishogi},1,14,name" >name.csv
t perft --suite good.csv
t perft --suite good.csv --max-nodes 200
t perft --suite good.csv --json
t perft --suite bad.csv
t perft --suite short.csv
t perft --suite header.csv
t perft --suite empty.csv
t perft --suite depth.csv
t perft --suite name.csv
t perft --suite missing.csv
t perft --suite good.csv --rule drops=off
t perft --suite good.csv --lion-moves paths

t perft
t perft kagamigi
t perft kagamigi 3 4
t perft kagamigi x
t perft kagamigi -- -1
t perft kagamigi 3 --threads 0
t perft kagamigi 3 --depth 3
t perft kagamigo 3
t perft kagamigi 3 --fen 'k8/9'
t perft kagamigi 3 --fen '9/9/9/9/9/9/9/9/8K[] w'
t perft kagamigi 3 --rule nifu=maybe
t perft kagamigi 3 --rule nifo=on
t perft kagamigi 3 --rule nifu
t perft kagamigi 3 --preset none
t perft ./missing.ini 3
