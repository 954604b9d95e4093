// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of options: command lines, keys of files, lists, help. One made-up command has every
// kind of row.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "options.h"

struct pair {
    int a, b;
};

struct limits_part {
    long long nodes;
    double rate;
    bool nodes_given;
};

struct options {
    struct limits_part limits;
    bool loud, all;
    const char *file, *game;
    int depth;
    uint64_t seed;
    enum { RED, GREEN, BLUE } colour;
    struct option_texts param, folders;
    struct pair pair;
    bool checked;
};

static bool set_pair(void *member, const char *text, struct error *error) {
    struct pair *pair = member;
    char end;
    return sscanf(text, "%d/%d%c", &pair->a, &pair->b, &end) == 2 ||
           error_set(error, "takes A/B, not '%s'", text);
}

static const struct option_row rows[] = {
    {"loud", NULL, .letter = 'l', OPTION_AT(struct options, loud)},
    {"all", NULL, .letter = 'a', OPTION_AT(struct options, all)},
    {"file", "FILE", .kind = ROW_TEXT, OPTION_AT(struct options, file)},
    {"depth", "N", "4", .letter = 'd', .kind = ROW_COUNT, .low = 1, .high = 90,
     OPTION_AT(struct options, depth)},
    {"seed", "S", .kind = ROW_SEED, OPTION_AT(struct options, seed)},
    {"colour", NULL, "green", "red|green|blue", .kind = ROW_CHOICE,
     OPTION_AT(struct options, colour)},
    {"param", "NAME=VALUE", .letter = 'p', .kind = ROW_TEXTS, OPTION_AT(struct options, param)},
    {"pair", "A/B", .kind = ROW_OWN, .several = true, .set = set_pair,
     OPTION_AT(struct options, pair)},
    {"json", NULL, .line_only = true, OPTION_AT(struct options, all)},
};
static const struct option_row limit_rows[] = {
    {"nodes", "M", "1k", .kind = ROW_COUNT, .low = 1, .high = 1e12,
     OPTION_AT(struct limits_part, nodes), .given = offsetof(struct limits_part, nodes_given)},
    {"rate", "R", .kind = ROW_REAL, .low = 0, .high = 1, OPTION_AT(struct limits_part, rate)},
};

static bool default_rate(void *base, struct error *error) {
    (void)error;
    ((struct limits_part *)base)->rate = 0.5;
    return true;
}

static bool check_limits(void *base, struct error *error) {
    const struct limits_part *limits = base;
    return limits->nodes != 13 || error_set(error, "13 nodes bring no luck");
}

static bool check(void *data, struct error *error) {
    struct options *options = data;
    options->checked = true;
    return options->depth != 13 || error_set(error, "nor do 13 plies");
}

static const struct option_set own = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};
static const struct option_set limit_set = {"Limits", limit_rows, ARRAY_LENGTH(limit_rows),
                                            default_rate, check_limits};
static const struct option_use uses[] = {
    {&own, 0, NULL}, {&limit_set, offsetof(struct options, limits), NULL}, {0}};
static const struct option_row arguments[] = {
    {"GAME", .kind = ROW_TEXT, OPTION_AT(struct options, game)},
    {"DIR", .kind = ROW_TEXTS, OPTION_AT(struct options, folders)},
};
static const char try_text[] = "try everything\n"
                               "\n"
                               "often\n"
                               "    --depth --pair --colour\n"
                               "\n"
                               "about\n"
                               "    Try what\n"
                               "    there is.\n"
                               "\n"
                               "GAME\n"
                               "    The game.\n"
                               "DIR\n"
                               "    Folders of runs.\n"
                               "--loud\n"
                               "    Say much.\n"
                               "--all\n"
                               "    All of them.\n"
                               "--file\n"
                               "    A file.\n"
                               "--depth\n"
                               "    Plies. They count from here.\n"
                               "--seed\n"
                               "    Seed of everything random.\n"
                               "--colour\n"
                               "    Of the board.\n"
                               "--param\n"
                               "    A value. These:\n"
                               "      one, which is explained at length and more\n"
                               "      two\n"
                               "    and no others.\n"
                               "--pair\n"
                               "    Two numbers with a stroke between that go on in the next line. "
                               "They come in pairs. Default: none.\n"
                               "--nodes\n"
                               "    Nodes a move.\n"
                               "--rate\n"
                               "    A share.\n"
                               "\n"
                               "examples\n"
                               "      kagami try it\n"
                               "\n"
                               "notes\n"
                               "    That is all:\n"
                               "      a = 1\n"
                               "\n"
                               "    Really.\n";
