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
const known = Number.isFinite;
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
const range = count => [...Array(count).keys()];
const most = (list, least = 0) => list.reduce((a, b) => Math.max(a, b), least);

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
    const pools = [];
    places.forEach((place, i) => {
        let pool = { mean: place - i * gap, size: 1 };
        while (pools.length && pools[pools.length - 1].mean > pool.mean) {
            const { mean, size } = pools.pop();
            pool = { mean: (mean * size + pool.mean * pool.size) / (size + pool.size),
                     size: size + pool.size };
        }
        pools.push(pool);
    });
    const means = pools.flatMap(({ mean, size }) => Array(size).fill(mean));
    return means.map((mean, i) => clamp(mean, low, Math.max(low, high - (places.length - 1) * gap)) +
                                  i * gap);
}

// --- Pictures ----------------------------------------------------------------------------------

class Picture {
    constructor(width, height, label) {
        this.width = width;
        this.height = height;
        this.svg = this.add(null, "svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, width,
                                           height, role: "img", "aria-label": label || "" });
    }
    // Coordinates to a tenth of a pixel; a text that shows while the pointer rests on it.
    add(parent, name, attributes, tip) {
        const node = document.createElementNS("http://www.w3.org/2000/svg", name);
        for (const key in attributes) {
            const value = attributes[key];
            node.setAttribute(key, known(value) ? Math.round(value * 10) / 10 : value);
        }
        if (tip) this.add(node, "title", {}).textContent = tip;
        if (parent) parent.append(node);
        return node;
    }
    line(x1, y1, x2, y2, style) { this.add(this.svg, "line", { class: style, x1, y1, x2, y2 }); }
    text(x, y, anchor, style, text) {
        this.add(this.svg, "text", { class: style, "text-anchor": anchor, x, y }).textContent = text;
    }
    rect(x, y, width, height, style, tip) {
        this.add(this.svg, "rect", { class: style, x, y, width: Math.max(width, 0),
                                     height: Math.max(height, 0) }, tip);
    }
    path(points, style, tip, closed) {
        const d = points.map(point => point.map(at => Math.round(at * 10) / 10).join(" "));
        if (d.length)
            this.add(this.svg, "path", { class: style, d: "M" + d.join("L") + (closed ? "Z" : "") },
                     tip);
    }
    mark(shape, x, y, radius, style, tip) {
        const corners = CORNERS[shape % CORNERS.length];
        if (!corners) this.add(this.svg, "circle", { class: style, cx: x, cy: y, r: radius }, tip);
        else this.path(corners.map(([px, py]) => [x + radius * px, y + radius * py]), style, tip,
                       true);
    }
    // The name of an axis from x1 to x2: in its middle, as far as the picture has room.
    axisText(x1, x2, y, text) {
        const half = Math.min(textWidth(text), this.width) / 2;
        this.text(clamp((x1 + x2) / 2, half, this.width - half), y, "middle", "axis", text || "");
    }
    // Names of series from x on, in as many rows as they need; the y below.
    legend(names, x, y, gap, style = "legend") {
        let at = x;
        names.forEach((name, s) => {
            const wide = textWidth(name) + 12;
            if (at > x && at + wide > this.width) { at = x; y += 16; }
            this.mark(s, at + 4, y - 4, 4, `mark s${s + 1}`);
            this.text(at + 12, y, "start", style, name);
            at += wide + gap;
        });
        return [at, y];
    }
    // A scale with ticks on the left, lines across.
    yAxis(scale, left, right, labels = true) {
        for (const { at, text } of scale.ticks) {
            this.line(left, at, right, at, "grid");
            if (labels) this.text(left - 7, at + 4, "end", "tick", text);
        }
    }
    // Labels under an axis that do not run into each other: [x, text, ...].
    xLabels(list, y) {
        let free = -Infinity;
        for (const [x, text] of list) {
            const half = textWidth(text) / 2;
            if (x - half < free) continue;
            this.text(x, y, "middle", "tick", text);
            free = x + half + 3;
        }
    }
    // A vertical interval, with ends of so many pixels.
    interval(x, low, high, style, ends = 0) {
        this.line(x, low, x, high, style);
        if (ends) for (const y of [low, high]) this.line(x - ends, y, x + ends, y, style);
    }
}

