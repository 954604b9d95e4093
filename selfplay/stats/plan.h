// SPDX-License-Identifier: GPL-3.0-or-later
// How many games a question takes, and what they cost. Pure functions.
// The spread of a game's score is that of an even game: (1 - draws) / 4.
#pragma once

#include "base.h"

struct cost {            // of one game, measured
    double core_seconds; // processor time
    double bytes;        // of games.csv and positions.csv
};

struct bill {
    double games, core_hours, bytes;
    double tasks; // of an array, each with `cpus` processors for `hours`
};

// 95% interval of the first player's score: +-`half`, both as parts of 1.
double plan_half_width(double half, double draws);
// What `games` games reach.
double plan_half_width_of(double games, double draws);

// Games of each arm so that a difference of the score is found with `power`: two-sided test at 5%,
// divided by `comparisons` for Holm's correction at its strictest.
double plan_difference(double difference, double draws, double power, int comparisons);

// Games of each arm so that two equal arms are found equivalent within +-margin with `power`, by
// two one-sided tests at 5%, divided likewise.
double plan_equivalence(double margin, double draws, double power, int comparisons);

// What so many games cost. A task is planned to play for 90% of its time: it starts, ends and is
// told to stop beforehand.
struct bill plan_bill(double games, struct cost cost, double cpus, double hours);

// Games that so many core-hours buy.
double plan_affordable(double core_hours, struct cost cost);
