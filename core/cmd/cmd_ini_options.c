// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_ini_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_section(const char *path, const char *section) {
    FILE *file = fopen(path, "r");
    char line[256];
    size_t length = strlen(section);
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file)) {
        const char *at = line + strspn(line, " \t");
        found = *at == '[' && strncmp(at + 1, section, length) == 0 && at[1 + length] == ']';
    }
    if (file)
        fclose(file);
    return found;
}

const char *ini_options_file(int argc, char *const *argv, const char *section) {
    for (int i = 1; i < argc; i++)
        if (*argv[i] != '-' && has_section(argv[i], section))
            return argv[i];
    return NULL;
}

// Calls the parser, whose complaints go to the error.
static bool call(const struct argp *argp, void *input, int key, char *value, struct error *error) {
    char *said = NULL;
    size_t length = 0;
    char name[] = "kagami";
    FILE *stream = open_memstream(&said, &length);
    if (!stream)
        return error_set(error, "out of memory");
    struct argp_state state = {.root_argp = argp,
                               .flags = ARGP_NO_EXIT,
                               .input = input,
                               .name = name,
                               .err_stream = stream,
                               .out_stream = stream};
    error_t fault = argp->parser(key, value, &state);
    bool taken = (fault == 0 || (key == ARGP_KEY_END && fault == ARGP_ERR_UNKNOWN));
    fclose(stream);
    if (said && *said) // "kagami: what is wrong", and a line on --help
        taken = error_set(error, "%.*s", (int)strcspn(said + strlen(name) + 2, "\n"),
                          said + strlen(name) + 2);
    else if (!taken)
        error_set(error, "'%s': no such value", value ? value : "on"); // more has been said
    free(said);
    return taken;
}

static bool is_repeatable(const struct argp_option *option) {
    return strstr(option->doc, "repeatable") != NULL;
}

static bool take_list(const struct argp *argp, void *input, int key, char *value,
                      struct error *error) {
    for (char *rest = value, *one; (one = strtok_r(rest, ", ", &rest));)
        if (!call(argp, input, key, one, error))
            return false;
    return true;
}

bool ini_options_take(const struct argp *argp, void *input, const char *key, char *value,
                      bool *known, struct error *error) {
    const struct argp_option *option = argp->options;
    while ((option->name || option->doc) && !(option->name && strcmp(option->name, key) == 0))
        option++;
    *known = option->name != NULL;
    if (!*known)
        return error_set(error, "there is no '%s'", key);
    if (is_repeatable(option))
        return take_list(argp, input, option->key, value, error);
    if (option->arg)
        return call(argp, input, option->key, value, error);
    if (strcmp(value, "on") != 0 && strcmp(value, "off") != 0)
        return error_set(error, "'%s' is on or off, not '%s'", key, value);
    return strcmp(value, "off") == 0 || call(argp, input, option->key, NULL, error);
}

bool ini_options_end(const struct argp *argp, void *input, struct error *error) {
    return call(argp, input, ARGP_KEY_END, NULL, error);
}
