"""Which list belongs to which reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.errors import ScoreError
from mondegreen.nbest.lists import NBest
from mondegreen.pairs import MISSING
from mondegreen.wording import amount, counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mondegreen.corpus import Corpus
    from mondegreen.nbest.lists import Reader


class Paired:
    """The lists that have a reference, in their order; then references without a list, if they are wanted.

    `missing` says what becomes of those: a list of one hypothesis without words ("empty"), nothing ("skip"), or an
    "error". `notes` tell, once all were read, what did not fit.
    """

    def __init__(self, reference: Corpus, lists: Reader, missing: str = MISSING[0]) -> None:
        if missing not in MISSING:
            raise ScoreError(f'missing is "{missing}"; choose from {", ".join(MISSING)}')
        if not reference.keyed:
            what = f"is read as {reference.format or 'lines'}, without utterance keys, by which lists are found"
            raise ScoreError(f"{what}; is that its format (--ref-format)?", path=reference.name)
        self.reference, self.lists, self.missing = reference, lists, missing
        # Of a key that comes twice the first counts, as where files are scored.
        self.references: Mapping[str, str] = dict(zip(reversed(reference.keys), reversed(reference.texts), strict=True))
        self.notes: list[str] = [*reference.notes]
        self.keys: list[str] = []

    def __iter__(self) -> Iterator[NBest]:
        extra, empty, seen = [], 0, set()
        for each in self.lists:
            if each.key not in self.references:
                extra.append(each.key)
                continue
            seen.add(each.key)
            empty += not each.texts
            yield each
        lacking = [key for key in dict.fromkeys(self.reference.keys) if key not in seen]
        self.tell(lacking, extra, empty, any_found=bool(seen))
        if self.missing == "empty":
            yield from (NBest(key, [""], {}) for key in lacking)

    def tell(self, lacking: list[str], extra: list[str], empty: int, *, any_found: bool) -> None:
        """Notes, or refuses, what does not fit."""
        here, there = self.reference.name, self.lists.name
        if not any_found:
            both = f"{listed(self.reference.keys) or 'none'}; and: {listed(extra) or 'none'}"
            ranked = bool(extra) and extra[0].rpartition("-")[0] in self.references
            hint = "; with --lists kaldi the files are n-best lists" if ranked else ""
            raise ScoreError(f"{here} and {there} have no utterance in common; their first keys are: {both}{hint}")
        if lacking and self.missing == "error":
            raise ScoreError(f"{counted(lacking)} of {here} without a list: {listed(lacking)}", path=there)
        self.notes += self.lists.notes
        if lacking:
            fate = {"empty": "taken as lists of an empty text", "skip": "left out"}[self.missing]
            self.notes.append(f"{counted(lacking)} of {here} without a list in {there}, {fate}: {listed(lacking)}")
        if extra:
            self.notes.append(f"{amount(len(extra), 'list')} of {there} without a reference, left out: {listed(extra)}")
        if empty:
            self.notes.append(f"{amount(empty, 'list')} of {there} without a hypothesis, taken as an empty text")
