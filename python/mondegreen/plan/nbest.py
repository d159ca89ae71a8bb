"""Score, tune, rerank and combine n-best lists and lattices.

Example:
  mondegreen nbest oracle ref.txt nbest.txt --metrics wer,cer
  mondegreen nbest tune ref.txt nbest.jsonl --weights 'am=1 lm=0:2:0.25'
  mondegreen nbest rerank nbest.jsonl --weights lm=0.3,am=1 --output best.txt
  mondegreen nbest rover system1.txt system2.ctm system3.trn --write voted.txt
"""

from __future__ import annotations

from mondegreen.component import Registry
from mondegreen.plan.option import Plan, argument, option
from mondegreen.plan.shared import ListReferences, Lists, Metrics, Models, Plots, Tables, Texts

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.inputs import Source
    from mondegreen.nbest.lists import NBest

ACTIONS = Registry(
    "action",
    {
        "oracle": "mondegreen.plan.nbest:OraclePlan",
        "tune": "mondegreen.plan.nbest:TunePlan",
        "rerank": "mondegreen.plan.nbest:RerankPlan",
        "rover": "mondegreen.plan.nbest:RoverPlan",
    },
)

# A table is read by its lines.
# fmt: off


class OraclePlan(ListReferences, Metrics, Lists, Texts, Models, Tables, Plots, run="mondegreen.api.lists:oracle"):
    """Find the oracle of each n-best list or lattice by each metric.

    Ties go to the first hypothesis of the list. In lattices, wer, cer, wer-s, wer-e
    and ember search all paths and normalize each word on its own; other metrics
    search the --n best paths. Every choice is scored as a full text.

    Example:
      mondegreen nbest oracle ref.txt nbest.txt --metrics wer,cer
      mondegreen nbest oracle ref.txt nbest.jsonl --write 'oracle.{metric}.txt'
      mondegreen nbest oracle ref.txt lat.*.gz --words words.txt --plot curve.png
      mondegreen nbest oracle ref.txt system1.txt system2.ctm system3.trn
    """

    reference: Source = argument(kw_only=False, metavar="REF", path="input",
        help="reference file; formats: mondegreen help formats",
    )
    sources: Sequence[str] | Iterable[NBest] = argument(kw_only=False, metavar="LISTS", path="input",
        help="n-best files, ESPnet decode directories, or lattice archives",
    )
    write: str | None = option(default=None, metavar="PATTERN", path="output",
        help="write the chosen texts as Kaldi text, .trn, or .jsonl with scores; PATTERN holds {metric} "
        "(default: not written)",
    )


class HeldOut(Plan, group="test set"):
    """What was chosen, applied to a test."""

    test: Source | None = option(default=None, metavar="REF", path="input",
        help="references of the test set (default: no test set)",
    )
    test_grid: str | None = option(default=None, metavar="PATTERN", path="input",
        help="hypothesis files of the test set, with the setting names of --grid (default: none)",
    )
    test_lists: Sequence[str] | Iterable[NBest] = option(default=[], metavar="LISTS", path="input",
        help="n-best lists of the test set (default: none)",
    )


class Settings(Plan, group="significance (settings not significantly worse than the best, by bootstrap)"):
    """How settings are compared."""

    resamples: int = option(default=10_000, metavar="N", least=1, help="number of resamples (default: 10,000)")
    level: float = option(default=95.0, metavar="PERCENT", help="confidence level in percent (default: {default:g})")
    seed: int = option(default=0, metavar="N", least=0, help="seed of the random generator (default: {default})")


