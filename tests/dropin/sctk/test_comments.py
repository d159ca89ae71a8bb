"""Blank lines and comments of each reader: what Debian's sctk 2.4.10 passed over when each line was put into a file."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from programs import Done, ours


class Reader(NamedTuple):
    """A program, the file f that it is given with others beside it, and the lines that are nothing in that file."""

    program: str
    arguments: str
    text: bytes
    others: dict[str, bytes]
    nothing: tuple[bytes, ...]
    something: tuple[bytes, ...] = ()


BLANKS = (b"", b"   ", b"\t")
REFERENCE = {"r": b"a b c (s-1)\nd e (s-2)\n", "h": b"a x c (s-1)\nd (s-2)\n"}
STM, CTM = b"f 1 s 0 2 a b\nf 1 s 2 4 c d\n", b"f 1 0.5 0.5 a\nf 1 2.5 0.5 c\n"
READERS = {
    "trn": Reader(
        "sclite",
        "-r f trn -h h trn -i rm -o all stdout",
        REFERENCE["r"],
        REFERENCE,
        (*BLANKS, b";; comment", b";;", b" ;; comment", b"** comment"),
    ),
    "stm": Reader(
        "sclite", "-r f stm -h h ctm -o all stdout", STM, {"h": CTM}, (*BLANKS, b";; comment", b";;", b"** comment")
    ),
    "ctm": Reader("sclite", "-r r stm -h f ctm -o all stdout", CTM, {"r": STM}, (b";; comment", b";;")),
    "weights": Reader(
        "sclite",
        "-r r trn -h h trn -i rm -w f -o sum wws stdout",
        b';; Headings "Weight"\na 0.5\nb 2\n',
        REFERENCE,
        (*BLANKS, b";; comment", b";;", b" ;; comment"),
    ),
    "rules": Reader(
        "rfilter1",
        "f",
        b'* name "x"\na => b\nc => d\n',
        {},
        (*BLANKS, b"** comment", b"* comment"),
        (b";; comment", b"# comment"),
    ),
    "stm of the validator": Reader(
        "stmValidator.pl",
        "-i f",
        b"f 1 s 0 2 a x1\nf 1 s 2 4 y2\n",
        {},
        (
            *BLANKS,
            b";; comment",
            b" ;; comment",
            b'f 1 s 1 2 zzz9 ;; LABEL "a" "b" "c"',  # all of such a line is a description, wherever it says so
            b'f 1 s 1 2 zzz9 ;; CATEGORY "a" "" "c" more',
            b"f 1 s 1 2 word ;; zzz9",
            b"f 1 s 1 2 word;;zzz9",
            b"f 1 s 1 2 <zzz9> word",
        ),
        (
            b'f 1 s 1 2 zzz9 ;;LABEL "a" "b" "c"',
            b'f 1 s 1 2 zzz9 ;; label "a" "b" "c"',
            b'f 1 s 1 2 zzz9 ;; LABEL "a" "b"',
            b"f 1 s 1 2 word <zzz9>",
            b"\tf 1 s 1 2 zzz9",
        ),
    ),
    "ctm of the validator": Reader(
        "ctmValidator.pl", "-i f", b"f 1 x .5 a\nf 1 y .5 c\n", {}, (), (*BLANKS, b" ;; comment", b"# comment")
    ),
}


def done(reader: Reader, folder: Path, line: bytes | None, place: int) -> Done:
    """What the program prints where the line stands there in its file."""
    folder.mkdir()
    rows = reader.text.splitlines(keepends=True)
    rows[place:place] = [] if line is None else [line + b"\n"]
    for name, data in (*reader.others.items(), ("f", b"".join(rows))):
        (folder / name).write_bytes(data)
    found = ours(reader.program, reader.arguments.split(), folder, b"a c a\nq\n")
    same = re.sub(rb'creation_date="[^"]*"|format="2.4"|.*CREATED.*', b"", found.output)
    return found._replace(output=same, files={})


# Above a file of rules stands its head, and above one of weights what its columns are.
BEGIN = {"rules": 1, "weights": 1}


@pytest.mark.parametrize(
    ("name", "line"), [(name, line) for name, reader in READERS.items() for line in reader.nothing], ids=str
)
def test_lines_that_are_nothing(name: str, line: bytes, tmp_path: Path) -> None:
    reader = READERS[name]
    without = done(reader, tmp_path / "without", None, 0)
    for place in range(BEGIN.get(name, 0), len(reader.text.splitlines()) + 1):
        assert done(reader, tmp_path / str(place), line, place) == without, place


@pytest.mark.parametrize(
    ("name", "line"), [(name, line) for name, reader in READERS.items() for line in reader.something], ids=str
)
def test_lines_that_look_like_it(name: str, line: bytes, tmp_path: Path) -> None:
    reader = READERS[name]
    without = done(reader, tmp_path / "without", None, 0)
    assert done(reader, tmp_path / "with", line, 1) != without


def test_a_comment_of_a_ctm_is_counted_as_a_line(tmp_path: Path) -> None:
    """So the validator names the lines as an editor does."""
    reader = READERS["ctm of the validator"]
    found = done(reader, tmp_path / "with", b";; comment", 1).output
    assert found == done(reader, tmp_path / "without", None, 0).output.replace(b"line 2", b"line 3")
