
// The rest of the package: in node and in browsers.
let kagamiModule;

// The library, once `source` is read: the bytes or the compiled module of kagami.wasm; nothing: the file beside this one.
export async function open(source) {
    if (source instanceof WebAssembly.Module) return KagamiLibrary.of(source);
    if (source) return KagamiLibrary.of(await WebAssembly.compile(source));
    kagamiModule ??= compiled(new URL("kagami.wasm", import.meta.url));
    kagamiModule.catch(() => { kagamiModule = undefined; }); // the next call may have better luck
    return KagamiLibrary.of(await kagamiModule);
}

async function compiled(url) {
    if (url.protocol === "file:") {
        const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ ["node:fs/promises"].join());
        return WebAssembly.compile(await readFile(url));
    }
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    return WebAssembly.compile(await answer.arrayBuffer());
}
