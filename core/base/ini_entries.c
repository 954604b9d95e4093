// SPDX-License-Identifier: GPL-3.0-or-later
#include "ini_entries.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct reader {
    const char *file;
    const char *const *sections;
    int section_count;
    int line;           // its number
    int section;        // -1 before the first
    struct entry *open; // the entry read last in this section, which a line may go on; NULL: none
    const char *joint;  // the line read last goes on, with this between; NULL: it does not
    struct entries *entries;
    struct error *error;
};

struct span { // of a line
    const char *at;
    size_t length;
};

static struct span trim(struct span span) {
    for (; span.length && isspace((unsigned char)*span.at); span.at++)
        span.length--;
    while (span.length && isspace((unsigned char)span.at[span.length - 1]))
        span.length--;
    return span;
}

static bool fault(const struct reader *reader, const char *message) {
    return error_at(reader->error, reader->file, reader->line, "%s", message);
}

static bool no_entry(const struct reader *reader) {
    return fault(reader, "neither a comment, [section] nor KEY = VALUE");
}

// Cuts the '\' off the end of a line that the next one continues.
static const char *cut_backslash(struct span *line) {
    if (!line->length || line->at[line->length - 1] != '\\' || strchr("#;", *line->at))
        return NULL;
    line->length--;
    return line->length && isspace((unsigned char)line->at[line->length - 1]) ? " " : "";
}

// A part before a remark, which is ';' behind a blank or, where a blank is `before` it, first.
static struct span without_remark(struct span span, bool before) {
    for (size_t i = 0; i < span.length; i++)
        if (span.at[i] == ';' && (i ? isspace((unsigned char)span.at[i - 1]) : before))
            span.length = i;
    return trim(span);
}

static bool begin_section(struct reader *reader, struct span line) {
    const char *end = memchr(line.at, ']', line.length);
    char name[ENTRY_KEY];
    snprintf(name, sizeof name, "%.*s", (int)((end ? end : line.at + line.length) - line.at - 1),
             line.at + 1);
    int section = text_find(name, reader->sections, reader->section_count);
    if (section < 0) {
        char all[256] = "";
        for (int i = 0; i < reader->section_count; i++)
            snprintf(all + strlen(all), sizeof all - strlen(all), " [%s]", reader->sections[i]);
        return error_at(reader->error, reader->file, reader->line,
                        "'[%s]': no such section; there are%s", name, all);
    }
    struct span rest = {end ? end + 1 : line.at, end ? line.length - (end + 1 - line.at) : 1};
    rest = trim(rest);
    if (rest.length && !strchr("#;", *rest.at)) // also where nothing closes it
        return no_entry(reader);
    if (!reader->entries->section_line[section])
        reader->entries->section_line[section] = reader->line;
    reader->section = section;
    reader->open = NULL;
    return true;
}

// Adds what stands in a continued line to the entry before.
static bool append(const struct reader *reader, const char *joint, struct span line) {
    struct span more = without_remark(line, true);
    if (!reader->open)
        return fault(reader, "a continued line without a key");
    char *value = reader->open->value;
    size_t used = strlen(value);
    if (used + more.length + 2 > ENTRY_VALUE)
        return fault(reader, "key or value too long");
    snprintf(value + used, ENTRY_VALUE - used, "%s%.*s", used ? joint : "", (int)more.length,
             more.at);
    return true;
}

static bool add_entry(struct reader *reader, struct span line) {
    size_t split = 0;
    const size_t end = without_remark(line, false).length;
    while (split < end && !strchr("=:", line.at[split]))
        split++;
    if (split == end)
        return no_entry(reader);
    if (reader->section < 0)
        return fault(reader, "a key before the first [section]");
    struct span key = trim((struct span){line.at, split}),
                value = without_remark((struct span){key.at + split + 1, line.length - split - 1},
                                       false);
    struct entries *entries = reader->entries;
    if (entries->count == ENTRIES_MAX)
        return fault(reader, "too many keys");
    if (key.length >= ENTRY_KEY || value.length >= ENTRY_VALUE)
        return fault(reader, "key or value too long");
    struct entry *entry = &entries->entry[entries->count];
    snprintf(entry->key, sizeof entry->key, "%.*s", (int)key.length, key.at);
    snprintf(entry->value, sizeof entry->value, "%.*s", (int)value.length, value.at);
    const struct entry *twin = entries_find(entries, reader->section, entry->key);
    if (twin)
        return error_at(reader->error, reader->file, reader->line,
                        "'%s' stands twice in [%s]; first in line %d", entry->key,
                        reader->sections[reader->section], twin->line);
    entry->section = reader->section;
    entry->line = reader->line;
    entries->count++;
    reader->open = entry;
    return true;
}

static bool take_line(struct reader *reader, struct span line) {
    const char *joint = reader->joint;
    line = trim(line);
    reader->joint = joint || *line.at != '[' ? cut_backslash(&line) : NULL;
    line = trim(line);
    if (!line.length || strchr("#;", *line.at))
        return true;
    if (joint)
        return append(reader, joint, line);
    return *line.at == '[' ? begin_section(reader, line) : add_entry(reader, line);
}

bool entries_read(const char *text, const char *file, const char *const *sections,
                  int section_count, struct entries *entries, struct error *error) {
    struct reader reader = {.file = file,
                            .sections = sections,
                            .section_count = section_count,
                            .section = -1,
                            .entries = entries,
                            .error = error};
    assert(section_count <= ENTRY_SECTIONS);
    entries->count = 0;
    memset(entries->section_line, 0, sizeof entries->section_line);
    text += 3 * (strncmp(text, "\xef\xbb\xbf", 3) == 0); // the mark of some editors
    while (*text) {
        size_t length = strcspn(text, "\n");
        reader.line++;
        if (!take_line(&reader, (struct span){text, length}))
            return false;
        text += length + (text[length] == '\n');
    }
    return true;
}

const struct entry *entries_find(const struct entries *entries, int section, const char *key) {
    assert(section >= 0);
    for (int i = 0; i < entries->count; i++)
        if (entries->entry[i].section == section &&
            (!key || strcmp(entries->entry[i].key, key) == 0))
            return &entries->entry[i];
    return NULL;
}
