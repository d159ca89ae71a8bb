"""Errors drawn: against a plain twin in Python, and at the rates that were wanted."""

import math
import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.errors import ScoreError
from mondegreen.simulation import Beyond, Candidate, Corrupted, Table, corrupt

TABLE = Table.of(
    {
        "two": [Candidate("too", 0.5, 0.0, 0.4), Candidate("to", 0.5, 0.0, 0.3)],
        "cats": [Candidate("bats", 1.0, 3.5, 0.5)],
        "sat": [Candidate("sad", 1.0, 1.0, 0.9)],
    }
)
TEXTS = ["Two cats sat", "the cats, TWO of them -- sat.", "", "nothing here"] * 500
MASK, GOLDEN = (1 << 64) - 1, 0x9E37_79B9_7F4A_7C15


def mix(bits: int) -> int:
    """The finaliser of SplitMix64."""
    bits = (bits ^ bits >> 30) * 0xBF58_476D_1CE4_E5B9 & MASK
    bits = (bits ^ bits >> 27) * 0x94D0_49BB_1331_11EB & MASK
    return bits ^ bits >> 31


def uniform(seed: int, key: str) -> Callable[[int], float]:
    """The numbers of an utterance."""
    number = 0xCBF2_9CE4_8422_2325
    for byte in key.encode():
        number = (number ^ byte) * 0x100_0000_01B3 & MASK
    start = mix(seed + GOLDEN & MASK) ^ mix(number * GOLDEN + 1 & MASK)
    return lambda at: (mix(start + (at + 1) * GOLDEN & MASK) >> 11) / (1 << 53)


def twin(text: str, key: str, rate: float, seed: int) -> str:
    """Each word by itself, as S1 has it; words in small letters without marks."""
    draw, tokens = uniform(seed, key), text.split()
    for at, token in enumerate(tokens):
        if token in TABLE and draw(8 * (at + 1)) < rate:
            chance, row = draw(8 * (at + 1) + 3), TABLE[token]
            sums = [math.fsum(each.probability for each in row[: end + 1]) for end in range(len(row))]
            tokens[at] = next(each.word for each, upto in zip(row, sums) if chance < upto)
    return " ".join(tokens)


@given(
    st.lists(st.sampled_from(["two", "cats", "sat", "on", "--"])),
    st.text(max_size=5),
    st.floats(0, 1),
    st.integers(0, MASK),
)
def test_errors_are_those_of_the_twin(words: list[str], key: str, rate: float, seed: int) -> None:
    try:
        key.encode()
    except UnicodeEncodeError:
        return
    text = " ".join(words)
    assert corrupt([text], TABLE, rate, seed, [key]).texts == [twin(text, key, rate, seed)]


def changed(made: Corrupted) -> int:
    return sum(len(edits) for edits in made.edits)


def test_modes_reach_their_rates() -> None:
    # Of 5,500 words 3,000 have candidates: 500 times three, and three of six.
    words, able = 5500, 3000
    plain, exact, fair = (corrupt(TEXTS, TABLE, 0.3, mode=mode) for mode in ("bernoulli", "exact", "calibrated"))
    assert (plain.words, plain.covered) == (words, able / words)
    assert changed(plain) == pytest.approx(0.3 * able, abs=125)  # five standard deviations
    assert changed(exact) == round(0.3 * words)
    assert changed(fair) == pytest.approx(0.3 * words, abs=140)


def test_a_rate_that_cannot_be_reached_is_told() -> None:
    with pytest.raises(
        ScoreError, match=r"a rate of 0.6 cannot be reached: words with candidates allow 0.5454 at most"
    ):
        corrupt(TEXTS, TABLE, 0.6, mode="exact")
    made = corrupt(TEXTS, TABLE, 0.6, mode="calibrated")
    assert changed(made) == 3000
    assert "allow 0.5454 at most" in made.notes[0]
    assert corrupt(TEXTS, TABLE, 1.0).counts == (3000, 0, 0)


@pytest.mark.parametrize("mode", ["bernoulli", "exact", "calibrated"])
def test_order_threads_and_company_make_no_difference(mode: str) -> None:
    keys = [f"utt-{at}" for at in range(len(TEXTS))]
    made = corrupt(TEXTS, TABLE, 0.3, 7, keys, mode, threads=1)
    assert corrupt(TEXTS, TABLE, 0.3, 7, keys, mode, threads=5).texts == made.texts
    order = random.Random(1).sample(range(len(TEXTS)), len(TEXTS))
    shuffled = corrupt([TEXTS[at] for at in order], TABLE, 0.3, 7, [keys[at] for at in order], mode)
    assert shuffled.texts == [made.texts[at] for at in order]
    if mode == "bernoulli":
        assert corrupt(TEXTS[:1], TABLE, 0.3, 7, keys[:1]).texts == made.texts[:1]
    assert corrupt(TEXTS, TABLE, 0.3, 8, keys, mode).texts != made.texts


