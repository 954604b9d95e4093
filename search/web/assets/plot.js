// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of plots that pages have. Each takes a plain object and returns an SVG element that is laid out for one
// width: plotDots(spec, { width: 760, label: "what it shows" }). plotFigure puts one into a page, draws it anew
// when its room changes, and offers it as a file. A number that is null or missing is none. Texts enter as text
// nodes and attributes only: they may come from files. Colours and strokes are classes of plot.css.
"use strict";
const plots = (() => {
const NARROW = 500; // below, a page is laid out for a phone
const CORNERS = [null, // shapes of series, in radii; sizes chosen so that the areas look alike
    [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]], [[0, -1.25], [1.2, 0.85], [-1.2, 0.85]],
    [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]]];
const { make, button, clamp, saveFile, squareName } = kagami, { known, fixed } = numbers;
const there = dot => known(dot?.value);
const range = count => [...Array(count).keys()], round = at => Math.round(at * 10) / 10;
const most = (list, from = 0) => list.reduce((a, b) => Math.max(a, b), list.length ? from : 0);
const least = list => list.length ? -most(list.map(value => -value), -Infinity) : 0;

const pen = document.createElement("canvas").getContext("2d");
function textWidth(text) {
    pen.font = "12px Helvetica, Arial, sans-serif";
    return 1.06 * pen.measureText(text || "").width; // another font may be a little wider
}

// "-12.3", as short as so many significant digits allow.
function plotNumber(value, digits = 3) {
    const size = Math.abs(value), before = size >= 1 ? Math.floor(Math.log10(size)) + 1 : 1;
    return fixed(value, Math.max(digits - before, 0));
}

// What shows while the pointer rests on a dot: what it is, value, interval, n.
const tipOf = (dot, ...what) => what.filter(Boolean).join(", ") + ": " + plotNumber(dot.value) +
    (known(dot.low) ? ` (95%: ${plotNumber(dot.low)} to ${plotNumber(dot.high)})` : "") +
    (known(dot.n) ? `, n = ${Math.round(dot.n)}` : "");

// From values to pixels, held within the axis.
function scaleOf(low, high, from, to) {
    return { low, high, from, to, ticks: [], at: value =>
        from + (clamp(value, low, high) - low) / (high - low) * (to - from) };
}

// An axis that begins and ends at ticks, about `count` of them: 1, 2 or 5 times a power of ten.
function niceScale(low, high, from, to, count) {
    if (!(high - low > 1e-9 * Math.max(Math.abs(low), Math.abs(high)))) { // all at one value
        const around = Math.abs(low) * 0.1 || 1;
        low -= around;
        high += around;
    }
    const rough = (high - low) / Math.max(count, 1), power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find(part => rough / power <= part + 1e-9);
    const first = Math.floor(low / step + 1e-9), last = Math.ceil(high / step - 1e-9);
    const scale = scaleOf(step * first, step * last, from, to);
    const decimals = clamp(-Math.floor(Math.log10(step) + 1e-9), 0, 9);
    scale.ticks = range(last - first + 1).map(i => step * (first + i)).map(
        value => ({ value, text: fixed(value, decimals), at: scale.at(value) }));
    return scale;
}

function set(node, attributes) { // coordinates to a tenth of a pixel
    for (const [name, value] of Object.entries(attributes))
        node.setAttribute(name, known(value) ? round(value) : value);
    return node;
}

