"""An experiment on robustness, from a plan: texts and pairs read, subjects and errors selected, all measured."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from mondegreen.batch import Settings
from mondegreen.encoders import make_encoders
from mondegreen.encoders.word_encoder import WordEncoder
from mondegreen.errors import ScoreError
from mondegreen.formats import read
from mondegreen.formats.rated import SimilarityPairs, read_similarities
from mondegreen.metrics import make_metrics
from mondegreen.normalization import normalize
from mondegreen.plan.texts import RobustnessPlan
from mondegreen.resolve import make_normalizers, make_resources, split_metrics
from mondegreen.resources import Resources
from mondegreen.resources.word_lists import Frequencies
from mondegreen.results.shown import show_plot
from mondegreen.simulation import Table
from mondegreen.simulation.profile import learn_profile
from mondegreen.simulation.robustness.correlations import Distances, Task, measure_distances, measure_tasks
from mondegreen.simulation.robustness.panel import Curves, Noise, Panel, measure_curves
from mondegreen.sources import load_texts, name_source
from mondegreen.tokenization import Tokenizer, check_tokens, format_signature, make_tokenizer

ENCODERS = "avg,avg-stop,sif,usif,subs-stop"
COUNTED = "text:"
PAIR_RATES = "0,0.1,0.3"
MAX_RATES = 1000


class Experiment(NamedTuple):
    """What was found of the texts `name`, and the conditions that change the numbers."""

    name: str
    conditions: str
    curves: Curves
    distances: Distances
    tasks: Sequence[Task]

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:  # noqa: ANN401 - matplotlib need not be there
        """The curves as a plot: a figure of matplotlib's, or a file that ends in .png, .svg or .pdf."""
        return show_plot(self, path)


def run_experiment(plan: RobustnessPlan) -> Experiment:
    """What the plan's texts and pairs show; what is mistyped is refused before anything is read."""
    curve_rates = parse_rates("--rates", plan.rates)
    pair_rates = parse_rates("--pair-rates", plan.pair_rates or PAIR_RATES)
    distance_rates = parse_rates("--distances", plan.distances)
    if not plan.pairs:
        plan.refuse_idle(["pair_rates"], "applies to --pairs, and none are given; remove it")
    if len(distance_rates) != 1:
        raise ScoreError(f'--distances is "{plan.distances}"; give one rate')
    if plan.text is None and not plan.pairs:
        raise ScoreError("there is nothing to corrupt; give TEXT, or --pairs FILE")
    # Word vectors and lists of words mostly split English as the Penn Treebank does.
    tokenizer = make_tokenizer(plan.tokenize or ("treebank" if plan.language == "en" else "punctuated")) or str.split
    panel = make_panel(plan, tokenizer)
    sets = read_pairs(plan, tokenizer)
    name, ids, texts = read_sentences(plan, tokenizer, sets)
    check_vocabulary(panel, texts, name)
    seeds = range(plan.seed, plan.seed + plan.draws)
    noise = Noise(Table.load(plan.table), seeds, plan.mode, plan.threads, plan.deletions, plan.insertions)
    if plan.like:
        sides = [text for each in sets for side in (each.left, each.right) for text in side]
        noise = noise.like(learn_profile(plan.like, plan.threads), [*texts, *sides])
    return Experiment(
        name,
        describe_conditions(plan, tokenizer),
        measure_curves(texts, panel, noise, curve_rates, ids=ids),
        measure_distances(texts, panel, noise, distance_rates[0], ids=ids),
        measure_tasks(sets, panel, noise, pair_rates),
    )


def parse_rates(option: str, text: str) -> tuple[float, ...]:
    """The rates, each once, the least first."""
    try:
        parts = [Decimal(part.strip()) for part in text.replace(":", ",").split(",")]
    except InvalidOperation:
        raise make_rates_error(option, text) from None
    if not all(part.is_finite() for part in parts) or (":" in text and ("," in text or len(parts) != 3)):
        raise make_rates_error(option, text)
    if ":" in text:
        first, last, step = parts
        if step <= 0 or last < first or last - first > MAX_RATES * step:
            raise ScoreError(
                f'{option} is "{text}"; write FROM:TO:STEP in ascending order, with at most {MAX_RATES} rates'
            )
        parts = [first + step * index for index in range(int((last - first) / step) + 1)]
    if not all(0 <= part <= 1 for part in parts):
        raise ScoreError(f'{option} is "{text}"; a rate is a share from 0 to 1, such as 0.3 for 30 %')
    return tuple(sorted({float(part) for part in parts}))


