// SPDX-License-Identifier: GPL-3.0-or-later
#include "ini_entries.h"

#include <assert.h>
#include <ctype.h>
#include <ini.h>
#include <stdio.h>
#include <string.h>

#include "error.h"
#include "memory.h"

struct reader {
    const char *file;
    const char *text; // what is still to be read
    const char *const *sections;
    int section_count;
    int line;       // number of the line read last
    int fault_line; // 0 = none so far
    // The line read last goes on an entry, with this between; the next line will. NULL: it does
    // not.
    const char *joint, *next_joint;
    struct entries *entries;
    struct error *error;
};

static int find_section(const struct reader *reader, const char *name) {
    int index = 0;
    while (index < reader->section_count && strcmp(reader->sections[index], name) != 0)
        index++;
    return index;
}

static bool fault(struct reader *reader, int line, const char *message) {
    reader->fault_line = line;
    return error_at(reader->error, reader->file, line, "%s", message);
}

// Cuts the '\' off the end of a line that the next one continues.
static const char *cut_backslash(const char *line, bool joined, size_t *length) {
    size_t end = *length;
    while (end && isspace((unsigned char)line[end - 1]))
        end--;
    if (!end || line[end - 1] != '\\' || strchr(joined ? "#;" : "#;[", *line))
        return NULL;
    *length = --end;
    return end && isspace((unsigned char)line[end - 1]) ? " " : "";
}

// What inih calls for each line, like fgets. It looks at the line as well: inih counts no lines for
// its handler, passes over empty sections, and would cut a long line in two.
static char *next_line(char *buffer, int size, void *context) {
    struct reader *reader = context;
    if (!*reader->text || reader->fault_line)
        return NULL;
    reader->line++;
    const char *line = reader->text;
    size_t length = strcspn(line, "\n");
    reader->text += length + (line[length] == '\n');
    for (; length && isspace((unsigned char)*line); line++)
        length--; // inih takes an indented line for the continuation of the one before
    reader->joint = reader->next_joint;
    reader->next_joint = cut_backslash(line, reader->joint, &length);
    if (length + 3 > (size_t)size) {
        reader->fault_line = reader->line;
        error_at(reader->error, reader->file, reader->line,
                 "a line of %zu characters; at most %d are read", length, size - 3);
        return NULL;
    }
    bool joined = reader->joint && length;
    buffer[0] = ' ';
    memcpy(buffer + joined, line, length);
    memcpy(buffer + joined + length, "\n", 2);
    if (*buffer != '[')
        return buffer;
    char name[ENTRY_KEY];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(buffer + 1, "]\n"), buffer + 1);
    int section = find_section(reader, name);
    if (section < reader->section_count) {
        if (!reader->entries->section_line[section])
            reader->entries->section_line[section] = reader->line;
        return buffer;
    }
    const char *near = nearest_word(name, reader->sections, reader->section_count);
    reader->fault_line = reader->line;
    error_at(reader->error, reader->file, reader->line, "'[%s]': no such section%s%s%s", name,
             near ? "; did you mean '[" : "", near ? near : "", near ? "]'?" : "");
    return NULL;
}

// Characters of a value before a remark; inih does not look for one in continued lines.
static size_t without_remark(const char *value) {
    size_t length = 0;
    while (value[length] &&
           (value[length] != ';' || (length && !isspace((unsigned char)value[length - 1]))))
        length++;
    while (length && isspace((unsigned char)value[length - 1]))
        length--;
    return length;
}

// Adds what stands in a continued line to the entry before.
static int append(struct reader *reader, const char *value) {
    if (!reader->entries->count)
        return fault(reader, reader->line, "a continued line without a key");
    struct entry *entry = &reader->entries->entry[reader->entries->count - 1];
    size_t used = strlen(entry->value), length = without_remark(value);
    if (used + length + 2 > ENTRY_VALUE)
        return fault(reader, reader->line, "key or value too long");
    snprintf(entry->value + used, ENTRY_VALUE - used, "%s%.*s", used ? reader->joint : "",
             (int)length, value);
    return 1;
}

static int take(void *context, const char *section, const char *key, const char *value) {
    struct reader *reader = context;
    struct entries *entries = reader->entries;
    if (reader->fault_line)
        return 0;
    if (reader->joint)
        return append(reader, value);
    int index = find_section(reader, section);
    if (index == reader->section_count)
        return fault(reader, reader->line, "a key before the first [section]");
    if (entries->count == ENTRIES_MAX)
        return fault(reader, reader->line, "too many keys");
    if (strlen(key) >= ENTRY_KEY || strlen(value) >= ENTRY_VALUE)
        return fault(reader, reader->line, "key or value too long");
    const struct entry *twin = entries_find(entries, index, key);
    if (twin) {
        reader->fault_line = reader->line;
        return error_at(reader->error, reader->file, reader->line,
                        "'%s' stands twice in [%s]; first in line %d", key, section, twin->line);
    }
    struct entry *entry = &entries->entry[entries->count++];
    entry->section = index;
    entry->line = reader->line;
    strcpy(entry->key, key);
    strcpy(entry->value, value);
    return 1;
}

bool entries_read(const char *text, const char *file, const char *const *sections,
                  int section_count, struct entries *entries, struct error *error) {
    struct reader reader = {.file = file,
                            .text = text,
                            .sections = sections,
                            .section_count = section_count,
                            .entries = entries,
                            .error = error};
    assert(section_count <= ENTRY_SECTIONS);
    entries->count = 0;
    memset(entries->section_line, 0, sizeof entries->section_line);
    int bad = ini_parse_stream(next_line, &reader, take, &reader);
    if (bad < 0)
        mem_fail();
    // inih goes on after a line that it cannot split, so another fault may have been noted since.
    if (bad && (!reader.fault_line || bad < reader.fault_line))
        return fault(&reader, bad, "neither a comment, [section] nor KEY = VALUE");
    return !reader.fault_line;
}

const struct entry *entries_find(const struct entries *entries, int section, const char *key) {
    assert(section >= 0);
    for (int i = 0; i < entries->count; i++)
        if (entries->entry[i].section == section &&
            (!key || strcmp(entries->entry[i].key, key) == 0))
            return &entries->entry[i];
    return NULL;
}
