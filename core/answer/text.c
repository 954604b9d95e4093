// SPDX-License-Identifier: GPL-3.0-or-later
#include "text.h"

#include <string.h>

// Bytes of the UTF-8 sequence at `at`, 0 where there is none. No overlong forms, no surrogates.
static int sequence(const unsigned char *at) {
    if (at[0] < 0x80)
        return 1;
    int length = at[0] >= 0xF0 ? 4 : at[0] >= 0xE0 ? 3 : 2;
    if (at[0] < 0xC2 || at[0] > 0xF4)
        return 0;
    for (int i = 1; i < length; i++)
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    if ((at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] >= 0xA0) ||
        (at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] >= 0x90))
        return 0;
    return length;
}

void text_markup(struct buffer *out, const char *text) {
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        int length = sequence(at);
        if (length == 0 || (*at < ' ' && *at != '\n' && *at != '\t') || *at == 0x7F)
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
            buffer_add(out, (const char *)at, (size_t)length);
        at += length ? length : 1;
    }
}

// The code point of a sequence of that length.
static uint32_t code_point(const unsigned char *at, int length) {
    uint32_t code = length == 1 ? at[0] : at[0] & (0x7F >> length);
    for (int i = 1; i < length; i++)
        code = code << 6 | (at[i] & 0x3F);
    return code;
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
    const unsigned char *at = (const unsigned char *)text, *end = at + bytes;
    int total = 0;
    while (at < end) {
        int length = sequence(at), width = 1;
        uint32_t code = length ? code_point(at, length) : 0;
        for (int i = 0; i < ARRAY_LENGTH(widths); i++)
            if (code >= widths[i].from && code <= widths[i].to)
                width = widths[i].width;
        total += width;
        at += length ? length : 1;
    }
    return total;
}
