"""`linear-to-nbest`: lattices of one path, of words, transition ids and costs."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiError
from mondegreen.dropin.kaldi.objects import COMPACT
from mondegreen.dropin.kaldi.options import Call, program
from mondegreen.dropin.kaldi.records import records
from mondegreen.dropin.kaldi.values import lists, numbers

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeVar

    T = TypeVar("T")

USAGE = """
Makes lattices of one path of transition ids, words and costs; an empty name in the place of costs stands for none.

Usage: linear-to-nbest [options] <alignments-rspecifier> <transcriptions-rspecifier> (<lm-cost-rspecifier>|'')
           (<ac-cost-rspecifier>|'') <nbest-wspecifier>
E.g.: linear-to-nbest ark:1.ali ark:1.tra ark:1.lm ark:1.ac ark:1.nbest
"""


@program("linear-to-nbest", USAGE, arguments=(5,))
def run(call: Call) -> int:
    """Makes path by path."""
    from mondegreen._core import Lattice

    done = 0
    words = dict(lists(call, call.argument(1)))
    graphs, acoustics = (
        dict(numbers(call, call.argument(place))) if call.argument(place) else None for place in (2, 3)
    )
    with records(call, call.argument(4), COMPACT) as out:
        for key, ids in lists(call, call.argument(0)):
            costs = [0.0 if table is None else value(table, key) for table in (graphs, acoustics)]
            out.write(key, Lattice.line(value(words, key), ids, *costs).contracted())
            done += 1
        call.console.log(f"Done {done} n-best entries ,0 had errors.")
    return 0 if done else 1


def value(table: Mapping[bytes, T], key: bytes) -> T:
    """What a table has for a key, which it must have."""
    if key not in table:
        raise KaldiError(f"Value() called but no such key {key.decode('utf-8', 'surrogateescape')} in archive", "Value")
    return table[key]
