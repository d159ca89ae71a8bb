"""Lists as JSON Lines: `{"utt": ..., "nbest": [{"text": ..., "score": ...}, ...]}`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mondegreen.errors import ScoreError
from mondegreen.formats.columns import KEY_NAMES, TEXT_NAMES
from mondegreen.formats.members import FAULTS, HALF, make_json_error
from mondegreen.formats.reading import Reading
from mondegreen.io.source import label
from mondegreen.limits import check_nesting
from mondegreen.nbest.lists import NBest, has_gap, order_by_rank, parse_score, read_lines
from mondegreen.notes import Note

LIST, RANK = "nbest", "rank"


class JsonLists:
    """An object on each line; each member of a hypothesis that is a number is a score, the greater the better."""

    def __init__(self, path: str, encoding: str = "utf-8") -> None:
        self.path, self.encoding, self.name = path, encoding, label(path)
        self.notes: list[Note] = []

    def __iter__(self) -> Iterator[NBest]:
        seen: set[str] = set()
        gaps = 0
        for line, text in read_lines(self.path, self.encoding):
            found = self.parse_list(text, line)
            if found.key in seen:
                raise ScoreError("comes twice", path=self.name, line=line, key=found.key)
            seen.add(found.key)
            gaps += has_gap(found.ranks)
            yield found
        if gaps:
            self.notes.append(Note("ranks-missing", self.name, detail={"count": gaps}))

    def parse_list(self, text: str, line: int) -> NBest:
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
        rows = [self.parse_hypothesis(each, line, key) for each in members[LIST]]
        return self.sort_hypotheses(key, rows, line)

    def parse_hypothesis(self, found: Any, line: int, key: str) -> tuple[str, dict[str, float]]:  # noqa: ANN401 - any JSON
        """Text and scores of a hypothesis, which may be its text alone."""
        if isinstance(found, str):
            return found, {}
        members: Mapping[str, Any] = found if isinstance(found, dict) else {}
        text = next((members[name] for name in TEXT_NAMES if isinstance(members.get(name), str)), None)
        if text is None:
            raise ScoreError(f"a hypothesis has no {TEXT_NAMES[0]}", path=self.name, line=line, key=key)
        numbers = {name: value for name, value in members.items() if is_number(value)}
        return text, {name: parse_score(str(value), self.name, line, key) for name, value in numbers.items()}

    def sort_hypotheses(self, key: str, rows: Sequence[tuple[str, Mapping[str, float]]], line: int) -> NBest:
        """The hypotheses in the order of their ranks, where they have some; all have the same scores."""
        names = dict.fromkeys(name for _, scores in rows for name in scores)
        for name in names:
            if any(name not in scores for _, scores in rows):
                raise ScoreError(f'some hypotheses have a "{name}", others not', path=self.name, line=line, key=key)
        given = [scores[RANK] for _, scores in rows] if RANK in names else [float(at) for at in range(1, len(rows) + 1)]
        for rank in given:
            if not rank.is_integer():
                raise ScoreError(f"a rank is {rank}; ranks are whole numbers", path=self.name, line=line, key=key)
        ranks = [int(rank) for rank in given]
        order = order_by_rank(ranks, self.name, line, key)
        scores = {name: [rows[index][1][name] for index in order] for name in names if name != RANK}
        return NBest(key, [rows[index][0] for index in order], scores, [ranks[index] for index in order])


def is_number(value: object) -> bool:
    """Whether a member is a number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)
