// SPDX-License-Identifier: GPL-3.0-or-later
#include "error.h"

#include <stdarg.h>
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
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
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
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text + used, sizeof error->text - (size_t)used, format, arguments);
    va_end(arguments);
    error_tame(error->text);
    return false;
}
