"""Every golden program through the package: equal to what CPython answered, in value, type and order."""
from concurrent.futures import ThreadPoolExecutor

import pytest

import golden


def differences(source):
    program, inputs, answers = golden.load(source)
    return [
        (golden.name_of(source), number)
        for number, (sample, expected) in enumerate(zip(inputs, answers))
        if not golden.same(expected, golden.answer(program, sample))
    ]


@pytest.mark.parametrize("source", golden.programs(), ids=golden.name_of)
def test_answers_are_the_recorded_ones(source):
    assert differences(source) == []


def test_answers_are_the_same_from_eight_threads():
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(differences, golden.programs()))
    assert [difference for some in found for difference in some] == []


def test_a_comparison_tells_types_and_orders_apart():
    assert not golden.same(1, True)
    assert not golden.same({"f": "1.0"}, 1)
    assert not golden.same({"s": [1, 2]}, {"s": [2, 1]})
    assert golden.same({"o": [{"fn": "?"}]}, {"o": [{"fn": "rot90"}]})
