// SPDX-License-Identifier: GPL-3.0-or-later
// An Interactive Diagram's text, cut. It stands in a page between tags, one parameter or piece a
// line; copies of it often have lost the ends of lines, so these are not relied on: a parameter's
// value and a piece's squares have no blanks.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "diagram_internal.h"

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

// The diagram of a page, or the whole text; `line` is the number of its first line.
static char *copy_diagram(const char *text, struct draft *draft, int *line) {
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
    char *copy = malloc((size_t)(end - first) + 2);
    if (copy)
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
        draft_refuse(cutter->draft, (struct place){.line = cutter->line}, NULL, NULL,
                     "more than %d parameters", DIAGRAM_KEYS);
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
        draft_refuse(cutter->draft, (struct place){.line = cutter->line}, NULL, NULL,
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

bool diagram_cut(const char *text, struct draft *draft, struct diagram *diagram) {
    struct cutter cutter = {.draft = draft, .diagram = diagram};
    char *copy = copy_diagram(text, draft, &cutter.line);
    diagram->text = copy ? malloc(2 * strlen(copy) + 2) : NULL;
    if (!diagram->text) {
        free(copy);
        return false;
    }
    cutter.at = copy;
    cutter.room = diagram->text;
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
        draft_refuse(draft, (struct place){.line = cutter.line}, NULL,
                     keep(&cutter, cutter.at, cutter.at + length),
                     "neither name=value nor a piece's name:ID:moves:image:squares");
        cutter.at += length;
    }
    free(copy);
    return true;
}
