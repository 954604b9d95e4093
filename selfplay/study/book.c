// SPDX-License-Identifier: GPL-3.0-or-later
#include "book.h"

#include <assert.h>
#include <inttypes.h>
#include <omp.h>
#include <stdlib.h>

#include "csv_file.h"
#include "file.h"
#include "memory.h"
#include "notation.h"
#include "tally.h"
#include "workers.h"

enum { BATCH = 4 }; // candidates of each thread before they are looked at

struct candidate {
    struct opening opening;
    uint64_t key;
    int first_score;
};

struct writing {
    struct book *book;
    struct engine **judges; // one a thread
    struct candidate *candidates;
    int batch;
    struct key_set keys;
    struct buffer text;
    int64_t taken, since; // candidates since the last that was taken
    double begun;
};

static bool judge(struct writing *writing, int64_t index, struct candidate *candidate,
                  struct error *error) {
    const struct config *config = writing->book->config;
    struct engine *engine = writing->judges[omp_get_thread_num()];
    struct position position;
    struct search_result result;
    if (!opening_choose(&config->opening, config->tables, config->seed, index, engine,
                        &candidate->opening, error) ||
        !fen_parse(candidate->opening.fen, config->tables, &position, error))
        return false;
    // Anew: the score shall be one of the position alone, for whoever looks again.
    engine_new_game(engine);
    engine_search(engine, &position, NULL, (struct limits){.nodes = writing->book->nodes}, &result);
    candidate->key = position.key;
    candidate->first_score = position.side == FIRST ? result.score : -result.score;
    return true;
}

static void add_row(struct writing *writing, const struct candidate *candidate) {
    const struct config *config = writing->book->config;
    const struct tables *tables = config->tables;
    struct buffer *text = &writing->text;
    char rules[RULES_TEXT];
    rules_text(&tables->rules, &tables->variant, rules);
    csv_field(text, tables->variant.name);
    buffer_char(text, ',');
    csv_field(text, *rules ? rules : "default");
    buffer_printf(text, ",%" PRIu64 ",%" PRId64 ",", config->seed, writing->taken);
    csv_field(text, candidate->opening.fen);
    buffer_printf(text, ",%d\n", candidate->first_score);
}

static bool take(struct writing *writing, const struct candidate *candidate, struct error *error) {
    struct book *book = writing->book;
    const struct opening_settings *opening = &book->config->opening;
    book->tried++;
    writing->since++;
    if (abs(candidate->first_score) > opening->bound) {
        book->unbalanced++;
    } else if (!key_set_add(&writing->keys, candidate->key)) {
        book->repeated++;
    } else {
        add_row(writing, candidate);
        writing->taken++;
        writing->since = 0;
    }
    return writing->since < BOOK_PATIENCE ||
           error_set(error,
                     "only %" PRId64 " distinct openings of %d random plies within +-%d were found,"
                     " and none among the last %d candidates: give more plies or a larger bound",
                     writing->taken, opening->plies, opening->bound, BOOK_PATIENCE);
}

// A batch of candidates by all threads, then looked at in their order.
static enum work_end add_batch(struct writing *writing, struct error *error) {
    struct book *book = writing->book;
    int64_t first = book->tried;
    bool failed = false, stopped = false;
#pragma omp parallel for num_threads(book->threads) schedule(dynamic, 1)
    for (int i = 0; i < writing->batch; i++) {
        struct error cause = {""};
        bool stop = observer_stop(book->observer);
        bool fine = stop || judge(writing, first + i, &writing->candidates[i], &cause);
#pragma omp critical
        {
            stopped = stopped || stop;
            if (!fine && !failed)
                *error = cause;
            failed = failed || !fine;
        }
    }
    if (stopped || failed)
        return stopped ? WORK_STOPPED : WORK_FAILED;
    for (int i = 0; i < writing->batch && writing->taken < book->wanted; i++)
        if (!take(writing, &writing->candidates[i], error))
            return WORK_FAILED;
    struct tick tick = {.task = book->config->tables->variant.name,
                        .unit = "openings",
                        .done = writing->taken,
                        .total = book->wanted,
                        .fresh = writing->taken,
                        .seconds = clock_seconds() - writing->begun,
                        .about = ""};
    observer_tick(book->observer, &tick);
    return WORK_DONE;
}

static bool prepare(struct writing *writing, struct error *error) {
    struct book *book = writing->book;
    const struct config *config = book->config;
    size_t threads = (size_t)book->threads;
    writing->batch = BATCH * book->threads;
    writing->judges = mem_calloc(threads, sizeof *writing->judges);
    writing->candidates = mem_calloc((size_t)writing->batch, sizeof *writing->candidates);
    for (size_t i = 0; i < threads; i++) {
        writing->judges[i] = engine_create(config->tables, &config->player[PLAYER_A].values,
                                           config_hash_bytes(book->nodes), error);
        if (!writing->judges[i])
            return false;
    }
    return true;
}

static void clean_up(struct writing *writing) {
    for (int i = 0; writing->judges && i < writing->book->threads; i++)
        engine_destroy(writing->judges[i]);
    free(writing->judges);
    free(writing->candidates);
    key_set_destroy(&writing->keys);
    buffer_destroy(&writing->text);
}

enum work_end book_write(struct book *book, struct error *error) {
    assert(book->wanted >= 1 && book->threads >= 1 && book->nodes >= 1);
    book->threads = workers_threads(book->threads, book->wanted);
    struct writing writing = {.book = book, .text = buffer_init(), .begun = clock_seconds()};
    book->tried = book->unbalanced = book->repeated = 0;
    buffer_text(&writing.text, "variant,rules,seed,opening,fen,first_score\n");
    bool fine = file_can_replace(book->path, error) && prepare(&writing, error);
    enum work_end end = fine ? WORK_DONE : WORK_FAILED;
    while (end == WORK_DONE && writing.taken < book->wanted)
        end = add_batch(&writing, error);
    observer_tick(book->observer, NULL);
    if (end == WORK_DONE) {
        fine = file_replace(book->path, writing.text.data, writing.text.length, error);
        end = fine ? WORK_DONE : WORK_FAILED;
    }
    if (end == WORK_STOPPED)
        observer_say(book->observer, "stopped, no book is written");
    clean_up(&writing);
    return end;
}

struct answer book_answer(const struct book *book) {
    const struct config *config = book->config;
    struct answer answer = answer_init(config->tables->variant.title);
    answer_head(&answer, "%" PRId64 " opening%s", book->wanted, book->wanted == 1 ? "" : "s");
    answer_key(&answer, "variant", cell_text(config->tables->variant.name));
    answer_key(&answer, "book", cell_text(book->path));
    answer_seed(&answer, config->seed);
    answer_head(&answer, "%s", book->path);
    const struct answer_column columns[] = {
        {"openings", "openings", ANSWER_COUNT},
        {"plies", "random plies", ANSWER_COUNT},
        {"bound", "balanced within +-", ANSWER_COUNT},
        {"nodes", "by a search of nodes", ANSWER_COUNT},
        {"tried", "candidates tried", ANSWER_COUNT},
        {"unbalanced", "of them not balanced", ANSWER_COUNT},
        {"repeated", "of them there before", ANSWER_COUNT},
    };
    const struct answer_cell cells[] = {
        cell_count(book->wanted),
        cell_number(config->opening.plies),
        cell_number(config->opening.bound),
        cell_count(book->nodes),
        cell_count(book->tried),
        cell_count(book->unbalanced),
        cell_count(book->repeated),
    };
    answer_facts(&answer, columns, ARRAY_LENGTH(columns), cells);
    return answer;
}
