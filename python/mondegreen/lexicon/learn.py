"""A mapping from two spaces: vectors prepared, pairs found, a method run, an iteration chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mondegreen.errors import ScoreError
from mondegreen.lexicon import seeds
from mondegreen.lexicon.criterion import HeldOut, Last, Similarity
from mondegreen.lexicon.doubt import agreement, told_of_attempt, told_of_failure, transfer, trusted
from mondegreen.lexicon.mapping import Mapping, Side, Trial
from mondegreen.lexicon.methods import DICTIONARY, IDENTICAL, METHODS, NONE, STEPS, Options, Solved, Task
from mondegreen.lexicon.space import fitting
from mondegreen.lexicon.steps import learned
from mondegreen.lexicon.vecmap import PATIENT
from mondegreen.registry import find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mondegreen.lexicon.methods import Method
    from mondegreen.lexicon.seeds import Pairs
    from mondegreen.lexicon.space import Space

# The share of a dictionary's words by which an iteration is chosen.
HELD = 0.1
# The adversarial start is tried with so many seeds.
SEEDS = 3


def learn(
    source: Space,
    target: Space,
    method: str,
    options: Options,
    dictionary: Sequence[tuple[str, str]] | None = None,
    *,
    steps: Sequence[str] | None = None,
    select: str | None = None,
    told: Callable[[Trial], object] = id,
    name: str = "the dictionary",
) -> Mapping:
    """The mapping of two spaces; `dictionary` is needed where the supervision is one."""
    solve: Method = find("method", method, METHODS)
    fitting(source, target)
    names = STEPS[method] if steps is None else tuple(steps)
    (left, left_means), (right, right_means) = (learned(space.matrix, names) for space in (source, target))
    pairs = start(source, target, options.supervision, dictionary, name)
    found: list[Mapping] = []
    planned = list(attempts(method, options))
    for each in planned:
        solved = solved_by(solve, Task(left, right, pairs, Similarity(), each, told), select or usual(method, each))
        mapping = Mapping(Side(left_means, solved.left), Side(right_means, solved.right))
        about: dict[str, Any] = {
            "method": method,
            "supervision": options.supervision,
            "steps": list(names),
            "pairs": None if pairs is None else len(pairs),
            "seed": each.seed,
            "chosen": solved.trials[solved.chosen].iteration if solved.trials else None,
            "agreement": agreement(mapping, source, target, each),
            "transfer": transfer(left, right, pairs, each) if pairs and each.supervision == DICTIONARY else None,
            "attempts": len(found) + 1,
            "source": {"name": source.name, "identity": source.identity},
            "target": {"name": target.name, "identity": target.identity, "words": len(target)},
        }
        found.append(replace(mapping, about=about, trials=tuple(solved.trials)))
        if trusted(found[-1]):
            break
        if len(found) < len(planned):
            told_of_attempt(found[-1])
    best = max(found, key=lambda one: one.about["agreement"])
    told_of_failure(best, options)
    return best


def attempts(method: str, options: Options) -> Iterator[Options]:
    """What is tried one behind the other until a mapping seems to be one."""
    yield options
    if options.supervision == DICTIONARY:
        return
    if method == "vecmap" and options.patience is None:
        yield replace(options, patience=PATIENT, seed=options.seed + 1)
    if method == "muse" and options.supervision == NONE and options.start == "adversarial":
        yield from (replace(options, seed=options.seed + place) for place in range(1, SEEDS))


def start(
    source: Space, target: Space, supervision: str, dictionary: Sequence[tuple[str, str]] | None, name: str
) -> Pairs | None:
    """The pairs that the supervision gives."""
    if supervision == NONE:
        return None
    if supervision == IDENTICAL:
        return seeds.identical(source, target)
    if dictionary is None:
        raise ScoreError(f"supervision by {supervision} needs a dictionary; give one by --dictionary")
    return seeds.listed(dictionary, source, target, name)


def usual(method: str, options: Options) -> str:
    """How an iteration is chosen where nobody says: by a part of a full dictionary, else by similarity."""
    return "split" if method == "muse" and options.supervision == DICTIONARY else "similarity"


def solved_by(solve: Method, task: Task, select: str) -> Solved:
    """The method's answer; a part of the dictionary that chooses the iteration is learned from in the end."""
    if select == "similarity" or task.pairs is None:
        return solve(task)
    kept, held = seeds.split(task.pairs, HELD, task.options.seed)
    tried = solve(replace(task, pairs=kept, criterion=HeldOut(held)))
    if not tried.trials:
        return solve(task)
    iteration = tried.trials[tried.chosen].iteration
    whole = replace(task.options, refinements=iteration, iterations=iteration)
    again = solve(replace(task, options=whole, criterion=Last(), told=id))
    return Solved(again.left, again.right, tried.trials, tried.chosen)
