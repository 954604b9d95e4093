# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every command of the program, what it works on, and how its files are compared: for the campaigns
# that let calls fail and kill it. Sourced, with $program, $tests and an empty folder $work.
#   prepare                 makes what the commands work on, in the working directory
#   names, lines            the commands, lines[i] for `run`
#   run FOLDER [SETTING...] runs `line` there; sets `code`
#   same A B [later]        are the files the same?
# shellcheck disable=SC2154,SC2034
export LC_ALL=C TERM=dumb OMP_NUM_THREADS=1 # no locale to load
# Balanced openings would cost more nodes than such short games.
openings=(--opening-bound 100000)

# What the commands work on.
prepare() {
    local k=$program play=(--nodes 10 --seed 7 --values estimate --threads 1 "${openings[@]}")
    "$k" selfplay minishogi --games 60 "${play[@]}" --sample all --out log
    "$k" selfplay minishogi --games 8 "${play[@]}" --shard 0/2 --out shards/0
    "$k" selfplay minishogi --games 8 "${play[@]}" --shard 1/2 --out shards/1
    "$k" selfplay minishogi --games 6 "${play[@]}" --out begun
    "$k" match minishogi --player B:nodes=5 --games 8 "${play[@]}" --out match
    printf '%s\n' '[experiment]' 'variant = minishogi' 'games = 6' 'ladder = 5' 'seed = 1' \
        'out = rules' '[toggles]' 'drops = off' >rules.ini
    printf '%s\n' parameter,value board.R,700 >values.csv
    printf '%s\n' '[small]' 'maxRank = 5' 'maxFile = e' 'king = k' 'shogiPawn = p' 'silver = s' \
        'customPiece1 = a:mfhNcfWsD' 'pieceDrops = true' 'capturesToHand = true' \
        'startFen = s1k1s/5/ppppp/PPPPP/SAKAS[Pp] w - - 0 1' >variants.ini
    cp "$tests/selfplay/fake_engine" .
    cp "$tests/perft/minishogi.csv" .
    "$k" tune log --out tuned.csv
    "$k" worth minishogi --games 40 --nodes 5 --seed 7 --values estimate --threads 1 --out worth || true
    "$k" evolve minishogi "${evolve[@]}" --spsa-games 16 --generations 1 --out evolved
    [[ -s evolved/1/fit.csv ]] || { echo "evolve has no fit: it needs more games"; return 1; }
    "$k" spsa minishogi "${spsa[@]}" --games 16 --out spsa
    "$k" log export match >people.pgn
    printf '%s\n' usi isready 'position startpos' 'go nodes 20' 'setoption name USI_Hash value 1' \
        isready 'go nodes 20' quit >usi.txt
    printf '%s\n' xboard 'protover 2' 'variant minishogi' 'sd 1' new go 'st 1' quit >xboard.txt
}
# Enough games for a fit, and a test that takes about what it is given.
evolve=(--games 100 --nodes 5 --seed 3 --step-games 4 --match-games 20 '--sprt=-400,-200' --panel-games 4 --threads 1
    --values estimate --game opening-bound=100000)
spsa=(--nodes 10 --seed 3 --tune tempo --tune board.P --threads 1)

# NAME, the words of the command, and in `input` what it reads.
names=() lines=()
add() {
    names+=("$1")
    shift
    lines+=("${*@Q}")
}
add show show minishogi
add show-json show --json
add show-rules show chu-shogi --json
add show-fairy show shogi --as fairy
add show-piece show shogi R
add show-moves show minishogi R --as moves
add show-page show minishogi --page page.html
add import import variants.ini --out small.ini
add perft perft minishogi 2 --threads 1
add perft-suite perft --suite minishogi.csv --max-nodes 200 --threads 1
add bench bench minishogi --depth 1
add analyze analyze minishogi --nodes 50 --lines 2 --json
add engine-usi engine minishogi --protocol usi '<usi.txt'
add engine-xboard engine minishogi '<xboard.txt'
add selfplay selfplay minishogi --games 6 --nodes 10 --seed 7 --values values.csv --threads 1 \
    --sample all --out new
add resume selfplay minishogi --games 8 --nodes 10 --seed 7 --values estimate --threads 1 --out begun "${openings[@]}"
add repetition selfplay minishogi --rule repetition=forbidden --games 2 --nodes 10 --seed 7 \
    --values estimate --threads 1 --out new
