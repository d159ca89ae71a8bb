"""The doors by which files come into the Python side: what reads each, and what must hold of what was read.

Whatever an input that is kept for it (`archive.py`) may become, a door gives either a result that holds what is asked
of it here, or the one error that speaks to the user. What is made of several files stands in one, with lines `%%%%`
between.
"""

from __future__ import annotations

import json
import math
import warnings
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from mondegreen.batch import Settings
from mondegreen.cli import config
from mondegreen.digest import digest_file
from mondegreen.errors import ScoreError
from mondegreen.formats import FORMATS, kaldi_files, read, write
from mondegreen.formats.format import Format
from mondegreen.formats.rated import read_similarities, read_triplets, write_triplets
from mondegreen.formats.stream import NotStreamable, open_stream
from mondegreen.lexicon import dictionary, mapping, space
from mondegreen.lexicon.evaluate import lemmatizer, predictions
from mondegreen.metrics import keywords
from mondegreen.metrics.bertscore import Baseline
from mondegreen.metrics.support import variants
from mondegreen.nbest import reading
from mondegreen.normalization import make_normalizer
from mondegreen.render.text import make_printable
from mondegreen.reports import tuning
from mondegreen.resources import tags, text_vectors, vectors, word_lists
from mondegreen.results import saved
from mondegreen.results.run_data import describe_run
from mondegreen.simulation import profile, pronunciations
from mondegreen.simulation.table import format_lines, load_table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from mondegreen.corpus import Corpus, TimedWord

    Door = Callable[[Path], None]

MARK = b"%%%%\n"


def parts(path: Path, *names: str) -> list[str]:
    """The files that one holds, each under its name; what is missing is empty."""
    found = [*path.read_bytes().split(MARK), *[b""] * len(names)]
    places = [path.parent / name for name in names]
    for place, data in zip(places, found, strict=False):
        place.parent.mkdir(exist_ok=True, parents=True)
        place.write_bytes(data)
    return [str(place) for place in places]


def holds(corpus: Corpus) -> None:
    """Columns are of one length and of sound text, and times are in order."""
    columns = [corpus.keys, corpus.texts, *corpus.fields.values()]
    assert all(len(column) == len(corpus) for column in columns), "columns differ in length"
    for column in columns:
        "".join(column).encode()
    corpus.repeated()
    for said in corpus.words or []:
        for each in said:
            each.word.encode()
            assert -math.inf < each.start <= each.end < math.inf, "times are no numbers in order"
            assert each.confidence is None or math.isfinite(each.confidence), "a confidence is no number"
    assert corpus.words is None or len(corpus.words) == len(corpus), "words are of other utterances"


def are_alike(found: Corpus, again: Corpus) -> bool:
    """Whether what was read again is what was read at first; a format may give a value where there was none."""
    one, other = ((list(each.keys), list(each.texts), timed(each)) for each in (found, again))
    return one == other and all(
        all(not value or value == beside for value, beside in zip(values, again.fields.get(name, ()), strict=True))
        for name, values in found.fields.items()
        if any(values)
    )


def timed(corpus: Corpus) -> list[list[TimedWord]]:
    """The words with their times."""
    return [list(said) for said in corpus.words or ()]


def of_format(path: Path, name: str | None) -> None:
    """What is read holds; what is written of it is read as the same, and is the same when it is read in pieces."""
    found = read(path, name)
    holds(found)
    if found.format in FORMATS:
        kind: type[Format] = FORMATS.find(found.format)
        again = rewritten(found, kind, path.with_name("again"))
        assert again is None or are_alike(found, again), "what is written is read as something else"
    in_pieces(path, found, name)


def rewritten(corpus: Corpus, kind: type[Format], path: Path) -> Corpus | None:
    """The corpus as it is after it was written; none if the format cannot hold all of it."""
    try:
        if kind.list_losses(corpus):
            return None
        write(corpus, path, kind.name)
    except ScoreError:
        return None
    return read(path, kind.name)


def in_pieces(path: Path, whole: Corpus, name: str | None) -> None:
    """Read block by block, and again, it is the same."""
    side = None
    try:
        side = open_stream(str(path), name, "utf-8", None, None, 3)
        blocks = list(side.blocks())
    except (NotStreamable, ScoreError):
        return
    if not blocks:
        return
    keys, texts = ([each for block in blocks for each in getattr(block, column)] for column in ("keys", "texts"))
    assert (keys, texts) == (list(whole.keys), list(whole.texts)), "in pieces it is something else"
    part = side.part(0, side.count)
    side.close()
    assert list(part.texts) == texts, "the second time it is something else"


