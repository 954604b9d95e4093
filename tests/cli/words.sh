# SPDX-License-Identifier: GPL-3.0-or-later
# What golden outputs and pages are compared by (tests/words.sed, tests/words.sh): no number counts, of whatever size
# and unit. A fast machine says 33s where a slow one says 1m33s.
# these bytes
for number in 0s 33s 1m33s 5h07m 2d4h 2h '0.4 s' '12 ms' '900 B' '5.88 MB' '1.2 TB' 7 0.25 1.23e+03 '±0.3' '12 .. 14%' '█████▎'; do
    echo "time left $number"
done | sed -E -f "$TESTS/words.sed" | sort | uniq -c

# Nor does what numbers decide; but words, rows, columns and other places do.
# shellcheck source=tests/words.sh
source "$TESTS/words.sh"
table='
Rates
  ID  armies      logs        other       mean
  R   1.20 ±0.10  1.14 ±0.41  1.17 ±0.20
  P   0.31 ±0.47  0.17 prior  0.29 ±0.40

  hand as board  0.039  no       all together 1.02 ±0.44
  runs           0.601  worth depends on the player
  logs  hand     0.227  0 of 4 differ; most: Bishop in hand -0.62 ±0.60
! from the same games, r4a64dd43ca86'
# shellcheck disable=SC2119 # all lines, so no address
compared() { words | unranked; }
change() {
    if diff -q <(compared <<<"$table") <(sed -E "$1" <<<"$table" | compared) >/dev/null; then
        echo "passed over: $2"
    else
        echo "refused:     $2"
    fi
}
change '/^  R/{h;d};/^  P/G' "rows in another order"
change 's/0\.039  no/0.514  yes/' "another verdict"
change 's/  worth depends on the player//' "none"
change 's/most: .*/most: Rook +0.70 ±0.68/' "the piece that differs most"
change 's/prior/≠/' "a mark of significance"
change 's/ +mean$//' "a mean where methods agree"
change 's/r4a64dd43ca86/r0123456789ab/' "the name of a run"
change 's/hand as board/hand at board/' "another word"
change '/^  R/d' "a row less"
change '/^  P/p' "a row more"
change 's/  armies//' "a column less"
change 's/^(  P.*0\.31).*/\1/' "a row without intervals"
change 's/0\.039  no/0.039  not/' "no verdict's words"
change '/^  R/{h;d};/^$/G' "a row in another table"
change 's/; most:.*//' "no piece that differs most"
change 's/same games/same game/' "another message"
# What is renewed is what differs.
printf '%s\n' 'a 1' 'b 1' 'c 1' 'd 1' >old
printf '%s\n' 'a 2' 'x 2' 'c 2' 'y 2' 'd 2' >new
renewed old new words
renewed old old words | cmp - old
