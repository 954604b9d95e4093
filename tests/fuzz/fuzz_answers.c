// SPDX-License-Identifier: GPL-3.0-or-later
// Any lines as what a program says at the table. The first byte chooses game and protocol; a line
// "~" is a silence. In the place of process.c stands the input, so no program is started. Whatever
// it says, each question has an answer, and a move that is taken for one is legal.
#include <ctype.h>
#include <string.h>

#include "external_internal.h"
#include "fuzz.h"
#include "movegen.h"
#include "referee.h"

enum { ASKED_MOST = 24 };

struct process {
    int ended;
};

// What the program still has to say, and the clock, which only silence moves.
static char *rest;
static int64_t now;

int64_t process_now(void) {
    return now;
}

struct process *process_start(const char *command, int log, const atomic_bool *stop,
                              struct error *error) {
    (void)command, (void)log, (void)stop, (void)error;
    struct process *process = calloc(1, sizeof *process);
    FUZZ_CHECK(process != NULL);
    return process;
}

enum process_status process_read(struct process *process, int64_t deadline, const char **line) {
    (void)process;
    *line = "";
    char *next = strsep(&rest, "\n");
    if (next == NULL)
        return PROCESS_ENDED;
    if (strcmp(next, "~") == 0) {
        now = deadline > now ? deadline : now;
        return PROCESS_LATE;
    }
    *line = next;
    return PROCESS_DONE;
}

enum process_status process_write(struct process *process, const char *line, int64_t deadline) {
    (void)process, (void)deadline;
    FUZZ_CHECK(!strchr(line, '\n') || strcmp(line, "xboard\nprotover 2") == 0);
    return PROCESS_DONE;
}

void process_end_text(struct process *process, char *text, size_t size) {
    (void)process;
    snprintf(text, size, "exit code 0");
}

void process_destroy(struct process *process, int patience) {
    (void)patience;
    free(process);
}

static void play(struct external *external, const struct tables *tables, const char *opening) {
    static struct referee referee; // large
    Move moves[ASKED_MOST];
    struct error error = {""};
    referee_init(&referee);
    FUZZ_CHECK(referee_start(&referee, tables, opening, &error));
    if (!external_new_game(external, opening, &error)) {
        FUZZ_CHECK(error.text[0] != '\0');
        referee_destroy(&referee);
        return;
    }
    for (int i = 0; i < ASKED_MOST && referee.outcome.result == RESULT_NONE; i++) {
        struct player_question question = {.opening = opening,
                                           .moves = moves,
                                           .count = i,
                                           .position = &referee.position,
                                           .limits = {.depth = 1}};
        struct player_answer answer;
        external_ask(external, &question, &answer);
        FUZZ_CHECK(memchr(answer.text, 0, sizeof answer.text) != NULL);
        if (answer.status != PLAYER_MOVE) {
            FUZZ_CHECK(answer.status == PLAYER_RESIGN || answer.text[0] != '\0');
            break;
        }
        FUZZ_CHECK(movegen_is_legal(&referee.position, answer.move));
        moves[i] = answer.move;
        if (!referee_play(&referee, answer.move, &error))
            break; // it repeats a position
    }
    referee_destroy(&referee);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    const struct tables *tables = fuzz_tables(data[0] % 4 == 0 ? FUZZ_CHU : data[0] / 4);
    char *text = rest = fuzz_text(data + 1, size - 1);
    now = 0;
    static const char *const options[] = {"Hash=16"};
    struct external_settings settings =
        external_default((enum external_protocol)(data[0] % 3), "fuzz");
    settings.options = options;
    settings.option_count = data[0] >= 'a';
    struct error error = {""};
    struct external *external = external_create(&settings, tables, &error);
    FUZZ_CHECK(external != NULL);
    const char *opening = variant_start_fen(&tables->variant, &tables->rules);
    if (external_start(external, &error)) {
        play(external, tables, opening);
        play(external, tables, opening);
    } else {
        FUZZ_CHECK(error.text[0] != '\0');
    }
    external_destroy(external);
    free(text);
    return 0;
}
