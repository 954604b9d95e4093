# SPDX-License-Identifier: GPL-3.0-or-later
# Programs as players, bad ones: what is counted, kept and said.
ln -s "$TESTS/selfplay/fake_engine" fake
play() { # OUT ARGUMENTS...
    local code=0 # 4: faults decided the games
    "$KAGAMI" match minishogi --games 2 --nodes 10 --threads 1 --seed 1 --out "$@" >answer.txt 2>/dev/null || code=$?
    echo "$1 -> $code"
    sed -nE 's/^ *(Faults decided .* games).*/\1/p' answer.txt
    [[ ! -e $1/faults.txt ]] || cat "$1/faults.txt"
    "$KAGAMI" log replay "$1"
}
play crash --player "B:engine=./fake uci crash,check=no,log=talk"
grep -v position talk | sed -E 's|^[0-9]+ ||' | sort | uniq -c
play late --player "B:engine=./fake uci hang,check=no,time=20,margin=30"
play illegal --player "B:engine=./fake usi well 9z9z,check=no,protocol=usi"
play steering --player "B:engine=./fake uci well 9z"$'\033'"[31m9z,check=no" 2>&1 | tr '\033' E
play resign --player "A:engine=./fake usi well resign,protocol=usi"
t match minishogi --player "B:engine=./fake xboard well resign,protocol=xboard" --games 2 --nodes 10 --out nodes
t match minishogi --player "B:engine=./fake uci dead" --games 2 --nodes 10 --seed 1 --threads 1 --out dead
t match minishogi --player "B:engine=./fake uci mute,timeout=1" --games 2 --nodes 10 --seed 1 --threads 1 --out mute
t match minishogi --engine "./fake uci well resign,option=Hash=1" --games 2 --nodes 10 --seed 1 --threads 1 --out option
t match minishogi --engine "./fake uci well resign,option=Some Strength=10" --games 2 --nodes 10 --out option
t match minishogi --engine "./fake xboard well resign,protocol=xboard,depth=1,option=Some Strength=x" --games 2 --nodes 10 --out option
t match minishogi --engine "./fake uci well" --engine "./fake uci well" --games 2 --nodes 10 --out option
t match kagamigi --player "B:engine=./fake xboard well resign,protocol=xboard,depth=2" --games 2 --seed 1 --threads 1 --out variant
t match minishogi --player B:log=talk --games 2 --nodes 10 --out no-engine
t match minishogi --player "B:engine=./fake uci well resign,timeout=0" --games 2 --nodes 10 --out timeout

# A program that does not know the game, or speaks another protocol, is refused before the first
# game, and leaves no folder: the command that mends it may go there.
refuse() { # GAME PLAYER
    t match "$1" --player "B:$2" --games 2 --seed 1 --threads 1 --out refused
    [[ ! -e refused ]] || echo "a folder was left"
}
refuse kagamigi "engine=./fake uci well resign"
refuse minishogi "engine=./fake uci well resign,variant=mini"
refuse minishogi "engine=./fake uci counts 13"
refuse minishogi "engine=./fake uci well a1a5"
refuse minishogi "engine=./fake usi well a1a5,protocol=usi"
refuse minishogi "engine=./fake xboard well 'move a1a5',depth=2,protocol=xboard"
refuse minishogi "engine=./fake xboard counts 13,depth=2,protocol=xboard"
refuse minishogi "engine=./fake uci crash"
refuse minishogi "engine=./fake xboard well resign,timeout=1"
refuse minishogi "engine=./fake usi well resign,timeout=1"
refuse minishogi "engine=./fake uci well resign,protocol=xboard,depth=2,timeout=1"
refuse minishogi "engine=./fake uci well resign,protocol=usi,timeout=1"
# One that knows it, however it tells, plays.
for tells in "uci counts 14" "uci well resign" "xboard counts 14,depth=2,protocol=xboard"; do
    play "knows-${tells// /-}" --player "B:engine=./fake $tells"
done 2>&1 | grep -v '^game'

