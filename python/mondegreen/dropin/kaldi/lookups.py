"""The objects of a table by their keys: of an archive, read no further than to the key that is asked for."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiError, printable

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mondegreen.dropin.kaldi.readers import Reader
    from mondegreen.dropin.kaldi.specifiers import Rspecifier

RANDOM, FOUND = "RandomAccessTableReader", "FindKeyInternal"


class RandomAccess:
    """The objects of a table by their keys."""

    def __init__(self, table: Reader) -> None:
        self.table = table
        self.lookup = ScriptLookup(table) if table.specifier.script else Lookup(table.specifier, iter(table))

    def get(self, key: bytes) -> Any:  # noqa: ANN401 - a text or a lattice
        """The object of a key, if the table has it."""
        return self.lookup.get(key)

    def __enter__(self) -> RandomAccess:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Ends the reading."""
        self.table.__exit__(kind, error, trace)


class ScriptLookup:
    """What a script points to: nothing is read but what is asked for, and nothing is kept."""

    def __init__(self, table: Reader) -> None:
        self.table = table
        self.names: dict[bytes, bytes] = {}
        last = b""
        for key, name in table.script():
            if key in self.names:
                table.spoilt(f"Script file contains duplicate key: {printable(key)}")
            elif table.specifier.sorted and key < last:
                what = "Script file is not sorted (remove s, option or add ns, option): key is"
                table.spoilt(f"{what} {printable(last)}")
            self.names[key] = name
            last = key
        table.source.close()
        if table.failed:
            raise table.unusable()

    def get(self, key: bytes) -> Any:  # noqa: ANN401 - a text or a lattice
        """The object of a key, if the script has it."""
        return self.table.entry(key, self.names[key]) if key in self.names else None


class Lookup:
    """What was read of an archive, as its specifier lets it be kept.

    Sorted tables (`s`) are read no further than to the place of a key that they have not; of those that are asked in
    order too (`s,cs`) only the last object is kept, and of those asked once for a key (`o`) none that was given out.
    """

    def __init__(self, specifier: Rspecifier, entries: Iterator[tuple[bytes, Any]]) -> None:
        self.specifier = specifier
        self.entries = entries
        self.seen: dict[bytes, Any] = {}
        self.last = self.asked = b""

    def get(self, key: bytes) -> Any:  # noqa: ANN401 - a text or a lattice
        """The object of a key, if the table has it."""
        if self.specifier.sorted and self.specifier.called_sorted:
            self.follow(key)
        if key not in self.seen:
            self.read_to(key)
        return self.seen.pop(key, None) if self.specifier.once else self.seen.get(key)

    def follow(self, key: bytes) -> None:
        """Forgets what came before a key, which nobody may ask for any more."""
        if key < self.asked:
            said = f"{printable(self.asked)} is followed by {printable(key)}"
            what = 'You provided the "cs" option, but keys are not asked for in sorted order'
            raise KaldiError(f"{what}: {said}: rspecifier is {self.specifier.text}", "HasKeyInternal")
        self.asked = key
        if key > self.last:
            self.seen.clear()

    def read_to(self, key: bytes) -> None:
        """Reads on to a key, or to the place where it should have been."""
        in_order = self.specifier.sorted
        if in_order and self.last > key:
            return
        for found, value in self.entries:
            if in_order or found in self.seen:
                self.check(found, in_order=in_order)
            self.seen[found] = value
            if found == key or (in_order and found > key):
                return

    def check(self, key: bytes, *, in_order: bool) -> None:
        """Refuses a key that is not where it should be."""
        if in_order and self.last and key <= self.last:
            raise KaldiError(
                'You provided the "s" option  (sorted order), but keys are out of order or duplicated: '
                f"{printable(self.last)} is followed by {printable(key)}: rspecifier is {self.specifier.text}",
                FOUND,
            )
        if key in self.seen:
            what = f"duplicate key {printable(key)} in archive {self.specifier.name}"
            raise KaldiError(f"Error in {RANDOM}: {what}", FOUND)
        self.last = key
