"""What the programs that compare transcripts have in common: pairs by key, errors, and rates as Kaldi computes them."""

from __future__ import annotations

from contextlib import ExitStack

from mondegreen.dropin.kaldi.console import KaldiError
from mondegreen.dropin.kaldi.options import Option, single
from mondegreen.dropin.kaldi.tables import RandomTexts, Texts

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.dropin.kaldi.options import Call

# Which of equally good alignments a program takes, traced from the end. The totals of both programs agree, and what
# they are made of does not (Kaldi's issue 4798).
COMPUTE_WER, ALIGN_TEXT = "insertion deletion diagonal", "diagonal deletion insertion"
MODES = ("strict", "present", "all")
MODE = Option(
    "mode",
    "strict",
    'What a missing hypothesis is: an error ("strict"), nothing to score ("present"), or an empty one ("all")',
)


def chosen_mode(call: Call) -> str:
    """The mode that the command line asks for."""
    mode = call.text("mode")
    if mode not in MODES:
        raise KaldiError(f'--mode option invalid: expected "present"|"all"|"strict", got {mode}')
    return mode


def joined(call: Call, tables: Sequence[int]) -> Iterator[tuple[bytes, bytes, list[bytes | None]]]:
    """Each key and text of the first table, with what the tables at these places have for it."""
    with Texts(call.argument(0), call.stdin, call.console) as first, ExitStack() as stack:
        others = [stack.enter_context(RandomTexts(call.argument(place), call.stdin, call.console)) for place in tables]
        for key, reference in first:
            yield key, reference, [other.get(key) for other in others]


def counted(
    references: Sequence[bytes], hypotheses: Sequence[bytes], ties: str = COMPUTE_WER
) -> list[tuple[int, int, int, int]]:
    """Matches, substitutions, insertions and deletions of each pair."""
    from mondegreen._core import Policy, align

    alignment = align(references, hypotheses, policy=Policy(ties=ties))
    flat = memoryview(bytes(alignment.counts)).cast("I").tolist()
    return list(zip(flat[::4], flat[1::4], flat[2::4], flat[3::4], strict=True))


def rate(errors: int, total: int) -> str:
    """A percentage as Kaldi computes it, in 32 bits, and as C prints it where there is nothing to divide by.

    On x86 what is undefined has a minus sign.
    """
    if total == 0:
        return "inf" if errors else "-nan"
    return shown(single(100.0 * single(errors) / single(total)))


def shown(value: float) -> str:
    """A number with two digits behind the point."""
    return "-nan" if value != value else f"{value:.2f}"  # noqa: PLR0124 - only what is undefined differs from itself