// --- Rows of estimates with intervals: dot plots, forest plots, bars -----------------------------
// { axis, series: [name] (one needs none), rows: [{ label, narrow (the label on a phone), note (at
// the right, on wide plots), heading (text alone), group (neighbours with the same number above 0
// share a background), dot: [{ value, low, high, n, hollow } or null] }],
// bars (from 0, with intervals on them), reference (a line there), band_low, band_high (a band that
// means "no difference that matters"), axis_low, axis_high (at least this is shown), limit_low,
// limit_high (never shown beyond) }

function plotDots(spec, { width, label }) {
    const TOP = 8, SPREAD = 9, GAP = 10, AXIS = 40, narrow = width < NARROW;
    const series = spec.series || [], lanes = Math.max(series.length, 1), rows = spec.rows;
    const nameOf = row => narrow && row.narrow || row.label, plain = rows.filter(row => !row.heading);
    const height = 22 + SPREAD * (lanes - 1);
    const left = Math.min(most(plain.map(row => textWidth(nameOf(row)))) + GAP + 2, width * 0.5);
    const notes = narrow ? 0 : most(plain.map(row => textWidth(row.note)));
    const right = width - Math.max(notes && notes + GAP, 24);
    const dots = plain.flatMap(row => row.dot).filter(dot => dot && known(dot.value));
    const shown = [...dots.flatMap(dot => [dot.value, dot.low, dot.high]), spec.reference,
                   spec.bars ? 0 : null, spec.axis_low, spec.axis_high].filter(known);
    const x = niceScale(Math.max(shown.length ? Math.min(...shown) : 0, spec.limit_low ?? -Infinity),
                        Math.min(shown.length ? Math.max(...shown) : 0, spec.limit_high ?? Infinity),
                        left, right, right - left < 260 ? 4 : 7);
    const legendRows = new Picture(width, 1).legend(series, left, 0, 18)[1];
    const top = TOP + (series.length ? 22 + legendRows : 0), bottom = top + rows.length * height;
    const picture = new Picture(width, bottom + AXIS, label);
    for (let i = 0, end; i < rows.length; i = end) { // behind everything: what belongs together
        for (end = i + 1; end < rows.length && rows[end].group === rows[i].group;) end++;
        if (rows[i].group > 0)
            picture.rect(0, top + i * height + 2, right, (end - i) * height - 4, "group");
    }
    if (known(spec.band_low))
        picture.rect(x.at(spec.band_low), top, x.at(spec.band_high) - x.at(spec.band_low),
                     bottom - top, "band");
    for (const { at } of x.ticks) picture.line(at, top, at, bottom, "grid");
    picture.xLabels(x.ticks.map(({ at, text }) => [at, text]), bottom + 15);
    picture.axisText(left, right, bottom + 33, spec.axis);
    if (known(spec.reference))
        picture.line(x.at(spec.reference), top, x.at(spec.reference), bottom, "reference");
    picture.legend(series, left, TOP + 10, 18);
    rows.forEach((row, i) => {
        const middle = top + (i + 0.5) * height;
        if (row.heading) { picture.text(0, middle + 6, "start", "heading", row.label); return; }
        picture.text(left - GAP, middle + 4, "end", "label", nameOf(row));
        if (notes && row.note) picture.text(width, middle + 4, "end", "note", row.note);
        range(lanes).forEach(s => {
            const dot = row.dot[s], y = middle + SPREAD * (s - (lanes - 1) / 2);
            if (!dot || !known(dot.value)) return;
            const at = x.at(dot.value), zero = x.at(0), tip = tipOf(dot, row.label, series[s]);
            if (spec.bars)
                picture.rect(Math.min(zero, at), y - 6, Math.abs(at - zero), 12, "bar", tip);
            if (known(dot.low))
                drawAcross(picture, x, dot, y, `interval ${spec.bars ? "ink" : `s${s + 1}`}`);
            if (!spec.bars)
                picture.mark(s, at, y, 4, `${dot.hollow ? "hollow" : "mark"} s${s + 1}`, tip);
        });
    });
    return picture.svg;
}

