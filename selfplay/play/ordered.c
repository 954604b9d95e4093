// SPDX-License-Identifier: GPL-3.0-or-later
#include "ordered_internal.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "memory.h"

struct ordered {
    pthread_mutex_t mutex; // guards all below
    pthread_cond_t moved;  // the window has moved, or nothing more is handed out
    int64_t claimed;       // the next number to hand out
    int64_t next;          // the first number not committed
    int64_t end;
    int window;
    bool committing; // some thread is; the others leave their items to it
    bool stopped, failed;
    struct error error;
    ordered_commit *commit;
    void *context;
    void **slot;  // by number modulo window; NULL: not there yet
    void **batch; // of the committing thread
};

struct ordered *ordered_create(int64_t begin, int64_t end, int window, ordered_commit *commit,
                               void *context) {
    assert(window >= 1 && begin <= end);
    struct ordered *ordered = mem_calloc(1, sizeof *ordered);
    ordered->claimed = ordered->next = begin;
    ordered->end = end;
    ordered->window = window;
    ordered->commit = commit;
    ordered->context = context;
    ordered->slot = mem_calloc((size_t)window, sizeof *ordered->slot);
    ordered->batch = mem_calloc((size_t)window, sizeof *ordered->batch);
    pthread_mutex_init(&ordered->mutex, NULL);
    pthread_cond_init(&ordered->moved, NULL);
    return ordered;
}

void ordered_destroy(struct ordered *ordered, void (*discard)(void *item)) {
    for (int i = 0; i < ordered->window; i++)
        if (ordered->slot[i])
            discard(ordered->slot[i]);
    pthread_cond_destroy(&ordered->moved);
    pthread_mutex_destroy(&ordered->mutex);
    free(ordered->slot);
    free(ordered->batch);
    free(ordered);
}

bool ordered_claim(struct ordered *ordered, int64_t *number) {
    pthread_mutex_lock(&ordered->mutex);
    while (!ordered->stopped && ordered->claimed < ordered->end &&
           ordered->claimed >= ordered->next + ordered->window)
        pthread_cond_wait(&ordered->moved, &ordered->mutex);
    bool given = !ordered->stopped && ordered->claimed < ordered->end;
    if (given)
        *number = ordered->claimed++;
    pthread_mutex_unlock(&ordered->mutex);
    return given;
}

// Takes the complete run from `next` on out of the slots.
static int take_batch(struct ordered *ordered) {
    int count = 0;
    while (count < ordered->window) {
        void **slot = &ordered->slot[(ordered->next + count) % ordered->window];
        if (!*slot)
            break;
        ordered->batch[count++] = *slot;
        *slot = NULL;
    }
    return count;
}

static void fail_locked(struct ordered *ordered, const struct error *error) {
    if (!ordered->failed)
        ordered->error = *error;
    ordered->failed = ordered->stopped = true;
    pthread_cond_broadcast(&ordered->moved);
}

void ordered_submit(struct ordered *ordered, int64_t number, void *item) {
    assert(item);
    pthread_mutex_lock(&ordered->mutex);
    ordered->slot[number % ordered->window] = item;
    while (!ordered->committing && !ordered->failed) {
        int count = take_batch(ordered);
        if (count == 0)
            break;
        ordered->committing = true;
        int64_t first = ordered->next;
        pthread_mutex_unlock(&ordered->mutex);
        struct error error = {""};
        bool done = ordered->commit(ordered->context, first, ordered->batch, count, &error);
        pthread_mutex_lock(&ordered->mutex);
        ordered->committing = false;
        if (!done) {
            fail_locked(ordered, &error);
            break;
        }
        ordered->next += count;
        pthread_cond_broadcast(&ordered->moved);
    }
    pthread_mutex_unlock(&ordered->mutex);
}

void ordered_stop(struct ordered *ordered) {
    pthread_mutex_lock(&ordered->mutex);
    ordered->stopped = true;
    pthread_cond_broadcast(&ordered->moved);
    pthread_mutex_unlock(&ordered->mutex);
}

void ordered_fail(struct ordered *ordered, const struct error *error) {
    pthread_mutex_lock(&ordered->mutex);
    fail_locked(ordered, error);
    pthread_mutex_unlock(&ordered->mutex);
}

int64_t ordered_next(struct ordered *ordered) {
    pthread_mutex_lock(&ordered->mutex);
    int64_t next = ordered->next;
    pthread_mutex_unlock(&ordered->mutex);
    return next;
}

bool ordered_result(struct ordered *ordered, struct error *error) {
    pthread_mutex_lock(&ordered->mutex);
    bool done = !ordered->failed;
    if (!done && error)
        *error = ordered->error;
    pthread_mutex_unlock(&ordered->mutex);
    return done;
}