static const struct command command = {
    .name = "try",
    .group = GROUP_MEASURE,
    .text = try_text,
    .arguments = arguments,
    .argument_count = 2,
    .arguments_needed = 1,
    .uses = uses,
    .size = sizeof(struct options),
    .check = check,
};

// "FILE" is read as nodes = 5, other games are no files.
static bool read_game(void *data, const char *path, struct error *error) {
    if (strcmp(path, "BROKEN") == 0)
        return error_set(error, "BROKEN:1: no line");
    return strcmp(path, "FILE") != 0 || options_set(uses, data, "nodes", "5", error);
}

// Parses the words up to a NULL.
static enum options_outcome parse(const char *const *words, struct options *options,
                                  struct error *error) {
    int count = 0;
    while (words[count])
        count++;
    *options = (struct options){0};
    *error = (struct error){""};
    if (!options_defaults(uses, options, error))
        fail_msg("%s", error->text);
    return options_parse(&command, count, words, options, error);
}

#define PARSE(...) parse((const char *const[]){__VA_ARGS__, NULL}, &options, &error)

static void fault(const char *const *words, const char *expected) {
    struct options options;
    struct error error;
    assert_int_equal(parse(words, &options, &error), OPTIONS_FAULT);
    assert_string_equal(error.text, expected);
}

#define FAULT(expected, ...) fault((const char *const[]){__VA_ARGS__, NULL}, expected)

static void test_defaults(void **state) {
    (void)state;
    struct options options;
    struct error error;
    assert_int_equal(PARSE("shogi"), OPTIONS_READY);
    assert_string_equal(options.game, "shogi");
    assert_int_equal(options.depth, 4);
    assert_int_equal(options.colour, GREEN);
    assert_int_equal(options.limits.nodes, 1000);
    assert_false(options.limits.nodes_given);
    assert_true(options.limits.rate == 0.5);
    assert_false(options.loud);
    assert_true(options.checked);
}

static void test_kinds(void **state) {
    (void)state;
    struct options options;
    struct error error;
    assert_int_equal(PARSE("--loud", "--file=a=b", "shogi", "--depth", "7", "--nodes=5M", "--rate",
                           "0.25", "--seed=18446744073709551615", "--colour=blue", "--param",
                           "x=-1", "--pair=3/4", "one", "--param=y=2", "two"),
                     OPTIONS_READY);
    assert_true(options.loud);
    assert_string_equal(options.file, "a=b");
    assert_string_equal(options.game, "shogi");
    assert_int_equal(options.depth, 7);
    assert_int_equal(options.limits.nodes, 5000000);
    assert_true(options.limits.nodes_given);
    assert_true(options.limits.rate == 0.25);
    assert_true(options.seed == UINT64_MAX);
    assert_int_equal(options.colour, BLUE);
    assert_int_equal(options.param.count, 2);
    assert_string_equal(options.param.text[1], "y=2");
    assert_int_equal(options.pair.b, 4);
    assert_int_equal(options.folders.count, 2);
    assert_string_equal(options.folders.text[1], "two");
}

static void test_conventions(void **state) {
    (void)state;
    struct options options;
    struct error error;
    // Letters together, with a value behind and as the next word; beginnings of names.
    assert_int_equal(PARSE("shogi", "-lad5", "-p", "x=1", "-py=2", "--col=red", "--no", "7"),
                     OPTIONS_READY);
    assert_true(options.loud && options.all);
    assert_int_equal(options.depth, 5);
    assert_int_equal(options.param.count, 2);
    assert_string_equal(options.param.text[1], "y=2");
    assert_int_equal(options.colour, RED);
    assert_int_equal(options.limits.nodes, 7);
    // Behind "--" and alone a dash is an argument.
    assert_int_equal(PARSE("--", "--loud", "-"), OPTIONS_READY);
    assert_string_equal(options.game, "--loud");
    assert_string_equal(options.folders.text[0], "-");
    // The last one counts; help comes before what is missing.
    assert_int_equal(PARSE("shogi", "-d5", "-d6"), OPTIONS_READY);
    assert_int_equal(options.depth, 6);
    assert_int_equal(PARSE("--help"), OPTIONS_HELP);
    assert_int_equal(PARSE("-lh"), OPTIONS_HELP);
    assert_int_equal(PARSE("-V"), OPTIONS_VERSION);
    assert_int_equal(PARSE("--vers"), OPTIONS_VERSION);
    assert_int_equal(PARSE("--help=all"), OPTIONS_HELP_ALL);
}

