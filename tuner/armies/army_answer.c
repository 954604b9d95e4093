// SPDX-License-Identifier: GPL-3.0-or-later
#include "army_answer.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "army_fit.h"
#include "measured_cell.h"
#include "tally.h"
#include "values_answer.h"

// What games of armies say first.

enum { NAMED_MOST = 6 };
#define WISHED 0.1

// "14 of 14 worths are measured, the median one within \u00b10.05 on the board, \u00b10.06 in hand;
// for \u00b10.1 it takes about 3200 games."
static void say_measured(struct answer *answer, const struct army_study *study) {
    const struct army_run *run = &study->run[study->main];
    const struct worths *worths = &run->estimate.worths;
    struct buffer text = buffer_init();
    struct army_plan plan;
    struct error ignored;
    int place[WORTHS_MAX], count = army_places(worths, place), measured = 0;
    double worst = 0;
    for (int i = 0; i < count; i++)
        measured += worths->of[place[i]].mark == WORTH_MEASURED;
    buffer_printf(&text, "%d of %d worths are measured", measured, count);
    if (!study->reference && army_plan(&run->estimate, WISHED, &plan, &ignored)) {
        const char *join = ", the median one within";
        for (int f = 0; f < WORTH_FORMS; f++)
            if (plan.form[f].pieces > 0) {
                buffer_printf(&text, "%s \u00b1%.2f %s", join, plan.form[f].half_width,
                              worth_places[f]);
                worst = fmax(worst, plan.form[f].half_width);
                join = ",";
            }
        if (worst > WISHED)
            buffer_printf(&text, "; for \u00b1%.1f it takes about %.0f games", WISHED,
                          worths_round_games(plan.games));
    } else if (!study->reference) {
        buffer_text(&text, " in Elo alone: these games are too few for the worth of a mean piece");
    }
    answer_summary(answer, "%s.", text.data);
    buffer_destroy(&text);
}

// Which are not, and how many games would make them so.
static void say_open(struct answer *answer, const struct army_run *run) {
    const struct worths *worths = &run->estimate.worths;
    struct buffer text = buffer_init();
    double games = 0;
    int place[WORTHS_MAX], all = army_places(worths, place), count = 0;
    for (int i = 0; i < all; i++) {
        const struct worth_estimate *of = &worths->of[place[i]];
        char name[ARMY_NAME];
        if (of->mark == WORTH_MEASURED)
            continue;
        if (count++ < NAMED_MOST)
            buffer_printf(&text, "%s%s", count > 1 ? ", " : "",
                          army_name_at(worths, place[i], name));
        if (of->games > 0 && of->games < ARMY_GAMES_NEEDED)
            games = fmax(games, (double)run->estimate.games * ARMY_GAMES_NEEDED / of->games);
    }
    if (count > NAMED_MOST)
        buffer_printf(&text, " and %d more", count - NAMED_MOST);
    if (games > 0)
        buffer_printf(&text, "; about %.0f games would bring a difference in enough of them",
                      worths_round_games(games));
    if (count)
        answer_summary(answer, "Not measured: %s.", text.data);
    buffer_destroy(&text);
}

// Where an order of the pieces is chance.
static void say_apart(struct answer *answer, const struct worths *worths) {
    struct buffer text = buffer_init();
    int open = 0;
    for (int f = 0; f < WORTH_FORMS; f++) {
        struct wald wald = worths_apart(worths, worth_forms[f]);
        if (wald.df == 0 || wald.p < WORTHS_APART)
            continue;
        buffer_printf(&text, "%s%s (p = %.2g)", open++ ? " and " : "", worth_places[f], wald.p);
    }
    if (open)
        answer_summary(answer, "Among the pieces %s no difference is significant.", text.data);
    buffer_destroy(&text);
}

