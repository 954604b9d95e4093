// SPDX-License-Identifier: GPL-3.0-or-later
// The page of one game: its pieces and their moves drawn, and a board to play on, against the
// engine or a friend. The engine and the rules are a WebAssembly module in the page.
"use strict";
(() => {
const { PLAYERS, make, button, clamp, readMove, formOf, pieceIcon, writeScore } = kagami;
const page = JSON.parse(document.getElementById("game").textContent);
const board = page.board;
const LEVELS = [["beginner", 30], ["easy", 300], ["medium", 3000], ["strong", 30000],
                ["stronger", 300000], ["strongest", 3000000]];
const HASH = 32 << 20, HINT_NODES = 30000, PAUSE = 350;

// What the page says in characters is drawn in its place.
for (const [selector, name, style, draw] of [
    ["pre.moves-of", "div", "diagram", (figure, { textContent: text, dataset }) =>
        kagami.drawMoves(figure, text, dataset.id, "promoted" in dataset)],
    ["pre.legend", "p", "legend", (figure, { textContent: text }) => kagami.drawLegend(figure, text)],
    ["pre.start", "div", "board start", figure =>
        kagami.drawBoard(figure, board, kagami.readFen(page.start, board))]])
    for (const node of document.querySelectorAll(selector)) {
        const figure = make(null, name, { class: style });
        draw(figure, node);
        node.replaceWith(figure);
    }

// --- Play --------------------------------------------------------------------------------------

const game = { board, positions: [page.start], moves: [], scores: [], names: PLAYERS };
const view = new kagami.GameView(document.getElementById("board"), game);
if (!document.getElementById("module")) { // a page without the engine: a board to look at
    view.side.hidden = true;
    return;
}

const engine = new kagami.Engine(HASH);
let start = page.start; // where the game begins
let busy = false;      // the engine thinks
let paused = false;    // an engine that would move waits for "Go on"
let chosen = [];       // squares clicked so far, [] or the first one a piece's
let dropped = null;    // the letter of the piece in hand that was chosen
let cursor = null;     // a square, for keys
let turnNumber = 0;    // what was asked before a change of the game is of no interest after it

const status = make(null, "p", { class: "status", role: "status" });
view.left.prepend(status);
const setup = make(view.head, "div", { class: "setup" });

function select(label, entries, value) {
    const node = make(make(setup, "label", {}, label + " "), "select", {});
    for (const [text, key] of entries) make(node, "option", { value: key }, text);
    node.value = value;
    return node;
}
const WHO = [["you", "person"], ["engine", "engine"]];
const players = [select("First player", WHO, "person"), select("Second player", WHO, "engine")];
const level = select("Engine", LEVELS, 3000);

const tool = (text, title, does) => button(view.buttons, text, does, { title });
tool("New game", "begin again", () => restart());
const undoTool = tool("Undo", "take your last move back (U)", () => undo());
const hintTool = tool("Hint", "ask the engine for a move (H)", () => hint());
const goOn = tool("Go on", "let the engine move", () => { paused = false; next(); });

const form = make(view.head, "form", { class: "typed" });
const field = make(make(form, "label", {}, "Your move "), "input", { type: "text", list: "legal",
    autocomplete: "off", spellcheck: "false", size: 9, placeholder: "e3e4",
    "aria-label": "your move, for example e3e4" });
make(form, "button", { type: "submit" }, "Play");
const offered = make(form, "datalist", { id: "legal" });
form.onsubmit = event => {
    event.preventDefault();
    const typed = field.value.replace(/\s/g, ""), move = mayMove() && typed && meant(known[view.ply], typed);
    refuse(move || !typed ? "" : `${typed} is no legal move here.`);
    if (!move) return;
    field.value = "";
    play(move);
};
const refused = make(form, "span", { class: "refused", role: "alert" });
field.oninput = () => refuse("");

function refuse(text) { // beside the field, until something else is typed or played
    refused.textContent = text;
    field.setAttribute("aria-invalid", text ? "true" : "false");
}

const person = second => players[Number(second)].value === "person";
const mayMove = () => known[view.ply]?.moves.length > 0 && !busy && person(view.position.second);
const atEnd = () => view.ply === game.moves.length;
const tell = text => view.below.replaceChildren(text);

function forget() { // what was clicked
    chosen = [];
    dropped = null;
    closeChoice();
}

// Moves that go on from what was clicked, and where they go next.
function candidates() {
    if (!mayMove()) return [];
    return known[view.ply].moves.map(readMove).filter(move => dropped ? move.drop === dropped
        : !move.drop && chosen.every((square, i) => move.squares[i] === square));
}
const isPass = (move, { pieces } = view.position) => move.squares.length === 3 &&
    move.squares[2] === move.squares[0] && !pieces.has(move.squares[1]);
const ends = move => move.squares.length === chosen.length;

function mark() {
    const on = dropped ? candidates() : candidates().filter(move => chosen.length && !ends(move) && !isPass(move));
    const targets = on.map(move => move.squares[chosen.length]);
    view.marks = { ...view.marks, chosen, targets, cursor, check: known[view.ply]?.check && royalOf(view.position) };
    view.chosenKey = dropped;
    view.chosenHand = view.position.second;
    view.draw();
}

function royalOf(position) {
    const royals = [...position.pieces].filter(
        ([, { second, key }]) => second === position.second && formOf(board, key).royal);
    return royals.length === 1 ? royals[0][0] : null;
}

function clickSquare(square) {
    closeChoice();
    if (!mayMove()) return;
    const own = view.position.pieces.get(square)?.second === view.position.second, again = square === chosen[0];
    if (dropped) {
        const move = candidates().find(one => one.squares[0] === square);
        if (move) return play(move.text);
    } else if (chosen.length) {
        if (chosen.length > 1 && square === chosen.at(-1)) { // again: stop there
            const there = candidates().filter(ends);
            if (there.length) return finish(there, square);
        }
        const on = candidates().filter(move => move.squares[chosen.length] === square && !isPass(move));
        if (on.length) {
            chosen = [...chosen, square];
            const there = on.filter(ends), further = on.filter(move => !ends(move));
            if (!further.length) return finish(there, square);
            mark();
            return tell(there.length ? `Again on ${square} to stop there, or on to a marked square.`
                                     : "On to a marked square.");
        }
    }
    forget();
    tell("");
    if (own && !again) choose(square);
    mark();
}

function choose(square) {
    chosen = [square];
    const moves = candidates();
    const { name } = formOf(board, view.position.pieces.get(square).key);
    if (!moves.length) tell(`${name} on ${square}: no legal move.`);
    const pass = moves.find(move => isPass(move));
    if (pass) {
        tell("");
        button(view.below, "Pass with this piece", () => play(pass.text), { class: "pass" });
    }
}

function closeChoice() {
    const choice = view.middle.querySelector(".choice"), held = choice?.contains(document.activeElement);
    choice?.remove();
    if (held && cursor) view.middle.focus({ preventScroll: true }); // whoever plays by keys goes on so
}

// One move or two that end where was clicked: with promotion and without, which is asked.
function finish(moves, square) {
    if (moves.length === 1) return play(moves[0].text);
    mark();
    const from = view.position.pieces.get(chosen[0]);
    const choice = make(view.middle, "div", { class: "choice", role: "dialog", "aria-label": "promote?" });
    const [x, y] = kagami.centreOf(board, square, view.flipped);
    const across = x / 40 / (board.files + 0.45), down = (y / 40 + 0.5) / (board.ranks + 0.45);
    choice.style.left = 100 * clamp(across, 0.22, 0.78) + "%";
    choice.style[down > 0.6 ? "bottom" : "top"] = 100 * (down > 0.6 ? 1 - down + 1 / board.ranks : down) + "%";
    for (const move of [...moves].sort((a, b) => b.promotes - a.promotes)) {
        const key = move.promotes ? "+" + from.key : from.key, piece = { ...from, key, promoted: key[0] === "+" };
        const node = button(choice, "", () => play(move.text), { "data-move": move.text });
        pieceIcon(node, board, piece, from.second !== view.flipped);
        make(node, "span", {}, move.promotes ? formOf(board, key).name : "do not promote");
    }
    choice.firstChild.focus({ preventScroll: true });
}

view.onSquare = clickSquare;
view.onHand = (key, second) => {
    closeChoice();
    if (!mayMove() || second !== view.position.second) return;
    const again = dropped === key;
    forget();
    if (!again) dropped = key;
    tell(!again && !candidates().length ? `${formOf(board, key).name}: no legal drop.` : "");
    mark();
};

// --- The course of a game ----------------------------------------------------------------------

const upTo = ply => game.moves.slice(0, ply);

// What the engine answers of a game; null where the game has changed meanwhile, or on a fault, which is told.
async function asked(message) {
    const turn = turnNumber;
    try {
        const found = await engine.ask({ start, ...message });
        if (turn === turnNumber) return found;
    } catch (fault) {
        if (turn !== turnNumber) return null;
        busy = false;
        tell("The engine does not run here: " + fault.message);
    }
    return null;
}

// A move from the position shown; what came after it before is gone.
async function play(move, score) {
    const ply = view.ply, still = setDown;
    turnNumber++;
    forget();
    tell("");
    busy = true;
    const found = await asked({ moves: [...upTo(ply), move] });
    if (!found) return;
    game.moves.splice(ply, Infinity, move);
    game.positions.splice(ply + 1, Infinity, found.fen);
    game.scores.splice(ply + (score ? 0 : 1));
    if (score) game.scores[ply + 1] = game.scores[ply] = score;
    known.splice(ply + 1, Infinity, found);
    busy = false;
    view.grow();
    view.go(ply + 1, still);
    next();
}

// Of each position, where it is known: { moves, check, result, ending, fen }.
const known = [];
async function stateAt(ply) {
    const found = known[ply] || await asked({ moves: upTo(ply) });
    if (found) known[ply] = found;
    return found;
}

function say() {
    const side = Number(view.position.second), state = known[view.ply];
    const ending = state?.ending?.replace("royal-captured", "the royal is captured").replaceAll("-", " ");
    let text = "";
    if (!state) text = "…";
    else if (state.result === "1-0" || state.result === "0-1")
        text = `The ${PLAYERS[Number(state.result === "0-1")]} wins: ${ending}.`;
    else if (state.result === "1/2-1/2") text = `Drawn: ${ending}.`;
    else if (busy) text = "The engine thinks …";
    else if (person(view.position.second))
        text = (person(!view.position.second) ? `The ${PLAYERS[side]} is to move` : "Your move") +
               (state.check ? ", in check." : ".");
    else text = atEnd() ? "The engine is to move." : "The engine moved here.";
    status.textContent = text;
    goOn.hidden = !(paused && atEnd() && state && state.moves.length && !person(view.position.second));
    undoTool.disabled = !game.moves.length;
    hintTool.disabled = !mayMove();
    field.disabled = !mayMove();
    offered.replaceChildren(...(mayMove() ? state.moves : []).map(value => make(null, "option", { value })));
}

view.onStep = async () => {
    const ply = view.ply;
    forget();
    say();
    writeLink();
    if (!await stateAt(ply) || view.ply !== ply) return;
    say();
    mark();
};

// The engine's move, where it is its turn.
async function next() {
    say();
    if (!atEnd() || busy || paused) return;
    const turn = turnNumber, ply = view.ply, found = await stateAt(ply), { second } = view.position;
    if (turn !== turnNumber || !found?.moves.length || person(second)) return;
    busy = true;
    say();
    const pause = new Promise(done => setTimeout(done, PAUSE)); // two moves at once cannot be followed
    const best = await asked({ moves: upTo(ply), nodes: Number(level.value) });
    await pause;
    if (!best || turn !== turnNumber) return;
    busy = false;
    if (view.ply !== ply) view.go(ply);
    if (best.best) play(best.best, scoreOf(best, second));
}

// Of a search, from the first player's side.
const scoreOf = ({ mate, expected }, second) => mate !== undefined ? { mate: second ? -mate : mate }
    : { expected: second ? 1 - expected : expected };

function interrupt() {
    turnNumber++;
    if (busy) engine.stop();
    busy = false;
    forget();
    tell("");
}

// Back to a ply, to be played on from there.
function cut(ply) {
    interrupt();
    game.moves.splice(ply);
    game.positions.splice(ply + 1);
    game.scores.splice(ply + 1);
    known.splice(ply + 1);
    view.grow();
    view.go(ply);
    next();
}

function restart() {
    paused = false;
    view.autoplay(false);
    cut(0);
}

// To where the person was last to move; without a person to the move before, and there it waits.
function undo() {
    if (!game.moves.length) return;
    let ply = game.moves.length - 1;
    paused = !person(false) && !person(true);
    if (!paused) while (ply > 0 && !person(secondAt(ply))) ply--;
    cut(ply);
}

async function hint() {
    if (!mayMove()) return;
    const ply = view.ply;
    tell("The engine looks …");
    const best = await asked({ moves: upTo(ply), nodes: HINT_NODES });
    if (!best || view.ply !== ply) return;
    const move = readMove(best.best);
    game.scores[ply] = scoreOf(best, view.position.second);
    view.drawCurve();
    tell(`Perhaps ${kagami.writeMove(board, view.position, best.best)} (${writeScore(game.scores[ply])}).`);
    forget();
    mark();
    view.marks.chosen = move.squares;
    view.chosenKey = move.drop || null;
    view.draw();
}

for (const node of players) node.onchange = () => {
    interrupt();
    paused = false;
    const alone = person(false) !== person(true);
    if (alone && !game.moves.length) view.flipped = !person(false);
    view.go(view.ply);
    next();
};
level.onchange = () => busy && (interrupt(), next());

// With the focus on the board arrows move a cursor and Enter clicks; elsewhere they step.
Object.assign(view.middle, { tabIndex: 0, role: "application", ariaLabel: "board: arrow keys move the cursor, " +
    "Enter chooses a square, Escape forgets it" });
view.middle.addEventListener("mousedown", event => event.preventDefault());
view.middle.addEventListener("focus", () => {
    if (!cursor) cursor = kagami.squareName(Math.ceil(board.files / 2), Math.ceil(board.ranks / 2));
    mark();
});
view.middle.addEventListener("blur", ({ relatedTarget }) => {
    if (view.middle.contains(relatedTarget)) return; // of a choice
    cursor = null;
    mark();
});

function moveCursor(key) {
    const sign = view.flipped ? -1 : 1;
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
    cursor = kagami.squareName(clamp(kagami.fileOf(cursor) + sign * dx, 1, board.files),
                               clamp(kagami.rankOf(cursor) + sign * dy, 1, board.ranks));
    mark();
    tell(kagami.describe(board, view.position, cursor));
}

view.onKey = event => {
    const onBoard = document.activeElement === view.middle, key = event.key.toLowerCase();
    if (onBoard && key.startsWith("arrow")) moveCursor(event.key);
    else if (onBoard && (key === "enter" || key === " ")) clickSquare(cursor);
    else if (key === "escape") {
        forget();
        tell("");
        mark();
    } else if (key === "u") undo();
    else if (key === "h") hint();
    else return false;
    return true;
};

// A piece goes with the pointer, over what clicks do: taken up it is chosen, where it is set down is clicked.
let pulled = null;   // { from: event, square or key, ghost }
let setDown = false; // the move that is made now was made by hand

view.left.addEventListener("pointerdown", event => {
    const held = event.target.closest(".held"), key = held?.dataset.key;
    const square = event.target.closest(".cell")?.dataset.square, { pieces, second } = view.position;
    const own = held ? held.parentNode.querySelector(".turn") : pieces.get(square)?.second === second;
    pulled = own && mayMove() && !event.button && event.isPrimary ? { from: event, square, key } : null;
});

addEventListener("pointermove", event => {
    const { clientX: x, clientY: y } = event, { pieces, second } = view.position;
    if (pulled?.from.pointerId !== event.pointerId) return;
    if (!pulled.ghost) {
        const { from, square, key } = pulled;
        if (Math.hypot(x - from.clientX, y - from.clientY) < 6) return;
        pulled.ghost = make(document.body, "div", { class: "pulled board" });
        pulled.ghost.style.width = view.middle.clientWidth / (board.files + 0.45) + "px";
        pieceIcon(pulled.ghost, board, pieces.get(square) || { key, second }, second !== view.flipped);
        forget();
        if (key) view.onHand(key, second);
        else clickSquare(square);
    }
    pulled.ghost.style.translate = `calc(${x}px - 50%) calc(${y}px - 50%)`;
});

for (const name of ["pointerup", "pointercancel"]) addEventListener(name, event => {
    const { ghost, square } = pulled?.from.pointerId === event.pointerId ? pulled : {};
    pulled = null;
    if (!ghost) return;
    ghost.remove();
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("#board .cell");
    const to = name === "pointerup" && under?.dataset.square;
    setDown = true;
    if (!to) mark(forget());
    else if (to !== square) clickSquare(to);
    setDown = false;
});

// --- Games as links and texts ------------------------------------------------------------------

const secondAt = ply => kagami.readFen(game.positions[ply], board).second;

// The address has the game, and the ply that is shown.
function writeLink() {
    const words = { moves: game.moves.join(" "), ply: view.ply, ...start !== page.start && { fen: start } };
    history.replaceState(null, "", "#" + (words.fen || words.moves ? new URLSearchParams(words) : ""));
}
function readLink() {
    const words = new URLSearchParams(location.hash.slice(1)), moves = words.get("moves") || "";
    load(words.get("fen") || page.start, moves.split(" ").filter(Boolean), words.get("ply") ?? undefined);
}

const usiSquare = square => board.files + 1 - kagami.fileOf(square) +
                            String.fromCharCode(97 + board.ranks - kagami.rankOf(square));
const ofUsi = (all, file, rank) => kagami.squareName(board.files + 1 - file, board.ranks + 97 - rank.charCodeAt(0));

// The legal move that is meant, by coordinates as in PGN or by USI.
function meant({ moves, fen }, word) {
    const usi = /^([A-Z]\*)?(\d+[a-z])+\+?$/.test(word);
    const text = usi ? word.replace("*", "@").replace(/(\d+)([a-z])/g, ofUsi) : word.replace(/[x×!?#-]/g, "");
    const [from, over, to] = readMove(text.toLowerCase()).squares, position = kagami.readFen(fen, board);
    const jumps = to && !position.pieces.has(over); // over an empty square: a move from end to end, or a pass
    return moves.find(move => word === "--" || (jumps && from === to && readMove(move).squares[0] === from)
        ? isPass(readMove(move), position)
        : move.toLowerCase() === (jumps ? from + to + (text.endsWith("+") ? "+" : "") : text.toLowerCase()));
}

// Another game, as far as its moves are legal.
async function load(from, words, ply = words.length) {
    interrupt();
    const turn = turnNumber, states = [], moves = [];
    let wrong = "";
    try {
        states.push(await engine.ask({ start: from, moves }));
        for (const word of words) {
            const move = meant(states[moves.length], word);
            if (!move) throw new Error(`move ${moves.length + 1}, ${word.slice(0, 20)}, is not legal.`);
            moves.push(move);
            states.push(await engine.ask({ start: from, moves }));
        }
    } catch (fault) {
        wrong = "Not all of this game can be read: " + fault.message;
    }
    if (turn !== turnNumber) return;
    turnNumber++; // what was asked meanwhile was of the game before
    if (states.length) {
        start = from === page.start ? from : states[0].fen;
        known.splice(0, Infinity, ...states);
        view.load(Object.assign(game, { moves, positions: states.map(({ fen }) => fen), scores: [] }));
        paused = moves.length > 0 && !person(secondAt(moves.length));
    }
    view.go(states.length ? Number(ply) || 0 : view.ply, true);
    await next();
    tell(wrong);
}

function writePgn() {
    const result = known[game.moves.length]?.result || "*", first = Number(secondAt(0));
    const words = game.moves.map((move, i) => (i + first) % 2 && i ? move
        : `${(i + first >> 1) + (+start.split(" ").pop() || 1)}.${(i + first) % 2 ? ".." : ""} ${move}`);
    return `[White "${players[0].value}"]\n[Black "${players[1].value}"]\n[Result "${result}"]\n` +
           `[Variant "${document.title}"]\n[SetUp "1"]\n[FEN "${start}"]\n\n` +
           [...words, result].join(" ").replace(/(.{60,79}) /g, "$1\n") + "\n";
}

function writeUsi() {
    const moves = game.moves.map(text => " " + text.replace("@", "*").replace(/[a-z]\d+/g, usiSquare));
    return `position sfen ${known[0].sfen}${moves.length ? ` moves${moves.join("")}` : ""}\n`;
}

function readText() {
    const usi = text.value.match(/\b(sfen .*?|startpos)(?: moves (.*))?$/m);
    const fen = usi ? usi[1] : text.value.match(/^(?:\s*\[.*\])*/)[0].match(/^\s*\[FEN "(.*)"\]/m)?.[1];
    let body = usi ? usi[2] || "" : text.value.replace(/^\[.*\]\s*$|;.*$|\{[^}]*\}|\$\d+/gm, " ");
    while (/\([^()]*\)/.test(body)) body = body.replace(/\([^()]*\)/g, " ");
    body = body.split(/(?:^|\s)(?:1-0|0-1|1\/2-1\/2|\*)(?=\s|$)/)[0]; // of several games the first
    load(fen && fen !== "startpos" ? fen : page.start,
         body.split(/\s+/).map(word => word.replace(/^\d+\.+/, "")).filter(Boolean));
}

const texts = make(view.side, "details", { class: "texts" });
make(texts, "summary", {}, "Save or load this game");
const text = make(texts, "textarea", { rows: 5, spellcheck: "false", "aria-label": "a game as PGN or USI" });
button(texts, "PGN", () => { text.value = writePgn(); });
button(texts, "USI", () => { text.value = writeUsi(); });
button(texts, "Save file", () => {
    const blob = new Blob([text.value = text.value.startsWith("position") ? writeUsi() : writePgn()]);
    kagami.saveFile(text.value[0] === "[" ? "game.pgn" : "game.usi", blob);
});
button(texts, "Load", readText);
const file = make(make(texts, "label", {}, "or a file "), "input", { type: "file", accept: ".pgn,.usi,.txt" });
file.onchange = async () => readText(text.value = await file.files[0].text());

addEventListener("hashchange", () => location.hash.includes("=") && readLink()); // a report has other links
if (location.hash.includes("=")) readLink();
else view.go(0);
next();
})();
