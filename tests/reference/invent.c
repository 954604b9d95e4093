// SPDX-License-Identifier: GPL-3.0-or-later
#include "invent.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

static uint32_t below(struct random *random, uint32_t bound) {
    return random_below(random, bound);
}

struct text {
    char *at, *end;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text->at, (size_t)(text->end - text->at), format, arguments);
    va_end(arguments);
    if (length < 0 || length >= text->end - text->at)
        abort();
    text->at += length;
}

// A random choice of the words, each at most once, "" for all of them.
static void some_of(struct random *random, const char *const *words, int count, char text[32]) {
    uint32_t chosen = below(random, 1u << count);
    if (chosen == (1u << count) - 1)
        chosen = 0;
    text[0] = '\0';
    for (int i = 0; i < count; i++)
        if (chosen >> i & 1)
            strcat(text, words[i]);
}

static void directions(struct random *random, char atom, char text[32]) {
    static const char *const orthogonal[] = {"f", "b", "l", "r"};
    static const char *const diagonal[] = {"fl", "fr", "bl", "br"};
    static const char *const halves[] = {"lh", "rh", "fh", "bh"};
    static const char *const oblique[] = {"ff", "bb", "fl", "fr", "bl", "br", "vl", "rv",
                                          "lf", "rf", "lb", "rb", "fs", "bs", "v",  "s",
                                          "fh", "bh", "lh", "rh", "f",  "b",  "l",  "r"};
    text[0] = '\0';
    if (strchr("WRD", atom) != NULL)
        some_of(random, orthogonal, 4, text);
    else if (strchr("FBA", atom) != NULL)
        some_of(random, diagonal, 4, text);
    else if (strchr("KQ", atom) != NULL && below(random, 3) == 0)
        strcpy(text, halves[below(random, 4)]);
    else if (atom == 'N' && below(random, 4) != 0)
        strcpy(text, oblique[below(random, ARRAY_LENGTH(oblique))]);
}

// Riders, long leaps, hops, bends, hooks, initial moves.
static void add_walks(struct random *random, struct text *out) {
    static const char *const sets[] = {
        "NN",     "DD",        "fCC",          "nNN",     "C",         "Z",      "H",
        "G",      "fhC",       "lrrbZ",        "hlC",     "hrN2",      "nC",     "nZ",
        "nHnG",   "mRcpR",     "pB",           "cpQ3",    "gQ",        "mfgB",   "pNN",
        "pD3",    "FyafsF",    "t[WB]",        "mfyafsW", "[mfF-fsR]", "[W?cB]", "R(R-sR)",
        "asB",    "[W2-flB2]", "[F?fsD]",      "ifmnD",   "ifmW2",     "iQ",     "imAifcN2",
        "jR",     "KjQ3",      "fjB4",         "afsW",    "mafsmafW",  "mpafW",  "pafR",
        "afafsK", "[mpF-bsR]", "[R-pR]",       "[K-gR]",  "A2",        "cD3mA2", "nD2",
        "H2",     "iCfW",      "[fW?fsF?fsR]", "inA",
    };
    add(out, "%s", sets[below(random, ARRAY_LENGTH(sets))]);
}

void invent_betza(struct random *random, char text[64]) {
    static const char atoms[] = "WWFFRBDNAKQDNA";
    static const char *const modes[] = {"", "", "", "m", "c"};
    struct text out = {text, text + 64};
    int parts = 1 + (int)below(random, 3);
    text[0] = '\0';
    for (int i = 0; i < parts; i++) {
        if (i == 0 && below(random, 5) == 0) { // first, or letters of two parts would be one
            add_walks(random, &out);
            continue;
        }
        char atom = atoms[below(random, sizeof atoms - 1)], way[32];
        directions(random, atom, way);
        bool leaps = strchr("DNA", atom) != NULL;
        const char *mode = modes[below(random, ARRAY_LENGTH(modes))];
        bool lame = leaps && below(random, 2) == 0;
        bool again = out.at > text && out.at[-1] == atom && *way == '\0' && !lame;
        add(&out, "%s%s%s%c", again && *mode == '\0' ? "m" : mode, // twice it would be a rider
            lame ? "n" : "", way, atom);
        if (!leaps && below(random, 3) == 0)
            add(&out, "%d", 1 + (int)below(random, below(random, 4) == 0 ? 12 : 4));
    }
}

// Pieces that can only go forward can be stranded.
static void forward_betza(struct random *random, char text[64]) {
    static const char *const sets[] = {
        "fW",          "fR",   "ffN",    "fF",     "fW2",     "fB",   "fD",  "mfWcfF",
        "nfD",         "fAfD", "nffN",   "mfRcfF", "fhN",     "fDfA", "fCC", "fZ",
        "ifmnDfmWfcF", "fpR",  "fyafsF", "fjR",    "mfRcfpR", "fgB"};
    strcpy(text, sets[below(random, ARRAY_LENGTH(sets))]);
}

