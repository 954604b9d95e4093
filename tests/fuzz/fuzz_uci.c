// SPDX-License-Identifier: GPL-3.0-or-later
// Any lines as a UCI (first byte even) or USI session. Whatever comes, the answers are lines of
// text, the position is sound, and nothing that the lines start outlives them.
#include <ctype.h>

#include "fuzz_engine.h"
#include "uci.h"

static void hear(void *context, const char *line) {
    (void)context;
    for (; *line; line++)
        FUZZ_CHECK(!iscntrl((unsigned char)*line));
}

// Large tables and many threads are no faults, but take the machine; so do long counts.
static const char *const dear[] = {"ash", "ASH", "hread", "HREAD", "perft"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_engine engine;
    if (!fuzz_engine_begin(&engine, data, size))
        return 0;
    struct uci *uci =
        uci_create(data[0] % 2 ? DIALECT_USI : DIALECT_UCI, engine.session, "fuzz", hear, NULL);
    FUZZ_CHECK(uci);
    engine.events = uci_events(uci);
    char *line;
    bool goes_on = true;
    while (goes_on && (line = fuzz_engine_line(&engine, dear, ARRAY_LENGTH(dear)))) {
        goes_on = uci_line(uci, line);
        fuzz_engine_check(&engine);
    }
    session_cancel(engine.session);
    FUZZ_CHECK(!session_thinking(engine.session));
    uci_destroy(uci);
    fuzz_engine_end(&engine);
    return 0;
}
