# What `cmake --install` puts where, and the package that other projects find as Batt.
include(CMakePackageConfigHelpers)

# The names that find_package(Batt) gives, so that batt_add_program works in this build, too.
add_executable(Batt::battc ALIAS battc)
add_library(Batt::batt ALIAS batt)
add_library(Batt::batt_main ALIAS batt_main)
include(${CMAKE_CURRENT_LIST_DIR}/BattAddProgram.cmake)

# Our warnings, the folders of this checkout and the libraries that are headers alone stay at home.
set_property(TARGET batt PROPERTY INTERFACE_LINK_LIBRARIES
             $<BUILD_INTERFACE:batt_options> $<BUILD_INTERFACE:nlohmann_json::nlohmann_json> Threads::Threads)
set_property(TARGET batt_main PROPERTY INTERFACE_LINK_LIBRARIES batt)
if(BATT_SANITIZE)
  target_compile_options(batt INTERFACE $<INSTALL_INTERFACE:-fsanitize=${BATT_SANITIZE}>)
  target_link_options(batt INTERFACE $<INSTALL_INTERFACE:-fsanitize=${BATT_SANITIZE}>)
endif()

# battc looks for headers and libraries beside itself: in ../include and ../lib.
install(TARGETS battc batt batt_main
        EXPORT BattTargets
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/include/batt DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
foreach(header ${BATT_EMITTED_HEADERS})
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${PROJECT_SOURCE_DIR}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
endforeach()
# For the device part of what battc builds; `batt_device` is no target of the package, since battc alone links with it.
if(BATT_HAS_CUDA)
  get_property(batt_kernel_files GLOBAL PROPERTY BATT_KERNEL_FILES)
  install(FILES $<TARGET_FILE:batt_device> ${batt_kernel_files} DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()

set(batt_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Batt)
install(EXPORT BattTargets NAMESPACE Batt:: DESTINATION ${batt_package_folder})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/BattConfig.cmake.in ${PROJECT_BINARY_DIR}/BattConfig.cmake
                              INSTALL_DESTINATION ${batt_package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/BattConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/BattConfig.cmake ${PROJECT_BINARY_DIR}/BattConfigVersion.cmake
              ${CMAKE_CURRENT_LIST_DIR}/BattAddProgram.cmake
        DESTINATION ${batt_package_folder})
