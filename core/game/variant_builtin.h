// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in core/variants as compiled in: the variant files, an array that ends with
// {NULL, NULL}, and the text that explains their format and Betza's notation.
#pragma once

struct variant_builtin {
    const char *name, *text;
};

extern const struct variant_builtin variant_builtins[];
extern const char variant_formats_txt[];
