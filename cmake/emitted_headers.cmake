# The headers beside batt/ that emitted C++ includes, for the build's own include folder and for an installation.
set(BATT_EMITTED_HEADERS
    dsl_kernels/annotations.def dsl_kernels/calls/loop.h dsl_kernels/calls/loop_table.h dsl_kernels/calls/loops.def dsl_kernels/op_table.h dsl_kernels/ops.def dsl_kernels/quick.h dsl_kernels/set_size.h
    runtime/python/python.h runtime/rows/kernels.h
    runtime/value/arena.h runtime/value/bits.h runtime/value/budget.h runtime/value/build.h runtime/value/bytes.h runtime/value/cell_extent.h runtime/value/cell_rows.h runtime/value/closure.h runtime/value/context.h runtime/value/equality.h
    runtime/value/hash.h runtime/value/set.h runtime/value/set_table.h runtime/value/unfixed_looks.h)