// An interval; an arrow where it goes on beyond the axis.
function drawAcross(picture, x, dot, y, style) {
    const low = x.at(dot.low), high = x.at(dot.high);
    picture.line(low, y, high, y, style);
    for (const [beyond, end, toward] of [[dot.low < x.low - 1e-9, low, 5],
                                         [dot.high > x.high + 1e-9, high, -5]])
        if (beyond) picture.path([[end + toward, y - 3], [end, y], [end + toward, y + 3]], style);
        else picture.line(end, y - 3, end, y + 3, style);
}

// --- Two axes ------------------------------------------------------------------------------------

function drawAxes(picture, x, y, x_axis, y_axis, x_grid) {
    for (const { at } of x.ticks)
        picture.line(at, x_grid ? y.to : y.from, at, x_grid ? y.from : y.from + 4,
                     x_grid ? "grid" : "ink");
    picture.xLabels(x.ticks.map(({ at, text }) => [at, text]), y.from + 16);
    picture.yAxis(y, x.from, x.to);
    picture.axisText(x.from, x.to, y.from + 34, x_axis);
    picture.text(0, 12, "start", "axis", y_axis);
}

// Points with vertical intervals against the diagonal, both axes from 0 to 100%:
// { point: [{ predicted, scored, half_width (shares of 1), games }] }
function plotCalibration(spec, { width, label }) {
    const LEFT = 52, side = Math.min(width - LEFT - 24, 380), top = 26;
    const picture = new Picture(width, top + side + 42, label);
    const x = niceScale(0, 100, LEFT, LEFT + side, 5), y = niceScale(0, 100, top + side, top, 5);
    drawAxes(picture, x, y, "predicted score, %", "scored, %", true);
    picture.line(x.from, y.from, x.to, y.to, "reference");
    for (const { predicted, scored, half_width, games } of spec.point) {
        const [at, share, half] = [predicted, scored, half_width].map(part => 100 * part);
        picture.interval(x.at(at), y.at(share - half), y.at(share + half), "interval s1", 3);
        picture.mark(0, x.at(at), y.at(share), 4, "mark s1", `predicted ${at.toFixed(1)}%, scored ` +
                     `${share.toFixed(1)}% ± ${half.toFixed(1)}, ${Math.round(games)} games`);
    }
    return picture.svg;
}

// Counts in bins of equal width, the first from `start`: { axis: "plies", unit: "games", start,
// bin_width, counts: [], marker (a line there), marker_text }
function plotHistogram(spec, { width, label }) {
    const { axis, unit, counts, bin_width } = spec, start = spec.start || 0, height = 220, top = 38;
    const picture = new Picture(width, height, label), highest = most(counts);
    const x = niceScale(start, start + bin_width * counts.length, 52, width - 24,
                        width < NARROW ? 5 : 9);
    const y = niceScale(0, Math.max(highest, 1), height - 42, top, Math.min(highest, 4));
    drawAxes(picture, x, y, axis, unit, false);
    counts.forEach((count, i) => {
        const from = start + i * bin_width, at = x.at(from);
        if (count > 0)
            picture.rect(at + 0.5, y.at(count), x.at(from + bin_width) - at - 1,
                         y.from - y.at(count), "bar",
                         `${from} to ${from + bin_width - 1} ${axis}: ${count} ${unit}`);
    });
    if (known(spec.marker)) {
        const at = x.at(spec.marker), wide = textWidth(spec.marker_text);
        picture.line(at, top - 6, at, y.from, "reference");
        if (at + 5 + wide < width)
            picture.text(at + 5, top - 2, "start", "note", spec.marker_text);
        else picture.text(at - 5, top - 2, "end", "note", spec.marker_text);
    }
    return picture.svg;
}

