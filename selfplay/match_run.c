// SPDX-License-Identifier: GPL-3.0-or-later
#include "match_run.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "file.h"

static bool decided(void *context, const struct tally *tally) {
    const struct config *config = context;
    return sprt_verdict(config->sprt, &tally->pairs) != SPRT_UNDECIDED;
}

// "Elo +12.3 (+8..+16)", with a test "  LLR +1.23 (-2.94..2.94)".
static void describe(void *context, const struct runlog_progress *now, char *text, size_t size) {
    const struct config *config = context;
    const struct sprt *sprt = config->sprt;
    struct measured elo = measured_elo(score_interval_95(&now->pairs));
    int length = 0;
    if (score_units(&now->pairs) < 2)
        length = snprintf(text, size, "Elo -");
    else
        length = snprintf(text, size, "Elo %+.1f (%+.0f..%+.0f)", elo.value, elo.low, elo.high);
    if (sprt && length >= 0 && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, "  LLR %+.2f (%.2f..%.2f)",
                 sprt_llr(sprt, &now->pairs), sprt_lower(sprt), sprt_upper(sprt));
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
