"""`nbest-to-lattice`: the paths of an n-best list joined into a lattice."""

from __future__ import annotations

from itertools import groupby

from mondegreen.dropin.kaldi.console import KaldiError, printable
from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.objects import COMPACT
from mondegreen.dropin.kaldi.options import Call, program
from mondegreen.dropin.kaldi.records import records

USAGE = """
Joins the paths of n-best lists, whose keys end in a hyphen and a number, into a lattice for each utterance.

Usage: nbest-to-lattice [options] <nbest-rspecifier> <lattices-wspecifier>
E.g.: nbest-to-lattice ark:1.nbest ark:1.lats
"""


@program("nbest-to-lattice", USAGE, arguments=(2,))
def run(call: Call) -> int:
    """Joins utterance by utterance."""
    from mondegreen._core import Lattice

    done = paths = 0
    with Lattices(call, call.argument(0)) as table, records(call, call.argument(1), COMPACT) as out:
        for utterance, entries in groupby(table, lambda entry: utterance_of(entry[0])):
            alternatives = [lattice for _, lattice in entries]
            out.write(utterance, Lattice.union(alternatives))
            done += 1
            paths += len(alternatives)
        mean = paths / (done + 1e-20)
        what = f"{done} utterances, with on average {mean:g} N-best paths per utterance."
        call.console.log(f"Done joining n-best into lattices for {what}")
    return 0 if done else 1


def utterance_of(key: bytes) -> bytes:
    """The key of the utterance that a path is of."""
    utterance, hyphen, rank = key.rpartition(b"-")
    if not hyphen or not rank.isdigit():
        name = printable(key)
        raise KaldiError(f"Invalid nbest utterance key {name}: expected it to end in a hyphen and a number")
    return utterance
