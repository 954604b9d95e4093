#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The walls of the program: who includes whom, who prints, who reads rules; no file is empty. Exit 3 on a breach.
set -euo pipefail
cd "$(dirname "$0")/.."

layers=(core search selfplay tuner)

tracked() { git ls-files -co --exclude-standard "$@"; }
mapfile -t all < <(tracked '*.c' '*.h' '*.def')
mapfile -t sources < <(tracked "${layers[@]/%//*.[ch]}" kagami.c)
mapfile -t libraries < <(printf '%s\n' "${sources[@]}" | grep -Ev '/cmd/|^kagami\.c$')
# What is done at every node of a search; tables.h has the folded rules and cannot be among them.
mapfile -t hot < <(tracked 'core/board/*.[ch]' core/referee/outcome.[ch] \
    'search/eval/*.[ch]' 'search/tree/*.[ch]' | grep -vE 'core/board/tables\.|search/tree/bench\.c')

# because WHY: ends each line of its input with the reason.
because() { sed "s#\$#: $1#"; }

# code PATTERN FILE...: "file:line:text" of matches in code; comments do not count.
code() {
    local pattern=$1
    shift
    awk '{sub(/\/\/.*/, ""); print FILENAME ":" FNR ":" $0}' "$@" |
        grep -E "^[^:]*:[0-9]+:.*($pattern)" || true
}

# What the compiler cannot see: the headers of a room alone, and a room's commands. A header is found by its name alone: file names are unique.
includes_of_others() {
    local room header
    while read -r header; do
        room=${header%/*}
        grep -l "#include \"${header##*/}\"" "${sources[@]}" | grep -v "^$room/" |
            sed "s#\$#: ${header##*/} is inside $room#"
    done < <(tracked "${layers[@]/%//*_internal.h}")
    code "#include \"($(tracked "${layers[@]/%//cmd/*.h}" | sed 's#.*/##' | paste -sd'|'))\"" \
        "${libraries[@]}" | because "only commands include what is of commands"
}

# The rooms that each links, as CMakeLists.txt says, against those whose headers it includes.
wrong_links() {
    # shellcheck disable=SC2016 # the dollars are awk's
    printf '%s\n' CMakeLists.txt "${all[@]}" | grep -E "^CMake|^($(IFS='|' && echo "${layers[*]}"))/" | xargs awk '
        function room(file, part) {
            split(file, part, "/")
            return part[2] == "cmd" ? "cmd_" part[1] : part[2]
        }
        FNR == NR { # a call of room(), on one line or several
            if (!call && !/^room\(/)
                next
            call = call " " $0
            if (!/\)$/)
                next
            count = split(substr(call, 7, length(call) - 7), word, / +/)
            call = ""
            to = room(word[1] "/")
            for (i = 2; i <= count; i++)
                if (word[i] ~ /^(PUBLIC|PRIVATE)$/)
                    how = word[i]
                else if (word[i] !~ /[^a-z_]/) { # no library of others
                    link[to, word[i]] = how
                    early[to, word[i]] = !(word[i] in known)
                }
            known[to]
            next
        }
        FNR == 1 {
            home = room(FILENAME)
            name = FILENAME
            sub(/.*\//, "", name)
            at[name] = home
        }
        match($0, /^ *# *include "[^"]+"/) {
            split($0, word, "\"")
            public = name ~ /\.h$/ && name !~ /_internal\.h$/
            use[home, word[2]] = use[home, word[2]] == "PUBLIC" || public ? "PUBLIC" : "PRIVATE"
        }
        END {
            for (key in use) {
                split(key, part, SUBSEP)
                if (part[2] in at && at[part[2]] != part[1]) {
                    pair = part[1] SUBSEP at[part[2]]
                    if (need[pair] != "PUBLIC")
                        need[pair] = use[key]
                    why[pair] = part[2]
                }
            }
            for (pair in need) {
                split(pair, part, SUBSEP)
                if (link[pair] != need[pair])
                    print part[1] " includes " why[pair] ": link " part[2] " " need[pair]
            }
            for (pair in link) {
                split(pair, part, SUBSEP)
                if (link[pair] && part[2] in known && !(pair in need))
                    print part[1] " links " part[2] " and includes nothing of it"
                if (early[pair] && part[2] in known)
                    print part[1] " links " part[2] ", which comes after it"
            }
        }' | sort
}

own_header_first() {
    local file
    # shellcheck disable=SC2016 # the dollars are awk's
    for file in "${libraries[@]}"; do
        [[ $file == *.c && (-e ${file%.c}.h || -e ${file%.c}_internal.h) ]] && echo "$file"
    done | xargs awk '
        FNR == 1 {found = 0}
        /^#include/ && !found++ {
            header = FILENAME
            sub(/.*\//, "", header)
            sub(/\.c$/, "", header)
            if ($2 != "\"" header ".h\"" && $2 != "\"" header "_internal.h\"")
                print FILENAME ":" FNR
        }'
}

crowded() {
    git ls-files -co --exclude-standard "${layers[@]/%//*.c}" "${layers[@]/%//*.h}" "${layers[@]/%//*.def}" |
        sed 's#/[^/]*$##' | sort | uniq -c | awk '$1 > 25 {print $2 ": " $1 " files"}'
}

# Tags of headers that other rooms may include.
twice_tagged() {
    # shellcheck disable=SC2016 # the dollars are awk's
    printf '%s\n' "${sources[@]}" | grep '\.h$' | xargs awk 'FILENAME !~ /_internal\.h$/ && match($0, /^(typedef )?(struct|enum|union) [a-z_]+ \{/) {
            split($0, word, " ")
            print word[word[1] == "typedef" ? 3 : 2]
        }' | sort | uniq -d
}

unlicensed() {
    awk 'FNR == 1 && $0 != "// SPDX-License-Identifier: GPL-3.0-or-later" {print FILENAME}' "${all[@]}"
}

faults=$(
    includes_of_others
    code '#include ["<](argp|cmd_common|getopt)\.h' "${libraries[@]}" |
        because "only cmd rooms and kagami.c read command lines"
    code '\b(v?printf|puts|putchar|perror|_?exit|_Exit|abort|errx?|warnx?)\(|\b(stdout|stderr|argv|argp)\b' \
        "${libraries[@]}" | grep -v '^core/base/memory\.c:' |
        because "a library neither prints, exits nor reads the command line"
    code '\b(malloc|calloc|realloc(array)?|strn?dup|v?asprintf)\(' \
        "${sources[@]}" | grep -vE '^core/base/memory\.c:' |
        because "memory.h allocates: nobody asks whether there was memory"
    code 'struct rules|(->|\.)rules\b|RULE_' \
        "${hot[@]}" |
        because "hot loops know tables, not rules"
    code 'if \(variant ==|strcmp\([^;]*"((chu-)?(kagamigi|seireigi|shogi)|minishogi)"' "${sources[@]}" |
        because "no variant is special; put the difference into its data"
    wrong_links | because "a room links those whose headers it includes"
    own_header_first | because "must include its own header first"
    printf '%s\n' "${all[@]##*/}" | sort | uniq -d | because "file name used twice"
    crowded | because "a room holds at most 25; move a wall"
    twice_tagged | because "a tag of two public headers"
    tracked | xargs -d '\n' wc -c | awk '$1 == 0 {print $2}' | because "a file without contents"
    unlicensed | because "the first line must be the SPDX licence line"
)
[[ -z $faults ]] && exit 0
printf '%s\n' "$faults"
exit 3