class Picture {
    constructor({ width, label }) {
        this.width = width;
        this.svg = this.add(null, "svg", { class: "plot", role: "img", "aria-label": label || "" });
    }
    close(height) { // the drawing is done, and so high
        return set(this.svg, { width: this.width, height, viewBox: `0 0 ${this.width} ${height}` });
    }
    // `tip` shows while the pointer rests on it.
    add(parent, name, attributes, tip) {
        const node = make(parent, name);
        if (tip) make(node, "title", {}, tip);
        return set(node, attributes);
    }
    line(x1, y1, x2, y2, style) { this.add(this.svg, "line", { class: style, x1, y1, x2, y2 }); }
    text(x, y, anchor, style, text, room) { // drawn closer where it has no room
        const node = this.add(this.svg, "text", { class: style, "text-anchor": anchor, x, y });
        if (textWidth(text) > room) set(node, { textLength: room, lengthAdjust: "spacingAndGlyphs" });
        node.textContent = text;
    }
    rect(x, y, width, height, style, tip) {
        this.add(this.svg, "rect", { class: style, x, y, width: Math.max(width, 0), height }, tip);
    }
    path(points, style, tip, end = "") {
        const d = points.map(point => point.map(round).join(" ")).join("L");
        if (d) this.add(this.svg, "path", { class: style, d: "M" + d + end }, tip);
    }
    mark(shape, x, y, r, style, tip) {
        const corners = CORNERS[shape % CORNERS.length];
        if (!corners) this.add(this.svg, "circle", { class: style, cx: x, cy: y, r }, tip);
        else this.path(corners.map(([px, py]) => [x + r * px, y + r * py]), style, tip, "Z");
    }
    // The name of an axis from x1 to x2: in its middle, as far as the picture has room.
    axisText(x1, x2, y, text) {
        const half = Math.min(textWidth(text), this.width) / 2;
        this.text(clamp((x1 + x2) / 2, half, this.width - half), y, "middle", "axis", text || "");
    }
    // Names of series from x on, in as many rows as they need; the y of the last row.
    legend(names, x, y) {
        let at = x;
        names.forEach((name, i) => {
            const wide = textWidth(name) + 14;
            if (at > x && at + wide > this.width) { at = x; y += 18; }
            this.mark(i, at + 4, y - 4, 4, `mark s${i + 1}`);
            this.text(at + 14, y, "start", "legend", name);
            at += wide + 16;
        });
        return y;
    }
    // Lines across at ticks, named at the left.
    yAxis(scale, left, right, named = true) {
        for (const { at, text } of scale.ticks) {
            this.line(left, at, right, at, "grid");
            if (named) this.text(left - 7, at + 4, "end", "tick", text);
        }
    }
    // Labels under an axis that do not run into each other.
    xLabels(ticks, y) {
        let free = -Infinity;
        for (const { at, text } of ticks) {
            const half = textWidth(text) / 2;
            if (at - half < free) continue;
            this.text(at, y, "middle", "tick", text);
            free = at + half + 3;
        }
    }
    // Dots with vertical intervals, each [dot, x, tip]; `kind` is the class of a series.
    dots(list, y, shape, radius, kind) {
        for (const [dot, x, tip] of list) {
            const low = y.at(dot.low), high = y.at(dot.high), style = "interval " + kind; // arrows: beyond the axis
            if (known(dot.low)) this.line(x, low, x, high, style);
            if (dot.low < y.low - 1e-9) this.path([[x - 3, low - 5], [x, low], [x + 3, low - 5]], style);
            if (dot.high > y.high + 1e-9) this.path([[x - 3, high + 5], [x, high], [x + 3, high + 5]], style);
            this.mark(shape, x, y.at(dot.value), radius, (dot.hollow ? "hollow " : "mark ") + kind, tip);
        }
    }
    // An interval; an arrow where it goes on beyond the axis.
    across(x, dot, y, style) {
        const low = x.at(dot.low), high = x.at(dot.high);
        this.line(low, y, high, y, style);
        for (const [beyond, end, toward] of [[dot.low < x.low - 1e-9, low, 5],
                                             [dot.high > x.high + 1e-9, high, -5]])
            if (beyond) this.path([[end + toward, y - 3], [end, y], [end + toward, y + 3]], style);
            else this.line(end, y - 3, end, y + 3, style);
    }
}

// --- Kinds of plots ------------------------------------------------------------------------------
// A dot is { value, low, high, n, hollow (not measured, or not what is played with) } or null.

