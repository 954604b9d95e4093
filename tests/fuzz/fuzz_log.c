// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as games.csv, positions.csv and run.json of a run, lines "=" between them: `log replay`
// and the reading of `tune` either take it or say where it is wrong.
#include <string.h>

#include "fuzz.h"
#include "logs.h"
#include "replay.h"

struct heard {
    int mismatches;
    int64_t games;
};

static void mismatch(void *context, const char *text) {
    struct heard *heard = context;
    FUZZ_CHECK(strstr(text, ".csv:") != NULL);
    heard->mismatches++;
}

static void game_over(void *context, const struct game_row *row, int mismatches) {
    struct heard *heard = context;
    FUZZ_CHECK(row->game >= 0 && mismatches >= 0);
    heard->games++;
}

static void replay(const char *folder) {
    struct heard heard = {0};
    struct replay_options options = {.folder = folder,
                                     .game = -1,
                                     .mismatch = mismatch,
                                     .game_over = game_over,
                                     .context = &heard};
    struct replay_result result = {0};
    struct error error = {""};
    if (!replay_folder(&options, &result, &error)) {
        FUZZ_CHECK(error.text[0] != '\0');
        return;
    }
    FUZZ_CHECK(result.games >= heard.games && result.mismatches == heard.mismatches);
    FUZZ_CHECK(result.confirmed <= result.games);
    FUZZ_CHECK(heard.mismatches > 0 || result.confirmed == result.games);
}

static void tune(const char *folder) {
    struct logs_settings settings = {.memory = 1 << 24, .threads = 1};
    struct logs logs = {0};
    struct dataset data = dataset_init(VALUES);
    struct error error = {""};
    if (logs_read(&folder, 1, &settings, &logs, &data, &error))
        FUZZ_CHECK(logs.first_wins + logs.second_wins + logs.draws == logs.games);
    else
        FUZZ_CHECK(error.text[0] != '\0');
    dataset_destroy(&data);
    logs_destroy(&logs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"games.csv", "positions.csv", "run.json"};
    char *text = fuzz_text(data, size), *rest = text, folder[512] = "";
    for (int i = 0; i < ARRAY_LENGTH(names); i++) {
        char *end = strstr(rest, "\n=\n");
        size_t length = end ? (size_t)(end + 1 - rest) : strlen(rest);
        snprintf(folder, sizeof folder, "%s", fuzz_file(names[i], rest, length));
        rest = end ? end + 3 : rest + length;
    }
    *strrchr(folder, '/') = '\0';
    replay(folder);
    tune(folder);
    free(text);
    return 0;
}
