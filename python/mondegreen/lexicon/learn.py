"""Learning a mapping of two spaces: vectors normalized, seed pairs found, a method run, an iteration selected.

Whether the result is a mapping at all is measured without any dictionary for evaluation; one that most likely failed is
warned of, and learned again where something else can be tried.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import count
from typing import Any

import numpy as np

from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.lexicon import seeds
from mondegreen.lexicon.dictionary import load as load_dictionary
from mondegreen.lexicon.mapping import (
    Mapping,
    SideTransform,
    Trial,
    fit_steps,
    normalize_rows,
    parse_steps,
    solve_procrustes,
)
from mondegreen.lexicon.methods import (
    DEFAULT_STEPS,
    DICTIONARY,
    IDENTICAL,
    METHODS,
    NONE,
    SEMI,
    Method,
    MethodOptions,
    Solution,
    Task,
    make_held_out_criterion,
    measure_similarity,
)
from mondegreen.lexicon.neighbors import find_nearest
from mondegreen.lexicon.seeds import RowPairs
from mondegreen.lexicon.space import (
    Space,
    check_dimensions,
    check_vector_output,
    list_vector_files,
    load_side,
    write_vectors,
)
from mondegreen.lexicon.space import read as read_vectors
from mondegreen.lexicon.vecmap import LONG_PATIENCE
from mondegreen.output import refuse_places
from mondegreen.plan.lexicon import MapPlan

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
    solve: Method = METHODS.find(method)
    check_dimensions(source, target)
    names = DEFAULT_STEPS[method] if steps is None else tuple(steps)
    (left, left_means), (right, right_means) = (fit_steps(space.matrix, names) for space in (source, target))
    pairs = find_seed_pairs(source, target, options.supervision, dictionary, name)
    found: list[Mapping] = []
    planned = list(list_attempts(method, options))
    for each in planned:
        # MUSE selects by a part of a full dictionary, all others by similarity.
        default = "split" if method == "muse" and each.supervision == DICTIONARY else "similarity"
        task = Task(left, right, pairs, measure_similarity, each, report_trial)
        solved = solve_task(solve, task, select or default)
        mapping = Mapping(SideTransform(left_means, solved.left), SideTransform(right_means, solved.right))
        about: dict[str, Any] = {
            "method": method,
            "supervision": options.supervision,
            "steps": list(names),
            "pairs": None if pairs is None else len(pairs),
            "seed": each.seed,
            "chosen": solved.trials[solved.chosen].iteration if solved.trials else None,
            "agreement": measure_agreement(mapping, source, target, each),
            "transfer": measure_transfer(task) if pairs and each.supervision == DICTIONARY else None,
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
    """The options of each attempt, tried one after the other until a mapping is trusted."""
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
    if supervision == NONE:
        return None
    if supervision == IDENTICAL:
        return seeds.pair_identical_words(source, target)
    if dictionary is None:
        raise ScoreError(f"--supervision {supervision} needs a dictionary; give one with --dictionary")
    return seeds.look_up_pairs(dictionary, source, target, name)


def solve_task(solve: Method, task: Task, select: str) -> Solution:
    """The method's solution; pairs held out to select the iteration are learned from in the end."""
    if select == "similarity" or task.pairs is None:
        return solve(task)
    rest, held = seeds.hold_out_pairs(task.pairs, HELD_OUT_SHARE, task.options.seed)
    tried = solve(replace(task, pairs=rest, criterion=make_held_out_criterion(held)))
    if not tried.trials:
        return solve(task)
    iteration = tried.trials[tried.chosen].iteration
    full = replace(task.options, refinements=iteration, iterations=iteration)
    order = count()  # greater each time, so that the last iteration is selected
    again = solve(replace(task, options=full, criterion=lambda *_: float(next(order)), report_trial=id))
    return Solution(again.left, again.right, tried.trials, tried.chosen)