// Rows of estimates with intervals: { axis, series: [name] (one needs none), rows: [{ label, narrow
// (the label on a phone), note (at the right, on wide plots), heading (text alone), group (neighbours
// with the same number above 0 share a background), dot: [dot] }], bars (from 0, with intervals on
// them), reference (a line there), band (what is so near to 0 does not matter), axis_low, axis_high (at
// least this is shown), limit_low, limit_high (never beyond) }
function plotDots(spec, frame) {
    const { width } = frame, picture = new Picture(frame), narrow = width < NARROW;
    const { series = [], rows } = spec, lanes = Math.max(series.length, 1), height = 13 + 9 * lanes;
    const nameOf = row => narrow && row.narrow || row.label, plain = rows.filter(row => !row.heading);
    const left = Math.min(most(plain.map(row => textWidth(nameOf(row)))) + 12, width * 0.5);
    const notes = narrow ? 0 : most(plain.map(row => textWidth(row.note)));
    const right = width - Math.max(notes && notes + 10, 24);
    const shown = [...plain.flatMap(row => row.dot).filter(there).flatMap(
        dot => [dot.value, dot.low, dot.high]), spec.reference, spec.bars ? 0 : null, spec.axis_low,
        spec.axis_high].filter(known);
    const x = niceScale(Math.max(least(shown), spec.limit_low ?? -Infinity),
                        Math.min(most(shown, -Infinity), spec.limit_high ?? Infinity), left, right,
                        right - left < 260 ? 4 : 7);
    const top = series.length ? picture.legend(series, left, 18) + 12 : 8;
    const bottom = top + rows.length * height;
    for (let i = 0, end; i < rows.length; i = end) { // behind everything: what belongs together
        for (end = i + 1; end < rows.length && rows[end].group === rows[i].group;) end++;
        if (rows[i].group > 0) picture.rect(0, top + i * height + 2, right, (end - i) * height - 4, "group");
    }
    if (spec.band > 0)
        picture.rect(x.at(-spec.band), top, x.at(spec.band) - x.at(-spec.band), bottom - top, "band");
    for (const { at } of x.ticks) picture.line(at, top, at, bottom, "grid");
    picture.xLabels(x.ticks, bottom + 15);
    picture.axisText(left, right, bottom + 33, spec.axis);
    if (known(spec.reference)) picture.line(x.at(spec.reference), top, x.at(spec.reference), bottom, "reference");
    rows.forEach((row, i) => {
        const middle = top + (i + 0.5) * height;
        if (row.heading) return picture.text(0, middle + 6, "start", "heading", row.label, width);
        picture.text(left - 10, middle + 4, "end", "label", nameOf(row), left - 10);
        if (notes && row.note) picture.text(width, middle + 4, "end", "note", row.note);
        row.dot.slice(0, lanes).forEach((dot, s) => {
            if (!there(dot)) return;
            const y = middle + 9 * (s - (lanes - 1) / 2), at = x.at(dot.value), zero = x.at(0);
            const tip = tipOf(dot, row.label, series[s]), kind = `s${s + 1}`;
            if (spec.bars) picture.rect(Math.min(zero, at), y - 6, Math.abs(at - zero), 12, "bar", tip);
            if (known(dot.low)) picture.across(x, dot, y, "interval " + (spec.bars ? "ink" : kind));
            if (!spec.bars) picture.mark(s, at, y, 4, (dot.hollow ? "hollow " : "mark ") + kind, tip);
        });
    });
    return picture.close(bottom + 40);
}

// Two axes with numbers: { x_axis, y_axis, x, y (each [from, to], and so many ticks or none), square (as
// wide as high), bars: [{ from, to, value, tip }], curve: [[x, y]], dots: [{ x, name, ... of a dot }],
// diagonal, levels: [{ y, text, kind }] (lines across), marker (a line up), marker_text }
function plotPlane(spec, frame) {
    const { width } = frame, picture = new Picture(frame), { bars = [], curve = [], dots = [] } = spec;
    const LEFT = 52, TOP = 38, side = spec.square ? Math.min(width - 76, 380) : width - 76;
    const x = niceScale(spec.x[0], spec.x[1], LEFT, LEFT + side, spec.square || width < NARROW ? 5 : 9);
    const y = niceScale(spec.y[0], spec.y[1], TOP + (spec.square ? side : 160), TOP, spec.y[2] || 5);
    for (const { at } of x.ticks) picture.line(at, y.from, at, y.from + 4, "ink");
    picture.xLabels(x.ticks, y.from + 16);
    picture.yAxis(y, x.from, x.to);
    picture.axisText(x.from, x.to, y.from + 34, spec.x_axis);
    picture.text(0, 12, "start", "axis", spec.y_axis);
    for (const { from, to, value, tip } of bars)
        picture.rect(x.at(from) + 0.5, y.at(value), x.at(to) - x.at(from) - 1, y.from - y.at(value), "bar", tip);
    if (spec.diagonal) picture.line(x.from, y.from, x.to, y.to, "reference");
    for (const { y: level, text, kind } of spec.levels || []) {
        const at = y.at(level), beyond = level > 0 || at + 16 > y.from ? -5 : 14; // where no curve goes on
        picture.line(x.from, at, x.to, at, "bound " + kind);
        picture.text(x.to, at + beyond, "end", "note", text);
    }
    if (known(spec.marker)) {
        const at = x.at(spec.marker), free = width - textWidth(spec.marker_text);
        picture.line(at, TOP - 6, at, y.from, "reference");
        picture.text(Math.min(at + 5, free), TOP - 2, "start", "note", spec.marker_text);
    }
    picture.path(curve.map(([a, b]) => [x.at(a), y.at(b)]), "curve s1");
    picture.dots(dots.map(dot => [dot, x.at(dot.x), tipOf(dot, dot.name)]), y, 0, 4, "s1");
    return picture.close(y.from + 42);
}

