// SPDX-License-Identifier: GPL-3.0-or-later
#include "match_run.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "file.h"
#include "score_answer.h"

static bool decided(void *context, const struct tally *tally) {
    const struct config *config = context;
    return sprt_verdict(config->sprt, &tally->pairs) != SPRT_UNDECIDED;
}

static void describe(void *context, const struct runlog_progress *now, char *text, size_t size) {
    const struct config *config = context;
    score_line(&now->pairs, config->sprt, text, size);
}

void match_prepare(struct run *run) {
    run->enough = run->config->sprt ? decided : NULL;
    run->describe = describe;
    run->context = run->config;
}

char *match_write(const struct run *run, struct error *error) {
    struct summary summary = run_summary(run);
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/match.json", run->folder);
    struct answer answer = summary_answer(&summary);
    struct buffer text = buffer_init();
    answer_json(&answer, &text);
    answer_destroy(&answer);
    if (text.failed)
        error_set(error, "out of memory");
    else if (file_replace(path, text.data, text.length, error))
        return text.data;
    buffer_destroy(&text);
    return NULL;
}
