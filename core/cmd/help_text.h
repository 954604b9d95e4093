// SPDX-License-Identifier: GPL-3.0-or-later
// Prose of --help and man pages: text files, core/cmd/help/COMMAND.txt, compiled in. The first line
// says in some words what the command does. After it a line at the margin is a key: "about",
// "notes", "examples", an argument or an option of the command. Its part is what follows, indented
// by four blanks. Lines of a part flow; one that is indented further stays a line, which those by
// eight blanks continue; an empty line parts paragraphs. What many commands share stands in
// shared.txt.
#pragma once

#include "buffer.h"

#define COMMAND(name) extern const char help_##name##_txt[];
#include "commands.def"
#undef COMMAND
extern const char help_shared_txt[], help_kagami_txt[];

// Adds the first line of a text.
void help_summary(const char *text, struct buffer *out);

// Adds the part of `key`, its lines flowed into one, without a newline at the end. Returns whether
// there is one.
bool help_part(const char *text, const char *key, struct buffer *out);
