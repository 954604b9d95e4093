// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine says of itself: features, games, options; and moves as XBoard writes them.
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "xboard_internal.h"

// Some options have other commands in this protocol.
static const char *const own_commands[] = {"Hash", "Threads", "Ponder", "Variant"};

static bool has_own_command(const char *name) {
    return text_find(name, own_commands, ARRAY_LENGTH(own_commands)) >= 0;
}

static void say_option(struct xboard *xboard, const struct session_option *option) {
    static const char *const types[] = {[OPTION_SPIN] = "spin",
                                        [OPTION_CHECK] = "check",
                                        [OPTION_COMBO] = "combo",
                                        [OPTION_STRING] = "string",
                                        [OPTION_FILE] = "file"};
    char text[XBOARD_LINE] = "";
    if (option->kind == OPTION_SPIN)
        snprintf(text, sizeof text, "%s %d %d", option->value, option->low, option->high);
    else if (option->kind == OPTION_CHECK)
        strcpy(text, strcmp(option->value, "true") == 0 ? "1" : "0");
    else if (option->kind != OPTION_COMBO)
        strcpy(text, option->value);
    for (int i = 0; i < option->choice_count; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s%s", i ? " /// " : "",
                 strcmp(option->choices[i], option->value) == 0 ? "*" : "", option->choices[i]);
    }
    xboard_say(xboard, "feature option=\"%s -%s %.1900s\"", option->name, types[option->kind],
               text);
}

// Adds the game to a list of names with commas, if XBoard has room for it and its name is new.
static void add_name(char list[XBOARD_LINE], const struct variant *variant,
                     const struct rules *rules) {
    struct xboard_setup setup;
    char name[NAME_TEXT];
    size_t used = strlen(list), length = strlen(xboard_name(variant, name));
    if (!xboard_setup_init(&setup, variant, rules))
        return;
    for (const char *at = list; (at = strstr(at, name)); at += length)
        if ((at == list || at[-1] == ',') && (at[length] == ',' || !at[length]))
            return;
    snprintf(list + used, XBOARD_LINE - used, "%s%s", used ? "," : "", name);
}

static void list_games(struct xboard *xboard, char list[XBOARD_LINE]) {
    const struct tables *tables = session_tables(xboard->session);
    struct variant *variant = mem_alloc(sizeof *variant);
    const char *name;
    list[0] = 0;
    add_name(list, &tables->variant, &tables->rules);
    for (int i = 0; (name = variant_builtin_name(i)); i++) {
        struct error error;
        if (variant_load(name, variant, &error))
            add_name(list, variant, &variant->rules);
    }
    free(variant);
}

void xboard_features(struct xboard *xboard) {
    char names[XBOARD_LINE];
    list_games(xboard, names);
    xboard_say(xboard, "feature done=0");
    xboard_say(xboard, "feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 "
                       "sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 pause=1 nps=0 debug=1 "
                       "memory=1 smp=1 highlight=1");
    xboard_say(xboard, "feature myname=\"%s\"", xboard->config.name);
    xboard_say(xboard, "feature variants=\"%.1900s\"", names);
    struct session_option option;
    for (int i = 0; session_option(xboard->session, i, &option); i++)
        if (!has_own_command(option.name))
            say_option(xboard, &option);
    xboard_say(xboard, "feature done=1");
}

void xboard_new_rules(struct xboard *xboard) {
    const struct tables *tables = session_tables(xboard->session);
    xboard->shown = xboard_setup_init(&xboard->setup, &tables->variant, &tables->rules);
    xboard->lift = (struct xboard_lift){SQUARE_NONE, SQUARE_NONE, 0};
    xboard->reply = MOVE_NONE;
}

// Notes a choice; the last one for a name counts, and comes last.
static void remember(struct xboard *xboard, const char *variant, const char *name,
                     const char *value) {
    struct choice *choices = xboard->choices;
    int kept = 0;
    for (int i = 0; i < xboard->choice_count; i++)
        if (strcmp(choices[i].name, name) != 0 || strcmp(choices[i].variant, variant) != 0)
            choices[kept++] = choices[i];
    xboard->choice_count = kept;
    if (kept == XBOARD_CHOICES_MAX || strlen(name) >= sizeof choices->name ||
        strlen(value) >= sizeof choices->value)
        return; // no option has such a name or value
    struct choice *choice = &choices[xboard->choice_count++];
    strcpy(choice->variant, variant);
    strcpy(choice->name, name);
    strcpy(choice->value, value);
}

void xboard_remember_rules(struct xboard *xboard) {
    const struct tables *tables = session_tables(xboard->session);
    struct session_option option;
    for (int i = 0; session_option(xboard->session, i, &option); i++) {
        enum rule rule = rule_find(option.name);
        if (strcmp(option.name, "ValuesFile") == 0
                ? *option.value != 0
                : rule != RULES && tables->rules.value[rule] != tables->variant.rules.value[rule])
            remember(xboard, tables->variant.name, option.name, option.value);
    }
}

