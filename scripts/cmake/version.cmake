# SPDX-License-Identifier: GPL-3.0-or-later
# Writes version.h from `git describe`; leaves it alone when nothing changed.
execute_process(COMMAND git -C ${SOURCE} describe --tags --always --dirty
                OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT version)
  set(version "unknown")
endif()
set(text "#pragma once\n#define KAGAMI_VERSION \"${version}\"\n")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT "${old}" STREQUAL "${text}")
  file(WRITE ${OUTPUT} "${text}")
endif()
