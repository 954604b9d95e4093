// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as the logs write them: '.' decimals whatever the locale, the whole text or nothing.
#pragma once

#include "buffer.h"

// Reads a whole number from all of `text` ("-12"). False on anything else, or out of range.
bool number_integer(const char *text, int64_t *value);
bool number_unsigned(const char *text, uint64_t *value);

// Reads "12", "-0.5", "1.25e-3" from all of `text`. Up to 15 significant digits come back exactly
// as strtod has them. False on anything else, on "nan", "inf" and on what a double cannot hold.
bool number_decimal(const char *text, double *value);

// Reads a whole number as people write large ones: "5000", "1e6", "10k", "5M", "2G". False on
// anything else and outside [low, high].
bool number_count(const char *text, long long low, long long high, long long *value);
// Reads up to `most` of them with commas and blanks between; how many they are, 0 where one is
// wrong or they are more.
int number_counts(const char *text, long long low, long long high, int most, long long *values);

// Copies what stands before `separator` into `part` and returns what stands behind it; NULL where
// `text` has none or the part is longer than a number.
enum { NUMBER_TEXT = 32 };
const char *number_split(const char *text, const char *separator, char part[NUMBER_TEXT]);

// Adds `value` with that many decimals (0..9), rounded half away from zero.
// |value| x 10^decimals must stay below 9e18.
void number_print(struct buffer *buffer, double value, int decimals);

// "8s", "3m20s", "5h07m", "2d4h"; returns `text`.
enum { DURATION_TEXT = 24 };
char *duration_print(double seconds, char text[DURATION_TEXT]);
