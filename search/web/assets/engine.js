// SPDX-License-Identifier: GPL-3.0-or-later
// The engine of a page as promises: a worker (worker.js) that runs the module in the page.
"use strict";
(() => {
const bytesOf = id => Uint8Array.from(atob(document.getElementById(id).textContent.trim()),
                                      character => character.charCodeAt(0));

kagami.Engine = class {
    constructor(hash) {
        this.hash = hash; // bytes of its table
        const source = document.getElementById("worker").textContent;
        this.url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
        this.module = WebAssembly.compile(bytesOf("module"));
        this.image = bytesOf("image");
        this.waiting = new Map();
        this.next = 0;
        this.begin();
    }
    begin() {
        this.worker = new Worker(this.url);
        this.worker.onerror = event => {
            for (const { fail } of this.waiting.values()) fail(new Error(event.message || "no worker"));
            this.waiting.clear();
        };
        this.worker.onmessage = ({ data }) => {
            const { done, fail } = this.waiting.get(data.id);
            this.waiting.delete(data.id);
            data.fault !== undefined ? fail(new Error(data.fault)) : done(data.found);
        };
        const { worker, image, hash } = this;
        this.ready = this.module.then(module => this.post(worker, { open: { module, image, hash } }));
    }
    post(worker, message) {
        const id = this.next++;
        return new Promise((done, fail) => {
            this.waiting.set(id, { done, fail });
            worker.postMessage({ id, ...message });
        });
    }
    async ask(message) {
        const worker = this.worker;
        await this.ready;
        return worker === this.worker ? this.post(worker, message) : new Promise(() => {});
    }
    // Ends what it is thinking about; nobody waits for an answer any more.
    stop() {
        this.worker.terminate();
        this.waiting.clear();
        this.begin();
    }
};
})();
