// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "invent.h"
#include "rules.h"

static bool chance(struct random *random, uint32_t percent) {
    return random_below(random, 100) < percent;
}

struct text {
    char *at, *end;
};

static void add(struct text *out, const char *text) {
    size_t length = strlen(text);
    if (length >= (size_t)(out->end - out->at))
        abort();
    memcpy(out->at, text, length + 1);
    out->at += length;
}

// A random bracket of lion power.
static const char *power(struct random *random) {
    static const char *const powers[] = {
        "[K-K]",    "[K-K]",     "[fW-vW]",   "[flF-flFbrF][frF-frFblF]",
        "[W-F]",    "[F-W]",     "[fK-K]",    "[W-W]",
        "[sW-sW]",  "[fW-fW]",   "[F-fF]",    "[bhK-K]",
        "[fW-bhK]", "[K-fW]",    "[rhK-lhK]", "[W-vW]",
        "[vW-K]",   "[fW-bFfW]", "[F-F]",     "[blF-frFK]",
    };
    return powers[random_below(random, ARRAY_LENGTH(powers))];
}

// Copies a line of [pieces], some of its Betza fields with lion power.
static void add_piece(struct random *random, struct text *out, char *line) {
    int field = 0;
    for (char *rest = line, *part; (part = strsep(&rest, ",")) != NULL; field++) {
        if (field > 0)
            add(out, ",");
        bool betza = field % 3 == 2; // the last field of either form
        const char *bracket = betza && chance(random, 40) ? power(random) : "";
        if (*bracket == '\0' || (chance(random, 60) && strlen(part) + strlen(bracket) < 63))
            add(out, part);
        add(out, bracket);
    }
    add(out, "\n");
}

// The letters of the pieces in a variant's text, and of those that promote.
static void letters_of(const char *text, char letters[32], char promoting[32]) {
    *letters = *promoting = '\0';
    for (const char *line = strstr(text, "[pieces]\n");
         (line = strchr(line, '\n')) != NULL && line[1] != '\0'; line++) {
        char letter[2] = {line[1], '\0'};
        int commas = 0;
        for (const char *c = line + 1; *c != '\n' && *c != '\0'; c++)
            commas += *c == ',';
        strcat(letters, letter);
        if (commas == 5)
            strcat(promoting, letter);
    }
}

// Adds some of the letters, at most `max`, each with a blank and `prefix` before it.
static void add_letters(struct random *random, struct text *out, const char *letters,
                        const char *prefix, uint32_t percent, int max) {
    for (; *letters != '\0' && max > 0; letters++) {
        if (!chance(random, percent))
            continue;
        char word[8];
        snprintf(word, sizeof word, " %s%c", prefix, *letters);
        add(out, word);
        max--;
    }
}

static void add_rule(struct random *random, struct text *out, enum rule rule) {
    int count = rule_value_count(rule);
    add(out, rule_name(rule));
    add(out, " = ");
    add(out, rule_value_name(rule, (int)random_below(random, (uint32_t)count)));
    add(out, "\n");
}

void invent_lion_variant(struct random *random, char text[INVENT_TEXT]) {
    char plain[INVENT_TEXT], letters[32], promoting[32];
    struct text out = {text, text + INVENT_TEXT};
    invent_variant(random, plain);
    letters_of(plain, letters, promoting);
    bool pieces = false;
    for (char *rest = plain, *line; (line = strsep(&rest, "\n")) != NULL && *line != '\0';) {
        if (strncmp(line, "royal = ", 8) == 0) {
            add(&out, line);
            add_letters(random, &out, promoting, "+", 12, 8);
            add(&out, "\nlion =");
            add_letters(random, &out, letters + 1, "", 25, 8); // the first one is the King's
            add_letters(random, &out, promoting, "+", 25, 8);
            add(&out, "\nlion-minor =");
            add_letters(random, &out, letters + 1, "", 40, 8);
            add(&out, "\nlast-rank =");
            add_letters(random, &out, promoting, "", 60, 3);
            add(&out, "\n");
        } else if (strncmp(line, "promotion-trigger = ", 20) == 0) {
            for (int rule = 0; rule < RULES; rule++)
                if (rule == RULE_PROMOTION_TRIGGER ||
                    (rule != RULE_FLAG &&
                     !rule_is_needed((enum rule)rule))) // flags: test_ending_positions
                    add_rule(random, &out, (enum rule)rule);
        } else if (strncmp(line, "forced-promotion = ", 19) == 0) {
            // drawn with the other rules that games need not have
        } else if (strncmp(line, "repetition = ", 13) == 0) {
            add_rule(random, &out, RULE_REPETITION);
        } else if (pieces) {
            add_piece(random, &out, line);
        } else {
            add(&out, line);
            add(&out, "\n");
        }
        pieces |= strcmp(line, "[pieces]") == 0;
    }
}
