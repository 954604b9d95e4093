// SPDX-License-Identifier: GPL-3.0-or-later
#include "move_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attacks.h"
#include "logs.h"
#include "memory.h"
#include "movegen.h"
#include "notation.h"
#include "zone_attacks.h"

enum {
    ROUNDS = 6,
    FAST_ROUNDS = 3, // at the higher rate
    HELD_OUT = 20,   // every so manieth pair: who learns from a game's twin has seen its opening
    SEEN_LEAST = 20, // a square that fewer moves led to is left at 0
    SQUARE_WAYS = 2, // to, from
    DISTANCES = 10,  // King steps, the last for all farther
    BEARINGS = 3,    // behind, beside, before
    FEATURES_OF_MOVE = SQUARE_WAYS * PRIOR_POINTS,
    FINE = SQUARE_WAYS * PRIOR_CLASSES * PRIOR_POINTS * KING_ZONE_OFFSETS,
    SHARED = SQUARE_WAYS * PRIOR_KINDS * PRIOR_POINTS * KING_ZONE_OFFSETS,
    NEARBY = SQUARE_WAYS * PRIOR_CLASSES * PRIOR_POINTS * DISTANCES * BEARINGS
};
static const double rates[2] = {0.1, 0.04};
static const double shrink = 1e-3; // pull of a piece's own score for a square towards 0
static const double negligible = 1e-4;

struct weight {
    float value, squares; // squares: sum of squared gradients, and 1
};

struct learner {
    struct weight *fine, *shared, *nearby;
    int32_t *seen;                      // by fine feature: moves that had it
    uint8_t bearing[KING_ZONE_OFFSETS]; // of `nearby`: distance and bearing together
    struct move_fit_quality quality;
    double score[MOVES_MAX];
    int count[MOVES_MAX], feature[MOVES_MAX][FEATURES_OF_MOVE];
    Move moves[MOVES_MAX];
};

static enum prior_kind kind_of(int class) {
    return class < PRIOR_DROPS            ? PRIOR_MOVE
           : class < PRIOR_PROMOTIONS     ? PRIOR_DROP
           : class < PRIOR_CHECKING_DROPS ? PRIOR_PROMOTION
                                          : PRIOR_CHECKING_DROP;
}

// The places of a fine feature among the others.
static int shared_of(int fine) {
    int offset = fine % KING_ZONE_OFFSETS, rest = fine / KING_ZONE_OFFSETS;
    int point = rest % PRIOR_POINTS, class = rest / PRIOR_POINTS % PRIOR_CLASSES;
    int way = rest / PRIOR_POINTS / PRIOR_CLASSES;
    return ((way * PRIOR_KINDS + (int)kind_of(class)) * PRIOR_POINTS + point) * KING_ZONE_OFFSETS +
           offset;
}

static int nearby_of(const struct learner *learner, int fine) {
    return fine / KING_ZONE_OFFSETS * DISTANCES * BEARINGS +
           learner->bearing[fine % KING_ZONE_OFFSETS];
}

static void fill_bearings(struct learner *learner) {
    for (int ahead = -PLACE_REACH; ahead <= PLACE_REACH; ahead++)
        for (int right = -PLACE_REACH; right <= PLACE_REACH; right++) {
            int steps = abs(ahead) > abs(right) ? abs(ahead) : abs(right);
            int distance = steps < DISTANCES ? steps : DISTANCES - 1;
            int bearing = (ahead > 0) - (ahead < 0) + 1;
            learner->bearing[KING_ZONE_OFFSETS / 2 - 2 * GRID * ahead - right] =
                (uint8_t)(distance * BEARINGS + bearing);
        }
}

static struct weight *weights(int count) {
    struct weight *weight = mem_alloc((size_t)count * sizeof *weight);
    for (int i = 0; i < count; i++)
        weight[i] = (struct weight){0, 1};
    return weight;
}

