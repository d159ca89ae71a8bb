"""`lattice-1best`: the path that costs least, as a lattice."""

from __future__ import annotations

from mondegreen.dropin.kaldi.lattices import lattices
from mondegreen.dropin.kaldi.objects import COMPACT
from mondegreen.dropin.kaldi.options import Call, Option, program
from mondegreen.dropin.kaldi.records import records
from mondegreen.dropin.kaldi.scales import ACOUSTIC, GRAPH, Scales

USAGE = """
Finds the path that costs least in each lattice, and writes it as a lattice with its first costs.

Usage: lattice-1best [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-1best --acoustic-scale=0.1 ark:1.lats ark:1best.lats
"""


@program(
    "lattice-1best",
    USAGE,
    ACOUSTIC,
    GRAPH,
    Option("word-ins-penalty", 0.0, "The penalty of a word; only one above 0 has an effect"),
    arguments=(2,),
)
def run(call: Call) -> int:
    """Searches lattice by lattice."""
    scales = Scales(call, undone=True)
    penalty = max(call.number("word-ins-penalty"), 0.0)
    done = failed = 0
    with lattices(call, call.argument(0)) as table, records(call, call.argument(1), COMPACT) as out:
        for key, lattice in table:
            scaled = scales.apply(lattice)
            path = (scaled.penalised(penalty) if penalty else scaled).best_path()
            if path.start is None:
                what = f"Possibly empty lattice for utterance-id {key.decode('utf-8', 'surrogateescape')}(no output)"
                call.console.warn(what)
                failed += 1
                continue
            out.write(key, scales.undo(path.penalised(-penalty) if penalty else path))
            done += 1
        call.console.log(f"Done converting {done} to best path, {failed} had errors.")
    return 0 if done else 1