def make_rates_error(option: str, text: str) -> ScoreError:
    return ScoreError(f'{option} is "{text}"; write rates such as 0:0.5:0.05 (from, to, by) or 0,0.1,0.3')


def describe_conditions(plan: RobustnessPlan, tokenizer: Tokenizer) -> str:
    rules = f", after {','.join(map(str, plan.normalize))}" if plan.normalize else ""
    seeds = f"seed {plan.seed}" if plan.draws == 1 else f"seeds {plan.seed} to {plan.seed + plan.draws - 1}"
    tokenization = "words" if tokenizer is str.split else format_signature(tokenizer, "words")
    parts = {"deletions": plan.deletions, "insertions": plan.insertions}
    more = [f"{100 * part:g} % {name}" for name, part in parts.items() if part]
    more += [f"like {' '.join(plan.like)}"] if plan.like else []
    return f"cut by {tokenization}{rules}; {', '.join([f'errors of {plan.table}', *more, plan.mode, seeds])}"


def make_panel(plan: RobustnessPlan, tokenizer: Tokenizer) -> Panel:
    """All encoders and metrics, of which nothing is loaded yet."""
    metrics = make_metrics(split_metrics(plan.metrics or ()))
    names = plan.encoders or ([] if metrics else [ENCODERS])
    resources = add_encoder_resources(plan, make_resources(plan), tokenizer)
    settings = Settings(plan.policy, resources=resources, threads=plan.threads)
    return Panel(make_encoders(split_metrics(names), resources), metrics, settings)


def add_encoder_resources(plan: RobustnessPlan, resources: Resources, tokenizer: Tokenizer) -> Resources:
    selected: dict[str, object] = {}
    if plan.stop_words:
        selected["stop-words"] = plan.stop_words
    if plan.frequencies and plan.frequencies.startswith(COUNTED):
        path = plan.frequencies.removeprefix(COUNTED)
        texts = read(path, None, plan.encoding).texts
        selected["frequencies"] = Frequencies.counted(tokenizer(text) for text in texts)
    elif plan.frequencies:
        selected["frequencies"] = plan.frequencies
    return resources.choosing(selected)


def read_pairs(plan: RobustnessPlan, tokenizer: Tokenizer) -> list[SimilarityPairs]:
    """The sets of pairs; files under one name are one set."""
    found: dict[str, SimilarityPairs] = {}
    for each in plan.pairs:
        name, equals, path = each.partition("=")
        name, path = (name, path) if equals else (each, each)
        one = read_similarities(path, name, plan.encoding)
        left, right = (prepare_texts(plan, tokenizer, side) for side in (one.left, one.right))
        one = replace(one, left=left, right=right)
        found[name] = found[name].and_(one) if name in found else one
    return list(found.values())


def read_sentences(
    plan: RobustnessPlan, tokenizer: Tokenizer, sets: Sequence[SimilarityPairs]
) -> tuple[str, Sequence[str], list[str]]:
    """The name, the utterance IDs and the texts of the curves."""
    if plan.text is None:
        texts = [text for each in sets for side in (each.left, each.right) for text in side]
        return ", ".join(each.name for each in sets), [str(number) for number in range(1, len(texts) + 1)], texts
    corpus = load_texts(plan, plan.text, plan.format)
    if not len(corpus):
        raise ScoreError("this file holds no sentence", path=name_source(plan.text, corpus.name))
    return corpus.name, corpus.keys, prepare_texts(plan, tokenizer, corpus.texts)


def prepare_texts(plan: RobustnessPlan, tokenizer: Tokenizer, texts: Sequence[str]) -> list[str]:
    """Normalized texts, their words between spaces."""
    normalized = normalize(texts, make_normalizers(plan.normalize), "references")
    return [" ".join(check_tokens(tokenizer, text)) for text in normalized]


def check_vocabulary(panel: Panel, texts: Sequence[str], name: str) -> None:
    """Refuses texts all of whose words are out of vocabulary for an encoder of word vectors."""
    for each in panel.encoders:
        if isinstance(each, WordEncoder):
            words = list({word for text in texts for word in each.words(text)})
            if words and not each.vectors.has(words).any():
                what = f"{each.label}: no word of {name} has a vector in {each.vectors.identity}"
                raise ScoreError(f"{what}; are they for the same language?")
