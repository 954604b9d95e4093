// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench.h"

#include <assert.h>
#include <stdlib.h>

#include "engine.h"
#include "memory.h"
#include "notation.h"

// clang-format off
static const struct bench_position positions[] = {
    {"kagamigi", NULL},
    {"kagamigi", "z1xro2ea/w1f1kib1q/pppsjp1pp/4p1p2/1P1p5/P3PPP2/Q1bP3PP/3ISJ1FW/AEOK1RX1Z[p] w - - 0 1"},
    {"kagamigi", "z1xrk1o1a/1f2jsb1q/p1pi2ppp/4E4/1PP2p2P/P3P1P2/Q2P1PXPW/2BISJ3/+e1O1KR1FZ[PPPa] w - - 0 1"},
    {"kagamigi", "z1k6/p5e2/2B2p2o/1P3j2R/6ARj/P2e1X1W1/2p5S/Q2IX4/2OK3I+b[PPPPPPPFFAppppppsqwz] b - - 0 1"},
    {"chu-kagamigi", NULL},
    {"chu-kagamigi", "lhx1gckgbotl/2zsrji1s1h1/1wfydnn1y3/1uppp2p1p2/n5pvp2p/Ap3p6/6e3b1/P1PPw4P2/1P1EPV1PPY1P/TQY3ND1Q1X/3S1IJRFZ1U/LHOAGKCGSH1L[PPppp] w - - 0 1"},
    {"chu-kagamigi", "lh1sgik1sa1l/u1j1r2bgh2/x6v1eqo/z1Q2cpppyp1/3Wf1nn3P/4pN3p2/7P1H2/P2p4P1P1/3PP+d1dYF1p/2+wYVJ2YS2/1TAS1IPCGZ+u1/LHOBGK4XL[PPPPrepp] w - - 0 1"},
    {"chu-seireigi", NULL},
    {"chu-seireigi", "l2sgekg1cal/1nctu1outsn1/3arq1b2dy/ppwpppp1pppp/y1p4p4/5x6/12/P1P6P2/1P2PPPPP1PP/Y1DAB1QRTW1Y/1NCTUOXU2N1/L2SGKEGSCAL[Ipi] w - - 0 1"},
    {"chu-seireigi", "1a1sgekg1o2/l1c1unus+T3/y+P1w1rd5/1cPpp1+B1t+W+A1/7p1s2/1n2y7/p2Pq2gP2l/Y4b2R1P1/+a+c4PP1P1P/4O2X4/up+yIQXN+tS+lNA/4GK1E1C1L[PPPPT] w - - 0 1"},
    {"chu-shogi", NULL},
    {"chu-shogi", "lf1b1ekodc2/a3tx1t2s1/5m4r1/3p3p4/2pQp7/8i3/12/9P1P/PHPPP2PI1P+h/1M2D4M2/AVBCTG2DBV1/LF1S1KOGSCF1[] b - - 0 1"},
    {"chu-shogi", "lfcsge1os1fl/a1bt3ktnca/3m1x2gqvm/3p1dp1p1p1/p3pp1p1p2/3i7p/12/PH1I1P5P/2PP1O1PIPPM/M2RDT1D2B1/AF1GX1ET1RVA/LBCSK2GSCFL[] w - - 0 1"},
    {"chu-shogi", "3sg1kg3l/f1bqte1sf2a/1c1x1otd2+Im/5pp2r2/3p3p1p1p/l11/12/1P2O6P/2+b3PPPPPA/+dC2G2HBRM1/3S1TXTC1VF/L4KEGS2L[] b - - 0 1"},
    {"shogi", NULL},
    {"shogi", "4gg1nl/lrs1k1sb1/p5p1p/3pNB1p1/1p7/6PPP/PP3P1RN/5G2L/LNS2KG2[SPPPppp] b - - 0 1"},
    {"shogi", "1n4r+N1/lb2g1+PP+P/k1sp2b2/1p2p4/S4P3/2S1L4/P1nPP1+p1P/2P1G4/LPG2KS1+n[RGLpppp] w - - 0 1"},
    {"minishogi", NULL},
    {"minishogi", "1b1gk/2s1p/2G2/5/+rKSBR[p] w - - 0 1"},
    {"minishogi", "2s1k/2p2/r4/2Kb1/4g[rbgsp] w - - 0 1"},
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
