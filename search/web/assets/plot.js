// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of plots that pages have. Each takes a plain object and returns an SVG element that is
// laid out for one width: plotDots(spec, { width: 760, label: "what it shows" }). plotFigure puts
// one into a page, draws it anew when its room changes, and offers it as a file. A number that is
// null or missing is none. Texts enter as text nodes and attributes only: they may come from files.
// Colours and strokes are classes of plot.css.
"use strict";
const plots = (() => {
const NARROW = 500; // below, a page is laid out for a phone
const CORNERS = [null, // shapes of series, in radii; sizes chosen so that the areas look alike
    [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]], [[0, -1.25], [1.2, 0.85], [-1.2, 0.85]],
    [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]]];
const { make } = kagami, known = Number.isFinite, there = dot => known(dot?.value);
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
const range = count => [...Array(count).keys()], round = at => Math.round(at * 10) / 10;
const most = (list, from = 0) => list.reduce((a, b) => Math.max(a, b), list.length ? from : 0);
const least = list => list.length ? -most(list.map(value => -value), -Infinity) : 0;

// --- Text, numbers, scales ---------------------------------------------------------------------

const pen = document.createElement("canvas").getContext("2d");
function textWidth(text) {
    pen.font = "12px Helvetica, Arial, sans-serif";
    return 1.06 * pen.measureText(text || "").width; // another font may be a little wider
}

const fixed = (value, decimals) => (value < 0 ? "−" : "") + Math.abs(value).toFixed(decimals);

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
        const around = Math.max(Math.abs(low) * 0.1, 1e-6);
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

// Moves ascending places that lie closer than `gap` apart as little as possible, by least squares
// (pooled adjacent violators of the places with the gaps taken off), into low..high as far as
// there is room.
function plotSpread(places, gap, low, high) {
    const pools = [], mean = ([sum, size]) => sum / size;
    places.forEach((place, i) => {
        let pool = [place - i * gap, 1];
        while (pools.length && mean(pools[pools.length - 1]) > mean(pool)) {
            const [sum, size] = pools.pop();
            pool = [sum + pool[0], size + pool[1]];
        }
        pools.push(pool);
    });
    const last = Math.max(low, high - (places.length - 1) * gap);
    return pools.flatMap(pool => Array(pool[1]).fill(clamp(mean(pool), low, last))).map(
        (place, i) => place + i * gap);
}

