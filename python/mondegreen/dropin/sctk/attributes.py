"""The attributes of an utterance, as bits; the core names them alike."""

CHARACTERS = 1
CASE = 1 << 1
REFERENCE_WEIGHTS = 1 << 2
HYPOTHESIS_WEIGHTS = 1 << 3
REFERENCE_SPAN = 1 << 4
HYPOTHESIS_SPAN = 1 << 5
REFERENCE_TIMES = 1 << 6
HYPOTHESIS_TIMES = 1 << 7
REFERENCE_CONFIDENCES = 1 << 8
HYPOTHESIS_CONFIDENCES = 1 << 9
ALL = (1 << 10) - 1

# What an sgml tells of words in its items (`word_aux`), in the order in which it does.
FIELDS = (
    ("r_t1+t2", REFERENCE_TIMES),
    ("h_t1+t2", HYPOTHESIS_TIMES),
    ("r_conf", REFERENCE_CONFIDENCES),
    ("h_conf", HYPOTHESIS_CONFIDENCES),
    ("r_weight", REFERENCE_WEIGHTS),
    ("h_weight", HYPOTHESIS_WEIGHTS),
)
