# Fails unless docs/ops.md is what `battc ops --markdown` writes.
execute_process(COMMAND ${BATTC} ops --markdown OUTPUT_VARIABLE fresh COMMAND_ERROR_IS_FATAL ANY)
file(READ ${DOC} kept)
if(NOT fresh STREQUAL kept)
  message(FATAL_ERROR "docs/ops.md is out of date: build/bin/battc ops --markdown > docs/ops.md")
endif()
