// SPDX-License-Identifier: GPL-3.0-or-later
// Steps through the games of a report. Positions come as FENs: nothing here knows a rule.
"use strict";
(() => {
const report = JSON.parse(document.getElementById("report").textContent);
const SIZE = 40, EDGE = 18;

function make(parent, name, attributes, text) {
    const svg = ["svg", "rect", "path", "text", "title", "g"].includes(name);
    const node = svg ? document.createElementNS("http://www.w3.org/2000/svg", name)
                     : document.createElement(name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    parent.append(node);
    return node;
}

// [{ letter, promoted, second }] by "file,rank", and both hands as counts by letter.
function readFen(fen, board) {
    const [placement, side] = fen.split(" ");
    const [rows, held] = placement.replace("]", "").split("[");
    const pieces = new Map(), hands = [new Map(), new Map()];
    let file = 0, rank = board.ranks;
    for (const token of rows.match(/\d+|\/|\+?[A-Za-z]/g)) {
        if (token === "/") { rank--; file = 0; continue; }
        if (/\d/.test(token)) { file += Number(token); continue; }
        file++;
        const letter = token.replace("+", "");
        pieces.set(file + "," + rank, { key: token.toUpperCase(), promoted: token[0] === "+",
                                     second: letter !== letter.toUpperCase() });
    }
    for (const [, count, letter] of (held || "").matchAll(/(\d*)([A-Za-z])/g)) {
        const hand = hands[letter === letter.toUpperCase() ? 0 : 1], key = letter.toUpperCase();
        hand.set(key, (hand.get(key) || 0) + Number(count || 1));
    }
    return { pieces, hands, second: side === "b" };
}

// Squares that a move names: "e3e4", "P@e5", "f3g4h5".
function squaresOf(move) {
    return [...(move || "").matchAll(/([a-z])(\d+)/g)].map(
        ([, file, rank]) => file.charCodeAt(0) - 96 + "," + rank);
}

function drawBoard(parent, board, position, marked) {
    parent.replaceChildren();
    const width = board.files * SIZE + EDGE, height = board.ranks * SIZE + EDGE;
    const svg = make(parent, "svg", { viewBox: `0 0 ${width} ${height}`, role: "img",
                                      "aria-label": "board" });
    for (let rank = board.ranks; rank >= 1; rank--) {
        const y = (board.ranks - rank) * SIZE;
        for (let file = 1; file <= board.files; file++) {
            const x = (file - 1) * SIZE, at = file + "," + rank, piece = position.pieces.get(at);
            const zone = rank <= board.zone || rank > board.ranks - board.zone;
            make(svg, "rect", { x, y, width: SIZE, height: SIZE, class: "square" +
                (marked.includes(at) ? " last" : zone ? " zone" : "") });
            if (piece) drawPiece(svg, board, piece, x + SIZE / 2, y + SIZE / 2);
        }
        make(svg, "text", { x: board.files * SIZE + EDGE / 2, y: y + SIZE / 2 + 4, class: "edge" },
             rank);
    }
    for (let file = 1; file <= board.files; file++)
        make(svg, "text", { x: (file - 0.5) * SIZE, y: height - 5, class: "edge" },
             String.fromCharCode(96 + file));
}

function drawPiece(svg, board, piece, x, y) {
    const form = board.pieces[piece.key] || { id: piece.key, name: piece.key };
    const group = make(svg, "g", {}), up = piece.second ? -1 : 1;
    const points = [[0, -17], [11, -12], [15, 16], [-15, 16], [-11, -12]];
    make(group, "path", { class: "piece" + (piece.second ? " second" : ""), d: "M" + points.map(
        ([px, py]) => (x + px) + " " + (y + up * py)).join("L") + "Z" });
    const letters = make(group, "text", { x, y: y + (piece.second ? 3 : 6), class:
        (piece.second ? "second" : "") + (piece.promoted ? " promoted" : "") }, form.id);
    if (form.id.length > 2) letters.style.fontSize = "11px";
    make(group, "title", {}, form.name);
}

function drawHand(parent, board, hand, who, turn) {
    parent.replaceChildren();
    make(parent, "span", { class: "who" + (turn ? " turn" : "") }, (turn ? "● " : "") + who);
    for (const [key, count] of hand) {
        const form = board.pieces[key] || { id: key, name: key };
        const entry = make(parent, "span", { title: form.name });
        make(entry, "b", {}, form.id);
        if (count > 1) entry.append("×" + count);
    }
    if (!hand.size && board.drops) make(parent, "span", { class: "who" }, "nothing in hand");
}

function viewer(root) {
    const section = report.folders[root.dataset.folder].sections[root.dataset.section];
    const { board, shown } = section;
    let game, ply;
    root.replaceChildren();
    const left = make(root, "div", { class: "board", tabindex: 0, "aria-label":
        "Board; arrow keys step through the game, Home and End go to its ends" });
    const top = make(left, "div", { class: "hand" }), middle = make(left, "div", {}),
          bottom = make(left, "div", { class: "hand" });
    const side = make(root, "div", { class: "side" });
    const choice = make(side, "select", { "aria-label": "game" });
    shown.forEach((one, i) => make(choice, "option", { value: i },
        `game ${one.game}: ${one.result}, ${one.termination}, ${one.plies} plies`));
    const players = make(side, "p", {});
    const buttons = make(side, "div", {});
    const slider = make(side, "input", { type: "range", min: 0, "aria-label": "ply" });
    const moves = make(side, "div", { class: "moves" });
    const fen = make(side, "p", { class: "fen" });

    function go(to) {
        ply = Math.max(0, Math.min(to, game.moves.length));
        const position = readFen(game.positions[ply], board);
        drawBoard(middle, board, position, squaresOf(game.moves[ply - 1]));
        drawHand(top, board, position.hands[1], "second", position.second);
        drawHand(bottom, board, position.hands[0], "first", !position.second);
        slider.value = ply;
        fen.textContent = `after ${ply} of ${game.moves.length} plies: ${game.positions[ply]}`;
        for (const node of moves.children) node.classList.toggle("now", Number(node.dataset.ply) === ply);
        const now = moves.querySelector(".now");
        moves.scrollTop = now ? now.offsetTop - moves.offsetTop - moves.clientHeight / 2 : 0;
    }
    function load(number) {
        game = shown[number];
        players.textContent = game.first === game.second ? game.first
            : `first ${game.first}, second ${game.second}`;
        slider.max = game.moves.length;
        moves.replaceChildren();
        game.moves.forEach((move, i) => {
            const button = make(moves, "button", { "data-ply": i + 1, tabindex: -1 }, move);
            button.onclick = () => go(i + 1);
            moves.append(" ");
        });
        go(0);
    }
    for (const [text, name, to] of [["«", "to the start", () => 0], ["‹", "back", () => ply - 1],
                                    ["›", "forward", () => ply + 1],
                                    ["»", "to the end", () => game.moves.length]])
        make(buttons, "button", { "aria-label": name, title: name }, text).onclick = () => go(to());
    choice.onchange = () => load(choice.value);
    slider.oninput = () => go(Number(slider.value));
    left.onkeydown = event => {
        const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: game.moves.length,
                     PageUp: ply - 10, PageDown: ply + 10 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        go(to);
    };
    load(0);
}

document.querySelectorAll(".viewer").forEach(viewer);
})();
