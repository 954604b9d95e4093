// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_progress.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct progress progress_init(void) {
    bool terminal = isatty(STDERR_FILENO);
    return (struct progress){.terminal = terminal, .printed = terminal ? -1e9 : clock_seconds()};
}

bool progress_due(const struct progress *progress) {
    return clock_seconds() - progress->printed >= (progress->terminal ? 0.2 : 60);
}

static int columns(void) {
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

void progress_show(struct progress *progress, const char *text) {
    if (progress->terminal)
        fprintf(stderr, "\r%.*s\033[K", columns() - 1, text);
    else
        fprintf(stderr, "%s\n", text);
    fflush(stderr);
    progress->shown = true;
    progress->printed = clock_seconds();
}

void progress_clear(struct progress *progress) {
    if (progress->terminal && progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
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