# English and French agreed on 97 % of their pairs, spaces that have nothing in common on three quarters; English and
# Russian, of 3,000 words each, on 84 % while no word of a dictionary was right.
MIN_AGREEMENT = 0.9
CHECKED_WORDS = 5_000
# Where a dictionary was given, its words must be found among so many best, and more often than at random. Half of 394
# pairs of English and Russian found 38 % of the other half among 5,000 words.
TRANSFER_DEPTH = 10
MIN_TRANSFER, CHANCE_FACTOR = 0.02, 2


def measure_agreement(mapping: Mapping, source: Space, target: Space, options: MethodOptions) -> float:
    """Of pairs that the mapping finds the share that a rotation learned from other such pairs finds too.

    A mapping of what languages have in common does not depend on which words it is learned from.
    """
    sides = mapping.map_spaces(source.first(CHECKED_WORDS), target.first(CHECKED_WORDS))
    left, right = (side.matrix for side in sides)
    inducer = options.make_inducer()
    pairs = RowPairs(*inducer.induce(left, right).mutual(CHECKED_WORDS))
    if len(pairs) < 2:
        return 0.0
    shuffled = np.random.default_rng(options.seed).permutation(len(pairs))
    half = len(pairs) // 2
    same = 0
    for learn_from, look_at in ((shuffled[:half], shuffled[half:]), (shuffled[half:], shuffled[:half])):
        turned = left @ solve_procrustes(left[pairs.left[learn_from]], right[pairs.right[learn_from]])
        forward = inducer.induce(turned, right).forward
        same += int((forward[pairs.left[look_at]] == pairs.right[look_at]).sum())
    return same / len(pairs)


