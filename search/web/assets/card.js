// SPDX-License-Identifier: GPL-3.0-or-later
// A game in one picture of fixed size, for the page that explains its rules: how its games go, what its pieces are
// worth, how much there is to be learned, each number with its interval. From the document of a report: the run of
// self-play with the most games; worth.csv of a folder, by armies before others, else the fit of a run, else other
// values; the matches between two node limits. It says in words what the folders do not tell.
"use strict";
const card = (() => {
const { estimate, fixed, percent, percents, whole, known, sum, FORMS, PLACES } = numbers;
const WIDTH = 1000, HEIGHT = 720, MARGIN = 36, BODY = 104, FOOT = HEIGHT - 76, LEFT = 392, GAP = 32;
const STEP = 400 * Math.log10(1.5); // Elo of 60 to 40
const HEADING = 26, SPARE = 200; // height that the plot of lengths needs
const SCALE_LEAST = 0.72; // of a plot, to be read
const most = (list, by) => list.reduce((a, b) => by(b) > by(a) ? b : a, list[0]);

// { label, value, range, share, low, high }: the last three of 1, of shares alone.
function factsOf({ openings = "", results, endings, plies, a_game = {}, first_score }) {
    const draws = estimate(results.find(one => one.name === "draw")), ending = most(endings, one => one.count);
    const share = (label, { value, low, high }) => known(value) ? [{ label, value: percent(value),
        share: value, low: Math.max(low, 0), high: Math.min(high, 1), range: known(low)
            ? percents({ low: Math.max(low, 0), high: Math.min(high, 1) }) : "" }] : [];
    const mean = (label, value) => known(value) ? [{ label, value: fixed(value, 1) }] : [];
    const from = openings.includes("start position") ? ", from start"
               : openings.includes("balanced") ? ", balanced" : openings ? ", openings" : "’s score";
    return [...share("first player" + from, estimate(first_score)), ...share("draws", draws),
            ...share("decided games", { value: 1 - draws.value, low: 1 - draws.high, high: 1 - draws.low }),
            ...(ending ? share("end by " + ending.name, estimate(ending)) : []),
            ...(known(plies.mean) ? [{ label: "length in plies", value: fixed(plies.mean),
                range: `half of the games ${plies.q1} to ${plies.q3}` }] : []),
            ...mean("legal moves a ply", a_game["legal moves a ply"]),
            ...mean("changes of lead", a_game["lead changes"])];
}

// What worth by a method is called, and how to read it.
const WORTH = "What its pieces are worth";
const METHODS = {
    "armies": [WORTH, "Values by randomised armies: what having the piece changes in results."],
    "mean": [WORTH, "Values are the weighted mean of runs or methods that agree."],
    "regression": ["Average worth of its pieces", "Values by regression. Players chose the imbalances: armies " +
                   "differ by 0.2 to 0.4 mean pieces."],
    "file": ["Values that its players count", "Values that the evaluation counts beside its terms of place and " +
             "King: no worth."],
};
const MEAN_PIECE = "mean pieces of the start position";

// { label, dot: [by form], note } in order of worth.
function valuesOf(method, axis, rows, open) {
    const [heading, remark] = METHODS[method] || [WORTH, "The file of values does not say its method."];
    const worth = row => row.dot.find(Boolean).value, hollow = rows.some(row => row.dot.some(dot => dot?.hollow));
    rows.sort((a, b) => worth(b) - worth(a) || (a.label < b.label ? -1 : 1));
    return rows.length ? { heading, axis, rows, remarks: remark +
        (method === "file" ? "" : " Elo: on the board.") + (hollow ? open : "") } : null;
}
const eloNote = (elo, half) => !known(elo) ? "" : `${fixed(elo)}${half > 0 ? ` ± ${fixed(half)}` : ""} Elo`;

// From the rows of a worth.csv. A promoted form, "board.+R", is a mark in the row of what it was.
function fromWorth(lines, sections) {
    const names = sections.flatMap(({ pieces, answer, board }) =>
        pieces || answer?.runs?.[0].pieces || Object.values(board?.pieces || {}));
    const rows = [], keyOf = line => line.parameter.split(".")[1] || "";
    for (const line of lines) {
        const form = FORMS.indexOf(line.where), base = keyOf(line).replace("+", "");
        const { value, low, high } = estimate(line, "worth");
        if (form < 0 || !known(value)) continue;
        const id = (lines.find(other => keyOf(other) === base) || line).piece;
        const label = names.find(piece => piece.id === id && piece.name)?.name || id;
        let row = rows.find(one => one.label === label);
        if (!row) rows.push(row = { label, dot: [null, null, null] });
        row.dot[form] = { value, low, high, n: line.games, hollow: !!line.mark };
        if (form === 0) row.note = eloNote(line.elo, 1.96 * line.elo_se);
    }
    return valuesOf(lines[0].method, MEAN_PIECE, rows, " Open marks: the games say little.");
}

// Of a fit: in units of worth, whose Elo it says. Of a file: centi-values, of which the mean piece
// of the start position becomes 1; they say no Elo.
const unitOf = ({ answer }) => answer?.worths && answer.unit;
function fromSection({ mean_piece, pieces, answer }, unit) {
    const one = unit ? 1 : mean_piece, rows = pieces.map(piece => {
        return { label: piece.name, note: unit && eloNote(unit.elo * piece.board?.value),
                 dot: figures.formDots(piece, FORMS, 1 / one) };
    }).filter(row => row.dot.some(Boolean));
    return valuesOf(unit ? "regression" : "file", unit?.piece || MEAN_PIECE, rows,
                    " Open marks were not measured.");
}

function findValues(folders, sections) {
    const files = folders.map(folder => folder.worth).filter(lines => lines?.length);
    const worth = files.find(lines => lines[0].method === "armies") || files[0];
    const values = sections.filter(section => section.kind === "values" &&
                                              (unitOf(section) || section.mean_piece > 0));
    const best = values.find(section => section.answer) || values[0];
    return worth ? fromWorth(worth, sections) : best ? fromSection(best, unitOf(best)) : null;
}

// How many times over a player can be beaten 60 to 40 by one that searches more: differences in Elo of
// neighbouring node limits, added up; of each the mean of its matches, by inverse variance.
// { text, rows }: no rows where two neighbours have no match; null: no matches.
function ladderOf(sections, rules) {
    const matches = sections.filter(section => section.match && (section.rules || "") === rules).map(
        ({ match, players }) => {
            const { value, low, high } = estimate(match, "elo");
            const [a, b] = players.map(name => Number(/@(\d+)n$/.exec(name)?.[1]));
            return { ends: [Math.min(a, b), Math.max(a, b)], elo: a > b ? value : -value,
                     weight: (3.92 / (high - low)) ** 2 };
        }).filter(({ ends: [a, b], elo, weight }) => a > 0 && a < b && Math.abs(elo) < 1200 && weight > 0);
    const limits = [...new Set(matches.flatMap(one => one.ends))].sort((a, b) => a - b);
    const dots = limits.length ? [{ value: 0 }] : [];
    for (let i = 1, variance = 0; i < limits.length; i++) {
        const own = matches.filter(({ ends: [a, b] }) => a === limits[i - 1] && b === limits[i]);
        const weight = sum(own.map(one => one.weight));
        if (!weight) return { rows: [] };
        variance += 1 / weight;
        const value = dots[i - 1].value + sum(own.map(one => one.weight * one.elo)) / weight;
        dots.push({ value, low: value - 1.96 * Math.sqrt(variance), high: value + 1.96 * Math.sqrt(variance) });
    }
    if (!dots.length) return null;
    const [value, low, high] = Object.values(dots.at(-1)).map(elo => fixed(elo / STEP, 1));
    return { text: `${value} steps of 60% (${low} to ${high}) from ${limits[0]} to ${Math.max(...limits)} nodes`,
             rows: limits.map((nodes, i) => ({ label: `${nodes} node${nodes > 1 ? "s" : ""}`, dot: [dots[i]],
                 note: (dots[i].value < 0 ? "" : "+") + fixed(dots[i].value) })) };
}

// What a card of a document shows, which is of one game (report.h); an error where it has nothing for one.
function read({ folders, program }) {
    const sections = folders.flatMap(folder => folder.sections);
    const all = key => sections.map(section => section[key] || section.answer?.[key]).filter(Boolean);
    const games = most(sections.filter(({ kind, match, results, games: count }) =>
        kind === "games" && !match && results && count > 0), section => section.games);
    const values = findValues(folders, sections), skill = ladderOf(sections, games?.rules || "");
    if (!games && !values && !skill)
        throw new Error("nothing for a card: no self-play, values, or matches between node limits in these folders");
    const { openings, rules, players, distinct_games: count = games?.games } = games || {};
    const by = all("author")[0], from = openings ? ` from ${openings}` : "";
    return { games, values, skill, program, title: all("title").pop() || all("variant")[0],
             subtitle: (by ? `By ${by}. ` : "") + (!games ? "" : `${whole(count)} games of ` +
                 `${players[0] || ""} against itself${from}${rules ? `, rules ${rules}` : ""}`) };
}

// Cuts a text that is wider than its room.
function fitted(picture, x, y, width, size, style, text) {
    let cut = text;
    while (cut.length > 1 && plots.textWidth(cut) * size / 12 > width)
        cut = [...cut.replace(/…$/, "")].slice(0, -1).join("") + "…";
    picture.text(x, y, "start", style, cut);
}

// A plot under its heading, as wide as its place; drawn wider and made smaller where it is too high.
function nest(picture, { x, y, width, height }, heading, draw, spec, head = HEADING) {
    const room = height - head, fits = () => room / svg.viewBox.baseVal.height;
    let svg = draw(spec, { width, label: heading }), scale = 1;
    if (fits() < 1) {
        svg = draw(spec, { width: width / fits(), label: heading });
        scale = Math.min(fits(), width / svg.viewBox.baseVal.width);
    }
    svg.classList.add("paper");
    picture.text(x, y + 16, "start", "head", heading);
    picture.add(picture.svg, "g", { transform: `translate(${x} ${y + head}) scale(${scale})` }).append(svg);
}

function drawFacts(picture, facts, { x, y, width }) {
    let at = y + 16 + HEADING;
    picture.text(x, y + 16, "start", "head", "How its games go");
    for (const { label, value, range = "", share, low, high } of facts) {
        fitted(picture, x, at, 174, 14, "fact", label);
        picture.text(x + 224, at, "end", "value", value);
        picture.text(x + width, at, "end", "range", range);
        if (known(share)) {
            const line = at + 11;
            picture.line(x, line, x + width, line, "track");
            picture.line(x + width / 2, line - 4, x + width / 2, line + 4, "grid");
            if (range) picture.line(x + width * low, line, x + width * high, line, "span");
            picture.mark(0, x + width * share, line, 4, "mark s1");
        }
        at += known(share) ? 40 : 28;
    }
    return at - y - 8;
}

// About how high a plot of so many rows is, its heading with it.
const heightOf = (rows, lanes) => (22 + 9 * (lanes - 1)) * rows + 70 + HEADING;

// With as many series as leave the rows high enough to be read, and no row without a mark.
function drawValues(picture, { heading, axis, rows }, place) {
    const has = form => rows.some(row => row.dot[form]), all = has(2) ? 3 : has(1) ? 2 : 1;
    let lanes = all;
    while (lanes > 1 && (place.height - HEADING) / heightOf(rows.length, lanes) < SCALE_LEAST) lanes--;
    nest(picture, place, heading + (all > 1 && lanes === 1 ? ", on the board" : ""), plots.plotDots,
         { axis, reference: 0, series: lanes > 1 ? PLACES.slice(0, lanes) : [],
           rows: rows.filter(row => row.dot.slice(0, lanes).some(Boolean)) });
}

// How to read it, and what the folders do not tell.
function drawFoot(picture, { games, values, skill, program }) {
    const absent = [!games && "self-play", !values && "values of the pieces", !skill?.rows.length &&
        "matches between " + (skill ? "all neighbouring node limits" : "node limits")].filter(Boolean).join(", ");
    picture.line(MARGIN, FOOT + 8, WIDTH - MARGIN, FOOT + 8, "rule");
    ["Bars are 95% intervals." + (absent ? ` Not in these folders: ${absent}.` : ""),
     values?.remarks, program].filter(Boolean).forEach((text, i) =>
        fitted(picture, MARGIN, FOOT + 26 + 15 * i, WIDTH - 2 * MARGIN, 11, "foot", text));
}

function draw(of) {
    const { games, values, skill } = of, ladder = skill?.rows.length > 0;
    const picture = new plots.Picture({ width: WIDTH, label: of.title });
    const left = { x: MARGIN, y: BODY, width: LEFT, height: FOOT - BODY }, x = MARGIN + LEFT + GAP;
    const alone = !games && !(values && ladder); // one panel
    const right = { ...left, x: alone ? MARGIN : x, width: WIDTH - MARGIN - (alone ? MARGIN : x) };
    const below = (place, taken) => ({ ...place, y: place.y + taken, height: place.height - taken });
    picture.svg.classList.add("card", "paper"); // light on any screen
    picture.rect(0, 0, WIDTH, HEIGHT, "ground");
    fitted(picture, MARGIN, 52, WIDTH - 2 * MARGIN, 32, "title", of.title);
    fitted(picture, MARGIN, 76, WIDTH - 2 * MARGIN, 13, "sub", of.subtitle);
    picture.line(MARGIN, 88, WIDTH - MARGIN, 88, "rule");
    const free = games ? below(left, drawFacts(picture, factsOf(games), left)) : left;
    if (values) drawValues(picture, values, right);
    if (ladder) {
        const place = values ? free : { ...right, height: right.height / 2 };
        fitted(picture, place.x, place.y + 38, place.width, 14, "fact", skill.text);
        nest(picture, place, "How much there is to be learned", plots.plotDots,
             { axis: "Elo over the lowest", reference: 0, rows: skill.rows }, 46);
    }
    // Lengths below the facts, or below what the right column has.
    const rest = values && !ladder ? free : below(right, values ? heightOf(values.rows.length, 3) + GAP / 2
                                                                : ladder ? right.height / 2 : 0);
    if (games && rest.height >= SPARE)
        nest(picture, rest, "How long its games are", plots.plotPlane, figures.lengths(games.plies));
    drawFoot(picture, of);
    return picture.close(HEIGHT);
}

// Twice as many dots as the picture has pixels.
function savePng(svg, name) {
    const image = new Image(), canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2 * WIDTH, 2 * HEIGHT];
    image.onload = () => {
        canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
        URL.revokeObjectURL(image.src);
        canvas.toBlob(blob => kagami.saveFile(name + ".png", blob));
    };
    image.src = URL.createObjectURL(plots.svgBlob(svg));
}

const root = document.getElementById("card");
if (root)
    try {
        const of = read(report.data), svg = draw(of);
        document.title = of.title;
        root.replaceChildren(svg);
        kagami.button(root, "save SVG", () => plots.saveSvg(svg, "card"), { class: "save" });
        kagami.button(root, "save PNG", () => savePng(svg, "card"), { class: "save" });
    } catch (fault) {
        kagami.make(root, "p", {}, fault.message);
    }

return { read, draw };
})();
