#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the page of a report draws from files written by hand: sentences, figures by their tips, tables.
# Then the same of hostile files: whatever names, sentences and numbers are, they stand in the page as
# text, nothing of them runs, nothing is asked of any network, and a saved picture is well-formed.
#   tests/browser/report.sh PROGRAM
# Exit code 77, skipped, without chromium.
# shellcheck disable=SC2016 # the dollars in single quotes are of the page's programs
set -euo pipefail
kagami=$(realpath "$1")
# shellcheck source=tests/browser/devtools.sh
. "$(dirname "$0")/devtools.sh"
work=$(mktemp -d)
trap 'browser_stop "$work"' EXIT
cd "$work"
browser_start "$work"
browser_send Network.enable '{}' >/dev/null

# shows SELECTOR TEXT...: one of the elements has each text.
shows() {
    local selector=$1 text
    shift
    for text; do
        check "$selector with '$text'" true "$(browser_value \
            "[...document.querySelectorAll('$selector')].some(node => node.textContent.includes($(browser_quote "$text")))")"
    done
}

# files FOLDER STRING: what commands write, with STRING in the place of each text. `number` is one that
# a hostile file has as text.
files() {
    local text=$2 number=${3-60}
    mkdir -p "$1"
    cat >"$1/verify.json" <<JSON
{"schema":3,"command":"kagami match $text","program":"$text","variant_hash":"$text","inputs":[{"folder":"$text","seed":"$text",
"config_hash":"$text"}],"title":"$text","seed":"$text","verdict":"reject","summary":["The old values stay: $text"],
"limits":[{"nodes":400,"games":80,"sprt":{"verdict":"accept","model":"$text","elo0":0,"elo1":10,"llr":3,"elo":{"value":40,"lo95":10,"hi95":70},"normalized_elo":{"value":44,"lo95":11,"hi95":77}}},{"nodes":100,"games":60,"sprt":{"verdict":
"accept","model":"$text","elo0":0,"elo1":10,"llr":3,"elo":{"value":$number,"lo95":20,"hi95":100},"normalized_elo":{"value":66,"lo95":22,"hi95":110}}},{"nodes":1600,"games":90,"sprt":{"verdict":"$text","elo":{"value":-5,"lo95":-25,"hi95":15},
"normalized_elo":{"value":-6,"lo95":-27,"hi95":16}}}]}
JSON
    cat >"$1/ratings.json" <<JSON
{"schema":3,"title":"$text","summary":["a leads $text"],"players":[{"name":"a $text","elo_over_mean":{"value":30.5,"lo95":11,"hi95":50},
"elo_over_next":{"value":61,"lo95":22,"hi95":100},"p_next":0.002},{"name":"b","elo_over_mean":{"value":-30.5,"lo95":-50,"hi95":-11}}],"matches":[{"first":"a $text","second":"b","won":$number,"drawn":12,"lost":118,"elo":{"value":61,"lo95":22,"hi95":100},
"expected_score":0.58,"residual":0.1}],"freedom":0}
JSON
    cat >"$1/worth.json" <<JSON
{"schema":3,"variant":"$text","title":"$text","unit":"mean pieces $text","summary":["$text"],"warnings":["$text"],"runs":[{"name":
"shipped-100n $text","values":"$text","nodes":100,"main":true,"games":900,"unit":"mean pieces $text","unit_elo":{"value":88,"lo95":80,"hi95":96},"pieces":
[{"id":"R $text","mark":"R $text","name":"Rook $text","pair":0,"board":{"elo":{"value":150,"lo95":97,"hi95":229},"worth":{"value":1.7,"lo95":1.1,"hi95":2.6},"games":500},"hand":{"elo":null,"worth":null,"games":3,"mark":"not measured"},
"note":"hand not measured $text"}],"replaced":[{"piece":"G for S $text","elo":{"value":$number,"lo95":1,"hi95":99},"worth":{"value":0.7,"lo95":0.1,"hi95":1.3},"p_holm":0.02}],"checks":[{"check":"logits add up","p":0.4,"word":"yes $text","says":
"cubic term 0.01 $text"}]}],"ladders":[{"values":"2 limits $text","same":{"chi2":1,"df":2,"p_holm":0.5}}],"beside":[{
"name":"logs $text","method":"$text","whole":false,"in_the_mean":true,"tests":[{"run":"shipped-100n $text","where":"board",
"pieces":1,"chi2":0.1,"df":1,"p_holm":0.9,"word":"$text"}]}],"side":[{"method":"armies","parameter":"board.R","id":"R",
"name":"Rook","where":"board","worth":{"value":1.7,"lo95":1.1,"hi95":2.6}},{"method":"logs $text","parameter":"board.R",
"id":"R","name":"Rook","where":"board","worth":{"value":1.5,"lo95":1.2,"hi95":1.8}}]}
JSON
    local csv=${text//\\u0001/} # of CSV: quotes doubled
    csv=${csv//\\\"/\"\"}
    cat >"$1/effects.csv" <<CSV
metric,nodes,effect,value,lo95,hi95,p,p_holm
first-score,50,"drops=off$csv",0.11,0.02,0.2,0.01,0.02
first-score,50,drops=off x nifu=off,,,,,
CSV
    cat >"$1/summary.csv" <<CSV
metric,nodes,arm,rules,unit,n,value,lo95,hi95,difference,difference_lo95,difference_hi95,p,p_holm,margin,p_equivalent_holm
first-score,200,base,,share,200,0.5145,0.43,0.57,,,,,,,
first-score,50,base,,share,200,0.4025,0.337,0.471,,,,,,,
first-score,200,"free$csv","drops=off$csv",share,200,0.6,0.53,0.67,0.1,0.01,0.19,0.03,0.06,0.025,1
first-score,50,"free$csv","drops=off$csv",share,190,0.55,0.5,0.6,0.1475,0.06,0.22,0.001,0.002,0.025,1
"draws$csv",50,base,,"share$csv",200,0.1,0.05,0.15,,,,,,,
ending-stalemate,50,base,,share,200,0,0,0.02,,,,,,,
drama,50,base,,centi,0,,,,,,,,,,
CSV
    cat >"$1/report.json" <<JSON
{"schema":3,"title":"$text","summary":["free differs $text"],"overview_caption":"Against base $text","overview":[{"arm":"base $text","draws":"10.0%"},
{"arm":"free","draws":"-5.3 ±8.8 *"}]}
JSON
    cat >"$1/history.csv" <<CSV
generation,played_with,games,match_games,elo,elo_lo95,elo_hi95,los,verdict
1,0,100,40,25.5,10,41,0.99,"accepted$csv"
CSV
    echo "{\"title\":\"Game $text\",\"summary\":[\"$text\"],\"command\":\"kagami evolve $text\"}" >"$1/evolve.json"
    printf 'kagami %s\n' "$csv" >"$1/command"
    printf 'A finding %s\n' "$csv" >"$1/finding.md"
}
# What a page may never be, whatever it shows.
harmless() {
    check "programs of the page" 6 "$(browser_value 'document.scripts.length')"
    check "what a text has made" 0 "$(browser_value 'document.querySelectorAll("img,iframe,object,embed,link,base,form,[onload],[onerror],[src]").length')"
    check "links that lead out" 0 "$(browser_value '[...document.querySelectorAll("[href]")].filter(node => !node.getAttribute("href").startsWith("#")).length')"
    check "asked of a network" 0 "$(grep '"method":"Network.requestWillBeSent"' "$browser_events" | grep -vc '"url":"file:///' || true)"
    check "parts that cannot be drawn" "" "$(browser_value '[...document.querySelectorAll(".fault")].map(node => node.textContent).join()')"
    check "saved pictures that are not well-formed" 0 "$(browser_value '[...document.querySelectorAll("figure svg")].filter(svg =>
        new DOMParser().parseFromString(plots.plotFile(svg), "image/svg+xml").querySelector("parsererror, script, [onload]")).length')"
    check "faults" 0 "$(browser_faults)"
}

# --- By hand ---------------------------------------------------------------------------------------

files plain ""
"$kagami" report plain --out plain.html 2>/dev/null
browser_size 1400 1000 light
browser_open plain.html
browser_value 'for (const node of document.querySelectorAll("details")) node.open = true; 1' >/dev/null
harmless
shows '.answer' "The old values stay" "a leads"
shows 'figure h4' "Do the new values play better?" Ratings "What the pieces are worth" "What the change does" \
    "first-score over the strength of play" "Does each generation play better?" "Other methods beside armies"
shows 'figure title' "Elo, nodes 100: 60.0 (95%: 20.0 to 100), n = 60" "Elo, nodes 400: 40.0 (95%: 10.0 to 70.0), n = 80" \
    "Elo, nodes 1600: −5.00 (95%: −25.0 to 15.0), n = 90" "normalized Elo, nodes 400: 44.0 (95%: 11.0 to 77.0), n = 80" \
    "free ∗, the rule set, nodes 200: 60.0 (95%: 53.0 to 67.0), n = 200" ": 30.5 (95%: 11.0 to 50.0)"
shows 'td' +40.0 1.70 "1.10 to 2.60" "cubic term 0.01" +11.0% "+2.0 to +20.0%" 58.0%
shows 'section p' "hand not measured" "Against base"
shows 'td.n' "-5.3 ±8.8 *"
shows 'pre' "kagami match" "A finding"
# 0.5145 is 51.45%, which is 51.5 though 100 times 0.5145 is less in binary.
shows 'td' 51.5%
check "metrics without a number" false "$(browser_value '/drama|stalemate/.test(document.getElementById("report").textContent)')"
check "metrics that differ nowhere" 0 "$(browser_value '[...document.querySelectorAll("figure h4")].filter(node => node.textContent === "draws").length')"
# Tests at node limits, in whatever order they were played: a line from the lowest to the highest.
check "a line over the limits" true "$(browser_value '(() => {
    const svg = [...document.querySelectorAll("figure")].find(node => /Do the new/.test(node.textContent)).querySelector("svg");
    const at = svg.querySelector("path.s1").getAttribute("d").match(/[-\d.]+/g).map(Number);
    const [x1, y1, x2, y2, x3, y3] = at;
    return at.length === 6 && x1 < x2 && Math.abs((x3 - x2) - (x2 - x1)) < 0.3 && y1 < y2 &&
           Math.abs((y3 - y2) - 45 / 20 * (y2 - y1)) < 1;
})()')"
# A click on a heading sorts, the largest first.
check "sorted" "200 200 190 " "$(browser_value '(() => {
    const table = [...document.querySelectorAll("table")].find(node => /p equivalent/.test(node.textContent));
    const heads = [...table.querySelectorAll("th")], n = heads.findIndex(node => node.textContent === "n");
    heads[n].querySelector("button").click();
    return [...table.rows].slice(1).map(row => row.cells[n].textContent + " ").slice(0, 4).join("").replace("200 ", "");
})()')"

