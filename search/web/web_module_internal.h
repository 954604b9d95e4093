// SPDX-License-Identifier: GPL-3.0-or-later
// The rules and the search as WebAssembly (search/wasm), compiled in; no bytes where the build had
// no tools for it.
#pragma once

#include <stddef.h>

extern const size_t web_module_size;
extern const unsigned char web_module[];
