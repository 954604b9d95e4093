// SPDX-License-Identifier: GPL-3.0-or-later
// INI text as a list of entries with their line numbers, read strictly: unknown sections, keys that
// stand twice and lines that are nothing are errors, which say where they stand.
#pragma once

#include "error.h"

enum { ENTRIES_MAX = 200, ENTRY_KEY = 56, ENTRY_VALUE = 1024, ENTRY_SECTIONS = 32 };

struct entry {
    int section; // index into the sections asked for
    int line;    // from 1
    char key[ENTRY_KEY], value[ENTRY_VALUE];
};

struct entries {
    int count;
    int section_line[ENTRY_SECTIONS]; // where each begins, 0 = it is not there
    struct entry entry[ENTRIES_MAX];  // in the order of the text
};

// Reads all of `text`; `file` names it in errors ("file:line: ..."). A value that ends in '\' goes
// on in the next line. At most ENTRY_SECTIONS sections. Errors: a section that is not among
// `sections`, a line that is neither comment, [section] nor KEY = VALUE, a key that stands twice in
// a section, a key or value that is too long, too many keys.
bool entries_read(const char *text, const char *file, const char *const *sections,
                  int section_count, struct entries *entries, struct error *error);

// The entry of that section and key (NULL: its first entry), or NULL.
const struct entry *entries_find(const struct entries *entries, int section, const char *key);
