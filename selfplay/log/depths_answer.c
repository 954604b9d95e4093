// SPDX-License-Identifier: GPL-3.0-or-later
#include "depths_answer.h"

void depths_answer(struct answer *answer, const char *name, const struct depths *depths) {
    int64_t moves = depths_moves(depths);
    int median = depths_median(depths);
    double none = depths_none(depths);
    if (moves == 0)
        return;
    answer_line(answer, "depth", "%s%smedian %d %s; %.*f%% of the moves finished no ply",
                name ? name : "", name ? ": " : "", median, median == 1 ? "ply" : "plies",
                none < 0.01 && none > 0, 100 * none);
    answer_entry(answer, "depth");
    if (name)
        answer_key(answer, "name", cell_text(name));
    answer_key(answer, "moves", cell_count(moves));
    answer_key(answer, "median_plies", cell_number(median));
    answer_key(answer, "without_ply", cell_number(none));
    answer_close(answer);
}

void depths_warn(struct answer *answer, const char *name, const struct depths *depths) {
    double none = depths_none(depths);
    if (none >= DEPTHS_SHALLOW)
        answer_summary(answer,
                       "Warning: %s%s%.0f%% of the moves finished no ply. More nodes give deeper "
                       "play.",
                       name ? name : "", name ? ": " : "", 100 * none);
}
