# Sets BATT_CLANG_FOUND, and the target batt_clang: Clang's libraries, version 14, with their headers.
# Not Clang's own package files: they ask for packages that only building Clang itself needs.
set(BATT_CLANG_FOUND OFF)
find_program(BATT_LLVM_CONFIG NAMES llvm-config-14 llvm-config)
if(BATT_LLVM_CONFIG)
  foreach(batt_question version includedir libdir has-rtti)
    execute_process(COMMAND ${BATT_LLVM_CONFIG} --${batt_question} OUTPUT_VARIABLE batt_llvm_${batt_question}
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
  endforeach()
  find_library(BATT_CLANG_LIBRARY NAMES clang-cpp libclang-cpp.so.14 HINTS ${batt_llvm_libdir})
  find_library(BATT_LLVM_LIBRARY NAMES LLVM-14 HINTS ${batt_llvm_libdir})
  if(batt_llvm_version MATCHES "^14\\." AND BATT_CLANG_LIBRARY AND BATT_LLVM_LIBRARY
     AND EXISTS ${batt_llvm_includedir}/clang/Tooling/Tooling.h)
    set(BATT_CLANG_FOUND ON)
    add_library(batt_clang INTERFACE)
    target_include_directories(batt_clang SYSTEM INTERFACE ${batt_llvm_includedir})
    target_link_libraries(batt_clang INTERFACE ${BATT_CLANG_LIBRARY} ${BATT_LLVM_LIBRARY})
    if(batt_llvm_has-rtti STREQUAL "NO")
      target_compile_options(batt_clang INTERFACE -fno-rtti)
    endif()
    # libTooling looks for the headers of the compiler itself beside the tool, where they are not.
    target_compile_definitions(batt_clang INTERFACE BATT_CLANG_RESOURCES="${batt_llvm_libdir}/clang/${batt_llvm_version}")
  endif()
endif()
