# SPDX-License-Identifier: GPL-3.0-or-later
# Turns results/published.csv, and of each row the worth.csv that it names with the covariance beside it, into the
# C rows of published.h. Pieces that were not measured are left out.
list(GET FILES 0 list)
get_filename_component(results ${list} DIRECTORY)
file(STRINGS ${list} rows)
list(POP_FRONT rows header)
if(NOT header STREQUAL "game,table,nodes,depth,program")
  message(FATAL_ERROR "${list}:1: expected game,table,nodes,depth,program")
endif()
foreach(row ${rows})
  if(NOT row MATCHES "^([a-z-]+),(([^/]+)/[^,]+)\\.csv,([0-9]+),([0-9]+),([0-9a-f]+)$")
    message(FATAL_ERROR "${list}: expected a game, FINDING/....csv, nodes, depth, a commit: ${row}")
  endif()
  set(table ${results}/${CMAKE_MATCH_2})
  set(ends "${CMAKE_MATCH_4}, ${CMAKE_MATCH_5}, \"${CMAKE_MATCH_6}\", \"results/${CMAKE_MATCH_3}/finding.md\"")
  set(game ${CMAKE_MATCH_1})
  string(MAKE_C_IDENTIFIER ${game} name)

  file(READ ${table}.csv text)
  string(REPLACE ";" "," text "${text}") # of sources, which are the last column; ';' divides lists here
  string(REGEX MATCHALL "[^\n]+" lines "${text}")
  list(POP_FRONT lines header)
  if(NOT header STREQUAL "parameter,piece,where,elo,elo_se,worth,se,lo95,hi95,games,mark,method,source")
    message(FATAL_ERROR "${table}.csv:1: no table of worth")
  endif()
  set(measured "")
  string(APPEND arrays "static const struct published_row ${name}_rows[] = {\n")
  foreach(line ${lines})
    if(line MATCHES
       "^([^,]+),[^,]+,[^,]+,([^,]+),[^,]+,([^,]+),[^,]+,([^,]+),([^,]+),([^,]+),,[^,]+,([^\"]+)$")
      list(APPEND measured ${CMAKE_MATCH_1})
      set(source "${CMAKE_MATCH_7}")
      string(APPEND arrays "    {\"${CMAKE_MATCH_1}\", ${CMAKE_MATCH_2}, ${CMAKE_MATCH_3}, ${CMAKE_MATCH_4}, "
             "${CMAKE_MATCH_5}, ${CMAKE_MATCH_6}},\n")
    elseif(NOT line MATCHES ",not measured,")
      message(FATAL_ERROR "${table}.csv: expected a measured piece: ${line}")
    endif()
  endforeach()
  string(APPEND arrays "};\nstatic const double ${name}_covariance[] = {\n")

  file(STRINGS ${table}.covariance.csv lines)
  list(POP_FRONT lines)
  set(covered "")
  foreach(line ${lines})
    string(REGEX MATCH "^([^,]+),(.*)$" line "${line}")
    list(APPEND covered ${CMAKE_MATCH_1})
    string(APPEND arrays "    ${CMAKE_MATCH_2},\n")
  endforeach()
  if(NOT covered STREQUAL measured)
    message(FATAL_ERROR "${table}.covariance.csv: other pieces than in the table, or in another order")
  endif()
  string(APPEND arrays "};\n")
  list(LENGTH measured count)
  string(REPLACE ", seed" "; seed" source "${source}")
  string(APPEND games "    {\"${game}\", ${ends},\n     \"${source}\", ${count}, ${name}_rows, ${name}_covariance},\n")
endforeach()
file(WRITE ${OUTPUT} "// Generated from results/published.csv
#include \"published.h\"
${arrays}const struct published published_tables[] = {
${games}    {0}};
")
