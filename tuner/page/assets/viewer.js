// SPDX-License-Identifier: GPL-3.0-or-later
// The games of a report, each log's on a board (board.js) of its own.
"use strict";
(() => {
const report = JSON.parse(document.getElementById("report").textContent);

function viewer(root) {
    const section = report.folders[root.dataset.folder].sections[root.dataset.section];
    const games = section.shown.map(one => ({
        board: section.board, positions: one.positions, moves: one.moves,
        scores: one.scores.map(score => score === null ? undefined
                                        : typeof score === "number" ? { score } : score),
        names: one.first === one.second ? ["first player", "second player"]
                                        : [one.first + " (first)", one.second + " (second)"] }));
    const view = new kagami.GameView(root, games[0]);
    const choice = kagami.make(view.head, "select", { "aria-label": "game" });
    section.shown.forEach((one, i) => kagami.make(choice, "option", { value: i },
        `game ${one.game}: ${one.result}, ${one.termination}, ${one.plies} plies`));
    choice.onchange = () => view.load(games[choice.value]);
}

document.querySelectorAll(".viewer").forEach(viewer);
})();
