# SPDX-License-Identifier: GPL-3.0-or-later
# What is installed, and the Debian package: `cpack` in a build folder, or `cpack --config
# build/release/CPackConfig.cmake`. The same sources make the same bytes in any folder.

# No path of the sources or the build in the program. A profile is found by these paths.
if(NOT KAGAMI_PROFILE)
  target_compile_options(flags INTERFACE -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.
                         -ffile-prefix-map=${CMAKE_BINARY_DIR}=build)
endif()

# Folders get these permissions whatever the umask is.
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
  GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(data ${CMAKE_INSTALL_DATADIR}/kagami)
install(TARGETS kagami RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

# The program has its variants in itself: these are to be read and to begin one's own from.
install(FILES ${VARIANT_FILES} DESTINATION ${data}/variants)

# Man pages come from the table of options, as soon as there is a program: whoever builds nothing else
# can install. Shells ask the program itself what may follow.
set(man ${CMAKE_BINARY_DIR}/man1)
add_custom_command(TARGET kagami POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E make_directory ${man}
  COMMAND kagami help --man ${man} VERBATIM)
install(DIRECTORY ${man} DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES scripts/completion/kagami.bash RENAME kagami
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES scripts/completion/_kagami
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES scripts/completion/kagami.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# The scripts of long runs find each other by their places, and the program on the PATH.
install(DIRECTORY scripts/slurm DESTINATION ${data} USE_SOURCE_PERMISSIONS)

file(GLOB documents CONFIGURE_DEPENDS *.md)
install(FILES LICENSE ${documents} DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(EXISTS ${CMAKE_SOURCE_DIR}/docs)
  install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()

# --- Debian package -------------------------------------------------------------------------------

# Revision and maintainer are those of the newest entry of the changelog.
set(debian ${CMAKE_SOURCE_DIR}/scripts/debian)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${debian}/changelog)
file(READ ${debian}/changelog changelog)
string(REPLACE . "\\." release ${PROJECT_VERSION})
if(NOT changelog MATCHES "^kagami \\(${release}-([^)]+)\\)[^\n]*\n[^>]*\n -- ([^>]*>)  ")
  message(FATAL_ERROR "scripts/debian/changelog:1: expected an entry 'kagami "
          "(${PROJECT_VERSION}-REVISION) ...' that ends with ' -- NAME <ADDRESS>  DATE'")
endif()
set(CPACK_DEBIAN_PACKAGE_RELEASE ${CMAKE_MATCH_1})
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${CMAKE_MATCH_2}")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME kagami)
set(CPACK_PACKAGE_VENDOR Kagami)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "self-play and tuning laboratory for shogi-like games")
set(CPACK_PACKAGE_DESCRIPTION
    "Kagami plays shogi-like games against itself by exact rules and with a real
search, logs every game as CSV, and estimates from the logs what each piece is
worth on the board, promoted and in hand, with error bars. It compares rules,
tunes its own search, and speaks UCI, USI and XBoard.
.
Shogi, minishogi, chu shogi and three further games are built in; a game of
one's own is a text file.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian.cmake) # is told the next line
set(CPACK_KAGAMI_DEBIAN ${debian})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3, slurm-client, zstd")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
