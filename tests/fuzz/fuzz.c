// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz.h"

#include <dirent.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"

char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    FUZZ_CHECK(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

const struct tables *fuzz_tables(int number) {
    static const char *const names[FUZZ_GAMES + FUZZ_CHU_PRESETS] = {
        "kagamigi",  "chu-kagamigi", "chu-seireigi", "shogi",    "minishogi",
        "chu-shogi", "chu-shogi",    "chu-shogi",    "chu-shogi"};
    static const char *const presets[FUZZ_CHU_PRESETS] = {"lishogi", "jcsa", "msm", "hachu"};
    static struct tables *games[ARRAY_LENGTH(names)];
    bool chu = number >= FUZZ_CHU && number < FUZZ_CHU + FUZZ_CHU_PRESETS;
    number = chu ? FUZZ_GAMES + number - FUZZ_CHU : number % FUZZ_GAMES;
    if (games[number] == NULL) {
        struct variant variant;
        struct error error;
        games[number] = malloc(sizeof *games[number]);
        FUZZ_CHECK(games[number] != NULL);
        FUZZ_CHECK(variant_load(names[number], &variant, &error));
        struct rules rules = variant.rules;
        for (int i = 0; chu && i < variant.preset_count; i++)
            if (strcmp(variant.presets[i].name, presets[number - FUZZ_GAMES]) == 0)
                FUZZ_CHECK(rules_parse(&rules, &variant, variant.presets[i].rules, &error));
        FUZZ_CHECK(tables_build(games[number], &variant, &rules, &error));
    }
    return games[number];
}

// An end of the program would end the fuzzer without a word: an abort keeps the input.
static void fail_memory(const char *what) {
    fprintf(stderr, "%s\n", what);
    abort();
}

__attribute__((constructor)) static void set_handler(void) {
    mem_set_handler(fail_memory);
}

static char folder[256];

static void remove_folder(void) {
    DIR *entries = opendir(folder);
    struct dirent *entry;
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        char path[sizeof folder + sizeof entry->d_name + 1];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path); // "." and ".." stay
    }
    if (entries != NULL)
        closedir(entries);
    rmdir(folder);
}

const char *fuzz_file(const char *name, const void *data, size_t size) {
    static char path[512];
    if (folder[0] == '\0') {
        // In memory where there is such a place: the values are written with fsync.
        const char *root = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
        snprintf(folder, sizeof folder, "%s/kagami-fuzz-XXXXXX", root);
        FUZZ_CHECK(mkdtemp(folder) != NULL);
        atexit(remove_folder);
    }
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    FUZZ_CHECK(file != NULL);
    FUZZ_CHECK(fwrite(data, 1, size, file) == size);
    FUZZ_CHECK(fclose(file) == 0);
    return path;
}
