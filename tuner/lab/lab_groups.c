// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "memory.h"

// Places on the board, the most valuable first; returns how many.
static int order(const struct worths *worths, int place[WORTHS_MAX]) {
    int count = 0;
    for (int i = 0; i < worths->count; i++) {
        int at = count;
        if (worths->of[i].mark != WORTH_MEASURED || strcmp(worths_where(worths, i), "board") != 0)
            continue;
        for (; at > 0 && worths->of[place[at - 1]].value < worths->of[i].value; at--)
            place[at] = place[at - 1];
        place[at] = i;
        count++;
    }
    return count;
}

void lab_groups(const struct worths *worths, struct lab_groups *groups) {
    int place[WORTHS_MAX], count = order(worths, place);
    size_t size = (size_t)count * (size_t)count + 1;
    double *p = mem_alloc(size * sizeof *p);
    *groups = (struct lab_groups){.measured = count};
    for (int i = 0, pair = 0; i < count; i++) // of each the pairs with those below it
        for (int j = i + 1; j < count; j++)
            p[pair++] = contrast_of(worths, place[i], place[j]).p_holm;
    holm(p, count * (count - 1) / 2);
    // Pair of the best with i: i - 1; of i with the last: the last one of i's.
    bool apart = count > 1 && p[count - 2] < 0.05;
    for (int i = 0, end = -1; apart && i < count; i++) {
        end += count - 1 - i;
        bool most = i == 0 || p[i - 1] >= 0.05, least = i == count - 1 || p[end] >= 0.05;
        if (most && !least)
            groups->most[groups->most_count++] = place[i];
        if (least && !most)
            groups->least[groups->least_count++] = place[i];
    }
    for (int i = 0; i < groups->least_count / 2; i++) { // the least first
        int other = groups->least_count - 1 - i, swapped = groups->least[i];
        groups->least[i] = groups->least[other];
        groups->least[other] = swapped;
    }
    free(p);
}
