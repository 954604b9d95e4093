// SPDX-License-Identifier: GPL-3.0-or-later
#include "net_fit.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "file.h"
#include "memory.h"
#include "objective.h"
#include "random.h"
#include "statistics.h"

enum { BLOCKS = 16, HELD_OUT = 10, GAMES_LEAST = 20 };
enum { BATCH_MOST = 16384, BATCH_LEAST = 32, STEPS_A_ROUND = 200 };
// The rate rises to its height in so many steps: the first ones, as large as the weights, would
// make all columns alike.
enum { STEPS_TO_RATE = 50 };
enum { INPUTS_MOST = 4 * BOARD_MAX * BOARD_MAX + SIDES * (NET_HANDS * BASE_TYPES + 1) };

// Of Adam. The large `calm` keeps inputs that are seldom seen from steps as large as the others'.
static const double rate = 0.01, keep_mean = 0.9, keep_square = 0.999, calm = 1e-4;
// What is asked and kept is the weights' moving average, of which a step keeps so much.
static const double keep_average = 0.98;
// All weights are drawn around 0 in the beginning, within these.
static const double input_width = 0.003, bias_middle = 0.5, bias_width = 0.2, output_width = 0.3;
// Precision of the prior of an input's weight, in positions. Five times as much predicts held-out
// results worse at minishogi and shogi.
static const double precision = 500;

// Everything that is learned, and what is as large: gradients, means, squares.
struct parameters {
    float bias[NET_WIDTH], output[NET_BUCKETS][WHOSES][NET_WIDTH], output_bias[NET_BUCKETS];
    float input[][NET_WIDTH];
};

enum { KEPT = 5 }; // of these, one behind the other, a file of a round keeps

// What a round ends with; the weights follow it in the file.
struct stand {
    uint64_t about; // what is learned from, and how
    int step, rounds, best;
    double best_loss;
};

struct learner {
    const struct dataset *data;
    struct net_inputs inputs;
    const struct net_fit_settings *settings;
    size_t size; // numbers of `parameters`
    struct parameters *now, *average, *best, *mean, *square, *block[BLOCKS];
    double *learns;          // by game: 1, of those held out 0
    float *base, *target;    // by position, for the side to move: logits of the evaluation, a share
    bool *mirrored;          // by position; in the next round the others
    size_t *order, learning; // the positions that are learned from
    struct stand stand;
    int resumed;  // of its rounds: gone through by an earlier call
    double begun; // the others, by the clock
};

// --- A position ----------------------------------------------------------------------------------

struct seen { // by either side: the side to move first
    int count[WHOSES], bucket;
    uint16_t input[WHOSES][INPUTS_MOST];
};

struct spot {
    int file, rank;
};

// A square as the side whose view it is has it.
static struct spot spot_of(const struct net_inputs *inputs, Square square, enum side view,
                           bool mirrored) {
    struct spot spot = {square_file(square), square_rank(square)};
    if (view == SECOND)
        spot = (struct spot){inputs->files - 1 - spot.file, inputs->ranks - 1 - spot.rank};
    if (mirrored)
        spot.file = inputs->files - 1 - spot.file;
    return spot;
}