class TunePlan(
    HeldOut, Settings, ListReferences, Metrics, Lists, Texts, Models, Tables, Plots, run="mondegreen.api.lists:tune"
):
    r"""Find the decoder settings or score weights that minimize each metric.

    Example:
      mondegreen nbest tune ref.txt --grid 'lm_{lmwt}/wip_{wip}.txt' --plot map.png
      mondegreen nbest tune dev.txt --grid 'dev_{lmwt}.txt' --test test.txt \
          --test-grid 'test_{lmwt}.txt'
      mondegreen nbest tune ref.txt nbest.jsonl --weights 'am=1 lm=0:2:0.25'
      mondegreen nbest tune ref.txt lat.*.gz --words words.txt --weights 'lm=7:17'
      mondegreen nbest tune dev.txt dev.jsonl --search am,lm,length
    """

    reference: Source = argument(kw_only=False, metavar="REF", path="input",
        help="reference file; formats: mondegreen help formats",
    )
    sources: Sequence[str] | Iterable[NBest] = argument(default=[], kw_only=False, metavar="LISTS", path="input",
        help="n-best lists with scores, or lattice archives (default: none, with --grid)",
    )
    grid: str | None = option(default=None, metavar="PATTERN", path="input",
        help="hypothesis files of all settings, with setting names in braces (default: none)",
    )
    weights: str | None = option(default=None, metavar="RANGES",
        help="score weights to try, e.g. 'am=1 lm=0:2:0.25 length=-1,0' (default: none)",
    )
    search: str | None = option(default=None, metavar="NAMES",
        help="optimize the weights of these scores by line search; length is the word count (default: none)",
    )
    restarts: int = option(default=10, metavar="N", least=0, help="random restarts of --search (default: {default})")
    metrics: str | Sequence[str] = option(
        default=[], aliases=("--metric",), repeats=True, metavar="NAMES", known="mondegreen.metrics:METRICS",
        help="comma-separated, options after colons; names: mondegreen help metrics (default: wer)",
    )

    def check(self) -> None:
        super().check()
        way = self.select_way()
        if (self.grid is None) != bool(self.sources):
            raise self.refused(way, "names all files itself" if self.grid else "needs lists")
        used, idle = ("test_grid", "test_lists") if self.grid else ("test_lists", "test_grid")
        if bool(self.test) != bool(getattr(self, used)):
            raise self.refused("test", f"and {self.spell(used)} go together")
        if getattr(self, idle):
            raise self.refused(idle, f"does not go with {self.spell(way)}; leave it out")
        self.check_ignored(way)
        if self.plot and self.search:
            raise self.refused("search", f"has no map to draw; leave {self.spell('plot')} out")
        if self.grid and self.test_grid:
            from mondegreen.nbest.surface import list_setting_names

            ours, theirs = list_setting_names(self.grid), list_setting_names(self.test_grid)
            if ours != theirs:
                test = f"{self.spell('test_grid')} {', '.join(theirs)}"
                raise self.refused("grid", f"names {', '.join(ours)}, and {test}; name the same")

    def select_way(self) -> str:
        """The one way of tuning that was chosen."""
        ways = ("grid", "weights", "search")
        chosen = [name for name in ways if getattr(self, name)]
        if len(chosen) != 1:
            from mondegreen.errors import ScoreError

            values = ("",) * 3 if self.in_python else (" PATTERN", " RANGES", " NAMES")
            grid, weights, search = (f"{self.spell(name)}{value}" for name, value in zip(ways, values, strict=True))
            raise ScoreError(f"give one of {grid}, {weights} and {search}")
        return chosen[0]

    def check_ignored(self, way: str) -> None:
        """Refuses options that the way of tuning ignores."""
        of_lists = ["lists", "costs", "n", "lm_weight"]
        if way == "grid":
            why = f"is for lists, and {self.spell('grid')} names files of single texts"
            self.refuse_idle([*of_lists, "words"], why)
        elif way == "weights" and self.words:
            self.refuse_idle(of_lists, f"does nothing here: of lattices {self.spell('weights')} sees all paths")
        if way == "search":
            self.refuse_idle(["resamples", "level"], f"is for maps, and {self.spell('search')} draws none")
        else:
            self.refuse_idle(["restarts"], f"is for {self.spell('search')}")


