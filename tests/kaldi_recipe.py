"""A small recipe of our own: a data folder, words, and a decode folder with lattices of two jobs."""

import gzip
import io
from pathlib import Path

from mondegreen.dropin.kaldi.command import ProgramEntry
from mondegreen.dropin.kaldi.get_ctm import get_ctm, get_ctm_conf, get_ctm_conf_fast, get_ctm_fast
from mondegreen.dropin.kaldi.scripts import ScriptEntry

WORDS = "<eps> 0\na 1\nb 2\nc 3\nd 4\n"
TEXT = "u1 a b\nu2 c\nu3 a d\n"
SPEAKERS = "u1 s1\nu2 s1\nu3 s2\n"
# An acoustic cost prefers the first path, a graph cost the second one, so that the weight decides.
FIRST = "u1 \n0\t1\t1\t3,8,1_1\n0\t1\t1\t1,40,1_1\n1\t2\t2\t1,1,2\n1\t2\t3\t0,30,2\n2\n\nu2 \n0\t1\t3\t1,1,1\n1\n\n"
SECOND = "u3 \n0\t1\t1\t1,1,1\n1\t2\t4\t1,9,2\n1\t2\t3\t2,1,2\n2\n\n"
# What scripts are called with, and those that make CTMs; the fast ones want a folder for them, too.
PLACES = ("data", "lang", "exp/decode")
MAKERS = [get_ctm, get_ctm_conf]
FAST = [get_ctm_fast, get_ctm_conf_fast]


def recipe(folder: Path) -> Path:
    """Makes the folders `data`, `lang` and `exp/decode`."""
    for name, text in {
        "lang/words.txt": WORDS,
        "data/text": TEXT,
        "data/utt2spk": SPEAKERS,
        "exp/decode/num_jobs": "2\n",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for job, lattices in ((1, FIRST), (2, SECOND)):
        (folder / f"exp/decode/lat.{job}.gz").write_bytes(gzip.compress(lattices.encode(), mtime=0))
    return folder


def name_places(script: ScriptEntry) -> list[str]:
    return [*PLACES, "exp/ctm"] if script in FAST else [*PLACES]


def run_script(script: ProgramEntry | ScriptEntry, *words: str) -> tuple[int, str, str]:
    """The exit code of a script or program, its output, and what it said."""
    out, err = io.BytesIO(), io.BytesIO()
    code = script([word.encode() for word in words], io.BytesIO(), out, err)
    return code, out.getvalue().decode(), err.getvalue().decode()
