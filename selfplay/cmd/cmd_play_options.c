// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_play_options.h"

#include <string.h>

#include "number.h"

#define GAMES_MAX 1000000000000LL

// Setters of rows

// Reads a score and `plies` numbers of plies with commas between.
static bool parse_end(const char *text, int *score, int *const *numbers, int plies,
                      struct error *error) {
    long long values[3];
    bool fine = number_counts(text, 0, 100000, 3, values) == 1 + plies;
    for (int i = 0; fine && i < plies; i++) {
        fine = values[1 + i] >= 1 && values[1 + i] <= PLIES_MAX;
        *numbers[i] = (int)values[1 + i];
    }
    *score = fine ? (int)values[0] : 0;
    return fine || error_set(error,
                             "takes %d whole numbers with commas between, a score from 0 to 100000 "
                             "and plies from 1 to %d, not '%s'",
                             1 + plies, PLIES_MAX, text);
}

static bool set_resign(void *member, const char *text, struct error *error) {
    struct adjudication *adjudication = member;
    int *plies[] = {&adjudication->resign_plies};
    return parse_end(text, &adjudication->resign_score, plies, ARRAY_LENGTH(plies), error);
}

static bool set_draw(void *member, const char *text, struct error *error) {
    struct adjudication *adjudication = member;
    int *plies[] = {&adjudication->draw_plies, &adjudication->draw_from};
    return parse_end(text, &adjudication->draw_score, plies, ARRAY_LENGTH(plies), error);
}

// Splits "a<between>b" into two counts and nothing else.
static bool parse_two(const char *text, const char *between, long long most, long long *first,
                      long long *second, struct error *error) {
    char part[NUMBER_TEXT];
    const char *rest = number_split(text, between, part);
    if (!rest)
        return error_set(error, "takes two numbers with %s between, not '%s'", between, text);
    return (number_count(part, 0, most, first) && number_count(rest, 0, most, second)) ||
           error_set(error, "takes whole numbers from 0 to %lld, not '%s'", most, text);
}

static bool set_shard(void *member, const char *text, struct error *error) {
    struct game_range *range = member;
    long long shard, shards;
    if (range->end >= 0)
        return error_set(error, "and --range: only one, once");
    if (!parse_two(text, "/", SHARDS_MAX, &shard, &shards, error))
        return false;
    *range = (struct game_range){.shard = (int)shard, .shards = (int)shards};
    return shard < shards || error_set(error, "I/N: I counts from 0 to N-1, not '%s'", text);
}

static bool set_range(void *member, const char *text, struct error *error) {
    struct game_range *range = member;
    long long begin, end;
    if (range->end >= 0)
        return error_set(error, "and --shard: only one, once");
    if (!parse_two(text, "..", GAMES_MAX, &begin, &end, error))
        return false;
    *range = (struct game_range){.begin = begin, .end = end};
    return begin < end ||
           error_set(error, "A..B: games A to B-1, so A must be below B, not '%s'", text);
}

static bool set_openings(void *member, const char *text, struct error *error) {
    struct play_options *options = member;
    bool random = strncmp(text, "random:", 7) == 0;
    options->openings = NULL;
    options->ladder.rungs = 0;
    if (near_ladder_named(text))
        return near_ladder_parse(text, &options->ladder) ||
               error_set(error,
                         "start:X,X,... must be up to %d falling whole numbers from 1 to %d, not "
                         "'%s'",
                         NEAR_RUNGS, NEAR_MOST, text + 5);
    options->openings = random ? NULL : text;
    return !random || number_count(text + 7, 1, 100, &options->random_plies) ||
           error_set(error, "random:P must be a whole number from 1 to 100, not '%s'", text + 7);
}

#define AT(member) OPTION_AT(struct play_options, member)

static const struct option_row part_rows[] = {
    {"games", "N", .kind = ROW_COUNT, .low = 1, .high = GAMES_MAX, AT(games),
     .given = offsetof(struct play_options, games_given)},
    {"shard", "I/N", .line_only = true, .kind = ROW_OWN, .set = set_shard, AT(range)},
    {"range", "A..B", .line_only = true, .kind = ROW_OWN, .set = set_range, AT(range)},
};

static const struct option_row game_rows[] = {
    {"threads", "T", .kind = ROW_COUNT, .low = 1, .high = 4096, AT(threads)},
    {"seed", "S", .kind = ROW_SEED, AT(seed), .given = offsetof(struct play_options, seed_given)},
};

static const struct option_row player_rows[] = {
    {"nodes", "M", .kind = ROW_COUNT, .low = 1, .high = 1e12, AT(nodes)},
    {"depth", "D", .kind = ROW_COUNT, .low = 1, .high = PLY_MAX, AT(depth)},
    {"values", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(values)},
    {"param", "NAME=VALUE", .kind = ROW_TEXTS, .completion = COMPLETE_VALUE, AT(param)},
    {"hash", "BYTES", .kind = ROW_COUNT, .low = 4096, .high = 1LL << 40, AT(hash_bytes)},
};

enum { PLAYER_DETAILS = 3 }; // from --param on

static const struct option_row opening_rows[] = {
    {"openings", "random:P|start[:X,X,...]|FILE", .kind = ROW_OWN, .set = set_openings,
     .completion = COMPLETE_FILE},
    {"start-plies", "N", .kind = ROW_COUNT, .low = 2, .high = NEAR_PLIES_MAX, AT(start_plies)},
    {"opening-bound", "CV", .kind = ROW_COUNT, .high = 100000, AT(bound)},
};

