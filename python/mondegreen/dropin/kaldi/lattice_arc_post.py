"""`lattice-arc-post`: how likely each arc is."""

from __future__ import annotations

from math import exp

from mondegreen.dropin.kaldi.aligning import model_of
from mondegreen.dropin.kaldi.console import KaldiError
from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.objects import shown
from mondegreen.dropin.kaldi.options import Call, Option, program, single
from mondegreen.dropin.kaldi.records import sink
from mondegreen.dropin.kaldi.scales import ACOUSTIC, GRAPH, Scales

USAGE = """
Writes for each arc of lattices, with tabs between: utterance, first frame, number of frames, likelihood, number of the
word, and, if wanted, transition ids; with a model, phones too.

Usage: lattice-arc-post [options] [ <model> ] <lattices-rspecifier> <output-wxfilename>
E.g.: lattice-arc-post --acoustic-scale=0.1 final.mdl 'ark:gunzip -c lat.1.gz|' post.txt
"""


@program(
    "lattice-arc-post",
    USAGE,
    ACOUSTIC,
    GRAPH,
    Option("print-alignment", default=False, purpose="Write the transition ids of each arc"),
    Option("min-post", 0.0001, "Leave arcs out that are not more likely than this"),
    arguments=(2, 3),
)
def run(call: Call) -> int:
    """Writes lattice by lattice."""
    from mondegreen._core import arc_posteriors

    scales = Scales(call)
    if scales.acoustic == 0.0:
        raise KaldiError("Do not use a zero acoustic scale (cannot be inverted)")
    *first, source, target = call.arguments
    model = model_of(call, first[0]) if first else None
    done = failed = written = 0
    with sink(call, target) as out, Lattices(call, source) as table:
        for key, lattice in table:
            before = written
            for begin, frames, word, ids, log in arc_posteriors(scales.apply(lattice).sorted()):
                likelihood = single(exp(log))
                if likelihood <= call.number("min-post"):
                    continue
                fields = [str(begin), str(frames), shown(likelihood), str(word)]
                if call.flag("print-alignment"):
                    fields.append(",".join(map(str, ids)))
                if model is not None:
                    fields.append(" ".join(map(str, model.phones(ids))))
                out.write(b"%s\t%s\n" % (key, "\t".join(fields).encode()))
                written += 1
            if written == before:
                call.console.warn(f"No posterior printed for {key.decode('utf-8', 'surrogateescape')}")
            failed += written == before
            done += written > before
        what = f"{done} lattices ({failed} with errors); on average printed {written // max(done, 1)}"
        call.console.log(f"Printed posteriors for {what} posteriors per lattice.")
    return 0 if done else 1
