"""`lattice-to-nbest`: the best paths of each lattice, each as a lattice."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiAssertionError, printable
from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.objects import COMPACT
from mondegreen.dropin.kaldi.options import Call, Option, program
from mondegreen.dropin.kaldi.records import records
from mondegreen.dropin.kaldi.scales import ACOUSTIC, GRAPH, Scales

USAGE = """
Finds the paths of each lattice that cost least, and writes each as a lattice; the path of rank 1 of utterance "utt" has
the key "utt-1". Paths with the same words are told apart, unless the lattice has each word sequence only once.

Usage: lattice-to-nbest [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-to-nbest --acoustic-scale=0.1 --n=10 ark:1.lats ark:nbest.lats
"""
# A negative number begins as the unsigned one of the same bits does.
SEEDS = 1 << 32


@program(
    "lattice-to-nbest",
    USAGE,
    ACOUSTIC,
    GRAPH,
    Option("n", 1, "How many paths"),
    Option("random", default=False, purpose="Take any paths, not the best"),
    Option("srand", 0, "What the choice of any paths begins with"),
    arguments=(2,),
)
def run(call: Call) -> int:
    """Searches lattice by lattice."""
    from mondegreen._core import any_paths, best_paths

    scales = Scales(call, undone=True)
    wanted, seed = call.whole("n"), call.whole("srand")
    if wanted <= 0:
        raise KaldiAssertionError("n > 0")
    done = found = 0
    with Lattices(call, call.argument(0), compact=False) as table, records(call, call.argument(1), COMPACT) as out:
        for key, lattice in table:
            scaled = scales.apply(lattice)
            paths = (
                any_paths(scaled, wanted, (seed + done) % SEEDS) if call.flag("random") else best_paths(scaled, wanted)
            )
            if not paths:
                name = printable(key)
                call.console.warn(f"Possibly empty lattice for utterance-id {name}(no N-best entries)")
                continue
            for rank, path in enumerate(paths, 1):
                out.write(b"%s-%d" % (key, rank), scales.undo(path).contracted())
            done += 1
            found += len(paths)
        mean = found / (done + 1e-20)
        what = f"{done} lattices with n = {wanted}, average actual #paths is {mean:g}"
        call.console.log(f"Done applying N-best algorithm to {what}")
    return 0 if done else 1
