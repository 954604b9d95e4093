// SPDX-License-Identifier: GPL-3.0-or-later
#include "repeats.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tally.h"

// Keys that are looked at together: 16 MiB of them.
enum { SHARE_KEYS = 1 << 20 };

static FILE *open_nameless(const char *path, struct error *error) {
    char name[PATH_MAX];
    if (snprintf(name, sizeof name, "%s.XXXXXX", path) >= (int)sizeof name) {
        error_at(error, path, 0, "the name is too long");
        return NULL;
    }
    int descriptor = mkstemp(name);
    if (descriptor >= 0)
        unlink(name);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w+b") : NULL;
    if (file)
        return file;
    int cause = errno;
    if (descriptor >= 0)
        close(descriptor);
    error_at(error, path, 0, "no temporary file beside it: %s", strerror(cause));
    return NULL;
}

bool repeats_begin(struct repeats *repeats, const char *path, struct error *error) {
    *repeats = (struct repeats){.keys = open_nameless(path, error)};
    if (repeats->keys)
        repeats->marks = open_nameless(path, error);
    return repeats->marks != NULL;
}

void repeats_end(struct repeats *repeats) {
    if (repeats->keys)
        fclose(repeats->keys);
    if (repeats->marks)
        fclose(repeats->marks);
    *repeats = (struct repeats){0};
}

// A failed write shows in repeats_find.
void repeats_add(struct repeats *repeats, uint64_t key) {
    fwrite(&key, sizeof key, 1, repeats->keys);
    repeats->count++;
}

// Marks the repeats among the keys of one share.
static bool find_share(struct repeats *repeats, int64_t share, int64_t shares) {
    struct key_set set = key_set_init();
    uint64_t key;
    rewind(repeats->keys);
    bool done = true;
    for (int64_t i = 0; done && i < repeats->count; i++) {
        done = fread(&key, sizeof key, 1, repeats->keys) == 1;
        // Not the bits that place a key in the set.
        if (!done || (int64_t)(key >> 32) % shares != share)
            continue;
        enum key_added added = key_set_add(&set, key);
        done = added == KEY_NEW ||
               (added == KEY_SEEN && pwrite(fileno(repeats->marks), "\1", 1, i) == 1);
        repeats->repeated += added == KEY_SEEN;
    }
    key_set_destroy(&set);
    return done;
}

bool repeats_find(struct repeats *repeats) {
    if (fflush(repeats->keys) != 0 || ferror(repeats->keys))
        return false;
    int64_t shares = repeats->count / SHARE_KEYS + 1;
    for (int64_t share = 0; share < shares; share++)
        if (!find_share(repeats, share, shares))
            return false;
    rewind(repeats->marks);
    return true;
}

bool repeats_next(struct repeats *repeats) {
    return getc(repeats->marks) == 1; // the file ends with the last repeat
}
