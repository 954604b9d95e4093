// SPDX-License-Identifier: GPL-3.0-or-later
// The page of one game: its pieces and their moves drawn, and a board to play on, against the
// engine or a friend. The engine and the rules are a WebAssembly module in the page.
"use strict";
(() => {
const { make, readMove, formOf, pieceIcon, writeScore } = kagami;
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

const NAMES = ["first player", "second player"];
const root = document.getElementById("board");
const game = { board, positions: [page.start], moves: [], scores: [], names: NAMES };
const view = new kagami.GameView(root, game);
if (!document.getElementById("module")) { // a page without the engine: a board to look at
    view.side.hidden = true;
    return;
}

const engine = new kagami.Engine(HASH);
let state = null;      // of the position shown: legal moves, check, result; null while unknown
let busy = false;      // the engine thinks
let paused = false;    // an engine that would move waits for "Go on"
let chosen = [];       // squares clicked so far, [] or the first one a piece's
let dropped = null;    // the letter of the piece in hand that was chosen
let cursor = null;     // a square, for keys
let turnNumber = 0;    // what was asked before a change of the game is of no interest after it

const status = make(null, "p", { class: "status", role: "status" });
view.left.prepend(status);
const setup = make(view.head, "div", { class: "setup" });

function select(parent, label, entries, value) {
    const node = make(make(parent, "label", {}, label + " "), "select", {});
    for (const [text, key] of entries) make(node, "option", { value: key }, text);
    node.value = value;
    return node;
}
const WHO = [["you", "person"], ["engine", "engine"]];
const players = [select(setup, "First player", WHO, "person"),
                 select(setup, "Second player", WHO, "engine")];
const level = select(setup, "Engine", LEVELS, 3000);

function tool(text, title, does) {
    const node = make(view.buttons, "button", { type: "button", title }, text);
    node.onclick = does;
    return node;
}
tool("New game", "begin again", () => restart());
const undoTool = tool("Undo", "take your last move back (U)", () => undo());
const hintTool = tool("Hint", "ask the engine for a move (H)", () => hint());
const goOn = tool("Go on", "let the engine move", () => { paused = false; next(); });

const form = make(view.head, "form", { class: "typed" });
const field = make(make(form, "label", {}, "Your move "), "input",
    { type: "text", list: "legal", autocomplete: "off", spellcheck: "false", size: 9,
      placeholder: "e3e4", "aria-label": "your move, for example e3e4" });
make(form, "button", { type: "submit" }, "Play");
const offered = make(form, "datalist", { id: "legal" });
form.onsubmit = event => {
    event.preventDefault();
    const typed = field.value.trim().replace(/[\s-]/g, "");
    const move = state && state.moves.find(text => text.toLowerCase() === typed.toLowerCase());
    if (move && mayMove()) {
        field.value = "";
        refuse("");
        play(move);
    } else if (typed) {
        refuse(`${typed} is no legal move here.`);
    }
};
const refused = make(form, "span", { class: "refused", role: "alert" });
field.oninput = () => refuse("");

function refuse(text) { // beside the field, until something else is typed or played
    refused.textContent = text;
    field.setAttribute("aria-invalid", text ? "true" : "false");
}

const person = second => players[second ? 1 : 0].value === "person";
const mayMove = () => state && state.moves.length > 0 && !busy && person(view.position.second);
const atEnd = () => view.ply === game.moves.length;

function tell(text) {
    view.below.replaceChildren(text || "");
}

function forget() { // what was clicked
    chosen = [];
    dropped = null;
    closeChoice();
}

// Moves that go on from what was clicked, and where they go next.
function candidates() {
    if (!mayMove()) return [];
    return state.moves.map(readMove).filter(move => dropped ? move.drop === dropped
        : !move.drop && chosen.every((square, i) => move.squares[i] === square));
}
const isPass = move => move.squares.length === 3 && move.squares[2] === move.squares[0] &&
                       !view.position.pieces.has(move.squares[1]);
const ends = move => move.squares.length === (dropped ? 1 : chosen.length);

function mark() {
    const moves = candidates().filter(move => !isPass(move) || ends(move));
    const targets = !chosen.length && !dropped ? []
        : moves.filter(move => !ends(move)).map(move => move.squares[dropped ? 0 : chosen.length]);
    if (dropped) targets.push(...candidates().map(move => move.squares[0]));
    view.marks = { last: view.ply ? readMove(game.moves[view.ply - 1]).squares : [], chosen,
                   targets, cursor, check: state && state.check ? royalOf(view.position) : null };
    view.chosenKey = dropped;
    view.chosenHand = view.position.second;
    view.draw();
}

function royalOf(position) {
    const royals = [...position.pieces].filter(([, piece]) => piece.second === position.second &&
                                                              formOf(board, piece.key).royal);
    return royals.length === 1 ? royals[0][0] : null;
}

function clickSquare(square) {
    closeChoice();
    if (!mayMove()) return;
    const own = view.position.pieces.get(square);
    if (dropped) {
        const move = candidates().find(one => one.squares[0] === square);
        if (move) return play(move.text);
        forget();
    } else if (chosen.length) {
        const last = chosen[chosen.length - 1];
        if (chosen.length > 1 && square === last) { // again: stop there
            const there = candidates().filter(ends);
            if (there.length) return finish(there, square);
        }
        const on = candidates().filter(move => move.squares[chosen.length] === square &&
                                               !isPass(move));
        if (on.length) {
            chosen = [...chosen, square];
            const there = on.filter(ends), further = on.filter(move => !ends(move));
            if (!further.length) return finish(there, square);
            mark();
            return tell(there.length ? `Again on ${square} to stop there, or on to a marked square.`
                                     : "On to a marked square.");
        }
        const again = square === chosen[0];
        forget();
        if (again) {
            tell("");
            return mark();
        }
    }
    tell("");
    if (own && own.second === view.position.second) choose(square);
    mark();
}

function choose(square) {
    chosen = [square];
    const moves = candidates();
    if (!moves.length) {
        const piece = formOf(board, view.position.pieces.get(square).key);
        tell(`${piece.name} on ${square}: no legal move.`);
    }
    const pass = moves.find(isPass);
    if (pass) {
        tell("");
        make(view.below, "button", { type: "button", class: "pass" },
             "Pass with this piece").onclick = () => play(pass.text);
    }
}

// One move or two that end where was clicked: with promotion and without.
function finish(moves, square) {
    if (moves.length === 1) return play(moves[0].text);
    mark();
    askPromotion(moves, square);
}

let choice = null;
function closeChoice() {
    if (choice) choice.remove();
    choice = null;
}

function askPromotion(moves, square) {
    const from = view.position.pieces.get(chosen[0]);
    closeChoice();
    choice = make(view.middle, "div", { class: "choice", role: "dialog", "aria-label": "promote?" });
    const file = kagami.fileOf(square), rank = kagami.rankOf(square);
    const across = ((view.flipped ? board.files - file : file - 1) + 0.5) / (board.files + 0.45);
    const down = ((view.flipped ? rank - 1 : board.ranks - rank) + 1) / (board.ranks + 0.45);
    choice.style.left = 100 * Math.min(Math.max(across, 0.22), 0.78) + "%";
    choice.style[down > 0.6 ? "bottom" : "top"] =
        100 * (down > 0.6 ? 1 - down + 1 / board.ranks : down) + "%";
    for (const move of [...moves].sort((a, b) => b.promotes - a.promotes)) {
        const key = move.promotes ? "+" + from.key : from.key;
        const button = make(choice, "button", { type: "button", "data-move": move.text });
        pieceIcon(button, board, { key, second: from.second, promoted: key[0] === "+" },
                  from.second !== view.flipped);
        make(button, "span", {}, move.promotes ? formOf(board, key).name : "do not promote");
        button.onclick = () => play(move.text);
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
        const found = await engine.ask({ start: page.start, ...message });
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
    const ply = view.ply;
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
    view.go(ply + 1);
    next();
}

const known = []; // state of each position
async function stateAt(ply) {
    const found = known[ply] || await asked({ moves: upTo(ply) });
    if (found) known[ply] = found;
    return found;
}

const ENDINGS = { "checkmate": "checkmate", "royal-captured": "the royal is captured" };
function say() {
    const side = view.position.second ? 1 : 0;
    let text = "";
    if (!state) text = "…";
    else if (state.result === "1-0" || state.result === "0-1")
        text = `The ${NAMES[state.result === "1-0" ? 0 : 1]} wins: ` +
               (ENDINGS[state.ending] || state.ending.replace(/-/g, " ")) + ".";
    else if (state.result === "1/2-1/2") text = `Drawn: ${state.ending.replace(/-/g, " ")}.`;
    else if (busy) text = "The engine thinks …";
    else if (person(view.position.second))
        text = (person(!view.position.second) ? `The ${NAMES[side]} is to move` : "Your move") +
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
    state = known[ply] || null;
    say();
    const found = await stateAt(ply);
    if (!found || view.ply !== ply) return;
    state = found;
    say();
    mark();
};

// The engine's move, where it is its turn.
async function next() {
    say();
    if (!atEnd() || busy || paused) return;
    const turn = turnNumber, ply = view.ply;
    const found = await stateAt(ply);
    if (turn !== turnNumber || !found?.moves.length || person(view.position.second)) return;
    busy = true;
    say();
    const second = view.position.second;
    const begun = performance.now();
    const best = await asked({ moves: upTo(ply), nodes: Number(level.value) });
    if (!best) return;
    const rest = PAUSE - (performance.now() - begun); // two moves at once cannot be followed
    if (rest > 0) await new Promise(done => setTimeout(done, rest));
    if (turn !== turnNumber) return;
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

function cut(ply) {
    game.moves.splice(ply);
    game.positions.splice(ply + 1);
    game.scores.splice(ply + 1);
    known.splice(ply + 1);
    view.grow();
    view.go(ply);
}

function restart() {
    interrupt();
    paused = false;
    view.autoplay(false);
    cut(0);
    next();
}

// To where the person was last to move; without a person to the move before, and there it waits.
function undo() {
    if (!game.moves.length) return;
    interrupt();
    const isPersons = ply => person(kagami.readFen(game.positions[ply], board).second);
    let ply = game.moves.length - 1;
    paused = !person(false) && !person(true);
    if (!paused) while (ply > 0 && !isPersons(ply)) ply--;
    cut(ply);
    next();
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
    tell(`Perhaps ${kagami.writeMove(board, view.position, best.best)} ` +
         `(${writeScore(game.scores[ply])}).`);
    forget();
    mark();
    view.marks.chosen = move.squares;
    view.chosenKey = move.drop || null;
    view.draw();
}

for (const node of players)
    node.onchange = () => {
        interrupt();
        paused = false;
        const alone = person(false) !== person(true);
        if (alone && !game.moves.length) view.flipped = !person(false);
        view.go(view.ply);
        next();
    };
level.onchange = () => {
    if (!busy) return;
    interrupt();
    next();
};

// --- Keys --------------------------------------------------------------------------------------

// With the focus on the board arrows move a cursor and Enter clicks; elsewhere they step.
view.middle.tabIndex = 0;
view.middle.setAttribute("role", "application");
view.middle.setAttribute("aria-label", "board: arrow keys move the cursor, Enter chooses a square, " +
                                       "Escape forgets it");
view.middle.addEventListener("mousedown", event => event.preventDefault());
view.middle.addEventListener("focus", () => {
    if (!cursor) cursor = kagami.squareName(Math.ceil(board.files / 2), Math.ceil(board.ranks / 2));
    mark();
});
view.middle.addEventListener("blur", () => {
    cursor = null;
    mark();
});

function moveCursor(key) {
    const sign = view.flipped ? -1 : 1;
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1],
                       ArrowDown: [0, -1] }[key];
    const within = (value, most) => Math.min(Math.max(value, 1), most);
    cursor = kagami.squareName(within(kagami.fileOf(cursor) + sign * dx, board.files),
                               within(kagami.rankOf(cursor) + sign * dy, board.ranks));
    mark();
    tell(kagami.describe(board, view.position, cursor));
}

view.onKey = event => {
    const onBoard = document.activeElement === view.middle;
    if (onBoard && event.key.startsWith("Arrow")) moveCursor(event.key);
    else if (onBoard && (event.key === "Enter" || event.key === " ")) clickSquare(cursor);
    else if (event.key === "Escape") {
        forget();
        tell("");
        mark();
        if (onBoard) view.middle.focus();
    } else if (event.key === "u" || event.key === "U") undo();
    else if (event.key === "h" || event.key === "H") hint();
    else return false;
    return true;
};

view.go(0);
next();
})();
