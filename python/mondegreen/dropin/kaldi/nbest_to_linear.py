"""`nbest-to-linear`: words, transition ids and costs of lattices of one path."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import printable
from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.objects import REAL, WHOLES
from mondegreen.dropin.kaldi.options import Call, program
from mondegreen.dropin.kaldi.records import records

USAGE = """
Takes lattices of one path apart: transition ids, words, graph cost and acoustic cost.

Usage: nbest-to-linear [options] <nbest-rspecifier> <alignments-wspecifier> [ <transcriptions-wspecifier>
           [ <lm-cost-wspecifier> [ <ac-cost-wspecifier> ] ] ]
E.g.: lattice-to-nbest --n=10 ark:1.lats ark:- | nbest-to-linear ark:- ark,t:1.ali ark,t:1.tra
"""


@program("nbest-to-linear", USAGE, arguments=(2, 3, 4, 5))
def run(call: Call) -> int:
    """Takes path by path apart."""
    done = failed = 0
    with (
        Lattices(call, call.argument(0), compact=False) as table,
        records(call, call.argument(1), WHOLES) as alignments,
        records(call, call.argument(2), WHOLES) as transcripts,
        records(call, call.argument(3), REAL) as graphs,
        records(call, call.argument(4), REAL) as acoustics,
    ):
        for key, lattice in table:
            path = lattice.only_path()
            if path is None:
                name = printable(key)
                what = "note, this program expects input with one path, e.g. from lattice-to-nbest."
                call.console.warn(f"Lattice/nbest for key {name} had wrong format: {what}")
                failed += 1
                continue
            words, ids, graph, acoustic = path
            alignments.write(key, ids)
            transcripts.write(key, words)
            graphs.write(key, graph)
            acoustics.write(key, acoustic)
            done += 1
        call.console.log(f"Done {done} n-best entries, {failed} had errors.")
    return 0 if done else 1
