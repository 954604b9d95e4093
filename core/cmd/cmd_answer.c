// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_answer.h"

#include "cmd_common.h"
#include "cmd_terminal.h"

bool answer_write(struct answer *answer, bool json, struct diagram_style style, int columns,
                  FILE *out) {
    struct buffer text = buffer_init();
    if (json)
        answer_json(answer, &text);
    else
        answer_text(answer, style, columns, &text);
    answer_destroy(answer);
    bool done = !text.failed;
    if (done && text.length > 0)
        fwrite(text.data, 1, text.length, out);
    buffer_destroy(&text);
    return done || fail(EXIT_ERROR, "out of memory") == EXIT_DONE;
}

int answer_show(struct answer *answer, bool json) {
    return answer_write(answer, json, terminal_style(), terminal_columns(), stdout)
               ? terminal_finish()
               : EXIT_ERROR;
}
