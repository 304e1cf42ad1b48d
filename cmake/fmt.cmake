# fmt without its shared library, which is all that Debian has of it: what is built (battc, wheels) needs no library but the system's.
# compiler/support/fmt.cpp is what that library of version 9 holds. With other versions every source that formats compiles it again.
add_library(batt_fmt INTERFACE)
if(fmt_VERSION VERSION_GREATER_EQUAL 9 AND fmt_VERSION VERSION_LESS 10)
  target_include_directories(batt_fmt SYSTEM INTERFACE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
else()
  target_link_libraries(batt_fmt INTERFACE fmt::fmt-header-only)
endif()
