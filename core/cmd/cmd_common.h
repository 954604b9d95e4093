// SPDX-License-Identifier: GPL-3.0-or-later
// What the subcommands share: exit codes, the game options (--rule, --preset), messages.
// Only cmd_*.c files and kagami.c include this; no library does.
#pragma once

#include "options.h"
#include "tables.h"

enum exit_code {
    EXIT_DONE = 0,
    EXIT_ERROR = 1,
    EXIT_USAGE = 2,
    EXIT_CHECK = 3,     // a check or test failed; a sequential test rejected
    EXIT_UNDECIDED = 4, // the games do not suffice for a verdict, or for values
    EXIT_AGAIN = 75     // stopped on request, everything saved
};

// Options of every command that plays by rules, in the order of the command line.
struct game_options {
    const char *variant_name; // the command's VARIANT argument, set by the command
    const char *variant_text; // INI that is read instead, not owned; NULL: none
    struct {
        bool preset;      // text is the name of a preset, otherwise "rule=value"
        const char *text; // points into argv
    } assignments[64];
    int assignment_count;
};

// --rule NAME=VALUE and --preset NAME (repeatable), into a struct game_options.
extern const struct option_set game_option_set;

// The argument VARIANT of a command whose struct has a member struct game_options `game`.
#define VARIANT_ARGUMENT(type)                                                                     \
    {                                                                                              \
        .name = "VARIANT", .kind = ROW_TEXT, .completion = COMPLETE_VARIANT,                       \
        OPTION_AT(type, game.variant_name)                                                         \
    }

// How the answer is printed.
struct answer_options {
    bool json, full;
};
// The second is of commands whose result has tables behind --full.
extern const struct option_set answer_option_set, answer_full_option_set;

// Loads the variant, applies the options and builds the tables (to be freed with free). NULL on a
// fault.
struct tables *game_options_load(const struct game_options *options, struct error *error);
// The same; a fault is printed as "kagami: ...", and `code` is what to exit with. A file of the
// user's own whose armies differ gets one line of warning.
struct tables *game_options_tables(const struct game_options *options, int *code);

// Prints "kagami: " and the message on stderr and returns `code`.
__attribute__((format(printf, 2, 3))) int fail(enum exit_code code, const char *format, ...);

// Runs a command by its line: argv[0] is "kagami NAME". Returns the exit code.
int command_run(const struct command *command, int argc, char **argv);

// Every command: `command_NAME` in cmd_NAME.c, or the entry point of one that reads its own line.
#define COMMAND(name) extern const struct command command_##name;
#include "commands.def"
#undef COMMAND

// What the table of a command has: its name, which its prose has as well (options.h), its group,
// the rows of its arguments, its sets of options, the struct that all are read into, what runs it.
#define COMMAND_HEAD(word, of_group, rows, sets, options, function)                                \
    .name = #word, .group = of_group, .text = help_##word##_txt, .arguments = rows,                \
    .argument_count = ARRAY_LENGTH(rows), .uses = sets, .size = sizeof(options), .run = function