// --- Pictures ----------------------------------------------------------------------------------

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
        const { svg, width } = this;
        return set(svg, { width, height, viewBox: `0 0 ${width} ${height}` });
    }
    // `tip` shows while the pointer rests on it.
    add(parent, name, attributes, tip) {
        const node = make(parent, name);
        if (tip) make(node, "title", {}, tip);
        return set(node, attributes);
    }
    line(x1, y1, x2, y2, style) { this.add(this.svg, "line", { class: style, x1, y1, x2, y2 }); }
    text(x, y, anchor, style, text) {
        this.add(this.svg, "text", { class: style, "text-anchor": anchor, x, y }).textContent = text;
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
    // Names from x on, in as many rows as they need, each by a draw(i, x, y); the y of the last row.
    legend(names, x, y, draw = (s, at, y) => this.mark(s, at + 4, y - 4, 4, `mark s${s + 1}`)) {
        let at = x;
        names.forEach((name, i) => {
            const wide = textWidth(name) + 14;
            if (at > x && at + wide > this.width) { at = x; y += 18; }
            draw(i, at, y);
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
    axes(x, y, x_axis, y_axis) {
        for (const { at } of x.ticks) this.line(at, y.from, at, y.from + 4, "ink");
        this.xLabels(x.ticks, y.from + 16);
        this.yAxis(y, x.from, x.to);
        this.axisText(x.from, x.to, y.from + 34, x_axis);
        this.text(0, 12, "start", "axis", y_axis);
    }
    // Dots with vertical intervals, each [dot, x, tip]; `kind` is the class of a series.
    dots(list, y, shape, radius, kind) {
        for (const [dot, x, tip] of list) {
            if (known(dot.low)) this.line(x, y.at(dot.low), x, y.at(dot.high), "interval " + kind);
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
// them), reference (a line there), band_low, band_high (a band that means "no difference that
// matters"), axis_low, axis_high (at least this is shown), limit_low, limit_high (never beyond) }
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
        if (rows[i].group > 0)
            picture.rect(0, top + i * height + 2, right, (end - i) * height - 4, "group");
    }
    if (known(spec.band_low))
        picture.rect(x.at(spec.band_low), top, x.at(spec.band_high) - x.at(spec.band_low),
                     bottom - top, "band");
    for (const { at } of x.ticks) picture.line(at, top, at, bottom, "grid");
    picture.xLabels(x.ticks, bottom + 15);
    picture.axisText(left, right, bottom + 33, spec.axis);
    if (known(spec.reference))
        picture.line(x.at(spec.reference), top, x.at(spec.reference), bottom, "reference");
    rows.forEach((row, i) => {
        const middle = top + (i + 0.5) * height;
        if (row.heading) return picture.text(0, middle + 6, "start", "heading", row.label);
        picture.text(left - 10, middle + 4, "end", "label", nameOf(row));
        if (notes && row.note) picture.text(width, middle + 4, "end", "note", row.note);
        row.dot.slice(0, lanes).forEach((dot, s) => {
            if (!there(dot)) return;
            const y = middle + 9 * (s - (lanes - 1) / 2), at = x.at(dot.value), zero = x.at(0);
            const tip = tipOf(dot, row.label, series[s]), kind = `s${s + 1}`;
            if (spec.bars)
                picture.rect(Math.min(zero, at), y - 6, Math.abs(at - zero), 12, "bar", tip);
            if (known(dot.low)) picture.across(x, dot, y, "interval " + (spec.bars ? "ink" : kind));
            if (!spec.bars)
                picture.mark(s, at, y, 4, (dot.hollow ? "hollow " : "mark ") + kind, tip);
        });
    });
    return picture.close(bottom + 40);
}

// Points against the diagonal, both axes from 0 to 100%: { point: [{ predicted, scored, half_width
// (shares of 1), games }] }
function plotCalibration(spec, frame) {
    const picture = new Picture(frame), LEFT = 52, top = 26, side = Math.min(frame.width - 76, 380);
    const x = niceScale(0, 100, LEFT, LEFT + side, 5), y = niceScale(0, 100, top + side, top, 5);
    picture.axes(x, y, "predicted score, %", "scored, %");
    picture.line(x.from, y.from, x.to, y.to, "reference");
    picture.dots(spec.point.map(({ predicted, scored, half_width: half, games }) => {
        const dot = { value: 100 * scored, low: 100 * (scored - half), high: 100 * (scored + half),
                      n: games };
        return [dot, x.at(100 * predicted), tipOf(dot, `predicted ${(100 * predicted).toFixed(1)}%`)];
    }), y, 0, 4, "s1");
    return picture.close(top + side + 42);
}

// Counts in bins of equal width, the first from `start`: { axis: "plies", unit: "games", start,
// bin_width, counts: [], marker (a line there), marker_text }
function plotHistogram(spec, frame) {
    const { axis, unit, start = 0, bin_width, counts, marker, marker_text } = spec;
    const { width } = frame, picture = new Picture(frame), top = 38, highest = most(counts);
    const x = niceScale(start, start + bin_width * counts.length, 52, width - 24,
                        width < NARROW ? 5 : 9);
    const y = niceScale(0, Math.max(highest, 1), 178, top, Math.min(highest, 4));
    picture.axes(x, y, axis, unit);
    counts.forEach((count, i) => {
        const from = start + i * bin_width, to = from + bin_width, at = x.at(from);
        if (count > 0) picture.rect(at + 0.5, y.at(count), x.at(to) - at - 1, y.from - y.at(count),
                                    "bar", `${from} to ${to - 1} ${axis}: ${count} ${unit}`);
    });
    if (known(marker)) {
        const at = x.at(marker), free = width - textWidth(marker_text);
        picture.line(at, top - 6, at, y.from, "reference");
        picture.text(Math.min(at + 5, free), top - 2, "start", "note", marker_text);
    }
    return picture.close(220);
}

// A curve with two bounds: { x_axis, y_axis, points: [{ x, y }], lower, upper, lower_text,
// upper_text }
function plotCurve(spec, frame) {
    const { points, lower, upper } = spec, { width } = frame, picture = new Picture(frame);
    const levels = points.map(point => point.y), last = points[points.length - 1];
    const x = niceScale(0, last ? last.x : 1, 52, width - 24, width < NARROW ? 5 : 9);
    const y = niceScale(Math.min(lower, ...levels), Math.max(upper, ...levels), 198, 26, 5);
    const place = point => [x.at(point.x), y.at(point.y)];
    picture.axes(x, y, spec.x_axis, spec.y_axis);
    for (const [bound, kind, text, below] of [[upper, "s3", spec.upper_text, -5],
                                              [lower, "s2", spec.lower_text, 14]]) {
        const at = y.at(bound); // the text stands beyond, where no curve goes on
        picture.line(x.from, at, x.to, at, "bound " + kind);
        picture.text(x.to, at + (at + 16 > y.from ? -5 : below), "end", "note", text);
    }
    picture.path([{ x: 0, y: 0 }, ...points].map(place), "curve s1");
    if (last) picture.mark(0, ...place(last), 4, "mark s1", `after ${last.x}: ${last.y.toFixed(2)}`);
    return picture.close(240);
}

// Boards beside each other, each square as dark as its number is large among those of all boards,
// the largest of each board outlined: { files, ranks, title: [], value: [[]] (from the lowest rank
// upwards, from the left), unit: "a game" }
function plotBoards({ files, ranks, title, value, unit }, frame) {
    const TOP = 24, LEFT = 18, GAP = 22, picture = new Picture(frame), highest = most(value.flat());
    const fits = columns => clamp(((frame.width - GAP * (columns - 1)) / columns - LEFT) / files, 1, 30);
    const file_name = file => String.fromCharCode(97 + file);
    const widest = most(title.map(textWidth));
    const stepOf = columns => LEFT + Math.max(Math.floor(fits(columns)) * files, widest) + GAP;
    let columns = value.length; // squares large enough to touch, and room for each title
    while (columns > 1 && (fits(columns) < 15 || columns * stepOf(columns) - GAP > frame.width)) columns--;
    const size = Math.floor(fits(columns)), step = stepOf(columns);
    const rise = TOP + size * ranks + 18;
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
                         `${file_name(file)}${rank + 1}: ${plotNumber(number)} ${unit}`);
        });
        for (const rank of range(ranks))
            picture.text(left - 4, place(rank) + size / 2 + 4, "end", "tick", String(rank + 1));
        for (const file of range(files))
            picture.text(left + size * (file + 0.5), place(-1) + 13, "middle", "tick", file_name(file));
    });
    return picture.close(rise * Math.ceil(value.length / columns));
}

