def solve_00000017(S, I, C):
    x1 = add(9223372036854775808, -9223372036854775808)
    x2 = add(0xFFFFFFFFFFFFFFFF, 1)
    x3 = add(007, 1)
    x4 = add(12abc, 1)
    x5 = identity(f'text')
    x6 = identity('\ud800')
    x7 = identity(-x1)
    x8 = 5(x1)
    x9 = grün(x1)
    x10 = identity(“x1”)
    x11 = a $ b
    return x1
# expect-error 2:14 the integer needs more than 64 bits
# expect-error 3:14 the integer needs more than 64 bits
# expect-error 4:14 '007' is not a number
# expect-error 5:14 '12abc' is not a number
# expect-error 6:19 only plain texts are supported
# expect-error 7:19 the text has an escape that stands for no character
# expect-error 8:20 expected an integer after '-', found 'x1'
# expect-error 9:10 a literal cannot be called
# expect-error 10:10 'grün' is not ASCII
# expect-error 11:20 '“x1”' is not ASCII
# expect-error 12:13 unexpected '$'
