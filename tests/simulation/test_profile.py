"""Errors learned from systems: what is read, how it is smoothed, and that simulated errors have the same profile."""

import math
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen.errors import ScoreError
from mondegreen.simulation import Candidate, Table
from mondegreen.simulation.profile import (
    PRIOR_COUNT,
    Profile,
    estimate_rates,
    learn_profile,
    measure_profile,
    mix_row,
    mix_tables,
)

REFERENCE = ["The cat sat down", "two cats", "a b c d e f"]
HYPOTHESIS = ["the hat sat", "two two cats", "a x y d e z"]


def test_a_profile_counts_what_became_of_words() -> None:
    found = measure_profile(REFERENCE, HYPOTHESIS, "system")
    assert found.words == 12
    assert found.confusions == {"cat": {"hat": 1}, "b": {"x": 1}, "c": {"y": 1}, "f": {"z": 1}}
    assert (found.lost, found.added) == ({"down": 1}, {"two": 1})
    assert found.rate == pytest.approx(6 / 12)
    # cat, b and c are followed by a word, which is wrong after b alone.
    assert found.run == pytest.approx(3 / 2)
    assert found.beside == 0  # the word too many stands behind a right one
    assert found.count_by_class({"cat": "noun"}) == {"": (11, 3, 1), "noun": (1, 1, 0)}


def test_confusions_fall_back_on_sounds() -> None:
    row = [Candidate("bat", 0.8, 3.5, 0.5), Candidate("mat", 0.2, 4.0, 0.6)]
    found = {each.word: each for each in mix_row({"bat": 1, "hat": 2}, row)}
    assert found["bat"].probability == pytest.approx((1 + PRIOR_COUNT * 0.8) / (3 + PRIOR_COUNT))
    assert found["hat"].probability == pytest.approx(2 / (3 + PRIOR_COUNT))
    assert found["mat"].probability == pytest.approx(PRIOR_COUNT * 0.2 / (3 + PRIOR_COUNT))
    assert math.isnan(found["hat"].phonological)
    assert [each.probability for each in mix_row({}, row)] == pytest.approx([0.8, 0.2])  # never seen: sounds alone
    assert [each.probability for each in mix_row({"hat": 2}, [])] == [1.0]


def test_rates_of_words_fall_back_on_their_class() -> None:
    profile = Profile("system", 100, {"often": 90, "once": 10}, {"often": {"x": 45}}, {"once": 5}, {})
    found = estimate_rates(profile, {"often": "one", "once": "other", "new": "other"}, {"new": 1})
    assert found["often"][0] == pytest.approx(0.5, abs=0.01)
    assert found["new"][1] == pytest.approx((5 + PRIOR_COUNT * 0.05) / (10 + PRIOR_COUNT))


def test_words_without_candidates_may_be_lost() -> None:
    table = mix_tables(measure_profile(["a b"], ["a c"], "system"), None, ["a", "b", "other"])
    assert list(table) == ["a", "b", "other"]
    assert table["other"] == []


def system(seed: int, count: int) -> tuple[list[str], list[str]]:
    """A made-up recognizer: errors in bursts, one word much worse than others, always the same confusion of it."""
    draw = random.Random(seed)
    words = [f"{first}{second}" for first in "bdfgklmnprst" for second in ("at", "ill", "oan", "u", "entle")]
    sides: tuple[list[str], list[str]] = ([], [])
    for _ in range(count):
        reference = draw.choices([*words, "cat", "cat", "cat"], k=12)
        heard, bad = [], False
        for word in reference:
            bad = draw.random() < (0.6 if bad else 0.08)
            if draw.random() < 0.03:
                heard.append("uh")
            if word == "cat" and draw.random() < 0.5:
                heard.append("hat")
            elif not bad:
                heard.append(word)
            elif draw.random() < 0.7:
                heard.append(draw.choice(words))
        for side, text in zip(sides, (reference, heard)):
            side.append(" ".join(text))
    return sides


def write(path: Path, texts: list[str]) -> None:
    path.write_text("".join(f"u-{at} {text}\n" for at, text in enumerate(texts)), encoding="utf-8")


