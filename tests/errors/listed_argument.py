from gpu_dsl_operations import batch_mapply, batch_apply

def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = batch_mapply(rot90, [S])[0]
    t2 = batch_mapply(rot90, [S])
    t3 = mapply(rot90, [S])[0]
    t4 = batch_apply(first, S)
    t5 = batch_rot9(first, S)
    return o, s
# expect-error 7:10 a list of one argument needs '[0]' after the call
# expect-error 8:24 lists, sets, dictionaries and subscripts are not supported