add match match minishogi --player B:values=values.csv --games 4 --nodes 10 --seed 7 --threads 1 \
    --sprt 0,10 --out new --json
add match-engine match minishogi --player "B:engine=./fake_engine uci well resign" --games 2 --nodes 5 \
    --seed 7 --threads 1 --out new
add ladder match minishogi --player B:values=values.csv --ladder 5,8 --games 4 --seed 7 --threads 1 \
    --out new
add round-robin match minishogi --player a --player b:nodes=5 --player c:nodes=3 --games 2 --nodes 10 \
    --seed 7 --threads 1 --out new
add counts match --counts 10,20,30,20,10
add plan match minishogi --player B:values=values.csv --plan-for pilot=20 --nodes 5 --seed 7 --threads 1
add book selfplay minishogi --book new.csv --force --openings random:2 --games 3 --nodes 10 --seed 7 --values estimate \
    --threads 1
add log-status log status log evolved --json
add log-status-line log status evolved --line
add log-export log export shards match --format kif
add log-export-pgn log export log
add log-import log import people.pgn --game minishogi --out new
add log-merge log merge shards --out new
add log-replay log replay log
add compare compare rules.ini --threads 1
add lab lab minishogi --games 100 --nodes 2,3 --seed 7 --threads 1 --out new
add design design minishogi --want 'length<5' --vary array --games 40 --ladder 5 --finalists 1 --seed 7 \
    --values estimate --threads 1 --out new "${openings[@]}"
add tune tune log --out new.csv --force
add tune-more tune log --out new.csv --force --holdout 0.3 --json
add tune-moves tune log --moves new.csv --force
add tune-net tune log --net new.csv --force
add worth worth minishogi --games 40 --nodes 5 --seed 7 --values estimate --threads 1 --out new --json
add worth-published worth shogi --published
add worth-more worth minishogi --games 40 --nodes 5 --seed 7 --values estimate --threads 1 --report \
    --out worth
add worth-beside worth minishogi --games 40 --nodes 5 --seed 7 --values estimate --threads 1 --report \
    --logs log --out worth
add spsa spsa minishogi "${spsa[@]}" --games 32 --out new
add spsa-resume spsa minishogi "${spsa[@]}" --games 16 --out spsa
add spsa-report spsa minishogi --report --out spsa --json
add evolve evolve minishogi "${evolve[@]}" --spsa-games 0 --generations 1 --out new
add evolve-next evolve minishogi "${evolve[@]}" --spsa-games 16 --generations 2 --out evolved
add report report log match evolved spsa --out page.html --force
add report-card report log --card card.html --force
add report-json report log evolved --json

# run FOLDER [SETTING...]: the command `line` there; standard output in `out`, errors in `err`.
run() {
    local folder=$1
    shift
    code=0
    (cd "$folder" && eval "exec timeout 600 env ${*@Q} \"\$program\" $line") \
        >"$work/out" 2>"$work/err" </dev/null || code=$?
}
# Times and speeds differ between any two runs.
timeless='s/^( *(changed|seconds|speed|k nodes.s)) .*/\1/;s/^( +[a-z]+ +[0-9]+) +[0-9]+\.[0-9]+ +[0-9]+$/\1 #/;s/[0-9]+(\.[0-9]+)?( s|( [kM])? ?[a-z]+\/s)\b/#/g;s/("(seconds|nps|start|end|time|host|session_[a-z]*|knps|changed|rate|eta)":[ \t]*)[^,]*/\1#/g'
# same A B [later]: the files of one folder in the other, but for times; `later`, after a run that
# was broken off, for what tells of sessions, and with what a killed writer left hidden.
same() {
    local line file
    while read -r line; do
        file=${line#'Files ./'}
        file=${file%" and $2/"*}
        case ${3-}${file##*/} in
        lock | laterlock | *.txt | laterrun.json | laterorigin.json | laterevolve.json)
            [[ $line == Files* ]] || { echo "$line" && return 1; }
            ;;
        *.json | *.html)
            diff <(sed -E "$timeless" "$1/$file") <(sed -E "$timeless" "$2/$file") || return 1
            ;;
        *)
            echo "$line"
            return 1
            ;;
        esac
    done < <(cd "$1" && diff -rq ${3:+-x '.*.new'} . "$2" 2>&1)
}

# line_of I: the line of that command, for `run`.
line_of() {
    local line=${lines[$1]}
    line=${line//\'</<}
    printf '%s' "${line//.txt\'/.txt}"
}
