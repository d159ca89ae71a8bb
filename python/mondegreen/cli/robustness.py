"""`mondegreen robustness`: what recognition errors do to encoders of sentences and to metrics."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.encode.base import Encoder
    from mondegreen.measure.metric import Metric
    from mondegreen.plan.simulate import RobustnessPlan
    from mondegreen.read.similarity import SimilarityPairs
    from mondegreen.report.blocks import Block
    from mondegreen.resources import Resources
    from mondegreen.robustness.curves import Curves
    from mondegreen.robustness.panel import Panel
    from mondegreen.tokenise import Tokeniser

HELP = """\
Shows how encoders of sentences, and metrics, move with the rate of recognition errors.
Sentences are cut as by --tokenise treebank where the language is en, else as by punctuated.

example:
  mondegreen robustness text.txt --encoders avg,sif,usif --table table.tsv --vectors glove.txt --language en
  mondegreen robustness --pairs sts=sts-dev.csv --pairs sts=sts-test.csv --pairs sick=SICK.txt --encoders sentences \\
      --table table.tsv --rates 0:0.5:0.05 --draws 3 --plot curves.pdf --output robustness.json
  mondegreen robustness text.txt --metrics wer,semdist,bertscore,ember --table table.tsv --language en
"""
PLAN = "mondegreen.plan.simulate:RobustnessPlan"
ENCODERS = "avg,avg-stop,sif,usif,subs-stop"
COUNTED = "text:"
PAIR_RATES = "0,0.1,0.3"


def run(plan: RobustnessPlan) -> int:
    """Plans, so that a mistyped name costs no time; then reads, corrupts, measures and reports."""
    from mondegreen.cli.matrices import by_one_thread
    from mondegreen.writers import refuse_plot, select_table_writer

    by_one_thread()
    from mondegreen.corrupt import Table
    from mondegreen.robustness import Noise, curves, distances, tables, tasks
    from mondegreen.robustness.rates import rates

    along, of_pairs = rates("--rates", plan.rates), rates("--pair-rates", plan.pair_rates or PAIR_RATES)
    looked_at = rates("--distances", plan.distances)
    refuse_numbers(plan, len(looked_at))
    write = select_table_writer(plan)
    refuse_plot(plan)
    cutter = tokeniser(plan)
    panel = planned(plan, cutter)
    sets = pairs(plan, cutter)
    name, keys, texts = sentences(plan, cutter, sets)
    refuse_strangers(panel, texts, name)
    errors = Noise(Table.load(plan.table), range(plan.seed, plan.seed + plan.draws), plan.mode, plan.threads)
    found = curves(texts, panel, errors, along, keys=keys)
    blocks: list[Block] = [*tables.curves(found, name, how(plan, cutter))]
    blocks += tables.distances(distances(texts, panel, errors, looked_at[0], keys=keys))
    blocks += tables.tasks(tasks(sets, panel, errors, of_pairs))
    if plan.plot:
        draw(found, plan.plot)
    write([], [*(tables.drawn(found) if for_terminal(plan) else ()), *blocks])
    return 0


def how(plan: RobustnessPlan, cutter: Tokeniser) -> str:
    """What else changes the numbers."""
    from mondegreen.tokenise import named

    rules = f", after {','.join(plan.normalise)}" if plan.normalise else ""
    seeds = f"{plan.seed}" if plan.draws == 1 else f"{plan.seed} to {plan.seed + plan.draws - 1}"
    cut = "words" if cutter is str.split else named(cutter, "words")
    return f"cut by {cut}{rules}; errors of {plan.table}, {plan.mode}, seed {seeds}"


def refuse_numbers(plan: RobustnessPlan, looked_at: int) -> None:
    """Refuses what cannot be drawn, and places where it cannot be written."""
    from mondegreen.errors import ScoreError

    if not plan.pairs:
        plan.refuse_idle(["pair_rates"], "is for --pairs, of which none are given; leave it out here")
    if looked_at != 1:
        raise ScoreError(f'--distances is "{plan.distances}"; give one rate')
    if plan.text is None and not plan.pairs:
        raise ScoreError("there is nothing to corrupt; give TEXT, or --pairs FILE")


def refuse_strangers(panel: Panel, texts: Sequence[str], name: str) -> None:
    """Refuses texts of which an encoder of word vectors knows no word."""
    from mondegreen.encode.words import WordEncoder
    from mondegreen.errors import ScoreError

    for each in panel.encoders:
        if isinstance(each, WordEncoder):
            words = list({word for text in texts for word in each.words(text)})
            if words and not each.vectors.has(words).any():
                what = f"{each.label}: no word of {name} has a vector in {each.vectors.identity}"
                raise ScoreError(f"{what}; are they of the same language?")


def for_terminal(plan: RobustnessPlan) -> bool:
    """Whether the answer is a table for people, in which curves can be drawn with letters."""
    from mondegreen.report import form_of

    form: str = plan.output_format or ("table" if plan.output == "-" else form_of(plan.output))
    return form == "table"


def tokeniser(plan: RobustnessPlan) -> Tokeniser:
    """What cuts sentences into words; English as word vectors and lists of words mostly have it."""
    from mondegreen.tokenise import tokeniser as named

    name = plan.tokenise or ("treebank" if plan.language == "en" else "punctuated")
    return named(name) or str.split


def planned(plan: RobustnessPlan, cutter: Tokeniser) -> Panel:
    """All encoders and metrics, of which nothing is loaded yet."""
    from mondegreen import measure
    from mondegreen.batch import Settings
    from mondegreen.encode import encoders
    from mondegreen.resolve import make_resources, split_metrics
    from mondegreen.robustness import Panel

    metrics: list[Metric] = measure.chosen(split_metrics(plan.metrics or ()))
    named = plan.encoders or ([] if metrics else [ENCODERS])
    resources = known(plan, make_resources(plan), cutter)
    found: list[Encoder] = encoders(split_metrics(named), resources)
    return Panel(found, metrics, Settings(plan.align, resources=resources, threads=plan.threads))


def known(plan: RobustnessPlan, resources: Resources, cutter: Tokeniser) -> Resources:
    """The resources, with what only encoders look things up in."""
    chosen: dict[str, object] = {}
    if plan.stop_words:
        chosen["stop-words"] = plan.stop_words
    if plan.frequencies and plan.frequencies.startswith(COUNTED):
        from mondegreen.read import read
        from mondegreen.resources.frequencies import Frequencies

        path = plan.frequencies.removeprefix(COUNTED)
        chosen["frequencies"] = Frequencies.counted(cutter(text) for text in read(path, None, plan.encoding).texts)
    elif plan.frequencies:
        chosen["frequencies"] = plan.frequencies
    return resources.choosing(chosen)


def prepared(plan: RobustnessPlan, cutter: Tokeniser, texts: Sequence[str]) -> list[str]:
    """Texts after the rules, their words between blanks."""
    from mondegreen.normalise import normalise, rules
    from mondegreen.tokenise import tokens

    chosen = tuple(rule for spec in plan.normalise for rule in rules(spec))
    return [" ".join(tokens(cutter, text)) for text in normalise(texts, chosen, "references")]


def pairs(plan: RobustnessPlan, cutter: Tokeniser) -> list[SimilarityPairs]:
    """The sets of pairs; files under one name are one set."""
    from dataclasses import replace

    from mondegreen.read.similarity import read_similarities

    found: dict[str, SimilarityPairs] = {}
    for each in plan.pairs:
        name, equals, path = each.partition("=")
        name, path = (name, path) if equals else (each, each)
        one = read_similarities(path, name, plan.encoding)
        left, right = (prepared(plan, cutter, side) for side in (one.left, one.right))
        one = replace(one, left=left, right=right)
        found[name] = found[name].and_(one) if name in found else one
    return list(found.values())


def sentences(
    plan: RobustnessPlan, cutter: Tokeniser, sets: Sequence[SimilarityPairs]
) -> tuple[str, Sequence[str], list[str]]:
    """The name, the keys and the texts of what curves are drawn of."""
    from mondegreen.errors import ScoreError
    from mondegreen.read import read

    if plan.text is None:
        texts = [text for each in sets for side in (each.left, each.right) for text in side]
        return ", ".join(each.name for each in sets), [str(place) for place in range(1, len(texts) + 1)], texts
    corpus = read(plan.text, plan.format, plan.encoding, key=plan.id_column, text=plan.text_column)
    if not len(corpus):
        raise ScoreError("there is no sentence in this file", path=plan.text)
    return corpus.name, corpus.keys, prepared(plan, cutter, corpus.texts)


def draw(found: Curves, path: str) -> None:
    """The picture: a panel for encoders and one for metrics."""
    from mondegreen.report.plot.lines import plot_lines
    from mondegreen.robustness import tables

    panels = {what: tables.series(found, kind) for kind, what in tables.WHAT.items() if tables.of_kind(found, kind)}
    plot_lines(panels, found.rates, "rate of errors", path)