// Sets again what was chosen for this game; what another game's rules do not know is left out.
static void apply_choices(struct xboard *xboard) {
    for (int i = 0; i < xboard->choice_count; i++) {
        const struct choice *choice = &xboard->choices[i];
        const char *name = session_tables(xboard->session)->variant.name;
        struct error error;
        if (!*choice->variant || strcmp(choice->variant, name) == 0)
            session_set_option(xboard->session, choice->name, choice->value, &error);
    }
}

bool xboard_variant(struct xboard *xboard, const char *name) {
    struct error error = {""};
    struct variant *variant = mem_alloc(sizeof *variant);
    const char *found = NULL, *next = xboard->config.variant;
    *variant = session_tables(xboard->session)->variant;
    bool same = xboard_names(variant, name);
    for (int i = 0; !same && !found && next; next = variant_builtin_name(i++))
        if (variant_load(next, variant, &error) && xboard_names(variant, name))
            found = next;
    free(variant);
    if (!same && !found) {
        xboard_say(xboard, "Error (unknown variant): %.200s", name);
        return false;
    }
    if (found && !session_set_option(xboard->session, "Variant", found, &error)) {
        xboard_say(xboard, "tellusererror %s", error.text);
        return false;
    }
    if (found)
        apply_choices(xboard);
    session_start(xboard->session, NULL, &error);
    xboard_new_rules(xboard);
    if (xboard->shown)
        xboard_setup_print(&xboard->setup, xboard->config.send, xboard->config.context);
    else
        xboard_say(xboard, "# XBoard has no room for this game: its pieces are not described");
    return true;
}

// The game so far once more, by other rules.
static bool replay(struct xboard *xboard, const Move *moves, int count, struct error *error) {
    if (!session_start(xboard->session, *xboard->start ? xboard->start : NULL, error))
        return false;
    for (int i = 0; i < count; i++)
        if (!session_play(xboard->session, moves[i], error))
            return false;
    return true;
}

void xboard_option(struct xboard *xboard, const char *name, const char *value,
                   const char *command) {
    struct error error = {""};
    int count = session_ply(xboard->session);
    Move *moves = mem_alloc(((size_t)count + 1) * sizeof *moves);
    for (int i = 0; i < count; i++)
        moves[i] = session_move(xboard->session, i);
    bool rule = rule_find(name) != RULES || strcmp(name, "Preset") == 0;
    if (has_own_command(name) && strcmp(command, "option") == 0) {
        xboard_say(xboard, "Error (no such option): %.200s", name);
    } else if (!session_set_option(xboard->session, name, value, &error)) {
        xboard_say(xboard, "Error (%s): %s %.200s", error.text, command, name);
    } else {
        remember(xboard, "", name, value);
        if (rule && !replay(xboard, moves, count, &error))
            xboard_say(xboard,
                       "tellusererror %s: by the new rules the game cannot have come here; "
                       "begin a new one",
                       name);
        xboard_new_rules(xboard);
    }
    free(moves);
}

static const char pass_text[] = "@@@@";

bool xboard_shift_ranks(const char *text, int by, char *out, size_t size) {
    size_t used = 0;
    bool fits = size > 0;
    while (*text && fits) {
        char *end = NULL;
        long rank = islower((unsigned char)*text) && isdigit((unsigned char)text[1])
                        ? strtol(text + 1, &end, 10)
                        : 0;
        int length = end && rank < INT_MAX / 2 && rank + by >= 0
                         ? snprintf(out + used, size - used, "%c%ld", *text, rank + by)
                         : snprintf(out + used, size - used, "%c", *text);
        used += (size_t)length;
        fits = used < size && (!end || (rank < INT_MAX / 2 && rank + by >= 0));
        text = end ? end : text + 1;
    }
    if (size)
        out[fits ? used : 0] = 0;
    return fits;
}

static bool is_pass(const struct position *position, Move move) {
    return move & MOVE_TWO_STEP && move_to(move) == move_from(move) &&
           position_captured_via(position, move) == PIECE_EMPTY;
}

char *xboard_move_print(int low_rank, const struct position *position, Move move, bool in_line,
                        char text[MOVE_TEXT]) {
    char own[MOVE_TEXT], from[SQUARE_TEXT], via[SQUARE_TEXT], to[SQUARE_TEXT];
    move_print(move, own);
    if (is_pass(position, move)) {
        strcpy(own, pass_text);
    } else if (move & MOVE_TWO_STEP) {
        square_text(move_from(move), from);
        square_text(move_via(move), via);
        square_text(move_to(move), to);
        if (in_line)
            snprintf(own, sizeof own, "%sx%s%c%s", from, via,
                     position_captured(position, move) ? 'x' : '-', to);
        else // the second leg repeats the square between
            snprintf(own, sizeof own, "%s%s,%s%s", from, via, via, to);
    }
    xboard_shift_ranks(own, low_rank - 1, text, MOVE_TEXT);
    return text;
}

