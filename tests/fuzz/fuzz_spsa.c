// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as SPSA's state (first byte even) or its plan for minishogi: what is read and written
// again is the same, to the byte.
#include <math.h>
#include <string.h>

#include "file.h"
#include "fuzz.h"
#include "spsa.h"

static void check_state(const char *path) {
    static struct spsa spsa, again; // large
    char *identity = NULL, *second = NULL;
    struct error error = {""};
    if (!spsa_load(path, &spsa, &identity, &error)) {
        FUZZ_CHECK(strstr(error.text, "spsa.txt") != NULL);
        return;
    }
    FUZZ_CHECK(spsa.step >= 0 && spsa.step <= spsa.plan.steps && spsa.blocks >= 0 &&
               spsa.blocks <= SPSA_BLOCKS && spsa.plan.count > 0);
    const char *first = fuzz_file("first.json", "", 0);
    FUZZ_CHECK(spsa_save(&spsa, identity, first, &error));
    char *text = file_read(first, 1 << 24, &error);
    FUZZ_CHECK(spsa_load(first, &again, &second, &error));
    FUZZ_CHECK(strcmp(identity, second) == 0);
    const char *next = fuzz_file("second.json", "", 0);
    FUZZ_CHECK(spsa_save(&again, second, next, &error));
    char *written = file_read(next, 1 << 24, &error);
    FUZZ_CHECK(text && written && strcmp(text, written) == 0);
    if (!spsa_finished(&spsa)) {
        struct values base, arm[2];
        values_defaults(&base);
        spsa_arms(&spsa, &base, arm);
        for (int i = 0; i < spsa.plan.pairs; i++)
            if (!spsa_finished(&spsa) && i < 4)
                spsa_add_pair(&spsa, i % 5);
    }
    free(text);
    free(written);
    free(identity);
    free(second);
}

static void check_plan(const char *path) {
    const struct tables *tables = fuzz_tables('E');
    struct error error = {""};
    static struct spsa_plan plan, again;
    memset(&plan, 0, sizeof plan);
    memset(&again, 0, sizeof again);
    if (!spsa_plan_read(path, tables, &plan, &error)) {
        FUZZ_CHECK(strstr(error.text, "spsa.txt") != NULL);
        return;
    }
    struct buffer first = buffer_init(), second = buffer_init();
    spsa_plan_print(&plan, &first);
    FUZZ_CHECK(
        spsa_plan_read(fuzz_file("again.csv", first.data, first.length), tables, &again, &error));
    spsa_plan_print(&again, &second);
    FUZZ_CHECK(strcmp(first.data, second.data) == 0);
    buffer_destroy(&first);
    buffer_destroy(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    (data[0] % 2 == 0 ? check_state : check_plan)(fuzz_file("spsa.txt", data + 1, size - 1));
    return 0;
}
