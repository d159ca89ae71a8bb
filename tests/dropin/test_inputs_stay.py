"""No original program writes over a file that it reads, or twice over one, whatever names its command line has."""

import os
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from mondegreen.component import load_target
from mondegreen.dropin import PROGRAMS, list_programs
from mondegreen.dropin.kaldi.command import ProgramEntry
from mondegreen.dropin.kaldi.kaldi_io import list_files
from programs import ours

FILES = {
    "r.trn": "a b (s-1)\n",
    "h.trn": "a c (s-1)\n",
    "r.stm": "f A s1 0 2 foo bar\n",
    "a.ctm": "f A 0 1 foo 0.9\nf A 1 1 bar 0.8\n",
    "b.ctm": "f A 0 1 foo 0.9\nf A 1 1 baz 0.8\n",
    "a.rttm": "SPKR-INFO f 1 <NA> <NA> <NA> unknown s1 <NA>\nSPEAKER f 1 0 1 <NA> <NA> s1 <NA>\n"
    "LEXEME f 1 0 1 hi lex s1 0.5\n",
    "lex": "HAUS\nTUER\n",
    "glm": "a => b\n",
    "words.txt": "haustuer auf\n",
    "e.csv": "[ALIGNMENT] Aligned,SegGrpID,File,Channel,Eval,RefSegID\nYES,1,f,A,C,,,,,1\n",
}
# What each program that writes files is given; OUT is what it writes, and INs what it reads.
LINES = [
    "acomp.pl -l INlex INwords.txt OUT",
    "def_art.pl -s INlex -i txt INwords.txt OUT",
    "hamzaNorm.pl -i txt -- INwords.txt OUT",
    "tanweenFilt.pl -a -i txt -- INwords.txt OUT",
    "rover -h INa.ctm ctm -h INb.ctm ctm -o OUT -m avgconf -a 0 -c 0",
    "rttm2ctm.pl -i INa.rttm -o OUT",
    "md-eval.pl -r INa.rttm -s INa.rttm -M OUT",
    "md-eval.pl -rINa.rttm -sINa.rttm -M OUT",
    "sclite -r INr.trn trn -h INh.trn trn -i spu_id -o sum pra sgml -n x -O . -> x.sys x.pra x.sgml",
    "sclite -r INr.stm stm -h INa.ctm ctm -C det hist -n x -o rsum -> x.raw x.det.plt x.hist.dat",
    "asclite -r INr.stm stm -h INa.ctm ctm -o sum sgml -> INa.ctm.sys INa.ctm.sgml",
    "hubscr.pl -g INglm -l english -h hub5 -r INr.stm INa.ctm -> INa.ctm.filt INa.ctm.filt.sys INr.stm.filt",
    "align2html.pl -a INe.csv -o out -> out/index.html",
]
WRITERS = {path.rpartition("/")[2] for path in PROGRAMS["kaldi"] if path.startswith("bin/")}
GOAL = "other"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "out").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def list_attempts() -> list[tuple[str, str, str]]:
    """Each line with an input of it and an output of it that is to be the same file."""
    found = []
    for line in LINES:
        command, _, derived = line.partition(" -> ")
        inputs = dict.fromkeys(word[word.index("IN") + 2 :] for word in command.split() if "IN" in word)
        found += [(command, name, goal) for name in inputs for goal in (derived.split() or ["OUT"])]
    return found


@pytest.mark.parametrize("make", [Path.symlink_to, Path.hardlink_to, None], ids=["link", "hard link", "the input"])
@pytest.mark.parametrize(("command", "name", "goal"), list_attempts())
def test_sctk(place: Path, command: str, name: str, goal: str, make: Callable[[Path, Path], None] | None) -> None:
    """What is written is an input by its name, or is there already as a link to one."""
    words = [word.replace("IN", "") for word in shlex.split(command)]
    target = GOAL if goal == "OUT" else goal.replace("IN", "")
    if make:
        make(place / target, place / name)
    elif goal == "OUT":
        target = f"./{name}"
    elif goal.startswith(f"IN{name}"):
        return  # a file that is named after itself
    else:
        words = [target if word == name else word for word in words]
        (place / name).rename(place / target)
    done = ours(words[0], [target if word == "OUT" else word for word in words[1:]], place)
    assert (done.code, b"is an input and would be overwritten" in done.complaints) == (1, True), done
    assert not done.files.keys() & {*FILES, target.removeprefix("./")}


def test_what_is_no_input_is_replaced(place: Path) -> None:
    for line in LINES:
        command, _, derived = line.partition(" -> ")
        words = [word.replace("IN", "").replace("OUT", GOAL) for word in shlex.split(command)]
        goals = derived.replace("IN", "").split() or [GOAL]
        for goal in goals:
            (place / goal).write_text("before\n", encoding="utf-8")
        done = ours(words[0], words[1:], place)
        assert b"would be overwritten" not in done.complaints, done
        assert done.files.keys() >= {*goals}, done
        for goal in goals:
            (place / goal).unlink(missing_ok=True)


@pytest.mark.parametrize("systems", [["a.ctm\\#t\\#r.stm"], ["a.ctm\\#t\\#x", "b.ctm\\#u\\#./x"], ["a.ctm", "./a.ctm"]])
def test_hubscr_filters_no_two_files_into_one(place: Path, systems: list[str]) -> None:
    """The original scores the last one twice: here the hypothesis against itself."""
    done = ours("hubscr.pl", ["-g", "glm", "-l", "english", "-h", "hub5", "-r", "r.stm", *systems], place)
    assert done.code == 255
    assert b"Two files would be filtered into" in done.complaints
    assert not list(place.glob("*.filt*"))


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_kaldi(place: Path, name: str) -> None:
    """Whatever two arguments of a program name the same file, it stays as it was: at most one of them is read."""
    entry = load_target(list_programs()[name])
    assert isinstance(entry, ProgramEntry) or hasattr(entry, "program")
    kept = "u1 \n0 1 1 0.5,2.5,3_4\n1 2 2 0.1,0.2,5_5\n2 0,0,\n\n"
    (place / "kept").write_text(kept, encoding="utf-8")
    (place / "link").symlink_to("kept")
    os.link(place / "kept", place / "hard")
    for count in (each for each in range(2, 6) if each in entry.program.arguments):
        for second in ("kept", "./kept", "link", "hard"):
            for first in range(count):
                for other in range(first + 1, count):
                    words = [f"ark,t:{GOAL}{index}" for index in range(count)]
                    words[first], words[other] = "ark,t:kept", f"ark,t:{second}"
                    for each in (words, [word.removeprefix("ark,t:") for word in words]):
                        done = ours(name, each, place)
                        assert not done.files.keys() & {"kept", "link", "hard"}, (each, done)


@pytest.mark.parametrize(
    ("word", "files"),
    [
        ("ark:a", ["a"]),
        ("ark,t:a", ["a"]),
        ("t,ark:a:12", ["a"]),
        ("ark,scp:a,b", ["a", "b"]),
        ("scp,p:b", ["b", "in.ark", "two words"]),
        ("ark:gunzip -c z.gz|", ["z.gz"]),
        ("ark:cat b |", ["b"]),
        ("--word-symbol-table=a", ["a"]),
        ("--utt-map=ark:a", ["a"]),
        ("a", ["a"]),
    ],
)
def test_files_of_words_of_kaldis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str, files: list[str]) -> None:
    import gzip

    monkeypatch.chdir(tmp_path)
    Path("b").write_text("u1 in.ark:17\nu2 two words\n", encoding="utf-8")
    Path("z.gz").write_bytes(gzip.compress(b"x"))
    assert list(list_files(word)) == files
