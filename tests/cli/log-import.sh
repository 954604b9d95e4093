# SPDX-License-Identifier: GPL-3.0-or-later
# ctest: slow
# People's games as logs. What export writes comes back as the same games; faults are named with file and line.
own_values
same=first,second,result,termination,plies,branching_mean,drops,promotions,captures,checks,moves
board() { "$TESTS/columns" opening | sed 's/ .*//'; }
for game in shogi minishogi chu-shogi kagamigi; do
    rule=() # PGN does not say which Lion passes, so nobody could tell who attacked all the time
    [[ $game != chu-shogi ]] || rule=(--rule repetition=fourfold-draw)
    "$KAGAMI" selfplay $game "${rule[@]}" --games 6 --nodes 40 --seed 5 --values own.csv --annotate times --out $game >/dev/null 2>&1
    for format in pgn kif csa usi; do
        "$KAGAMI" log export $game --format $format >$game.$format 2>/dev/null || continue
        wanted=$same
        # Lines of USI have no results: only games that the rules end come back.
        [[ $format != usi ]] || wanted=moves
        [[ $game$format != chu-shogipgn ]] || wanted=${same%,moves}
        "$KAGAMI" log import $game.$format --game $game "${rule[@]}" --skip --out back >/dev/null 2>err
        [[ $format == usi ]] || cat err
        "$TESTS/columns" "$wanted" <$game/games.csv >there
        "$TESTS/columns" "$wanted" <back/games.csv >here
        [[ $format != usi ]] || { grep -Fxf here there >ended || true; mv ended there; }
        cmp there here
        [[ $format == usi ]] || cmp <(board <$game/games.csv) <(board <back/games.csv)
        "$KAGAMI" log replay back | sed -n 's/.*\( 0 mismatches\)/'"$game $format"'\1/p'
        rm -r back
    done
done
# As people write: algebraic notation with checks, comments, variations; other names, blanks, ends.
cat >san.pgn <<'END'
[White "=A"]
[Black "B"]
[Result "0-1"]
[Variant "Shogi"]

1. Pc4 {the { file} g6 (1... c6 2. d4) 2. Bxh8+ Sxh8 ; exchanged
3. B@f5 $1 B@e5 4. Bxg6 Bxc3+ 5. Nxc3 Kd8 0-1

[Result "1/2-1/2"]

1. c3c4 c7c6 1/2-1/2
END
cat >old.kif <<'END'
# ----  棋譜ファイル  ----
棋戦：名人戦
手合割：平手　　
先手：大山
後手：升田　
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:16/00:00:16)
*comment
   2 ３四歩(33)   ( 0:00/00:00:00)
   3 ２二角成(88)
   4 同　銀(31)
   5 ４五角打
   6 ５二玉(51)
   7 ６三角成(45)
   8 同　玉(52)
   9 ６八飛(28)
  10 ５五角打
  11 ６五歩(67)
  12 反則勝ち
まで11手で後手の勝ち

変化：4手
   4 同　飛(82)
END
cat >server.csa <<'END'
V2.2
N+NAKAHARA
N-YONENAGA
PI
+
+2726FU,T12,-3334FU,T6
+7776FU
'** 35
-2288UM
+7988GI
%TORYO
/
P1 *  *  *  * -OU *  *  *  * 
P5 *  *  *  *  *  *  *  * +FU
P-11KY
P+59OU00KI00FU
-
-1115KY
%TIME_UP
END
t log import san.pgn old.kif server.csa --game shogi --out people
"$TESTS/columns" opening,first,second,result,termination,moves <people/games.csv
"$TESTS/columns" first_result <people/positions.csv | uniq -c
t report people --json --out page.html | grep -c '大山'
t log replay people
t log import san.pgn old.kif server.csa --game shogi --out people
t log import san.pgn --game shogi --out people
# What is wrong.
cat >faults.pgn <<'END'
[Variant "chess"]
[Result "0-1"]

1. e4 e5 0-1

[Result "1-0"]

1. c3c4 c7c6
2. a1a9 1-0

[FEN "rubbish"]

1. c3c4 c7c6 1-0

[Result "*"]

1. Sxe9 c7c6 *

1. c3c4 c7c6 *

[Termination "time forfeit"]

1. c3c4 c7c6 1-0

[Reason "checkmate"]

1. c3c4 c7c6 1-0

[Result "1-0"]

1. c3c4 c7c6 0-1

[Rules "nifu=off"]

