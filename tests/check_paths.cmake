# What `battc test` and `battc run` say of paths on their command line and in their closing lines.
function(expect pattern)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE code)
  if(NOT code EQUAL 0 OR NOT "${output}${errors}" MATCHES "${pattern}")
    message(FATAL_ERROR "${ARGN}: exit code ${code}, no '${pattern}' in\n${output}${errors}")
  endif()
endfunction()

set(programs ${DATA}/programs-safe)
file(GLOB vectors ${DATA}/vectors-safe-*.jsonl)
file(GLOB sources ${programs}/*.py)
list(GET sources 0 source)
string(REGEX REPLACE "py$" "json" inputs ${source})

# Without fallback samples and vectors are counted, and those without an answer are no failures.
expect("^[0-9]+ passed, 0 failed, [0-9]+ not answered\n$" ${BATTC} test --path fast --fallback never ${programs})
expect("^[0-9]+ passed, 0 failed, [0-9]+ not answered\n$" ${BATTC} test --path fast --fallback never ${vectors})
# With it the closing line is the usual one; that of the fast path comes after the number of ops that fell back.
expect("^[1-9][0-9]* calls were declined by packed bodies\n[1-9][0-9]* passed, 0 failed\n$" ${BATTC} test --path fast ${vectors})
expect("^[1-9][0-9]* passed, 0 failed\n$" ${BATTC} test --fallback always ${source})
expect("as told by --fallback always" ${BATTC} test --stats --fallback always ${source})
expect("on the fast path" ${BATTC} run ${source} --inputs ${inputs} --path fast --stats --verify)
expect("\"declined\"" ${BATTC} bench --json --stats --repeat 1 ${source})

# A path that is none is told apart from those that are.
execute_process(COMMAND ${BATTC} test --path quick ${source} ERROR_VARIABLE errors RESULT_VARIABLE code)
if(NOT code EQUAL 2 OR NOT errors MATCHES "auto,checked,device,fast")
  message(FATAL_ERROR "--path quick: exit code ${code}\n${errors}")
endif()
