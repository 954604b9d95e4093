# SPDX-License-Identifier: GPL-3.0-or-later
# Programs as players, bad ones: what is counted, kept and said.
ln -s "$TESTS/selfplay/fake_engine" fake
play() { # OUT ARGUMENTS...
    "$KAGAMI" match minishogi --games 2 --nodes 10 --threads 1 --seed 1 --out "$@" >/dev/null 2>&1
    echo "$1 -> $?"
    [[ ! -e $1/faults.txt ]] || cat "$1/faults.txt"
    "$KAGAMI" log replay "$1"
}
play crash --player "B:engine=./fake uci crash,log=talk"
grep -v position talk | sed -E 's|^[0-9]+ ||' | sort | uniq -c
play late --player "B:engine=./fake uci hang,time=20,margin=30"
play illegal --player "B:engine=./fake usi well 9z9z,protocol=usi"
play steering --player "B:engine=./fake uci well 9z"$'\033'"[31m9z" 2>&1 | tr '\033' E
play resign --player "A:engine=./fake usi well resign,protocol=usi"
t match minishogi --player "B:engine=./fake xboard well resign,protocol=xboard" --games 2 --nodes 10 --out nodes
t match minishogi --player "B:engine=./fake uci dead" --games 2 --nodes 10 --seed 1 --threads 1 --out dead
t match minishogi --player "B:engine=./fake uci mute,timeout=1" --games 2 --nodes 10 --seed 1 --threads 1 --out mute
t match minishogi --player "B:engine=./fake uci well resign,option=Hash=1" --games 2 --nodes 10 --seed 1 --threads 1 --out option
t match kagamigi --player "B:engine=./fake xboard well resign,protocol=xboard,depth=2" --games 2 --seed 1 --threads 1 --out variant
t match minishogi --player B:log=talk --games 2 --nodes 10 --out no-engine
t match minishogi --player "B:engine=./fake uci well resign,timeout=0" --games 2 --nodes 10 --out timeout

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
for ((i = 0; i < 100; i++)); do [[ -s stubborn.pid ]] || sleep 0.05; done
disown $pid
kill -KILL $pid
alive() { kill -0 "$(cat stubborn.pid)" 2>/dev/null; }
for ((i = 0; i < 100; i++)); do if alive; then sleep 0.05; fi; done
if alive; then echo "it lives"; else echo "the program has ended with us"; fi

# What a program says cannot steer the terminal.
printf 'parameter,value\n\033[31mred,1\n' >red.csv
t match minishogi --player B:values=red.csv --games 2 --nodes 10 --seed 1 --out red | tr '\033' E
