# batt_add_program(NAME SOURCE x.py [SHARED])
#
# Adds the executable NAME, compiled from an ARC-DSL program; it takes the options of `battc run`. With SHARED it adds a
# shared object instead, NAME.so, with the C interface of batt/program.h: to be loaded, or linked with.
# It is built again when the source changes, and when battc does.

# Depfiles with absolute paths, whatever generator the project uses.
cmake_policy(VERSION 3.21...3.25)

function(batt_add_program name)
  cmake_parse_arguments(PARSE_ARGV 1 program "SHARED" "SOURCE" "")
  if(NOT program_SOURCE OR program_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "say batt_add_program(NAME SOURCE x.py [SHARED])")
  endif()
  get_filename_component(source "${program_SOURCE}" ABSOLUTE)
  set(emitted "${CMAKE_CURRENT_BINARY_DIR}/${name}.batt.cpp")
  add_custom_command(
    OUTPUT "${emitted}"
    COMMAND Batt::battc "${source}" -o "${emitted}" -MD -MF "${emitted}.d"
    DEPENDS "${source}" Batt::battc
    DEPFILE "${emitted}.d"
    COMMENT "Compiling ${program_SOURCE}"
    VERBATIM)

  if(program_SHARED)
    add_library(${name} SHARED "${emitted}")
    set_target_properties(${name} PROPERTIES PREFIX "" CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    target_link_libraries(${name} PRIVATE Batt::batt)
    target_link_options(${name} PRIVATE LINKER:--exclude-libs,ALL)
    target_include_directories(${name} INTERFACE $<TARGET_PROPERTY:Batt::batt,INTERFACE_INCLUDE_DIRECTORIES>)
  else()
    add_executable(${name} "${emitted}")
    target_link_libraries(${name} PRIVATE Batt::batt_main)
  endif()
  target_compile_features(${name} PRIVATE cxx_std_20)
  # More buys nothing: the time goes into the ops, which are compiled already.
  target_compile_options(${name} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
endfunction()
