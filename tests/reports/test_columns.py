"""The name, the title and the columns of every report: what programs find tables and columns by, and people read."""

from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import pytest

import mondegreen as mg
from headings import heads
from mondegreen.comparison.changes import Finding
from mondegreen.comparison.comparison import Comparison
from mondegreen.comparison.standings import Marked
from mondegreen.lexicon.dictionary import Dictionary, Pair
from mondegreen.lexicon.evaluate.evaluation import Evaluation
from mondegreen.lexicon.evaluate.lemmatizer import Lemmatizer
from mondegreen.lexicon.evaluate.predictions import Predictions
from mondegreen.nbest.surface import Surface, Tuning
from mondegreen.reports import COMPARISON_REPORTS, REPORTS, View, comparison, lexicon, texts, tuning
from mondegreen.reports.blocks import Table
from mondegreen.results.changes import Changes
from mondegreen.results.interval import Bootstrap
from toys import TOYS

KEYS = ["u", "v"]


def run(name: str, *texts: str, speakers: bool = False) -> mg.Run:
    fields = {"speaker": ["ann", "eve"]} if speakers else {}
    reference = mg.Corpus(KEYS, ["a b", "c"], "ref", fields=fields)
    return mg.score(reference, mg.Corpus(KEYS, list(texts), name), ["wer", "ember"], resources=mg.Resources(None, TOYS))


ONE, TWO, SPOKEN = run("one", "a d", "c"), run("two", "x", "c y"), run("one", "a d", "c", speakers=True)
SIZES, RATES = (
    "sentences=snt:0 | words=wrd:0",
    ("correct", "substitution", "deletion", "insertion", "error", "sentence_error"),
)
HEADINGS = ("corr", "sub", "del", "ins", "err", "s.err")
PERCENT = " | ".join([SIZES, *(f"{name}_rate={head}:1" for name, head in zip(RATES, HEADINGS, strict=True))])
COUNTED = (
    f"{SIZES} | correct=corr:0 | substitutions=sub:0 | deletions=del:0 | insertions=ins:0 | errors=err:0 | "
    "sentence_errors=s.err:0"
)
WORDS = "words:0 | substitutions=sub:0 | deletions=del:0"
COSTS = f"{WORDS} | weight:2 | rate:2 | distance:2"
TEXTS = "reference=ref | hypothesis=hyp"
SIZE = "pairs=utterances:0 | of=words:0"
FEW = "too few to trust a bootstrap, whose intervals are too narrow below 20"
OF_PROGRAMS = " for programs | "
WORST = OF_PROGRAMS.join(
    ["utterance", "speaker", "errors=err:0", "words=wrd:0", "error_rate=rate:1", "reference=ref", "hypothesis=hyp", ""]
).removesuffix(" | ")
OF_RUNS: list[tuple[str, list[mg.Run], list[tuple[str, str, str]]]] = [
    ("summary", [ONE, TWO], [("summary", "one, two against ref", f"system | {PERCENT}")]),
    ("summary", [SPOKEN], [("summary", "one against ref, by speaker", f"speaker | {PERCENT}")]),
    ("counts", [ONE], [("counts", "one against ref", f"system | {COUNTED}")]),
    ("groups", [SPOKEN], [("groups", "one against ref, by speaker", f"speaker | {SIZE} | wer:2 | ember:2")]),
    (
        "groups",
        [ONE, TWO],
        [("groups", "one, two against ref, by utterance", f"metric | utterance | {SIZE} | one:2 | two:2")],
    ),
    (
        "lengths",
        [ONE],
        [("lengths", "one against ref, by utterance-length", f"utterance-length | {SIZE} | wer:2 | ember:2")],
    ),
    *(
        (
            f"word-{way}",
            [ONE],
            [(f"word-{way}", f"by word-{way}: one against ref", f"group=word-{way} | {WORDS} | rate=error rate:2")],
        )
        for way in ("class", "script", "frequency", "length")
    ),
    (
        "confusions",
        [ONE, TWO],
        [
            ("substitutions", "substitutions: one, two against ref", f"{TEXTS} | one:0 | two:0"),
            ("deletions", "deletions: one, two against ref", "reference=ref | one:0 | two:0"),
            ("insertions", "insertions: one, two against ref", "hypothesis=hyp | one:0 | two:0"),
        ],
    ),
    (
        "costs",
        [ONE],
        [
            (
                "costs",
                "costs by ember: one against ref",
                f"metric for programs | {TEXTS} | count:0 | cost:2 | total:2 | cosine:2",
            )
        ],
    ),
    (
        "costs-by-word",
        [ONE],
        [("costs-by-word", "costs by ember and word: one against ref", f"metric for programs | word | {COSTS}")],
    ),
    (
        "costs-by-tag",
        [ONE],
        [
            (
                "costs-by-tag",
                "costs by ember and part of speech: one against ref",
                f"metric for programs | tag=part of speech | {COSTS}",
            )
        ],
    ),
    (
        "worst",
        [SPOKEN],
        [
            ("most_errors", "most errors: one against ref", WORST),
            ("highest_rates", "highest error rates: one against ref", WORST),
        ],
    ),
]