static bool find_pass(struct position *position, Move *pass, struct error *error) {
    Move list[MOVES_MAX];
    const Move *end = movegen(position, MOVES_ALL, list);
    for (const Move *move = list; move < end; move++)
        if (is_pass(position, *move)) {
            *pass = *move;
            return true;
        }
    return error_set(error, "no piece of the side to move can pass");
}

bool xboard_move_parse(int low_rank, const char *text, struct position *position, Move *move,
                       struct error *error) {
    if (strcmp(text, pass_text) == 0)
        return find_pass(position, move, error);
    char own[MOVE_TEXT];
    if (!xboard_shift_ranks(text, 1 - low_rank, own, sizeof own))
        return error_set(error, "too long for a move");
    size_t length = strlen(own);
    char *comma = strchr(own, ',');
    if (comma) { // a1b2,b2c3: the square between stands twice
        const struct tables *tables = position->tables;
        const char *at = own, *second = comma + 1;
        Square from = square_parse(&at, tables->files, tables->ranks);
        Square via = square_parse(&at, tables->files, tables->ranks);
        if (from == SQUARE_NONE || via == SQUARE_NONE || at != comma ||
            square_parse(&second, tables->files, tables->ranks) != via || !*second)
            return error_set(error, "the legs of a two-step move are a1b2,b2c3");
        memmove(comma, second, strlen(second) + 1);
    } else if (length && own[length - 1] == '=') {
        own[length - 1] = 0; // declined promotion
    }
    return move_parse(own, position, move, error);
}

// The row of a text like "k7", from 0, or -1.
static int row_of(const struct xboard_setup *setup, const char *square) {
    char *end;
    if (!isdigit((unsigned char)square[1]))
        return -1;
    long rank = strtol(square + 1, &end, 10);
    return *end || rank > XBOARD_RANKS_MAX ? -1 : (int)rank - setup->low_rank;
}

// Pieces in hand stand in columns two files off the board: the first player's on the right from the
// lowest rank upwards, the other's on the left from the highest rank downwards.
static Type hand_at(const struct xboard_setup *setup, const struct position *position,
                    const char *square) {
    int row = row_of(setup, square);
    if (row < 0 || !setup->hand_count)
        return 0;
    bool first = square[0] == 'a' + setup->variant->files + 1, second = square[0] == 'a' - 2;
    if (!(position->side == FIRST ? first : second))
        return 0;
    if (second)
        row = setup->height - 1 - row;
    Type type = row >= 0 && row < setup->hand_count ? setup->hand[row] : 0;
    return type && position->hand[position->side][type] ? type : 0;
}

struct xboard_lift xboard_lift(const struct xboard_setup *setup, const struct position *position,
                               struct xboard_lift before, const char *text) {
    struct xboard_lift lift = {SQUARE_NONE, SQUARE_NONE, 0};
    char own[SQUARE_TEXT];
    const char *at = xboard_shift_ranks(text, 1 - setup->low_rank, own, sizeof own) ? own : text;
    Square square = square_parse(&at, position->tables->files, position->tables->ranks);
    if (square == SQUARE_NONE || *at) {
        lift.drop = hand_at(setup, position, text);
    } else if (piece_of(position->board[square], position->side)) {
        lift.from = square;
    } else if (before.from != SQUARE_NONE && before.via == SQUARE_NONE) {
        lift.from = before.from;
        lift.via = square;
    }
    return lift;
}

char *xboard_highlight(const struct position *position, struct xboard_lift lift, const Move *moves,
                       int count, char text[XBOARD_HIGHLIGHT_TEXT]) {
    assert(count >= 0);
    const struct tables *tables = position->tables;
    char colour[SQUARES] = {0};
    for (int i = 0; i < count; i++) {
        Move move = moves[i];
        Square to = move_to(move);
        if (move_is_drop(move)) {
            if (lift.drop && move_dropped(move) == lift.drop)
                colour[to] = 'Y';
            continue;
        }
        if (lift.from == SQUARE_NONE || move_from(move) != lift.from || is_pass(position, move))
            continue;
        char plain = position->board[to] && to != lift.from ? 'R' : 'Y';
        if (move & MOVE_TWO_STEP) {
            if (lift.via == SQUARE_NONE)
                colour[move_via(move)] = 'C';
            else if (move_via(move) == lift.via)
                colour[to] = plain;
        } else if (lift.via == SQUARE_NONE) {
            if (colour[to] != 'C' && colour[to] != 'M')
                colour[to] = move_is_promotion(move) ? 'M' : plain;
        } else if (to == lift.via) {
            colour[to] = plain; // a second click there: it stops after the first leg
        }
    }
    char *at = text;
    for (int rank = tables->ranks - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file <= tables->files; file++) {
            char mark = file < tables->files ? colour[square_at(file, rank)] : '/';
            if (!mark) {
                empty++;
                continue;
            }
            if (empty)
                at += sprintf(at, "%d", empty);
            empty = 0;
            *at++ = mark;
        }
    }
    at[-1] = 0; // the last '/'
    return text;
}
