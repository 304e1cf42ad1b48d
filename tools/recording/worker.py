"""One fresh interpreter's results. record_golden starts several of these, and compares what they say.

  worker.py RUN FOLDER MODE TIMEOUT < jobs.json > results.json

A job is {"source": X.py, "inputs": [..]} or {"vectors": [{"op", "args"[, "call"]}, ..]}. Its result is a list, with an entry
for each input or vector: [result, unfixed] where `unfixed` names what certainly depends on the run (see answer()), or
{"refused": why}.
"""
import sys

sys.path.insert(0, __file__.rpartition("/")[0])
import layout  # noqa: E402

if __name__ == "__main__":
    layout.disturb(int(sys.argv[1]))

import contextlib  # noqa: E402
import io  # noqa: E402
import json  # noqa: E402
import signal  # noqa: E402

from codec import Encoder, NotEncodable, decode  # noqa: E402
from program import Program, ProgramError  # noqa: E402
from reference import Reference  # noqa: E402


class TimeIsUp(BaseException):
    """No program catches it."""


@contextlib.contextmanager
def time_limit(seconds):
    def end(*_):
        raise TimeIsUp

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def encoded(value):
    encoder = Encoder()
    return encoder.encode(value), encoder.unfixed


def answer(compute, encode_result, timeout):
    """[result, unfixed]: what compute() gives, or the exception that it raises."""
    try:
        with time_limit(timeout), contextlib.redirect_stdout(io.StringIO()):
            value = compute()
    except TimeIsUp:
        return {"refused": f"takes longer than {timeout:g} seconds"}
    except Exception as error:
        if type(error) is NameError:  # its subclass UnboundLocalError is a legitimate result
            return {"refused": str(error)}
        return [{"exc": type(error).__name__}, False]
    try:
        return encode_result(value)
    except NotEncodable as why:
        return {"refused": f"gives {why}, which has no JSON"}


def encode_solver(value):
    data, unfixed = encoded(value)
    return [{"O": data}, unfixed]


def encode_batt(value):
    answers, unfixed = {}, {}
    for key, entries in zip("os", value):
        pairs = [encoded(entry) for entry in entries]
        answers[key] = [data for data, _ in pairs]
        unfixed[key] = [k for k, (_, mark) in enumerate(pairs) if mark]
    return [answers, unfixed]


def encode_vector(value):
    data, unfixed = encoded(value)
    return [{"ret": data}, unfixed]


def run_program(job, reference, timeout):
    program = Program(job["source"])
    function = program.callable(reference.names)

    def compute(sample):
        S, I, C = (decode(sample[key], reference.ops) for key in "SIC")
        return lambda: program.call(function, sample["task_id"], S, I, C)

    encode_result = encode_batt if program.is_batt else encode_solver
    return [answer(compute(sample), encode_result, timeout) for sample in job["inputs"]]


def run_vector(vector, reference, timeout):
    decoded = lambda key: [decode(item, reference.ops) for item in vector[key]]
    if vector["op"] not in reference.ops:
        return {"refused": f"the reference has no op {vector['op']}"}
    try:
        args = decoded("args")
        call = decoded("call") if "call" in vector else None
    except KeyError as error:
        return {"refused": f"the reference has no function {error}"}

    def compute():
        result = reference.ops[vector["op"]](*args)
        return result if call is None else result(*call)

    return answer(compute, encode_vector, timeout)


def main():
    run, folder, mode, timeout = int(sys.argv[1]), sys.argv[2], sys.argv[3], float(sys.argv[4])
    reference = Reference(folder, mode)
    sys.setrecursionlimit(1000 + 41 * run)  # a result at the recursion limit changes with it
    results = []
    for job in json.load(sys.stdin):
        try:
            if "source" in job:
                results.append(run_program(job, reference, timeout))
            else:
                results.append([run_vector(vector, reference, timeout) for vector in job["vectors"]])
        except (ProgramError, SyntaxError) as error:
            results.append({"refused": str(error)})
    json.dump(results, sys.__stdout__)  # a time limit may end a sample before redirect_stdout() puts stdout back


if __name__ == "__main__":
    main()
