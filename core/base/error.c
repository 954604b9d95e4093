// SPDX-License-Identifier: GPL-3.0-or-later
#include "error.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

void error_tame(char *text) {
    for (unsigned char *at = (unsigned char *)text; *at; at++) {
        bool second = at[0] == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0; // of two bytes
        if (second)
            at[0] = at[1] = '?';
        else if ((*at < ' ' && *at != '\n' && *at != '\t') || *at == 0x7F)
            *at = '?';
    }
}

bool error_set(struct error *error, const char *format, ...) {
    if (error) {
        FORMAT_ARGUMENTS(error->text, sizeof error->text, format);
        error_tame(error->text);
    }
    return false;
}

bool error_at(struct error *error, const char *file, int line, const char *format, ...) {
    if (!error)
        return false;
    int used = line > 0 ? snprintf(error->text, sizeof error->text, "%s:%d: ", file, line)
                        : snprintf(error->text, sizeof error->text, "%s: ", file);
    if (used < 0 || used >= (int)sizeof error->text)
        return false;
    FORMAT_ARGUMENTS(error->text + used, sizeof error->text - (size_t)used, format);
    error_tame(error->text);
    return false;
}

bool error_errno(struct error *error, const char *path) {
    return error_at(error, path, 0, "%s", strerror(errno));
}

int text_character(const char *text, uint32_t *code) {
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } forms[] = {{0x80, 0, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};
    const unsigned char *at = (const unsigned char *)text;
    for (int extra = 0; extra < ARRAY_LENGTH(forms); extra++) {
        if ((*at & forms[extra].mask) != forms[extra].lead)
            continue;
        *code = *at & (unsigned char)~forms[extra].mask;
        for (int i = 1; i <= extra; i++) {
            if ((at[i] & 0xC0) != 0x80)
                return 0;
            *code = *code << 6 | (at[i] & 0x3F);
        }
        bool whole = *code >= forms[extra].least && *code <= 0x10FFFF &&
                     !(*code >= 0xD800 && *code <= 0xDFFF);
        return whole ? extra + 1 : 0;
    }
    return 0;
}

int text_find(const char *text, const char *const *words, int count) {
    for (int i = 0; i < count; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    return -1;
}

enum { WORD_MAX = 40 };

static int least(int a, int b) {
    return a < b ? a : b;
}

static int distance(const char *a, const char *b) {
    int rows[3][WORD_MAX + 1]; // rows i-2, i-1, i of the table, in turn
    int length_a = (int)strlen(a), length_b = (int)strlen(b);
    if (length_a > WORD_MAX || length_b > WORD_MAX)
        return 2 * WORD_MAX;
    for (int j = 0; j <= length_b; j++)
        rows[0][j] = j;
    for (int i = 1; i <= length_a; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i - 1) % 3], *twice_above = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= length_b; j++) {
            int best = above[j - 1] + (a[i - 1] != b[j - 1]);
            best = least(best, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = least(best, twice_above[j - 2] + 1);
            row[j] = best;
        }
    }
    return rows[length_a % 3][length_b];
}

const char *nearest_word(const char *text, const char *const *words, int count) {
    assert(count >= 0);
    const char *best = NULL;
    int length = (int)strlen(text);
    int limit = (length + 1) / 3; // further away is another word
    int best_score = 2 * limit + 1;
    for (int i = 0; i < count; i++) {
        int score = 2 * distance(text, words[i]);
        if (length && strncmp(text, words[i], (size_t)length) == 0) // words are often cut short
            score = length >= 3 ? 1 : score - 1;
        if (score < best_score) {
            best = words[i];
            best_score = score;
        }
    }
    return best;
}

const char *nearest_hint(const char *text, const char *const *words, int count,
                         char hint[NEAREST_TEXT]) {
    const char *word = nearest_word(text, words, count);
    hint[0] = 0;
    if (word)
        snprintf(hint, NEAREST_TEXT, "; did you mean '%s'?", word);
    return hint;
}

bool nearest_error(struct error *error, const char *what, const char *text,
                   const char *const *words, int count, const char *more) {
    char hint[NEAREST_TEXT], list[400] = "";
    size_t used = 0;
    for (int i = 0; i < count && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", words[i]);
    nearest_hint(text, words, count, hint);
    return error_set(error, "no %s '%s'%s there are %s%s", what, text, *hint ? hint : ";",
                     count ? list : "none", more);
}
