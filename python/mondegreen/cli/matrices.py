"""How many threads numpy's own library of matrices has."""

import os


def by_one_thread() -> None:
    """Lets one thread turn and split numpy's matrices, unless the user said how many; call it before numpy is there.

    They are of some hundred columns, and what is larger is the core's, which has threads of its own. Where others use
    the machine too, the threads of OpenBLAS wait for each other: a mapping took 203 s by two of them, 30 s by one.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