static int see_view(const struct net_inputs *inputs, const uint8_t *board, enum side view,
                    bool mirrored, uint16_t *input) {
    const uint8_t *at = board + BOARD_HEAD;
    struct spot king[WHOSES];
    int count = 0;
    for (enum net_whose of = MINE; of < WHOSES; of++) {
        enum side side = of == MINE ? view : !view;
        king[of] = spot_of(inputs, board[BOARD_KING + side], view, mirrored);
        input[count++] = (uint16_t)net_king(inputs, of, king[of].file, king[of].rank);
    }
    for (int i = 0; i < board[BOARD_PIECES]; i++, at += 2) {
        enum net_whose of = piece_of(at[0], view) ? MINE : THEIRS;
        struct spot spot = spot_of(inputs, at[1], view, mirrored);
        int kind = inputs->kind[piece_type(at[0])];
        for (enum net_whose from = MINE; from < WHOSES; from++) {
            int ahead = spot.rank - king[from].rank, right = spot.file - king[from].file;
            input[count++] =
                (uint16_t)net_distance(inputs, of, from, kind, king_steps(ahead, right));
            input[count++] = (uint16_t)net_offset(inputs, of, from, ahead, right);
        }
    }
    for (int i = 0; i < board[BOARD_HANDS]; i++, at += 2) {
        enum net_whose of = piece_of(at[0], view) ? MINE : THEIRS;
        int kind = inputs->kind[piece_type(at[0])];
        for (int n = 0; kind >= 0 && n < at[1] && n < NET_HANDS; n++)
            input[count++] = (uint16_t)net_hand(inputs, of, kind, n);
    }
    assert(count <= INPUTS_MOST);
    return count;
}

// False where the network says nothing.
static bool see(const struct learner *learner, size_t p, bool mirrored, struct seen *seen) {
    const uint8_t *board = learner->data->board + learner->data->board_at[p];
    if (board[BOARD_KING] == SQUARE_NONE)
        return false;
    enum side us = board[BOARD_SIDE];
    seen->bucket = net_bucket(&learner->inputs, board[BOARD_PIECES] + SIDES);
    for (enum net_whose of = MINE; of < WHOSES; of++)
        seen->count[of] =
            see_view(&learner->inputs, board, of == MINE ? us : !us, mirrored, seen->input[of]);
    return true;
}

// The sums of both views; returns the output in logits.
static float output_of(const struct parameters *now, const struct seen *seen,
                       float sum[WHOSES][NET_WIDTH]) {
    float parts[NET_WIDTH] = {0}, total = now->output_bias[seen->bucket];
    for (enum net_whose of = MINE; of < WHOSES; of++) {
        float view[NET_WIDTH];
        memcpy(view, now->bias, sizeof view);
        for (int k = 0; k < seen->count[of]; k++)
            for (int i = 0; i < NET_WIDTH; i++)
                view[i] += now->input[seen->input[of][k]][i];
        memcpy(sum[of], view, sizeof view);
        for (int i = 0; i < NET_WIDTH; i++) {
            float clipped = view[i] < 0 ? 0 : view[i] > 1 ? 1 : view[i];
            parts[i] += now->output[seen->bucket][of][i] * clipped * clipped;
        }
    }
    for (int i = 0; i < NET_WIDTH; i++)
        total += parts[i];
    return total;
}

// Adds the gradient of the loss at a position to `sums`.
static void learn_from(const struct learner *learner, size_t p, struct parameters *sums) {
    const struct parameters *now = learner->now;
    struct seen seen;
    float sum[WHOSES][NET_WIDTH];
    if (!see(learner, p, learner->mirrored[p], &seen))
        return;
    double logit = (double)(learner->base[p] + output_of(now, &seen, sum));
    float error = (float)logistic(logit) - learner->target[p];
    sums->output_bias[seen.bucket] += error;
    for (enum net_whose of = MINE; of < WHOSES; of++) {
        const float *output = now->output[seen.bucket][of];
        float slope[NET_WIDTH];
        for (int i = 0; i < NET_WIDTH; i++) {
            float at = sum[of][i], clipped = at < 0 ? 0 : at > 1 ? 1 : at;
            sums->output[seen.bucket][of][i] += error * clipped * clipped;
            slope[i] = at > 0 && at < 1 ? 2 * error * output[i] * at : 0;
            sums->bias[i] += slope[i];
        }
        for (int k = 0; k < seen.count[of]; k++) {
            float *input = sums->input[seen.input[of][k]];
            for (int i = 0; i < NET_WIDTH; i++)
                input[i] += slope[i];
        }
    }
}

// --- Rounds --------------------------------------------------------------------------------------

static size_t bytes_of(const struct learner *learner) {
    return learner->size * sizeof(float);
}

