// SPDX-License-Identifier: GPL-3.0-or-later
// An Interactive Diagram's text, cut. It stands in a page between tags, one parameter or piece a
// line; copies of it often have lost the ends of lines, so these are not relied on: a parameter's
// value and a piece's squares have no blanks.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "diagram_internal.h"
#include "memory.h"
#include "number.h"

static const struct {
    const char *name, *reason; // NULL: read, or looks
    bool looks;
} keys[] = {
#define KEY(name) {#name, NULL, false},
#define LOOKS(name) {#name, NULL, true},
#define RULE(name, reason) {#name, reason, false},
#include "diagram_keys.def"
#undef KEY
#undef LOOKS
#undef RULE
};

// The number of a key, or that behind the last.
static int find_key(const char *name, size_t length) {
    int i = 0;
    while (i < ARRAY_LENGTH(keys) &&
           (strlen(keys[i].name) != length || strncasecmp(keys[i].name, name, length) != 0))
        i++;
    return i;
}

static const char *find(const char *text, const char *word) {
    size_t length = strlen(word);
    for (; *text; text++)
        if (strncasecmp(text, word, length) == 0)
            return text;
    return NULL;
}

static const struct {
    const char *name;
    char character;
} entities[] = {{"&amp;", '&'},  {"&lt;", '<'},   {"&gt;", '>'},
                {"&quot;", '"'}, {"&#39;", '\''}, {"&nbsp;", ' '}};

// Copies text without tags; what ends lines in a page ends them in the copy.
static void strip(const char *from, const char *end, char *to) {
    while (from < end && *from) {
        const char *close = *from == '<' ? memchr(from, '>', (size_t)(end - from)) : NULL;
        if (close && (isalpha((unsigned char)from[1]) || strchr("/!", from[1]))) {
            for (; from <= close; from++)
                if (*from == '\n')
                    *to++ = '\n';
            *to++ = ' ';
            continue;
        }
        int i = 0;
        while (i < ARRAY_LENGTH(entities) &&
               strncmp(from, entities[i].name, strlen(entities[i].name)) != 0)
            i++;
        *to++ = i < ARRAY_LENGTH(entities) ? entities[i].character : *from;
        from += i < ARRAY_LENGTH(entities) ? strlen(entities[i].name) : 1;
    }
    *to = 0;
}

static int count_lines(const char *from, const char *end) {
    int lines = 0;
    while (from < end) {
        const char *next = memchr(from, '\n', (size_t)(end - from));
        next = next ? next : end;
        from += strspn(from, " \t\r");
        lines += from < next;
        from = next + 1;
    }
    return lines;
}

// What stands around a diagram is no part of it.
static void note_passed(struct draft *draft, int lines) {
    if (lines > 0)
        draft_check(draft, "%d line%s around the diagram %s passed over; rules may stand there",
                    lines, lines == 1 ? "" : "s", lines == 1 ? "is" : "are");
}

// The lines of a page, less tags, before its diagram and behind it.
static void count_around(const char *text, const char *first, const char *end,
                         struct draft *draft) {
    char *copy = mem_alloc(strlen(text) + 2);
    strip(text, first, copy);
    int lines = count_lines(copy, copy + strlen(copy));
    strip(end, end + strlen(end), copy);
    note_passed(draft, lines + count_lines(copy, copy + strlen(copy)));
    free(copy);
}

// The diagram of a page, or the whole text; `line` is the number of its first line.
static char *copy_diagram(const char *text, struct draft *draft, int *line, bool *whole) {
    const char *begin = find(text, "idiagram");
    const char *end = text + strlen(text), *close = begin ? strchr(begin, '>') : NULL;
    const char *first = text;
    if (close) {
        first = close + 1;
        const char *last = find(first, "</div");
        if (last)
            end = last;
        if (find(end, "idiagram"))
            draft_check(draft, "the page has more than one diagram; the first is read");
    }
    *line = 1;
    for (const char *c = text; c < first; c++)
        *line += *c == '\n';
    for (const char *script = text; (script = find(script, "<script")); script++)
        if (!memchr(script, '=', strcspn(script, ">"))) {
            draft_check(draft, "the page has a script of its own, which may change the rules");
            break;
        }
    *whole = first == text;
    if (!*whole)
        count_around(text, first, end, draft);
    char *copy = mem_alloc((size_t)(end - first) + 2);
    strip(first, end, copy);
    return copy;
}

static bool is_name(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)text[i]) && text[i] != '_')
            return false;
    return length > 0;
}

struct cutter {
    const char *at; // what is still to be read
    int line;
    struct draft *draft;
    struct diagram *diagram;
    char *room; // for copies: never more than the text itself, a 0 in the place of each mark
};

// A word of a piece's line: no blank, and characters that IDs or moves have.
static const char *word_end(const char *at, size_t most) {
    const char *end = at;
    while (*end && !strchr(": \t\r\n", *end))
        end++;
    return (size_t)(end - at) <= most ? end : NULL;
}

