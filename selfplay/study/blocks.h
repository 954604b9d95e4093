// SPDX-License-Identifier: GPL-3.0-or-later
// A match whose games any number of processes play at once, on any hosts that share its folder: in
// blocks, FOLDER/blocks/64..128 for games 64 to 127. Where it ends is read from the blocks in the
// order of games, so it is the same whoever played them; the games before the end are then put
// together in FOLDER, byte by byte as one process writes them. What was played beyond stays in its
// block and counts nowhere.
//
// No lock has to hold. A process plays into a folder of its own, 64..128.5f3a09, and renames it
// when the block is whole. These names are claims, and others take the blocks that have the fewest.
// Who died holds up nobody: at last others take its block too. A block played twice has the same
// bytes, and the second is dropped.
#pragma once

#include "run.h"

struct blocks {
    struct run *run;       // the whole
    char folder[PATH_MAX]; // FOLDER/blocks
    char record[PATH_MAX]; // run.json of the whole, there when it is
    char block[PATH_MAX];  // in play: what it will be called
    struct tally *tally;   // owned; of the games known in their order
    int64_t games;         // so many
    bool ended, begun;     // the match; this process has chosen a block
    double asked;          // when blocks_needless looked
};

// Plays blocks of `run` until its folder holds the whole. WORK_STOPPED before; the games of the
// block in play are kept for who comes next.
enum work_end blocks_play(struct run *run, struct error *error);

// Is the block in play, or the whole, there already? Looks once a second.
bool blocks_needless(struct blocks *blocks);

// Games beyond the end of a test that so many processes play at most.
int64_t blocks_beyond(int processes);
