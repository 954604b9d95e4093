# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# A stand-in of the programs that play on Lishogi, for tests: what Lishogi-Bot (TheYoBots), lishogi-bot and
# shoginet (WandererXII) say to an engine by USI, in their order and spelling, and what they need to hear.
# Engines have numbers; a test may talk to several.
declare -a to from

start() { # NUMBER
    mkfifo "to$1" "from$1"
    "$KAGAMI" engine <"to$1" >"from$1" &
    local input output
    exec {input}>"to$1" {output}<"from$1"
    to[$1]=$input from[$1]=$output
}

say() { # NUMBER LINE
    printf '%s\n' "$2" >&"${to[$1]}"
}

# Reads up to the line that begins with WORD, into `answer`; the others into `heard`.
await() { # NUMBER WORD
    heard=
    while IFS= read -r -t 600 answer <&"${from[$1]}"; do
        [[ $answer != "$2" && $answer != "$2 "* ]] || return 0
        heard+=$answer$'\n'
    done
    echo "no $2 in:"$'\n'"$heard"
    return 1
}

# The greeting: options as a bot's configuration gives them, then the variant by Lishogi's name.
greet() { # NUMBER VARIANT NAME=VALUE...
    say "$1" usi
    await "$1" usiok
    local number=$1 variant=$2 option
    shift 2
    for option; do say "$number" "setoption name ${option%%=*} value ${option#*=}"; done
    say "$number" isready
    await "$number" readyok
    [[ $heard != *"info string"* ]] || echo "$heard"
    say "$number" "setoption name USI_Variant value $variant"
}

# The position as they say it: the start of the game and all moves, never only the last one.
tell() { # NUMBER POSITION MOVES
    say "$1" "position $2 moves $3"
}

# Asks for a move, into `move`: squares of Lishogi's board, two or (a Lion) three, perhaps '+'.
ask() { # NUMBER POSITION MOVES GO
    tell "$1" "$2" "$3"
    say "$1" "go $4"
    await "$1" bestmove
    read -r _ move _ <<<"$answer"
    [[ $move =~ ^([1-9][0-2]?[a-l]){2,3}\+?$ ]] || echo "no move: $answer"
}

# How the game stands after the moves: "" while it goes on; else like "1-0 by bare-royal".
judge() { # NUMBER POSITION MOVES
    tell "$1" "$2" "$3"
    say "$1" d
    say "$1" isready
    await "$1" readyok
    [[ $heard != *"info string move "* ]] || echo "refused: $heard"
    over=
    [[ $heard != *"the game is over: "* ]] || over=${heard##*the game is over: }
    over=${over%%$'\n'*}
}

finish() {
    local number
    for number in "${!to[@]}"; do say "$number" quit; done
    wait
}