static void test_faults(void **state) {
    (void)state;
    FAULT("GAME is missing: the game", "--loud");
    FAULT("no option '--deptx'; did you mean '--depth'?", "--deptx");
    FAULT("no option '--zzzzzzzz'", "--zzzzzzzz=1");
    FAULT("option '--p' may be '--param' or '--pair'", "--p=1");
    FAULT("no option '-x'", "-lx");
    FAULT("--loud takes no value", "--loud=on");
    FAULT("--help takes 'all' or nothing", "--help=some");
    FAULT("--file needs a value: FILE", "shogi", "--file");
    FAULT("--colour needs a value: red|green|blue", "--colour");
    FAULT("--depth must be a whole number from 1 to 90, not '0'", "--depth=0");
    FAULT("-d must be a whole number from 1 to 90, not '91'", "-d91");
    FAULT("--depth must be a whole number from 1 to 90, not '1.5'", "--depth=1.5");
    FAULT("--depth must be a whole number from 1 to 90, not ''", "--depth=");
    FAULT("--rate must be a number from 0 to 1, not '1.01'", "--rate=1.01");
    FAULT("--rate must be a number from 0 to 1, not 'nan'", "--rate=nan");
    FAULT("--seed must be a whole number from 0 to 2^64-1, not '-1'", "--seed", "-1");
    FAULT("--colour must be red, green or blue, not 'gree'", "--colour=gree");
    FAULT("--pair takes A/B, not '3'", "--pair=3");
    FAULT("13 nodes bring no luck", "shogi", "--nodes=13", "--depth=13");
    FAULT("nor do 13 plies", "shogi", "--depth=13");
}

static void test_full_list(void **state) {
    (void)state;
    struct option_texts texts = {.count = OPTION_TEXTS_MAX};
    struct error error = {""};
    assert_false(option_texts_add(&texts, "x", &error));
    assert_string_equal(error.text, "more than 1024 of them");
}

static void test_files(void **state) {
    (void)state;
    struct options options = {0};
    struct error error = {""};
    assert_true(options_set(uses, &options, "nodes", "10k", &error));
    assert_int_equal(options.limits.nodes, 10000);
    assert_true(options_set(uses, &options, "loud", "on", &error));
    assert_true(options.loud);
    assert_true(options_set(uses, &options, "loud", "off", &error));
    assert_false(options.loud);
    assert_false(options_set(uses, &options, "loud", "yes", &error));
    assert_string_equal(error.text, "loud must be on or off, not 'yes'");
    assert_false(options_set(uses, &options, "nodess", "1", &error));
    assert_string_equal(error.text, "no option 'nodess'; did you mean 'nodes'?");
    assert_false(options_set(uses, &options, "node", "1", &error)); // no beginnings there
    assert_false(options_set(uses, &options, "json", "on", &error));
    assert_string_equal(error.text, "no option 'json'");
    assert_false(options_set(uses, &options, "help", "on", &error));
}

// A key may stand for several values, and in several structs at once.
static void test_keys(void **state) {
    (void)state;
    struct two {
        struct options first, second;
    } two = {0};
    static const struct option_use both[] = {
        {&own, offsetof(struct two, first), NULL}, {&own, offsetof(struct two, second), NULL}, {0}};
    struct error error = {""};
    char texts[] = "x=1, y=2,z=3", depth[] = "7", pair[] = "1/2, 3/4", wrong[] = "1,2";
    assert_true(options_set_key(both, &two, "param", texts, &error));
    assert_int_equal(two.first.param.count, 3);
    assert_string_equal(two.first.param.text[1], "y=2");
    assert_int_equal(two.second.param.count, 3);
    assert_string_equal(two.second.param.text[2], "z=3");
    assert_true(options_set_key(both, &two, "depth", depth, &error));
    assert_int_equal(two.first.depth, 7);
    assert_int_equal(two.second.depth, 7);
    assert_true(options_set_key(both, &two, "pair", pair, &error));
    assert_int_equal(two.second.pair.b, 4);
    assert_false(options_set_key(both, &two, "depth", wrong, &error));
    assert_string_equal(error.text, "depth must be a whole number from 1 to 90, not '1,2'");
    assert_false(options_set_key(both, &two, "dept", depth, &error));
    assert_string_equal(error.text, "no option 'dept'; did you mean 'depth'?");
}

