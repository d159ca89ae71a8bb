"""`mondegreen rerank`: a hypothesis of each list, chosen without a reference."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
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


def run(plan: RerankPlan) -> int:
    from mondegreen.nbest.rerank import run_rerank
    from mondegreen.nbest.writing import write_selections

    check_plan(plan)
    found, name = run_rerank(plan)
    write_selections(found, name, plan.output)
    return 0


def check_plan(plan: RerankPlan) -> None:
    """Rejects options that do not go together."""
    from math import isfinite

    from mondegreen.errors import ScoreError

    if plan.risk and plan.consensus:
        raise ScoreError("--risk and --consensus are two ways to choose; give one of them")
    if not isfinite(plan.scale):
        raise ScoreError(f"--scale is {plan.scale}; give a number")
    if plan.consensus:
        plan.refuse_idle(["n", "lm_weight"], "does nothing for --consensus, which sees all paths")
    elif plan.risk is None:
        ignored = ("scale", "normalize", "tokenize", "align")
        plan.refuse_idle(ignored, "is for --risk and --consensus; scores alone look at no words")
