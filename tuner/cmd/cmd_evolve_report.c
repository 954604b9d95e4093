// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_evolve_report.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "evolution.h"
#include "file.h"
#include "origin.h"

// The games of all generations and those of their matches.
static void add_origin(const struct evolve_options *options, int last, cJSON *json) {
    const char *folder = options->folder;
    char path[PATH_MAX];
    origin_add(json, options->command, NULL);
    for (int g = 1; g <= last && evolution_verdict(folder, g); g++) {
        origin_add_run(json, evolution_path(folder, g, "log", path));
        origin_add_inputs_of(json, evolution_path(folder, g, "match/verify.json", path));
    }
}

// To be freed with cJSON_free; NULL when memory is out.
static char *answer(const struct evolve_options *options, int last) {
    const char *folder = options->folder;
    cJSON *json = cJSON_CreateObject();
    add_origin(options, last, json);
    cJSON *list = cJSON_AddArrayToObject(json, "generations");
    char path[PATH_MAX];
    for (int g = 1; g <= last; g++) {
        enum evolution_verdict verdict = evolution_verdict(folder, g);
        if (verdict == EVOLUTION_NONE)
            break;
        struct evolution_match match = evolution_match(folder, g);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddNumberToObject(item, "generation", g);
        cJSON_AddNumberToObject(item, "played_with", evolution_champion(folder, g));
        cJSON_AddStringToObject(item, "verdict", evolution_verdict_name(verdict));
        if (match.played) {
            cJSON_AddNumberToObject(item, "nodes", match.nodes);
            cJSON_AddNumberToObject(item, "match_games", match.games);
            cJSON_AddNumberToObject(item, "elo", match.elo);
            cJSON *interval = cJSON_AddArrayToObject(item, "elo_95");
            cJSON_AddItemToArray(interval, cJSON_CreateNumber(match.low));
            cJSON_AddItemToArray(interval, cJSON_CreateNumber(match.high));
            cJSON_AddNumberToObject(item, "los", match.los);
        }
        cJSON_AddItemToArray(list, item);
    }
    int champion = evolution_champion(folder, last + 1);
    cJSON_AddNumberToObject(json, "champion", champion);
    if (champion)
        cJSON_AddStringToObject(json, "values", evolution_values(folder, champion, path));
    char *text = cJSON_Print(json);
    cJSON_Delete(json);
    return text;
}

bool evolve_write(const struct evolve_options *options, int last, struct error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.3800s/evolve.json", options->folder);
    char *text = answer(options, last);
    bool done = evolution_write_history(options->folder, last, options->games, error) &&
                (text ? file_replace(path, text, strlen(text), error)
                      : error_at(error, path, 0, "out of memory"));
    cJSON_free(text);
    return done;
}

void evolve_report(const struct evolve_options *options, int last, struct diagram_style style) {
    const char *faint = style.colour ? "\033[2m" : "", *plain = style.colour ? "\033[0m" : "";
    const char *folder = options->folder;
    char path[PATH_MAX];
    if (options->answer.json) {
        char *text = answer(options, last);
        if (text)
            puts(text);
        cJSON_free(text);
        return;
    }
    bool undecided = false;
    printf("\n  %s%10s%12s%8s%8s%9s  %-17s%s%s\n", faint, "generation", "played with", "nodes",
           "games", "Elo", "95%", "verdict", plain);
    for (int g = 1; g <= last; g++) {
        enum evolution_verdict verdict = evolution_verdict(folder, g);
        if (verdict == EVOLUTION_NONE)
            break;
        undecided |= verdict == EVOLUTION_UNDECIDED;
        struct evolution_match match = evolution_match(folder, g);
        char interval[48];
        snprintf(interval, sizeof interval, "%+.1f .. %+.1f", match.low, match.high);
        if (match.played)
            printf("  %10d%12d%8.0f%8.0f%+9.1f  %-17s%s\n", g, evolution_champion(folder, g),
                   match.nodes, match.games, match.elo, interval, evolution_verdict_name(verdict));
        else
            printf("  %10d%12d%8s%8s%9s  %-17s%s\n", g, evolution_champion(folder, g), "-", "-",
                   "-", "-", evolution_verdict_name(verdict));
    }
    if (undecided)
        printf(
            "\n  undecided: in the games allowed the test reached neither of its bounds, whatever\n"
            "  the Elo is; --match-games allows the generations to come more\n");
    int champion = evolution_champion(folder, last + 1);
    printf("\n  values in play: %s\n",
           champion ? evolution_values(folder, champion, path) : "those to begin with");
}