// What the main run comes to: how many worths are measured and how well, which are not,
// which differ significantly, and how many games would mend that. For the answer's summary.
static void army_summary(struct answer *answer, const struct army_study *study) {
    const struct army_run *run = &study->run[study->main];
    const struct army_estimate *estimate = &run->estimate;
    say_measured(answer, study);
    say_open(answer, run);
    say_apart(answer, &estimate->worths);
    depths_warn(answer, run->name, &run->games.depths);
    if (run->in_units && !study->reference)
        answer_sentence(answer, "A mean piece is %.0f \u00b1%.0f Elo.", run->scaled.unit,
                        NORMAL_975 * run->scaled.unit_se);
    answer_sentence(
        answer,
        "Being to move is worth %.0f \u00b1%.0f Elo, over the drawn armies: that is not "
        "the game's first move. There are %" PRId64 " games at %" PRId64
        " nodes, intervals are 95%%.",
        estimate->first_elo, NORMAL_975 * estimate->first_se, estimate->games, run->nodes);
    answer_sentence(answer, "%.0f%% of the drawn armies were decided or in check and drawn again.",
                    100 * study->redrawn);
    if (run->games.ply_limit > 0)
        answer_sentence(answer, "%.1f%% of these games ended by the ply limit.",
                        100 * (double)run->games.ply_limit / (double)estimate->games);
}

#define REDRAWN_MANY 0.05 // share of armies drawn again from which an answer warns
enum { ROW = 5 + 4 * WORTH_FORMS };

static const char not_measured[] = "-";

#define FORM(key, name)                                                                            \
    {key ".elo", name, ANSWER_NUMBER, 0, ANSWER_INTERVAL | ANSWER_HALF, "Elo"},                    \
        {key ".worth", name, ANSWER_NUMBER, 2, ANSWER_INTERVAL | ANSWER_HALF | ANSWER_STRONG, ""}, \
        {key ".games", NULL, ANSWER_COUNT}, {                                                      \
        key ".mark", NULL, ANSWER_TEXT, 0, ANSWER_OMIT                                             \
    }
static const struct answer_column form_columns[WORTH_FORMS][4] = {
    {FORM("board", "board")}, {FORM("hand", "hand")}, {FORM("promoted", "promoted")}};
static const struct answer_column head_columns[] = {
    {"id", NULL, ANSWER_TEXT},
    {"mark", "ID", ANSWER_TEXT}, // with an asterisk where there is a note
    {"name", "piece", ANSWER_TEXT, 0, ANSWER_WIDE},
    {"pair", NULL, ANSWER_COUNT},
};
static const struct answer_column note_column = {"note", NULL, ANSWER_TEXT, 0, ANSWER_OMIT};

// Elo of the forms, then their worth; what is not in the game has no column.
static int piece_columns(const bool there[WORTH_FORMS], const char *unit,
                         struct answer_column column[ROW]) {
    int count = ARRAY_LENGTH(head_columns);
    memcpy(column, head_columns, sizeof head_columns);
    for (int part = 0; part < 4; part++)
        for (int f = 0; f < WORTH_FORMS; f++)
            if (there[f]) {
                column[count] = form_columns[f][part];
                if (part == 1)
                    column[count].group = unit;
                count++;
            }
    column[count++] = note_column;
    return count;
}

static double value_on_board(const struct worths *worths, Type base) {
    int place = worths_find(worths, VALUE_BOARD + base);
    return place >= 0 && worths->of[place].mark != WORTH_OPEN ? worths->of[place].value : -INFINITY;
}

// The most valuable first, where the games tell them apart. Royals are left out: armies change
// none, so that nothing is measured of them.
static int order_pieces(const struct worths *worths, struct valued piece[BASE_TYPES]) {
    const struct variant *variant = &worths->tables->variant;
    double value[BASE_TYPES];
    for (Type base = 0; base < BASE_TYPES; base++)
        value[base] = variant->exists[base] && !variant->piece[base].royal
                          ? value_on_board(worths, base)
                          : NAN;
    if (worths_apart(worths, worth_forms[0]).p >= WORTHS_APART)
        valued_unsort(variant, value);
    return valued_sort(variant, value, piece);
}

static int place_of(const struct worths *worths, Type base, int form) {
    return worths_find(worths, worth_index(base, form));
}

int army_places(const struct worths *worths, int place[WORTHS_MAX]) {
    struct valued piece[BASE_TYPES];
    int pieces = order_pieces(worths, piece), count = 0;
    for (int f = 0; f < WORTH_FORMS; f++)
        for (int i = 0; i < pieces; i++) {
            int at = place_of(worths, piece[i].base, f);
            if (at >= 0)
                place[count++] = at;
        }
    return count;
}

static struct answer_cell elo_cell(const struct worths *worths, int place) {
    if (worths->of[place].mark == WORTH_OPEN)
        return cell_word(NAN, not_measured);
    return cell_with_error(worths->of[place].value,
                           sqrt(worths->covariance[place * worths->count + place]));
}

