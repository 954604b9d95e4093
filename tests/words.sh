# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How golden outputs and pages are compared, and golden outputs renewed. Sourced; $TESTS is this folder.

# words [ADDRESS] <LINES: what is left of each line, or of those at sed's ADDRESS, without its numbers (words.sed).
words() {
    sed -E "${1-}{
$(<"$TESTS/words.sed")
}"
}

# unranked <WORDS: rows with intervals stand by what was measured; neighbours among them are sorted by their words.
unranked() {
    awk '/±$/ { print rank + 0, $0; next } { print ++rank, $0; ++rank }' | LC_ALL=C sort -s -k1,1n -k2 | cut -d" " -f2-
}

# renewed OLD NEW WORDS...: the lines of the file NEW, but those of OLD where the command WORDS makes the
# same of both: a change of play renews few lines.
renewed() {
    local old=$1 new=$2 from first last
    shift 2
    while read -r from first last; do
        sed -n "$first,${last}p" "${!from}"
    done < <(diff --unchanged-group-format=$'old %df %dl\n' --old-group-format= \
        --new-group-format=$'new %dF %dL\n' <("$@" <"$old") <("$@" <"$new"))
}
