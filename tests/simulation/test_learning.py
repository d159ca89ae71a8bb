"""What is learned from systems and shown of them, at its limits: smoothing, reports of sclite's, classes, phrases."""

import math
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from bars import watched
from mondegreen.errors import ScoreError
from mondegreen.lexicon.space import Space
from mondegreen.reports import texts as reports
from mondegreen.resources import Resources
from mondegreen.resources.analysis import Analysis, Sentence
from mondegreen.simulation import Beyond, Candidate, Table, corrupt
from mondegreen.simulation.building import PhraseFinder, add_phrases, make_candidates
from mondegreen.simulation.profile import (
    Profile,
    check_profile,
    classify_by_length,
    classify_by_tag,
    estimate_counts,
    estimate_rates,
    learn_profile,
    make_beyond,
    measure_profile,
    mix_tables,
    scale_rates,
    select_most_frequent,
    smooth_rate,
)
from mondegreen.simulation.pronunciations import Dictionary
from mondegreen.simulation.rates import ErrorWeights, TargetRates
from mondegreen.simulation.simulation import adjust_rate, clip_rates

NAN = math.nan


def profile(words: int = 100, **named: Any) -> Profile:
    """Ten of a hundred words replaced, five lost and five too many."""
    usual: dict[str, Any] = {
        "spoken": {"a": 60, "b": 40},
        "confusions": {"a": {"x": 6, "y": 2}, "b": {"x": 2}},
        "lost": {"b": 5},
        "added": {"uh": 5},
    }
    return Profile("system", words, **usual | named)


# --- profiles ---


def test_rates_are_per_word_of_the_reference() -> None:
    found = profile()
    assert (found.substitutions, found.deletions, found.insertions) == (0.1, 0.05, 0.05)
    assert found.rate == pytest.approx(0.2)
    assert found.replaced == {"a": 8, "b": 2}
    assert found.count_by_class({"b": "other"}) == {"": (60, 8, 0), "other": (40, 2, 5)}
    assert all(math.isnan(value) for value in (profile(0).substitutions, profile(0).deletions, profile(0).insertions))
    assert (math.isnan(found.run), found.again) == (True, 0.0)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "run", "again"),
    [
        ("a b c", "a b c", NAN, 0.0),
        ("a b c", "x b c", 1.0, 0.0),
        ("a b c", "x y c", 2.0, 0.0),
        ("a b c d", "x y z d", 3.0, 0.0),
        ("a b c d e", "x b y d e", 1.0, 0.0),
        ("a b c", "x y z", 2.0, 0.0),  # of two errors that a word follows both are followed by one: as long as may be
        ("a b c", "a b z", NAN, 0.0),  # no word follows
        ("a b", "a u b", NAN, 0.0),
        ("a b", "a u v b", NAN, 0.5),  # of two words too many one follows another
        ("a b", "u v w a b x", NAN, 0.5),
    ],
)
def test_runs_of_errors(reference: str, hypothesis: str, run: float, again: float) -> None:
    found = measure_profile([reference], [hypothesis], "s")
    assert found.run == pytest.approx(run, nan_ok=True)
    assert found.again == again
    both = measure_profile([reference] * 2, [hypothesis] * 2, "s")  # runs end where utterances do
    assert (both.again, both.words) == (again, 2 * found.words)


@pytest.mark.parametrize(("count", "before", "expected"), [(0, 0.2, 0.2), (5, 0.0, 0.5), (5, 1.0, 1.0)])
def test_what_is_known_before_counts_as_five_sightings(count: int, before: float, expected: float) -> None:
    assert smooth_rate(count, count, before) == pytest.approx(expected)


def test_rates_of_words_are_smoothed_by_their_class_and_that_by_all() -> None:
    found = estimate_rates(profile(), {"a": "one", "b": "two", "new": "two", "odd": "three"}, {"new": 1, "odd": 1})
    of_two = (2 + 5 * 0.1) / 45, (5 + 5 * 0.05) / 45
    assert found["b"] == pytest.approx(((2 + 5 * of_two[0]) / 45, (5 + 5 * of_two[1]) / 45))
    assert found["new"] == pytest.approx(of_two)
    assert found["odd"] == pytest.approx((0.1, 0.05))
    assert found["a"][0] == pytest.approx((8 + 5 * (8 + 5 * 0.1) / 65) / 65)


def test_words_were_said_as_often_as_in_the_text_and_at_least_as_often_as_they_were_wrong() -> None:
    """A text of ten words for a hundred that were said: each stands for ten."""
    unknown = profile(spoken={})
    assert estimate_counts(unknown, {"a": 3, "c": 7}) == {"a": 30.0, "c": 70.0, "b": 7}
    assert estimate_counts(unknown, {"a": 1, "c": 99})["a"] == 8
    assert estimate_counts(unknown, {}) == {"a": 8, "b": 7}


