#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The walls of the program: who includes whom, who prints, who reads rules. Exit 3 on a breach.
set -euo pipefail
cd "$(dirname "$0")/.."

layers=(core search selfplay tuner)

tracked() { git ls-files -co --exclude-standard "$@"; }
mapfile -t all < <(tracked '*.c' '*.h' '*.def')
mapfile -t sources < <(tracked "${layers[@]/%//*.[ch]}" kagami.c)
mapfile -t libraries < <(printf '%s\n' "${sources[@]}" | grep -Ev '/cmd_|^kagami\.c$')
mapfile -t hot < <(tracked core/attacks.c 'core/movegen*.c')

# because WHY: ends each line of its input with the reason.
because() { sed "s#\$#: $1#"; }

# code PATTERN FILE...: "file:line:text" of matches in code; comments do not count.
code() {
    local pattern=$1 file
    shift
    for file; do
        sed -E 's#//.*##' "$file" | grep -nE "$pattern" | sed "s#^#$file:#" || true
    done
}

include_directions() {
    local allowed=" " layer other file line header
    for layer in "${layers[@]}"; do
        allowed+="$layer "
        for file in "$layer"/*.[ch]; do
            [[ -e $file ]] || continue
            while IFS=: read -r line header; do
                for other in "${layers[@]}"; do
                    if [[ -e $other/$header && $allowed != *" $other "* ]]; then
                        echo "$file:$line:$header"
                    fi
                done
            done < <(grep -nE '^#include "' "$file" | sed -E 's/#include "([^"]*)".*/\1/')
        done
    done
}

own_header_first() {
    local file header first
    for file in "${libraries[@]}"; do
        header=${file%.c}.h
        [[ $file == *.c && -e $header ]] || continue
        first=$(sed -nE '/^#include/{s/^#include ["<]([^">]*)[">].*/\1/p;q}' "$file")
        [[ $first == "${header##*/}" ]] || echo "$file"
    done
}

unlicensed() {
    local file
    for file in "${all[@]}"; do
        [[ $(head -n 1 "$file") == "// SPDX-License-Identifier: GPL-3.0-or-later" ]] || echo "$file"
    done
}

faults=$(
    include_directions | because "a header of a later folder; the order is ${layers[*]}"
    code '#include ["<](argp|cmd_common|getopt)\.h' "${libraries[@]}" |
        because "only cmd_*.c and kagami.c read command lines"
    code '\b(v?printf|puts|putchar|perror|exit|_Exit|abort|errx?|warnx?)\(|\b(stdout|stderr|argv|argp)\b' \
        "${libraries[@]}" | because "a library neither prints, exits nor reads the command line"
    code 'struct rules|(->|\.)rules\b|RULE_' \
        "${hot[@]}" |
        because "hot loops know tables, not rules"
    code 'if \(variant ==|strcmp\([^;]*"((chu-)?(kagamigi|seireigi|shogi)|minishogi)"' "${sources[@]}" |
        because "no variant is special; put the difference into its data"
    own_header_first | because "must include its own header first"
    printf '%s\n' "${all[@]##*/}" | sort | uniq -d | because "file name used twice"
    unlicensed | because "the first line must be the SPDX licence line"
)
[[ -z $faults ]] && exit 0
printf '%s\n' "$faults"
exit 3
