// SPDX-License-Identifier: GPL-3.0-or-later
// The npm package in node: move counts of tests/perft, a game to its end, and what is refused.
//   node tests/library/test_kagami.mjs FOLDER     of the package
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { open } = await import(pathToFileURL(process.argv[2] + "/kagami.js"));
const tests = new URL("..", import.meta.url), library = await open();

function perft(game, depth) { // counted here, by moves that the module makes and takes back
    if (depth === 1) return game.moves.length;
    let leaves = 0;
    for (const move of game.moves) {
        game.play(move);
        leaves += perft(game, depth - 1);
        game.undo();
    }
    return leaves;
}

let rows = 0;
for (const file of readdirSync(new URL("perft", tests)))
    for (const line of readFileSync(new URL("perft/" + file, tests), "utf8").trim().split("\n").slice(1)) {
        const [variant, rules, fen, depth, nodes] = line.split(",");
        if (depth > 2 || rules.includes("lion-moves")) continue; // which is no rule
        const game = library.game(variant, { rules });
        game.start(fen);
        assert.equal(game.perft(Number(depth)), Number(nodes), line);
        game.free();
        rows++;
    }
assert(rows > 200);

assert.deepEqual(library.games, readdirSync(new URL("perft", tests)).map(name => name.slice(0, -4)).sort());
for (const name of library.games) {
    const game = library.game(name);
    assert.equal(perft(game, 2), game.perft(2));
    game.free();
}

const game = library.game("minishogi");
game.player({ hashBytes: 1 << 20 });
while (game.result === "*" && game.ply < 300) {
    const { best } = game.search(100);
    assert(game.moves.includes(best));
    assert.equal(game.fromUsi(game.usi(best)), best);
    game.play(best);
}
assert.notEqual(game.ending, "none");
assert.deepEqual(game.moves, []);
while (game.ply) game.undo();
assert.equal(game.fen, library.game("minishogi").fen);

const far = await open();
far.lend("x", () => {}); // what lies below 2 GiB is taken by then
far.exports.memory.grow(2 ** 15); // what comes after lies beyond 2 GiB, where addresses are negative numbers
far.lend("x".repeat(2 ** 24), at => assert(at < 0 && far.read(at).length === 2 ** 24));

const text = readFileSync(new URL("../core/variants/minishogi.ini", tests), "utf8"), own = library.game();
own.loadText(text);
assert.equal(own.fen, game.fen);
assert.equal(own.moves.length, 14);
own.loadText(text, { rules: "zone=5" });
assert(own.moves.length > 14);

for (const [what, why] of [
    [() => library.game("shogj"), /did you mean 'shogi'/],
    [() => library.game("shogi", { preset: "x" }), /no preset/],
    [() => library.game("x.ini"), /no files here/],
    [() => own.loadText("[variant"), /^Error: text:1/],
    [() => library.game().moves, /no game is loaded/],
    [() => game.start("9/9 w"), /FEN column/],
    [() => game.play("a1a9"), /a1a9/],
    [() => game.play(undefined), /is no move/],
    [() => game.undo(), /no move to take back/],
    [() => game.perft(-1), /-1/],
    [() => game.perft(2 ** 32 + 1), /4294967297/],
    [() => game.search(2n ** 64n + 1n), /beyond/],
    [() => game.search(-1), /no positions/],
    [() => { own.free(); own.moves; }, /was freed/]
]) assert.throws(what, why);

// Every member that the types promise is there.
const types = readFileSync(process.argv[2] + "/kagami.d.ts", "utf8");
for (const [what, kind] of [[game, "Game"], [library, "Library"]]) {
    const body = types.match(new RegExp(`interface ${kind} \\{(.*?)\\n\\}`, "s"))[1];
    const names = [...body.matchAll(/^ {4}(?:readonly )?(\w+)/gm)].map(([, name]) => name);
    assert(names.length > 2);
    for (const name of names) assert(name in what, name);
}
console.log(`${rows} rows`);
