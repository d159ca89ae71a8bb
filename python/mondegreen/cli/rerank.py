"""`mondegreen rerank`: a hypothesis of each list, chosen without a reference."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from mondegreen.nbest.lists import NBest, Reader
    from mondegreen.nbest.rerank import Chosen

HELP = """\
Chooses from n-best lists or lattices by weighted scores, or by least expected loss.

Of equals the first in the list is chosen. A consensus decides at each of the places that Kaldi's minimum Bayes risk
decoding finds in a lattice, where a word against none costs 1, and two words 1 or, by wer-s and ember, what they weigh.

example:
  mondegreen rerank nbest.jsonl --weights lm=0.3,am=1,length=-0.2 --output best.txt
  mondegreen rerank nbest.txt --costs lm=lm.txt --costs am=am.txt --weights lm=1,am=0.1 --risk wer
  mondegreen rerank lat.1.gz --words words.txt --weights lm=1,am=0.1 --consensus wer-s --language fr
  mondegreen rerank exp/decode --weights score=1 --risk wer-s --language fr --output best.jsonl
"""

# What the file of choices tells of its own beside the scores of the lists.
FIELDS = ("utterance", "text", "rank", "score")


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import lists, options, outside

    add = parser.add_argument
    add("sources", metavar="LISTS", nargs="+", help="files of lists, folders of ESPnet, archives of lattices")
    add(
        "--weights",
        required=True,
        metavar="NAME=W,...",
        help="weights of scores, of which the greater is the better (costs are negated); length counts words",
    )
    add(
        "--risk",
        metavar="METRIC",
        help="choose the text of least expected loss by this metric, the list against itself",
    )
    add(
        "--consensus",
        metavar="METRIC",
        help="choose word by word where a lattice differs, by wer, or by wer-s or ember, to which words may be near",
    )
    add(
        "--scale",
        type=float,
        default=1.0,
        metavar="X",
        help="of the scores, before they become likelihoods (%(default)g)",
    )
    add("-o", "--output", default="-", metavar="FILE", help="Kaldi text, .trn, or .jsonl with scores (standard output)")
    lists.reading(parser)
    options.aligning(parser)
    outside.models(parser)


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then reads, chooses and writes."""
    from mondegreen.cli import lists
    from mondegreen.corpus import Corpus
    from mondegreen.errors import ScoreError
    from mondegreen.nbest.writing import columns, write

    check(args)
    reader = lists.opened(args, args.sources)
    found = list(choices(args, reader))
    lists.tell(reader.notes)
    if not found:
        raise ScoreError("there is no list in it", path=reader.name)
    fields = {"rank": [str(each.rank) for each in found], "score": [f"{each.score:.9g}" for each in found]}
    fields |= columns([each.scores for each in found], FIELDS)
    write(Corpus([each.key for each in found], [each.text for each in found], reader.name, fields=fields), args.output)
    return 0


def check(args: Namespace) -> None:
    """Refuses what does not belong together."""
    from math import isfinite

    from mondegreen.cli import options
    from mondegreen.errors import ScoreError

    if args.risk and args.consensus:
        raise ScoreError("--risk and --consensus are two ways to choose; give one of them")
    if not isfinite(args.scale):
        raise ScoreError(f"--scale is {args.scale}; give a number")
    if args.consensus:
        options.refuse_idle(args, {"n": None, "lm_weight": 1.0}, "does nothing for --consensus, which sees all paths")
    elif args.risk is None:
        usual = {"scale": 1.0, "normalise": [], "tokenise": "words", "align": "kaldi"}
        options.refuse_idle(args, usual, "is for --risk and --consensus; scores alone look at no words")


def choices(args: Namespace, reader: Reader) -> Iterator[Chosen]:
    """One of each list."""
    from mondegreen.cli import options
    from mondegreen.errors import ScoreError
    from mondegreen.measure import metric
    from mondegreen.nbest.consensus import consensus
    from mondegreen.nbest.reading import watched
    from mondegreen.nbest.rerank import least_risk, reranked
    from mondegreen.nbest.weights import parsed

    weights = parsed(args.weights)
    shortened: Iterator[NBest] = (each.first(args.n) for each in watched(reader))
    if args.consensus:
        return consensus(shortened, metric(args.consensus), weights, options.settings(args), args.scale)
    if args.risk is None:
        return reranked(shortened, weights)
    judge = metric(args.risk)
    if judge.looks_ahead:
        raise ScoreError(f"{judge.label} looks at all references first, and there are none; choose another metric")
    return least_risk(shortened, judge, weights, options.settings(args), args.scale)