// Boards beside each other, each square as dark as its number is large among those of all boards,
// the largest of each board outlined: { files, ranks, title: [], value: [[]] (from the lowest rank
// upwards, from the left), unit: "a game" }
function plotBoards({ files, ranks, title, value, unit }, frame) {
    const TOP = 24, LEFT = 18, GAP = 22, picture = new Picture(frame), highest = most(value.flat());
    const fits = columns => clamp(((frame.width - GAP * (columns - 1)) / columns - LEFT) / files, 1, 30);
    const stepOf = columns => LEFT + Math.max(Math.floor(fits(columns)) * files, most(title.map(textWidth))) + GAP;
    let columns = value.length; // squares large enough to touch, and room for each title
    while (columns > 1 && (fits(columns) < 15 || columns * stepOf(columns) - GAP > frame.width)) columns--;
    const size = Math.floor(fits(columns)), step = stepOf(columns), rise = TOP + size * ranks + 18;
    value.forEach((numbers, board) => {
        const left = LEFT + step * (board % columns), top = TOP + rise * Math.floor(board / columns);
        const place = rank => top + size * (ranks - 1 - rank), largest = most(numbers);
        picture.text(left, top - 8, "start", "label", title[board]);
        numbers.forEach((number, i) => {
            const file = i % files, rank = Math.floor(i / files);
            // Square roots tell the many squares with little from those with nothing.
            const shade = highest > 0 ? Math.ceil(9 * Math.sqrt(number / highest)) : 0;
            picture.rect(left + size * file, place(rank), size, size,
                         `heat h${shade}${number > 0 && number === largest ? " most" : ""}`,
                         `${squareName(file + 1, rank + 1)}: ${plotNumber(number)} ${unit}`);
        });
        for (const rank of range(ranks))
            picture.text(left - 4, place(rank) + size / 2 + 4, "end", "tick", String(rank + 1));
        for (const file of range(files))
            picture.text(left + size * (file + 0.5), place(-1) + 13, "middle", "tick", squareName(file + 1, ""));
    });
    return picture.close(rise * Math.ceil(value.length / columns));
}

