"""Makes one run of CPython lay out its memory unlike another, so that what depends on addresses shows.

Imported before anything else: `math.nan` gets its address when its module is loaded. The run's number decides the layout.
"""
import sys

_kept = []


class _Random:
    def __init__(self, seed):
        self.state = seed * 2654435761 + 12345

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n


def disturb(run):
    """Fills memory with a random number of small objects of every size and leaves random holes among them."""
    random = _Random(run)
    made = []
    for size in range(1, 512, 8):
        made += [bytes([size % 256]) * size for _ in range(random.below(200))]
    made += [float(k) for k in range(random.below(400))]
    for _ in range(random.below(400)):
        made.append(lambda: None)
    for item in made:
        if random.below(3):
            _kept.append(item)
    if run > 0:
        _move_none(random)


def _move_none(random):
    """None is a static object: in an interpreter that is not position-independent it has one address for ever, and so one
    hash. Give it another, as another build of CPython would."""
    if sys.version_info >= (3, 12):  # the hash of None is a constant
        return
    import ctypes
    hash_slot = 15 * ctypes.sizeof(ctypes.c_void_p)  # tp_hash in PyTypeObject
    slot_of = lambda cls: ctypes.c_void_p.from_address(id(cls) + hash_slot)
    if slot_of(type(None)).value != slot_of(object).value:
        raise RuntimeError("this build of CPython lays out its types unlike CPython 3.11")
    address = random.below(2**40) * 16
    hash_of_none = ctypes.PYFUNCTYPE(ctypes.c_ssize_t, ctypes.py_object)(lambda _: address >> 4)
    _kept.append(hash_of_none)
    slot_of(type(None)).value = ctypes.cast(hash_of_none, ctypes.c_void_p).value
