"""What is told of files before they are read: their names, numbers and encodings, and which are one system's."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.formats import detect_format, format_of, load_files
from mondegreen.formats.detect import (
    are_numbered,
    check_encoding,
    check_id_column,
    collect_ids,
    common_name,
    detect_name,
    is_keyed,
    is_undecided,
    join_files,
    open_side,
    pair_rows,
)
from mondegreen.formats.directory import join_shards
from mondegreen.formats.format import Side
from mondegreen.formats.undecided import Lines
from mondegreen.io.source import expand_pattern, natural_key

NUMBERED = [
    (["h.1.txt", "h.2.txt"], True, "one after the other"),
    (["h.0", "h.1", "h.2"], True, "from 0 on"),
    (["h.9", "h.10", "h.8"], True, "in any order"),
    (["h.1", "h.3"], False, "a gap"),
    (["h.1", "h.1"], False, "one number twice"),
    (["a", "b"], False, "letters"),
    (["h.1.a", "h.2.b"], False, "more than a number differs"),
]


@pytest.mark.parametrize(("names", "expected", "why"), NUMBERED, ids=[why for *_, why in NUMBERED])
def test_names_that_count(names: list[str], expected: bool, why: str) -> None:
    assert are_numbered(names) is expected, why


def test_the_name_of_several_files() -> None:
    assert common_name(["one.txt"]) == "one.txt"
    assert common_name(["out/a.srt", "out/b.srt"]) == "out/*.srt"
    assert common_name(["a", "b"]) == "*"
    assert common_name(["ab", "abb"]) == "ab*"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Writes a file in the working directory."""
    monkeypatch.chdir(tmp_path)

    def write(name: str, text: str = "", encoding: str = "utf-8") -> str:
        Path(name).write_text(text, encoding=encoding)
        return name

    return write


Place = Callable[..., str]


def test_an_encoding_that_can_hardly_be_meant(place: Place) -> None:
    accents, plain = place("accents", "été\n"), place("plain", "a\n")
    latin = place("latin", "été\n", "latin-1")
    for name, encoding, found in (
        (accents, "latin-1", True),
        (plain, "latin-1", False),
        (latin, "latin-1", False),
        ("none", "latin-1", False),
        (f"ark:{accents}", "latin-1", True),
    ):
        notes = [*check_encoding(Side(name, "hyp", encoding=encoding))]
        assert len(notes) == found, name
    assert str(next(check_encoding(Side(accents, "ref", encoding="cp1252")))) == (
        "accents is read as cp1252 but is valid UTF-8; if it is UTF-8: --ref-encoding utf-8"
    )


UNDECIDED = [
    ("hyp", ["u-1 a"], True),
    ("hyp.txt", ["a b"], True),
    ("hyp", ["a (u-1)"], True),
    ("hyp.trn", ["a (u-1)"], False),  # the name tells
    ("hyp.csv", ["id,text"], False),
    ("hyp", [], False),
]


@pytest.mark.parametrize(("path", "lines", "expected"), UNDECIDED)
def test_files_that_leave_open_what_they_are(path: str, lines: list[str], expected: bool) -> None:
    assert is_undecided(path, detect_format(lines, path) if lines else None) is expected


def test_formats_with_columns() -> None:
    assert [name for name in ("parquet", "csv", "nemo", "kaldi", "none", "") if format_of(name).is_tabular] == [
        "parquet",
        "csv",
        "nemo",
    ]


def lines(*texts: str, name: str = "hyp") -> Lines:
    return Lines(Side(name, "hyp"), name, texts)


def test_the_ids_of_a_side() -> None:
    assert collect_ids(lines("u-1 a (x)", "u-2 b (y)")) == {"u-1", "u-2", "x", "y"}
    corpus = Corpus(["u"], ["a"], "hyp", fields={"recording": ["talk"]})
    assert collect_ids(corpus) == {"u", "talk"}
    assert collect_ids(Corpus.by_position(["a"], "hyp")) == set()
    assert [is_keyed(lines("u-1 a")), is_keyed(lines("the cat"))] == [True, False]
    assert [is_keyed(corpus), is_keyed(Corpus.by_position(["a"], "hyp"))] == [True, False]


