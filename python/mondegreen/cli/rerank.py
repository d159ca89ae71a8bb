"""`mondegreen rerank`: a hypothesis of each list, chosen without a reference."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.nbest.lists import NBest, Reader
    from mondegreen.nbest.rerank import Chosen
    from mondegreen.plan.nbest import RerankPlan

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
PLAN = "mondegreen.plan.nbest:RerankPlan"

# What the file of choices tells of its own beside the scores of the lists.
FIELDS = ("utterance", "text", "rank", "score")


def run(plan: RerankPlan) -> int:
    """Plans, so that a mistyped name costs no time; then reads, chooses and writes."""
    from mondegreen.cli import lists
    from mondegreen.corpus import Corpus
    from mondegreen.errors import ScoreError
    from mondegreen.nbest.writing import columns, write

    check(plan)
    reader = lists.opened(plan, plan.sources)
    found = list(choices(plan, reader))
    lists.tell(reader.notes)
    if not found:
        raise ScoreError("there is no list in it", path=reader.name)
    fields = {"rank": [str(each.rank) for each in found], "score": [f"{each.score:.9g}" for each in found]}
    fields |= columns([each.scores for each in found], FIELDS)
    write(Corpus([each.key for each in found], [each.text for each in found], reader.name, fields=fields), plan.output)
    return 0


def check(plan: RerankPlan) -> None:
    """Refuses what does not belong together."""
    from math import isfinite

    from mondegreen.errors import ScoreError

    if plan.risk and plan.consensus:
        raise ScoreError("--risk and --consensus are two ways to choose; give one of them")
    if not isfinite(plan.scale):
        raise ScoreError(f"--scale is {plan.scale}; give a number")
    if plan.consensus:
        plan.refuse_idle(["n", "lm_weight"], "does nothing for --consensus, which sees all paths")
    elif plan.risk is None:
        usual = ("scale", "normalise", "tokenise", "align")
        plan.refuse_idle(usual, "is for --risk and --consensus; scores alone look at no words")


def choices(plan: RerankPlan, reader: Reader) -> Iterator[Chosen]:
    """One of each list."""
    from mondegreen.errors import ScoreError
    from mondegreen.measure import metric
    from mondegreen.nbest.consensus import consensus
    from mondegreen.nbest.reading import watched
    from mondegreen.nbest.rerank import least_risk, reranked
    from mondegreen.nbest.weights import parsed
    from mondegreen.resolve import make_settings

    weights = parsed(plan.weights)
    shortened: Iterator[NBest] = (each.first(plan.n) for each in watched(reader))
    if plan.consensus:
        return consensus(shortened, metric(plan.consensus), weights, make_settings(plan), plan.scale)
    if plan.risk is None:
        return reranked(shortened, weights)
    judge = metric(plan.risk)
    if judge.looks_ahead:
        raise ScoreError(f"{judge.label} looks at all references first, and there are none; choose another metric")
    return least_risk(shortened, judge, weights, make_settings(plan), plan.scale)
