"""Rates, draws and errors at their limits, by hand."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mondegreen._core import Strings
from mondegreen.errors import ScoreError
from mondegreen.simulation import Beyond, Candidate, Rules, Table, corrupt
from mondegreen.simulation import simulation as logs
from mondegreen.simulation.drawing import Edit, make_distinct_ids, select_insertable_words
from mondegreen.simulation.rates import (
    ErrorWeights,
    TargetRates,
    WordCounts,
    compute_probabilities,
    compute_stay_probability,
    describe_unreachable,
    distribute_errors,
    make_default_weights,
    override_weights,
)

NAN = math.nan
TABLE = Table.of(
    {
        "a": [Candidate("b", 1.0, 1.0, 0.5)],
        "four": [Candidate("for", 0.75, 0.0, 0.4), Candidate("door", 0.25, 2.0, 0.3)],
        "none": [],
        "a four": [Candidate("afar", 1.0, 1.0, NAN)],
    }
)


def counted(*counts: int, unknown: int = 0, texts: int = 1) -> WordCounts:
    return WordCounts(np.array(counts, np.int64), unknown, texts)


# --- what is wanted ---


@pytest.mark.parametrize("rates", [(0, 0, 0), (1, 0, 0), (0, 1, 1), (0.5, 0.5, 1)])
def test_rates_up_to_all_words(rates: tuple[float, float, float]) -> None:
    wanted = TargetRates(*rates)
    assert wanted.check() is wanted


@pytest.mark.parametrize(
    ("rates", "what"),
    [
        ((-0.01, 0, 0), "the rate of substitutions is -0.01; give a number from 0 to 1"),
        ((0, 1.01, 0), "the rate of deletions is 1.01"),
        ((0, 0, NAN), "the rate of insertions is nan"),
        ((0.51, 0.5, 0), "the rates add up to more than 1"),
    ],
)
def test_rates_beyond(rates: tuple[float, float, float], what: str) -> None:
    with pytest.raises(ScoreError, match=what):
        TargetRates(*rates).check()


# --- how often each word is wrong ---


def test_probabilities_are_in_the_proportion_of_weights_and_none_above_its_limit() -> None:
    """Of 10 + 10 + 10 words 12 are wanted, by 1 : 2 : 3; where the third is limited to a half, others get more."""
    weights, counts = np.array([1.0, 2.0, 3.0]), np.array([10, 10, 10])
    assert distribute_errors(weights, counts, 12.0).tolist() == pytest.approx([0.2, 0.4, 0.6])
    found = distribute_errors(weights, counts, 12.0, np.array([1.0, 1.0, 0.5])).tolist()
    assert found == pytest.approx([7 / 30, 14 / 30, 0.5])
    assert distribute_errors(weights, counts, 99.0).tolist() == [1.0, 1.0, 1.0]
    assert distribute_errors(weights, counts, 0.0).tolist() == [0.0, 0.0, 0.0]
    assert distribute_errors(np.array([0.0, 1.0]), np.array([10, 0]), 5.0).tolist() == [0.0, 0.0]


def test_short_and_frequent_words_are_lost_first() -> None:
    """A letter more makes a word 0.85 times as likely to be lost; twice as often said, 2 ** 0.15 times."""
    found = make_default_weights(TABLE, counted(8, 2, 0, 5, unknown=3))
    assert found.substitution.tolist() == [1.0, 1.0, 0.0, 1.0]
    assert found.deletion.tolist() == pytest.approx([0.85 * 8**0.15, 0.85**4 * 2**0.15, 0.85**4, 0.0])
    mean = (8 * 0.85 * 8**0.15 + 2 * 0.85**4 * 2**0.15 + 5 * 0.85**6 * 5**0.15) / 15
    assert found.unknown == pytest.approx(mean / 2)
    assert make_default_weights(TABLE, counted(0, 0, 0, 0)).unknown == 1.0


@pytest.mark.parametrize(
    ("mode", "expected"), [("bernoulli", [0.3, 0.3, 0.0]), ("calibrated", [0.5, 0.5, 0.0]), ("exact", [0.5, 0.5, 0.0])]
)
def test_calibrated_rates_make_up_for_words_without_candidates(mode: str, expected: list[float]) -> None:
    """Of ten words six have candidates: three wrong ones are half of them."""
    weights = ErrorWeights(np.array([1.0, 1.0, 0.0]), np.zeros(3), 0.0)
    found = compute_probabilities(TargetRates(0.3), mode, weights, counted(4, 2, 1, unknown=3))
    assert found.substitution.tolist() == pytest.approx(expected)
    assert (found.covered, found.unknown, found.insertion, found.notes) == (0.6, 0.0, 0.0, [])


def test_words_too_many_go_into_the_gaps() -> None:
    """Ten words in two texts have twelve gaps, of which 4 are wanted; a third of them follow another."""
    weights = ErrorWeights(np.array([1.0]), np.array([0.0]), 0.0)
    found = compute_probabilities(TargetRates(0.0, 0.0, 0.4), "calibrated", weights, counted(10, texts=2), again=1 / 4)
    assert found.insertion == pytest.approx(3 / 12)
    assert compute_probabilities(TargetRates(0.0, 0.0, 1.0), "exact", weights, counted(0, texts=0)).insertion == 0.0


def test_a_rate_that_cannot_be_reached_is_told_rounded_down() -> None:
    assert (
        describe_unreachable(0.6, 0.54549)
        == "a rate of 0.6 cannot be reached: words with candidates allow 0.5454 at most"
    )
    weights = ErrorWeights(np.array([1.0, 0.0]), np.zeros(2), 0.0)
    assert compute_probabilities(TargetRates(0.5), "exact", weights, counted(5, 5)).notes == []  # just reached
    with pytest.raises(
        ScoreError, match=r"a rate of 0\.51 cannot be reached: words with candidates allow 0\.5 at most"
    ):
        compute_probabilities(TargetRates(0.51), "exact", weights, counted(5, 5))
    (note,) = compute_probabilities(TargetRates(0.51), "calibrated", weights, counted(5, 5)).notes
    assert note.endswith("allow 0.5 at most; this was used")


def test_words_that_are_lost_cannot_be_replaced() -> None:
    weights = ErrorWeights(np.array([1.0]), np.array([1.0]), 0.0)
    found = compute_probabilities(TargetRates(0.6, 0.4), "bernoulli", weights, counted(10))
    assert (found.substitution.tolist(), found.deletion.tolist()) == ([0.6], [0.4])
    found = compute_probabilities(TargetRates(0.9, 0.4), "bernoulli", weights, counted(10))
    assert found.substitution.tolist() == [0.6]


@pytest.mark.parametrize(
    ("run", "chances", "counts", "expected"),
    [
        # All words as likely: of itself a wrong word is followed by another with the rate; 1 - 1 / run is wanted.
        (2.0, [0.25], [4], (0.5 - 0.25) / (1 - 0.25)),
        (4 / 3, [0.25], [4], 0.0),
        (1.0, [0.25], [4], 0.0),
        # Half of the words are never wrong, so the rate is 1/4; two in a row are both wrong with 1/16 or, staying, 1/8.
        (1.5, [0.5, 0.0], [2, 2], (1 / 12 - 1 / 16) / (1 / 8 - 1 / 16)),
        (1.5, [0.0, 0.5], [2, 2], (1 / 12 - 1 / 16) / (1 / 8 - 1 / 16)),
        (9.0, [0.5, 0.0], [2, 2], 1.0),
        (2.0, [0.0], [4], 0.0),
        (2.0, [1.0], [4], 0.0),
        (2.0, [0.5], [0], 0.0),
    ],
)
def test_how_often_chance_stays(run: float, chances: list[float], counts: list[int], expected: float) -> None:
    assert compute_stay_probability(run, np.array(chances), counts) == pytest.approx(expected)


def test_learned_rates_are_those_of_words_with_candidates() -> None:
    found = override_weights({"a": (0.5, 0.1), "none": (0.5, 0.2), "who": (1.0, 1.0)}, TABLE, counted(1, 1, 1, 1))
    assert found.substitution.tolist() == [0.5, 1.0, 0.0, 1.0]
    assert found.deletion.tolist()[:1] + found.deletion.tolist()[2:3] == [0.1, 0.2]


# --- draws ---


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [(0, 1 << 64, True), (-1, (1 << 64) - 1, True), (0, 1 << 63, False), (5, 5 + (1 << 63), False)],
)
def test_seeds_are_numbers_of_64_bits(one: int, other: int, same: bool) -> None:
    texts = ["four a four a four four"] * 50
    assert (corrupt(texts, TABLE, 0.5, one).texts == corrupt(texts, TABLE, 0.5, other).texts) is same


def test_words_that_may_be_too_many() -> None:
    """Those that are given; else the short ones that were said; else all single words that were."""
    texts = counted(3, 5, 0, 1)
    assert select_insertable_words(Beyond(added={"uh": 1, "um": 3}), TABLE, texts) == {"uh": 0.25, "um": 0.75}
    assert select_insertable_words(Beyond(), TABLE, texts) == {"a": 1.0}
    assert select_insertable_words(Beyond(), TABLE, counted(0, 5, 0, 1)) == {"four": 1.0}
    short = Table.of({word: [] for word in ("of", "the", "them")})
    assert select_insertable_words(Beyond(), short, counted(1, 3, 9)) == {
        "of": 0.25,
        "the": 0.75,
    }  # up to three letters


def test_keys_that_come_again_are_told_apart() -> None:
    assert list(make_distinct_ids(None, 3)) == ["1", "2", "3"]
    assert list(make_distinct_ids(["a", "b"], 2)) == ["a", "b"]
    assert list(make_distinct_ids(["a", "b", "a", "a"], 4)) == ["a", "b", "a\0001", "a\0002"]
    held = Strings.of(["a", "b"])
    assert make_distinct_ids(held, 2) is held
    with pytest.raises(ScoreError, match="2 utterance IDs do not fit 3 texts"):
        make_distinct_ids(["a", "b"], 3)


def test_errors_are_a_sequence_with_what_is_known_of_each() -> None:
    texts = ["a", "four a", "", "a none a"]
    made = corrupt(texts, TABLE, 1.0, seed=3)
    edits = made.edits
    assert len(edits) == 4
    assert [len(each) for each in edits] == [1, 2, 0, 2]
    assert edits[0] == [Edit(0, "a", "b", 1.0, 0.5, 1.0)]
    assert edits[-1] == edits[3]
    assert [edit.position for edit in edits[3]] == [0, 2]
    assert edits[1:3] == [edits[1], edits[2]]
    assert edits[::-2] == [edits[3], edits[1]]
    with pytest.raises(IndexError):
        edits[4]
    (word, _) = edits[1]
    assert (word.hypothesis, word.probability, word.phonological) in {("for", 0.75, 0.0), ("door", 0.25, 2.0)}
    assert made.counts == (5, 0, 0)
    assert made.rate == 5 / 6


@pytest.mark.parametrize("name", ["deletions", "insertions"])
def test_words_lost_and_too_many_are_known_by_their_chance_alone(name: str) -> None:
    made = corrupt(
        ["a a a"] * 40,
        TABLE,
        0.0,
        beyond=Beyond(0.5) if name == "deletions" else Beyond(insertions=0.5),
        mode="calibrated",
    )
    every = [edit for edits in made.edits for edit in edits]
    assert every
    for edit in every:
        assert math.isnan(edit.phonological)
        assert math.isnan(edit.semantic)
        assert edit.probability == pytest.approx(0.5 if name == "deletions" else 1.0)
        assert (edit.reference, edit.hypothesis) == (("a", "") if name == "deletions" else ("", "a"))
    assert made.counts == ((0, len(every), 0) if name == "deletions" else (0, 0, len(every)))


def test_exact_numbers_are_rounded_of_all_words() -> None:
    made = corrupt(["a a a a a"] * 3, TABLE, 0.21, beyond=Beyond(0.1, 0.24), mode="exact")
    assert made.counts == (3, 2, 4)  # of fifteen words 3.15, 1.5 and 3.6


# --- the log ---


def test_the_log_holds_both_sides_word_by_word(tmp_path: Path) -> None:
    """Around an error stand the words that are as they were; an error may be of two words, or of none."""
    edits = [Edit(1, "b", "x", 1.0, NAN, 0.5), Edit(2, "", "uh", NAN, NAN, 1.0), Edit(3, "d e", "de", 0.0, 0.0, 1.0)]
    words = list("abcdef")
    pairs = [("a", "a"), ("b", "x"), ("", "uh"), ("c", "c"), ("d e", "de"), ("f", "f")]
    assert list(logs.align_edits(words, edits)) == pairs
    assert list(logs.align_edits(words, [])) == [(word, word) for word in words]
    expected: dict[str, Any] = {"position": 1, "reference": "b", "hypothesis": "x", "phonological": 1.0}
    assert logs.format_edit(edits[0]) == {**expected, "semantic": None, "probability": 0.5}
    made = corrupt(["a four", "none"], TABLE, 1.0)
    logs.write_edit_log(str(tmp_path / "log"), ["é", "u"], ["a four", "none"], made)
    lines = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    first, second = map(json.loads, lines)
    assert '"é"' in lines[0]
    assert (first["key"], first["reference"], first["text"]) == ("é", "a four", made.texts[0])
    assert first["alignment"] == [["a", "b"], ["four", made.texts[0].split()[1]]]
    assert [edit["position"] for edit in first["edits"]] == [0, 1]
    assert (second["alignment"], second["edits"]) == ([["none", "none"]], [])


# --- tables ---


@pytest.mark.parametrize(
    "rules", [Rules(neighbors=1), Rules(confusions=1), Rules(threshold=1e-9), Rules(kernel="exp", variants="all")]
)
def test_rules_at_their_limits(rules: Rules) -> None:
    assert rules.check() is rules


@pytest.mark.parametrize(
    ("rules", "what"),
    [
        (Rules(neighbors=0), "0 neighbors give no candidates; give 1 or more"),
        (Rules(confusions=0), "0 confusions give"),
        (Rules(threshold=0), "the threshold of 0 excludes every word; give a number over 0"),
        (Rules(threshold=math.inf), "threshold of inf"),
        (Rules(threshold=NAN), "threshold of nan"),
        (Rules(kernel="x"), 'no kernel "x"; choose from gauss, exp'),
        (Rules(candidates="x"), 'no candidates "x"; choose from vectors, corpus'),
        (Rules(variants="x"), 'no variants "x"; choose from first, all'),
    ],
)
def test_rules_beyond(rules: Rules, what: str) -> None:
    with pytest.raises(ScoreError, match=what):
        rules.check()


def test_the_rules_of_the_paper_are_the_usual_ones() -> None:
    """Voleti et al. (2019): a thousand neighbors, and of those within phonological distance 60 the 15 nearest."""
    assert Rules()[:3] == (1000, 60.0, 15)
