# ctest: slow
# SPDX-License-Identifier: GPL-3.0-or-later
# Endings of Chu Shogi that take long, won through a bot's dialogue: 60,000 nodes a move, a tenth of a second,
# against 3,000.
# shellcheck source=tests/lishogi/bot.bash
. "$TESTS/lishogi/bot.bash"
start 0
start 1
greet 0 chushogi USI_Hash=16
greet 1 chushogi USI_Hash=4
clocks="btime 36000000 wtime 36000000"
while IFS='|' read -r name position; do
    moves='' over=''
    say 0 usinewgame
    say 1 usinewgame
    for ((ply = 0; ply < 600; ply++)); do
        judge 0 "sfen $position b - 1" "$moves"
        [[ -z $over ]] || break
        ask $((ply % 2)) "sfen $position b - 1" "$moves" "nodes $((ply % 2 ? 3000 : 60000)) $clocks"
        moves+="${moves:+ }$move"
    done
    [[ $over == 1-0* ]] && echo "$name: won" || echo "$name: ${over:-not won} after $ply moves"
done <<'ENDINGS'
Lion against Gold|6k5/6g5/12/12/12/12/12/12/12/12/5N6/5K6
Gold and Rook against Gold and Pawn|5k6/6g5/5p6/12/12/12/12/12/12/12/4GR6/5K6
two Golds and a Pawn against Copper and Pawn|5k6/4c7/4p7/12/12/12/12/4P7/12/12/4GG6/5K6
Lion and Rook against two royals and a Gold|5k+e5/6g5/12/12/12/12/12/12/12/12/4RN6/5K6
Silver, Gold and Pawn against Gold|5k6/6g5/12/12/12/12/12/12/4P7/12/4SG6/5K6
Silver and Gold more, three Pawns each|5k6/12/4ppp5/12/12/12/12/4PPP5/12/12/4SG6/5K6
ENDINGS
finish
