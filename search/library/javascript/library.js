// SPDX-License-Identifier: GPL-3.0-or-later
// The WebAssembly module as objects of JavaScript: for the npm package, whose kagami.js goes on from
// here, and for the worker of a page. kagami.h says what each function does.

// Of what a WASI host offers the module asks for a clock and closes what it never opens.
const kagamiHost = memory => ({
    clock_time_get: (clock, precision, at) => {
        new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
    },
    fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8
});

const kagamiEncoder = new TextEncoder(), kagamiDecoder = new TextDecoder();

class KagamiLibrary {
    // Of a WebAssembly.Module; a promise. All games of a library share its memory.
    static async of(module) {
        const library = new KagamiLibrary();
        const host = kagamiHost(() => library.exports.memory);
        const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: host });
        library.exports = instance.exports;
        library.exports._initialize();
        return library;
    }
    get version() { return this.read(this.exports.kagami_version()); }
    // The names of the games that it brings.
    get games() {
        const names = [];
        for (let at; (at = this.exports.kagami_shipped(names.length));) names.push(this.read(at));
        return names;
    }
    game(variant, rules) {
        const game = new KagamiGame(this);
        if (variant !== undefined) game.load(variant, rules);
        return game;
    }
    read(at) { // a text, which is bytes with a 0 behind; an address from 2 GiB on comes as a negative number
        const bytes = new Uint8Array(this.exports.memory.buffer);
        return kagamiDecoder.decode(bytes.subarray(at >>> 0, bytes.indexOf(0, at >>> 0)));
    }
    // Bytes, or a text, in the module's memory while `use` runs.
    lend(what, use) {
        const bytes = typeof what === "string" ? kagamiEncoder.encode(what + "\0") : what;
        const at = this.exports.malloc(bytes.length);
        if (!at) throw new Error("out of memory");
        new Uint8Array(this.exports.memory.buffer).set(bytes, at >>> 0);
        try {
            return use(at);
        } finally {
            this.exports.free(at);
        }
    }
}

class KagamiGame {
    constructor(library) {
        this.library = library;
        this.at = library.exports.kagami_new();
    }
    // The module's function of that name; an error where it says why it did nothing.
    call(name, ...given) {
        if (!this.at) throw new Error("the game was freed");
        const far = given.find(one => // the module would take its low bits
            typeof one === "bigint" ? BigInt.asIntN(64, one) !== one
                                    : typeof one === "number" && (one | 0) !== one && one >>> 0 !== one);
        if (far !== undefined) throw new Error(`${far} is beyond the numbers of the library`);
        const index = given.findIndex(one => typeof one === "string" || one instanceof Uint8Array);
        if (index >= 0) // one after the other, each while the others stay
            return this.library.lend(given[index],
                                     at => this.call(name, ...given.slice(0, index), at,
                                                     ...given.slice(index + 1)));
        let found;
        try {
            found = this.library.exports["kagami_" + name](this.at, ...given);
        } catch (fault) { // the module traps where it gets no memory
            this.at = 0;
            throw fault instanceof WebAssembly.RuntimeError ? new Error("out of memory: the game is lost") : fault;
        }
        const why = found ? 0 : this.library.exports.kagami_error(this.at);
        if (why && this.library.read(why)) throw new Error(this.library.read(why));
        return found;
    }
    text(name, ...given) { return this.library.read(this.call(name, ...given)); }
    words(name) { return this.text(name).match(/\S+/g) ?? []; }

    load(variant, { preset = "", rules = "" } = {}) { this.call("load", variant, preset, rules); }
    loadText(text, { preset = "", rules = "" } = {}) { this.call("load_text", text, preset, rules); }
    start(fen = "") { this.call("start", fen); }
    play(move) { this.call("play", String(move)); }
    undo() { this.call("undo"); }

    get fen() { return this.text("fen"); }
    get sfen() { return this.text("sfen"); }
    get ply() { return this.call("ply"); }
    get moves() { return this.words("moves"); }
    get check() { return Boolean(this.call("check")); }
    get result() { return this.text("result"); }
    get ending() { return this.text("ending"); }
    usi(move) { return this.text("usi", String(move)); }
    fromUsi(move) { return this.text("from_usi", String(move)); }
    perft(depth) { return Number(this.call("perft", Number(depth))); }

    player({ hashBytes }) { this.call("player", 0, Number(hashBytes)); }
    search(nodes) {
        this.call("search", BigInt(nodes));
        const mate = this.call("mate");
        return { best: this.text("best"), expected: this.call("expected"),
                 ...(mate ? { mate } : {}), line: this.words("line"), depth: this.call("depth"),
                 nodes: Number(this.call("nodes")) };
    }
    evaluate() { return this.call("evaluate"); }
    free() {
        this.library.exports.kagami_free(this.at);
        this.at = 0;
    }
}
