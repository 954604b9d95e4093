// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune_page.h"

#include <string.h>

void page_spaces(const struct page *page, int count) {
    for (int i = 0; i < count; i++)
        fputc(' ', page->out);
}

const char *page_grouped(size_t number, char text[PAGE_NUMBER]) {
    char digits[PAGE_NUMBER];
    int length = snprintf(digits, sizeof digits, "%zu", number), at = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text[at++] = ',';
        text[at++] = digits[i];
    }
    text[at] = 0;
    return text;
}

void page_wrapped(const struct page *page, int indent, const char *text) {
    int column = indent;
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column > indent && column + length >= page->columns) {
            fputc('\n', page->out);
            page_spaces(page, indent);
            column = indent;
        }
        fprintf(page->out, "%.*s", length, text);
        column += length + 1;
        text += length;
        text += strspn(text, " ");
        if (*text && column + (int)strcspn(text, " ") < page->columns)
            fputc(' ', page->out);
    }
    fputc('\n', page->out);
}
