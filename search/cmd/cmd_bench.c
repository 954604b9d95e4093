// SPDX-License-Identifier: GPL-3.0-or-later
// kagami bench: fixed positions of every variant, searched to a fixed depth. The node counts are
// the signature of search and rules, the time is their speed.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_common.h"
#include "cmd_terminal.h"
#include "engine.h"
#include "notation.h"
#include "observer.h"

// Those of a variant together. Beside the start what games of self-play had on the board and in
// hand after 24 to 60 plies.
// clang-format off
static const struct bench_position {
    const char *variant;
    const char *fen; // NULL: the start position
} positions[] = {
    {"kagamigi", NULL},
    {"kagamigi", "zxk1ob1ea/w2rsi2q/pp1ppppp1/1jF5p/9/P4P1P1/1PPPP1P1P/Q1BISJ2W/AEOK1R2Z[FPx] w - - 0 13"},
    {"kagamigi", "z1k1i3a/w1f1boe1q/ppjsx1ppp/2pp1p3/8P/PPPPIP2f/Q1R1JXPP1/2K1S4/AEOBR3Z[Ppw] w - - 0 23"},
    {"kagamigi", "z3rbkea/w2os4/p1ppipPpq/1p2p1p1P/3f3X1/P4P1P1/1PPPP4/QOBISR2+f/AEK6[Xjjpwz] w - - 0 31"},
    {"chu-kagamigi", NULL},
    {"chu-kagamigi", "lh2gckgsohl/u1zsrjvb3t/1wfydxiyeaq1/ppp1p1pppppp/3p8/12/5pX5/1P3PNP3P/P1PPP1I1PPP1/TQEYVGNDYFW1/2AKB2RSZ1U/LHOS1JCG2HL[Nnp] w - - 0 21"},
    {"chu-kagamigi", "l3fckgso1l/u1hr1gibeaht/1w1y1jdvy1q1/ppp1p4ppp/3p2pp4/8p3/4x5Z1/4NPJ1n2X/PPPPP+nDP1PPP/1Q1Y1SS1Y1W1/T1AEBIRG1Z1U/LHOSGKCF2HL[PPnpv] w - - 0 31"},
    {"chu-seireigi", NULL},
    {"chu-seireigi", "lac1gekgs2l/1n1tuxou1a2/2wsrq1btc2/ppppppp1p2p/2y3ip1yp1/12/7P4/4P1P1Q3/PPPP1P2PPPP/Y3BI1RAW2/1NA1UOXUT1N1/L1CDGKEGSC1L[DNPYst] w - - 0 17"},
    {"chu-seireigi", "lacsgekgc2l/1nwtuxoub3/y3rq2s2y/pp1pppp3pp/2p4pip2/8B3/6a5/Y2PPP3P2/PPP1I1PPP1PP/2D3QRTa1Y/1N1SUOT3N1/L1CSGKEGUCAL[NPWdtx] w - - 0 29"},
    {"chu-shogi", NULL},
    {"chu-shogi", "lf1b1ekodc2/a3tx1t2s1/5m4r1/3p3p4/2pQp7/8i3/12/9P1P/PHPPP2PI1P+h/1M2D4M2/AVBCTG2DBV1/LF1S1KOGSCF1[] b - - 0 1"},
    {"chu-shogi", "lfcsge1os1fl/a1bt3ktnca/3m1x2gqvm/3p1dp1p1p1/p3pp1p1p2/3i7p/12/PH1I1P5P/2PP1O1PIPPM/M2RDT1D2B1/AF1GX1ET1RVA/LBCSK2GSCFL[] w - - 0 1"},
    {"chu-shogi", "3sg1kg3l/f1bqte1sf2a/1c1x1otd2+Im/5pp2r2/3p3p1p1p/l11/12/1P2O6P/2+b3PPPPPA/+dC2G2HBRM1/3S1TXTC1VF/L4KEGS2L[] b - - 0 1"},
    {"shogi", NULL},
    {"shogi", "lnsg1g1n1/4k3l/p1prsp1pp/9/1N1pRPp2/1PP6/P2P1KPPP/3S5/L2G1GSNL[BPPbp] w - - 1 21"},
    {"shogi", "l1sg3+b1/8l/p2k3p1/3+rp1p1p/1p3N3/2P3P2/P2SPP1PP/3S1KSR1/L2G1G2L[NPPbgnnppp] w - - 0 31"},
    {"minishogi", NULL},
    {"minishogi", "2s1k/4b/2g1R/P4/1GSK1[BPr] w - - 0 13"},
    {"minishogi", "r3k/2bs1/4g/1s3/2KG1[Pbpr] w - - 0 23"},
};
// clang-format on

