// SPDX-License-Identifier: GPL-3.0-or-later
// Rules and search on a thread of their own; library.js stands before this. Each question carries the whole game so
// far, so that a fresh worker answers as well as an old one: whoever wants an answer no more ends the worker.
//   { id, open: { module, image, hash } }             once, first; to be awaited before the others
//   { id, start, moves }                              the game: { fen, sfen, moves, check, result, ending }
//   { id, start, moves, nodes }                       a search: { best, expected | mate }
"use strict";
let game, started, played = [];

async function open({ module, image, hash }) {
    game = (await KagamiLibrary.of(module)).game();
    game.call("load_image", image, image.length, hash);
}

function setUp(start, moves) {
    if (started !== start) {
        game.start(start);
        started = start;
        played = [];
    }
    while (!played.every((move, i) => move === moves[i])) {
        game.undo();
        played.pop();
    }
    for (const move of moves.slice(played.length)) {
        game.play(move);
        played.push(move);
    }
}

function answer({ start, moves, nodes }) {
    setUp(start, moves);
    const { fen, sfen, moves: legal, check, result, ending } = game;
    if (!nodes) return { fen, sfen, moves: legal, check, result, ending };
    return result === "*" ? game.search(nodes) : {};
}

onmessage = async ({ data }) => {
    try {
        postMessage({ id: data.id, found: data.open ? await open(data.open) : answer(data) });
    } catch (fault) {
        postMessage({ id: data.id, fault: String(fault.message || fault) });
    }
};
