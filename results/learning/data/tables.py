#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Do tables (a piece by its place relative to either King) add to what the evaluation says after a ply of search?
#   tables.py label RUN KAGAMI >labels.csv    quiet positions of a run of self-play: scores of one ply, 3,000 and 100,000 nodes
#   tables.py fit labels.csv                  what is added to the first explains the last, in games held out; needs numpy
import csv
import random
import subprocess
import sys

MATE, LIMIT, SPAN, REACH = 30000, 6000, 17, 8


def label(run, kagami):
    rows = [row for row in csv.DictReader(open(run + "/positions.csv")) if row["quiet"] == "1"]
    random.seed(1)
    random.shuffle(rows)
    engine = subprocess.Popen([kagami, "engine", "kagamigi"], stdin=-1, stdout=-1, text=True, bufsize=1)

    def score(fen, limit):
        engine.stdin.write(f"ucinewgame\nposition fen {fen}\ngo {limit}\n")
        found = None
        for line in engine.stdout:
            word = line.split()
            if word[0] == "bestmove":
                return found
            if "score" in word and not {"lowerbound", "upperbound"} & set(word):
                kind, value = word[word.index("score") + 1 :][:2]
                found = int(value) if kind == "cp" else MATE if int(value) > 0 else -MATE

    engine.stdin.write("uci\nsetoption name Hash value 8\n")
    for row in rows:
        scores = [score(row["fen"], limit) for limit in ("depth 1", "nodes 3000", "nodes 100000")]
        if None not in scores:
            print(row["game"], row["fen"], row["first_result"], *scores, sep=",", flush=True)


def pieces(fen):
    """(side, type, x, y) of the board; (side, type) in hand."""
    board, _, hand = fen.split()[0].rstrip("]").partition("[")
    cells = []
    for y, row in enumerate(board.split("/")):
        x, promoted = 0, ""
        for sign in row:
            if sign == "+":
                promoted = "+"
            elif sign.isdigit():
                x += int(sign)
            else:
                cells.append((sign.islower(), promoted + sign.upper(), x, y))
                x, promoted = x + 1, ""
    return cells, [(sign.islower(), sign.upper()) for sign in hand]


def fit(path):
    import numpy as np

    types, features, signs, scores, results, games = {}, [], [], [], [], []
    for game, fen, result, *three in csv.reader(open(path)):
        cells, hand = pieces(fen)
        king = {side: (x, y) for side, kind, x, y in cells if kind == "K"}
        row = []
        for side, kind, x, y in cells:
            for whose in (0, 1) if kind != "K" else ():
                dx, dy = x - king[side ^ whose][0], y - king[side ^ whose][1]
                turn = -1 if side else 1
                place = (turn * dy + REACH) * SPAN + turn * dx + REACH
                number = types.setdefault(kind, len(types))
                row.append(((2 * number + whose) * SPAN * SPAN + place, turn))
        for side, kind in hand:
            row.append((2 * types.setdefault("hand " + kind, len(types)) * SPAN * SPAN, -1 if side else 1))
        first = 1 if fen.split()[1] == "w" else -1
        features.append([number for number, _ in row])
        signs.append([sign for _, sign in row])
        scores.append([first * max(-LIMIT, min(LIMIT, int(text))) for text in three])
        results.append(float(result))
        games.append(int(game))
    none, width = 2 * len(types) * SPAN * SPAN, max(map(len, features))
    index = np.array([row + [none] * (width - len(row)) for row in features])
    sign = np.array([row + [0] * (width - len(row)) for row in signs])
    scores, results, games = np.array(scores), np.array(results), np.array(games)
    held = games % 5 == 0
    expected = lambda z: 1 / (1 + np.exp(-np.clip(z, -30, 30)))

    scale = 1e-5  # of the deepest score, by the results
    for _ in range(60):
        p, x = expected(scale * scores[:, 2]), scores[:, 2]
        step = ((results - p) * x).mean() / (p * (1 - p) * x * x).mean()
        scale += max(-scale / 2, min(scale / 2, step))
    target = expected(scale * scores[:, 2])

    def error(p, among):
        return ((p - target)[among] ** 2).mean()

    def alone(column):
        return min((error(p, ~held), p) for p in (expected(k * scale * scores[:, column]) for k in np.linspace(0.1, 1.5, 57)))[1]

    base, deeper = alone(0), alone(1)
    logit = np.log(base / (1 - base))

    def added(numbers, penalty, steps=400):
        weight, mean, square = np.zeros(none + 1), np.zeros(none + 1), np.zeros(none + 1)
        own, turn, wanted, start = numbers[~held], sign[~held], target[~held], logit[~held]
        for step in range(1, steps + 1):  # Adam (Kingma and Ba, 2015)
            p = expected(start + (weight[own] * turn).sum(1))
            slope = (p - wanted) * p * (1 - p) / len(wanted)
            gradient = np.bincount(own.ravel(), (slope[:, None] * turn).ravel(), none + 1) + penalty * weight / len(wanted)
            mean, square = 0.9 * mean + 0.1 * gradient, 0.999 * square + 0.001 * gradient**2
            weight -= 0.01 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
            weight[none] = 0
        return expected(logit + (weight[numbers] * sign).sum(1))

    def less(worse, better):  # by games
        each = (worse - target) ** 2 - (better - target) ** 2
        total = np.bincount(games[held], each[held])
        count = np.bincount(games[held])
        mean = total.sum() / count.sum()
        return f"{mean:.6f} +-{1.96 * np.sqrt(((total - mean * count) ** 2).sum()) / count.sum():.6f}"

    place = index % (SPAN * SPAN)
    far = np.maximum(abs(place // SPAN - REACH), abs(place % SPAN - REACH))
    kind = np.where(index == none, none, index // (2 * SPAN * SPAN) * 2 * SPAN * SPAN)
    distance = np.where(index == none, none, index // (SPAN * SPAN) * SPAN * SPAN + far)
    print(len(target), "positions,", held.sum(), "held out; mean squared error of the expected score there")
    print(f"evaluation and a ply {error(base, held):.5f}, 3,000 nodes {error(deeper, held):.5f}, less by {less(base, deeper)}")
    found = {}
    for name, numbers, penalty in (("pieces alone", kind, 3), ("distance from either King", distance, 10), ("tables", index, 30)):
        found[name] = added(numbers, penalty)
        print(f"with {name} {error(found[name], held):.5f}, less by {less(base, found[name])}")
    print("tables over pieces alone: less by", less(found["pieces alone"], found["tables"]))


if sys.argv[1:2] == ["label"] and len(sys.argv) == 4:
    label(*sys.argv[2:])
elif sys.argv[1:2] == ["fit"] and len(sys.argv) == 3:
    fit(sys.argv[2])
else:
    sys.exit("usage: tables.py label RUN KAGAMI >labels.csv | tables.py fit labels.csv")
