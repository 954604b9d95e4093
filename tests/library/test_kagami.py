# SPDX-License-Identifier: GPL-3.0-or-later
"""The module for Python: move counts of tests/perft, a game to its end, and what is refused."""
import copy
import csv
import ctypes
import glob
import os
import re
import sys
import unittest

import kagami

tests = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
source = os.path.dirname(tests)


def counts(depths):
    for path in sorted(glob.glob(tests + "/perft/*.csv")):
        with open(path, encoding="utf-8") as rows:
            for row in csv.DictReader(rows):
                if int(row["depth"]) in depths and "lion-moves" not in row["rules"]:  # which is no rule
                    yield row


def perft(game, depth):
    """Counted here, by moves that the module makes and takes back."""
    if depth == 1:
        return len(game.moves)
    leaves = 0
    for move in game.moves:
        game.play(move)
        leaves += perft(game, depth - 1)
        game.undo()
    return leaves


class Test(unittest.TestCase):
    def test_one_list(self):
        with open(source + "/search/library/kagami.h", encoding="utf-8") as header:
            names = re.findall(r"^KAGAMI_API .*?kagami_(\w+)\(", header.read(), re.M)
        self.assertEqual(names, list(kagami._functions))

    def test_perft(self):
        rows = 0
        for row in counts({1, 2}):
            game = kagami.Game(row["variant"], rules=row["rules"])
            game.start(row["fen"])
            self.assertEqual(game.perft(int(row["depth"])), int(row["nodes"]), row)
            rows += 1
        self.assertGreater(rows, 200)
        for name in kagami.games():
            game = kagami.Game(name)
            self.assertEqual(perft(game, 2), game.perft(2))

    def test_game(self):
        game, plies = kagami.Game("minishogi"), 0
        game.player(hash_bytes=1 << 20)
        while game.result == "*" and plies < 300:
            found = game.search(100)
            self.assertIn(found.best, game.moves)
            self.assertEqual(game.from_usi(game.usi(found.best)), found.best)
            game.play(found.best)
            plies += 1
        self.assertEqual(game.ply, plies)
        self.assertEqual((game.moves, game.check), ([], game.ending == "checkmate"))
        self.assertNotEqual(game.ending, "none")
        for _ in range(plies):
            game.undo()
        self.assertEqual(game.fen, kagami.Game("minishogi").fen)

    def test_refused(self):
        game = kagami.Game("shogi")
        for what, why in (
            (lambda: kagami.Game("shogj"), "did you mean 'shogi'"),
            (lambda: kagami.Game("shogi", preset="x"), "no preset"),
            (lambda: kagami.Game("shogi", rules="nifu=x"), "nifu"),
            (lambda: kagami.Game(text="[variant"), "text:1"),
            (lambda: kagami.Game("/none.ini"), "/none.ini"),
            (lambda: kagami.Game().moves, "no game is loaded"),
            (lambda: game.start("9/9 w"), "FEN column"),
            (lambda: game.play("a1a9"), "a1a9"),
            (lambda: game.play("\u5c06"), "is no move"),
            (lambda: game.play(None), "is no move"),
            (game.undo, "no move to take back"),
            (lambda: game.usi("?"), "is no move"),
            (lambda: game.perft(-1), "-1"),
            (lambda: game.perft(2**32 + 1), "4294967297"),
            (lambda: game.search(-1), "no positions"),
            (lambda: game.search(2**64 + 1), "beyond"),
            (lambda: game.player(None, -1), "-1"),
            (lambda: game.player("/none.csv"), "/none.csv"),
        ):
            with self.assertRaises(kagami.Error) as caught:
                what()
            self.assertIn(why, str(caught.exception))
        with self.assertRaises(ctypes.ArgumentError):
            game.play(5)
        with self.assertRaises(TypeError):
            copy.copy(game)
        self.assertEqual(len(game.moves), 30)

    def test_rules_of_all_origins(self):
        path = source + "/core/variants/minishogi.ini"
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(kagami.Game(path).fen, kagami.Game(text=text).fen)
        self.assertEqual(len(kagami.Game(text=text).moves), 14)
        self.assertGreater(len(kagami.Game(text=text, rules="zone=5").moves), 14)
        self.assertEqual(len(kagami.Game("chu-shogi", preset="jcsa").moves), 36)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
