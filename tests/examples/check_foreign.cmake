# Builds a project that knows battc only as an installed package, and checks that it builds again what has changed.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

# A folder with a blank in its name: nothing may split it.
set(project "${WORK}/a project")
file(REMOVE_RECURSE ${WORK})
file(COPY ${SOURCE}/ DESTINATION ${project})
set(build ${CMAKE_COMMAND} --build ${project}/build)

run("configuring" ${CMAKE_COMMAND} -S ${project} -B ${project}/build -G ${GENERATOR}
    -D CMAKE_PREFIX_PATH=${PREFIX} -D CMAKE_CXX_COMPILER=${CXX} -D CMAKE_CXX_FLAGS=${FLAGS})
run("building" ${build})
expect("Compiling spread.py" "the program is not compiled")
refuse("warning" "emitted C++ gives warnings")
run("testing" ${CMAKE_COMMAND} -E chdir ${project}/build ${CMAKE_CTEST_COMMAND} --output-on-failure)

run("building again" ${build})
refuse("Compiling" "a second build compiles something again")
file(TOUCH ${project}/spread.py)
run("building after a change" ${build})
expect("Compiling spread.py" "a changed program is not compiled again")
refuse("Compiling turn.py" "an unchanged program is compiled again")
file(TOUCH ${PREFIX}/bin/battc)
run("building with another battc" ${build})
expect("Compiling turn.py" "a changed battc does not compile its programs again")
