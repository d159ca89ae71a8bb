"""Selected texts as files: Kaldi text unless the suffix is that of another format."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats import write as write_corpus
from mondegreen.nbest.oracle import Oracle
from mondegreen.nbest.rerank import Selection

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
    for label, choice in found.choices.items():
        fields = {"rank": [str(rank) for rank in choice.ranks]}
        fields |= make_score_columns(choice.scores, ORACLE_FIELDS)
        # Signs of options would make strange file names.
        name = "".join(letter if letter.isalnum() or letter in "-._=" else "_" for letter in label)
        write_selection(Corpus(found.keys, choice.texts, label, fields=fields), pattern.replace(METRIC, name))


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
