# SPDX-License-Identifier: GPL-3.0-or-later
"""Shogi-like games on boards of up to 12x12: rules and a player, by libkagami.

>>> game = kagami.Game("minishogi")
>>> game.play("a2a3")
>>> game.moves, game.search(1000).best

The functions are those of kagami.h, which says what each does. Where one cannot do what it is asked, kagami.Error
says why. The library is libkagami.so.0 where the system looks for libraries, or the file that the environment
variable KAGAMI_LIBRARY names.
"""
import ctypes
import os
from typing import NamedTuple, Optional

_text, _flag, _game = ctypes.c_char_p, ctypes.c_bool, ctypes.c_void_p
_int, _count, _size, _real = ctypes.c_int, ctypes.c_uint64, ctypes.c_size_t, ctypes.c_double

# What each function of kagami.h returns and takes.
_functions = {
    "version": (_text,),
    "shipped": (_text, _int),
    "new": (_game,),
    "free": (None, _game),
    "error": (_text, _game),
    "load": (_flag, _game, _text, _text, _text),
    "load_text": (_flag, _game, _text, _text, _text),
    "start": (_flag, _game, _text),
    "play": (_flag, _game, _text),
    "undo": (_flag, _game),
    "fen": (_text, _game),
    "sfen": (_text, _game),
    "ply": (_int, _game),
    "moves": (_text, _game),
    "usi": (_text, _game, _text),
    "from_usi": (_text, _game, _text),
    "check": (_flag, _game),
    "result": (_text, _game),
    "ending": (_text, _game),
    "perft": (_count, _game, _int),
    "player": (_flag, _game, _text, _size),
    "search": (_flag, _game, ctypes.c_int64),
    "best": (_text, _game),
    "line": (_text, _game),
    "expected": (_real, _game),
    "mate": (_int, _game),
    "depth": (_int, _game),
    "nodes": (_count, _game),
    "evaluate": (_int, _game),
}


def _open():
    library = ctypes.CDLL(os.environ.get("KAGAMI_LIBRARY", "libkagami.so.0"))
    for name, (result, *arguments) in _functions.items():
        function = getattr(library, "kagami_" + name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _open()


class Error(ValueError):
    """Something that a game cannot do, and why."""


class Found(NamedTuple):
    """What a search found."""

    best: str  # the best move; "" where there is none
    expected: float  # score of the side to move, from 0 to 1
    mate: Optional[int]  # plies to a mate by the side to move; below 0: to one of it
    line: list  # the moves that are expected, the best one first
    depth: int  # plies that were searched in full
    nodes: int  # positions that were searched


def version():
    """The version of the library."""
    return _library.kagami_version().decode()


def games():
    """The names of the games that the library brings."""
    names = []
    while name := _library.kagami_shipped(len(names)):
        names.append(name.decode())
    return names


def _given(value, kind):
    if isinstance(value, int) and kind is not _text and kind(value).value != value:  # ctypes would take the low bits
        raise Error(f"{value} is beyond the numbers of the library")
    return value.encode() if isinstance(value, str) else value


class Game:
    """A game: its rules, its moves so far, and a player. One thread at a time may use it."""

    def __init__(self, variant=None, preset=None, rules=None, *, text=None):
        """`variant` is a name out of games() or the path of a variant file, `text` the text of one; neither: nothing
        is loaded yet."""
        self._at = _library.kagami_new()
        if not self._at:
            raise MemoryError("no memory for a game")
        if text is not None:
            self.load_text(text, preset, rules)
        elif variant is not None:
            self.load(variant, preset, rules)

    def __del__(self):
        if getattr(self, "_at", None):
            _library.kagami_free(self._at)

    def __reduce__(self):  # asked by copy and pickle: two objects would free one game
        raise TypeError("a game cannot be copied: make another and play its moves")

    def _ask(self, function, *given):
        found = function(self._at, *map(_given, given, function.argtypes[1:]))
        if not found and (why := _library.kagami_error(self._at)):
            raise Error(why.decode())
        return found

    def load(self, variant, preset=None, rules=None):
        """Rules of a game by its name or its file; `rules` is "name=value;name=value"."""
        self._ask(_library.kagami_load, os.fspath(variant), preset, rules)

    def load_text(self, text, preset=None, rules=None):
        """Rules by the text of a variant file."""
        self._ask(_library.kagami_load_text, text, preset, rules)

    def start(self, fen=None):
        """A position, FEN or SFEN, without a past; None: the start position."""
        self._ask(_library.kagami_start, fen)

    def play(self, move):
        """Plays a move out of `moves`."""
        self._ask(_library.kagami_play, move)

    def undo(self):
        """Takes the last move back."""
        self._ask(_library.kagami_undo)

    @property
    def fen(self):
        return self._ask(_library.kagami_fen).decode()

    @property
    def sfen(self):
        return self._ask(_library.kagami_sfen).decode()

    @property
    def ply(self):
        """Moves since load or start."""
        return _library.kagami_ply(self._at)

    @property
    def moves(self):
        """All legal moves; none when the game is over."""
        return self._ask(_library.kagami_moves).decode().split()

    @property
    def check(self):
        """Is the side to move in check?"""
        return self._ask(_library.kagami_check)

    @property
    def result(self):
        """"*": the game goes on; "1-0": the first player has won; "0-1"; "1/2-1/2"."""
        return self._ask(_library.kagami_result).decode()

    @property
    def ending(self):
        """How it has ended: "none", "checkmate", "repetition" ..."""
        return self._ask(_library.kagami_ending).decode()

    def usi(self, move):
        """How USI programs write a move of the position."""
        return self._ask(_library.kagami_usi, move).decode()

    def from_usi(self, move):
        """The move that USI programs write so."""
        return self._ask(_library.kagami_from_usi, move).decode()

    def perft(self, depth):
        """The number of sequences of so many moves."""
        return self._ask(_library.kagami_perft, depth)

    def player(self, values=None, hash_bytes=16 << 20):
        """The player anew: by a file of values, by "estimate", or by the values that the library brings."""
        self._ask(_library.kagami_player, os.fspath(values) if values else None, hash_bytes)

    def search(self, nodes):
        """Searches so many positions."""
        self._ask(_library.kagami_search, nodes)
        at = self._at
        return Found(_library.kagami_best(at).decode(), _library.kagami_expected(at), _library.kagami_mate(at) or None,
                     _library.kagami_line(at).decode().split(), _library.kagami_depth(at), _library.kagami_nodes(at))

    def evaluate(self):
        """The value of the position to the side to move, without a search, in hundredths of a unit."""
        return self._ask(_library.kagami_evaluate)
