// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a report's sections, as what plot.js draws: { name, title, caption, kind, spec },
// and `fold`, the line that stands for what is folded away.
"use strict";
const figures = (() => {
const { far, estimate, has, scaled, fixed, percent, percents, whole, sum, known, significant, FORMS, PLACES } = numbers;
const sentence = text => text.charAt(0).toUpperCase() + text.slice(1);
const size = text => plots.plotNumber(text, 3);
function dotOf(object, key = "value", scale = 1) {
    const { value, low, high, n } = estimate(object, key);
    return { value: scaled(value, scale), low: scaled(low, scale), high: scaled(high, scale), n };
}
const said = (value, sign, plus = "") =>
    sign && far(value) ? far(value) + size(Math.abs(value)) : (value > 0 ? plus : "") + size(value);
// A row of one dot, said in numbers at its end.
const rowOf = (label, dot, sign = "", mark = "") => ({ label, dot: [dot], note: !known(dot.value) ? ""
    : said(dot.value, sign, sign) +
      (known(dot.low) ? ` (${said(dot.low, sign)} to ${said(dot.high, sign)})` : "") + mark });

// The same, filled where it differs significantly.
function tested(row, label, key, scale, mark = "") {
    const hollow = !significant(row.p_holm);
    return rowOf(label, { ...dotOf(row, key, scale), hollow }, "+", hollow ? mark : " ∗");
}
const pieceRow = ({ id, name, pair }, sign, dot) => ({ label: `${name}  ${sign}`, narrow: id, group: pair, dot });
// What a piece is in each form, where it is known; open where nothing measured it.
const formDots = (piece, forms, scale = 1) => forms.map(form => piece[form]).map(of => known(of?.value)
    ? { ...dotOf(of, "value", scale), n: of.games, hollow: !of.measured } : null);

const figure = (name, title, kind, spec, ...caption) => [{ name, title, kind, spec,
    caption: caption.filter(Boolean).join(" ") }];
const fold = (line, list) => list.map(one => ({ ...one, fold: line }));
const dots = (name, title, spec, ...caption) => !spec.rows.some(row => row.dot?.some(dot => known(dot?.value)))
    ? [] : figure(name, title, "Dots", { reference: 0, ...spec }, ...caption);

// Wide intervals must not hide the values.
function limits(rows, factor) {
    const values = rows.flatMap(row => (row.dot || []).map(dot => dot?.value)).filter(known);
    const least = Math.min(0, ...values), most = Math.max(0, ...values);
    return { limit_low: Math.min(factor * least, -0.3 * most), limit_high: 1.7 * most };
}
// The forms that some of the pieces have: what is left moves up.
const formsOf = list => FORMS.filter(form => list.some(piece => piece[form]));
const placesOf = forms => forms.map(form => PLACES[FORMS.indexOf(form)]);

function sprtFigure(section) {
    const test = section.match?.sprt;
    if (!test || !section.curve.length) return [];
    const { value: elo, low, high } = estimate(test, "elo");
    const llr = section.curve.map(point => point[1]), last = section.curve.at(-1);
    return figure("sprt", "Sequential test", "Plane",
        { x_axis: "games", y_axis: "log-likelihood ratio", x: [0, last[0]], curve: [[0, 0], ...section.curve],
          y: [Math.min(test.lower, ...llr), Math.max(test.upper, ...llr)],
          dots: [{ name: `after ${last[0]} games`, x: last[0], value: last[1] }],
          levels: [{ y: test.upper, kind: "s3", text: `accept: ${test.elo1} rather than ${test.elo0}` },
                   { y: test.lower, kind: "s2", text: `reject: ${test.elo0} rather than ${test.elo1}` }] },
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
    const elo = [["Elo", match, "elo", !!test], ["normalized", match, "normalized_elo"]];
    if (test) elo.unshift(["Elo, unbiased", test, "elo"]);
    const rows = elo.map(([label, of, key, hollow]) => rowOf(label, { ...dotOf(of, key), n: null, hollow }, "+"));
    return [...shares("pairs", single ? "Games" : "Pairs of games", counts.map((count, i) => ({
            name: `A ${partsOf(match)[i]}`, value: count / match.units })).reverse(),
            `A, ${a}, scores ${percent(score.value)} (${percents(score)}) against B, ${b}.`, single ? "Games," :
            "Pairs of games, each of one opening with colours swapped,", `n = ${match.units}.`),
        ...dots("elo", "How much stronger is A?",
            { axis: "Elo of A over B", rows, limit_low: -1200, limit_high: 1200 },
            "95% intervals; 0: equal players.", test && "The unbiased Elo allows for the test's early end, the " +
            "plain one (open) does not.",
            "Normalized Elo counts in standard deviations of a game.")];
}

const shares = (name, title, list, ...caption) => dots(name, title, { axis: "share, %", reference: null, bars: true,
    axis_low: 0, axis_high: 100, rows: list.map(item => rowOf(item.name, dotOf(item, "value", 100))) }, ...caption);

// How many games have so many plies.
function lengths({ bins, bin_width: width, median }) {
    const most = Math.max(1, ...bins), last = from => from + width - 1;
    return { x_axis: "plies", y_axis: "games", x: [0, width * bins.length], y: [0, most, Math.min(most, 4)],
             marker: median, marker_text: "median " + median,
             bars: bins.map((value, i) => ({ from: i * width, to: (i + 1) * width, value,
                 tip: `${i * width} to ${last(i * width)} plies: ${value} games` })).filter(bar => bar.value) };
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
    return [...matchFigures(section), ...sprtFigure(section),
        ...shares("results", "Results", section.results, `How ${n} ended, with 95% intervals. ` +
            `The first player scores ${percent(score.value)} (${percents(score)}) from ${section.openings}` +
            (section.ladder ? ", as x falls to 0." : ".")),
        ...fold("Endings: " + endings.slice(0, 3).map(
            one => `${one.name} ${percent(one.value)}`).join(", "), shares("endings", "Endings",
            endings, `How ${n} ended, with 95% intervals.`)),
        ...fold(`Length of the games: median ${plies.median} plies, half of them ${plies.q1} to ` +
            `${plies.q3}`, figure("lengths", "Length of the games", "Plane", lengths(plies),
            `Plies after the opening in ${n}: mean ${fixed(plies.mean, 1)}, half of the games ` +
            `${plies.q1} to ${plies.q3}, longest ${plies.most}. Plies of a bar: ${plies.bin_width}.`)),
        ...fold("Where pieces go: " + kinds.map(([key]) => `most ${key} on ${top(heat[key])}`).join(", "),
            !kinds.length ? [] : figure("squares", "Where pieces go", "Boards",
            { files: heat.files, ranks: heat.ranks, unit: "a game", count: kinds.length,
              title: kinds.map(kind => kind[1]), value: kinds.map(([key]) => heat[key]) },
            `Where moves of both players end, on average over n = ${whole(heat.games)} games. ` +
            "Each player sees the board with the own side below. The stronger the colour, the more, on one " +
            "scale. Outlined: the square with the most."))];
}

// How the rows of pieces stand.
const orderOf = (pieces, unordered) => (pieces.some(piece => piece.pair > 0)
    ? "Rows on one ground are pieces that mirror each other. " : "") + (unordered
    ? "On the board no difference is significant: pieces stand in the order of the game's file." : "");

function valuesFigures(section) {
    const { pieces, unordered, answer: tuning } = section, forms = formsOf(pieces);
    const unit = tuning?.worths && tuning.unit;
    const rows = pieces.map(piece => pieceRow(piece, piece.id, formDots(piece, forms)));
    const open = rows.some(row => row.dot.some(dot => dot?.hollow));
    const axis = unordered ? {} : limits(rows, 1.2);
    const cut = rows.some(row => row.dot.some(dot => dot?.low < axis.limit_low || dot?.high > axis.limit_high));
    const holdout = tuning?.holdout, bins = (holdout?.calibration || []).filter(bin => bin.games > 0);
    const gain = estimate(holdout, "gain");
    return [...dots("values", unit ? "Average worth of the pieces" : "Values of the pieces",
            { rows, series: placesOf(forms), ...axis, axis: unit
                ? `average worth, 1 = ${unit.piece || "the mean piece"}`
                : "value in the evaluation, centi-values" },
            "Bars are 95% intervals over games.", orderOf(pieces, unordered),
            cut && "An arrow: the interval goes on beyond the axis.",
            open && "Open marks have no interval; the table says which of them nobody tuned.",
            unit ? "Average worth is what a player loses with the piece, in the mean over the games; " +
            `1 is ${fixed(unit.elo)} Elo. Players chose these imbalances: the known difference from ` +
            `armies (kagami worth) is up to ${tuning.worth_bias ?? 0.4} of a mean piece.`
            : "Values are for play, beside terms of place and King; they are no worth.",
            tuning && `From ${whole(tuning.positions_fitted)} positions of n = ` +
            `${whole(tuning.games_fitted)} games.`),
        ...(!bins.length ? [] : figure("calibration", "Do the values predict results?",
            "Plane", { x_axis: "predicted score, %", y_axis: "scored, %", x: [0, 100], y: [0, 100], square: true,
            diagonal: true, dots: bins.map(bin => ({ ...dotOf(bin, "scored", 100), n: bin.games,
                x: 100 * bin.predicted, name: `predicted ${percent(bin.predicted)}` })) },
            `Positions of n = ${whole(holdout.games)} games that the fit has not seen, in tenths of ` +
            "the prediction; on the dashed line the two agree.",
            `Log-loss ${fixed(holdout.log_loss, 4)}, of a constant ` +
            `${fixed(holdout.constant_log_loss, 4)}: ${fixed(Math.abs(gain.value), 4)} ` +
            `${gain.value < 0 ? "worse" : "better"}, ±${fixed(gain.high - gain.value, 4)}.`))];
}

// Small panels, where there is more than one step.
function panels(name, title, items, keys, spec, caption) {
    const steps = items[0]?.[keys[0]]?.length || 0;
    if (steps < 2) return [];
    return figure(name, title, "Panels", { ...spec, steps, count: items.length,
        panel: items.map(item => ({ title: item.name || item.parameter,
            dot: keys.map(key => item[key]?.map(point => known(point) ? { value: point }
                : point ? { ...dotOf(point), hollow: !point.played } : null)) })) }, caption);
}

function historyFigures(section) {
    const { rows, start, pieces = [] } = section;
    const met = ["estimate", "shipped", "start"].filter(name => rows.some(row => has(row, name)));
    const strength = rows.map(row => ({ label: `generation ${row.generation}`,
        note: `${row.verdict}, n = ${row.match_games}`,
        dot: [{ ...dotOf(row, "elo"), n: row.match_games, hollow: row.verdict !== "accepted" }] }));
    const panel = rows.filter(row => met.some(name => has(row, name))).map(row => ({
        label: `generation ${row.generation}`, note: row.verdict,
        dot: met.map(name => ({ ...dotOf(row, name), hollow: row.verdict !== "accepted" })) }));
    if (start && met.length) panel.unshift({ label: "start", dot: met.map(name => dotOf(start, name)) });
    const forms = FORMS.slice(0, pieces.some(piece => piece.hand) ? 2 : 1);
    return [...dots("panel", "How strong has it become?", { axis: "Elo against the panel", series: met,
            rows: panel }, "Elo with 95% intervals against opponents that stay the same for the whole loop. " +
            "Openings are drawn anew for each generation; all node limits together. Generations that did not " +
            "beat the values they came from are not measured."),
        ...dots("strength", "Does each generation play better?",
            { axis: "Elo of the new values against those that played", rows: strength },
            "Elo with 95% intervals that allow for the test's early end; n counts the games of the match. Open " +
            "marks did not pass, and are not played with."),
        ...panels("convergence", "Values over the generations", pieces, forms,
            { x_axis: "generation", y_axis: "centi-values", series: placesOf(forms) }, "Each generation's values " +
            "with 95% intervals over games; 0 is what the first one played by. Filled marks passed their match.")];
}

function spsaFigures(section) {
    const { parameters: list } = section, axis = "way from the start, in the arms' distance at the end";
    const most = Math.max(...list.flatMap(one => [Math.abs(one.way), 1.96 * one.chance_c_ends]));
    return [...dots("movement", "How far did each parameter go?", { axis, limit_low: -1.5 * most,
            limit_high: 1.5 * most, series: ["the result", "chance alone, 95%"],
            rows: list.map(one => ({ label: one.parameter,
                note: `${Number(one.start.toPrecision(4))} → ${Number(one.value.toPrecision(4))}`,
                dot: [{ value: one.way }, { value: 0, low: -1.96 * one.chance_c_ends,
                                            high: 1.96 * one.chance_c_ends }] })) },
            "A result of SPSA has no interval. A way within chance's reach may be chance, as of a parameter that " +
            "does not matter. A match says whether all of it together plays better."),
        ...panels("path", "The way of the parameters", list, ["path"],
            { x_axis: "part of the steps", y_axis: axis, series: [] }, "Means over equal parts of " +
            `the ${whole(section.steps_done)} steps (n = ${whole(section.games)} games) so far; 0 is ` +
            "the start.")];
}

// Rows of a table by metric, in their order, with what the metric is.
function metricsOf({ rows, metrics }) {
    const all = [...Map.groupBy(rows, row => row.metric)].map(([name, own]) => {
        const of = metrics?.[name] || { definition: "", unit: "number", detail: true };
        const unit = own[0].unit || of.unit;
        return { ...of, unit, name, rows: own, scale: unit === "share" ? 100 : 1 };
    });
    // Nothing measured, or an ending that never came, says nothing.
    return all.filter(one => one.rows.some(
        ({ value }) => known(value) && (!one.name.startsWith("ending-") || value !== 0)));
}
const armsOf = ({ rows }) => [...new Set(rows.map(row => row.arm))];
// Drawn are the first score and the ladder of strength, and what differs somewhere.
const drawn = one => /^(first-score|strength)$/.test(one.name) ||
                     (!one.detail && one.rows.some(row => significant(row.p_holm)));

// Values over the node limits, those of each rule set beside the first one's.
function ladder({ name, rows, scale }, arms, differ) {
    const x = [...new Set(rows.map(row => row.nodes))].sort((a, b) => a - b), of = arm => x.map(
        nodes => dotOf(rows.find(row => row.arm === arm && row.nodes === nodes), "value", scale));
    return x.length < 2 || arms.length < 2 ? [] : figure(`ladder-${name}`, `${name} over the strength of play`,
        "Panels", { x_axis: "nodes", y_axis: name + (scale === 100 ? ", %" : ""), x, steps: x.length, free: true,
            series: ["the rule set", arms[0]], panel: arms.slice(1).map(arm => ({
                title: arm + (differ.includes(arm) ? " ∗" : ""), dot: [of(arm), of(arms[0])] })) },
        "Values with 95% intervals over the nodes a move, on a log scale. ∗: the rule set differs significantly " +
        "at one of the limits (Holm's correction).");
}

function forestFigures(section) {
    const arms = armsOf(section);
    return metricsOf(section).filter(drawn).flatMap(one => {
        const { name, rows: cells, scale } = one, share = scale === 100;
        const several = cells.some(cell => cell.nodes !== cells[0].nodes); // node limits
        const shown = cells.filter(cell => has(cell, "difference")), least = Math.min(...shown.map(cell => cell.n));
        const rows = arms.flatMap(arm => {
            const own = shown.filter(cell => cell.arm === arm).map(cell => tested(cell,
                several ? `${cell.nodes} nodes` : arm, "difference", scale,
                significant(cell.p_equivalent_holm) ? " =" : ""));
            return several && own.length ? [{ label: arm, heading: true, dot: [] }, ...own] : own;
        });
        const base = cells.filter(cell => cell.arm === arms[0] && known(cell.value)).map(
            cell => `${size(scaled(cell.value, scale))}${share ? "%" : ""} at ${cell.nodes} nodes`);
        const differ = arms.filter(arm => cells.some(cell => cell.arm === arm && significant(cell.p_holm)));
        const line = name === "first-score" ? undefined : `${name}: ` +
            (differ.length ? "significant difference of " + differ.join(", ") : "no significant difference");
        return fold(line, [...dots(`forest-${name}`, name, {
                rows, axis: "difference from the base" + (share ? ", percentage points" : ""),
                band: Math.max(0, ...shown.map(cell => scaled(cell.margin, scale) || 0)) },
                `${sentence(one.definition)}. Difference from the base` +
                `${base.length ? ` (${base.join(", ")})` : ""} with 95% intervals, n from ${whole(least)} ` +
                "games a rule set. Filled: significant after Holm's correction (∗); = equal within the shaded " +
                "margin; neither: not significant."),
                ...ladder(one, arms, differ)]);
    });
}

function effectsFigures(section) {
    const line = one => one.name === "first-score" ? undefined : `${one.name}: significant effect of ` +
        [...new Set(one.rows.filter(row => significant(row.p_holm)).map(row => row.effect))].join(", ");
    return metricsOf(section).filter(drawn).flatMap(one => fold(line(one), dots(`effects-${one.name}`, one.name,
        { axis: "effect" + (one.scale === 100 ? ", percentage points" : ""),
          rows: one.rows.filter(row => has(row, "value")).map(
              row => tested(row, `${row.effect}, ${row.nodes} nodes`, "value", one.scale)) },
        `${sentence(one.definition)}. The effect of switching one toggle, in the mean over all ` +
        "settings of the others, with 95% intervals. A × B: how much the one changes the effect of the other. " +
        "Filled: significant after Holm's correction (∗).")));
}

const mainRun = answer => answer.runs.find(run => run.main);

function worthFigures({ answer }) {
    const run = mainRun(answer), units = has(run, "unit_elo"), key = units ? "worth" : "elo";
    const axis = !units ? "Elo" : "worth" + (answer.unit[0] === "1" ? ", " : " in ") + answer.unit;
    const of = form => form ? { ...dotOf(form, key), n: form.games } : null;
    const forms = formsOf(run.pieces), games = `n = ${whole(run.games)} games at ${whole(run.nodes)} nodes`;
    const rows = run.pieces.map(piece => pieceRow(piece, piece.mark, forms.map(form => of(piece[form]))));
    const unordered = (run.apart || []).find(one => one.where === "board")?.p >= 0.05;
    const replaced = (run.replaced || []).map(row => tested(row, row.piece, key, 1, " · not significant"));
    // Over the limits, by the values of the main run.
    const runs = answer.runs.filter(one => one.values === run.values).sort((a, b) => a.nodes - b.nodes);
    const steps = run.pieces.map(piece => Object.fromEntries([["name", piece.name],
        ...forms.filter(form => piece[form]).map(form => [form, runs.map(one => ({ played: true,
            ...one.pieces.find(other => other.id === piece.id)?.[form]?.worth }))])]));
    return [...dots("worth", "What the pieces are worth", { rows, axis, series: placesOf(forms),
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
            x: runs.map(one => one.nodes) }, "Nodes a move are on a log scale. Bars are 95% intervals; worths " +
            "are ratios to their mean, so that some fall where others rise.")),
        ...besideFigure(answer.side || [], axis, of)];
}

// Armies, other methods and, where some agree, their mean: as many as there are colours.
function besideFigure(side, axis, of) {
    const all = [...new Set(side.map(row => row.method))], rows = [];
    const methods = all.length > 6 ? [...all.slice(0, 5), all.at(-1)] : all;
    FORMS.forEach((form, f) => {
        const own = side.filter(row => row.where === form && row.method === methods[0]);
        if (own.length) rows.push({ label: PLACES[f], heading: true, dot: [] });
        for (const { id, name } of own)
            rows.push(pieceRow({ id, name }, id, methods.map(method => {
                const row = side.find(one => one.method === method && one.where === form && one.id === id);
                return row ? { ...of(row), hollow: !!row.mark } : null;
            })));
    });
    return dots("worth-beside", "Other methods beside armies", { rows, axis, series: methods,
        ...limits(rows, 1.3) }, "Armies: games that begin so by chance. Bars are 95% intervals; a mark without " +
        "one is the count of an evaluation. Hollow marks lean on a prior, and are left out of the tests in the " +
        "table.");
}

function verificationFigures({ answer }) {
    const tested = answer.verdict !== "none", list = [...answer.limits].sort((a, b) => a.nodes - b.nodes);
    const of = key => list.map(limit => ({ ...dotOf(tested ? limit.sprt : limit, key), n: limit.games,
                                           hollow: tested && limit.sprt.verdict !== "accept" }));
    return figure("verification", tested ? "Do the new values play better?"
            : `What is it worth? ${answer.lacking || ""}`, "Panels", { x_axis: "nodes", reference: 0,
        y_axis: tested ? "Elo of the new values against the old" : "Elo of A over B", steps: list.length,
        x: list.map(limit => limit.nodes), series: tested ? ["Elo", "normalized Elo"] : [],
        panel: [{ title: "", dot: tested ? [of("elo"), of("normalized_elo")] : [of("elo")] }] },
        "Elo over the nodes a move, on a log scale, with 95% intervals, by pairs of games.",
        tested && "Intervals allow for the test's early end. Normalized Elo counts in standard deviations of a " +
        "game. Open marks did not pass; the first of them ends the test.");
}

function ratingsFigures({ answer }) {
    return dots("ratings", "Ratings", { axis: "Elo over the mean of all", rows: answer.players.map(player =>
        rowOf(player.name, dotOf(player, "elo_over_mean"), "+", player.p_next >= 0.05 ? " ~" : "")) },
        "Elo over the mean of the players with 95% intervals, from all matches by one model. ~: the difference " +
        "to the next below is not significant (Holm's correction).");
}

const KINDS = { games: gamesFigures, values: valuesFigures, history: historyFigures,
                comparison: forestFigures, effects: effectsFigures, worth: worthFigures,
                spsa: spsaFigures, verification: verificationFigures, ratings: ratingsFigures };

return { of: section => KINDS[section.kind]?.(section) || [],
         formDots, lengths, partsOf, metricsOf, armsOf, mainRun };
})();
