// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_match_run.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cmd_common.h"
#include "cmd_score.h"
#include "file.h"

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
    cJSON *json = summary_json(&summary);
    char *text = cJSON_Print(json);
    cJSON_Delete(json);
    if (!text)
        error_set(error, "out of memory");
    else if (file_replace(path, text, strlen(text), error))
        return text;
    cJSON_free(text);
    return NULL;
}

int match_exit_code(enum sprt_verdict verdict) {
    static const int codes[] = {
        [SPRT_UNDECIDED] = EXIT_UNDECIDED, [SPRT_ACCEPT] = EXIT_DONE, [SPRT_REJECT] = EXIT_CHECK};
    return codes[verdict];
}
