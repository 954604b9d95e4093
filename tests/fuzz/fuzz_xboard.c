// SPDX-License-Identifier: GPL-3.0-or-later
// Any lines as a CECP session; the first byte chooses the game. Whatever comes, the answers are
// lines of text, the position is sound, and nothing that the lines start outlives them.
#include <ctype.h>

#include "fuzz_engine.h"
#include "xboard.h"

static void hear(void *context, const char *line) {
    (void)context;
    for (; *line; line++)
        FUZZ_CHECK(*line == '\t' || !iscntrl((unsigned char)*line));
}

// Large tables and many threads are no faults, but take the machine.
static const char *const dear[] = {"memory", "cores", "Hash", "Threads"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_engine engine;
    if (!fuzz_engine_begin(&engine, data, size))
        return 0;
    const struct xboard_config config = {"fuzz", engine.tables->variant.name, hear, NULL};
    struct xboard *xboard = xboard_create(engine.session, &config);
    FUZZ_CHECK(xboard);
    engine.events = xboard_events(xboard);
    char *line;
    bool goes_on = true;
    while (goes_on && (line = fuzz_engine_line(&engine, dear, ARRAY_LENGTH(dear)))) {
        goes_on = xboard_line(xboard, line);
        fuzz_engine_check(&engine);
    }
    session_cancel(engine.session);
    FUZZ_CHECK(!session_thinking(engine.session));
    xboard_destroy(xboard);
    fuzz_engine_end(&engine);
    return 0;
}