static struct answer_cell worth_cell(const struct worths *worths,
                                     const struct worths_scaled *scaled, int place) {
    if (!scaled || worths->of[place].mark == WORTH_OPEN)
        return cell_word(NAN, not_measured);
    return cell_interval(scaled->value[place], scaled->low[place], scaled->high[place]);
}

// What the reader of the row must know: not measured, mostly prior, not equal to its mirror image.
static const char *note_of(const struct worths *worths, const struct army_contrasts *mirrors,
                           Type base, struct buffer *text) {
    buffer_clear(text);
    for (int mark = WORTH_LEANS; mark <= WORTH_OPEN; mark++) {
        bool named = false;
        for (int f = 0; f < WORTH_FORMS; f++) {
            int place = place_of(worths, base, f);
            if (place < 0 || worths->of[place].mark != (enum worth_mark)mark)
                continue;
            buffer_printf(text, "%s%s", named ? ", " : text->length ? "; " : "", worth_forms[f]);
            named = true;
        }
        if (named)
            buffer_printf(text, " %s", worth_marks[mark]);
    }
    for (int i = 0; mirrors && i < mirrors->count; i++) {
        bool own = false;
        for (int f = 0; f < WORTH_FORMS; f++)
            own |= place_of(worths, base, f) == mirrors->of[i].first ||
                   place_of(worths, base, f) == mirrors->of[i].second;
        if (own && mirrors->of[i].p_holm < 0.05)
            buffer_printf(text, "%sunlike its mirror image (%s)", text->length ? "; " : "",
                          worths_where(worths, mirrors->of[i].first));
    }
    return text->length ? text->data : NULL;
}

void army_pieces_add(struct answer *answer, const char *unit, const struct worths *worths,
                     const struct worths_scaled *scaled, const struct army_contrasts *mirrors) {
    struct valued piece[BASE_TYPES];
    struct answer_column column[ROW];
    const struct variant *variant = &worths->tables->variant;
    bool there[WORTH_FORMS] = {false};
    int count = order_pieces(worths, piece);
    for (int i = 0; i < count; i++)
        for (int f = 0; f < WORTH_FORMS; f++)
            there[f] |= place_of(worths, piece[i].base, f) >= 0;
    answer_table(answer, "pieces", NULL, column, piece_columns(there, unit, column));
    struct buffer notes = buffer_init(), note = buffer_init();
    for (int i = 0; i < count; i++) {
        char mark[NAME_TEXT + 2];
        const struct piece *own = &variant->piece[piece[i].base];
        const char *noted = note_of(worths, mirrors, piece[i].base, &note);
        snprintf(mark, sizeof mark, "%s%s", own->id, noted ? "*" : "");
        struct answer_cell row[ROW] = {cell_text(own->id), cell_text(mark), cell_text(own->name),
                                       cell_number(piece[i].pair)};
        int at = ARRAY_LENGTH(head_columns);
        for (int part = 0; part < 4; part++)
            for (int f = 0; f < WORTH_FORMS; f++) {
                int place = place_of(worths, piece[i].base, f);
                if (!there[f])
                    continue;
                row[at++] = place < 0   ? cell_missing()
                            : part == 0 ? elo_cell(worths, place)
                            : part == 1 ? worth_cell(worths, scaled, place)
                            : part == 2 ? cell_number(worths->of[place].games)
                                        : cell_text(worth_marks[worths->of[place].mark]);
            }
        row[at] = cell_text(noted);
        answer_row(answer, row);
        if (noted) // for people, below the table
            buffer_printf(&notes, "%s%s: %s", notes.length ? "; " : "* ", own->name, noted);
    }
    if (notes.length)
        answer_sentence(answer, "%s.", notes.data);
    buffer_destroy(&notes);
    buffer_destroy(&note);
}

const char *army_unit(const struct army_study *study, char text[ARMY_NAME]) {
    if (!study->reference)
        return "mean pieces";
    snprintf(text, ARMY_NAME, "1 = a %.60s", study->tables->variant.piece[study->reference].name);
    return text;
}