def about(found: Any) -> list[tuple[str, str, str]]:
    tables = [table for table in found if isinstance(table, Table)]
    return [(table.name, table.title, heads(table)) for table in tables]


@pytest.mark.parametrize(("name", "runs", "expected"), OF_RUNS, ids=[f"{case[0]} {len(case[1])}" for case in OF_RUNS])
def test_reports_of_runs(name: str, runs: list[mg.Run], expected: list[tuple[str, str, str]]) -> None:
    assert about(REPORTS.find(name)(runs, View())) == expected


COMPARED = Comparison([ONE, TWO], Bootstrap(resamples=5))
CHANCE = "p:4 probability | corrected=Holm:4 probability | mark="
CHANGED = "base:2 | score:2 | change:2 | relative:1"
BETWEEN = "low=CI low:2 | high=CI high:2"
EXAMPLES = ["utterance", "gain:2", "base:2", "score:2", "reference=ref", "base_hypothesis=base hyp", "hypothesis=hyp"]
OF_COMPARISONS: list[tuple[str, list[tuple[str, str, str]]]] = [
    ("changes", [("changes", "change: two vs. one", f"metric | {CHANGED} | {BETWEEN} | {CHANCE} | verdict")]),
    ("tests", [("tests", "tests: two vs. one", f"metric | test | units=N:0 | unit | {CHANCE}")]),
    ("utterances", [("utterances", "utterances: two vs. one", "metric | better:0 | worse:0 | equal:0")]),
    (
        "examples",
        [
            (
                f"examples_{name}",
                f"most {what} by wer: two vs. one",
                " | ".join(f"{each} for programs" for each in EXAMPLES),
            )
            for name, what in (("better", "improved"), ("worse", "degraded"))
        ],
    ),
]


@pytest.mark.filterwarnings("ignore::mondegreen.ScoreWarning")
@pytest.mark.parametrize(("name", "expected"), OF_COMPARISONS, ids=[case[0] for case in OF_COMPARISONS])
def test_reports_of_comparisons(name: str, expected: list[tuple[str, str, str]]) -> None:
    assert about(COMPARISON_REPORTS.find(name)(COMPARED, View())) == expected


def test_groups_and_conditions_of_comparisons() -> None:
    assert about(comparison.report_group_changes(COMPARED, "word-length")) == [
        ("by", "by word-length: two vs. one", f"group=word-length | metric | {CHANGED} | units=N:0")
    ]
    assert about(comparison.report_conditions([Finding("wer>1", "two", "one", 1, 2, 3, fails=True)])) == [
        (
            "conditions",
            "1 of 1 condition failed",
            "condition=fails if | system | base:2 | score:2 | found=value:2 | outcome",
        )
    ]


