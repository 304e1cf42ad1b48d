# cmake -D NM=nm -D LIBRARY=libbatt.a -P check_kernel_symbols.cmake
# The sources of a level of vector units may define nothing but their table: a function that the linker could take for
# another source's would bring instructions to machines that lack them.
execute_process(COMMAND ${NM} --defined-only ${LIBRARY} OUTPUT_VARIABLE symbols RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${NM} cannot read ${LIBRARY}")
endif()
foreach(level avx2 avx512)
  if(NOT symbols MATCHES "kernels_${level}[^\n]*\\.o:\n([^:]*)")
    message(FATAL_ERROR "${LIBRARY} has no kernels for ${level}")
  endif()
  string(REGEX MATCHALL "[0-9a-f]+ [A-Zuvw] [^\n]+" shared "${CMAKE_MATCH_1}")
  list(FILTER shared EXCLUDE REGEX "${level}_kernels|_ZGV|__odr_asan|__asan")
  if(shared)
    message(FATAL_ERROR "kernels_${level} defines what others may share: ${shared}")
  endif()
endforeach()
