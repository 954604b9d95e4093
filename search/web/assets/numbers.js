// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a report: as people read them; a value with its 95% interval; and what files of values say of pieces.
"use strict";
const numbers = (() => {
const known = Number.isFinite;
// Elo ends at 1200, normalized Elo at 10,000: what stands there is known to be beyond.
const far = value => [1200, 10000].includes(Math.abs(value)) ? (value > 0 ? "> " : "< −") : "";
const FORMS = ["board", "hand", "promoted"], PLACES = ["on the board", "in hand", "promoted"];

// 100 times 0.5145 is 51.45 here too.
const scaled = (value, scale = 1) => known(value) ? Math.round(value * scale * 1e9) / 1e9 : null;
const fixed = (value, decimals = 0) => known(value)
    ? (Number(value.toFixed(decimals)) < 0 ? "−" : "") + Math.abs(value).toFixed(decimals) : "";
const percent = (value, decimals = 1) => fixed(scaled(value, 100), decimals) + "%";
const percents = ({ low, high }) => `${fixed(scaled(low, 100), 1)} to ${fixed(scaled(high, 100), 1)}`;
const whole = value => known(value) ? Math.round(value).toLocaleString("en") : "";
const significant = p => known(p) && p < 0.05;
const sum = list => list.reduce((a, b) => a + b, 0);

// A number, or one with its 95% interval: { value, lo95, hi95 }. "a.b" is b in the object a; "value" is
// that of an interval which the object is.
function estimate(object, key = "value") {
    const path = key.split("."), name = path.pop();
    const of = path.reduce((at, part) => at?.[part], object) || {}, at = of[name];
    const { value, lo95: low, hi95: high, word, n } = name === "value" ? of
                                                    : at && typeof at === "object" ? at : { value: at };
    return { value, low, high, word, n: n ?? of.n };
}
const has = (object, key) => known(estimate(object, key).value);

// Rows of parameters ("board.R", "hand.R", "board.+R") as pieces: what `of` makes of each form.
const piecesOf = (board, of) => board.order.map(letter => ({ letter, ...board.pieces[letter],
    pair: board.mirrors.findIndex(pair => pair.includes(letter)) + 1,
    promoted_id: board.pieces["+" + letter]?.id, board: of("board." + letter),
    hand: of("hand." + letter), promoted: of("board.+" + letter) })).filter(piece => piece.board);
const byParameter = rows => new Map((rows || []).map(row => [row.parameter, row]));

// What a section of values says of pieces, the most valuable first and mirror pairs together, and of
// terms: each { value, lo95, hi95, games, measured, kept }, where `kept` is what nobody tuned.
function readValues({ board, terms, rows, answer }, beside) {
    const worths = answer?.worths, values = byParameter(rows || answer.values);
    const unordered = !!worths && answer.worths_apart_p >= 0.05;
    // SPSA notes its games with what it tuned alone; a fit notes those of all values.
    const spsa = rows && (beside.some(one => one.kind === "spsa") || rows.some(
        row => !row.parameter.startsWith("search.") && !known(row.games)));
    const cell = (row, key) => {
        if (!row) return undefined;
        const { value, low, high } = estimate(row, key), measured = row.se > 0 && high > low;
        const kept = !measured && key !== "worth" && (!spsa || !known(row.games) || known(row.se));
        return { value, lo95: measured ? low : null, hi95: measured ? high : null, games: row.games,
                 mark: row.mark, measured, kept, word: measured ? "" : key === "worth"
                     ? (known(value) ? "" : "-") : kept ? "start" : "no interval" };
    };
    const from = worths ? byParameter(worths) : values, key = worths ? "worth" : "value";
    const pieces = piecesOf(board, name => cell(from.get(name), key));
    const rank = piece => unordered ? -board.order.indexOf(piece.letter) : piece.board.value ?? -1e9;
    for (const piece of pieces) {
        const twins = pieces.filter(other => other.pair === piece.pair);
        if (twins.length < 2) piece.pair = 0;
        piece.top = Math.max(...(piece.pair ? twins : [piece]).map(rank));
        piece.note = ["mostly prior", "kept as asked", "not measured"].map(mark => [FORMS.filter(
            form => piece[form]?.mark === mark).join(", "), mark]).filter(([forms]) => forms).map(
            words => words.join(" ")).join("; ");
    }
    pieces.sort((a, b) => b.top - a.top || a.pair - b.pair || rank(b) - rank(a));
    const start = [...kagami.readFen(board.start, board).pieces.values()].map(piece => piece.key)
        .filter(letter => !board.pieces[letter]?.royal).map(letter => values.get("board." + letter)?.value);
    return { pieces, unordered, mean_piece: start.every(known) ? sum(start) / start.length : null,
             terms: terms.filter(({ parameter }) => values.has(parameter)).map(
                 term => ({ ...term, ...cell(values.get(term.parameter), "value") })) };
}

// The values of each generation as lists of a piece's forms, null where there are none.
function readHistory({ board, generations, rows }) {
    const list = generations.map(byParameter), passed = rows.filter(
        row => row.verdict === "accepted").map(row => row.generation);
    const of = name => list[0].has(name) ? list.map((values, i) => values.has(name)
        ? { ...values.get(name), played: i === 0 || passed.includes(i) } : null) : undefined;
    return { pieces: piecesOf(board, of) };
}

// What files say of values, made ready; `beside`: the sections of its folder.
const read = (section, beside) => section.kind === "values" ? readValues(section, beside)
    : section.generations ? readHistory(section) : {};

return { read, far, estimate, has, scaled, fixed, percent, percents, whole, sum, known, significant, FORMS, PLACES };
})();
