// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as worth.csv and, behind a line "=", the covariance beside it, of minishogi: what is
// read and written again is the same, and what is made of it is numbers.
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "worths.h"

static void check(const struct worths *worths) {
    for (int i = 0; i < worths->count; i++) {
        FUZZ_CHECK(isfinite(worths->of[i].value) && worths->of[i].mark <= WORTH_OPEN);
        FUZZ_CHECK(worths_find(worths, worths->of[i].index) == i);
        for (int k = 0; k < worths->count; k++) {
            double covariance = worths->covariance[i * worths->count + k];
            FUZZ_CHECK(isfinite(covariance));
            FUZZ_CHECK(covariance == worths->covariance[k * worths->count + i]);
        }
        FUZZ_CHECK(worths->covariance[i * worths->count + i] >= 0);
    }
}

static void check_again(const struct worths *worths, const struct worths_scaled *scaled) {
    struct error error = {""};
    struct worths again;
    const char *path = fuzz_file("again.csv", "", 0);
    if (!worths_write(worths, scaled, path, &error) ||
        !worths_read(path, worths->tables, &again, &error)) {
        fprintf(stderr, "%s\n", error.text);
        abort();
    }
    FUZZ_CHECK(again.count == worths->count);
    for (int i = 0; i < again.count; i++) {
        double value = worths->of[i].value;
        FUZZ_CHECK(again.of[i].index == worths->of[i].index);
        FUZZ_CHECK(again.of[i].mark == worths->of[i].mark);
        FUZZ_CHECK(fabs(again.of[i].value - value) <= 0.006 + 1e-6 * fabs(value));
    }
    worths_destroy(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), *second = strstr(text, "\n=\n");
    size_t first = second ? (size_t)(second + 1 - text) : strlen(text);
    const char *covariance = second ? second + 3 : "";
    fuzz_file("worth.covariance.csv", covariance, strlen(covariance));
    struct error error = {""};
    struct worths worths;
    if (worths_read(fuzz_file("worth.csv", text, first), fuzz_tables('E'), &worths, &error)) {
        double part[WORTHS_MAX];
        struct worths_scaled scaled = {0};
        check(&worths);
        bool measured = worths_unit(&worths, 0, part);
        if (measured && worths_scale(&worths, part, &scaled, &error)) {
            for (int i = 0; i < scaled.count; i++)
                FUZZ_CHECK(isfinite(scaled.value[i]) && isfinite(scaled.se[i]));
            check_again(&worths, &scaled);
        } else if (measured) {
            FUZZ_CHECK(error.text[0] != '\0');
        }
        worths_scaled_destroy(&scaled);
        worths_destroy(&worths);
    } else {
        FUZZ_CHECK(strstr(error.text, ".csv") != NULL);
    }
    free(text);
    return 0;
}
