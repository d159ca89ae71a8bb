"""N-best lists: the hypotheses of an utterance, the best first, their scores, and weights as in `lm=0.3,am=1`.

Selected texts are written as Kaldi text unless the suffix is that of another format.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from io import BufferedReader, TextIOWrapper
from itertools import pairwise
from pathlib import Path, PurePath
from typing import IO, TYPE_CHECKING, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats import write as write_corpus
from mondegreen.io.compressed import BoundedPipe, open_decompressed
from mondegreen.io.source import (
    BYTE_ORDER_MARK,
    GZIP,
    STDIN,
    check_damage,
    check_unchanged,
    get_standard_input,
    is_file,
    label,
    make_read_error,
)
from mondegreen.lattice import WordLattice
from mondegreen.notes import Note

if TYPE_CHECKING:
    from mondegreen.nbest.oracle import Oracle
    from mondegreen.nbest.rerank import Selection

# The score that every hypothesis has: its number of words.
LENGTH = "length"
OVERFLOW = "a weighted score is too large to represent; give smaller weights"
# A score as torch prints it, such as `tensor(-3.45, device='cuda:0')`.
SCORE = re.compile(r"tensor\(\s*\[?\s*([^\s,\])]+)\s*\]?\s*(?:,[^)]*)?\)")


class ListReader(Protocol):
    """Lists in the order of their source; `notes` report what was unusual once all were read."""

    name: str

    @property
    def notes(self) -> list[Note]: ...

    def __iter__(self) -> Iterator[NBest]: ...


class NBest(NamedTuple):
    """The texts of an utterance and, by the name of each score, a score for each text: the greater, the better.

    `ranks` are their ranks as the file has them. What was expanded from a lattice has it too.
    """

    key: str
    texts: Sequence[str]
    scores: Mapping[str, Sequence[float]]
    ranks: Sequence[int] = ()
    lattice: WordLattice | None = None

    def get_rank(self, index: int) -> int:
        return self.ranks[index] if index < len(self.ranks) else index + 1

    def get_scores(self, index: int) -> Mapping[str, float]:
        """The scores of one text; none of a text that was appended later."""
        return {name: values[index] for name, values in self.scores.items() if index < len(values)}

    def truncate(self, count: int | None) -> NBest:
        """The best `count` hypotheses."""
        if count is None or count >= len(self.texts):
            return self
        scores = {name: values[:count] for name, values in self.scores.items()}
        return self._replace(texts=self.texts[:count], scores=scores, ranks=self.ranks[:count])


def parse_score(text: str, path: str, line: int | None = None, key: str | None = None) -> float:
    """A score, in any of its spellings; one that is not finite is an error."""
    found = SCORE.fullmatch(text.strip())
    try:
        value = float(found[1] if found else text)
    except ValueError:
        raise ScoreError(f'"{text.strip()}" is not a score', path=path, line=line, key=key) from None
    if not math.isfinite(value):
        raise ScoreError(f"a score is {value}; remove the hypothesis", path=path, line=line, key=key)
    return value


def order_by_rank(ranks: Sequence[int], path: str, line: int | None, key: str) -> list[int]:
    """The indices of hypotheses in the order of their ranks; a duplicate rank is an error."""
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    for one, other in pairwise(order):
        if ranks[one] == ranks[other]:
            raise ScoreError(f"rank {ranks[one]} occurs twice", path=path, line=line, key=key)
    return order


def has_gap(ranks: Sequence[int]) -> bool:
    return bool(ranks) and (ranks[0] > 1 or ranks[-1] - ranks[0] + 1 != len(ranks))


def read_lines(path: str, encoding: str = "utf-8") -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers; gzip is decompressed."""
    number = 0
    try:
        with (
            check_unchanged(path),
            check_damage(label(path)),
            open_bytes(path) as raw,
            TextIOWrapper(raw, encoding) as text,
        ):
            for number, line in enumerate(text, 1):
                row = line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line
                if row.strip():
                    yield number, row.rstrip("\n")
    except UnicodeDecodeError as error:
        what = f"byte 0x{error.object[error.start]:02x} is not {encoding}; name its encoding"
        # What is decoded at once has many lines, none of which was given before all of it is decoded.
        number += 1 + error.object[: error.start].decode(error.encoding).count("\n")
        raise ScoreError(what, path=label(path), line=number) from error
    except UnicodeError as error:
        raise ScoreError(f"does not decode as {encoding}: {error}", path=label(path)) from error
    except LookupError as error:
        raise ScoreError(f'unknown text encoding "{encoding}"') from error
    except OSError as error:
        raise make_read_error(error, label(path)) from error


