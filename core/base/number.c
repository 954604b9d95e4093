// SPDX-License-Identifier: GPL-3.0-or-later
#include "number.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool number_unsigned(const char *text, uint64_t *value) {
    uint64_t sum = 0;
    if (!is_digit(*text))
        return false;
    for (; is_digit(*text); text++) {
        unsigned digit = (unsigned)(*text - '0');
        if (sum > (UINT64_MAX - digit) / 10)
            return false;
        sum = sum * 10 + digit;
    }
    if (*text != 0)
        return false;
    *value = sum;
    return true;
}

bool number_integer(const char *text, int64_t *value) {
    bool negative = *text == '-';
    uint64_t size;
    if (!number_unsigned(text + negative, &size) || size > INT64_MAX)
        return false;
    *value = negative ? -(int64_t)size : (int64_t)size;
    return true;
}

bool number_decimal(const char *text, double *value) {
    bool negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    // Digits beyond the 18th cannot be seen in a double; they only move the point.
    uint64_t digits = 0;
    int exponent = 0, seen = 0;
    bool point = false;
    for (; is_digit(*text) || (*text == '.' && !point); text++) {
        if (*text == '.') {
            point = true;
            continue;
        }
        seen++;
        if (digits < UINT64_C(100000000000000000))
            digits = digits * 10 + (uint64_t)(*text - '0');
        else
            exponent++;
        exponent -= point;
    }
    if (seen == 0)
        return false;
    if (*text == 'e' || *text == 'E') {
        int64_t written;
        text += text[1] == '+' ? 2 : 1;
        if (!number_integer(text, &written) || written < -400 || written > 400)
            return false;
        exponent += (int)written;
        text = "";
    }
    if (*text != 0)
        return false;
    double result = (double)digits, power = 1;
    for (int i = 0; i < (exponent < 0 ? -exponent : exponent); i++)
        power *= 10; // exact up to 1e22
    result = exponent < 0 ? result / power : result * power;
    if (!(result <= 1e300) || (digits != 0 && result == 0))
        return false;
    *value = negative ? -result : result;
    return true;
}

void number_print(struct buffer *buffer, double value, int decimals) {
    assert(decimals >= 0 && decimals <= 9);
    int64_t scale = 1;
    for (int i = 0; i < decimals; i++)
        scale *= 10;
    double size = value < 0 ? -value : value;
    int64_t units = (int64_t)(size * (double)scale + 0.5);
    if (value < 0 && units != 0)
        buffer_char(buffer, '-');
    buffer_printf(buffer, "%" PRId64, units / scale);
    if (decimals > 0)
        buffer_printf(buffer, ".%0*" PRId64, decimals, units % scale);
}

bool number_count(const char *text, long long low, long long high, long long *value) {
    char *end;
    errno = 0;
    double number = strtod(text, &end);
    double scale = *end == 'k' ? 1e3 : *end == 'M' ? 1e6 : *end == 'G' ? 1e9 : 1;
    if (scale > 1)
        end++;
    number *= scale;
    if (end == text || *end || errno || !(number >= (double)low && number <= (double)high) ||
        (double)(long long)number != number)
        return false;
    *value = (long long)number;
    return true;
}

char *duration_print(double seconds, char text[DURATION_TEXT]) {
    int64_t whole = seconds < 0 ? 0 : seconds > 9e8 ? 900000000 : (int64_t)(seconds + 0.5);
    int days = (int)(whole / 86400), hours = (int)(whole / 3600 % 24),
        minutes = (int)(whole / 60 % 60), rest = (int)(whole % 60);
    if (days)
        snprintf(text, DURATION_TEXT, "%dd%dh", days, hours);
    else if (hours)
        snprintf(text, DURATION_TEXT, "%dh%02dm", hours, minutes);
    else if (minutes)
        snprintf(text, DURATION_TEXT, "%dm%02ds", minutes, rest);
    else
        snprintf(text, DURATION_TEXT, "%ds", rest);
    return text;
}

int number_counts(const char *text, long long low, long long high, int most, long long *values) {
    for (int count = 0; count < most;) {
        char part[NUMBER_TEXT];
        text += strspn(text, " ");
        int length = (int)strcspn(text, ",");
        if (length >= (int)sizeof part)
            return 0;
        snprintf(part, sizeof part, "%.*s", length, text);
        if (!number_count(part, low, high, &values[count++]))
            return 0;
        if (!text[length])
            return count;
        text += length + 1;
    }
    return 0;
}

const char *number_split(const char *text, const char *separator, char part[NUMBER_TEXT]) {
    const char *at = strstr(text, separator);
    if (!at || at - text >= NUMBER_TEXT)
        return NULL;
    snprintf(part, NUMBER_TEXT, "%.*s", (int)(at - text), text);
    return at + strlen(separator);
}
