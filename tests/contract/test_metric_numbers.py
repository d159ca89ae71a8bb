"""What every metric of the registry counts and says, worked out by hand on texts where the toys are easy to follow."""

import math
from collections.abc import Mapping
from typing import NamedTuple

import pytest

from mondegreen.batch import Batch, Settings
from mondegreen.metrics import METRICS, make_metric
from mondegreen.resources import Resources
from toys import TOYS

ERRORS = ("errors", "words", "substitutions", "deletions", "insertions")
KINDS = ("substitutions", "deletions", "insertions")


class Case(NamedTuple):
    """Pairs of texts, what the columns add up to, the score, and what a table shows beside it."""

    spec: str
    better: str
    references: list[str]
    hypotheses: list[str]
    total: Mapping[str, float]
    score: float
    fraction: tuple[float | None, float | None, str]


# b is taken for x, d added; an a is lost; the third is right: 4 of 6 words, and 4 of 6 recognized.
SAID, HEARD = ["a b c", "a a", "b"], ["a x c d", "a", "b"]
# Kinds of errors in what is compared: one substitution, one deletion, one insertion.
ONE_EACH = {"substitutions": 1.0, "deletions": 1.0, "insertions": 1.0}
# "a b c" for "a x c d": the b and " d"; "a a" for "a": " a".
LETTERS = {"errors": 5.0, "characters": 9.0, "substitutions": 1.0, "deletions": 2.0, "insertions": 2.0}
# Of two tokens one is there, and the other has a cosine with the mark at the end of its half of what they share.
HALF = (1 + math.sqrt(0.5)) / 2


def row(names: tuple[str, ...], *values: float) -> dict[str, float]:
    return dict(zip(names, map(float, values), strict=True))


def root_of_lost(share: float) -> float:
    """What `human` makes of the share of one word."""
    return math.sqrt(share + 0.001) - math.sqrt(0.001)


