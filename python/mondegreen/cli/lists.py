"""Options that commands of lists share: which lists, and the references they are measured by."""

from __future__ import annotations

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.corpus import Corpus
    from mondegreen.measure.metric import Metric
    from mondegreen.nbest.lists import Reader
    from mondegreen.plan.nbest import OraclePlan, TunePlan
    from mondegreen.plan.shared import Lists, Metrics


# What only some forms of lists have a use for.
OF_FORM = {"lattice": ("words", "lm_weight"), "systems": ("format",)}


def opened(plan: Lists, paths: list[str]) -> Reader:
    """The lists, of which nothing is read yet."""
    from mondegreen.errors import ScoreError
    from mondegreen.nbest.reading import guessed, read

    costs = {}
    for each in plan.costs:
        name, equals, path = each.partition("=")
        if not (name and equals and path):
            raise ScoreError(f'--costs is "{each}"; write it as NAME=FILE')
        costs[name] = path
    form = plan.lists or guessed(paths, plan.words, plan.encoding)
    for only, names in OF_FORM.items():
        if form != only:
            plan.refuse_idle(names, f"does nothing where lists are read as {form}; leave it out")
    return read(
        paths,
        form,
        words=plan.words,
        costs=costs,
        count=plan.n,
        weight=plan.lm_weight,
        format=plan.format,
        encoding=plan.encoding,
    )


def reference(plan: OraclePlan | TunePlan, path: str) -> Corpus:
    """The references."""
    from mondegreen.formats import read

    return read(path, plan.ref_format, plan.encoding)


def metrics(plan: Metrics, default: str) -> list[Metric]:
    """The metrics that were asked for."""
    from mondegreen.errors import ScoreError
    from mondegreen.measure import chosen
    from mondegreen.resolve import split_metrics

    found = chosen(split_metrics(plan.metrics or [default]))
    for each in found:
        if each.chosen.get("tags") == "files":
            raise ScoreError(f"{each.label} takes tags from files, which lists do not have; leave tags=files out")
    return found


def tell(notes: Iterable[str]) -> None:
    """Tells what did not fit."""
    for note in notes:
        warn(note)
