# run(WHAT COMMAND...): runs it, leaves what it printed in `output`, and ends the test if it fails.
function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE printed ERROR_VARIABLE printed)
  if(NOT result EQUAL 0)
    message("${printed}")
    message(FATAL_ERROR "${what} failed: ${result}")
  endif()
  set(output "${printed}" PARENT_SCOPE)
endfunction()

# expect(REGEX WHAT) and refuse(REGEX WHAT): what the last run must and must not have printed.
macro(expect regex what)
  if(NOT output MATCHES "${regex}")
    message("${output}")
    message(FATAL_ERROR "${what}")
  endif()
endmacro()

macro(refuse regex what)
  if(output MATCHES "${regex}")
    message("${output}")
    message(FATAL_ERROR "${what}")
  endif()
endmacro()
