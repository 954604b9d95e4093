// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_answer.h"

#include <stdio.h>

#include "cmd_common.h"
#include "cmd_terminal.h"

int answer_show(struct answer *answer, bool json) {
    struct buffer text = buffer_init();
    if (json)
        answer_json(answer, &text);
    else
        answer_text(answer, terminal_style(), terminal_columns(), &text);
    answer_destroy(answer);
    bool failed = text.failed;
    if (!failed && text.length > 0)
        fwrite(text.data, 1, text.length, stdout);
    buffer_destroy(&text);
    return failed ? fail(EXIT_ERROR, "out of memory") : terminal_finish();
}