def test_an_id_column_needs_a_table() -> None:
    table = Corpus(["u"], ["a"], "ref", format="csv")
    check_id_column([lines("a"), table])
    for found, kind in ((lines("u-1 a"), "kaldi"), (lines("the cat"), "lines"), (lines("a (u-1)"), "trn")):
        with pytest.raises(ScoreError, match=rf"^hyp: is read as {kind}, which has no columns to choose from$"):
            check_id_column([found])
    with pytest.raises(ScoreError, match=r"^ref: is read as ctm, which has no columns"):
        check_id_column([Corpus(["u"], ["a"], "ref", format="ctm")])


def test_the_format_of_a_file_by_name_or_content(place: Place) -> None:
    (name, empty) = place("both.csv", "id,text\nu,a\n"), place("empty")
    side = Side(name, "ref")
    assert detect_name(side, load_files(side.path, None, "utf-8")) == "csv"
    assert detect_name(Side(name, "ref", format="tsv"), load_files(side.path, None, "utf-8")) == "tsv"
    assert detect_name(Side(empty, "ref"), load_files(empty, None, "utf-8")) is None
    assert detect_name(Side(".", "ref"), None) is None
    assert detect_name(side, None) == "parquet"


def test_a_side_is_opened_as_lines_only_where_nothing_tells_more(place: Place) -> None:
    plain = place("plain", "u-1 a\n")
    assert isinstance(open_side(Side(plain, "ref")), Lines)
    for side in (
        Side(plain, "ref", format="kaldi"),
        Side(f"ark:{plain}", "ref"),
        Side(place("a.trn", "a (u)\n"), "ref"),
    ):
        assert isinstance(open_side(side), Corpus)
    with pytest.raises(ScoreError, match="which has no columns to choose from"):
        open_side(Side(plain, "ref", text="said"))
    place("p.1", "u-1 a\n")
    place("p.2", "u-2 b\nu-3 c\n")
    found = open_side(Side("p.?", "hyp"))
    assert isinstance(found, Lines)
    assert [found.name, list(found.lines)] == ["p.?", ["u-1 a", "u-2 b", "u-3 c"]]


def test_rows_are_paired_as_they_stand_where_ids_come_again() -> None:
    left, right = Corpus(["s", "s"], ["a", "b"], "t"), Corpus(["s", "s"], ["a", "c"], "t")
    ours, theirs = pair_rows(left, right)
    assert [ours.keys, theirs.keys, ours.keyed, theirs.keyed] == [["1", "2"], ["1", "2"], False, False]
    assert [*map(str, theirs.notes)] == ["utterance IDs of t repeat, so its rows are paired in order"]
    assert theirs.notes[0].ids == ("s",)
    once = Corpus(["s", "t"], ["a", "b"], "t")
    assert pair_rows(once, right) == (once, right)


SAID = Corpus(["a", "b", "c"], ["x", "y", "z"], "ref")


def join(place: Place, *parts: tuple[str, Lines | Corpus], reference: Corpus = SAID) -> Corpus | None:
    given = [Side(place(name), "hyp") for name, _ in parts]
    return join_files(reference, [part for _, part in parts], given)


def test_files_that_are_named_as_recordings_are_one_system(place: Place) -> None:
    found = join(place, ("a.txt", lines("one", "two")), ("b.txt", lines("three")))
    assert found is not None
    assert [list(found.keys), list(found.texts), found.name] == [["a", "b"], ["one two", "three"], "*.txt"]
    assert [*map(str, found.notes)] == [
        "2 files read as one system, *.txt: each is the text of the recording in its name"
    ]
    one = join(place, ("a.txt", lines("one")))
    assert one is not None
    assert [*map(str, one.notes)] == ["a.txt is read as the text of the recording a, by its name"]
    assert join(place, ("a.txt", lines("one")), ("z.txt", lines("two"))) is not None  # half of the names
    assert join(place, ("a.txt", lines("one")), ("y.txt", lines("")), ("z.txt", lines("two"))) is None
    assert join(place, ("y.txt", lines("one"))) is None
    assert join_files(SAID, [lines("one")], [Side("not there", "hyp")]) is None


