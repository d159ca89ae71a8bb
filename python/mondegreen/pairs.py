"""The only join in the program: which hypothesis belongs to which reference."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from mondegreen._core import Strings
from mondegreen.component import find_close
from mondegreen.corpus import Corpus, Session, are_distinct
from mondegreen.digest import InputFile
from mondegreen.errors import ScoreError, count_ids, join_ids
from mondegreen.kinds import check_kind
from mondegreen.notes import Note

# What may become of an utterance that does not fit; the first is the default.
MISSING = ("empty", "skip", "error")
EXTRA = ("skip", "empty", "error")
DUPLICATE = ("first", "last", "error")
# What may become of a pair with an empty side.
EMPTIES = ("keep", "drop")
# What did not fit and was not treated as usual, in signatures.
FLAGS = ("missing:skip", "extra:empty", "duplicate:last")
# What a pair mostly is; messages say so.
UTTERANCE, SPEAKER = "utterance", "speaker"

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Join:
    """What becomes of utterances that do not fit."""

    missing: str = MISSING[0]
    extra: str = EXTRA[0]
    duplicate: str = DUPLICATE[0]

    def __post_init__(self) -> None:
        for name, ways in (("missing", MISSING), ("extra", EXTRA), ("duplicate", DUPLICATE)):
            if (way := getattr(self, name)) not in ways:
                raise ScoreError(f'{name} is "{way}"; choose from {", ".join(ways)}')


@dataclass(frozen=True, slots=True)
class Pairs:
    """References and hypotheses of equal length, and the keys of what did not fit; `noun` is what each pair is.

    `notes` are those on each side alone, and `files` those that both were read from. Where each pair is a session of
    several speakers, `sessions` say who said which of its words. Of texts that are kept as normalization left them,
    `empty` is how many pairs had an empty side before it. `confidences` are those of the words of each hypothesis, as
    they were read, where a format holds any.
    """

    keys: Sequence[str]
    references: Sequence[str]
    hypotheses: Sequence[str]
    names: tuple[str, str]
    formats: tuple[str, str] = ("", "")
    keyed: bool = True
    join: Join = Join()
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    duplicate: tuple[str, ...] = ()
    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    dropped: tuple[str, ...] = ()
    noun: str = UTTERANCE
    files: tuple[InputFile, ...] = ()
    sessions: Sequence[Session] = ()
    empty: int | None = None
    confidences: Sequence[Sequence[float | None]] = ()

    def __len__(self) -> int:
        return len(self.keys)

    def column(self, name: str) -> Sequence[str]:
        """What a field says of each pair; `utterance`, or what else a pair is, is the key itself."""
        if name in self.fields:
            return self.fields[name]
        if name in (UTTERANCE, self.noun):
            return self.keys
        if name == SPEAKER:
            raise ScoreError(f'there is no column "{SPEAKER}"; name the speakers with --utt2spk {self.find_speakers()}')
        known = [self.noun, *self.fields]
        near = find_close(name, known)
        hint = f"did you mean {near}?" if near else f"add it with --column {name}=FILE (columns: {', '.join(known)})"
        raise ScoreError(f'there is no column "{name}"; {hint}')

    def find_speakers(self) -> str:
        """The file utt2spk that lies beside the reference, if there is one."""
        beside = (Path(file.path).parent / "utt2spk" for file in self.files)
        return next((str(path) for path in beside if path.is_file()), "FILE (each line: utterance ID, speaker)")

    def take(self, places: Sequence[int]) -> "Pairs":
        return replace(
            self,
            keys=take_items(self.keys, places),
            references=take_items(self.references, places),
            hypotheses=take_items(self.hypotheses, places),
            fields={name: take_items(values, places) for name, values in self.fields.items()},
            sessions=[self.sessions[place] for place in places] if self.sessions else (),
            empty=None,
            confidences=[self.confidences[place] for place in places] if self.confidences else (),
        )

    def only(self, places: Sequence[int]) -> "Pairs":
        """The pairs at these places; the others were left out because a side is empty."""
        kept = set(places)
        return replace(self.take(places), dropped=tuple(key for at, key in enumerate(self.keys) if at not in kept))

    def counts(self) -> dict[str, int]:
        """How many were scored, how many did not fit, and how many have an empty side, be they scored or left out."""
        empty = self.empty
        if empty is None:
            sides = zip(find_blank(self.references), find_blank(self.hypotheses), strict=True)
            empty = len(self.dropped) + sum(1 for reference, hypothesis in sides if reference or hypothesis)
        unmatched = {name: len(getattr(self, name)) for name in ("missing", "extra", "duplicate")}
        return {"scored": len(self), **unmatched, "empty": empty}

    def flags(self) -> list[str]:
        """What changes the numbers because something did not fit, as signatures have it."""
        found = (self.missing, self.extra, self.duplicate)
        ways = (self.join.missing, self.join.extra, self.join.duplicate)
        return [flag for flag, keys, way in zip(FLAGS, found, ways, strict=True) if keys and flag.endswith(f":{way}")]

    def list_notes(self, idle: Collection[str] = ()) -> tuple[Note, ...]:
        """The notes on each side, and one for each kind of utterance that did not fit; none of the kinds in `idle`."""
        reference, hypothesis = self.names
        treatments = {"empty": "scored as empty", "skip": "skipped"}
        ours = {"noun": self.noun, "other": hypothesis, "treatment": treatments.get(self.join.missing, "")}
        theirs = {"noun": self.noun, "other": reference, "treatment": treatments.get(self.join.extra, "")}
        notes = [*self.notes]
        if self.missing:
            notes.append(Note("missing", reference, self.missing, ours))
        if self.extra:
            notes.append(Note("extra", hypothesis, self.extra, theirs))
        if self.duplicate:
            notes.append(Note("duplicate", "", self.duplicate, {"noun": self.noun, "kept": self.join.duplicate}))
        if self.missing and self.extra and (similar := dict(find_similar_ids(self.missing, self.extra))):
            spellings = join_ids([f"{extra} for {missing}" for extra, missing in similar.items()])
            notes.append(Note("similar-ids", hypothesis, tuple(similar), theirs | {"spellings": spellings}))
        return tuple(note for note in notes if note.kind not in idle)


@dataclass(frozen=True, slots=True)
class StreamedPairs(Pairs):
    """Counts and unmatched IDs of pairs that are no longer in memory."""

    numbers: Mapping[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return self.numbers["scored"]

    def counts(self) -> dict[str, int]:
        """As they were counted."""
        return dict(self.numbers)


def pair(reference: Corpus, hypothesis: Corpus, join: Join = Join(), noun: str = UTTERANCE) -> Pairs:
    """Pairs by key: first the references in their order, then the hypotheses that have none, if they are wanted."""
    if not (isinstance(reference, Corpus) and isinstance(hypothesis, Corpus)):
        check_kind("reference", reference, "Corpus")
        check_kind("hypothesis", hypothesis, "Corpus")
    if len(reference) and not len(hypothesis):  # whoever recognized nothing needs no IDs for it
        hypothesis = replace(hypothesis, keyed=reference.keyed)
    if reference.keys == hypothesis.keys and reference.keyed == hypothesis.keyed and are_distinct(reference.keys):
        return pair_by_id(reference, hypothesis, join, noun)
    duplicates = [find_duplicates(corpus, join) for corpus in (reference, hypothesis)]
    left, right = (index_by_id(corpus, join.duplicate) for corpus in (reference, hypothesis))
    check_pairable(reference, hypothesis, noun, together=not left.keys().isdisjoint(right))
    fit = join_sides((reference, hypothesis), (left, right), join, noun)
    check_one_sided(fit.missing, join.missing, fit.names, noun)
    check_one_sided(fit.extra, join.extra, fit.names[::-1], noun)
    return replace(fit, duplicate=tuple(chain(*duplicates)))


def pair_shard(reference: Corpus, hypothesis: Corpus, join: Join, noun: str = UTTERANCE) -> Pairs:
    """The same of a part of both sides, in which no key is a duplicate; what the whole lacks is asked of the whole."""
    if reference.keys == hypothesis.keys:
        return pair_by_id(reference, hypothesis, join, noun)
    left, right = (index_by_id(corpus, join.duplicate) for corpus in (reference, hypothesis))
    return join_sides((reference, hypothesis), (left, right), join, noun)


def join_sides(
    sides: tuple[Corpus, Corpus], found: tuple[Mapping[str, int], Mapping[str, int]], join: Join, noun: str
) -> Pairs:
    """The pairs of two sides whose utterances stand at these places."""
    left, right = found
    absent, extra = only_in(left, right), only_in(right, left)
    keys = [key for key in left if key in right] if absent and join.missing == "skip" else list(left)
    if join.extra == "empty":
        keys.extend(extra)
    ours, theirs = (
        take_utterances(side, keys, [at.get(key, NOWHERE) for key in keys])
        for side, at in zip(sides, found, strict=True)
    )
    return replace(pair_by_id(ours, theirs, join, noun), missing=absent, extra=extra)


def pair_by_id(reference: Corpus, hypothesis: Corpus, join: Join, noun: str) -> Pairs:
    """The pairs of two corpora with the same keys in the same order."""
    sure = [[word.confidence for word in words] for words in hypothesis.words or ()]
    return Pairs(
        keys=reference.keys,
        references=reference.texts,
        hypotheses=hypothesis.texts,
        names=(reference.name, hypothesis.name),
        formats=(reference.format, hypothesis.format),
        keyed=reference.keyed,
        join=join,
        fields=dict(join_fields(reference, hypothesis)),
        notes=(*reference.notes, *hypothesis.notes),
        noun=noun,
        confidences=sure if any(value is not None for values in sure for value in values) else (),
    )


def take_utterances(corpus: Corpus, keys: Sequence[str], places: Sequence[int]) -> Corpus:
    """The utterances of these keys, which stand at these places or nowhere."""
    fields = {name: take_items(values, places) for name, values in corpus.fields.items()}
    words = corpus.words and [corpus.words[place] if place >= 0 else () for place in places]
    return replace(corpus, keys=keys, texts=take_items(corpus.texts, places), fields=fields, words=words)


def index_by_id(corpus: Corpus, duplicate: str) -> dict[str, int]:
    """Where the utterance of each key stands, in order; of several, the first or the last."""
    found = dict(zip(corpus.keys, range(len(corpus.keys)), strict=True))
    if duplicate == "first" and len(found) < len(corpus.keys):
        found.update(zip(reversed(corpus.keys), range(len(corpus.keys) - 1, -1, -1), strict=True))
    return found


def take_items(values: Sequence[str], places: Sequence[int]) -> Sequence[str]:
    """The values at these places, nothing for those that are nowhere."""
    if isinstance(values, Strings):
        return values.take(places)
    return [values[place] if place >= 0 else "" for place in places]


def join_fields(reference: Corpus, hypothesis: Corpus) -> Iterator[tuple[str, Sequence[str]]]:
    """The fields of both sides; of a field that both have, the reference's value counts where there is one."""
    for name in {**reference.fields, **hypothesis.fields}:
        first, second = reference.fields.get(name), hypothesis.fields.get(name)
        if first is not None and second is not None:
            yield name, [ours or theirs for ours, theirs in zip(first, second, strict=True)]
        else:
            yield name, first or second or ()


