"""Options that several commands share: which metrics, and what is said for all of them."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable

    from mondegreen.measure.metric import Metric

USUAL = "wer,cer"
# What is said for all metrics where tags come from files; and the table of words by their tags.
FILES = {"tags": "files"}
TABLE = "word-class"


def declare(parser: ArgumentParser, usual: str = USUAL) -> None:
    """Declares the options; `usual` says what is measured where no metric is named."""
    from mondegreen.batch import TIES

    metrics(parser, usual)
    add = parser.add_argument
    add("--ties", choices=TIES[1:], help="of equally good alignments the best, or all: their least and greatest")
    add(
        "--only",
        metavar="TAGS",
        help="count only words of these parts of speech, such as PROPN,NOUN, where that is known",
    )


def metrics(parser: ArgumentParser, usual: str) -> None:
    """Declares which metrics, for commands that say nothing for all of them."""
    parser.add_argument(
        "--metrics",
        "--metric",
        action="append",
        metavar="NAMES",
        help=f"separated by commas, options after colons; may come again ({usual})",
    )


def chosen(args: Namespace, usual: str = USUAL) -> list[Metric]:
    """The metrics, with the options that are said for all of them."""
    from mondegreen import measure
    from mondegreen.pipeline import common

    specs = asked(args.metrics or [usual])
    only = None if args.only is None else args.only.split(",")
    every = common(ties=args.ties, only=only)
    configured = getattr(args, "configured", ())  # what holds for a whole project may concern none of these
    if not (args.ref_tags or args.hyp_tags):
        return measure.chosen(specs, every, perhaps=configured)
    if not {"ref_tags", "hyp_tags"} & {*configured}:
        refuse_idle_tags(args, [measure.metric(spec, every | FILES) for spec in specs])
    return measure.chosen(specs, every | FILES, perhaps=[*FILES, *configured])


def asked(lists: Iterable[str]) -> list[str]:
    """Each metric of lists with commas between them."""
    from mondegreen.measure.spec import divided

    return [spec for names in lists for spec in divided(names, ",")]


def named(args: Namespace) -> list[str]:
    """The names of the metrics that were asked for, without their options; none where the usual are taken."""
    from mondegreen.measure import described

    return [described(spec)[0] for spec in asked(getattr(args, "metrics", None) or ())]


def refuse_idle_models(args: Namespace, metrics: list[Metric]) -> None:
    """Refuses models that no metric asks; that which analyses may be asked by tables too."""
    from mondegreen.cli.options import refuse_idle
    from mondegreen.cli.outside import CHOICES

    used = {"analyser", *(kind for metric in metrics for kind in metric.uses())}
    names = ", ".join(metric.label for metric in metrics)
    idle = {kind.replace("-", "_"): None for kind in CHOICES if kind not in used}
    refuse_idle(args, idle, f"is a model that {names} would not ask; leave it out, or add a metric that does")


def refuse_idle_tags(args: Namespace, metrics: list[Metric]) -> None:
    """Refuses files of tags that nothing looks at."""
    from mondegreen.errors import ScoreError

    tables = {name for option in ("report", "by") for name in (getattr(args, option, None) or "").split(",")}
    if TABLE not in tables and not any("ref-tags" in metric.uses() for metric in metrics):
        names = ", ".join(metric.label for metric in metrics)
        raise ScoreError(f"tags are of no use to {names}; add entities or uposer, or the table {TABLE}")
