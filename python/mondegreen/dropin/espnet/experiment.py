"""Everything of an experiment's directory scored, on all cores, and summed up."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from mondegreen.component import unknown_name
from mondegreen.dropin.espnet import espnet1, espnet3, layout, stage, summary, versa
from mondegreen.dropin.espnet.language_id import score_lids
from mondegreen.dropin.espnet.layout import Decode
from mondegreen.dropin.espnet.local_scoring import NO_SCORING, LocalScoring, find_local_scoring
from mondegreen.dropin.espnet.recipe import UNITS, Recipe, configure_recipe, split_options
from mondegreen.dropin.espnet.score_bleu import score_spoken
from mondegreen.dropin.espnet.scoring import Accuracy, Detection, Finding, Rates, Result, write_file
from mondegreen.dropin.espnet.stage import Material
from mondegreen.dropin.espnet.tables import read_text
from mondegreen.dropin.espnet.translation import (
    LOWER_CASE,
    TRUE_CASE,
    Translation,
    find_target,
    format_sections,
    score_translation,
)
from mondegreen.errors import ScoreError, join_ids
from mondegreen.progress import progress

if TYPE_CHECKING:
    from mondegreen.plan.recipes import EspnetPlan

UNSCORED = (layout.UNFINISHED, layout.UNREFERENCED)


@dataclass
class Experiment:
    """An experiment's directory, and what was found there; `given` names the recipe's options that the user set."""

    root: str
    recipe: Recipe
    given: Sequence[str] = ()
    dumpdir: str = "dump/raw"
    data: str = ""
    dictionary: str = ""
    speakers: int = 1
    threads: int | None = None
    strict: bool = False
    only: Sequence[str] = ()
    found: list[Decode] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    materials: list[Material] = field(default_factory=list)
    is_of_another_task: bool = False
    """Whether the experiment is one of translation or understanding."""
    language: str = ""
    case: str = ""
    translations: list[Translation] = field(default_factory=list)
    metrics_config: str = ""
    measuring: espnet3.Measuring = field(default_factory=lambda: espnet3.Measuring(()))
    """What ESPnet 3 measures."""
    local: LocalScoring = field(default_factory=lambda: LocalScoring(NO_SCORING))
    accuracies: list[Accuracy] = field(default_factory=list)
    detections: list[Detection | Rates] = field(default_factory=list)

    def score(self) -> None:
        self.recipe, notes = configure_recipe(self.recipe, self.root, self.given)
        self.add_notes(notes)
        self.measuring = espnet3.plan_measures(self.metrics_config, self.recipe, self.given)
        try:
            decodes = layout.find_decodes(self.root, self.dumpdir, self.data, self.measuring.list_tables())
        except ScoreError:
            # There may be nothing but transcripts that were written before, for the recipe's own script.
            self.score_locally()
            if self.results or self.accuracies or self.detections or self.translations:
                return
            raise
        # By its whole name, or by a directory in it.
        decodes = self.sort_sets(decodes)
        self.found = [each for each in decodes if not self.only or {each.name, *each.name.split(os.sep)} & {*self.only}]
        self.is_of_another_task = any(layout.is_of_another_task(self.root, each) for each in self.found)
        if "units" not in self.given:
            self.found = [
                each._replace(kind=layout.TRANSLATED) if layout.is_translated(each) else each for each in self.found
            ]
        self.check_found()
        tasks = [task for decode in self.found for task in self.list_tasks(decode)]
        with progress(self.root, len(tasks)) as advance, ThreadPoolExecutor(self.threads or os.cpu_count()) as pool:
            for results in pool.map(lambda task: list(task()), tasks):
                advance(1)
                self.add_results(results)
        self.score_locally()

    def sort_sets(self, decodes: Sequence[Decode]) -> list[Decode]:
        """The directories; of ESPnet 3's test sets those that its configuration names, in that order."""
        names, there = self.measuring.sets, [each.name for each in decodes if each.kind == "espnet3"]
        if there:
            self.add_notes(self.measuring.notes)
        elif self.metrics_config:
            what = "has no test set of ESPnet 3, whose measures --metrics-config tells; leave it out"
            raise ScoreError(what, path=self.root)
        if not (there and names):
            return list(decodes)
        if lost := [name for name in names if name not in there]:
            what = f"has no test set {lost[0]} with {' and '.join(sorted(self.measuring.list_tables()))}"
            raise ScoreError(f"{what}, which the configuration of what is measured names", path=self.root)
        kept = [each for each in decodes if each.kind != "espnet3" or each.name in names]
        return sorted(kept, key=lambda each: names.index(each.name) if each.name in names else -1)

    def score_locally(self) -> None:
        """Scores as the recipe's own script does, where that is known."""
        self.add_results(list(self.local.score(self.root, self.recipe)))
        self.notes += [self.local.note] if self.local.note else []

    def add_results(self, results: Sequence[Finding | Translation]) -> None:
        scored = [each for each in results if isinstance(each, Result)]
        self.results += scored
        self.translations += [each for each in results if isinstance(each, Translation)]
        self.accuracies += [each for each in results if isinstance(each, Accuracy)]
        self.detections += [each for each in results if isinstance(each, Detection | Rates)]
        self.add_notes(each for each in results if isinstance(each, str))
        self.add_notes(note for result in scored for note in result.notes)
        self.add_notes(note for each in self.translations for note in each.notes)

    def check_found(self) -> None:
        """Ends the run where nothing is left to score, or where options are for what is not there."""
        unreferenced = [each for each in self.found if each.kind == layout.UNREFERENCED]
        if unreferenced and len(unreferenced) == len(self.found):
            raise ScoreError(layout.describe_unreferenced(unreferenced), path=self.dumpdir)
        if all(each.kind in UNSCORED for each in self.found):
            raise ScoreError(f"holds no decode folder of {join_ids(list(self.only))}", path=self.root)
        if (self.dictionary or self.speakers > 1) and all(each.kind != "espnet1" for each in self.found):
            raise ScoreError("--dict and --num-spkrs are for ESPnet 1, of which there is nothing", path=self.root)

    def list_tasks(self, decode: Decode) -> list[Callable[[], Iterable[Result | Translation | Accuracy]]]:
        """The tasks of a decode directory, each by itself; what cannot be read is reported before any of them runs."""
        if decode.kind == "summary":  # of texts, which is scored already
            return []
        if decode.kind in UNSCORED:
            self.add_notes([self.explain_skip(decode)])
            return []
        if decode.kind == layout.TRANSLATED:
            target = find_target(decode, self.root, self.language, self.case)
            return [partial(score_translation, decode, self.recipe, self.root, target)]
        if decode.kind == layout.SPOKEN:
            return [partial(score_spoken, decode, self.recipe, self.root, self.language)]
        if decode.kind != "espnet2":
            others: dict[str, Callable[[], Iterable[Result | Accuracy]]] = {
                layout.LANGUAGES: partial(score_lids, decode),
                "espnet3": partial(espnet3.score_scps, decode, self.measuring.measures),
                "versa": partial(versa.score_versa, decode),
                "espnet1": partial(self.score_espnet1, decode),
            }
            return [others[decode.kind]]
        work = stage.read_material(decode, self.recipe)
        self.add_notes(work.notes)
        self.materials.append(work)
        made = self.recipe.make_tokenizers()
        if lacking := [unit for unit in self.recipe.units if unit not in made and "units" in self.given]:
            raise ScoreError(f"--rates {lacking[0]} needs a model of pieces; name the recipe's by --bpemodel FILE")
        return [partial(stage.score_unit, work, unit, how) for unit, how in made.items()]

    def explain_skip(self, decode: Decode) -> str:
        if decode.kind == layout.UNREFERENCED:
            return f"{self.dumpdir}: {layout.describe_unreferenced([decode])}; it is not scored"
        return f"{decode.directory}: decoding left no text there, so that it is not scored; is it done?"

    def score_espnet1(self, decode: Decode) -> Iterable[Result]:
        dictionary = self.dictionary or self.find_dictionary()
        directory = espnet1.DecodeDirectory(decode.directory, decode.name, self.recipe, dictionary)
        results = list(espnet1.score_directory(directory, self.speakers))
        for result in results[:1]:
            result.notes = [*directory.notes, *result.notes]
        return results

    def find_dictionary(self) -> str:
        paths = glob.glob("data/lang_*/*_units.txt")
        if len(paths) != 1:
            which = f"{len(paths)} lists of tokens" if paths else "no list of tokens"
            raise ScoreError(f"data/lang_*/*_units.txt are {which}; name the one of {self.root} by --dict FILE")
        return paths[0]

    def add_notes(self, notes: Iterable[str]) -> None:
        """Collects notes; if the run is to be strict, the first is an error."""
        for note in notes:
            if self.strict:
                raise ScoreError(note)
            if note not in self.notes:
                self.notes.append(note)

    def write_summaries(self, path: str) -> list[str]:
        """Writes the summaries that belong to what was found, and gives their paths.

        One that says more than ours would, by another script or by hand, stays.
        """
        written = []
        for target, text in self.make_summaries(path):
            if target != path and self.must_stay(target, text):
                self.notes.append(f"{target}: stays as it is, as it may say more than error rates; see --results FILE")
                continue
            write_file(target, text.encode("utf-8", "surrogateescape"))
            written.append(target)
        return written

    def must_stay(self, target: str, text: str) -> bool:
        try:
            before = read_text(target)
        except ScoreError:
            return os.path.exists(target)
        return (self.is_of_another_task and not self.translations) or not summary.is_alike(before, text)

    def make_summaries(self, path: str) -> Iterator[tuple[str, str]]:
        kinds = {decode.kind for decode in self.found if not decode.bare}
        if kinds & {layout.TRANSLATED, layout.SPOKEN}:
            target = path or os.path.join(self.root, "RESULTS.md")
            written = next((each.written for each in self.translations), TRUE_CASE)
            # The original looks for results by the target's case, and finds none of lc.rm.
            case = written if self.recipe.literal or written == TRUE_CASE else LOWER_CASE
            text = "".join(format_sections(self.root, case))
            yield target, summary.format_head("translation_result") + text
        elif kinds & {"espnet2", "summary"}:
            target = path or os.path.join(self.root, "RESULTS.md")
            yield target, self.format_summary(target, "asr_result", partial(summary.format_asr_sections, self.root))
        if "espnet1" in kinds:
            above = os.path.dirname(os.path.normpath(self.root)) or "."
            target = path or os.path.join(above, "RESULTS.md")
            yield target, self.format_summary(target, "result", partial(summary.format_experiments, above))
        roots = [each.directory.partition("/scoring")[0] for each in self.found if each.kind == "versa"]
        for directory in dict.fromkeys(roots):
            target = path or os.path.join(directory, "RESULTS.md")
            yield target, self.format_summary(target, "tts_results", partial(summary.format_versa_sections, directory))
        if "espnet3" in kinds:
            scored = [each for each in self.results if each.path.endswith("_alignment")]
            yield (
                os.path.join(self.root, "metrics.json"),
                espnet3.format_metrics(scored, self.measuring.measures).decode(),
            )

    def format_summary(self, target: str, script: str, sections: Callable[..., Iterator[str]]) -> str:
        tables, theirs = "".join(sections(literal=False)), "".join(sections(literal=True))
        if tables != theirs and not self.recipe.literal:
            self.add_notes([f"{target}: is not as show_{script}.sh prints it of these results; --literal gives that"])
        return summary.format_head(script) + (theirs if self.recipe.literal else tables)


