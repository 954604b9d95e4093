// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a report into its page from the one document that the page holds: contents, sections with
// sentences, figures (figures.js, plot.js) and tables, games to step through (board.js). All texts
// may come from files and enter as text nodes alone.
"use strict";
const report = (() => {
const { make, button } = kagami, { estimate, scaled, fixed, percent, whole, known, significant, FORMS } = numbers;
const data = JSON.parse(document.getElementById("data").textContent);
const plural = (count, word) => `${whole(count)} ${word}${count === 1 ? "" : "s"}`;
const isPart = section => section.kind === "effects"; // of a comparison, before it
const plain = text => String(text).replace(/[;:=]/g, " "); // within the columns of a table
const sentence = (parent, text) => make(parent, "p", {}, text);
const said = (section, key) => section[key] ?? section.answer?.[key];

// "Chu Kagamigi: 2,000 games at 400 nodes".
function titleOf(section) {
    const game = said(section, "title") || "", answer = section.answer;
    const limits = list => [...new Set(list)].sort((a, b) => a - b).join(", ") + " nodes";
    const of = {
        games: () => (section.players.length > 1 ? section.players.join(" against ") + ", " : "") +
            plural(section.games ?? section.expected, "game") +
            (section.nodes && section.players.length < 2 ? ` at ${whole(section.nodes)} nodes` : ""),
        values: () => answer ? `average worth and values by ${plural(
            answer.games_fitted, "game")}` : "values of the pieces",
        history: () => plural(section.rows.length, "generation"),
        spsa: () => `SPSA by ${plural(section.games, "game")}`,
        comparison: () => `${plural(figures.armsOf(section).length, "rule set")} compared at ` +
            limits(section.rows.map(row => row.nodes)),
        effects: () => "effect of each toggle",
        worth: () => {
            const run = figures.mainRun(answer);
            return `worth by armies, ${plural(run.games, "game")} at ${whole(run.nodes)} nodes`;
        },
        verification: () => answer.lacking || "new values tested at " +
            limits(answer.limits.map(limit => limit.nodes)),
        ratings: () => `round robin of ${plural(answer.players.length, "player")}`,
    };
    try {
        const words = of[section.kind]();
        return game && !isPart(section) ? `${game}: ${words}` : words.charAt(0).toUpperCase() + words.slice(1);
    } catch { // of a damaged file
        return section.kind;
    }
}
// Of a folder: of its games, where it has some.
const titleOfFolder = ({ sections, folder }) => {
    const first = sections.find(section => section.kind === "games") ||
                  sections.find(section => !isPart(section)) || sections[0];
    return first ? titleOf(first) : folder;
};

// A number as its column asks: "1" decimals, "%1" of a share, "+1" with its sign, "g6" digits.
function show(value, format = "") {
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (!known(value)) return value ?? "";
    if (format === "+1" && numbers.far(value)) return numbers.far(value) + whole(Math.abs(value));
    const decimals = Number(format.replace(/\D/g, ""));
    const text = format.includes("g") ? String(Number(value.toPrecision(decimals))).replace("-", "−")
               : format.includes("%") ? percent(value, decimals) : fixed(value, decimals);
    return (format.includes("+") && value > 0 ? "+" : "") + text;
}
const showRange = ({ low, high, word }, format) => known(low) && known(high)
    ? `${show(low, format).replace("%", "")} to ${show(high, format)}` : word || "";

// A number, or one that the program wrote: "53.0%", "-5.3 ±8.8".
const isNumber = value => known(value) || /^[+-]?\d[\d.]*( ±|%|$)/.test(value);

// Columns: "key=label:format; ...". What no row has is left out; an interval has a column of its own. A
// click on a heading sorts.
function table(parent, [caption, rows, columns]) {
    if (!rows?.length) return;
    if (caption) make(parent, "p", { class: "caption" }, caption);
    const node = make(make(parent, "div", { class: "table" }), "table");
    const head = make(make(node, "thead"), "tr"), body = make(node, "tbody");
    const lines = rows.map(() => ({ line: make(body, "tr"), keys: [] }));
    // Cells are { text, number (stands at the right), by (sorts) }.
    const add = (label, number, cells) => {
        const right = number => number ? { class: "n" } : {}, column = head.children.length;
        const title = make(head, "th", { ...right(number), scope: "col" });
        cells.forEach((cell, i) => {
            make(lines[i].line, "td", right(cell.number), cell.text);
            lines[i].keys.push(cell.by);
        });
        if (!label) return;
        button(title, label, () => {
            const up = title.getAttribute("aria-sort") === "descending", sign = up ? 1 : -1;
            for (const other of head.children) other.removeAttribute("aria-sort");
            title.setAttribute("aria-sort", up ? "ascending" : "descending");
            lines.sort((one, two) => {
                const a = one.keys[column], b = two.keys[column];
                return (a === "") - (b === "") || sign * (known(a) && known(b) ? a - b
                    : String(a).localeCompare(String(b), "en", { numeric: true }));
            });
            body.append(...lines.map(({ line }) => line));
        }, { title: "sort" });
    };
    for (const text of columns.split(";").map(one => one.trim())) {
        const [, key, label, format] = text.match(/^([^=]*)=([^:]*):?(.*)$/);
        const list = rows.map(row => estimate(row, key)), ranged = list.some(({ low }) => known(low));
        if (list.every(({ value, word }) => (value ?? "") === "" && !word)) continue;
        const number = list.some(({ value }) => isNumber(value));
        add(label, number, list.map(({ value }) => ({ text: show(value, format),
            by: isNumber(value) ? parseFloat(value) : value ?? "", number: isNumber(value) })));
        if (ranged || list.some(({ word }) => word))
            add(ranged ? "95%" : "", number, list.map(one => ({ text: showRange(one, format), number: true,
                by: known(one.low) ? one.high - one.low : "" })));
    }
}

// Of each kind its tables, [caption, rows, columns], and sentences on them.
const SHARES = "count=games; value=share:%1";
const ELO = "elo=Elo:+1; normalized_elo=normalized:+1", HOLM = "p_holm=p (Holm):3";

function gamesTables({ results, match, record, ladder, endings, a_game, ...section }) {
    if (!results) return [];
    const unit = match?.unit;
    return [["", record, "name=player; won=won; drawn=drawn; lost=lost; score=score:%1"],
        ...(!match ? [] : [
            ["", match.counts.map((count, i) => ({ name: figures.partsOf(match)[i], count,
                share: count / Math.max(match.units, 1) })), `name=${unit}s; count=${unit}s; share=share:%1`],
            [`A against B, n = ${plural(match.units, unit)}`, [match],
                `score=score:%1; ${ELO}; los=chance A is stronger:%1`], ...(match.warnings || []),
            ["Sequential test", match.sprt && [match.sprt], `llr=LLR:+2; verdict=verdict; ${ELO}`]]),
        [`Results, n = ${plural(section.distinct_games, "distinct game")}`, results, "name=result; " + SHARES],
        ["", [section], "first_score=first player's score:%1"],
        ["From the start position, moves within x centi-values", ladder,
            "x=x; games=games; distinct=distinct; score=first player's score:%1"],
        ["Endings", endings, "name=ending; " + SHARES],
        ["A game on average", [a_game], "captures=captures:1; drops=drops:1; promotions=promotions:1; " +
            "checks=checks:1; lead changes=changes of lead:1; legal moves a ply=legal moves a ply:1"]];
}

function valuesTables({ pieces, terms, answer }) {
    const worth = answer?.worths, n = "n: games in which the sides differed in it";
    return [[worth ? `Average worth of the pieces in units; ${n}` : "Values of the pieces in the " +
            `evaluation, centi-values, beside its terms of place and King; ${n}; start: not tuned`, pieces,
            "id=ID; name=piece; promoted_id=becomes; " + FORMS.map(form =>
                `${form}.value=${form}:${worth ? 2 : 0}; ${form}.games=n`).join("; ") + "; note="],
        [worth ? "Values of the evaluation where the games measured them, centi-values, beside their start" : "",
            answer?.values.filter(row => row.verdict === "measured"),
            "name=value of; start=start:0; value=value:0; games=n"],
        ["Other terms of the evaluation, centi-values", terms,
            "parameter=term; value=value:1; games=n; meaning=of one"],
        ["Differences of ties where both are fitted, in centi-values; significant where p by Holm's correction " +
            "is below 0.05", answer?.ties, "first_name=tied; second_name=with; " +
            `difference=difference:+0; se=s.e.; p=p:3; ${HOLM}`], ...(answer?.warnings || [])];
}

const metricTables = (section, columns) => figures.metricsOf(section).map(one => {
    const most = Math.max(...one.rows.map(row => Math.abs(row.value) || 0));
    const digits = one.unit === "share" ? "%1" : one.unit !== "number" ? "0" : most < 10 ? "2" : "1";
    return [one.name + (one.definition ? ": " + one.definition : ""), one.rows, columns.replace(/#/g, digits)];
});

function comparisonTables(section) {
    const rules = new Map(section.rows.map(row => [row.arm, row.rules || "the variant's own rules"]));
    return [["Rule sets", [...rules].map(([arm, text]) => ({ arm, text })), "arm=rule set; text=rules"],
        ...metricTables(section, "nodes=nodes; arm=rule set; n=n; value=value:#; difference=difference:+#; " +
                        HOLM + "; p_equivalent_holm=p equivalent:3")];
}

function worthTables({ answer }) {
    const { beside = [], side = [], trends = [] } = answer, main = figures.mainRun(answer).name;
    const GROUPS = "values=runs; same.chi2=chi2:1; same.df=df; same.p_holm=p, all the same:3; " +
                   "trend.p_holm=p, no trend:3; word=";
    const names = keep => beside.filter(keep).map(other => other.name).join(", ");
    const mean = names(other => other.in_the_mean), part = names(other => !other.whole);
    return [...answer.runs.flatMap(run => {
        const notes = run.pieces.filter(piece => piece.note).map(({ name, note }) => `${name}: ${note}`);
        return [[`${run.name}: worth of the pieces to players of ${whole(run.nodes)} nodes`, run.pieces,
            "mark=ID; name=piece; " + [["elo", "Elo", 0], ["worth", plain(run.unit), 2]].flatMap(
                ([key, unit, digits]) => FORMS.map(form => `${form}.${key}=${unit} ${form}:${digits}`)).join("; ")],
            notes.length && `* ${notes.join("; ")}.`,
            ["What the change does", run.replaced,
                `piece=new for old; elo=Elo:+0; worth=${plain(run.unit)}:+2; ${HOLM}; word=`],
            ["Checks", run.checks, "check=check; p=p:3; word=verdict; says="]];
    }), ["Do the limits agree?", answer.ladders, GROUPS],
    ["Do players of other values agree?", answer.sets, GROUPS],
    ...trends.map(trend => ["Trend over the nodes", trend.slopes,
        `piece=grows with the nodes; slope=a doubling:+3; ${HOLM}`]),
    ["Other methods against armies", beside.flatMap(({ name, method, tests }) => tests.filter(
        test => test.run === main).map(test => ({ name, method, ...test }))), "name=beside armies; " +
        `method=method; where=where; pieces=pieces; chi2=chi2:1; df=df; ${HOLM}; off=off by:2; word=`],
    ["Side by side", side.map(row => ({ ...row, differs: row.differs ? "≠" : "" })).sort((a, b) =>
        FORMS.indexOf(a.where) - FORMS.indexOf(b.where) || a.name.localeCompare(b.name)),
        "where=where; id=ID; name=piece; method=method; worth=worth:2; differs=; mark="],
    beside.length && "≠: differs significantly from the armies (p < 0.05 after Holm, over all that stands here). " +
        "mostly prior: leans on a prior, and is left out of tests and mean." +
        (mean ? ` The mean is that of armies, ${mean}, by inverse variance.` : "") +
        (part ? ` Scaled to the armies' mean over the pieces that both have measured: ${part}.` : ""),
    ...(answer.warnings || [])];
}

function spsaTables(section) {
    const done = `After ${whole(section.steps_done)} of ${whole(section.steps)} `;
    const games = `, n = ${plural(section.games, "game")}`;
    return [[done + "steps" + games + ". An Elo: the way it goes for each Elo that its arms stay apart",
        section.parameters, "parameter=parameter; start=start:g6; value=result:1; change=change; sd=sd:1; " +
        "last=last:1; way=way:+2; chance_c_ends=chance:2; per_elo_c_ends=an Elo:3"],
        "result: mean over the second half of the steps; sd: of the values in it. way: from the start, in the " +
        "arms' distance at the end; chance: its standard deviation for a parameter that does not matter."];
}

function verificationTables({ answer }) {
    const test = answer.limits[0]?.sprt;
    return [["", answer.limits, "nodes=nodes; games=games; " + (test
            ? "sprt.elo=Elo:+1; sprt.llr=LLR:+2; sprt.verdict=verdict" : "score=score:%1; elo=Elo:+1")],
        test ? `H1: ${show(test.elo1, "+g6")}, H0: ${show(test.elo0, "g6")} ${test.model} Elo, by fresh ` +
        `games, seed ${answer.seed}; intervals allow for the test's early end. A node limit is played only ` +
        "when those before it were accepted." : `From A's side, with 95% intervals; seed ${answer.seed}.`];
}

function ratingsTables({ answer }) {
    const first = plain(answer.matches[0]?.first || "the first");
    return [["", answer.players, "name=player; elo_over_mean=Elo over the mean:+1; elo_over_next=over the " +
            `next:+1; p_next=p (Holm):3; elo_over_first=over ${first}:+1`],
        ["", answer.matches, "first=player; second=against; won=won; drawn=drawn; lost=lost; elo=Elo over " +
            "that one:+1; expected_score=expected:%1; residual=off by (s.e.):+2"],
        ["", [answer], "first_move_elo=Elo of moving first:+1; draws=draws between equals:%1; chi_square=" +
            "chi-square of the ratings' fit:1; freedom=degrees of freedom; p_value=p:3"]];
}

const TABLES = { games: gamesTables, values: valuesTables, comparison: comparisonTables,
    effects: section => metricTables(section, "nodes=nodes; effect=effect of; value=difference:+#; p=p:3; " + HOLM),
    history: ({ rows }) => [["Generations; n: games of the match; step: % of the way that was taken; spsa: Elo " +
        "of SPSA's result over that step, taken above 0; then Elo against the panel", rows,
        "generation=generation; played_with=played with; games=games; nodes=nodes; match_games=n; elo=Elo:+1; " +
        "los=chance it is better:%1; step=step; spsa=spsa:+0; estimate=estimate:+0; shipped=shipped:+0; " +
        "start=start:+0; verdict=verdict"]],
    worth: worthTables, spsa: spsaTables, verification: verificationTables, ratings: ratingsTables };

const root = document.getElementById("report");
const alone = !("part" in (root?.dataset || {})); // or below what its page has of its own

function folded(parent, line, name = "") {
    const details = make(parent, "details", name ? { class: name } : {});
    make(details, "summary", {}, line);
    return details;
}

// Figures of one fold stand together behind its line.
function addFigures(parent, list) {
    let fold, at = parent;
    for (const one of list) {
        if (one.fold !== fold) at = one.fold ? folded(parent, one.fold, "plot") : parent;
        fold = one.fold;
        const node = make(at, "figure");
        make(node, "h4", {}, one.title);
        plots.plotFigure(node, plots["plot" + one.kind], one.spec, { label: one.title, name: one.name });
        make(node, "figcaption", {}, one.caption);
    }
}

function identity(parent, rows) {
    const list = make(parent, "dl", { class: "identity" });
    for (const [label, text] of rows) {
        if (!text && text !== 0) continue;
        const row = make(list, "div");
        make(row, "dt", {}, label);
        make(row, "dd", {}, String(text));
    }
}
const command = (parent, text) => text && make(make(parent, "pre", { class: "command" }), "code", {}, text);

// How it was made, folded away.
function origin(parent, section) {
    const node = folded(parent, "How it was made"), { parts } = section;
    identity(node, [...[["config_hash", "configuration"], ["variant_hash", "variant"], ["program", "program"],
        ["host", "host"], ["start", "begun"], ["end", "ended"], ["source", "file"]].filter(
        ([key]) => typeof said(section, key) === "string").map(([key, label]) => [label, said(section, key)]),
        ...(said(section, "inputs") || []).map(
        of => ["from", `${of.folder}: configuration ${of.config_hash}, seed ${of.seed}`])]);
    command(node, said(section, "command"));
    if (parts > 1) make(node, "p", { class: "caption" },
        `the first of ${parts} parts, put together by kagami log merge`);
}

function viewer(parent, section) {
    const { shown, board } = section;
    if (!shown?.length) return;
    make(parent, "h4", {}, "Games");
    sentence(parent, `${shown.length} of ${plural(section.games, "game")} are in this page; --game ` +
        "NUMBER puts in others. The curve is the score that the first player may expect, by a short search of " +
        "each position with the game's own values.");
    const games = shown.map(one => ({ board, positions: one.positions, moves: one.moves, scores: one.scores,
        names: one.first === one.second ? kagami.PLAYERS : [one.first + " (first)", one.second + " (second)"] }));
    const view = new kagami.GameView(make(parent, "div", { class: "viewer" }), games[0]);
    const choice = make(view.head, "select", { "aria-label": "game" });
    shown.forEach((one, i) => make(choice, "option", { value: i },
        `game ${one.game}: ${one.result}, ${one.termination}, ${one.plies} plies`));
    choice.onchange = () => view.load(games[choice.value]);
}

function addSection(parent, section, id, above) {
    const node = make(parent, "section", { id }), list = figures.of(section);
    if (titleOf(section) !== above) make(node, "h3", {}, titleOf(section));
    for (const text of said(section, "summary") || []) make(node, "p", { class: "answer" }, text);
    if (section.kind === "comparison" && section.overview?.length)
        table(node, [section.overview_caption, section.overview, Object.keys(section.overview[0]).map(
            key => `${key}=${key === "arm" ? "rule set" : key}`).join(";")]);
    const players = section.players || [];
    identity(node, [...players.map((name, i) => [players.length === 1 ? "player" : "AB"[i], name]),
        ["games", known(section.expected) && whole(section.expected) +
            (section.finished ? "" : " wanted, not finished")],
        ["rules", said(section, "rules")], ["seed", said(section, "seed")]]);
    addFigures(node, list);
    // What has a picture, or is a part of another section, stays folded.
    const tables = list.length || isPart(section) ? folded(node, "Tables") : node;
    for (const one of TABLES[section.kind](section))
        if (Array.isArray(one)) table(tables, one);
        else if (one) sentence(tables, one);
    if (tables !== node && tables.children.length < 2) tables.remove();
    viewer(node, section);
    origin(node, section);
}

// Whose game it is, with a link to its page, which the program has checked.
function addAuthor(parent, of) {
    if (!of) return;
    const node = make(parent, "p", { class: "path" }, of.author ? "By " : "");
    const at = of.url ? make(node, "a", { rel: "noreferrer", href: of.url }) : node;
    at.append(of.author || of.url);
}

function addFolder(parent, folder, number) {
    const { sections, missing = [] } = folder, node = make(parent, "article", { id: `f${number}` });
    const title = titleOfFolder(folder);
    make(node, "h2", {}, title);
    make(make(node, "p", { class: "path" }), "code", {}, folder.folder);
    if (alone) addAuthor(node, sections.find(section => section.author || section.url));
    command(node, folder.command);
    sections.forEach((section, i) => drawn(node, () => addSection(node, section, `s${number}-${i}`,
                                                                  i === 0 && title)));
    if (folder.notes) make(folded(node, "Finding"), "pre", { class: "notes" }, folder.notes);
    if (!missing.length) return;
    make(node, "h3", {}, "What is missing");
    const list = make(node, "ul", { class: "missing" });
    for (const { what, how } of missing) {
        const item = make(list, "li");
        make(item, "b", {}, what);
        item.append(": " + how);
    }
}

// What a damaged file says cannot be drawn; the rest of the page is.
function drawn(parent, draw) {
    try {
        draw();
    } catch (fault) {
        make(parent, "p", { class: "fault" }, `A part of this file cannot be drawn: ${fault.message}`);
    }
}

function addContents(parent) {
    const list = make(folded(make(parent, "nav"), "Contents"), "ul");
    data.folders.forEach((folder, f) => {
        const item = make(list, "li"), { sections } = folder;
        make(item, "a", { href: `#f${f}` }, titleOfFolder(folder));
        const inner = sections.length > 1 && make(item, "ul");
        sections.forEach((section, s) => inner && make(make(inner, "li"), "a",
            { href: `#s${f}-${s}` }, titleOf(section)));
    });
}

function draw(root) {
    if (alone) make(make(root, "header"), "h1", {}, document.title);
    addContents(root);
    const main = make(root, alone ? "main" : "div");
    data.folders.forEach((folder, number) => addFolder(main, folder, number));
    const foot = make(root, "footer");
    if (alone) make(foot, "p", {}, `made by ${data.program}`);
    command(foot, data.command);
}

for (const { sections, metrics } of data.folders)
    for (const section of sections) {
        section.metrics = metrics;
        try {
            Object.assign(section, numbers.read(section, sections));
        } catch { // what is damaged is said where it would be drawn
        }
    }
const all = data.folders.flatMap(folder => folder.sections).filter(section => !isPart(section));
if (root) {
    if (all.length && alone)
        document.title = titleOf(all[0]) + (all.length > 1 ? `, and ${all.length - 1} more` : "");
    draw(root);
    // A link into the page was followed before it was drawn.
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

return { data, titleOf };
})();
