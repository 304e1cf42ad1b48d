import dsl
dsl.rot90 = dsl.rot180

def solve_00000001(S, I, C):
    return hmirror_t(I)

if __name__ == "__main__":
    exec(open("x").read())
    def solve_00000002(S, I, C):
        return C
# expect-error 2:1 this may give names of the DSL another meaning
# expect-note 5:12 'solve_00000001' uses 'hmirror_t' here