// A curve with two bounds: { x_axis, y_axis, points: [{ x, y }], lower, upper, lower_text,
// upper_text }
function plotCurve(spec, { width, label }) {
    const points = spec.points, height = 240, last = points[points.length - 1];
    const picture = new Picture(width, height, label), levels = points.map(point => point.y);
    const x = niceScale(0, last ? last.x : 1, 52, width - 24, width < NARROW ? 5 : 9);
    const y = niceScale(Math.min(spec.lower, ...levels), Math.max(spec.upper, ...levels),
                        height - 42, 26, 5);
    drawAxes(picture, x, y, spec.x_axis, spec.y_axis, false);
    const lower = y.at(spec.lower), upper = y.at(spec.upper); // texts beyond, where no curve goes on
    picture.line(x.from, upper, x.to, upper, "bound s3");
    picture.text(x.to, upper - 5, "end", "note", spec.upper_text);
    picture.line(x.from, lower, x.to, lower, "bound s2");
    picture.text(x.to, lower + 16 > y.from ? lower - 5 : lower + 14, "end", "note", spec.lower_text);
    picture.path([[x.at(0), y.at(0)], ...points.map(point => [x.at(point.x), y.at(point.y)])],
                 "curve s1");
    if (last)
        picture.mark(0, x.at(last.x), y.at(last.y), 4, "mark s1",
                     `after ${last.x}: ${last.y.toFixed(2)}`);
    return picture.svg;
}

// --- Boards ----------------------------------------------------------------------------------------
// Beside each other, each square as dark as its number is large among those of all boards: { files,
// ranks, title: [], value: [[]] (from the lowest rank upwards, from the left), unit: "a game" }

function plotBoards(spec, { width, label }) {
    const TOP = 24, LEFT = 18, GAP = 22, { files, ranks } = spec, count = spec.value.length;
    const highest = most(spec.value.flat());
    const fits = columns => Math.min(30, Math.floor(((width - GAP * (columns - 1)) / columns - LEFT) /
                                                    files));
    let columns = count;
    while (columns > 1 && fits(columns) < 15) columns--; // squares large enough to touch
    const size = fits(columns), step = LEFT + size * files + GAP, rise = TOP + size * ranks + 18;
    const picture = new Picture(width, rise * Math.ceil(count / columns), label);
    spec.value.forEach((value, board) => {
        const left = LEFT + step * (board % columns), top = TOP + rise * Math.floor(board / columns);
        const biggest = value.indexOf(Math.max(...value));
        picture.text(left, top - 8, "start", "label", spec.title[board]);
        value.forEach((number, i) => {
            const file = i % files, rank = Math.floor(i / files);
            // Square roots tell the many squares with little from those with nothing.
            const shade = highest > 0 ? Math.ceil(9 * Math.sqrt(number / highest)) : 0;
            picture.rect(left + size * file, top + size * (ranks - 1 - rank), size, size,
                         `heat h${shade}${i === biggest && number > 0 ? " most" : ""}`,
                         `${String.fromCharCode(97 + file)}${rank + 1}: ${plotNumber(number)} ` +
                         spec.unit);
        });
        for (const rank of range(ranks))
            picture.text(left - 4, top + size * (ranks - rank - 0.5) + 4, "end", "tick",
                         String(rank + 1));
        for (const file of range(files))
            picture.text(left + size * (file + 0.5), top + size * ranks + 13, "middle", "tick",
                         String.fromCharCode(97 + file));
    });
    return picture.svg;
}

// --- Small panels that share their axes -------------------------------------------------------------
// { x_axis, y_axis, series: [name] (up to three; one may have none), panel: [{ title, dot: [[{ value,
// low, high, n, hollow }] or null] (by series, by steps) }], steps,
// x: [] (of the steps, above 0: a log scale; none: whole numbers from 0) }