def measure_transfer(task: Task) -> float:
    """Of a dictionary's words the share found among the best by a rotation that was learned from other words."""
    left, right, pairs, options = task.left, task.right, task.pairs, task.options
    assert pairs is not None
    headwords = np.unique(pairs.left)
    half = np.isin(pairs.left, np.random.default_rng(options.seed).permutation(headwords)[: len(headwords) // 2])
    found = []
    targets = normalize_rows(right)
    for learn_from in (half, ~half):
        turned = solve_procrustes(left[pairs.left[learn_from]], right[pairs.right[learn_from]])
        queries = normalize_rows(left[pairs.left[~learn_from]] @ turned)
        if len(queries):
            indices = find_nearest(queries, targets, TRANSFER_DEPTH, threads=options.threads).indices
            found.append((indices == pairs.right[~learn_from][:, None]).any(axis=1))
    return float(np.concatenate(found).mean())


def is_trusted(mapping: Mapping) -> bool:
    found, words = mapping.about["transfer"], mapping.about["target"]["words"]
    if found is None:
        return bool(mapping.about["agreement"] >= MIN_AGREEMENT)
    return bool(found >= MIN_TRANSFER + CHANCE_FACTOR * min(1, TRANSFER_DEPTH / words))


def warn_of_failed_attempt(mapping: Mapping) -> None:
    about = mapping.about
    what = f"attempt {about['attempts']} (seed {about['seed']}) has most likely failed: {describe_failure(mapping)}"
    warnings.warn(f"{what}; trying once more", ScoreWarning, stacklevel=3)


def warn_of_failure(mapping: Mapping, options: MethodOptions) -> None:
    """Warns of a mapping that most likely failed, and of what may help: another seed where anything is random."""
    if not is_trusted(mapping):
        is_random = mapping.about["method"] != "muse" or options.start == "adversarial"
        other = "another --seed" if is_random else "more --refinements, --method vecmap"
        hint = f"; try {other}, more words, or a small dictionary" if options.supervision in (NONE, SEMI) else ""
        warnings.warn(
            f"the mapping has most likely failed: {describe_failure(mapping)}{hint}", ScoreWarning, stacklevel=3
        )


def describe_failure(mapping: Mapping) -> str:
    """What makes one doubt a mapping, and the criterion of the iteration that was chosen."""
    trials, chosen = mapping.trials, mapping.about["chosen"]
    criterion = "".join([f", criterion {trial.criterion:.5f}" for trial in trials if trial.iteration == chosen][-1:])
    if (found := mapping.about["transfer"]) is not None:
        what = f"half of the dictionary retrieves only {100 * found:.1f} % of the other half"
        return f"{what} among the {TRANSFER_DEPTH} best{criterion}; does the dictionary fit, and is it large enough?"
    share = 100 * mapping.about["agreement"]
    return f"only {share:.0f} % of its pairs are retrieved when held out{criterion}"


def learn_from_files(plan: MapPlan, report_trial: Callable[[Trial], object] = id) -> Mapping:
    """The mapping of the plan's vectors; what cannot be written is refused before the work."""
    if not (plan.output or plan.write_source or plan.write_target):
        raise ScoreError("nothing would be written; give --output, --write-source or --write-target")
    check_outputs(plan)
    steps = None if plan.steps is None else parse_steps(plan.steps)
    options = make_options(plan)
    source, target = load_side(plan, plan.source), load_side(plan, plan.target)
    pairs = None
    if plan.dictionary is not None:
        dictionary = load_dictionary(plan.dictionary, plan.dictionary_format, keep_case=plan.keep_case)
        pairs = [(pair.source, pair.target) for pair in dictionary.pairs if not pair.is_multiword]
    return learn_mapping(
        source,
        target,
        plan.method,
        options,
        pairs,
        steps=steps,
        select=plan.select,
        report_trial=report_trial,
        name=str(plan.dictionary),
    )


def check_outputs(plan: MapPlan) -> None:
    if plan.output and not plan.output.endswith(".npz"):
        raise ScoreError("a mapping is saved as .npz; name it so", path=plan.output)
    outputs = [plan.output]
    for path in filter(None, (plan.write_source, plan.write_target)):
        check_vector_output(path)
        outputs += list_vector_files(path)
    refuse_places(outputs, filter(None, (plan.source, plan.target, plan.dictionary)))


def make_options(plan: MapPlan) -> MethodOptions:
    supervision = plan.supervision or (DICTIONARY if plan.dictionary else NONE)
    if plan.dictionary and supervision in (IDENTICAL, NONE):
        raise ScoreError(f"--supervision {supervision} does not use --dictionary; remove one of them")
    check_idle_options(plan, supervision)
    if plan.rate is not None and not 0 < plan.rate < float("inf"):
        raise ScoreError(f"--rate is {plan.rate:g}; give a number above 0")
    given = {
        each.name: value for each in fields(MethodOptions) if (value := getattr(plan, each.name, None)) is not None
    }
    return MethodOptions(**{**given, "supervision": supervision, "neighbors": plan.neighbors})


def check_idle_options(plan: MapPlan, supervision: str) -> None:
    """Refuses options that the method does not use."""
    learns_itself = plan.method == "vecmap" and supervision != "dictionary"
    users = {
        "refinements": ("--method muse", plan.method == "muse"),
        "start": ("--method muse --supervision none", plan.method == "muse" and supervision == "none"),
        **dict.fromkeys(("epochs", "samples"), ("--start adversarial", plan.start == "adversarial")),
        **dict.fromkeys(("iterations", "rate", "spectral"), ("--method rcsls", plan.method == "rcsls")),
        "patience": ("--method vecmap without a full dictionary", learns_itself),
        "rank": ("--method muse, or vecmap without a full dictionary", plan.method == "muse" or learns_itself),
        "select": (
            "iterative methods, which vecmap with a dictionary is not",
            plan.method != "vecmap" or learns_itself,
        ),
    }
    for name, (user, used) in users.items():
        if not used:
            plan.refuse_idle([name], f"applies to {user}; remove it")
    if plan.select == "split" and supervision == "none":
        plan.refuse_idle(["select"], "split applies to given words, and none are given; remove it")


def write_outputs(plan: MapPlan, mapping: Mapping) -> None:
    """The mapping, and the mapped vectors of all words as they are spelled in the files."""
    if plan.output:
        mapping.save(plan.output)
    for path, output, side in (
        (plan.source, plan.write_source, mapping.source),
        (plan.target, plan.write_target, mapping.target),
    ):
        if output:
            space = read_vectors(path)
            write_vectors(space.with_matrix(side.map_vectors(space.matrix)), output)
