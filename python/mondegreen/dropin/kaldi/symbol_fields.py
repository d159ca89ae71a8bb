"""What `int2sym.pl` and `sym2int.pl` share: their options, the fields they change, and the table of symbols."""

from __future__ import annotations

from mondegreen.dropin.kaldi.recipe import FAILED
from mondegreen.dropin.kaldi.scripts import DIED, DIED_WITH_FILE, DieError, Script, content

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Container


class Fields:
    """The options of either script, and the files that it reads."""

    def __init__(self, call: Script, *taken: str) -> None:
        self.options: dict[str, str] = {}
        words = call.arguments
        while len(words) > 1 and words[0] in taken:
            self.options[words[0]] = words[1]
            del words[:2]
        if not words or words[0] in ("-f", *taken):
            options = " ".join(f"[{option} X]" for option in taken)
            raise DieError(f"Usage: {call.name} {options} <symbol-table> [<file> ...]", FAILED)
        self.table = words[0]
        self.files = words[1:]
        self.changed = changed(self.options.get("-f"))
        self.died = DIED_WITH_FILE if self.files else DIED

    def symbols(self) -> list[tuple[bytes, bytes]]:
        """Each symbol and its number, both as text."""
        pairs = []
        for line in content(self.table, "symbol table file").splitlines(keepends=True):
            fields = line.split()
            if len(fields) != 2:
                raise DieError(f"bad line in symbol table file: {line.decode('utf-8', 'surrogateescape').rstrip()}")
            pairs.append((fields[0], fields[1]))
        return pairs


def changed(fields: str | None) -> Container[int]:
    """The places of the fields to change, counted from 0: all, one (`5`), or a range (`2-`, `2-4`, `-4`)."""
    if fields is None:
        return range(10**9)
    if fields.isascii() and fields.isdigit():
        return (int(fields) - 1,)
    first, mark, last = fields.replace(":", "-", 1).partition("-")
    if (
        not mark
        or not (first or last)
        or not all(part == "" or (part.isascii() and part.isdigit()) for part in (first, last))
    ):
        raise DieError(f"Bad argument to -f option: {fields}")
    return range(int(first or 1) - 1, int(last or 10**9))