function plotPanels(spec, { width, label }) {
    const WIDTH = 118, HEIGHT = 112, LEFT = 46, INNER = 78, { panel, steps } = spec;
    const series = (spec.series || []).filter(Boolean);
    const stepAt = step => spec.x ? Math.log2(spec.x[step]) : step;
    const stepText = step => String(spec.x ? spec.x[step] : step);
    const dots = panel.flatMap(one => one.dot.flatMap(list => list || [])).filter(
        dot => dot && known(dot.value));
    const bound = 1.6 * most(dots.map(dot => Math.abs(dot.value))); // wide intervals hide no values
    const low = Math.max(-most(dots.map(dot => -(dot.low ?? dot.value))), -bound);
    const high = Math.min(most(dots.map(dot => dot.high ?? dot.value)), bound);
    const columns = clamp(Math.floor((width - LEFT) / WIDTH), 1, Math.max(panel.length, 1));
    const wide = Math.min((width - LEFT) / columns, 2 * WIDTH);
    const legend = new Picture(width, 1).legend([...series, spec.y_axis], LEFT, 0, 22)[1];
    const TOP = 34 + legend, rows = Math.ceil(panel.length / columns);
    const picture = new Picture(width, TOP + rows * HEIGHT + 24, label);
    const [at, under] = picture.legend(series, LEFT, 14, 22);
    const breaks = at > LEFT && at + textWidth(spec.y_axis) > width;
    picture.text(breaks ? LEFT : at, breaks ? under + 16 : under, "start", "axis", spec.y_axis);
    const first = stepAt(0), last = stepAt(steps - 1);
    const edge = 0.4 * (last - first) / Math.max(steps - 1, 1) || 0.4;
    panel.forEach((one, number) => {
        const left = LEFT + number % columns * wide;
        const top = TOP + Math.floor(number / columns) * HEIGHT + 16;
        const x = scaleOf(first - edge, last + edge, left, left + wide - 14);
        const y = niceScale(low, high, top + INNER, top, 3);
        picture.yAxis(y, x.from, x.to, number % columns === 0);
        const every = spec.x ? 1 : Math.ceil(steps / 6);
        if (number + columns >= panel.length)
            picture.xLabels(range(steps).filter(step => step % every === 0).map(
                step => [x.at(stepAt(step)), stepText(step)]), top + INNER + 14);
        picture.text(left, top - 4, "start", "label", one.title);
        one.dot.forEach((list, s) => {
            const shift = series.length > 2 ? 4 * (s - 1) : s ? 2.5 : -2.5;
            const there = (list || []).map((dot, step) => [dot, step]).filter(
                ([dot]) => dot && known(dot.value));
            const place = step => x.at(stepAt(step)) + shift;
            picture.path(there.map(([dot, step]) => [place(step), y.at(dot.value)]),
                         `thin s${s + 1}`);
            for (const [dot, step] of there) {
                if (known(dot.low))
                    picture.interval(place(step), y.at(dot.low), y.at(dot.high),
                                     `interval s${s + 1}`);
                picture.mark(s, place(step), y.at(dot.value), 3,
                             `${dot.hollow ? "hollow" : "mark"} s${s + 1}`,
                             tipOf(dot, one.title, series[s], stepText(step)));
            }
        });
    });
    picture.text(width / 2, picture.height - 3, "middle", "axis", spec.x_axis || "");
    return picture.svg;
}

// --- Lines over steps, named at their ends ------------------------------------------------------------
// A ladder over node limits, or slopes from a start to now: { x_axis, y_axis, line: [{ label, narrow,
// dot: [{ value, low, high, n, hollow }] (by steps), strong (what the eye looks for), base (what the
// others are compared with) }], steps, x: [] (of the steps, above 0: a log scale; none: slopes, of two
// steps), ends: [from, to] (of slopes: what the steps are; values stand with the names then) }