def find_blank(texts: Sequence[str]) -> Iterable[bool]:
    """Of each text, whether it holds nothing but white space."""
    return texts.blank() if isinstance(texts, Strings) else (not text.strip() for text in texts)


def only_in(these: Mapping[str, int], those: Mapping[str, int]) -> tuple[str, ...]:
    return () if these.keys() <= those.keys() else tuple(key for key in these if key not in those)


def check_one_sided(keys: Sequence[str], way: str, names: tuple[str, str], noun: str = UTTERANCE) -> None:
    """Refuses keys that are only on the first of two sides of these names, where that is an error."""
    if keys and way == "error":
        raise ScoreError(f"{count_ids(keys, noun)} of {names[0]} missing here: {join_ids(keys)}", path=names[1])


def find_duplicates(corpus: Corpus, join: Join) -> tuple[str, ...]:
    """The keys that come again, unless that is an error."""
    keys = corpus.repeated()
    if keys and join.duplicate == "error":
        raise ScoreError(f"{count_ids(keys)} with a duplicate ID: {join_ids(keys)}", path=corpus.name)
    return keys


def find_similar_ids(missing: Sequence[str], extra: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Extra keys with missing ones from which they differ by case alone, or by a speaker before one of the two."""
    for ours, theirs in (
        (list_spellings(missing, bare=False), list_spellings(extra, bare=False)),
        (list_spellings(missing, bare=True), list_spellings(extra, bare=False)),
        (list_spellings(missing, bare=False), list_spellings(extra, bare=True)),
    ):
        yield from ((key, ours[form]) for form, key in theirs.items() if form in ours)


def list_spellings(keys: Sequence[str], *, bare: bool) -> dict[str, str]:
    """The keys by how they are spelled without case, perhaps without a speaker before them; no two have the same."""
    found: dict[str, list[str]] = {}
    for key in keys:
        speaker, _, rest = key.replace("_", "-").partition("-")
        if rest or not bare:
            found.setdefault((key[len(speaker) + 1 :] if bare else key).casefold(), []).append(key)
    return {form: own[0] for form, own in found.items() if len(own) == 1}


def note_silence(pairs: Pairs) -> Pairs:
    """The pairs, with a note where nothing was recognized at all; what is empty on both sides is refused."""
    if not len(pairs):
        raise ScoreError(f"{' and '.join(pairs.names)} have nothing to score")
    if not all(find_blank(pairs.hypotheses)):
        return pairs
    if all(find_blank(pairs.references)):
        raise ScoreError(f"{' and '.join(pairs.names)} have nothing to score: all texts are empty on both sides")
    return pairs if pairs.missing else replace(pairs, notes=(*pairs.notes, Note("silence", pairs.names[1])))


def check_pairable(reference: Corpus, hypothesis: Corpus, noun: str, *, together: bool) -> None:
    """Refuses two corpora that cannot belong together."""
    both = f"{reference.name} and {hypothesis.name}"
    if reference.keyed != hypothesis.keyed:
        keyed, other = (reference, hypothesis) if reference.keyed else (hypothesis, reference)
        why = f"only {keyed.name} has utterance IDs; {other.name} is read as {other.format or 'lines'}"
        hint = "to pair them by order: --pair-by order; if neither has IDs: --format lines"
        if "start" in other.fields:
            hint = "name each file after its utterance, or score whole recordings: --whole"
        raise ScoreError(f"{both} cannot be paired: {why}; {hint}")
    if not reference.keyed and len(reference) != len(hypothesis) and len(hypothesis):
        has_times = "start" in {**reference.fields, **hypothesis.fields}
        hint = "; to score whole recordings: --whole" if has_times else ""
        raise ScoreError(
            f"{both} hold {len(reference)} and {len(hypothesis)} texts; without utterance IDs they are paired by "
            f"order, so both need the same number{hint}"
        )
    if not together and len(hypothesis):
        are_lines = reference.format == hypothesis.format == "kaldi"
        hint = "; if the first fields are words: --format lines" if are_lines else ""
        first, second = (f"{join_ids(side.keys) or 'none'} in {side.name}" for side in (reference, hypothesis))
        raise ScoreError(f"{both} have no {noun} in common; the first IDs are {first} and {second}{hint}")
