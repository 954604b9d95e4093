// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that come in pieces, long ones, the last one without an end.
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "line_reader.h"
#include "random.h"

struct pipe_of {
    int from, to;
    struct line_reader *reader;
};

static struct pipe_of open_pipe(void) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    struct pipe_of pipe = {ends[0], ends[1], line_reader_create(ends[0])};
    assert_non_null(pipe.reader);
    return pipe;
}

static void close_pipe(struct pipe_of *pipe) {
    line_reader_destroy(pipe->reader);
    close(pipe->from);
}

static void say(const struct pipe_of *pipe, const char *bytes, size_t length) {
    assert_int_equal(write(pipe->to, bytes, length), (ssize_t)length);
}

static void expect(const struct pipe_of *pipe, const char *text) {
    char *line;
    assert_int_equal(line_reader_next(pipe->reader, &line), LINE_READY);
    assert_string_equal(line, text);
}

static void expect_status(const struct pipe_of *pipe, enum line_status status) {
    char *line;
    assert_int_equal(line_reader_next(pipe->reader, &line), status);
}

static void pieces(void **state) {
    (void)state;
    struct pipe_of pipe = open_pipe();
    expect_status(&pipe, LINE_NONE);
    say(&pipe, "on", 2);
    expect_status(&pipe, LINE_NONE);
    say(&pipe, "e\n\ntwo\r\nthr", 11);
    expect(&pipe, "one");
    expect(&pipe, "");
    expect(&pipe, "two");
    expect_status(&pipe, LINE_NONE);
    say(&pipe, "ee\0!\nlast\r", 10);
    expect(&pipe, "three !");
    expect_status(&pipe, LINE_NONE);
    close(pipe.to);
    expect(&pipe, "last");
    expect_status(&pipe, LINE_END);
    expect_status(&pipe, LINE_END);
    close_pipe(&pipe);
}

// A pipe holds little: another thread fills it.
struct flood {
    int to;
    size_t bytes;
};

static void *flood(void *argument) {
    const struct flood *flood = argument;
    static const char chunk[1000] = {[0 ... 999] = 'x'};
    for (size_t sent = 0; sent < flood->bytes; sent += sizeof chunk)
        assert_int_equal(write(flood->to, chunk, sizeof chunk), sizeof chunk);
    assert_int_equal(write(flood->to, "\nshort\n", 7), 7);
    close(flood->to);
    return NULL;
}

static enum line_status wait_for(const struct pipe_of *pipe, char **line) {
    enum line_status status;
    while ((status = line_reader_next(pipe->reader, line)) == LINE_NONE)
        usleep(100);
    return status;
}

static void long_lines(void **state) {
    (void)state;
    static const struct {
        size_t bytes;
        enum line_status status;
    } cases[] = {
        {100000, LINE_READY},
        {LINE_LIMIT / 1000 * 1000, LINE_READY},
        {LINE_LIMIT / 1000 * 1000 + 1000, LINE_TOO_LONG},
        {5 * LINE_LIMIT / 1000 * 1000, LINE_TOO_LONG},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct pipe_of pipe = open_pipe();
        struct flood all = {pipe.to, cases[i].bytes};
        pthread_t thread;
        char *line;
        assert_int_equal(pthread_create(&thread, NULL, flood, &all), 0);
        assert_int_equal(wait_for(&pipe, &line), cases[i].status);
        if (cases[i].status == LINE_READY)
            assert_int_equal(strlen(line), cases[i].bytes);
        assert_int_equal(wait_for(&pipe, &line), LINE_READY);
        assert_string_equal(line, "short");
        assert_int_equal(wait_for(&pipe, &line), LINE_END);
        pthread_join(thread, NULL);
        close_pipe(&pipe);
    }
}

// Whatever the pieces, the same lines.
static void random_pieces(void **state) {
    (void)state;
    struct random random = random_init(5, 0, RANDOM_TEST);
    for (int round = 0; round < 200; round++) {
        char text[3000], *at = text, *line;
        size_t length = sizeof text - 1;
        for (size_t i = 0; i < length; i++)
            text[i] = random_below(&random, 9) == 0 ? '\n' : (char)('a' + i % 26);
        text[length - 1] = '\n';
        text[length] = 0;
        struct pipe_of pipe = open_pipe();
        size_t sent = 0;
        char *rest = at;
        while (sent < length || *rest) {
            size_t piece = 1 + random_below(&random, 300);
            if (piece > length - sent)
                piece = length - sent;
            say(&pipe, text + sent, piece);
            sent += piece;
            while (line_reader_next(pipe.reader, &line) == LINE_READY) {
                size_t expected = strcspn(rest, "\n");
                assert_int_equal(strlen(line), expected);
                assert_memory_equal(line, rest, expected);
                rest += expected + 1;
            }
        }
        close(pipe.to);
        expect_status(&pipe, LINE_END);
        close_pipe(&pipe);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces),
        cmocka_unit_test(long_lines),
        cmocka_unit_test(random_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