# Where repetition is forbidden a program hears what stood before. Behind a wall of pieces that
# cannot move each player has its King alone, and would sooner or later repeat a position.
echo "k11/12/12/12/llllllllllll/pppppppppppp/PPPPPPPPPPPP/LLLLLLLLLLLL/12/12/12/K11[] w - - 0 1" >wall
for way in "engine chu-shogi --preset cvp,nodes=300" "engine chu-shogi --protocol usi,protocol=usi,nodes=300,option=Preset=cvp"; do
    rm -rf wall-run
    "$KAGAMI" match chu-shogi --preset cvp --player A:nodes=300 --player "B:engine=$KAGAMI $way" --openings wall \
        --games 2 --threads 1 --seed 1 --ply-limit 60 --out wall-run >/dev/null 2>&1
    "$TESTS/columns" result,termination wall-run/games.csv | tail -n +2
done

# In a round robin and a gauntlet programs play like anybody else.
"$KAGAMI" match minishogi --gauntlet --player a:nodes=20 --engine "./fake uci well resign" --player "c:engine=./fake usi well resign,protocol=usi" \
    --games 2 --seed 1 --threads 1 --out gauntlet 2>/dev/null | sed -n '2,3p'
ls -d gauntlet/*/
t match minishogi --player a:nodes=20 --player "b:engine=./fake uci well resign" --player "c:engine=./fake usi well resign,protocol=usi" --nodes 10 --games 4 --seed 1 --threads 1 --out round

# A program that heeds no signal and no end of its input ends with us, even when we are killed.
cat >stubborn <<'END'
#!/bin/sh
trap '' HUP INT TERM PIPE
echo $$ >stubborn.pid
while :; do sleep 0.1; done
END
chmod +x stubborn
"$KAGAMI" match minishogi --player "B:engine=./stubborn,timeout=60" --games 2 --nodes 10 --seed 1 --threads 1 --out killed >/dev/null 2>&1 &
pid=$!
for ((i = 0; i < 1200; i++)); do [[ -s stubborn.pid ]] || sleep 0.05; done
disown $pid
kill -KILL $pid
alive() { kill -0 "$(cat stubborn.pid)" 2>/dev/null; }
for ((i = 0; i < 1200; i++)); do if alive; then sleep 0.05; fi; done
if alive; then echo "it lives"; else echo "the program has ended with us"; fi

# Faults are those of the run, not of one that was there before.
"$KAGAMI" match minishogi --engine "./fake uci garbage,check=no" --games 2 --nodes 5 --seed 1 --threads 1 --out again >/dev/null 2>&1 || true
ls again
"$KAGAMI" match minishogi --player A:nodes=5 --player B:nodes=6 --games 2 --seed 1 --threads 1 --out again --force >/dev/null 2>&1
ls again

# What a program says cannot steer the terminal.
printf 'parameter,value\n\033[31mred,1\n' >red.csv
t match minishogi --player B:values=red.csv --games 2 --nodes 10 --seed 1 --out red | tr '\033' E

# Players from a file; options may have blanks in their names.
printf '[a]\nnodes = 20\n\n[b]\ncommand = ./fake uci well resign\nnodes = 10 ; few\n[c]\nprotocol = usi\ncommand = ./fake usi well resign\nnodes=9\n' >engines.ini
sed -i '1s/^/\xef\xbb\xbf/' engines.ini # as some editors begin a file
"$KAGAMI" match minishogi --engines engines.ini --gauntlet --games 2 --seed 1 --threads 1 --out file >/dev/null 2>&1
ls -d file/*-*
faulty() { # TEXT
    echo "$1" >faulty.ini
    t match minishogi --engines faulty.ini --nodes 5 --games 2 --out faulty
}
faulty $'[a]\nnodes = 20\n[b]\n\ncomand = x'
faulty $'[a]\nprotocol = usi'
faulty $'[a b]\nnodes = 3'
faulty 'nodes = 3'
faulty '# nobody'
faulty $'[b]\ncommand = ./fake uci well resign\noption.No Such = 3'
t match minishogi --engines nowhere.ini --nodes 5 --games 2 --out faulty
# One that always crashes ends the match, whose games are kept.
t match minishogi --player "B:engine=./fake uci crash,check=no" --games 40 --nodes 10 --threads 1 --seed 1 --out crashes
tail -n +2 crashes/games.csv | wc -l
