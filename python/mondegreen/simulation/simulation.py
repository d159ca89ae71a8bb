"""Error simulation by a plan: the table, the target rates, where they come from, and draws by them."""

from __future__ import annotations

import json
import math
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from mondegreen import _core
from mondegreen._core import Strings
from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats import write
from mondegreen.formats.format import Format
from mondegreen.lexicon import space
from mondegreen.lexicon.space import ALL, Space, fold_case
from mondegreen.output import text_output
from mondegreen.plan.texts import SimulatePlan
from mondegreen.resources import Resources
from mondegreen.results.shown import Drawable
from mondegreen.simulation.building import PhraseFinder, Rules, add_phrases, build_table
from mondegreen.simulation.drawing import Beyond, Corrupted, Edit, EditList, corrupt, count_words
from mondegreen.simulation.profile import (
    Profile,
    classify_by_length,
    classify_by_tag,
    estimate_rates,
    learn_profile,
    make_beyond,
    measure_profile,
    mix_tables,
    scale_rates,
)
from mondegreen.simulation.pronunciations import Pronunciations, load_pronunciations
from mondegreen.simulation.rates import TargetRates, override_weights
from mondegreen.simulation.table import Table

DEFAULT_RATE = 0.3
# How many draws correct the rates, each by the deviation of the one before, and by what factor at most.
FITTING_ROUNDS = 4
MAX_FACTOR = 1.5
# Words that were replaced so often have their confusions corrected too; of fewer, most deviations are chance.
ENOUGH_CONFUSIONS = 50


@dataclass(frozen=True)
class SimulationPlan:
    """A table and target rates: `requested` ones, and those of draws. A `profile` is that of an imitated system."""

    table: Table
    target: TargetRates
    mode: str
    beyond: Beyond
    requested: TargetRates
    notes: Sequence[str] = ()
    profile: Profile | None = None
    classes: Mapping[str, str] = field(default_factory=dict)


def plan_simulation(plan: SimulatePlan, texts: Sequence[str]) -> SimulationPlan:
    """The table and the rates that the options ask for in these texts."""
    profile = learn_profile(plan.like, plan.threads) if plan.like else None
    plain = _core.plain_texts(Strings.of(texts))
    table, notes = load_or_build_table(plan, texts, plain, profile)
    extra = 0.0
    if plan.phrases:
        table, extra = add_phrases(table, plain, PhraseFinder(*load_sources(plan), plan.threads), plan.phrases)
    if profile is not None:
        return imitate_system(plan, profile, table, plain, notes)
    rate = plan.wer if plan.wer is not None else plan.substitutions
    if rate is None:
        rate = DEFAULT_RATE if plan.deletions is None and plan.insertions is None else 0.0
    requested = TargetRates(rate, plan.deletions or 0.0, plan.insertions or 0.0).check()
    beyond = Beyond(requested.deletions, requested.insertions, plan.burst, merge=plan.phrases / 2)
    # Where two words are heard for one, or one for two, there are two errors.
    target = requested._replace(substitutions=requested.substitutions / (1 + extra))
    return SimulationPlan(table, target, plan.mode or "bernoulli", beyond, requested, notes)


@dataclass(frozen=True)
class Simulated(Drawable):
    """Texts with errors, the errors as an aligner finds them, and the plan by which they were made."""

    corrupted: Corrupted
    profile: Profile
    simulation: SimulationPlan

    @property
    def texts(self) -> list[str]:
        """The texts with errors."""
        return self.corrupted.texts

    @property
    def edits(self) -> EditList:
        """The errors of each text."""
        return self.corrupted.edits


def simulate_corpus(plan: SimulatePlan, corpus: Corpus) -> Simulated:
    """The errors that a plan makes in a corpus; the table is saved if that is asked for."""
    simulation = plan_simulation(plan, corpus.texts)
    if plan.save_table:
        simulation.table.save(plan.save_table)
    ids = corpus.keys if corpus.keyed else None
    return Simulated(*simulate_errors(corpus.texts, simulation, plan.seed, ids, plan.threads), simulation)


