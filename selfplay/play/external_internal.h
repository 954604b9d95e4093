// SPDX-License-Identifier: GPL-3.0-or-later
// The inside of an external player, shared by its files: external.c starts programs and talks,
// external_uci.c and external_xboard.c know what to say.
#pragma once

#include <stdatomic.h>

#include "error.h"
#include "external.h"

// A program that talks in lines over its standard input and output. Nothing here waits longer than
// it is told: no program can stop us by hanging, babbling, dying or refusing to read.

struct process;

// Milliseconds of the monotonic clock, in which deadlines are given.
int64_t process_now(void);

// Starts `command` by /bin/sh in a process group of its own, so that an interrupt from the terminal
// does not reach it; it is killed when this process ends, however it does. Its standard error goes
// to the log where there is one, otherwise nowhere. `log` is a file opened for appending, -1 for
// none: every line in and out is written there, after the number of the process. `stop` (may be
// NULL) ends every wait soon when it becomes true; both must outlive the process. NULL and `error`
// when the system refuses; that there is no such program shows only by its end.
struct process *process_start(const char *command, int log, const atomic_bool *stop,
                              struct error *error);

enum process_status {
    PROCESS_DONE,
    PROCESS_LATE,    // the deadline has passed
    PROCESS_ENDED,   // the program has ended
    PROCESS_STOPPED, // `stop` was seen
};

// Waits for a line until `deadline`. `*line` is 0-terminated, without its line end, and valid until
// the next call. Bytes 0 in it are read as blanks; lines beyond LINE_LIMIT (line_reader.h) are left
// out. After PROCESS_LATE one may go on reading.
enum process_status process_read(struct process *process, int64_t deadline, const char **line);

// Writes a line; the line end is added. Waits until `deadline` for a program that does not read.
enum process_status process_write(struct process *process, const char *line, int64_t deadline);

// How the program ended, for people: "exit code 1", "signal 11: Segmentation fault". Waits up to
// half a second for the end; "still running" after that.
void process_end_text(struct process *process, char *text, size_t size);

// Closes the pipe, gives the program `patience` milliseconds to end by itself, then kills it and
// all of its group. Leaves no zombie. NULL is fine.
void process_destroy(struct process *process, int patience);

enum { EXTERNAL_NAME = 96, EXTERNAL_CRASHES = 10 };

struct external {
    struct external_settings settings; // the texts are not owned
    const struct tables *tables;       // not owned
    const struct protocol *protocol;
    struct process *process; // NULL between a fault and the next game
    int log;                 // -1: none
    atomic_bool stop;
    char variant[EXTERNAL_NAME];           // its name of the game; "" where it cannot be told
    char complaint[128];                   // the last error that it told of
    struct buffer games;                   // games that it announces, a line each
    struct buffer known;                   // names of its options, a line each
    struct buffer bounds;                  // of those that are whole numbers, "NAME=MIN MAX"
    bool used;                             // it has been asked for a move
    bool crashed;                          // in this game
    int crashes;                           // games in a row before it in which it did
    char crash[160];                       // how, the last time
    bool ping, setboard, usermove, memory; // features of CECP
    int low_rank;                          // what it calls the lowest rank in CECP
    bool heard_clock;                      // in this game, CECP
    int told;                              // moves of this game that the engine has made or heard
    char said[64];                         // legs of the move that it is saying
    int pings;
};

struct protocol {
    const char *name;
    bool nodes;   // a search can be limited in nodes
    bool byoyomi; // it knows that
    bool keeps;   // a new game would find something of the last one: the program starts anew
    // Each says false after a fault in `error`: the program is then ended.
    bool (*greet)(struct external *external, struct error *error);
    bool (*new_game)(struct external *external, const char *opening, struct error *error);
    // Says the position and asks how many moves there are, for those who can tell, and for a sign
    // when all is read: a line that begins with `*done`.
    bool (*ask_count)(struct external *external, const char *opening, const char **done,
                      struct error *error);
    // Fills `answer`, whatever happens.
    void (*ask)(struct external *external, const struct player_question *question,
                struct player_answer *answer);
};

extern const struct protocol external_uci, external_usi, external_xboard;

// Sends a line. A fault shows at the next reading.
__attribute__((format(printf, 2, 3))) void external_send(struct external *external,
                                                         const char *format, ...);

// Reads the next line; PROCESS_LATE also when the program never falls silent.
enum process_status external_read(struct external *external, int64_t deadline, const char **line);

// A line that begins with the word: what follows the word and its blanks; else NULL.
const char *external_word(const char *line, const char *word);

// Explains a status other than PROCESS_DONE, for people.
bool external_broken(struct external *external, enum process_status status, const char *waiting_for,
                     struct error *error);
// The same as an answer.
void external_failed(struct external *external, enum process_status status, const char *waiting_for,
                     struct player_answer *answer);
// A wrong saying: PLAYER_ILLEGAL with a text.
__attribute__((format(printf, 2, 3))) void external_wrong(struct player_answer *answer,
                                                          const char *format, ...);

// Reads lines after a search was started until `take` says that one was the answer. Sees to the
// time: late answers become PLAYER_TIME, no answer PLAYER_HANG. `hurry` is said when time is up.
// `take` gets the bare line; what it puts into `answer` stands.
void external_await(struct external *external, const struct player_question *question,
                    const char *hurry,
                    bool (*take)(struct external *external, const struct player_question *question,
                                 const char *line, struct player_answer *answer),
                    struct player_answer *answer);

// A score that is no mate, whatever the program says.
int external_score(int64_t said);

// Notes a name that it announces, of a game or an option: a line each.
void external_note(struct buffer *names, const char *name, size_t length);
// True when the name is one of them.
bool external_knows(const struct buffer *names, const char *name, size_t length);
// Notes an option with the whole numbers that it takes.
void external_note_spin(struct external *external, const char *name, size_t length, long low,
                        long high);
// Error: there is no such option, or it is a whole number and does not take that value.
bool external_takes(const struct external *external, const char *option, struct error *error);
// Chooses external->variant among them: the settings' own; the variant's; that without dashes;
// without "-shogi". False and "" when none is there.
bool external_choose_variant(struct external *external);
// The error of a program that announces games, but not this one. Returns false.
bool external_unknown_game(const struct external *external, struct error *error);
