def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    env = Env(1760025744.49, task_id, S, log_path)
    t1 = env.do_pile(1, [rot9, I], t2.ok)
    t2 = env.do_pile(2, [hconcat, t1.t], t1.ok and t9.ok)
    t3 = env.do_pile(3, [identity, rot90.t], False)
    return o, s
# expect-error 5:26 unknown op 'rot9': did you mean 'rot90'?
# expect-warning 5:36 't2' is read before it has a value
# expect-warning 6:26 'hconcat' takes 2 arguments, not 1
# expect-error 6:52 unknown name 't9': did you mean 't1'?
# expect-warning 7:36 'rot90' has no field