static const struct option_row end_rows[] = {
    {"ply-limit", "N", .kind = ROW_COUNT, .low = 1, .high = PLIES_MAX, AT(adjudication.ply_limit)},
    {"resign", "CV,PLIES", .kind = ROW_OWN, .set = set_resign, AT(adjudication)},
    {"draw", "CV,PLIES,FROM", .kind = ROW_OWN, .set = set_draw, AT(adjudication)},
};

static const struct option_row detail_rows[] = {
    {"annotate", "scores|times", NULL, "none|scores|times", .kind = ROW_CHOICE, AT(annotation)},
};

static bool set_defaults(void *base, struct error *error) {
    return play_options_default(base, error);
}

const struct option_set part_option_set = {"Games", part_rows, ARRAY_LENGTH(part_rows), NULL, NULL};
const struct option_set games_option_set = {NULL, game_rows, ARRAY_LENGTH(game_rows), set_defaults,
                                            NULL};
const struct option_set player_option_set = {"Players", player_rows, ARRAY_LENGTH(player_rows),
                                             NULL, NULL};
const struct option_set player_detail_option_set = {"Players", player_rows + PLAYER_DETAILS,
                                                    ARRAY_LENGTH(player_rows) - PLAYER_DETAILS,
                                                    NULL, NULL};
const struct option_set opening_option_set = {"Openings", opening_rows, ARRAY_LENGTH(opening_rows),
                                              NULL, NULL};
const struct option_set end_option_set = {"Ends of games", end_rows, ARRAY_LENGTH(end_rows), NULL,
                                          NULL};

const struct option_set detail_option_set = {"Moves", detail_rows, ARRAY_LENGTH(detail_rows), NULL,
                                             NULL};

static const struct option_row log_rows[] = {
    {"out", "DIR", .line_only = true, .kind = ROW_TEXT, .completion = COMPLETE_FOLDER,
     OPTION_AT(struct log_options, folder)},
    {"force", NULL, .line_only = true, OPTION_AT(struct log_options, force)},
};

const struct option_set log_option_set = {NULL, log_rows, ARRAY_LENGTH(log_rows), NULL, NULL};

static bool set_sample(void *member, const char *text, struct error *error) {
    double *rate = member;
    if (strcmp(text, "all") == 0)
        *rate = 1;
    else if (!number_decimal(text, rate) || *rate < 0 || *rate > 1)
        return error_set(error, "must be a share from 0 to 1, or all, not '%s'", text);
    return true;
}

static const struct option_row sampling_rows[] = {
    {"sample", "RATE|all", "0.25", .kind = ROW_OWN, .set = set_sample,
     OPTION_AT(struct sampling, rate)},
    {"sample-noisy", NULL, OPTION_AT(struct sampling, noisy)},
};
const struct option_set sampling_option_set = {"Positions for the tuner", sampling_rows,
                                               ARRAY_LENGTH(sampling_rows), NULL, NULL};

// --- Tests of two players ------------------------------------------------------------------------

static bool set_sprt(void *member, const char *text, struct error *error) {
    struct sprt_options *options = member;
    char first[NUMBER_TEXT];
    const char *second = number_split(text, ",", first);
    options->given = true;
    return (second && number_decimal(first, &options->sprt.elo0) &&
            number_decimal(second, &options->sprt.elo1)) ||
           error_set(error, "takes two numbers with a comma between, not '%s'", text);
}

static bool check_set(void *base, struct error *error) {
    const struct sprt_options *options = base;
    struct error cause = {""};
    if (!options->given)
        return !options->detailed ||
               error_set(error, "--alpha and --beta say how to test: give --sprt E0,E1 too");
    return sprt_check(&options->sprt, &cause) || error_set(error, "--sprt: %s", cause.text);
}

#define DETAIL(member)                                                                             \
    OPTION_AT(struct sprt_options, member), .given = offsetof(struct sprt_options, detailed)

static const struct option_row rows[] = {
    {"sprt", "E0,E1", .kind = ROW_OWN, .set = set_sprt},
    {"alpha", "P", "0.05", .kind = ROW_REAL, .high = 1, DETAIL(sprt.alpha)},
    {"beta", "P", "0.05", .kind = ROW_REAL, .high = 1, DETAIL(sprt.beta)},
};
const struct option_set sprt_option_set = {"Test", rows, ARRAY_LENGTH(rows), NULL, check_set};

int sprt_exit_code(enum sprt_verdict verdict) {
    static const int codes[] = {
        [SPRT_UNDECIDED] = EXIT_UNDECIDED, [SPRT_ACCEPT] = EXIT_DONE, [SPRT_REJECT] = EXIT_CHECK};
    return codes[verdict];
}

bool verification_set_limits(void *member, const char *text, struct error *error) {
    struct verification *verification = member;
    long long nodes[VERIFY_LIMITS_MAX];
    int count = number_counts(text, 1, 1000000000000, VERIFY_LIMITS_MAX, nodes);
    for (int i = 0; i < count; i++) {
        for (int other = 0; other < i; other++)
            if (nodes[other] == nodes[i])
                return error_set(error, "takes every node limit once, not '%s'", text);
        verification->limit[i] = (uint64_t)nodes[i];
    }
    verification->limits = count;
    return count || error_set(error,
                              "takes up to %d node limits from 1 to 1e12 with commas between, not "
                              "'%s'",
                              VERIFY_LIMITS_MAX, text);
}
