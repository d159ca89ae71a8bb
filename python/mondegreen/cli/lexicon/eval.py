"""`mondegreen lexicon eval`: translations against a dictionary."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from mondegreen.lexicon.dictionary import Dictionary
    from mondegreen.lexicon.evaluate.forms import Forms
    from mondegreen.lexicon.evaluate.predictions import Predictions

HELP = """\
Evaluates translations of one system or several against a dictionary.

example:
  mondegreen lexicon eval test.txt vecmap.npz muse.npz --source en.vec --target fr.vec --way cosine,csls
  mondegreen lexicon eval test.tsv a=predictions-a.tsv b=predictions-b.tsv --pos en-fr.5000-6500 --forms fr.lemma.tsv
  mondegreen lexicon eval en-fr.csv a=predictions-a.tsv b=predictions-b.tsv --report pairs,lemmas --at 1,10 --as latex
"""
# So much of a dictionary's translations a table of forms of its language lists at least. Of the French side of one a
# French table of 8,668 forms listed 47 %, of the English side 5 %; a Danish table listed 1 % and 3 %.
LISTED = 0.2


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import options
    from mondegreen.cli.lexicon import sides
    from mondegreen.cli.lexicon.map import FORMATS
    from mondegreen.lexicon.evaluate import TABLES

    add = parser.add_argument
    add("dictionary", metavar="DICT", help="pairs of words: MUSE's, TSV, CSV or TMX")
    add("systems", metavar="SYSTEM", nargs="+", help="[NAME=] a mapping (.npz), or predictions with tabs between them")
    add("--format", choices=FORMATS, help="of DICT (what it looks like)")
    add("--report", metavar="NAMES", help=f"{', '.join(TABLES)} (all that can be made)")
    add("--at", default="1,5,10", metavar="KS", help="how many of the best count (%(default)s)")
    add(
        "--way",
        default="cosine,csls",
        metavar="WAYS",
        help="how mappings translate: csls, cosine, softmax (%(default)s)",
    )
    sides.vectors(parser, required=False)
    sides.translating(parser)
    allowing(parser)
    chance(parser)
    options.answering(parser, toolkits=False)


def allowing(parser: ArgumentParser) -> None:
    """What else is known of the words."""
    group = parser.add_argument_group("words")
    add = group.add_argument
    add(
        "--pos",
        metavar="STEM",
        help="the dictionary by part of speech: STEM.n.txt, STEM.pn.txt, ...; or spacy:LANGUAGE",
    )
    add("--forms", metavar="FILE", help="of target words: lemma, tab, form (UniMorph); or simplemma:fr, spacy:fr")
    add("--synonyms", metavar="FILE", help="another dictionary, whose pairs are not counted as wrong")
    add("--bands", metavar="RANKS", help="groups by rank among the source vectors, such as 5000,20000")


def chance(parser: ArgumentParser) -> None:
    """How chance is tried, and whether for each system too."""
    group = parser.add_argument_group("chance, by resamples of the words and by shuffles of two systems' answers")
    add = group.add_argument
    add("--interval", action="store_true", help="of each system's P@1 (pairs of systems always have one)")
    add("--resamples", type=int, default=1000, metavar="N", help="how often (%(default)s)")
    add("--level", type=float, default=95.0, metavar="PERCENT", help="how many of the scores it holds (%(default)g)")
    add("--seed", type=int, default=0, metavar="N", help="the same seed gives the same numbers (%(default)s)")


def run(args: Namespace) -> int:
    """Reads, translates, judges and reports."""
    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.cli import options
    from mondegreen.lexicon import dictionary
    from mondegreen.lexicon.dictionary import pos
    from mondegreen.lexicon.evaluate.evaluation import Evaluation
    from mondegreen.lexicon.evaluate.report import blocks

    names = reports(args)
    write, depths = options.tables_writer(args), numbers("--at", args.at)
    how = Bootstrap("word", args.resamples, args.level, args.seed)
    bands = numbers("--bands", args.bands) if args.bands else ()
    test = dictionary.load(args.dictionary, args.format, keep_case=args.keep_case)
    synonyms = dictionary.load(args.synonyms, keep_case=args.keep_case).words if args.synonyms else ()
    by_files = bool(args.pos) and not args.pos.startswith("spacy:")
    classes = pos.load(args.pos, keep_case=args.keep_case) if by_files else {}
    if by_files:
        pos.warn_of_few(classes, args.pos, test)
    systems = predictions(args, test, max(depths))
    known = (forms(args, test, systems), frozenset(synonyms), classes, tags(args, test), bands)
    write([], blocks(Evaluation(test, systems, depths, *known, how, args.interval), names))
    return 0


def reports(args: Namespace) -> tuple[str, ...]:
    """The tables that are asked for, of which all are known."""
    from mondegreen.lexicon.evaluate import TABLES
    from mondegreen.registry import unknown

    names = tuple(args.report.split(",")) if args.report else ()
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


def predictions(args: Namespace, test: Dictionary, count: int) -> list[Predictions]:
    """The translations of all systems; a mapping makes one for each way."""
    from mondegreen.cli.lexicon import sides
    from mondegreen.errors import ScoreError
    from mondegreen.lexicon import mapping
    from mondegreen.lexicon.evaluate.predictions import load, predicted

    refuse_unused(args)
    heads = list(dict.fromkeys(pair.source for pair in test.pairs if not pair.several_words))
    spaces = None
    found = []
    for each in args.systems:
        name, equals, path = each.rpartition("=")
        name = name if equals else path
        if not path.endswith(".npz"):
            found.append(load(path, name, keep_case=args.keep_case))
            continue
        if not (args.source and args.target):
            raise ScoreError("a mapping needs the vectors it is of; give --source and --target", path=path)
        spaces = spaces or (sides.space(args, args.source), sides.space(args, args.target))
        retriever = sides.retriever(args, mapping.load(path), *spaces)
        ways = dict.fromkeys(args.way.split(","))
        found += [predicted(f"{name} {way}", retriever, heads, count, way) for way in ways]
    names = [each.name for each in found]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ScoreError(f"two systems are called {twice[0]}; name one of them by NAME=")
    warn(found, test, args.words)
    return found


def refuse_unused(args: Namespace) -> None:
    """Refuses what only mappings have a use for where there is none."""
    from mondegreen.cli.options import refuse_idle

    if not any(each.endswith(".npz") for each in args.systems):
        names = dict.fromkeys(("source", "target", "words", "bands"))
        refuse_idle(args, names, "is for mappings, of which none is given; leave it out here")


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


def forms(args: Namespace, test: Dictionary, systems: Sequence[Predictions]) -> Forms | None:
    """Which words are forms of one."""
    import warnings

    from mondegreen.errors import ScoreError, ScoreWarning
    from mondegreen.lexicon.evaluate import forms as known

    if not args.forms:
        return None
    targets = [target for _, target in test.words if target]
    words = [*targets, *(word for each in systems for row in each.ranked.values() for word in row)]
    kind, _, language = args.forms.partition(":")
    if kind in ("simplemma", "spacy") and not language:
        raise ScoreError(f'--forms is "{args.forms}"; write {kind}:LANGUAGE, such as {kind}:fr')
    if kind == "simplemma":
        return known.by_simplemma(words, language)
    if kind == "spacy":
        return known.by_spacy(words, language)
    found = known.load(args.forms, keep_case=args.keep_case)
    if (share := found.share(targets)) < LISTED:
        what = f"only {100 * share:.0f} % of the dictionary's translations are listed; is it of another language?"
        warnings.warn(f"{args.forms}: {what}", ScoreWarning, 2)
    return found


def tags(args: Namespace, test: Dictionary) -> dict[str, list[str]]:
    """Source words by the part of speech that spaCy gives them, if it is asked."""
    if not args.pos or not args.pos.startswith("spacy:"):
        return {}
    from mondegreen.resources import Resources
    from mondegreen.resources.analysis import analyse

    heads = list(dict.fromkeys(source for source, _ in test.words))
    (said,) = analyse([[[head] for head in heads]], Resources(args.pos.partition(":")[2]))
    found: dict[str, list[str]] = {}
    for head, each in zip(heads, said, strict=True):
        found.setdefault(each.universal[0] if each.universal else "?", []).append(head)
    return found
