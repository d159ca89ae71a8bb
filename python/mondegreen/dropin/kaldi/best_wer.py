"""`utils/best_wer.sh`: the line with the lowest word error rate."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.kaldi.command import decode_bytes
from mondegreen.dropin.kaldi.scripts import Script, script

RATE = re.compile(r"[WS]ER (\S+)")
# A row of sclite's tables, whose error rate is the fifth column.
ROW = re.compile(r" (?:Mean|Sum/Avg|)\s*\|\s*\S+\s+\S+\s+\|\s+\S+\s+\S+\s+\S+\s+\S+\s+(\S+)\s+\S+\s+\|")
SPACES = re.compile(r"[ \t\r\f\v]+")


@script("utils/best_wer.sh")
def run(call: Script) -> None:
    """Print one line, or none."""
    best = find_best_line(decode_bytes(line).rstrip("\n") for line in call.stdin)
    if best is not None:
        call.write(best[1])


def find_best_line(lines: Iterable[str]) -> tuple[int, str] | None:
    """Return the index of the best line, the first of equals, and the line as the script prints it.

    NaN compares with nothing, as in Perl, so that it stays the best if it comes first.
    """
    least, best = 0.0, None
    for index, line in enumerate(lines):
        spaced = re.sub(r"(\d)\|", r"\1 |", re.sub(r"\|(\d)", r"| \1", line))
        found = RATE.search(spaced) or ROW.search(spaced)
        if found and (best is None or least > parse_perl_number(found[1])):
            least, best = parse_perl_number(found[1]), (index, spaced)
    return None if best is None else (best[0], f"{arrange_line(best[1])}\n")


def arrange_line(line: str) -> str:
    """Put the rate first and the file last."""
    for separator, head in (("%WER", "%WER"), ("Sum/Avg", ""), ("Mean", "")):
        parts = line.split(separator)
        if len(parts) == 2:
            line = f"{head}{parts[1]} {parts[0]}"
            break
    if not line.lstrip().startswith("%WER"):
        fields = line.split()
        line = f"%WER {fields[8] if len(fields) > 8 else ''} {line}"
    line = SPACES.sub(" ", line)
    return re.sub(r":\s*\|\s*$", "", re.sub(r":$", "", line))
