// SPDX-License-Identifier: GPL-3.0-or-later
#include "pilot.h"

#include "tally_answer.h"
#include "workers.h"

enum { TIMES_MOST = 64 }; // the limit of the part, for pilot_find_deep

static bool count_games(void *context, const struct game_record *const *records, int count,
                        struct error *error) {
    struct measurement *measurement = context;
    struct buffer moves = buffer_init(), text = buffer_init();
    static const char run[] = "r000000000000"; // as long as any run's key
    char rules[RULES_TEXT];
    bool taken = true;
    for (int i = 0; i < count; i++) {
        struct game_row row = game_row_of(measurement->config, records[i], run, &moves, rules);
        game_row_write(&text, &row);
        game_positions_write(records[i], run, &text);
        measurement->draws += row.result == RESULT_DRAW;
        measurement->plies += row.plies;
        depths_add(&measurement->depths, &row.first_depths);
        depths_add(&measurement->depths, &row.second_depths);
        taken = taken && (!measurement->take ||
                          measurement->take(measurement->context, measurement->part, &row, error));
    }
    measurement->games += count;
    measurement->bytes += (int64_t)text.length;
    buffer_destroy(&moves);
    buffer_destroy(&text);
    return taken;
}

static bool go_on(void *context) {
    const struct measurement *measurement = context;
    return !observer_stop(measurement->observer);
}

// The next games.
static enum work_end play(struct measurement *measurement, int64_t games, int threads,
                          struct error *error) {
    struct work work = {.config = measurement->config,
                        .begin = measurement->games,
                        .end = measurement->games + games,
                        .threads = threads,
                        .commit = count_games,
                        .watch = go_on,
                        .context = measurement};
    struct workers *workers = workers_create(&work);
    enum work_end end = !workers_run(workers, error) ? WORK_FAILED
                        : workers_stopped(workers)   ? WORK_STOPPED
                                                     : WORK_DONE;
    workers_destroy(workers);
    if (end == WORK_STOPPED)
        observer_say(measurement->observer, "stopped while measuring; nothing is known yet");
    return end;
}

// Whole batches, since a window of time would miss the long games.
enum work_end pilot_measure(struct measurement *measurement, int64_t pilot, double seconds,
                            int threads, struct error *error) {
    double begun = clock_seconds(), cpu_begun = cpu_seconds();
    int64_t batch = 2 * threads;
    enum work_end end = pilot ? play(measurement, pilot, threads, error) : WORK_DONE;
    // On a busy machine the processor's time is what counts, but nobody waits for ever.
    for (; !pilot && end == WORK_DONE && cpu_seconds() - cpu_begun < seconds &&
           clock_seconds() - begun < 10 * seconds;
         batch *= 2)
        end = play(measurement, batch, threads, error);
    measurement->core_seconds = cpu_seconds() - cpu_begun;
    return end;
}

bool pilot_shallow(const struct measurement *part) {
    return part->config->player[PLAYER_A].limits.nodes > 0 && depths_moves(&part->depths) > 0 &&
           depths_median(&part->depths) < DEPTHS_ENOUGH;
}

enum work_end pilot_find_deep(const struct measurement *part, int64_t pilot, double seconds,
                              int threads, struct deep *deep, struct error *error) {
    struct config config = *part->config;
    double begun = cpu_seconds();
    for (uint64_t times = 2;
         times <= TIMES_MOST && (pilot || cpu_seconds() - begun < seconds) && !deep->nodes;
         times *= 2) {
        struct measurement measurement = {.config = &config, .observer = part->observer};
        double before = cpu_seconds();
        for (int i = 0; i < PLAYERS; i++)
            config.player[i].limits.nodes = times * part->config->player[i].limits.nodes;
        enum work_end end = play(&measurement, 2, threads, error);
        if (end != WORK_DONE)
            return end;
        if (depths_median(&measurement.depths) >= DEPTHS_ENOUGH)
            *deep = (struct deep){config.player[PLAYER_A].limits.nodes,
                                  (cpu_seconds() - before) / (double)measurement.games};
    }
    return WORK_DONE;
}