// Small panels that share their axes: { x_axis, y_axis, series: [name] (up to three), panel: [{ title,
// dot: [[dot] or null] (by series, by steps) }], steps, x: [] (of the steps, above 0: a log scale;
// none: whole numbers from 0), free (the axis of values need not have 0), reference (a line there) }
function plotPanels(spec, frame) {
    const { width } = frame, picture = new Picture(frame), { panel, steps } = spec, LEFT = 46;
    const [WIDEST, TALL] = panel.length > 2 ? [236, 78] : [472, 170], HEIGHT = TALL + 34;
    const least_width = Math.max(118, most(panel.map(one => textWidth(one.title))) + 14);
    const series = (spec.series || []).filter(Boolean);
    const stepAt = step => spec.x ? Math.log2(spec.x[step]) : step;
    const stepText = step => String(spec.x ? spec.x[step] : step);
    const dots = panel.flatMap(one => one.dot.flatMap(list => list || [])).filter(there);
    const bound = known(spec.reference) ? Infinity : 1.6 * most(dots.map(dot => Math.abs(dot.value))); // Elo: whole
    const shown = [...dots.flatMap(dot => [dot.value, dot.low, dot.high]), spec.free ? null : 0].filter(known);
    const low = Math.max(least(shown), -bound), high = Math.min(most(shown, -Infinity), bound);
    const columns = clamp(Math.floor((width - LEFT) / least_width), 1, Math.max(panel.length, 1));
    const wide = Math.min((width - LEFT) / columns, WIDEST);
    picture.text(0, 12, "start", "axis", spec.y_axis);
    const head = series.length ? picture.legend(series, LEFT, 32) + 36 : 50;
    const height = head + Math.ceil(panel.length / columns) * HEIGHT + 8;
    const edge = 0.4 * (stepAt(steps - 1) - stepAt(0)) / Math.max(steps - 1, 1) || 0.4;
    const named = range(steps).filter(step => spec.x || step % Math.ceil(steps / 6) === 0);
    panel.forEach((one, number) => {
        const left = LEFT + number % columns * wide;
        const top = head + Math.floor(number / columns) * HEIGHT, bottom = top + TALL;
        const x = scaleOf(stepAt(0) - edge, stepAt(steps - 1) + edge, left, left + wide - 14);
        const y = niceScale(low, high, bottom, top, 3);
        picture.yAxis(y, x.from, x.to, number % columns === 0);
        if (number + columns >= panel.length)
            picture.xLabels(named.map(step => ({ at: x.at(stepAt(step)), text: stepText(step) })), bottom + 14);
        picture.text(left, top - 4, "start", "label", one.title, width - left);
        if (known(spec.reference))
            picture.line(x.from, y.at(spec.reference), x.to, y.at(spec.reference), "reference");
        one.dot.forEach((list, s) => {
            const shift = series.length > 2 ? 4 * (s - 1) : s ? 2.5 : -2.5;
            const own = (list || []).map((dot, step) => [dot, x.at(stepAt(step)) + shift, step]).filter(
                ([dot]) => there(dot)).map(([dot, at, step]) =>
                [dot, at, tipOf(dot, one.title, series[s], `${spec.x_axis} ${stepText(step)}`)]);
            picture.path(own.map(([dot, at]) => [at, y.at(dot.value)]), `thin s${s + 1}`);
            picture.dots(own, y, s, 3, `s${s + 1}`);
        });
    });
    picture.text(width / 2, height - 3, "middle", "axis", spec.x_axis || "");
    return picture.close(height);
}

// What styles are by themselves; of a text other ones matter than of a drawing.
const DRAWN = { "fill": "", "fill-opacity": "1", "stroke": "none", "stroke-width": "1px",
                "stroke-opacity": "1", "stroke-dasharray": "none" };
const WRITTEN = { "fill": "", "font-family": "", "font-size": "", "font-weight": "400" };

// The text of a file that stands alone, in light colours on white: each element carries its style,
// since few programs but browsers read style sheets with variables.
function plotFile(svg) {
    const copy = svg.cloneNode(true), { width, height } = svg.viewBox.baseVal;
    copy.classList.add("paper"); // light on a dark screen, too
    svg.after(copy);
    for (const node of copy.querySelectorAll("text, line, rect, circle, path")) {
        const style = getComputedStyle(node);
        for (const [name, plain] of Object.entries(node.tagName === "text" ? WRITTEN : DRAWN))
            if (style[name] !== plain) node.setAttribute(name, style[name]);
    }
    copy.remove();
    for (const node of [copy, ...copy.querySelectorAll("[class]")]) node.removeAttribute("class");
    copy.prepend(make(null, "rect", { width, height, fill: "#fff" }));
    return '<?xml version="1.0" encoding="UTF-8"?>\n' +
           new XMLSerializer().serializeToString(copy).replace(/></g, ">\n<").replace(
               /[\0-\x08\x0b\x0c\x0e-\x1f]/g, "\ufffd") + "\n"; // of names: no XML has control characters
}

const svgBlob = svg => new Blob([plotFile(svg)], { type: "image/svg+xml" });
const saveSvg = (svg, name) => saveFile(`${name}.svg`, svgBlob(svg));

// Puts a plot into `parent` and draws it anew when its room changes; a button below offers the file of that name.
function plotFigure(parent, draw, spec, { label, name }) {
    const room = make(parent, "div", { "data-plot": name });
    let svg = null;
    const redraw = () => {
        const width = clamp(Math.floor(room.clientWidth) || 760, 280, 760);
        if (svg && svg.viewBox.baseVal.width === width) return;
        svg = draw(spec, { width, label });
        room.replaceChildren(svg);
    };
    button(parent, "save SVG", () => saveSvg(svg, name), { class: "save" });
    redraw();
    new ResizeObserver(redraw).observe(room);
}

return { plotDots, plotPlane, plotBoards, plotPanels, plotFigure, plotFile, plotNumber,
         textWidth, saveSvg, svgBlob, Picture };
})();