static float *numbers_of(struct parameters *parameters) {
    return parameters->bias;
}

// One step of Adam by the gradient of a batch of positions; `step` counts from 1.
static void take_step(struct learner *learner, size_t batch, int step, double pace) {
    float *mean = numbers_of(learner->mean), *square = numbers_of(learner->square),
          *now = numbers_of(learner->now), *average = numbers_of(learner->average);
    size_t inputs = sizeof *learner->now / sizeof *now;
    double mean_share = 1 - pow(keep_mean, step), square_share = 1 - pow(keep_square, step);
    double pull = precision / (double)learner->learning;
    double kept = fmin(keep_average, (step - 1) / (double)step);
#pragma omp parallel for num_threads(learner->settings->threads)
    for (size_t i = 0; i < learner->size; i++) {
        double gradient = 0;
        for (int block = 0; block < BLOCKS; block++)
            gradient += (double)numbers_of(learner->block[block])[i];
        gradient = gradient / (double)batch + (i >= inputs ? pull * (double)now[i] : 0);
        mean[i] = (float)(keep_mean * (double)mean[i] + (1 - keep_mean) * gradient);
        square[i] =
            (float)(keep_square * (double)square[i] + (1 - keep_square) * gradient * gradient);
        now[i] -= (float)(pace * ((double)mean[i] / mean_share) /
                          (sqrt((double)square[i] / square_share) + calm));
        average[i] = (float)(kept * (double)average[i] + (1 - kept) * (double)now[i]);
    }
}

static void learn_batch(struct learner *learner, const size_t *position, size_t batch, int step,
                        double pace) {
#pragma omp parallel for schedule(dynamic) num_threads(learner->settings->threads)
    for (int block = 0; block < BLOCKS; block++) {
        memset(learner->block[block], 0, bytes_of(learner));
        size_t end = batch * (size_t)(block + 1) / BLOCKS;
        for (size_t k = batch * (size_t)block / BLOCKS; k < end; k++)
            learn_from(learner, position[k], learner->block[block]);
    }
    take_step(learner, batch, step, pace);
}

// Logits of the network at each held-out position, 0 at the others.
static void ask(const struct learner *learner, const struct parameters *parameters, float *said) {
    const struct dataset_game *game = learner->data->game;
#pragma omp parallel for schedule(dynamic, 64) num_threads(learner->settings->threads)
    for (size_t g = 0; g < learner->data->games; g++)
        for (size_t p = game[g].position; p < game[g + 1].position; p++) {
            struct seen seen;
            float sum[WHOSES][NET_WIDTH];
            bool asked = learner->learns[g] == 0 && see(learner, p, false, &seen);
            said[p] = asked ? output_of(parameters, &seen, sum) : 0;
        }
}

// How well held-out targets are predicted: mean log-loss.
static double loss_of_targets(const struct learner *learner, const float *said) {
    const struct dataset *data = learner->data;
    double loss = 0;
    for (size_t g = 0; g < data->games; g++)
        for (size_t p = data->game[g].position; p < data->game[g + 1].position; p++)
            if (learner->learns[g] == 0)
                loss +=
                    logistic_loss((double)(learner->base[p] + said[p]), (double)learner->target[p]);
    return loss / (double)(data->positions - learner->learning);
}

static void shuffle(struct learner *learner, struct random *random) {
    for (size_t i = learner->learning; i > 1; i--) {
        size_t other = random_below(random, (uint32_t)i), taken = learner->order[i - 1];
        learner->order[i - 1] = learner->order[other];
        learner->order[other] = taken;
    }
}

// Tells how far the rounds are; false when asked to stop.
static bool goes_on(const struct learner *learner, int percent) {
    int done = 100 * learner->stand.rounds + percent;
    const struct tick tick = {.task = "network",
                              .unit = "% of a round",
                              .done = done,
                              .total = 100 * NET_FIT_ROUNDS,
                              .fresh = done - 100 * learner->resumed,
                              .seconds = clock_seconds() - learner->begun,
                              .open = true,
                              .about = ""};
    observer_tick(learner->settings->observer, &tick);
    return !observer_stop(learner->settings->observer);
}

