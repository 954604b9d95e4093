# SPDX-License-Identifier: GPL-3.0-or-later
# The dialogue of a bot that plays Chu Shogi on Lishogi.
# shellcheck source=tests/lishogi/bot.bash
. "$TESTS/lishogi/bot.bash"
start 0
start 1
greet 0 chushogi "Move Overhead=100" Threads=1 USI_Hash=32 USI_Ponder=true
greet 1 chushogi Move_Overhead=50 USI_MultiPV=1

echo "--- a game: the first move by movetime, then by clocks, as sente and as gote"
moves=''
for ((ply = 0; ply < 24; ply++)); do
    case $ply in
    0 | 1) go="movetime 100" ;;
    *) go="btime 800 wtime 900 byoyomi 100" ;;
    esac
    ask $((ply % 2)) startpos "$moves" "$go"
    moves+="${moves:+ }$move"
done
judge 0 startpos "$moves"
sed -nE 's/^info string sfen [^ ]+ (.) - (.*)/then moves \1, number \2/p' <<<"$heard"

echo "--- shoginet says readiness, movetime and clocks at once: the clock is obeyed"
say 0 usinewgame
say 0 isready
await 0 readyok
ask 0 startpos "" "movetime 36000000 btime 0 wtime 0 byoyomi 300 binc 0 winc 0"

echo "--- a Lion's moves in three squares: past an empty one, there and back, captures on the way"
lion="sfen k10g/12/12/12/12/3pp7/3N8/12/12/12/12/K10G b - 1"
for path in 9g8h8i 9g8h9g 9g9f9g 9g9f8f 9g8f9e 9g11e; do
    judge 0 "$lion" "$path"
    sed -n "s/^info string sfen/$path/p" <<<"$heard"
done
ask 0 "$lion" "" "nodes 3000 btime 36000000 wtime 36000000"
echo "best: $move"

echo "--- a Lion was captured by another piece: another Lion is safe for a move, by the square in place of hands"
for square in - 8f 3c; do
    say 0 "position sfen k11/12/12/12/12/4nr6/12/12/4R7/12/12/K3N7 b $square 1 moves "
    say 0 "go perft 1"
    await 0 Nodes
    grep -c '8i8f' <<<"$heard" || true
done

echo "--- pondering: no move before ponderhit, or stop"
for end in ponderhit stop; do
    tell 0 startpos "$moves"
    say 0 "go ponder btime 300 wtime 300 byoyomi 100"
    say 0 isready
    await 0 readyok
    [[ $heard != *bestmove* ]] || echo "too early"
    say 0 "$end"
    await 0 bestmove
    echo "$end: ${answer%% *}"
done

echo "--- another variant on the same engine, as Lishogi calls it"
say 0 "setoption name USI_Variant value minishogi"
ask 0 startpos "" "nodes 500"
say 0 "setoption name USI_Variant value shogi"
ask 0 startpos "7g7f 3c3d" "nodes 500"
finish
