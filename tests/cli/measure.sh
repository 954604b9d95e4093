# SPDX-License-Identifier: GPL-3.0-or-later
# compare: a page of the answer on two widths, CSV, an experiment's file, wrong words.
cat >rules.ini <<'END'
[experiment]
variant = minishogi
games = 60
ladder = 10, 30
seed = 1
out = rules
[toggles]
drops = off
repetition = fourfold-draw
END
"$KAGAMI" compare rules.ini 2>/dev/null | sed -n '/^Minishogi/,/^first-wins/p;/^How it/,$p' | played
COLUMNS=120 "$KAGAMI" compare rules.ini --report 2>/dev/null | sed -n '/^draws/,/^second-wins/p'
# A report says how the games were made, whatever its own command asks for.
"$KAGAMI" compare rules.ini --report --seed 9 --values estimate --openings start --full 2>/dev/null | sed -n '/^Minishogi/p;/^How it/,/openings/p'
head -n 3 rules/summary.csv rules/effects.csv
t compare rules.ini --list
t compare rules.ini --list --json
t compare minishogi --arm same:nifu=on --out x
t compare rules.ini --report --gaems 5
sed -i 's/^games/gmaes/' rules.ini
t compare rules.ini --report

t worth minishogi --plan-for halfwidth=2
# From the start position both plans are of the limit.
for command in compare\ --toggle\ nifu=off\ --ladder selfplay\ --nodes; do
    # shellcheck disable=SC2086 # words of a command
    "$KAGAMI" ${command%% *} minishogi ${command#* } 10 --openings start --plan-for pilot=6,half-width=5,difference=5 --seed 1 2>/dev/null | grep -o 'x to 0.*, power\|x to 0'
done
# The games planned are those that would be played.
part=("$KAGAMI" selfplay minishogi --nodes 5 --games 100 --seed 1 --plan-for pilot=6)
"${part[@]}" --shard 0/4 2>/dev/null | grep -q 'points  *25  ' && "${part[@]}" --range 5..15 2>/dev/null | grep -q 'points  *10  ' &&
    echo "the games of a part"
t selfplay minishogi --nodes 5 --games 10 --range 5..20 --seed 1 --plan
t tune log --moves m.csv --plan
t tune log --net m.csv --prior 2
t tune log --moves m.csv --lambda 0.5
t worth minishogi --nodes 5 --plan --only default-5n
t compare minishogi --toggle drops=off --report --range 0..10 --seed 1 --out x
t selfplay minishogi --book b.csv --games 2 --nodes 10 --seed 1 --annotate scores
# What is planned without a pilot of games does not depend on the machine.
"$KAGAMI" selfplay minishogi --games 230 --nodes 20 --opening-bound 100000 --seed 1 --sample all --out log >/dev/null 2>&1
t tune log --plan
# A report fits what tune fits, with the players' network.
for command in tune report; do
    "$KAGAMI" $command log --json 2>/dev/null | tr -d '\t' | sed -n '/^"yardstick"/,/^}/p' >$command.json
done
cmp tune.json report.json && grep -c value tune.json

# A limit that nobody knows is nothing that an arm could change.
"$KAGAMI" compare minishogi --toggle nifu=off --games 40 --ladder 10 --openings start:90,20 --seed 2 --out unknown 2>/dev/null |
    grep -oE 'scores an unknown share|[Nn]o arm changes that score'
