"""What is left out means what the documentation says: written out, nothing changes; otherwise, something does."""

import inspect
import math
import warnings
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.alignment import GoalName

# u2 says nothing, u5 is missing, u4 is in excess, u1 is a duplicate, and u3 may be aligned in several ways.
REFERENCE = mg.Corpus(["u1", "u2", "u3", "u5"], ["a b", "", "a b c A", "b"], "ref", fields={"speaker": list("xyxy")})
HYPOTHESIS = mg.Corpus(["u1", "u1", "u2", "u3", "u4"], ["a x", "a b", "", "b a a", "d"], "hyp")

# Of each option of `score`: what it is if nothing is said, and another value.
OPTIONS: dict[str, tuple[Any, Any]] = {
    "metrics": (("wer", "cer"), ("wer",)),
    "policy": ("kaldi", "sclite"),
    "normalize": ((), ("lower",)),
    "tokenize": ("words", "characters"),
    "missing": ("empty", "skip"),
    "extra": ("skip", "empty"),
    "duplicate": ("first", "last"),
    "empties": ("keep", "drop"),
    "ties": (None, "range"),
    "ci": (False, True),
    "by": (None, "speaker"),
}
# These change no number, or name what is looked at.
OTHERS = {
    *("hypotheses", "only", "resources", "threads", "pair_by", "segments", "whole", "column", "max_bytes"),
    *("format", "ref_format", "hyp_format", "encoding", "ref_encoding", "hyp_encoding"),
    *("ref_column", "hyp_column", "text_column", "id_column", "utt2spk", "spk2utt", "ref_tags", "hyp_tags"),
    "uem",
    *("language", "vectors", "hyp_vectors", "analyzer", "phonemes", "sentences", "contextual", "cache", "no_cache"),
    *(
        "engine",
        "batch_size",
        "resume",
        "ray_address",
        "num_cpus",
        "rows",
        "save",
        "resample_by",
        "resamples",
        "level",
        "seed",
    ),
}


def told(**options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = mg.score(REFERENCE, HYPOTHESIS, **options)
    scores = {
        label: (score.value, dict(score.total), score.interval, score.signature) for label, score in run.scores.items()
    }
    return scores, run.by, run.pairs.counts()


@pytest.mark.parametrize("name", OPTIONS)
def test_what_score_does_if_nothing_is_said(name: str) -> None:
    usual, other = OPTIONS[name]
    assert told(**{name: usual}) == told()
    assert told(**{name: other}) != told()


def test_every_option_is_here() -> None:
    found = inspect.signature(mg.score).parameters
    assert {name for name, each in found.items() if each.default is not inspect.Parameter.empty} == {*OPTIONS, *OTHERS}


def test_intervals() -> None:
    """As many resamples as for significance tests, and the usual level."""
    assert mg.Bootstrap() == mg.Bootstrap("utterance", resamples=10_000, level=95.0, seed=0)


def test_what_align_does_if_nothing_is_said() -> None:
    references, hypotheses = ["a b c", "ab"], ["b a c d", "a b"]
    usual = mg.align(references, hypotheses)
    written = mg.align(references, hypotheses, policy="kaldi", unit="words", goal="total")
    assert [each.tolist() for each in (usual.steps, usual.counts)] == [
        each.tolist() for each in (written.steps, written.counts)
    ]
    for other in (
        mg.align(references, hypotheses, unit="letters"),
        mg.align(references, hypotheses, policy="sub-first"),
    ):
        assert other.steps.tolist() != usual.steps.tolist()
    # By "after" a stays with its own place, by "total" b goes with b.
    weights = mg.Weights.from_table(["a", "b"], ["b", "c"], [[1, 1], [0, 1]])
    assert mg.align(["a b"], ["b c"], weights=weights).weights.tolist() == [2.0]
    table = mg.Weights.from_table(["a", "b"], ["x", "y"], [[9, 0], [9, 9]])
    assert mg.align(["a b"], ["x y"], weights=table).weights.tolist() == [2.0]  # x added, b lost, a taken for y
    assert mg.align(["a b"], ["x y"], weights=table, goal="after").weights.tolist() == [18.0]


@pytest.mark.parametrize("goal", ["total", "after"])
def test_what_errors_weigh_if_nothing_is_said(goal: GoalName) -> None:
    """An error is one error; near words cost a tenth, where near is defined; a cosine is 1 less what it weighs."""
    vectors = mg.Weights.from_vectors(["a", "b", "c"], [[1.0, 0.0], [0.6, 0.8], [0.0, 1.0]])
    near = mg.Weights.from_vectors(["a", "b", "c"], [[1.0, 0.0], [0.6, 0.8], [0.0, 1.0]], above=0.5)
    table = mg.Weights.from_table(["a"], ["b"], [[0.5]])
    pairs = [("a", ""), ("", "b"), ("a", "b"), ("a", "c"), ("a", "unknown")]
    for weights, expected in ((vectors, [1, 1, 0.4, 1, 1]), (near, [1, 1, 0.1, 1, 1])):
        found = mg.align(*map(list, zip(*pairs)), weights=weights, goal=goal)
        assert found.weights.tolist() == pytest.approx(expected, abs=1e-6)
    assert mg.align(["a", "a", ""], ["b", "", "b"], weights=table, goal=goal).weights.tolist() == [0.5, 1, 1]


def test_nothing_more_is_known_of_what_is_made_by_hand() -> None:
    corpus = mg.Corpus(["u"], ["a"], "c")
    assert corpus.keyed
    assert [corpus.fields, corpus.words, corpus.format, corpus.unscored, corpus.notes] == [{}, None, "", (), ()]
    pairs = mg.pair(corpus, corpus)
    assert [pairs.noun, pairs.join, pairs.formats] == ["utterance", mg.Join("empty", "skip", "first"), ("", "")]
    assert [pairs.missing, pairs.extra, pairs.duplicate, pairs.dropped, pairs.notes] == [()] * 5
    error = mg.ScoreError("what")
    assert [error.path, error.line, error.key, str(error)] == [None, None, None, "what"]
    assert math.isnan(mg.score([""], [""])["wer"].value)
