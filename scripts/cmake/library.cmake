# SPDX-License-Identifier: GPL-3.0-or-later
# libkagami: a game and its player as a shared library (here), as a WebAssembly module (wasm.cmake), and
# in the program, which knows them by its tests. search/library/kagami.h is the one list of functions.
file(STRINGS search/library/kagami.h library_functions REGEX "^KAGAMI_API ")
list(TRANSFORM library_functions REPLACE "^.*(kagami_[a-z_]+)\\(.*$" "\\1")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS search/library/kagami.h)

# What a game and its player need of the rooms: no thread, no command.
set(library_sources
  core/base/buffer.c core/base/error.c core/base/file_name.c core/base/ini_entries.c core/base/memory.c
  core/base/number.c core/base/random.c
  core/pieces/*.c
  core/game/*.c
  core/board/*.c
  core/referee/notation.c core/referee/outcome.c core/referee/usi.c
  search/eval/*.c search/tree/*.c search/library/*.c)
file(GLOB library_sources CONFIGURE_DEPENDS ${library_sources})
set(library_shipped variants_builtin values_shipped moves_shipped net_shipped)
list(TRANSFORM library_shipped REPLACE "(.+)" "${CMAKE_BINARY_DIR}/generated/\\1.c")
set(library_rooms core/base core/pieces core/game core/board core/referee search/eval search/tree search/library)
list(TRANSFORM library_rooms PREPEND ${CMAKE_SOURCE_DIR}/)
set_source_files_properties(search/library/library.c PROPERTIES
  COMPILE_DEFINITIONS KAGAMI_RELEASE="${PROJECT_VERSION}")

# Sanitizers want to be in the program itself: there the tests take the room. A static build is the program alone.
if(KAGAMI_SANITIZE OR KAGAMI_STATIC)
  return()
endif()
add_library(libkagami SHARED ${library_sources} core/base/file.c core/base/csv_file.c ${library_shipped})
set_target_properties(libkagami PROPERTIES OUTPUT_NAME kagami VERSION ${PROJECT_VERSION} SOVERSION 0
  C_VISIBILITY_PRESET hidden)
target_include_directories(libkagami PRIVATE ${library_rooms})
target_compile_definitions(libkagami PRIVATE KAGAMI_SHARED)
target_compile_options(libkagami PRIVATE -ffunction-sections -fdata-sections)
target_link_options(libkagami PRIVATE -Wl,--gc-sections -Wl,--no-undefined)
target_link_libraries(libkagami PRIVATE flags ${CSV_LIBRARY} ${ZSTD_LIBRARY} m)

# What goes with it, header and file for pkg-config, and Python's module in a folder that pip can install.
set(KAGAMI_PYTHON_DIR lib/python3/dist-packages CACHE STRING "where kagami.py is installed, below the prefix")
set(room ${CMAKE_SOURCE_DIR}/search/library)
set(stage ${CMAKE_BINARY_DIR}/library)
set(python ${CMAKE_BINARY_DIR}/python)
file(RELATIVE_PATH prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${room}/kagami.pc.in generated/kagami.pc @ONLY)
configure_file(${room}/python/pyproject.toml.in ${python}/pyproject.toml @ONLY)
file(MAKE_DIRECTORY ${stage})
add_custom_command(OUTPUT ${stage}/kagami.h ${stage}/kagami.pc ${python}/kagami.py
  COMMAND ${CMAKE_COMMAND} -E copy ${room}/kagami.h generated/kagami.pc ${stage}
  COMMAND ${CMAKE_COMMAND} -E copy ${room}/python/kagami.py ${room}/python/README.md ${python}
  DEPENDS ${room}/kagami.h ${CMAKE_BINARY_DIR}/generated/kagami.pc ${room}/python/kagami.py
          ${room}/python/README.md VERBATIM)
add_custom_target(library_files DEPENDS ${stage}/kagami.h)
add_dependencies(libkagami library_files made_variants_builtin made_values_shipped made_moves_shipped
  made_net_shipped)

# Where the program alone was built, it alone is installed.
install(TARGETS libkagami COMPONENT library LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL)
install(FILES ${stage}/kagami.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library OPTIONAL)
install(FILES ${stage}/kagami.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library OPTIONAL)
install(FILES ${python}/kagami.py DESTINATION ${KAGAMI_PYTHON_DIR} COMPONENT library OPTIONAL)
