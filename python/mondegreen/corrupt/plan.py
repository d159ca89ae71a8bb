"""What is to be done to a text, from what was asked for: the table, the rates, and what they were learned from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

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
    from collections.abc import Mapping, Sequence

    from mondegreen.corrupt.profile import Profile
    from mondegreen.lexicon.space import Space

WER = 0.3


@dataclass(frozen=True)
class Request:
    """What is asked for, by the names of the options of `mondegreen corrupt`; None leaves the default."""

    wer: float | None = None
    substitutions: float | None = None
    deletions: float | None = None
    insertions: float | None = None
    burst: float | None = None
    phrases: float = 0.0
    mode: str | None = None
    language: str = "en"
    vectors: str | None = None
    words: int | None = None
    pronunciations: str | None = None
    features: str | None = None
    table: str | None = None
    like: Sequence[str] | None = None
    analyser: str | None = None
    threads: int | None = None
    # Of the fields of `Rules` those that are not to be the default.
    rules: Mapping[str, Any] = field(default_factory=dict)


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


def planned(request: Request, texts: Sequence[str]) -> Plan:
    """The plan for what is asked for."""
    profile = likeness.learned(request.like, request.threads) if request.like else None
    plain = _core.plain_texts(Strings.of(texts))
    table, notes = tabled(request, texts, plain, profile)
    extra = 0.0
    if request.phrases:
        table, extra = with_phrases(table, plain, Phrases(*sides(request), request.threads), request.phrases)
    if profile is not None:
        return alike(request, profile, table, plain, notes)
    replaced = request.wer if request.wer is not None else request.substitutions
    first = WER if replaced is None and request.deletions is None and request.insertions is None else replaced or 0.0
    asked = Wanted(first, request.deletions or 0.0, request.insertions or 0.0).checked()
    beyond = Beyond(asked.deletions, asked.insertions, request.burst, merge=request.phrases / 2)
    # Where two words are heard for one, or one for two, there are two errors.
    wanted = asked._replace(substitutions=asked.substitutions / (1 + extra))
    return Plan(table, wanted, request.mode or "bernoulli", beyond, asked, notes)


def tabled(
    request: Request, texts: Sequence[str], plain: Sequence[str], profile: Profile | None
) -> tuple[Table, list[str]]:
    """The table that was saved, or one for the words of the text, and what it leaves out."""
    if request.table:
        refuse_sources(request)
        return Table.load(request.table), []
    rules = Rules(**request.rules).checked()
    words = list(_core.distinct_words(list(texts), list(plain)))
    wanted = [*words, *profile.confusions] if profile else words
    table, covered = build(wanted, *sides(request), rules, request.threads)
    return table, [told(covered)]


def refuse_sources(request: Request) -> None:
    """Refuses options for making a table where one is given; phrases are made from the same."""
    sources = () if request.phrases else ("vectors", "pronunciations", "words", "features")
    given = [*request.rules, *(name for name in sources if getattr(request, name) is not None)]
    if given:
        raise ScoreError(f"--table has its candidates; leave out --{given[0]}, or make a table anew")


def sides(request: Request) -> tuple[Space, pronunciations.Pronunciations]:
    """Vectors and pronunciations; a voice or a dictionary that is not there is told first."""
    usual = "cmudict" if request.language == "en" else f"espeak:{request.language}"
    said = pronunciations.load(request.pronunciations or usual, request.features, Resources(request.language))
    return spaces.load(request.vectors, request.language, ALL if request.words is None else request.words), said


def told(covered: Covered) -> str:
    """What a table leaves out, in words."""
    words, no_vector, no_pronunciation = covered
    left = f"{no_vector} have no vector and {no_pronunciation} no pronunciation: these stay as they are"
    return f"of {words} different words {left}"


def alike(request: Request, profile: Profile, table: Table, plain: Strings, notes: list[str]) -> Plan:
    """Errors as a system makes them."""
    counts = Counter(word for text in plain for word in text.split())
    known = {*counts, *profile.spoken, *profile.confusions, *profile.lost}
    named = classes.by_length(known)
    if request.analyser:
        named |= classes.by_tag(plain, Resources(request.language, {"analyser": request.analyser}))
    whole = learning.mixed(profile, table, counts)
    wanted = learning.scaled(profile, request.wer).checked()
    weights = weighed(learning.rates(profile, named, counts), whole, count(plain, whole))
    beyond = replace(learning.beyond(profile, wanted, weights), merge=request.phrases / 2)
    return Plan(whole, wanted, request.mode or "calibrated", beyond, wanted, notes, profile, named)
