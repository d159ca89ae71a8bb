"""Tables: built as an independent implementation builds them, and files that say what is wrong with them."""

import math
from pathlib import Path

import numpy as np
import pytest

from mondegreen.errors import ScoreError
from mondegreen.lexicon import space
from mondegreen.simulation import Candidate, Rules, Table
from mondegreen.simulation.pronunciations import load_pronunciations

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
        (Rules(threshold=0.5), ["cat"], "no word has a candidate nearer in sound than 0.5"),
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
        ("", "t.tsv: this is no substitution table"),
        ("utt-1 a b\n", "t.tsv: this is no substitution table"),
        (TITLE, "t.tsv:1: the table ends before it begins"),
        (TITLE + COLUMNS, "t.tsv: the table is empty"),
        (TITLE + "word\tcandidate\n", "t.tsv:2: expected the names of the columns"),
        (TITLE + COLUMNS + "a\tb\t1\n", "t.tsv:3: expected 5 fields"),
        (TITLE + COLUMNS + "a\tb\tx\t1\t1\n", "t.tsv:3: could not convert"),
        (TITLE + COLUMNS + "a\tb\t0.5\t1\t1\n", 't.tsv:3: the probabilities of "a" add up to 0.5'),
        (TITLE + COLUMNS + "a\tb\tnan\t1\t1\n", "t.tsv:3: a probability is a number over 0"),
        (TITLE + COLUMNS + "a\tb\t1.5\t1\t1\na\tc\t-0.5\t1\t1\n", "t.tsv:3: a probability is a number over 0"),
        (TITLE + COLUMNS + "a\tb\t1\t-1\t1\n", "t.tsv:3: a distance is a number of 0 or more"),
        (TITLE + COLUMNS + "a\tb\t1\tinf\t1\n", "t.tsv:3: a distance is a number of 0 or more"),
        (TITLE + COLUMNS + "a\t\t1\t1\t1\n", "t.tsv:3: there is no candidate"),
        (TITLE + COLUMNS + "\tb\t1\t1\t1\n", "t.tsv:3: there is no word"),
        (TITLE + COLUMNS + "A\ta\t1\t1\t1\n", 't.tsv:3: "a" is no error in place of "A"'),
        (TITLE + COLUMNS + "a\tb\t1\t1\t1\nc\tb\t1\t1\t1\nA\tb\t1\t1\t1\n", 't.tsv:5: "a" comes a second time'),
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
