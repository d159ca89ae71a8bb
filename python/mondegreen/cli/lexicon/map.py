"""`mondegreen lexicon map`: a mapping of two languages' word vectors."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.lexicon.mapping import Mapping, Trial
    from mondegreen.lexicon.methods import MethodOptions
    from mondegreen.plan.lexicon import MapPlan

HELP = """\
Maps the word vectors of two languages into one space.

example:
  mondegreen lexicon map en.vec fr.vec --dictionary en-fr.txt --output en-fr.npz
  mondegreen lexicon map en.vec fr.vec --supervision none --words 50000 --output en-fr.npz --write-source en.fr.vec
"""
PLAN = "mondegreen.plan.lexicon:MapPlan"


def run(plan: MapPlan) -> int:
    """Learns and writes; progress is told on standard error."""
    from mondegreen.cli.matrices import by_one_thread

    by_one_thread()
    from mondegreen.cli.lexicon import sides
    from mondegreen.errors import ScoreError
    from mondegreen.lexicon import dictionary
    from mondegreen.lexicon.learn import learn_mapping
    from mondegreen.lexicon.steps import parse_steps

    if not (plan.output or plan.write_source or plan.write_target):
        raise ScoreError("nothing would be kept; give --output, --write-source or --write-target")
    refuse(plan)
    names = None if plan.steps is None else parse_steps(plan.steps)
    chosen = options(plan)
    source, target = sides.space(plan, plan.source), sides.space(plan, plan.target)
    pairs = None
    if plan.dictionary is not None:
        kept = dictionary.load(plan.dictionary, plan.dictionary_format, keep_case=plan.keep_case)
        pairs = [(pair.source, pair.target) for pair in kept.pairs if not pair.is_multiword]
    mapping = learn_mapping(
        source,
        target,
        plan.method,
        chosen,
        pairs,
        steps=names,
        select=plan.select,
        report_trial=tell,
        name=str(plan.dictionary),
    )
    if plan.output:
        mapping.save(plan.output)
    export(plan, mapping)
    summary(mapping)
    return 0


def refuse(plan: MapPlan) -> None:
    """Refuses places where nothing can be written, before the work."""
    from mondegreen.errors import ScoreError
    from mondegreen.lexicon import export
    from mondegreen.output import refuse_places

    if plan.output and not plan.output.endswith(".npz"):
        raise ScoreError("mappings are told by their ending, .npz", path=plan.output)
    outputs = [plan.output]
    for output in filter(None, (plan.write_source, plan.write_target)):
        export.check_vector_output(output)
        outputs += export.list_vector_files(output)
    refuse_places(outputs, filter(None, (plan.source, plan.target, plan.dictionary)))


def options(plan: MapPlan) -> MethodOptions:
    """The options of the methods."""
    from mondegreen.errors import ScoreError
    from mondegreen.lexicon.methods import MethodOptions

    supervision = plan.supervision or ("dictionary" if plan.dictionary else "none")
    if plan.dictionary and supervision in ("identical", "none"):
        raise ScoreError(f"supervision by {supervision} has no use for --dictionary; leave one of them out")
    refuse_unused(plan, supervision)
    if plan.rate is not None and not 0 < plan.rate < float("inf"):
        raise ScoreError(f"--rate is {plan.rate:g}; give a number above 0")
    fields = (
        "refinements",
        "rank",
        "patience",
        "iterations",
        "epochs",
        "samples",
        "seed",
        "rate",
        "spectral",
        "start",
        "threads",
    )
    chosen = {name: value for name in fields if (value := getattr(plan, name)) is not None}
    return MethodOptions(supervision=supervision, neighbors=plan.neighbours, **chosen)


def refuse_unused(plan: MapPlan, supervision: str) -> None:
    """Refuses options that would do nothing."""
    learns_itself = plan.method == "vecmap" and supervision != "dictionary"
    users = {
        "refinements": ("--method muse", plan.method == "muse"),
        "start": ("--method muse --supervision none", plan.method == "muse" and supervision == "none"),
        **dict.fromkeys(("epochs", "samples"), ("--start adversarial", plan.start == "adversarial")),
        **dict.fromkeys(("iterations", "rate", "spectral"), ("--method rcsls", plan.method == "rcsls")),
        "patience": ("--method vecmap without a full dictionary", learns_itself),
        "rank": ("--method muse, or vecmap without a full dictionary", plan.method == "muse" or learns_itself),
        "select": (
            "methods that go on by iterations, as vecmap with a dictionary does not",
            plan.method != "vecmap" or learns_itself,
        ),
    }
    for name, (user, used) in users.items():
        if not used:
            plan.refuse_idle([name], f"is for {user}; leave it out here")
    if plan.select == "split" and supervision == "none":
        plan.refuse_idle(["select"], "split is for words that are given, of which there are none; leave it out here")


def tell(trial: Trial) -> None:
    """A line for each iteration."""
    print(f"iteration {trial.iteration}: criterion {trial.criterion:.5f}, {trial.pairs} pairs", file=sys.stderr)


def export(plan: MapPlan, mapping: Mapping) -> None:
    """Writes mapped vectors of all words, capitals and all."""
    from mondegreen.lexicon.export import write_vectors
    from mondegreen.lexicon.space import read

    for path, output, side in (
        (plan.source, plan.write_source, mapping.source),
        (plan.target, plan.write_target, mapping.target),
    ):
        if output:
            space = read(path)
            write_vectors(space.with_matrix(side.map_vectors(space.matrix)), output)


def summary(mapping: Mapping) -> None:
    """What was learned from, and how it looks."""
    about = mapping.about
    parts = [f"{about['method']}, supervision {about['supervision']}"]
    if about["pairs"] is not None:
        parts.append(f"{about['pairs']} pairs")
    if about["chosen"] is not None:
        parts.append(f"iteration {about['chosen']}")
    if about["attempts"] > 1:
        parts.append(f"{about['attempts']} attempts")
    if about["transfer"] is not None:
        parts.append(f"half of the dictionary finds {100 * about['transfer']:.1f} % of the other among ten")
    parts.append(f"halves of its pairs agree on {100 * about['agreement']:.1f} %")
    print(", ".join(parts))
