"""Minimum Bayes risk decoding as the programs do it, which abort where Kaldi's do."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiAssertionError

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen._core import Decoded, Lattice


def decoded(
    lattice: Lattice, *, decode: bool = True, keep_silence: bool = False, words: Sequence[int] | None = None
) -> Decoded:
    """What was most likely said. Kaldi insists that all paths to a state have one length, and that there are some."""
    from mondegreen._core import least_risk

    ordered = lattice.sorted()  # of a cycle it is told otherwise
    try:
        ordered.arc_frames()
        return least_risk(lattice, decode=decode, keep_silence=keep_silence, words=words)
    except ValueError as error:
        raise KaldiAssertionError(str(error), "CompactLatticeStateTimes") from None
