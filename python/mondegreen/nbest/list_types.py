"""The list types: Kaldi's n-best lists and lattices, JSON Lines, and ESPnet's directories.

Kaldi's nbest-to-linear writes lists as `utterance-N words...`, with costs in files beside; of a lattice the best paths
with different words are a list. JSON Lines hold `{"utt": ..., "nbest": [{"text": ..., "score": ...}, ...]}`. ESPnet
leaves `1best_recog`, `2best_recog`, ..., each with `text` and perhaps `score`, in the decode directory, or where
several jobs decoded, in `logdir/output.1` and so on.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from mondegreen.errors import ScoreError
from mondegreen.formats.columns import KEY_NAMES, TEXT_NAMES
from mondegreen.formats.format import Reading
from mondegreen.formats.members import FAULTS, HALF, make_json_error
from mondegreen.io.source import label
from mondegreen.lattice import WordLattice, read
from mondegreen.limits import check_nesting
from mondegreen.nbest.lists import NBest, has_gap, order_by_rank, parse_score, read_lines
from mondegreen.notes import Note

# How many paths are expanded of a lattice unless `--n` says.
DEFAULT_PATHS = 100
RANKED_ID = re.compile(r"(.+)-([0-9]{1,18})")
RANK_DIRECTORY = re.compile(r"([0-9]+)best_recog")
LIST, RANK = "nbest", "rank"


class FileLists(ABC):
    """The lists of a file, each of another utterance; a note counts those with ranks missing."""

    def __init__(self, path: str, encoding: str = "utf-8") -> None:
        self.path, self.encoding, self.name = path, encoding, label(path)
        self.notes: list[Note] = []

    @abstractmethod
    def parse(self) -> Iterator[tuple[int, NBest]]:
        """The lists, each with its first line."""

    def repeated(self, key: str, line: int) -> ScoreError:
        """The error of an utterance that has a list already."""
        return ScoreError("occurs twice", path=self.name, line=line, key=key)

    def __iter__(self) -> Iterator[NBest]:
        seen: set[str] = set()
        gaps = 0
        for line, found in self.parse():
            if found.key in seen:
                raise self.repeated(found.key, line)
            seen.add(found.key)
            gaps += has_gap(found.ranks)
            yield found
        if gaps:
            self.notes.append(Note("ranks-missing", self.name, detail={"count": gaps}))


class Hypothesis(NamedTuple):
    """A hypothesis and its line."""

    key: str
    rank: int
    text: str
    line: int
    scores: Sequence[float]


class KaldiLists(FileLists):
    """Lists whose utterances stand together; a cost becomes a score by its sign.

    `costs` are the files of costs by name. They have the same IDs in the same order as the texts, as Kaldi's program
    writes them.
    """

    def __init__(self, path: str, costs: Mapping[str, str], encoding: str) -> None:
        super().__init__(path, encoding)
        self.costs = costs

    def repeated(self, key: str, line: int) -> ScoreError:
        what = f"the list of utterance {key} is interrupted by another; sort the file"
        return ScoreError(what, path=self.name, line=line)

    def parse(self) -> Iterator[tuple[int, NBest]]:
        for key, group in groupby(self.rows(), key=lambda row: row.key):
            rows = list(group)
            line = rows[0].line
            order = order_by_rank([row.rank for row in rows], self.name, line, key)
            rows = [rows[index] for index in order]
            scores = {name: [row.scores[at] for row in rows] for at, name in enumerate(self.costs)}
            yield line, NBest(key, [row.text for row in rows], scores, [row.rank for row in rows])

    def rows(self) -> Iterator[Hypothesis]:
        """The hypotheses in the order of the file."""
        beside = [(path, read_lines(path, self.encoding)) for path in self.costs.values()]
        for line, text in read_lines(self.path, self.encoding):
            ranked_id, _, words = text.strip().replace("\t", " ", 1).partition(" ")
            found = RANKED_ID.fullmatch(ranked_id)
            if found is None:
                what = f'the ID "{ranked_id}" does not end in a rank, as utterance-1 does'
                raise ScoreError(what, path=self.name, line=line)
            scores = [0.0 - read_cost(ranked_id, path, rows) for path, rows in beside]  # of 0 not -0
            yield Hypothesis(found[1], int(found[2]), words.strip(), line, scores)
        for path, rows in beside:
            for line, text in rows:
                what = f'"{text.split()[0]}" follows the last hypothesis of {self.name}'
                raise ScoreError(what, path=label(path), line=line)


def read_cost(key: str, path: str, rows: Iterator[tuple[int, str]]) -> float:
    """The next cost of a file, which must be that of the hypothesis."""
    line, text = next(rows, (None, ""))
    fields = text.split()
    if len(fields) != 2 or fields[0] != key:
        found = f'"{text.strip()}"' if line else "its end"
        raise ScoreError(f"expected the cost of {key}, found {found}", path=label(path), line=line)
    return parse_score(fields[1], label(path), line)


class LatticeLists:
    """The lattices of some archives, one in memory at a time; `lm` and `am` are the negated costs of Kaldi."""

    def __init__(self, paths: Sequence[str], words: str, count: int | None, weight: float) -> None:
        self.paths, self.words = paths, words
        self.count = DEFAULT_PATHS if count is None else count
        self.weight = weight
        self.name = paths[0] if len(paths) == 1 else f"{len(paths)} archives"
        self.notes: list[Note] = []

    def __iter__(self) -> Iterator[NBest]:
        for path in self.paths:
            yield from self.read_archive(path)

    def read_archive(self, path: str) -> Iterator[NBest]:
        try:
            yield from map(self.expand, read(path, words=self.words))
        except ScoreError as error:
            if error.path or error.key is None:
                raise
            raise ScoreError(error.what, path=path, key=error.key) from error

    def expand(self, lattice: WordLattice) -> NBest:
        """The best paths under the weight of the language model; of paths with the same words the best one."""
        found: dict[str, tuple[float, float]] = {}
        for path in lattice.scaled(graph=self.weight).nbest(self.count):
            # A weight of 0 leaves no trace of the cost it scaled.
            graph = path.graph / self.weight if self.weight else 0.0
            found.setdefault(" ".join(map(str, path.words)), (0.0 - graph, 0.0 - path.acoustic))
        scores = {name: [pair[at] for pair in found.values()] for at, name in enumerate(("lm", "am"))}
        return NBest(lattice.key, list(found), scores, range(1, len(found) + 1), lattice)


class JsonLists(FileLists):
    """An object on each line; each member of a hypothesis that is a number is a score, the greater the better."""

    def parse(self) -> Iterator[tuple[int, NBest]]:
        return ((line, self.parse_list(text, line)) for line, text in read_lines(self.path, self.encoding))

    def parse_list(self, text: str, line: int) -> NBest:
        try:
            members = json.loads(text)
            if HALF.search(text):
                json.dumps(members, ensure_ascii=False).encode()
        except FAULTS as error:
            raise make_json_error(error, Reading(self.name), line) from error
        check_nesting(members, self.name, line)
        if not isinstance(members, dict) or not isinstance(members.get(LIST), list):
            what = f'expected an object with an utterance ID and a list "{LIST}"'
            raise ScoreError(what, path=self.name, line=line)
        key = next((str(members[name]) for name in KEY_NAMES if isinstance(members.get(name), str | int)), None)
        if key is None:
            raise ScoreError(f"the object has no utterance ID, such as {KEY_NAMES[3]}", path=self.name, line=line)
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
                raise ScoreError(f'some hypotheses have "{name}", others do not', path=self.name, line=line, key=key)
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
                    what = f"has rank {index + 1} but not rank {len(texts) + 1}"
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
                raise ScoreError(f"there is no {rank}best_recog next to {there}best_recog", path=self.name)
        if not found:
            raise ScoreError("there is no 1best_recog in this directory", path=self.name)
        return found


def read_rank(path: Path, encoding: str) -> Iterator[tuple[str, str, float | None]]:
    """The utterance IDs, texts and scores of the hypotheses of one rank; scores are None without a file of them."""
    scores = read_scores(str(path / "score"), encoding) if (path / "score").exists() else None
    seen: set[str] = set()
    for line, row in read_lines(str(path / "text"), encoding):
        key, _, text = row.strip().replace("\t", " ", 1).partition(" ")
        if key in seen:
            raise ScoreError("occurs twice", path=str(path / "text"), line=line, key=key)
        seen.add(key)
        scored, score = (key, None) if scores is None else next(scores, (None, None))
        if scored != key:
            raise ScoreError("has no score, or not in the order of the texts", path=str(path / "score"), key=key)
        yield key, text.strip(), score


def read_scores(path: str, encoding: str) -> Iterator[tuple[str, float]]:
    for line, row in read_lines(path, encoding):
        key, _, score = row.strip().partition(" ")
        yield key, parse_score(score, path, line, key)
