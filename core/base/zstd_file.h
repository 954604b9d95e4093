// SPDX-License-Identifier: GPL-3.0-or-later
// A file compressed by zstd, read as a stream of what it holds.
#pragma once

#include <stdint.h>
#include <stdio.h>

struct zstd;

// NULL and errno when it cannot be opened. Reading fails with EBADMSG where the file is damaged or
// ends too early. fclose closes all of it; `zstd` is valid until then.
FILE *zstd_open(const char *path, struct zstd **zstd);

// Bytes of the file that have been read.
int64_t zstd_offset(const struct zstd *zstd);
