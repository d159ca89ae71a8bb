"""A mapping from two spaces: vectors prepared, pairs found, a method run, an iteration chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mondegreen.errors import ScoreError
from mondegreen.lexicon import seeds
from mondegreen.lexicon.criterion import HeldOut, LastIteration, MeanSimilarity
from mondegreen.lexicon.doubt import (
    is_trusted,
    measure_agreement,
    measure_transfer,
    warn_of_failed_attempt,
    warn_of_failure,
)
from mondegreen.lexicon.mapping import Mapping, SideTransform, Trial
from mondegreen.lexicon.methods import (
    DEFAULT_STEPS,
    DICTIONARY,
    IDENTICAL,
    METHODS,
    NONE,
    MethodOptions,
    Solution,
    Task,
)
from mondegreen.lexicon.space import check_dimensions
from mondegreen.lexicon.steps import fit_steps
from mondegreen.lexicon.vecmap import LONG_PATIENCE
from mondegreen.registry import find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mondegreen.lexicon.methods import Method
    from mondegreen.lexicon.seeds import RowPairs
    from mondegreen.lexicon.space import Space

# The share of a dictionary's words by which an iteration is chosen.
HELD_OUT_SHARE = 0.1
# The adversarial start is tried with so many seeds.
ADVERSARIAL_ATTEMPTS = 3


def learn_mapping(
    source: Space,
    target: Space,
    method: str,
    options: MethodOptions,
    dictionary: Sequence[tuple[str, str]] | None = None,
    *,
    steps: Sequence[str] | None = None,
    select: str | None = None,
    report_trial: Callable[[Trial], object] = id,
    name: str = "the dictionary",
) -> Mapping:
    """The mapping of two spaces; `dictionary` is needed where the supervision is one."""
    solve: Method = find("method", method, METHODS)
    check_dimensions(source, target)
    names = DEFAULT_STEPS[method] if steps is None else tuple(steps)
    (left, left_means), (right, right_means) = (fit_steps(space.matrix, names) for space in (source, target))
    pairs = find_seed_pairs(source, target, options.supervision, dictionary, name)
    found: list[Mapping] = []
    planned = list(list_attempts(method, options))
    for each in planned:
        solved = solve_task(
            solve,
            Task(left, right, pairs, MeanSimilarity(), each, report_trial),
            select or default_criterion(method, each),
        )
        mapping = Mapping(SideTransform(left_means, solved.left), SideTransform(right_means, solved.right))
        about: dict[str, Any] = {
            "method": method,
            "supervision": options.supervision,
            "steps": list(names),
            "pairs": None if pairs is None else len(pairs),
            "seed": each.seed,
            "chosen": solved.trials[solved.chosen].iteration if solved.trials else None,
            "agreement": measure_agreement(mapping, source, target, each),
            "transfer": measure_transfer(left, right, pairs, each)
            if pairs and each.supervision == DICTIONARY
            else None,
            "attempts": len(found) + 1,
            "source": {"name": source.name, "identity": source.identity},
            "target": {"name": target.name, "identity": target.identity, "words": len(target)},
        }
        found.append(replace(mapping, about=about, trials=tuple(solved.trials)))
        if is_trusted(found[-1]):
            break
        if len(found) < len(planned):
            warn_of_failed_attempt(found[-1])
    best = max(found, key=lambda one: one.about["agreement"])
    warn_of_failure(best, options)
    return best


def list_attempts(method: str, options: MethodOptions) -> Iterator[MethodOptions]:
    """What is tried one behind the other until a mapping seems to be one."""
    yield options
    if options.supervision == DICTIONARY:
        return
    if method == "vecmap" and options.patience is None:
        yield replace(options, patience=LONG_PATIENCE, seed=options.seed + 1)
    if method == "muse" and options.supervision == NONE and options.start == "adversarial":
        yield from (replace(options, seed=options.seed + index) for index in range(1, ADVERSARIAL_ATTEMPTS))


def find_seed_pairs(
    source: Space, target: Space, supervision: str, dictionary: Sequence[tuple[str, str]] | None, name: str
) -> RowPairs | None:
    """The pairs that the supervision gives."""
    if supervision == NONE:
        return None
    if supervision == IDENTICAL:
        return seeds.pair_identical_words(source, target)
    if dictionary is None:
        raise ScoreError(f"supervision by {supervision} needs a dictionary; give one by --dictionary")
    return seeds.look_up_pairs(dictionary, source, target, name)


def default_criterion(method: str, options: MethodOptions) -> str:
    """How an iteration is chosen where nobody says: by a part of a full dictionary, else by similarity."""
    return "split" if method == "muse" and options.supervision == DICTIONARY else "similarity"


def solve_task(solve: Method, task: Task, select: str) -> Solution:
    """The method's answer; a part of the dictionary that chooses the iteration is learned from in the end."""
    if select == "similarity" or task.pairs is None:
        return solve(task)
    kept, held = seeds.hold_out_pairs(task.pairs, HELD_OUT_SHARE, task.options.seed)
    tried = solve(replace(task, pairs=kept, criterion=HeldOut(held)))
    if not tried.trials:
        return solve(task)
    iteration = tried.trials[tried.chosen].iteration
    full = replace(task.options, refinements=iteration, iterations=iteration)
    again = solve(replace(task, options=full, criterion=LastIteration(), report_trial=id))
    return Solution(again.left, again.right, tried.trials, tried.chosen)