static void add_pieces(struct random *random, struct text *out, const char *letters) {
    static const char *const kings[] = {"K",  "K",    "K",  "K",  "WA",  "FD",     "WffN",
                                        "KN", "cKmW", "R2", "KC", "FfZ", "WmafsF", "KifmnD"};
    add(out, "[pieces]\nK = K, King, %s\n", kings[below(random, ARRAY_LENGTH(kings))]);
    for (const char *letter = letters; *letter != '\0'; letter++) {
        char moves[64], promoted[64];
        if (*letter == 'P' || below(random, 3) == 0)
            forward_betza(random, moves);
        else
            invent_betza(random, moves);
        if (below(random, 5) == 0)
            forward_betza(random, promoted);
        else
            invent_betza(random, promoted);
        add(out, "%c = %c, Piece %c, %s", *letter, *letter, *letter, moves);
        if (below(random, 4) != 0)
            add(out, ", +%c, Promoted %c, %s", *letter, *letter, promoted);
        add(out, "\n");
    }
}

// Kings in the corners, the pieces on the nearest ranks, at most half of the board.
static void add_array(struct random *random, struct text *out, int files, int ranks,
                      const char *letters) {
    char board[REFERENCE_BOARD][REFERENCE_BOARD][3] = {{""}}, fen[FEN_TEXT];
    strcpy(board[0][0], "K");
    strcpy(board[ranks - 1][files - 1], "k");
    int pieces = (int)below(random, (uint32_t)(files * ranks / 4)) + 1;
    for (int i = 1; i <= pieces; i++) {
        int rank = i / files, file = i % files;
        char letter = letters[below(random, (uint32_t)strlen(letters))];
        if (rank >= ranks / 2)
            break;
        board[rank][file][0] = letter;
        board[ranks - 1 - rank][files - 1 - file][0] = (char)(letter - 'A' + 'a');
    }
    reference_board_text(board, files, ranks, fen);
    add(out, "[arrays]\nstandard = %s[] w - - 0 1\n", fen);
}

static void add_rules(struct random *random, struct text *out, int ranks) {
    static const char *const names[][6] = {
        {"promotion-trigger", "touch", "end", "enter"},
        {"stranded", "forbid", "literal", "allow"},
        {"forced-promotion", "off", "on"},
        {"nifu", "on", "off"},
        {"pawn-drop-mate", "illegal", "legal", "loses"},
        {"repetition", "fourfold", "fourfold-draw", "threefold-draw", "forbidden",
         "forbidden-fourth"},
        {"stalemate", "loss", "draw"},
        {"impasse", "off", "declaration"},
        {"drops", "on", "off"},
    };
    static const int counts[] = {3, 3, 2, 2, 3, 5, 2, 2, 2};
    add(out, "[rules]\n");
    for (int i = 0; i < ARRAY_LENGTH(counts); i++) {
        uint32_t value = below(random, (uint32_t)counts[i]);
        // Games with drops are the larger half.
        if (strcmp(names[i][0], "drops") == 0 && below(random, 2) == 0)
            value = 0;
        add(out, "%s = %s\n", names[i][0], names[i][value + 1]);
    }
    add(out, "array = standard\nzone = %d\n", (int)below(random, (uint32_t)ranks + 1));
}

void invent_variant(struct random *random, char text[INVENT_TEXT]) {
    static const char *const armies[] = {"P", "PA", "PGS", "PBRN", "PABCDE", "PZYXWVUT"};
    struct text out = {text, text + INVENT_TEXT};
    const char *letters = armies[below(random, ARRAY_LENGTH(armies))];
    uint32_t sizes = below(random, 4) == 0 ? 10 : 6; // 3 to 12, rather small
    int files = 3 + (int)below(random, sizes), ranks = 3 + (int)below(random, sizes);
    add(&out, "[variant]\nname = invented\ntitle = Invented\nabout = A game nobody plays.\n");
    add(&out, "files = %d\nranks = %d\nroyal = K\nyardstick = P\n", files, ranks);
    if (below(random, 6) != 0)
        add(&out, "pawn = %c\n", below(random, 4) == 0 ? letters[strlen(letters) - 1] : 'P');
    add(&out, "stranded-literal = P%s%c\n", letters[1] != '\0' ? " " : "",
        letters[1] != '\0' ? letters[1] : ' ');
    add(&out, "impasse-major = %c\ninferred = impasse\n", letters[strlen(letters) - 1]);
    add_rules(random, &out, ranks);
    add_array(random, &out, files, ranks, letters);
    add_pieces(random, &out, letters);
}
