"""`utils/best_wer.sh`: the line of least word error rate, of many files' lines."""

from __future__ import annotations

import re

from mondegreen.dropin.kaldi.console import printable
from mondegreen.dropin.kaldi.perl import numeric
from mondegreen.dropin.kaldi.scripts import Script, script

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterable

RATE = re.compile(r"[WS]ER (\S+)")
# A row of sclite's tables; of its columns the fifth is the error rate.
ROW = re.compile(r" (?:Mean|Sum/Avg|)\s*\|\s*\S+\s+\S+\s+\|\s+\S+\s+\S+\s+\S+\s+\S+\s+(\S+)\s+\S+\s+\|")
BLANKS = re.compile(r"[ \t\r\f\v]+")


@script("utils/best_wer.sh")
def run(call: Script) -> None:
    """Prints one line, or none."""
    lines = (printable(line).rstrip("\n") for line in call.stdin)
    call.write(best(lines))


def best(lines: Iterable[str]) -> str:
    """The best line, as the script prints it: the first of equals.

    What is no number compares with nothing, so that it stays if it comes first.
    """
    least: float | None = None
    kept: str | None = None
    for line in lines:
        spaced = re.sub(r"(\d)\|", r"\1 |", re.sub(r"\|(\d)", r"| \1", line))
        found = RATE.search(spaced) or ROW.search(spaced)
        if found and (least is None or least > numeric(found[1])):
            least, kept = numeric(found[1]), spaced
    return "" if kept is None else f"{arranged(kept)}\n"


def arranged(line: str) -> str:
    """The rate first, the file at the end."""
    for separator, head in (("%WER", "%WER"), ("Sum/Avg", ""), ("Mean", "")):
        parts = line.split(separator)
        if len(parts) == 2:
            line = f"{head}{parts[1]} {parts[0]}"
            break
    if not line.lstrip().startswith("%WER"):
        fields = line.split()
        line = f"%WER {fields[8] if len(fields) > 8 else ''} {line}"
    line = BLANKS.sub(" ", line)
    return re.sub(r":\s*\|\s*$", "", re.sub(r":$", "", line))
