def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1, t2 = batch_process_samples_gpu(S)
    t1, t2, t3, t4 = rot90(S)
    t1 = batch_process_samples_gpu(S)
    t1, t2, t3, t4 = batch_process_samples_gpu()
    t1, t2, t3, t4, t5 = batch_process_samples_gpu(S)
    t1, t2, t3, o = batch_process_samples_gpu(S)
    return o, s
# expect-error 4:5 a statement assigns one name, or four from batch_process_samples_gpu
# expect-error 5:22 only batch_process_samples_gpu has four results
# expect-error 6:5 batch_process_samples_gpu has four results
# expect-error 7:22 batch_process_samples_gpu takes one argument
# expect-error 8:5 a statement assigns one name, or four from batch_process_samples_gpu
# expect-error 9:17 'o' cannot be assigned a value
