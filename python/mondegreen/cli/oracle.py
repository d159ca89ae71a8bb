"""`mondegreen oracle`: the best hypothesis of each list by each metric."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.nbest.oracle import Oracle
    from mondegreen.plan.nbest import OraclePlan

HELP = """\
Chooses the best hypothesis of each n-best list, or of a whole lattice, by each metric.

Of equals the first in the list is chosen. Of a lattice the best of all paths is found for wer, cer, wer-s, wer-e and
ember, each word by itself being rewritten and cut; for others the best of the paths that --n lists. All choices are
scored as whole texts.

example:
  mondegreen oracle ref.txt nbest.txt --metrics wer,cer
  mondegreen oracle ref.txt nbest.jsonl --n 100 --metrics wer,wer-s --language fr --write 'oracle.{metric}.txt'
  mondegreen oracle ref.txt exp/decode/lat.*.gz --words words.txt --plot curve.png
  mondegreen oracle ref.txt system1.txt system2.ctm system3.trn
"""
PLAN = "mondegreen.plan.nbest:OraclePlan"

DEFAULT = "wer,cer"
METRIC = "{metric}"
# What the files of choices tell of their own beside scores.
FIELDS = ("utterance", "text", "rank")


def run(plan: OraclePlan) -> int:
    """Plans, so that a mistyped name costs no time; then reads, chooses and reports."""
    from mondegreen.cli import lists
    from mondegreen.nbest.oracle import oracle
    from mondegreen.nbest.pairing import Paired
    from mondegreen.nbest.reading import watched
    from mondegreen.nbest.tables import blocks
    from mondegreen.resolve import make_settings
    from mondegreen.runner import refuse_twice
    from mondegreen.writers import refuse_plot, select_table_writer

    metrics, settings, write = lists.metrics(plan, DEFAULT), make_settings(plan), select_table_writer(plan)
    refuse_twice(plan.reference, *plan.sources)
    check_pattern(plan.write, len(metrics))
    refuse_plot(plan)
    paired = Paired(lists.reference(plan, plan.reference), lists.opened(plan, plan.sources), plan.missing)
    found = oracle(paired.references, watched(paired, len(paired.references)), metrics, settings, plan.n)
    lists.tell(paired.notes)
    if plan.write:
        write_choices(found, plan.write)
    if plan.plot:
        from mondegreen.report.plot import lines

        lines.plot_curves({label: found.curve(label) for label in found.metrics}, "hypotheses", plan.plot)
    write([], blocks(found, plan.reference, paired.lists.name))
    return 0


def check_pattern(pattern: str | None, metrics: int) -> None:
    """Refuses a pattern by which several metrics would write one file."""
    from mondegreen.errors import ScoreError

    if pattern and metrics > 1 and METRIC not in pattern:
        raise ScoreError(f"--write names one file for {metrics} metrics; put {METRIC} into the name", path=pattern)


def write_choices(found: Oracle, pattern: str) -> None:
    """Writes what each metric chose, each text with its rank and scores where the format has a place for them."""
    from mondegreen.corpus import Corpus
    from mondegreen.nbest.writing import columns, write

    for label, choice in found.choices.items():
        fields = {"rank": [str(rank) for rank in choice.ranks]}
        fields |= columns(choice.scores, FIELDS)
        # Signs of options would make strange names of files.
        name = "".join(letter if letter.isalnum() or letter in "-._=" else "_" for letter in label)
        write(Corpus(found.keys, choice.texts, label, fields=fields), pattern.replace(METRIC, name))