static void learner_destroy(struct learner *learner) {
    free(learner->fine);
    free(learner->shared);
    free(learner->nearby);
    free(learner->seen);
    free(learner);
}

static struct learner *learner_create(void) {
    struct learner *learner = mem_calloc(1, sizeof *learner);
    learner->fine = weights(FINE);
    learner->shared = weights(SHARED);
    learner->nearby = weights(NEARBY);
    learner->seen = mem_calloc(FINE, sizeof *learner->seen);
    fill_bearings(learner);
    return learner;
}

static double weight_of(const struct learner *learner, int fine) {
    return (double)learner->fine[fine].value + (double)learner->shared[shared_of(fine)].value +
           (double)learner->nearby[nearby_of(learner, fine)].value;
}

static void step(struct weight *weight, double gradient, double rate) {
    weight->squares += (float)(gradient * gradient);
    weight->value -= (float)(rate * gradient / sqrt((double)weight->squares));
}

// Adds the features of a square.
static int add_features(const struct prior_view *view, int way, int class, Square square,
                        int *feature) {
    int index = king_zone_index(square ^ view->turn);
    for (int i = 0; i < view->count; i++)
        feature[i] = (way * PRIOR_CLASSES + class) * PRIOR_POINTS * KING_ZONE_OFFSETS +
                     (int)view->offset[i] - index;
    return view->count;
}

// The quiet moves of a position with their features. Returns how many.
static int list_moves(struct learner *learner, struct position *position,
                      const struct prior_view *view) {
    struct checks checks;
    struct direct_checks direct;
    movegen_checks(position, &checks);
    direct_checks_find(position, &direct);
    Move *end = movegen_with_checks(position, &checks, MOVES_QUIETS | MOVES_DROPS, learner->moves);
    int count = (int)(end - learner->moves);
    for (int i = 0; i < count; i++) {
        Move move = learner->moves[i];
        bool drop = move_is_drop(move);
        Piece mover = drop ? piece_make(move_dropped(move), position->side)
                           : position->board[move_from(move)];
        bool gives_check = direct_checks_by(position, &direct, mover, move_to(move));
        int class = prior_class(position, move, gives_check), *feature = learner->feature[i];
        int n = add_features(view, 0, class, move_to(move), feature);
        if (!drop)
            n += add_features(view, 1, class, move_from(move), feature + n);
        learner->count[i] = n;
        learner->score[i] = 0;
        for (int k = 0; k < n; k++)
            learner->score[i] += weight_of(learner, feature[k]);
    }
    return count;
}

static void note(struct learner *learner, int count, int played, double log_sum) {
    struct move_fit_quality *quality = &learner->quality;
    int above = 0, level = 0; // level with the move played, itself included
    for (int i = 0; i < count; i++) {
        above += learner->score[i] > learner->score[played];
        level += learner->score[i] == learner->score[played];
    }
    quality->choices++;
    quality->loss += log_sum - learner->score[played];
    quality->even += log(count);
    quality->first += above == 0 ? 1.0 / level : 0;
    quality->rank += above + (level - 1) / 2.0;
}

static void learn(struct learner *learner, int move, double gradient, double rate) {
    for (int k = 0; k < learner->count[move]; k++) {
        int fine = learner->feature[move][k];
        step(&learner->fine[fine], gradient + shrink * (double)learner->fine[fine].value, rate);
        step(&learner->shared[shared_of(fine)], gradient, rate);
        step(&learner->nearby[nearby_of(learner, fine)], gradient, rate);
    }
}

// One choice; `rate` 0: it is only looked at.
static void choose(struct learner *learner, struct position *position,
                   const struct prior_view *view, Move played, double rate, bool first_round) {
    int count = list_moves(learner, position, view), at = 0;
    while (at < count && learner->moves[at] != played)
        at++;
    if (at == count || count < 2)
        return;
    double most = learner->score[0], sum = 0;
    for (int i = 1; i < count; i++)
        most = fmax(most, learner->score[i]);
    for (int i = 0; i < count; i++)
        sum += exp(learner->score[i] - most);
    double log_sum = most + log(sum);
    note(learner, count, at, log_sum);
    for (int i = 0; rate > 0 && i < count; i++) {
        double gradient = exp(learner->score[i] - log_sum) - (i == at);
        if (fabs(gradient) >= negligible)
            learn(learner, i, gradient, rate);
        for (int k = 0; first_round && k < learner->count[i]; k++)
            learner->seen[learner->feature[i][k]]++;
    }
}

