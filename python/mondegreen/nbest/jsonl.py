"""Lists as JSON Lines: `{"utt": ..., "nbest": [{"text": ..., "score": ...}, ...]}`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mondegreen.errors import ScoreError
from mondegreen.formats.columns import KEY_NAMES, TEXT_NAMES
from mondegreen.formats.members import FAULTS, HALF, make_json_error
from mondegreen.formats.reading import Reading
from mondegreen.io.source import label
from mondegreen.limits import check_nesting
from mondegreen.nbest.lists import NBest, has_gap, number, ranked
from mondegreen.nbest.stream import lines
from mondegreen.wording import amount

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

LIST, RANK = "nbest", "rank"


class JsonLists:
    """An object on each line; each member of a hypothesis that is a number is a score, the greater the better."""

    def __init__(self, path: str, encoding: str = "utf-8") -> None:
        self.path, self.encoding, self.name = path, encoding, label(path)
        self.notes: list[str] = []

    def __iter__(self) -> Iterator[NBest]:
        seen: set[str] = set()
        gaps = 0
        for line, text in lines(self.path, self.encoding):
            found = self.list_of(text, line)
            if found.key in seen:
                raise ScoreError("comes twice", path=self.name, line=line, key=found.key)
            seen.add(found.key)
            gaps += has_gap(found.ranks)
            yield found
        if gaps:
            self.notes.append(f"{amount(gaps, 'list')} of {self.name} with ranks missing; the others were taken")

    def list_of(self, text: str, line: int) -> NBest:
        """The list of one line."""
        try:
            members = json.loads(text)
            if HALF.search(text):
                json.dumps(members, ensure_ascii=False).encode()
        except FAULTS as error:
            raise make_json_error(error, Reading(self.name), line) from error
        check_nesting(members, self.name, line)
        if not isinstance(members, dict) or not isinstance(members.get(LIST), list):
            what = f'expected an object with the key of an utterance and a list "{LIST}"'
            raise ScoreError(what, path=self.name, line=line)
        key = next((str(members[name]) for name in KEY_NAMES if isinstance(members.get(name), str | int)), None)
        if key is None:
            raise ScoreError(f"the object has no key, such as {KEY_NAMES[3]}", path=self.name, line=line)
        rows = [self.hypothesis(each, line, key) for each in members[LIST]]
        return self.ordered(key, rows, line)

    def hypothesis(self, found: Any, line: int, key: str) -> tuple[str, dict[str, float]]:  # noqa: ANN401 - any JSON
        """Text and scores of a hypothesis, which may be its text alone."""
        if isinstance(found, str):
            return found, {}
        members: Mapping[str, Any] = found if isinstance(found, dict) else {}
        text = next((members[name] for name in TEXT_NAMES if isinstance(members.get(name), str)), None)
        if text is None:
            raise ScoreError(f"a hypothesis has no {TEXT_NAMES[0]}", path=self.name, line=line, key=key)
        numbers = {name: value for name, value in members.items() if is_number(value)}
        return text, {name: number(str(value), self.name, line, key) for name, value in numbers.items()}

    def ordered(self, key: str, rows: Sequence[tuple[str, Mapping[str, float]]], line: int) -> NBest:
        """The hypotheses in the order of their ranks, where they have some; all have the same scores."""
        names = dict.fromkeys(name for _, scores in rows for name in scores)
        for name in names:
            if any(name not in scores for _, scores in rows):
                raise ScoreError(f'some hypotheses have a "{name}", others not', path=self.name, line=line, key=key)
        told = [scores[RANK] for _, scores in rows] if RANK in names else [float(at) for at in range(1, len(rows) + 1)]
        for rank in told:
            if not rank.is_integer():
                raise ScoreError(f"a rank is {rank}; ranks are whole numbers", path=self.name, line=line, key=key)
        ranks = [int(rank) for rank in told]
        order = ranked(ranks, self.name, line, key)
        scores = {name: [rows[place][1][name] for place in order] for name in names if name != RANK}
        return NBest(key, [rows[place][0] for place in order], scores, [ranks[place] for place in order])


def is_number(value: object) -> bool:
    """Whether a member is a number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)
