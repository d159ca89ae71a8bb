"""What lies in an experiment's folder: decode folders of ESPnet 1, 2 and 3, and VERSA's."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mondegreen.dropin.espnet.tables import has_begun, has_jobs
from mondegreen.errors import ScoreError
from mondegreen.wording import listed

# Folders that hold no decode folder, however many texts are in them.
PASSED_BY = re.compile(r"logdir.*|score_.*|\d+best_recog|att_ws|tensorboard|images|\..*")
TEXTS = ("text", "text_nospecial", "text_spk1")
# What decoding leaves beside the texts, and what a folder is that has only that.
BESIDE = ("token", "token_int", "score")
UNFINISHED = "unfinished"
# What a decode folder is of which the references are nowhere.
LOST = "lost"
# What a decode folder is that holds translations: how many words are wrong says little of them.
TRANSLATED = "translated"
# The references of translations, by case and language, and where ESPnet scores them.
TRANSLATIONS = ("text.tc.*", "text.lc.*")
OF_TRANSLATION = "score*_bleu"
# What ESPnet leaves where the texts begin with what the speaker wants, as in the understanding of speech.
OF_INTENTS = "score_*/*_asr.trn"
# How the experiments of such recipes begin.
OTHER_TASKS = ("st_", "mt_", "enh_st_", "slu_")
JOB = re.compile(r"data\.\d+\.json")
VERSA_JOB = re.compile(r"result\.\d+\.txt")


class Decode(NamedTuple):
    """A decode folder: what kind it is, where its references are, and what tables call it."""

    kind: str
    folder: str
    name: str
    data: str = ""
    bare: bool = False
    """Whether the utterances have no speakers, as where other audio than a recipe's is scored."""


def find_decodes(root: str, dumpdir: str, data: str = "") -> list[Decode]:
    """All decode folders below a folder, itself included; the references' folder is `data` or found in `dumpdir`."""
    for folder in filter(None, (root, data)):
        if not os.path.isdir(folder):
            raise ScoreError("there is no such folder", path=folder)
    found: list[Decode] = []
    lost: list[Decode] = []
    for folder, kind in walk_kinds(root):
        decode = describe_decode(root, folder, kind, dumpdir, data)
        if not is_reference(decode):
            (found if decode.data or kind != "espnet2" else lost).append(decode)
    done = [decode for decode in found if decode.kind != UNFINISHED]
    if found and not done:
        raise ScoreError(
            f"decoding left no text in {listed([decode.folder for decode in found])}; is it done?", path=root
        )
    if lost and not found:
        raise ScoreError(describe_lost(lost), path=dumpdir)
    if not found:
        what = "holds no decode folder: none with text, text_spk1, data.1.json, or both ref.scp and hyp.scp"
        raise ScoreError(f"{what}; is decoding done?", path=root)
    return found + [decode._replace(kind=LOST) for decode in lost]


def describe_lost(lost: Sequence[Decode]) -> str:
    """What is said of a folder that lacks the references of these."""
    names = listed([decode.folder for decode in lost])
    return f"has no references for {names}; name the folders by --dumpdir DIR or --data DIR"


def is_reference(decode: Decode) -> bool:
    """Whether the texts there are the references themselves."""
    return decode.kind == "espnet2" and bool(decode.data) and os.path.samefile(decode.folder, decode.data)


def walk_kinds(root: str) -> Iterator[tuple[str, str]]:
    """The folders below that one that hold something to score, and its kind."""
    for folder, folders, files in os.walk(root, followlinks=True):
        wanted = [name for name in folders if not PASSED_BY.fullmatch(name)]
        folders[:] = sorted(name for name in wanted if not is_loop(root, folder, name))
        kind = find_kind(folder, files)
        if kind:
            yield folder, kind


def is_translated(decode: Decode) -> bool:
    """Whether a decode folder holds translations, by its references or by what ESPnet left of its scoring."""
    references = (os.path.join(glob.escape(decode.data), name) for name in TRANSLATIONS if decode.data)
    return decode.kind == "espnet2" and exists_any(
        os.path.join(glob.escape(decode.folder), OF_TRANSLATION), *references
    )


def is_of_another_task(root: str, decode: Decode) -> bool:
    """Whether a decode folder is of a recipe that does more than recognize, whose summary may say more."""
    named = os.path.basename(os.path.abspath(root)).startswith(OTHER_TASKS)
    return named or is_translated(decode) or exists_any(os.path.join(glob.escape(decode.folder), OF_INTENTS))


def exists_any(*patterns: str) -> bool:
    """Whether any file fits."""
    return any(glob.glob(pattern) for pattern in patterns)


def is_loop(root: str, folder: str, name: str) -> bool:
    """Whether a name in a folder is a link to a folder by way of which it is reached, or to one that holds that."""
    place = os.path.join(folder, name)
    if not os.path.islink(place):
        return False
    goal, parts = os.path.realpath(place), os.path.relpath(folder, root).split(os.sep)
    passed = (os.path.realpath(os.path.join(root, *parts[:length])) for length in range(len(parts) + 1))
    return any(os.path.commonpath([goal, each]) == goal for each in passed)


def find_kind(folder: str, files: Sequence[str]) -> str:
    """What a folder with these files holds, "" if nothing of ours."""
    names = set(files)
    if {"ref.scp", "hyp.scp"} <= names:
        return "espnet3"
    if any(map(JOB.fullmatch, names)) or "data.json" in names:
        return "espnet1"
    if any(map(VERSA_JOB.fullmatch, names)):
        return "versa"
    if "result.sum" in names:
        return "summary"
    if not names.isdisjoint(TEXTS) or has_jobs(folder):
        return "espnet2"
    return UNFINISHED if not names.isdisjoint(BESIDE) or has_begun(folder) else ""


def describe_decode(root: str, folder: str, kind: str, dumpdir: str, data: str) -> Decode:
    """A decode folder with its references, by the longest end of its path that is a data folder's name."""
    parts = [part for part in os.path.normpath(folder).split(os.sep) if part != "."]
    name = os.path.relpath(folder, root)
    if kind != "espnet2" or data:
        return Decode(kind, folder, name, data)
    for length in range(len(parts), -1, -1):
        place = os.path.join(dumpdir, *parts[len(parts) - length :])
        if any(os.path.isfile(os.path.join(place, text)) for text in ("text", "text_spk1")):
            return Decode(kind, folder, name, place, bare=not length)
    return Decode(kind, folder, name)
