# SPDX-License-Identifier: GPL-3.0-or-later
# Run by cpack on the installed files, before they are packed: the form that Debian gives to
# documents. The licence is a file of every Debian system, which scripts/debian/copyright names.
set(root ${CPACK_TEMPORARY_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})
set(documents ${root}/share/doc/kagami)
file(REMOVE ${documents}/LICENSE)
file(COPY ${CPACK_KAGAMI_DEBIAN}/copyright ${CPACK_KAGAMI_DEBIAN}/changelog
     DESTINATION ${documents}
     FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
file(RENAME ${documents}/changelog ${documents}/changelog.Debian)
if(EXISTS ${documents}/CHANGELOG.md)
  file(RENAME ${documents}/CHANGELOG.md ${documents}/changelog)
endif()
file(COPY ${CPACK_KAGAMI_DEBIAN}/lintian-overrides DESTINATION ${root}/share/lintian/overrides
     FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
file(RENAME ${root}/share/lintian/overrides/lintian-overrides ${root}/share/lintian/overrides/kagami)
file(GLOB_RECURSE compressed ${documents}/changelog* ${root}/share/man/*)
foreach(file ${compressed})
  execute_process(COMMAND gzip -9n ${file} RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "gzip -9n ${file}: ${code}")
  endif()
endforeach()