@contextmanager
def open_bytes(path: str) -> Iterator[IO[bytes]]:
    """The bytes of a file or of standard input, decompressed if they are gzip's, whatever the name."""
    with Path(path).open("rb") if path != STDIN else nullcontext(get_standard_input()) as raw:
        stream = cast("BufferedReader", raw)
        if not is_file(stream):
            stream = BufferedReader(BoundedPipe(stream, label(path)))
        if stream.peek(len(GZIP)).startswith(GZIP):
            yield open_decompressed(stream, label(path))
        else:
            yield stream


def read_first_line(path: str, encoding: str = "utf-8") -> str:
    """The first line that is not blank; nothing of an empty file."""
    return next((line for _, line in read_lines(path, encoding)), "")


def parse_weights(text: str) -> dict[str, float]:
    """Weights by the names of their scores."""
    found: dict[str, float] = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        check_unused_name(name.strip(), found)
        try:
            found[name.strip()] = float(value)
        except ValueError:
            found[name.strip()] = math.nan
        if not (name.strip() and math.isfinite(found[name.strip()])):
            raise ScoreError(f'"{part}" in "{text}" is not a weight; write weights like lm=0.3,am=1')
    return found


def check_unused_name(name: str, known: Container[str]) -> None:
    if name in known:
        raise ScoreError(f'"{name}" is given twice; leave one out')


def format_weights(weights: Mapping[str, float]) -> str:
    return ",".join(f"{name}={value:.15g}" for name, value in weights.items())


def stack_features(each: NBest, names: Sequence[str]) -> NDArray[np.float64]:
    return np.column_stack([select_score(each, name) for name in names]).reshape(len(each.texts), len(names))


def select_score(each: NBest, name: str) -> Sequence[float]:
    """One score of all hypotheses, or their length in words."""
    if name == LENGTH:
        return [float(len(text.split())) for text in each.texts]
    if name not in each.scores:
        if not each.scores and len(each.texts) < 2:
            return [0.0] * len(each.texts)  # nothing to choose from: a reference without a list, for one
        known = ", ".join([*each.scores, LENGTH])
        raise ScoreError(f'there is no score "{name}"; known are {known}', key=each.key)
    return each.scores[name]


def combine_scores(each: NBest, weights: Mapping[str, float]) -> NDArray[np.float64]:
    """The weighted sum of the scores of each hypothesis, the greater the better."""
    with np.errstate(over="ignore", invalid="ignore"):
        found = stack_features(each, list(weights)) @ np.array(list(weights.values()))
    if not np.isfinite(found).all():
        raise ScoreError(OVERFLOW, key=each.key)
    return np.asarray(found)


SUFFIXES = {".trn": "trn", ".jsonl": "jsonl", ".json": "json", ".csv": "csv", ".tsv": "tsv"}
# What stands for the metric in the pattern of a file name.
METRIC = "{metric}"
# Names of our own columns beside the scores of the lists.
ORACLE_FIELDS = ("utterance", "text", "rank")
RERANK_FIELDS = (*ORACLE_FIELDS, "score")


def check_pattern(pattern: str | None, metrics: int) -> None:
    if pattern and metrics > 1 and METRIC not in pattern:
        raise ScoreError(f"--write names one file for {metrics} metrics; add {METRIC} to the name", path=pattern)


def write_choices(found: Oracle, pattern: str) -> None:
    """Writes what each metric selected, with ranks and scores where the format has columns."""
    for metric, choice in found.choices.items():
        fields = {"rank": [str(rank) for rank in choice.ranks]}
        fields |= make_score_columns(choice.scores, ORACLE_FIELDS)
        # Signs of options would make strange file names.
        name = "".join(letter if letter.isalnum() or letter in "-._=" else "_" for letter in metric)
        write_selection(Corpus(found.keys, choice.texts, metric, fields=fields), pattern.replace(METRIC, name))


def write_selections(found: Sequence[Selection], name: str, path: str) -> None:
    """Writes one hypothesis of each list, with its rank and scores where the format has columns."""
    fields = {"rank": [str(each.rank) for each in found], "score": [f"{each.score:.9g}" for each in found]}
    fields |= make_score_columns([each.scores for each in found], RERANK_FIELDS)
    write_selection(Corpus([each.key for each in found], [each.text for each in found], name, fields=fields), path)


def make_score_columns(scores: Sequence[Mapping[str, float]], reserved: Collection[str]) -> dict[str, list[str]]:
    """Scores of texts as columns, empty where a text has none; a reserved name gets the prefix `list_`."""
    names = dict.fromkeys(name for each in scores for name in each)
    return {
        f"list_{name}" if name in reserved else name: [f"{each[name]:.9g}" if name in each else "" for each in scores]
        for name in names
    }


def write_selection(corpus: Corpus, path: str) -> None:
    target = SUFFIXES.get(PurePath(path.lower().removesuffix(".gz")).suffix, "kaldi")
    write_corpus(corpus if target not in ("kaldi", "trn") else replace(corpus, fields={}), path, target)
