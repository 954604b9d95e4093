# SPDX-License-Identifier: GPL-3.0-or-later
# scales.csv and calibration.csv beside this file, out of the answers of `kagami tune --json`: table.py FOLDER of
# GAME-NODES.json. Prints the tables of finding.md.
import csv
import json
import math
import os
import sys

here = os.path.dirname(__file__)
EDGES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
scales, bins = [], []
for file in sorted(os.listdir(sys.argv[1])):
    if not file.endswith(".json"):
        continue
    game, nodes = file[: -len(".json")].rsplit("-", 1)
    with open(os.path.join(sys.argv[1], file), encoding="utf-8") as text:
        answer = json.load(text)
    held = answer["holdout"]
    logit = held["scores"]["logit"]
    scales.append({
        "game": game, "nodes": nodes, "games": answer["games"],
        **{name: round(logit[name]) for name in ("value", "lo95", "hi95")},
        "held_out_games": held["games"],
        "log_loss": round(held["scores"]["log_loss"], 4),
        "constant_log_loss": round(held["constant_log_loss"], 4),
    })
    for row in held["scores"]["calibration"]:
        scored = row["scored"]
        bins.append({"game": game, "nodes": nodes, "predicted": round(row["predicted"], 4),
                     **{name: round(scored[name], 4) for name in ("value", "lo95", "hi95")},
                     "positions": row["positions"], "games": row["games"]})


def write(name, rows):
    with open(os.path.join(here, name), "w", newline="", encoding="utf-8") as out:
        table = csv.DictWriter(out, rows[0], lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


write("scales.csv", scales)
write("calibration.csv", bins)
for row in scales:
    print("| {game} | {nodes} | {games} | {value} | {lo95} to {hi95} | {log_loss} | {constant_log_loss} |".format(**row))
# The tenths of the six games, put together by what they predict; weights are games, half-widths those of each tenth.
shipped = [row for row in bins if row["nodes"] == ("300" if row["game"].startswith("chu") else "1000")]
for low, high in zip(EDGES, EDGES[1:]):
    rows = [row for row in shipped if low <= row["predicted"] < high]
    if not rows:
        continue
    games = sum(row["games"] for row in rows)
    predicted, scored = (sum(row["games"] * row[name] for row in rows) / games for name in ("predicted", "value"))
    half = math.sqrt(sum((row["games"] * (row["hi95"] - row["lo95"]) / 2) ** 2 for row in rows)) / games
    print(f"| {predicted:.1%} | {scored:.1%} | ±{half:.1%} | {len(rows)} |")