@pytest.mark.parametrize(("units", "few"), [(19, f"; 19 speakers: {FEW}"), (20, "")])
def test_marks_of_a_comparison(units: int, few: str) -> None:
    how = Bootstrap("speaker", resamples=50, level=90, seed=3)
    found = SimpleNamespace(
        how=how, runs=[ONE, TWO], systems=[TWO], unit="speaker", groups=SimpleNamespace(names=["s"] * units)
    )
    marked = Marked(3, 5, 0.5, 0.25, 2.0, 1.5, 2.5)
    (table,) = comparison.report_marks(cast("Comparison", found), [{"wer": marked}], "marks.txt")
    assert isinstance(table, Table)
    assert about([table]) == [
        (
            "marks",
            "marks of marks.txt: two vs. one",
            (
                "metric | worse:0 | others:0 | mean_worse=mean in worse:3 | mean_others=in others:3 | ratio:3 | "
                "low=CI low:3 | high=CI high:3"
            ),
        )
    ]
    assert table.rows == [["wer", 3, 5, 0.5, 0.25, 2.0, 1.5, 2.5]]
    assert table.system == "two"
    assert table.note == (
        "mean: marks per utterance; ratio: of utterances that got worse to all others; "
        "CI: 90 % bootstrap confidence interval, 50 resamples by speaker, seed 3" + few
    )


def test_changes_of_rules() -> None:
    found = Changes("lower", 2, 1, 0, Counter({("A", "a"): 3}), {("A", "a"): "u"})
    assert about(texts.report_rule_changes("ref", [found], 9)) == [
        (
            "rules",
            "what each step changes in ref",
            "rule | texts:0 | changed:0 | emptied=to nothing:0 | words=changes of words:0",
        ),
        ("changes", "lower", "before | after | count=times:0 | utterance=first in"),
    ]


# --- translations of words ---

TAGS = {"n": {("a", "A")}, "pn": {("z", "Z")}}
SYSTEMS = [Predictions(name, {"a": ["A"], "b": ["x"]}, {"a": 0, "b": 1}) for name in ("one", "two")]
WHOLE = Evaluation(
    Dictionary([Pair("a", "A", 1.0, "n"), Pair("b", "B", 2.0, "v")], "dir/dict.txt"),
    SYSTEMS,
    (1, 5),
    Lemmatizer({"x": ["x"]}, "table"),
    classes=TAGS,
    bootstrap=Bootstrap(resamples=20, level=90, seed=3),
    interval=True,
)
PRECISION = "precision_at_1=P@1:2 | precision_at_5=P@5:2"
PAIRS = "precision_at_1=P@1:2 | recall_at_1=R@1:2 | precision_at_5=P@5:2 | recall_at_5=R@5:2"
PRECISION_NOTE = (
    "P@k: of the words covered, those with a translation among k; all: words without a vector count as errors"
)
PAIR_NOTE = "P: correct predictions among all, words without a vector counting as one each; R: among all pairs"
DRAWN = "90 % of 20 resamples, seed 3"
OF_LEXICONS = {
    "accuracy": (
        "Translations against dir/dict.txt",
        (
            f"system | words:0 | {PRECISION} | reciprocal_rank=MRR@5:2 | precision_of_all_at_1=all P@1:2 | "
            "precision_of_all_at_5=all P@5:2 | low:2 | high:2"
        ),
        f"{PRECISION_NOTE}; low, high: confidence interval of P@1, {DRAWN}",
    ),
    "coverage": (
        "Words of the dictionary",
        (
            "system | words:0 | no_vector=no vector:0 | no_translation=no translation vector:0 | covered:0 | "
            "coverage:2 | first_words=first without vector"
        ),
        "",
    ),
    "pairs": ("pairs found", f"system | dictionary | pairs:0 | {PAIRS}", PAIR_NOTE),
    "lemmas": ("pairs found, by lemma", f"system | dictionary | pairs:0 | {PAIRS}", f"{PAIR_NOTE}; lemmas by table"),
    "shares": (
        "Parts of speech of dict.txt",
        "dictionary | group=part of speech | words:0 | word_share=% of words:2 | pairs:0 | pair_share=% of pairs:2",
        "of the words and pairs with a part of speech; a word with several counts in each",
    ),
    "pos": (
        "By part of speech",
        f"system | group=part of speech | words:0 | {PRECISION} | recall_at_1=R@1:2 | recall_at_5=R@5:2",
        "P of the words covered, R of all pairs",
    ),
    "frequency": (
        "By frequency of the source word",
        f"system | group=frequency of the source word | words:0 | {PRECISION}",
        "of the words covered",
    ),
    "senses": (
        "By number of translations",
        f"system | translations | words:0 | {PRECISION} | recall_at_1=R@1:2 | recall_at_5=R@5:2",
        "P of the words covered, R of all pairs",
    ),
    "ranking": (
        "Without proper nouns and false pairs",
        (
            "system | all:2 | clean:2 | all_difference=to the first:2 | clean_difference=clean to the first:2 | "
            "all_rank=rank:0 | clean_rank=clean rank:0"
        ),
        "P@1 of the words covered; 2 words are clean",
    ),
    "explained": (
        "first answers that are other forms or synonyms",
        (
            "system | dictionary | words:0 | precision=P@1:2 | forms=other forms:0 | synonyms:0 | "
            "with_explained=P@1 with them:2"
        ),
        "forms by table, which lists 0 % of the translations",
    ),
    "gaps": (
        "systems compared",
        (
            "one=system | other=against | words:0 | only_one=only one right:0 | only_other=only other right:0 | "
            "one_explained=one explained:0 | other_explained=other explained:0 | gap:2 | gap_after=gap after:2 | "
            "shared_errors=errors shared %:2 | p=McNemar's p:4 probability"
        ),
        "first answers to the clean dictionary; after: where a wrong answer is another form or a synonym, it counts",
    ),
    "significance": (
        "Significance of differences",
        (
            "one=system | other=against | at=P@k, k:0 | words:0 | precision=P@k:2 | other_precision=other P@k:2 | "
            "gap:2 | low:2 | high:2 | bootstrap_p=bootstrap p:4 probability | "
            "randomization_p=randomization p:4 probability | "
            "mcnemar_p=McNemar's p:4 probability"
        ),
        (
            f"of the words that both cover; low, high: confidence interval of the gap, {DRAWN}; "
            "2 words: too few to trust a bootstrap, whose intervals are too narrow below 20"
        ),
    ),
}


