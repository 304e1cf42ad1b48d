from dsl import *
rot180 = rot90
rot90 = rot180
batch_mapply = gpu.batch_mapply
if __name__ == '__main__':
    FIVE = 6
else:
    FOUR: int = 5

def solve_0000000d(S, I, C):
    return rot90(upscale_f(I, FOUR), FIVE)
# expect-error 3:1 'rot90' gets another meaning here
# expect-note 11:12 'solve_0000000d' uses 'rot90' here
# expect-error 8:5 'FOUR' gets another meaning here
# expect-note 11:31 'solve_0000000d' uses 'FOUR' here
# expect-warning 11:12 'rot90' takes 1 argument, not 2
# expect-warning 2:1 'rot180' gets another meaning here, but no program uses it
