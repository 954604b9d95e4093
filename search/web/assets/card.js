// SPDX-License-Identifier: GPL-3.0-or-later
// A game in one picture of fixed size, for the page that explains its rules: how its games go, what
// its pieces are worth, how much there is to be learned, each number with its interval. From the
// document of a report: the run of self-play with the most games; worth.csv of a folder, by armies
// before others, else the fit of a run, else other values; the matches between two node limits.
// It says in words what the folders do not tell.
"use strict";
const card = (() => {
const { estimate, fixed, percent, whole, known, FORMS, PLACES } = figures;
const WIDTH = 1000, HEIGHT = 720, MARGIN = 36, BODY = 104, FOOT = HEIGHT - 76, LEFT = 392, GAP = 32;
const HEADING = 26, SPARE = 200; // height that the plot of lengths needs
const SCALE_LEAST = 0.72; // of a plot, to be read
const most = (list, by) => list.reduce((a, b) => by(b) > by(a) ? b : a, list[0]);

// --- Facts ---------------------------------------------------------------------------------------

// { label, value, range, share, low, high }: the last three of 1, of shares alone.
function factsOf({ openings = "", results, endings, plies, a_game = {}, first_score }) {
    const draws = results.find(one => one.name === "draw"), ending = most(endings, one => one.count);
    const share = (label, of, rest) => {
        let { value, low, high } = estimate(of || {});
        if (!known(value)) return [];
        if (rest) [value, low, high] = [1 - value, 1 - high, 1 - low];
        [low, high] = [Math.max(low, 0), Math.min(high, 1)];
        return [{ label, value: percent(value), share: value, low, high, range: known(low)
            ? `${fixed(100 * low, 1)} to ${fixed(100 * high, 1)}` : "" }];
    };
    const mean = (label, key) => known(a_game[key]) ? [{ label, value: fixed(a_game[key], 1) }] : [];
    const from = openings.includes("start position") ? ", from start"
               : openings.includes("balanced") ? ", balanced" : openings ? ", openings" : "’s score";
    return [...share("first player" + from, first_score), ...share("draws", draws),
            ...share("decided games", draws, true),
            ...(ending ? share("end by " + ending.name, ending) : []),
            ...(known(plies.mean) ? [{ label: "length in plies", value: fixed(plies.mean),
                range: `half of the games ${plies.q1} to ${plies.q3}` }] : []),
            ...mean("legal moves a ply", "legal moves a ply"),
            ...mean("changes of lead a game", "lead changes")];
}

// --- Values --------------------------------------------------------------------------------------

// What worth by a method is called, and how to read it.
const AVERAGE = "Average worth of its pieces", WORTH = "What its pieces are worth";
const METHODS = {
    "armies": [WORTH, "Values by randomised armies: what having the piece changes in results."],
    "mean": [WORTH, "Values are the weighted mean of methods that agree."],
    "regression": [AVERAGE, "Values by regression."],
    "temporal differences": [AVERAGE, "Values by temporal differences."],
};
const BIAS = " Players chose the imbalances: armies differ by 0.2 to 0.4 mean pieces.";
const MEAN_PIECE = "mean pieces of the start position";

function valuesOf(heading, axis, rows, remark, open, elo, how) {
    if (!rows.length) return null;
    const first = row => row.dot.find(dot => known(dot?.value))?.value ?? -Infinity;
    rows.sort((a, b) => first(b) - first(a) || (a.label < b.label ? -1 : 1));
    const marked = rows.some(row => row.dot.some(dot => dot?.hollow));
    return { heading, axis, rows, remarks: remark + (elo ? " Elo: on the board." : "") +
                                           (marked ? open : "") };
}
function byMethod(method, axis, rows, open) {
    const [heading, remark] = METHODS[method] || [WORTH, "The file of values does not say its method."];
    return valuesOf(heading, axis, rows, remark + (heading === AVERAGE ? BIAS : ""), open, true);
}
const eloNote = (elo, half) => !known(elo) ? "" : half > 0 ? `${fixed(elo)} ± ${fixed(half)} Elo`
                                                           : `${fixed(elo)} Elo`;

// From the rows of a worth.csv. A promoted form, "board.+R", is a mark in the row of what it was.
function fromWorth(lines, sections) {
    const names = sections.flatMap(section => section.pieces || section.answer?.runs?.[0].pieces || []);
    const rows = [], ids = new Map(lines.map(line => [line.parameter.split(".")[1], line.piece]));
    for (const line of lines) {
        const form = FORMS.indexOf(line.where), key = line.parameter.split(".")[1] || "";
        if (form < 0 || !known(line.worth)) continue;
        const id = ids.get(key.replace(/^\+/, "")) || line.piece;
        const label = names.find(piece => piece.id === id && piece.name)?.name || id;
        let row = rows.find(one => one.label === label);
        if (!row) rows.push(row = { label, dot: [null, null, null] });
        row.dot[form] = { value: line.worth, low: line.lo95, high: line.hi95, n: line.games,
                          hollow: !!line.mark };
        if (form === 0) row.note = eloNote(line.elo, 1.96 * line.elo_se);
    }
    return byMethod(lines[0].method, MEAN_PIECE, rows, " Open marks: the games say little.");
}

// Of a fit: in units of worth, whose Elo it says. Of a file: centi-values, of which the mean piece
// of the start position becomes 1; they say no Elo.
function fromSection({ unit, mean_piece, pieces, tuning }) {
    const one = unit ? 1 : mean_piece, rows = [];
    for (const piece of pieces) {
        const dot = FORMS.map(form => known(piece[form]?.value)
            ? { value: piece[form].value / one, low: piece[form].lo95 / one,
                high: piece[form].hi95 / one, n: piece[form].games, hollow: !piece[form].measured }
            : null);
        const { value, lo95, hi95 } = piece.board || {};
        if (dot.some(Boolean))
            rows.push({ label: piece.name, dot, note: unit && known(value)
                ? eloNote(unit.elo * value, unit.elo * (hi95 - lo95) / 2) : "" });
    }
    const open = " Open marks were not measured.";
    if (unit)
        return byMethod(tuning?.method === "td" ? "temporal differences" : "regression",
                        unit.piece || MEAN_PIECE, rows, open);
    return valuesOf("Values that its players count", MEAN_PIECE, rows, "Values that the evaluation " +
                    "counts beside its terms of place and King: no worth.", open, false);
}

function findValues(folders, sections, variant) {
    const files = folders.map(folder => folder.worth).filter(lines => lines?.length);
    const worth = files.find(lines => lines[0].method === "armies") || files[0];
    if (worth) return fromWorth(worth, sections);
    const values = sections.filter(section => section.kind === "values" &&
        section.variant === variant && (section.unit || section.mean_piece > 0));
    const best = values.find(section => section.tuning) || values[0];
    return best ? fromSection(best) : null;
}

// --- The skill ladder ------------------------------------------------------------------------------

// How many times over a player can be beaten 60 to 40 by one that searches more. Each match between
// two node limits says a difference in Elo; all together are fitted by weighted least squares.
// { text, rows }: no rows where some limit is not tied to the others; null: no matches.
function ladderOf(sections, variant, rules) {
    const nodesOf = name => Number(/@(\d+)n$/.exec(name || "")?.[1]);
    const matches = sections.filter(({ match, variant: of, rules: under = "" }) =>
        match && of === variant && under === rules).map(({ match, players }) => {
            const { value: elo, low, high } = estimate(match, "elo");
            return { ends: players.map(nodesOf), elo, weight: (3.92 / (high - low)) ** 2 };
        }).filter(({ ends: [a, b], elo, weight }) => a > 0 && b > 0 && a !== b && known(elo) &&
                                                     known(weight) && weight > 0);
    const limits = [...new Set(matches.flatMap(one => one.ends))].sort((a, b) => a - b);
    if (!limits.length) return null;
    // The Laplacian of the matches without the lowest limit, beside it their weighted differences
    // and the unit matrix: Gauss and Jordan.
    const n = limits.length - 1, rows = Array.from({ length: n }, (_, i) =>
        Array.from({ length: 2 * n + 1 }, (_, k) => Number(k === n + 1 + i)));
    for (const { ends, elo, weight } of matches) {
        const [a, b] = ends.map(nodes => limits.indexOf(nodes) - 1);
        for (const [at, other, sign] of [[a, b, 1], [b, a, -1]]) {
            if (at < 0) continue;
            rows[at][at] += weight;
            rows[at][n] += sign * weight * elo;
            if (other >= 0) rows[at][other] -= weight;
        }
    }
    for (let pivot = 0; pivot < n; pivot++) {
        const by = rows[pivot][pivot];
        if (!(by > 1e-12)) return { text: "", rows: [] };
        rows[pivot] = rows[pivot].map(value => value / by);
        rows.forEach((row, i) => {
            const times = row[pivot];
            if (i !== pivot) rows[i] = row.map((value, k) => value - times * rows[pivot][k]);
        });
    }
    const elo = [0, ...rows.map(row => row[n])];
    const half = [0, ...rows.map((row, i) => 1.96 * Math.sqrt(row[n + 1 + i]))];
    const step = 400 * Math.log10(0.6 / 0.4), steps = value => fixed(value / step, 1);
    return { rows: limits.map((nodes, i) => ({ label: `${nodes} node${nodes > 1 ? "s" : ""}`,
                 note: (elo[i] < 0 ? "" : "+") + fixed(elo[i]), dot: [{ value: elo[i],
                 low: i ? elo[i] - half[i] : null, high: i ? elo[i] + half[i] : null }] })),
             text: `${steps(elo[n])} steps of 60% (${steps(elo[n] - half[n])} to ` +
                   `${steps(elo[n] + half[n])}) from ${limits[0]} to ${limits[n]} nodes` };
}

// --- Drawing ---------------------------------------------------------------------------------------

// What a card of a document shows; an error where it is of several games, or of none.
function read({ folders, program }) {
    const sections = folders.flatMap(folder => folder.sections);
    const of = (section, key) => section[key] || section.answer?.[key];
    const variants = [...new Set(sections.map(section => of(section, "variant")).filter(Boolean))];
    if (variants.length > 1)
        throw new Error(`a card is of one game, these folders are of ${variants.join(" and ")}`);
    const games = most(sections.filter(({ kind, match, results, games: count }) =>
        kind === "games" && !match && results && count > 0), section => section.games) || null;
    const values = findValues(folders, sections, variants[0]);
    const skill = ladderOf(sections, variants[0], games?.rules || "");
    if (!games && !values && !skill)
        throw new Error("nothing for a card: no self-play, values, or matches between node limits " +
                        "in these folders");
    const { openings, rules, players } = games || {};
    return { games, values, skill, program, facts: games ? factsOf(games) : [],
             title: sections.map(section => of(section, "title")).filter(Boolean).pop() || variants[0],
             subtitle: games ? `${whole(games.games)} games of ${players[0] || ""} against itself` +
                 (openings ? ` from ${openings}` : "") + (rules ? `, rules ${rules}` : "") : "" };
}

// Cuts a text that is wider than its room.
function fitted(picture, x, y, width, size, style, text) {
    const letters = [...text], wide = cut => plots.textWidth(cut) * size / 12;
    if (wide(text) > width) {
        while (letters.length && wide(letters.join("") + "…") > width) letters.pop();
        letters.push("…");
    }
    picture.text(x, y, "start", style, letters.join(""));
}

// A plot in its place, as wide as the place; drawn wider and made smaller where it is too high.
function nest(picture, { x, y, width, height }, label, draw, spec) {
    let svg = draw(spec, { width, label }), scale = 1;
    const fits = () => height / svg.viewBox.baseVal.height;
    if (fits() < 1) {
        svg = draw(spec, { width: width / fits(), label });
        scale = Math.min(1, fits(), width / svg.viewBox.baseVal.width);
    }
    svg.classList.add("paper");
    picture.add(picture.svg, "g", { transform: `translate(${x} ${y}) scale(${scale})` }).append(svg);
}

function drawFacts(picture, { facts }, { x, y, width }) {
    let at = y + 16 + HEADING;
    picture.text(x, y + 16, "start", "head", "How its games go");
    for (const { label, value, range = "", share, low, high } of facts) {
        fitted(picture, x, at, 186, 14, "fact", label);
        picture.text(x + 232, at, "end", "value", value);
        picture.text(x + width, at, "end", "range", range);
        if (known(share)) {
            const line = at + 11;
            picture.line(x, line, x + width, line, "track");
            picture.line(x + width / 2, line - 4, x + width / 2, line + 4, "grid");
            if (known(low)) picture.line(x + width * low, line, x + width * high, line, "span");
            picture.mark(0, x + width * share, line, 4, "mark s1");
        }
        at += known(share) ? 40 : 28;
    }
    return at - y - 8;
}

// About how high a plot of so many rows is, its heading with it.
const heightOf = (rows, lanes) => (22 + 9 * (lanes - 1)) * rows + 70 + HEADING;

// With as many series as leave the rows high enough to be read, and no row without a mark.
function drawValues(picture, { values }, place) {
    const there = FORMS.filter((_, form) => values.rows.some(row => row.dot[form])), all =
        there.length ? FORMS.indexOf(there[there.length - 1]) + 1 : 1;
    const height = place.height - HEADING;
    let lanes = all;
    while (lanes > 1 && height / heightOf(values.rows.length, lanes) < SCALE_LEAST) lanes--;
    const heading = values.heading + (all > 1 && lanes === 1 ? ", on the board" : "");
    picture.text(place.x, place.y + 16, "start", "head", heading);
    nest(picture, { ...place, y: place.y + HEADING, height }, heading, plots.plotDots,
         { axis: values.axis, reference: 0, series: lanes > 1 ? PLACES.slice(0, lanes) : [],
           rows: values.rows.filter(row => row.dot.slice(0, lanes).some(Boolean)) });
}

function drawSkill(picture, { skill }, place) {
    const { x, y, width, height } = place;
    picture.text(x, y + 16, "start", "head", "How much there is to be learned");
    fitted(picture, x, y + 38, width, 14, "fact", skill.text);
    nest(picture, { x, y: y + 46, width, height: height - 46 }, "Elo over node limits", plots.plotDots,
         { axis: "Elo over the lowest", reference: 0, rows: skill.rows });
}

function drawLengths(picture, { games: { plies } }, place) {
    const title = "How long its games are";
    picture.text(place.x, place.y + 16, "start", "head", title);
    nest(picture, { ...place, y: place.y + HEADING, height: place.height - HEADING }, title,
         plots.plotHistogram, { axis: "plies", unit: "games", bin_width: plies.bin_width,
         counts: plies.bins, marker: plies.median, marker_text: `median ${plies.median}` });
}

// How to read it, and what the folders do not tell.
function drawFoot(picture, { games, values, skill, program }) {
    const missing = [!games && "self-play", !values && "values of the pieces", !skill?.rows.length &&
        (skill ? "matches that tie all node limits together" : "matches between node limits")];
    const absent = missing.filter(Boolean).join(", ");
    picture.line(MARGIN, FOOT + 8, WIDTH - MARGIN, FOOT + 8, "rule");
    ["Bars are 95% intervals." + (absent ? ` Not in these folders: ${absent}.` : ""),
     values?.remarks, program].filter(Boolean).forEach((text, i) =>
        fitted(picture, MARGIN, FOOT + 26 + 15 * i, WIDTH - 2 * MARGIN, 11, "foot", text));
}

function draw(of) {
    const picture = new plots.Picture({ width: WIDTH, label: of.title }), skill = of.skill?.rows.length;
    const left = { x: MARGIN, y: BODY, width: LEFT, height: FOOT - BODY }, x = MARGIN + LEFT + GAP;
    let right = { ...left, x, width: WIDTH - MARGIN - x };
    picture.svg.classList.add("card", "paper"); // light on any screen
    picture.rect(0, 0, WIDTH, HEIGHT, "ground");
    fitted(picture, MARGIN, 52, WIDTH - 2 * MARGIN, 32, "title", of.title);
    fitted(picture, MARGIN, 76, WIDTH - 2 * MARGIN, 13, "sub", of.subtitle);
    picture.line(MARGIN, 88, WIDTH - MARGIN, 88, "rule");
    if (of.games) {
        const facts = drawFacts(picture, of, left);
        left.y += facts;
        left.height -= facts;
    } else if (!of.values || !skill) { // one panel alone
        right = { ...right, x: MARGIN, width: WIDTH - 2 * MARGIN };
    }
    if (of.values) drawValues(picture, of, right);
    if (skill) drawSkill(picture, of, of.values ? left : { ...right, height: right.height / 2 });
    // Lengths below what the right column has, or below the facts.
    const taken = of.values ? heightOf(of.values.rows.length, FORMS.length) + GAP / 2
                            : skill ? right.height / 2 : 0;
    const rest = of.values && !skill ? left
                                     : { ...right, y: right.y + taken, height: right.height - taken };
    if (of.games && rest.height >= SPARE) drawLengths(picture, of, rest);
    drawFoot(picture, of);
    return picture.close(HEIGHT);
}

// Twice as many dots as the picture has pixels.
function savePng(svg, name) {
    const image = new Image(), canvas = document.createElement("canvas");
    canvas.width = 2 * WIDTH;
    canvas.height = 2 * HEIGHT;
    image.onload = () => {
        canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
        canvas.toBlob(blob => plots.saveFile(name + ".png", blob));
    };
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(plots.plotFile(svg));
}

function show(root, document_of) {
    const { make } = kagami, say = text => make(root, "p", { class: "refused" }, text);
    try {
        const of = read(document_of), svg = draw(of), buttons = make(root, "p", { class: "buttons" });
        root.prepend(svg);
        document.title = of.title;
        for (const [text, save] of [["save SVG", plots.saveSvg], ["save PNG", savePng]])
            make(buttons, "button", { type: "button", class: "save" }, text).onclick =
                () => save(svg, "card");
    } catch (fault) {
        say(fault.message);
    }
}

const root = document.getElementById("card");
if (root) show(root, report.data);

return { read, draw, show };
})();
