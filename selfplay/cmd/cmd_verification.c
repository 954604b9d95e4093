// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_verification.h"

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