def test_simulated_errors_have_the_systems_profile(files: Path, command: Callable[..., Answer]) -> None:
    reference, hypothesis = system(1, 1500)
    write(files / "r.txt", reference)
    write(files / "h.txt", hypothesis)
    fresh = system(2, 1500)[0]  # other sentences of the same speakers
    write(files / "new.txt", fresh)
    words = sorted({word for text in fresh for word in text.split()})
    rows = {word: [Candidate(words[at - 1], 1.0, 1.0, 1.0)] for at, word in enumerate(words)}
    Table.of(rows).save("table.tsv")
    theirs, kept = measure_profile(reference, hypothesis, "system"), []
    for seed in map(str, range(4)):
        words = ["--table", "table.tsv", "--like", "r.txt", "h.txt", "--seed", seed, "--output", f"noisy-{seed}.txt"]
        answer = command("simulate", "new.txt", *words)
        assert answer.code == 0, answer.err
        assert "system" in answer.out
        assert "simulated" in answer.out
        text = (files / f"noisy-{seed}.txt").read_text(encoding="utf-8")
        noisy = [line.partition(" ")[2] for line in text.splitlines()]
        ours = measure_profile(fresh, noisy, "simulated")
        check_likeness(theirs, ours)
        kept.append(ours.confusions["cat"]["hat"] / ours.replaced["cat"])
    # Beside errors there are fewer insertions than elsewhere, and what the aligner makes of both is not learned twice.
    assert sum(kept) / len(kept) == pytest.approx(theirs.confusions["cat"]["hat"] / theirs.replaced["cat"], rel=0.05)


def check_likeness(theirs: Profile, ours: Profile) -> None:
    for kind in ("substitutions", "deletions", "insertions"):
        assert getattr(ours, kind) == pytest.approx(getattr(theirs, kind), rel=0.12), kind
    assert ours.run == pytest.approx(theirs.run, rel=0.12)
    one, other = (each.count_by_class({"cat": "cat"}) for each in (theirs, ours))
    for name in ("cat", ""):
        shares = [found[name][1] / found[name][0] for found in (one, other)]
        assert shares[1] == pytest.approx(shares[0], rel=0.15), name
    assert ours.beside == pytest.approx(theirs.beside, abs=0.012)


def test_every_source_says_the_same(files: Path, command: Callable[..., Answer]) -> None:
    reference, hypothesis = system(3, 40)
    write(files / "r.txt", reference)
    write(files / "h.txt", hypothesis)
    run = mg.score(reference, hypothesis, ["wer"])
    run.save("run")
    assert command("score", "r.txt", "h.txt", "--as", "sclite", "--output", "reports").code == 0
    sgml = next(files.joinpath("reports").glob("*.sgml"))
    sources = [["run"], [str(sgml)], ["r.txt", "h.txt"]]
    found = [learn_profile(source) for source in sources]
    assert len({(each.words, each.rate, each.run) for each in found}) == 1
    assert found[0].confusions == found[1].confusions == found[2].confusions


DTL = """\
DETAILED OVERALL REPORT FOR THE SYSTEM: hyp.trn

Ref. words                =           (  20)

CONFUSION PAIRS                  Total                 (2)
                                 With >=  1 occurrences (2)

   1:    3  ->  Chat ==> chien
   2:    1  ->  le ==> la
     -------
         4

INSERTIONS                       Total                 (1)
                                 With >=  1 occurrences (1)

   1:    2  ->  et
     -------
         2

DELETIONS                        Total                 (1)
                                 With >=  1 occurrences (1)

   1:    1  ->  le
     -------
         1

SUBSTITUTIONS                    Total                 (2)
                                 With >=  1 occurrences (2)

   1:    3  ->  chat
   2:    1  ->  le
     -------
         4
"""


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_dtl_tells_errors_alone(files: Path, ends: str) -> None:
    (files / "x.dtl").write_bytes(DTL.replace("\n", ends).encode())
    found = learn_profile(["x.dtl"])
    assert found.confusions == {"chat": {"chien": 3}, "le": {"la": 1}}
    assert (found.lost, found.added, found.words, found.spoken) == ({"le": 1}, {"et": 2}, 20, {})
    assert math.isnan(found.run)


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("x.dtl", "DETAILED OVERALL REPORT FOR THE SYSTEM: x\n", "lacks the number of reference words"),
        ("x.dtl", DTL.replace("==>", "="), "x.dtl:8: expected WORD ==> WORD"),
        ("x.txt", "u-1 a b\n", "one text per utterance; give the hypotheses as well"),
        ("x.txt", "", "x.txt: the file is empty"),
    ],
)
def test_what_nothing_is_learned_from(files: Path, name: str, text: str, what: str) -> None:
    (files / name).write_text(text, encoding="utf-8")
    with pytest.raises(ScoreError, match=what.replace(".", r"\.")):
        learn_profile([name])


def test_a_perfect_system_teaches_nothing(files: Path) -> None:
    with pytest.raises(ScoreError, match="without errors"):
        learn_profile(["ref.txt", "ref.txt"])
