#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every command, broken off and badly fed:
#   kills      before a call that changes files, and after some processor time. The same command,
#              given again, then ends with the files of one that was left alone.
#   failures   such a call fails once. The command says so and exits 1, or gets by without it; given
#              again, it ends as always.
#   mutations  of a file that the command reads, and of each kind of file. It ends by itself, with an
#              exit code of its own, and no order to a terminal in its messages.
#   links      that close loops, in the folders that a command walks. It answers as without them.
#   names      that a shell, a terminal, a format, a spreadsheet or an option would take for theirs, of
#              folders, files, players, rule sets and games: taken, and found again by the same name,
#              or refused, with nothing left behind.
#   tests/kills/kills.sh PROGRAM LIBRARY [--seed=N] [COUNT|--all] [NAME...]
# COUNT of each (default 12, of names four times as many), of commands drawn by the seed, in turn; --all:
# every call of each command, killed and failing (hours), 100 mutations a command, every name at every
# place. NAMEs: of commands, tests/faults/commands.sh has them, and `links`, `names`. The same seed tries
# the same, but for kills by time. Exit 3 on a fault.
set -euo pipefail
[[ $# -ge 2 ]] || { sed -n '3,18s/^# \?//p' "$0" >&2; exit 2; }
program=$(realpath "$1")
library=$(realpath "$2")
shift 2
seed=1 count=12 all=""
chosen=()
for word; do
    case $word in
    --seed=*) seed=${word#*=} ;;
    --all) all=1 ;;
    [0-9]*) count=$word ;;
    *) chosen+=("$word") ;;
    esac
done
tests=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/begin"
cd "$work/begin"
# shellcheck source=tests/faults/commands.sh
. "$tests/faults/commands.sh"
RANDOM=$seed

declare -A tried=([kill]=0 [time]=0 [failure]=0 [mutation]=0 [link]=0 [name]=0)
faults=0
fault() { # WHAT
    faults=$((faults + 1))
    printf 'FAULT %s, %s: %s\n' "$name" "$trial" "$1"
    { head -c 300 "$work/err"; [[ ! -s $work/diff ]] || head -n 6 "$work/diff"; } | cat -v | sed 's/^/    /'
}
fresh() {
    rm -rf "$work/now" "$work/diff"
    cp -r "$work/begin" "$work/now"
}
broken() { { run "$work/now" "LD_PRELOAD=$library" "$@"; } 2>/dev/null; } # the shell's "Killed"

# The same command again, after it was broken off: everything is as if nothing had been.
again() {
    run "$work/now"
    # What was whole before the kill is not written over unasked.
    if [[ $code -eq 1 ]] && grep -q 'exists' "$work/err"; then
        code=$good_code
    fi
    if [[ $code -ne $good_code ]]; then
        fault "exit $code of the same command later"
    elif ! same "$work/good" "$work/now" later >"$work/diff"; then
        fault "other files of the same command later"
    fi
}
try_kill() {
    fresh
    trial="killed before call $1"
    tried[kill]=$((tried[kill] + 1))
    broken "BREAK_KILL=$1"
    again
}
try_time() {
    fresh
    trial="killed after $1 us"
    tried[time]=$((tried[time] + 1))
    broken "BREAK_CPU=$1"
    again
}
errors=(5 28 24 13 12) # EIO, ENOSPC, EMFILE, EACCES, ENOMEM
try_failure() {
    fresh
    trial="call $1 fails with error $2"
    tried[failure]=$((tried[failure] + 1))
    broken "BREAK_FAIL=$1:$2"
    if [[ $code -ne $good_code && $code -ne 1 ]]; then
        fault "exit $code"
    elif [[ $code -eq 1 && $good_code -ne 1 && ! -s $work/err ]]; then
        fault "exit 1, no message"
    else
        again
    fi
}

