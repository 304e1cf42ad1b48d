def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = env.do_pile(1, [rot90, I], True)
    env = Env(1760025744.49, task_id, S, log_path)
    t2 = env.do_pile(2, [], True)
    t3 = env.do_pile(3, rot90, True)
    t4 = env.do_pile(4, [rot90, I], t3)
    t5 = env.do_pile(5, [rot90, I], t3.ok or t4.ok)
    t6 = rot90(env)
    t7 = identity(env.do_pile(7, [rot90, I]))
    t8 = t1.value
    t9 = env.do_pile(9, [rot90, I], 5)
    env.do_pile(10, [rot90, I])
    env = rot90(I)
    env = Env(0.5, task_id, S, log_path)
    return o, s
# expect-error 4:10 'env' is not an Env
# expect-error 6:26 do_pile needs a function to call
# expect-error 7:25 expected '[' and a function with its arguments, found 'rot90'
# expect-error 8:37 the condition is True, or names with '.ok' joined by 'and'
# expect-error 9:43 'or' is not supported here
# expect-error 10:16 'env' cannot be used as a value
# expect-error 11:23 do_pile cannot be part of an expression
# expect-error 12:13 unknown field 'value'
# expect-error 13:37 expected True, or names with '.ok' joined by 'and', found a number
# expect-error 14:5 'env.do_pile' does not start a statement of a program
# expect-error 15:5 'env' cannot be assigned a value
# expect-error 16:5 a program has one Env
