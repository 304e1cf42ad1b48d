def solve_00000014(S, I, C):
        x1 = rot90(I)
	x2 = rot90(x1)
        O = rot90(x2)
        return O

def solve_00000015(S, I, C):
    x1 = rot90(I)
    	x2 = rot90(x1)
	O = rot90(x2)
    return O

def solve_00000016(S, I, C):
	x1 = rot90(I)
# comments and blank lines do not count
   	
	return x1
# expect-error 3:1 tabs and spaces are mixed
# expect-error 9:6 the line is indented too far
# expect-error 10:1 tabs and spaces are mixed
