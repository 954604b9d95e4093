// SPDX-License-Identifier: GPL-3.0-or-later
// Plays on the page of a game as a person does: finds what to click, and clicks what lies there.
// Each answer is a text that begins with "fault" when the page did what it should not.
"use strict";
window.clicks = (() => {
const all = selector => [...document.querySelectorAll(selector)];
const legal = () => all("#legal option").map(option => option.value);
const moves = () => all("#board .moves button").map(button => button.dataset.move);
const pause = (milliseconds = 0) => new Promise(done => setTimeout(done, milliseconds));
const status = () => document.querySelector(".status").textContent;
const over = () => /wins|Drawn/.test(status());
const cell = square => `#board .cell[data-square="${square}"]`;

// What to click for a move, in its order.
function plan(move) {
    const [, drop, rest] = move.match(/^(?:([A-Z])@)?(.*)$/);
    const squares = rest.match(/[a-z]\d+/g), start = squares.join("");
    const steps = drop ? [`.hand:has(.turn) .held[data-key="${drop}"]`, cell(squares[0])]
                       : squares.map(cell);
    const pass = squares.length === 3 && squares[0] === squares[2] &&
                 !document.querySelector(cell(squares[1]) + " .token");
    if (pass) return [steps[0], ".below .pass"];
    // A step from which another could follow is clicked again to stop there.
    const further = legal().some(other => !/@/.test(other) && other.startsWith(start) &&
        /^[a-z]\d+$/.test(other.slice(start.length)) && !isPass(other));
    if (!drop && squares.length === 2 && further) steps.push(steps[1]);
    const twin = move.endsWith("+") ? move.slice(0, -1) : move + "+";
    if (legal().includes(twin)) steps.push(`.choice button[data-move="${move}"]`);
    return steps;
}
const isPass = move => {
    const squares = move.match(/[a-z]\d+/g);
    return squares.length === 3 && squares[0] === squares[2] &&
           !document.querySelector(cell(squares[1]) + " .token");
};

// Where the thing to click is, in the window.
function where(selector) {
    const found = all(selector).find(node => !node.disabled && !node.closest(".board.start"));
    if (!found) throw new Error("nothing to click: " + selector);
    const place = found.querySelector(":scope > .square") || found; // a piece that moves is outside of it
    let box = place.getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight) {
        found.scrollIntoView({ block: "center" });
        box = place.getBoundingClientRect();
    }
    return [box.left + box.width / 2, box.top + box.height / 2];
}
function click(selector) {
    const [x, y] = where(selector), hit = document.elementFromPoint(x, y);
    if (!hit || !(hit.closest(selector) || hit.matches(selector)))
        throw new Error(`something lies over ${selector}: ${hit && hit.outerHTML.slice(0, 80)}`);
    hit.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: x, clientY: y }));
}

let seed = 1;
const below = n => {
    seed = seed * 1103515245 + 12345 & 0x7fffffff;
    return (seed >> 8) % n;
};

// What is rare is played as often as what is not.
function choose(list) {
    const pieces = new Set(all("#board .cell").filter(node => node.querySelector(".token"))
                                              .map(node => node.dataset.square));
    const takes = move => !/@/.test(move) && move.match(/[a-z]\d+/g).slice(1).some(
        square => pieces.has(square));
    const kinds = [takes, ...[/^[a-z]\d+[a-z]\d+[a-z]\d+/, /@/, /\+$/, /./].map(
        pattern => move => pattern.test(move))].map(kind => list.filter(kind)).filter(
        some => some.length);
    const kind = kinds[below(kinds.length)];
    return kind[below(kind.length)];
}

async function until(condition, what, limit = 60000) {
    for (let waited = 0; !condition(); waited += 4) {
        if (waited > limit) throw new Error("waited in vain for " + what);
        await pause(4);
    }
}

async function make(move) {
    const before = moves().length;
    for (const selector of plan(move)) click(selector);
    await until(() => moves().length > before, `${move} to be made`);
    if (moves()[before] !== move) throw new Error(`clicked ${move}, played ${moves()[before]}`);
}

// Plays both sides, or one where the engine has the other, until the game ends or has so many plies.
async function play(plies, from = 1) {
    seed = from;
    const kinds = { twoStep: 0, drop: 0, promotion: 0 };
    try {
        while (moves().length < plies && !over()) {
            await until(() => legal().length || over(), "a turn");
            if (over()) break;
            const move = choose(legal());
            kinds.twoStep += /^[a-z]\d+[a-z]\d+[a-z]\d+/.test(move);
            kinds.drop += /@/.test(move);
            kinds.promotion += /\+$/.test(move);
            await make(move);
            await until(() => legal().length || over() || /thinks|to move/.test(status()), "an answer");
        }
    } catch (fault) {
        return "fault: " + fault.message;
    }
    return `${moves().length} plies, ${kinds.twoStep} in two steps, ${kinds.drop} drops, ` +
           `${kinds.promotion} promotions: ${status()}`;
}

// What to click next: "X Y" in the window, "wait" for the engine, "over STATUS", "fault ...".
let waiting = [], expected = null, count = 0;
function next() {
    try {
        if (over()) return "over " + moves().length + " plies, " + status();
        if (!waiting.length && expected && moves().length > count) {
            if (moves()[count] !== expected)
                return `fault: clicked ${expected}, played ${moves()[count]}`;
            expected = null;
        }
        if (!waiting.length && (expected || !legal().length)) return "wait";
        if (!waiting.length) {
            expected = choose(legal());
            count = moves().length;
            waiting = plan(expected);
        }
        return where(waiting.shift()).join(" ");
    } catch (fault) {
        return "fault: " + fault.message;
    }
}

function set(label, value) {
    const node = all(".setup label").find(one => one.textContent.startsWith(label))
                                    .querySelector("select");
    node.value = value;
    node.dispatchEvent(new Event("change"));
}

return { next, legal, moves, status, over, plan, where, click, make, play, set, until, choose };
})();
