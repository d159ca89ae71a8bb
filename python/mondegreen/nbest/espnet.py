"""ESPnet's folders of lists: `1best_recog`, `2best_recog`, ..., each with `text` and perhaps `score`.

They lie in the folder that was decoded into, or where several jobs decoded, in `logdir/output.1` and so on.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from mondegreen.errors import ScoreError
from mondegreen.nbest.lists import NBest, number
from mondegreen.nbest.stream import lines

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = re.compile(r"([0-9]+)best_recog")


def outputs(path: str) -> list[str]:
    """The folders in a decode folder in which there are lists, or should be: its own, or those of its jobs."""
    jobs = sorted(Path(path).glob("logdir/output.*"), key=lambda job: (len(job.name), job.name))
    return [path] if has_lists(path) or not jobs else [str(job) for job in jobs]


def has_lists(path: str) -> bool:
    """Whether a folder holds one of ours."""
    return any(Path(path).glob("*best_recog"))


class EspnetLists:
    """The lists of one output folder. An utterance with few hypotheses is absent from the folders of higher ranks."""

    def __init__(self, path: str, encoding: str = "utf-8") -> None:
        self.path, self.encoding, self.name = Path(path), encoding, path
        self.notes: list[str] = []

    def __iter__(self) -> Iterator[NBest]:
        ranks = [Ranked(self.path / f"{rank}best_recog", self.encoding) for rank in self.ranks()]
        first, *others = ranks
        while first.key is not None:
            key, (text, score) = first.key, first.take()
            texts, scores = [text], [score]
            for place, other in enumerate(others, 1):
                if other.key != key:
                    continue
                if len(texts) < place:
                    what = f"has rank {place + 1} and lacks rank {len(texts) + 1}"
                    raise ScoreError(what, path=str(other.path), key=key)
                text, score = other.take()
                texts.append(text)
                scores.append(score)
            known = [score for score in scores if score is not None]
            named = {"score": known} if len(known) == len(texts) else {}
            yield NBest(key, texts, named, range(1, len(texts) + 1))
        for other in others:
            if other.key is not None:
                what = f"is not in {first.path}, or not in the same order"
                raise ScoreError(what, path=str(other.path), key=other.key)

    def ranks(self) -> list[int]:
        """The ranks that have a folder, 1 to the last."""
        try:
            names = [FOLDER.fullmatch(each.name) for each in self.path.iterdir()]
        except OSError as error:
            raise ScoreError(f"cannot be read: {error.strerror}", path=self.name) from error
        found = sorted(int(name[1]) for name in names if name)
        for rank, there in enumerate(found, 1):
            if rank != there:
                raise ScoreError(f"there is no {rank}best_recog beside {there}best_recog", path=self.name)
        if not found:
            raise ScoreError("there is no 1best_recog in this folder", path=self.name)
        return found


class Ranked:
    """The hypotheses of one rank, of which the next is at hand."""

    def __init__(self, path: Path, encoding: str) -> None:
        self.path = path / "text"
        self.rows = lines(str(self.path), encoding)
        scores = path / "score"
        self.scores = keyed(str(scores), encoding) if scores.exists() else None
        self.seen: set[str] = set()
        self.key: str | None = None
        self.text = ""
        self.step()

    def step(self) -> None:
        """Goes on to the next hypothesis."""
        line, row = next(self.rows, (None, ""))
        if line is None:
            self.key = None
            return
        self.key, _, text = row.strip().replace("\t", " ", 1).partition(" ")
        self.text = text.strip()
        if self.key in self.seen:
            raise ScoreError("comes twice", path=str(self.path), line=line, key=self.key)
        self.seen.add(self.key)

    def take(self) -> tuple[str, float | None]:
        """Text and score of the hypothesis at hand."""
        text, score = self.text, None
        if self.scores is not None:
            key, score = next(self.scores, (None, None))
            if key != self.key:
                what = "has no score, or not in the order of the texts"
                raise ScoreError(what, path=str(self.path.with_name("score")), key=self.key)
        self.step()
        return text, score


def keyed(path: str, encoding: str) -> Iterator[tuple[str, float]]:
    """Keys and scores of a file."""
    for line, row in lines(path, encoding):
        key, _, score = row.strip().partition(" ")
        yield key, number(score, path, line, key)
