"""`mondegreen lexicon eval`: translations against a dictionary."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.lexicon.dictionary import Dictionary
    from mondegreen.lexicon.evaluate.forms import Forms
    from mondegreen.lexicon.evaluate.predictions import Predictions
    from mondegreen.plan.lexicon import EvaluatePlan

HELP = """\
Evaluates translations of one system or several against a dictionary.

example:
  mondegreen lexicon eval test.txt vecmap.npz muse.npz --source en.vec --target fr.vec --way cosine,csls
  mondegreen lexicon eval test.tsv a=predictions-a.tsv b=predictions-b.tsv --pos en-fr.5000-6500 --forms fr.lemma.tsv
  mondegreen lexicon eval en-fr.csv a=predictions-a.tsv b=predictions-b.tsv --report pairs,lemmas --at 1,10 --as latex
"""
PLAN = "mondegreen.plan.lexicon:EvaluatePlan"
# So much of a dictionary's translations a table of forms of its language lists at least. Of the French side of one a
# French table of 8,668 forms listed 47 %, of the English side 5 %; a Danish table listed 1 % and 3 %.
LISTED = 0.2


def run(plan: EvaluatePlan) -> int:
    """Reads, translates, judges and reports."""
    from mondegreen.cli.matrices import by_one_thread
    from mondegreen.writers import select_table_writer

    by_one_thread()
    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.lexicon import dictionary
    from mondegreen.lexicon.dictionary import pos
    from mondegreen.lexicon.evaluate.evaluation import Evaluation
    from mondegreen.lexicon.evaluate.report import blocks

    names = reports(plan)
    write, depths = select_table_writer(plan), numbers("--at", plan.at)
    how = Bootstrap("word", plan.resamples, plan.level, plan.seed)
    bands = numbers("--bands", plan.bands) if plan.bands else ()
    test = dictionary.load(plan.dictionary, plan.format, keep_case=plan.keep_case)
    synonyms = dictionary.load(plan.synonyms, keep_case=plan.keep_case).words if plan.synonyms else ()
    classes: Mapping[str, set[tuple[str, str]]] = {}
    if plan.pos and not plan.pos.startswith("spacy:"):
        classes = pos.load(plan.pos, keep_case=plan.keep_case)
        pos.warn_of_few(classes, plan.pos, test)
    systems = predictions(plan, test, max(depths))
    known = (forms(plan, test, systems), frozenset(synonyms), classes, tags(plan, test), bands)
    write([], blocks(Evaluation(test, systems, depths, *known, how, plan.interval), names))
    return 0


def reports(plan: EvaluatePlan) -> tuple[str, ...]:
    """The tables that are asked for, of which all are known."""
    from mondegreen.lexicon.evaluate import TABLES
    from mondegreen.registry import unknown

    names = tuple(plan.report.split(",")) if plan.report else ()
    for name in names:
        if name not in TABLES:
            raise unknown("report", name, TABLES)
    return names


def numbers(option: str, text: str) -> tuple[int, ...]:
    """Whole numbers above 0, the least first."""
    from mondegreen.errors import ScoreError

    try:
        found = sorted({int(part) for part in text.split(",")})
    except ValueError:
        found = [0]
    if found[0] < 1:
        raise ScoreError(f'{option} is "{text}"; write whole numbers from 1 on, with commas between them')
    return tuple(found)


def predictions(plan: EvaluatePlan, test: Dictionary, count: int) -> list[Predictions]:
    """The translations of all systems; a mapping makes one for each way."""
    from mondegreen.cli.lexicon import sides
    from mondegreen.errors import ScoreError
    from mondegreen.lexicon import mapping
    from mondegreen.lexicon.evaluate.predictions import load, predicted

    refuse_unused(plan)
    heads = list(dict.fromkeys(pair.source for pair in test.pairs if not pair.several_words))
    spaces = None
    found = []
    for each in plan.systems:
        name, equals, path = each.rpartition("=")
        name = name if equals else path
        if not path.endswith(".npz"):
            found.append(load(path, name, keep_case=plan.keep_case))
            continue
        if not (plan.source and plan.target):
            raise ScoreError("a mapping needs the vectors it is of; give --source and --target", path=path)
        spaces = spaces or (sides.space(plan, plan.source), sides.space(plan, plan.target))
        retriever = sides.retriever(plan, mapping.load(path), *spaces)
        ways = dict.fromkeys(plan.way.split(","))
        found += [predicted(f"{name} {way}", retriever, heads, count, way) for way in ways]
    names = [each.name for each in found]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ScoreError(f"two systems are called {twice[0]}; name one of them by NAME=")
    warn(found, test, plan.words)
    return found


def refuse_unused(plan: EvaluatePlan) -> None:
    """Refuses what only mappings have a use for where there is none."""
    if not any(each.endswith(".npz") for each in plan.systems):
        names = dict.fromkeys(("source", "target", "words", "bands"))
        plan.refuse_idle(names, "is for mappings, of which none is given; leave it out here")


def warn(found: Sequence[Predictions], test: Dictionary, words: int | None) -> None:
    """Tells of a dictionary that hardly fits, and perhaps why."""
    import warnings

    from mondegreen.errors import ScoreError, ScoreWarning

    more = f"; only the first {words} words of each side were read (--words)" if words else ""
    for each in found:
        forth = sum(source in each.ranked for source, _ in test.words)
        back = sum(target in each.ranked for _, target in test.words)
        if each.ranks is not None and each.targets is not None:
            back = sum(target in each.ranks and source in each.targets for source, target in test.words)
        hint = "; turned round it would have more: is it in the wrong direction?" if back > 2 * forth else ""
        if not forth:
            raise ScoreError(f"{each.name} knows no word of this dictionary{hint or more}", path=test.name)
        if hint:
            warnings.warn(f"{test.name}: {each.name} knows {forth} of {len(test.words)} pairs{hint}", ScoreWarning, 2)


def forms(plan: EvaluatePlan, test: Dictionary, systems: Sequence[Predictions]) -> Forms | None:
    """Which words are forms of one."""
    import warnings

    from mondegreen.errors import ScoreError, ScoreWarning
    from mondegreen.lexicon.evaluate import forms as known

    if not plan.forms:
        return None
    targets = [target for _, target in test.words if target]
    words = [*targets, *(word for each in systems for row in each.ranked.values() for word in row)]
    kind, _, language = plan.forms.partition(":")
    if kind in ("simplemma", "spacy") and not language:
        raise ScoreError(f'--forms is "{plan.forms}"; write {kind}:LANGUAGE, such as {kind}:fr')
    if kind == "simplemma":
        return known.by_simplemma(words, language)
    if kind == "spacy":
        return known.by_spacy(words, language)
    found = known.load(plan.forms, keep_case=plan.keep_case)
    if (share := found.share(targets)) < LISTED:
        what = f"only {100 * share:.0f} % of the dictionary's translations are listed; is it of another language?"
        warnings.warn(f"{plan.forms}: {what}", ScoreWarning, 2)
    return found


def tags(plan: EvaluatePlan, test: Dictionary) -> dict[str, list[str]]:
    """Source words by the part of speech that spaCy gives them, if it is asked."""
    if not plan.pos or not plan.pos.startswith("spacy:"):
        return {}
    from mondegreen.resources import Resources
    from mondegreen.resources.analysis import analyze_texts

    heads = list(dict.fromkeys(source for source, _ in test.words))
    (said,) = analyze_texts([[[head] for head in heads]], Resources(plan.pos.partition(":")[2]))
    found: dict[str, list[str]] = {}
    for head, each in zip(heads, said, strict=True):
        found.setdefault(each.universal[0] if each.universal else "?", []).append(head)
    return found
