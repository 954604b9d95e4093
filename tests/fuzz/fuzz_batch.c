// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as an experiment of `kagami compare` (first byte even) or a batch of `kagami evolve`:
// what is taken has passed all checks, what is not names the file.
#include <string.h>

#include "cmd_compare_options.h"
#include "cmd_evolve_options.h"
#include "fuzz.h"

extern const struct command command_compare, command_evolve;

// The arms of what was taken, by the rules of its game where the program has that.
static void check_arms(const struct compare_options *options) {
    static const char *const names[] = {"kagamigi", "chu-kagamigi", "chu-seireigi", "shogi",
                                        "minishogi"};
    int game = 0;
    while (game < ARRAY_LENGTH(names) && strcmp(names[game], options->game.variant_name) != 0)
        game++;
    if (game == ARRAY_LENGTH(names))
        return;
    struct error error = {""};
    struct experiment *experiment = experiment_create(fuzz_tables(game));
    bool fine = !options->ladder || experiment_set_ladder(experiment, options->ladder, &error);
    for (int i = 0; fine && i < options->file.count; i++) {
        const struct entry *entry = &options->file.entry[i];
        fine = entry->section != SECTION_ARMS ||
               experiment_add_arm(experiment, entry->key, entry->value, &error);
    }
    FUZZ_CHECK(fine || error.text[0] != '\0');
    FUZZ_CHECK(experiment->arm_count >= 1 && experiment->arm_count <= ARMS_MAX);
    FUZZ_CHECK(experiment->ladder_count >= 0 && experiment->ladder_count <= LADDER_MAX);
    for (int i = 1; i < experiment->ladder_count; i++)
        FUZZ_CHECK(experiment->ladder[i] > experiment->ladder[i - 1]);
    experiment_destroy(experiment);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    bool compares = data[0] % 2 == 0;
    const struct command *command = compares ? &command_compare : &command_evolve;
    const char *path = fuzz_file("batch.ini", data + 1, size - 1);
    void *options = calloc(1, command->size);
    FUZZ_CHECK(options != NULL);
    struct error error = {""};
    if (!options_defaults(command->uses, options, &error))
        abort();
    if (options_parse(command, 1, &path, options, &error) == OPTIONS_READY) {
        if (compares && ((struct compare_options *)options)->path)
            check_arms(options);
        if (!compares) {
            const struct evolve_options *evolve = options;
            FUZZ_CHECK(evolve->loop.folder && evolve->game.variant_name);
            FUZZ_CHECK(evolve->generations >= 1 && evolve->loop.games >= 2 &&
                       evolve->loop.nodes >= 1);
        }
    } else {
        FUZZ_CHECK(error.text[0] != '\0');
    }
    free(options);
    return 0;
}