function plotLines(spec, { width, label }) {
    const TOP = 40, GAP = 8, LEADER = 16, TEXT = 14, MARK = 3, ladder = Boolean(spec.x);
    const narrow = width < NARROW, names = LEADER + GAP;
    const line = spec.line.map((one, number) => {
        const there = one.dot.map((dot, step) => [dot, step]).filter(
            ([dot]) => dot && known(dot.value));
        const name = narrow && one.narrow || one.label;
        const [begin, end] = [there[0], there[there.length - 1]].map(
            found => found ? plotNumber(found[0].value) : "");
        const text = ladder ? ["", name] : [`${name}  ${begin}`, `${end}  ${name}`];
        // Of several lines at one step the intervals stand beside each other.
        const room = ladder && spec.line.length > 1 ? Math.min(5, 28 / (spec.line.length - 1)) : 0;
        return { ...one, there, text, shift: room * (number - (spec.line.length - 1) / 2) };
    }).filter(one => one.there.length);
    const widest = end => most(line.map(one => textWidth(one.text[end])));
    const height = clamp(TEXT * line.length, 240, narrow ? 420 : 560);
    const left = ladder ? 52 : Math.min(names + widest(0), width * (narrow ? 0.4 : 0.6));
    const free = width - Math.min(names + widest(1), width * 0.4);
    // A slope is no wider than its height.
    const right = Math.max(ladder ? free : Math.min(free, left + height), left + 40);
    const levels = line.flatMap(one => one.there.flatMap(([dot]) =>
        ladder && known(dot.low) ? [dot.low, dot.high] : [dot.value]));
    const low = levels.length ? Math.min(...levels) : 0, high = levels.length ? Math.max(...levels) : 0;
    // Without ticks nothing asks for round ends.
    const y = ladder ? niceScale(low, high, TOP + height, TOP, 5)
                     : scaleOf(low, high > low ? high : low + 1, TOP + height, TOP);
    const xOf = step => ladder ? Math.log2(spec.x[step]) : step;
    const first = xOf(0), last = xOf(spec.steps - 1);
    const edge = ladder ? Math.max(0.08 * (last - first), 0.2) : 0;
    const x = scaleOf(first - edge, last + edge, left, right);
    const picture = new Picture(width, TOP + height + (ladder ? 44 : 24), label);
    picture.text(0, 12, "start", "axis", spec.y_axis);
    if (ladder) {
        picture.yAxis(y, x.from, x.to);
        picture.xLabels(spec.x.map((value, step) => [x.at(xOf(step)), String(value)]), y.from + 16);
        picture.axisText(x.from, x.to, picture.height - 8, spec.x_axis);
    }
    for (const step of range(spec.steps)) {
        const at = x.at(xOf(step));
        picture.line(at, y.from, at, ladder ? y.from + 4 : y.to, ladder ? "ink" : "grid");
        if (!ladder)
            picture.text(at, y.to - 14, step ? "start" : "end", "heading", spec.ends[step]);
    }
    const drawLine = one => {
        const kind = one.base ? "s6" : one.strong ? "s1 strong" : "s1 faint";
        const place = step => x.at(xOf(step)) + one.shift;
        picture.path(one.there.map(([dot, step]) => [place(step), y.at(dot.value)]),
                     `interval ${kind}`);
        for (const [dot, step] of one.there) {
            if (ladder && known(dot.low))
                picture.interval(place(step), y.at(dot.low), y.at(dot.high), `interval ${kind}`);
            picture.mark(0, place(step), y.at(dot.value), MARK, `${dot.hollow ? "hollow" : "mark"} ` +
                         kind, tipOf(dot, one.label, ladder ? `${spec.x[step]} ${spec.x_axis}`
                                                            : spec.ends[step]));
        }
    };
    line.filter(one => !one.strong && !one.base).forEach(drawLine); // what matters lies on top
    line.filter(one => one.strong || one.base).forEach(drawLine);
    const left_out = Math.max(...(ladder ? [1] : [0, 1]).map(
        end => drawNames(picture, line, end, x, y, xOf)));
    if (left_out > 0)
        picture.text(width, picture.height - 4, "end", "note",
                     `${left_out} of ${line.length} names have no room: the table has all`);
    return picture.svg;

    // The names at one side, none over another; how many have found no room. Where not all have it,
    // what matters comes first, and others only where they lie clear at their own height.
    function drawNames(picture, all, end, x, y, xOf) {
        const room = Math.floor((y.from - y.to) / TEXT) + 1;
        const placed = all.map(one => {
            const [dot, step] = end ? one.there[one.there.length - 1] : one.there[0];
            return { one, step, y: y.at(dot.value) };
        }).sort((a, b) => a.y - b.y);
        const matters = placed.filter(({ one }) => one.strong || one.base).slice(0, room);
        const spread = list => plotSpread(list.map(name => name.y), TEXT, y.to, y.from);
        const taken = spread(matters), free = placed.length <= room ? placed : placed.filter(name =>
            matters.includes(name) || taken.every(at => Math.abs(at - name.y) >= TEXT) &&
                                      taken.push(name.y));
        const way = end ? 1 : -1, edge = end ? x.to : x.from;
        const at = spread(free);
        free.forEach(({ one, step, y: from }, i) => {
            picture.line(x.at(xOf(step)) + one.shift + way * (MARK + 2), from, edge + way * LEADER,
                         at[i], "leader");
            picture.text(edge + way * (LEADER + GAP / 2), at[i] + 4, end ? "start" : "end",
                         one.base ? "label" : one.strong ? "heading" : "note", one.text[end]);
        });
        return all.length - free.length;
    }
}

