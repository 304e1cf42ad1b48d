from dsl import *
rot90 = rot180
batch_mapply = gpu.batch_mapply
if __name__ == '__main__':
    FIVE = 6

def solve_0000000d(S, I, C):
    return I
# expect-warning 2:1 this assignment to 'rot90' has no effect