// One round through all positions, as far as they fill batches; `done` of the cycle's `steps` are
// taken already, and the learner's `step` of all.
static bool go_round(struct learner *learner, size_t batch, int done, int steps) {
    int a_round = (int)(learner->learning / batch);
    for (int k = 0; k < a_round; k++) {
        double at = done + k,
               pace = rate * fmin(1, (at + 1) / STEPS_TO_RATE) * 0.5 * (1 + cos(M_PI * at / steps));
        if (!goes_on(learner, 100 * k / a_round))
            return false;
        learn_batch(learner, learner->order + (size_t)k * batch, batch, ++learner->stand.step,
                    pace);
    }
    learner->stand.rounds++;
    return true;
}

// A number for all that decides what is learned.
static uint64_t about(const struct learner *learner) {
    const struct dataset *data = learner->data;
    const double how[] = {rate,        keep_mean,  keep_square, calm,         keep_average,
                          input_width, bias_width, bias_middle, output_width, precision};
    const struct {
        const void *at;
        size_t bytes;
    } all[] = {
        {how, sizeof how},
        {&learner->inputs, sizeof learner->inputs},
        {data->board_at, data->positions * sizeof *data->board_at},
        {data->board, data->board_at[data->positions - 1]},
        {learner->learns, data->games * sizeof *learner->learns},
        {learner->base, data->positions * sizeof *learner->base},
        {learner->target, data->positions * sizeof *learner->target},
    };
    uint64_t hash = NET_WIDTH;
    for (int i = 0; i < ARRAY_LENGTH(all); i++)
        hash = XXH3_64bits_withSeed(all[i].at, all[i].bytes, hash);
    return hash;
}

static bool save(const struct learner *learner, struct error *error) {
    struct buffer text = buffer_init();
    buffer_add(&text, (const char *)&learner->stand, sizeof learner->stand);
    buffer_add(&text, (const char *)learner->now, KEPT * bytes_of(learner));
    bool done = file_replace(learner->settings->saved, text.data, text.length, error);
    buffer_destroy(&text);
    return done;
}

// Takes up what was saved of learning the same; whatever else is in the file counts as nothing.
static void take_up(struct learner *learner) {
    FILE *file = fopen(learner->settings->saved, "rbe");
    struct stand stand;
    if (!file)
        return;
    size_t bytes = KEPT * bytes_of(learner);
    char *kept = mem_alloc(bytes);
    if (fread(&stand, sizeof stand, 1, file) == 1 && stand.about == learner->stand.about &&
        fread(kept, bytes, 1, file) == 1 && fgetc(file) == EOF) {
        learner->stand = stand;
        memcpy(learner->now, kept, bytes);
    }
    free(kept);
    fclose(file);
}

