def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    try:
        t1 = rot9(I)
    except (TypeErorr, MemoryError):
        t1 = _get_safe_default(rot9)
    try:
        t2 = rot90(I)
    except TypeError:
        t2 = t3
    try:
        t3 = rot90(I)
    except Exception as problem:
        t3 = problem
    return o, s
# expect-error 5:14 unknown op 'rot9': did you mean 'rot90'?
# expect-warning 6:13 no op raises 'TypeErorr': did you mean 'TypeError'?
# expect-warning 6:24 no op raises 'MemoryError'
# expect-warning 11:14 't3' is read before it has a value (UnboundLocalError at run time)
# expect-error 15:14 'problem' is the exception of a handler, and battc does not follow it
