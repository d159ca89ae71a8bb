"""ESPnet's rates of all decode directories in one table, and what their n-best lists hold: the first and the best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mondegreen.batch import Settings
from mondegreen.corpus import Corpus
from mondegreen.dropin.espnet.experiment import Experiment
from mondegreen.dropin.espnet.scoring import Rates, Result, Totals
from mondegreen.dropin.espnet.stage import Material
from mondegreen.metrics import make_metrics
from mondegreen.metrics.base import Metric, percent
from mondegreen.nbest.list_types import EspnetLists, has_lists, list_output_directories
from mondegreen.nbest.lists import NBest
from mondegreen.nbest.oracle import oracle
from mondegreen.nbest.reading import ChainedLists, PairedLists
from mondegreen.notes import Note
from mondegreen.reports import View
from mondegreen.reports.blocks import Block, Cell, Column, Table, make_columns
from mondegreen.reports.metrics import report_metrics
from mondegreen.results.run import Run
from mondegreen.runner import measure_pairs

RATES = {"correct": "corr", "substitutions": "sub", "deletions": "del", "insertions": "ins", "errors": "err"}
ORDER = ("wer", "cer", "ter")
RATE_COLUMNS = [
    *make_columns(dataset="dataset", rate="rate"),
    *make_columns(0, utterances="utts", tokens="tokens"),
    *make_columns(1, **{f"{name}_rate": heading for name, heading in RATES.items()}, wrong_rate="utt.err"),
    *(Column(name, name, 0, "programs") for name in (*RATES, "wrong")),
]
ACCURACY_COLUMNS = [
    *make_columns(dataset="dataset", label="label"),
    *make_columns(0, utterances="utts", correct="correct"),
    *make_columns(1, accuracy="accuracy"),
]
DETECTION_COLUMNS = [
    *make_columns(dataset="dataset", what="what"),
    *make_columns(0, there="there", recognized="recognized", correct="correct"),
    *make_columns(1, precision="precision", recall="recall", f1="F1"),
]
TRANSLATION_COLUMNS = [
    *make_columns(dataset="dataset", case="case", references="references"),
    *make_columns(2, bleu="BLEU", chrf="chrF", ter="TER"),
]
ORACLE_COLUMNS = [
    *make_columns(dataset="dataset", metric="metric"),
    *make_columns(0, utterances="utts", hypotheses="up to"),
    *make_columns(2, first="first", oracle="oracle"),
]


def measure(work: Experiment, metrics: Sequence[Metric], settings: Settings) -> list[Run]:
    return [measure_pairs(each.make_pairs(), metrics, settings) for each in work.materials]


def make_tables(work: Experiment, oracles: Sequence[Block], runs: Sequence[Run]) -> tuple[Table, list[Block]]:
    """ESPnet's rates; and those of speakers where there is need, of n-best lists, and other metrics."""
    rows = [make_rate_row(each) for each in sort_by_unit(work.results)]
    rates = Table("espnet", f"ESPnet's rates of {work.root}, in percent", RATE_COLUMNS, rows)
    metrics = [block for run in runs for block in report_metrics([run], View())]
    tables = (
        *(make_translation_table(work), make_accuracy_table(work), make_detection_table(work)),
        make_speaker_table(work.results, work.root),
    )
    return rates, [*(table for table in tables if table.rows), *oracles, *metrics]


def make_accuracy_table(work: Experiment) -> Table:
    """The share of utterances whose intent or language was recognized."""
    rows: list[list[Cell]] = [
        [each.dataset, each.what, each.total, each.correct, percent(each.correct, each.total)]
        for each in work.accuracies
    ]
    return Table("espnet-accuracies", f"Accuracies of {work.root}, in percent", ACCURACY_COLUMNS, rows)


def make_detection_table(work: Experiment) -> Table:
    """How many labels or entities were found, and how many of those found are some; and means of these."""
    rows: list[list[Cell]] = []
    for each in work.detections:
        if isinstance(each, Rates):
            rows.append([each.dataset, each.what, None, None, None, each.precision, each.recall, each.f1])
            continue
        precision, recall = percent(each.correct, each.recognized), percent(each.correct, each.there)
        both = percent(2 * each.correct, each.there + each.recognized)  # the harmonic mean of these
        rows.append([each.dataset, each.what, each.there, each.recognized, each.correct, precision, recall, both])
    return Table("espnet-entities", f"Labels and entities of {work.root}, in percent", DETECTION_COLUMNS, rows)