class RerankPlan(Lists, Texts, Models, run="mondegreen.api.lists:rerank"):
    r"""Rerank n-best lists or lattices by weighted scores or minimum Bayes risk.

    Ties go to the first hypothesis of the list. --consensus decides in each bin of
    Kaldi's minimum Bayes risk decoding: a deletion or insertion costs 1; a
    substitution costs 1, or its weight with wer-s and ember.

    Example:
      mondegreen nbest rerank nbest.jsonl --weights lm=0.3,am=1 -o best.txt
      mondegreen nbest rerank nbest.txt --costs lm=lm.txt --costs am=am.txt \
          --weights lm=1,am=0.1 --risk wer
      mondegreen nbest rerank lat.1.gz --words words.txt --weights lm=1,am=0.1 \
          --consensus wer-s
      mondegreen nbest rerank exp/decode --weights score=1 --risk wer-s -o best.txt
    """

    sources: Sequence[str] | Iterable[NBest] = argument(kw_only=False, metavar="LISTS", path="input",
        help="n-best files, ESPnet decode directories, or lattice archives",
    )
    weights: str = option(required=True, metavar="NAME=W,...",
        help="score weights; costs are negated, so that higher is better; length is the word count",
    )
    risk: str | None = option(default=None, metavar="METRIC",
        help="minimum Bayes risk over each list by this metric (default: highest score)",
    )
    consensus: str | None = option(default=None, metavar="METRIC",
        help="word-level consensus of each lattice by wer, wer-s or ember (default: highest score)",
    )
    scale: float = option(default=1.0, metavar="X",
        help="factor of the scores before they become posteriors (default: {default:g})",
    )
    output: str = option(default="-", aliases=("-o",), metavar="FILE", path="output",
        help="output file: Kaldi text, .trn, or .jsonl with scores (default: standard output)",
    )

    def check(self) -> None:
        from math import isfinite

        super().check()
        if self.risk and self.consensus:
            raise self.refused("risk", f"and {self.spell('consensus')} are two ways to choose; give one of them")
        if not isfinite(self.scale):
            raise self.refused("scale", f"is {self.scale}; give a number")
        if self.consensus:
            why = f"does nothing for {self.spell('consensus')}, which sees all paths"
            self.refuse_idle(["n", "lm_weight"], why)
        elif self.risk is None:
            why = f"is for {self.spell('risk')} and {self.spell('consensus')}; scores alone look at no words"
            self.refuse_idle(("scale", "normalize", "tokenize", "policy"), why)


class RoverPlan(ListReferences, Metrics, Lists, Tables, Plots, run="mondegreen.api.lists:rover"):
    """Combine several systems, or each n-best list, by a vote on each word (ROVER).

    Words are aligned with those of the first system; the majority decides, of ties
    what came first. With --reference, the combination is compared with the best
    system, and with the oracle of the words that competed.

    Example:
      mondegreen nbest rover system1.txt system2.ctm system3.trn --write voted.txt
      mondegreen nbest rover sys1.txt sys2.txt sys3.txt --reference ref.txt
    """

    sources: Sequence[str] | Iterable[NBest] = argument(kw_only=False, metavar="LISTS", path="input",
        help="files of systems, or n-best files, ESPnet decode directories, or lattice archives",
    )
    reference: Source | None = option(default=None, metavar="REF", path="input",
        help="references to compare with (default: none, and texts are written only)",
    )
    write: str | None = option(default=None, metavar="FILE", path="output",
        help="write the combined texts as Kaldi text, .trn or .jsonl (default: to standard output, with --reference "
        "not written)",
    )

    def check(self) -> None:
        super().check()
        if self.reference is None:
            why = f"is for {self.spell('reference')}"
            self.refuse_idle(["metrics", "ref_format", "missing", "output", "output_format", "plot"], why)
