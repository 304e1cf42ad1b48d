# Names and texts that would mean something to C++, to a terminal, or to a dump.
def solve_int(S, I, C):
    class_ = rot90(I)
    template = rot180(class_)
    NULL = rot270(template)
    __LINE__ = first(NULL)
    line = last(__LINE__)
    t1 = add(size(I), line)
    t1 = add(t1, ONE)
    t1_2 = add(t1, TWO)
    x = ("quote\" ' back\\slash */ /* // ??/ ??' %s {} ${x}", 'new\nline\ttab\x00\x1b[31m\r', 'ü \u202e \U0001f600 \ufeff')
    y = ('"; system("true"); //', '#include <x>', 'R"(raw)"', '%0 = call @rot90 ; t1, line 3')
    return astuple(astuple(x, y), astuple(t1_2, S))