@pytest.mark.parametrize(("rate", "factor"), [(None, 1.0), (0.2, 1.0), (0.1, 0.5), (0.4, 2.0)])
def test_another_rate_has_the_same_shares(rate: float | None, factor: float) -> None:
    assert scale_rates(profile(), rate) == pytest.approx((0.1 * factor, 0.05 * factor, 0.05 * factor))


@pytest.mark.parametrize("run", [NAN, 2.5])
def test_bursts_are_the_systems_where_they_are_known(run: float) -> None:
    weights = ErrorWeights(np.zeros(0), np.zeros(0))
    found = make_beyond(profile(run=run, again=0.25), TargetRates(0.1, 0.2, 0.3), weights)
    assert (found.run, found.again) == (None if math.isnan(run) else run, 0.25)
    assert (found.deletions, found.insertions, found.added, found.weights) == (0.2, 0.3, {"uh": 5}, weights)


def test_the_most_likely_candidate_comes_first() -> None:
    table = Table.of({"a": [Candidate("y", 1.0, 2.0, 0.5)], "z": [Candidate("q", 1.0, 1.0, 1.0)]}, {"vectors": "v"})
    found = mix_tables(profile(), table, ["w"])
    assert list(found) == ["w", "a", "z", "b"]
    assert found["a"] == [
        Candidate("y", 7 / 13, 2.0, 0.5),
        pytest.approx(Candidate("x", 6 / 13, NAN, NAN), nan_ok=True),
    ]
    assert [each.word for each in found["b"]] == ["x"]
    assert found["z"] == table["z"]
    assert found.about == {"vectors": "v", "learned from": "system, 100 words"}


@pytest.mark.parametrize(
    ("rate", "goal", "seen", "expected"),
    [
        (0.1, 0.1, 0.1, 0.1),
        (0.1, 0.12, 0.1, 0.12),
        (0.1, 0.1, 0.125, 0.08),
        (0.1, 0.3, 0.1, 0.15),  # by half as much at most
        (0.15, 0.1, 0.9, 0.1),
        (0.1, 0.3, 0.0, 0.1),
        (0.1, 0.3, NAN, 0.1),
    ],
)
def test_rates_are_moved_by_what_was_missed(rate: float, goal: float, seen: float, expected: float) -> None:
    assert adjust_rate(rate, goal, seen) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (TargetRates(0.5, 0.5, 1.0), (0.5, 0.5, 1.0)),
        (TargetRates(1.0, 1.0, 1.5), (0.5, 0.5, 1.0)),
        (TargetRates(0.9, 0.3, 0.2), (0.75, 0.25, 0.2)),
        (TargetRates(0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
    ],
)
def test_rates_stay_such_as_can_be(wanted: TargetRates, expected: tuple[float, ...]) -> None:
    assert clip_rates(wanted) == pytest.approx(expected)


# --- classes ---


def test_classes_by_length_and_by_tag() -> None:
    words = {"a" * size: size for size in range(1, 12)}
    names = ["1 to 3 letters"] * 3 + ["4 to 6 letters"] * 3 + ["7 to 9 letters"] * 3 + ["over 9 letters"] * 2
    assert list(classify_by_length(words).values()) == names
    seen = {"run": Counter(NOUN=1, VERB=2), "fly": Counter(VERB=1, NOUN=1)}
    assert select_most_frequent(seen) == {"run": "VERB", "fly": "NOUN"}


class ByPlace:
    """Tags words by their place: the first of a sentence is a noun, all others verbs."""

    identity = "places-1"

    def annotate(self, sentences: Sequence[Sentence]) -> Iterable[Analysis]:
        for each in sentences:
            words = each.split() if isinstance(each, str) else each
            tags = ["NOUN", *["VERB"] * (len(words) - 1)][: len(words)]
            yield Analysis(tuple(words), tuple(tags), tuple(tags))


def test_a_word_is_of_the_part_of_speech_that_it_has_most_often() -> None:
    """Once a noun and twice a verb; of words that are each as often the first in the order of letters."""
    texts = ["fly high", "they fly", "we fly", "high they", ""]
    found = classify_by_tag(texts, Resources(None, {"analyzer": ByPlace()}))
    assert found == {"fly": "VERB", "high": "NOUN", "they": "NOUN", "we": "NOUN"}


# --- reports of sclite's ---

