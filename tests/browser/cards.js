// SPDX-License-Identifier: GPL-3.0-or-later
// Cards of made-up documents: which numbers and sentences are there, which are not, and hostile
// names. testCards() is what is wrong, a line each; empty where all is right.
"use strict";
function testCards() {
const wrong = [], EVIL = " <script>x<\/script>\" onload=\"x";
const GAMES = { kind: "games", variant: "x", title: "Game" + EVIL, rules: "", games: 400,
    players: ["default@100n"], openings: "positions that a search found balanced within ±150 after 8 " +
    "random plies", heat: {}, distinct_games: 400,
    first_score: { value: 0.55, lo95: 0.5, hi95: 0.6 },
    results: [{ name: "first player wins", count: 200, value: 0.5, lo95: 0.45, hi95: 0.55 },
              { name: "draw", count: 40, value: 0.1, lo95: 0.08, hi95: 0.13 }],
    endings: [{ name: "stalemate", count: 40, value: 0.1, lo95: 0.08, hi95: 0.13 },
              { name: "checkmate", count: 360, value: 0.9, lo95: 0.87, hi95: 0.92 }],
    a_game: { "legal moves a ply": 24.5, "lead changes": 3.21 },
    plies: { mean: 34.2, q1: 22, median: 31, q3: 42, most: 90, bin_width: 50, bins: [300, 100] } };
const pieces = (small, large) => [{ id: "S", name: "Small" + EVIL, board: small },
                                  { id: "R", name: "Large", board: large }];
const VALUES = { kind: "values", variant: "x", answer: { worths: [], unit: { piece: null, elo: 347.44 } },
    pieces: pieces({ value: 0.5, lo95: 0.4, hi95: 0.6, measured: true },
                   { value: 1.5, lo95: 1.4, hi95: 1.6, measured: true }) };
const FILE = { kind: "values", variant: "x", mean_piece: 200,
               pieces: pieces({ value: 100 }, { value: 300 }) };
// Elo of the first player, an interval of half the width 19.6: a standard error of 10.
const match = (rules, one, other, elo, low, high) => ({ kind: "games", variant: "x", rules,
    games: 100, players: [one, other], results: [], match: { elo: { value: elo, lo95: low, hi95: high } } });
const worth = (parameter, piece, where, elo, value, mark = "", method = "armies") => ({ parameter,
    piece, where, elo, elo_se: 10, worth: { value, lo95: value - 0.2, hi95: value + 0.2 }, se: 0.1,
    games: 900, mark, method });

function cardOf(sections, ...files) {
    const svg = card.draw(card.read({ program: "kagami", folders: [{ folder: "nowhere", sections },
        ...files.map(lines => ({ folder: "here", sections: [], worth: lines }))] }));
    const out = new XMLSerializer().serializeToString(svg);
    const texts = [...svg.querySelectorAll("text, title")].map(node => node.textContent);
    if (/NaN|undefined|null|Infinity/.test(out)) wrong.push("no number: " + out);
    if (svg.querySelector("script, [onload]")) wrong.push("a name became markup");
    if (svg.viewBox.baseVal.width !== 1000 || svg.viewBox.baseVal.height !== 720)
        wrong.push("another size");
    return { texts, svg, has: (...list) => list.forEach(text => {
        if (!texts.includes(text)) wrong.push(`no '${text}' in ${texts.join(" | ")}`);
    }), lacks: (...list) => list.forEach(text => {
        if (texts.some(one => one.includes(text))) wrong.push(`'${text}' in a card`);
    }) };
}
function refused(sections, reason) {
    try { cardOf(sections); wrong.push("not refused: " + reason); }
    catch (fault) { if (!fault.message.includes(reason)) wrong.push(fault.stack); }
}

function factsAndValues() {
    const { texts, has, lacks } = cardOf([GAMES, VALUES]);
    has("Game" + EVIL, "55.0%", "first player, balanced", "50.0 to 60.0", "10.0%", "90.0%",
        "87.0 to 92.0", "end by checkmate", "34", "half of the games 22 to 42", "24.5", "3.2",
        "mean pieces of the start position", "How long its games are", "521 Elo", "174 Elo",
        "Large: 1.50 (95%: 1.40 to 1.60)", "Average worth of its pieces", "400 games of " +
        "default@100n against itself from positions that a search found balanced within ±150 after 8 " +
        "random plies", "Bars are 95% intervals. Not in these folders: matches between node limits.");
    lacks("How much there is");
    if (texts.indexOf("Large") > texts.indexOf("Small" + EVIL)) wrong.push("not in order of worth");
}

// Values of a file have no Elo; 1 is the mean piece. A fit goes before them.
function valuesOfFile() {
    const { has, lacks } = cardOf([FILE]);
    has("Values that its players count", "Large: 1.50", `Small${EVIL}: 0.50`,
        "Values that the evaluation counts beside its terms of place and King: no worth. Open marks " +
        "were not measured.");
    lacks(" Elo", "How its games go");
    cardOf([FILE, VALUES]).has("521 Elo");
}

function ladders() {
    // 1 to 2 nodes: 60 and 40, of equal weight; 2 to 4: 60; what skips a limit says nothing here.
    const none = match("", "a@1n", "b@4n", null, null, null), { has, lacks } = cardOf([
        match("", "a@1n", "b@4n", -900, -919.6, -880.4), match("", "b@2n", "a@1n", 60, 40.4, 79.6),
        match("", "a@1n", "b@2n", -40, -59.6, -20.4), match("", "c@4n", "b@2n", 60, 40.4, 79.6), match("nifu=off", "a@1n", "b@4n", -900, -910, -890),
        match("", "a@1n", "b@d4", -900, -910, -890), none]);
    // 50 + 60 Elo, a step is 70.4; the error is 10 x sqrt(1/2 + 1).
    has("1.6 steps of 60% (1.2 to 1.9) from 1 to 4 nodes", "+110", "+50", "+0", "1 node", "2 nodes",
        "Bars are 95% intervals. Not in these folders: self-play, values of the pieces.");
    lacks("How its games go", "worth");
    // Two ladders are none.
    const apart = cardOf([GAMES, match("", "a@1n", "b@2n", -9, -19, 1),
                          match("", "a@8n", "b@9n", -9, -19, 1)]);
    apart.lacks("steps of 60%");
    apart.has("Bars are 95% intervals. Not in these folders: values of the pieces, matches between " +
              "all neighbouring node limits.");
}

function refusals() {
    refused([], "nothing for a card");
    refused([match("", "a@5n", "b@5n", -9, -19, 1)], "nothing for a card");
}

function worthBeside() {
    const { has, lacks } = cardOf([GAMES, VALUES], [worth("board.R", "R", "board", 310, 2.1),
        worth("hand.R", "R", "hand", 350, 2.4, "mostly prior"),
        worth("board.+R", "DK", "promoted", 400, 2.9), worth("board.P", "Pawn <i>", "board", 45, 0.3)]);
    has("310 ± 20 Elo", "Large", "Pawn <i>", "in hand", "What its pieces are worth", "Values by " +
        "randomised armies: what having the piece changes in results. Elo: on the board. Open marks: " +
        "the games say little.");
    lacks("DK", "Small"); // a mark in the row of what it was; not the values of the fit
}

// Of a fit: called so, with one row a piece, none without a mark. Where armies are, they are taken.
function whoseWorth() {
    const files = ["regression", "armies"].map(method => Array.from({ length: 24 }, (_, i) => {
        const id = String.fromCharCode(65 + i); // the first is measured in hand and promoted alone
        return [...(i ? [worth(`board.${id}`, `P${id}`, "board", 100, 1, "", method)] : []),
                worth(`hand.${id}`, `P${id}`, "hand", 100, 1, "", method),
                worth(`board.+${id}`, `Q${id}`, "promoted", 100, 1, "", method)];
    }).flat());
    const fit = cardOf([GAMES], files[0]), both = cardOf([GAMES], ...files);
    fit.has("Average worth of its pieces, on the board", "PB");
    fit.lacks("randomised armies", "QB");
    if (fit.texts.includes("PA")) wrong.push("a row without a mark");
    both.has("What its pieces are worth, on the board");
    both.lacks("by regression");
}

for (const test of [factsAndValues, valuesOfFile, ladders, refusals, worthBeside, whoseWorth]) {
    try { test(); }
    catch (fault) { wrong.push(`${test.name}: ${fault.stack}`); }
}
return wrong.join("\n");
}
