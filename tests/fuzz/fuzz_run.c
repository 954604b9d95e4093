// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as run.json: what is accepted can be asked everything, and is the same after saving.
#include <string.h>

#include "fuzz.h"
#include "runmeta.h"

static void ask(const struct runmeta *meta) {
    static const char *const keys[] = {"variant", "rules", "player1.nodes", "player2.values", ""};
    struct checkpoint at = runmeta_checkpoint(meta);
    FUZZ_CHECK(at.games >= 0 && at.games_bytes >= 0 && at.positions_bytes >= 0);
    struct game_range range = runmeta_range(meta);
    FUZZ_CHECK(range.begin >= 0 && range.end >= range.begin && range.total >= range.end);
    FUZZ_CHECK(range.shards == 0 || (range.shard >= 0 && range.shard < range.shards));
    int64_t from_game;
    FUZZ_CHECK(runmeta_session(meta, &from_game) >= -1 || from_game >= 0);
    FUZZ_CHECK(runmeta_restarts(meta) >= 0);
    runmeta_paired(meta);
    FUZZ_CHECK(runmeta_text(meta, "program") != NULL && runmeta_text(meta, "variant_text") != NULL);
    for (int i = 0; i < ARRAY_LENGTH(keys); i++) {
        const char *setting = runmeta_setting(meta, keys[i]);
        FUZZ_CHECK(setting == NULL || strlen(setting) < SIZE_MAX);
    }
    struct duplicates duplicates;
    runmeta_duplicates(meta, &duplicates);
    runmeta_finished(meta);
    runmeta_same_boot(meta);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct error error = {""};
    struct runmeta *meta = runmeta_load(fuzz_file("run.json", data, size), &error);
    if (meta == NULL) {
        FUZZ_CHECK(strstr(error.text, "run.json") != NULL);
        return 0;
    }
    ask(meta);
    const char *path = fuzz_file("again.json", "", 0);
    FUZZ_CHECK(runmeta_save(meta, path, &error));
    struct runmeta *again = runmeta_load(path, &error);
    FUZZ_CHECK(again != NULL);
    ask(again);
    FUZZ_CHECK(runmeta_seed(meta) == runmeta_seed(again));
    FUZZ_CHECK(runmeta_range(meta).end == runmeta_range(again).end);
    FUZZ_CHECK(runmeta_finished(meta) == runmeta_finished(again));
    FUZZ_CHECK(strcmp(runmeta_text(meta, "variant_text"), runmeta_text(again, "variant_text")) ==
               0);
    runmeta_destroy(again);
    runmeta_restart(meta, 1, &(struct game_range){.end = 2, .total = 2}, false, 3);
    runmeta_end(meta, NULL);
    runmeta_destroy(meta);
    return 0;
}
