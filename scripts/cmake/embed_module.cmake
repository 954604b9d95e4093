# SPDX-License-Identifier: GPL-3.0-or-later
# Turns a file of any bytes into a C array, as web_assets.h declares it; without a file it
# is empty.
set(bytes "0")
set(size 0)
if(FILE)
  file(READ ${FILE} hex HEX)
  string(LENGTH "${hex}" size)
  math(EXPR size "${size} / 2")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(REGEX REPLACE "((....,?)(....,?)(....,?)(....,?)(....,?)(....,?)(....,?)(....,?))" "\\1\n" bytes "${bytes}")
endif()
file(WRITE ${OUTPUT} "// Generated\n#include \"web_assets.h\"\nconst size_t web_module_size = ${size};\nconst unsigned char web_module[] = {${bytes}};\n")
