// SPDX-License-Identifier: GPL-3.0-or-later
// Rules and search on a thread of their own. Each question carries the whole game so far, so that a
// fresh worker answers as well as an old one: whoever wants an answer no more ends the worker.
//   { id, open: { module, image, hash } }             once, first
//   { id, start, moves }                              the game: { fen, moves, check, result, ending }
//   { id, start, moves, nodes }                       a search: { best, expected | mate }
"use strict";
let wasm, game, started, played = [];

const memory = () => new Uint8Array(wasm.memory.buffer);

// The module's texts are bytes with a 0 behind.
function withText(text, use) {
    const bytes = new TextEncoder().encode(text + "\0"), at = wasm.malloc(bytes.length);
    if (!at) throw new Error("out of memory");
    memory().set(bytes, at);
    const result = use(at);
    wasm.free(at);
    return result;
}
function said() {
    const at = wasm.wasm_game_text(game), bytes = memory();
    return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
}

// A clock is all that the module may ask of its host; it never writes.
const host = {
    clock_time_get: (clock, precision, at) => {
        new DataView(wasm.memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)),
                                                      true);
        return 0;
    },
    fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8
};

async function open({ module, image, hash }) {
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: host });
    wasm = instance.exports;
    wasm._initialize();
    const at = wasm.malloc(image.length);
    memory().set(image, at);
    game = wasm.wasm_game_new(at, image.length, hash);
    wasm.free(at);
    if (!game) throw new Error("the engine cannot read this game");
}

function setUp(start, moves) {
    let same = 0;
    if (started !== start) {
        if (!withText(start, at => wasm.wasm_game_start(game, at))) throw new Error(said());
        started = start;
        played = [];
    }
    while (same < played.length && played[same] === moves[same]) same++;
    while (played.length > same) {
        wasm.wasm_game_undo(game);
        played.pop();
    }
    for (const move of moves.slice(same)) {
        if (!withText(move, at => wasm.wasm_game_play(game, at))) throw new Error(said());
        played.push(move);
    }
}

function answer({ start, moves, nodes }) {
    setUp(start, moves);
    if (nodes) wasm.wasm_game_search(game, nodes);
    else wasm.wasm_game_state(game);
    return JSON.parse(said());
}

let chain = Promise.resolve();
onmessage = ({ data }) => {
    chain = chain.then(async () => {
        try {
            postMessage({ id: data.id, found: data.open ? await open(data.open) : answer(data) });
        } catch (fault) { // the module traps where it gets no memory
            const trap = fault instanceof WebAssembly.RuntimeError;
            postMessage({ id: data.id, fault: trap ? "out of memory" : String(fault.message || fault) });
        }
    });
};