# Values: an interval without width is given, not measured; SPSA notes games where it tuned alone. Of
# generations those that were accepted are played by.
mkdir -p values loop/1
printf '%s\n' parameter,value,se,lo95,hi95,games board.R,900,50,800,1000,77 board.G,500,,,,5 board.B,700,60,600,850,66 \
    hand.R,950,,,, board.+R,1200,0,1200,1200,9 tempo,20,,,, >values/values.csv
"$kagami" selfplay minishogi --games 4 --nodes 5 --seed 1 --out loop/1/log >/dev/null 2>&1
printf '%s\n' parameter,value,se,lo95,hi95,games board.R,901,20,860,940,50 board.B,300,,,,3 >loop/1/generation-1.csv
printf '%s\n' generation,played_with,games,match_games,elo,elo_lo95,elo_hi95,los,verdict \
    1,0,100,40,25.5,10,41,0.99,accepted 2,1,100,0,,,,,untuned >loop/history.csv
"$kagami" report values loop --variant minishogi --no-tune --out values.html 2>/dev/null
browser_open values.html
check "pieces of values" "R 800 true false null true true false true G false | 901 940 true number null" "$(browser_value '(() => {
    const [values, history] = report.data.folders.map(folder => folder.sections[0]);
    const [rook, , gold] = values.pieces, { board, hand, promoted } = rook;
    const steps = history.pieces.find(piece => piece.id === "R").board;
    return [rook.id, board.lo95, board.measured, board.kept, hand.lo95, hand.kept, !promoted.measured,
            promoted.measured, promoted.kept, gold.id, gold.board.kept, "|", steps[1].value, steps[1].hi95,
            steps[1].played, typeof steps[0].value, steps[2]].map(String).join(" ");
})()')"
check "terms" "tempo true" "$(browser_value 'report.data.folders[0].sections[0].terms.map(term => term.parameter + " " + (term.meaning.length > 5)).join()')"
shows 'figure h4' "Values over the generations" "Values of the pieces"
harmless

