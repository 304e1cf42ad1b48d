ZERO = 0
ONE = 1
TWO = 2
UNITY = (1, 1)