CASES = [
    Case("wer", "lower", SAID, HEARD, {"errors": 3, "words": 6, **ONE_EACH}, 50, (3, 6, "words")),
    Case("mer", "lower", SAID, HEARD, {"errors": 3, "places": 7, **ONE_EACH}, 300 / 7, (3, 7, "places")),
    Case("wip", "higher", SAID, HEARD, {"correct": 4, "words": 6, "recognized": 6}, 400 / 9, (None, 6, "words")),
    Case("wil", "lower", SAID, HEARD, {"correct": 4, "words": 6, "recognized": 6}, 500 / 9, (None, 6, "words")),
    Case("wip", "higher", ["a b"], [""], {"correct": 0, "words": 2, "recognized": 0}, 0, (None, 2, "words")),
    Case("wil", "lower", ["a b"], ["a"], {"correct": 1, "words": 2, "recognized": 1}, 50, (None, 2, "words")),
    Case("ser", "lower", SAID, HEARD, {"wrong": 2, "utterances": 3}, 200 / 3, (2, 3, "utterances")),
    Case("cer", "lower", SAID, HEARD, LETTERS, 500 / 9, (5, 9, "characters")),
    Case("cer:spaces=no", "lower", SAID, HEARD, {"errors": 3, "characters": 6, **ONE_EACH}, 50, (3, 6, "characters")),
    # Said with the second alternative, which the first would have made one error; an x is added to it.
    Case(
        "wer:alternatives=yes",
        "lower",
        ["{ a / b } c"],
        ["b c x"],
        row(ERRORS, 1, 2, 0, 0, 1) | row(("by_alternatives", "by_synonyms", "by_compounds", "by_optional"), 1, 0, 0, 0),
        50,
        (1, 2, "words"),
    ),
    # Of an optional word of one letter, which is a word too; where it is missing, that is right, as sclite has it.
    Case(
        "wer:alternatives=yes:optional=yes",
        "lower",
        ["well (a) yes"],
        ["well yes"],
        row(ERRORS, 0, 3, 0, 0, 0) | row(("by_alternatives", "by_synonyms", "by_compounds", "by_optional"), 0, 0, 0, 1),
        0,
        (0, 3, "words"),
    ),
    # And () holds no word: it is one.
    Case(
        "wer:alternatives=yes:optional=yes",
        "lower",
        ["well () yes"],
        ["well yes"],
        row(ERRORS, 1, 3, 0, 1, 0) | row(("by_alternatives", "by_synonyms", "by_compounds", "by_optional"), 0, 0, 0, 0),
        100 / 3,
        (1, 3, "words"),
    ),
    # Lemmas of the toy are without an s at their end, its tags the first letters, its detailed tags the last too.
    Case("ler", "lower", ["cats dog"], ["cat dogs x"], row(ERRORS, 1, 2, 0, 0, 1), 50, (1, 2, "words")),
    Case(
        "lcer",
        "lower",
        ["cats dog"],
        ["cat dogs x"],
        row(("errors", "characters", *KINDS), 2, 7, 0, 0, 2),
        200 / 7,
        (2, 7, "characters"),
    ),
    Case(
        "lcer:spaces=no",
        "lower",
        ["cats dog"],
        ["cat dogs x"],
        row(("errors", "characters", *KINDS), 1, 6, 0, 0, 1),
        100 / 6,
        (1, 6, "characters"),
    ),
    Case("uposer", "lower", ["cat dog"], ["cow"], row(ERRORS, 1, 2, 0, 1, 0), 50, (1, 2, "words")),
    Case("dposer", "lower", ["cat dog"], ["cow dig"], row(ERRORS, 1, 2, 1, 0, 0), 50, (1, 2, "words")),
    # Read aloud by letters, but ph as f: f o t o, and a b.
    Case(
        "per",
        "lower",
        ["photo ab"],
        ["foto a"],
        row(("errors", "phonemes", *KINDS), 1, 6, 0, 1, 0),
        100 / 6,
        (1, 6, "phonemes"),
    ),
    # Single letters: a b, and a b b. Pairs: ab, and ab bb. Three: none, and abb, which has nothing to be measured by.
    Case(
        "chrf",
        "higher",
        ["ab"],
        ["abb"],
        {"matches1": 2, "reference1": 2, "hypothesis1": 3, "matches2": 1, "reference2": 1, "hypothesis2": 2}
        | {"matches3": 0, "reference3": 0, "hypothesis3": 1},
        100 * 5 * (7 / 12) / (4 * 7 / 12 + 1),
        (None, 2, "characters"),
    ),
    # A letter's vector has a 1 of its own and one that all texts share: cosines are 1/2.
    Case(
        "semdist", "lower", ["a", "a"], ["a", "b"], row(("distance", "utterances"), 0.5, 2), 25, (0.5, 2, "utterances")
    ),
    # x is near a (0.8), and y has no vector.
    Case(
        "ember",
        "lower",
        ["a b c"],
        ["x y c d"],
        row(("weight", "words", *KINDS, "oov"), 0.1 + 1 + 1, 3, 2, 0, 1, 1),
        70,
        (2.1, 3, "words"),
    ),
    Case(
        "ember:per=columns",
        "lower",
        ["a b c"],
        ["x y c d"],
        row(("weight", "words", *KINDS, "oov"), 2.1, 3, 2, 0, 1, 1),
        52.5,
        (2.1, 4, "columns"),
    ),
    # b and d are opposite.
    Case(
        "wer-e",
        "lower",
        ["a b"],
        ["x d"],
        row(("weight", "words", *KINDS, "oov"), 0.2 + 2, 2, 2, 0, 0, 0),
        110,
        (2.2, 2, "words"),
    ),
    # b is lost, for a is nearer to x (0.8) than b is (0.6).
    Case(
        "wer-s",
        "lower",
        ["a b"],
        ["x"],
        row(("weight", "words", *KINDS, "oov"), 1.2, 2, 1, 1, 0, 0),
        60,
        (1.2, 2, "words"),
    ),
    # The mark at either end is nearer to b than a is.
    Case(
        "bertscore",
        "lower",
        ["a b"],
        ["a"],
        row(("precision", "recall", "f1", "utterances"), 1, HALF, 2 * HALF / (1 + HALF), 1),
        100 * (1 - 2 * HALF / (1 + HALF)),
        (1 - 2 * HALF / (1 + HALF), 1, "utterances"),
    ),
    Case("wer:words=all", "lower", SAID, HEARD, {"errors": 3, "words": 6, **ONE_EACH}, 50, (3, 6, "words")),
    Case("wer:script=latin", "lower", ["a 日 b"], ["a 月 c"], row(ERRORS, 1, 2, 1, 0, 0), 50, (1, 2, "words")),
    Case("mixed-er", "lower", ["我们去 a"], ["我去 b"], row(ERRORS, 2, 4, 1, 1, 0), 50, (2, 4, "words")),
    Case(
        "mixed-er:script=han", "lower", ["我们去 a"], ["我去 b"], row(ERRORS, 1, 3, 0, 1, 0), 100 / 3, (1, 3, "words")
    ),
    Case(
        "case",
        "lower",
        ["Then Anna left Rome"],
        ["then Hannah left Rome x"],
        row(("errors", "recognized"), 1, 3),
        100 / 3,
        (1, 3, "recognized"),
    ),
    *(
        Case(
            spec, "higher", ["a b a"], ["a c"], row(("hits", "spoken", "recognized"), 1, 3, 2), score, (None, None, "")
        )
        for spec, score in (("keywords", 100 / 3), ("keywords:of=precision", 50), ("keywords:of=f1", 40))
    ),
    # Neighbors of one first letter are an entity: "an ab", "c"; in the hypothesis "an", "c", "ab".
    Case(
        "entities",
        "higher",
        ["an ab c"],
        ["an c ab"],
        row(("hits", "spoken", "recognized"), 1, 2, 1),
        50,
        (None, None, ""),
    ),
    *(
        Case(
            spec,
            "higher",
            ["an ab c"],
            ["an c ab"],
            row(("hits", "spoken", "recognized"), 1, 2, 3),
            score,
            (None, None, ""),
        )
        for spec, score in (("entities:of=recall", 50), ("entities:of=precision", 100 / 3), ("entities:of=f1", 40))
    ),
    # One word, of which chrF and phonemes lost all, and BERTScore what is between it and the mark at an end.
    Case(
        "human:case=count",
        "lower",
        ["a"],
        ["b"],
        row(
            ("chrf:mean=f", "per", "bertscore:value=r", "utterances"),
            root_of_lost(1),
            root_of_lost(1),
            root_of_lost(1 - math.sqrt(0.5)),
            1,
        ),
        100 * (0.3547 * root_of_lost(1) + 0.2582 * root_of_lost(1) + 0.3871 * root_of_lost(1 - math.sqrt(0.5))),
        (None, None, ""),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.spec)
def test_columns_score_and_what_is_shown(case: Case) -> None:
    kind = make_metric(case.spec)
    batch = Batch(case.references, case.hypotheses, Settings(resources=Resources(None, TOYS)))
    total = kind.measure(batch).total()
    assert tuple(total) == kind.columns == tuple(case.total)
    assert total == pytest.approx(case.total, rel=1e-6)
    assert kind.score(total) == pytest.approx(case.score, rel=1e-6)
    *parts, what = kind.fraction(total)
    assert [part is None for part in parts] == [part is None for part in case.fraction[:2]]
    assert [part or 0 for part in parts] == pytest.approx([part or 0 for part in case.fraction[:2]], rel=1e-6)
    assert what == case.fraction[2]
    assert kind.better == case.better


def test_every_metric_is_here() -> None:
    assert {case.spec.partition(":")[0] for case in CASES} == METRICS.keys()


@pytest.mark.parametrize("name", METRICS)
def test_the_version_of_every_metric(name: str) -> None:
    """A changed definition is a new version: who changes this line says in CHANGELOG.md what a number means now."""
    # Since v2 the same token IDs are 0 apart, models' outputs are rounded, and per reads elided words as they stand.
    version = 2 if name in {"semdist", "bertscore", "human", "per"} else 1
    assert make_metric(name).signature.partition(":")[0] == f"{name}.v{version}"


@pytest.mark.parametrize("name", METRICS)
def test_what_every_metric_compares(name: str) -> None:
    """Words, which may stand for their lemmas or tags, but where the name of a metric says something else."""
    others = {"cer": "characters", "chrf": "characters", "per": "phonemes", "mixed-er": "mixed"}
    sentences = dict.fromkeys(("semdist", "bertscore"), "sentences")
    assert make_metric(name).unit == (others | sentences).get(name, "words")
