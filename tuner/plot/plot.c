// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static double nice_step(double rough) {
    double power = pow(10, floor(log10(rough))), part = rough / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

struct plot_scale scale_nice(double low, double high, double from, double to, int ticks) {
    assert(isfinite(low) && isfinite(high) && ticks > 0);
    if (!(high - low > 1e-9 * fmax(fabs(low), fabs(high)))) { // all at one value
        double around = fmax(fabs(low) * 0.1, 1e-6);
        low -= around;
        high += around;
    }
    double step = nice_step((high - low) / (ticks > 1 ? ticks : 1));
    struct plot_scale scale = {.low = step * floor(low / step + 1e-9),
                               .high = step * ceil(high / step - 1e-9),
                               .from = from,
                               .to = to,
                               .step = step};
    scale.decimals = (int)fmin(fmax(-floor(log10(step) + 1e-9), 0), 9);
    return scale;
}

double scale_at(const struct plot_scale *scale, double value) {
    double part =
        (fmin(fmax(value, scale->low), scale->high) - scale->low) / (scale->high - scale->low);
    return scale->from + part * (scale->to - scale->from);
}

bool scale_tick(const struct plot_scale *scale, int i, double *value, char text[TICK_TEXT]) {
    assert(i >= 0);
    *value = scale->low + i * scale->step;
    if (*value > scale->high + scale->step / 2)
        return false;
    if (fabs(*value) < scale->step / 2)
        *value = 0; // not -0 nor the rest of a sum
    snprintf(text, TICK_TEXT, "%s%.*f", *value < 0 ? "\u2212" : "", scale->decimals, fabs(*value));
    return true;
}

char *plot_number(double value, int digits, char text[TICK_TEXT]) {
    assert(digits > 0);
    double size = fabs(value);
    int before = size >= 1 ? (int)floor(log10(size)) + 1 : 1;
    int decimals = before < digits ? digits - before : 0;
    snprintf(text, TICK_TEXT, "%s%.*f", value < 0 ? "\u2212" : "", decimals, size);
    return text;
}

// Pooled adjacent violators: with the gaps taken off, places must not descend. Those that would are
// pooled, and stand where their members are on average; bounds only clip that.
void plot_spread(double *place, int count, double gap, double low, double high) {
    assert(count >= 0 && count <= PLOT_LINES_MAX && gap >= 0);
    struct {
        double sum;
        int size;
    } pool[PLOT_LINES_MAX];
    int pools = 0;
    for (int i = 0; i < count; i++) {
        pool[pools].sum = place[i] - i * gap;
        pool[pools++].size = 1;
        while (pools > 1 && pool[pools - 2].sum / pool[pools - 2].size >
                                pool[pools - 1].sum / pool[pools - 1].size) {
            pools--;
            pool[pools - 1].sum += pool[pools].sum;
            pool[pools - 1].size += pool[pools].size;
        }
    }
    for (int p = 0, i = 0; p < pools; p++)
        for (int member = 0; member < pool[p].size; member++, i++)
            place[i] =
                fmax(fmin(pool[p].sum / pool[p].size, high - (count - 1) * gap), low) + i * gap;
}

void plot_tip(const struct dot *dot, char tip[TIP_TEXT], const char *what, ...) {
    char value[TICK_TEXT], low[TICK_TEXT], high[TICK_TEXT];
    va_list arguments;
    va_start(arguments, what);
    int length = vsnprintf(tip, TIP_TEXT, what, arguments);
    va_end(arguments);
    length += snprintf(tip + length, TIP_TEXT - (size_t)length, ": %s",
                       plot_number(dot->value, 3, value));
    if (!isnan(dot->low))
        length += snprintf(tip + length, TIP_TEXT - (size_t)length, " (95%%: %s to %s)",
                           plot_number(dot->low, 3, low), plot_number(dot->high, 3, high));
    if (!isnan(dot->n))
        snprintf(tip + length, TIP_TEXT - (size_t)length, ", n = %.0f", dot->n);
}