def load_or_build_table(
    plan: SimulatePlan, texts: Sequence[str], plain: Sequence[str], profile: Profile | None
) -> tuple[Table, list[str]]:
    """A saved table, or one for the words of the texts, and a note on the words that it lacks."""
    if plan.table:
        check_sources(plan)
        return Table.load(plan.table), []
    rules = make_rules(plan).check()
    words = list(_core.distinct_words(list(texts), list(plain)))
    if profile is not None:
        words += profile.confusions
    table, coverage = build_table(words, *load_sources(plan), rules, plan.threads)
    lacking = f"{coverage.no_vector} have no vector and {coverage.no_pronunciation} no pronunciation"
    return table, [f"of {coverage.words} distinct words, {lacking}; they are never replaced"]


def make_rules(plan: SimulatePlan) -> Rules:
    return Rules(**{name: value for name in Rules._fields if (value := getattr(plan, name)) is not None})


def check_sources(plan: SimulatePlan) -> None:
    """Rejects options for building a table where one is given; phrases are built from the same sources."""
    sources = () if plan.phrases else ("vectors", "pronunciations", "words", "features")
    given = [name for name in (*Rules._fields, *sources) if getattr(plan, name) is not None]
    if given:
        raise ScoreError(f"--table already holds the candidates; remove --{given[0]}, or build a new table")


def load_sources(plan: SimulatePlan) -> tuple[Space, Pronunciations]:
    """Vectors and pronunciations; a missing voice or dictionary is reported first."""
    name = plan.pronunciations or ("cmudict" if plan.language == "en" else f"espeak:{plan.language}")
    pronunciations = load_pronunciations(name, plan.features, Resources(plan.language))
    return load_space(plan.vectors, plan.language, ALL if plan.words is None else plan.words), pronunciations


def imitate_system(
    plan: SimulatePlan, profile: Profile, table: Table, plain: Strings, notes: Sequence[str]
) -> SimulationPlan:
    """Errors at the rates of a system, and with its confusions."""
    counts = Counter(word for text in plain for word in text.split())
    words = {*counts, *profile.spoken, *profile.confusions, *profile.lost}
    classes = classify_by_length(words)
    if plan.analyzer:
        classes |= classify_by_tag(plain, Resources(plan.language, {"analyzer": plan.analyzer}))
    mixed = mix_tables(profile, table, counts)
    target = scale_rates(profile, plan.wer).check()
    weights = override_weights(estimate_rates(profile, classes, counts), mixed, count_words(plain, mixed))
    beyond = replace(make_beyond(profile, target, weights), merge=plan.phrases / 2)
    return SimulationPlan(mixed, target, plan.mode or "calibrated", beyond, target, notes, profile, classes)


def simulate_errors(
    texts: Sequence[str], plan: SimulationPlan, seed: int, keys: Sequence[str] | None, threads: int | None
) -> tuple[Corrupted, Profile]:
    """The texts with errors by the plan, and the errors as the aligner finds them.

    The aligner finds other errors than those drawn: a deletion beside an insertion is a substitution to it. Where a
    system is imitated, the rates and the confusions of frequent words are corrected in a few rounds.
    """
    target, table = plan.target, plan.table
    for left in reversed(range(FITTING_ROUNDS if plan.profile is not None and plan.mode != "exact" else 1)):
        beyond = replace(plan.beyond, deletions=target.deletions, insertions=target.insertions)
        made = corrupt(texts, table, target.substitutions, seed, keys, plan.mode, beyond, threads)
        found = measure_profile(texts, made.texts, "simulated", threads)
        if left:
            observed = (found.substitutions, found.deletions, found.insertions)
            target = clip_rates(TargetRates(*map(adjust_rate, target, plan.target, observed)))
            table = correct_confusions(table, plan, found)
    return made, found


