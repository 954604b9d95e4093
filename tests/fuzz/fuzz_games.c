// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as games of people; the first chooses the format and the game. What is taken is a log
// whose games can be played again.
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "games_import.h"
#include "replay.h"

static void count(void *context, const char *text) {
    (void)text;
    ++*(int *)context;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"games.pgn", "games.kif", "games.csa", "games.usi"};
    static const int games[] = {'D', 'E', 'C', 'F'}; // shogi more often than others
    if (size == 0)
        return 0;
    const struct tables *tables = fuzz_tables(data[0] & 8 ? games[data[0] / 16 % 4] : 3);
    char path[512], folder[520];
    snprintf(path, sizeof path, "%s", fuzz_file(names[data[0] % 4], data + 1, size - 1));
    snprintf(folder, sizeof folder, "%s.log", path);
    struct error error = {""};
    char *text = config_variant_text(tables->variant.name, &error);
    struct option_texts *files = calloc(1, sizeof *files);
    FUZZ_CHECK(text != NULL && files != NULL);
    files->text[files->count++] = path;
    int faults = 0, mismatches = 0;
    struct games_import import = {.files = files,
                                  .skip = true,
                                  .options = {.folder = folder, .force = true},
                                  .fault = count,
                                  .context = &faults,
                                  .config = config_default(tables, text)};
    bool done = games_import(&import, &error);
    FUZZ_CHECK(done ? import.games > 0 : error.text[0] != '\0');
    FUZZ_CHECK(import.faulty <= faults);
    if (done) {
        const struct replay_options options = {
            .folder = folder, .game = -1, .mismatch = count, .context = &mismatches};
        struct replay_result result;
        FUZZ_CHECK(replay_folder(&options, &result, &error));
        FUZZ_CHECK(mismatches == 0 && result.games == import.games);
    }
    runlog_destroy(import.log);
    free(files);
    free(text);
    return 0;
}
