"""`lattice-to-post`: how likely each transition id is, frame by frame."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiError
from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.objects import POSTERIORS, REAL
from mondegreen.dropin.kaldi.options import Call, program, single
from mondegreen.dropin.kaldi.records import records
from mondegreen.dropin.kaldi.scales import ACOUSTIC, GRAPH, Scales

USAGE = """
Finds for each frame how likely each transition id is among all paths of a lattice, and the log-likelihood of all paths
together.

Usage: lattice-to-post [options] <lattice-rspecifier> <posteriors-wspecifier> [ <loglikes-wspecifier> ]
E.g.: lattice-to-post --acoustic-scale=0.1 ark:1.lats ark:1.post
"""


@program("lattice-to-post", USAGE, ACOUSTIC, GRAPH, arguments=(2, 3))
def run(call: Call) -> int:
    """Sums up lattice by lattice."""
    from mondegreen._core import frame_posteriors

    scales = Scales(call)
    if scales.acoustic == 0.0:
        raise KaldiError("Do not use a zero acoustic scale (cannot be inverted)")
    done = frames = 0
    likes = acoustics = 0.0
    with (
        Lattices(call, call.argument(0), compact=False) as table,
        records(call, call.argument(1), POSTERIORS) as out,
        records(call, call.argument(2), REAL) as loglikes,
    ):
        for key, lattice in table:
            posteriors, total, acoustic = frame_posteriors(scales.apply(lattice).sorted())
            out.write(key, posteriors)
            loglikes.write(key, total)
            done += 1
            frames += len(posteriors)
            likes += single(total)
            acoustics += acoustic
        mean, sounds = (f"{part / frames:g}" if frames else "-nan" for part in (likes, acoustics))
        what = f"{mean} over {frames} frames.  Average acoustic like/frame is {sounds}"
        call.console.log(f"Overall average log-like/frame is {what}")
        call.console.log(f"Done {done} lattices.")
    return 0 if done else 1
