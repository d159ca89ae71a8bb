"""What lies in an experiment's directory: decode directories of ESPnet 1, 2 and 3, and VERSA's."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from mondegreen.dropin.espnet.tables import has_begun, has_jobs
from mondegreen.errors import ScoreError, join_ids

# Folders that hold no decode directory, however many texts are in them.
SKIPPED = re.compile(r"logdir.*|score_.*|st_subtak|\d+best_recog|att_ws|tensorboard|images|\..*")
TEXTS = ("text", "text_nospecial", "text_spk1")
# What decoding leaves beside the texts, and what a directory is that has only that.
BESIDE = ("token", "token_int", "score")
UNFINISHED = "unfinished"
# What a directory is of utterances of which only the languages were recognized.
LANGUAGES = "languages"
# What a decode directory is of which the references are nowhere.
UNREFERENCED = "unreferenced"
# What a decode directory is that holds translations: how many words are wrong says little of them.
TRANSLATED = "translated"
# What a decode directory is of speech that was translated and then recognized, how such an experiment begins, and the
# references, one file a language.
SPOKEN, OF_SPEECH = "spoken", "s2st_"
SPOKEN_REFERENCE = re.compile(r"text\.[^.]+")
# The references of translations, by case and language, and where ESPnet scores them.
TRANSLATIONS = ("text.tc.*", "text.lc.*")
OF_TRANSLATION = ("score_bleu", "score_asr_bleu", "score_st_subtask_bleu")
# What ESPnet leaves where the texts begin with what the speaker wants, as in the understanding of speech.
OF_INTENTS = "score_*/*_asr.trn"
# How the experiments of such recipes begin.
OTHER_TASKS = ("st_", "mt_", "enh_st_", "slu_")
# ESPnet 3's tables of a test set, where a recipe names no others.
SCPS = frozenset({"ref.scp", "hyp.scp"})
JOB = re.compile(r"data\.\d+\.json")
VERSA_JOB = re.compile(r"result\.\d+\.txt")


class Decode(NamedTuple):
    """A decode directory: what kind it is, where its references are, and what tables call it."""

    kind: str
    directory: str
    name: str
    data: str = ""
    bare: bool = False
    """Whether the utterances have no speakers, as where other audio than a recipe's is scored."""


def find_decodes(root: str, dumpdir: str, data: str = "", scps: Set[str] = SCPS) -> list[Decode]:
    """All decode directories below a root, itself included; that of the references is `data` or found in `dumpdir`."""
    for directory in filter(None, (root, data)):
        if not os.path.isdir(directory):
            raise ScoreError("there is no such directory", path=directory)
    found: list[Decode] = []
    unreferenced: list[Decode] = []
    for directory, kind in walk_kinds(root, scps):
        decode = describe_decode(root, directory, kind, dumpdir, data)
        if not is_reference(decode):
            (found if decode.data or decode.kind not in ("espnet2", SPOKEN) else unreferenced).append(decode)
    done = [decode for decode in found if decode.kind != UNFINISHED]
    if found and not done:
        raise ScoreError(
            f"decoding left no text in {join_ids([decode.directory for decode in found])}; is it done?", path=root
        )
    if unreferenced and not found:
        raise ScoreError(describe_unreferenced(unreferenced), path=dumpdir)
    if not found:
        what = "holds no decode folder: none with text, text_spk1, data.1.json, or both ref.scp and hyp.scp"
        raise ScoreError(f"{what}; is decoding done?", path=root)
    return found + [decode._replace(kind=UNREFERENCED) for decode in unreferenced]


def describe_unreferenced(unreferenced: Sequence[Decode]) -> str:
    names = join_ids([decode.directory for decode in unreferenced])
    return f"has no references for {names}; name the folders by --dumpdir DIR or --data DIR"


def is_reference(decode: Decode) -> bool:
    return decode.kind in ("espnet2", SPOKEN) and bool(decode.data) and os.path.samefile(decode.directory, decode.data)


def walk_kinds(root: str, scps: Set[str] = SCPS) -> Iterator[tuple[str, str]]:
    for directory, directories, files in os.walk(root, followlinks=True):
        wanted = [name for name in directories if not SKIPPED.fullmatch(name)]
        directories[:] = sorted(name for name in wanted if not is_loop(root, directory, name))
        kind = find_kind(directory, files, scps)
        if kind:
            yield directory, kind


def is_translated(decode: Decode) -> bool:
    """Whether a decode directory holds translations, by its references or by what ESPnet left of its scoring."""
    references = (os.path.join(glob.escape(decode.data), name) for name in TRANSLATIONS if decode.data)
    scored = (os.path.join(glob.escape(decode.directory), name) for name in OF_TRANSLATION)
    return decode.kind == "espnet2" and exists_any(*scored, *references)


def is_of_another_task(root: str, decode: Decode) -> bool:
    """Whether a decode directory is of a recipe that does more than recognize, whose summary may say more."""
    named = os.path.basename(os.path.abspath(root)).startswith(OTHER_TASKS)
    return named or is_translated(decode) or exists_any(os.path.join(glob.escape(decode.directory), OF_INTENTS))


def exists_any(*patterns: str) -> bool:
    return any(glob.glob(pattern) for pattern in patterns)


def is_loop(root: str, directory: str, name: str) -> bool:
    """Whether a name in a directory is a link to a directory by which it is reached, or to one that holds that."""
    path = os.path.join(directory, name)
    if not os.path.islink(path):
        return False
    goal, parts = os.path.realpath(path), os.path.relpath(directory, root).split(os.sep)
    passed = (os.path.realpath(os.path.join(root, *parts[:length])) for length in range(len(parts) + 1))
    return any(os.path.commonpath([goal, each]) == goal for each in passed)


def find_kind(directory: str, files: Sequence[str], scps: Set[str] = SCPS) -> str:
    """What a directory with these files holds, "" if nothing of ours; `scps` are ESPnet 3's tables."""
    names = set(files)
    if scps <= names:
        return "espnet3"
    if any(map(JOB.fullmatch, names)) or "data.json" in names:
        return "espnet1"
    if any(map(VERSA_JOB.fullmatch, names)):
        return "versa"
    for name, kind in ((f"{os.path.basename(directory)}_lids", LANGUAGES), ("result.sum", "summary")):
        if name in names:
            return kind
    if not names.isdisjoint(TEXTS) or has_jobs(directory):
        return "espnet2"
    return UNFINISHED if not names.isdisjoint(BESIDE) or has_begun(directory) else ""


def describe_decode(root: str, directory: str, kind: str, dumpdir: str, data: str) -> Decode:
    """A decode directory with its references, by the longest end of its path that is a data directory's name."""
    parts = [part for part in os.path.normpath(directory).split(os.sep) if part != "."]
    name = os.path.relpath(directory, root)
    if kind == LANGUAGES and not data:
        return Decode(kind, directory, name, os.path.join(dumpdir, os.path.basename(directory)))
    if kind != "espnet2":
        return Decode(kind, directory, name, data)
    is_spoken = os.path.basename(os.path.abspath(root)).startswith(OF_SPEECH)
    kind = SPOKEN if is_spoken else kind
    if data:
        return Decode(kind, directory, name, data)
    for length in range(len(parts), -1, -1):
        path = os.path.join(dumpdir, *parts[len(parts) - length :])
        texts = ("text", "text_spk1", *("text.*",) * is_spoken)
        if exists_any(*(os.path.join(glob.escape(path), text) for text in texts)):
            return Decode(kind, directory, name, path, bare=not length)
    return Decode(kind, directory, name)
