# SPDX-License-Identifier: GPL-3.0-or-later
# Writes version.h: the release, and the commit where there is one ("0.2.0-g1a2b3c4", "-dirty" when
# files differ from it; a tarball has the release alone). Leaves the file alone when nothing changed.
set(version "${RELEASE}")
if(EXISTS ${SOURCE}/.git)
  execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --exclude=* --abbrev=10
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(commit)
    string(APPEND version "-g${commit}")
  endif()
endif()
set(text "#pragma once\n#define KAGAMI_VERSION \"${version}\"\n")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" old)
endif()
if(NOT "${old}" STREQUAL "${text}")
  file(WRITE "${OUTPUT}" "${text}")
endif()
