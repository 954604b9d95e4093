#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# README's first command in an empty folder, and what its second one finds there: a program that was
# once built without the engine for pages gets it as soon as its tools are there, and can be installed.
# Its bytes are those of PROGRAM, which was built in another folder.
#   tests/first_run.sh PROGRAM
set -euo pipefail
program=$(realpath "${1:?the program is missing}")
cd "$(dirname "$0")/.."
work=$PWD/build/first-run
rm -rf "$work"
mkdir -p "$work/.git" # git looks further up from a folder that is none of its own
fail() {
    echo "first run: $*" >&2
    [[ ! -e $work/log ]] || tail -n 20 "$work/log" >&2
    exit 3
}
git ls-files -zco --exclude-standard | xargs -0 cp --parents -p -t "$work"
cd "$work"
export PATH=$work/tools:$PATH

# A machine without the packages of the engine: this clang cannot make WebAssembly, like one without
# its linker and its library.
mkdir tools
cat >tools/clang <<'TXT'
#!/bin/sh
[ -e "$0.complete" ] || case " $* " in *" --target=wasm32-wasi "*) exit 1 ;; esac
PATH=${PATH#*:}
exec clang "$@"
TXT
chmod +x tools/clang
{ cmake --preset release && cmake --build --preset release --target kagami; } >log 2>&1 ||
    fail "does not build without the engine"
if build/release/kagami show minishogi --page refused.html 2>log; then
    fail "a page without the engine is written unasked"
fi
[[ ! -e refused.html ]] || fail "a refused page is left behind"
grep -q 'scripts/setup' log || fail "the message does not say what installs the engine"
build/release/kagami show minishogi --page board.html --no-engine 2>log || fail "no page to look at"

# The packages come.
touch tools/clang.complete
for _ in first again; do
    ./scripts/quickstart --games 20 >log 2>&1 || fail "scripts/quickstart fails"
done
page=runs/quickstart/kagamigi.html
grep -q "$PWD/$page" log || fail "the page's place is not told"
grep -q 'id="module">AGFzbQEAAA' $page || fail "no engine in $page"

# What scripts/test begins with keeps it.
cmake --preset release >log
build/release/kagami show minishogi --page again.html 2>log || fail "the engine is gone"
cmp build/release/kagami "$program" || fail "another folder, other bytes"
cmake --install build/release --prefix "$work/installed" >log 2>&1 || fail "cmake --install fails"
installed/bin/kagami --version >log || fail "the installed program does not run"
[[ -s installed/share/man/man1/kagami.1 ]] || fail "no man page is installed"
echo "first run: quickstart, engine and installation, as README says"
