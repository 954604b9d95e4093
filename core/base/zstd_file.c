// SPDX-License-Identifier: GPL-3.0-or-later
// fopencookie is glibc's own.
#define _GNU_SOURCE
#include "zstd_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <zstd.h>

struct zstd {
    FILE *file;
    ZSTD_DStream *stream;
    ZSTD_inBuffer input;
    char *room; // owned: of the input
    size_t capacity;
    int64_t offset;
    bool inside; // a frame has begun and not ended
};

// More input; false at the end of the file or on a fault.
static bool refill(struct zstd *zstd) {
    size_t length = fread(zstd->room, 1, zstd->capacity, zstd->file);
    zstd->input = (ZSTD_inBuffer){zstd->room, length, 0};
    zstd->offset += (int64_t)length;
    return length > 0;
}

// fopencookie's reader: bytes, 0 at the end, -1 and errno on a fault.
static ssize_t read_some(void *cookie, char *bytes, size_t size) {
    struct zstd *zstd = cookie;
    ZSTD_outBuffer output = {bytes, size, 0};
    while (output.pos == 0) {
        // What the stream still holds comes out even without new input.
        if (zstd->input.pos == zstd->input.size && !refill(zstd) && !zstd->inside)
            return ferror(zstd->file) ? -1 : 0;
        size_t before = zstd->input.pos;
        size_t left = ZSTD_decompressStream(zstd->stream, &output, &zstd->input);
        bool stuck = output.pos == 0 && zstd->input.pos == before && zstd->input.size == 0;
        if (ZSTD_isError(left) || (left != 0 && stuck)) {
            if (!ferror(zstd->file))
                errno = EBADMSG;
            return -1;
        }
        zstd->inside = left != 0;
    }
    return (ssize_t)output.pos;
}

static int close_all(void *cookie) {
    struct zstd *zstd = cookie;
    int code = fclose(zstd->file);
    ZSTD_freeDStream(zstd->stream);
    free(zstd->room);
    free(zstd);
    return code;
}

FILE *zstd_open(const char *path, struct zstd **zstd) {
    FILE *file = fopen(path, "rb");
    struct zstd *opened = calloc(1, sizeof *opened);
    if (!file || !opened) {
        free(opened);
        if (file)
            fclose(file);
        return NULL;
    }
    *opened = (struct zstd){.file = file,
                            .stream = ZSTD_createDStream(),
                            .room = malloc(ZSTD_DStreamInSize()),
                            .capacity = ZSTD_DStreamInSize()};
    FILE *unpacked =
        opened->stream && opened->room
            ? fopencookie(opened, "rb",
                          (cookie_io_functions_t){.read = read_some, .close = close_all})
            : NULL;
    if (!unpacked) {
        close_all(opened);
        errno = ENOMEM;
        return NULL;
    }
    setvbuf(unpacked, NULL, _IOFBF, 1 << 17);
    *zstd = opened;
    return unpacked;
}

int64_t zstd_offset(const struct zstd *zstd) {
    return zstd->offset;
}
