// SPDX-License-Identifier: GPL-3.0-or-later
// Options and commands as tables of rows. A row says once what an option is: its name, what it
// takes, where its value goes; what it means stands in core/cmd/help. The parser of command lines,
// keys of INI files, --help, man pages and shell completion all read the same rows. Nothing here
// prints.
#pragma once

#include "base.h"
#include "buffer.h"
#include "error.h"

enum row_kind {
    ROW_FLAG,   // bool: set by being there; "on" or "off" in INI files
    ROW_TEXT,   // const char *: the text as given, which must outlive the options
    ROW_COUNT,  // int or long long in [low, high], also as 1e6, 10k, 5M, 2G
    ROW_SEED,   // uint64_t: 0 to 2^64-1
    ROW_REAL,   // double in [low, high]
    ROW_CHOICE, // an enum or bool: the index of the word in `choices`
    ROW_TEXTS,  // struct option_texts: repeatable
    ROW_OWN     // whatever `set` makes of it
};

// What a shell offers to complete a value with; of ROW_CHOICE it knows the words.
enum row_completion {
    COMPLETE_NOTHING,
    COMPLETE_FILE,
    COMPLETE_FOLDER,
    COMPLETE_VARIANT,
    COMPLETE_RULE,
    COMPLETE_PRESET,
    COMPLETE_VALUE, // NAME=VALUE of the evaluation or the search
    COMPLETE_COMMAND
};

struct option_row {
    const char *name;     // "max-nodes"; of an argument "VARIANT"
    const char *argument; // "N"; NULL for flags, and for choices, whose words say it
    const char *standard; // value without the option, as text, set and told by --help; or NULL
    const char *choices;  // ROW_CHOICE: "canonical|paths"
    enum row_kind kind;
    enum row_completion completion;
    char letter;    // of "-v", or 0
    bool line_only; // no key of INI files
    bool several;   // ROW_OWN that may stand repeatedly, as ROW_TEXTS do
    size_t offset;  // of the value in the set's struct: OPTION_AT
    size_t size;    // of the value: OPTION_AT
    size_t given;   // offset of a bool that becomes true when the option is given; 0: none
    double low, high;
    // ROW_OWN: takes `text` into the member at `offset`. False: `error` says what was expected, to
    // be read behind the option's name: "must be ...", "takes ...".
    bool (*set)(void *member, const char *text, struct error *error);
};

// Where a row's value is: {"depth", ..., OPTION_AT(struct options, depth)}.
#define OPTION_AT(type, member)                                                                    \
    .offset = offsetof(type, member), .size = sizeof(((type *)NULL)->member)

// Rows that stand together in --help and fill one struct. Commands share them.
struct option_set {
    const char *heading; // NULL: the options of the command itself
    const struct option_row *rows;
    int count;
    // Both may be NULL. Sets what the rows' `standard` cannot say, before any option is read.
    bool (*defaults)(void *base, struct error *error);
    // After all options: do they go together?
    bool (*check)(void *base, struct error *error);
};

// --help and --version, which every command has without listing them; they have no struct.
extern const struct option_set help_option_set;