hostile=($'\033[31m' '=1+1' '@x' '..' '-x' '%s%n' '1e999' 'nan' '-1' '99999999999999999999' '"' ',' $'\r')
# mutate FILE: one change of it, by its lines and bytes.
mutate() {
    local size lines at text word=${hostile[RANDOM % ${#hostile[@]}]}
    size=$(wc -c <"$1") lines=$(wc -l <"$1")
    at=$(((RANDOM * 32768 + RANDOM) % (size + 1))) line_at=$((RANDOM % (lines + 1) + 1))
    case $((RANDOM % 7)) in
    0) truncate -s "$at" "$1" ;;
    1) sed -i "${line_at}d" "$1" ;;
    2) sed -i "${line_at}p" "$1" ;;
    3) { head -c "$at" "$1"; printf '%s' "$word"; tail -c +$((at + 1)) "$1"; } >"$work/mutant"; cat "$work/mutant" >"$1" ;;
    4) printf '%b' "\\x$(printf %02x $((RANDOM % 256)))" | dd of="$1" bs=1 seek="$at" conv=notrunc status=none ;;
    5) text=$(sed -n "${line_at}p" "$1" | tr -d '\0'); word=${word//[\\&|]/}
       [[ ! $text =~ [0-9]+ ]] || sed -i "${line_at}s|${BASH_REMATCH[0]}|$word|" "$1" ;;
    6) printf '%s\n' "$word" >>"$1" ;;
    esac
}
try_mutation() {
    local files file
    fresh
    # A folder that the command names, or all: a file of it, of whatever kind.
    mapfile -t files < <(cd "$work/now" && find . -type f ! -name lock ! -name fake_engine | sort |
        grep -E "^\./($(grep -oE '[a-z]+(\.[a-z]+)?' <<<"$line" | sort -u | paste -sd'|'))(/|$)")
    [[ ${#files[@]} -gt 0 ]] || return 0
    file=${files[RANDOM % ${#files[@]}]}
    trial="mutation $1 of $file"
    tried[mutation]=$((tried[mutation] + 1))
    mutate "$work/now/$file"
    run "$work/now"
    if [[ $code -gt 4 && $code -ne 75 ]]; then
        fault "exit $code"
    elif [[ $code -eq 1 && ! -s $work/err ]]; then
        fault "exit 1, no message"
    elif LC_ALL=C grep -q $'\033' "$work/err" "$work/out"; then
        fault "an order to a terminal"
    fi
}

# Links that lead back: to the folder itself, one above, a neighbour, each other, nowhere.
loops=('. runs/l1' '. runs/zz' '.. runs/log/up' '../../runs runs/shards/0/back' '../match runs/log/match'
    '../log runs/match/log' 'b runs/a' 'a runs/b' '../../runs runs/0runs' 'nowhere runs/gone')
walks=('log status runs' 'log status runs --line' 'log status runs --json' 'log export runs'
    'log merge runs/shards --out runs/whole' 'report runs --out page.html' 'report runs --json')
lay_runs() {
    fresh
    mkdir "$work/now/runs"
    mv "$work/now/log" "$work/now/match" "$work/now/shards" "$work/now/runs/"
}
try_links() { # WALK SHARE: of the links, SHARE in 100
    local link target path length
    name=links line=${walks[$1]} trial=$line
    lay_runs
    run "$work/now"
    good_code=$code length=$(wc -l <"$work/out")
    lay_runs
    for link in "${loops[@]}"; do
        read -r target path <<<"$link"
        [[ $((RANDOM % 100)) -ge $2 ]] || { ln -s "$target" "$work/now/$path"; trial+=", $path -> $target"; }
    done
    tried[link]=$((tried[link] + 1))
    run "$work/now"
    if [[ $code -ne $good_code ]]; then
        fault "exit $code, without links $good_code"
    elif [[ $(wc -l <"$work/out") -ne $length ]]; then
        fault "$(wc -l <"$work/out") lines, without links $length"
    fi
}

bad_names=($'\033[31mx' '=1+1' '@x' '+x' '-x' '--force' 'a b' "a'b" 'a"b' '%s%n' "\$(touch ran)" "\`touch ran\`" ';touch ran;'
    '*' '~' '..' '...csv' $'a\nb' $'a\tb' $'\xc2\x9b31m' 'a,b' 'a;b' '<b>x</b>' '&amp;' 'NUL')
quick='--games 2 --nodes 5 --seed 1 --values estimate --threads 1'
# PLACE, what is done with the name there. It may be refused (1, 2).
places=(out values player game variant arm)
try_name() { # PLACE NAME
    local bad=$2 quoted=${2@Q} file="${2//\//_}" before
    name=names trial="$1 ${quoted}"
    fresh
    case $1 in
    out) line="selfplay minishogi $quick --out=$quoted" ;;
    values) cp values.csv "$work/now/$file.csv"; file="$file.csv"
            line="match minishogi $quick --player B:values=./${file@Q} --out new" ;;
    player) line="match minishogi $quick --player ${quoted}:nodes=3 --out new" ;;
    game) { printf 'name = %s\ntitle = %s\n' "$bad" "$bad"; grep -v '^name\|^title' "$tests/../core/variants/minishogi.ini"; } \
              >"$work/now/game.ini"; line="selfplay game.ini $quick --out new" ;;
    variant) cp "$tests/../core/variants/minishogi.ini" "$work/now/$file.ini"; file="$file.ini"
             line="selfplay ./${file@Q} $quick --out new" ;;
    arm) line="compare minishogi $quick --ladder 5 --arm ${quoted}:drops=off --out new" ;;
    esac
    tried[name]=$((tried[name] + 1))
    before=$(ls -A "$work/now")
    run "$work/now"
    if [[ $code -gt 4 || $code -eq 3 ]]; then
        fault "exit $code"
    elif [[ ($code -eq 1 || $code -eq 2) && ! -s $work/err ]]; then
        fault "exit $code, no message"
    elif [[ ($code -eq 1 || $code -eq 2) && $(ls -A "$work/now") != "$before" ]]; then
        fault "refused, and something was left behind"
    elif [[ -e $work/now/ran ]]; then
        fault "the name was run"
    elif LC_ALL=C grep -q $'\033\|\xc2\x9b' "$work/err" "$work/out"; then
        fault "an order to a terminal"
    elif [[ $code -eq 0 || $code -eq 4 ]]; then
        # What is written is read: a spreadsheet takes no cell for a formula, and the folder is found.
        if find "$work/now" -newer "$work/begun" -type f -name '*.csv' -exec grep -lE '(^|,)"?[=@]' {} + | grep -q .; then
            fault "a cell that a spreadsheet would run"
        fi
        [[ $1 == out ]] && line="log status ./$quoted --line" || line="log status new --line"
        run "$work/now"
        [[ $code -eq 0 ]] || fault "exit $code of status later"
    fi
}

