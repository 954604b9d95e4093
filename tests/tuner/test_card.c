// SPDX-License-Identifier: GPL-3.0-or-later
// The card of a game from documents written by hand: the ladder against sums worked out on paper,
// what is missing said in words, texts of others escaped, always the same size.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report_card.h"

#define EVIL "</text><script>alert(1)</script>\\\" onload=\\\"x&"

#define GAMES                                                                                      \
    "{\"kind\":\"games\",\"variant\":\"x\",\"title\":\"X" EVIL "\",\"rules\":\"\",\"games\":400,"  \
    "\"openings\":\"positions that a search found balanced within \u00b1150 after 8 random "       \
    "plies\","                                                                                     \
    "\"players\":[\"default@50n\"],\"results\":[{\"name\":\"draw\",\"value\":0.1,\"lo95\":0.08,"   \
    "\"hi95\":0.13}],\"first_score\":{\"value\":0.55,\"lo95\":0.5,\"hi95\":0.6},"                  \
    "\"endings\":[{\"name\":\"stalemate\",\"count\":40,\"value\":0.1,\"lo95\":0,\"hi95\":1},"      \
    "{\"name\":\"checkmate\",\"count\":360,\"value\":0.9,\"lo95\":0.8,\"hi95\":0.95}],"            \
    "\"a_game\":{\"lead changes\":1.5,\"legal moves a ply\":24.54},"                               \
    "\"plies\":{\"mean\":33.9,\"q1\":22,\"median\":30,\"q3\":42,\"most\":90,\"bin_width\":50,"     \
    "\"bins\":[300,100]}}"
#define PIECES(small, large)                                                                       \
    "\"pieces\":[{\"name\":\"Small" EVIL "\",\"board\":" small                                     \
    "},{\"id\":\"R\",\"name\":\"Large\",\"board\":" large "}]}"
#define VALUES                                                                                     \
    "{\"kind\":\"values\",\"variant\":\"x\",\"unit\":{\"piece\":null,\"elo\":347.44},"             \
    "\"tuning\":{}," PIECES("{\"value\":0.5,\"lo95\":0.4,\"hi95\":0.6,\"measured\":true}",         \
                            "{\"value\":1.5,\"lo95\":1.4,\"hi95\":1.6,\"measured\":true}")
#define FILE_VALUES                                                                                \
    "{\"kind\":\"values\",\"variant\":\"x\",\"mean_piece\":200," PIECES("{\"value\":100}",         \
                                                                        "{\"value\":300}")
#define WORTH_HEADER "parameter,piece,where,elo,elo_se,worth,se,lo95,hi95,games,mark,method\n"
// Elo of the first player, interval of half the width 19.6: a standard error of 10.
#define MATCH(variant, rules, one, other, elo, low, high)                                          \
    "{\"kind\":\"games\",\"variant\":\"" variant "\",\"rules\":\"" rules                           \
    "\",\"games\":100,\"players\":[\"" one "\",\"" other                                           \
    "\"],\"results\":[],\"match\":{\"elo\":" elo ",\"elo_95\":[" low "," high "]}}"
#define FOLDER(sections)                                                                           \
    "{\"program\":\"kagami\",\"folders\":[{\"folder\":\"nowhere\",\"sections\":[" sections "]}]}"

// The card of a document; the caller frees it. NULL: the error is in `error`.
static char *card_of(const char *text, bool html, struct error *error) {
    cJSON *report = cJSON_Parse(text);
    assert_non_null(report);
    struct buffer out = buffer_init();
    bool done = report_card(report, html, &out, error);
    cJSON_Delete(report);
    if (done)
        return out.data;
    buffer_destroy(&out);
    return NULL;
}

static void has(const char *card, const char *text) {
    if (!strstr(card, text))
        fail_msg("no '%s' in\n%s", text, card);
}

