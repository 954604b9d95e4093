# SPDX-License-Identifier: GPL-3.0-or-later
# first-move.csv out of the answers of `kagami selfplay --json`: table.py GAMES DEPTHS, two folders of GAME-NODESn.json.
import csv
import json
import math
import os
import sys

PLIES = {"kagamigi": 24, "minishogi": 16, "shogi": 20, "chu-shogi": 12, "chu-kagamigi": 24}
LADDER = [100, 30, 10]


def row(game, nodes, answer, depth):
    cells = {
        "game": game,
        "nodes": nodes,
        "start_plies": PLIES[game],
        "ladder": " ".join(map(str, LADDER)),
        "games": answer["games"],
        "distinct": answer["distinct_games"],
        "score": answer["first_score"],
        "lo95": answer["first_score_95"][0],
        "hi95": answer["first_score_95"][1],
        "slope": answer["slope"],
        "slope_se": answer["slope_se"],
        "fit_p": answer["p"],
    }
    for x, rung in zip(LADDER, answer["ladder"], strict=True):
        assert rung["x"] == x
        cells |= {
            f"x{x}_games": rung["games"],
            f"x{x}_distinct": rung["distinct"],
            f"x{x}_score": rung["score"],
            f"x{x}_lo95": rung["score_95"][0],
            f"x{x}_hi95": rung["score_95"][1],
        }
    cells["drawn"] = answer["results"][1]["value"]
    cells["median_plies"] = answer["plies_median"]
    cells["depth_games"] = depth["games"]
    cells["depth_median"] = depth["depth"][0]["median_plies"]
    cells["no_ply"] = depth["depth"][0]["without_ply"]
    return {name: f"{cell:.4f}" if isinstance(cell, float) else cell for name, cell in cells.items()}


def main():
    games, depths = sys.argv[1:]
    rows = []
    for game in PLIES:
        for nodes in (100, 400, 1600, 6400):
            name = f"{game}-{nodes}n.json"
            if os.path.exists(f"{games}/{name}"):
                with open(f"{games}/{name}") as file, open(f"{depths}/{name}") as other:
                    rows.append(row(game, nodes, json.load(file), json.load(other)))
    out = csv.DictWriter(sys.stdout, rows[0], lineterminator="\n")
    out.writeheader()
    out.writerows(rows)
    # All intervals together, and the widest of them by itself: what chance alone would show.
    z = [(float(r["score"]) - 0.5) / ((float(r["hi95"]) - float(r["lo95"])) / 3.92) for r in rows]
    most = max(map(abs, z))
    print(f"{len(z)} limits: sum of z squared {sum(t * t for t in z):.1f}; "
          f"the largest {most:.2f}, p = {math.erfc(most / math.sqrt(2)):.3f} by itself", file=sys.stderr)


main()
