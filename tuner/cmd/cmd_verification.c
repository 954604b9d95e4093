// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_verification.h"

#include <inttypes.h>
#include <string.h>

#include "cmd_common.h"

bool verification_parse_limits(const char *text, struct verification *verification) {
    verification->limits = 0;
    for (const char *at = text;;) {
        char part[32];
        size_t length = strcspn(at, ",");
        long long nodes;
        if (length >= sizeof part || verification->limits == VERIFY_LIMITS_MAX) {
            fail(EXIT_USAGE, "node limits: up to %d numbers with commas between, not '%s'",
                 VERIFY_LIMITS_MAX, text);
            return false;
        }
        memcpy(part, at, length);
        part[length] = 0;
        if (!parse_count(part, "a node limit", 1, 1000000000000, &nodes))
            return false;
        for (int i = 0; i < verification->limits; i++)
            if (verification->limit[i] == (uint64_t)nodes) {
                fail(EXIT_USAGE, "node limits: %lld stands twice in '%s'", nodes, text);
                return false;
            }
        verification->limit[verification->limits++] = (uint64_t)nodes;
        if (!at[length])
            return true;
        at += length + 1;
    }
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
