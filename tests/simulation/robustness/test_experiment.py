"""An experiment on robustness from its plan, called from Python as by the command."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mondegreen.errors import ScoreError
from mondegreen.plan.texts import RobustnessPlan
from mondegreen.reports.robustness import report_robustness
from mondegreen.simulation.robustness.experiment import (
    describe_conditions,
    parse_rates,
    read_pairs,
    read_sentences,
    run_experiment,
)
from mondegreen.tokenization import make_tokenizer
from noisy import TABLE, VECTORS, WORDS, texts


@pytest.fixture
def plan(tmp_path: Path) -> RobustnessPlan:
    TABLE.save(str(tmp_path / "t.tsv"))
    rows = ((word, VECTORS.rows([word])[0].tolist()) for word in WORDS)
    vectors = "".join(f"{word} {' '.join(map(str, row))}\n" for word, row in rows)
    (tmp_path / "v.vec").write_text(vectors, encoding="utf-8")
    (tmp_path / "text.txt").write_text("".join(f"u{at} {text}\n" for at, text in enumerate(texts(1))), encoding="utf-8")
    return RobustnessPlan(
        str(tmp_path / "text.txt"),
        table=str(tmp_path / "t.tsv"),
        vectors=str(tmp_path / "v.vec"),
        encoders=["avg"],
        metrics="wer",
        rates="0:0.4:0.2",
        draws=2,
    )


def test_an_experiment_is_run_from_python(plan: RobustnessPlan) -> None:
    found = run_experiment(plan)
    assert [curve.subject.label for curve in found.curves.curves] == ["avg", "wer"]
    assert list(found.curves.rates) == [0.0, 0.2, 0.4]
    similarity, errors = (curve.means for curve in found.curves.curves)
    assert int(similarity.argmax()) == errors[0] == 0
    # Substitutions alone: the word error rate is the share of words that were changed.
    assert errors == pytest.approx(100 * found.curves.realized.mean(axis=1))
    assert (np.diff(errors) > 0).all()
    assert (found.tasks, found.distances.rate) == ([], 0.1)
    names = [block.name for block in report_robustness(found, charts=False)]
    assert names == ["curves", "lines", "distances", "by_sound", "by_sense"]


def test_a_rate_of_distances_is_one() -> None:
    assert parse_rates("--rates", "0:0.3:0.1") == (0.0, 0.1, 0.2, 0.3)
    with pytest.raises(ScoreError, match="give one rate"):
        run_experiment(RobustnessPlan("text.txt", table="t.tsv", distances="0.1,0.2"))
    with pytest.raises(ScoreError, match="nothing to corrupt"):
        run_experiment(RobustnessPlan(table="t.tsv"))


WRITTEN = "write rates such as 0:0.5:0.05 (from, to, by) or 0,0.1,0.3"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a", WRITTEN),
        ("0:0.5", WRITTEN),
        ("0:0.5:0.1:1", WRITTEN),
        ("0:0.5:0.1,0.3", WRITTEN),
        ("0,inf", WRITTEN),
        ("0:1:0", "write FROM:TO:STEP in ascending order, with at most 1000 rates"),
        ("0.2:0.1:0.1", "write FROM:TO:STEP in ascending order, with at most 1000 rates"),
        ("0:1:0.0009", "write FROM:TO:STEP in ascending order, with at most 1000 rates"),
        ("1.01", "a rate is a share from 0 to 1, such as 0.3 for 30 %"),
        ("-0.01", "a rate is a share from 0 to 1, such as 0.3 for 30 %"),
        ("0.9:1.1:0.1", "a rate is a share from 0 to 1, such as 0.3 for 30 %"),
    ],
)
def test_what_is_wrong_with_rates(text: str, sentence: str) -> None:
    with pytest.raises(ScoreError) as refused:
        parse_rates("--rates", text)
    assert str(refused.value) == f'--rates is "{text}"; {sentence}'


def test_as_many_rates_as_may_be() -> None:
    assert len(parse_rates("--rates", "0:1:0.001")) == 1001
    assert parse_rates("--rates", "0.2:0.2:0.1") == (0.2,)
    assert parse_rates("--rates", "1,0") == (0.0, 1.0)


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"pair_rates": "0.1"}, "--pair-rates applies to --pairs, and none are given; remove it"),
        ({"distances": "0.1,0.2"}, '--distances is "0.1,0.2"; give one rate'),
        ({"distances": "0.1,0.1", "text": None}, "there is nothing to corrupt; give TEXT, or --pairs FILE"),
        ({"pair_rates": "x", "pairs": ["p"]}, f'--pair-rates is "x"; {WRITTEN}'),
    ],
)
def test_what_no_experiment_is_made_of(plan: RobustnessPlan, chosen: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ScoreError) as refused:
        run_experiment(plan.replace(**chosen))
    assert str(refused.value) == sentence


def test_a_text_without_sentences(plan: RobustnessPlan) -> None:
    with pytest.raises(ScoreError, match=r"this file holds no sentence$"):
        run_experiment(plan.replace(text={}))


def test_words_of_another_language(plan: RobustnessPlan, tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("u1 xx yy\n", encoding="utf-8")
    with pytest.raises(ScoreError, match=r"^avg: no word of .*other\.txt has a vector in .*; are they for"):
        run_experiment(plan.replace(text=str(tmp_path / "other.txt")))


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({}, "cut by punctuated; errors of T, bernoulli, seeds 0 to 1"),
        ({"draws": 1, "seed": 3, "mode": "exact"}, "cut by punctuated; errors of T, exact, seed 3"),
        ({"language": "en"}, "cut by treebank; errors of T, bernoulli, seeds 0 to 1"),
        ({"tokenize": "words"}, "cut by words; errors of T, bernoulli, seeds 0 to 1"),
        ({"normalize": ["lower", "punctuation"]},
            "cut by punctuated, after lower,punctuation; errors of T, bernoulli, seeds 0 to 1"),
    ],
)  # fmt: skip
def test_the_conditions(plan: RobustnessPlan, chosen: dict[str, Any], said: str) -> None:
    plan = plan.replace(**chosen)
    name = plan.tokenize or ("treebank" if plan.language == "en" else "punctuated")
    assert describe_conditions(plan, make_tokenizer(name) or str.split) == said.replace("T,", f"{plan.table},")


def test_files_of_one_name_are_one_set(plan: RobustnessPlan, tmp_path: Path) -> None:
    lines = {"a.tsv": "the cat\ta cat\t3\n", "b.tsv": "one\ttwo\t1\n", "c.tsv": "x\ty\t2\n"}
    for name, line in lines.items():
        (tmp_path / name).write_text(f"sentence1\tsentence2\tscore\n{line}", encoding="utf-8")
    a, b, c = (str(tmp_path / name) for name in lines)
    sets = read_pairs(plan.replace(pairs=[f"s={a}", c, f"s={b}"]), str.split)
    assert [(each.name, list(each.left), list(each.scores)) for each in sets] == [
        ("s", ["the cat", "one"], [3, 1]),
        (c, ["x"], [2]),
    ]
    name, ids, sentences = read_sentences(plan.replace(text=None), str.split, sets)
    assert name == f"s, {c}"
    assert list(ids) == ["1", "2", "3", "4", "5", "6"]
    assert sentences == ["the cat", "one", "a cat", "two", "x", "y"]
