"""ESPnet's directories of n-best lists: `1best_recog`, `2best_recog`, ..., each with `text` and perhaps `score`.

They are in the decode directory, or where several jobs decoded, in `logdir/output.1` and so on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from mondegreen.errors import ScoreError
from mondegreen.nbest.lists import NBest, parse_score, read_lines

RANK_DIRECTORY = re.compile(r"([0-9]+)best_recog")


def list_output_directories(path: str) -> list[str]:
    """The directories of a decode directory that have lists, or should: itself, or those of its jobs."""
    jobs = sorted(Path(path).glob("logdir/output.*"), key=lambda job: (len(job.name), job.name))
    return [path] if has_lists(path) or not jobs else [str(job) for job in jobs]


def has_lists(path: str) -> bool:
    return any(Path(path).glob("*best_recog"))


class EspnetLists:
    """The lists of one output directory; an utterance with few hypotheses is absent from those of higher ranks."""

    def __init__(self, path: str, encoding: str = "utf-8") -> None:
        self.path, self.encoding, self.name = Path(path), encoding, path
        self.notes: list[str] = []

    def __iter__(self) -> Iterator[NBest]:
        ranks = [RankReader(self.path / f"{rank}best_recog", self.encoding) for rank in self.list_ranks()]
        first, *others = ranks
        while first.key is not None:
            key, (text, score) = first.key, first.take()
            texts, scores = [text], [score]
            for index, other in enumerate(others, 1):
                if other.key != key:
                    continue
                if len(texts) < index:
                    what = f"has rank {index + 1} and lacks rank {len(texts) + 1}"
                    raise ScoreError(what, path=str(other.path), key=key)
                text, score = other.take()
                texts.append(text)
                scores.append(score)
            defined = [score for score in scores if score is not None]
            by_name = {"score": defined} if len(defined) == len(texts) else {}
            yield NBest(key, texts, by_name, range(1, len(texts) + 1))
        for other in others:
            if other.key is not None:
                what = f"is not in {first.path}, or not in the same order"
                raise ScoreError(what, path=str(other.path), key=other.key)

    def list_ranks(self) -> list[int]:
        """The ranks that have a directory, 1 to the last."""
        try:
            names = [RANK_DIRECTORY.fullmatch(each.name) for each in self.path.iterdir()]
        except OSError as error:
            raise ScoreError(f"cannot be read: {error.strerror}", path=self.name) from error
        found = sorted(int(name[1]) for name in names if name)
        for rank, there in enumerate(found, 1):
            if rank != there:
                raise ScoreError(f"there is no {rank}best_recog beside {there}best_recog", path=self.name)
        if not found:
            raise ScoreError("there is no 1best_recog in this folder", path=self.name)
        return found


class RankReader:
    """The hypotheses of one rank; `key` and `text` are those of the next one."""

    def __init__(self, path: Path, encoding: str) -> None:
        self.path = path / "text"
        self.rows = read_lines(str(self.path), encoding)
        scores = path / "score"
        self.scores = read_scores(str(scores), encoding) if scores.exists() else None
        self.seen: set[str] = set()
        self.key: str | None = None
        self.text = ""
        self.advance()

    def advance(self) -> None:
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
        """Text and score of the next hypothesis."""
        text, score = self.text, None
        if self.scores is not None:
            key, score = next(self.scores, (None, None))
            if key != self.key:
                what = "has no score, or not in the order of the texts"
                raise ScoreError(what, path=str(self.path.with_name("score")), key=self.key)
        self.advance()
        return text, score


def read_scores(path: str, encoding: str) -> Iterator[tuple[str, float]]:
    for line, row in read_lines(path, encoding):
        key, _, score = row.strip().partition(" ")
        yield key, parse_score(score, path, line, key)
