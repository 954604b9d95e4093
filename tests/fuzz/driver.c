// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for libFuzzer where there is none: replays a corpus, then runs mutations of it. Input
// number i is a pure function of the corpus and i, so that a failure comes again.
//   fuzz_TARGET FOLDER [ITERATIONS [FIRST]]
#include <dirent.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "random.h"

enum { CORPUS_MAX = 1024, INPUT_MAX = 8192, MUTATIONS = 6 };

struct input {
    uint8_t *data;
    size_t size;
};

// For the signal handler: what is being tried.
static const uint8_t *current;
static size_t current_size;
static long current_number;

// Sanitizers must end in a signal, so that the input is shown.
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "abort_on_error=1";
}
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) {
    return "abort_on_error=1:print_stacktrace=1";
}

// snprintf is not safe in a handler, but nothing remains to be lost.
static void show_input(int number) {
    char text[8];
    fprintf(stderr, "signal %d on input %ld of %zu bytes:\n", number, current_number, current_size);
    for (size_t i = 0; i < current_size; i++) {
        bool plain = current[i] >= ' ' && current[i] < 0x7F && current[i] != '\\';
        int length = snprintf(text, sizeof text, plain ? "%c" : "\\x%02x", current[i]);
        if (write(STDERR_FILENO, text, (size_t)length) < 0)
            break;
    }
    fputc('\n', stderr);
    signal(number, SIG_DFL);
    raise(number);
}

static void try_input(const uint8_t *data, size_t size, long number) {
    current = data;
    current_size = size;
    current_number = number;
    LLVMFuzzerTestOneInput(data, size);
}

static int only_files(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static int read_corpus(const char *folder, struct input *corpus) {
    struct dirent **names;
    int count = scandir(folder, &names, only_files, alphasort);
    if (count < 0 || count > CORPUS_MAX) {
        fprintf(stderr, "%s: no folder of up to %d inputs\n", folder, CORPUS_MAX);
        exit(1);
    }
    for (int i = 0; i < count; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        FILE *file = fopen(path, "r");
        FUZZ_CHECK(file != NULL);
        corpus[i].data = malloc(INPUT_MAX);
        FUZZ_CHECK(corpus[i].data != NULL);
        corpus[i].size = fread(corpus[i].data, 1, INPUT_MAX, file);
        FUZZ_CHECK(!ferror(file));
        fclose(file);
        free(names[i]);
    }
    free(names);
    return count;
}

static size_t below(struct random *random, size_t bound) {
    return random_below(random, (uint32_t)bound);
}

// Replaces `drop` bytes at `at` by `size` others, as far as they fit.
static void replace(struct input *input, size_t at, size_t drop, const uint8_t *data, size_t size) {
    if (input->size - drop + size > INPUT_MAX)
        return;
    uint8_t copy[INPUT_MAX];
    memcpy(copy, data, size);
    memmove(input->data + at + size, input->data + at + drop, input->size - at - drop);
    memcpy(input->data + at, copy, size);
    input->size += size - drop;
}

static void mutate(struct random *random, const struct input *corpus, int count,
                   struct input *input) {
    static const char telling[] = "0123456789+-=@[]/,;:\"'# \t\r\n\\%.xX\x7F\x80\xFF";
    size_t at = below(random, input->size + 1);
    size_t left = input->size - at;
    const struct input *other = &corpus[below(random, (size_t)count)];
    size_t from = below(random, other->size + 1);
    uint8_t byte = (uint8_t)telling[below(random, sizeof telling)];
    switch (below(random, 7)) {
    case 0: // a bit
        if (left > 0)
            input->data[at] ^= (uint8_t)(1 << below(random, 8));
        break;
    case 1: // a byte that formats care for
        replace(input, at, left > 0, &byte, 1);
        break;
    case 2:
        replace(input, at, 0, &byte, 1);
        break;
    case 3: // a part goes
        replace(input, at, below(random, (left < 32 ? left : 32) + 1), &byte, 0);
        break;
    case 4: { // a part twice
        size_t size = below(random, (left < 64 ? left : 64) + 1);
        replace(input, at, 0, input->data + at, size);
        break;
    }
    case 5: { // a part of another input
        size_t rest = other->size - from;
        replace(input, at, 0, other->data + from, below(random, (rest < 128 ? rest : 128) + 1));
        break;
    }
    default: // the end of another input
        replace(input, at, left, other->data + from, other->size - from);
        break;
    }
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 4) {
        fprintf(stderr, "Usage: %s FOLDER [ITERATIONS [FIRST]]\n", argv[0]);
        return 2;
    }
    static struct input corpus[CORPUS_MAX];
    static uint8_t data[INPUT_MAX];
    signal(SIGABRT, show_input);
    signal(SIGSEGV, show_input);
    signal(SIGFPE, show_input);
    int count = read_corpus(argv[1], corpus);
    if (count == 0) {
        fprintf(stderr, "%s: no inputs\n", argv[1]);
        return 1;
    }
    for (int i = 0; i < count; i++)
        try_input(corpus[i].data, corpus[i].size, -1 - i);
    long iterations = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    long first = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    for (long i = first; i < first + iterations; i++) {
        struct random random = random_init(4, (uint64_t)i, RANDOM_TEST);
        const struct input *start = &corpus[below(&random, (size_t)count)];
        struct input input = {data, start->size};
        memcpy(data, start->data, start->size);
        for (size_t n = 1 + below(&random, MUTATIONS); n > 0; n--)
            mutate(&random, corpus, count, &input);
        // On the heap and of the exact size, so that a byte too far is seen.
        uint8_t *exact = malloc(input.size > 0 ? input.size : 1);
        FUZZ_CHECK(exact != NULL);
        memcpy(exact, input.data, input.size);
        try_input(exact, input.size, i);
        free(exact);
    }
    for (int i = 0; i < count; i++)
        free(corpus[i].data);
    printf("%d inputs of the corpus, %ld mutations\n", count, iterations);
    return 0;
}
