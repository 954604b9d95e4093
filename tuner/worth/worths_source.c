// SPDX-License-Identifier: GPL-3.0-or-later
#include "worths_source.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "runmeta.h"

void source_add(char **source, const char *other) {
    if (!other || !*other)
        return;
    size_t before = *source ? strlen(*source) : 0;
    *source = mem_realloc(*source, before + strlen(other) + 3);
    sprintf(*source + before, "%s%s", before ? "; " : "", other);
}

void source_add_run(char **source, const char *folder) {
    char path[PATH_MAX], text[SOURCE_RUN];
    snprintf(path, sizeof path, "%.4000s/run.json", folder);
    struct runmeta *meta = runmeta_load(path, NULL);
    if (!meta)
        return;
    int64_t begin = runmeta_range(meta).begin;
    snprintf(text, sizeof text, "seed %" PRIu64 " games %" PRId64 "..%" PRId64 " of %s",
             runmeta_seed(meta), begin, begin + runmeta_checkpoint(meta).games, runmeta_run(meta));
    runmeta_destroy(meta);
    source_add(source, text);
}

struct games {
    const char *begins, *ends; // in the text
    char run[RUN_KEY];
    int64_t from, to;
};

// The next run of a source behind `text`; false past the last. What is not in the words of
// source_add_run is passed over.
static bool next_games(const char *text, struct games *games) {
    for (const char *at = text; at && *at; at = games->ends) {
        games->begins = at + strspn(at, "; ");
        games->ends = games->begins + strcspn(games->begins, ";");
        if (sscanf(games->begins, "seed %*u games %" SCNd64 "..%" SCNd64 " of %15[0-9a-zA-Z]",
                   &games->from, &games->to, games->run) == 3)
            return true;
    }
    return false;
}

bool source_shared(const char *a, const char *b, char which[SOURCE_RUN]) {
    struct games own, other;
    for (const char *at = a; next_games(at, &own); at = own.ends)
        for (const char *beside = b; next_games(beside, &other); beside = other.ends)
            if (strcmp(own.run, other.run) == 0 && own.from < other.to && other.from < own.to) {
                snprintf(which, SOURCE_RUN, "%.*s", (int)(own.ends - own.begins), own.begins);
                return true;
            }
    return false;
}
