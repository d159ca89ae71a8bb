"""icefall's recogs and errs, on what icefall itself wrote."""

from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen import Corpus, ScoreError
from mondegreen.formats import read, write
from mondegreen.formats.icefall import Errs, Icefall
from mondegreen.formats.reading import Reading
from oracles import TOOLKIT_FILES

NAME = "test-clean-epoch-30_avg-9__greedy_search__beam-size-4.txt"


def recogs(*lines: str) -> Corpus:
    return Icefall.read(lines, Reading("file"))


def test_both_sides_are_there() -> None:
    found = recogs("a-1:\tref=['IT', \"DON'T\"]", "a-1:\thyp=['IT']", "a-2:\tref=[]", "a-2:\thyp=['O\\'K \\u00e9']")
    assert list(found.keys) == ["a-1", "a-2"]
    assert list(found.texts) == ["IT", "O'K é"]
    assert found.fields == {"reference": ["IT DON'T", ""]}
    assert [*map(str, found.notes)] == [
        "1 utterance of file in which a word of the list has spaces, taken as several words: a-2"
    ]


def test_times_are_those_of_the_words() -> None:
    found = recogs("u:\tref=['A']", "u:\thyp=['B', 'C']", "u:\ttimestamp_ref=[0.040]", "u:\ttimestamp_hyp=[0.080, 1.5]")
    assert found.words == [[("B", 0.08, 0.08, None), ("C", 1.5, 1.5, None)]]
    assert found.fields["timestamp_ref"] == ["0.040"]
    spans = recogs("u:\thyp=['B', 'C']", "u:\ttimestamp_hyp=[(0.08, 0.1), (0.1, 0.25)]")
    assert spans.words == [[("B", 0.08, 0.1, None), ("C", 0.1, 0.25, None)]]


BAD = [
    (["u:\thyp=['A'"], "this is no list of words"),
    (["u:\thyp=['A', 1]"], "this is no list of words"),
    (["u:\thyp=[__import__('os').getcwd()]"], "this is no list of words"),
    (["u:\thyp=['\\ud800']"], "this is no list of words"),
    (["u:\thyp=['\\x']"], "this is no list of words"),
    (["u A"], "expected a cut's id"),
    (["u:\thyp=['A']", "u:\ttimestamp_hyp=[0.1, 0.2]"], "holds 2 times for 1 words"),
    (["u:\thyp=['A']", "u:\ttimestamp_hyp=[-0.1]"], "is negative"),
    (["u:\thyp=['A']", "u:\ttimestamp_hyp=[nan]"], "is not a number"),
    (["u:\thyp=['A']", "u:\ttimestamp_hyp=[(0.2, 0.1)]"], "is before the start"),
    (["u:\thyp=['A']", "u:\ttimestamp_hyp=[0.1", "v:\thyp=[]"], "this is no list of times"),
]


@pytest.mark.parametrize(("lines", "what"), BAD)
def test_what_cannot_be_read_is_named(lines: list[str], what: str) -> None:
    with pytest.raises(ScoreError, match=what) as raised:
        recogs("w:\thyp=['A']", "w:\ttimestamp_hyp=[0.1]", *lines) if "time" in "".join(lines) else recogs(*lines)
    assert raised.value.path == "file"
    assert raised.value.line is not None


@pytest.mark.parametrize("name", [f"recogs-{NAME}", "recogs-test-clean-timestamps.txt"])
def test_what_icefall_wrote_comes_back_byte_for_byte(name: str, tmp_path: Path) -> None:
    original = TOOLKIT_FILES / "icefall" / "inputs" / name
    corpus = read(original)
    assert [corpus.format, len(corpus), corpus.notes, list(Icefall.list_losses(corpus))] == ["icefall", 12, (), []]
    write(corpus, tmp_path / "again", "icefall")
    assert (tmp_path / "again").read_bytes() == original.read_bytes()


def test_errs_hold_the_same_and_their_figures_are_found_again() -> None:
    folder = TOOLKIT_FILES / "icefall"
    found = read(folder / "expected" / f"errs-{NAME}")
    expected = read(folder / "inputs" / f"recogs-{NAME}")
    assert [found.format, list(found)] == ["errs", list(expected)]
    wer = mg.score(folder / "inputs" / f"recogs-{NAME}", metrics=["wer"])["wer"]
    first, second = (folder / "expected" / f"errs-{NAME}").read_text(encoding="utf-8").splitlines()[:2]
    errors, words, substitutions, deletions, insertions = (int(each) for each in wer.rows.total().values())
    assert first == f"%WER = {wer.value:.2f}"
    assert second == (
        f"Errors: {insertions} insertions, {deletions} deletions, {substitutions} substitutions, "
        f"over {words} reference words ({words - deletions - substitutions} correct)"
    )
    assert errors == insertions + deletions + substitutions


HEAD = ["%WER = 0.00", "Errors: 0 insertions", "", "PER-UTT DETAILS: corr or (ref->hyp)  "]


@pytest.mark.parametrize(
    ("line", "reference", "text"),
    [
        ("a (b c->d) e", "a b c e", "a d e"),
        ("(a->*) (*->b)", "a", "b"),
        ("(a) b (uh->um)", "(a) b uh", "(a) b um"),  # brackets without an arrow are letters
        ("", "", ""),
    ],
)
def test_details(line: str, reference: str, text: str) -> None:
    found = Errs.read([*HEAD, f"u:\t{line}", "", "SUBSTITUTIONS: count ref -> hyp"], Reading("file"))
    assert [list(found.keys), list(found.texts), found.fields] == [["u"], [text], {"reference": [reference]}]


def test_errs_that_cannot_be_read() -> None:
    with pytest.raises(ScoreError, match="file:5: expected a cut's id, a colon, a TAB"):
        Errs.read([*HEAD, "no key"], Reading("file"))
    with pytest.raises(ScoreError, match="file: has no line PER-UTT DETAILS"):
        Errs.read(HEAD[:3], Reading("file"))
