// SPDX-License-Identifier: GPL-3.0-or-later
// Inside of the reader of variant files.
#pragma once

#include "ini_entries.h"

enum section {
    SECTION_VARIANT,
    SECTION_RULES,
    SECTION_ARRAYS,
    SECTION_PRESETS,
    SECTION_PIECES,
    VARIANT_SECTIONS
};
extern const char *const variant_sections[VARIANT_SECTIONS];

// False when something is missing that no file can do without: `error` lists all of it, with the
// line of each section that is there.
bool variant_check_missing(const char *file, const struct entries *entries, struct error *error);
