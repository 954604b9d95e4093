# SPDX-License-Identifier: GPL-3.0-or-later
# Every answer that a report shows says by which command, program and logs it was made, and so does
# the report's document; tests/browser/report.sh asks that the page shows it.
k() { "$KAGAMI" "$@" 2>messages; }
play=(minishogi --seed 5)
k selfplay minishogi --games 300 --nodes 20 --seed 5 --values estimate --out log >/dev/null
mkdir values
k tune log --json --out values.csv >values/tune.json
k spsa "${play[@]}" --nodes 10 --tune 'board.[RG]' --c-end 20 --games 48 --out spsa >/dev/null
k match "${play[@]}" --player A:values=values.csv --ladder 10 --games 4 --out verify >/dev/null || true
k compare "${play[@]}" --games 4 --arm other:drops=off --ladder 10 --out compare >/dev/null
k worth "${play[@]}" --nodes 10 --games 200 --logs log --out worth >/dev/null
k evolve "${play[@]}" --nodes 10 --games 300 --match-games 4 --spsa-games 0 --generations 1 --ladder 10 --out evolve >/dev/null

# Hashes change with the program; that they are the logs' own does not.
hash() { sed -nE 's/.*"config_hash":\s*"(.*)".*/\1/p' "$1"; }
for answer in values/tune.json spsa/origin.json verify/verify.json \
    compare/report.json worth/worth.json evolve/evolve.json; do
    echo "$answer"
    sed -nE 's/^\s*"(command|folder|seed|(program|config_hash|variant_hash)).*":\s*("[^"]*").*/  \1 \3/p' "$answer" |
        sed -E 's/(program) .*/\1/;s/"[0-9a-f]{16}"/#/;s/"[0-9]{2,}"/#/' | awk '!seen[$0]++'
done
[[ $(hash values/tune.json | head -n 1) == "$(hash log/run.json)" ]] && echo "tune: the hash of its log"
[[ $(hash verify/verify.json) == "$(hash verify/10n/run.json)" ]] && echo "verify: the hash of its match"
grep -o '"command":.*' verify/10n/run.json
grep -c '"data_bytes":' values/tune.json

# What a report says of a key, each once, without what changes.
said() {
    k report "$1" --no-tune --json | sed -nE "s/^\s*\"($2)\":\s*(\"[^\"]*).*/\1 \3/p"
}
for folder in values spsa verify compare worth evolve; do
    echo "$folder: $(said "$folder" 'command|()' | sed -E 's/command "kagami ([a-z]+).*/\1/' | sort | uniq -c | tr -s ' \n' ' ')"
    said "$folder" '(program|folder|config_hash|variant_hash)' | sed 's/ .*//' | sort | uniq -c | tr -s ' \n' ' '
    echo
done

# What was made before answers told: nothing of it is shown.
rm spsa/origin.json
said spsa 'command|()' | grep -c command || true