static Square target(Move move) {
    return move ? move_to(move) : SQUARE_NONE;
}

static void play(struct learner *learner, const struct move_games *games,
                 const struct move_game *game, double rate, bool first_round) {
    struct position position = game->opening;
    Move theirs = MOVE_NONE, ours = MOVE_NONE; // played last, by either
    for (int i = 0; i < game->count; i++) {
        Move move = games->moves[game->from + i];
        if (!position_in_check(&position) && !position_is_capture(&position, move)) {
            struct prior_view view = prior_view(&position, target(theirs), target(ours));
            choose(learner, &position, &view, move, rate, first_round);
        }
        struct undo undo;
        position_make(&position, move, &undo);
        ours = theirs;
        theirs = move;
    }
}

static struct move_fit_quality quality_of(const struct learner *learner) {
    struct move_fit_quality quality = learner->quality;
    double n = quality.choices > 0 ? (double)quality.choices : 1;
    quality.loss /= n;
    quality.even /= n;
    quality.first /= n;
    quality.rank /= n;
    return quality;
}

// All games of one part. `rate` 0: the held-out ones, which teach nothing.
static struct move_fit_quality pass(struct learner *learner, const struct move_games *games,
                                    double rate, bool first_round) {
    learner->quality = (struct move_fit_quality){0};
    for (int i = 0; i < games->count; i++)
        if ((games->game[i].pair % HELD_OUT == 0) == (rate == 0))
            play(learner, games, &games->game[i], rate, first_round);
    return quality_of(learner);
}

static int8_t rounded(double logits) {
    double score = round(logits * PRIOR_LOGIT);
    return (int8_t)fmax(INT8_MIN, fmin(INT8_MAX, score));
}

static void fold(const struct learner *learner, struct move_prior *prior) {
    memset(prior, 0, sizeof *prior);
    int fine = 0;
    for (int way = 0; way < SQUARE_WAYS; way++)
        for (int class = 0; class < PRIOR_CLASSES; class ++)
            for (int point = 0; point < PRIOR_POINTS; point++)
                for (int offset = 0; offset < KING_ZONE_OFFSETS; offset++, fine++)
                    if (learner->seen[fine] >= SEEN_LEAST)
                        (way == 0 ? prior->to : prior->from)[class][point][offset] =
                            rounded(weight_of(learner, fine));
}

bool move_fit(const struct move_games *games, struct move_fit *fit,
              bool (*round)(void *context, int round, int rounds), void *context,
              struct error *error) {
    struct learner *learner = learner_create();
    bool done = true;
    for (int i = 0; done && i < ROUNDS; i++) {
        if (round && !round(context, i, ROUNDS))
            done = error_set(error, "ended before all rounds");
        else
            fit->trained = pass(learner, games, rates[i >= FAST_ROUNDS], i == 0);
    }
    fit->too_few = done && fit->trained.choices == 0;
    if (fit->too_few)
        done = error_set(error, "no game with a quiet move out of check to learn from");
    if (done) {
        fit->held_out = pass(learner, games, 0, false);
        fold(learner, &fit->prior);
    }
    learner_destroy(learner);
    return done;
}

static void add_quality(struct answer *answer, const char *name,
                        const struct move_fit_quality *quality) {
    ANSWER_ROW(answer, cell_text(name), cell_count(quality->choices),
               cell_if(quality->choices, quality->first), cell_if(quality->choices, quality->rank),
               cell_if(quality->choices, quality->loss), cell_if(quality->choices, quality->even));
}

