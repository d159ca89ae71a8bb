"""`mondegreen downstream`: whether metrics of recognition tell how good its translations are."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.comparison.downstream import TranslationCorrelation
    from mondegreen.comparison.paired_tests import Signs
    from mondegreen.plan.study import DownstreamPlan
    from mondegreen.reports.blocks import Block, Cell, Table
    from mondegreen.results.run import Run

HELP = """\
Tells which metrics of recognition go with BLEU, TER and chrF of its translations.

example:
  mondegreen downstream ref.fr hyp.fr --translation hyp.en --translated ref.en --metrics wer,wer-s --language fr
  mondegreen downstream ref.fr hyp.fr --translation hyp.en --translated ref.en --against other.en --lowercase
"""
PLAN = "mondegreen.plan.study:DownstreamPlan"

DEFAULT = "wer,cer"


def run(plan: DownstreamPlan) -> int:
    """Plans, so that a mistyped name costs no time; then scores and compares."""
    from mondegreen.comparison.downstream import (
        Translations,
        compare_sentences,
        correlate_translations,
        find_translations,
        split_blocks,
    )
    from mondegreen.nbest.reading import select_text_metrics
    from mondegreen.resolve import make_settings
    from mondegreen.runner import measure_pairs, read_systems
    from mondegreen.writers import select_table_writer

    metrics, settings, write = select_text_metrics(plan, DEFAULT), make_settings(plan), select_table_writer(plan)
    how, scores = Translations(plan.bleu_tokenize, plan.lowercase), plan.scores.split(",")
    for name in scores:
        how.metric(name)
    (pairs,) = read_systems(plan, plan.reference, [plan.hypothesis], together=False)[1]
    split_blocks(len(pairs), plan.blocks)
    files = (plan.translation, plan.translated, *([plan.against] if plan.against else []))
    texts, references, *others = [find_translations(pairs.keys, read_translation(plan, name), name) for name in files]
    scored = measure_pairs(pairs, metrics, settings)
    found = correlate_translations(scored, texts, references, how, scores, plan.blocks)
    shown = list(make_tables(found, scored, {name: how.corpus(name, texts, references) for name in scores}))
    for other in others:
        signs = compare_sentences(how.sentences(texts, references), how.sentences(other, references))
        shown.append(make_contest_table(signs, plan))
    write([], shown)
    return 0


def read_translation(plan: DownstreamPlan, path: str) -> dict[str, str]:
    """The translations by key."""
    from mondegreen.formats import read

    found = read(path, plan.format, plan.encoding, key=plan.id_column, text=plan.text_column)
    return dict(zip(found.keys, found.texts, strict=True))


def make_tables(found: Sequence[TranslationCorrelation], scored: Run, totals: dict[str, float]) -> Iterator[Block]:
    """The coefficients, and what the whole corpus scores."""
    from mondegreen.reports.blocks import Column, Table

    columns = [
        Column("metric", "metric"),
        Column("score", "with"),
        Column("pearson", "Pearson", 3),
        Column("spearman", "Spearman", 3),
        Column("blocks", "blocks", 0),
    ]
    rows: list[list[Cell]] = [
        [each.metric, each.score, each.pearson, each.spearman, float(each.blocks)] for each in found
    ]
    yield Table("correlation", f"{scored.name} and its translations", columns, rows)
    values = {**{label: score.value for label, score in scored.scores.items()}, **totals}
    whole: list[list[Cell]] = [[name, value] for name, value in values.items()]
    yield Table("corpus", "The whole corpus", [Column("name", "name"), Column("value", "score", 2)], whole)


def make_contest_table(signs: Signs, plan: DownstreamPlan) -> Table:
    """Wins, losses and ties."""
    from mondegreen.reports.blocks import Column, Table

    names = [("wins", "wins"), ("losses", "losses"), ("ties", "ties")]
    columns = [*(Column(name, heading, 0) for name, heading in names), Column("p", "p of the sign test", 4)]
    title = f"Sentence BLEU of {plan.translation} against {plan.against}"
    return Table("contest", title, columns, [[float(signs.plus), float(signs.minus), float(signs.ties), signs.p]])
