"""Report: formats finished numbers and computes nothing; one report, one file.

A report is a function of the runs to show and the stream to write to.
"""

from collections.abc import Callable, Sequence
from typing import TextIO

from mondegreen.aggregate import Run

Report = Callable[[Sequence[Run], TextIO], None]

REPORTS = {"table": "mondegreen.report.terminal:write", "json": "mondegreen.report.json:write"}
