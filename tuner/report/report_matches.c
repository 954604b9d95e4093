// SPDX-License-Identifier: GPL-3.0-or-later
// Sections of several matches: "verification" { kind, source, then as verify.json of `kagami match
// --ladder` }, and "ratings" { kind, source, title, summary, ratings: as ratings.json of a round
// robin }.
#include "report_sections.h"
#include "verification.h"

bool report_verification(struct report_folder *folder, const char *source, const cJSON *answer,
                         struct error *error) {
    (void)error;
    cJSON *section = report_section(folder, "verification");
    const cJSON *item;
    json_add_text(section, "source", source);
    cJSON_ArrayForEach(item, answer) {
        json_add_copy(section, item->string, item);
    }
    struct answer said = answer_init(NULL);
    if (!report_item(section, "summary")) // answers of old have none
        verification_summary_from(&said, section);
    answer_json_into(&said, section);
    answer_destroy(&said);
    return true;
}

bool report_ratings(struct report_folder *folder, const char *source, const cJSON *answer,
                    struct error *error) {
    (void)error;
    cJSON *section = report_section(folder, "ratings");
    json_add_text(section, "source", source);
    json_add_text(section, "title", json_text(answer, "title"));
    if (report_item(answer, "summary"))
        json_add_copy(section, "summary", report_item(answer, "summary"));
    report_origin(section, answer);
    json_add_copy(section, "ratings", answer);
    return true;
}