// "name:ID:moves" with moves, or none and more behind: a piece's line and no prose.
static bool is_piece(const char *line) {
    enum { NAME_MOST = 40, ID_MOST = 8, MOVES_MOST = BETZA_TEXT };
    size_t length = strcspn(line, ":\n");
    const char *id = line + length + 1;
    if (line[length] != ':' || length == 0 || length > NAME_MOST)
        return false;
    const char *moves = word_end(id, ID_MOST);
    if (!moves || *moves != ':')
        return false;
    const char *end = word_end(++moves, MOVES_MOST);
    bool atom = end == moves && *end == ':';
    for (const char *c = moves; end && c < end; c++)
        atom |= isupper((unsigned char)*c) != 0;
    return end && atom;
}

// A parameter: one that is known, or by its look, name=value.
static bool is_parameter(const char *at) {
    const char *name_end = at + strcspn(at, " \t\r\n=:"),
               *equals = name_end + strspn(name_end, " \t");
    size_t length = (size_t)(name_end - at);
    return *equals == '=' && is_name(at, length) &&
           (find_key(at, length) < ARRAY_LENGTH(keys) ||
            (equals == name_end && !strchr(" \t\r\n=", equals[1])));
}

// Where on its line a diagram begins, or goes on: NULL nowhere. Behind prose it begins with the
// size of the board.
static const char *find_part(const char *line) {
    const char *end = line + strcspn(line, "\n"), *at = line + strspn(line, " \t\r");
    if (at < end && (is_parameter(at) || is_piece(at)))
        return at;
    for (; at < end; at += strcspn(at, " \t\n"), at += strspn(at, " \t"))
        if (strncasecmp(at, "files=", strlen("files=")) == 0)
            for (const char *next = at; next < end; next++)
                if (strncasecmp(next, " ranks=", strlen(" ranks=")) == 0)
                    return at;
    return NULL;
}

// Without the tags of a page, what is a diagram is told by its lines: from the first one that is a
// part to the last, so that what is misspelt between is refused. Passes over the lines around.
static void find_lines(struct cutter *cutter, char *copy) {
    const char *first = NULL;
    char *last = NULL, *line = copy;
    bool sized = false;
    int before = 0;
    for (; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *part = find_part(line), *end = line + strcspn(line, "\n");
        bool sizes = false;
        for (const char *at = part; at && at < end && !sizes; at++)
            sizes = strncasecmp(at, "files=", strlen("files=")) == 0;
        if (sizes && sized) {
            draft_check(cutter->draft, "the text has more than one diagram; the first is read");
            break;
        }
        sized |= sizes;
        if (!part)
            continue;
        if (!first) {
            first = part;
            before = count_lines(copy, line);
        }
        last = line + (end - line);
    }
    if (!first)
        return;
    int others = before + count_lines(last, last + strlen(last));
    *last = 0;
    for (cutter->at = copy; cutter->at < first; cutter->at++)
        cutter->line += *cutter->at == '\n';
    note_passed(cutter->draft, others);
}

// A copy of what stands between, less blanks at both ends.
static char *keep(struct cutter *cutter, const char *begin, const char *end) {
    while (begin < end && strchr(" \t\r", *begin))
        begin++;
    while (end > begin && strchr(" \t\r", end[-1]))
        end--;
    char *copy = cutter->room;
    memcpy(copy, begin, (size_t)(end - begin));
    copy[end - begin] = 0;
    cutter->room += end - begin + 1;
    return copy;
}

// "name=value". A value has blanks only where nothing else stands on its line.
static bool take_key(struct cutter *cutter) {
    struct diagram *diagram = cutter->diagram;
    const char *name_end = cutter->at + strcspn(cutter->at, " \t\r\n=:");
    const char *equals = name_end + strspn(name_end, " \t");
    if (*equals != '=' || !is_name(cutter->at, (size_t)(name_end - cutter->at)))
        return false;
    const char *value = equals + 1, *line_end = value + strcspn(value, "\n");
    const char *end = value + strcspn(value, " \t\r\n");
    if (end + strcspn(end, "=:\n") == line_end)
        end = line_end;
    if (diagram->key_count == DIAGRAM_KEYS)
        draft_refuse(cutter->draft, at_line(cutter->line), NULL, NULL, "more than %d parameters",
                     DIAGRAM_KEYS);
    else {
        char *name = keep(cutter, cutter->at, name_end);
        diagram->keys[diagram->key_count++] =
            (struct diagram_text){name, keep(cutter, value, end), cutter->line};
    }
    cutter->at = end;
    return diagram->key_count <= DIAGRAM_KEYS;
}

