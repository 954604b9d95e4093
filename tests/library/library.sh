#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The shared library as its users have it: installed, with its examples compiled by what pkg-config says,
# its symbols, memory that runs out, and the modules for Python and node.
#   tests/library/library.sh BUILD ALLOCATIONS     ALLOCATIONS: tests/faults/fail_allocation.c as a library
set -euo pipefail
build=$(realpath "$1")
allocations=$(realpath "$2")
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "library: $1" >&2; exit 3; }

cmake --install "$build" --prefix "$work/usr" --component library >/dev/null
PKG_CONFIG_PATH=$(dirname "$(find usr -name kagami.pc)") LD_LIBRARY_PATH=$(realpath "$(dirname "$(find usr -name libkagami.so)")")
PYTHONPATH=$(realpath "$(dirname "$(find usr -name kagami.py)")")
export PKG_CONFIG_PATH LD_LIBRARY_PATH PYTHONPATH PYTHONDONTWRITEBYTECODE=1

# It has the functions of its header and nothing else.
sed -nE 's/^KAGAMI_API .*[ *](kagami_[a-z_]+)\(.*/\1/p' usr/include/kagami.h | sort >promised
nm -D --defined-only "$LD_LIBRARY_PATH/libkagami.so" | awk '{print $3}' | sort | diff promised - >&2 ||
    fail "symbols that the header does not have, or too few"

read -ra flags <<<"$(pkg-config --cflags --libs kagami)"
for example in "$source"/docs/examples/*.c; do
    cc -std=c99 -Wall -Wextra -Wpedantic -Werror "$example" -o "$(basename "$example" .c)" "${flags[@]}"
done
printf '#include <kagami.h>\nvoid f() { kagami_free(kagami_new()); }\n' |
    clang -x c++ -Wall -Wextra -Werror -fsyntax-only "${flags[0]}" -
[[ $(./moves minishogi | wc -w) -eq 14 ]] || fail "moves"
! ./moves minishogi "5/5 w" 2>said || fail "a FEN that is none was taken"
grep -q '^moves: FEN column' said || fail "$(cat said)"
[[ $(./counts 2 | grep -c -E '^(shogi +30 +900|minishogi +14 +181|chu-shogi +36 +1296)$') -eq 3 ]] || fail "counts"
./play minishogi 50 >game
tail -n 1 game | grep -qE '^(1-0|0-1|1/2-1/2), [a-z-]+$' || fail "no end: $(tail -n 1 game)"

# Each allocation fails once: the library says so, or did not need it, and its host goes on to its end.
told=0
for ((n = 1, done = 0; !done; n += 1 + n / 12)); do
    code=0
    FAIL_ALLOCATION=$n LD_PRELOAD=$allocations ./play minishogi 5 >out 2>said || code=$?
    if grep -q '^play: out of memory' said && [[ $code -eq 1 ]]; then
        told=$((told + 1))
    elif [[ $code -ne 0 ]]; then
        fail "allocation $n: exit $code: $(cat said)"
    elif ((n > 400)); then
        done=1
    fi
done
((told >= 10)) || fail "only $told allocations failed"

/usr/bin/python3 "$source/tests/library/test_kagami.py" 2>said || { cat said >&2; fail "Python"; }
[[ ! -e $build/npm ]] || node "$source/tests/library/test_kagami.mjs" "$build/npm/kagami"