static void test_lists(void **state) {
    (void)state;
    struct options options = {0};
    struct option_texts rest = {.count = 0};
    struct error error = {""};
    char text[] = "depth=3,file=a\\,b\\\\c=d,board.P=100,loud,param=x=1,param=y=2";
    assert_true(options_set_list(&own, &options, text, &rest, &error));
    assert_int_equal(options.depth, 3);
    assert_string_equal(options.file, "a,b\\c=d");
    assert_true(options.loud);
    assert_int_equal(options.param.count, 2);
    assert_string_equal(options.param.text[0], "x=1");
    assert_int_equal(rest.count, 1);
    assert_string_equal(rest.text[0], "board.P=100");
    char no_value[] = "depth", unknown[] = "dept=3", empty[] = "loud,", wrong[] = "depth=x";
    assert_false(options_set_list(&own, &options, no_value, &rest, &error));
    assert_string_equal(error.text, "'depth' needs a value: depth=N");
    assert_false(options_set_list(&own, &options, unknown, NULL, &error));
    assert_string_equal(error.text, "no key 'dept'; did you mean 'depth'?");
    assert_false(options_set_list(&own, &options, empty, &rest, &error));
    assert_string_equal(error.text, "no key ''");
    char twice[] = "depth=3,depth=4";
    assert_false(options_set_list(&own, &options, twice, &rest, &error));
    assert_string_equal(error.text, "'depth' stands twice");
    assert_false(options_set_list(&own, &options, wrong, &rest, &error));
    assert_string_equal(error.text, "depth must be a whole number from 1 to 90, not 'x'");
}

static void help(bool all, const char *expected) {
    struct buffer text = buffer_init();
    options_help(&command, all, 64, &text);
    assert_string_equal(text.data, expected);
    buffer_destroy(&text);
}

// The options under "often" in their order, of each the first sentence and the default.
static void test_help(void **state) {
    (void)state;
    help(false, "Usage: kagami try [OPTION...] GAME [DIR...]\n"
                "\n"
                "Try what there is.\n"
                "\n"
                "  GAME                    The game.\n"
                "  DIR                     Folders of runs.\n"
                "\n"
                "Options:\n"
                "  -d, --depth=N           Plies. Default: 4.\n"
                "      --pair=A/B          Two numbers with a stroke between that\n"
                "                          go on in the next line. Default: none.\n"
                "      --colour=red|green|blue\n"
                "                          Of the board. Default: green.\n"
                "      --help=all          Show all 13 options.\n"
                "\n"
                "Examples:\n"
                "  kagami try it\n");
}

static void test_help_all(void **state) {
    (void)state;
    help(true, "Usage: kagami try [OPTION...] GAME [DIR...]\n"
               "\n"
               "Try what there is.\n"
               "\n"
               "  GAME                    The game.\n"
               "  DIR                     Folders of runs.\n"
               "\n"
               "Options:\n"
               "  -l, --loud              Say much.\n"
               "  -a, --all               All of them.\n"
               "      --file=FILE         A file.\n"
               "  -d, --depth=N           Plies. They count from here. Default:\n"
               "                          4.\n"
               "      --seed=S            Seed of everything random.\n"
               "      --colour=red|green|blue\n"
               "                          Of the board. Default: green.\n"
               "  -p, --param=NAME=VALUE  A value. These:\n"
               "                            one, which is explained at length\n"
               "                              and more\n"
               "                            two\n"
               "                          and no others.\n"
               "      --pair=A/B          Two numbers with a stroke between that\n"
               "                          go on in the next line. They come in\n"
               "                          pairs. Default: none.\n"
               "      --json              Print the result as JSON.\n"
               "\n"
               "Limits:\n"
               "      --nodes=M           Nodes a move. Default: 1k.\n"
               "      --rate=R            A share.\n"
               "\n"
               "  -h, --help              Show usage and the most used options.\n"
               "                          --help=all shows every option, and\n"
               "                          notes.\n"
               "  -V, --version           Print the version.\n"
               "\n"
               "Examples:\n"
               "  kagami try it\n"
               "\n"
               "That is all:\n"
               "  a = 1\n"
               "\n"
               "Really.\n");
}

