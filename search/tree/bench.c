// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench.h"

#include <assert.h>
#include <stdlib.h>

#include "engine.h"
#include "memory.h"
#include "notation.h"

// Beside the start what games of self-play had on the board and in hand after 24 to 60 plies.
// clang-format off
static const struct bench_position positions[] = {
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

const struct bench_position *bench_position(int index) {
    assert(index >= 0);
    return index < ARRAY_LENGTH(positions) ? &positions[index] : NULL;
}

uint64_t bench_search(const struct bench_position *bench, int depth) {
    assert(depth > 0);
    struct tables *tables = mem_alloc(sizeof *tables);
    struct variant *variant = mem_alloc(sizeof *variant);
    struct values *values = mem_alloc(sizeof *values);
    struct position position;
    struct search_result result;
    struct error error;
    bool read = variant_load(bench->variant, variant, &error) &&
                tables_build(tables, variant, &variant->rules, &error) &&
                fen_parse(bench->fen ? bench->fen : variant_start_fen(variant, &variant->rules),
                          tables, &position, &error);
    assert(read);
    (void)read;
    values_default(tables, values);
    struct engine *engine = engine_create(tables, values, 1 << 22, &error);
    engine_search(engine, &position, NULL, (struct limits){.depth = depth}, &result);
    engine_destroy(engine);
    free(values);
    free(variant);
    free(tables);
    return result.nodes;
}
