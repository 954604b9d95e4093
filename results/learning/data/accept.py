#!/usr/bin/env python3
"""Elo an hour of one core by the test that a loop's steps must pass (finding.md).

A step's true gain is drawn from a normal law whose mean grows by 15% with each step that was not
taken, since its games are fitted to again; its test is the sequential one of normalized Elo, first at
1,000 nodes, then at 4,000; a game is one draw of deviation 1, and the ratio is looked at every 20
games. Seconds: 240 of self-play, 17 of the matches that choose the step, 0.055 and 0.25 a game.
"""
import math
import random

ELO = 347.4  # normalized Elo of one standard deviation
PLAY, CHOOSE, SECONDS = 240, 17, (0.055, 0.25)
STEPS = 4000


def test(gain, low, high, error, most):
    """What the test says after how many games: True, False, or None where it is left open."""
    low, high, gain = low / ELO, high / ELO, gain / ELO
    bound, ratio, games = math.log((1 - error) / error), 0.0, 0
    while games < most:
        shown = random.gauss(gain * 20, math.sqrt(20))
        games += 20
        ratio += (high - low) * (shown - (low + high) / 2 * 20)
        if abs(ratio) >= bound:
            return ratio > 0, games
    return None, games


def hour(mean, spread, *bounds):
    """Elo an hour, and the share of steps that are taken."""
    elo = seconds = taken = since = 0
    for _ in range(STEPS):
        gain = random.gauss(mean * (1 + 0.15 * min(since, 4)), spread)
        seconds += PLAY + CHOOSE
        since += 1
        for cost in SECONDS:
            passed, games = test(gain, *bounds)
            seconds += games * cost
            if not passed:
                break
        else:
            elo += gain
            taken += 1
            since = 0
    return elo / seconds * 3600, taken / STEPS


random.seed(1)
print("mean spread  low high error  games  Elo/hour  taken")
for mean, spread in (10, 15), (17, 15), (25, 20):
    for bounds in (0, 20, 0.05, 800), (0, 20, 0.05, 5000), (0, 30, 0.05, 2000), (-10, 20, 0.05, 5000), \
            (-20, 20, 0.05, 5000), (-20, 20, 0.1, 5000):
        elo, taken = hour(mean, spread, *bounds)
        print("%4d %6d  %3d %4d  %.2f  %5d  %8.0f   %3.0f%%" % (mean, spread, *bounds, elo, 100 * taken))