// All rounds. Those that were saved only turn the order of positions to what it was.
static bool go_through(struct learner *learner, struct net_fit *fit, struct error *error) {
    struct stand *stand = &learner->stand;
    const size_t positions = learner->data->positions;
    size_t batch = learner->learning / STEPS_A_ROUND;
    batch = batch < BATCH_LEAST ? BATCH_LEAST : batch > BATCH_MOST ? BATCH_MOST : batch;
    batch = batch < learner->learning ? batch : learner->learning;
    int a_round = (int)(learner->learning / batch);
    struct random random = random_init(1, 0, RANDOM_NET);
    for (size_t p = 0; p < positions; p++)
        learner->mirrored[p] = learner->inputs.mirrors && random_below(&random, 2);
    float *said = mem_calloc(positions, sizeof *said);
    stand->about = about(learner);
    stand->best_loss = loss_of_targets(learner, said);
    if (learner->settings->saved)
        take_up(learner);
    fit->resumed = learner->resumed = stand->rounds;
    learner->begun = clock_seconds();
    bool done = true, better = true;
    for (int cycle = 0, round = 1; done && better && cycle < NET_FIT_CYCLES; cycle++) {
        int rounds = 1 << cycle;
        for (int r = 0; done && r < rounds; r++, round++) {
            shuffle(learner, &random);
            bool fresh = round > stand->rounds;
            if (fresh && !go_round(learner, batch, r * a_round, rounds * a_round)) {
                done = error_set(error, "stopped in round %d", round);
                break;
            }
            for (size_t p = 0; p < positions; p++)
                learner->mirrored[p] = learner->inputs.mirrors && !learner->mirrored[p];
            if (fresh && r == rounds - 1) {
                ask(learner, learner->average, said);
                double loss = loss_of_targets(learner, said);
                if (loss < stand->best_loss) {
                    stand->best_loss = loss;
                    memcpy(learner->best, learner->average, bytes_of(learner));
                    stand->best = round;
                }
            }
            if (fresh && learner->settings->saved)
                done = save(learner, error);
        }
        // What stands may be later cycles' already: then this one was better than those before.
        better = stand->best >= round - 1;
    }
    free(said);
    fit->rounds = stand->rounds;
    fit->best = stand->best;
    return done;
}

// --- Before and after ----------------------------------------------------------------------------

static float around(struct random *random, double middle, double width) {
    return (float)(middle + width * (2 * random_unit(random) - 1));
}

static void draw_weights(struct learner *learner) {
    struct random random = random_init(2, 0, RANDOM_NET);
    struct parameters *now = learner->now;
    for (int i = 0; i < NET_WIDTH; i++) {
        now->bias[i] = around(&random, bias_middle, bias_width);
        for (enum net_whose of = MINE; of < WHOSES; of++) {
            float output = around(&random, 0, output_width);
            for (int bucket = 0; bucket < NET_BUCKETS; bucket++)
                now->output[bucket][of][i] = output;
        }
    }
    for (int k = 0; k < learner->inputs.count; k++)
        for (int i = 0; i < NET_WIDTH; i++)
            now->input[k][i] = around(&random, 0, input_width);
}

// Logits a unit of a number by position, as the results of the games that are learned from say.
static double scale_of(const struct learner *learner, const float *number) {
    struct objective objective;
    objective_init(&objective, learner->data, learner->learns, learner->settings->threads);
    double slope = scale_fit(&objective, number).slope;
    objective_destroy(&objective);
    return slope;
}

// Each held-out game counts the same.
static void ask_held_out(const struct learner *learner, const float *said, double search_scale,
                         struct net_fit_loss *loss) {
    const struct dataset *data = learner->data;
    double games = 0, squares = 0;
    *loss = (struct net_fit_loss){0};
    for (size_t g = 0; g < data->games; g++) {
        double start = 0, net = 0, by_search = 0;
        size_t from = data->game[g].position, end = data->game[g + 1].position;
        if (learner->learns[g] > 0)
            continue;
        for (size_t p = from; p < end; p++) {
            bool first = data->board[data->board_at[p] + BOARD_SIDE] == FIRST;
            double result = first ? data->game[g].result : 1 - data->game[g].result;
            start += logistic_loss((double)learner->base[p], result);
            net += logistic_loss((double)(learner->base[p] + said[p]), result);
            by_search += logistic_loss(search_scale * data->score[p], data->game[g].result);
        }
        double length = (double)(end - from), gain = (start - net) / length;
        loss->start += start / length;
        loss->net += net / length;
        loss->search += by_search / length;
        squares += gain * gain;
        games++;
    }
    double gain = (loss->start - loss->net) / games;
    loss->gain_se = sqrt((squares / games - gain * gain) / (games - 1));
    loss->start /= games;
    loss->net /= games;
    loss->search /= games;
}

static int16_t rounded(float number, double one, int limit) {
    return (int16_t)lround(fmin(fmax((double)number * one, -limit), limit));
}