HEAD = "DETAILED OVERALL REPORT FOR THE SYSTEM: hyp.trn\n\nRef. words                =           (  20)\n\n"
LISTS = {
    "CONFUSION PAIRS": ["   1:    3  ->  Chat ==> chien", "   2:    1  ->  le ==> la"],
    "INSERTIONS": ["   1:    2  ->  ET"],
    "DELETIONS": ["   1:    1  ->  le"],
    "SUBSTITUTIONS": ["   1:    9  ->  chat"],
    "FALSELY RECOGNIZED": ["   1:    9  ->  chien"],
}


def dtl(order: Sequence[str], between: str = "") -> str:
    """A report with its lists in an order, and lines between that are no entries."""
    parts = [
        f"{name}{' ' * 20}Total                 ({len(LISTS[name])})\n{between}"
        + "".join(f"{line}\n{between}" for line in LISTS[name])
        + "     -------\n   7:    7  ->  left ==> over\n\n"
        for name in order
    ]
    return HEAD + "".join(parts)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("between", ["", "\n", "                    With >=  1 occurrences (1)\n"])
def test_lists_of_a_report_in_any_order_with_other_lines_between(tmp_path: Path, seed: int, between: str) -> None:
    """What follows the end of a list belongs to none; other lists tell the same again."""
    order = random.Random(seed).sample(sorted(LISTS), len(LISTS))
    (tmp_path / "x.dtl").write_text(dtl(order, between), encoding="utf-8")
    found = learn_profile([str(tmp_path / "x.dtl")])
    assert found.confusions == {"chat": {"chien": 3}, "le": {"la": 1}}
    if order.index("SUBSTITUTIONS") > order.index("DELETIONS"):
        assert found.lost == {"le": 1}
    assert (found.added, found.words, found.spoken) == ({"et": 2}, 20, {})


def test_a_report_in_latin_1(tmp_path: Path) -> None:
    text = dtl(list(LISTS)).replace("Chat ==> chien", "Été ==> ete")
    (tmp_path / "x.dtl").write_bytes(text.encode("latin-1"))
    assert learn_profile([str(tmp_path / "x.dtl")]).confusions["été"] == {"ete": 3}


@pytest.mark.parametrize(
    ("found", "what"),
    [
        (profile(0), "x: nothing can be learned from references without a word"),
        (profile(1, confusions={}, lost={}, added={}), "x: nothing can be learned from a system without errors"),
    ],
)
def test_what_teaches_nothing(found: Profile, what: str) -> None:
    with pytest.raises(ScoreError, match=what):
        check_profile(found, "x")
    one = profile(1, confusions={}, lost={}, added={"uh": 1})
    assert check_profile(one, "x") is one


# --- what is shown ---


def test_the_errors_that_were_wanted_made_and_found() -> None:
    table = Table.of({"a": [Candidate("b", 1.0, 1.0, 1.0)]})
    made = corrupt(["a a z z"] * 5, table, 0.2, mode="exact", beyond=Beyond(0.1, 0.15))
    assert made.counts == (4, 2, 3)
    found = profile(20, confusions={"a": {"b": 5}}, lost={"a": 1}, added={"a": 2})
    block = reports.make_error_table(made, TargetRates(0.2, 0.1, 0.15), found, ["more"])
    shown = cast("Any", block)
    assert shown.rows == [
        ["substitutions", 20.0, 4, 20.0, 5, 25.0],
        ["deletions", 10.0, 2, 10.0, 1, 5.0],
        ["insertions", 15.0, 3, 15.0, 2, 10.0],
    ]
    assert shown.foot == [["word error rate", pytest.approx(45.0), 9, 45.0, 8, 40.0]]
    assert shown.note == "10 of 20 words have no candidates; aligned: errors as the aligner counts them; more"


def test_a_system_beside_its_likeness() -> None:
    """Of words of no class people read `others`; where the system's report tells no words its shares are undefined."""
    system, made = profile(run=2.0, spoken={}), profile(50, run=1.5)
    first, second = (cast("Any", block) for block in reports.make_likeness_tables(system, made, {"b": "two"}))
    assert [row[0] for row in first.rows] == [
        "reference words",
        "word error rate, %",
        *(f"{kind}, %" for kind in ("substitutions", "deletions", "insertions")),
        *(f"share of {kind}, %" for kind in ("substitutions", "deletions", "insertions")),
        "words in a run of errors",
    ]
    assert [row[1] for row in first.rows] == pytest.approx([100, 20, 10, 5, 5, 50, 25, 25, 2.0])
    assert [row[2] for row in first.rows] == pytest.approx([50, 40, 20, 10, 10, 50, 25, 25, 1.5])
    assert str(second.rows) == str(
        [["others", 0, NAN, NAN, 60, 100 * 8 / 60, 0.0], ["two", 0, NAN, NAN, 40, 5.0, 12.5]]
    )
    assert second.note == "a dtl holds neither word counts nor the order of errors"
    assert cast("Any", reports.make_class_table((made, made), {})).note == ""


