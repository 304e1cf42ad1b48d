# cmake -D NM=nm "-D FILES=a.o;libb.a" -P check_exit.cmake
# The package's threads may still run programs while exit() destroys static objects. Its object files register no
# destructors for that; runtime/value/until_unload.h has static objects that are not destroyed then.
execute_process(COMMAND ${NM} --print-file-name --undefined-only ${FILES} OUTPUT_VARIABLE symbols RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${NM} cannot read ${FILES}")
endif()
string(REGEX MATCHALL "[^\n]*[ _](__cxa_atexit|__cxa_thread_atexit|atexit|on_exit)[^\n]*" registering "${symbols}")
if(NOT registering MATCHES "until_unload\\.cpp")
  message(FATAL_ERROR "the destructor in until_unload.cpp was not found: this test sees nothing")
endif()
list(FILTER registering EXCLUDE REGEX "until_unload\\.cpp")
if(registering)
  list(JOIN registering "\n" registering)
  message(FATAL_ERROR "destructors that run at exit, while threads of battc may still need what they destroy:\n${registering}")
endif()
