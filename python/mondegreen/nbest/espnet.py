"""ESPnet's directories of n-best lists: `1best_recog`, `2best_recog`, ..., each with `text` and perhaps `score`.

They are in the decode directory, or where several jobs decoded, in `logdir/output.1` and so on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from mondegreen.errors import ScoreError
from mondegreen.nbest.lists import NBest, parse_score, read_lines
from mondegreen.notes import Note

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
        self.notes: list[Note] = []

    def __iter__(self) -> Iterator[NBest]:
        paths = [self.path / f"{rank}best_recog" for rank in self.list_ranks()]
        ranks = [read_rank(path, self.encoding) for path in paths]
        heads = [next(rank, None) for rank in ranks]
        while heads[0] is not None:
            key = heads[0][0]
            texts: list[str] = []
            scores: list[float] = []
            for index, head in enumerate(heads):
                if head is None or head[0] != key:
                    continue
                if len(texts) < index:
                    what = f"has rank {index + 1} and lacks rank {len(texts) + 1}"
                    raise ScoreError(what, path=str(paths[index] / "text"), key=key)
                texts.append(head[1])
                scores += [head[2]] if head[2] is not None else []
                heads[index] = next(ranks[index], None)
            by_name = {"score": scores} if len(scores) == len(texts) else {}
            yield NBest(key, texts, by_name, range(1, len(texts) + 1))
        for path, head in zip(paths, heads, strict=True):
            if head is not None:
                what = f"is not in {paths[0] / 'text'}, or not in the same order"
                raise ScoreError(what, path=str(path / "text"), key=head[0])

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


def read_rank(path: Path, encoding: str) -> Iterator[tuple[str, str, float | None]]:
    """The utterance IDs, texts and scores of the hypotheses of one rank; scores are None without a file of them."""
    scores = read_scores(str(path / "score"), encoding) if (path / "score").exists() else None
    seen: set[str] = set()
    for line, row in read_lines(str(path / "text"), encoding):
        key, _, text = row.strip().replace("\t", " ", 1).partition(" ")
        if key in seen:
            raise ScoreError("comes twice", path=str(path / "text"), line=line, key=key)
        seen.add(key)
        scored, score = (key, None) if scores is None else next(scores, (None, None))
        if scored != key:
            raise ScoreError("has no score, or not in the order of the texts", path=str(path / "score"), key=key)
        yield key, text.strip(), score


def read_scores(path: str, encoding: str) -> Iterator[tuple[str, float]]:
    for line, row in read_lines(path, encoding):
        key, _, score = row.strip().partition(" ")
        yield key, parse_score(score, path, line, key)