def test_utterances_of_one_key_have_errors_of_their_own() -> None:
    made = corrupt(["two cats sat two cats sat"] * 20, TABLE, 0.5, keys=["same"] * 20)
    assert len(set(made.texts)) > 5


def test_words_are_written_as_they_were() -> None:
    made = corrupt(["Two  (cats),\tSAT -- two."], TABLE, 1.0, seed=1)
    (text,) = made.texts
    assert text.split()[1:4] == ["(bats),", "SAD", "--"]
    assert text.startswith(("Too  ", "To  "))
    assert "\t" in text
    assert [edit.position for edit in made.edits[0]] == [0, 1, 2, 4]
    assert made.edits[0][1] == (1, "cats", "bats", 3.5, 0.5, 1.0)


def test_words_lost_and_too_many() -> None:
    beyond = Beyond(deletions=0.1, insertions=0.05, again=0.2)
    made = corrupt(TEXTS, TABLE, 0.1, mode="calibrated", beyond=beyond)
    for count, rate in zip(made.counts, (0.1, 0.1, 0.05)):
        assert count == pytest.approx(rate * 5500, abs=130)
    exact = corrupt(TEXTS, TABLE, 0.1, mode="exact", beyond=beyond)
    assert exact.counts == (550, 550, 275)
    assert exact.rate == 0.25


def test_short_words_are_lost_first() -> None:
    made = corrupt(["a" + " extraordinarily" * 3] * 1000, TABLE, 0.0, beyond=Beyond(deletions=0.2))
    assert made.counts[1] == pytest.approx(800, abs=130)


def test_bursts_make_longer_runs_at_the_same_rate() -> None:
    texts = ["two cats sat " * 30] * 60
    runs = {}
    for run in (None, 3.0):
        made = corrupt(texts, TABLE, 0.2, beyond=Beyond(run=run))
        wrong = [{edit.position for edit in edits} for edits in made.edits]
        starts = sum(at - 1 not in places for places in wrong for at in places)
        runs[run] = sum(map(len, wrong)) / starts
        assert made.rate == pytest.approx(0.2, abs=0.04)
    assert runs[None] == pytest.approx(1.25, abs=0.08)
    assert runs[3.0] == pytest.approx(3.0, abs=0.35)


def test_two_words_are_heard_as_one_and_one_as_two() -> None:
    table = Table.of(
        {
            "two": [Candidate("a few", 1, 1, 1)],
            "cats": [Candidate("bats", 1, 1, 1)],
            "cats sat": [Candidate("concert", 1, 1, 1)],
        }
    )
    made = corrupt(["Cats sat, two two"], table, 1.0, beyond=Beyond(merge=1.0))
    assert made.texts == ["Concert, a few a few"]
    assert made.edits[0][0][:3] == (0, "Cats sat", "Concert")
    assert made.counts == (3, 1, 2)
    with pytest.raises(ScoreError, match="mode exact cannot be combined with phrases"):
        corrupt(["two"], table, 1.0, mode="exact", beyond=Beyond(merge=1.0))


@pytest.mark.parametrize(
    ("rate", "beyond", "what"),
    [
        (1.5, Beyond(), "the rate of substitutions is 1.5"),
        (math.nan, Beyond(), "the rate of substitutions is nan"),
        (0.6, Beyond(deletions=0.6), "the rates add up to more than 1"),
        (0.1, Beyond(run=0.5), "a burst of errors has 1 word or more"),
    ],
)
def test_rates_that_cannot_be(rate: float, beyond: Beyond, what: str) -> None:
    with pytest.raises(ScoreError, match=what):
        corrupt(TEXTS, TABLE, rate, beyond=beyond)


def test_nothing_is_made_of_nothing() -> None:
    assert corrupt([], TABLE, 0.3).texts == []
    made = corrupt(["", " -- "], TABLE, 1.0, beyond=Beyond(insertions=1.0), mode="calibrated")
    assert made.texts == ["", " -- "]
    assert math.isfinite(made.rate)


def test_words_to_be_added_must_be_known() -> None:
    with pytest.raises(ScoreError, match="there is no word to insert"):
        corrupt(["nothing here"], TABLE, 0.0, beyond=Beyond(insertions=0.1))
