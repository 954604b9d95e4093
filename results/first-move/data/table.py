# SPDX-License-Identifier: GPL-3.0-or-later
# first-move.csv beside this file out of the answers of `kagami selfplay --json`: table.py FOLDER PROGRAM, a folder of
# GAME-NODES-PLIES.json, drawn plies. Limits that are not there keep their rows, which name their program. Prints the table of finding.md.
import csv
import json
import math
import os
import re
import sys

here = os.path.join(os.path.dirname(__file__), "first-move.csv")
GAMES = {"kagamigi": "Kagamigi", "minishogi": "minishogi", "shogi": "shogi", "chu-shogi": "Chu Shogi",
         "chu-kagamigi": "Chu Kagamigi"}


def row(game, nodes, plies, program, answer):
    score = answer["first_score"]
    cells = {
        "game": game, "nodes": nodes, "program": program, "start_plies": plies,
        "games": answer["games"], "distinct": answer["distinct_games"],
        "score": score["value"], "lo95": score["lo95"], "hi95": score["hi95"],
        "slope": answer["slope"], "slope_se": answer["slope_se"], "fit_p": answer["p"],
        "drawn": answer["results"][1]["value"], "median_plies": answer["plies_median"],
        "depth_median": answer["depth"][0]["median_plies"], "no_ply": answer["depth"][0]["without_ply"],
    }
    for i, rung in enumerate(answer["ladder"], 1):
        cells |= {f"x{i}": rung["x"], f"x{i}_games": rung["games"], f"x{i}_distinct": rung["distinct"]}
        cells |= {f"x{i}_score" if key == "value" else f"x{i}_{key}": rung["score"][key] for key in ("value", "lo95", "hi95")}
    return {name: f"{cell:.5f}" if isinstance(cell, float) else str(cell) for name, cell in cells.items()}


def read_rows():
    with open(here, newline="", encoding="utf-8") as file:
        rows = {(r["game"], r["nodes"]): r for r in csv.DictReader(file)}
    for name in os.listdir(sys.argv[1]):
        if name.endswith(".json"):
            game, nodes, plies = re.fullmatch(r"(.*?)-(\d+)-(\d+)", name[:-5]).groups()
            with open(os.path.join(sys.argv[1], name), encoding="utf-8") as file:
                rows[game, nodes] = row(game, nodes, plies, sys.argv[2], json.load(file))
    return sorted(rows.values(), key=lambda r: (list(GAMES).index(r["game"]), int(r["nodes"])))


def half(r):
    return (float(r["hi95"]) - float(r["lo95"])) / 2


def p_of(r):
    return math.erfc(abs(float(r["score"]) - 0.5) / half(r) * 1.96 / math.sqrt(2))


rows = read_rows()
with open(here, "w", newline="", encoding="utf-8") as file:
    out = csv.DictWriter(file, rows[0], lineterminator="\n")
    out.writeheader()
    out.writerows(rows)
for r in rows:
    percent = [100 * float(r[name]) for name in ("score", "lo95", "hi95")]
    aim = 0.015 if int(r["nodes"]) < 1600 else 0.03
    games = int(r["games"]) * (half(r) / aim) ** 2
    more = "reached" if half(r) < aim + 0.0005 else f"{float(format(games, '.2g')):,.0f}"
    print(f"| {GAMES[r['game']]} | {int(r['nodes']):,} | {percent[0]:.1f}% [{percent[1]:.1f}, {percent[2]:.1f}] | "
          f"±{100 * half(r):.1f} | {p_of(r):.2g} | {int(r['games']):,} | {int(r['distinct']):,} | {float(r['fit_p']):.2g} | "
          f"{100 * float(r['drawn']):.1f}% | {r['median_plies']} | {r['depth_median']} | {100 * float(r['no_ply']):.0f}% | "
          f"{more} | {r['program']} |")
for program in sorted({r["program"] for r in rows}):
    own = [r for r in rows if r["program"] == program]
    sum_z = sum(((float(r["score"]) - 0.5) / half(r) * 1.96) ** 2 for r in own)
    held, rank = [], 0.0
    for i, r in enumerate(sorted(own, key=p_of)):  # Holm
        rank = max(rank, min(1, (len(own) - i) * p_of(r)))
        held.append(f"{r['game']} {r['nodes']} {rank:.3f}")
    print(f"{program}: {len(own)} limits, sum of z squared {sum_z:.1f}; smallest p after Holm: {', '.join(held[:3])}")
