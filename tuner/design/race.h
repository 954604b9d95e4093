// SPDX-License-Identifier: GPL-3.0-or-later
// The race: which arms go on after a round, by how far they are from a wish.
//
// An arm is dropped for being further away where its interval lies above those of as many arms as
// are kept at last. All intervals of all arms and rounds hold together with 95% (Bonferroni), so
// that in 95% of races none of the closest arms is dropped for that reason, as in successive
// elimination (Even-Dar, Mannor and Mansour, JMLR 7 (2006)). Of the others the half goes on, where
// games are scarce, that most likely is what was wished (successive halving: Karnin, Koren and
// Somekh, ICML 2013): who is left behind there is not shown to be worse. Of arms that play the same
// games the first alone goes on: the others would take its place among the finalists. An arm whose
// games do not suffice to measure its distance (n = 0) is left behind by the last round alone. One
// that hardly ever begins is not raced.
#pragma once

#include "statistics.h"

enum race_fate { RACE_ON, RACE_FURTHER, RACE_HALVED, RACE_UNMEASURED, RACE_SAME, RACE_ENDED };

struct race_arm {
    struct measured distance; // with the race's interval
    double chance;            // that it is what was wished
    enum race_fate fate;
    int round; // that it fell in, from 1; 0: it is in the race
};

// Rounds that halve `arms` to `kept`, at least one.
int race_rounds(int arms, int kept);
// What scales a normal standard error to an interval of the race, in the place of NORMAL_975.
double race_z(int arms, int rounds);
// Games of an arm so far at the end of a round (1 .. rounds), of `budget` for all: `arms` are in
// it, which had `before` games each. At least two more. A round has 0.7 of the games of the one
// before, for half of the arms, since the first one tells least of an arm: the closest of 200 is
// among the last three in 98% of 2,000 races, by rounds of equal parts in 88% (test_race.c has the
// model).
int64_t race_games(int64_t budget, int rounds, int round, int arms, int64_t before);

// Ends a round: drops arms of those that are in the race, by the rules above; at least `kept` go
// on. The last round halves to `kept`.
void race_decide(struct race_arm *arm, int count, int kept, int round, bool last);

// The place of each arm in the race, 1 the closest: those that go on before those that fell, later
// ones before earlier ones, then by chance, distance and the number.
void race_order(const struct race_arm *arm, int count, int *order);
