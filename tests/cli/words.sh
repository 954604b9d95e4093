# SPDX-License-Identifier: GPL-3.0-or-later
# What golden outputs and pages are compared by (tests/words.sed): no number counts, of whatever size
# and unit. A fast machine says 33s where a slow one says 1m33s.
# these bytes
for number in 0s 33s 1m33s 5h07m 2d4h 2h '0.4 s' '12 ms' '900 B' '5.88 MB' '1.2 TB' 7 0.25 1.23e+03 '±0.3' '12 .. 14%' '█████▎'; do
    echo "time left $number"
done | sed -E -f "$TESTS/words.sed" | sort | uniq -c
