// SPDX-License-Identifier: GPL-3.0-or-later
// A run of SPSA in a folder: its games are played, it may be stopped and killed, and goes on.
//   FOLDER/spsa.json                 its whole state, see spsa.h
//   FOLDER/values.csv                the answer so far;
//                                    values.moves.csv: what its players know of moves
//   FOLDER/options.csv               the answer so far of another program's options: option,value
//   FOLDER/origin.json               how it was made
//   FOLDER/games/STEP/GAME.POINTS    what games of a step came to, by empty files, where processes
//                                    play them together
#pragma once

#include <limits.h>
#include <pthread.h>

#include "base.h"
#include "config.h"
#include "observer.h"
#include "runmeta.h"
#include "spsa.h"

struct spsa_choice {                     // not owned
    const struct option_texts *tune;     // patterns of names
    const struct option_texts *together; // lists of them with commas between, each a direction
    bool directions;                     // the usual ones
    double share;                        // that arms differ by; 0: a tenth
    double way; // most that a part of a direction goes, a factor of its value (or a unit where that
                // is more); 0: the bounds that suit it
};

// Adds directions, and then what `tune` names, to an empty plan, each with what suits its value in
// `base`. False: a name that the game does not have, or that stands twice.
bool spsa_choose(const struct spsa_choice *choice, const struct tables *tables,
                 const struct values *base, struct spsa_plan *plan, struct error *error);

// How much a parameter matters, before any game is played for it: in what share of positions a
// player moves otherwise with the parameter changed than without.
// Measures every parameter of the plan, moved by its c_end up and down from its start: `share[i]`
// is the mean of both, 0..1; what goes together is moved and measured together. Positions come from
// the run's openings, played on by the first player with few nodes; searches have its limits, at
// most SENSITIVITY_NODES. The same for any number of threads. False when the observer asked to stop
// or there is no such player.
enum { SENSITIVITY_POSITIONS = 96, SENSITIVITY_NODES = 2000 };
bool sensitivity_measure(const struct config *config, const struct spsa_plan *plan, int threads,
                         const struct observer *observer, double *share, struct error *error);

// Changes every c_end so that about a share `wanted` of the moves would be others, by what was
// measured with the present one; at most threefold either way, in whole units at least.
void sensitivity_propose(struct spsa_plan *plan, const double *share, double wanted);

struct spsa_run {
    struct config *config; // of the games; finished, paired; the first player has the values to
                           // begin with, or is a program whose options are tuned
    // What is tuned (spsa_choose or spsa_plan_read), with steps, pairs and seed.
    struct spsa_plan plan;
    const char *parameters; // file that the plan was read from, with its distances; NULL: none
    double c_end, drift;    // per cent; see `kagami spsa`; 0: measured, by drift, the default
    const char *folder, *command;
    bool force;     // throw away the run that is there
    bool seed_wins; // refuse a run that is there and has another seed
    int threads;
    // Which of the processes it is that play the run together; `shards` 0: it plays it alone. They
    // share the games of each step, and end with the bytes of one. Who is late holds up nobody for
    // long: the others play its pairs too, and at once from then on until it is in time again.
    struct game_range part;
    const char *task;                // what its ticks are of; NULL: the variant's name
    const struct observer *observer; // may be NULL

    // Set by spsa_run_open.
    bool refused;             // what is in the folder belongs to another run
    bool found;               // the run was there
    struct spsa spsa;         // where it stands
    double share[PARAMETERS]; // of moves that a distance changes, where measured
    bool measured;

    // For spsa_run.c.
    struct buffer identity;
    struct values base;                      // what the parameters that are not tuned stay at
    const struct external_settings *program; // likewise; NULL: our own players
    char state_path[PATH_MAX], values_path[PATH_MAX];
    int lock;              // descriptor, or -1
    pthread_mutex_t mutex; // of `spsa` and of these, while games are played:
    int game;              // of the step, in play
    signed char *points;   // owned; of the step's games, where processes play them together
    bool *late;            // owned; games of processes that were late
    struct program *arm;   // owned; the program as either arm, where one is tuned
    int half;              // half points of the upper arm in the first game of a pair; -1: none
    int64_t games, faults; // of this session; lost by crash, silence, time or an illegal move
    double begun;
    bool stopped;
};

// Takes up the run in the folder, or begins one: distances that nobody gave are measured. `dry`:
// nothing in a folder is read or locked. WORK_STOPPED: before anything was done. End with
// spsa_run_close in any case.
enum work_end spsa_run_open(struct spsa_run *run, bool dry, struct error *error);
// Plays the steps that are left. WORK_STOPPED: some are; all is saved.
enum work_end spsa_run_play(struct spsa_run *run, struct error *error);
void spsa_run_close(struct spsa_run *run);
