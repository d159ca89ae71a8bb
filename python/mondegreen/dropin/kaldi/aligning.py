"""What the programs that align words share: models, and what is said of a lattice that did not align."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiError
from mondegreen.dropin.kaldi.lattices import data_of, lattices
from mondegreen.dropin.kaldi.objects import COMPACT
from mondegreen.dropin.kaldi.options import Call, Option
from mondegreen.dropin.kaldi.records import records

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from mondegreen._core import Lattice, TransitionModel

    T = TypeVar("T")

REORDER = Option("reorder", default=True, purpose="Self-loops come after the last transition of a phone")
KEPT = Option("output-error-lats", default=True, purpose="Write what came of lattices that did not align, too")
TEST = Option("test", default=False, purpose="Check that what is written has the words and costs of what was read")


def model_of(call: Call, name: str) -> TransitionModel:
    """The transition ids of a model."""
    from mondegreen._core import TransitionModel

    return parsed(name, lambda: TransitionModel(data_of(call, name)))


def parsed(name: str, parse: Callable[[], T]) -> T:
    """What a file holds; an error names the file."""
    try:
        return parse()
    except ValueError as error:
        raise KaldiError(f"{name}: {error}") from None


class Tally:
    """How many lattices aligned."""

    def __init__(self) -> None:
        self.done = self.failed = 0


def align_all(
    call: Call, align: Callable[[Lattice], tuple[Lattice, str | None]], *, write_empty: bool = False
) -> Tally:
    """Aligns all lattices of the third argument into the table of the fourth."""
    tally = Tally()
    with lattices(call, call.argument(2)) as table, records(call, call.argument(3), COMPACT) as out:
        for key, lattice in table:
            name = key.decode("utf-8", "surrogateescape")
            aligned, complaint = align(lattice)
            if complaint is None and aligned.start is None:
                complaint = "it became empty"
            if call.flag(TEST.name) and complaint is None:
                test(lattice, aligned, name)
            if complaint is None:
                tally.done += 1
            else:
                tally.failed += 1
                call.console.warn(f"Lattice for {name} did not align correctly: {complaint}")
                if not (call.flag(KEPT.name) and (aligned.start is not None or write_empty)):
                    continue
            out.write(key, aligned.sorted())
        call.console.log(f"Successfully aligned {tally.done} lattices; {tally.failed} had errors.")
    return tally


def test(lattice: Lattice, aligned: Lattice, name: str) -> None:
    """Refuses an aligned lattice that is another one."""
    from mondegreen._core import are_equivalent

    if not are_equivalent(lattice, aligned):
        raise KaldiError(f"Lattice for {name} has other words or costs once aligned", "TestEquivalent")
