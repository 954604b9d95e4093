# SPDX-License-Identifier: GPL-3.0-or-later
# The library as a WebAssembly module: one without games, which `kagami show --page` puts into a page, and
# the npm package's, which has them. By Debian's clang, lld, wasi-libc and libclang-rt-14-dev-wasm32. Where
# one of them is missing the program is built without it, and makes no page to play on. Each configuration
# looks anew: tools may have come.
set(KAGAMI_WASM AUTO CACHE STRING
    "engine for pages: AUTO (where clang can make WebAssembly), ON, OFF, or the path of one that another build made")

set(wasm_flags --target=wasm32-wasi -msimd128 -std=c11 -O3 -DNDEBUG -Wall -Wextra -Werror -Wshadow
    -Wno-sign-conversion -Wno-missing-field-initializers -ffp-contract=off -ffunction-sections
    -fdata-sections -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE)
set(wasm_link --target=wasm32-wasi -mexec-model=reactor -Wl,--gc-sections,--strip-all,--stack-first
    -Wl,-z,stack-size=4194304)

# The page's module is told its game by an image, and carries no other.
set(wasm_page_exports ${library_functions} kagami_load_image)
list(REMOVE_ITEM wasm_page_exports kagami_load kagami_load_text kagami_player kagami_shipped)

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

# wasm_module(FILE EXPORT...): links `objects`; what the exports do not need is left out.
function(wasm_module file)
  foreach(name malloc free ${ARGN})
    list(APPEND wasm_link -Wl,--export=${name})
  endforeach()
  add_custom_command(OUTPUT ${file} COMMAND ${KAGAMI_WASM_CLANG} ${wasm_link} ${objects} -o ${file}
    DEPENDS ${objects} VERBATIM)
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
  foreach(file ${library_sources} ${library_shipped})
    file(RELATIVE_PATH name ${CMAKE_SOURCE_DIR} ${file})
    set(object ${CMAKE_BINARY_DIR}/wasm/${name}.o)
    set(flags ${wasm_flags} -ffile-prefix-map=${CMAKE_SOURCE_DIR}=. "-DKAGAMI_RELEASE=\"${PROJECT_VERSION}\"")
    foreach(room ${library_rooms})
      list(APPEND flags -I${room})
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
  wasm_module(${wasm_module} ${wasm_page_exports})
  set(module ${wasm_module})

  # The npm package, a folder that `npm pack` or `npm install` takes.
  set(npm ${CMAKE_BINARY_DIR}/npm/kagami)
  set(javascript ${CMAKE_SOURCE_DIR}/search/library/javascript)
  wasm_module(${npm}/kagami.wasm ${library_functions})
  configure_file(${javascript}/package.json.in ${npm}/package.json @ONLY)
  add_custom_command(OUTPUT ${npm}/kagami.js
    COMMAND ${CMAKE_COMMAND} -E copy ${javascript}/kagami.d.ts ${javascript}/README.md LICENSE ${npm}
    COMMAND cat ${javascript}/library.js ${javascript}/kagami.js > ${npm}/kagami.js
    DEPENDS ${javascript}/library.js ${javascript}/kagami.js ${javascript}/kagami.d.ts ${javascript}/README.md
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  add_custom_target(npm ALL DEPENDS ${npm}/kagami.wasm ${npm}/kagami.js)
endif()
add_custom_command(OUTPUT ${wasm_embedded}
  COMMAND ${CMAKE_COMMAND} -DFILE=${module} -DOUTPUT=${wasm_embedded}
          -P ${CMAKE_SOURCE_DIR}/scripts/cmake/embed_module.cmake
  DEPENDS ${module} ${CMAKE_SOURCE_DIR}/scripts/cmake/embed_module.cmake VERBATIM)
made_first(${wasm_embedded})
