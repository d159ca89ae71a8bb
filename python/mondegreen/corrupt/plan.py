"""What is to be done to a text, from what was asked for: the table, the rates, and what they were learned from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from mondegreen import _core
from mondegreen._core import Strings
from mondegreen.corrupt import classes, learning, likeness, pronunciations, spaces
from mondegreen.corrupt.building import Covered, Rules, build
from mondegreen.corrupt.drawing import Beyond, count
from mondegreen.corrupt.phrases import Phrases, with_phrases
from mondegreen.corrupt.rates import Wanted, weighed
from mondegreen.corrupt.table import Table
from mondegreen.errors import ScoreError
from mondegreen.lexicon.space import ALL
from mondegreen.resources import Resources

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping, Sequence

    from mondegreen.corrupt.profile import Profile
    from mondegreen.lexicon.space import Space

WER = 0.3


@dataclass(frozen=True)
class Plan:
    """A table, how often what is to happen, and what people should know of it."""

    table: Table
    wanted: Wanted
    mode: str
    beyond: Beyond
    asked: Wanted
    notes: Sequence[str] = ()
    profile: Profile | None = None
    classes: Mapping[str, str] = field(default_factory=dict)


def planned(args: Namespace, texts: Sequence[str]) -> Plan:
    """The plan that the options of `mondegreen corrupt` describe."""
    profile = likeness.learned(args.like, args.threads) if args.like else None
    plain = _core.plain_texts(Strings.of(texts))
    table, notes = tabled(args, texts, plain, profile)
    extra = 0.0
    if args.phrases:
        table, extra = with_phrases(table, plain, Phrases(*sides(args), args.threads), args.phrases)
    if profile is not None:
        return alike(args, profile, table, plain, notes)
    replaced = args.wer if args.wer is not None else args.substitutions
    first = WER if replaced is None and args.deletions is None and args.insertions is None else replaced or 0.0
    asked = Wanted(first, args.deletions or 0.0, args.insertions or 0.0).checked()
    beyond = Beyond(asked.deletions, asked.insertions, args.burst, merge=args.phrases / 2)
    # Where two words are heard for one, or one for two, there are two errors.
    wanted = asked._replace(substitutions=asked.substitutions / (1 + extra))
    return Plan(table, wanted, args.mode or "bernoulli", beyond, asked, notes)


def tabled(
    args: Namespace, texts: Sequence[str], plain: Sequence[str], profile: Profile | None
) -> tuple[Table, list[str]]:
    """The table that was saved, or one for the words of the text, and what it leaves out."""
    if args.table:
        refuse_sources(args)
        return Table.load(args.table), []
    rules = Rules(**{name: value for name in Rules._fields if (value := getattr(args, name)) is not None}).checked()
    words = list(_core.distinct_words(list(texts), list(plain)))
    wanted = [*words, *profile.confusions] if profile else words
    table, covered = build(wanted, *sides(args), rules, args.threads)
    return table, [told(covered)]


def refuse_sources(args: Namespace) -> None:
    """Refuses options for making a table where one is given; phrases are made from the same."""
    sources = () if args.phrases else ("vectors", "pronunciations", "words", "features")
    given = [name for name in (*Rules._fields, *sources) if getattr(args, name) is not None]
    if given:
        raise ScoreError(f"--table has its candidates; leave out --{given[0]}, or make a table anew")


def sides(args: Namespace) -> tuple[Space, pronunciations.Pronunciations]:
    """Vectors and pronunciations; a voice or a dictionary that is not there is told first."""
    usual = "cmudict" if args.language == "en" else f"espeak:{args.language}"
    said = pronunciations.load(args.pronunciations or usual, args.features, Resources(args.language))
    return spaces.load(args.vectors, args.language, ALL if args.words is None else args.words), said


def told(covered: Covered) -> str:
    """What a table leaves out, in words."""
    words, no_vector, no_pronunciation = covered
    left = f"{no_vector} have no vector and {no_pronunciation} no pronunciation: these stay as they are"
    return f"of {words} different words {left}"


def alike(args: Namespace, profile: Profile, table: Table, plain: Strings, notes: list[str]) -> Plan:
    """Errors as a system makes them."""
    counts = Counter(word for text in plain for word in text.split())
    known = {*counts, *profile.spoken, *profile.confusions, *profile.lost}
    named = classes.by_length(known)
    if args.analyser:
        named |= classes.by_tag(plain, Resources(args.language, {"analyser": args.analyser}))
    whole = learning.mixed(profile, table, counts)
    wanted = learning.scaled(profile, args.wer).checked()
    weights = weighed(learning.rates(profile, named, counts), whole, count(plain, whole))
    beyond = replace(learning.beyond(profile, wanted, weights), merge=args.phrases / 2)
    return Plan(whole, wanted, args.mode or "calibrated", beyond, wanted, notes, profile, named)
