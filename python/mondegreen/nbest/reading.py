"""N-best lists of any list type: opened by name or by what the files look like, and paired with references."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from math import isfinite
from pathlib import Path

from mondegreen.batch import Settings
from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError, join_ids
from mondegreen.formats import detect, read
from mondegreen.formats.format import Side
from mondegreen.inputs import REFERENCES, Source
from mondegreen.io.source import STDIN
from mondegreen.kinds import check_kind
from mondegreen.metrics.base import Metric
from mondegreen.nbest.list_types import EspnetLists, JsonLists, KaldiLists, LatticeLists, list_output_directories
from mondegreen.nbest.lists import ListReader, NBest, read_first_line
from mondegreen.notes import Note
from mondegreen.pairs import MISSING, Join, Pairs, check_one_sided
from mondegreen.plan.nbest import OraclePlan, TunePlan
from mondegreen.plan.shared import Lists
from mondegreen.plan.study import DownstreamPlan
from mondegreen.progress import progress
from mondegreen.resolve import resolve_measuring
from mondegreen.sources import is_path, load_texts

# Paths, or lists that were read before.
Sources = Sequence[str] | Iterable[NBest]
# Options that say how files are read.
OF_FILES = ("lists", "costs", "words", "lm_weight", "format", "max_bytes")
LIST_TYPES = ("kaldi", "jsonl", "espnet", "lattice", "systems")
# So many lists tell what the reference is.
PEEKED = 100
# Options that lists of one type alone have a use for.
OPTIONS_BY_TYPE = {"lattice": ("words", "lm_weight"), "systems": ("format",), "kaldi": ("costs",)}


class ChainedLists:
    """Lists of several sources, concatenated."""

    def __init__(self, parts: Sequence[ListReader]) -> None:
        self.parts = parts
        self.name = parts[0].name if len(parts) == 1 else f"{len(parts)} files of lists"

    @property
    def notes(self) -> list[Note]:
        return [note for part in self.parts for note in part.notes]

    def __iter__(self) -> Iterator[NBest]:
        seen: set[str] = set()
        for part in self.parts:
            for each in part:
                if each.key in seen:
                    raise ScoreError("has a list in another file as well", path=part.name, key=each.key)
                seen.add(each.key)
                yield each


def read_lists(
    sources: str | Sequence[str],
    list_type: str | None = None,
    *,
    words: str | None = None,
    costs: Mapping[str, str] | None = None,
    count: int | None = None,
    weight: float = 1.0,
    format: str | None = None,
    encoding: str = "utf-8",
) -> ListReader:
    """The lists of these files, read as the given list type, or else as the one that the files look like.

    List types are "kaldi" (IDs `utterance-N`, with files of `costs` by name), "jsonl", "espnet" (directories with
    `1best_recog`), "lattice" (with their table of `words`; the best `count` paths under the language model's
    `weight`), and "systems": single-best files of a `format`, each of which gives a hypothesis.
    """
    paths = [sources] if isinstance(sources, str | os.PathLike) else sources
    check_kind("sources", paths, "list[PathLike]", filled=True)
    paths = [os.fspath(each) for each in paths]
    selected = list_type or guess_list_type(paths, words, encoding)
    if selected not in LIST_TYPES:
        raise ScoreError(f'the type of the lists is "{selected}"; choose from {", ".join(LIST_TYPES)}')
    if not isfinite(weight):
        raise ScoreError(f"the language model weight that ranks the paths is {weight}; give a number")
    if costs and (selected != "kaldi" or len(paths) != 1):
        raise ScoreError("cost files go with a single file of Kaldi n-best lists")
    if selected == "lattice":
        if words is None:
            raise ScoreError("lattices need their symbol table, words.txt", path=paths[0])
        return LatticeLists(paths, words, count, weight)
    if selected == "systems":
        return SystemLists([read(path, format, encoding) for path in paths])
    if selected == "espnet":
        outputs = (output for path in paths for output in list_output_directories(path))
        return ChainedLists([EspnetLists(output, encoding) for output in outputs])
    if selected == "jsonl":
        return ChainedLists([JsonLists(path, encoding) for path in paths])
    return ChainedLists([KaldiLists(path, costs or {}, encoding) for path in paths])


def guess_list_type(paths: Sequence[str], words: str | None, encoding: str) -> str:
    """The list type that files look like; standard input and pipes, which can be read but once, are not looked at."""
    if words is not None:
        return "lattice"
    if any(Path(path).is_dir() for path in paths):
        return "espnet"
    first = read_first_line(paths[0], encoding) if paths[0] != STDIN and Path(paths[0]).is_file() else ""
    if first.lstrip().startswith("{") and (len(paths) == 1 or '"nbest"' in first):
        return "jsonl"
    return "kaldi" if len(paths) == 1 else "systems"


class HeldLists:
    """Lists that a Python program holds."""

    name = "the lists"

    def __init__(self, lists: Iterable[NBest]) -> None:
        self.lists, self.notes = lists, list[Note]()

    def __iter__(self) -> Iterator[NBest]:
        return iter(self.lists)


def find_list_type(plan: Lists, paths: Sequence[str]) -> str:
    return plan.lists or guess_list_type(paths, plan.words, plan.encoding)


def refuse_other_types(plan: Lists, list_type: str) -> None:
    """Refuses options that are for lists of other types."""
    for only, names in OPTIONS_BY_TYPE.items():
        if list_type != only:
            plan.refuse_idle(names, f"has no effect on lists read as {list_type}; remove it")


def open_lists(plan: Lists, sources: Sources) -> ListReader:
    """The lists that a plan names, none of which is read yet, or that it holds."""
    paths = [each for each in sources if isinstance(each, str)]
    if not paths:
        plan.refuse_idle(OF_FILES, "applies to files, and these lists are in memory; remove it")
        return HeldLists(each for each in sources if isinstance(each, NBest))
    costs = {}
    for each in plan.costs:
        name, equals, path = each.partition("=")
        if not (name and equals and path):
            raise ScoreError(f'--costs is "{each}"; write it as NAME=FILE')
        costs[name] = path
    list_type = find_list_type(plan, paths)
    refuse_other_types(plan, list_type)
    return read_lists(
        paths,
        list_type,
        words=plan.words,
        costs=costs,
        count=plan.n,
        weight=plan.lm_weight,
        format=plan.format,
        encoding=plan.encoding,
    )


def open_paired(plan: OraclePlan | TunePlan, reference: Source, sources: Sources) -> PairedLists:
    """The lists of a plan with their references, of which each tells what the other is."""
    paths = [each for each in sources if isinstance(each, str)]
    if paths and is_path(reference) and find_list_type(plan, paths) == "systems":
        refuse_other_types(plan, "systems")
        first, systems = read_files(plan, reference, paths)
        return PairedLists(first, SystemLists(systems), plan.missing)
    lists = PeekedLists(open_lists(plan, sources))
    return PairedLists(read_reference(plan, reference, lists.corpus()), lists, plan.missing)


def read_files(
    plan: OraclePlan | TunePlan, reference: str | os.PathLike[str], paths: Iterable[str]
) -> tuple[Corpus, list[Corpus]]:
    """The reference and the single-best files of several systems, as `score` reads them."""
    theirs = [Side(path, "hyp", plan.format, plan.encoding, among=True) for path in paths]
    ours = Side(os.fspath(reference), "ref", plan.ref_format, plan.encoding)
    found = detect.read_systems(ours, theirs, together=False)
    return found[0][0], [hypothesis for _, hypothesis in found]


def read_reference(plan: OraclePlan | TunePlan, reference: Source, other: Corpus) -> Corpus:
    """What a program holds, or a file, of which some of the hypotheses tell what it is."""
    if not is_path(reference):
        return load_texts(plan, reference, plan.ref_format, REFERENCES)
    return detect.read_reference(Side(os.fspath(reference), "ref", plan.ref_format, plan.encoding), other)


def resolve_text_measuring(plan: OraclePlan | TunePlan | DownstreamPlan, default: str) -> tuple[list[Metric], Settings]:
    """The metrics and the settings of a plan; tags of files belong to pairs of files alone."""
    metrics, settings, _ = resolve_measuring(plan, default=default)
    for metric in metrics:
        if metric.chosen.get("tags") == "files":
            raise ScoreError(f"{metric.label} takes tags from files, which n-best lists do not have; remove tags=files")
    return metrics, settings


def show_progress(lists: Iterable[NBest], total: int | None = None) -> Iterator[NBest]:
    """The same lists, under a progress bar."""
    with progress("lists", total) as advance:
        for each in lists:
            yield each
            advance(1)


def split_blocks(lists: Iterable[NBest], size: int) -> Iterator[list[NBest]]:
    """Blocks of lists with about so many texts: models look up many at a time."""
    block: list[NBest] = []
    total = 0
    for each in lists:
        block.append(each)
        total += len(each.texts)
        if total >= size:
            yield block
            block, total = [], 0
    if block:
        yield block


class PeekedLists:
    """Lists of which the first were looked at: what cannot be read twice is read once."""

    def __init__(self, lists: ListReader) -> None:
        self.lists, self.name = lists, lists.name
        self.rest = iter(lists)
        self.first = list(islice(self.rest, PEEKED))

    @property
    def notes(self) -> list[Note]:
        return self.lists.notes

    def __iter__(self) -> Iterator[NBest]:
        return chain(self.first, self.rest)

    def corpus(self) -> Corpus:
        """The first hypotheses of the first lists."""
        return Corpus([each.key for each in self.first], [(*each.texts, "")[0] for each in self.first], self.name)


class PairedLists:
    """The lists that have a reference, in their order; then references without a list, if they are wanted.

    `missing` says what becomes of those: a list of one hypothesis without words ("empty"), nothing ("skip"), or an
    "error". `notes` report the unmatched ones once all were read.
    """

    def __init__(self, reference: Corpus, lists: ListReader, missing: str = MISSING[0]) -> None:
        if not reference.keyed:
            what = f"is read as {reference.format or 'lines'}, without utterance IDs, which lists are joined by"
            raise ScoreError(f"{what}; is that its format (--ref-format)?", path=reference.name)
        self.reference, self.lists, self.join = reference, lists, Join(missing)
        # Of duplicate IDs the first counts, as where files are scored.
        self.references: Mapping[str, str] = dict(zip(reversed(reference.keys), reversed(reference.texts), strict=True))
        self.notes: list[Note] = []

    def __iter__(self) -> Iterator[NBest]:
        extra, empty, seen = [], 0, set()
        for each in self.lists:
            if each.key not in self.references:
                extra.append(each.key)
                continue
            seen.add(each.key)
            empty += not each.texts
            yield each
        missing = [key for key in dict.fromkeys(self.reference.keys) if key not in seen]
        self.report_unmatched(missing, extra, empty, any_found=bool(seen))
        if self.join.missing == "empty":
            yield from (NBest(key, [""], {}) for key in missing)

    def report_unmatched(self, missing: list[str], extra: list[str], empty: int, *, any_found: bool) -> None:
        """Adds notes on unmatched utterances, or rejects them."""
        here, there = self.reference.name, self.lists.name
        if not any_found:
            ours, theirs = (join_ids(keys) or "none" for keys in (self.reference.keys, extra))
            both = f"{ours} in {here} and {theirs} in {there}"
            ranked = bool(extra) and extra[0].rpartition("-")[0] in self.references
            hint = "; with --lists kaldi the files are n-best lists" if ranked else ""
            raise ScoreError(f"{here} and {there} have no utterance in common; the first IDs are {both}{hint}")
        check_one_sided(missing, self.join.missing, (here, there))
        notes = [*self.reference.notes, *self.lists.notes]
        if empty:
            notes.append(Note("list-empty", there, detail={"count": empty}))
        unmatched = Pairs(
            *([], [], []),
            (here, there),
            join=self.join,
            missing=tuple(missing),
            extra=tuple(extra),
            duplicate=self.reference.repeated(),
            notes=tuple(notes),
        )
        self.notes.extend(unmatched.list_notes())


class SystemLists:
    """Single-best files of any format as lists: the output of each system, whatever the order in its file."""

    def __init__(self, corpora: Sequence[Corpus]) -> None:
        self.corpora = corpora
        self.name = f"{len(corpora)} systems"
        self.notes = [note for corpus in self.corpora for note in corpus.notes]

    def __iter__(self) -> Iterator[NBest]:
        # Of duplicate IDs the first counts, as where files are scored.
        indices = [
            dict(zip(reversed(corpus.keys), range(len(corpus) - 1, -1, -1), strict=True)) for corpus in self.corpora
        ]
        for key in dict.fromkeys(key for corpus in self.corpora for key in corpus.keys):
            there = [
                (rank, corpus, at[key])
                for rank, (corpus, at) in enumerate(zip(self.corpora, indices, strict=True), 1)
                if key in at
            ]
            yield NBest(key, [corpus.texts[index] for _, corpus, index in there], {}, [rank for rank, *_ in there])
