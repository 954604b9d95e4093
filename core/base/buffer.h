// SPDX-License-Identifier: GPL-3.0-or-later
// Text that grows.
#pragma once

#include <stdarg.h>

#include "base.h"

struct buffer {
    char *data;              // owned; 0-terminated once something was added, else NULL
    size_t length, capacity; // bytes, without the final 0
};

struct buffer buffer_init(void);
void buffer_destroy(struct buffer *buffer);
// Empties it and keeps the memory.
void buffer_clear(struct buffer *buffer);

void buffer_add(struct buffer *buffer, const char *bytes, size_t length);
void buffer_text(struct buffer *buffer, const char *text);
void buffer_char(struct buffer *buffer, char character);
__attribute__((format(printf, 2, 3))) void buffer_printf(struct buffer *buffer, const char *format,
                                                         ...);
__attribute__((format(printf, 2, 0))) void buffer_vprintf(struct buffer *buffer, const char *format,
                                                          va_list arguments);
