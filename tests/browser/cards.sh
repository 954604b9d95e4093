#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Cards of games in a real browser: one of a run with a worth.csv beside it, saved as SVG and as PNG;
# and those of made-up documents in cards.js, on its page.
#   tests/browser/cards.sh PROGRAM
# Exit code 77, skipped, without chromium.
# shellcheck disable=SC2016 # the dollars in single quotes are of the page's programs
set -euo pipefail
kagami=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/browser/devtools.sh
. "$here/devtools.sh"
work=$(mktemp -d)
trap 'browser_stop "$work"' EXIT
cd "$work"
browser_start "$work"
"$kagami" selfplay minishogi --games 20 --nodes 10 --seed 1 --out run >/dev/null 2>&1
cat >run/worth.csv <<'END'
parameter,piece,where,elo,elo_se,worth,se,lo95,hi95,games,mark,method
board.R,R,board,310,10,2.1,0.1,1.9,2.3,900,,armies
board.P,</script><script>document.title='broken'</script>,board,45,5,0.3,0.05,0.2,0.4,900,,armies
END
"$kagami" report run --no-tune --card card.html 2>/dev/null

browser_size 1100 900 dark
browser_open card.html
check "title" Minishogi "$(browser_value 'document.title')"
check "panels" "How its games go|What its pieces are worth|How long its games are" \
    "$(browser_value '[...document.querySelectorAll("svg .head")].map(node => node.textContent).join("|")')"
check "a piece by its name, one by its hostile letters" "Rook|</script><script>document.title='broken'</script>" \
    "$(browser_value '[...document.querySelectorAll("svg .label")].map(node => node.textContent).join("|")')"
check "ink on a dark screen" "rgb(34, 34, 34)" \
    "$(browser_value 'getComputedStyle(document.querySelector("svg .label")).fill')"

# What the buttons hand on: a drawing that is read again, and a picture of twice its size.
saved=$(browser_value '(async () => {
    const files = [], old = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function () { files.push([this.download, this.href]); };
    for (const button of document.querySelectorAll("button")) button.click();
    for (let waited = 0; files.length < 2 && waited < 60000; waited += 20)
        await new Promise(done => setTimeout(done, 20));
    HTMLAnchorElement.prototype.click = old;
    const sizes = [];
    for (const [name, href] of files.sort()) {
        const image = new Image();
        image.src = href;
        await image.decode();
        sizes.push(`${name} ${image.naturalWidth}x${image.naturalHeight}`);
    }
    return sizes.join(", ");
})()')
check "saved" "card.png 2000x1440, card.svg 1000x720" "$saved"

wrong=$(browser_value "$(cat "$here/cards.js"); testCards()")
check "cards of made-up documents" "" "$wrong"
check "faults of the page" 0 "$(browser_faults)"

sed 's/"folders":\[/"folders":[],"others":[/' card.html >none.html
browser_open none.html
check "nothing to show" "nothing for a card" "$(browser_value 'document.body.innerText.slice(0, 18)')"
