"""Records how CPython iterates over 100,000 random sets, for set_order_test.cpp, which makes the same sets.

  python3 record_set_orders.py > ../golden/set_orders.txt

One line holds the hash of the orders of 100 cases. Needs CPython 3.8 to 3.13.
"""
M64 = (1 << 64) - 1


class Random:
    """splitmix64, as in the test."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & M64
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & M64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M64
        return z ^ (z >> 31)

    def below(self, n):
        return self.next() % n

    def between(self, low, high):
        return low + self.below(high - low + 1)


def element(random, kind, spread):
    if kind == 0:
        return random.between(-spread, spread * 3)
    if kind == 1:
        return (random.between(-3, spread), random.between(-3, spread))
    if kind == 2:
        return (random.between(-3, spread), random.between(-3, spread), random.below(10))
    return frozenset([element(random, 1, spread) for _ in range(random.below(5))])


def elements(random, kind):
    count = random.below((6, 20, 60, 400)[random.below(4)] if kind < 3 else (6, 30)[random.below(2)])
    spread = (4, 12, 30, 200)[random.below(4)]
    return [element(random, kind, spread) for _ in range(count)]


def case(seed):
    random = Random(seed)
    kind = seed % 4
    a, b = elements(random, kind), elements(random, kind)
    how = random.below(7)
    if how == 0:
        return frozenset(a)
    if how == 1:
        return frozenset(set(a))
    if how == 2:
        return frozenset(a) | frozenset(b)
    if how == 3:
        return frozenset(a) & frozenset(b)
    if how == 4:
        return frozenset(a) - frozenset(b)
    if how == 5:
        return (frozenset(a) - frozenset(b[:2])) | frozenset(b)
    return frozenset(set(frozenset(a + b) - frozenset(b)))


def numbers(value):
    if isinstance(value, int):
        yield value
    else:
        yield len(value)
        for part in value:
            yield from numbers(part)


def mix(state, value):
    for number in numbers(value):
        state = ((state ^ (number & M64)) * 0x100000001B3) & M64
    return state


def main():
    for line in range(1000):
        state = 0xCBF29CE484222325
        for k in range(100):
            state = mix(state, case(line * 100 + k))
        print(f"{state:016x}")


if __name__ == "__main__":
    main()
