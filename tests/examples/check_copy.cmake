# A copy of the examples outside of this tree builds with whatever battc it is given: one that is named, one in the PATH, and
# one that a symbolic link leads to.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

get_filename_component(bin ${BATTC} DIRECTORY)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/links)
file(CREATE_LINK ${BATTC} ${WORK}/links/battc SYMBOLIC)

# try(FOLDER ARGUMENTS...): builds one solver and one batt, and checks their answers.
function(try folder)
  file(COPY ${EXAMPLES}/ DESTINATION ${WORK}/${folder} PATTERN build EXCLUDE)
  run("make in ${folder}" ${CMAKE_COMMAND} -E env ${ARGN} ${MAKE} --no-print-directory -C ${WORK}/${folder} CFLAGS=${FLAGS}
      check-settle check-bare)
endfunction()

try(named BATTC=${BATTC})
try(found --unset=BATTC "PATH=${bin}:$ENV{PATH}")
try(linked --unset=BATTC "PATH=${WORK}/links:$ENV{PATH}")
