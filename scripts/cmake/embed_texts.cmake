# SPDX-License-Identifier: GPL-3.0-or-later
# Turns text files into C strings PREFIX_NAME_SUFFIX, declared in HEADER.
set(out "// Generated\n#include \"${HEADER}\"\n")
foreach(file ${FILES})
  get_filename_component(name ${file} NAME)
  string(REGEX REPLACE "[^A-Za-z0-9]" "_" name ${name})
  file(READ ${file} text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
  string(APPEND out "const char ${PREFIX}_${name}[] =\n    \"${text}\";\n")
endforeach()
file(WRITE ${OUTPUT} "${out}")
