"""Real English and French vectors, held against what others found on them (../shared/data/lexicon/figures.json)."""

import json
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mondegreen.lexicon import dictionary, space
from mondegreen.lexicon.dictionary import Dictionary
from mondegreen.lexicon.evaluate import groups, lemmatizer, precision_recall
from mondegreen.lexicon.evaluate.evaluation import Evaluation
from mondegreen.lexicon.evaluate.pairwise import compare_first_answers
from mondegreen.lexicon.evaluate.precision_recall import Gold
from mondegreen.lexicon.evaluate.predictions import Predictions, predict_translations
from mondegreen.lexicon.learn import learn_mapping
from mondegreen.lexicon.methods import MethodOptions
from mondegreen.lexicon.neighbors import Retriever
from mondegreen.lexicon.space import Space
from mondegreen.metrics.base import percent
from shared.data import DATA

# Numbers in figures.json have two places.
EXACT = 0.05


class Real(NamedTuple):
    folder: Path
    source: Space
    target: Space
    train: Dictionary
    test: Dictionary
    figures: dict[str, Any]


@pytest.fixture(scope="module")
def real() -> Real:
    folder = DATA / "lexicon" / "bli"
    sides = [space.load(str(folder / f"{name}.f16.npy")) for name in ("en", "fr")]
    lists = [dictionary.load(str(folder / f"en-fr.{name}.txt")) for name in ("0-5000", "5000-6500")]
    figures = json.loads((folder.parent / "figures.json").read_text(encoding="utf-8"))
    return Real(folder, sides[0], sides[1], lists[0], lists[1], figures)


def systems(real: Real, method: str, **options: Any) -> list[Predictions]:
    """A method's translations, by cosine and by CSLS."""
    steps = options.pop("steps", None)
    mapping = learn_mapping(
        real.source,
        real.target,
        method,
        MethodOptions(threads=2, **options),
        real.train.words if options.get("supervision", "dictionary") == "dictionary" else None,
        steps=steps,
        select="similarity",
    )
    retriever = Retriever(*mapping.map_spaces(real.source, real.target), threads=2)
    heads = list(dict.fromkeys(source for source, _ in real.test.words))
    return [predict_translations(f"{method} {way}", retriever, heads, 10, way) for way in ("cosine", "csls")]


@pytest.fixture(scope="module")
def procrustes(real: Real) -> list[Predictions]:
    return systems(real, "muse", refinements=0)


@pytest.fixture(scope="module")
def vecmap(real: Real) -> list[Predictions]:
    return systems(real, "vecmap")


def precisions(real: Real, predictions: Sequence[Predictions]) -> list[list[float]]:
    return [precision_recall.compute_precision(each) for each in Evaluation(real.test, predictions).surface]


def test_procrustes_is_that_of_another_program(real: Real, procrustes: list[Predictions]) -> None:
    wanted = real.figures["bli_reference_own"]["procrustes"]["en-fr procrustes [raw]"]
    found = Evaluation(real.test, procrustes).surface
    for way, judged in zip(("nn", "csls"), found):
        assert precision_recall.compute_precision(judged) == pytest.approx(
            [wanted[f"{way}@{k}"] for k in (1, 5, 10)], abs=EXACT
        )
        both = list(
            zip(
                precision_recall.compute_precision(judged, precision_recall.ALL_PAIRS),
                precision_recall.compute_recall(judged),
            )
        )
        for k, pair in zip((1, 5, 10), both):
            assert list(pair) == pytest.approx(wanted[f"s2-{way}@{k}"], abs=EXACT)
        assert int(judged.covered.sum()) == wanted["n"]


def test_vecmap_is_its_authors(real: Real, vecmap: list[Predictions]) -> None:
    # VecMap's own program: nn 75.95 and csls 80.49 of 79.27 % of the words.
    assert [row[0] for row in precisions(real, vecmap)] == pytest.approx([75.95, 80.49], abs=EXACT)
    judged = Evaluation(real.test, vecmap).surface[0]
    assert percent(float(judged.covered.sum()), len(judged.headwords)) == pytest.approx(79.27, abs=0.005)


def test_rcsls_with_few_iterations_is_on_its_way(real: Real) -> None:
    # 15 iterations reach 76.37 and 81.50. One shows that loss and step are the same.
    losses: list[float] = []
    learn_mapping(
        real.source,
        real.target,
        "rcsls",
        MethodOptions(threads=2, iterations=1),
        real.train.words,
        report_trial=lambda trial: losses.append(-trial.criterion),
    )
    known = real.figures["bli_reference_own"]["rcsls_backtrack"]["en-fr center=1 spectral=False"]["hist"]
    assert losses == pytest.approx([known[0], known[1][0]], abs=2e-5)


