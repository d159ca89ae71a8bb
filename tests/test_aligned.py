"""Alignments as people read them: words side by side, chunks, text and HTML."""

import pickle
import random
import re

import jiwer
import pytest

import mondegreen as mg
from mondegreen.aligned import GROUNDS
from mondegreen.alignment import UnitName


def test_words_stand_side_by_side() -> None:
    pair = mg.align("the cat sat on", "a the cat sad").pair(0)
    assert pair.words == [
        (None, "a", "I"),
        ("the", "the", "C"),
        ("cat", "cat", "C"),
        ("sat", "sad", "S"),
        ("on", None, "D"),
    ]
    assert pair.errors == 3
    assert repr(pair) == "REF: * the cat sat on\nHYP: a the cat sad **\n     I           S  D"


def draw_text(draw: random.Random) -> str:
    return " ".join(draw.choices(["a", "b", "cc", "d"], k=draw.randrange(1, 6)))


@pytest.mark.parametrize("unit", ["words", "characters"])
def test_chunks_and_views_are_those_of_jiwer(unit: UnitName) -> None:
    draw = random.Random(1)
    for _ in range(200):
        ours, theirs = ([draw_text(draw) for _ in range(3)] for _ in "rh")
        found = mg.align(ours, theirs, policy="rapidfuzz", unit=unit)
        made = jiwer.process_words(ours, theirs) if unit == "words" else jiwer.process_characters(ours, theirs)
        chunks = [[(c.type, c.ref_start_idx, c.ref_end_idx, c.hyp_start_idx, c.hyp_end_idx) for c in each]
                  for each in made.alignments]  # fmt: skip
        assert found.chunks == [pair.chunks for pair in found.pairs] == chunks
        view = jiwer.visualize_alignment(made, show_measures=False, skip_correct=False)
        shown = found.visualize(every=True)
        for number in (1, 2, 3):
            shown = shown.replace(f"{number}\nREF", f"=== SENTENCE {number} ===\n\nREF", 1)
        assert shown == view


def test_an_alignment_shows_itself() -> None:
    found = mg.align(["a b", "c"], ["a x", "c"])
    assert repr(found) == "<Alignment of 2 pairs: 2 words correct, 1 substituted, 0 inserted, 0 deleted>"
    assert str(found) == "1\nREF: a b\nHYP: a x\n       S\n"
    assert [[word.edit for word in pair] for pair in found.words] == [["C", "S"], ["C"]]
    assert repr(pickle.loads(pickle.dumps(found)).pair(0)) == repr(found.pair(0))


def test_a_notebook_shows_no_markup_of_texts() -> None:
    page = mg.align(["<b> a"], ["<i> a"])._repr_html_()
    assert "<b>" not in page
    assert "&lt;b&gt;" in page
    assert mg.align(["<b> a"], ["<i> a"]).pair(0)._repr_html_().removeprefix("<table>").removesuffix("</table>") in page


def test_a_notebook_counts_and_marks_errors_by_more_than_color() -> None:
    page = mg.align(["a b c d"], ["a x c d e"])._repr_html_()
    assert re.findall(r"<td>([^<]+)</td>", page)[:5] == ["3", "1", "0", "1", "50.00 %"]
    assert re.findall(r'title="([^"]+)" style="flex: (\d+)', page) == [
        ("3 correct", "3"),
        ("1 substitutions", "1"),
        ("1 insertions", "1"),
    ]
    assert len(re.findall(r"<td[^>]*>[SI]</td>", page)) == 2
    assert "not defined" in mg.align([""], ["a"])._repr_html_()


@pytest.mark.parametrize("ground", GROUNDS.values())
def test_white_is_read_on_the_ground_of_every_error(ground: str) -> None:
    """The contrast of WCAG 2: (1 + 0.05) / (luminance + 0.05)."""
    parts = [int(ground[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    luminance = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    assert 1.05 / (luminance + 0.05) >= 4.5


def test_a_notebook_shows_some_pairs_of_many() -> None:
    page = mg.align(["a"] * 25, ["b"] * 25)._repr_html_()
    assert page.count("REF") == 20
    assert "and 5 more pairs" in page


def test_tokens_are_shown_as_they_are() -> None:
    assert mg.align([[1, 2]], [[1, 3]]).pair(0).words == [("1", "1", "C"), ("2", "3", "S")]
    with pytest.raises(IndexError):
        mg.align(["a"], ["a"]).pair(1)