static void facts_and_values(void **state) {
    (void)state;
    struct error error = {""};
    char *card = card_of(FOLDER(GAMES "," VALUES), false, &error);
    assert_non_null(card);
    has(card, "viewBox=\"0 0 1000 720\"");
    has(card, ">55.0%<");
    has(card, ">first player, balanced<");
    has(card,
        " from positions that a search found balanced within \u00b1150 after 8 random plies<");
    has(card, ">50.0 to 60.0<");
    has(card, ">10.0%<");
    has(card, ">90.0%<");        // decided
    has(card, ">87.0 to 92.0<"); // 1 less the draws' interval
    has(card, ">end by checkmate<");
    has(card, ">34<");
    has(card, ">half of the games 22 to 42<");
    has(card, ">24.5<");
    has(card, ">mean pieces of the start position<");
    has(card, "How long its games are");
    has(card, ">521 \u00b1 35 Elo<");
    has(card, ">174 \u00b1 35 Elo<");
    has(card, "Large: 1.50 (95%: 1.40 to 1.60)");
    assert_true(strstr(card, ">Large<") < strstr(card, ">Small"));
    has(card, "Not in these folders: matches between node limits.");
    assert_null(strstr(card, "<script"));
    assert_null(strstr(card, "\" onload"));
    assert_null(strstr(card, "How much there is"));
    free(card);
}

// Values of a file have no Elo; 1 is the mean piece.
static void values_of_a_file(void **state) {
    (void)state;
    struct error error = {""};
    char *card = card_of(FOLDER(FILE_VALUES), false, &error);
    assert_non_null(card);
    has(card, "Large: 1.50<");
    has(card, ": 0.50<");
    has(card, "Open marks were not measured.");
    assert_null(strstr(card, " Elo<"));
    free(card);
    card = card_of(FOLDER(FILE_VALUES "," VALUES), false, &error); // a fit goes before
    assert_non_null(card);
    has(card, ">521 \u00b1 35 Elo<");
    free(card);
}

static void nothing_but_a_ladder(void **state) {
    (void)state;
    struct error error = {""};
    // 1 to 4 nodes: -100 and, by way of 2, -60 - 60: the mean weighs the direct one double.
    char *card = card_of(
        FOLDER(MATCH("x", "", "a@1n", "b@4n", "-100", "-119.6", "-80.4") "," MATCH(
            "x", "", "b@2n", "a@1n", "60", "40.4",
            "79.6") "," MATCH("x", "", "c@4n", "b@2n", "60", "40.4",
                              "79.6") "," MATCH("x", "nifu=off", "a@1n", "b@4n", "-900", "-910",
                                                "-890") "," MATCH("x", "", "a@1n", "b@d4", "-900",
                                                                  "-910",
                                                                  "-890") "," MATCH("x", "", "a@1n",
                                                                                    "b@4n", "null",
                                                                                    "null",
                                                                                    "null")),
        true, &error);
    if (!card)
        fail_msg("%s", error.text);
    // (2 x 100 + 120) / 3 = 106.7 Elo, a step is 70.4; its error is 10 x sqrt(2/3).
    has(card, "1.5 steps of 60% (1.3 to 1.7) from 1 to 4 nodes");
    has(card, ">+107<");
    has(card, ">+53<");
    has(card, ">1 node<");
    has(card, "Not in these folders: self-play, values of the pieces.");
    has(card, "<!DOCTYPE html>");
    has(card, "viewBox=\"0 0 1000 720\"");
    assert_null(strstr(card, "How its games go"));
    assert_null(strstr(card, "What its pieces are worth"));
    free(card);
}

static void refused(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {FOLDER(""), "nothing for a card"},
        {FOLDER(GAMES "," MATCH("y", "", "a@1n", "b@4n", "-9", "-19", "1")), "of x and y"},
        {FOLDER(MATCH("x", "", "a@5n", "b@5n", "-9", "-19", "1")), "nothing for a card"},
    };
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) {
        struct error error = {""};
        assert_null(card_of(rows[i][0], false, &error));
        has(error.text, rows[i][1]);
    }
}

// Two ladders that no match ties together are none.
static void untied(void **state) {
    (void)state;
    struct error error = {""};
    char *card =
        card_of(FOLDER(GAMES "," MATCH("x", "", "a@1n", "b@2n", "-9", "-19",
                                       "1") "," MATCH("x", "", "a@8n", "b@9n", "-9", "-19", "1")),
                false, &error);
    assert_non_null(card);
    assert_null(strstr(card, "steps of 60%"));
    has(card,
        "Not in these folders: values of the pieces, matches that tie all node limits together.");
    free(card);
}

