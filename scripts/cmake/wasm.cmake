# SPDX-License-Identifier: GPL-3.0-or-later
# The rules and the search as a WebAssembly module, which `kagami show --page` puts into a page: by
# Debian's clang, lld, wasi-libc and libclang-rt-14-dev-wasm32. Where one of them is missing the program
# is built without it, and makes no page to play on. Each configuration looks anew: tools may have come.
set(KAGAMI_WASM AUTO CACHE STRING
    "engine for pages: AUTO (where clang can make WebAssembly), ON, OFF, or the path of one that another build made")

set(wasm_flags --target=wasm32-wasi -msimd128 -std=c11 -O3 -DNDEBUG -Wall -Wextra -Werror -Wshadow
    -Wno-sign-conversion -Wno-missing-field-initializers -ffp-contract=off -ffunction-sections
    -fdata-sections -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE)
set(wasm_link --target=wasm32-wasi -mexec-model=reactor -Wl,--gc-sections,--strip-all,--stack-first
    -Wl,-z,stack-size=4194304)
foreach(name malloc free wasm_game_new wasm_game_start wasm_game_play wasm_game_undo
        wasm_game_state wasm_game_search wasm_game_text)
  list(APPEND wasm_link -Wl,--export=${name})
endforeach()

# What a game and its player need, and no more: no file, no thread, no library beside libc.
set(wasm_sources
  core/base/buffer.c core/base/error.c core/base/memory.c core/base/number.c core/base/random.c
  core/pieces/*.c
  core/game/*.c
  core/board/*.c
  core/referee/notation.c core/referee/outcome.c
  core/referee/usi.c
  search/eval/*.c search/tree/*.c search/wasm/*.c)

function(wasm_find result)
  set(${result} FALSE PARENT_SCOPE)
  find_program(KAGAMI_WASM_CLANG NAMES clang clang-14)
  if(KAGAMI_WASM STREQUAL OFF OR NOT KAGAMI_WASM_CLANG)
    return()
  endif()
  set(probe ${CMAKE_BINARY_DIR}/generated/wasm_probe)
  file(WRITE ${probe}.c "#include <stdlib.h>\nvoid *malloc_twice(size_t n) { return malloc(2 * n); }\n")
  execute_process(COMMAND ${KAGAMI_WASM_CLANG} ${wasm_flags} -Wno-missing-prototypes
                          -mexec-model=reactor -Wl,--export=malloc_twice ${probe}.c -o ${probe}.wasm
                  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed EQUAL 0)
    set(${result} TRUE PARENT_SCOPE)
  endif()
endfunction()

set(wasm_module ${CMAKE_BINARY_DIR}/generated/kagami.wasm)
if(IS_ABSOLUTE "${KAGAMI_WASM}")
  set(has_wasm FALSE)
  set(module ${KAGAMI_WASM})
else()
  wasm_find(has_wasm)
  set(module "")
endif()
if(module)
  message(STATUS "Engine for pages: ${module}")
elseif(has_wasm)
  message(STATUS "Engine for pages: WebAssembly by ${KAGAMI_WASM_CLANG}")
elseif(KAGAMI_WASM STREQUAL ON)
  message(FATAL_ERROR "KAGAMI_WASM: clang makes no WebAssembly here; Debian's packages are clang, lld, "
          "wasi-libc and libclang-rt-14-dev-wasm32")
else()
  message(STATUS "Engine for pages: none (clang, lld, wasi-libc, libclang-rt-14-dev-wasm32)")
endif()

set(wasm_embedded ${CMAKE_BINARY_DIR}/generated/web_module.c)
if(has_wasm)
  list(TRANSFORM wasm_sources PREPEND ${CMAKE_SOURCE_DIR}/)
  file(GLOB files CONFIGURE_DEPENDS ${wasm_sources})
  foreach(file ${files})
    file(RELATIVE_PATH name ${CMAKE_SOURCE_DIR} ${file})
    set(object ${CMAKE_BINARY_DIR}/wasm/${name}.o)
    set(flags ${wasm_flags} -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
    foreach(room core/base core/pieces core/game core/board core/referee search/eval search/tree search/wasm)
      list(APPEND flags -I${CMAKE_SOURCE_DIR}/${room})
    endforeach()
    if(name STREQUAL core/base/random.c)
      # The header alone, for it is the machine's own; its list of machines does not know this one.
      list(APPEND flags -idirafter /usr/include -D__riscv -DR123_USE_ASM_GNU=0)
    endif()
    get_filename_component(folder ${object} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(OUTPUT ${object}
      COMMAND ${CMAKE_C_COMPILER_LAUNCHER} ${KAGAMI_WASM_CLANG} ${flags} -MD -MF ${object}.d
              -c ${file} -o ${object}
      DEPENDS ${file} DEPFILE ${object}.d VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  add_custom_command(OUTPUT ${wasm_module}
    COMMAND ${KAGAMI_WASM_CLANG} ${wasm_link} ${objects} -o ${wasm_module}
    DEPENDS ${objects} VERBATIM)
  set(module ${wasm_module})
endif()
add_custom_command(OUTPUT ${wasm_embedded}
  COMMAND ${CMAKE_COMMAND} -DFILE=${module} -DOUTPUT=${wasm_embedded}
          -P ${CMAKE_SOURCE_DIR}/scripts/cmake/embed_module.cmake
  DEPENDS ${module} ${CMAKE_SOURCE_DIR}/scripts/cmake/embed_module.cmake VERBATIM)
made_first(${wasm_embedded})
