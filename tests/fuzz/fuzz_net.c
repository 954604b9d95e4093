// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a network; the first byte chooses the game. What is read and written again is the
// same, and says something of the start position.
#include <string.h>

#include "fuzz.h"
#include "net.h"
#include "notation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    const struct tables *tables = fuzz_tables(data[0]);
    char *text = fuzz_text(data + 1, size - 1);
    struct error error = {""};
    struct net_weights *weights = net_parse(text, "net.csv", tables, data[0] >= 'a', &error);
    if (weights) {
        struct buffer first = buffer_init(), second = buffer_init();
        net_print(weights, &first);
        struct net_weights *again = net_parse(first.data, "again.csv", tables, false, &error);
        FUZZ_CHECK(again != NULL);
        net_print(again, &second);
        FUZZ_CHECK(strcmp(first.data, second.data) == 0);
        struct net *net = net_create(weights, tables);
        struct position start;
        struct net_sums sums;
        FUZZ_CHECK(
            fen_parse(variant_start_fen(&tables->variant, &tables->rules), tables, &start, &error));
        if (net->unit) {
            net_sum_up(net, &start, &sums);
            FUZZ_CHECK(abs(net_score(net, &start, &sums)) <= NET_SCORE_LIMIT);
        }
        buffer_destroy(&first);
        buffer_destroy(&second);
        free(net);
        free(again);
        free(weights);
    } else {
        FUZZ_CHECK(strstr(error.text, "net.csv") != NULL);
    }
    free(text);
    return 0;
}
