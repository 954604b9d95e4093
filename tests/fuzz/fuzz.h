// SPDX-License-Identifier: GPL-3.0-or-later
// What the fuzz targets share. Each target is one LLVMFuzzerTestOneInput, linked with libFuzzer
// (KAGAMI_FUZZ) or with driver.c.
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "tables.h"

#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

enum { FUZZ_GAMES = 5, FUZZ_CHU = 'a', FUZZ_CHU_PRESETS = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The input as text, up to the first 0 byte. The caller frees it.
char *fuzz_text(const uint8_t *data, size_t size);

// Tables of a game, built once and kept. a to d choose Chu Shogi by the preset lishogi, jcsa, msm
// or hachu; any other `number`, modulo FUZZ_GAMES, Kagamigi (A, F), Chu Kagamigi (B, G), Chu
// Seireigi (C, H), shogi (D, I) or minishogi (E, J) by its own rules.
const struct tables *fuzz_tables(int number);

// Writes the bytes to a file of a private folder, which goes when the program ends, and returns the
// path, which lives until the next call for the same name.
const char *fuzz_file(const char *name, const void *data, size_t size);