// --- Counts as parts of one bar -------------------------------------------------------------------------
// From what is good for one side to what is good for the other: { left, right (over the ends), name: [],
// count: [] (3 or 5), unit }

function plotStack(spec, { width, label }) {
    const TOP = 18, BAR = 30, KEY = 20, { name, count } = spec;
    const total = count.reduce((a, b) => a + b, 0);
    const style = part => `p${count.length === 3 ? 2 * part + 1 : part + 1}`;
    let x = 0, y = TOP + BAR + 12;
    const keys = name.map((text, part) => { // in as many rows as they need
        const key = `${text} ${count[part]}`, wide = 16 + textWidth(key);
        if (x > 0 && x + wide > width) { x = 0; y += KEY; }
        const place = { key, part, x, y };
        x += wide + 12;
        return place;
    });
    const picture = new Picture(width, y + KEY, label);
    picture.text(0, TOP - 6, "start", "axis", spec.left);
    picture.text(width, TOP - 6, "end", "axis", spec.right);
    let at = 0;
    if (total > 0) count.forEach((number, part) => {
        const wide = width * number / total, share = 100 * number / total;
        const text = `${share.toFixed(0)}%`;
        if (number > 0)
            picture.rect(at, TOP, wide, BAR, `part ${style(part)}`, `${name[part]}: ${number} of ` +
                         `${total} ${spec.unit}, ${share.toFixed(1)}%`);
        if (wide > textWidth(text) + 6)
            picture.text(at + wide / 2, TOP + BAR / 2 + 4, "middle", `on ${style(part)}`, text);
        at += wide;
    });
    if (total > 0) picture.line(width / 2, TOP - 3, width / 2, TOP + BAR + 3, "ink");
    for (const { key, part, x, y } of keys) {
        picture.rect(x, y, 11, 11, `part ${style(part)}`);
        picture.text(x + 16, y + 10, "start", "legend", key);
    }
    return picture.svg;
}

// --- In pages, and as files -----------------------------------------------------------------------------

const SAVED = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray",
               "font-family", "font-size", "font-weight"];

// The text of a file that stands alone, in light colours on white: each element carries its style,
// since few programs but browsers read style sheets with variables.
function plotFile(svg) {
    const copy = svg.cloneNode(true), { width, height } = svg.viewBox.baseVal;
    copy.classList.add("paper"); // light on a dark screen, too
    svg.after(copy);
    for (const node of copy.querySelectorAll("*:not(title)")) {
        const style = getComputedStyle(node), text = node.tagName === "text";
        for (const name of SAVED)
            if (text || !name.startsWith("font"))
                node.setAttribute(name, style.getPropertyValue(name));
        node.removeAttribute("class");
    }
    copy.remove();
    const ground = copy.insertBefore(document.createElementNS(copy.namespaceURI, "rect"),
                                     copy.firstChild);
    for (const [name, value] of Object.entries({ width, height, fill: "#fff" }))
        ground.setAttribute(name, value);
    for (const name of ["class", "style"]) copy.removeAttribute(name);
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + new XMLSerializer().serializeToString(copy) +
           "\n";
}

function saveFile(name, blob) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const saveSvg = (svg, name) => saveFile(`${name}.svg`, new Blob([plotFile(svg)],
                                                               { type: "image/svg+xml" }));

// Puts a plot into `parent` and draws it anew when its room changes; a button below offers the file
// of that name.
function plotFigure(parent, draw, spec, { label, name }) {
    const room = document.createElement("div"), save = document.createElement("button");
    let svg = null;
    const redraw = () => {
        const width = clamp(Math.floor(room.clientWidth) || 760, 280, 760);
        if (svg && svg.viewBox.baseVal.width === width) return;
        svg = draw(spec, { width, label });
        room.replaceChildren(svg);
    };
    save.textContent = "save SVG";
    save.className = "save";
    save.type = "button";
    save.onclick = () => saveSvg(svg, name);
    parent.append(room, save);
    redraw();
    new ResizeObserver(redraw).observe(room);
}

return { plotDots, plotCalibration, plotHistogram, plotBoards, plotCurve, plotPanels, plotLines,
         plotStack, plotFigure, plotFile, plotNumber, plotSpread, niceScale, textWidth, saveFile,
         saveSvg, Picture };
})();
