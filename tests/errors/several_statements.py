def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    print(I)
    t1 = rot90(I) + 1
    if t1:
        t2 = rot90(I)
    else:
        t2 = rot180(I)
    for x in S:
        pass
    t3 = [I, I]
    t4 = I[0]
    t5 += rot90(I)
    t6 = t7 = rot90(I)
    import os
    t8 = rot90(I) if t1 else I
    t9 = f(x=1)
    t10 = f(*I)
    t11 = lambda x: x
    t12 = 1.5
    t13 = not t1
    return o, s
# expect-error 4:5 the result of 'print' is not used
# expect-error 5:19 '+' is not supported here
# expect-error 6:5 'if' does not start a statement of a program
# expect-error 8:5 'else' does not start a statement of a program
# expect-error 10:5 'for' does not start a statement of a program
# expect-error 12:10 lists, sets, dictionaries and subscripts are not supported
# expect-error 13:11 lists, sets, dictionaries and subscripts are not supported
# expect-error 14:8 expected '=' after 't5'
# expect-error 15:13 a statement assigns one value to one name
# expect-error 16:5 'import' does not start a statement of a program
# expect-error 17:19 'if' is not supported here
# expect-error 18:12 keyword arguments are not supported: 'x'
# expect-error 19:13 '*' is not supported in a call
# expect-error 20:11 'lambda' is not supported
# expect-error 21:11 floats are not supported here
# expect-error 22:11 'not' is not supported here
