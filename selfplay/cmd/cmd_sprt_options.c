// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_sprt_options.h"

#include "number.h"

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