def test_reports_of_translations() -> None:
    """All of them in the order in which they are shown, and each under the name by which it is asked for."""
    found = list(lexicon.report_evaluation(WHOLE))
    assert [table.name for table in found] == list(OF_LEXICONS)
    assert {table.name: (table.title, heads(table), table.note) for table in found} == OF_LEXICONS
    some = lexicon.select_reports("gaps,pairs")
    assert [table.name for table in lexicon.report_evaluation(WHOLE, some)] == ["gaps", "pairs"]
    assert [lexicon.select_reports(nothing) for nothing in (None, "")] == [(), ()]
    with pytest.raises(mg.ScoreError, match='there is no report "gasp"; did you mean gaps'):
        lexicon.select_reports("pairs,gasp")


# --- settings ---


def test_reports_of_settings() -> None:
    searched = tuning.make_weights_table({"wer": ("lm=1", 2.0, 3.0)})
    grid = tuning.make_grid("wer", "WER", {(7, "0.5"): 1.0}, None, "a note")
    assert about([searched, grid]) == [
        ("weights", "weights by line search", "metric=tuned for | weights | score:2 | test=on the test:2"),
        ("wer", "WER", "lmwt=LM weight:0 | shown_0.5=penalty 0.5 for people | penalty_0.5=penalty 0.5:2 for programs"),
    ]
    assert grid.note == "a note"


@pytest.mark.parametrize(("units", "few"), [(19, f"; 19 utterances: {FEW}"), (20, "")])
def test_the_best_settings_and_those_of_the_test(units: int, few: str) -> None:
    metric = SimpleNamespace(label="wer", better="lower")
    values: dict[tuple[str, ...], float] = {("7", "0"): 10.0, ("8", "0"): 12.0}
    surfaces = [Surface(cast("Any", metric), values, ("7", "0"), frozenset(values), units)]
    found = tuning.report_tuning(Tuning(["lm", "wip"], surfaces, surfaces), "dev")
    heat, best, test = found
    assert about([heat, best, test]) == [
        ("surface_wer", "wer of dev", "lm | shown_0=wip 0 for people | 0=wip 0:2 for programs"),
        ("best", "best settings", "metric=chosen by | lm | wip | score_wer=wer:2 | flat=not worse:0"),
        (
            "test",
            "settings of the development set on the test",
            "metric=chosen by | lm | wip | score_wer=wer on the test:2 | least=best possible:2",
        ),
    ]
    assert best.note == f"not worse: settings not significantly worse than the best, of 2{few}"
