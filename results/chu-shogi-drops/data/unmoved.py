"""Share of pieces that never moved and of squares never landed on, of the games of selfplay folders.

python3 unmoved.py RUN... : CSV; intervals are 95%, each game counts as one observation. Pieces and squares are those
of the start position; a piece that stands there when the logged moves begin has not moved, and one that is taken where
it stood has never moved. A square counts as visited when a move or drop ended there, or a Lion's first step.
"""
import csv
import math
import re
import subprocess
import sys

STEP = re.compile(r"[a-l][0-9]+")


def board(fen):
    """{square: piece} of a FEN, and how many squares it has."""
    held, ranks = {}, fen.split("[")[0].split(" ")[0].split("/")
    for down, rank in enumerate(ranks):
        file = 0
        for token in re.findall(r"[0-9]+|\+?[A-Za-z]", rank):
            if token.isdigit():
                file += int(token)
            else:
                held[chr(ord("a") + file) + str(len(ranks) - down)] = token
                file += 1
    return held, len(ranks) * file


def unmoved(first, fen, moves, until=None):
    """(share of pieces that never moved, of those that still stand there, share of squares never landed on)."""
    held, squares = board(first)
    opening = board(fen)[0]
    asleep, taken = {s for s in held if opening.get(s) == held[s]}, set()
    visited = {s for s in opening if opening[s] != held.get(s)}
    for move in moves.split()[:until]:
        path = STEP.findall(move)
        if "@" not in move:
            asleep.discard(path.pop(0))
        for square in path:
            visited.add(square)
            if square in asleep:  # taken where it stood
                asleep.discard(square)
                taken.add(square)
    return (len(asleep) + len(taken)) / len(held), len(asleep) / len(held), 1 - len(visited) / squares


def mean(values):
    middle = sum(values) / len(values)
    spread = math.sqrt(sum((v - middle) ** 2 for v in values) / max(len(values) - 1, 1) / len(values))
    return f"{middle:.4f},{1.96 * spread:.4f}"


print("game,rules,nodes,games,plies_median,drawn,never_moved,half,never_moved_and_stands,half,never_visited,half,"
      "never_moved_by_100,half,never_visited_by_100,half")
for folder in sys.argv[1:]:
    with open(folder + "/games.csv", newline="") as file:
        games = list(csv.DictReader(file))
    shown = subprocess.run(["kagami", "show", games[0]["variant"]], capture_output=True, text=True, check=True).stdout
    first = re.search(r"FEN +(\S+)", shown).group(1)
    whole = [unmoved(first, g["opening"], g["moves"]) for g in games]
    early = [unmoved(first, g["opening"], g["moves"], 100) for g in games]
    plies = sorted(int(g["plies"]) for g in games)
    nodes = games[0]["first"].split("@")[1].rstrip("n")
    print(",".join([games[0]["variant"], games[0]["rules"], nodes, str(len(games)), str(plies[len(plies) // 2]),
                    f"{sum(g['result'] == '1/2-1/2' for g in games) / len(games):.3f}",
                    *(mean([w[i] for w in whole]) for i in range(3)),
                    *(mean([e[i] for e in early]) for i in (0, 2))]))
