"""`lattice-add-penalty`: a cost for every word."""

from __future__ import annotations

from mondegreen.dropin.kaldi.lattices import lattices
from mondegreen.dropin.kaldi.objects import COMPACT
from mondegreen.dropin.kaldi.options import Call, Option, program
from mondegreen.dropin.kaldi.records import records

USAGE = """
Adds a penalty to the graph cost of every word of lattices.

Usage: lattice-add-penalty [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-add-penalty --word-ins-penalty=1.0 ark:- ark:-
"""


@program("lattice-add-penalty", USAGE, Option("word-ins-penalty", 0.0, "The penalty of a word"), arguments=(2,))
def run(call: Call) -> int:
    """Adds it lattice by lattice."""
    penalty = call.number("word-ins-penalty")
    done = 0
    with lattices(call, call.argument(0)) as table, records(call, call.argument(1), COMPACT) as out:
        for key, lattice in table:
            out.write(key, lattice.penalised(penalty))
            done += 1
        call.console.log(f"Done adding word insertion penalty to {done} lattices.")
    return 0 if done else 1
