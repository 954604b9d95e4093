#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The npm package in a real browser, from a host of static files: a game to its end by its player.
#   tests/browser/library.sh PROGRAM     of a build that made the package
# ctest: slow
# Exit code 77, skipped, without chromium or the package.
set -euo pipefail
package=$(dirname "$(realpath "$1")")/npm/kagami
[[ -e $package/kagami.wasm ]] || exit 77
# shellcheck source=tests/browser/devtools.sh
. "$(dirname "$0")/devtools.sh"
work=$(mktemp -d)
server=
trap 'browser_stop "$work"; [[ -z $server ]] || kill "$server"' EXIT
browser_start "$work"
/usr/bin/python3 -u -m http.server --bind 127.0.0.1 --directory "$package" 0 >"$work/server" 2>&1 &
server=$!
wait_for() {
    local tries
    for ((tries = 0; tries < 1200; tries++)); do
        ! "$@" || return 0
        sleep 0.1
    done
    echo "not within two minutes: $*"
    exit 3
}
loaded() { [[ $(browser_value 'document.readyState + location.protocol') == completehttp: ]]; }
wait_for grep -q 'port [0-9]' "$work/server"
browser_send Page.navigate "{\"url\":\"http://127.0.0.1:$(sed -nE 's/.* port ([0-9]+).*/\1/p' "$work/server")/\"}" >/dev/null
wait_for loaded
found=$(browser_value '(async () => {
    const { open } = await import("./kagami.js"), game = (await open()).game("minishogi");
    while (game.result === "*" && game.ply < 300) game.play(game.search(50).best);
    return [game.perft(1), game.moves.length, game.ending !== "none" && game.ply > 5].join(" ");
})()')
[[ $found =~ ^[0-9]+\ 0\ true$ ]] || { echo "the game in the browser: '$found'"; exit 3; }
