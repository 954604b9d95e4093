// SPDX-License-Identifier: GPL-3.0-or-later
#include "text.h"

#include <string.h>

#include "error.h"

void text_markup(struct buffer *out, const char *text) {
    uint32_t code;
    for (const char *at = text; *at;) {
        int length = text_character(at, &code);
        if (length == 0 || (code < ' ' && code != '\n' && code != '\t') || code == 0x7F)
            buffer_text(out, "\xEF\xBF\xBD");
        else if (*at == '<')
            buffer_text(out, "&lt;");
        else if (*at == '>')
            buffer_text(out, "&gt;");
        else if (*at == '&')
            buffer_text(out, "&amp;");
        else if (*at == '"')
            buffer_text(out, "&quot;");
        else if (*at == '\'')
            buffer_text(out, "&#39;");
        else
            buffer_add(out, at, (size_t)length);
        at += length ? length : 1;
    }
}

// Blocks of Unicode's East Asian Width "wide" and "fullwidth", and of marks that combine.
static const struct {
    uint32_t from, to;
    int width;
} widths[] = {
    {0x0300, 0x036F, 0},   {0x1100, 0x115F, 2},   {0x200B, 0x200F, 0},   {0x20D0, 0x20FF, 0},
    {0x2E80, 0x303E, 2},   {0x3041, 0xA4CF, 2},   {0xAC00, 0xD7A3, 2},   {0xF900, 0xFAFF, 2},
    {0xFE00, 0xFE0F, 0},   {0xFE30, 0xFE6F, 2},   {0xFF00, 0xFF60, 2},   {0xFFE0, 0xFFE6, 2},
    {0x1F300, 0x1F64F, 2}, {0x1F900, 0x1F9FF, 2}, {0x20000, 0x3FFFD, 2},
};

int text_width(const char *text) {
    return text_width_of(text, strlen(text));
}

int text_width_of(const char *text, size_t bytes) {
    const char *at = text, *end = at + bytes;
    int total = 0;
    while (at < end) {
        uint32_t code = 0;
        int length = text_character(at, &code), width = 1;
        for (int i = 0; i < ARRAY_LENGTH(widths); i++)
            if (length && code >= widths[i].from && code <= widths[i].to)
                width = widths[i].width;
        total += width;
        at += length ? length : 1;
    }
    return total;
}
