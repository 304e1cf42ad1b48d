# Installs into an empty folder, and builds a program with nothing but what is there.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(REMOVE_RECURSE ${PREFIX})
run("installing" ${CMAKE_COMMAND} --install ${BUILD} --config "${CONFIG}" --prefix ${PREFIX})

run("the installed battc" ${PREFIX}/bin/battc -v ${SOURCE} -o ${PREFIX}-program)
file(REAL_PATH ${PREFIX} prefix)
expect("-I${prefix}/include " "the installed battc takes its headers from elsewhere")
expect(" ${prefix}/lib[^ ]*/libbatt.a " "the installed battc takes its libraries from elsewhere")
string(REPLACE "-I${prefix}/include " "" output "${output}")
refuse(" -I" "the installed battc looks for headers outside of its installation")
