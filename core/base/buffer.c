// SPDX-License-Identifier: GPL-3.0-or-later
#include "buffer.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

struct buffer buffer_init(void) {
    return (struct buffer){0};
}

void buffer_destroy(struct buffer *buffer) {
    free(buffer->data);
    *buffer = buffer_init();
}

void buffer_clear(struct buffer *buffer) {
    buffer->length = 0;
    if (buffer->data)
        buffer->data[0] = 0;
}

// Makes room for `more` bytes and the final 0.
static void reserve(struct buffer *buffer, size_t more) {
    size_t needed = buffer->length + more + 1;
    if (needed <= buffer->capacity)
        return;
    buffer->capacity = buffer->capacity ? buffer->capacity : 256;
    while (buffer->capacity < needed)
        buffer->capacity *= 2;
    buffer->data = mem_realloc(buffer->data, buffer->capacity);
}

void buffer_add(struct buffer *buffer, const char *bytes, size_t length) {
    assert(bytes || length == 0);
    reserve(buffer, length);
    if (length > 0)
        memcpy(buffer->data + buffer->length, bytes, length);
    buffer->length += length;
    buffer->data[buffer->length] = 0;
}

void buffer_text(struct buffer *buffer, const char *text) {
    buffer_add(buffer, text, strlen(text));
}

void buffer_char(struct buffer *buffer, char character) {
    buffer_add(buffer, &character, 1);
}

void buffer_vprintf(struct buffer *buffer, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0) // the only fault that a format has which compilers have checked
        mem_fail();
    reserve(buffer, (size_t)length);
    vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format, arguments);
    buffer->length += (size_t)length;
}

void buffer_printf(struct buffer *buffer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    buffer_vprintf(buffer, format, arguments);
    va_end(arguments);
}