def test_files_of_different_utterances_are_one_system(place: Place) -> None:
    words = ("one", Corpus(["a"], ["x"], "one")), ("two", lines("b y", "c z"))
    assert join(place, *words) is None  # which may be IDs or not
    said = Corpus(["u-1", "u-2", "u-3"], [""] * 3, "ref")
    parts = ("one", lines("u-1 x")), ("two", lines("u-2 y", "u-3 z"))
    found = join(place, *parts, reference=said)
    assert found is not None
    assert list(found.keys) == ["u-1", "u-2", "u-3"]
    assert str(found.notes[0]) == "2 files read as one system, *: no utterance is in two of them"
    for kind, written in (("kaldi", "{1} {0}"), ("trn", "{0} ({1})")):
        named = [(key, lines(written.format(text, key))) for key, text in (("u-1", "x"), ("u-2", "y"))]
        found = join(place, *named, reference=said)  # their IDs tell as much as the names of the files
        assert found is not None
        assert [list(found.keys), list(found.texts), found.format] == [["u-1", "u-2"], ["x", "y"], kind]
    assert join(place, ("one", lines("u-1 x")), ("two", lines("u-1 y")), reference=said) is None  # two systems
    assert join(place, ("one", lines("u-1 x")), ("two", lines("u-9 y")), reference=said) is None


def test_files_follow_each_other_by_the_numbers_in_their_names(place: Place) -> None:
    for name in ("h.10", "h.9", "h.2", "h.1"):
        place(name, "" if name == "h.1" else "a\n")
    assert expand_pattern("h.*") == ["h.2", "h.9", "h.10"]
    assert expand_pattern("h.1") == ["h.1"]
    place("e.2"), place("e.1")
    assert expand_pattern("e.*") == ["e.1"]  # all are empty
    assert expand_pattern(place("h.[x]")) == ["h.[x]"]  # the name of a file
    with pytest.raises(ScoreError, match=r"^z\*: no file matches the pattern$"):
        expand_pattern("z*")
    assert sorted(["b2", "b10", "a"], key=natural_key) == ["a", "b2", "b10"]
    assert sorted(["h01", "h1"], key=natural_key) == ["h01", "h1"]


def test_parts_of_a_pattern_are_one_corpus() -> None:
    one = Corpus(["a"], ["x"], "h.1", fields={"speaker": ["eve"]}, format="csv")
    two = Corpus(["b", "c"], ["y", "z"], "h.2", fields={"room": ["1", "2"]}, format="csv")
    found = join_shards("h.*", [one, two])
    assert [found.keys, found.texts, found.name, found.format] == [["a", "b", "c"], ["x", "y", "z"], "h.*", "csv"]
    assert found.fields == {"speaker": ["eve", "", ""], "room": ["", "1", "2"]}
    assert found.words is None
    with pytest.raises(ScoreError) as refused:
        join_shards("h.*", [one, Corpus(["b"], ["y"], "h.2", format="tsv")])
    assert str(refused.value) == (
        "h.*: its files have different formats, h.1 as csv and h.2 as tsv; name one with --format"
    )
    unkeyed = join_shards("h.*", [Corpus.by_position(["x"], "h.1"), Corpus.by_position(["y", "z"], "h.2")])
    assert [unkeyed.keys, list(unkeyed.texts), unkeyed.keyed] == [["1", "2", "3"], ["x", "y", "z"], False]
    timed = Corpus(["a"], ["x"], "h.1", words=[[]])
    assert join_shards("h.*", [timed, Corpus(["b"], ["y"], "h.2", words=[()])]).words == [[], ()]
    assert join_shards("h.*", [timed, Corpus(["b"], ["y"], "h.2")]).words is None
