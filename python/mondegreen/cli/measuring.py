"""Options that several commands share: which metrics, and what is said for all of them."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from mondegreen.measure.metric import Metric

USUAL = "wer,cer"


def declare(parser: ArgumentParser, usual: str = USUAL) -> None:
    """Declares the options; `usual` says what is measured where no metric is named."""
    from mondegreen.batch import TIES

    add = parser.add_argument
    add(
        "--metrics",
        "--metric",
        action="append",
        metavar="NAMES",
        help=f"separated by commas, options after colons; may come again ({usual})",
    )
    add("--ties", choices=TIES[1:], help="of equally good alignments the best, or all: their least and greatest")
    add(
        "--only",
        metavar="TAGS",
        help="count only words of these parts of speech, such as PROPN,NOUN, where that is known",
    )


def chosen(args: Namespace, usual: str = USUAL) -> list[Metric]:
    """The metrics, with the options that are said for all of them."""
    from mondegreen import measure
    from mondegreen.measure.spec import divided
    from mondegreen.pipeline import common

    specs = [spec for names in args.metrics or [usual] for spec in divided(names, ",")]
    tags = "files" if args.ref_tags or args.hyp_tags else None
    only = None if args.only is None else args.only.split(",")
    return measure.chosen(specs, common(ties=args.ties, tags=tags, only=only))