# --- phrases ---

SAID = {
    "ice": ["AY", "S"],
    "cream": ["K", "R", "IY", "M"],
    "icecream": ["AY", "S", "K", "R", "IY", "M"],
    "eyes": ["AY", "Z"],
    "x-y": ["K"],
}


def phrases(words: Sequence[str] = tuple(SAID), said: Mapping[str, Sequence[str]] = SAID) -> PhraseFinder:
    space = Space(list(words), np.ones((len(words), 2), np.float32), "s")
    return PhraseFinder(space, Dictionary({word: [list(way)] for word, way in said.items()}, "own"))


def test_phrases_are_of_words_that_are_said() -> None:
    made = phrases([*SAID, "unsaid", "ice"])
    assert made.words == ["ice", "cream", "icecream", "eyes"]  # letters alone, each once, with a pronunciation


def test_a_word_is_heard_as_two_and_two_as_one() -> None:
    """Ice and cream together sound as icecream does; eyes differs from ice by the voice of one sound."""
    made = phrases()
    found = made.find_splits(["icecream", "eyes"])["icecream"]
    assert found[:2] == [("ice cream", 0.0), ("eyes cream", 1.0)]
    assert all("icecream" not in pair.split() for pair, _ in found)
    merged = made.find_merges([("ice", "cream"), ("eyes", "cream"), ("unsaid", "cream")])
    assert merged["ice cream"][0] == ("icecream", 0.0)
    assert merged["eyes cream"][0] == ("icecream", 1.0)
    assert merged["unsaid cream"] == []
    assert all(word not in pair.split() for pair, row in merged.items() for word, _ in row)


def test_half_of_the_share_are_two_words_for_one() -> None:
    table = Table.of(
        {
            "icecream": [Candidate("cream", 1.0, 9.0, 0.5)],
            "ice": [Candidate("eyes", 1.0, 1.0, 0.5)],
            "cream": [Candidate("ice", 1.0, 9.0, 0.5)],
        },
        {"vectors": "v"},
    )
    texts = ["icecream ice cream", "zzz icecream", "ice zzz cream"]
    found, extra = add_phrases(table, texts, phrases(), 0.5)
    assert found.about == {"vectors": "v", "phrases": "0.5"}
    chances = {each.word: each.probability for each in found["icecream"]}
    assert chances["cream"] == 0.75
    assert sum(chances.values()) == pytest.approx(1.0)
    assert sum(chance for word, chance in chances.items() if " " in word) == pytest.approx(0.25)
    assert sum(each.probability for each in found["ice cream"]) == pytest.approx(1.0)
    assert "cream ice" not in found
    split = {word for word in ("icecream", "ice", "cream") if any(" " in each.word for each in found[word])}
    merged = {pair for pair in ("ice cream", "icecream ice") if pair in found}
    singles = {"icecream": 2, "ice": 2, "cream": 2}
    assert extra == pytest.approx(0.25 * (sum(singles[word] for word in split) + len(merged)) / 6)


def test_phrases_are_as_likely_as_the_kernel_has_it() -> None:
    """Distances of 1 and 3 have the mean 2, which is the width: exp(-1/8) to exp(-9/8), or e to 1."""
    found = list(make_candidates([("a b", 1.0), ("c d", 3.0)], 0.4))
    assert [each.probability for each in found] == pytest.approx([0.4 * math.e / (1 + math.e), 0.4 / (1 + math.e)])
    assert [each.phonological for each in found] == [1.0, 3.0]
    assert all(math.isnan(each.semantic) for each in found)
    assert [each.probability for each in make_candidates([("a b", 0.0), ("c d", 0.0)], 1.0)] == [0.5, 0.5]


@pytest.mark.parametrize("share", [-0.1, 1.1, NAN])
def test_a_share_is_from_0_to_1(share: float) -> None:
    with pytest.raises(ScoreError, match="the share of phrases is"):
        add_phrases(Table.of({}), [], phrases(), share)
    for limit in (0.0, 1.0):
        assert add_phrases(Table.of({}), [], phrases(), limit)[1] == 0.0


def test_whoever_waits_sees_how_far_the_work_is(monkeypatch: pytest.MonkeyPatch) -> None:
    bars = watched(monkeypatch)
    classify_by_tag(["a b", "c"], Resources(None, {"analyzer": ByPlace()}))
    assert bars["parts of speech"] == (2, 2)
    made = phrases()
    made.find_splits(["icecream", "eyes"])
    assert bars["phrases"] == (2, 2)
    words = list(SAID)
    angles = np.arange(len(words)) * 0.1
    vectors = Space(words, np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32), "s")
    Table.build(words[:3], vectors, SAID)
    assert bars["substitution table"] == (3, 3)
