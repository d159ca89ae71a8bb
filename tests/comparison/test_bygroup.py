"""Where systems differ: by part of speech, by kinds of words, by columns; and with marks."""

import math
from pathlib import Path

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.comparison.bygroup import Both, check_group_name, compare_groups
from mondegreen.comparison.standings import Marked, Standing, compare_marks, read_marks
from mondegreen.results.interval import Bootstrap
from mondegreen.results.word_groups import WAYS, doubling_range, group_words
from toys import TOYS

KEYS = ["u1", "u2", "u3", "u4"]
REFERENCES = ["a b c y", "a a bb", "", "yb"]
BASE = ["x d c", "a x bb", "e", "z"]
SYSTEM = ["a d c y", "a bb", "", "yb"]


def scored(texts: list[str], *metrics: str) -> mg.Run:
    reference = mg.Corpus(KEYS, REFERENCES, "ref", fields={"speaker": ["ann", "eve", "eve", "ann"]})
    hypothesis = mg.Corpus(KEYS, texts, "hyp")
    return mg.score(reference, hypothesis, metrics or ["wer"], policy="sub-first", resources=mg.Resources(None, TOYS))


def compared(name: str, *metrics: str) -> dict[str, Both]:
    return {each.group: each for each in compare_groups(scored(BASE, *metrics), scored(SYSTEM, *metrics), name)}


@pytest.mark.parametrize("metrics", [["wer"], ["ember"]])
def test_distance_by_part_of_speech(metrics: list[str]) -> None:
    """The tagger of the toys takes the first letter; the cosine of a and x is 0.8, that of b and d -1."""
    found = compared("upos", *metrics)
    # Of three a the baseline has x for two; of two, for one of the system's three was lost, none is wrong.
    assert [found["a"].base, found["a"].system] == pytest.approx([100 * (0.2 + 0.2) / 3, 0], abs=1e-4)
    assert found["a"].relative == pytest.approx(-100)
    # b is taken for d by both, and bb is right: 2 / 2.
    assert [found["b"].base, found["b"].system, found["b"].relative] == pytest.approx([100, 100, 0], abs=1e-4)
    assert found["c"].base == found["c"].system == 0
    assert math.isnan(found["c"].relative)
    # The baseline lost one y, which has no part, and took the other, which has no vector, for z.
    assert [found["y"].base, found["y"].system, found["y"].units] == [100, 0, 1]
    assert {each.what for each in found.values()} == {"distance"}
    assert list(found) == ["a", "y", "b", "c"]  # the largest reduction first, none at the end


def test_errors_by_kind_of_word() -> None:
    assert {name: (each.base, each.system, each.units) for name, each in compared("word-class").items()} == {
        "a": (pytest.approx(200 / 3), pytest.approx(100 / 3), 3),
        "b": (50, 50, 2),
        "c": (0, 0, 1),
        "y": (100, 0, 2),
    }
    assert {name: each.units for name, each in compared("word-length").items()} == {"1": 6, "2": 2}
    lengths = [each.name for each in group_words(mg.score(["b" * 13, "b" * 12, "b" * 11], ["", "", ""]), "word-length")]
    assert lengths == ["11", "12 or more"]
    assert {each.what for each in compared("word-class").values()} == {"errors"}
    frequency = compared("word-frequency")  # a is there three times, all others once
    assert [(name, each.units) for name, each in frequency.items()] == [("1", 5), ("2-3", 3)]
    assert frequency["2-3"].base == pytest.approx(200 / 3)


def test_errors_by_position() -> None:
    run = mg.score(["a b c d e f g h i j", "k"], ["x b c d e f g h i", "k"], policy="sub-first")
    found = group_words(run, "position")
    assert [(each.name, each.words, each.rate) for each in found] == [
        ("fifth 1", 3, pytest.approx(100 / 3)),
        ("fifth 2", 2, 0),
        ("fifth 3", 2, 0),
        ("fifth 4", 2, 0),
        ("fifth 5", 2, 50),
    ]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("size", [1, 3, 65_536])
def test_every_word_is_in_one_group(monkeypatch: pytest.MonkeyPatch, way: str, size: int) -> None:
    whole = group_words(scored(BASE), way)
    monkeypatch.setattr("mondegreen.batch.SIZE", size)
    run = scored(BASE)
    assert group_words(run, way) == whole
    assert sum(each.words for each in whole) == run["wer"].total.words
    assert sum(each.substitutions for each in whole) == run["wer"].total.substitutions
    assert sum(each.deletions for each in whole) == run["wer"].total.deletions


def test_tags_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "tags").write_text("u1 N V\nu2 N\n", encoding="utf-8")
    resources = mg.Resources(None, {"ref-tags": str(tmp_path / "tags")})
    run = mg.score({"u1": "a b", "u2": "c"}, {"u1": "a x", "u2": "c"}, resources=resources)
    assert [(each.name, each.words, each.rate) for each in group_words(run, "word-class")] == [
        ("N", 2, 0),
        ("V", 1, 100),
    ]