# --- Hostile ---------------------------------------------------------------------------------------

evil='</script><script>hit()</script>\" onload=\"hit()<!--\u0001&<img src=x onerror=hit()>javascript:hit()'
folder='<img src=x onerror=hit()>'
files "$folder" "$evil" '"<b>60</b>"'
"$kagami" selfplay minishogi --games 60 --nodes 10 --opening-bound 100000 --seed 3 --out "$folder/log" >/dev/null 2>&1
record=$(sed -E 's/"(host|program|command|start|player1.name)":(\s*)"[^"]*"/"\1":\2"TEXT"/' "$folder/log/run.json")
printf '%s\n' "${record//TEXT/"$evil"}" >"$folder/log/run.json"
"$kagami" report "$folder" "$folder/log" --no-tune --out evil.html 2>messages || { cat messages; exit 3; }
for width in 1400 400; do
    browser_size "$width" 1000 light
    browser_open evil.html
    browser_value 'for (const node of document.querySelectorAll("details")) node.open = true; 1' >/dev/null
    harmless
    check "as wide as the window at $width pixels" true "$(browser_value 'document.documentElement.scrollWidth <= innerWidth')"
done
for selector in h1 h2 h3 nav .answer td pre dd 'figure title' 'figure text' .path li; do
    shows "$selector" '<img src=x onerror=hit()>'
done
for kind in verification ratings worth comparison effects history games; do
    check "sections of $kind" true "$(browser_value "report.data.folders.some(folder => folder.sections.some(section => section.kind === '$kind'))")"
done
# Damaged where the page does not look at first: it says so and draws the rest.
printf '{"schema":3,"players":5,"matches":[],"title":"Broken"}' >plain/ratings.json
"$kagami" report plain --out damaged.html 2>/dev/null
browser_open damaged.html
check "one fault" 1 "$(browser_value 'document.querySelectorAll(".fault").length')"
shows 'figure h4' "What the pieces are worth"
check "faults of the pages" 0 "$(browser_faults)"
