// SPDX-License-Identifier: GPL-3.0-or-later
// Plots by their numbers: where marks, ends of intervals and names stand, at a wide and a narrow
// width; numbers that are missing; hostile names; files that stand alone. testPlots() is what is
// wrong, a line each; empty where all is right.
"use strict";
function testPlots() {
const wrong = [], EVIL = "<script>x<\/script>\"' onload=x &amp;";
const check = (what, holds) => { if (!holds) wrong.push(what); };
const near = (what, value, expected, by = 0.11) => // coordinates have one decimal
    check(`${what}: ${value}, expected ${expected}`, Math.abs(value - expected) <= by);
const all = (svg, selector) => [...svg.querySelectorAll(selector)];
const number = (node, name) => Number(node.getAttribute(name));
const dot = (value, half = 5, rest = {}) => ({ value, low: value - half, high: value + half, n: 100,
                                               ...rest });
const textOf = (svg, text) => {
    const found = all(svg, "text").find(node => node.textContent === text);
    check(`no text '${text}'`, found);
    return found || document.createElement("i");
};
const tips = svg => all(svg, "title").map(node => node.textContent);
// The pixel of a value by two labels of the axis.
const axis = (svg, name, low, high) => {
    const [a, b] = [low, high].map(text => number(textOf(svg, text), name));
    const value = text => Number(text.replace("−", "-"));
    return at => a + (at - value(low)) / (value(high) - value(low)) * (b - a);
};
// Of any plot: no number that is none, nothing but drawings inside, all texts within its width.
function sound(svg, what) {
    const width = svg.viewBox.baseVal.width, out = new XMLSerializer().serializeToString(svg);
    document.body.append(svg);
    check(`${what} has NaN`, !/NaN|undefined|Infinity|null/.test(out));
    check(`${what} has other elements`, all(svg, "*").every(node =>
        /^(line|text|rect|circle|path|title)$/.test(node.tagName)));
    check(`${what} has attributes of names`, all(svg, "*").every(node =>
        node.getAttributeNames().every(name => !/^on|href/.test(name))));
    for (const node of all(svg, "text")) {
        const box = node.getBBox();
        check(`${what} at ${width} cuts '${node.textContent}'`,
              box.x >= -1 && box.x + box.width <= width + 1); // advances of glyphs are rounded
    }
    svg.remove();
    return svg;
}

function numbersOfPlots() {
    const numbers = [12.345, -0.5, 1234.6, 0].map(value => plots.plotNumber(value)).join();
    check("numbers: " + numbers, numbers === "12.3,−0.50,1235,0.00");
}

function dots(width) {
    const svg = sound(plots.plotDots({ axis: "Elo", series: ["board", "hand"], reference: 0,
        band: 5, limit_low: -50, limit_high: 50, rows: [
        { label: "of a kind", heading: true, dot: [] },
        { label: "Rook", note: "forty", dot: [dot(40, 5), { value: null }] },
        { label: EVIL, narrow: "evil", dot: [dot(-20, 10, { hollow: true }), dot(10, 100)] },
        { label: "none", dot: [null, {}] }, { label: "bare", dot: [{ value: 0 }] }] }, { width, label: EVIL }), "dots");
    const x = axis(svg, "x", "−40", "40"), board = all(svg, "circle.mark.s1").find(node => node.firstChild);
    near("a dot", number(board, "cx"), x(40));
    const ends = all(svg, "line.interval.s1").filter(node => number(node, "y1") === number(node, "y2"));
    near("low end", number(ends[0], "x1"), x(35));
    near("high end", number(ends[0], "x2"), x(45));
    near("its height", number(ends[0], "y1"), number(board, "cy"));
    check("a hollow dot", all(svg, "circle.hollow").length === 1);
    near("it", number(all(svg, "circle.hollow")[0], "cx"), x(-20));
    check("marks of what is there alone", all(svg, ".mark title, .hollow title").length === 4);
    check("arrows where it goes on", all(svg, "path.interval").length === 2);
    near("the reference", number(all(svg, "line.reference")[0], "x1"), x(0));
    near("the band", number(all(svg, "rect.band")[0], "width"), x(5) - x(-5), 0.2);
    check("a tip", tips(svg).includes("Rook, board: 40.0 (95%: 35.0 to 45.0), n = 100"));
    check("notes are for wide plots", all(svg, "text.note").length === (width < 500 ? 0 : 1));
    textOf(svg, width < 500 ? "evil" : EVIL);
    check("a label", svg.getAttribute("aria-label") === EVIL);
    const bars = sound(plots.plotDots({ axis: "%", bars: true, axis_low: 0, axis_high: 100, rows:
        [{ label: "won ".repeat(20), group: 1, dot: [dot(60)] }, { label: "lost", group: 1, dot: [dot(40)] }] },
        { width }), "bars");
    const share = axis(bars, "x", "0", "100"), [won] = all(bars, "rect.bar");
    near("a bar begins", number(won, "x"), share(0));
    near("a bar ends", number(won, "x") + number(won, "width"), share(60), 0.2);
    check("one background", all(bars, "rect.group").length === 1);
}

function planes(width) {
    const svg = sound(plots.plotPlane({ x_axis: "predicted, %", y_axis: "scored, %", x: [0, 100], y: [0, 100],
        square: true, diagonal: true, dots: [{ x: 25, name: "a quarter", value: 50, low: 40, high: 60 }] },
        { width }), "calibration");
    const [mark] = all(svg, "circle.mark"), [line] = all(svg, "line.interval"), [diagonal] = all(svg, "line.reference");
    const ticks = all(svg, "text.tick"), across = ticks.filter(node =>
        node.getAttribute("text-anchor") === "middle"), up = ticks.filter(node => !across.includes(node));
    const place = (list, name, share) => number(list[0], name) + share *
        (number(list[list.length - 1], name) - number(list[0], name));
    near("predicted", number(mark, "cx"), place(across, "x", 0.25));
    near("scored", number(mark, "cy"), place(up, "y", 0.5) - 4);
    near("half a width", number(line, "y1"), place(up, "y", 0.4) - 4);
    near("a square", number(diagonal, "x2") - number(diagonal, "x1"), number(diagonal, "y1") - number(diagonal, "y2"));
    const histogram = sound(plots.plotPlane({ x_axis: "plies", y_axis: "games", x: [0, 30], y: [0, 8],
        bars: [{ from: 10, to: 20, value: 4, tip: "10 to 19" }, { from: 20, to: 30, value: 8 }],
        marker: 20, marker_text: "median 20" }, { width }), "histogram");
    const bars = all(histogram, "rect.bar");
    near("twice as high", number(bars[1], "height"), 2 * number(bars[0], "height"), 0.2);
    check("its tip", tips(histogram).includes("10 to 19"));
    near("the median", number(all(histogram, "line.reference")[0], "x1"),
         axis(histogram, "x", "0", "30")(20));
    sound(plots.plotPlane({ x_axis: "", y_axis: "", x: [0, 1], y: [0, 1, 1], bars: [] }, { width }),
          "an empty histogram");
    const curve = sound(plots.plotPlane({ x_axis: "games", y_axis: EVIL, x: [0, 100], y: [-3, 3],
        curve: [[0, 0], [50, 1], [100, 2]], dots: [{ x: 100, name: "now", value: 2 }],
        levels: [{ y: 3, text: "yes", kind: "s3" }, { y: -3, text: "no", kind: "s2" }] }, { width }), "curve");
    near("the last point", number(all(curve, "circle.mark")[0], "cx"), axis(curve, "x", "0", "100")(100));
    check("its tip", tips(curve).includes("now: 2.00"));
    near("the bound", number(all(curve, "line.bound.s3")[0], "y1"),
         axis(curve, "y", "−2", "2")(3) - 4, 0.3);
}

function boards(width) {
    const svg = sound(plots.plotBoards({ files: 3, ranks: 2, title: ["moves", EVIL], unit: "a game",
        value: [[0, 0.04, 4, 0, 0, 0], [1, 0, 0, 0, 0, 0]] }, { width }), "boards");
    const squares = all(svg, "rect.heat"), shades = squares.map(node => /h(\d)/.exec(
        node.getAttribute("class"))[1]).join("");
    check(`shades ${shades}`, shades === "019000500000");
    check("a1 is below", number(squares[0], "y") > number(squares[3], "y"));
    check("tips", tips(svg).includes("c1: 4.00 a game"));
    check("the most is marked", all(svg, ".most").length === 2);
    sound(plots.plotBoards({ files: 12, ranks: 12, title: ["a", "b", "c"], unit: "a game",
        value: range(3).map(() => Array(144).fill(0)) }, { width }), "empty boards");
}
const range = count => [...Array(count).keys()];

function panels(width) {
    const svg = sound(plots.plotPanels({ x_axis: "generation", y_axis: "centi-values", series: ["board",
        "hand"], steps: 3, panel: range(7).map(i => ({ title: i ? `Piece ${i}` : EVIL, dot: [[dot(50),
        { value: null }, dot(100, 5, { hollow: true })], i ? null : [dot(10), dot(20), dot(30)]] })) },
        { width, label: "panels" }), "panels");
    const marks = all(svg, "circle.mark title, circle.hollow title").map(node => node.parentNode);
    check("two of three steps", marks.length === 14);
    const [zero, one] = ["0", "1"].map(text => number(all(svg, "text.tick[text-anchor=middle]").find(
        node => node.textContent === text), "x"));
    near("a step missing is room", number(marks[1], "cx") - number(marks[0], "cx"), 2 * (one - zero), 0.3);
    near("a value", number(marks[0], "cy"), axis(svg, "y", "0", "100")(50) - 4);
    check("tips", tips(svg).includes("Piece 1, board, generation 2: 100 (95%: 95.0 to 105), n = 100"));
}

// Over node limits: the same factor the same way, an axis without 0, and a panel as wide as its title.
function limits(width) {
    const svg = sound(plots.plotPanels({ x_axis: "nodes", y_axis: "score", steps: 3, x: [100, 400, 1600],
        free: true, reference: 50, series: ["the rule set", "base"], panel: [{ title: "free", dot:
        [[dot(50), dot(60), dot(52.5)], [dot(50), dot(51), dot(52)]] }] }, { width }), "limits");
    const x = ["100", "400", "1600"].map(text => number(textOf(svg, text), "x"));
    near("fourfold each", x[2] - x[1], x[1] - x[0], 0.3);
    check("tips", tips(svg).includes("free, the rule set, nodes 400: 60.0 (95%: 55.0 to 65.0), n = 100"));
    const y = axis(svg, "y", "50", "60"), at = all(svg, "circle.s1")[2];
    near("a value", number(at, "cy"), y(60) - 4);
    near("the reference", number(all(svg, "line.reference")[0], "y1"), y(50) - 4);
    const many = sound(plots.plotPanels({ x_axis: "nodes", y_axis: EVIL, x: [1, 2], steps: 2, panel:
        range(30).map(i => ({ title: i ? `rule set ${i}` : EVIL, dot: [[dot(50), i % 7 ? dot(51) : null]] })) },
        { width }), "many panels");
    const titles = all(many, "text.label");
    check("every panel has a title", titles.length === 30);
    const right = titles[0].getComputedTextLength();
    check("titles over each other", titles.every((node, i) => !i || number(node, "y") !== number(titles[i - 1], "y") ||
        number(node, "x") - number(titles[i - 1], "x") > right));
}

// The curve of a game: from 0 to 100%, mates at the edges.
function curveOfGame() {
    const room = document.createElement("div"), scores = [...range(18).map(i => ({ expected: (i + 1) / 20 })),
                                                          null, { mate: 5 }, { mate: -3 }];
    const board = { files: 1, ranks: 1, zone: [], order: [], pieces: {} };
    const view = new kagami.GameView(room, { board, scores, names: ["a", "b"],
        positions: scores.map(() => "1[] w - - 0 1"), moves: scores.slice(1).map(() => "a1a1") });
    const svg = view.curve.querySelector("svg"), height = svg.viewBox.baseVal.height;
    const points = svg.querySelector(".score").getAttribute("points").split(" ").map(
        point => Number(point.split(",")[1]));
    check("a point for each score", points.length === 20);
    near("level", points[9], height / 2);
    near("a quarter and three quarters", points[4] + points[14], height);
    near("steps are equal", points[0] - points[1], points[16] - points[17]);
    near("a mate of the first player is 100%", points[18], 2);
    near("of the second 0%", points[19], height - 2);
    check("the axis", view.curve.textContent.startsWith("100%50%0%"));
    check("in words", view.curve.querySelector(".caption").textContent === "Expected: 5% for the first player");
}

// A file has no style sheet, light colours whatever the screen, and is well-formed.
function files() {
    const room = document.createElement("div");
    document.body.append(room);
    plots.plotFigure(room, plots.plotDots, { axis: "Elo", rows: [{ label: EVIL, dot: [dot(1)] }] },
                     { label: EVIL, name: "evil" });
    const text = plots.plotFile(room.querySelector("svg"));
    const file = new DOMParser().parseFromString(text, "image/svg+xml");
    check("a file is well-formed", file.documentElement.tagName === "svg");
    check("nothing is left to style", !/class=|var\(|<style/.test(text));
    check("names stay", file.querySelectorAll("title").length && text.includes("&lt;script&gt;"));
    const mark = file.querySelector("circle");
    check(`a blue mark: ${mark.getAttribute("fill")}`, mark.getAttribute("fill") === "rgb(0, 114, 178)");
    check("on white", file.documentElement.firstElementChild.getAttribute("fill") === "#fff");
    room.remove();
}

numbersOfPlots();
for (const width of [760, 360])
    for (const test of [dots, planes, boards, panels, limits]) {
        try { test(width); }
        catch (fault) { wrong.push(`${test.name} at ${width}: ${fault.stack}`); }
    }
files();
curveOfGame();
return wrong.join("\n");
}
