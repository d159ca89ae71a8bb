"""Kaldi's files beside the text give utterances speakers, times and other values."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.formats.kaldi_files import (
    add_field,
    read_boundaries,
    read_mapping,
    read_segments,
    read_speaker_lists,
    read_speakers,
)

FILES: list[tuple[Callable[[str], Mapping[str, str]], str, dict[str, str]]] = [
    (read_speakers, "u1 eve\n\nu2\tbob \n", {"u1": "eve", "u2": "bob"}),
    (read_speaker_lists, "eve u1 u2\nbob u3\nmum\n", {"u1": "eve", "u2": "eve", "u3": "bob"}),
    (read_mapping, "u1 north wind\nu2  sun\n", {"u1": "north wind", "u2": "sun"}),
    (read_speakers, "u1 eve\nu1 eve\n", {"u1": "eve"}),  # said twice
]


@pytest.mark.parametrize(("load", "content", "expected"), FILES)
def test_values(
    tmp_path: Path, load: Callable[[str], Mapping[str, str]], content: str, expected: dict[str, str]
) -> None:
    (tmp_path / "file").write_text(content, encoding="utf-8")
    assert load(str(tmp_path / "file")) == expected


BAD: list[tuple[Callable[[str], object], str, str]] = [
    (read_speakers, "u1 eve\nu2\n", "file:2: expected an utterance and its speaker, found 1 fields"),
    (read_speakers, "u1 eve x\n", "file:1: expected an utterance and its speaker, found 3 fields"),
    (read_speakers, "u1 eve\nu1 bob\n", 'file:2: utterance u1: a second value, "bob", after "eve"'),
    (read_speaker_lists, "eve u1\nbob u1\n", 'file:2: utterance u1: a second value, "bob", after "eve"'),
    (read_mapping, "u1\n", "file:1: expected an utterance and its value"),
    (read_segments, "u1 talk 0\n", "file:1: expected utterance, recording, start and end, found 3 fields"),
    (read_segments, "u1 talk 2 1\n", "file:1: the end, 1, is before the start, 2"),
    (read_segments, "u1 talk x -1\n", 'file:1: the start, "x", is not a number'),
]


@pytest.mark.parametrize(("load", "content", "sentence"), BAD)
def test_bad_files(tmp_path: Path, load: Callable[[str], object], content: str, sentence: str) -> None:
    (tmp_path / "file").write_text(content, encoding="utf-8")
    with pytest.raises(ScoreError, match=sentence):
        load(str(tmp_path / "file"))


def test_segments(tmp_path: Path) -> None:
    (tmp_path / "segments").write_text("u1 talk 0.5 1\nu2 talk 1 -1 B\n", encoding="utf-8")
    corpus = read_segments(str(tmp_path / "segments"))
    assert list(corpus.keys) == ["u1", "u2"]
    assert corpus.fields == {
        "recording": ["talk", "talk"],
        "start": ["0.5", "1"],
        "end": ["1", "-1"],
        "channel": ["", "B"],
    }


@pytest.mark.parametrize(
    ("content", "key"), [("u1 talk 0.5 1\n", "u1"), ("talk 1 eve 0.5 1 a\n", "talk-1-0.500-1.000")]
)
def test_boundaries_come_from_segments_or_any_format(tmp_path: Path, content: str, key: str) -> None:
    (tmp_path / "file").write_text(content, encoding="utf-8")
    assert list(read_boundaries(str(tmp_path / "file")).keys) == [key]


def test_a_field_more() -> None:
    corpus = add_field(Corpus(["u1", "u2"], ["a", "b"], "ref"), "speaker", {"u1": "eve", "u2": "bob", "u9": "x"})
    assert [corpus.fields, corpus.notes] == [{"speaker": ["eve", "bob"]}, ()]


def test_utterances_without_a_value_are_told() -> None:
    corpus = add_field(Corpus(["u1", "u2"], ["a", "b"], "ref"), "speaker", {"u2": "bob"})
    assert [corpus.fields, *map(str, corpus.notes)] == [
        {"speaker": ["", "bob"]},
        "1 utterance of ref without a speaker: u1",
    ]


def test_values_of_other_utterances_are_an_error() -> None:
    with pytest.raises(ScoreError, match="ref: no utterance has a speaker, among them u1; known are: u9"):
        add_field(Corpus(["u1"], ["a"], "ref"), "speaker", {"u9": "bob"})
