"""What holds for every format: what is written is read back, and no bytes do harm."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mondegreen import Corpus, ScoreError, Utterance
from mondegreen.corpus import TimedWord
from mondegreen.formats import FORMATS, Entry, list_writable, load_formats, read, write
from mondegreen.formats.format import Format

KINDS: list[type[Format]] = list(load_formats())

# The same cases in each run; EXAMPLES=5000 in the environment tries more of them.
OFTEN = settings(
    max_examples=int(os.environ.get("EXAMPLES", "50")),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
    derandomize=True,
    database=None,
)

# Letters that mean something to some format stand beside any others.
ODD = st.sampled_from([*" \t\n\r(){}<>/;*,\"'\\:-_.|\x00\x0b\x85\u2028\ufeffé", ";;", "<o>", '""', "\r\n", "{a / b}"])
TEXTS = st.lists(ODD | st.characters(exclude_categories=["Cs"]), max_size=8).map("".join)
WORDS = st.lists(st.sampled_from(["a", "é", "<unk>", "(b)", "1", "0.5", "{c", "/", ";;"]), max_size=4).map(" ".join)
TICKS = st.integers(0, 10**9)  # microseconds


def seconds(ticks: int) -> float:
    return round(ticks / 1e6, 6)


@st.composite
def timed_words(draw: Callable[..., Any]) -> list[TimedWord]:
    spans = draw(st.lists(st.tuples(TICKS, st.integers(0, 10**7)), min_size=1, max_size=3))
    words = st.sampled_from(["a", "é", "x;;", "<unk>"]) | TEXTS
    sure = st.none() | st.floats(0, 1)
    return [TimedWord(draw(words), seconds(at), seconds(at + long), draw(sure)) for at, long in sorted(spans)]


@st.composite
def corpora(draw: Callable[..., Any]) -> Corpus:
    """Corpora of all kinds, most of which some format must refuse in part."""
    keys = draw(st.lists(st.sampled_from(["u1", "a-b", "call-B", "é", "1"]) | TEXTS, min_size=1, max_size=4))
    rows = [Utterance(key, draw(WORDS | TEXTS)) for key in keys]
    corpus = Corpus.of(rows, "corpus")
    names = draw(
        st.lists(st.sampled_from(["speaker", "id", "text", "reference", "é"]) | TEXTS, max_size=2, unique=True)
    )
    corpus = replace(corpus, fields={name: [draw(TEXTS) for _ in keys] for name in names})
    if draw(st.booleans()):
        words = [draw(timed_words()) for _ in keys]
        joined = [" ".join(word.word for word in said) for said in words]
        corpus = replace(corpus, words=words, texts=draw(st.sampled_from([joined, corpus.texts])))
    return corpus


@st.composite
def segments(draw: Callable[..., Any]) -> Corpus:
    """Corpora whose fields say where each utterance stands."""
    names = st.sampled_from(["talk", "call-B", "1", "A", "2", "é"]) | TEXTS
    rows = []
    for at, long in draw(st.lists(st.tuples(TICKS, TICKS), min_size=1, max_size=4)):
        fields = {name: draw(names) for name in ("recording", "channel", "speaker")}
        fields |= {"start": str(seconds(at)), "end": str(seconds(at + long))}
        labels = draw(st.sampled_from(["", "o,f0", "m"]))
        rows.append(Utterance("", draw(WORDS | TEXTS), fields | ({"labels": labels} if labels else {})))
    return Corpus.of(rows, "corpus")


def held(corpus: Corpus, kind: type[Format]) -> Corpus:
    """What of a corpus the format says it keeps, with what it tells of the file put aside."""
    lost = set(kind.list_losses(corpus))
    return replace(
        corpus,
        name="",
        keys=[] if "utterance IDs" in lost else list(corpus.keys),
        texts=list(corpus.texts),
        keyed=True,
        fields={name: list(values) for name, values in corpus.fields.items() if name not in lost and any(values)},
        words=None if corpus.words is None or "word times" in lost else [list(said) for said in corpus.words],
        format="",
        notes=(),
    )


def back(corpus: Corpus, kind: type[Format], folder: Path) -> Corpus | None:
    """The corpus written and read again, or nothing if it was refused."""
    path = folder / "file"
    try:
        write(corpus, path, kind.name)
    except ScoreError:
        return None
    return read(path, kind.name)


def only(corpus: Corpus, fields: Any) -> Corpus:
    """The corpus without fields that the other does not have: a format may add some."""
    return replace(corpus, fields={name: values for name, values in corpus.fields.items() if name in fields})


@pytest.mark.parametrize("kind", KINDS, ids=list(FORMATS))
@OFTEN
@given(corpus=corpora() | segments())
def test_what_is_written_is_read_back(kind: type[Format], corpus: Corpus, tmp_path: Path) -> None:
    again = back(corpus, kind, tmp_path)
    if again is not None:
        expected = held(corpus, kind)
        found = only(replace(held(again, kind), keys=list(again.keys) if expected.keys else []), expected.fields)
        assert found == expected


@pytest.mark.parametrize("kind", KINDS, ids=list(FORMATS))
@OFTEN
@given(corpus=corpora() | segments())
def test_what_was_read_comes_back_whole(kind: type[Format], corpus: Corpus, tmp_path: Path) -> None:
    """Once read, nothing is lost: the same file comes of it, and the same corpus."""
    first = back(corpus, kind, tmp_path)
    if first is not None:
        assert kind.list_losses(first) == []
        assert back(first, kind, tmp_path) == first


# Pieces that mean something to some format.
PIECES = ["u1", "(", ")", ";;", "0.5", "1", "-1", "<o>", "{", "}", "[", "]", ":", ",", "/", "text", "utterance", "utt"]
PIECES += ['"', '"text"', '"utterance"', '"words"', r"\ud800", "null", "<ALT_BEGIN>", "1e999", "nan", r"\u00e9"]
BYTES = st.binary(max_size=60) | st.lists(
    st.sampled_from(
        [*map(str.encode, PIECES), b" ", b"\t", b"\n", b"\r\n", b"\xff", b"\xef\xbb\xbf", b"\x1f\x8b", b"\0"]
    ),
    max_size=30,
).map(b"".join)


@pytest.mark.parametrize("kind", [*FORMATS, None])
@OFTEN
@given(data=BYTES)
def test_no_bytes_do_harm(kind: str | None, data: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(data)
    try:
        corpus = read(tmp_path / "file", kind)
    except ScoreError as error:
        assert "\n" not in str(error)  # noqa: PT017 - most bytes are fine
    else:
        assert len(corpus.keys) == len(corpus.texts)
        "".join([*corpus.keys, *corpus.texts]).encode()


@pytest.mark.parametrize("kind", KINDS, ids=list(FORMATS))
def test_what_a_format_is(kind: type[Format]) -> None:
    assert FORMATS[kind.name].target.endswith(kind.__name__)
    assert kind.__doc__
    assert kind.__doc__.split("\n")[0].rstrip(".") != ""
    assert all(suffix.startswith(".") for suffix in FORMATS[kind.name].suffixes)


# How files of a format are called, as the programs that write them call them; others are known by their contents.
SERVICES = {"whisper-cpp", "hf-chunks", "deepgram", "aws-transcribe", "speechmatics", "google-speech", "azure-speech"}
SUFFIXES = {
    ".trn": {"trn"},
    ".stm": {"stm"},
    ".ctm": {"ctm"},
    ".rttm": {"rttm"},
    ".sgml": {"sgml"},
    ".srt": {"srt"},
    ".vtt": {"vtt"},
    ".scp": {"scp"},
    ".csv": {"csv"},
    ".tsv": {"tsv", "whisper-tsv"},
    ".pra": {"pra"},
    ".prf": {"pra"},
    ".textgrid": {"textgrid"},
    ".eaf": {"elan"},
    ".json": {"json", "whisper", "nemo", "seglst", "cuts", "lhotse", *SERVICES},
    ".jsonl": {"jsonl", "cuts", "lhotse", "leaderboard", "nemo"},
    ".ndjson": {"jsonl"},
}
# Files whose columns, or members, have names of which the user may choose.
NAMED = {"csv", "tsv", "json", "jsonl", "nemo", "leaderboard"}


def test_how_files_are_called() -> None:
    found = {suffix: {kind.name for kind in KINDS if suffix in FORMATS[kind.name].suffixes} for suffix in SUFFIXES}
    assert found == SUFFIXES
    assert {suffix for entry in FORMATS.values() for suffix in entry.suffixes} == SUFFIXES.keys()


@pytest.mark.parametrize("kind", KINDS, ids=list(FORMATS))
def test_columns_are_chosen_only_where_they_have_names(kind: type[Format], tmp_path: Path) -> None:
    assert kind.is_tabular is (kind.name in NAMED)
    (tmp_path / "file").write_text("a\n", encoding="utf-8")
    with pytest.raises(ScoreError) as caught:
        read(tmp_path / "file", kind.name, text="words")
    refused = f"is read as {kind.name}, which has no columns to choose from" in str(caught.value)
    assert refused is (kind.name not in NAMED)


NEW = """
from mondegreen.corpus import Corpus
from mondegreen.formats.format import Format, check_key

class Spoken(Format):
    name = "spoken"

    @staticmethod
    def recognizes(lines, *, hinted):
        return lines[0] == "SPOKEN"

    @staticmethod
    def read(lines, reading):
        return Corpus(*zip(*(line.split("=", 1) for line in lines[1:])), reading.name)

    @staticmethod
    def write(corpus):
        return ["SPOKEN", *(f"{check_key(key, 'spoken')}={text}" for key, text in zip(corpus.keys, corpus.texts))]
"""


def test_a_format_is_added_by_one_file_and_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "spoken.py").write_text(NEW, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(FORMATS, "spoken", Entry("spoken:Spoken", (".spoken",), "SPOKEN$"))
    corpus = Corpus(["a", "b"], ["x y", "z"], "corpus", fields={"speaker": ["eve", ""]})
    write(corpus, tmp_path / "by-suffix.spoken")
    write(corpus, tmp_path / "by-content", "spoken")
    for name in ("by-suffix.spoken", "by-content"):
        found = read(tmp_path / name)
        assert (found.format, list(found.keys), list(found.texts)) == ("spoken", ["a", "b"], ["x y", "z"])
    assert "spoken" in list_writable()
    assert FORMATS.find("spoken").list_losses(corpus) == ["speaker"]
