// SPDX-License-Identifier: GPL-3.0-or-later
// A run whose games any number of processes play at once, on any hosts that share its folder: in
// blocks, FOLDER/blocks/64..128 for games 64 to 127. Where it ends is read from the blocks in the
// order of games, so it is the same whoever played them; the games before the end are then put
// together in FOLDER, byte by byte as one process writes them. What was played beyond stays in its
// block and counts nowhere.
//
// No lock has to hold. A process plays into a folder of its own, 64..128.5f3a09, and renames it
// when the block is whole. These names are claims, and others take the blocks that have the fewest.
// Who died holds up nobody: at last others take its block too. A block played twice has the same
// bytes, and the second is dropped.
//
// Where a processor or memory is bad it has not. So one block in a hundred, drawn by its first
// game, counts only when two plays of it are the same, if possible by two processes. Of three plays
// the one that differs is kept as 64..128.bad, and its host is told.
#pragma once

#include "log_reader.h"
#include "run.h"

struct blocks {
    struct run *run;          // the whole
    char folder[PATH_MAX];    // FOLDER/blocks
    char record[PATH_MAX];    // run.json of the whole, there when it is
    char block[PATH_MAX];     // in play: what is there once others have played it
    struct tally *tally;      // owned; of the games known in their order
    struct log_folders parts; // owned; of their blocks
    int64_t games, first;     // so many; before the first block of this process
    int64_t played;           // by this process
    int64_t own;              // first game of the last block played here that is to be played twice
    bool ended, begun;        // the run; this process has chosen a block
    double begun_at, asked;   // when it began; when blocks_needless looked
};

// Plays blocks of `run` until its folder holds the whole. WORK_STOPPED before; the games of the
// block in play are kept for who comes next.
enum work_end blocks_play(struct run *run, struct error *error);

// Is the block in play, or the whole, there already? Looks once a second.
bool blocks_needless(struct blocks *blocks);

// Where "/blocks/64..128" begins in the name of a block's folder; NULL: it is none.
const char *blocks_part(const char *folder);

// Games beyond the end of a test that so many processes play at most.
int64_t blocks_beyond(int processes);