1. c3c4 c7c6 0-1
[Result
END
printf '手合割：二枚落ち\n先手：a\n 1 ７六歩(77)\n 2 投了\n先手：a\n盤面\n 1 ７六歩(77)\n 2 ７四歩(77)\n|v香|\n先手：a\n 1 ７六歩(77)\n 2 ３四麒(33)\n' >faults.kif
printf 'PI\n+\n+7776FU\n+3334FU\n/\nPI\n+7776KI\n/\nPI\nFOO\n%%FOO\n/\nP+99ZZ\n' >faults.csa
printf 'position sfen rubbish\nfoo\nposition startpos moves 7g7f 7g7f\n' >faults.usi
printf '\x8f\xe3\n' >sjis.kif
t log import faults.pgn faults.kif faults.csa faults.usi --game shogi --out new
t log import sjis.kif --game shogi --out new
# Brackets that do not pair are faults of their game alone.
game=$'[White "A"]\n[Result "1-0"]\n\n1. c3c4 g7g6 @ 2. a3a4 a7a6 1-0\n\n'
for odd in ')' '(2. b3b4' '{never closed'; do printf '%s' "${game/@/$odd}" "${game/@ /}"; done >odd.pgn
printf '%s' "${game/@/(}" >open.pgn
printf '[White "M\374ller"]\n\n1. c3c4 1-0\n' >latin.pgn
t log import odd.pgn open.pgn --game shogi --out new
t log import latin.pgn --game shogi --out new
"$KAGAMI" log import odd.pgn --skip --game shogi --out odd 2>/dev/null | sed -n '/ games/p'
"$TESTS/columns" result,moves <odd/games.csv
# Lines between moves and behind the end; all that is left in hand; names longer than there is room for.
printf '先手：%s\n手合割：平手\n   1 ７六歩(77)\n# comment\n   2 ３四歩(33)\n&しおり：本譜\nまで2手で時間切れにより後手の勝ち\n終了日時：2020/01/01\n' "$(printf '羽%.0s' {1..60})" >lines.kif
printf 'V2.2\nP-11OU\nP+59OU33GI\nP+00KI\nP-00AL\n+\n+0012KI\n%%TORYO\n\044END_TIME:2020/01/01 10:00:00\n' >rest.csa
"$KAGAMI" log import lines.kif rest.csa --game shogi --out lines >/dev/null
"$TESTS/columns" opening,first,result,termination,moves <lines/games.csv
# A game that who is to move wins by the other one's fault, to CSA and back.
printf '[FEN "4k4/9/9/9/R8/9/9/9/4K4[] w - - 0 1"]\n[Result "0-1"]\n\n1. a5e5 e9d9 2. e5d5 d9e9 3. d5e5 e9d9 4. e5d5 d9e9 5. d5e5 e9d9 6. e5d5 d9e9 7. d5e5 0-1\n' >checks.pgn
"$KAGAMI" log import checks.pgn --game shogi --out checks >/dev/null
"$KAGAMI" log export checks --format csa 2>/dev/null | tee checks.csa | tail -n 2
"$KAGAMI" log import checks.csa --game shogi --out back >/dev/null
"$TESTS/columns" result,termination <back/games.csv
t log import server.csa --game minishogi --out new
t log import old.kif --game chu-shogi --out new
t log import own.csv --game shogi --out new
t log import san.pgn --out new
ls
# Imported games have no scores, so nothing is known of who led.
"$KAGAMI" log import server.csa --game shogi --out leads --json 2>/dev/null | grep -o '"lead changes":.null'
"$KAGAMI" log import server.csa --game shogi --out full --full 2>/dev/null | grep -o 'More tables' || echo "all tables"
# A position that cannot be read comes before any that can; words of pieces that do not stand there; a game that
# has the name of shogi alone, and one of six files.
printf 'position sfen rbsgk/4p/5/P4/KGSBR b 5 9 moves 2e2d\n' >damaged.usi
t log import damaged.usi --game minishogi --skip --out new
printf '手合割：平手\n先手：a\n 1 ７六飛(77)\n 2 投了\n' >rook.kif
t log import rook.kif --game shogi --out new
"$KAGAMI" show shogi --ini | sed 's/^N = N, Knight, ffN/N = N, Knight, N/' >mine.ini
t log import old.kif --game kagamigi --out new
t log import old.kif --game ./mine.ini --out new
"$KAGAMI" selfplay ./mine.ini --games 2 --nodes 10 --ply-limit 10 --seed 1 --out mine >/dev/null 2>&1
t log export mine --format kif
t log export mine --format csa