def make_translation_table(work: Experiment) -> Table:
    """The scores of each decode directory that holds translations."""
    rows: list[list[Cell]] = [
        [each.dataset, each.case, "several" if each.several else "one", each.bleu, each.chrf, each.ter]
        for each in work.translations
    ]
    title = f"Scores of translations of {work.root}, by sacrebleu"
    return Table("espnet-translations", title, TRANSLATION_COLUMNS, rows, note="tc: with case; lc: without")


def sort_by_unit(results: Sequence[Result]) -> list[Result]:
    return sorted(results, key=lambda each: ORDER.index(each.unit) if each.unit in ORDER else len(ORDER))


def make_speaker_table(results: Sequence[Result], root: str) -> Table:
    """A row for each speaker, where sclite's own table takes some for one."""
    ordered = sort_by_unit(results)
    rows = [make_rate_row(each, name, totals) for each in ordered for name, totals in each.speakers.items()]
    columns = [RATE_COLUMNS[0], Column("speaker", "speaker"), *RATE_COLUMNS[1:]]
    return Table("espnet-speakers", f"Speakers of {root} by their whole names, in percent", columns, rows)


def make_rate_row(result: Result, speaker: str = "", own: Totals | None = None) -> list[Cell]:
    """The rates of a result or of a speaker in it, none of which is defined without words; and their counts."""
    totals = own or result.totals
    counts = [getattr(totals, name) for name in RATES]
    return [
        result.dataset,
        *([speaker] if own else []),
        result.unit.upper(),
        totals.utterances,
        totals.words,
        *(percent(count, totals.words) for count in counts),
        percent(totals.wrong, totals.utterances),
        *counts,
        totals.wrong,
    ]


class CleanedLists:
    """The lists of a decode directory under the references' IDs, their texts behind the hypotheses' cleaner."""

    def __init__(self, work: Material) -> None:
        self.name = work.decode.directory
        self.spelled = work.spelled
        # Of a job that ended early there may be nothing yet; missing utterances are reported anyway.
        self.lists = ChainedLists([EspnetLists(each) for each in list_output_directories(self.name) if has_lists(each)])
        _, self.clean = work.recipe.make_cleaners()

    @property
    def notes(self) -> list[Note]:
        return self.lists.notes

    def __iter__(self) -> Iterator[NBest]:
        for each in self.lists:
            texts = each.texts if self.clean is None else [self.clean(text) for text in each.texts]
            yield each._replace(key=self.spelled.get(each.key, each.key), texts=texts)


def make_oracle_table(work: Experiment, metrics: Sequence[Metric], settings: Settings) -> Table:
    """A row for each metric (by default wer and cer) of each decode directory, scored as the metrics of pairs are."""
    metrics = metrics or make_metrics(["wer", "cer"])
    rows = [row for each in work.materials for row in make_oracle_rows(each, metrics, settings, work.add_notes)]
    return Table("espnet-nbest", "First and best of n-best lists", ORACLE_COLUMNS, rows)


def make_oracle_rows(
    work: Material, metrics: Sequence[Metric], settings: Settings, add_notes: Callable[[Sequence[str]], None]
) -> Iterator[list[Cell]]:
    """The rows of one decode directory; none where there are no lists of texts that have one speaker."""
    lists = CleanedLists(work)
    if work.has_several or not lists.lists.parts:
        several = "lists of several speakers at a time have no first and best"
        add_notes([f"{work.decode.directory}: {several if work.has_several else 'holds no n-best lists'}"])
        return
    paired = PairedLists(Corpus(work.ids, work.references[0], work.decode.data), lists)
    found = oracle(paired.references, paired, metrics, settings)
    add_notes([str(note) for note in paired.notes])
    for metric in metrics:
        first, best = (found.score(choice, metric) for choice in (found.first, found.choices[metric.label]))
        yield [work.decode.name, metric.label, len(found.keys), found.longest, first, best]