def lists(path: Path, form: str, **more: Any) -> None:
    """Scores are finite, and as many as texts."""
    names = ("text", "am_cost") if form == "kaldi" else ("text",)
    places = parts(path, *names)
    costs = {"am_cost": places[1]} if form == "kaldi" and b"%%%%" in path.read_bytes() else {}
    _check(reading.read_lists(places[:1], form, costs=costs, **more))


def _check(found: Any) -> None:
    for each in found:
        each.key.encode("utf-8", "surrogateescape")  # those of lattices may be any bytes
        "".join(each.texts).encode()
        for values in each.scores.values():
            assert len(values) == len(each.texts), "scores and texts differ in number"
            assert all(map(math.isfinite, values)), "a score is no number"
    assert all("\n" not in note for note in found.notes), "a note of several lines"


def espnet(path: Path) -> None:
    """Two ranks of a folder."""
    parts(path, *(f"lists/{rank}best_recog/{name}" for name in ("text", "score") for rank in (1, 2)))
    _check(reading.read_lists(str(path.with_name("lists")), "espnet"))


def systems(path: Path) -> None:
    """Two single-best files."""
    _check(reading.read_lists(parts(path, "one", "two"), "systems"))


def lattices(path: Path) -> None:
    """An archive and its table of words."""
    words, archive = parts(path, "words.txt", "archive")
    _check(reading.read_lists(f"ark:{archive}", "lattice", words=words, count=3))


def pointed(path: Path, name: str) -> None:
    """A script beside the files that it points to."""
    script, *_ = parts(path, "script", "one.txt", "two.txt")
    text = path.with_name("script").read_bytes().replace(b"DIR", str(path.parent).encode())
    path.with_name("script").write_bytes(text)
    holds(read(script, name))


def segments(path: Path) -> None:
    holds(kaldi_files.read_segments(str(path)))


def boundaries(path: Path) -> None:
    holds(kaldi_files.read_boundaries(str(path)))


def kept_run(path: Path) -> None:
    """What is said of a run, and its rows with the digest that they have."""
    parts(path, "run.json", "rows.jsonl")
    text = (
        path.with_name("run.json").read_bytes().replace(b"DIGEST", digest_file(path.with_name("rows.jsonl")).encode())
    )
    path.with_name("run.json").write_bytes(text)
    saved.load_description(path.parent)
    run = saved.load_run(path.parent)
    saved.save_runs([run], path.with_name("again.run"))
    again = saved.load_run(path.with_name("again.run"))
    assert describe_run(again) == describe_run(run), "saved again it is another"
    json.dumps({name: score.value for name, score in run.scores.items()})


def table(path: Path) -> None:
    """A table that was read is written as it is read again."""
    found = load_table(path)
    found.save(path.with_name("again"))
    again = load_table(path.with_name("again"))
    assert list(format_lines(again)) == list(format_lines(found)), "written again it is another"


def triplets(path: Path) -> None:
    found = read_triplets(str(path))
    assert all(len(column) == len(found) for column in found.columns.values()), "columns differ in length"
    votes = found.votes(missing=0)
    assert all(each >= 0 for pair in votes for each in pair), "a negative number of votes"
    write_triplets(replace(found, path=str(path.with_name("again"))))
    again = read_triplets(str(path.with_name("again")))
    assert again.columns == found.columns, "written again they are others"


def similarities(path: Path) -> None:
    found = read_similarities(str(path))
    assert all(map(math.isfinite, found.scores)), "a score is no number"
    assert len(found.left) == len(found.right) == len(found), "columns differ in length"


def normalizer(path: Path, name: str) -> None:
    """A rule of a file does its work on any text, and twice the same."""
    rules = make_normalizer(f"{name}:{path}")
    for text in ("", "uh a b UM can't", path.read_bytes()[:200].decode("utf-8", "replace")):
        assert rules(text) == rules(text)


def synonyms(path: Path) -> None:
    found = variants.tokenize_synonyms(variants.read_synonyms(str(path)), Settings())
    variants.add_synonyms(["gonna", "go", "uh", "a"], found)


def words_of(path: Path) -> None:
    assert all(keywords.read_phrases(str(path), Settings()))
    assert all(keywords.read_words(str(path), Settings()))


def counts(path: Path) -> None:
    found = word_lists.load_frequencies(str(path), None)
    shares = found.of_words(["a", "the"])
    assert ((shares >= 0) & (shares <= 1)).all(), "a share is none"


def stop_words(path: Path) -> None:
    assert "" not in word_lists.load_stop_words(str(path), None).words


def tagged(path: Path) -> None:
    tags.load(str(path), None).of(["u1"], [["a", "b"]], strict=False)
    tags.load_map(str(path), None)