// To whole numbers: what adds up to NET_ONE was 1, the largest output becomes the limit's.
static void fill_weights(const struct learner *learner, double scale, struct net_weights *weights) {
    const struct parameters *best = learner->best;
    double largest = 1e-3;
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++)
        for (enum net_whose of = MINE; of < WHOSES; of++)
            for (int i = 0; i < NET_WIDTH; i++)
                largest = fmax(largest, fabs((double)best->output[bucket][of][i]));
    double one = NET_OUTPUT_LIMIT / largest, logit = one * NET_ONE * NET_ONE;
    weights->unit = (int32_t)fmax(1, fmin(NET_BIAS_LIMIT, round(logit * scale)));
    for (int i = 0; i < NET_WIDTH; i++)
        weights->bias[i] = rounded(best->bias[i], NET_ONE, NET_WEIGHT_LIMIT);
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++) {
        double bias = (double)best->output_bias[bucket] * logit;
        weights->output_bias[bucket] =
            (int32_t)lround(fmin(fmax(bias, -NET_BIAS_LIMIT), NET_BIAS_LIMIT));
        for (enum net_whose of = MINE; of < WHOSES; of++)
            for (int i = 0; i < NET_WIDTH; i++)
                weights->output[bucket][of][i] =
                    rounded(best->output[bucket][of][i], one, NET_OUTPUT_LIMIT);
    }
    for (int k = 0; k < learner->inputs.count; k++)
        for (int i = 0; i < NET_WIDTH; i++)
            weights->input[k][i] = rounded(best->input[k][i], NET_ONE, NET_WEIGHT_LIMIT);
}

// Who learns, and what by which scales.
static bool learn(struct learner *learner, const struct values *values, struct net_fit *fit,
                  struct error *error) {
    const struct dataset *data = learner->data;
    float *start = mem_calloc(data->positions, sizeof *start),
          *search = mem_calloc(data->positions, sizeof *search);
    double weight[FEATURES_MOST];
    for (int c = 0; c < data->columns; c++)
        weight[c] = values->value[data->parameter[c]];
    weight[data->columns] = 0; // a network that is known is learned anew
    for (size_t g = 0; g < data->games; g++) {
        bool learns = data->game[g].number / 2 % HELD_OUT != 0;
        learner->learns[g] = learns;
        fit->games += learns;
        fit->held_out += !learns;
        for (size_t p = data->game[g].position; p < data->game[g + 1].position; p++) {
            start[p] = (float)dataset_predictor(data, p, weight);
            search[p] = data->score[p];
            if (learns)
                learner->order[learner->learning++] = p;
        }
    }
    double search_scale = scale_of(learner, search);
    fit->scale = scale_of(learner, start);
    for (size_t g = 0; g < data->games; g++)
        for (size_t p = data->game[g].position; p < data->game[g + 1].position; p++) {
            bool first = data->board[data->board_at[p] + BOARD_SIDE] == FIRST;
            double share = learner->settings->results,
                   target = share * data->game[g].result +
                            (1 - share) * logistic(search_scale * (double)search[p]),
                   base = fit->scale * (double)start[p];
            learner->target[p] = (float)(first ? target : 1 - target);
            learner->base[p] = (float)(first ? base : -base);
        }
    free(search);
    free(start);
    fit->positions = data->positions;
    draw_weights(learner);
    if (!go_through(learner, fit, error))
        return false;
    float *said = mem_calloc(data->positions, sizeof *said);
    if (fit->best > 0) {
        fill_weights(learner, fit->scale, fit->weights);
        ask(learner, learner->best, said);
    }
    ask_held_out(learner, said, search_scale, &fit->loss);
    free(said);
    if (learner->settings->saved)
        unlink(learner->settings->saved);
    return true;
}

