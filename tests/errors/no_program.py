import numpy
x = 5
# expect-error - the file has no program