def test_lemmas_and_parts_of_speech_are_those_of_another_program(
    real: Real, procrustes: list[Predictions], vecmap: list[Predictions]
) -> None:
    table = lemmatizer.load_lemmas(str(real.folder / "fr.lemma.tsv"))
    classes = groups.load_classes(str(real.folder / "en-fr.5000-6500"))
    found = Evaluation(real.test, [*vecmap, *procrustes], (1, 10), table, classes=classes)
    lemmas = real.figures["s2_lemmatised_en_fr"]
    names = [f"{name} {way}" for name in ("VecMap-supervised", "MUSE-S it0") for way in ("nn", "csls")]
    for name, judged in zip(names, found.lemmatized):
        for place, depth in enumerate((1, 10)):
            pair = [
                precision_recall.compute_precision(judged, precision_recall.ALL_PAIRS)[place],
                precision_recall.compute_recall(judged)[place],
            ]
            assert pair == pytest.approx(lemmas[f"{name} lookup@{depth}"], abs=EXACT)
    tables = real.figures["s4_like_en_fr"]
    by_class = found.by_class()
    for place, name in enumerate(names):
        wanted = tables["pos_table"][name]
        for group in ("n", "pn", "v", "a", "o"):
            judged = by_class[group][place]
            assert [int(judged.covered.sum()), precision_recall.compute_precision(judged)[0]] == pytest.approx(
                wanted[group], abs=EXACT
            )
        for gold, label in ((found.gold, "all"), (found.clean, "clean")):
            first = found.firsts(gold)[place]
            assert [len(first.words), first.accuracy()] == pytest.approx(wanted[label], abs=EXACT)
            explained = [len(first.words), first.accuracy(explained=True)]
            assert explained == pytest.approx(wanted[f"{label}+forms"], abs=EXACT)
        assert len(found.firsts(found.gold)[place].forms) == wanted["ffp"]
    firsts = found.firsts(found.clean)
    compared, wanted = compare_first_answers(firsts[1], firsts[3]), tables["gap"]["VecMap-supervised vs MUSE-S it0"]
    assert (compared.words, compared.table.only_first_right, compared.table.only_second_right) == (
        wanted["n"],
        wanted["a_only"],
        wanted["b_only"],
    )
    assert compared.other_explained == wanted["a_only_but_b_form_ok"]
    assert compared.one_explained == wanted["b_only_but_a_form_ok"]
    assert [compared.before, compared.after] == pytest.approx([wanted["gap"], wanted["gap_after"]], abs=0.01)


def test_lemmas_of_simplemma_are_those_of_another_program(real: Real, vecmap: list[Predictions]) -> None:
    pytest.importorskip("simplemma", reason="simplemma is not installed")
    wanted = real.figures["s2_lemmatised_en_fr"]
    words = [word for each in vecmap for row in each.ranked.values() for word in row]
    table = lemmatizer.lemmatize_by_simplemma([*words, *(target for _, target in real.test.words)], "fr")
    found = Evaluation(real.test, vecmap, (1, 10), table).lemmatized
    for way, judged in zip(("nn", "csls"), found):
        for place, depth in enumerate((1, 10)):
            pair = [
                precision_recall.compute_precision(judged, precision_recall.ALL_PAIRS)[place],
                precision_recall.compute_recall(judged)[place],
            ]
            # The word lists of simplemma grow from one version to the next.
            assert pair == pytest.approx(wanted[f"VecMap-supervised {way} simplemma@{depth}"], abs=0.5)


def test_self_learning_needs_no_dictionary(real: Real) -> None:
    """Few words and little patience keep the test short: what matters is that it starts at all."""
    few = real._replace(source=real.source.first(6000), target=real.target.first(6000))
    found = systems(few, "vecmap", supervision="none", rank=2000, patience=3)
    assert precisions(few, found)[1][0] > 60


def published(name: str, right: int, unknown: int) -> list[float]:
    """P@1, R@1, P@10 and R@10 in per cent of predictions that are right for so many words of an evaluation list."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a row has no translation
        listed = dictionary.load(str(DATA / "lexicon" / "cwe" / f"{name}.csv"))
    heads = list(Gold.from_pairs(listed.words).answers)
    gold = dict(reversed(listed.words))
    ranked = {
        head: [gold[head] if place < right else "x", *(f"y{other}" for other in range(9))]
        for place, head in enumerate(sorted(heads[: len(heads) - unknown], key=lambda head: not gold[head]))
    }
    (judged,) = Evaluation(listed, [Predictions("s", ranked)], (1, 10)).surface
    return [
        *precision_recall.compute_precision(judged, precision_recall.ALL_PAIRS),
        *precision_recall.compute_recall(judged),
    ]


def test_evaluation_lists_give_the_figures_that_were_printed() -> None:
    # Czech to Slovak: P@1 62.00 and R@1 47.96 are 718 of 1,158 words and of 1,497 pairs, 11 words having no vector.
    precision, deep, recall, deep_recall = published("CS-SK_eval_DF", 718, 11)
    assert [precision, recall] == pytest.approx([62.00, 47.96], abs=0.005)
    assert deep == pytest.approx(100 * 718 / (10 * (1158 - 11) + 11))
    assert deep_recall == recall


@pytest.mark.parametrize("pair", ["en-de", "de-en", "en-es", "es-en"])
def test_names_and_false_pairs_are_dropped_from_published_lists(pair: str) -> None:
    """By arithmetic on the lists alone: whoever is right for all, and whoever is wrong for names."""
    classes = groups.load_classes(str(DATA / "lexicon" / "MUSE_dicos" / f"{pair}.5000-6500"))
    whole = sorted({each for pairs in classes.values() for each in pairs})
    unclean = classes["pn"] | classes.get("nw", set())
    test = Dictionary([dictionary.Pair(*each) for each in whole])
    answers: dict[str, list[str]] = {}
    for source, target in whole:
        answers.setdefault(source, []).append(target)
    perfect = Predictions("perfect", {head: words[:1] for head, words in answers.items()})
    names = {source for source, _ in unclean}
    nameless = Predictions("nameless", {head: ["x"] if head in names else words for head, words in answers.items()})
    found = Evaluation(test, [perfect, nameless], (1,), classes=classes)
    kept = {source for source, target in whole if (source, target) not in unclean and " " not in source + target}
    assert set(found.clean.answers) == kept
    share = 100 * len(kept - names) / len(kept)
    assert found.firsts(found.clean)[1].accuracy() == pytest.approx(share)
    by_class = found.by_class()
    assert precision_recall.compute_precision(by_class["pn"][1]) == [0]
    assert precision_recall.compute_precision(by_class["o"][1])[0] > 0
    compared = found.gaps()[0]
    assert compared.before == pytest.approx(found.firsts(found.clean)[0].accuracy() - share)
