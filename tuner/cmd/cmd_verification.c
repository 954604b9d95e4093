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
