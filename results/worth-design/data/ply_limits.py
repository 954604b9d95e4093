#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# What games of armies tell where a limit of plies ends them, beside the same games played out.
#   ply_limits.py games.csv LIMIT...      of a run of `kagami worth`; needs numpy
# A limit changes no move before it: a game cut there is the beginning of the whole one, and a draw.
# Both tables are regressions of the same games, so their difference has the covariance of what each
# game adds to either (sandwich, residuals by their leverage).
import csv
import sys

import numpy as np


def armies(fen):
    """The first side's pieces less the second's, by form: "R", "+R", "hand R"."""
    difference, (board, hand), promoted = {}, fen.split("]")[0].split("["), ""
    for place, pieces in (("", board), ("hand ", hand)):
        for letter in pieces:
            if letter.isalpha() and letter.upper() != "K":
                name = place + promoted + letter.upper()
                difference[name] = difference.get(name, 0) + (1 if letter.isupper() else -1)
            promoted = "+" if letter == "+" else ""
    return difference


def regression(features, result):
    weight = np.zeros(features.shape[1])
    for _ in range(20):
        p = 1 / (1 + np.exp(-features @ weight))
        inverse = np.linalg.inv((features * (p * (1 - p))[:, None]).T @ features)
        weight += inverse @ (features.T @ (result - p))
    leverage = np.einsum("ij,jk,ik->i", features, inverse, features) * p * (1 - p)
    return weight, (features * ((result - p) / np.sqrt(1 - leverage))[:, None]) @ inverse


def in_mean_pieces(weight, each, mean):
    unit = weight[mean].mean()
    ratio = weight / unit
    return ratio, (each - each[:, mean].mean(1)[:, None] * ratio) / unit


games = list(csv.DictReader(open(sys.argv[1])))
rows = [armies(game["opening"]) for game in games]
names = sorted({name for row in rows for name in row})
features = np.array([[1.0] + [row.get(name, 0) for name in names] for row in rows])
result = np.array([{"1-0": 1, "0-1": 0}.get(game["result"], 0.5) for game in games])
plies = np.array([int(game["plies"]) for game in games])
mean = [1 + i for i, name in enumerate(names) if len(name) == 1 and name != "P"]
forms = {"board": 1, "promoted": 2, "hand": 6}  # by the length of the name
whole, whole_each = in_mean_pieces(*regression(features, result), mean)
print(f"{len(games)} games, {plies.mean():.1f} plies")
for limit in map(int, sys.argv[2:]):
    cut = plies > limit
    cost = np.minimum(plies, limit).mean() / plies.mean()
    short, each = in_mean_pieces(*regression(features, np.where(cut, 0.5, result)), mean)
    print(f"limit {limit}: {cut.mean():.3f} of the games drawn by it, {cost:.3f} of the plies")
    for form in [*forms, "all"]:
        at = [1 + i for i, name in enumerate(names) if form == "all" or len(name) == forms[form]]
        difference = (short - whole)[at]
        covariance = (each - whole_each)[:, at].T @ (each - whole_each)[:, at]
        se = np.sqrt(np.diag(covariance))
        value, vector = np.linalg.eigh(covariance / np.outer(se, se))
        told = value > 1e-9 * len(at)  # ratios to their mean hang together
        chi2 = ((vector.T @ (difference / se))[told] ** 2 / value[told]).sum()
        off = (difference**2).mean() - (se**2).mean()
        gain = np.median(1 / (each[:, at] ** 2).sum(0)) / np.median(1 / (whole_each[:, at] ** 2).sum(0))
        print(f"  {form}: information a ply x{gain / cost:.2f}, off by {np.sign(off) * abs(off) ** 0.5:.3f}"
              f" beyond chance, chi2 {chi2:.0f} of {told.sum()}")
