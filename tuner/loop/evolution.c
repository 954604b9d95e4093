// SPDX-License-Identifier: GPL-3.0-or-later
#include "evolution.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "file.h"
#include "number.h"
#include "runmeta.h"

static const char *const names[] = {[EVOLUTION_NONE] = "",
                                    [EVOLUTION_ACCEPTED] = "accepted",
                                    [EVOLUTION_REJECTED] = "rejected",
                                    [EVOLUTION_UNDECIDED] = "undecided",
                                    [EVOLUTION_UNTUNED] = "untuned"};

const char *evolution_verdict_name(enum evolution_verdict verdict) {
    return names[verdict];
}

char *evolution_path(const char *folder, int generation, const char *name, char *path) {
    assert(generation >= 1);
    snprintf(path, PATH_MAX, "%.3800s/%d/%.200s", folder, generation, name);
    return path;
}

char *evolution_values(const char *folder, int generation, char *path) {
    assert(generation >= 1);
    snprintf(path, PATH_MAX, "%.3800s/%d/generation-%d.csv", folder, generation, generation);
    return path;
}

// A line of a small file of a generation, without its end; "" where there is none.
static void read_word(const char *folder, int generation, const char *name,
                      char word[EVOLUTION_WORD]) {
    char path[PATH_MAX];
    char *text = file_read(evolution_path(folder, generation, name, path), 4096, NULL);
    snprintf(word, EVOLUTION_WORD, "%.*s", text ? (int)strcspn(text, "\n") : 0, text ? text : "");
    free(text);
}

enum evolution_verdict evolution_verdict(const char *folder, int generation) {
    char word[EVOLUTION_WORD];
    read_word(folder, generation, "verdict", word);
    for (int i = EVOLUTION_ACCEPTED; i < ARRAY_LENGTH(names); i++)
        if (strcmp(word, names[i]) == 0)
            return (enum evolution_verdict)i;
    return EVOLUTION_NONE;
}

bool evolution_give_verdict(const char *folder, int generation, int against,
                            enum evolution_verdict verdict, struct error *error) {
    assert(verdict != EVOLUTION_NONE && against >= 0 && against < generation);
    char path[PATH_MAX], text[EVOLUTION_WORD + 1];
    snprintf(text, sizeof text, "%d\n", against);
    // The verdict last: it says that the generation is done.
    if (!file_replace(evolution_path(folder, generation, "against", path), text, strlen(text),
                      error))
        return false;
    snprintf(text, sizeof text, "%s\n", names[verdict]);
    return file_replace(evolution_path(folder, generation, "verdict", path), text, strlen(text),
                        error);
}

int evolution_champion(const char *folder, int generation) {
    assert(generation >= 1);
    int champion = generation - 1;
    while (champion > 0 && evolution_verdict(folder, champion) != EVOLUTION_ACCEPTED)
        champion--;
    return champion;
}

bool evolution_has_log(const char *folder, int generation) {
    char path[PATH_MAX];
    struct runmeta *meta =
        runmeta_load(evolution_path(folder, generation, "log/run.json", path), NULL);
    bool finished = meta && runmeta_finished(meta);
    runmeta_destroy(meta);
    return finished;
}

static double number(const cJSON *json, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

struct evolution_match evolution_match(const char *folder, int generation) {
    char path[PATH_MAX];
    struct evolution_match match = {0};
    char *text =
        file_read(evolution_path(folder, generation, "match/verify.json", path), 1 << 20, NULL);
    if (!text) // of a night that verified by one match
        text =
            file_read(evolution_path(folder, generation, "match/match.json", path), 1 << 20, NULL);
    cJSON *json = text ? cJSON_Parse(text) : NULL;
    free(text);
    const cJSON *limits = cJSON_GetObjectItemCaseSensitive(json, "limits");
    const cJSON *last = limits ? cJSON_GetArrayItem(limits, cJSON_GetArraySize(limits) - 1) : json;
    const cJSON *test = cJSON_GetObjectItemCaseSensitive(last, "sprt");
    const cJSON *interval = cJSON_GetObjectItemCaseSensitive(test, "elo_95");
    if (cJSON_GetArraySize(interval) == 2) {
        match = (struct evolution_match){.played = true,
                                         .games = number(last, "games"),
                                         .nodes = number(last, "nodes"),
                                         .elo = number(test, "elo"),
                                         .low = cJSON_GetArrayItem(interval, 0)->valuedouble,
                                         .high = cJSON_GetArrayItem(interval, 1)->valuedouble,
                                         .los = number(test, "los")};
    }
    cJSON_Delete(json);
    return match;
}

bool evolution_write_history(const char *folder, int last, int64_t games, struct error *error) {
    struct buffer text = buffer_init();
    buffer_text(&text, "generation,played_with,games,nodes,match_games,elo,elo_lo95,elo_hi95,los,"
                       "verdict\n");
    for (int g = 1; g <= last; g++) {
        enum evolution_verdict verdict = evolution_verdict(folder, g);
        if (verdict == EVOLUTION_NONE)
            break;
        char against[EVOLUTION_WORD];
        read_word(folder, g, "against", against);
        buffer_printf(&text, "%d,%s,%" PRId64 ",", g, against, games);
        struct evolution_match match = evolution_match(folder, g);
        if (match.played) {
            buffer_printf(&text, "%.0f,%.0f,", match.nodes, match.games);
            number_print(&text, match.elo, 1);
            buffer_char(&text, ',');
            number_print(&text, match.low, 1);
            buffer_char(&text, ',');
            number_print(&text, match.high, 1);
            buffer_char(&text, ',');
            number_print(&text, match.los, 3);
        } else {
            buffer_text(&text, ",0,,,,");
        }
        buffer_printf(&text, ",%s\n", names[verdict]);
    }
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.3800s/history.csv", folder);
    bool done = !text.failed ? file_replace(path, text.data, text.length, error)
                             : error_at(error, path, 0, "out of memory");
    buffer_destroy(&text);
    return done;
}
