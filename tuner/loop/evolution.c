// SPDX-License-Identifier: GPL-3.0-or-later
#include "evolution.h"

#include <assert.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buffer.h"
#include "evolution_trials.h"
#include "file.h"
#include "measured_cell.h"
#include "memory.h"
#include "runmeta.h"
#include "score_answer.h"
#include "verification.h"

struct sprt evolution_sprt(void) {
    return (struct sprt){-20, 20, 0.05, 0.05};
}

int64_t evolution_spsa_nodes(int64_t nodes) {
    int64_t part = nodes / EVOLUTION_SPSA_LESS;
    int64_t least = nodes < EVOLUTION_SPSA_LEAST ? nodes : EVOLUTION_SPSA_LEAST;
    return part > least ? part : least;
}

uint64_t evolution_seed(uint64_t seed, int generation, enum evolution_purpose purpose) {
    // High bits, so that no generation of this loop or of one with the next seed comes there.
    static const uint64_t high[EVOLUTION_PURPOSES] = {[EVOLUTION_STEP] = (uint64_t)8 << 59,
                                                      [EVOLUTION_SPSA] = (uint64_t)12 << 59,
                                                      [EVOLUTION_DUEL] = (uint64_t)10 << 59,
                                                      [EVOLUTION_PANEL] = (uint64_t)9 << 59};
    assert(generation >= 1 && purpose >= 0 && purpose < EVOLUTION_PURPOSES);
    uint64_t own = seed + 2 * (uint64_t)(generation - 1) + (purpose != EVOLUTION_SELFPLAY);
    return own ^ high[purpose];
}

static const char *const names[] = {[EVOLUTION_NONE] = "",
                                    [EVOLUTION_ACCEPTED] = "accepted",
                                    [EVOLUTION_REJECTED] = "rejected",
                                    [EVOLUTION_UNDECIDED] = "undecided",
                                    [EVOLUTION_ONE_SIDED] = "one-sided",
                                    [EVOLUTION_UNTUNED] = "untuned"};

const char *evolution_verdict_name(enum evolution_verdict verdict) {
    return names[verdict];
}

char *evolution_path(const char *folder, int generation, const char *name, char *path) {
    assert(generation >= 0);
    snprintf(path, PATH_MAX, "%.3800s/%d/%.200s", folder, generation, name);
    return path;
}

char *evolution_values(const char *folder, int generation, char *path) {
    assert(generation >= 1);
    snprintf(path, PATH_MAX, "%.3800s/%d/generation-%d.csv", folder, generation, generation);
    return path;
}

char *evolution_fit(const char *folder, int generation, char *path) {
    return evolution_path(folder, generation, "fit.csv", path);
}

