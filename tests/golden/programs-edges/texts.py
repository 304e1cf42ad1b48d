# Texts have as many characters as Python counts, not as many as they have bytes.
def solve_text(S, I, C):
    x1 = size('äöü€𝄞')
    x2 = totuple('aé𝄞')
    x3 = get_nth_t('aé𝄞', NEG_ONE)
    x4 = astuple(x1, x2)
    O = astuple(x4, x3)
    return O