def test_columns() -> None:
    found = compare_groups(scored(BASE, "wer", "ser"), scored(SYSTEM, "wer", "ser"), "speaker")
    assert [(each.group, each.what, each.base, each.system, each.units) for each in found] == [
        ("ann", "wer", 80, 20, 2),
        ("eve", "wer", pytest.approx(200 / 3), pytest.approx(100 / 3), 2),
        ("ann", "ser", 100, 50, 2),
        ("eve", "ser", 100, 50, 2),
    ]
    assert found[0].relative == -75


def test_utterance_lengths_stand_in_their_order() -> None:
    found = compare_groups(scored(BASE), scored(SYSTEM), "utterance-length")
    assert [(each.group, each.units) for each in found] == [("0", 1), ("1", 1), ("2-3", 1), ("4-7", 1)]
    assert math.isnan(found[0].base)


@pytest.mark.parametrize(("count", "step"), [(1, "1"), (2, "2-3"), (3, "2-3"), (4, "4-7"), (1023, "512-1023")])
def test_steps_double(count: int, step: str) -> None:
    assert doubling_range(count) == step


def test_an_unknown_name_is_refused() -> None:
    check_group_name([scored(BASE)], "speaker")
    with pytest.raises(mg.ScoreError, match='there is no column "upoz"'):
        check_group_name([scored(BASE)], "upoz")


def ratio(marks: list[float], gains: list[float]) -> Marked:
    gain = np.array(gains)
    groups = mg.score([""] * len(gain), [""] * len(gain)).groups("utterance")
    return compare_marks(np.array(marks), Standing(gain, gain, gain), groups, Bootstrap(resamples=500))


def test_marks_by_hand() -> None:
    found = ratio([2, 0, 1, 1, 0], [-1, -2, 0, 3, 1])
    assert [found.worse, found.others, found.mean_worse] == [2, 3, 1]
    assert found.mean_others == pytest.approx(2 / 3)
    assert found.ratio == pytest.approx(1.5)
    assert found.low < 1.5 < found.high


def test_the_interval_of_a_ratio_narrows_with_more() -> None:
    few, many = (ratio([2, 0, 1, 1, 0] * times, [-1, -2, 0, 3, 1] * times) for times in (20, 500))
    assert many.high - many.low < 0.35 * (few.high - few.low)
    assert many.low < 1.5 < many.high


@pytest.mark.parametrize(
    ("marks", "gains"), [([1, 1], [1, 1]), ([1, 0], [-1, 1]), ([1, 1], [-1, -1]), ([0, 0], [-1, 1]), ([1], [-1])]
)
def test_ratios_that_are_not_defined(marks: list[float], gains: list[float]) -> None:
    assert math.isnan(ratio(marks, gains).ratio)


@pytest.mark.parametrize(
    ("base", "system", "names"),
    [
        (["p", "q"], None, ["p", "q"]),
        (None, ["q", "p"], ["q", "p"]),
        (["p", "q"], ["x", "y"], ["p", "q"]),  # the baseline's own
    ],
)
def test_a_column_of_either_run_will_do(base: list[str] | None, system: list[str] | None, names: list[str]) -> None:
    one, other = (
        mg.score(
            mg.Corpus(["u", "v"], ["a b", "c"], "r", fields={"day": days} if days else {}),
            mg.Corpus(["u", "v"], ["a", text], "h"),
            ["wer"],
        )
        for days, text in ((base, "x"), (system, "c"))
    )
    found = compare_groups(one, other, "day")
    assert [(each.group, each.base, each.system, each.change) for each in found] == [
        (names[0], 50, 50, 0),
        (names[1], 100, 0, -100),
    ]


def test_words_are_not_grouped_in_sessions() -> None:
    run = mg.score_sessions({"s_1": "a"}, {"s_x": "a"})
    noun = run.pairs.noun
    for name in ("upos", "word-length"):
        with pytest.raises(
            mg.ScoreError,
            match=f"^{name} groups words, and which of a {noun} are right each metric says in its own way$",
        ):
            check_group_name([run], name)
    for name in ("utterance-length", noun):
        check_group_name([run], name)


@pytest.mark.parametrize(
    ("text", "found"), [("u1 0\nu2 2\n", {"u1": 0.0, "u2": 2.0}), ("u1 0.5\n", {"u1": 0.5}), ("", {})]
)
def test_marks_of_a_file(text: str, found: dict[str, float], tmp_path: Path) -> None:
    (tmp_path / "marks").write_text(text, encoding="utf-8")
    assert read_marks(str(tmp_path / "marks")) == found


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("u1 1\nu2 x\n", 'marks: utterance u2: "x" is not a number$'),
        ("u1 -1\n", "marks: utterance u1: -1 is not a number of marks, which is 0 or more$"),
        ("u1 inf\n", "marks: utterance u1: inf is not a number of marks"),
        ("u1 nan\n", "marks: utterance u1: nan is not a number of marks"),
    ],
)
def test_what_is_no_number_of_marks(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "marks").write_text(text, encoding="utf-8")
    with pytest.raises(mg.ScoreError, match=sentence):
        read_marks(str(tmp_path / "marks"))