static void check_text(const char *name, const char *text, const char *expected) {
    struct command other = command;
    const struct command *const commands[] = {&other};
    struct error error = {""};
    other.name = name;
    other.text = text;
    assert_false(options_check_texts(commands, 1, &error));
    assert_string_equal(error.text, expected);
}

// A text says of every option what it means, and of nothing else.
static void test_texts(void **state) {
    (void)state;
    char text[sizeof try_text + 40];
    // All is there, but the options that only other commands have.
    check_text("try", try_text, "shared help: no command has an option or argument 'VARIANT'");
    snprintf(text, sizeof text, "%s", try_text);
    memcpy(strstr(text, "--file"), "--fill", 6);
    check_text("a", text, "help of a: no option or argument '--fill'");
    snprintf(text, sizeof text, "%sBOOK\n    A book.\n", try_text);
    check_text("b", text, "help of b: no option or argument 'BOOK'");
    snprintf(text, sizeof text, "%s", try_text);
    char *gone = strstr(text, "--file\n");
    memmove(gone, strstr(gone, "--depth\n"), strlen(strstr(gone, "--depth\n")) + 1);
    check_text("c", text, "help of c: nothing is said of file");
    snprintf(text, sizeof text, "%s", try_text);
    memcpy(strstr(text, "--pair"), "--pear", 6);
    check_text("d", text, "help of d: often: no option '--pear'");
    check_text("e", "try\n\nabout\n    It.\n", "help of e: nothing is said of loud");
}

static void test_commands(void **state) {
    (void)state;
    static const struct command look = {"look", GROUP_LOOK, "look at it\n"};
    static const struct command *const commands[] = {&command, &look};
    struct error error = {""};
    assert_ptr_equal(options_command(commands, 2, "look", &error), &look);
    assert_null(options_command(commands, 2, "lok", &error));
    assert_string_equal(error.text, "no command 'lok'; did you mean 'look'?");
    assert_null(options_command(commands, 2, "something", &error));
    assert_string_equal(error.text, "no command 'something'; `kagami --help` lists them");
    struct buffer text = buffer_init();
    options_overview(commands, 2, 80, &text);
    assert_non_null(strstr(text.data, "\nLook at games:\n  look         look at it\n\nMeasure:\n"
                                      "  try          try everything\n"));
    buffer_destroy(&text);
}

// The file is read before the words, wherever it stands among them, and they prevail.
static void test_file_first(void **state) {
    (void)state;
    struct command reader = command;
    reader.read = read_game;
    static const struct {
        const char *words[4];
        int count;
        long long nodes;
    } lines[] = {{{"FILE"}, 1, 5},
                 {{"--nodes", "7", "FILE"}, 3, 7},
                 {{"FILE", "--nodes=8"}, 2, 8},
                 {{"other"}, 1, 1000}};
    for (int i = 0; i < ARRAY_LENGTH(lines); i++) {
        struct options options = {0};
        struct error error = {""};
        assert_true(options_defaults(uses, &options, &error));
        assert_int_equal(options_parse(&reader, lines[i].count, lines[i].words, &options, &error),
                         OPTIONS_READY);
        assert_int_equal(options.limits.nodes, lines[i].nodes);
        assert_string_equal(options.game, lines[i].words[lines[i].count == 3 ? 2 : 0]);
    }
    struct options options = {0};
    struct error error = {""};
    static const char *const broken[] = {"BROKEN"}, *const wrong[] = {"BROKEN", "--nodes=x"};
    assert_int_equal(options_parse(&reader, 1, broken, &options, &error), OPTIONS_FAULT);
    assert_string_equal(error.text, "BROKEN:1: no line");
    assert_int_equal(options_parse(&reader, 2, wrong, &options, &error), OPTIONS_FAULT);
    assert_non_null(strstr(error.text, "--nodes must be"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),    cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_conventions), cmocka_unit_test(test_faults),
        cmocka_unit_test(test_full_list),   cmocka_unit_test(test_files),
        cmocka_unit_test(test_keys),        cmocka_unit_test(test_file_first),
        cmocka_unit_test(test_lists),       cmocka_unit_test(test_help),
        cmocka_unit_test(test_help_all),    cmocka_unit_test(test_texts),
        cmocka_unit_test(test_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