// A set in the struct of a command.
struct option_use {
    const struct option_set *set; // NULL ends the list
    size_t offset;                // of the set's struct in the command's
    const char *heading;          // instead of the set's, or NULL
};
// A use of NAME_option_set, whose struct is a member of the command's.
#define OPTION_USE(name, type, member)                                                             \
    { &name##_option_set, offsetof(type, member), NULL }

// A row of a command, and the use that it stands in (NULL: --help and --version).
struct option_place {
    const struct option_row *row;
    const struct option_use *use;
};

// All rows of a command by their number in --help, from 0; false beyond the last.
bool options_row(const struct option_use *uses, int number, struct option_place *place);

// What to say of a name that other programs have and this one has not: "status" (a command),
// "--engine" (an option), "st=" (a key of players). NULL: nothing.
const char *options_hint(const char *name);

// The groups of `kagami --help`.
enum command_group {
    GROUP_LOOK,
    GROUP_PLAY,
    GROUP_MEASURE,
    GROUP_TUNE,
    GROUP_CLUSTER,
    GROUP_ENGINE,
    COMMAND_GROUPS
};

struct command {
    const char *name; // a word, or two: "log merge"
    enum command_group group;
    const char *text;                   // its prose, as below
    const struct option_row *arguments; // in their order; the last may be ROW_TEXTS
    int argument_count, arguments_needed;
    const struct option_use *uses;
    size_t size; // of its struct of options, which begins as zeros
    // Reads a file that the first argument may be over the options, before the words of the line,
    // which prevail. NULL: the argument is no such file.
    bool (*read)(void *options, const char *path, struct error *error);
    // After the checks of the sets; NULL: nothing to check.
    bool (*check)(void *options, struct error *error);
    // The work; returns the exit code. `line` is the command line as a shell takes it.
    int (*run)(void *options, const char *line);
};

enum options_outcome {
    OPTIONS_READY,
    OPTIONS_HELP,     // --help
    OPTIONS_HELP_ALL, // --help=all
    OPTIONS_VERSION,
    OPTIONS_FAULT
};

// Sets the defaults of all sets and rows into `options`, which holds zeros. False when one cannot
// be made (no randomness for a seed).
bool options_defaults(const struct option_use *uses, void *options, struct error *error);

// Reads the words of a command line (without the program and the command) over `options`, first the
// file that is the first argument where the command reads one, and calls the checks. As GNU has it:
// --name=value, --name value, abbreviations of one meaning, -v, -vx, -n5, "--" before arguments
// that begin with a dash, options and arguments in any order. The words must outlive the options.
// OPTIONS_FAULT: `error` names the option and what was expected.
enum options_outcome options_parse(const struct command *command, int count,
                                   const char *const *words, void *options, struct error *error);

// Sets one option by its whole name, as INI files have them; one that stands in several of the uses
// in all of them. Error: no such name (with the nearest one), a wrong value; without file and line,
// which the caller knows.
bool options_set(const struct option_use *uses, void *options, const char *name, const char *text,
                 struct error *error);

// The same from the value of a key: options that may stand repeatedly take several values with
// commas between. `text` is cut in place there and must outlive the options.
bool options_set_key(const struct option_use *uses, void *options, const char *name, char *text,
                     struct error *error);

// Sets the rows of `set` from "key=value,key=value", cutting `text` in place: it must be writable
// and outlive the options. "\," is a comma of a value, "\\" a backslash; a flag is its name alone.
// A part whose key is no row's goes whole into `rest`; where that is NULL it is an error. At most
// 32 rows; a key stands twice only where it is ROW_TEXTS or `several`.
bool options_set_list(const struct option_set *set, void *base, char *text,
                      struct option_texts *rest, struct error *error);

// Adds a text to a list. False: `error` says that it is full.
bool option_texts_add(struct option_texts *texts, const char *text, struct error *error);

// Adds what stands behind the options on a command's line: a line for each way to call it, its
// text's "usage" or else its arguments.
void options_usage(const struct command *command, struct buffer *text);

// Adds what the command's text, or the shared one, says of an option or argument; returns whether
// one does. `sentence`: the first sentence alone, without its full stop.
bool options_meaning(const struct command *command, const struct option_row *row, bool sentence,
                     struct buffer *text);

// Adds the help of a command, lines of at most `columns`: what people ask for most, the options
// that stand under "often" in its text, or all by groups; of all commands, by groups.
void options_help(const struct command *command, bool all, int columns, struct buffer *text);
void options_overview(const struct command *const *commands, int count, int columns,
                      struct buffer *text);

// The command of that name, or NULL with an error that names the nearest.
const struct command *options_command(const struct command *const *commands, int count,
                                      const char *name, struct error *error);

// What the man page of a command is called: "kagami-log-merge"; returns `name`.
char *options_man_name(const struct command *command, char name[64]);
// Adds the man page of a command, and that of the program, in the macros of man(7).
void options_man(const struct command *command, const char *version, struct buffer *text);
void options_man_overview(const struct command *const *commands, int count, const char *version,
                          struct buffer *text);

// Do tables and texts name the same options? Error: what a text lacks, or says of nothing.
bool options_check_texts(const struct command *const *commands, int count, struct error *error);

// The title of a group of commands.
const char *options_group_title(enum command_group group);

// --- Prose ---------------------------------------------------------------------------------------
// Of --help and man pages: text files, core/cmd/help/COMMAND.txt, compiled in. The first line says
// in some words what the command does. After it a line at the margin is a key: "about", "notes",
// "examples", an argument or an option of the command. Its part is what follows, indented by four
// blanks. Lines of a part flow; one that is indented further stays a line, which those by eight
// blanks continue; an empty line parts paragraphs. What many commands share stands in shared.txt.

#define COMMAND(name) extern const char help_##name##_txt[];
#include "commands.def"
#undef COMMAND
extern const char help_shared_txt[], help_kagami_txt[];

// Adds the first line of a text.
void help_summary(const char *text, struct buffer *out);

// Adds the part of `key`, its lines flowed into one, without a newline at the end. Returns whether
// there is one.
bool help_part(const char *text, const char *key, struct buffer *out);
