// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_verification.h"

#include <inttypes.h>

#include "number.h"

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

void verification_print(const struct verification *verification, struct diagram_style style,
                        FILE *out) {
    const char *bold = style.colour ? "\033[1m" : "", *faint = style.colour ? "\033[2m" : "";
    const char *plain = style.colour ? "\033[0m" : "";
    const struct sprt *sprt = &verification->sprt;
    fprintf(out, "\n%sVerified%s by fresh games, seed %" PRIu64 ": %s Elo %g rather than %g\n\n",
            bold, plain, verification->seed, elo_model_name(sprt->model), sprt->elo1, sprt->elo0);
    fprintf(out, "  %s%10s%10s%10s  %-20s%8s  %s%s\n", faint, "nodes", "games", "Elo", "95%", "LLR",
            "verdict", plain);
    for (int i = 0; i < verification->limits; i++) {
        if (i >= verification->played) {
            fprintf(out, "  %10" PRIu64 "%12s\n", verification->limit[i], "not played");
            continue;
        }
        const struct score_counts *pairs = &verification->pairs[i];
        struct measured elo = measured_elo(sprt_estimate(sprt, pairs).score);
        char interval[48];
        snprintf(interval, sizeof interval, "%+.1f .. %+.1f", elo.low, elo.high);
        fprintf(out, "  %10" PRIu64 "%10" PRId64 "%+10.1f  %-20s%+8.2f  %s\n",
                verification->limit[i], score_games(pairs), elo.value, interval,
                sprt_llr(sprt, pairs), verification_word(verification->verdicts[i]));
    }
    static const char *const meanings[] = {[SPRT_UNDECIDED] =
                                               "more games would be needed; the old values stay",
                                           [SPRT_ACCEPT] = "better at every node limit",
                                           [SPRT_REJECT] = "the old values stay"};
    fprintf(out, "\n  %s%s%s: %s\n", bold, verification_word(verification->verdict), plain,
            meanings[verification->verdict]);
    if (verification->verdict == SPRT_UNDECIDED)
        fprintf(
            out,
            "  In the games allowed the LLR reached neither of the test's bounds, %+.2f and\n"
            "  %+.2f, whatever the Elo is; the next node limit is played after an accept alone.\n",
            sprt_lower(sprt), sprt_upper(sprt));
}