// Small panels that share their axes: { x_axis, y_axis, series: [name] (up to three), panel: [{ title,
// dot: [[dot] or null] (by series, by steps) }], steps, x: [] (of the steps, above 0: a log scale;
// none: whole numbers from 0) }
function plotPanels(spec, frame) {
    const { width } = frame, picture = new Picture(frame), { panel, steps } = spec;
    const WIDTH = 118, HEIGHT = 112, LEFT = 46, series = (spec.series || []).filter(Boolean);
    const stepAt = step => spec.x ? Math.log2(spec.x[step]) : step;
    const stepText = step => String(spec.x ? spec.x[step] : step);
    const dots = panel.flatMap(one => one.dot.flatMap(list => list || [])).filter(there);
    const bound = 1.6 * most(dots.map(dot => Math.abs(dot.value))); // wide intervals hide no values
    const low = Math.max(-most(dots.map(dot => -(dot.low ?? dot.value))), -bound);
    const high = Math.min(most(dots.map(dot => dot.high ?? dot.value)), bound);
    const columns = clamp(Math.floor((width - LEFT) / WIDTH), 1, Math.max(panel.length, 1));
    const wide = Math.min((width - LEFT) / columns, 2 * WIDTH);
    picture.text(0, 12, "start", "axis", spec.y_axis);
    const head = series.length ? picture.legend(series, LEFT, 32) + 36 : 50;
    const height = head + Math.ceil(panel.length / columns) * HEIGHT + 8;
    const edge = 0.4 * (stepAt(steps - 1) - stepAt(0)) / Math.max(steps - 1, 1) || 0.4;
    const named = range(steps).filter(step => spec.x || step % Math.ceil(steps / 6) === 0);
    panel.forEach((one, number) => {
        const left = LEFT + number % columns * wide;
        const top = head + Math.floor(number / columns) * HEIGHT, bottom = top + 78;
        const x = scaleOf(stepAt(0) - edge, stepAt(steps - 1) + edge, left, left + wide - 14);
        const y = niceScale(low, high, bottom, top, 3);
        picture.yAxis(y, x.from, x.to, number % columns === 0);
        if (number + columns >= panel.length)
            picture.xLabels(named.map(step => ({ at: x.at(stepAt(step)), text: stepText(step) })),
                            bottom + 14);
        picture.text(left, top - 4, "start", "label", one.title);
        one.dot.forEach((list, s) => {
            const shift = series.length > 2 ? 4 * (s - 1) : s ? 2.5 : -2.5;
            const own = (list || []).map((dot, step) => [dot, x.at(stepAt(step)) + shift, step]).filter(
                ([dot]) => there(dot)).map(([dot, at, step]) =>
                [dot, at, tipOf(dot, one.title, series[s], stepText(step))]);
            picture.path(own.map(([dot, at]) => [at, y.at(dot.value)]), `thin s${s + 1}`);
            picture.dots(own, y, s, 3, `s${s + 1}`);
        });
    });
    picture.text(width / 2, height - 3, "middle", "axis", spec.x_axis || "");
    return picture.close(height);
}

