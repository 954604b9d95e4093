// SPDX-License-Identifier: GPL-3.0-or-later
// A board in a page: draws positions and steps through games. Positions come as FENs, moves as
// text ("e3e4", "b2b7+", "P@e5", "f3g4h5"): nothing here knows a rule. A page of a game (play.js)
// adds who makes the moves; a report has all of them from the start.
"use strict";
const kagami = (() => {
const PLAYERS = ["first player", "second player"];
const SIZE = 40, EDGE = 18; // of a board's squares, and of what stands beside them
const CELL = 22; // of a diagram of moves
const DRAWN = ["svg", "rect", "path", "text", "title", "g", "circle", "line", "polyline"];

function make(parent, name, attributes = {}, text) {
    const node = DRAWN.includes(name) ? document.createElementNS("http://www.w3.org/2000/svg", name)
                                      : document.createElement(name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    parent?.append(node);
    return node;
}
const drawLine = (svg, [x1, y1], [x2, y2], style) => make(svg, "line", { x1, y1, x2, y2, class: style });

function button(parent, text, does, attributes = {}) {
    const node = make(parent, "button", { type: "button", ...attributes }, text);
    node.onclick = does;
    return node;
}

function saveFile(name, blob) {
    const link = make(null, "a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

const squareName = (file, rank) => String.fromCharCode(96 + file) + rank;
const fileOf = square => square.charCodeAt(0) - 96;
const rankOf = square => Number(square.slice(1));

// pieces: a Map from "e3" to { key: "P" or "+P", promoted, second }; hands: a Map from the letter
// to the count, of both players.
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
        pieces.set(squareName(file, rank), { key: token.toUpperCase(), promoted: token[0] === "+",
                                             second: letter !== letter.toUpperCase() });
    }
    for (const [, count, letter] of (held || "").matchAll(/(\d*)([A-Za-z])/g)) {
        const hand = hands[letter === letter.toUpperCase() ? 0 : 1], key = letter.toUpperCase();
        hand.set(key, (hand.get(key) || 0) + Number(count || 1));
    }
    return { pieces, hands, second: side === "b" };
}

// { drop: letter or undefined, squares: those it touches in their order, promotes }
function readMove(text) {
    const drop = text.match(/^([A-Za-z])@/)?.[1].toUpperCase(), squares = text.match(/[a-z]\d+/g) || [];
    return { text, drop, squares, promotes: text.endsWith("+") };
}

const formOf = (board, key) => board.pieces[key] || { id: key, name: key };

// A move as people read it, by the letters that stand on the pieces: "LC e3-e4", "P d4xd5+", "P@e5",
// "LN f3xg4-h5"; a pass "LN f3 pass".
function writeMove(board, position, text) {
    const { drop, squares, promotes } = readMove(text);
    if (drop) return `${formOf(board, drop).id}@${squares[0]}`;
    const [from, ...path] = squares, { pieces } = position;
    const id = pieces.has(from) ? formOf(board, pieces.get(from).key).id : "";
    if (path.length === 2 && path[1] === from && !pieces.has(path[0])) return `${id} ${from} pass`;
    const steps = path.map(square => (square !== from && pieces.has(square) ? "×" : "-") + square);
    return `${id} ${from}${steps.join("")}${promotes ? "+" : ""}`;
}

// What stands on a square in words, for who listens and for a line under the pointer.
function describe(board, position, square) {
    const piece = position.pieces.get(square);
    return square + (piece ? `: ${PLAYERS[Number(piece.second)]}'s ${formOf(board, piece.key).name}` : "");
}

function drawPiece(parent, board, piece, x, y, down) {
    const form = formOf(board, piece.key), up = down ? -1 : 1;
    const group = make(parent, "g", { class: "token" }), second = piece.second ? " second" : "";
    const points = [[0, -17], [11, -12], [15, 16], [-15, 16], [-11, -12]];
    make(group, "path", { class: "piece" + second,
        d: "M" + points.map(([px, py]) => (x + px) + " " + (y + up * py)).join("L") + "Z" });
    const style = second.trim() + (piece.promoted ? " promoted" : "");
    drawLetters(group, x, y + (down ? 3 : 7), style, form.id, [16, 14, 11, 9, 7.5, 6.5, 5.5]);
}

// `sizes`: of one letter, of two, and so on.
function drawLetters(parent, x, y, style, id, sizes) {
    make(parent, "text", { x, y, class: style }, id).style.fontSize = sizes[Math.min(id.length, 7) - 1] + "px";
}

// One piece alone, as large as the text around it asks.
function pieceIcon(parent, board, piece, down = false) {
    const svg = make(parent, "svg", { viewBox: "0 0 36 38", class: "icon", "aria-hidden": true });
    drawPiece(svg, board, piece, 18, 19, down);
}

// The middle of a square, in the units of a drawn board.
function centreOf(board, square, flipped) {
    const file = fileOf(square), rank = rankOf(square);
    return [((flipped ? board.files - file : file - 1) + 0.5) * SIZE,
            ((flipped ? rank - 1 : board.ranks - rank) + 0.5) * SIZE];
}

// An arrow's head at its tip, where it goes by a step of length 1.
const drawHead = (svg, [x, y], [ux, uy], style = "point") => make(svg, "path", { class: style,
    d: `M${[x, y]}L${[x - 8 * ux - 4.5 * uy, y - 8 * uy + 4.5 * ux]}L${[x - 8 * ux + 4.5 * uy,
        y - 8 * uy - 4.5 * ux]}Z` });

// What a person has drawn: an arrow from one square to another, a circle round a single one.
function drawShape(svg, board, [from, to], flipped) {
    const [x, y] = centreOf(board, from, flipped), [u, v] = centreOf(board, to, flipped);
    const length = Math.hypot(u - x, v - y), step = [(u - x) / length, (v - y) / length];
    if (from === to) return make(svg, "circle", { cx: x, cy: y, r: SIZE / 2 - 2, class: "shape" });
    drawLine(svg, [x, y], [u - 6 * step[0], v - 6 * step[1]], "shape");
    return drawHead(svg, [u, v], step, "shape head");
}

// marks: { last: [square], chosen: [square], targets: [square], cursor, check, shapes: [[square, square]] }
function drawBoard(parent, board, position, marks = {}, flipped = false, onSquare = null) {
    parent.replaceChildren();
    const width = board.files * SIZE + EDGE, height = board.ranks * SIZE + EDGE;
    const svg = make(parent, "svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "board" });
    const has = (name, square) => (marks[name] || []).includes(square);
    for (let row = 0; row < board.ranks; row++) {
        const rank = flipped ? row + 1 : board.ranks - row, y = row * SIZE;
        for (let column = 0; column < board.files; column++) {
            const file = flipped ? board.files - column : column + 1, x = column * SIZE;
            const square = squareName(file, rank), piece = position.pieces.get(square);
            const group = make(svg, "g", { class: "cell", "data-square": square });
            const [cx, cy] = [x + SIZE / 2, y + SIZE / 2];
            const frame = (style, margin, round) => make(group, "rect", { x: x + margin, y: y + margin,
                width: SIZE - 2 * margin, height: SIZE - 2 * margin, ...round, class: style });
            frame("square" + (has("chosen", square) ? " chosen" : marks.check === square ? " check"
                : has("last", square) ? " last" : board.zone.includes(square) ? " zone" : ""), 0);
            if (piece) drawPiece(group, board, piece, cx, cy, piece.second !== flipped);
            if (has("targets", square) && piece) frame("target taken", 2.5, { rx: 5 });
            else if (has("targets", square)) make(group, "circle", { cx, cy, r: 6.5, class: "target" });
            if (marks.cursor === square) frame("cursor", 1.5);
            make(group, "title", {}, describe(board, position, square));
            if (onSquare) group.addEventListener("click", () => onSquare(square));
        }
        make(svg, "text", { x: board.files * SIZE + EDGE / 2, y: y + SIZE / 2 + 4, class: "edge" }, rank);
    }
    for (let column = 0; column < board.files; column++)
        make(svg, "text", { x: (column + 0.5) * SIZE, y: height - 5, class: "edge" },
             String.fromCharCode(96 + (flipped ? board.files - column : column + 1)));
    for (const shape of marks.shapes || []) drawShape(svg, board, shape, flipped);
}

// A player's name, whose turn it is, what the hand holds.
function drawHand(parent, board, position, second, name, { chosen, onPiece, down } = {}) {
    const hand = position.hands[second ? 1 : 0], turn = position.second === second;
    parent.replaceChildren();
    make(parent, "span", { class: "who" + (turn ? " turn" : "") }, (turn ? "● " : "") + name);
    for (const key of board.order.filter(key => hand.has(key))) {
        const { name: title } = formOf(board, key), count = hand.get(key);
        const entry = make(parent, onPiece ? "button" : "span", { class: "held" + (chosen === key ? " chosen" : ""),
            "data-key": key, title, "aria-label": `${count} ${title} in hand` });
        pieceIcon(entry, board, { key, second, promoted: false }, down);
        if (count > 1) entry.append("×" + count);
        if (onPiece) entry.onclick = () => onPiece(key, second);
    }
    if (!hand.size && board.drops) make(parent, "span", { class: "who" }, "nothing in hand");
}

// How a piece moves, from the grid of characters that `kagami show` prints.
const ARROWS = "↑↗→↘↓↙←↖", DASHED = "⇡⇗⇢⇘⇣⇙⇠⇖", LINES = "│╱─╲";
const TOWARDS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

function drawSymbol(svg, symbol, x, y, id, promoted) {
    const half = CELL / 2, line = LINES.indexOf(symbol), dashed = DASHED.indexOf(symbol);
    const way = Math.max(ARROWS.indexOf(symbol), dashed, line), [dx, dy] = TOWARDS[way] || [];
    const at = reach => [x + dx * reach, y + dy * reach];
    if (symbol === "◉") {
        make(svg, "path", { class: "piece", d: `M${x} ${y - half + 2}l${half - 4} 4l2 ${CELL - 8}` +
                            `h${4 - CELL}l2 ${8 - CELL}Z` });
        drawLetters(svg, x, y + 5, promoted ? "promoted" : "", id, [13, 10.5, 8, 6.5, 5.5, 5, 4.5]);
    } else if (line >= 0) {
        drawLine(svg, at(-half), at(half), "way");
    } else if (way >= 0) {
        const length = Math.hypot(dx, dy);
        drawLine(svg, at(-half), at((half - 2) * 0.6), dashed >= 0 ? "way dashed" : "way");
        drawHead(svg, at(half - 2), [dx / length, dy / length]);
    } else if (symbol === "●" || symbol === "○") {
        make(svg, "circle", { cx: x, cy: y, r: CELL * 0.22, class: symbol === "●" ? "point" : "ring" });
    } else if (symbol !== "·") {
        make(svg, "text", { x, y: y + CELL * 0.28, class: "sign" }, symbol);
    }
}

function drawMoves(parent, text, id, promoted) {
    const rows = text.trim().split("\n").map(row => row.trim().split(/\s+/)), side = rows.length * CELL + 2;
    const svg = make(parent, "svg", { viewBox: `-1 -1 ${side} ${side}`, class: "diagram", role: "img",
                                      "aria-label": "moves of " + id });
    rows.forEach((row, i) => row.forEach((symbol, j) => make(svg, "rect",
        { x: j * CELL, y: i * CELL, width: CELL, height: CELL, class: "square" })));
    rows.forEach((row, i) => row.forEach((symbol, j) =>
        drawSymbol(svg, symbol, (j + 0.5) * CELL, (i + 0.5) * CELL, id, promoted)));
}

// "● step   ◆ jump" as a list with the signs drawn.
function drawLegend(parent, text) {
    for (const entry of text.trim().split(/\s{3,}/)) {
        const [symbol, ...words] = entry.split(" "), item = make(parent, "span", {});
        const svg = make(item, "svg", { viewBox: `0 0 ${CELL} ${CELL}`, class: "sign" });
        drawSymbol(svg, symbol, CELL / 2, CELL / 2, "");
        item.append(words.join(" "));
    }
}

function writeScore({ expected, mate }) { // from the first player's side
    const plies = Math.abs(mate), winner = PLAYERS[Number(mate < 0)];
    return mate === undefined ? `${Math.round(100 * expected)}% for the first player`
        : `${winner} mates in ${plies} ${plies === 1 ? "ply" : "plies"}`;
}
// The share of the points that the first player may expect, 0 to 1.
const shareOf = ({ expected, mate }) => mate === undefined ? expected : Number(mate >= 0);

const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const views = [];
let lastUsed = null;

// `game`: { board, positions: [FEN], moves: [text], scores: [{ expected | mate } or none],
// names: [first, second] }, one position more than moves.
class GameView {
    constructor(root, game) {
        this.root = root;
        this.flipped = false;
        this.shapes = []; // that a person has drawn
        root.replaceChildren();
        root.classList.add("game");
        root.style.setProperty("--files", game.board.files); // small boards stay small
        this.left = make(root, "div", { class: "board" });
        this.hands = [make(this.left, "div", { class: "hand" }), null];
        this.middle = make(this.left, "div", { class: "squares" });
        this.hands[1] = make(this.left, "div", { class: "hand" });
        this.below = make(this.left, "div", { class: "below", "aria-live": "polite" });
        this.side = make(root, "div", { class: "side" });
        this.head = make(this.side, "div", {});
        this.buttons = make(this.side, "div", { class: "buttons" });
        const sign = (text, title, does) => button(this.buttons, text, does, { "aria-label": title, title });
        sign("«", "to the start (Home)", () => this.step(0));
        sign("‹", "back (left arrow)", () => this.step(this.ply - 1));
        this.playButton = sign("▶", "play by itself", () => this.autoplay(!this.timer));
        sign("›", "forward (right arrow)", () => this.step(this.ply + 1));
        sign("»", "to the end (End)", () => this.step(this.game.moves.length));
        sign("⇅", "turn the board (F)", () => this.flip());
        this.slider = make(this.side, "input", { type: "range", min: 0, "aria-label": "ply" });
        this.slider.oninput = () => this.step(Number(this.slider.value));
        this.curve = make(this.side, "div", { class: "curve" });
        this.list = make(this.side, "div", { class: "moves", "aria-label": "moves" });
        this.fen = make(this.side, "p", { class: "fen" });
        root.addEventListener("pointerdown", () => { lastUsed = this; });
        this.drawShapes();
        views.push(this);
        this.load(game);
    }

    load(game) {
        this.autoplay(false);
        this.game = game;
        this.ply = 0;
        this.list.replaceChildren();
        this.list.classList.toggle("second-begins", readFen(game.positions[0], game.board).second);
        this.grow();
        this.go(0);
    }

    // Moves may have been added or taken away at the end.
    grow() {
        const { moves, positions, board } = this.game, listed = this.list.children;
        const same = [...listed].findIndex((node, i) => node.dataset.move !== moves[i]);
        while (same >= 0 && listed.length > same) this.list.lastChild.remove();
        for (let i = listed.length; i < moves.length; i++) {
            const node = button(this.list, "", () => this.step(i + 1), { "data-ply": i + 1,
                "data-move": moves[i], title: moves[i], tabindex: -1 });
            make(node, "span", { class: "number" }, `${i + 1}.`);
            node.append(" " + writeMove(board, readFen(positions[i], board), moves[i]));
        }
        this.slider.max = moves.length;
        this.slider.disabled = moves.length === 0;
        this.drawCurve();
    }

    // By the right button: an arrow from square to square, or a circle; once more takes it away, a click
    // all of them.
    drawShapes() {
        const squareOf = ({ target }) => target.closest(".cell")?.dataset.square;
        let from;
        this.middle.oncontextmenu = () => false;
        this.middle.onpointerdown = event => { from = event.button === 2 && squareOf(event); };
        this.middle.onpointerup = event => {
            const shape = [from, squareOf(event)];
            const others = this.shapes.filter(one => String(one) !== String(shape));
            if (from && shape[1])
                this.draw(this.shapes = others.length < this.shapes.length ? others : [...others, shape]);
        };
        this.middle.onclick = () => { if (this.shapes.length) this.draw(this.shapes = []); };
    }

    step(to) { // by a person
        lastUsed = this;
        this.autoplay(false);
        this.go(to);
    }

    go(to, still = false) {
        const from = this.ply, { positions, moves, board } = this.game;
        this.ply = clamp(to, 0, moves.length);
        if (from !== this.ply) this.shapes = [];
        // One move on or back is seen to be made, unless that was done by hand.
        const path = still || Math.abs(from - this.ply) !== 1 ? []
            : readMove(moves[Math.min(from, this.ply)] || "").squares; // taken back: none
        this.motion = { begun: performance.now(), path: this.ply > from ? path : path.reverse() };
        this.position = readFen(positions[this.ply], board);
        this.marks = { last: this.ply ? readMove(moves[this.ply - 1]).squares : [] };
        this.onStep?.();
        this.draw();
        this.slider.value = this.ply;
        this.fen.textContent = `after ${this.ply} of ${moves.length} plies: ${positions[this.ply]}`;
        for (const node of this.list.children) node.classList.toggle("now", Number(node.dataset.ply) === this.ply);
        const now = this.list.querySelector(".now");
        this.list.scrollTop = now ? now.offsetTop - this.list.offsetTop - this.list.clientHeight / 2 : 0;
        this.drawCurve();
    }

    draw() {
        const { board, names } = this.game, flipped = this.flipped;
        drawBoard(this.middle, board, this.position, { ...this.marks, shapes: this.shapes }, flipped, this.onSquare);
        this.animate();
        for (const second of [false, true])
            drawHand(this.hands[Number(second === flipped)], board, this.position, second, names[Number(second)],
                     { chosen: this.chosenHand === second && this.chosenKey, onPiece: this.onHand,
                       down: second !== flipped });
    }

    // The piece that moved last goes its way, from where a board drawn before has left it.
    animate() {
        const { path, begun } = this.motion, passed = performance.now() - begun, duration = 160;
        const ways = path.map(square => centreOf(this.game.board, square, this.flipped)), end = path.length - 1;
        const token = this.middle.querySelector(`[data-square="${path[end]}"] .token`);
        if (!token || end < 1 || passed > duration || stillness.matches) return;
        token.closest("svg").append(token.parentNode); // above the others
        token.animate(ways.map(([x, y]) => ({ transform: `translate(${x - ways[end][0]}px, ${
            y - ways[end][1]}px)` })), duration).currentTime = passed;
    }

    flip() {
        this.flipped = !this.flipped;
        this.draw();
    }

    autoplay(on) {
        clearInterval(this.timer);
        this.timer = undefined;
        if (on && this.game.moves.length) {
            if (this.ply === this.game.moves.length) this.go(0);
            this.timer = setInterval(() => {
                this.go(this.ply + 1);
                if (this.ply === this.game.moves.length) this.autoplay(false);
            }, 800);
        }
        this.playButton.textContent = this.timer ? "❚❚" : "▶";
    }

    // Who may expect how much, ply by ply; a click goes there.
    drawCurve() {
        const { scores, moves } = this.game, width = 300, height = 70, middle = height / 2;
        const known = [...scores.keys()].filter(ply => scores[ply]);
        this.curve.replaceChildren();
        this.curve.hidden = known.length < 2;
        if (this.curve.hidden) return;
        for (const text of ["100%", "50%", "0%"]) make(this.curve, "span", {}, text);
        const x = ply => ply * width / Math.max(1, moves.length);
        const y = ply => 2 + (1 - shareOf(scores[ply])) * (height - 4);
        const svg = make(this.curve, "svg", { viewBox: `0 0 ${width} ${height}`, role: "img",
            "preserveAspectRatio": "none", "aria-label": "expected score of the first player, ply by ply" });
        make(svg, "rect", { x: 0, y: 0, width, height, class: "ground" });
        drawLine(svg, [0, middle], [width, middle], "zero");
        make(svg, "polyline", { class: "score",
            points: known.map(ply => `${x(ply).toFixed(1)},${y(ply).toFixed(1)}`).join(" ") });
        drawLine(svg, [x(this.ply), 0], [x(this.ply), height], "now");
        svg.addEventListener("click", event => {
            const box = svg.getBoundingClientRect();
            this.step(Math.round((event.clientX - box.left) / box.width * moves.length));
        });
        const at = known.filter(ply => ply <= this.ply).pop();
        make(this.curve, "p", { class: "caption" }, at === undefined
            ? "Expected score of the first player; click to go there"
            : "Expected: " + writeScore(scores[at]) + (at === this.ply ? "" : ` after ply ${at}`));
    }

    // True when the key meant something here.
    key(event) {
        const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10,
                     Home: -Infinity, End: Infinity }[event.key];
        if (this.onKey?.(event)) return true;
        if (by) this.step(this.ply + by);
        else if (event.key.toLowerCase() === "f") this.flip();
        else return false;
        return true;
    }
}

// Keys go to the game that has the focus, else to the one used last, else to the first; to one that is
// in view before others.
const inView = ({ root }) => root.getBoundingClientRect().bottom > 0 &&
                             root.getBoundingClientRect().top < innerHeight;
const hasFocus = ({ root }) => root.contains(document.activeElement);
function viewOfKeys() {
    const list = lastUsed ? [lastUsed, ...views] : views;
    return list.find(hasFocus) || list.find(inView) || list[0];
}

document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.matches("textarea, input:not([type=range])")) return;
    if (event.target.matches("select") && !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    const view = viewOfKeys();
    if (!view) return;
    // These scroll a page, unless the game has the focus, or for its ends is in view.
    const scrolls = /^(Arrow(Up|Down)|Page)/.test(event.key) || (/^(Home|End)$/.test(event.key) && !inView(view));
    if (scrolls && !hasFocus(view)) return;
    if (view.key(event)) event.preventDefault();
});

return { PLAYERS, make, button, saveFile, clamp, readFen, readMove, writeMove, writeScore, formOf, drawBoard,
         drawMoves, drawLegend, pieceIcon, squareName, fileOf, rankOf, describe, centreOf, GameView };
})();