random() { echo $(((RANDOM * 32768 + RANDOM) % $1 + 1)); } # 1..$1
(prepare) >"$work/prepared" 2>&1 || { cat "$work/prepared"; exit 1; }
touch "$work/begun"
picked=()
for ((i = 0; i < ${#names[@]}; i++)); do
    [[ ${#chosen[@]} -eq 0 || " ${chosen[*]} " == *" ${names[i]} "* ]] && picked+=("$i")
done
for ((i = ${#picked[@]} - 1; i > 0 && !${#all}; i--)); do
    k=$((RANDOM % (i + 1))) j=${picked[i]}
    picked[i]=${picked[k]} picked[k]=$j
done
is_chosen() { [[ ${#chosen[@]} -eq 0 || " ${chosen[*]} " == *" $1 "* ]]; }
turn=0 extra=$(((count + ${#picked[@]} - 1) / (${#picked[@]} + !${#picked[@]})))
for i in "${picked[@]}"; do
    [[ $all || $turn -lt $count ]] || break
    name=${names[i]} line=$(line_of "$i") trial="left alone"
    rm -rf "$work/good"
    cp -r "$work/begin" "$work/good"
    run "$work/good" "LD_PRELOAD=$library" "BREAK_COUNT=$work/count"
    good_code=$code
    read -r calls spent <"$work/count"
    [[ $code -eq 0 || $code -eq 4 ]] || { fault "exit $code"; continue; }
    if [[ $all ]]; then
        for ((n = 1; n <= calls; n++)); do
            try_kill "$n"
            try_failure "$n" "${errors[n % ${#errors[@]}]}"
        done
        for ((n = 1; n <= 100; n++)); do try_mutation "$n"; done
        echo "$name: $calls calls, $faults faults so far"
        continue
    fi
    for ((n = 1; n <= extra; n++)); do
        [[ $((turn++)) -lt $count ]] || break
        if [[ $calls -gt 0 ]]; then
            try_kill "$(random "$calls")"
            try_failure "$(random "$calls")" "${errors[RANDOM % ${#errors[@]}]}"
            try_time "$(random "$((spent + 1))")"
        fi
        try_mutation "$n"
    done
done
if is_chosen links; then
    for ((n = 0; n < (count > ${#walks[@]} || ${#all} ? count : ${#walks[@]}); n++)); do
        try_links $((n % ${#walks[@]})) $((n < ${#walks[@]} ? 100 : 40))
    done
fi
if is_chosen names; then
    for ((n = 0; n < (${#all} ? ${#bad_names[@]} * ${#places[@]} : 4 * count); n++)); do
        try_name "${places[n % ${#places[@]}]}" \
            "${bad_names[$((${#all} ? n / ${#places[@]} : RANDOM % ${#bad_names[@]}))]}"
    done
fi
echo "seed $seed: ${tried[kill]} kills at calls, ${tried[time]} by time, ${tried[failure]} failing calls," \
    "${tried[mutation]} mutations, ${tried[link]} folders with links, ${tried[name]} names, $faults faults"
[[ $faults -eq 0 ]] || exit 3
