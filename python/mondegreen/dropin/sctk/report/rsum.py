"""`-o rsum`: counts by speaker (`.raw`)."""

from typing import TYPE_CHECKING

from mondegreen.dropin.sctk.report.summary import TITLE, Summary, counted, draw, pooled

if TYPE_CHECKING:
    from mondegreen.dropin.sctk.system import System
    from mondegreen.dropin.sctk.table import Tables


def report(system: "System", tables: "Tables") -> bytes:
    """The whole report."""
    rows = counted(system)
    return b"\n\n\n" + TITLE + b"\n\n" + draw(system, tables, Summary(rows, pooled(rows), raw=True))