// Lines over node limits, named at their ends: { x_axis, y_axis, line: [{ label, narrow, dot: [dot]
// (by steps), strong (what the eye looks for), base (what the others are compared with) }], x: [] (of
// the steps, above 0: a log scale) }
function plotLines(spec, frame) {
    const { width } = frame, picture = new Picture(frame), TOP = 40, LEADER = 16, TEXT = 14, LEFT = 52;
    const count = spec.line.length, beside = count > 1 ? Math.min(5, 28 / (count - 1)) : 0;
    const stepAt = step => Math.log2(spec.x[step]), last = spec.x.length - 1;
    const line = spec.line.map((one, number) => ({ ...one, // intervals stand beside each other
        name: width < NARROW && one.narrow || one.label, shift: beside * (number - (count - 1) / 2),
        own: one.dot.map((dot, step) => ({ dot, step })).filter(({ dot }) => there(dot)),
    })).filter(one => one.own.length);
    const bottom = TOP + Math.max(240, TEXT * count), matters = one => one.strong || one.base;
    const names = LEADER + 8 + most(line.map(one => textWidth(one.name)));
    const levels = line.flatMap(one => one.own.flatMap(({ dot }) =>
        known(dot.low) ? [dot.low, dot.high] : [dot.value]));
    const y = niceScale(least(levels), most(levels, -Infinity), bottom, TOP, 5);
    const edge = Math.max(0.08 * (stepAt(last) - stepAt(0)), 0.2);
    const x = scaleOf(stepAt(0) - edge, stepAt(last) + edge, LEFT,
                      Math.max(width - Math.min(names, width * 0.4), LEFT + 40));
    x.ticks = spec.x.map((value, step) => ({ at: x.at(stepAt(step)), text: String(value) }));
    picture.axes(x, y, spec.x_axis, spec.y_axis);
    for (const one of [...line.filter(one => !matters(one)), ...line.filter(matters)]) { // these on top
        const kind = one.base ? "s6" : one.strong ? "s1 strong" : "s1 faint";
        const list = one.own.map(({ dot, step }) => [dot, x.at(stepAt(step)) + one.shift,
            tipOf(dot, one.label, `${spec.x[step]} ${spec.x_axis}`)]);
        picture.path(list.map(([dot, at]) => [at, y.at(dot.value)]), "interval " + kind);
        picture.dots(list, y, 0, 3, kind);
        one.end = [list[list.length - 1][1] + 5, y.at(one.own[one.own.length - 1].dot.value)];
    }
    line.sort((a, b) => a.end[1] - b.end[1]); // names at the right, none over another
    const places = plotSpread(line.map(one => one.end[1]), TEXT, TOP, bottom);
    line.forEach((one, i) => {
        picture.line(...one.end, x.to + LEADER, places[i], "leader");
        picture.text(x.to + LEADER + 4, places[i] + 4, "start",
                     one.base ? "label" : one.strong ? "heading" : "note", one.name);
    });
    return picture.close(bottom + 44);
}

