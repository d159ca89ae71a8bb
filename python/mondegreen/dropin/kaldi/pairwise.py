"""The programs that take two tables of lattices, and what belongs together."""

from __future__ import annotations

from mondegreen.dropin.kaldi.lattices import Lattices, RandomLattices

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen._core import Lattice
    from mondegreen.dropin.kaldi.options import Call


def pairwise(call: Call, *, compact: bool) -> Iterator[tuple[bytes, Lattice, Lattice | None]]:
    """Each key of the first table with its lattice, and that of the second table, if there is one."""
    with (
        Lattices(call, call.argument(0), compact=compact) as table,
        RandomLattices(call, call.argument(1), compact=compact) as others,
    ):
        for key, lattice in table:
            yield key, lattice, others.get(key)
