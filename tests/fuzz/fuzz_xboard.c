// SPDX-License-Identifier: GPL-3.0-or-later
// Any lines as a CECP session; the first byte chooses the game. Whatever comes, the answers are
// lines of text, the position is sound, and nothing that the lines start outlives them.
#include <ctype.h>
#include <string.h>

#include "fuzz.h"
#include "notation.h"
#include "xboard.h"

static bool load(const char *path, const struct tables *tables, struct values *values,
                 struct error *error) {
    values_estimate(tables, values);
    return !path || error_set(error, "%s: no such file", path);
}

static void hear(void *context, const char *line) {
    (void)context;
    for (; *line; line++)
        FUZZ_CHECK(*line == '\t' || !iscntrl((unsigned char)*line));
}

// Large tables and many threads are no faults, but take the machine.
static bool is_dear(const char *line) {
    static const char *const words[] = {"memory", "cores", "Hash", "Threads"};
    for (int i = 0; i < ARRAY_LENGTH(words); i++)
        if (strstr(line, words[i]))
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    const struct tables *tables = fuzz_tables(data[0] % 3 == 0 ? FUZZ_CHU : data[0]);
    struct error error = {""};
    struct session *session = session_create(&tables->variant, &tables->rules, load, &error);
    FUZZ_CHECK(session && session_set_option(session, "Hash", "1", &error));
    const struct xboard_config config = {"fuzz", tables->variant.name, hear, NULL};
    struct xboard *xboard = xboard_create(session, &config);
    FUZZ_CHECK(xboard);
    char *text = fuzz_text(data + 1, size - 1), *rest = text, *line;
    bool goes_on = true;
    int searches = 0;
    while (goes_on && (line = strtok_r(rest, "\n", &rest))) {
        if (is_dear(line) || searches > 2)
            continue;
        goes_on = xboard_line(xboard, line);
        searches += session_thinking(session);
        session_stop(session);
        struct error fault = {""};
        FUZZ_CHECK(position_check(session_position(session), &fault));
    }
    session_cancel(session);
    FUZZ_CHECK(!session_thinking(session));
    free(text);
    xboard_destroy(xboard);
    session_destroy(session);
    return 0;
}
