# SPDX-License-Identifier: GPL-3.0-or-later
# Turns the variant files into one C array of {name, text}.
set(out "// Generated from core/variants/*.ini\n#include \"variant.h\"\n")
string(APPEND out "const struct variant_builtin variant_builtins[] = {\n")
foreach(file ${FILES})
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\"\n     \"" text "${text}")
  string(APPEND out "    {\"${name}\",\n     \"${text}\"},\n")
endforeach()
string(APPEND out "    {0, 0}};\n")
file(WRITE ${OUTPUT} "${out}")