static void worth_beside(void **state) {
    (void)state;
    char folder[] = "/tmp/kagami-card-XXXXXX", path[64], text[4096];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/worth.csv", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(WORTH_HEADER "board.R,R,board,310,10,2.1,0.1,1.9,2.3,900,,armies\n"
                       "hand.R,R,hand,350,10,2.4,0.1,2.2,2.6,900,mostly prior,armies\n"
                       "board.+R,DK,promoted,400,10,2.9,0.1,2.7,3.1,900,,armies\n"
                       "board.P,Pawn <i>,board,45,5,0.3,0.05,0.2,0.4,900,,armies\n",
          file);
    assert_int_equal(fclose(file), 0);
    snprintf(text, sizeof text,
             "{\"program\":\"k\",\"folders\":[{\"folder\":\"%s\",\"sections\":[" GAMES "," VALUES
             "]}]}",
             folder);
    struct error error = {""};
    char *card = card_of(text, false, &error);
    assert_non_null(card);
    has(card, ">310 \u00b1 20 Elo<");
    has(card, ">Large<");              // R, by the name that the section has for the ID
    assert_null(strstr(card, ">DK<")); // a mark in the row of what it was
    has(card, ">Pawn &lt;i&gt;<");
    has(card, ">in hand<");
    has(card, "randomised armies");
    has(card, "Open marks");
    assert_null(strstr(card, ">Small")); // not those of the fit
    free(card);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs("parameter,piece,where\nx,y\n", file);
    assert_int_equal(fclose(file), 0);
    assert_null(card_of(text, false, &error));
    has(error.text, "worth.csv:2:");
    unlink(path);
    rmdir(folder);
}

// Of a fit: called so, with one row a piece, none without a mark. Where armies are, they are taken.
static void whose_worth(void **state) {
    (void)state;
    enum { PIECES = 24 };
    char folder[2][32] = {"/tmp/kagami-card-XXXXXX", "/tmp/kagami-card-XXXXXX"};
    char path[2][96], text[4096];
    for (int k = 0; k < 2; k++) {
        assert_non_null(mkdtemp(folder[k]));
        snprintf(path[k], sizeof path[k], "%s/worth.csv", folder[k]);
        FILE *file = fopen(path[k], "w");
        const char *method = k ? "armies" : "regression";
        assert_non_null(file);
        fputs(WORTH_HEADER, file);
        for (int i = 0; i < PIECES; i++) {
            if (i > 0) // the first one is measured in hand and promoted alone
                fprintf(file, "board.%c,P%c,board,100,9,1,.1,.8,1.2,90,,%s\n", 'A' + i, 'A' + i,
                        method);
            fprintf(file, "hand.%c,P%c,hand,100,9,1,.1,.8,1.2,90,,%s\n", 'A' + i, 'A' + i, method);
            fprintf(file, "board.+%c,Q%c,promoted,100,9,1,.1,.8,1.2,90,,%s\n", 'A' + i, 'A' + i,
                    method);
        }
        assert_int_equal(fclose(file), 0);
    }
    for (int k = 0; k < 2; k++) {
        struct error error = {""};
        snprintf(text, sizeof text,
                 "{\"folders\":[{\"folder\":\"%s\",\"sections\":[" GAMES "]},"
                 "{\"folder\":\"%s\",\"sections\":[]}]}",
                 folder[0], k ? folder[1] : "nowhere");
        char *card = card_of(text, false, &error);
        assert_non_null(card);
        has(card, k ? "What its pieces are worth, on the board<"
                    : "Average worth of its pieces, on the board<");
        has(card, k ? "randomised armies" : "by regression");
        assert_int_equal(strstr(card, "randomised armies") != NULL, k);
        has(card, ">PB<");
        assert_null(strstr(card, ">PA<")); // its marks are not drawn: too many pieces
        assert_null(strstr(card, ">QB<"));
        free(card);
    }
    for (int k = 0; k < 2; k++) {
        unlink(path[k]);
        rmdir(folder[k]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_and_values),
        cmocka_unit_test(values_of_a_file),
        cmocka_unit_test(nothing_but_a_ladder),
        cmocka_unit_test(refused),
        cmocka_unit_test(untied),
        cmocka_unit_test(worth_beside),
        cmocka_unit_test(whose_worth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