def correct_confusions(table: Table, plan: SimulationPlan, found: Profile) -> Table:
    """The table, with less of what the aligner finds too often of a word, and more of what it finds too rarely."""
    assert plan.profile is not None
    probability = table.probability.copy()
    for word, count in plan.profile.replaced.items():
        index, drawn = table.indices.get(word), found.replaced.get(word, 0)
        if index is None or min(count, drawn) < ENOUGH_CONFUSIONS:
            continue
        row = slice(*table.offsets[index : index + 2].tolist())
        observed = np.array([found.confusions[word].get(each.lower(), 0) for each in table.candidates[row]]) / drawn
        wanted = np.maximum(plan.table.probability[row] + table.probability[row] - observed, 0.0)
        probability[row] = wanted / wanted.sum()
    return replace(table, probability=probability)


def adjust_rate(rate: float, goal: float, observed: float) -> float:
    if not observed > 0:
        return rate
    return rate * min(MAX_FACTOR, max(1 / MAX_FACTOR, goal / observed))


def clip_rates(target: TargetRates) -> TargetRates:
    factor = min(1.0, 1 / max(target.substitutions + target.deletions, 1e-9))
    return TargetRates(target.substitutions * factor, target.deletions * factor, min(1.0, target.insertions))


def load_space(name: str | None, language: str = "en", limit: int = ALL) -> Space:
    """The first words of a file, or of a spaCy pipeline (the language's, where none is named), in lower case."""
    from mondegreen.resources import spacy_vectors

    if limit < 1:
        raise ScoreError(f"{limit} words make no vector space; give 1 or more")
    source = name or spacy_vectors.find_default(language)
    if Path(source).is_file():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # duplicate words and zero vectors are no candidates in any case
            return space.load(source, limit)
    pipeline = spacy_vectors.load(source)
    rows: dict[int, str] = {}
    for key, row in pipeline.vectors.key2row.items():
        if len(rows) == limit:
            break
        rows.setdefault(int(row), pipeline.vectors.strings[key])  # the others of a row are aliases of its word
    matrix = np.asarray(pipeline.vectors.data[list(rows)], dtype=np.float32)
    full = Space(list(rows.values()), matrix, f"{pipeline.identity}:{len(rows)}", source)
    return space.merge_spellings([fold_case(word, keep_case=False) for word in full.words], full, keep_case=False)


def write_corpus(corpus: Corpus, corrupted: Corrupted, path: str, target: type[Format]) -> Iterator[str]:
    """Writes the corpus with the corrupted texts; notes say what the format has no place for."""
    changed = replace(corpus, texts=corrupted.texts, words=None)  # the times of words are no longer theirs
    if dropped := target.list_losses(changed):
        yield f"{target.name} cannot hold these, dropped: {', '.join(dropped)}"
    write(changed, path, target.name)


def write_edit_log(path: str, keys: Sequence[str], texts: Sequence[str], corrupted: Corrupted) -> None:
    with text_output(path) as stream:
        for key, text, changed, edits in zip(keys, texts, corrupted.texts, corrupted.edits, strict=True):
            row = {
                "key": key,
                "reference": text,
                "text": changed,
                "alignment": list(align_edits(text.split(), edits)),
                "edits": [format_edit(edit) for edit in edits],
            }
            stream.write(f"{json.dumps(row, ensure_ascii=False, allow_nan=False)}\n")


def align_edits(words: Sequence[str], edits: Sequence[Edit]) -> Iterator[tuple[str, str]]:
    """The pairs of original and new words, "" where a side has none."""
    at = 0
    for edit in edits:
        yield from ((word, word) for word in words[at : edit.position])
        yield edit.reference, edit.hypothesis
        at = edit.position + len(edit.reference.split())
    yield from ((word, word) for word in words[at:])


def format_edit(edit: Edit) -> dict[str, Any]:
    """An error as JSON has it; unknown values are null."""
    return {
        name: None if isinstance(value, float) and math.isnan(value) else value
        for name, value in edit._asdict().items()
    }
