// SPDX-License-Identifier: GPL-3.0-or-later
#include "ini_entries.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct reader {
    const char *file;
    const char *const *sections;
    int section_count, section; // the section that lines belong to, -1: none yet
    int line;                   // its number
    const char *joint; // the line goes on the last entry, with this between; NULL: it does not
    struct entries *entries;
    struct error *error;
};

static bool fault(const struct reader *reader, const char *message) {
    return error_at(reader->error, reader->file, reader->line, "%s", message);
}

// The text from `*begin` to `end` without blanks around it: its length.
static int trim(const char **begin, const char *end) {
    while (*begin < end && isspace((unsigned char)**begin))
        ++*begin;
    while (end > *begin && isspace((unsigned char)end[-1]))
        end--;
    return (int)(end - *begin);
}

// Where the value ends: at a remark, behind a blank and a semicolon.
static const char *value_end(const char *value, const char *end) {
    for (const char *at = value + 1; at < end; at++)
        if (*at == ';' && isspace((unsigned char)at[-1]))
            return at;
    return end;
}

static bool take_section(struct reader *reader, const char *line, const char *end) {
    char name[ENTRY_KEY];
    int length = (int)strcspn(line + 1, "]\n"), index = 0;
    snprintf(name, sizeof name, "%.*s", length, line + 1);
    while (index < reader->section_count && strcmp(reader->sections[index], name) != 0)
        index++;
    if (index == reader->section_count) {
        const char *near = nearest_word(name, reader->sections, reader->section_count);
        return error_at(reader->error, reader->file, reader->line, "'[%s]': no such section%s%s%s",
                        name, near ? "; did you mean '[" : "", near ? near : "", near ? "]'?" : "");
    }
    if (line + 1 + length >= end)
        return fault(reader, "neither a comment, [section] nor KEY = VALUE");
    reader->section = index;
    if (!reader->entries->section_line[index])
        reader->entries->section_line[index] = reader->line;
    return true;
}

static bool take_entry(struct reader *reader, const char *line, const char *end) {
    struct entries *entries = reader->entries;
    struct entry *entry = &entries->entry[entries->count];
    const char *equals = line + strcspn(line, "=:\n"), *value = equals + 1;
    if (equals >= value_end(line, end))
        return fault(reader, "neither a comment, [section] nor KEY = VALUE");
    if (reader->section < 0)
        return fault(reader, "a key before the first [section]");
    if (entries->count == ENTRIES_MAX)
        return fault(reader, "too many keys");
    end = value_end(value, end);
    int key_length = trim(&line, equals), value_length = trim(&value, end);
    if (key_length >= ENTRY_KEY || value_length >= ENTRY_VALUE)
        return fault(reader, "key or value too long");
    snprintf(entry->key, ENTRY_KEY, "%.*s", key_length, line);
    snprintf(entry->value, ENTRY_VALUE, "%.*s", value_length, value);
    const struct entry *twin = entries_find(entries, reader->section, entry->key);
    if (twin)
        return error_at(reader->error, reader->file, reader->line,
                        "'%s' stands twice in [%s]; first in line %d", entry->key,
                        reader->sections[reader->section], twin->line);
    entry->section = reader->section;
    entry->line = reader->line;
    entries->count++;
    return true;
}

// Adds what stands in a continued line to the entry before.
static bool append(const struct reader *reader, const char *joint, const char *value,
                   const char *end) {
    if (!reader->entries->count)
        return fault(reader, "a continued line without a key");
    struct entry *entry = &reader->entries->entry[reader->entries->count - 1];
    size_t used = strlen(entry->value);
    int length = trim(&value, value_end(value, end));
    if (used + (size_t)length + 2 > ENTRY_VALUE)
        return fault(reader, "key or value too long");
    snprintf(entry->value + used, ENTRY_VALUE - used, "%s%.*s", used ? joint : "", length, value);
    return true;
}

static bool take_line(struct reader *reader, const char *line, const char *end) {
    const char *joint = reader->joint;
    reader->joint = NULL;
    int length = trim(&line, end);
    if (!length || *line == '#' || *line == ';')
        return true;
    if (line[length - 1] == '\\' && (joint || *line != '[')) {
        reader->joint = length > 1 && isspace((unsigned char)line[length - 2]) ? " " : "";
        length = trim(&line, line + length - 1);
    }
    if (!length)
        return true;
    return joint          ? append(reader, joint, line, line + length)
           : *line == '[' ? take_section(reader, line, line + length)
                          : take_entry(reader, line, line + length);
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
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) // a byte order mark
        text += 3;
    for (const char *end; *text; text = end + (*end == '\n')) {
        end = text + strcspn(text, "\n");
        reader.line++;
        if (!take_line(&reader, text, end))
            return false;
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
