// SPDX-License-Identifier: GPL-3.0-or-later
#include "ini_entries.h"

#include <assert.h>
#include <ctype.h>
#include <ini.h>
#include <stdio.h>
#include <string.h>

#include "nearest.h"

struct reader {
    const char *file;
    const char *text; // what is still to be read
    const char *const *sections;
    int section_count;
    int line;       // number of the line read last
    int fault_line; // 0 = none so far
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
    if (length + 3 > (size_t)size) {
        reader->fault_line = reader->line;
        error_at(reader->error, reader->file, reader->line,
                 "a line of %zu characters; at most %d are read", length, size - 3);
        return NULL;
    }
    memcpy(buffer, line, length);
    memcpy(buffer + length, "\n", 2);
    if (*buffer != '[')
        return buffer;
    char name[ENTRY_KEY];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(buffer + 1, "]\n"), buffer + 1);
    if (find_section(reader, name) < reader->section_count)
        return buffer;
    const char *near = nearest(name, reader->sections, reader->section_count);
    reader->fault_line = reader->line;
    error_at(reader->error, reader->file, reader->line, "'[%s]': no such section%s%s%s", name,
             near ? "; did you mean '[" : "", near ? near : "", near ? "]'?" : "");
    return NULL;
}

static int take(void *context, const char *section, const char *key, const char *value) {
    struct reader *reader = context;
    struct entries *entries = reader->entries;
    if (reader->fault_line)
        return 0;
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
    entries->count = 0;
    int bad = ini_parse_stream(next_line, &reader, take, &reader);
    if (bad < 0)
        return fault(&reader, 0, "out of memory");
    // inih goes on after a line that it cannot split, so another fault may have been noted since.
    if (bad && (!reader.fault_line || bad < reader.fault_line))
        return fault(&reader, bad, "neither a comment, [section] nor KEY = VALUE");
    return !reader.fault_line;
}

const struct entry *entries_find(const struct entries *entries, int section, const char *key) {
    assert(section >= 0);
    for (int i = 0; i < entries->count; i++)
        if (entries->entry[i].section == section && strcmp(entries->entry[i].key, key) == 0)
            return &entries->entry[i];
    return NULL;
}
