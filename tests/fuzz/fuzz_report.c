// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a file in a folder of `kagami report`; the first byte chooses which: states and
// answers of evolve, spsa, tune, worth and compare, records, tables, values. What is taken becomes
// a page, what is not is told.
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "report.h"
#include "web_document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"answer.json", "table.csv", "evolve.json", "run.json"};
    if (size == 0)
        return 0;
    char path[512], folder[512];
    snprintf(path, sizeof path, "%s",
             fuzz_file(names[data[0] % ARRAY_LENGTH(names)], data + 1, size - 1));
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    const struct report_options options = {.variant = data[0] < 'a' ? "minishogi" : NULL,
                                           .threads = 1};
    const char *folders[] = {folder};
    struct error error = {""};
    cJSON *report = report_read(folders, 1, &options, &error);
    if (report) {
        struct buffer page = buffer_init();
        web_document(WEB_REPORT, report, "fuzz", &page);
        buffer_destroy(&page);
        cJSON_Delete(report);
    } else {
        FUZZ_CHECK(error.text[0] != '\0');
    }
    unlink(path);
    return 0;
}