// The nodes of one position, searched with the game's values on a fresh engine.
static uint64_t search(const struct bench_position *bench, int depth) {
    struct error error;
    struct tables *tables =
        game_options_load(&(struct game_options){.variant_name = bench->variant}, &error);
    struct position position;
    bool read = tables && fen_parse(bench->fen, tables, &position, &error);
    assert(read);
    (void)read;
    struct values values;
    values_default(tables, &values);
    struct engine *engine = engine_create(tables, &values, 1 << 22, &error);
    struct search_result result;
    engine_search(engine, &position, NULL, (struct limits){.depth = depth}, &result);
    engine_destroy(engine);
    free(tables);
    return result.nodes;
}

struct options {
    struct answer_options answer;
    int depth;
    const char *variant;
};

static const struct option_row arguments[] = {
    {"VARIANT", .kind = ROW_TEXT, .completion = COMPLETE_VARIANT,
     OPTION_AT(struct options, variant)},
};

static const struct option_row rows[] = {
    {"depth", "PLIES", "8", .kind = ROW_COUNT, .low = 1, .high = 90,
     OPTION_AT(struct options, depth)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

static const struct answer_column columns[] = {
    {"variant", "variant", ANSWER_TEXT},
    {"nodes", "nodes", ANSWER_COUNT},
    {"seconds", "seconds", ANSWER_NUMBER, 2},
    {NULL, "k nodes/s", ANSWER_COUNT},
};

static void add_row(struct answer *answer, const char *name, uint64_t nodes, double seconds) {
    ANSWER_ROW(answer, cell_text(name), cell_count(nodes), cell_number(seconds),
               cell_number(seconds > 0 ? (double)nodes / seconds / 1e3 : NAN));
}

static int run(void *data, const char *line) {
    (void)line;
    const struct options *options = data;
    struct answer answer = answer_init(NULL);
    uint64_t total = 0;
    double total_seconds = 0;
    answer_table(&answer, "variants", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < ARRAY_LENGTH(positions);) {
        const char *name = positions[i].variant;
        uint64_t nodes = 0;
        double start = cpu_seconds();
        bool wanted = !options->variant || strcmp(options->variant, name) == 0;
        for (; i < ARRAY_LENGTH(positions) && strcmp(positions[i].variant, name) == 0; i++)
            if (wanted)
                nodes += search(&positions[i], options->depth);
        if (!wanted)
            continue;
        double seconds = cpu_seconds() - start;
        add_row(&answer, name, nodes, seconds);
        total += nodes;
        total_seconds += seconds;
    }
    if (total == 0) {
        answer_destroy(&answer);
        return fail(EXIT_USAGE, "no bench positions of '%s'", options->variant);
    }
    ANSWER_FACT(&answer, cell_count(total), "signature", "signature", ANSWER_COUNT);
    ANSWER_FACT(&answer, cell_number(total_seconds), "seconds", "seconds", ANSWER_NUMBER, 2);
    if (total_seconds > 0)
        answer_line(&answer, "k nodes/s", "%.0f", (double)total / total_seconds / 1e3);
    return answer_show(&answer, options->answer.json);
}

static const struct option_use uses[] = {
    {&set, 0, NULL}, OPTION_USE(answer, struct options, answer), {0}};
const struct command command_bench = {
    COMMAND_HEAD(bench, GROUP_LOOK, arguments, uses, struct options, run),
};
