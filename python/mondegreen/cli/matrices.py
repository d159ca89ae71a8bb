"""Commands that turn numpy's matrices, which one thread of numpy's own library does best."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # type checkers know the name; no command must wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.lexicon.mapping import Trial
    from mondegreen.plan.lexicon import EvaluatePlan, GatherPlan, MapPlan, NeighborsPlan, SplitPlan, TranslatePlan
    from mondegreen.plan.texts import RobustnessPlan


def by_one_thread() -> None:
    """Lets one thread turn and split numpy's matrices, unless the user said how many; call it before numpy is there.

    They are of some hundred columns, and what is larger is the core's, which has threads of its own. Where others use
    the machine too, the threads of OpenBLAS wait for each other: a mapping took 203 s by two of them, 30 s by one.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def run_robustness(plan: RobustnessPlan) -> int:
    """Shows the curves and tables."""
    by_one_thread()
    from mondegreen.api.plans import carry_out
    from mondegreen.api.studies import robustness

    carry_out(robustness, plan)
    return 0


def run_map(plan: MapPlan) -> int:
    """Describes the mapping; its iterations are reported on standard error."""
    by_one_thread()
    from mondegreen.api.words import learn

    print(learn(plan, print_trial).describe())
    return 0


def print_trial(trial: Trial) -> None:
    print(f"iteration {trial.iteration}: criterion {trial.criterion:.5f}, {trial.pairs} pairs", file=sys.stderr)


def run_translate(plan: TranslatePlan) -> int:
    """Answers word by word; fails where none of the words that were asked has a vector."""
    by_one_thread()
    from mondegreen.errors import warn
    from mondegreen.lexicon.neighbors import format_ranking, translate_words

    missing = 0
    for word, ranking in translate_words(plan, plan.words_asked or read_words()):
        print(format_ranking(word, ranking, scores=plan.scores), flush=True)
        if ranking is None:
            missing += 1
            warn(f'"{word}" has no vector')
    return 1 if plan.words_asked and missing == len(plan.words_asked) else 0


def read_words() -> Iterator[str]:
    """The words on standard input, as they come."""
    return filter(None, map(str.strip, sys.stdin))


def run_neighbors(plan: NeighborsPlan) -> int:
    """Fails where no word has a vector."""
    by_one_thread()
    from mondegreen.lexicon.neighbors import format_ranking, list_neighbors

    known = 0
    for word, ranking in list_neighbors(plan):
        print(format_ranking(word, ranking, scores=plan.scores))
        known += ranking is not None
    return 0 if known else 1


def run_evaluation(plan: EvaluatePlan) -> int:
    """Shows the tables."""
    by_one_thread()
    from mondegreen.api.plans import carry_out
    from mondegreen.api.words import evaluate_translations

    carry_out(evaluate_translations, plan)
    return 0


def run_gather(plan: GatherPlan) -> int:
    """Shows the tables."""
    from mondegreen.api.plans import carry_out
    from mondegreen.api.words import gather_evaluations

    carry_out(gather_evaluations, plan)
    return 0


def run_split(plan: SplitPlan) -> int:
    """Says how large the parts are."""
    by_one_thread()
    from mondegreen.api.plans import carry_out
    from mondegreen.api.words import split_dictionary

    train, test = carry_out(split_dictionary, plan)
    print(f"{len(train)} pairs to train on, {len(test)} to test on")
    return 0