static void add_warnings(struct answer *answer, const struct army_study *study) {
    if (study->redrawn >= REDRAWN_MANY)
        answer_warning(answer,
                       "With so many armies drawn again the pieces are not independent. A worth "
                       "holds for the armies that were left.");
    for (int i = 0; i < study->others && study->count > 0; i++) {
        int64_t nodes = study->other[i].nodes, own = study->run[study->main].nodes;
        if (nodes && nodes != own)
            answer_warning(answer,
                           "%s: players of %" PRId64 " nodes a move, those of the armies search "
                           "%" PRId64 ": worth depends on the player.",
                           study->other[i].name, nodes, own);
    }
    for (int r = 0; r < study->count; r++) {
        const struct army_run *run = &study->run[r];
        if (!run->in_units)
            answer_warning(answer, "%s: worths stand in Elo alone: %s.", run->name, run->why.text);
        else if (!run->whole)
            answer_warning(answer,
                           "%s: the unit is the mean of the pieces that were measured: some "
                           "were not.",
                           run->name);
        if (run->estimate.copies > 0)
            answer_warning(answer, "%s: %" PRId64 " games repeat another one and are left out.",
                           run->name, run->estimate.copies);
    }
}

// For files, by form: do the worths differ significantly at all?
static void add_apart(struct answer *answer, const struct worths *worths) {
    answer_list(answer, "apart", "where chi2 df p");
    for (int f = 0; f < WORTH_FORMS; f++) {
        struct wald wald = worths_apart(worths, worth_forms[f]);
        if (wald.df > 0)
            ANSWER_ROW(answer, cell_text(worth_forms[f]), cell_number(wald.chi2),
                       cell_number(wald.df), cell_number(wald.p));
    }
}

static void add_run(struct answer *answer, const struct army_study *study, int number) {
    const struct army_run *run = &study->run[number];
    const struct army_estimate *estimate = &run->estimate;
    char unit[ARMY_NAME];
    answer_entry(answer, "runs");
    answer_key(answer, "name", cell_text(run->name));
    answer_key(answer, "values", cell_text(run->values));
    answer_key(answer, "nodes", cell_count(run->nodes));
    answer_key(answer, "main", cell_flag(number == study->main));
    answer_key(answer, "games", cell_count(estimate->games));
    answer_key(answer, "copies", cell_count(estimate->copies));
    answer_key(answer, "draws", cell_number(estimate->draws));
    answer_key(answer, "nodes_a_game", cell_number(estimate->nodes));
    answer_key(answer, "ply_limit_games", cell_count(run->games.ply_limit));
    depths_answer(answer, run->name, &run->games.depths);
    answer_key(answer, "spread_logits", cell_number(estimate->spread));
    answer_key(answer, "unit", cell_text(army_unit(study, unit)));
    ANSWER_FACT(answer, cell_with_error(estimate->first_elo, estimate->first_se), "first_elo",
                .flags = ANSWER_INTERVAL);
    ANSWER_FACT(answer,
                run->in_units ? cell_with_error(run->scaled.unit, run->scaled.unit_se)
                              : cell_missing(),
                "unit_elo", .flags = ANSWER_INTERVAL);
    answer_unseen(answer, number != study->main);
    army_pieces_add(answer, army_unit(study, unit), &estimate->worths,
                    run->in_units ? &run->scaled : NULL, &run->mirrors);
    add_apart(answer, &estimate->worths);
    army_checks_add(answer, study, run);
    answer_unseen(answer, false);
    answer_close(answer);
}

struct answer army_answer(const struct army_study *study, uint64_t seed, struct cJSON *origin) {
    const struct variant *variant = &study->tables->variant;
    struct answer answer = answer_init(variant->title);
    char text[32], unit[ARMY_NAME];
    snprintf(text, sizeof text, "%" PRIu64, seed);
    if (study->count > 0)
        answer_head(&answer, "worth to players of %" PRId64 " nodes",
                    study->run[study->main].nodes);
    answer_head(&answer, "by randomised armies");
    answer_head(&answer, "seed %s", text);
    answer_json_add(&answer, NULL, origin);
    answer_key(&answer, "kind", cell_text("armies"));
    answer_key(&answer, "variant", cell_text(variant->name));
    answer_key(&answer, "title", cell_text(variant->title));
    answer_key(&answer, "seed", cell_text(text));
    answer_key(&answer, "unit", cell_text(army_unit(study, unit)));
    answer_key(&answer, "armies_drawn_again", cell_number(study->redrawn));
    if (study->count > 0)
        army_summary(&answer, study);
    for (int r = 0; r < study->count; r++)
        add_run(&answer, study, r);
    army_groups_add(&answer, study);
    army_beside_add(&answer, study);
    add_warnings(&answer, study);
    return answer;
}
