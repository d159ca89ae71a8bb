"""`mondegreen oracle`: the best hypothesis of each list by each metric."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from mondegreen.nbest.oracle import Oracle

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

DEFAULT = "wer,cer"
METRIC = "{metric}"
# What the files of choices tell of their own beside scores.
FIELDS = ("utterance", "text", "rank")


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import lists, options, outside

    add = parser.add_argument
    add("reference", metavar="REF", help="what was said: a file; see `mondegreen list formats`")
    add("sources", metavar="LISTS", nargs="+", help="files of lists, folders of ESPnet, archives of lattices")
    lists.measuring(parser, DEFAULT)
    lists.reading(parser)
    options.aligning(parser)
    outside.models(parser)
    options.answering(parser, toolkits=False)
    add(
        "--write",
        metavar="PATTERN",
        help="the chosen texts: a file name with {metric}; Kaldi text, .trn, or .jsonl with scores",
    )
    options.plotting(parser)


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then reads, chooses and reports."""
    from mondegreen.cli import lists, options
    from mondegreen.nbest.oracle import oracle
    from mondegreen.nbest.pairing import Paired
    from mondegreen.nbest.reading import watched
    from mondegreen.nbest.tables import blocks

    metrics, settings, write = lists.metrics(args, DEFAULT), options.settings(args), options.tables_writer(args)
    options.refuse_twice(args.reference, *args.sources)
    check_pattern(args.write, len(metrics))
    options.refuse_plot(args)
    paired = Paired(lists.reference(args, args.reference), lists.opened(args, args.sources), args.missing)
    found = oracle(paired.references, watched(paired, len(paired.references)), metrics, settings, args.n)
    lists.tell(paired.notes)
    if args.write:
        write_choices(found, args.write)
    if args.plot:
        from mondegreen.report.plot import curves

        curves.plot({label: found.curve(label) for label in found.metrics}, "hypotheses", args.plot)
    write([], blocks(found, args.reference, paired.lists.name))
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