// Counts as parts of one bar, from what is good for one side to what is good for the other: { left,
// right (over the ends), name: [], count: [] (3 or 5), unit }
function plotStack({ name, count, unit, left, right }, frame) {
    const { width } = frame, picture = new Picture(frame), TOP = 18, BAR = 30;
    const total = count.reduce((a, b) => a + b, 0);
    const style = part => `p${count.length === 3 ? 2 * part + 1 : part + 1}`;
    let at = 0;
    picture.text(0, TOP - 6, "start", "axis", left);
    picture.text(width, TOP - 6, "end", "axis", right);
    count.forEach((number, part) => {
        const share = 100 * number / total, wide = width * share / 100, text = `${share.toFixed(0)}%`;
        if (!(number > 0)) return;
        picture.rect(at, TOP, wide, BAR, `part ${style(part)}`, `${name[part]}: ${number} of ${total} ` +
                     `${unit}, ${share.toFixed(1)}%`);
        if (wide > textWidth(text) + 6)
            picture.text(at + wide / 2, TOP + BAR / 2 + 4, "middle", `on ${style(part)}`, text);
        at += wide;
    });
    if (total > 0) picture.line(width / 2, TOP - 3, width / 2, TOP + BAR + 3, "ink");
    return picture.close(10 + picture.legend(name.map((text, part) => `${text} ${count[part]}`), 0,
        TOP + BAR + 22, (part, x, y) => picture.rect(x, y - 10, 11, 11, `part ${style(part)}`)));
}

// --- In pages, and as files ------------------------------------------------------------------------

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
           new XMLSerializer().serializeToString(copy).replace(/></g, ">\n<") + "\n";
}

function saveFile(name, blob) {
    const link = make(null, "a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const svgBlob = svg => new Blob([plotFile(svg)], { type: "image/svg+xml" });
const saveSvg = (svg, name) => saveFile(`${name}.svg`, svgBlob(svg));

// Puts a plot into `parent` and draws it anew when its room changes; a button below offers the file
// of that name.
function plotFigure(parent, draw, spec, { label, name }) {
    const room = make(parent, "div", { "data-plot": name }), save = make(parent, "button",
        { class: "save", type: "button" }, "save SVG");
    let svg = null;
    const redraw = () => {
        const width = clamp(Math.floor(room.clientWidth) || 760, 280, 760);
        if (svg && svg.viewBox.baseVal.width === width) return;
        svg = draw(spec, { width, label });
        room.replaceChildren(svg);
    };
    save.onclick = () => saveSvg(svg, name);
    redraw();
    new ResizeObserver(redraw).observe(room);
}

return { plotDots, plotCalibration, plotHistogram, plotBoards, plotCurve, plotPanels, plotLines,
         plotStack, plotFigure, plotFile, plotNumber, plotSpread, textWidth, saveFile, saveSvg, svgBlob,
         Picture };
})();