def plan_experiment(plan: EspnetPlan) -> Experiment:
    """An experiment with the recipe's options that were given; a mistyped rate ends the run before it begins."""
    units = tuple(plan.rates.split(","))
    for unit in units:
        if unit not in UNITS:
            raise unknown_name("rate", unit, UNITS)
    options = {
        "symbols": plan.nlsyms_txt,
        "cleaner": plan.cleaner,
        "hyp_cleaner": plan.hyp_cleaner,
        "bpemodel": plan.bpemodel,
        "token_type": plan.token_type,
    }
    given = {name: value for name, value in options.items() if value is not None}
    sclite = split_options(plan.score_opts)
    recipe = Recipe(**given, options=sclite, units=units, literal=plan.literal, token_list=plan.token_list)  # type: ignore[arg-type] # all are texts
    return Experiment(
        plan.experiment.rstrip("/") or "/",
        recipe,
        (*given, *(() if units == UNITS else ("units",))),
        dumpdir=plan.dumpdir,
        data=plan.data,
        language=plan.tgt_lang,
        case=plan.tgt_case or "",
        metrics_config=plan.metrics_config,
        local=find_local_scoring(plan.local_score, split_options(plan.local_score_opts)),
        dictionary=plan.dict,
        speakers=plan.num_spkrs,
        threads=plan.threads,
        strict=plan.strict,
        only=plan.only,
    )
