"""What Kaldi's scripts and text programs say of what is wrong, with its place: the sentences of its sources."""

import shlex
from pathlib import Path

import pytest

from mondegreen.dropin import list_programs
from programs import Done, ours

FILES = {
    "lat": "g \n0\t1\t5\t1,2,1_1\n1\n\n",
    "syms": "a 1\nb 2\n",
    "txt": "u1 a z\nu2 z q\n",
    "nums": "u1 1 9\n",
    "numx": "u1 1 x\n",
    "segs": "u1 r 0 1\n",
    "other": "u9 1 0.0 0.1 a\n",
    "short": "u1 1 0.0 0.1 a\nu1 1 0.0 a\n",
    "bad.scp": "g nofile:2\n",
    "two.scp": "g lat:2\nh nofile\n",
    "range.scp": "g lat:2[0:1]\n",
    "cut.scp": "g nums\nh lat:2\n",
}
# How each is called, its exit code, and what it says at least.
SAID = {
    "int2sym.pl syms nums": (25, "int2sym.pl: found noninteger token u1 [in position 1]"),
    "int2sym.pl -f 2- syms nums": (25, "int2sym.pl: integer 9 not in symbol table syms."),
    "int2sym.pl -f 2- syms numx": (25, "int2sym.pl: found noninteger token x [in position 3]"),
    "sym2int.pl -f 2- syms txt": (25, "sym2int.pl: undefined symbol z (in position 3)"),
    "resolve_ctm_overlaps.py segs": (2, "usage: resolve_ctm_overlaps.py segments ctm_in ctm_out"),
    "resolve_ctm_overlaps.py segs other out": (1, "other:1: u9 is no segment"),
    "resolve_ctm_overlaps.py segs short out": (1, "short:2: no line of a CTM: u1 1 0.0 a"),
    "compute-wer --mode=x ark:txt ark:txt": (255, '--mode option invalid: expected "present"|"all"|"strict", got x'),
    "compute-wer ark:txt ark:nums": (255, "No hypothesis for key u2 and strict mode specifier."),
    "align-text --special-symbol=a ark:txt ark:txt ark,t:-": (
        255,
        "In text1, the utterance u1 contains the special symbol 'a'. This is not allowed.",
    ),
    "align-text --special-symbol=9 ark:txt ark:nums ark,t:-": (
        255,
        "In text2, the utterance u1 contains the special symbol '9'. This is not allowed.",
    ),
    "lattice-copy scp:bad.scp ark,t:-": (
        255,
        "Failed to load object from nofile:2 (to suppress this error, add the permissive (p, ) option",
    ),
    "lattice-copy scp,p:two.scp ark,t:-": (0, "EnsureObjectLoaded()) Failed to open file nofile"),
    "lattice-copy scp:range.scp ark,t:-": (255, "ExtractRange is not defined for this type of holder."),
    "lattice-copy scp,p:cut.scp ark,t:-": (0, "EnsureObjectLoaded()) "),
    "lattice-best-path --word-symbol-table=syms ark:lat ark,t:-": (255, "Word-id 5 not in symbol table."),
    "align-text ark:txt ark:txt scp:out.scp": (255, "Texts are written to archives, not to files that a script names"),
    "compute-eer 'false|'": (255, "Pipe false| had nonzero return status 1"),
    "lattice-copy 'ark:false|' ark,t:-": (134, "Pipe false| had nonzero return status 1"),
    "lattice-copy ark:none ark,t:-": (255, "Error constructing TableReader: rspecifier is ark:none"),
}


def call(command: str, folder: Path) -> Done:
    """What a command does; its line is not printed."""
    program, *arguments = shlex.split(command)
    name = next(each for each in list_programs() if each.rpartition("/")[2] == program)
    quiet = [] if "." in program else ["--print-args=false"]
    return ours(name, [*quiet, *arguments], folder)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", SAID)
def test_what_is_wrong_is_said(command: str, place: Path) -> None:
    done = call(command, place)
    code, sentence = SAID[command]
    assert (done.code, sentence in done.complaints.decode()) == (code, True), done.complaints.decode()


def test_what_is_there_is_copied(place: Path) -> None:
    assert call("lattice-copy scp,p:two.scp ark,t:-", place).output.decode() == FILES["lat"]
    assert call("lattice-copy scp,p:bad.scp ark,t:-", place).code == 1


# sym2int.pl's max_warning.
LIMIT = 20


@pytest.mark.parametrize("count", [0, 1, 19, 20, 21, 30])
def test_words_out_of_the_table_are_counted(count: int, place: Path) -> None:
    """sym2int.pl tells of some of them one by one, then that it tells no more, and of all in the end."""
    (place / "many").write_text("u1" + " z" * count + " a\n", encoding="utf-8")
    done = call("sym2int.pl --map-oov 9 -f 2- syms many", place)
    lines = done.complaints.decode().splitlines()
    assert done.output.decode() == "u1" + " 9" * count + " 1\n"
    told = lines.count("sym2int.pl: replacing z with 9")
    rest = [line for line in lines if line != "sym2int.pl: replacing z with 9" and line]
    assert told == min(count, LIMIT)
    assert rest == [
        *(["sym2int.pl: not warning for OOVs any more times"] if count >= LIMIT else []),
        *([f"** Replaced {count} instances of OOVs with 9"] if count else []),
    ]
