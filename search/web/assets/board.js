// SPDX-License-Identifier: GPL-3.0-or-later
// A board in a page: draws positions and steps through games. Positions come as FENs, moves as
// text ("e3e4", "b2b7+", "P@e5", "f3g4h5"): nothing here knows a rule. A page of a game (play.js)
// adds who makes the moves; a report has all of them from the start.
"use strict";
const kagami = (() => {
const SIZE = 40, EDGE = 18;
const DRAWN = ["svg", "rect", "path", "text", "title", "g", "circle", "line", "polyline"];

function make(parent, name, attributes = {}, text) {
    const node = DRAWN.includes(name) ? document.createElementNS("http://www.w3.org/2000/svg", name)
                                      : document.createElement(name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    if (parent) parent.append(node);
    return node;
}

// --- Text --------------------------------------------------------------------------------------

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
    const drop = text.match(/^([A-Za-z])@/);
    return { text, drop: drop ? drop[1].toUpperCase() : undefined,
             squares: text.replace(/^[A-Za-z]@/, "").match(/[a-z]\d+/g) || [],
             promotes: text.endsWith("+") };
}

const formOf = (board, key) => board.pieces[key] || { id: key, name: key };

// A move as people read it, by the letters that stand on the pieces: "LC e3-e4", "P d4xd5+",
// "P@e5", "LN f3xg4-h5"; a pass "LN f3 pass".
function writeMove(board, position, text) {
    const { drop, squares, promotes } = readMove(text);
    if (drop) return `${formOf(board, drop).id}@${squares[0]}`;
    const [from, ...path] = squares, piece = position.pieces.get(from);
    const id = piece ? formOf(board, piece.key).id : "";
    if (path.length === 2 && path[1] === from && !position.pieces.has(path[0]))
        return `${id} ${from} pass`;
    const steps = path.map(square =>
        (square !== from && position.pieces.has(square) ? "×" : "-") + square);
    return `${id} ${from}${steps.join("")}${promotes ? "+" : ""}`;
}

// What stands on a square in words, for who listens and for a line under the pointer.
function describe(board, position, square) {
    const piece = position.pieces.get(square);
    return square + (piece ? `: ${piece.second ? "second" : "first"} player's ` +
                             formOf(board, piece.key).name : "");
}

// --- Drawing -----------------------------------------------------------------------------------

function drawPiece(parent, board, piece, x, y, down) {
    const form = formOf(board, piece.key), up = down ? -1 : 1;
    const group = make(parent, "g", { class: "token" });
    const points = [[0, -17], [11, -12], [15, 16], [-15, 16], [-11, -12]];
    make(group, "path", { class: "piece" + (piece.second ? " second" : ""), d: "M" + points.map(
        ([px, py]) => (x + px) + " " + (y + up * py)).join("L") + "Z" });
    const letters = make(group, "text", { x, y: y + (down ? 3 : 7), class:
        (piece.second ? "second" : "") + (piece.promoted ? " promoted" : "") }, form.id);
    letters.style.fontSize = [16, 14, 11, 9, 7.5, 6.5, 5.5][Math.min(form.id.length, 7) - 1] + "px";
    return group;
}

// One piece alone, as large as the text around it asks.
function pieceIcon(parent, board, piece, down = false) {
    const svg = make(parent, "svg", { viewBox: "0 0 36 38", class: "icon", "aria-hidden": true });
    drawPiece(svg, board, piece, 18, 19, down);
    return svg;
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
    make(svg, "line", { x1: x, y1: y, x2: u - 6 * step[0], y2: v - 6 * step[1], class: "shape" });
    return drawHead(svg, [u, v], step, "shape head");
}

// marks: { last: [square], chosen: [square], targets: [square], cursor, check, shapes: [[square, square]] }
function drawBoard(parent, board, position, marks = {}, flipped = false, onSquare = null) {
    parent.replaceChildren();
    const width = board.files * SIZE + EDGE, height = board.ranks * SIZE + EDGE;
    const svg = make(parent, "svg", { viewBox: `0 0 ${width} ${height}`, role: "img",
                                      "aria-label": "board" });
    const has = (name, square) => (marks[name] || []).includes(square);
    for (let row = 0; row < board.ranks; row++) {
        const rank = flipped ? row + 1 : board.ranks - row, y = row * SIZE;
        for (let column = 0; column < board.files; column++) {
            const file = flipped ? board.files - column : column + 1, x = column * SIZE;
            const square = squareName(file, rank), piece = position.pieces.get(square);
            const group = make(svg, "g", { class: "cell", "data-square": square });
            make(group, "rect", { x, y, width: SIZE, height: SIZE, class: "square" +
                (has("chosen", square) ? " chosen" : marks.check === square ? " check"
                 : has("last", square) ? " last" : board.zone.includes(square) ? " zone" : "") });
            if (piece) drawPiece(group, board, piece, x + SIZE / 2, y + SIZE / 2,
                                 piece.second !== flipped);
            if (has("targets", square) && piece)
                make(group, "rect", { x: x + 2.5, y: y + 2.5, width: SIZE - 5, height: SIZE - 5,
                                      rx: 5, class: "target taken" });
            else if (has("targets", square))
                make(group, "circle", { cx: x + SIZE / 2, cy: y + SIZE / 2, r: 6.5,
                                        class: "target" });
            if (marks.cursor === square)
                make(group, "rect", { x: x + 1.5, y: y + 1.5, width: SIZE - 3, height: SIZE - 3,
                                      class: "cursor" });
            make(group, "title", {}, describe(board, position, square));
            if (onSquare) group.addEventListener("click", () => onSquare(square));
        }
        make(svg, "text", { x: board.files * SIZE + EDGE / 2, y: y + SIZE / 2 + 4, class: "edge" },
             rank);
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
        const form = formOf(board, key), count = hand.get(key);
        const entry = make(parent, onPiece ? "button" : "span",
                           { class: "held" + (chosen === key ? " chosen" : ""), "data-key": key,
                             title: form.name, "aria-label": `${count} ${form.name} in hand` });
        pieceIcon(entry, board, { key, second, promoted: false }, down);
        if (count > 1) entry.append("×" + count);
        if (onPiece) entry.onclick = () => onPiece(key, second);
    }
    if (!hand.size && board.drops) make(parent, "span", { class: "who" }, "nothing in hand");
}

// How a piece moves, from the grid of characters that `kagami show` prints.
const ARROWS = "↑↗→↘↓↙←↖", DASHED = "⇡⇗⇢⇘⇣⇙⇠⇖", LINES = "│╱─╲";
const TOWARDS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

function drawSymbol(svg, symbol, x, y, size, id, promoted) {
    const half = size / 2, arrow = ARROWS.indexOf(symbol), dashed = DASHED.indexOf(symbol);
    const line = LINES.indexOf(symbol);
    if (symbol === "·") return;
    if (symbol === "◉") {
        make(svg, "path", { class: "piece", d: `M${x} ${y - half + 2}l${half - 4} 4l2 ${size - 8}` +
                            `h${4 - size}l2 ${8 - size}Z` });
        const text = make(svg, "text", { x, y: y + 5, class: promoted ? "promoted" : "" }, id);
        text.style.fontSize = [13, 10.5, 8, 6.5, 5.5, 5, 4.5][Math.min(id.length, 7) - 1] + "px";
    } else if (arrow >= 0 || dashed >= 0) {
        const [dx, dy] = TOWARDS[Math.max(arrow, dashed)], reach = half - 2;
        const tip = [x + dx * reach, y + dy * reach], length = Math.hypot(dx, dy);
        const [ux, uy] = [dx / length, dy / length];
        make(svg, "line", { x1: x - dx * half, y1: y - dy * half, x2: x + dx * reach * 0.6,
                            y2: y + dy * reach * 0.6, class: dashed >= 0 ? "way dashed" : "way" });
        drawHead(svg, tip, [ux, uy]);
    } else if (line >= 0) {
        const [dx, dy] = TOWARDS[line];
        make(svg, "line", { x1: x - dx * half, y1: y - dy * half, x2: x + dx * half,
                            y2: y + dy * half, class: "way" });
    } else if (symbol === "●" || symbol === "○") {
        make(svg, "circle", { cx: x, cy: y, r: size * 0.22, class: symbol === "●" ? "point" : "ring" });
    } else {
        make(svg, "text", { x, y: y + size * 0.28, class: "sign" }, symbol);
    }
}

function drawMoves(parent, text, id, promoted) {
    const rows = text.trim().split("\n").map(row => row.trim().split(/\s+/)), size = 22;
    const side = rows.length * size;
    const svg = make(parent, "svg", { viewBox: `-1 -1 ${side + 2} ${side + 2}`, class: "diagram",
                                      role: "img", "aria-label": "moves of " + id });
    rows.forEach((row, i) => row.forEach((symbol, j) => make(svg, "rect",
        { x: j * size, y: i * size, width: size, height: size, class: "square" })));
    rows.forEach((row, i) => row.forEach((symbol, j) =>
        drawSymbol(svg, symbol, (j + 0.5) * size, (i + 0.5) * size, size, id, promoted)));
}

// "● step   ◆ jump" as a list with the signs drawn.
function drawLegend(parent, text) {
    for (const entry of text.trim().split(/\s{3,}/)) {
        const [symbol, ...words] = entry.split(" "), item = make(parent, "span", {});
        const svg = make(item, "svg", { viewBox: "0 0 22 22", class: "sign" });
        drawSymbol(svg, symbol, 11, 11, 22, "");
        item.append(words.join(" "));
    }
}

// --- A game to step through --------------------------------------------------------------------

function writeScore({ expected, mate }) { // from the first player's side
    if (mate !== undefined)
        return `${mate < 0 ? "second" : "first"} player mates in ${Math.abs(mate)} ` +
               (Math.abs(mate) === 1 ? "ply" : "plies");
    return `${Math.round(100 * expected)}% for the first player`;
}
// The share of the points that the first player may expect, 0 to 1.
const shareOf = ({ expected, mate }) => mate === undefined ? expected : Number(mate >= 0);

const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const views = [];
let lastUsed = null;

// `game`: { board, positions: [FEN], moves: [text], scores: [{ expected | mate } or none],
// names: [first, second] }, one position more than moves. `tools` puts more into the side.
class GameView {
    constructor(root, game) {
        this.root = root;
        this.ply = 0;
        this.flipped = false;
        this.marks = {};
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
        const buttons = make(this.side, "div", { class: "buttons" });
        const button = (text, name, does) => {
            const node = make(buttons, "button", { type: "button", "aria-label": name, title: name },
                              text);
            node.onclick = does;
            return node;
        };
        button("«", "to the start (Home)", () => this.step(0));
        button("‹", "back (left arrow)", () => this.step(this.ply - 1));
        this.playButton = button("▶", "play by itself", () => this.autoplay(!this.timer));
        button("›", "forward (right arrow)", () => this.step(this.ply + 1));
        button("»", "to the end (End)", () => this.step(this.game.moves.length));
        button("⇅", "turn the board (F)", () => this.flip());
        this.buttons = buttons;
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
        const { moves, board } = this.game;
        const listed = this.list.children;
        const same = [...listed].findIndex((node, i) => node.dataset.move !== moves[i]);
        while (same >= 0 && listed.length > same) this.list.lastChild.remove();
        for (let i = listed.length; i < moves.length; i++) {
            const position = readFen(this.game.positions[i], board);
            const node = make(this.list, "button", { type: "button", "data-ply": i + 1,
                "data-move": moves[i], title: moves[i], tabindex: -1 });
            make(node, "span", { class: "number" }, `${i + 1}.`);
            node.append(" " + writeMove(board, position, moves[i]));
            node.onclick = () => this.step(i + 1);
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
        this.ply = Math.max(0, Math.min(to, moves.length));
        if (from !== this.ply) this.shapes = [];
        // One move on or back is seen to be made, unless that was done by hand.
        const path = still || Math.abs(from - this.ply) !== 1 ? []
            : readMove(moves[Math.min(from, this.ply)] || "").squares; // taken back: none
        this.motion = { begun: performance.now(), path: this.ply > from ? path : path.reverse() };
        this.position = readFen(positions[this.ply], board);
        this.marks = { last: this.ply ? readMove(moves[this.ply - 1]).squares : [] };
        if (this.onStep) this.onStep();
        this.draw();
        this.slider.value = this.ply;
        this.fen.textContent = `after ${this.ply} of ${moves.length} plies: ${positions[this.ply]}`;
        for (const node of this.list.children)
            node.classList.toggle("now", Number(node.dataset.ply) === this.ply);
        const now = this.list.querySelector(".now");
        this.list.scrollTop = now ? now.offsetTop - this.list.offsetTop -
                                    this.list.clientHeight / 2 : 0;
        this.drawCurve();
    }

    draw() {
        const { board, names } = this.game, flipped = this.flipped;
        drawBoard(this.middle, board, this.position, { ...this.marks, shapes: this.shapes }, flipped,
                  this.onSquare);
        this.animate();
        for (const second of [false, true])
            drawHand(this.hands[second === flipped ? 1 : 0], board, this.position, second,
                     names[second ? 1 : 0], { chosen: this.chosenHand === second ? this.chosenKey
                     : undefined, onPiece: this.onHand, down: second !== flipped });
    }

    // The piece that moved last goes its way, from where a board drawn before has left it.
    animate() {
        const { path, begun } = this.motion, passed = performance.now() - begun, duration = 160;
        const ways = path.map(square => centreOf(this.game.board, square, this.flipped)), end = ways.length - 1;
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
        if (this.playButton) this.playButton.textContent = this.timer ? "❚❚" : "▶";
    }

    // Who may expect how much, ply by ply; a click goes there.
    drawCurve() {
        const { scores, moves } = this.game, width = 300, height = 70, middle = height / 2;
        const known = [];
        for (let ply = 0; ply <= moves.length; ply++) if (scores[ply]) known.push(ply);
        this.curve.replaceChildren();
        this.curve.hidden = known.length < 2;
        if (this.curve.hidden) return;
        for (const text of ["100%", "50%", "0%"]) make(this.curve, "span", {}, text);
        const x = ply => ply * width / Math.max(1, moves.length);
        const y = ply => 2 + (1 - shareOf(scores[ply])) * (height - 4);
        const svg = make(this.curve, "svg", { viewBox: `0 0 ${width} ${height}`, role: "img",
            "preserveAspectRatio": "none", "aria-label": "expected score of the first player, ply by ply" });
        make(svg, "rect", { x: 0, y: 0, width, height, class: "ground" });
        make(svg, "line", { x1: 0, y1: middle, x2: width, y2: middle, class: "zero" });
        make(svg, "polyline", { class: "score",
            points: known.map(ply => `${x(ply).toFixed(1)},${y(ply).toFixed(1)}`).join(" ") });
        make(svg, "line", { x1: x(this.ply), y1: 0, x2: x(this.ply), y2: height, class: "now" });
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
        const to = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0,
                     End: this.game.moves.length, ArrowUp: this.ply - 1, ArrowDown: this.ply + 1,
                     PageUp: this.ply - 10, PageDown: this.ply + 10 }[event.key];
        if (this.onKey && this.onKey(event)) return true;
        if (to !== undefined) this.step(to);
        else if (event.key === "f" || event.key === "F") this.flip();
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
    const at = event.target, name = at.tagName;
    if (name === "TEXTAREA" || (name === "INPUT" && at.type !== "range")) return;
    if (name === "SELECT" && !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    const view = viewOfKeys();
    if (!view) return;
    // These scroll a page, unless the game has the focus, or for its ends is in view.
    const scrolls = /^(Arrow(Up|Down)|Page)/.test(event.key) ||
                    (/^(Home|End)$/.test(event.key) && !inView(view));
    if (scrolls && !hasFocus(view)) return;
    if (view.key(event)) event.preventDefault();
});

return { make, readFen, readMove, writeMove, writeScore, formOf, drawBoard, drawMoves, drawLegend,
         pieceIcon, squareName, fileOf, rankOf, describe, centreOf, GameView };
})();