def pairs(path: Path, name: str) -> None:
    found = dictionary.load(str(path), name)
    assert len(set(found.words)) == len(found.words), "a pair comes twice"
    assert all(pair.source.strip() for pair in found.pairs), "a word is none"
    assert all(pair.frequency is None or math.isfinite(pair.frequency) for pair in found.pairs), (
        "a frequency is no number"
    )


def predicted(path: Path) -> None:
    predictions.load_predictions(str(path), "system")


def lemmas(path: Path) -> None:
    lemmatizer.load_lemmas(str(path)).lemma("a")


def kept_mapping(path: Path) -> None:
    mapping.load(str(path))


def vectors_of(path: Path, name: str) -> None:
    """Vectors, as both of their readers have them."""
    place = path.with_name(name)
    (parts(path, name, "vec.words.txt") if name.endswith("npy") else path.rename(place))
    found = space.load(str(place))
    assert len(found.words) == len(found.matrix) == len(found), "words and vectors differ in number"
    assert len(set(found.words)) == len(found.words), "a word comes twice"
    known = vectors.load(str(place), None)
    rows = known.rows([word for word in ("a", "b") if known.has([word])[0]])
    assert not math.isnan(float(rows.sum())), "a vector is no number"
    if name.endswith("vec"):
        text_vectors.load(place, beside=True).has(["a"])


def pronounced(path: Path) -> None:
    found = pronunciations.read_dictionary(str(path))
    found.pronounce(["a", "b"])


def project(path: Path) -> None:
    """A project's options, for a command that has many."""
    from mondegreen.cli import find_command
    from mondegreen.cli.parser import build_parser

    config.options_for(
        build_parser("score", find_command("score")), ["score"], config.read_options(str(path)), str(path)
    )


def shared_project(path: Path) -> None:
    config.read_options(str(path.rename(path.with_name("pyproject.toml"))))


def opens(path: Path, reader: Callable[[str], Any]) -> None:
    """Nothing but that it is read."""
    reader(str(path))


def learned(path: Path) -> None:
    profile.learn_profile([str(path)], 1)


DOORS: dict[str, Door] = {
    **{name: partial(of_format, name=name) for name in FORMATS if name != "scp"},
    "guessed": partial(of_format, name=None),
    "parquet": partial(of_format, name="parquet"),
    "scp": partial(pointed, name="scp"),
    "speakers": partial(opens, reader=kaldi_files.read_speakers),
    "speakers-by-list": partial(opens, reader=kaldi_files.read_speaker_lists),
    "values": partial(opens, reader=kaldi_files.read_mapping),
    "segments": segments,
    "boundaries": boundaries,
    "triplets": triplets,
    "similarities": similarities,
    "nbest-kaldi": partial(lists, form="kaldi"),
    "nbest-jsonl": partial(lists, form="jsonl"),
    "nbest-espnet": espnet,
    "nbest-systems": systems,
    "nbest-lattice": lattices,
    "maps": partial(opens, reader=tuning.read_map_tables),
    "run": kept_run,
    "table": table,
    "profile": learned,
    "pronunciations": pronounced,
    "glm": partial(normalizer, name="glm"),
    "rewrite": partial(normalizer, name="rewrite"),
    "synonyms": synonyms,
    "word-list": words_of,
    "stop-words": stop_words,
    "frequencies": counts,
    "tags": tagged,
    "baseline": partial(opens, reader=Baseline.read),
    **{f"dictionary-{name}": partial(pairs, name=name) for name in dictionary.FORMATS},
    "predictions": predicted,
    "lemmas": lemmas,
    "mapping": kept_mapping,
    "vectors-text": partial(vectors_of, name="a.vec"),
    "vectors-matrix": partial(vectors_of, name="vec.npy"),
    "project": project,
    "project-shared": shared_project,
}


def failure(door: str, path: Path) -> str | None:
    """What is wrong with how a door takes a file; nothing if it reads or refuses it as it should."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            DOORS[door](path)
    except ScoreError as error:
        return (
            None
            if make_printable(str(error)).strip() and len(make_printable(str(error)).splitlines()) == 1
            else f"not a sentence: {error}"
        )
    except BaseException as error:  # noqa: BLE001 - that is what is looked for
        return f"{type(error).__name__}: {str(error)[:200]} ({place_of(error)})"
    return None


def place_of(error: BaseException) -> str:
    """The innermost line of ours that it went through."""
    frames = []
    trace = error.__traceback__
    while trace is not None:
        frames.append(f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}")
        trace = trace.tb_next
    ours = [each for each in frames if "/mondegreen/" in each]
    return (ours or frames)[-1].rpartition("/mondegreen/")[2]
