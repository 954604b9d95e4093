// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a report's sections, as what plot.js draws: { name, title, caption, kind, spec },
// and `fold`, the line that stands for what is folded away.
"use strict";
const figures = (() => {
const { estimate, has, scaled, fixed, percent, percents, whole, sum, known, significant, leavesOut, FORMS,
        PLACES } = numbers;
const sentence = text => text.charAt(0).toUpperCase() + text.slice(1);
const size = text => plots.plotNumber(text, 3);
function dotOf(object, key = "value", scale = 1) {
    const { value, low, high, n } = estimate(object, key);
    return { value: scaled(value, scale), low: scaled(low, scale), high: scaled(high, scale), n };
}
const noteOf = (dot, sign, mark = "") => (sign && dot.value > 0 ? "+" : "") + size(dot.value) +
    (known(dot.low) ? ` (${size(dot.low)} to ${size(dot.high)})` : "") + mark;

const figure = (name, title, kind, spec, ...caption) => [{ name, title, kind, spec,
    caption: caption.filter(Boolean).join(" ") }];
const fold = (line, list) => list.map(one => ({ ...one, fold: line }));
const dots = (name, title, spec, ...caption) =>
    spec.rows.length ? figure(name, title, "Dots", { reference: 0, ...spec }, ...caption) : [];
const noDot = () => ({ value: null });

// Wide intervals must not hide the values.
function limits(rows, factor) {
    const values = rows.flatMap(row => (row.dot || []).map(dot => dot?.value)).filter(known);
    const least = Math.min(0, ...values), most = Math.max(0, ...values);
    return { limit_low: Math.min(factor * least, -0.3 * most), limit_high: 1.7 * most };
}
// The forms that some of the pieces have: what is left moves up.
const formsOf = list => FORMS.filter(form => list.some(piece => piece[form]));
const placesOf = forms => forms.map(form => PLACES[FORMS.indexOf(form)]);

// --- Runs and matches --------------------------------------------------------------------------

function sprtFigure(section) {
    const test = section.match?.sprt;
    if (!test || !section.curve.length) return [];
    const { value: elo, low, high } = estimate(test, "elo");
    return figure("sprt", "Sequential test", "Curve",
        { x_axis: "games", y_axis: "log-likelihood ratio", lower: test.lower, upper: test.upper,
          points: section.curve.map(([x, y]) => ({ x, y })),
          lower_text: `reject: ${test.elo0} rather than ${test.elo1}`,
          upper_text: `accept: ${test.elo1} rather than ${test.elo0}` },
        `Log-likelihood ratio over n = ${whole(section.games)} games in pairs; ${test.model} Elo, ` +
        `α = ${test.alpha}, β = ${test.beta}. Verdict: ${test.verdict}. Elo ${fixed(elo, 1)} ` +
        `(${fixed(low)} to ${fixed(high)}), the early end allowed for.`);
}

const partsOf = ({ counts }) => counts.length === 3 ? ["lost", "drawn", "won"]
    : ["lost both", "lost, drew", "even", "won, drew", "won both"];

function matchFigures(section) {
    const { match, players } = section, test = match?.sprt, counts = match?.counts;
    if (!match) return [];
    const single = counts.length === 3, [a, b] = players, score = estimate(match, "score");
    const fits = (a + b).length < 26, elo = [["Elo", match, "elo", !!test],
                                             ["normalized", match, "normalized_elo"]];
    if (test) elo.unshift(["Elo, unbiased", test, "elo"]);
    const rows = elo.map(([label, of, key, hollow]) => {
        const dot = { ...dotOf(of, key), n: null, hollow };
        return { label, dot: [dot], note: known(dot.value) ? noteOf(dot, true) : "" };
    });
    return [
        ...figure("pairs", single ? "Games" : "Pairs of games", "Stack",
            { unit: single ? "games" : "pairs", parts: counts.length, count: counts,
              left: fits ? `for B, ${b}` : "for B", right: fits ? `for A, ${a}` : "for A",
              name: partsOf(match) },
            `A, ${a}, scores ${percent(score.value)} (${percents(score)}) against B, ${b}.`, single ? "Games of A," :
            "Pairs of games of A, each of one opening with colours swapped,", `n = ${match.units}.`),
        ...dots("elo", "How much stronger is A?",
            { axis: "Elo of A over B", rows, limit_low: -1200, limit_high: 1200 },
            "95% intervals; 0: equal players.", test && "The unbiased Elo allows for the test's " +
            "early end, the plain one (open) does not.",
            "Normalized Elo counts in standard deviations of a game.")];
}

function shares(name, title, list, ...caption) {
    return dots(name, title, { axis: "share of the games, %", reference: null, bars: true,
        axis_low: 0, axis_high: 100, rows: list.map(item => {
            const dot = dotOf(item, "value", 100);
            return { label: item.name, dot: [dot], note: noteOf(dot) };
        }) }, ...caption);
}

function gamesFigures(section) {
    if (!section.results) return [];
    const { plies, heat, endings } = section, score = estimate(section, "first_score");
    const n = `n = ${whole(section.distinct_games)} distinct games`;
    const kinds = [["moves", "Moves to a square"], ["captures", "Captures there"],
                   ["drops", "Drops there"]].filter(([key]) => sum(heat[key]) > 0);
    const top = list => {
        const at = list.indexOf(Math.max(...list));
        return kagami.squareName(1 + at % heat.files, 1 + Math.floor(at / heat.files));
    };
    return [
        ...matchFigures(section), ...sprtFigure(section),
        ...shares("results", "Results", section.results, `How ${n} ended, with 95% intervals. ` +
            `The first player scores ${percent(score.value)} (${percents(score)}) from ${section.openings}` +
            (section.ladder ? ", as x falls to 0." : ".")),
        ...fold("Endings: " + endings.slice(0, 3).map(
            one => `${one.name} ${percent(one.value)}`).join(", "), shares("endings", "Endings",
            endings, `How ${n} ended, with 95% intervals.`)),
        ...fold(`Length of the games: median ${plies.median} plies, half of them ${plies.q1} to ` +
            `${plies.q3}`, figure("lengths", "Length of the games", "Histogram",
            { axis: "plies", unit: "games", start: 0, bin_width: plies.bin_width,
              counts: plies.bins, marker: plies.median, marker_text: "median " + plies.median },
            `Plies after the opening in ${n}: mean ${fixed(plies.mean, 1)}, half of the games ` +
            `${plies.q1} to ${plies.q3}, longest ${plies.most}. Bins of ${plies.bin_width} plies.`)),
        ...fold("Where pieces go: " + kinds.map(([key]) => `most ${key} on ${top(heat[key])}`).join(", "),
            !kinds.length ? [] : figure("squares", "Where pieces go", "Boards",
            { files: heat.files, ranks: heat.ranks, unit: "a game", count: kinds.length,
              title: kinds.map(kind => kind[1]), value: kinds.map(([key]) => heat[key]) },
            `Where moves of both players end, on average over n = ${whole(heat.games)} games. ` +
            "Each player sees the board with the own side below. The stronger the colour, the more, on one " +
            "scale. Outlined: the square with the most."))];
}

// --- Values ------------------------------------------------------------------------------------

// How the rows of pieces stand.
const orderOf = (pieces, unordered) => (pieces.some(piece => piece.pair > 0)
    ? "Rows on one ground are pieces that mirror each other. " : "") + (unordered
    ? "On the board no difference is significant: pieces stand in the order of the game's file." : "");

// Values against their start.
function changes(now, how, lines) {
    const list = lines.filter(line => known(line.start) && known(line.value));
    const changed = list.filter(line => line.changed).length;
    if (list.length < 2) return [];
    const verb = changed === 1 ? "has" : "have";
    return fold(`From where the values started: ${changed} of ${list.length} ${verb} changed`,
        dots("start", "From where the values started", { axis: "value in the evaluation, centi-values",
            series: ["start", now], rows: list.map(({ label, start, value, changed: far }) => ({ label,
                note: `${size(start)} → ${size(value)}`,
                dot: [{ value: start, hollow: true }, { value, hollow: !far }] })) },
        how, `${changed} of ${list.length} ${verb} changed by that.`));
}

function valuesFigures(section) {
    const { pieces, unordered, answer: tuning } = section, forms = formsOf(pieces);
    const unit = tuning?.worths && tuning.unit;
    let kept = false, open = false;
    const rows = pieces.map(piece => ({ label: `${piece.name}  ${piece.id}`, narrow: piece.id,
        group: piece.pair, dot: forms.map(form => {
            const of = piece[form];
            if (!known(of?.value)) return noDot();
            kept ||= of.kept;
            open ||= !of.measured && !of.kept;
            return { ...dotOf(of), n: of.games, hollow: !of.measured };
        }) }));
    const axis = unordered ? {} : limits(rows, 1.2);
    const cut = rows.some(row => row.dot.some(dot => dot.low < axis.limit_low ||
                                                     dot.high > axis.limit_high));
    const holdout = tuning?.holdout, bins = (holdout?.calibration || []).filter(bin => bin.games > 0);
    const gain = estimate(holdout, "gain");
    return [
        ...dots("values", unit ? "Average worth of the pieces" : "Values of the pieces",
            { rows, series: placesOf(forms), ...axis, axis: unit
                ? `average worth, 1 = ${unit.piece || "the mean piece"}`
                : "value in the evaluation, centi-values" },
            "Bars are 95% intervals over games.", orderOf(pieces, unordered),
            cut && "An arrow: the interval goes on beyond the axis.",
            (kept || open) && "Open marks " + (!open ? "were not measured: they keep the value that " +
            "they had." : !kept ? "were tuned and have no interval." : "have no interval: some were " +
            "tuned, some keep the value that they had (the table says which)."),
            unit ? "Average worth is what a player loses with the piece, in the mean over the games; " +
            `1 is ${fixed(unit.elo)} Elo. Players chose these imbalances: the known difference from ` +
            `armies (kagami worth) is up to ${tuning.worth_bias ?? 0.4} of a mean piece.`
            : "Values are for play, beside terms of place and King; they are no worth.",
            tuning && `From ${whole(tuning.positions_fitted)} positions of n = ` +
            `${whole(tuning.games_fitted)} games.`),
        ...changes("fitted", "Pieces that the games measured. Filled: the 95% interval leaves out " +
            "the start.", (tuning?.values || []).filter(of => of.verdict === "measured" &&
            /^(board|hand)\./.test(of.parameter)).map(of => ({ label: of.name, start: of.start,
            value: of.value, changed: leavesOut(of, of.start) }))),
        ...(!bins.length ? [] : figure("calibration", "Do the values predict results?",
            "Calibration", { point: bins.map(bin => {
                const { value: scored, high } = estimate(bin, "scored");
                return { ...bin, scored, half_width: high - scored };
            }) },
            `Positions of n = ${whole(holdout.games)} games that the fit has not seen, in tenths of ` +
            "the prediction; on the dashed line the two agree.",
            `Log-loss ${fixed(holdout.log_loss, 4)}, of a constant ` +
            `${fixed(holdout.constant_log_loss, 4)}: ${fixed(Math.abs(gain.value), 4)} ` +
            `${gain.value < 0 ? "worse" : "better"}, ±${fixed(gain.high - gain.value, 4)}.`)),
        ...dots("ties", "Do these share a value?",
            { axis: "difference where both are fitted, centi-values",
              rows: (tuning?.ties || []).filter(tie => known(tie.difference)).map(tie => ({
                  label: `${tie.first_name} − ${tie.second_name}`,
                  note: `p = ${fixed(tie.p_holm, 3)}${significant(tie.p_holm) ? " ∗" : ""}`,
                  dot: [{ value: tie.difference, low: tie.difference - 1.96 * tie.se,
                          high: tie.difference + 1.96 * tie.se, hollow: !significant(tie.p_holm) }] })) },
            "Wald's test of each tie, p by Holm's correction; bars are 95% intervals of the " +
            "difference. Filled (∗): the difference is significant.")];
}

// --- Generations, SPSA -------------------------------------------------------------------------

// Small panels, where there is more than one step.
function panels(name, title, items, keys, spec, caption) {
    const steps = items[0]?.[keys[0]]?.length || 0;
    if (steps < 2) return [];
    return figure(name, title, "Panels", { ...spec, steps, count: items.length,
        panel: items.map(item => ({ title: item.name || item.parameter,
            dot: keys.map(key => item[key]?.map(point => known(point) ? { value: point }
                : point ? { ...dotOf(point), hollow: !point.played } : noDot())) })) }, caption);
}

function historyFigures(section) {
    const { rows, start, pieces = [], steps } = section;
    const met = ["estimate", "shipped", "start"].filter(name => rows.some(row => has(row, name)));
    const strength = rows.map(row => ({ label: row.night ? `${row.night} ${row.generation}`
        : `generation ${row.generation}`, note: `${row.verdict}, n = ${row.match_games}`,
        group: row.night ? [...new Set(rows.map(one => one.night))].indexOf(row.night) % 2 : 0,
        dot: [{ ...dotOf(row, "elo"), n: row.match_games, hollow: row.verdict !== "accepted" }] }));
    const panel = rows.filter(row => met.some(name => has(row, name))).map(row => ({
        label: `generation ${row.generation}`, note: row.verdict,
        dot: met.map(name => ({ ...dotOf(row, name), hollow: row.verdict !== "accepted" })) }));
    if (start && met.length)
        panel.unshift({ label: "start", dot: met.map(name => start[name] ? dotOf(start, name) : noDot()) });
    // The last generation that passed its match, else the last one.
    const there = (pieces[0]?.board || []).map((step, i) => step && i ? i : 0);
    const last = Math.max(0, ...there.filter(i => pieces[0].board[i]?.played)) || Math.max(0, ...there);
    const lines = !last ? [] : ["board", "hand"].flatMap(form => pieces.map(piece => {
        const from = piece[form]?.[0]?.value, now = piece[form]?.[last];
        return { label: piece.id + (form === "hand" ? " in hand" : ""), start: from,
                 value: now?.value, changed: leavesOut(now, from) };
    }));
    const hand = pieces.some(piece => piece.hand);
    return [
        ...dots("panel", "How strong has it become?", { axis: "Elo against the panel", series: met,
            rows: panel }, "Elo with 95% intervals against opponents that stay the same for the " +
            "whole loop. Openings are drawn anew for each generation; all node limits together. " +
            "Generations that did not beat the values they came from are not measured."),
        ...dots("strength", "Does each generation play better?",
            { axis: "Elo of the new values against those that played", rows: strength },
            "Elo with 95% intervals that allow for the test's early end; n counts the games of the " +
            "match. Open marks did not pass, and are not played with."),
        ...changes(`generation ${last}`, "What the first generation played by, and the values of " +
            `generation ${last}. Filled: its 95% interval leaves out the start.`, lines),
        ...(steps ? panels("convergence", "Values over the generations", pieces,
            hand ? ["board", "hand"] : ["board"], { x_axis: "generation", y_axis: "centi-values",
            series: hand ? ["on the board", "in hand"] : ["on the board"] }, "Each generation's " +
            "values with 95% intervals over games; 0 is what the first one played by. Filled marks " +
            "passed their match.") : [])];
}

function spsaFigures(section) {
    const { parameters: list } = section, axis = "way from the start, in the arms' distance at the end";
    const most = Math.max(...list.flatMap(one => [Math.abs(one.way), 1.96 * one.chance_c_ends]));
    return [
        ...dots("movement", "How far did each parameter go?", { axis, limit_low: -1.5 * most,
            limit_high: 1.5 * most, series: ["the result", "chance alone, 95%"],
            rows: list.map(one => ({ label: one.parameter,
                note: `${Number(one.start.toPrecision(4))} → ${Number(one.value.toPrecision(4))}`,
                dot: [{ value: one.way }, { value: 0, low: -1.96 * one.chance_c_ends,
                                            high: 1.96 * one.chance_c_ends }] })) },
            "A result of SPSA has no interval. A way within chance's reach may be chance, as of a " +
            "parameter that does not matter. A match says whether all of it together plays better."),
        ...changes("now", "Pieces. Filled: farther than chance goes in 95%.", list.filter(
            one => /^(board|hand)\./.test(one.parameter)).map(one => ({ label: one.parameter,
            start: one.start, value: one.value,
            changed: Math.abs(one.way) > 1.96 * one.chance_c_ends }))),
        ...panels("path", "The way of the parameters", list, ["path"],
            { x_axis: "part of the steps", y_axis: axis, series: [] }, "Means over equal parts of " +
            `the ${whole(section.steps_done)} steps (n = ${whole(section.games)} games) so far; 0 is ` +
            "the start.")];
}

// --- Rule sets ---------------------------------------------------------------------------------

// Rows of a table by metric, in their order, with what the metric is.
function metricsOf({ rows, metrics }) {
    const list = new Map();
    for (const row of rows) {
        const of = metrics?.[row.metric] || { definition: "", unit: "number", detail: true };
        if (!list.has(row.metric))
            list.set(row.metric, { ...of, unit: row.unit || of.unit, name: row.metric, rows: [] });
        list.get(row.metric).rows.push(row);
    }
    const all = [...list.values()];
    for (const one of all) one.scale = one.unit === "share" ? 100 : 1;
    // Nothing measured, or an ending that never came, says nothing.
    return all.filter(one => !("arm" in one.rows[0]) || one.rows.some(
        ({ value }) => known(value) && (!one.name.startsWith("ending-") || value > 0)));
}
const armsOf = ({ rows }) => [...new Set(rows.map(row => row.arm))];
// Drawn are the first score and the ladder of strength, and what differs somewhere.
const drawn = one => /^(first-score|strength)$/.test(one.name) ||
                     (!one.detail && one.rows.some(row => significant(row.p_holm)));

// A line for each of the names over the node limits, the values themselves.
function ladder(name, title, names, rowsOf, y_axis, ...caption) {
    const steps = [...new Set(names.flatMap(one => rowsOf(one).map(row => row.nodes)))]
        .sort((a, b) => a - b);
    if (!steps.length) return [];
    const line = names.map((label, i) => {
        const rows = rowsOf(label);
        return { label, base: i === 0, strong: rows.some(row => row.strong), dot: steps.map(
            nodes => rows.find(row => row.nodes === nodes)?.dot || noDot()) };
    });
    return figure(name, title, "Lines", { x_axis: "nodes", y_axis, x: steps, steps: steps.length,
                                          count: line.length, line }, ...caption);
}

function forestFigures(section) {
    const arms = armsOf(section);
    return metricsOf(section).filter(drawn).flatMap(one => {
        const { name, rows: cells, scale } = one, share = scale === 100, rows = [];
        const several = cells.some(cell => cell.nodes !== cells[0].nodes); // node limits
        let margin = 0, least = Infinity;
        for (const arm of arms) {
            const own = cells.filter(cell => cell.arm === arm && has(cell, "difference"));
            if (several && own.length) rows.push({ label: arm, heading: true, dot: [] });
            for (const cell of own) {
                const dot = { ...dotOf(cell, "difference", scale), hollow: !significant(cell.p_holm) };
                rows.push({ label: several ? `${cell.nodes} nodes` : arm, dot: [dot], note: noteOf(dot, true,
                    !dot.hollow ? " ∗" : significant(cell.p_equivalent_holm) ? " =" : "") });
                margin = Math.max(margin, scaled(cell.margin, scale) || 0);
                least = Math.min(least, cell.n);
            }
        }
        const base = cells.filter(cell => cell.arm === arms[0] && known(cell.value)).map(
            cell => `${size(scaled(cell.value, scale))}${share ? "%" : ""} at ${cell.nodes} nodes`);
        const lines = ladder(`ladder-${name}`, `${name} over the strength of play`, arms,
            arm => cells.filter(cell => cell.arm === arm).map(cell => ({ nodes: cell.nodes,
                strong: arm !== arms[0] && significant(cell.p_holm), dot: dotOf(cell, "value", scale) })),
            name + (share ? ", %" : ""), "Values with 95% intervals over the nodes a move, on a log " +
            "scale. Dark: the base; strong: rule sets that differ from it somewhere after Holm's " +
            "correction; faint: the others.");
        const differ = arms.filter(arm => cells.some(cell => cell.arm === arm && significant(cell.p_holm)));
        const line = name === "first-score" ? undefined : `${name}: ` +
            (differ.length ? "significant difference of " + differ.join(", ") : "no significant difference");
        return fold(line, [...dots(`forest-${name}`, name, { rows, axis: "difference from the base" +
                (share ? ", percentage points" : ""), band_low: margin > 0 ? -margin : null,
                band_high: margin > 0 ? margin : null },
                `${sentence(one.definition)}. Difference from the base` +
                `${base.length ? ` (${base.join(", ")})` : ""} with 95% intervals, n from ${whole(least)} ` +
                "games a rule set. Filled: significant after Holm's correction (∗); = equal within " +
                "the shaded margin; neither: not significant."),
                ...(lines[0]?.spec.steps > 1 ? lines : [])]);
    });
}

function effectsFigures(section) {
    const line = one => one.name === "first-score" ? undefined : `${one.name}: significant effect of ` +
        [...new Set(one.rows.filter(row => significant(row.p_holm)).map(row => row.effect))].join(", ");
    return metricsOf(section).filter(drawn).flatMap(one => fold(line(one), dots(`effects-${one.name}`,
        one.name,
        { axis: "effect" + (one.scale === 100 ? ", percentage points" : ""),
          rows: one.rows.filter(row => known(row.value)).map(row => {
              const dot = { ...dotOf(row, "value", one.scale), hollow: !significant(row.p_holm) };
              return { label: `${row.effect}, ${row.nodes} nodes`, dot: [dot],
                       note: noteOf(dot, true, dot.hollow ? "" : " ∗") };
          }) },
        `${sentence(one.definition)}. The effect of switching one toggle, in the mean over all ` +
        "settings of the others, with 95% intervals. A × B: how much the one changes the effect of " +
        "the other. Filled: significant after Holm's correction (∗).")));
}

// --- Worth, verification, ratings ----------------------------------------------------------------

const mainRun = answer => answer.runs.find(run => run.main);

function worthFigures({ answer }) {
    const run = mainRun(answer), units = has(run, "unit_elo"), key = units ? "worth" : "elo";
    const axis = !units ? "Elo" : "worth" + (answer.unit[0] === "1" ? ", " : " in ") + answer.unit;
    const of = form => form ? { ...dotOf(form, key), n: form.games } : noDot();
    const forms = formsOf(run.pieces), games = `n = ${whole(run.games)} games at ${whole(run.nodes)} nodes`;
    const rows = run.pieces.map(piece => ({ label: `${piece.name}  ${piece.mark}`, narrow: piece.id,
        group: piece.pair, dot: forms.map(form => of(piece[form])) }));
    const unordered = (run.apart || []).find(one => one.where === "board")?.p >= 0.05;
    const replaced = (run.replaced || []).map(row => {
        const dot = { ...of(row), hollow: !significant(row.p_holm) };
        return { label: row.piece, dot: [dot], note: noteOf(dot, true, dot.hollow
            ? " · not significant" : "") };
    });
    // Over the limits, by the values of the main run.
    const runs = answer.runs.filter(one => one.values === run.values)
        .sort((a, b) => a.nodes - b.nodes);
    const steps = run.pieces.map(piece => Object.fromEntries([["name", piece.name],
        ...forms.filter(form => piece[form]).map(form => [form, runs.map(one => {
            const step = one.pieces.find(other => other.id === piece.id)?.[form] || {};
            return { ...step.worth, played: true };
        })])]));
    return [
        ...dots("worth", "What the pieces are worth", { rows, axis, series: placesOf(forms),
            ...(unordered ? {} : limits(rows, 1.3)) },
            `From ${games} that began with pieces absent${forms.includes("hand") ? ", in hand" : ""} ` +
            "or promoted by chance. Bars are 95% intervals.",
            orderOf(run.pieces, unordered), units && `One unit is ${fixed(estimate(run, "unit_elo").value)} Elo.`),
        ...dots("worth-replaced", "What the change does", { rows: replaced, axis },
            "How much more the new piece is worth than the old one, in whose place it stands by lot, " +
            `from ${games}. Bars are 95% intervals; 0: no difference. Open marks: the difference is ` +
            "not significant (Holm's correction)."),
        ...(runs.length < 2 ? [] : panels("worth-limits", "Does worth depend on the player?", steps,
            forms, { x_axis: "nodes a move", y_axis: axis, series: placesOf(forms),
            x: runs.map(one => one.nodes) }, "Nodes a move are on a log scale. Bars are 95% " +
            "intervals; worths are ratios to their mean, so that some fall where others rise.")),
        ...besideFigure(answer.side || [], axis, of)];
}

// Armies, other methods and, where some agree, their mean: as many as there are colours.
function besideFigure(side, axis, of) {
    const all = [...new Set(side.map(row => row.method))], rows = [];
    const methods = all.length > 6 ? [...all.slice(0, 5), all[all.length - 1]] : all;
    FORMS.forEach((form, f) => {
        const own = side.filter(row => row.where === form && row.method === methods[0]);
        if (own.length) rows.push({ label: PLACES[f], heading: true, dot: [] });
        for (const { id, name } of own)
            rows.push({ label: `${name}  ${id}`, narrow: id, dot: methods.map(method => {
                const row = side.find(one => one.method === method && one.where === form && one.id === id);
                return row ? { ...of(row), hollow: !!row.mark } : noDot();
            }) });
    });
    return dots("worth-beside", "Other methods beside armies", { rows, axis, series: methods,
        ...limits(rows, 1.3) }, "Armies: games that begin so by chance. Bars are 95% intervals; a " +
        "mark without one is the count of an evaluation. Hollow marks lean on a prior, and are left " +
        "out of the tests in the table.");
}

function verificationFigures({ answer }) {
    const tested = answer.verdict !== "none", lines = tested ? ["the old values", "Elo", "normalized"]
                                                             : ["B", "Elo"];
    const keys = { Elo: "elo", normalized: "normalized_elo" };
    const rowsOf = label => answer.limits.map(limit => {
        const key = keys[label], test = tested ? limit.sprt : limit;
        return { nodes: limit.nodes, strong: label === "Elo", dot: !key ? { value: 0 }
            : { ...dotOf(test, key), n: limit.games, hollow: tested && test.verdict !== "accept" } };
    }).filter(row => known(row.dot.value));
    return ladder("verification", tested ? "Do the new values play better?"
            : `What is it worth? ${answer.lacking || ""}`,
        lines.filter((label, i) => !i || rowsOf(label).length), rowsOf,
        tested ? "Elo of the new values against the old" : "Elo of A over B",
        "Elo over the nodes a move, on a log scale, with 95% intervals, by pairs of games.",
        tested && "Intervals allow for the test's early end. Faint: normalized Elo, which counts in " +
        "standard deviations of a game. Open marks did not pass; the first of them ends the test.");
}

function ratingsFigures({ answer }) {
    return dots("ratings", "Ratings", { axis: "Elo over the mean of all",
        rows: answer.players.map(player => {
            const dot = dotOf(player, "elo_over_mean");
            return { label: player.name, dot: [dot],
                     note: noteOf(dot, true, player.p_next >= 0.05 ? " ~" : "") };
        }) },
        "Elo over the mean of the players with 95% intervals, from all matches by one model. " +
        "~: the difference to the next below is not significant (Holm's correction).");
}

const KINDS = { games: gamesFigures, values: valuesFigures, history: historyFigures,
                comparison: forestFigures, effects: effectsFigures, worth: worthFigures,
                spsa: spsaFigures, verification: verificationFigures, ratings: ratingsFigures };

return { of: section => KINDS[section.kind]?.(section) || [], partsOf, metricsOf, armsOf, mainRun };
})();
