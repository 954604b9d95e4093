# SPDX-License-Identifier: GPL-3.0-or-later
# ctest: slow
# lab: from a game to a verdict, planned by games; again, with more games, from a file as its designer
# published it; wrong words.
lab=(lab minishogi --games 600 --nodes "3,10" --seed 1 --threads 2 --full)
shown() { played | sed '/^  [a-z-]*=[a-z]* .*%/d;/^! kagami: round/d'; } # which games it takes is theirs
t "${lab[@]}" --out all | shown
"$KAGAMI" log status all --line | sed -E 's/[0-9.]+ games\/s/# games\/s/'
find all -mindepth 1 -maxdepth 2 ! -name "*=*" | sort
# What was decided is there: nothing is decided anew, and more games go on from it.
cp all/plan.json first.json
cp all/lab.html first.html
"$KAGAMI" "${lab[@]}" --out all >again 2>&1 && cmp first.json all/plan.json && cmp first.html all/lab.html && echo "the same again"
"$KAGAMI" lab minishogi --games 800 --nodes 3,10 --seed 1 --threads 1 --out all >again 2>&1
diff <(tr -d '\n\t' <first.json | sed 's/.*"rounds":\[//;s/}\].*//') <(tr -d '\n\t' <all/plan.json) >/dev/null || echo "more rounds"
tr -d '\n\t' <all/plan.json | grep -cF "$(tr -d '\n\t' <first.json | sed 's/.*"rounds":\[//;s/}\].*//')"
# Stopped in a round and given again it ends as one that was left alone.
"$KAGAMI" "${lab[@]}" --out cut >again 2>&1 &
pid=$!
for _ in {1..1200}; do
    [[ -s cut/rules/base/10n/games.csv ]] && break
    sleep 0.02
done
kill -TERM $pid 2>/dev/null || true
wait $pid || true
"$KAGAMI" "${lab[@]}" --out cut >again 2>&1
cmp first.json cut/plan.json && cmp cut/armies/shipped-3n/games.csv <("$KAGAMI" "${lab[@]}" --out whole >again 2>&1; cat whole/armies/shipped-3n/games.csv) && echo "as if nothing had been"
# The folders are those of the commands that play the same.
"$KAGAMI" worth minishogi --report --out all/armies | grep -c 'worth to players of 3 nodes'
"$KAGAMI" report all --json | grep -oE '"kind":\s+"[a-z]+"'
# Files as designers have them; what was taken, and what no game can be made of.
printf '%s\n' '[tiny:minishogi]' 'startFen = rbsgk/4p/5/P4/KGSBR[-] w 0 1' '[other:minishogi]' >variants.ini
t lab variants.ini --name tiny --games 100 --nodes 3,5 --seed 1 --out taken | shown
t lab variants.ini --games 100 --out none
t lab variants.ini --name other --games 100 --nodes 3,5 --out taken
printf 'nothing of a game\n' >page.html
t lab page.html --out none
t lab nowhere.ini --out none
t lab nogame --out none
t lab minishogi --games 100 --nodes 5,20 --out taken
t lab minishogi --games 100 --nodes 7,20 --out all
t lab minishogi --games 100 --nodes 3,10 --rule drops=off --out all
t lab minishogi
t lab minishogi --minutes 3 --games 100 --out none
t lab minishogi --nodes 20 --out none
t lab minishogi --name x --out none
[[ -e none ]] || echo "no folder of what failed"
# Of a game whose worths are published these come first.
"$KAGAMI" lab kagamigi --games 100 --nodes 2,5 --seed 1 --out known 2>/dev/null | tr -s ' \n' ' ' | grep -o 'Worth most .* Elo\. That is the published table'
