// SPDX-License-Identifier: GPL-3.0-or-later
// Games to step through: { game, pair, seed, first, second, result, termination, plies, confirmed,
// moves: [text], positions: [FEN], scores: [number | {mate} | null] }, one position more than
// moves. The rules made them: whoever draws them needs none. Scores are those of a short search of
// each position by the game's own values, from the first player's side: centi-values, or plies to
// mate; null where there is no move.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "memory.h"
#include "notation.h"
#include "referee.h"
#include "report_sections.h"
#include "rows.h"

bool report_viewer_wants(const struct report_options *options, int64_t game, int64_t number,
                         int64_t games) {
    for (int i = 0; i < options->chosen_count; i++)
        if (options->chosen[i] == game)
            return true;
    if (options->chosen_count > 0 || options->games <= 0)
        return false;
    // One game of each of so many equal parts: the one where the part's number changes.
    int64_t parts = options->games;
    return games <= parts || number == 0 || number * parts / games != (number - 1) * parts / games;
}

enum { SCORE_NODES = 200, SCORE_HASH = 1 << 18 };

struct lists {
    cJSON *positions, *scores;
    struct engine *engine;
};

static void add_position(struct lists *lists, const struct position *position) {
    char fen[FEN_TEXT];
    struct search_result result;
    cJSON *score = NULL;
    json_append(lists->positions, cJSON_CreateString(fen_print(position, fen)));
    engine_search(lists->engine, position, NULL, (struct limits){.nodes = SCORE_NODES}, &result);
    int first = position->side == FIRST ? result.score : -result.score;
    if (result.best == MOVE_NONE) {
        score = cJSON_CreateNull();
    } else if (score_is_mate(first)) {
        score = cJSON_CreateObject();
        json_add_number(score, "mate", first > 0 ? SCORE_MATE - first : -SCORE_MATE - first);
    } else {
        score = cJSON_CreateNumber(first);
    }
    json_append(lists->scores, score);
}

static bool play(cJSON *json, struct engine *engine, struct referee *referee,
                 const struct game_row *row, struct error *error) {
    cJSON *moves = json_add_array(json, "moves");
    struct lists lists = {json_add_array(json, "positions"), json_add_array(json, "scores"),
                          engine};
    add_position(&lists, &referee->position);
    for (const char *at = row->moves; *at;) {
        char text[MOVE_TEXT];
        int length = (int)strcspn(at, " ");
        Move move;
        snprintf(text, sizeof text, "%.*s", length, at);
        if (!move_parse(text, &referee->position, &move, error) ||
            !referee_play(referee, move, error))
            return false;
        json_append(moves, cJSON_CreateString(text));
        add_position(&lists, &referee->position);
        at += length + (at[length] == ' ');
    }
    return true;
}

bool report_viewer_add(cJSON *list, const struct tables *tables, const struct game_row *row,
                       struct error *error) {
    struct referee *referee = mem_alloc(sizeof *referee);
    struct values values;
    values_default(tables, &values);
    struct engine *engine = engine_create(tables, &values, SCORE_HASH, error);
    if (!engine) {
        free(referee);
        return false;
    }
    cJSON *json = json_append(list, cJSON_CreateObject());
    json_add_number(json, "game", (double)row->game);
    json_add_text(json, "first", row->first);
    json_add_text(json, "second", row->second);
    json_add_text(json, "result", result_text(row->result));
    json_add_text(json, "termination", termination_name(row->termination));
    json_add_number(json, "plies", (double)row->plies);
    referee_init(referee);
    bool done = referee_start(referee, tables, row->opening, error) &&
                play(json, engine, referee, row, error);
    referee_destroy(referee);
    free(referee);
    engine_destroy(engine);
    return done;
}

bool report_viewer_complete(const cJSON *report, const struct report_options *options,
                            struct error *error) {
    for (int i = 0; i < options->chosen_count; i++) {
        const cJSON *folder, *section, *game, *log = NULL, *at = NULL;
        int64_t number = options->chosen[i];
        int logs = 0;
        bool shown = false;
        cJSON_ArrayForEach(folder, report_item(report, "folders")) {
            cJSON_ArrayForEach(section, report_item(folder, "sections")) {
                if (strcmp(json_text(section, "kind"), "games") != 0)
                    continue;
                logs++;
                log = section;
                at = folder;
                cJSON_ArrayForEach(game, report_item(section, "shown")) {
                    shown |= json_number(game, "game") == (double)number;
                }
            }
        }
        if (!shown && logs == 1)
            return error_set(error, "%s: no game %" PRId64 " in it (games: %.0f)",
                             json_text(at, "folder"), number, json_number(log, "games"));
        if (!shown)
            return error_set(error, "no game %" PRId64 " in %s", number,
                             logs ? "any of these logs" : "these folders: they hold no log");
    }
    return true;
}