// "name:ID:Betza:image:squares:hand"; the last two are words without blanks.
static bool take_piece(struct cutter *cutter) {
    enum { IMAGE = 3, PLACES = 4, FIELDS = 6 };
    static char none[] = "";
    struct diagram *diagram = cutter->diagram;
    const char *begin[FIELDS], *end[FIELDS], *at = cutter->at;
    int count = 0;
    if (at[strcspn(at, ":\n")] != ':')
        return false;
    for (;; at++) {
        begin[count] = at;
        at += strcspn(at, count < PLACES ? ":\n" : ": \t\r\n");
        if (count == IMAGE && strncmp(at, "://", 3) == 0) // of an address
            at += 1 + strcspn(at + 1, ":\n");
        while (count == PLACES && at > begin[count] && at[-1] == ',' &&
               (*at == ' ' || *at == '\t') && isalpha((unsigned char)at[1]) &&
               isdigit((unsigned char)at[2])) // a2, b2
            at += 1 + strcspn(at + 1, ": \t\r\n");
        end[count++] = at;
        if (*at != ':' || count == FIELDS)
            break;
    }
    cutter->at = at + (*at == ':' ? strcspn(at, " \t\r\n") : 0);
    if (diagram->piece_count == DIAGRAM_PIECES) {
        draft_refuse(cutter->draft, at_line(cutter->line), NULL, NULL,
                     "more than %d kinds of pieces", DIAGRAM_PIECES);
        return true;
    }
    char *fields[FIELDS];
    for (int i = 0; i < FIELDS; i++)
        fields[i] = i < count ? keep(cutter, begin[i], end[i]) : none;
    diagram->pieces[diagram->piece_count++] = (struct diagram_piece){
        fields[0], fields[1], fields[2], fields[PLACES], fields[5], cutter->line};
    return true;
}

void diagram_cut(const char *text, struct draft *draft, struct diagram *diagram) {
    struct cutter cutter = {.draft = draft, .diagram = diagram};
    bool whole;
    diagram->draft = draft;
    char *copy = copy_diagram(text, draft, &cutter.line, &whole);
    diagram->text = mem_alloc(2 * strlen(copy) + 2);
    cutter.at = copy;
    cutter.room = diagram->text;
    if (whole)
        find_lines(&cutter, copy);
    while (*cutter.at) {
        if (*cutter.at == '\n')
            cutter.line++;
        if (strchr(" \t\r\n", *cutter.at)) {
            cutter.at++;
            continue;
        }
        if (take_key(&cutter) || take_piece(&cutter))
            continue;
        size_t length = strcspn(cutter.at, "\n");
        draft_refuse(draft, at_line(cutter.line), NULL,
                     keep(&cutter, cutter.at, cutter.at + length),
                     "neither name=value nor a piece's name:ID:moves:image:squares");
        cutter.at += length;
    }
    free(copy);
}

// By its name in the file or by ours, which may differ in capitals.
static bool left_out(struct draft *draft, const struct diagram_text *key) {
    int known = find_key(key->name, strlen(key->name));
    bool without = draft_without(draft, key->name);
    return (known < ARRAY_LENGTH(keys) && draft_without(draft, keys[known].name)) || without;
}

void diagram_check_keys(const struct diagram *diagram) {
    const char *names[ARRAY_LENGTH(keys)];
    for (int i = 0; i < ARRAY_LENGTH(keys); i++)
        names[i] = keys[i].name;
    for (int i = 0; i < diagram->key_count; i++) {
        const struct diagram_text *key = &diagram->keys[i];
        int found = find_key(key->name, strlen(key->name));
        if (left_out(diagram->draft, key)) {
            draft_check(diagram->draft, "%s = %.90s is left out, as asked for", key->name,
                        key->value);
            continue;
        }
        char hint[NEAREST_TEXT];
        if (found == ARRAY_LENGTH(keys))
            draft_refuse(diagram->draft, at_key(key), key->name, key->value,
                         "no parameter of a diagram that is known here; it may be a rule%s",
                         nearest_hint(key->name, names, ARRAY_LENGTH(keys), hint));
        else if (keys[found].reason)
            draft_refuse(diagram->draft, at_key(key), key->name, key->value, "%s",
                         keys[found].reason);
        for (int j = 0; j < i && found < ARRAY_LENGTH(keys); j++)
            if (!keys[found].looks && strcasecmp(diagram->keys[j].name, key->name) == 0 &&
                strcasecmp(key->name, "royal") != 0) {
                draft_refuse(diagram->draft, at_key(key), key->name, key->value,
                             "stands twice; first in line %d", diagram->keys[j].line);
                break;
            }
    }
}

const struct diagram_text *diagram_key(const struct diagram *diagram, const char *name) {
    for (int i = 0; i < diagram->key_count; i++)
        if (strcasecmp(diagram->keys[i].name, name) == 0)
            return left_out(diagram->draft, &diagram->keys[i]) ? NULL : &diagram->keys[i];
    return NULL;
}

int diagram_number(const struct diagram *diagram, const char *name, int standard, int low,
                   int high) {
    const struct diagram_text *key = diagram_key(diagram, name);
    int64_t value;
    if (!key || !*key->value)
        return standard;
    if (number_integer(key->value, &value) && value >= low && value <= high)
        return (int)value;
    draft_refuse(diagram->draft, at_key(key), name, key->value,
                 "must be a number from %d to %d here", low, high);
    return standard;
}
