"""What may be chosen where hypotheses are taken from n-best lists and lattices."""

from __future__ import annotations

from mondegreen.plan.option import Plan, argument, option
from mondegreen.plan.shared import ListReferences, Lists, Metrics, Models, Plots, Tables, Texts

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    pass

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Sequence

# A table is read by its lines.
# fmt: off


class OraclePlan(ListReferences, Metrics, Lists, Texts, Models, Tables, Plots):
    """Chooses the best hypothesis of each n-best list, or of a whole lattice, by each metric."""

    reference: str = argument(kw_only=False, metavar="REF", path="input",
        help="what was said: a file; see `mondegreen list formats`",
    )
    sources: list[str] = argument(kw_only=False, metavar="LISTS", path="input",
        help="files of lists, folders of ESPnet, archives of lattices",
    )
    write: str | None = option(default=None, metavar="PATTERN", path="output",
        help="the chosen texts: a file name with {metric}; Kaldi text, .trn, or .jsonl with scores",
    )


class HeldOut(Plan, group="what was chosen, applied to a test"):
    """What was chosen, applied to a test."""

    test: str | None = option(default=None, metavar="REF", path="input", help="references of the test")
    test_grid: str | None = option(default=None, metavar="PATTERN", path="input", help="its files, by the same names")
    test_lists: list[str] = option(default=[], metavar="LISTS", path="input", help="its lists")


class Settings(Plan, group="which settings are not significantly worse, by the bootstrap over utterances"):
    """How settings are compared."""

    resamples: int = option(default=1000, metavar="N", help="how often ({default})")
    level: float = option(default=95.0, metavar="PERCENT", help="of confidence ({default:g})")
    seed: int = option(default=0, least=0, metavar="N", help="the same seed gives the same (0)")


class TunePlan(HeldOut, Settings, ListReferences, Metrics, Lists, Texts, Models, Tables, Plots):
    """Finds the setting of a decoder, or the weights of its scores, that each metric holds best."""

    reference: str = argument(kw_only=False, metavar="REF", path="input",
        help="what was said: a file; see `mondegreen list formats`",
    )
    sources: list[str] = argument(default=[], kw_only=False, metavar="LISTS", path="input",
        help="lists with scores, or archives of lattices",
    )
    grid: str | None = option(default=None, metavar="PATTERN", path="input",
        help="the files of all settings, with the names of settings in braces",
    )
    weights: str | None = option(default=None, metavar="RANGES",
        help="weights of the scores of lists, such as 'am=1 lm=0:2:0.25 length=-1,0'",
    )
    search: str | None = option(default=None, metavar="NAMES",
        help="find weights of these scores of lists by line search; length counts words",
    )
    restarts: int = option(default=10, metavar="N", least=0, help="of --search, from weights drawn ({default})")
    metrics: str | Sequence[str] = option(
        default=[], aliases=("--metric",), repeats=True, metavar="NAMES", known="mondegreen.metrics:METRICS",
        help="separated by commas, options after colons; may come again (wer)",
    )


class RerankPlan(Lists, Texts, Models):
    """Chooses from n-best lists or lattices by weighted scores, or by least expected loss."""

    sources: list[str] = argument(kw_only=False, metavar="LISTS", path="input",
        help="files of lists, folders of ESPnet, archives of lattices",
    )
    weights: str = option(required=True, metavar="NAME=W,...",
        help="weights of scores, of which the greater is the better (costs are negated); length counts words",
    )
    risk: str | None = option(default=None, metavar="METRIC",
        help="choose the text of least expected loss by this metric, the list against itself",
    )
    consensus: str | None = option(default=None, metavar="METRIC",
        help="choose word by word where a lattice differs, by wer, or by wer-s or ember, to which words may be near",
    )
    scale: float = option(default=1.0, metavar="X", help="of the scores, before they become likelihoods ({default:g})")
    output: str = option(default="-", aliases=("-o",), metavar="FILE", path="output",
        help="Kaldi text, .trn, or .jsonl with scores (standard output)",
    )