bool net_fit(const struct dataset *data, const struct tables *tables, const struct values *values,
             const struct net_fit_settings *settings, struct net_fit *fit, struct error *error) {
    memset(fit, 0, sizeof *fit);
    size_t held_out = 0;
    for (size_t g = 0; g < data->games; g++)
        held_out += data->game[g].number / 2 % HELD_OUT == 0;
    if (held_out < GAMES_LEAST / HELD_OUT || data->games - held_out < GAMES_LEAST)
        return error_set(error, "%zu games with positions are too few to learn from: play more",
                         data->games);
    struct learner learner = {.data = data, .settings = settings};
    net_inputs_fill(&learner.inputs, tables);
    struct parameters **kept[KEPT] = {&learner.now, &learner.average, &learner.best, &learner.mean,
                                      &learner.square};
    size_t bytes = sizeof *learner.now + (size_t)learner.inputs.count * sizeof *learner.now->input;
    learner.size = bytes / sizeof(float);
    char *all = mem_calloc(KEPT, bytes);
    for (int i = 0; i < KEPT; i++)
        *kept[i] = (struct parameters *)(all + (size_t)i * bytes);
    for (int block = 0; block < BLOCKS; block++)
        learner.block[block] = mem_calloc(1, bytes);
    learner.learns = mem_calloc(data->games, sizeof *learner.learns);
    learner.base = mem_calloc(data->positions, sizeof *learner.base);
    learner.target = mem_calloc(data->positions, sizeof *learner.target);
    learner.mirrored = mem_calloc(data->positions, sizeof *learner.mirrored);
    learner.order = mem_calloc(data->positions, sizeof *learner.order);
    fit->weights = net_weights_create(tables);
    bool done = learn(&learner, values, fit, error);
    free(all);
    for (int block = 0; block < BLOCKS; block++)
        free(learner.block[block]);
    free(learner.learns);
    free(learner.base);
    free(learner.target);
    free(learner.mirrored);
    free(learner.order);
    return done;
}

struct answer net_fit_answer(const struct tables *tables, const struct net_fit *fit) {
    static const struct answer_column columns[] = {
        {"predictor", "predicts by"},
        {"log_loss", "log-loss, held out", ANSWER_NUMBER, 5},
    };
    const struct net_fit_loss *loss = &fit->loss;
    struct answer answer = answer_init(tables->variant.title);
    double gain = loss->start - loss->net;
    double half = student_975((double)fit->held_out) * loss->gain_se;
    answer_head(&answer, "%zu positions of %zu games", fit->positions, fit->games + fit->held_out);
    const char *verdict = fabs(gain) <= half ? "no better than"
                          : gain > 0         ? "better than"
                                             : "worse than";
    answer_summary(&answer,
                   "In %zu held-out games, which chose the round, the evaluation with the network "
                   "predicts results %s without: log-loss %.4f %s, ±%.4f.",
                   fit->held_out, verdict, fabs(gain), gain < 0 ? "higher" : "lower", half);
    if (!fit->best)
        answer_summary(&answer, "No round predicted the held-out games' targets better than the "
                                "evaluation alone: no network is written. Play more games.");
    answer_table(&answer, "losses", NULL, columns, ARRAY_LENGTH(columns));
    ANSWER_ROW(&answer, cell_text("evaluation"), cell_number(loss->start));
    ANSWER_ROW(&answer, cell_text("with the network"), cell_number(loss->net));
    ANSWER_ROW(&answer, cell_text("score of the search"), cell_number(loss->search));
    answer_key(&answer, "games", cell_number((double)fit->games));
    answer_key(&answer, "held_out_games", cell_number((double)fit->held_out));
    answer_key(&answer, "positions", cell_number((double)fit->positions));
    answer_key(&answer, "rounds", cell_number(fit->rounds));
    answer_key(&answer, "round_kept", cell_number(fit->best));
    answer_key(&answer, "logits_per_centi_value", cell_number(fit->scale));
    answer_sentence(&answer,
                    "Better prediction need not mean better play: test the file by a match.");
    return answer;
}
