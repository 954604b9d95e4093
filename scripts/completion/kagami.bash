# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of kagami in bash: the program itself knows its options and their values.
_kagami() {
    local line=${COMP_LINE:0:COMP_POINT} words word start candidate
    read -ra words <<<"$line"
    [[ $line != *[[:space:]] ]] || words+=("")
    start=${words[-1]}
    COMPREPLY=()
    while IFS=$'\t' read -r candidate _; do
        case $candidate in
        "<file>") while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "${start#*=}") ;;
        "<folder>") while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -d -- "${start#*=}") ;;
        *)
            # What stands before the last = is a word of its own to bash.
            [[ $COMP_WORDBREAKS != *=* || $start != *=* ]] || candidate=${candidate#"${start%=*}="}
            COMPREPLY+=("$candidate")
            ;;
        esac
    done < <("${words[0]}" help --complete "${words[@]:1}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace
    compopt -o filenames 2>/dev/null
}
complete -F _kagami kagami