struct answer move_fit_answer(const struct move_games *games, const struct move_fit *fit) {
    static const struct answer_column columns[] = {
        {"part", "games", ANSWER_TEXT},
        {"choices", "choices", ANSWER_COUNT},
        {"first", "ranked first", ANSWER_SHARE, 1},
        {"rank", "ranked higher", ANSWER_NUMBER, 1},
        {"loss", "-ln P", ANSWER_NUMBER, 3},
        {"even", "by chance", ANSWER_NUMBER, 3},
    };
    struct answer answer = answer_init(games->tables->variant.title);
    if (fit->held_out.choices > 0)
        answer_sentence(&answer,
                        "%d games. In games held out the quiet move played was thought the "
                        "likeliest %.0f%% of the time; %.1f others were thought likelier on "
                        "average.",
                        games->count, 100 * fit->held_out.first, fit->held_out.rank);
    else
        answer_sentence(&answer, "%d games, too few to hold any out.", games->count);
    answer_key(&answer, "games_read", cell_number(games->count));
    answer_table(&answer, "quality", NULL, columns, ARRAY_LENGTH(columns));
    add_quality(&answer, "learned from", &fit->trained);
    add_quality(&answer, "held out", &fit->held_out);
    return answer;
}

// --- Games of logs -------------------------------------------------------------------------------

struct reading {
    struct move_games *games;
    struct key_set keys;
    int64_t pair; // of the log's game that was added last; -1: none of this log
};

static void add_move(struct move_games *games, Move move) {
    games->moves =
        mem_grow(games->moves, games->move_count, &games->move_capacity, sizeof *games->moves);
    games->moves[games->move_count++] = move;
}

static bool add_moves(struct move_games *games, const struct game_row *row, struct error *error) {
    struct position position = games->game[games->count].opening;
    char text[MOVE_TEXT];
    for (const char *at = row->moves; row_word(&at, text, sizeof text);) {
        Move move;
        struct undo undo;
        struct error cause;
        if (!move_parse(text, &position, &move, &cause))
            return error_set(error, "moves: %s", cause.text);
        add_move(games, move);
        position_make(&position, move, &undo);
    }
    return true;
}

static bool add_game(void *context, struct log_reader *log, bool copy, struct error *error,
                     struct error *other) {
    struct reading *reading = context;
    struct move_games *games = reading->games;
    const struct game_row *row = &log->game;
    if (copy || !key_set_add(&reading->keys, game_key(row)))
        return true;
    games->game = mem_grow(games->game, games->count, &games->capacity, sizeof *games->game);
    struct move_game *game = &games->game[games->count];
    struct error cause;
    (void)other;
    if (!fen_parse(row->opening, games->tables, &game->opening, &cause))
        return error_set(error, "opening: %s", cause.text);
    game->from = games->move_count;
    if (!add_moves(games, row, error))
        return false;
    game->count = games->move_count - game->from;
    game->pair = games->count == 0 ? 0 : game[-1].pair + (row->pair != reading->pair);
    reading->pair = row->pair;
    games->count++;
    return true;
}

bool move_games_read(struct move_games *games, const char *const *folders, int count,
                     struct error *error) {
    *games = (struct move_games){0};
    struct reading reading = {.games = games};
    struct log_folders all = {0};
    bool done = true;
    for (int i = 0; done && i < count; i++)
        done = log_folders_add(&all, folders[i], error);
    games->tables = mem_alloc(sizeof *games->tables);
    done = done && logs_game((const char *const *)all.path, all.count, games->tables, error);
    for (int i = 0; done && i < all.count; i++) {
        reading.pair = -1;
        done = log_each_game(all.path[i], LOG_GAMES, NULL, add_game, &reading, error);
    }
    log_folders_destroy(&all);
    key_set_destroy(&reading.keys);
    return done;
}

void move_games_destroy(struct move_games *games) {
    free(games->tables);
    free(games->game);
    free(games->moves);
}
