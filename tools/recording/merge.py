"""What several runs of CPython agree on. The first run is what is recorded; what differs from it in another is marked.

For a solver and for a vector the mark is "unfixed": true beside the result; for a batt "unfixed": {"o": [..], "s": [..]},
the indices of the entries, beside "o" and "s". A batt that raises in some runs only has "unfixed": true.
"""


def merged(runs):
    """One sample's result, from [result, unfixed] of every run."""
    first = runs[0][0]
    if all("o" in result for result, _ in runs):
        unfixed = {key: _differing_entries(runs, key) for key in "os"}
        return _marked(first, unfixed if any(unfixed.values()) else False)
    raised = next((result for result, _ in runs if "exc" in result), first)
    differs = any(result != first or unfixed for result, unfixed in runs if "o" not in result)
    differs = differs or any("o" in result for result, _ in runs)
    return _marked(raised if "o" in first else first, differs)


def _differing_entries(runs, key):
    first = runs[0][0][key]
    indices = set()
    for result, unfixed in runs:
        indices.update(unfixed[key])
        indices.update(k for k, (one, other) in enumerate(zip(first, result[key])) if one != other)
    return sorted(indices)


def _marked(result, mark):
    return {**result, "unfixed": mark} if mark else dict(result)
