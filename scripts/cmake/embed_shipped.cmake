# SPDX-License-Identifier: GPL-3.0-or-later
# Turns search/NAME/VARIANT.csv into C rows {"VARIANT", text} of the array NAME_shipped.
set(out "// Generated from search/${NAME}/*.csv\n#include \"shipped_internal.h\"\n")
string(APPEND out "const struct shipped ${NAME}_shipped[] = {\n")
foreach(file ${FILES})
  get_filename_component(variant ${file} NAME_WE)
  file(READ ${file} text)
  string(REPLACE "\n" "\\n\"\n     \"" text "${text}")
  string(APPEND out "    {\"${variant}\",\n     \"${text}\"},\n")
endforeach()
string(APPEND out "    {0, 0}};\n")
file(WRITE ${OUTPUT} "${out}")
