# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a program so that USR1, TERM and Ctrl-C reach it and its end is waited for. Sourced.

# child COMMAND...: its exit code; 75 when a signal of ours ended it before it could save anything.
# Needs `child_trap` once before. The program gets TERM too when this shell is killed.
child_pid="" child_stopped=""
child_signal() {
    child_stopped=1
    [[ -z $child_pid ]] || kill -TERM "$child_pid" 2>/dev/null || true
}
child_trap() { trap child_signal USR1 TERM INT; }

child() {
    local code=0 with_parent=()
    [[ -z $child_stopped ]] || return 75
    command -v setpriv >/dev/null && setpriv --pdeathsig TERM true 2>/dev/null &&
        with_parent=(setpriv --pdeathsig TERM)
    "${with_parent[@]}" "$@" &
    child_pid=$!
    [[ -z $child_stopped ]] || kill -TERM "$child_pid" 2>/dev/null || true
    # A signal ends `wait`, not the program.
    while :; do
        code=0
        wait "$child_pid" || code=$?
        if [[ $code -le 128 ]] || ! kill -0 "$child_pid" 2>/dev/null; then
            break
        fi
    done
    child_pid=""
    if [[ -n $child_stopped && ($code -eq 143 || $code -eq 138 || $code -eq 130) ]]; then
        code=75
    fi
    return $code
}