// A line of a small file of a generation, without its end; "" where there is none.
static void read_word(const char *folder, int generation, const char *name,
                      char word[EVOLUTION_WORD]) {
    char path[PATH_MAX];
    int file = open(evolution_path(folder, generation, name, path), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        mem_check_errno(); // a verdict that could not be read would pass for none
    ssize_t length = file >= 0 ? read(file, word, EVOLUTION_WORD - 1) : 0;
    word[length > 0 ? length : 0] = 0;
    word[strcspn(word, "\n")] = 0;
    if (file >= 0)
        close(file);
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
    char path[PATH_MAX];
    struct file_set set = {.count = 0};
    evolution_path(folder, generation, "against", path);
    buffer_printf(file_set_add(&set, path), "%d\n", against);
    evolution_path(folder, generation, "verdict", path); // last: the generation is done
    buffer_printf(file_set_add(&set, path), "%s\n", names[verdict]);
    return file_set_write(&set, error);
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

static const struct answer_column columns[] = {
    {"generation", "generation", ANSWER_COUNT},
    {"played_with", "played with", ANSWER_COUNT},
    {"games", "games", ANSWER_COUNT},
    {"nodes", "nodes", ANSWER_COUNT, 0, ANSWER_OMIT},
    {"match_games", "n", ANSWER_COUNT},
    {"elo", "Elo", ANSWER_NUMBER, 1, ANSWER_INTERVAL | ANSWER_PLUS | ANSWER_STRONG | ANSWER_OMIT},
    {"los", "chance it is better", ANSWER_SHARE, 1, ANSWER_OMIT | ANSWER_WIDE},
    {"step", "step", ANSWER_COUNT, 0, ANSWER_OMIT},
#define AGAINST(name)                                                                              \
    {                                                                                              \
        name, name, ANSWER_NUMBER, 0,                                                              \
            ANSWER_INTERVAL | ANSWER_HALF | ANSWER_PLUS | ANSWER_OMIT | ANSWER_WIDE                \
    }
    AGAINST("spsa"),
    AGAINST("estimate"),
    AGAINST("shipped"),
    AGAINST("start"),
    {"verdict", "verdict", ANSWER_TEXT},
};
enum { MATCH = 3, STEP = 7, SPSA = 8, AGAINST = 9, VERDICT = AGAINST + EVOLUTION_PANEL_MOST };
static const char caption[] =
    "Generations; n: games of the match; step: % of the way that was "
    "taken; spsa: Elo of SPSA's result over that step, taken above 0; then "
    "Elo against the panel";

// The test of a generation; false where there is none.
static bool read_test(const char *folder, int generation, struct verification *test) {
    char path[PATH_MAX];
    return verification_read(test, evolution_path(folder, generation, "match/verify.json", path));
}

// What a verification found at the last node limit played: cells of `nodes` to `los`.
static void read_match(const char *folder, int generation, struct answer_cell cell[4]) {
    struct verification test = {0};
    cell[0] = cell[2] = cell[3] = cell_missing();
    cell[1] = cell_number(0);
    if (!read_test(folder, generation, &test))
        return;
    const struct score_counts *pairs = &test.pairs[test.played - 1];
    struct sprt_estimate of = sprt_estimate(&test.sprt, pairs);
    cell[0] = cell_count(test.limit[test.played - 1]);
    cell[1] = cell_count(score_games(pairs));
    cell[2] = cell_measured(measured_elo(of.score));
    cell[3] = cell_number(of.superiority);
}

// Which part of the way was taken, and what the values came to against the panel: cells from STEP
// to VERDICT.
static void read_trials(const char *folder, int generation, struct answer_cell *cell) {
    struct evolution_scores scores;
    char path[PATH_MAX];
    evolution_scores_read(evolution_path(folder, generation, "steps.json", path), &scores);
    cell[0] = cell_if(scores.taken > 0, scores.taken);
    const struct evolution_score *spsa = evolution_scores_find(&scores, EVOLUTION_AFTER);
    cell[1] = spsa ? cell_measured(evolution_score_elo(spsa)) : cell_missing();
    evolution_scores_read(evolution_path(folder, generation, "panel.json", path), &scores);
    for (int i = 0; i < EVOLUTION_PANEL_MOST; i++) {
        const struct evolution_score *score =
            evolution_scores_find(&scores, columns[1 + AGAINST + i].key);
        cell[AGAINST - STEP + i] =
            score ? cell_measured(evolution_score_elo(score)) : cell_missing();
    }
}

// ": +35 Elo [10, 60] against start, +12 Elo [-10, 34] against shipped"
static void add_panel(struct buffer *text, const char *folder, int generation) {
    struct evolution_scores scores;
    char path[PATH_MAX], elo[ELO_TEXT];
    evolution_scores_read(evolution_path(folder, generation, "panel.json", path), &scores);
    for (int i = 0; i < scores.count; i++)
        buffer_printf(text, "%s %s against %s", i ? "," : ":",
                      score_elo_text(evolution_score_elo(&scores.score[i]), elo),
                      scores.score[i].name);
}

// What is in play, and what the last generation lacks that its test left open.
static void add_summary(struct answer *answer, const char *folder, int champion, int last) {
    struct buffer text = buffer_init();
    char path[PATH_MAX];
    if (champion)
        add_panel(&text, folder, champion);
    if (champion)
        answer_summary(answer, "The values of generation %d are in play%s; %s.", champion,
                       text.length ? text.data : "", evolution_values(folder, champion, path));
    else
        answer_summary(answer, "No generation was accepted: the values to begin with are in play.");
    buffer_destroy(&text);
    while (last > 0 && evolution_verdict(folder, last) == EVOLUTION_NONE)
        last--;
    if (last == 0 || evolution_verdict(folder, last) != EVOLUTION_UNDECIDED)
        return;
    struct verification test = {0};
    if (!read_test(folder, last, &test))
        return;
    const struct score_counts *pairs = &test.pairs[test.played - 1];
    double left = sprt_games_left(&test.sprt, pairs);
    if (left > 0)
        answer_summary(answer,
                       "Generation %d is undecided after %" PRId64 " games at %" PRIu64
                       " nodes: about %.0f more would decide if its score stays (--match-games).",
                       last, score_games(pairs), test.limit[test.played - 1], ceil(left));
}

void evolution_say_chance(struct answer *answer, const struct sprt *sprt, int64_t games,
                          int limits) {
    double one = 100 * sprt_accept_chance(sprt, 0, (double)games);
    double all = 100 * pow(one / 100, limits);
    if (limits > 1)
        answer_summary(answer,
                       "A step that gains nothing passes the test with a chance of %.0f to %.0f%%: "
                       "%.0f%% at each of %d node limits.",
                       all, one, one, limits);
    else
        answer_summary(answer, "A step that gains nothing passes the test with a chance of %.0f%%.",
                       one);
}

void evolution_answer(struct answer *answer, const char *folder, int last, int64_t games) {
    char path[PATH_MAX];
    int champion = evolution_champion(folder, last + 1);
    bool undecided = false;
    add_summary(answer, folder, champion, last);
    answer_table(answer, "generations", caption, columns, ARRAY_LENGTH(columns));
    for (int g = 1; g <= last; g++) {
        enum evolution_verdict verdict = evolution_verdict(folder, g);
        if (verdict == EVOLUTION_NONE)
            break;
        struct answer_cell row[] = {cell_number(g), cell_number(evolution_champion(folder, g)),
                                    cell_count(games), [VERDICT] = cell_text(names[verdict])};
        read_match(folder, g, row + MATCH);
        read_trials(folder, g, row + STEP);
        answer_row(answer, row);
        undecided |= verdict == EVOLUTION_UNDECIDED;
    }
    if (undecided)
        answer_sentence(answer,
                        "undecided: in the games allowed the test reached neither of its bounds, "
                        "whatever the Elo is; --match-games allows the generations to come more");
    answer_key(answer, "champion", cell_number(champion));
    if (champion)
        answer_key(answer, "values", cell_text(evolution_values(folder, champion, path)));
}

int evolution_known(const char *folder) {
    int last = 0;
    while (last < EVOLUTION_GENERATIONS_MAX && evolution_verdict(folder, last + 1))
        last++;
    return last;
}

// --- Is the loop in a folder the one that is asked for? ------------------------------------------

enum { DIFFERENCE = 2 * RULES_TEXT + 128 };

static bool is_value(const char *key) {
    return strncmp(key, "player1.", 8) == 0 &&
           (values_find(key + 8) >= 0 || strcmp(key + 8, "moves") == 0);
}

// Logs that differ in these cannot be tuned from together.
static enum setting_weight of_the_game(const char *key) {
    bool game = strcmp(key, "variant") == 0 || strcmp(key, "variant_hash") == 0 ||
                strcmp(key, "rules") == 0;
    return game ? SETTING_IF_BOTH : SETTING_IGNORED;
}

// Values are apart, since they change, and what follows from the rest.
static enum setting_weight of_the_loop(const char *key) {
    static const char *const follow[] = {"schema", "hash_bytes", "annotate", "player1.name"};
    for (int i = 0; i < ARRAY_LENGTH(follow); i++)
        if (strcmp(key, follow[i]) == 0)
            return SETTING_IGNORED;
    return is_value(key) || strncmp(key, "player2.", 8) == 0 ? SETTING_IGNORED : SETTING_IF_BOTH;
}

static enum setting_weight of_the_values(const char *key) {
    return is_value(key) ? SETTING_COUNTS : SETTING_IGNORED;
}

// `text`: "begun with nodes 20, not 30", of the first setting that differs.
static bool settings_differ(const struct runmeta *there, const struct runmeta *here,
                            enum setting_weight (*weigh)(const char *key), char text[DIFFERENCE]) {
    struct setting_difference of;
    if (!runmeta_differ(there, here, weigh, &of))
        return false;
    bool moves = strcmp(of.key, "player1.moves") == 0;
    const char *unset = moves ? "none" : "default";
    const char *own = strncmp(of.key, "player1.", 8) == 0 ? of.key + 8 : of.key;
    char name[VALUE_NAME + 32] = "likelihoods of moves whose hash is";
    if (!moves)
        snprintf(name, sizeof name, is_value(of.key) ? "values whose %.63s is" : "%.63s", own);
    snprintf(text, DIFFERENCE, "begun with %s %s, not %s", name,
             of.there && *of.there ? of.there : unset, of.here && *of.here ? of.here : unset);
    return true;
}

static bool number_differs(const char *name, uint64_t there, uint64_t here, char text[DIFFERENCE]) {
    snprintf(text, DIFFERENCE, "begun with %s %" PRIu64 ", not %" PRIu64, name, there, here);
    return there != here;
}

// In generation `generation`, whose seed follows from that of `here`.
static bool runs_differ(const struct runmeta *there, const struct runmeta *here, int generation,
                        char text[DIFFERENCE]) {
    return settings_differ(there, here, of_the_loop, text) ||
           number_differs("games", (uint64_t)runmeta_range(there).total,
                          (uint64_t)runmeta_range(here).total, text) ||
           number_differs("seed", runmeta_seed(there),
                          evolution_seed(runmeta_seed(here), generation, EVOLUTION_SELFPLAY), text);
}

struct runmeta *evolution_record(const char *folder, int generation, int shard) {
    char part[64], path[PATH_MAX];
    snprintf(part, sizeof part, "shards/%d/run.json", shard < 0 ? 0 : shard);
    const char *const places[] = {"log/run.json", "shards/0/run.json", part};
    struct runmeta *meta = NULL;
    for (int i = 0; i < ARRAY_LENGTH(places) && !meta; i++)
        meta = runmeta_load(evolution_path(folder, generation, places[i], path), NULL);
    return meta;
}

// By default values may be other ones in another version.
static bool first_same(const char *folder, const struct runmeta *asked, int shard, bool values,
                       struct error *error) {
    char text[DIFFERENCE];
    struct runmeta *there = evolution_record(folder, 1, shard);
    bool differs = there && (runs_differ(there, asked, 1, text) ||
                             (values && settings_differ(there, asked, of_the_values, text)));
    runmeta_destroy(there);
    return !differs ||
           error_set(error, "%s: its loop was %s; give the same again, or another folder", folder,
                     text);
}

// A later generation: games that the next one would be tuned from, or that are to go on.
static bool later_same(const char *folder, const struct runmeta *asked, int shard, int generation,
                       struct error *error) {
    char text[DIFFERENCE];
    struct runmeta *there = evolution_record(folder, generation, shard);
    bool differs = there && (evolution_has_log(folder, generation)
                                 ? settings_differ(there, asked, of_the_game, text)
                                 : runs_differ(there, asked, generation, text));
    runmeta_destroy(there);
    return !differs ||
           error_set(error,
                     "%s/%d: generation %d was %s as the loop; delete that folder and any of "
                     "later generations to play it again",
                     folder, generation, generation, text);
}

bool evolution_same(const char *folder, const struct runmeta *asked, int shard, int last,
                    bool values, struct error *error) {
    int champion = evolution_champion(folder, last + 1);
    bool same = first_same(folder, asked, shard, values || !champion, error);
    for (int g = champion ? champion + 1 : 2; same && g <= last; g++)
        same = later_same(folder, asked, shard, g, error);
    return same;
}
