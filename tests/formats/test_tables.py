"""CSV and TSV: a first line that names columns, then rows."""

from pathlib import Path

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.formats import read, write
from mondegreen.formats.csv import Csv, Tsv
from mondegreen.formats.format import Reading

READING = Reading("file")


def test_csv() -> None:
    lines = ["speaker,text,utterance", 'eve,"a, ""b""', 'c",u1', "", "bob,,u2"]
    corpus = Csv.read(lines, READING)
    assert [list(corpus.keys), list(corpus.texts)] == [["u1", "u2"], ['a, "b"\nc', ""]]
    assert corpus.fields == {"speaker": ["eve", "bob"]}


def test_tsv_has_no_quotation() -> None:
    corpus = Tsv.read(["path\tsentence", 'u1\t"a, b"', "", "u2\t"], READING)
    assert [list(corpus.keys), list(corpus.texts), corpus.fields] == [["u1", "u2"], ['"a, b"', ""], {}]


COLUMNS = [
    (["utterance", "text", "id"], None, None, ("utterance", "text")),
    (["ID", "Sentence"], None, None, ("ID", "Sentence")),
    (["path", "id", "transcript", "txt"], None, None, ("id", "txt")),  # the more usual name
    (["clip", "said", "id", "text"], "clip", "said", ("clip", "said")),
    (["id", "text", "pred_text"], None, "pred_text", ("id", "pred_text")),
]


@pytest.mark.parametrize(("names", "key", "text", "expected"), COLUMNS)
def test_columns(names: list[str], key: str | None, text: str | None, expected: tuple[str, str]) -> None:
    corpus = Tsv.read(["\t".join(names), "\t".join(f"{name}!" for name in names)], Reading("file", key=key, text=text))
    assert (corpus.keys[0], corpus.texts[0]) == (f"{expected[0]}!", f"{expected[1]}!")
    assert set(corpus.fields) == set(names) - set(expected)


def test_texts_alone_are_keyed_by_position() -> None:
    for kind in (Csv, Tsv):
        corpus = kind.read(["text", "a", '""' if kind is Csv else "", "b"], READING)
        assert [list(corpus.keys), list(corpus.texts), corpus.keyed] == [["1", "2", "3"], ["a", "", "b"], False]


BAD = [
    (["utt-1 a b"], 1, "no column found for the text; name it with --text-column \\(columns: "),
    (
        ["clip\ttext", "u1\ta"],
        1,
        r'no column found for the utterance ID; name it with --id-column \(columns: "clip", "text"\)',
    ),
    (["id\ttext", "u1"], 2, "found 1 cells, but the first line names 2 columns"),
    (["id\ttext", "u1\ta\tb"], 2, "found 3 cells, but the first line names 2 columns"),
    (["id\ttext", "u1\ta", "", "\tb"], 4, 'the utterance ID in the column "id" is empty'),
    (["id\ttext\tid"], 1, 'two columns are named "id"'),
]


@pytest.mark.parametrize(("lines", "line", "sentence"), BAD)
def test_bad_tables(lines: list[str], line: int, sentence: str) -> None:
    with pytest.raises(ScoreError, match=f"file:{line}: .*{sentence}"):
        Tsv.read(lines, READING)
    with pytest.raises(ScoreError, match=f"file:{line}: .*{sentence}"):
        Csv.read([line.replace("\t", ",") for line in lines], READING)


def test_a_column_that_is_not_there() -> None:
    with pytest.raises(ScoreError, match='no column is named "said"; the columns are: "id", "text"'):
        Csv.read(["id,text"], Reading("file", text="said"))


@pytest.mark.parametrize(("rows", "line"), [(['"u1"x,a'], 2), (["u1,a", 'u2,"b'], 3), (["u1,a\rb"], 2)])
def test_what_is_not_csv(rows: list[str], line: int) -> None:
    with pytest.raises(ScoreError, match=f"file:{line}: this is not CSV: "):
        Csv.read(["id,text", *rows], READING)


def test_a_long_cell_is_an_ordinary_cell() -> None:
    assert len(Csv.read(["id,text", "u1," + "a" * 1_000_000], READING).texts[0]) == 1_000_000


SNIFFED = [
    (["utterance,text"], True, False),
    (['"id","speaker","Sentence"'], True, False),
    (["utt\tx\ttext"], False, True),
    (["id,name"], False, False),
    (["text"], False, False),  # one word is no table
    (["so, it is text"], False, False),
]


@pytest.mark.parametrize(("lines", "csv", "tsv"), SNIFFED)
def test_sniff(lines: list[str], csv: bool, tsv: bool) -> None:
    assert [Csv.recognizes(lines, hinted=False), Tsv.recognizes(lines, hinted=False)] == [csv, tsv]
    assert Csv.recognizes(lines, hinted=True)


REFUSED = [
    ("tsv", Corpus(["u1"], ["a\tb"], "corpus"), "utterance u1: a cell of TSV cannot hold a tab"),
    ("tsv", Corpus(["u1"], ["a\nb"], "corpus"), "utterance u1: TSV holds one utterance per line"),
    ("csv", Corpus(["u1"], ["a\r\nb"], "corpus"), "utterance u1: a cell of CSV .* has a line break"),
    ("csv", Corpus(["u1"], ["a"], "corpus", fields={"text": ["b"]}), 'corpus: a field named "text"'),
    ("csv", Corpus([""], ["a"], "corpus"), "corpus: an utterance ID is empty"),
]


@pytest.mark.parametrize(("name", "corpus", "sentence"), REFUSED)
def test_what_cannot_be_written(tmp_path: Path, name: str, corpus: Corpus, sentence: str) -> None:
    with pytest.raises(ScoreError, match=sentence):
        write(corpus, tmp_path / f"out.{name}")
    assert list(tmp_path.iterdir()) == []


def test_a_format_without_columns_has_none_to_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("utt-1 a\n", encoding="utf-8")
    with pytest.raises(ScoreError, match="is read as kaldi, which has no columns to choose from"):
        read(tmp_path / "file", text="text")
